"""A table for Rommel in the Desert: a position in a few lines, a movement phase about to begin, choices in text.

    Sands('''
        Mechili: 21/3 21/5
        Tobruk: 9AU/20 *70/23
    ''', cards=2)

Every line is a hex and the units in it; a star before a unit says it is disrupted. The side on move has laid so
many real cards; with none it has passed.
"""

from __future__ import annotations

from typing import Self

import sandtable
from sandtable.games.rommel_in_the_desert.memory import place_bit
from sandtable.games.rommel_in_the_desert.sequence import MONTH, PLAYER_TURN
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    EXITED,
    OUT,
    REFIT,
    WAITING,
    Position,
    new_position,
    put,
    set_disrupted,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import Steps, advance
from tabletop import Tabletop

GAME = "rommel-in-the-desert"
AXIS, ALLIED = 0, 1
SIDES = {"Axis": AXIS, "Allied": ALLIED}
BOXES = {OUT: "out", DEAD: "dead", REFIT: "refit", WAITING: "waiting", EXITED: "exited"}


class Sands(Tabletop):
    """A movement phase from a position given in code."""

    state: Position

    def __init__(self, places: str, side: str = "Axis", cards: int = 1, scenario: str = "1941") -> None:
        self.game = sandtable.game(GAME)
        self.events = []
        printed = self.game.load_data()
        self.state = new_position(printed, printed.setting_number[scenario])
        self.state.active, self.state.real_laid, self.state.passes = SIDES[side], cards, int(not cards)
        for line in places.split("\n"):
            name, _, units = line.strip().partition(":")
            for word in units.split():
                self.place(word.lstrip("*"), name, disrupted=word.startswith("*"))

    # Setting up

    def place(self, unit: str, name: str, *, disrupted: bool = False) -> None:
        number, place = self.unit(unit), self.hex(name)
        put(self.state, number, place)
        self.state.could_be[number] = place_bit(self.state, place)
        if disrupted:
            set_disrupted(self.state, 1 << number, True)

    def battle(self, name: str, attacker: str, *entered: str) -> Self:
        """A battle with this Attacker; his units have come from these hexes."""
        side, place = SIDES[attacker], self.hex(name)
        self.state.attacker_hexes[side] |= 1 << place
        for origin in entered:
            self.state.crossed[side] |= 1 << self.state.scenario.sides.between(place, self.hex(origin))
        return self

    def mark(self, field: str, *units: str) -> Self:
        """Put units into one of the position's sets: unsupplied, moved, ..."""
        for unit in units:
            setattr(self.state, field, getattr(self.state, field) | 1 << self.unit(unit))
        return self

    def fed_by(self, fortress: str, *units: str) -> Self:
        """13.3: these units are designated to a fortress."""
        index = self.state.scenario.fortresses.index(self.hex(fortress))
        for unit in units:
            self.state.by_fortress[index] |= 1 << self.unit(unit)
        return self

    def begin(self, step: str = "move") -> Self:
        """The player turn is in this step of its sequence; run to its first decision."""
        self.state.frames = [frame_at(MONTH, "next_turn", 0), frame_at(PLAYER_TURN, step)]
        advance(self.state, self.game.kinds)
        return self

    # Asking

    def unit(self, name: str) -> int:
        return int(self.state.scenario.unit_number[name])

    def hex(self, name: str) -> int:
        return int(self.state.scenario.board.number[name])

    def where(self, unit: str) -> str:
        """The hex a block stands in, or the box beside the map."""
        place = self.state.place[self.unit(unit)]
        return BOXES[place] if place < 0 else self.state.scenario.board.names[place]

    def at(self, name: str) -> set[str]:
        """The blocks in a hex, of both sides."""
        place = self.hex(name)
        return {unit.id for unit in self.state.scenario.units if self.state.place[unit.number] == place}

    def marked(self, field: str) -> set[str]:
        """The units in one of the position's sets."""
        return {self.state.scenario.units[unit].id for unit in ones(getattr(self.state, field))}

    def hexes(self, field: str, side: str = "") -> set[str]:
        """The hexes in one of the position's sets."""
        value = getattr(self.state, field)
        mask = value[SIDES[side]] if side else value
        return {self.state.scenario.board.names[place] for place in ones(mask)}

    # Playing

    def go(self, *hexes: str, verb: str = "hex") -> Self:
        return self.play(*(f"{verb}:{name}" for name in hexes))

    def move(self, unit: str, *hexes: str, verb: str = "unit") -> Self:
        """Set a unit out and step it along; stop it at the end unless its move ended by itself."""
        self.play(f"{verb}:{unit}").go(*hexes)
        return self.play("stop") if self.decision == "step" and self.allows("stop") else self

    def regroup(self, point: str, goal: str, verb: str = "regroup") -> Self:
        return self.play(f"{verb}:{point}", f"to:{goal}")

    def end_movement(self) -> Self:
        """No more moves, retreats or marches in this movement phase."""
        phase = self.state.blitzed
        while self.decision in ("movement", "choose-retreat", "announce-marches") and self.state.blitzed == phase:
            self.play("done")
        return self

    def walk(self, *hexes: str) -> list[str]:
        """Step the unit on its way along as far as it may go; the hexes it entered."""
        entered = []
        for name in hexes:
            if self.decision not in ("step", "leave") or name not in self.legal("hex"):
                break
            self.play(f"hex:{name}")
            entered.append(name)
        return entered


def frame_at(kind: Steps[Position], step: str, *values: int) -> tuple[int, ...]:
    """A frame of a sequence about to run the step with this name."""
    names = [function.__name__ for function in kind.steps]
    return kind.number, names.index(step), *values
