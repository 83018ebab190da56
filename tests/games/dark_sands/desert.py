"""Positions of The Dark Sands for tests: a few units, the others not arrived yet, and the action of a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.data import load_printed
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.state import ACTIONS, Sands
from sandtable.kernel.choices import pack
from sandtable.kernel.flow import CHANCE, Kind, advance, push

DATA = load_printed()
HEX = DATA.board.number


def number(name: str) -> int:
    """The number of a unit, by its printed id."""
    return next(number for number, unit in enumerate(DATA.units) if unit.id == name)


def units(*names: str) -> int:
    """The set of units with these ids."""
    return sum(1 << number(name) for name in names)


def hexes(*names: str) -> int:
    return DATA.board.mask(names)


def names(members: int) -> set[str]:
    """The ids of a set of units."""
    return {unit.id for at, unit in enumerate(DATA.units) if members >> at & 1}


def hex_names(members: int) -> set[str]:
    return set(DATA.nouns.of("hex", members))


def desert(
    placed: Mapping[str, str] | None = None,
    *,
    turn: int = 4,
    reduced: Iterable[str] = (),
    oos: Iterable[str] = (),
    disorganised: Iterable[str] = (),
    boxes: Mapping[str, Iterable[str]] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    **fields: Any,
) -> Sands:
    """A position: units by id on hexes by name, and any other field by its name."""
    state = Sands.blank(DATA)
    state.turn = turn
    state.railhead = HEX["1960"]
    for name, place in (placed or {}).items():
        state.place[number(name)] = HEX[place]
    state.reduced, state.oos, state.disorganised = units(*reduced), units(*oos), units(*disorganised)
    for side, places in (boxes or {}).items():
        state.boxes[SIDES.index(side)] = hexes(*places)
    held = {side: hexes(*places) for side, places in (control or {}).items()}
    state.controlled = [
        held.get("axis", DATA.places.sources[0]),
        held.get("allied", DATA.places.kept & ~held.get("axis", DATA.places.sources[0])),
    ]
    for name, value in fields.items():
        setattr(state, name, value)
    state.rebuild()
    return state


def acting(state: Sands, side: str, action: str, kind: Kind, *values: int, who: int | None = None) -> Sands:
    """The action of a side has just begun: all its units on the map may move or attack, or those named."""
    state.active, state.action = SIDES.index(side), ACTIONS.index(action)
    mine = DATA.own[state.active] if who is None else who
    state.movers = mine if "move" in action else 0
    state.fighters = mine if "combat" in action else 0
    push(state, kind, *values)
    advance(state, GAME.kinds)
    return state


def play(state: Sands, *texts: str) -> list[Any]:
    """Play legal choices and outcomes of chance by their text; the events of all."""
    events: list[Any] = []
    for text in texts:
        choice = GAME.read(state, text)
        assert GAME.actor(state) == CHANCE or choice in GAME.legal(state), text
        events += GAME.apply_heard(state, choice)
    return events


def legal(state: Sands, *verbs: str) -> set[str]:
    """What can be chosen, of these verbs if any are named."""
    found = {GAME.write(state, choice) for choice in GAME.legal(state)}
    return {text for text in found if not verbs or text.partition(":")[0] in verbs}


def why_not(state: Sands, text: str) -> str:
    """The rule that forbids a choice."""
    why = GAME.explain(state, GAME.actor(state), GAME.read(state, text))
    assert why is not None
    return why.rule


def where(state: Sands, *ids: str) -> list[str]:
    places = [state.place[number(name)] for name in ids]
    return [DATA.board.names[place] if place >= 0 else "off" for place in places]


def decision(state: Sands) -> str:
    """The name of what is being decided; empty when the game is over."""
    return GAME.kind_names[state.frames[-1][0]] if state.frames else ""


def choice(verb: int, argument: int = 0) -> int:
    return pack(verb, argument)
