"""Positions as text: any moment of the game, short enough to write by hand.

    turn 5 axis
    phase: movement
    W6: 21/5 21/104 Rommel AxisSupply1
    G25: 9A/20 AlliedSupply1
    eliminated: 2/3
    spent: 21/5=4

Counters that are not named are off the map; a star marks captured supply (`AxisSupply4*`). `phase` puts the game
at the start, arrivals, movement, combat or end of a player turn; `frame` lines, one per frame from the bottom up
and after the battles they speak of, name any other moment. A game that is over has neither, but a `winner` (0 the
Axis, 1 the Allies) and an `ending`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.afrika_korps.notation.status import position_status
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, Printed
from sandtable.games.afrika_korps.rules.c03_sequence import (
    ALLIED_TURN,
    AXIS_TURN,
    GAME_TURN,
    PLAYER_TURN,
    fight,
    move,
)
from sandtable.games.afrika_korps.rules.c12_arrivals import gain_replacements
from sandtable.games.afrika_korps.rules.c21_substitutes import offer_substitution
from sandtable.games.afrika_korps.state import DEAD, INSIDE, OFF, SEA, Position, new_position, substitute_index
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import Kind
from sandtable.kernel.positions import PositionReader, frame_lines
from sandtable.kernel.state import Frame

__all__ = ["position_status", "read_position", "write_position"]

SIDE_WORDS = ("axis", "allied")
BOXES = {"sea": SEA, "eliminated": DEAD, "inside": INSIDE}
UNIT_SETS = (
    "captured",
    "stopped",
    "frozen",
    "off_road",
    "by_west",
    "by_north",
    "landed",
    "no_support",
    "used",
    "cancelled",
    "loose",
    "fought",
    "fugitives",
    "cut_off",
    "axis_once",
    "allied_once",
)
BY_UNIT = ("spent", "road_spent", "rommel_bonus")
PLAIN = (
    "winner",
    "ending",
    "control_by_own_turns",
    "control_at_start",
    "starved_at_start",
    "starved_turns",
)
BY_SIDE = ("points", "control_turns")
PAIRS = ("captors", "obligations")
STANDINGS = ("declared", "automatic", "surrounded", "resolved")
PHASES = {
    "start": 0,
    "arrivals": PLAYER_TURN.index(gain_replacements),
    "movement": PLAYER_TURN.index(move),
    "combat": PLAYER_TURN.index(offer_substitution),
    "end": PLAYER_TURN.index(fight) + 1,
}


# Writing


def write_position(state: Position, kind_names: list[str]) -> str:
    return "\n".join(_lines(state, kind_names)) + "\n"


def _lines(state: Position, kind_names: list[str]) -> Iterator[str]:
    printed = state.printed
    yield f"turn {state.turn} {SIDE_WORDS[state.active]}"
    for place in sorted(state.stacks):
        yield f"{printed.board.names[place]}: {_names(printed, state.stacks[place])}"
    for box, place in BOXES.items():
        units = sum(1 << unit for unit, where in enumerate(state.place) if where == place)
        if units and place != INSIDE:
            yield f"{box}: {_names(printed, units)}"
    for substitute in ones(printed.substitutes):
        parts = state.parts[substitute_index(printed, substitute)]
        if parts:
            yield f"inside {printed.units[substitute].id}: {_names(printed, parts)}"
    yield from _field_lines(state)
    yield from _battle_lines(state)
    yield from frame_lines(state, kind_names)


def _field_lines(state: Position) -> Iterator[str]:
    printed = state.printed
    for name in UNIT_SETS:
        if getattr(state, name):
            yield f"{name}: {_names(printed, getattr(state, name))}"
    for name in BY_UNIT:
        entries = [f"{printed.units[u].id}={value}" for u, value in enumerate(getattr(state, name)) if value]
        if entries:
            yield f"{name}: {' '.join(entries)}"
    for name in PLAIN:
        if getattr(state, name) != (-1 if name == "winner" else 0):
            yield f"{name}: {getattr(state, name)}"
    for name in BY_SIDE:
        if any(getattr(state, name)):
            yield f"{name}: {' '.join(map(str, getattr(state, name)))}"
    if state.ports_at_start:
        yield "ports_at_start: " + " ".join(printed.board.names[port] for port in ones(state.ports_at_start))
    for name in PAIRS:
        pairs = [f"{printed.units[p >> 8].id}={printed.units[p & 255].id}" for p in getattr(state, name)]
        if pairs:
            yield f"{name}: {' '.join(pairs)}"


def _battle_lines(state: Position) -> Iterator[str]:
    printed = state.printed
    for index, standing in enumerate(state.standing):
        line = f"{STANDINGS[standing]}: {_names(printed, state.attackers[index])}"
        line += f" > {_names(printed, state.defenders[index])}"
        if state.supports[index]:
            line += f" supply {_names(printed, state.supports[index])}"
        if state.blockers[index]:
            line += f" block {_names(printed, state.blockers[index])}"
        yield line


def _names(printed: Printed, units: int) -> str:
    return " ".join(printed.units[unit].id for unit in ones(units))


# Reading


def read_position(text: str, printed: Printed, kinds: Sequence[Kind]) -> Position:
    """The position a text describes; Malformed names the line that is not understood."""
    return _Reader(printed, kinds).read(text)


class _Reader(PositionReader[Position]):
    def __init__(self, printed: Printed, kinds: Sequence[Kind]) -> None:
        super().__init__(kinds, printed.unit_number, printed.board.number)
        self.printed = printed
        self.state = new_position(printed)
        self.state.place = [OFF] * len(printed.units)
        self.phase = ""
        self.turn_line = False

    def read_heading(self, words: list[str]) -> bool:
        if words[0] != "turn":
            return False
        self.read_turn(words[1:])
        return True

    def read_turn(self, words: list[str]) -> None:
        if len(words) != 2 or not words[0].isdecimal() or words[1] not in SIDE_WORDS:
            raise self.fail("write 'turn 5 axis' or 'turn 5 allied'")
        if not 1 <= int(words[0]) <= self.printed.turns:
            raise self.fail("there are {turns} turns", turns=self.printed.turns)
        self.state.turn, self.state.active = int(words[0]), SIDE_WORDS.index(words[1])
        self.turn_line = True

    def read_entry(self, head: str, words: list[str]) -> None:
        state = self.state
        if head in self.printed.board.number:
            self.place(words, self.printed.board.number[head])
        elif head in ("sea", "eliminated"):
            self.place(words, BOXES[head])
        elif head.startswith("inside "):
            self.read_inside(head.split()[1:], words)
        elif head in UNIT_SETS:
            setattr(state, head, self.units(words))
        elif head in BY_UNIT:
            for word in words:
                unit, value = self.split(word)
                getattr(state, head)[self.unit(unit)] = self.number(value)
        elif head in PLAIN:
            setattr(state, head, self.number(" ".join(words)))
        elif head in BY_SIDE:
            self.read_by_side(head, words)
        elif head == "ports_at_start":
            state.ports_at_start = self.hexes(words)
        elif head in PAIRS:
            pairs = [self.split(word) for word in words]
            getattr(state, head).extend(self.unit(a) << 8 | self.unit(b) for a, b in pairs)
        elif head in STANDINGS:
            self.read_battle(STANDINGS.index(head), words)
        elif head == "phase":
            self.read_phase(words)
        elif head == "frame":
            self.read_frame(words)
        else:
            raise self.fail("'{head}' is neither a playable hex nor a known field", head=head)

    def place(self, words: list[str], place: int) -> None:
        for word in words:
            name, captured = word.removesuffix("*"), word.endswith("*")
            unit = self.unit_to_place(name)
            self.state.place[unit] = place
            if captured:
                if not self.printed.supply >> unit & 1:
                    raise self.fail("only supply can be captured supply, not {unit}", unit=name)
                self.state.captured |= 1 << unit

    def read_inside(self, heads: list[str], words: list[str]) -> None:
        if len(heads) != 1 or not self.printed.substitutes >> self.unit(heads[0]) & 1:
            raise self.fail("write 'inside Sub1: units'")
        self.place(words, INSIDE)
        self.state.parts[substitute_index(self.printed, self.unit(heads[0]))] = self.units(words)

    def read_by_side(self, head: str, words: list[str]) -> None:
        if len(words) != 2:
            raise self.fail("{head} has two numbers, Axis then Allied", head=head)
        setattr(self.state, head, [self.number(word) for word in words])

    def read_battle(self, standing: int, words: list[str]) -> None:
        groups: dict[str, list[str]] = {"": []}
        key = ""
        for word in words:
            if word in (">", "supply", "block"):
                key = word
                groups[key] = []
            else:
                groups[key].append(word)
        if ">" not in groups:
            raise self.fail("a battle is written 'attackers > defenders'")
        state = self.state
        state.attackers.append(self.units(groups[""]))
        state.defenders.append(self.units(groups[">"]))
        state.supports.append(self.units(groups.get("supply", [])))
        state.blockers.append(self.units(groups.get("block", [])))
        state.standing.append(standing)

    def read_phase(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in PHASES:
            raise self.fail("a phase is one of {phases}", phases=", ".join(PHASES))
        self.phase = words[0]

    def bounds(self, what: str) -> range:
        """A number of its list, or a set of its members."""
        units, hexes = len(self.printed.units), self.printed.board.size
        if what == "battle":
            return range(len(self.state.standing))
        if what in ("unit", "supply", "substitute"):
            return range(units)
        if what == "origin":
            return range(-1, hexes)
        return range(hexes if what == "fortress" else 1 << (hexes if what == "hexes" else units))

    def finish(self) -> None:
        if not self.turn_line:
            raise self.fail("the line 'turn 5 axis' is missing")
        if self.is_at_phase(self.phase, "phase: movement", over=self.state.winner >= 0):
            self.state.frames = _frames_of(self.phase, self.state.active)

    def split(self, word: str) -> tuple[str, str]:
        left, equals, right = word.partition("=")
        if not equals:
            raise self.fail("'{word}' is not name=value", word=word)
        return left, right


def _frames_of(phase: str, side: int) -> list[Frame]:
    """The frames at the beginning of a phase of a player turn."""
    turn = AXIS_TURN if side == AXIS else ALLIED_TURN
    assert side in (AXIS, ALLIED)
    return [(GAME_TURN.number, side + 1), (turn.number, PHASES[phase])]
