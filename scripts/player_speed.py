"""How many player turns a second two recruits play, beside two conscripts.

    python scripts/player_speed.py rommel-in-the-desert --scenario gazala --games 6 --seed 51

Games of both are played alternately, each with seeds of its own, and timed by the processor's clock, so that
other work on the machine counts for little. What is printed is one line: turns a second of both, and their ratio.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import process_time

from sandtable.arena.simulate import Series, play_game

PAIR = ("recruit", "conscript")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=51)
    asked = parser.parse_args(words)
    first, second = speeds(asked.game, asked.scenario, asked.games, asked.seed)
    where = " ".join(filter(None, (asked.game, asked.scenario)))
    print(f"{where}, seed {asked.seed}: {PAIR[0]} {first:.1f}, {PAIR[1]} {second:.1f}, ratio {first / second:.2f}")


def speeds(game: str, scenario: str, games: int, seed: int) -> tuple[float, float]:
    """Player turns a second of both, after one game of each that is not counted, because it fills the caches."""
    turns, spent = [0, 0], [0.0, 0.0]
    for number in range(games + 1):
        for index, player in enumerate(PAIR):
            series = Series(game=game, scenario=scenario, players=(player, player), games=games + 1, seed=seed)
            started = process_time()
            result = play_game(series, number)
            if number:
                spent[index] += process_time() - started
                turns[index] += result.turns
    return turns[0] / spent[0], turns[1] / spent[1]


if __name__ == "__main__":
    main()
