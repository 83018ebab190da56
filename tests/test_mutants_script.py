"""The mutation tester finds the mutants it promises, and none in words and types."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "mutants.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants_script", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def broken(script: ModuleType, text: str) -> set[str]:
    source = dedent(text).encode()
    found = {mutant.of(source).decode() for mutant in script.Breaker("rules", source).find()}
    for mutated in found:
        ast.parse(mutated)
    return found


@pytest.mark.parametrize(
    ("text", "mutants"),
    [
        ("x = a < b\n", {"x = a <= b\n"}),
        ("x = a not in b\n", {"x = a in b\n"}),
        ("x = (a) & (b)\n", {"x = (a) | (b)\n"}),
        ("x = ~a\n", {"x = (a)\n"}),
        ("x = a and b or c\n", {"x = a or b or c\n", "x = a and b and c\n"}),
        ("x = 2\n", {"x = 1\n", "x = 3\n"}),
        ("x = 0\n", {"x = 1\n"}),
        ("x |= y\n", {"x &= y\n", "pass\n"}),
        ("a.x = y\n", {"pass\n"}),
        ("eliminate(unit)\n", {"pass\n"}),
        ("x = [a for a in b if a]\n", {"x = [a for a in b if True]\n", "x = [a for a in b if not (a)]\n"}),
        ("if a == b:\n    go()\n", {"if a != b:\n    go()\n", "if False:\n    go()\n", "if a == b:\n    pass\n"}),
        ("def f(a: int) -> int:\n    return a\n", {"def f(a: int) -> int:\n    return 0\n    return a\n"}),
        (
            "x = '\u00e9' if a > b else c\n",
            {"x = '\u00e9' if a >= b else c\n", "x = '\u00e9' if not (a > b) else c\n"},
        ),
    ],
)
def test_each_operator(script: ModuleType, text: str, mutants: set[str]) -> None:
    assert broken(script, text) == mutants


@pytest.mark.parametrize(
    "text",
    [
        '"""At most 3 & no more."""\n',
        "x: Final[1 | 2]\n",
        "say('at most {n}', n=a + 1)\n",
        "tell(state, 'moved', hex=a + 1)\n",
        "def prompt(self):\n    return a + 1\n",
        "assert a < 1\n",
        "x = a + 1  # mutants: equivalent because nobody reads x\n",
        "from a import b\n",
    ],
)
def test_words_and_types_and_what_says_it_is_equivalent_stay(script: ModuleType, text: str) -> None:
    assert broken(script, text) == set()


def test_a_sample_depends_on_the_seed_alone_and_spreads_over_modules(script: ModuleType) -> None:
    long, short = b"x = a + b\n" * 30, b"x = a + b\n" * 10
    mutants = [*script.Breaker("long", long).find(), *script.Breaker("short", short).find()]
    drawn = script.draw(mutants, 20, seed=4)
    assert drawn == script.draw(list(mutants), 20, seed=4)
    assert drawn != script.draw(mutants, 20, seed=5)
    assert [mutant.module for mutant in drawn] == ["long"] * 15 + ["short"] * 5
    assert len(script.draw(mutants, 500, seed=4)) == 40


def test_a_mutant_meets_the_tests_of_its_line_and_on_import_those_of_its_module(script: ModuleType) -> None:
    source = b"LIMIT = 3\ndef f(a):\n    return (a +\n            1)\ndef g(a):\n    return a\n"
    lines = {"rules": {"1": [], "3": ["t::quick", "t::slow", "t::red"], "6": ["t::other"]}}
    seconds = {"t::quick": 0.1, "t::slow": 9.0, "t::red": 0.1, "t::other": 0.1}
    tests = script.Tests({"lines": lines, "seconds": seconds, "failed": ["t::red"]})
    met = {m.change: tests.against(m, ast.parse(source))[0] for m in script.Breaker("rules", source).find()}
    assert met["3 becomes 4"] == ["t::other", "t::quick"]
    assert met["+ becomes -"] == ["t::quick"]
    assert met["1 becomes 2"] == ["t::quick"]
