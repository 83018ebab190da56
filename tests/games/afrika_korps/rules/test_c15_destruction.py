"""15.5, ruling 63: right before any capture the owner is asked whether he destroys his supply."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.afrika_korps.rules.c05_movement_phase import route
from sandtable.games.afrika_korps.rules.c15_capture import is_capture
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.errors import Illegal
from sandtable.kernel.match import Match
from sandtable.kernel.seat import Seat
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
AXIS, ALLIES = 0, 1
rule = pytest.mark.rule


@dataclass(frozen=True)
class Threat:
    """A position, what is played in it (a number is a die) until supply is about to be taken, and the capture."""

    position: str
    play: str
    owner: int
    supply: str
    paragraph: str

    def table(self) -> Desert:
        """Asked before combat, the owner keeps what he has."""
        table = Desert(self.position).ask_owners()
        for word in self.play.split():
            if table.decision == "destroy-supply" and not is_capture(table.state.frames[-1]):
                table.play("done")
            if word.isdecimal():
                table.roll(word)
            else:
                table.play(word)
        return table


MOVING = """
    turn 2 axis
    phase: movement
    N10: 21/3
    N13: AlliedSupply1
    X6: AxisSupply1
    X66: Pol
    """
RETREATING = """
    turn 2 axis
    phase: combat
    N12: 21/104
    O12: AxisSupply1
    N13: 2/3
    N11: AlliedSupply1
    """
ESCORTED = """
    turn 2 axis
    phase: combat
    N12: 21/104 21/3
    N10: AxisSupply1
    N13: 7/3I AlliedSupply1
    X66: Pol
    """
FORTRESS = """
    turn 2 axis
    phase: combat
    H26: 21/5 21/104 AxisSupply1
    I27: 7/3I
    G25: AlliedSupply1
    X66: Pol
    """
ATTACK = "attack:7/3I with:21/104 done done battle:0"

THREATS = {
    "a move": Threat(MOVING, "unit:21/3 hex:N11 hex:N12", ALLIES, "AlliedSupply1", "15.2.1"),
    "a move into a fortress": Threat(
        """
        turn 2 axis
        phase: movement
        H25: 21/3
        G25: AlliedSupply1
        X66: Pol
        """,
        "unit:21/3 hex:G25", ALLIES, "AlliedSupply1", "15.2.1",
    ),
    "an automatic victory": Threat(
        """
        turn 2 axis
        phase: movement
        N12: 21/5
        N10: AxisSupply1
        N13: Pol AlliedSupply1
        X66: 22Gds
        """,
        "declare:Pol with:21/5 done", ALLIES, "AlliedSupply1", "15.3.1",
    ),
    "an Allied move on captured supply": Threat(
        """
        turn 2 allied
        phase: movement
        N11: 2/3
        N13: AxisSupply9*
        X6: Savona AxisSupply1
        """,
        "unit:2/3 hex:N12", AXIS, "AxisSupply9", "15.2.1",
    ),
    "a retreat of attackers, half way": Threat(
        RETREATING, "attack:2/3 with:21/104 done done battle:0 3 unit:21/104 hex:N11", ALLIES, "AlliedSupply1",
        "15.2.2",
    ),
    "a retreat of defenders, to its end": Threat(
        """
        turn 2 axis
        phase: combat
        N12: 21/5
        N10: AxisSupply1
        N13: 7/3I
        P16: AxisSupply2
        """,
        "attack:7/3I with:21/5 done supply:AxisSupply1 done battle:0 3 unit:7/3I hex:O14 hex:P15", AXIS,
        "AxisSupply2", "15.2.2",
    ),
    "an advance": Threat(
        """
        turn 3 axis
        phase: combat
        N21: 21/5 15/8
        N22: AxisSupply1
        N20: 7/3I
        M19: AlliedSupply1
        X66: Pol
        """,
        "attack:7/3I with:21/5 with:15/8 done done battle:0 1 unit:21/5", ALLIES, "AlliedSupply1", "15.2.2",
    ),
    "an attack on supply in a fortress": Threat(
        FORTRESS.replace("I27: 7/3I", ""),
        "capture:AlliedSupply1 with:21/5 done capture:AlliedSupply1", ALLIES, "AlliedSupply1", "15.2.3",
    ),
    "an attack on others beside the fortress": Threat(
        FORTRESS,
        "capture:AlliedSupply1 with:21/5 attack:7/3I with:21/5 with:21/104 done done battle:0 1", ALLIES,
        "AlliedSupply1", "15.2.3",
    ),
    "the end of its escort": Threat(
        ESCORTED.replace(" 21/3", ""), f"{ATTACK} 1", ALLIES, "AlliedSupply1", "15.3.2.1"
    ),
    "a unit assigned": Threat(
        ESCORTED, f"capture:AlliedSupply1 with:21/3 {ATTACK}", ALLIES, "AlliedSupply1", "15.3.2.2"
    ),
}  # fmt: skip


@rule("15.5a")
@pytest.mark.parametrize("name", THREATS)
def test_supply_destroyed_before_the_capture_is_not_captured(name: str) -> None:
    threat = THREATS[name]
    table = threat.table()
    assert (table.actor, table.decision) == (threat.owner, "destroy-supply")
    assert table.legal() == {f"destroy:{threat.supply}", "done"}
    assert table.happened("supply-captured") == []
    table.play(f"destroy:{threat.supply}")
    assert table.where(threat.supply) == "off"
    assert table.happened("supply-captured") == []
    assert [event.rule for event in table.happened("supply-destroyed")] == ["15.5"]
    assert table.marked("captured") == set()


@rule("15.5a")
@pytest.mark.parametrize("name", THREATS)
def test_supply_let_go_is_captured_at_once(name: str) -> None:
    threat = THREATS[name]
    table = threat.table().play("done")
    (capture,) = table.happened("supply-captured")
    assert capture.rule == threat.paragraph
    assert capture.arguments["side"] == 1 - threat.owner
    assert table.decision != "destroy-supply"


@rule("15.5a")
@pytest.mark.parametrize("name", THREATS)
def test_the_question_survives_as_text(name: str) -> None:
    table = THREATS[name].table()
    text = table.game.write_position(table.state)
    again = Desert(text).ask_owners()
    assert again.legal() == table.legal()
    assert again.game.key(again.state) == table.game.key(table.state)
    assert again.game.write_position(again.play("done").state) == table.game.write_position(
        table.play("done").state
    )


@rule("15.5a")
def test_the_owner_destroys_what_he_likes_and_the_rest_is_taken() -> None:
    table = Desert(MOVING.replace("N13: AlliedSupply1", "N13: AlliedSupply1 AlliedSupply2 AlliedSupply3"))
    table.ask_owners().play("unit:21/3", "hex:N11", "hex:N12")
    assert table.legal("destroy") == {"AlliedSupply1", "AlliedSupply2", "AlliedSupply3"}
    table.play("destroy:AlliedSupply2")
    assert table.legal("destroy") == {"AlliedSupply1", "AlliedSupply3"}
    table.play("done")
    assert len(table.happened("supply-captured")) == 2
    assert len(table.at("N13")) == 2


@rule("15.2.1f", "15.5a")
@pytest.mark.parametrize("answer", ["destroy:AlliedSupply1", "done"])
def test_the_mover_goes_on_without_cost_or_delay_whatever_the_owner_answers(answer: str) -> None:
    """Twelve movement points, twelve hexes, a question on the way; a unit at the end of its move just ends it."""
    table = Desert(MOVING).ask_owners().move("21/3", "N11", "N12", stop=False)
    table.play(answer)
    assert (table.actor, table.decision) == (AXIS, "move")
    assert table.spent("21/3") == (2, 0)
    for place in ["O13", "P14", "P15", "P16", "P17", "O17", "N17", "M17", "L17", "K17"]:
        table.play(f"hex:{place}")
    assert (table.where("21/3"), table.decision) == ("K17", "movement")
    spent = Desert(MOVING + "    spent: 21/3=10\n").ask_owners().play("unit:21/3", "hex:N11", "hex:N12", answer)
    assert spent.decision == "movement"


@rule("15.5a")
def test_only_the_supply_about_to_be_taken_is_asked_about() -> None:
    table = Desert(MOVING + "    J62: AlliedSupply2\n").ask_owners().play("unit:21/3", "hex:N11")
    assert table.decision == "move"
    table.play("hex:N12")
    assert table.refusal("destroy:AlliedSupply2") == "15.5"
    assert table.refusal("destroy:AxisSupply1") == "15.5"
    assert table.refusal("hex:N11") == "15.5"
    assert table.refusal("destroy:AlliedSupply1", side=AXIS) == "3.1"


@rule("15.2.2c", "15.5a")
def test_nobody_is_asked_about_supply_that_is_not_taken() -> None:
    """AxisSupply1 supports an attack: the unit that retreats past it cannot take it."""
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/5
        P15: AxisSupply1
        N13: 7/3I
        """).ask_owners()
    table.attack(["7/3I"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("unit:7/3I", "hex:O14", "hex:O15")
    assert table.decision != "destroy-supply"
    assert table.where("AxisSupply1") == "P15"


@rule("15.2.3c", "15.5a", "16.3a")
def test_when_the_supply_in_a_fortress_is_destroyed_there_is_no_advance() -> None:
    """Nothing is left to attack, so 16.3 does not apply; nor does the attacker come to know of it in time."""
    threat = THREATS["an attack on supply in a fortress"]
    table = threat.table()
    table.copy().play("done", "unit:21/5")
    table.play("destroy:AlliedSupply1")
    assert table.state.active == ALLIES
    assert table.at("G25") == set()


@rule("15.2.3c", "15.5a")
def test_one_supply_unit_in_the_fortress_destroyed_the_other_is_taken() -> None:
    text = FORTRESS.replace("G25: AlliedSupply1", "G25: AlliedSupply1 AlliedSupply2")
    table = Desert(text).ask_owners().play("done")
    for supply in ("AlliedSupply1", "AlliedSupply2"):
        table.play(f"capture:{supply}", "with:21/5")
    table.attack(["7/3I"], ["21/5", "21/104"]).play("done", "battle:0").roll(1)
    assert table.legal("destroy") == {"AlliedSupply1", "AlliedSupply2"}
    table.play("destroy:AlliedSupply1", "done")
    assert len(table.happened("supply-captured")) == 1
    assert table.legal("unit") == {"21/5", "21/104"}  # and both may advance


@rule("15.3.2.2a", "15.5a")
def test_a_unit_assigned_has_had_its_combat_although_the_supply_is_destroyed() -> None:
    table = THREATS["a unit assigned"].table()
    table.play("destroy:AlliedSupply1")
    assert table.state.captors == []
    assert "21/3" in table.marked("fought")


@rule("15.2.2b", "15.5a")
def test_a_retreating_unit_takes_nothing_along_that_was_destroyed() -> None:
    table = THREATS["a retreat of attackers, half way"].table()
    table.copy().play("done", "done", "hex:N10")  # taken, not taken along
    table.play("destroy:AlliedSupply1")
    assert table.decision == "retreat-step"
    table.play("hex:N10")
    assert table.where("21/104") == "N10"


@rule("15.2.1g", "15.5a")
def test_whoever_counts_on_supply_he_has_not_taken_runs_a_risk() -> None:
    """Pol and 2/3 would attack 21/5 with the supply Pol takes on its way; it is destroyed, and both are lost."""
    table = Desert("""
        turn 2 allied
        phase: movement
        N13: AxisSupply1
        M14: 21/5
        N15: 2/3
        L12: Pol
        X66: 22Gds
        """).ask_owners()
    table.play("unit:Pol", "hex:M13")
    fed = table.copy().play("done", "done")
    assert fed.happened("died-before-combat") == []
    table.play("destroy:AxisSupply1", "done")
    assert table.where("Pol") == "dead"


@rule("15.5a")
def test_both_sides_destroy_captured_supply_between_battles() -> None:
    """Even right after a combat: the attacker while he chooses his next battle, the other side when asked."""
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/104 21/5
        X8: AxisSupply8*
        N10: AxisSupply1
        N13: 7/3I 7A/1 AlliedSupply9*
        """)
    table.play("done").attack(["7/3I"], ["21/104"]).attack(["7A/1"], ["21/5"]).play("done", "battle:0").roll(1)
    assert (table.actor, table.legal("destroy")) == (ALLIES, {"AlliedSupply9"})
    table.play("destroy:AlliedSupply9")
    assert (table.actor, table.decision) == (AXIS, "choose-battle")
    table.play("destroy:AxisSupply8")
    assert table.marked("captured") == set()


# Around the table


def match_of(position: str) -> Match:
    return Match.start(sandtable.game(GAME), position=position, chance=FixedChance([]))


def way(match: Match, unit: str, place: str) -> list[str]:
    """The run of choices the game proposes."""
    printed = match.state.printed
    choices = route(match.state, printed.unit_number[unit], printed.board.number[place])
    return [match.game.write(match.state, choice) for choice in choices]


def test_a_run_that_crosses_a_capture_stops_for_the_owner_and_the_route_leads_on_afterwards() -> None:
    match = match_of(MOVING)
    run = way(match, "21/3", "N16")
    played = match.play(AXIS, run)
    assert 1 < len(played) < len(run)
    assert match.actor() == ALLIES
    match.play(ALLIES, ["done"])
    rest = way(match, "21/3", "N16")
    assert rest == run[len(played) :]
    match.play(AXIS, rest)
    assert match.state.place[match.state.printed.unit_number["21/3"]] == match.state.printed.board.number["N16"]


def test_the_mover_takes_his_step_back_until_the_owner_has_answered() -> None:
    match = match_of(MOVING)
    match.play(AXIS, ["unit:21/3", "hex:N11", "hex:N12"])
    match.undo(AXIS)
    assert match.actor() == AXIS
    match.play(AXIS, ["hex:N12"])
    match.play(ALLIES, ["destroy:AlliedSupply1"])
    assert match.undo_target(AXIS) is None
    with pytest.raises(Illegal, match="undo stops"):
        match.undo(AXIS)


@pytest.mark.parametrize(("name", "phase"), [("a move", "movement"), ("the end of its escort", "combat")])
def test_the_heading_names_the_phase_in_which_the_owner_is_asked(name: str, phase: str) -> None:
    table = THREATS[name].table()
    game: Any = table.game
    heading = game.scene(game.view(table.state, ALLIES), ALLIES, table.state.printed).heading
    assert heading.endswith(phase)


def test_the_recruit_destroys_what_would_be_taken_and_nothing_else() -> None:
    table = THREATS["a move"].table()
    recruit = table.game.players["recruit"](Random(1))
    before_combat = Desert(ESCORTED)
    for asked, answer in ((table, "destroy:AlliedSupply1"), (before_combat, "done")):
        assert asked.decision == "destroy-supply"
        seat = Seat(asked.game, asked.state, ALLIES)
        assert seat.write(recruit.choose(seat)) == answer
