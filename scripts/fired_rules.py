"""How often each paragraph of the Afrika Korps rules fires while games are played at random.

    python scripts/fired_rules.py [--games N]

Counts the rules of events, of refusals, and of the code that ran (by the paragraphs its docstrings name) over
games of three policies from the set-up, from recorded positions, from melees and from the positions written for
rules that fire seldom. At the end stand the paragraphs that never fired.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "afrika_korps")]

from fuzzing import LONGEST, Fuzzed, recorded, special  # noqa: E402
from melees import melee  # noqa: E402
from policies import POLICIES  # noqa: E402

from sandtable.games.afrika_korps import GAME  # noqa: E402
from sandtable.kernel.clauses import read_clauses  # noqa: E402

POINTS = 50
SHORT = 400
PARAGRAPH = re.compile(r"\b\d+(?:\.\d+)+\b")
RANGE = re.compile(r"\b(\d+(?:\.\d+)*)\.(\d+)-\1\.(\d+)\b")


class Watch:
    """Counts the calls of rule code by the paragraphs that its docstring, or that of its class, names."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._named: dict[CodeType, list[str]] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self._named:
            self._named[code] = self._paragraphs(code, frame)
        self.calls.update(self._named[code])

    def _paragraphs(self, code: CodeType, frame: FrameType) -> list[str]:
        if str(GAME.folder) not in code.co_filename:
            return []
        own = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else ""
        whole = type(frame.f_locals["self"]).__doc__ or "" if "self" in frame.f_locals else ""
        return paragraphs_in(own) or paragraphs_in(whole)


def paragraphs_in(text: str) -> list[str]:
    """The paragraphs a docstring names, ranges such as 11.1-11.6 written out."""
    found = set(PARAGRAPH.findall(text))
    for prefix, low, high in RANGE.findall(text):
        found |= {f"{prefix}.{number}" for number in range(int(low), int(high) + 1)}
    return sorted(found)


def played(games: int) -> Iterator[Fuzzed]:
    """Games of every policy from every kind of start."""
    starts = recorded()
    for policy in POLICIES:
        for number in range(games):
            rng = Random(f"fired {policy} {number}")
            yield _played(GAME.write_position(GAME.start()), policy, rng)
            yield _played(rng.choice(starts), policy, rng)
            for _ in range(10):
                yield _played(GAME.write_position(melee(rng)), policy, rng, SHORT)
            for text in special().values():
                yield _played(text, policy, rng, SHORT)


def _played(start: str, policy: str, rng: Random, length: int = LONGEST) -> Fuzzed:
    game = Fuzzed(start, rng, policy)
    game.play(points=POINTS, length=length)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=2, help="games of each policy from each kind of start")
    events: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    watch = Watch()
    sys.setprofile(watch)
    for game in played(parser.parse_args().games):
        events += game.events
        refusals += game.refusals
    sys.setprofile(None)
    ruled = list(dict.fromkeys(c.paragraph for c in read_clauses(GAME.folder).values() if c.kind == "rule"))
    print(f"{'paragraph':<12}{'events':>10}{'refusals':>10}{'code':>12}")
    for paragraph in ruled:
        counts = events[paragraph], refusals[paragraph], watch.calls[paragraph]
        if any(counts):
            print(f"{paragraph:<12}{counts[0]:>10}{counts[1]:>10}{counts[2]:>12}")
    fired = set(events) | set(refusals) | set(watch.calls)
    print("never fired:", " ".join(paragraph for paragraph in ruled if paragraph not in fired) or "none")


if __name__ == "__main__":
    main()
