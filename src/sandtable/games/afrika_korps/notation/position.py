"""Positions as text: any moment of the game, short enough to write by hand.

    turn 5 axis
    phase: movement
    W6: 21/5 21/104 Rommel AxisSupply1
    G25: 9A/20 AlliedSupply1
    eliminated: 2/3
    inside Sub1: 4I/5
    spent: 21/5=4
    declared: 21/5 21/104 > 9A/20 supply AxisSupply1

Counters that are not named are off the map; a star marks captured supply (`AxisSupply4*`). `phase` puts the game
at the start, arrivals, movement, combat or end of a player turn; `frame` lines, one for each frame from the bottom
up and after the battles they speak of, name any other moment. A game that is over has neither, but a `winner` and
an `ending`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.printed.data import AXIS, SIDE_WORDS
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
from sandtable.games.afrika_korps.state import INSIDE, STANDINGS, Position
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.positions import PositionText
from sandtable.kernel.state import Frame

CAPTURED = "*"
PHASES = {
    "start": 0,
    "arrivals": PLAYER_TURN.index(gain_replacements),
    "movement": PLAYER_TURN.index(move),
    "combat": PLAYER_TURN.index(offer_substitution),
    "end": PLAYER_TURN.index(fight) + 1,
}


class DesertText(PositionText[Position]):
    """Lines of the game's own: the turn, captured supply, units inside substitutes, battles, the phase."""

    phase = ""
    has_turn = False

    # The turn and the phase

    def headings(self, state: Position) -> Iterator[str]:
        yield f"turn {state.turn} {SIDE_WORDS[state.active]}"

    def read_heading(self, words: list[str]) -> bool:
        if words[0] != "turn":
            return False
        turn = whole_number(words[1]) if len(words) == 3 else None
        if turn is None or words[2] not in SIDE_WORDS:
            raise self.fail("write 'turn 5 axis' or 'turn 5 allied'")
        if not 1 <= turn <= self.printed.turns:
            raise self.fail("there are {turns} turns", turns=self.printed.turns)
        self.state.turn, self.state.active = turn, SIDE_WORDS.index(words[2])
        self.has_turn = True
        return True

    def finish(self) -> None:
        if not self.has_turn:
            raise self.fail("the line 'turn 5 axis' is missing")
        if self.is_at_phase(self.phase, "phase: movement", over=self.state.winner >= 0):
            self.state.frames = _frames_of(self.phase, self.state.active)

    # Counters

    def read_piece(self, word: str, place: int) -> None:
        unit = self.put(word.removesuffix(CAPTURED), place)
        if word.endswith(CAPTURED):
            if not self.printed.supply >> unit & 1:
                raise self.fail("only supply can be captured supply, not {unit}", unit=word.removesuffix(CAPTURED))
            self.state.captured |= 1 << unit

    # Battles, phases, and units inside a substitute

    def own_lines(self, state: Position) -> Iterator[str]:
        fields = (state.standing, state.attackers, state.defenders, state.supports, state.blockers)
        for standing, attackers, defenders, supports, blockers in zip(*fields, strict=True):
            words = [*self._units(attackers), ">", *self._units(defenders)]
            words += ["supply", *self._units(supports)] if supports else []
            words += ["block", *self._units(blockers)] if blockers else []
            yield f"{STANDINGS[standing]}: {' '.join(words)}"

    def _units(self, units: int) -> list[str]:
        return self.nouns.of("unit", units)

    def read_own(self, head: str, words: list[str]) -> bool:
        if head in STANDINGS:
            self._read_battle(STANDINGS.index(head), words)
        elif head == "phase":
            self._read_phase(words)
        else:
            if head.startswith("inside "):
                self._read_inside(head.removeprefix("inside "), words)
            return False
        return True

    def _read_battle(self, standing: int, words: list[str]) -> None:
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
        state.standing.append(standing)
        lists = {"": state.attackers, ">": state.defenders, "supply": state.supports, "block": state.blockers}
        for key, units in lists.items():
            units.append(self.nouns.set_of("unit", groups.get(key, [])))

    def _read_phase(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in PHASES:
            raise self.fail("a phase is one of {phases}", phases=", ".join(PHASES))
        self.phase = words[0]

    def _read_inside(self, substitute: str, words: list[str]) -> None:
        """The kernel notes which units are inside; here they get their place."""
        if substitute not in self.nouns["substitute"]:
            raise self.fail("write 'inside Sub1: units'")
        for word in words:
            self.read_piece(word, INSIDE)


def _frames_of(phase: str, side: int) -> list[Frame]:
    """The frames at the beginning of a phase of a player turn."""
    turn = AXIS_TURN if side == AXIS else ALLIED_TURN
    return [GAME_TURN.frame(step=side + 1), turn.frame(step=PHASES[phase])]
