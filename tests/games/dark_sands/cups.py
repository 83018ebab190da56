"""Positions with chits for tests: what is in the cup, what is held, and the chit that is carried out."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.state import ACTIONS, Sands
from sandtable.kernel.flow import advance
from tests.games.dark_sands.desert import DATA, decision, legal, play

SEGMENTS = tuple(step.__name__ for step in GAME_TURN.steps)


def chits(*names: str) -> int:
    """The set of chits with these names; `name-1` may be written without its number."""
    return DATA.nouns.set_of("chit", [full(name) for name in names])


def full(name: str) -> str:
    return name if name in DATA.nouns["chit"] else f"{name}-1"


def chit_names(members: int | Iterable[int]) -> list[str]:
    numbers = [at for at in range(len(DATA.chits)) if members >> at & 1] if isinstance(members, int) else members
    return [DATA.nouns["chit"][number] for number in numbers]


def from_segment(state: Sands, segment: str) -> Sands:
    """Play goes on with this segment of the turn."""
    state.frames[:] = [GAME_TURN.frame(step=SEGMENTS.index(segment))]
    advance(state, GAME.kinds)
    return state


def drawing(state: Sands, *cup: str, held: Iterable[str] = ()) -> Sands:
    """The random actions go on, with these chits in the cup and these priority chits held."""
    state.cup, state.held = chits(*cup), chits(*held)
    return from_segment(state, "random_actions")


def draw(state: Sands, name: str) -> None:
    """This chit comes out of the cup; priority chits are held."""
    while decision(state) == "priority":
        play(state, "hold")
    play(state, full(name))


def do_nothing(state: Sands) -> None:
    """The action is ended without a move or an attack."""
    while decision(state) in ("moves", "battles", "activation") or "done" in legal(state):
        play(state, "done")


def action(state: Sands) -> str:
    return ACTIONS[state.action]


def actor(state: Sands) -> int:
    return GAME.actor(state)


def chances(state: Sands) -> list[str]:
    """What can be drawn."""
    return [DATA.nouns["chit"][number] for number, weight in enumerate(GAME.chance(state)) if weight]
