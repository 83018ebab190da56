"""A Buildup between the two months of Gazala, in which nothing arrives: the dice are rolled, one side spends."""

from __future__ import annotations

from typing import Self

from tests.games.rommel_in_the_desert.sands import Sands, position

AXIS_FIRST, ALLIES_FIRST = ("1 1", "6 6"), ("6 6", "1 1")
"""The dice of the Axis and of the Allies: fourteen points for each."""
POINTS = 14


class Buildup(Sands):
    """Units by hex as in `position`; `more` lines of position text; `dice` as far as they are rolled."""

    def __init__(
        self,
        places: str,
        more: str = "",
        dice: tuple[str, ...] = AXIS_FIRST,
        attacker: str = "axis",
        scenario: str = "gazala",
        month: int = 14,
    ) -> None:
        text = position(places, "buildup", "axis", attacker, more)
        super().__init__(text.replace("scenario 1942\nmonth 16", f"scenario {scenario}\nmonth {month}"))
        self.roll(*dice)

    def redeploy(self, unit: str, *choices: str) -> Self:
        """Redeploy a unit once for each of these: `hex:Derna`, `ship:Tobruk`."""
        for choice in choices:
            self.play(f"redeploy:{unit}", choice)
        return self

    def finish(self, extra: int = 0, thrown: int = 0, card: str = "real") -> Self:
        """The side that builds spends nothing more, and draws."""
        for verb in ("done", "done", f"extra:{extra}", f"throw:{thrown}"):
            self.play(verb)
        return self.draw(card)

    def draw(self, card: str = "real") -> Self:
        while self.decision == "draw":
            self.roll(card)
        return self

    def points(self, side: int) -> int:
        return self.state.points[side]
