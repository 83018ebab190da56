"""Positions of Two Coasts for tests: a few units, the rest lost, and a side whose chit has been drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sandtable
from sandtable import CHANCE
from twocoasts.state import Coasts

game = sandtable.game("two-coasts")
DATA = game.load_data()
UNITS = "0301: Alder", "E0302: Crane"
"""One unit of each side, at home."""


def read(*lines: str) -> Coasts:
    """The position, which must be possible, run to its next decision."""
    state: Coasts = game.accept_position("\n".join(lines), DATA)
    return state


def active(side: str, *lines: str, storm: bool = False) -> Coasts:
    """A chit of this side has just been drawn."""
    drawn = [*(["storm"] if storm else []), f"{side}-1"]
    left = [chit for chit in DATA.nouns["chit"] if chit not in drawn]
    chits = f"drawn: {' '.join(drawn)}", f"cup: {' '.join(left)}"
    return read(*lines, *chits, "frame: turn 3", f"frame: active 0 asks={side}")


def play(state: Coasts, *texts: str) -> list[Any]:
    """Play legal choices and outcomes of chance by their text; the events of all."""
    events: list[Any] = []
    for text in texts:
        choice = game.read(state, text)
        assert game.actor(state) == CHANCE or choice in game.legal(state), text
        events += game.apply_heard(state, choice)
    return events


def legal(state: Coasts, *verbs: str) -> set[str]:
    """What can be chosen, of these verbs if any are named."""
    found = {game.write(state, choice) for choice in game.legal(state)}
    return {text for text in found if not verbs or text.partition(":")[0] in verbs}


def why_not(state: Coasts, text: str) -> str:
    """The clause that forbids a choice."""
    why = game.explain(state, game.actor(state), game.read(state, text))
    assert why is not None
    return why.rule


def where(state: Coasts, *units: str) -> Sequence[str]:
    places = [state.where[DATA.units.index(unit)] for unit in units]
    return ["lost" if place < 0 else DATA.map.names[place] for place in places]


def named(units: int) -> list[str]:
    return [name for number, name in enumerate(DATA.units) if units >> number & 1]


def decision(state: Coasts) -> str:
    """The name of what is being decided; empty when the game is over."""
    return game.kind_names[state.frames[-1][0]] if state.frames else ""
