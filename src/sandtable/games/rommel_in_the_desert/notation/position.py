"""Positions as text: any moment of the game, short enough to write by hand.

    scenario 1940
    month 2 axis
    phase: movement 2
    Bardia: Trento
    Sollum: 7/4=2 11H-
    hand axis: 3 real 1 dummy
    attacked by axis: Sollum

A unit stands in the line of its hex, or of a box (dead, refit, waiting, exited); `=2` is its CV where it is not
full, a minus says that it is disrupted. Units not named are out of play, or still to come. `phase` puts the
game at a moment of a player turn (start, lay, movement, retreats, refusals, combat, final) with so many real cards
laid, in the middle of its movement (moving), or at a `buildup`; `frame` lines, one per frame from the bottom up,
name any other moment. A side knows of the other's units only that there are blocks, unless lines say more:
`may hold Sollum` of those that stand there, `may hold Sollum-` of those that lie disrupted, `seen` of a unit's CV.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.rommel_in_the_desert.printed.data import FORTRESSES, HIGHWAY, NONE, OASES, Printed
from sandtable.games.rommel_in_the_desert.printed.files import CLASSES
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import (
    GAME,
    MONTH,
    MONTH_ENDS,
    PLAYER_TURN,
    choose_option,
    fight,
    move,
    refuse,
    retreat,
)
from sandtable.games.rommel_in_the_desert.rules.c04_cards import MOST_REAL
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    PLACE_BITS,
    PLACE_MASK,
    unpack_march,
    unpack_move,
)
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import MOVEMENT
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import NOWHERE
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import final_check
from sandtable.games.rommel_in_the_desert.rules.c16_entering_the_base import OUTSIDE
from sandtable.games.rommel_in_the_desert.rules.c17_victory import DRAW
from sandtable.games.rommel_in_the_desert.state import BOXES as ALL_BOXES
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    EXITED,
    OUT,
    REFIT,
    UNIT_SETS,
    WAITING,
    Position,
    is_lying,
    new_position,
    scenario_of,
    slot,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.flow import Kind
from sandtable.kernel.positions import PositionReader, frame_lines
from sandtable.kernel.state import Frame, plain_number

SIDE_WORDS = ("axis", "allied")
BOXES = {"dead": DEAD, "refit": REFIT, "waiting": WAITING, "exited": EXITED}
SETS = {name: name for name in UNIT_SETS if name != "disrupted"} | {"exited now": "exited"}
"""By word the field of the units it marks; `exited` alone is the box of all that ever left the map."""
HEX_SETS = (
    *("attacked_hexes", "fighting_hexes", "assault_hexes", "left_hexes", "rearguard_hexes"),
    *("mined_hexes", "shown_mines", "lines_held"),
)
PLAIN = (
    *("turn", "infantry_tanks_slow", "disclosed", "first", "passes", "winner", "ending", "real_laid"),
    *("dummies_laid", "real_spent", "dummies_spent", "blitzed", "rommel_used", "pursuit_hits", "malta_came"),
    *("extra_cards", "engaged_once", "engaged_twice"),
)
FLAGS = ("infantry_tanks_slow", "disclosed", "first", "blitzed", "rommel_used")
RANGES = dict.fromkeys(FLAGS, range(2)) | {
    "passes": range(MONTH_ENDS + 1),
    "winner": range(-1, 2),
    "ending": range(DRAW + 1),
    "real_laid": range(MOST_REAL + 1),
}
"""What some of these numbers may be; the others are counts, or sets of hexsides."""
LISTED = (
    *("crossed", "entered", "points", "rolled", "accounts", "port_used", "moves", "marches", "walked"),
    *("entries", "hits", "bought"),
)
ORDERS = ("moves", "marches", "entries")
"""The lists of any length; their numbers are packed orders."""
HEX_LISTS = {
    "attacker_hexes": "attacked by",
    "known_mines": "mines known to",
    "unwatched": "unwatched by",
    "network": "network of",
}
TURN_STEPS = {
    "start": 0,
    "lay": PLAYER_TURN.steps.index(choose_option),
    "movement": PLAYER_TURN.steps.index(move),
    "retreats": PLAYER_TURN.steps.index(retreat),
    "refusals": PLAYER_TURN.steps.index(refuse),
    "combat": PLAYER_TURN.steps.index(fight),
    "final": PLAYER_TURN.steps.index(final_check),
}
MOVING, BUILDUP = "moving", "buildup"
"""In the middle of movement, where moves may be declared and units moved already; between two months."""
IN_TURNS = 4
"""The step of a month at which player turns follow each other."""


# Writing


def write_position(state: Position, kind_names: Sequence[str]) -> str:
    return "\n".join(_lines(state, kind_names)) + "\n"


def _lines(state: Position, kind_names: Sequence[str]) -> Iterator[str]:
    printed = state.printed
    yield f"scenario {printed.scenarios[state.scenario].id}"
    yield f"month {state.month} {SIDE_WORDS[state.active]}"
    for place in ones(state.held[0] | state.held[1]):
        units = [unit for unit, at in enumerate(state.place) if at == place]
        yield f"{printed.board.names[place]}: {_unit_words(state, units)}"
    for box, place in BOXES.items():
        units = [unit for unit, at in enumerate(state.place) if at == place]
        if units:
            yield f"{box}: {_unit_words(state, units)}"
    for side, word in enumerate(SIDE_WORDS):
        yield f"hand {word}: {state.real[side]} real {state.dummies[side]} dummy"
    for index, name in enumerate(FORTRESSES):
        yield f"owner {name}: {SIDE_WORDS[state.owner[index]]} {SIDE_WORDS[state.month_owner[index]]}"
    for name, fed in zip((*FORTRESSES, *OASES), (*state.by_fortress, *state.by_oasis), strict=True):
        if fed:
            yield f"supplied by {name}: {_names(printed, fed)}"
    yield from _field_lines(state)
    yield from _memory_lines(state)
    yield from frame_lines(state, kind_names)


def _unit_words(state: Position, units: list[int]) -> str:
    words = []
    for unit in units:
        word = state.printed.units[unit].id
        if state.cv[unit] != state.printed.max_cv[unit] and state.place[unit] != DEAD:
            word += f"={state.cv[unit]}"
        words.append(word + "-" * (state.disrupted >> unit & 1))
    return " ".join(words)


def _field_lines(state: Position) -> Iterator[str]:
    printed, blank = state.printed, new_position(state.printed, state.scenario)
    for word, name in SETS.items():
        if getattr(state, name):
            yield f"{word}: {_names(printed, getattr(state, name))}"
    for name in HEX_SETS:
        if getattr(state, name):
            yield f"{name}: {_hexes(printed, getattr(state, name))}"
    for name in PLAIN:
        if getattr(state, name) != getattr(blank, name):
            yield f"{name}: {plain_number(getattr(state, name))}"
    for name, words in HEX_LISTS.items():
        for side, hexes in enumerate(getattr(state, name)):
            if hexes != unless_said(state, name):
                yield f"{words} {SIDE_WORDS[side]}: {_hexes(printed, hexes)}"
    for name in LISTED:
        if getattr(state, name) != getattr(blank, name):
            yield f"{name}: {' '.join(str(plain_number(value)) for value in getattr(state, name))}"


def unless_said(state: Position, name: str) -> int:
    """What a text means that does not give a list of hexes: none, but mines may lie anywhere."""
    return state.printed.board.all if name == "unwatched" else 0


def _memory_lines(state: Position) -> Iterator[str]:
    printed, ignorance = state.printed, ignorant(state)
    lying = slot(state, 0, 1)
    for place, units in enumerate(state.may_hold):
        # What is said of the blocks that stand in a hex is meant of those that lie there unless more is said.
        also = place >= lying and ignorance[place] and state.may_hold[place - lying] != ignorance[place - lying]
        if units != ignorance[place] or also:
            yield f"may hold {_place_word(printed, place)}: {_names(printed, units)}"
    for unit in range(len(state.place)):
        most, least = state.most_cv[unit], state.least_cv[unit]
        if (most, least) != (printed.max_cv[unit], printed.step[unit]):
            yield f"seen {printed.units[unit].id}: {most} {least}"


def _place_word(printed: Printed, place: int) -> str:
    """A hex by name, a box by its number, a hex with the blocks that lie there by its name and a minus."""
    size = printed.board.size
    if place < size:
        return printed.board.names[place]
    box = place - size
    return f"box{box}" if box < ALL_BOXES else f"{printed.board.names[box - ALL_BOXES]}-"


def ignorant(state: Position) -> list[int]:
    """What a side knows of the other that has seen nothing but blocks: each may be any unit of the other's that is
    not eliminated, gone, or out of play."""
    open_places = (DEAD, OUT, EXITED)
    hidden = [unit for unit, place in enumerate(state.place) if place not in open_places]
    mine = [mask_of(unit for unit in hidden if state.printed.side_of[unit] == side) for side in (0, 1)]
    known = [0] * len(state.may_hold)
    for unit in hidden:
        known[slot(state, state.place[unit], is_lying(state, unit))] |= mine[state.printed.side_of[unit]]
    for unit, place in enumerate(state.place):
        if place in open_places:
            known[slot(state, place)] |= 1 << unit
    return known


def _names(printed: Printed, units: int) -> str:
    return " ".join(printed.units[unit].id for unit in ones(units))


def _hexes(printed: Printed, hexes: int) -> str:
    return " ".join(printed.board.names[place] for place in ones(hexes))


# Reading


def read_position(text: str, printed: Printed, kinds: Sequence[Kind]) -> Position:
    """The position a text describes; Malformed names the line that is not understood."""
    return _Reader(printed, kinds).read(text)


class _Reader(PositionReader[Position]):
    def __init__(self, printed: Printed, kinds: Sequence[Kind]) -> None:
        super().__init__(kinds, printed.unit_number, printed.board.number)
        self.printed = printed
        self.state = new_position(printed, 0)
        self.seen: dict[int, tuple[int, int]] = {}
        self.held: dict[int, int] = {}
        self.phase = ""
        self.heads: list[str] = []

    def read_heading(self, words: list[str]) -> bool:
        if words[0] == "scenario":
            self.read_scenario(words[1:])
        elif words[0] == "month":
            self.read_month(words[1:])
        else:
            if not self.heads:
                raise self.fail("the line 'scenario 1940' comes first")
            return False
        self.heads.append(words[0])
        return True

    def read_scenario(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in self.printed.scenario_number:
            raise self.fail("write 'scenario' and one of {known}", known=", ".join(self.printed.scenario_number))
        self.state = new_position(self.printed, self.printed.scenario_number[words[0]])
        self.state.unwatched = [unless_said(self.state, "unwatched")] * 2

    def read_month(self, words: list[str]) -> None:
        if len(words) != 2 or not words[0].isdecimal() or words[1] not in SIDE_WORDS:
            raise self.fail("write 'month 2 axis' or 'month 2 allied'")
        self.state.month, self.state.active = int(words[0]), SIDE_WORDS.index(words[1])

    def read_entry(self, head: str, words: list[str]) -> None:
        first, _, rest = head.partition(" ")
        if head in self.printed.board.number:
            self.place(words, self.printed.board.number[head])
        elif head in BOXES:
            self.place(words, BOXES[head])
        elif first in ("hand", "owner", "seen", "may") or head.startswith("supplied by "):
            self.read_about(first, rest.removeprefix("by "), words)
        elif head in SETS:
            setattr(self.state, SETS[head], self.units(words))
        elif head in HEX_SETS:
            setattr(self.state, head, self.hexes(words))
        elif head in PLAIN:
            setattr(self.state, head, self.plain(head, " ".join(words)))
        elif head in LISTED:
            setattr(self.state, head, self.listed(head, words))
        elif head == "phase":
            self.read_phase(words)
        elif head == "frame":
            self.read_frame(words)
        else:
            self.read_hex_list(head, words)

    def plain(self, name: str, word: str) -> int:
        value = self.number(word)
        if value not in RANGES[name] if name in RANGES else value < 0:
            raise self.fail("{name} cannot be {value}", name=name, value=value)
        return value

    def listed(self, name: str, words: list[str]) -> list[int]:
        values, size = [self.number(word) for word in words], len(getattr(self.state, name))
        if name not in ORDERS and len(values) != size:
            raise self.fail("{name} has {count} numbers", name=name, count=size)
        for value in values:
            if value < 0 or not self.is_order(name, value):
                raise self.fail("{value} cannot be one of {name}", value=value, name=name)
        return values

    def is_order(self, name: str, value: int) -> bool:
        """Do the parts of a packed order name units, hexes and hexsides that there are?"""
        units, hexes = len(self.printed.units), self.printed.board.size
        if name == "moves":
            move = unpack_move(value)
            return (move.place < hexes or move.place == OUTSIDE) and move.goal < hexes
        if name == "marches":
            march = unpack_march(value)
            return march.unit < units and max(march.goal, march.origin) < hexes
        if name == "entries":
            return value >> PLACE_BITS < units and value & PLACE_MASK < len(self.printed.limit)
        return True

    def read_phase(self, words: list[str]) -> None:
        phases = (*TURN_STEPS, MOVING, BUILDUP)
        if not words or words[0] not in phases or len(words) > (1 if words[0] == BUILDUP else 2):
            raise self.fail("a phase is one of {phases}", phases=", ".join(phases))
        self.phase = words[0]
        if len(words) == 2:
            self.state.real_laid = self.plain("real_laid", words[1])

    def read_about(self, what: str, whom: str, words: list[str]) -> None:
        state = self.state
        if what == "hand":
            if len(words) != 4 or words[1::2] != ["real", "dummy"]:
                raise self.fail("write 'hand axis: 3 real 1 dummy'")
            side = self.side(whom)
            state.real[side], state.dummies[side] = self.number(words[0]), self.number(words[2])
        elif what == "seen":
            if len(words) != 2:
                raise self.fail("write 'seen unit: most least' with CVs")
            self.seen[self.unit(whom)] = self.strength(self.unit(whom), words[0]), self.number(words[1])
        elif what == "may":
            self.held[self.slot(whom.removeprefix("hold "))] = self.units(words)
        elif what == "supplied" and whom in OASES:
            state.by_oasis[OASES.index(whom)] = self.units(words)
        elif whom not in FORTRESSES:
            raise self.fail("'{name}' is no fortress", name=whom)
        elif what == "owner":
            sides = [self.side(word) for word in words]
            if not 1 <= len(sides) <= 2:
                raise self.fail("write 'owner Tobruk: axis', or with who had it when the month began")
            state.owner[FORTRESSES.index(whom)] = sides[0]
            state.month_owner[FORTRESSES.index(whom)] = sides[-1]
        else:
            state.by_fortress[FORTRESSES.index(whom)] = self.units(words)

    def read_hex_list(self, head: str, words: list[str]) -> None:
        for name, start in HEX_LISTS.items():
            if head.startswith(start + " "):
                getattr(self.state, name)[self.side(head.removeprefix(start + " "))] = self.hexes(words)
                return
        raise self.fail("'{head}' is neither a hex nor a known field", head=head)

    def place(self, words: list[str], place: int) -> None:
        for word in words:
            name, _, cv = word.removesuffix("-").partition("=")
            unit = self.unit_to_place(name)
            self.state.place[unit] = place
            self.state.disrupted |= word.endswith("-") << unit
            if cv:
                self.state.cv[unit] = self.strength(unit, cv)
            if place == DEAD:
                self.state.cv[unit] = 0

    def strength(self, unit: int, word: str) -> int:
        cv, most, step = self.number(word), self.printed.max_cv[unit], self.printed.step[unit]
        if not step <= cv <= most or cv % step:
            raise self.fail("{cv} cannot be the CV of {unit}", cv=cv, unit=self.printed.units[unit].id)
        return cv

    def bounds(self, what: str) -> range:
        """A number of its list, a set of its members, or a count; -1 where there is none yet."""
        units, hexes = len(self.printed.units), self.printed.board.size
        known = {
            "unit": range(units),
            "units": range(1 << units),
            "hex": range(hexes),
            "origin": range(WAITING, hexes),  # a unit may have come from beside the map (16.41)
            "goal": range(NOWHERE, hexes),
            "side": range(2),
            "class": range(len(CLASSES)),
            "target": range(len(CLASSES)),
            "group": range(len(scenario_of(self.state).deployments)),
            "source": range(len(FORTRESSES) + len(OASES)),
            "road": range(NONE, HIGHWAY + 1),
            "move": range(len(self.state.moves)),
        }
        return known.get(what, range(-1, hexes))

    def finish(self) -> None:
        state = self.state
        if self.heads != ["scenario", "month"]:
            raise self.fail("the lines 'scenario 1940' and 'month 2 axis' come first, once each")
        if self.is_at_phase(self.phase, "phase: lay", over=bool(state.ending)):
            state.frames = self.frames_of()
        state.may_hold = self.memory()
        state.least_cv = list(self.printed.step)
        for unit, (most, least) in self.seen.items():
            state.most_cv[unit], state.least_cv[unit] = most, least

    def memory(self) -> list[int]:
        """Which units may be where; those that lie in a hex, unless a line says so, the same as stand there."""
        found, size = ignorant(self.state), self.printed.board.size
        for place, units in self.held.items():
            lying = slot(self.state, place, 1) if place < size else place
            found[place] = units
            if found[lying] and lying not in self.held:
                found[lying] = units
        return found

    def frames_of(self) -> list[Frame]:
        """The frames at a moment of a player turn, or of a Buildup."""
        bottom: Frame = (GAME.number, GAME.last_step)
        if self.phase == BUILDUP:
            return [bottom, (MONTH.number, 0, 1)]
        step = TURN_STEPS["retreats" if self.phase == MOVING else self.phase]
        frames: list[Frame] = [bottom, (MONTH.number, IN_TURNS - 1, 1), (PLAYER_TURN.number, step)]
        return [*frames, (MOVEMENT.number, 0)] if self.phase == MOVING else frames

    def side(self, word: str) -> int:
        if word not in SIDE_WORDS:
            raise self.fail("'{word}' is neither axis nor allied", word=word)
        return SIDE_WORDS.index(word)

    def slot(self, name: str) -> int:
        box = name.removeprefix("box")
        if box != name and box.isdecimal() and int(box) < ALL_BOXES:
            return self.printed.board.size + int(box)
        return slot(self.state, self.hex(name.removesuffix("-")), int(name.endswith("-")))
