"""Positions of Shifting Sands for tests: a few units, the others not in play, and something that is being
decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, load_printed
from sandtable.games.shifting_sands.state import Theatre, put
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.flow import CHANCE, advance

DATA = load_printed()
SPACE = DATA.number
"""The number of a space by its id: SPACE["el_agheila"]."""
EVENT = DATA.event


def number(name: str) -> int:
    """The number of a unit by its id: in_4, br_bg-1; a battlegroup that is the only one of its kind: br_lrdg."""
    return DATA.nouns["unit"].index(name)


def units(*names: str) -> int:
    """The set of units with these ids."""
    return mask_of(map(number, names))


def names(members: int) -> set[str]:
    return {DATA.nouns["unit"][unit] for unit in ones(members)}


def spaces(*ids: str) -> int:
    return mask_of(SPACE[each] for each in ids)


def space_ids(members: int) -> set[str]:
    return {DATA.spaces[space].id for space in ones(members)}


def cards(*ids: str) -> int:
    """The set of cards with these ids: X16, A07."""
    return mask_of(DATA.nouns["card"].index(each) for each in ids)


def card(name: str) -> int:
    return DATA.nouns["card"].index(name)


def theatre(
    placed: Mapping[str, str] | None = None,
    *,
    reduced: Iterable[str] = (),
    events: Iterable[str] = (),
    axis: Iterable[str] = (),
    allied: Iterable[str] = (),
    axis_hand: Iterable[str] = (),
    allied_hand: Iterable[str] = (),
    **fields: Any,
) -> Theatre:
    """A position: units by id in spaces by id; events that have been played, by key; spaces that a side controls
    besides those where its units are; hands; and any other field by its name. Control is as printed otherwise."""
    state = Theatre.blank(DATA)
    for side, held in ((AXIS, axis), (ALLIED, allied)):
        for each in held:
            state.control[SPACE[each]] = side
    for name, space in (placed or {}).items():
        state.control[SPACE[space]] = DATA.owners[number(name)]
        state.place[number(name)] = SPACE[space]
    state.reduced = units(*reduced)
    state.events = mask_of(EVENT[key] for key in events)
    state.hands = [cards(*axis_hand), cards(*allied_hand)]
    for name, value in fields.items():
        setattr(state, name, value)
    state.rebuild()
    return state


def run(state: Theatre) -> Theatre:
    """On to the next decision, after a test has pushed frames."""
    advance(state, GAME.kinds)
    return state


def play(state: Theatre, *texts: str | int) -> list[Any]:
    """Play legal choices and outcomes of chance by their text; the events of all."""
    events: list[Any] = []
    for text in map(str, texts):
        choice = GAME.read(state, text)
        assert GAME.actor(state) == CHANCE or choice in GAME.legal(state), (
            f"{text} at {decision(state)}; legal: {sorted(legal(state))}"
        )
        events += GAME.apply_heard(state, choice)
    return events


def legal(state: Theatre, *verbs: str) -> set[str]:
    """What can be chosen, of these verbs if any are named."""
    found = {GAME.write(state, choice) for choice in GAME.legal(state)}
    return {text for text in found if not verbs or text.partition(":")[0] in verbs}


def why_not(state: Theatre, text: str) -> str:
    """The rule that forbids a choice."""
    why = GAME.explain(state, GAME.actor(state), GAME.read(state, text))
    assert why is not None, f"{text} is legal"
    assert str(why.sentence)
    return why.rule


def where(state: Theatre, *ids: str) -> list[str]:
    """Where units are: ids of spaces, 'unused' or 'eliminated'."""
    places = [state.place[number(name)] for name in ids]
    return [DATA.spaces[place].id if place >= 0 else ("unused", "eliminated")[-1 - place] for place in places]


def decision(state: Theatre) -> str:
    """The name of what is being decided; empty when the game is over."""
    return GAME.kind_names[state.frames[-1][0]] if state.frames else ""


def move_unit(state: Theatre, name: str, space: str) -> None:
    """Put a unit somewhere, in a position that is being made."""
    put(state, number(name), SPACE[space])
