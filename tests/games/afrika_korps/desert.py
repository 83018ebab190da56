"""Short cuts for Afrika Korps tests: where counters are, and whole runs of choices."""

from __future__ import annotations

from typing import Self

from sandtable.games.afrika_korps.rules.c15_capture import is_capture
from sandtable.games.afrika_korps.state import DEAD, INSIDE, OFF, SEA
from sandtable.kernel.flow import CHANCE
from tests.tabletop import Tabletop

GAME = "afrika-korps"
PLACES = {OFF: "off", SEA: "sea", DEAD: "dead", INSIDE: "inside"}


class Desert(Tabletop):
    """Afrika Korps from a position text (see sandtable.games.afrika_korps.notation.position) or from the set-up.

    Whoever is asked about supply that is about to be taken (15.5) lets it be taken, so that the tests of other
    rules read on; after `ask_owners` a test answers for him.
    """

    owners_answer = False

    def __init__(self, position: str = "", **options: str) -> None:
        super().__init__(GAME, position, "", **options)

    def ask_owners(self) -> Self:
        self.owners_answer = True
        return self

    def play(self, *texts: str) -> Self:
        for text in texts:
            super().play(text)
            self.let_supply_be_taken()
        return self

    def roll(self, *outcomes: int | str) -> Self:
        for outcome in outcomes:
            super().roll(outcome)
            self.let_supply_be_taken()
        return self

    def let_supply_be_taken(self) -> None:
        """15.5: the question before a capture has its supply units among its numbers; that before combat, none."""
        while not self.owners_answer and self.decision == "destroy-supply" and is_capture(self.state.frames[-1]):
            super().play("done")

    def copy(self) -> Self:
        twin = super().copy()
        twin.owners_answer = self.owners_answer
        return twin

    def where(self, unit: str) -> str:
        """The hex a counter stands on, or off, sea, dead, inside."""
        place = self.state.place[self.state.printed.unit_number[unit]]
        return PLACES[place] if place < 0 else self.state.printed.board.names[place]

    def at(self, hex_name: str) -> set[str]:
        """The counters in a hex."""
        printed = self.state.printed
        stack = self.state.stacks.get(printed.board.number[hex_name], 0)
        return {unit.id for unit in printed.units if stack >> unit.number & 1}

    def spent(self, unit: str) -> tuple[int, int]:
        """What a counter has used this turn: its own movement points, and hexes of road bonus."""
        number = self.state.printed.unit_number[unit]
        return self.state.spent[number], self.state.road_spent[number]

    def marked(self, field: str) -> set[str]:
        """The counters in one of the position's sets: used, captured, frozen, ..."""
        bits = getattr(self.state, field)
        return {unit.id for unit in self.state.printed.units if bits >> unit.number & 1}

    def move(self, unit: str, *hexes: str, stop: bool = True) -> Desert:
        """Select a unit and step it along; stop it at the end unless its move ended by itself."""
        self.play(f"unit:{unit}", *(f"hex:{name}" for name in hexes))
        if stop and self.decision == "move":
            self.play("stop")
        return self

    def end_turn(self, die: int = 1) -> Desert:
        """Do nothing more until the other side's turn begins or the game ends; convoys roll this die."""
        active = self.state.active
        while self.state.frames and self.state.active == active:
            if self.actor == CHANCE:
                self.roll(die)
            else:
                self.play("done" if self.allows("done") else "decline")
        return self

    def attack(self, defenders: list[str], attackers: list[str], supply: str = "") -> Desert:
        """Declare one battle; name the supply if the table asks for it."""
        self.play(f"attack:{defenders[0]}", *(f"target:{unit}" for unit in defenders[1:]))
        self.play(*(f"with:{unit}" for unit in attackers), "done")
        if supply and self.decision == "support":
            self.play(f"supply:{supply}")
        return self
