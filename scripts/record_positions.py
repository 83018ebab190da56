"""Record mid-game positions of a game, for the bench and the fuzz tests.

    python scripts/record_positions.py GAME ...    or: all

Every scenario is played several times: by the best computer player against itself and against the random one,
and by the contact-seeking policy of the tests, whose games are long. The
longest game sets the scale: it is cut into equal parts, and in each part every side provides one position from its
movement and one from another decision, of a kind that has seldom been taken so far. The files are overwritten; the
seeds are fixed. A position names its step of the turn, so record again when the rules change the order of steps.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import sandtable  # noqa: E402
from sandtable.arena.bench import PARTING  # noqa: E402
from sandtable.kernel.choices import count  # noqa: E402
from sandtable.kernel.flow import CHANCE  # noqa: E402
from sandtable.kernel.game import Game  # noqa: E402
from sandtable.kernel.seat import Seat  # noqa: E402
from sandtable.players.registry import best_player, player_for  # noqa: E402
from tests.suite.fuzzer import next_choice  # noqa: E402
from tests.suite.grounds import Policy, Recording, grounds_of  # noqa: E402

MOVING = "moving"
MOVEMENT = ("movement", "moves")
"""The names of decisions at which units begin to move."""


RECORDINGS = {
    name: recording for name in sandtable.game_ids() if (recording := grounds_of(name).recording) is not None
}


class Moment(NamedTuple):
    """A decision in one of the games."""

    turn: int
    """How many player turns were over."""
    side: int
    kind: str
    state: Any


def record(game: Game[Any], recording: Recording, scenario: str) -> list[str]:
    """The positions of one scenario, from its first turns to its last."""
    found: list[Moment] = []
    for number in range(recording.games):
        rng = Random(f"positions {scenario} {number}")
        policy = policies(game)[number % len(policies(game))](rng)
        found += moments(game, scenario, policy, rng, recording.clock or game.turn)
    return [game.write_position(moment.state) for moment in spread(found, recording.parts, Random(scenario))]


def policies(game: Game[Any]) -> list[Callable[[Random], Policy]]:
    """Who plays, in turn."""
    best, seeking = best_player(game), grounds_of(game.id).seeking
    pairs = ((best, best), (best, "random"), ("random", best))
    return [*(lambda rng, pair=pair: seated(game, pair, rng) for pair in pairs), seeking]


def seated(game: Game[Any], names: tuple[str, str], rng: Random) -> Policy:
    """Computer players as a policy."""
    players = [player_for(game, name, rng) for name in names]

    def choose(state: Any, options: object) -> int:
        side = game.actor(state)
        return players[side].choose(Seat(game, state, side))

    return choose


def moments(
    game: Game[Any], scenario: str, policy: Policy, rng: Random, clock: Callable[[Any], int]
) -> Iterator[Moment]:
    """For each player turn of one game, a random decision of each kind."""
    state, turn = game.start(scenario), 0
    met: Counter[str] = Counter()
    taken: dict[str, Moment] = {}
    while state.frames:
        kind, actor = kind_of(game, state), game.actor(state)
        if actor != CHANCE and count(game.options(state)) > 1:
            met[kind] += 1
            if rng.randrange(met[kind]) == 0:
                taken[kind] = Moment(turn, actor, kind, state.copy())
        before = clock(state)
        game.apply(state, next_choice(game, state, policy, rng))
        if clock(state) != before:
            yield from taken.values()
            met.clear()
            taken.clear()
            turn += 1


def kind_of(game: Game[Any], state: Any) -> str:
    kind = game.kind_names[state.frames[-1][0]]
    units = any(game.verbs[verb].noun == "unit" for verb, _ in game.options(state))
    return MOVING if kind in MOVEMENT and units else kind


def spread(found: list[Moment], parts: int, rng: Random) -> Iterator[Moment]:
    """Two positions for each side in each part: one from its movement, one of the kind taken least so far."""
    length = 1 + max(moment.turn for moment in found)
    cells: dict[tuple[int, int], dict[str, list[Moment]]] = defaultdict(lambda: defaultdict(list))
    for moment in found:
        cells[moment.turn * parts // length, moment.side][moment.kind].append(moment)
    used: Counter[str] = Counter()
    for _, kinds in sorted(cells.items()):
        moving = kinds.pop(MOVING, None)
        others = sorted(kinds, key=lambda kind: (used[kind], kind))[:1]
        used.update(others)
        yield from (rng.choice(each) for each in [moving, *(kinds[kind] for kind in others)] if each)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="+", choices=["all", *RECORDINGS], help="a game, or all")
    names = parser.parse_args().games
    for name in RECORDINGS if "all" in names else names:
        game = sandtable.game(name)
        folder = game.folder / "positions"
        folder.mkdir(exist_ok=True)
        for info in game.scenarios:
            texts = record(game, RECORDINGS[name], info.id)
            (folder / f"{info.id}.txt").write_text(f"{PARTING}\n".join(texts), encoding="utf-8")
            print(f"{folder / info.id}.txt: {len(texts)} positions", flush=True)


if __name__ == "__main__":
    main()
