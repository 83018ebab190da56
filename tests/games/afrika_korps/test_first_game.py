"""A first game that is lost on turn 3: each step that leads there says so before it is taken."""

from __future__ import annotations

from random import Random

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.match import Match
from sandtable.kernel.scene import Button, board_of
from sandtable.table.questions import previewed
from sandtable.table.updates import scene_of, update_for

AXIS, ALLIES = 0, 1
BENGASI_TAKEN = """
turn 1 axis
phase: movement
H2: 21/5 21/104 21/3
I3: Ariete
J62: Pol AlliedSupply1
"""
"""Everybody has gone to Benghazi, the only supply was spent, and nobody holds the base."""
ARMY = {"21/5", "21/104", "21/3", "Ariete"}


def ending(match: Match, side: int, choice: str = "done") -> Button:
    scene = scene_of(match, board_of(AFRIKA_KORPS, match.state.printed), side)
    return next(button for button in scene.buttons if button.choice == choice)


def costs(match: Match, side: int) -> dict[str, str]:
    """By rule what is said before movement ends; the duties and the preview say the same."""
    board = board_of(AFRIKA_KORPS, match.state.printed)
    caution = ending(match, side).caution
    found = caution.warnings if caution else ()
    assert set(found) <= set(scene_of(match, board, side).duties)
    assert previewed(match, board, side, ["done"]).costs == found
    return {one.rule: one.text for one in found}


def until_axis_movement(match: Match) -> None:
    """Everything else is passed over."""
    while match.actor() >= 0:
        decision = AFRIKA_KORPS.kind_names[match.state.frames[-1][0]]
        if (decision, match.actor()) == ("movement", AXIS):
            return
        legal = [AFRIKA_KORPS.write(match.state, choice) for choice in AFRIKA_KORPS.legal(match.state)]
        match.play(match.actor(), ["done" if "done" in legal else "decline"])


def told(match: Match) -> list[str]:
    board = board_of(AFRIKA_KORPS, match.state.printed)
    return [line.text for line in update_for(match, board, AXIS).log]


def test_no_step_towards_defeat_goes_without_a_warning() -> None:
    match = Match.start(AFRIKA_KORPS, position=BENGASI_TAKEN, chance=RandomChance(Random(1)))
    first = costs(match, AXIS)
    assert first["12.3.1"] == "You hold no port: the convoy of your next turn would be lost"
    match.play(AXIS, ["done"])
    until_axis_movement(match)
    assert "The convoy of this turn is lost: no port was held when the turn began" in told(match)
    second = costs(match, AXIS)
    assert (
        second["24.5"]
        == "No supply of yours is on the map: a second turn without any costs you your army and the game"
    )
    match.play(AXIS, ["done"])
    until_axis_movement(match)
    third = ending(match, AXIS).caution
    assert third is not None
    lost = {piece for one in third.warnings for piece in one.pieces}
    assert lost == ARMY
    assert third.warnings[0].text.startswith("You lose the game: ")
    assert "24.5" in costs(match, AXIS)
    match.play(AXIS, ["done"])
    assert match.result is not None
    assert match.result.winner == ALLIES
