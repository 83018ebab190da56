"""19: the demonstration game of 1940, played move by move with the dice it tells of.

The rulebook draws the units without naming them: here they are units of the scenario with the classes, speeds and
CVs that its text speaks of. Every part plays on to its end; `played_to` stops before one of them.
"""

from __future__ import annotations

from typing import Self

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from tests.games.rommel_in_the_desert.sands import Sands

AXIS_SET_UP = {
    "Bardia": "Bologna",
    "Ft-Capuzzo": "Brescia Pavia Savona Sabratha",
    "Sidi-Omar": "Trento Pistoia Young-Fascists",
}
ALLIED_SET_UP = {"Sollum": "7/7", "Buq-Buq": "7/4 7/SG", "Sofafi": "11H"}
"""7/7 is the unit with mechanized speed, 7/4 the armor, 7/SG the mechanized infantry."""


class Demonstration(Sands):
    """The game of section 19."""

    def __init__(self) -> None:
        self.game, self.events = THE_GAME, []
        self.state = self.game.start("1940")

    def set_up(self) -> Self:
        self.roll(*["real"] * 5, "dummy", "real", "real", "dummy").play("keep", "keep")
        for places in (AXIS_SET_UP, ALLIED_SET_UP):
            for place, units in places.items():
                for unit in units.split():
                    self.play(f"unit:{unit}", f"hex:{place}")
        return self

    # Month 1

    def axis_1(self) -> Self:
        self.axis_1_moves()
        self.play("done", "done", "refuse:Sollum", "done")
        return self.go("Buq-Buq", "Sidi-Barrani").play("stop")

    def axis_1_moves(self) -> Self:
        self.play("real:1", "dummies:0").regroup("Ft-Capuzzo", "Sollum")
        for unit in ("Bologna", "Savona", "Pistoia"):
            self.move(unit, "Sollum")
        return self

    def allied_1(self) -> Self:
        return self.play("pass", "done")

    def axis_2(self) -> Self:
        self.axis_2_moves()
        self.play("done", "done", "done", "done")
        self.shoot("7/4", "5 6").shoot("7/SG", "5 5 5").play("hit:Brescia", "hit:Brescia")
        return self.shoot("Pavia", "6 5 5").shoot("Brescia", "5 5")

    def axis_2_moves(self) -> Self:
        self.play("real:1", "dummies:0", "group:Ft-Capuzzo")
        for unit in ("Brescia", "Pavia"):
            self.move(unit, "Sollum", "Buq-Buq")
        return self.move("Sabratha", "Sidi-Omar")

    def allied_2(self) -> Self:
        self.play("pass").regroup("Buq-Buq", "93")
        self.play("unit:11H").go("Sidi-Barrani", "93").play("retreat:Buq-Buq", "done", "unit:7/4")
        return self.go("Sidi-Barrani", "93").go("Sidi-Barrani", "93").play("done")

    def axis_3(self) -> Self:
        self.axis_3_moves()
        self.play("march:Young-Fascists", "hex:Sofafi", "done").roll(4)
        return self.play("refuse:Sidi-Barrani", "done").go("93", "Mersa-Matruh").play("stop")

    def axis_3_moves(self) -> Self:
        self.play("real:2", "dummies:0", "group:Sollum", "group:Sidi-Omar")
        for unit in ("Bologna", "Savona"):
            self.move(unit, "Buq-Buq", "Sidi-Barrani")
        self.move("Trento", "115", "Sofafi", verb="second")
        self.move("Young-Fascists", "Ft-Maddalena", "Bir-Habata", verb="second")
        self.move("Sabratha", "Ft-Maddalena", "Bir-Habata", verb="second")
        return self.move("Pistoia", "Sidi-Omar").play("done")

    def allied_3(self) -> Self:
        return self.play("pass", "done")

    def axis_4(self) -> Self:
        return self.play("pass", "done")

    # Month 2

    def point_dice(self) -> Self:
        return self.roll(5, 4)

    def allied_buildup(self) -> Self:
        for unit in ("4IN/5", "4IN/11"):
            self.play(f"redeploy:{unit}", "hex:Mersa-Matruh")
        self.play("redeploy:7/SG", "hex:Alexandria", "rebuild:7/SG", "redeploy:7/SG", "hex:Mersa-Matruh")
        return self.play("done", "done", "extra:0", "throw:0").roll("real", "real", "real")

    def axis_buildup(self) -> Self:
        self.roll("3 3").axis_journey()
        return self.play("done", "done", "extra:0", "throw:0").roll("real", "real")

    def axis_journey(self) -> Self:
        self.play("redeploy:Brescia", "hex:Bardia", "redeploy:Brescia", "ship:El-Agheila")
        self.play("rebuild:Brescia", "rebuild:Brescia", "redeploy:Brescia", "ship:Tobruk")
        return self.play("redeploy:Brescia", "hex:Sollum", "redeploy:Brescia", "hex:Sofafi")

    def initiative(self) -> Self:
        return self.play("card:dummy", "none")


PARTS = (
    *("set_up", "axis_1", "allied_1", "axis_2", "allied_2", "axis_3", "allied_3", "axis_4"),
    *("point_dice", "allied_buildup", "axis_buildup", "initiative"),
)


def played_to(part: str) -> Demonstration:
    """The game before one of its parts."""
    game = Demonstration()
    for name in PARTS[: PARTS.index(part)]:
        getattr(game, name)()
    return game


def played() -> Demonstration:
    """The whole game."""
    return played_to(PARTS[-1]).initiative()
