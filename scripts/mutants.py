"""The mutation score of a game: break its rules one at a time and count the breaks that a test notices.

    python scripts/mutants.py afrika-korps --sample 150 --seed 1

A mutant is one small change in one rule module: a comparison, an operator, a condition, a number, a statement.
Only a sample is tried: each module gives mutants in proportion to the number of its lines that can be broken,
and a crowded line counts no more than another. One run of the tests under coverage (kept in build/mutants while
nothing changes) shows which tests execute a line. A mutant is run against those, the most specific first, in a
process of its own in a temporary copy of the tree. Slow tests, fuzzing and brute force are used only for lines
that nothing else executes. A mutant that runs out of time counts as killed. A line whose mutant changes nothing
that anyone could see may say so:

    while queue:  # mutants: equivalent because the loop below finds it empty

mutmut 3.8 was tried first and stopped with an error under pytest 9.2 before its first mutant. By its sources it
also leaves the constants of modules alone, changes texts, and has no sampling.
"""

from __future__ import annotations

import ast
import compileall
import difflib
import hashlib
import json
import os
import py_compile
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import coverage
import pytest
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "sandtable" / "games"
PRIVATE_CACHE = re.compile("_[a-z][a-z_]*")
SPOKEN_FUNCTIONS = {"prompt", "describe", "__repr__", "__str__"}
SPOKEN_CALLS = {"say", "tell", "Message", "TypeVar", "cast"}
SLOW_FILES = ("fuzz", "brute", "secrecy")
SLOW_TEST = 1.0  # seconds, under coverage
MOST_SECONDS = 20.0  # of tests, as timed under coverage, for one mutant
AT_FIRST = (
    40  # of its tests a mutant meets first; few survive them, and collecting tests takes longer than they do
)
MEMORY = 3 << 30
EQUIVALENT = re.compile(r"#\s*mutants: equivalent because \S")

