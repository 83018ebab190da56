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
laid, or at a `buildup`; `frame` lines, one per frame from the bottom up, name any other moment. A side knows of
the other's units only that there are blocks, unless `seen` lines say more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.rommel_in_the_desert.checks import final_check
from sandtable.games.rommel_in_the_desert.printed import FORTRESSES, OASES, Printed
from sandtable.games.rommel_in_the_desert.sequence import (
    GAME,
    MONTH,
    PLAYER_TURN,
    choose_option,
    fight,
    move,
    refuse,
    retreat,
)
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    EXITED,
    OUT,
    REFIT,
    UNIT_SETS,
    WAITING,
    Position,
    new_position,
    slot,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import Kind
from sandtable.kernel.state import Frame, plain_number
from sandtable.kernel.words import say

SIDE_WORDS = ("axis", "allied")
BOXES = {"dead": DEAD, "refit": REFIT, "waiting": WAITING, "exited": EXITED}
SETS = tuple(name for name in UNIT_SETS if name != "disrupted")
HEX_SETS = (
    *("attacked_hexes", "fighting_hexes", "assault_hexes", "left_hexes", "rearguard_hexes"),
    *("mined_hexes", "shown_mines", "lines_held"),
)
PLAIN = (
    *("turn", "infantry_tanks_slow", "disclosed", "first", "passes", "winner", "ending", "real_laid"),
    *("dummies_laid", "real_spent", "dummies_spent", "blitzed", "rommel_used", "pursuit_hits", "malta_came"),
    *("extra_cards", "exited", "engaged_once", "engaged_twice"),
)
LISTED = (
    *("crossed", "entered", "points", "rolled", "ledger", "port_used", "moves", "marches", "walked"),
    *("entries", "hits"),
)
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
IN_TURNS = 4
"""The step of a month at which player turns follow each other."""


# Writing


def write_position(state: Position, kind_names: Sequence[str]) -> str:
    return "\n".join(_lines(state, kind_names)) + "\n"


def _lines(state: Position, kind_names: Sequence[str]) -> Iterator[str]:
    printed = state.scenario
    yield f"scenario {printed.settings[state.setting].id}"
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
    for frame in state.frames:
        values = " ".join(str(plain_number(value)) for value in frame[1:])
        yield f"frame: {kind_names[frame[0]]} {values}"


def _unit_words(state: Position, units: list[int]) -> str:
    words = []
    for unit in units:
        word = state.scenario.units[unit].id
        if state.cv[unit] != state.scenario.max_cv[unit] and state.place[unit] != DEAD:
            word += f"={state.cv[unit]}"
        words.append(word + "-" * (state.disrupted >> unit & 1))
    return " ".join(words)


def _field_lines(state: Position) -> Iterator[str]:
    printed, blank = state.scenario, new_position(state.scenario, state.setting)
    for name in SETS:
        if getattr(state, name):
            yield f"{name}: {_names(printed, getattr(state, name))}"
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
    return state.scenario.board.all if name == "unwatched" else 0


def _memory_lines(state: Position) -> Iterator[str]:
    printed = state.scenario
    for place, (units, ignorance) in enumerate(zip(state.may_hold, ignorant(state), strict=True)):
        if units != ignorance:
            yield f"may hold {_place_word(printed, place)}: {_names(printed, units)}"
    for unit in range(len(state.place)):
        most, least = state.most_cv[unit], state.least_cv[unit]
        if (most, least) != (printed.max_cv[unit], printed.step[unit]):
            yield f"seen {printed.units[unit].id}: {most} {least}"


def _place_word(printed: Printed, place: int) -> str:
    """A hex by name, a box by its number after the hexes."""
    return printed.board.names[place] if place < printed.board.size else f"box{place - printed.board.size}"


def ignorant(state: Position) -> list[int]:
    """What a side knows of the other that has seen nothing but blocks: each may be any unit of the other's that is
    not eliminated, gone, or out of play."""
    open_places = (DEAD, OUT, EXITED)
    hidden = [unit for unit, place in enumerate(state.place) if place not in open_places]
    mine = [mask_of(unit for unit in hidden if state.scenario.side_of[unit] == side) for side in (0, 1)]
    known = [0] * len(state.may_hold)
    for unit in hidden:
        known[slot(state, state.place[unit])] |= mine[state.scenario.side_of[unit]]
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
    reader = _Reader(printed, kinds)
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.partition("#")[0].strip()
        if stripped:
            reader.read_line(number, stripped)
    return reader.finish()


