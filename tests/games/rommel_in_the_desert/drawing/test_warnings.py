"""What a player is told before a choice is made, from what that player knows."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.scene import Button, scene_for
from tests.games.rommel_in_the_desert.drawing.test_panels import AXIS, BOARD, QUIET
from tests.games.rommel_in_the_desert.sands import Sands, position

SIEGE = "Tobruk: 21/5 Pol\nEl-Agheila: Bologna\nAlexandria: 22Gd"


def buttons(state: Position) -> dict[str, Button]:
    return {button.choice: button for button in scene_for(ROMMEL, BOARD, state, AXIS).buttons}


def rules(button: Button) -> list[str]:
    return [warning.rule for warning in button.caution.warnings] if button.caution else []


def test_the_last_real_card_is_announced() -> None:
    offered = buttons(Sands(position(QUIET, "lay", more="hand axis: 2 real 2 dummy")).state)
    assert {choice: rules(button) for choice, button in offered.items()} == {
        "real:1": [],
        "real:2": ["4.0"],
        "pass": [],
    }


def test_passing_before_a_fortress_announces_that_it_must_be_left() -> None:
    offered = buttons(Sands(position(SIEGE, "lay", more="hand axis: 2 real 2 dummy")).state)
    assert rules(offered["pass"]) == ["13.2", "11.3"], (
        "nothing else can be done: they are routed, and a unit disrupted"
    )
