"""Positions as text: any moment of the game, short enough to write by hand.

    scenario 1940
    month 2 axis
    phase: movement 2
    Bardia: Trento
    Sollum: 7/4=2 11H-
    hand axis: 3 real 1 dummy
    attacked by axis: Sollum

A unit stands in the line of its hex, or of a box (dead, refit, beside-base, exited); `=2` is its CV if it is not
at full strength, a minus says that it is disrupted. Units that are not named are out of play, or still to come.
`phase` puts the game at a moment of a player turn (start, lay, movement, retreats, refusals, combat, final) and
says how many real cards are laid, or in the middle of its movement (moving), or at a `buildup`; `frame` lines, one
for each frame from the bottom up, name any other moment. A side knows of the other's units only that there are
blocks, unless lines say more: `may hold Sollum` of those that stand there, `may hold Sollum-` of those that lie
there disrupted, `most_cv` and `least_cv` of their strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.rommel_in_the_desert.printed.data import FORTRESSES, SIDE_WORDS, Printed
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import (
    GAME,
    MONTH,
    PLAYER_TURN,
    choose_option,
    fight,
    move,
    next_turn,
    refuse,
    retreat,
)
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import MOVEMENT
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import final_check
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    EXITED,
    MOST_REAL,
    OUT,
    Position,
    is_lying,
    new_position,
    slot,
)
from sandtable.kernel.bits import mask_of
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.positions import PositionText
from sandtable.kernel.state import Frame

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
LYING = "-"
UNSAID = -1
"""What a slot may hold if a text says nothing about it."""


class RommelText(PositionText[Position]):
    """Lines of the game's own: scenario and month, the strength of units, hands, owners of fortresses, phases."""

    phase = ""
    heads: tuple[str, ...] = ()

    def assumed(self, like: Position | None) -> Position:
        silent = _silent(self.printed, like.scenario if like else 0)
        if like:
            silent.may_hold = unless_said(like, like.may_hold)
        return silent

    def headings(self, state: Position) -> Iterator[str]:
        yield f"scenario {self.nouns['scenario'][state.scenario]}"
        yield f"month {state.month} {SIDE_WORDS[state.active]}"

    def read_heading(self, words: list[str]) -> bool:
        if words[0] == "scenario":
            self._read_scenario(words[1:])
        elif words[0] == "month":
            self._read_month(words[1:])
        elif not self.heads:
            raise self.fail("the line 'scenario 1940' comes first")
        else:
            return False
        self.heads = (*self.heads, words[0])
        return True

    def _read_scenario(self, words: list[str]) -> None:
        known = self.printed.scenario_number
        if len(words) != 1 or words[0] not in known:
            raise self.fail("write 'scenario' and one of {known}", known=", ".join(known))
        self.state = _silent(self.printed, known[words[0]])

    def _read_month(self, words: list[str]) -> None:
        month = whole_number(words[0]) if len(words) == 2 else None
        if month is None or month < 0 or words[1] not in SIDE_WORDS:
            raise self.fail("write 'month 2 axis' or 'month 2 allied'")
        self.state.month, self.state.active = month, SIDE_WORDS.index(words[1])

    # 2.3, 11.0: blocks

    def piece_word(self, state: Position, piece: int) -> str:
        cv, full = state.cv[piece], state.printed.max_cv[piece]
        strength = f"={cv}" if cv != full and state.place[piece] != DEAD else ""
        return super().piece_word(state, piece) + strength + LYING * is_lying(state, piece)

    def read_piece(self, word: str, place: int) -> None:
        name, _, cv = word.removesuffix(LYING).partition("=")
        unit = self.put(name, place)
        self.state.disrupted |= word.endswith(LYING) << unit
        if cv:
            self.state.cv[unit] = self._strength(unit, cv)
        if place == DEAD:
            self.state.cv[unit] = 0

    def _strength(self, unit: int, word: str) -> int:
        cv, most, step = self.number(word), self.printed.max_cv[unit], self.printed.step[unit]
        if not step <= cv <= most or cv % step:
            raise self.fail("{cv} cannot be the CV of {unit}", cv=cv, unit=self.nouns["unit"][unit])
        return cv

    # Hands, owners, phases

    def own_lines(self, state: Position) -> Iterator[str]:
        for side, word in enumerate(SIDE_WORDS):
            yield f"hand {word}: {state.real[side]} real {state.dummies[side]} dummy"
        for name, *sides in zip(FORTRESSES, state.owner, state.month_owner, strict=True):
            yield f"owner {name}: {' '.join(SIDE_WORDS[side] for side in sides)}"

    def read_own(self, head: str, words: list[str]) -> bool:
        what, _, whose = head.partition(" ")
        readers = {"hand": self._read_hand, "owner": self._read_owner, "phase": self._read_phase}
        if what not in readers:
            return False
        readers[what](whose, words)
        return True

    def _read_hand(self, whose: str, words: list[str]) -> None:
        if len(words) != 4 or words[1::2] != ["real", "dummy"]:
            raise self.fail("write 'hand axis: 3 real 1 dummy'")
        side = self.nouns.number("side", whose)
        self.state.real[side], self.state.dummies[side] = self.number(words[0]), self.number(words[2])

    def _read_owner(self, whose: str, words: list[str]) -> None:
        fortress, sides = self.nouns.number("fortress", whose), [self.nouns.number("side", word) for word in words]
        if not 1 <= len(sides) <= 2:
            raise self.fail("write 'owner Tobruk: axis', or add the owner when the month began")
        self.state.owner[fortress], self.state.month_owner[fortress] = sides[0], sides[-1]

    def _read_phase(self, _: str, words: list[str]) -> None:
        phases = (*TURN_STEPS, MOVING, BUILDUP)
        if not words or words[0] not in phases or len(words) > (1 if words[0] == BUILDUP else 2):
            raise self.fail("a phase is one of {phases}", phases=", ".join(phases))
        self.phase = words[0]
        if len(words) == 2:
            laid = self.state.real_laid = self.number(words[1])
            if not 0 <= laid <= MOST_REAL:
                raise self.fail("real_laid cannot be {value}", value=laid)

    # What is not said

    def finish(self) -> None:
        state = self.state
        if self.heads != ("scenario", "month"):
            raise self.fail("the lines 'scenario 1940' and 'month 2 axis' come first, once each")
        if self.is_at_phase(self.phase, "phase: lay", over=bool(state.ending)):
            state.frames = self._frames()
        silent = unless_said(state, state.may_hold)
        pairs = zip(state.may_hold, silent, strict=True)
        state.may_hold = [unsaid if said == UNSAID else said for said, unsaid in pairs]

    def _frames(self) -> list[Frame]:
        """The frames at a moment of a player turn, or of a Buildup."""
        bottom = GAME.frame(step=GAME.last_step)
        if self.phase == BUILDUP:
            return [bottom, MONTH.frame(1)]
        step = TURN_STEPS["retreats" if self.phase == MOVING else self.phase]
        turns = MONTH.frame(1, step=MONTH.steps.index(next_turn))
        moving = [MOVEMENT.frame()] if self.phase == MOVING else []
        return [bottom, turns, PLAYER_TURN.frame(step=step), *moving]


def _silent(printed: Printed, scenario: int) -> Position:
    """What a text that says nothing means: any CV is possible, and mines may be anywhere."""
    state = new_position(printed, scenario)
    state.unwatched = [printed.board.all] * 2
    state.least_cv = list(printed.step)
    state.may_hold = [UNSAID] * len(state.may_hold)
    return state


def unless_said(state: Position, said: Sequence[int]) -> list[int]:
    """By slot what a text means that does not say it: any unit may be where a block is; but what is said of those
    that stand in a hex is meant of those that lie there too."""
    silent, lying = ignorant(state), slot(state, 0, 1)
    for place in range(state.printed.board.size):
        if silent[lying + place] and said[place] not in (UNSAID, silent[place]):
            silent[lying + place] = said[place]
    return silent


def ignorant(state: Position) -> list[int]:
    """What a side knows of the other if it has seen nothing but blocks: each may be any unit of the other's that
    is not eliminated, gone, or out of play."""
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
