"""A table for Rommel in the Desert: a position in a few lines, a movement phase about to begin, choices in text.

    Sands('''
        Mechili: 21/3 21/5
        Tobruk: 9AU/20 *70/23
    ''', cards=2)

Every line is a hex and the units in it; a star before a unit says it is disrupted. The side on move has laid so
many real cards; with none it has passed.

A text with a line `phase:` is a position text of the game (`notation/position.py`), run to its first
decision; `crossed` writes the lines of the hexsides that each side has crossed last.
"""

from __future__ import annotations

from textwrap import dedent
from typing import Self

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from sandtable.games.rommel_in_the_desert.printed.data import BOXES
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import MONTH, PLAYER_TURN
from sandtable.games.rommel_in_the_desert.state import (
    Position,
    new_position,
    put,
    set_disrupted,
    slot,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import Dice, Steps, advance
from tests.tabletop import Tabletop

GAME = "rommel-in-the-desert"
AXIS, ALLIED = 0, 1
SIDES = {"Axis": AXIS, "Allied": ALLIED}


class Sands(Tabletop):
    """A movement phase from a position given in code."""

    state: Position

    def __init__(self, places: str, side: str = "Axis", cards: int = 1, scenario: str = "1941") -> None:
        self.game = THE_GAME
        self.events = []
        printed = self.game.load_data()
        if "phase:" in places:
            self.state = self.game.read_position(dedent(places), printed, sink=self.events.append)
            impossible = self.game.status(self.state)
            assert not impossible, [str(why.sentence) for why in impossible]
            return
        self.state = new_position(printed, printed.scenario_number[scenario])
        self.state.active, self.state.real_laid, self.state.passes = SIDES[side], cards, int(not cards)
        for line in places.split("\n"):
            name, _, units = line.strip().partition(":")
            for word in units.split():
                self.place(word.lstrip("*"), name, disrupted=word.startswith("*"))

    # Setting up

    def place(self, unit: str, name: str, *, disrupted: bool = False) -> None:
        number, place = self.unit(unit), self.hex(name)
        put(self.state, number, place)
        self.state.may_hold[slot(self.state, place, int(disrupted))] |= 1 << number
        if disrupted:
            set_disrupted(self.state, 1 << number, True)

    def battle(self, name: str, attacker: str, *entered: str) -> Self:
        """A battle with this Attacker; his units have come from these hexes."""
        side, place = SIDES[attacker], self.hex(name)
        self.state.attacker_hexes[side] |= 1 << place
        for origin in entered:
            self.state.crossed[side] |= 1 << self.state.printed.sides.between(place, self.hex(origin))
        return self

    def mark(self, field: str, *units: str) -> Self:
        """Put units into one of the position's sets: unsupplied, moved, ..."""
        for unit in units:
            setattr(self.state, field, getattr(self.state, field) | 1 << self.unit(unit))
        return self

    def fed_by(self, fortress: str, *units: str) -> Self:
        """13.3: these units are designated to a fortress."""
        index = self.state.printed.fortresses.index(self.hex(fortress))
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
        return int(self.state.printed.unit_number[name])

    def hex(self, name: str) -> int:
        return int(self.state.printed.board.number[name])

    def where(self, unit: str) -> str:
        """The hex a block stands in, or the box beside the map."""
        place = self.state.place[self.unit(unit)]
        return BOXES[-1 - place] if place < 0 else self.state.printed.board.names[place]

    def cv(self, unit: str) -> int:
        return self.state.cv[self.unit(unit)]

    def at(self, name: str) -> set[str]:
        """The blocks in a hex, of both sides."""
        place = self.hex(name)
        return {unit.id for unit in self.state.printed.units if self.state.place[unit.number] == place}

    def marked(self, field: str) -> set[str]:
        """The units in one of the position's sets."""
        return {self.state.printed.units[unit].id for unit in ones(getattr(self.state, field))}

    def hexes(self, field: str, side: str = "") -> set[str]:
        """The hexes in one of the position's sets."""
        value = getattr(self.state, field)
        mask = value[SIDES[side]] if side else value
        return {self.state.printed.board.names[place] for place in ones(mask)}

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

    def dice(self) -> int:
        """How many dice are about to be rolled."""
        kind = self.game.kinds[self.state.frames[-1][0]]
        assert isinstance(kind, Dice), f"no dice are rolled at {self.decision}"
        return kind.count(self.state, self.state.frames[-1])

    def shoot(self, unit: str, faces: str, at: str = "") -> Self:
        """A unit fires, at a class if it has a choice, and rolls these faces, 1 for those not given."""
        self.play(f"fire:{unit}")
        if at:
            self.play(f"at:{at}")
        given = faces.split()
        return self.roll(" ".join(given + ["1"] * (self.dice() - len(given))))

    def miss(self) -> Self:
        """The side whose turn it is to fire in a battle fires, and misses."""
        actor = self.actor
        while self.decision in ("fire-unit", "target") and self.actor == actor:
            self.play(sorted(self.legal())[0])
            if self.decision == "volley":
                self.roll(" ".join(["1"] * self.dice()))
        return self

    def hold_fire(self) -> Self:
        """Nobody makes pursuit fire."""
        while self.decision == "pursue":
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


def crossed(axis: str = "", allied: str = "") -> str:
    """The lines of a position text for the hexsides each side crossed last, given as `Gazala>Bir-Harmat`."""
    printed = THE_GAME.load_data()
    lines = []
    for side, pairs in (("axis", axis), ("allied", allied)):
        sides = [printed.sides.side_of(*pair.split(">")) for pair in pairs.split()]
        lines.append(f"crossed by {side}: {' '.join(printed.nouns['hexside'][number] for number in sides)}")
    return "\n".join(lines)


def position(
    places: str, phase: str = "combat 1", active: str = "axis", attacker: str = "axis", more: str = ""
) -> str:
    """A position text of 1942: units by hex, the Attacker in all battles, and further lines."""
    lines = [line.strip() for line in f"{places}\n{more}".splitlines() if line.strip()]
    battles = [line.partition(":")[0] for line in lines if is_battle(line)]
    head = ["scenario 1942", f"month 16 {active}", f"phase: {phase}"]
    return "\n".join([*head, *lines, f"attacked by {attacker}: {' '.join(battles)}"])


def is_battle(line: str) -> bool:
    """Does this line put undisrupted units of both sides into one hex?"""
    printed = THE_GAME.load_data()
    name, _, units = line.partition(":")
    words = [word.partition("=")[0] for word in units.split() if not word.endswith("-")]
    sides = {printed.side_of[printed.unit_number[word]] for word in words if word in printed.unit_number}
    return name in printed.board.number and len(sides) > 1
