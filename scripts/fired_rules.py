"""How often each paragraph of the Afrika Korps rules is named while games are played at random.

    python scripts/fired_rules.py [--games N]

Counts the rules of events and of refusals over games of three policies from the set-up, from recorded positions,
from melees and from the positions written for rules that fire seldom. At the end stand the paragraphs that the
code names but nothing fired, and those that nothing names: they are kept by what is offered and what is not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "afrika_korps")]

from fuzzing import LONGEST, Fuzzed, cited, recorded, special  # noqa: E402
from melees import melee  # noqa: E402
from policies import POLICIES  # noqa: E402

from sandtable.games.afrika_korps import GAME  # noqa: E402
from sandtable.kernel.clauses import read_clauses  # noqa: E402

POINTS = 50
SHORT = 400


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
    parser.add_argument("--games", type=int, default=10, help="games of each policy from each kind of start")
    events: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    for game in played(parser.parse_args().games):
        events += game.events
        refusals += game.refusals
    print(f"{'paragraph':<12}{'events':>10}{'refusals':>10}")
    ruled = list(dict.fromkeys(c.paragraph for c in read_clauses(GAME.folder).values() if c.kind == "rule"))
    for paragraph in ruled:
        if events[paragraph] or refusals[paragraph]:
            print(f"{paragraph:<12}{events[paragraph]:>10}{refusals[paragraph]:>10}")
    fired = set(events + refusals)
    print("named by the code, never fired:", " ".join(p for p in ruled if p in cited() - fired) or "none")
    print("named by nothing:", " ".join(p for p in ruled if p not in cited()) or "none")


if __name__ == "__main__":
    main()