class _Reader:
    def __init__(self, printed: Printed, kinds: Sequence[Kind]) -> None:
        self.printed = printed
        self.kinds = {kind.name: kind for kind in kinds}
        self.state = new_position(printed, 0)
        self.seen: dict[int, tuple[int, int]] = {}
        self.held: dict[int, int] = {}
        self.named = 0
        self.phase: list[str] = []
        self.heads = 0
        self.line = 0

    def fail(self, reason: str, **values: str | int) -> Malformed:
        return Malformed(say("line {line}: {reason}", line=self.line, reason=say(reason, **values)))

    def read_line(self, number: int, line: str) -> None:
        self.line = number
        words = line.split()
        if words[0] == "scenario" and ":" not in line:
            self.read_scenario(words[1:])
        elif words[0] == "month" and ":" not in line:
            self.read_month(words[1:])
        else:
            head, colon, rest = line.partition(":")
            if not colon:
                raise self.fail("'{text}' is not 'name: values'", text=head)
            self.read_entry(head.strip(), rest.split())

    def read_scenario(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in self.printed.setting_number:
            raise self.fail("write 'scenario' and one of {known}", known=", ".join(self.printed.setting_number))
        self.state = new_position(self.printed, self.printed.setting_number[words[0]])
        self.state.unwatched = [unless_said(self.state, "unwatched")] * 2
        self.heads += 1

    def read_month(self, words: list[str]) -> None:
        if len(words) != 2 or not words[0].isdecimal() or words[1] not in SIDE_WORDS:
            raise self.fail("write 'month 2 axis' or 'month 2 allied'")
        self.state.month, self.state.active = int(words[0]), SIDE_WORDS.index(words[1])
        self.heads += 1

    def read_entry(self, head: str, words: list[str]) -> None:
        first, _, rest = head.partition(" ")
        if head in self.printed.board.number:
            self.place(words, self.printed.board.number[head])
        elif head in BOXES:
            self.place(words, BOXES[head])
        elif first in ("hand", "owner", "seen", "may") or head.startswith("supplied by "):
            self.read_about(first, rest.removeprefix("by "), words)
        elif head in SETS:
            setattr(self.state, head, self.units(words))
        elif head in HEX_SETS:
            setattr(self.state, head, self.hexes(words))
        elif head in PLAIN:
            setattr(self.state, head, self.number(" ".join(words)))
        elif head in LISTED:
            setattr(self.state, head, [self.number(word) for word in words])
        elif head == "phase":
            self.phase = words
        elif head == "frame":
            self.read_frame(words)
        else:
            self.read_hex_list(head, words)

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
            self.seen[self.unit(whom)] = self.number(words[0]), self.number(words[1])
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
            unit = self.unit(name)
            if self.named >> unit & 1:
                raise self.fail("{unit} stands in two places", unit=name)
            self.named |= 1 << unit
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

    def read_frame(self, words: list[str]) -> None:
        kind = self.kinds.get(words[0]) if words else None
        if kind is None:
            raise self.fail("'{name}' is no kind of frame", name=words[0] if words else "")
        values = [self.number(word) for word in words[1:]]
        if not values or not kind.fits(values[0], values[1:]):
            numbers = ", ".join((f"step (0 to {kind.last_step})", *kind.holds))
            raise self.fail("the numbers of a frame {name} are: {numbers}", name=kind.name, numbers=numbers)
        self.state.frames.append((kind.number, *values))

    def finish(self) -> Position:
        self.line += 1
        state = self.state
        if self.heads != 2:
            raise self.fail("the lines 'scenario 1940' and 'month 2 axis' come first, once each")
        if self.phase and state.frames:
            raise self.fail("give either a phase or frames")
        if not self.phase and not state.frames and not state.ending:
            raise self.fail("a line like 'phase: lay' is missing")
        if self.phase:
            state.frames = self.frames_of()
        state.rebuild()
        state.may_hold = [self.held.get(place, units) for place, units in enumerate(ignorant(state))]
        state.least_cv = list(self.printed.step)
        for unit, (most, least) in self.seen.items():
            state.most_cv[unit], state.least_cv[unit] = most, least
        return state

    def frames_of(self) -> list[Frame]:
        """The frames at a moment of a player turn, with so many real cards laid; or of a Buildup."""
        name, *cards = self.phase
        bottom: Frame = (GAME.number, GAME.last_step)
        if name == "buildup" and not cards:
            return [bottom, (MONTH.number, 0, 1)]
        if name not in TURN_STEPS or len(cards) > 1:
            raise self.fail("a phase is one of {phases}", phases=", ".join([*TURN_STEPS, "buildup"]))
        if cards:
            self.state.real_laid = self.number(cards[0])
        return [bottom, (MONTH.number, IN_TURNS - 1, 1), (PLAYER_TURN.number, TURN_STEPS[name])]

    def side(self, word: str) -> int:
        if word not in SIDE_WORDS:
            raise self.fail("'{word}' is neither axis nor allied", word=word)
        return SIDE_WORDS.index(word)

    def slot(self, name: str) -> int:
        box = name.removeprefix("box")
        if box != name and box.isdecimal() and int(box) < len(self.state.may_hold) - self.printed.board.size:
            return self.printed.board.size + int(box)
        if name not in self.printed.board.number:
            raise self.fail("there is no hex '{name}'", name=name)
        return self.printed.board.number[name]

    def unit(self, name: str) -> int:
        if name not in self.printed.unit_number:
            raise self.fail("there is no unit '{name}'", name=name)
        return self.printed.unit_number[name]

    def units(self, names: list[str]) -> int:
        mask = 0
        for name in names:
            mask |= 1 << self.unit(name)
        return mask

    def hexes(self, names: list[str]) -> int:
        mask = 0
        for name in names:
            if name not in self.printed.board.number:
                raise self.fail("there is no hex '{name}'", name=name)
            mask |= 1 << self.printed.board.number[name]
        return mask

    def number(self, word: str) -> int:
        try:
            return int(word, 0)
        except ValueError:
            raise self.fail("'{word}' is not a number", word=word) from None
