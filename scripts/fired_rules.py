"""How often the rules of a game decide something while it is played at random.

    python scripts/fired_rules.py GAME [--games N]

Games of three policies from the set-up of every scenario, from recorded positions, from the thick of it and from
the positions written for rules that fire seldom. The tests of the game have a witness for each clause, which says
where it decided something. At the end stand the clauses that never fired, and the paragraphs that no event and no
refusal named.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from sandtable.arena.bench import recorded_positions  # noqa: E402
from sandtable.kernel.clauses import read_clauses  # noqa: E402
from tests.suite.fuzzer import LONGEST, texts_in  # noqa: E402
from tests.suite.grounds import GROUNDS, Counting, Ground, ground_of  # noqa: E402

POINTS, FEW_POINTS = 50, 8
SHORT, SHORTEST = 400, 120
THICK, FROM_A_POSITION = 10, 4
"""For each whole game of each scenario, so many in the thick of it, and so many from each special position."""

Start = tuple[str, int, int]
"""A position, how many choices are played from it, and at how many moments questions are asked."""


def starts(ground: Ground, rng: Random) -> Iterator[Start]:
    """One start of every kind, or several of the short ones."""
    game = ground.game
    for info in game.scenarios:
        yield game.write_position(game.start(info.id)), LONGEST, POINTS
        yield rng.choice(recorded_positions(game.folder)), LONGEST, POINTS
        for _ in range(THICK):
            yield game.write_position(ground.thick(rng)), SHORT, FEW_POINTS
    for text in texts_in(ground.positions).values():
        for _ in range(FROM_A_POSITION):
            yield text, SHORTEST, FEW_POINTS


def play(ground: Ground, games: int, watch: Counting) -> Counter[str]:
    """Play, watched; how often each paragraph was named, and under "" the number of choices and dice."""
    named: Counter[str] = Counter()
    for policy in ground.fuzzed.policies:
        for number in range(games):
            rng = Random(f"fired {policy} {number}")
            for start, length, points in starts(ground, rng):
                game = ground.fuzzed(start, rng, policy, watch)
                game.play(points=points, length=length)
                named += game.named
                named[""] += len(game.texts)
    return named


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game", choices=sorted(GROUNDS))
    parser.add_argument("--games", type=int, default=2, help="games of each policy from each kind of start")
    given = parser.parse_args()
    ground = ground_of(given.game)
    watch = ground.watch()
    named = play(ground, given.games, watch)
    clauses = read_clauses(ground.game.folder)
    for clause in sorted(watch.asked):
        print(f"{watch.fired[clause]:>9}  {clause}  {clauses[clause].statement}")
    print(f"{named.pop('')} choices and dice, {len(watch.asked)} rule clauses")
    print("never fired:", " ".join(sorted(watch.asked - watch.fired.keys())) or "none")
    ruling = {clause.paragraph for clause in clauses.values() if clause.kind == "rule"}
    print("rules that no event and no refusal named:", " ".join(sorted(ruling - named.keys())) or "none")


if __name__ == "__main__":
    main()
