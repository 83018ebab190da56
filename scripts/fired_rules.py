"""How often each rule clause of Afrika Korps decides something while games are played at random.

    python scripts/fired_rules.py [--games N]

Games of three policies from the set-up, from recorded positions, from melees and from the positions written for
clauses that fire seldom. A witness for each clause (tests/afrika_korps/witnesses) says where it decided something:
an event, a refusal, a choice that was not offered. At the end stand the clauses that never fired.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "afrika_korps")]

from fuzzing import LONGEST, Fuzzed, recorded, special  # noqa: E402
from melees import melee  # noqa: E402
from policies import POLICIES  # noqa: E402
from witnesses import WITNESSES, Watch  # noqa: E402

from sandtable.games.afrika_korps import GAME  # noqa: E402
from sandtable.kernel.clauses import read_clauses  # noqa: E402

POINTS, FEW_POINTS = 50, 8
SHORT, SHORTEST = 400, 120
MELEES, FROM_A_POSITION = 10, 4
"""For each whole game from the set-up, so many melees, and so many games from each special position."""

Start = tuple[str, int, int]
"""A position, how many choices are played from it, and at how many moments questions are asked."""


def starts(rng: Random) -> Iterator[Start]:
    """One start of every kind, or several of the short ones."""
    yield GAME.write_position(GAME.start()), LONGEST, POINTS
    yield rng.choice(recorded()), LONGEST, POINTS
    for _ in range(MELEES):
        yield GAME.write_position(melee(rng)), SHORT, FEW_POINTS
    for text in special().values():
        for _ in range(FROM_A_POSITION):
            yield text, SHORTEST, FEW_POINTS


def play(games: int, watch: Watch) -> tuple[int, int]:
    """Play, watched; the number of games and of choices and dice in them."""
    played = steps = 0
    for policy in POLICIES:
        for number in range(games):
            rng = Random(f"fired {policy} {number}")
            for start, length, points in starts(rng):
                game = Fuzzed(start, rng, policy, watch)
                game.play(points=points, length=length)
                played, steps = played + 1, steps + len(game.texts)
    return played, steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=2, help="games of each policy from each kind of start")
    watch = Watch()
    played, steps = play(parser.parse_args().games, watch)
    clauses = [clause for clause in read_clauses(GAME.folder).values() if clause.id in WITNESSES]
    for clause in clauses:
        print(f"{clause.id:<10}{watch.fired[clause.id]:>9}  {clause.statement}")
    never = [clause.id for clause in clauses if not watch.fired[clause.id]]
    print(f"{played} games, {steps} choices and dice, {len(clauses)} clauses")
    print("never fired:", " ".join(never) or "none")


if __name__ == "__main__":
    main()