# What becomes of an operator

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Div: ("/", "*"),
    ast.Mod: ("%", "+"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "|"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.Pow: ("**", "*"),
}  # fmt: skip
SIGNS: dict[type[ast.unaryop], str] = {ast.Not: "not", ast.Invert: "~", ast.USub: "-"}
NEUTRAL = {"None": ["return"], "int": ["return 0"], "bool": ["return False", "return True"]}
FLIPPED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from start to end of a module's source become `new`."""

    module: str
    line: int
    start: int
    end: int
    new: str
    change: str

    def of(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


Chosen = dict[Mutant, tuple[list[str], float]]  # the tests a mutant meets, and their seconds


class Breaker(ast.NodeVisitor):
    """Finds every mutant of one module."""

    def __init__(self, module: str, source: bytes) -> None:
        self.module, self.source = module, source
        lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line))
        self.equivalent = {n for n, line in enumerate(lines, 1) if EQUIVALENT.search(line.decode())}
        self.mutants: list[Mutant] = []

    def find(self) -> list[Mutant]:
        self.visit(ast.parse(self.source))
        return sorted(set(self.mutants), key=lambda mutant: (mutant.start, mutant.end, mutant.new))

    def begin(self, node: Any) -> int:
        at: int = self.starts[node.lineno - 1] + node.col_offset
        return at

    def end(self, node: Any) -> int:
        at: int = self.starts[node.end_lineno - 1] + node.end_col_offset
        return at

    def text(self, node: ast.AST) -> str:
        return self.source[self.begin(node) : self.end(node)].decode()

    def add(self, change: str, start: int, end: int, new: str) -> None:
        line = self.source.count(b"\n", 0, start) + 1
        last = self.source.count(b"\n", 0, end) + 1
        if not self.equivalent & set(range(line, last + 1)):
            self.mutants.append(Mutant(self.module, line, start, end, new, change))

    def replace(self, change: str, node: ast.AST, new: str) -> None:
        self.add(change, self.begin(node), self.end(node), new)

    def swap(self, start: int, end: int, old: str, new: str) -> None:
        """Change the operator that lies in the gap between two operands, past brackets and comments."""
        word = r"\s+".join(map(re.escape, old.split()))
        found = re.compile(rf"(?:#[^\n]*\n|[\s)\\])*({word})".encode()).match(self.source, start, end)
        if found:
            self.add(f"{old} becomes {new}", found.start(1), found.end(1), new)

    # What is never broken: words and types

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_arguments(self, node: ast.arguments) -> None:
        for default in [*node.defaults, *filter(None, node.kw_defaults)]:
            self.visit(default)

    def visit_Raise(self, node: ast.Raise | ast.Assert) -> None:
        """What raises and asserts guards against the programmer, not against a player."""

    visit_Assert = visit_Raise  # noqa: N815

    def visit_Call(self, node: ast.Call) -> None:
        if called(node) not in SPOKEN_CALLS:
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in SPOKEN_FUNCTIONS:
            return
        self.visit(node.args)
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        if body and not isinstance(body[0], ast.Raise | ast.Pass):
            for new in NEUTRAL.get(self.text(node.returns) if node.returns else "", []):
                if not (isinstance(body[0], ast.Return) and self.text(body[0]) == new):
                    start = self.begin(body[0])
                    self.add("returns at once", start, start, f"{new}\n{' ' * body[0].col_offset}")
        for statement in body:
            self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.replace("dropped", node, "pass")
        if not any(isinstance(target, ast.Name) and target.id.startswith("__") for target in node.targets):
            self.visit(node.value)

    # What is broken

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and called(node.value) not in SPOKEN_CALLS:
            self.replace("dropped", node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.replace("dropped", node, "pass")
        old, new = ARITHMETIC[type(node.op)]
        self.swap(self.end(node.target), self.begin(node.value), old + "=", new + "=")
        self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.replace("continue becomes break", node, "break")

    def visit_If(self, node: ast.If) -> None:
        self.replace("never true", node.test, "False")
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While | ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    visit_IfExp = visit_While  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.replace("always true", test, "True")
            self.negate(test)
        self.generic_visit(node)

    def negate(self, test: ast.expr) -> None:
        """Unless the change of its one comparison or its `not` says the same."""
        plain = isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], FLIPPED)
        if not plain and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            self.replace("condition negated", test, f"not ({self.text(test)})")

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right, operator in zip(operands, operands[1:], node.ops, strict=False):
            self.swap(self.end(left), self.begin(right), *COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.swap(self.end(left), self.begin(right), *words)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.swap(self.end(node.left), self.begin(node.right), *ARITHMETIC[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        sign = SIGNS.get(type(node.op))
        if sign:
            self.replace(f"{sign} removed", node, f"({self.text(node.operand)})")
        if not isinstance(node.operand, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace(f"{node.value} becomes {not node.value}", node, str(not node.value))
        elif isinstance(node.value, int):
            for other in {node.value + 1, max(0, node.value - 1)} - {node.value}:
                self.replace(f"{node.value} becomes {other}", node, str(other))


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def rule_modules(package: Path, only: str = "") -> dict[str, bytes]:
    """The sources of a game's rules and of its state, by name."""
    names = [path.stem for path in sorted([*package.glob("rules/c*.py"), package / "state.py"])]
    asked = only.split(",") if only else names
    if unknown := set(asked) - set(names):
        raise typer.BadParameter(f"no rule modules: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    return {name: source_of(package, name).read_bytes() for name in asked}


def source_of(package: Path, module: str) -> Path:
    """The file of a rule module."""
    return package / "state.py" if module == "state" else package / "rules" / f"{module}.py"


def draw(mutants: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """Lines by chance, so that modules count by their lines; then one mutant of each line, or more if need be."""
    chance = random.Random(seed)
    by_line: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_line[mutant.module, mutant.line].append(mutant)
    rounds: list[list[Mutant]] = []
    for line in sorted(by_line):
        for number, mutant in enumerate(chance.sample(by_line[line], len(by_line[line]))):
            rounds += [[]] if number == len(rounds) else []
            rounds[number].append(mutant)
    drawn: list[Mutant] = []
    for several in rounds:
        drawn += spread(several, min(size - len(drawn), len(several)), chance)
    return sorted(drawn, key=lambda mutant: (mutant.module, mutant.start, mutant.new))


def spread(mutants: list[Mutant], size: int, chance: random.Random) -> list[Mutant]:
    """Evenly spaced from a random start: every module gets its share, no more and no less."""
    offset = chance.random()
    return [mutants[int((number + offset) * len(mutants) / size)] for number in range(size)]


# Which tests execute which lines


@dataclass
class Watch:
    """A pytest plugin: what every test executes, how long it takes and whether it passes."""

    measured: coverage.Coverage
    package: str
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    failed: set[str] = field(default_factory=set)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """What an earlier test left in a cache would hide from this one's coverage."""
        for name in [name for name in sys.modules if name.startswith(f"{self.package}.rules.")]:
            for called, value in list(vars(sys.modules[name]).items()):
                if getattr(value, "__module__", "") == name and hasattr(value, "cache_clear"):
                    value.cache_clear()
                elif PRIVATE_CACHE.fullmatch(called) and isinstance(value, dict):
                    value.clear()
        self.measured.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)


def watch(package: Path, out: Path, tests: list[str]) -> None:
    """Runs in a process of its own, in the copied tree: write what Watch saw."""
    measured = coverage.Coverage(data_file=None, include=[f"{package}/rules/*", f"{package}/state.py"])
    module = "sandtable.games." + package.name
    measured.start()
    watcher = Watch(measured, module)
    pytest.main([*tests, "-q", "-p", "no:cacheprovider"], plugins=[watcher])
    measured.stop()
    data = measured.get_data()
    lines = {
        Path(name).stem: {
            line: [c for c in contexts if c] for line, contexts in data.contexts_by_lineno(name).items()
        }
        for name in data.measured_files()
    }
    out.write_text(json.dumps({"lines": lines, "seconds": watcher.seconds, "failed": sorted(watcher.failed)}))


class Tests:
    """Knows which tests a mutant should meet."""

    def __init__(self, seen: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = seen["seconds"]
        self.failed = set(seen["failed"])
        self.lines = {
            module: {int(line): set(tests) - self.failed for line, tests in by_line.items()}
            for module, by_line in seen["lines"].items()
        }
        self.breadth = Counter(t for by_line in self.lines.values() for tests in by_line.values() for t in tests)

    def against(self, mutant: Mutant, tree: ast.Module) -> tuple[list[str], float]:
        """The tests that execute its line; for what runs on import, those that execute anything of its module."""
        by_line = self.lines.get(mutant.module, {})
        first, last = statement_lines(tree, mutant.line)
        if in_function(tree, mutant.line):
            tests = set().union(*(by_line.get(line, set()) for line in range(first, last + 1)))
        else:
            tests = set().union(*by_line.values())
        tests = {test for test in tests if self.seconds[test] <= SLOW_TEST} or tests
        chosen: list[str] = []
        time = 0.0
        for test in sorted(tests, key=lambda test: (self.breadth[test], test)):
            if not chosen or time + self.seconds[test] <= MOST_SECONDS:
                chosen.append(test)
                time += self.seconds[test]
        return chosen, time


def statement_lines(tree: ast.Module, line: int) -> tuple[int, int]:
    """The lines of the smallest statement around a line, of a compound one only its head."""
    best = (line, line)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or 0
            if line <= last:
                best = (node.lineno, last)
    return best


def in_function(tree: ast.Module, line: int) -> bool:
    return any(
        isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(tree)
    )


# The trial


@dataclass
class Verdict:
    mutant: Mutant
    outcome: str  # killed, survived, timeout, uncovered
    tests: int
    diff: str

    @property
    def dead(self) -> bool:
        return self.outcome in ("killed", "timeout")


class Laboratory:
    """Copies of the tree, one for each job, with the game's package in them."""

    def __init__(self, folder: Path, package: Path, modules: str = "") -> None:
        self.folder, self.package = folder, package
        self.trees: queue.Queue[Path] = queue.Queue()
        self.first = folder / "tree-0"
        ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
        for name in ("src", "tests", "docs"):
            shutil.copytree(ROOT / name, self.first / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy2(ROOT / name, self.first / name)
        self.sources = rule_modules(self.first / package, modules)

    def fingerprint(self) -> str:
        digest = hashlib.sha256(Path(__file__).read_bytes())
        for path in sorted(self.first.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and "docs" not in path.parts:
                digest.update(str(path.relative_to(self.first)).encode() + path.read_bytes())
        return digest.hexdigest()[:16]

    def environment(self, tree: Path, **more: str) -> dict[str, str]:
        own = {"PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return os.environ | own | more

    def measure(self, folder: str, slow: bool) -> Tests:
        """What the quick or the slow test files execute, from the last run if nothing has changed since."""
        files = [str(path.relative_to(self.first)) for path in sorted((self.first / folder).rglob("test_*.py"))]
        files = [name for name in files if any(word in Path(name).name for word in SLOW_FILES) == slow]
        if not files:
            return Tests({"lines": {}, "seconds": {}, "failed": []})
        kind = f"{self.package.name}-{'slow' if slow else 'quick'}"
        kept = ROOT / "build" / "mutants" / f"{kind}-{self.fingerprint()}.json"
        if not kept.exists():
            out = self.folder / "seen.json"
            command = [sys.executable, __file__, "--watch", str(self.first / self.package), str(out), *files]
            env = self.environment(self.first)
            done = subprocess.run(command, cwd=self.first, env=env, capture_output=True, text=True)
            if not out.exists():
                raise SystemExit(done.stdout + done.stderr)
            kept.parent.mkdir(parents=True, exist_ok=True)
            for old in kept.parent.glob(f"{kind}-*.json"):
                old.unlink()
            shutil.move(out, kept)
        return Tests(json.loads(kept.read_text()))

    def multiply(self, jobs: int, tests: list[str]) -> None:
        """Check that the tests pass unbroken, then copy the tree with all it has compiled.

        Compiled sources are checked by their hash: a mutant may be as long as its original and as old.
        """
        if self.run(self.first, tests, 600.0, PYTHONDONTWRITEBYTECODE="") != 0:
            raise SystemExit("the tests fail without any mutant when run in this selection")
        mode = py_compile.PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(self.first / "src", quiet=2, force=True, invalidation_mode=mode)
        for number in range(1, jobs):
            shutil.copytree(self.first, self.folder / f"tree-{number}")
        for number in range(jobs):
            self.trees.put(self.folder / f"tree-{number}")

    def run(self, tree: Path, tests: list[str], limit: float, **more: str) -> int | None:
        """The exit code of pytest; None when the time ran out."""
        asked = tree / "tests.txt"
        asked.write_text("\n".join(tests))
        program = (
            f"import resource, sys, pytest; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}));"
            "sys.exit(pytest.main(['-x', '-q', '-p', 'no:cacheprovider', '@tests.txt']))"
        )
        env = self.environment(tree, **{"PYTHONDONTWRITEBYTECODE": "1"} | more)
        try:
            command = [sys.executable, "-c", program]
            return subprocess.run(command, cwd=tree, env=env, capture_output=True, timeout=limit).returncode
        except subprocess.TimeoutExpired:
            return None

    def try_out(self, mutant: Mutant, tests: list[str], seconds: float) -> Verdict:
        source = self.sources[mutant.module]
        broken = mutant.of(source)
        path = str(source_of(Path(self.package.name), mutant.module))
        before, after = source.decode().splitlines(), broken.decode().splitlines()
        diff = "\n".join(line for line in difflib.unified_diff(before, after, path, path, "", "", 0, "") if line)
        if not tests:
            return Verdict(mutant, "uncovered", 0, diff)
        tree = self.trees.get()
        target = source_of(tree / self.package, mutant.module)
        try:
            target.write_bytes(broken)
            code = self.run(tree, tests[:AT_FIRST], 20.0 + 4 * seconds)
            if code == 0 and tests[AT_FIRST:]:
                code = self.run(tree, tests[AT_FIRST:], 20.0 + 4 * seconds)
        finally:
            target.write_bytes(source)
            self.trees.put(tree)
        outcome = "timeout" if code is None else "survived" if code == 0 else "killed"
        return Verdict(mutant, outcome, len(tests), diff)


def choose(laboratory: Laboratory, sample: list[Mutant], folder: str, quick: bool, console: Console) -> Chosen:
    """The tests that each mutant meets; slow files are looked at only for lines that nothing else executes."""
    with console.status("running the tests under coverage"):
        known = laboratory.measure(folder, slow=False)
    if known.failed:
        console.print(f"[yellow]{len(known.failed)} tests fail or are skipped without any mutant: left out")
    parsed = {name: ast.parse(source) for name, source in laboratory.sources.items()}
    chosen = {mutant: known.against(mutant, parsed[mutant.module]) for mutant in sample}
    if not quick and not all(tests for tests, _ in chosen.values()):
        with console.status("running the slow tests under coverage, for the lines that no other test executes"):
            late = laboratory.measure(folder, slow=True)
        for mutant in [mutant for mutant in sample if not chosen[mutant][0]]:
            chosen[mutant] = late.against(mutant, parsed[mutant.module])
    return chosen


def judge(laboratory: Laboratory, chosen: Chosen, jobs: int, console: Console) -> list[Verdict]:
    """Try out all mutants."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(jobs) as pool:
        task = progress.add_task("mutants", total=len(chosen))
        waiting = [pool.submit(laboratory.try_out, mutant, *met) for mutant, met in chosen.items()]
        alive = 0
        for done in as_completed(waiting):
            alive += not done.result().dead
            progress.update(task, advance=1, description=f"mutants, {alive} alive")
    return [done.result() for done in waiting]


# The report


def score(verdicts: list[Verdict]) -> float:
    return 100 * sum(verdict.dead for verdict in verdicts) / len(verdicts) if verdicts else 100.0


def report(verdicts: list[Verdict], console: Console) -> None:
    by_module: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        by_module[verdict.mutant.module].append(verdict)
        if not verdict.dead:
            why = "no test executes it" if verdict.outcome == "uncovered" else f"{verdict.tests} tests pass"
            place = f"{verdict.mutant.module}.py:{verdict.mutant.line}"
            console.print(f"\n[bold]{place}[/] {verdict.mutant.change} ({why})", highlight=False)
            for line in verdict.diff.splitlines()[2:]:
                console.print(f"    {line}", markup=False, highlight=False, soft_wrap=True)
    table = Table("module", "mutants", "killed", "timed out", "survived", "uncovered", "score %")
    for name, several in [*sorted(by_module.items()), ("all", verdicts)]:
        count = Counter(verdict.outcome for verdict in several)
        numbers = [len(several), *(count[word] for word in ("killed", "timeout", "survived", "uncovered"))]
        table.add_row(
            name, *map(str, numbers), f"{score(several):.0f}", end_section=name == max(by_module, default="")
        )
    console.print(table)


def main(
    game: Annotated[str, typer.Argument(help="the id of a game, such as afrika-korps")],
    sample: Annotated[int, typer.Option(min=1, help="how many mutants to try")] = 150,
    seed: Annotated[int, typer.Option(help="which sample")] = 1,
    modules: Annotated[str, typer.Option(help="only these rule modules, with commas between")] = "",
    jobs: Annotated[int, typer.Option(min=1, help="mutants tried at the same time")] = os.cpu_count() or 1,
    bar: Annotated[float, typer.Option(help="the least score in percent; below it the exit code is 1")] = 80.0,
    tests: Annotated[str, typer.Option(help="the tests that count: the game's own folder, unless told")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="never look at the slow test files")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="write all verdicts here as well")] = None,
) -> None:
    """Break the rules of a game one at a time and count the breaks that a test notices."""
    package = GAMES / game.replace("-", "_")
    if not (package / "rules").is_dir():
        games = sorted(folder.parent.name.replace("_", "-") for folder in GAMES.glob("*/rules"))
        raise typer.BadParameter(f"there is no game {game}; the games are {', '.join(games)}")
    progress = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        laboratory = Laboratory(Path(folder), package.relative_to(ROOT), modules)
        everything = [m for name, source in laboratory.sources.items() for m in Breaker(name, source).find()]
        asked = tests or f"tests/games/{package.name}"
        chosen = choose(laboratory, draw(everything, sample, seed), asked, quick, progress)
        with progress.status("running the chosen tests without a mutant"):
            laboratory.multiply(jobs, sorted({test for met, _ in chosen.values() for test in met}))
        verdicts = judge(laboratory, chosen, jobs, progress)
    report(verdicts, console := Console())
    console.print(
        f"{score(verdicts):.1f} % of {len(verdicts)} mutants died, drawn from {len(everything)} by seed {seed}; "
        f"the bar is {bar:g} %"
    )
    if json_file:
        found = {"game": game, "seed": seed, "score": score(verdicts), "mutants": [asdict(v) for v in verdicts]}
        json_file.write_text(json.dumps(found, indent=1))
    raise typer.Exit(int(score(verdicts) < bar))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        watch(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
    else:
        typer.run(main)
