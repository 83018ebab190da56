"""9.2, 10.5, 16.5, 18.0: one button for fire, for steps that are empty, and for the rest of a deployment."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.choices import Choice
from sandtable.kernel.foresight import costs
from sandtable.kernel.journal import ChanceRecord, ChoiceRecord
from sandtable.kernel.match import Match
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position


def offered(state: Position) -> dict[str, list[str]]:
    """The shortcuts by their words, as texts."""
    return {str(words): [ROMMEL.write(state, choice) for choice in run] for words, run in ROMMEL.shortcuts(state)}


def total(state: Position) -> list[Choice]:
    return next(list(run) for words, run in ROMMEL.shortcuts(state) if str(words).startswith("Take all the hits"))


def battle(units: str) -> Match:
    """The battle of Bir Harmat, the Allies about to fire; the Axis has chosen it."""
    match = Match.start(ROMMEL, position=position(f"Bir-Harmat: {units}"))
    match.play(0, ["fight:Bir-Harmat", "done"])
    return match


def choices(match: Match, start: int = 0) -> list[str]:
    return [record.text for record in match.records[start:] if isinstance(record, ChoiceRecord)]


# 9.2 Fire


def test_one_press_fires_all_that_may_fire_the_guns_first() -> None:
    match = battle("Trento Brescia Pavia 22Gd 25-pdr-A 7/SG")
    run = offered(match.state)["Fire all"]
    assert run == ["fire:25-pdr-A", "fire:22Gd", "fire:7/SG"]
    match.play(1, run)
    assert choices(match)[2:] == run
    assert sum(isinstance(record, ChanceRecord) for record in match.records) == 3, "three rolls, on the record"
    assert match.actor() == 0


def test_a_unit_with_a_choice_of_class_fires_at_the_one_it_hits_most_easily() -> None:
    """No armor is there, so 7/7 may fire at infantry (5 and 6) or antitank (6)."""
    match = battle("Trento Italian-antitank 22Gd 7/7")
    run = offered(match.state)["Fire all, each at the class it hits most easily"]
    assert run == ["fire:22Gd", "fire:7/7", "at:infantry"]
    match.play(1, run)
    assert choices(match)[2:] == run


def test_hits_enough_for_every_unit_of_the_class_are_taken_in_one_press() -> None:
    """9.5: who takes which is no question when all of them are lost; it is one when somebody may live."""
    words, seen = "Take all the hits: there are enough for everyone", set[bool]()
    for _ in range(60):
        match = battle("Trento=2 Brescia=2 22Gd 7/SG 4IN/5 4IN/11")
        match.play(1, offered(match.state)["Fire all"])
        decides, hits = match.game.kind_names[match.state.frames[-1][0]], sum(match.state.hits)
        if decides == "take-hit":
            run = offered(match.state).get(words, [])
            assert len(run) in (0, 4) or hits > 4
            seen.add(bool(run))
            if run:
                told = [str(why.sentence) for why in costs(ROMMEL, match.state, total(match.state))]
                assert not any("Trento, Trento" in one for one in told), "each is named once"
                match.play(0, run)
                dead = {match.state.printed.unit_number[name] for name in ("Trento", "Brescia")}
                assert all(match.state.place[unit] < 0 for unit in dead)
    assert seen == {True, False}


def test_what_the_dice_have_made_illegal_ends_the_run_and_nothing_is_refused() -> None:
    """The enemy may be dead before all have fired."""
    for _ in range(40):
        match = battle("Trento=1 22Gd 2/SG 7/SG")
        run = offered(match.state)["Fire all"]
        match.play(1, run)
        played = choices(match)[2:]
        assert played == run[: len(played)]
        if len(played) < len(run):
            return
    raise AssertionError("nobody dies early")


def test_a_single_unit_needs_no_such_button() -> None:
    assert offered(battle("Trento 22Gd").state) == {}


def test_one_press_fires_in_pursuit_and_goes_on() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat")
    table = Sands(position("Bir-Harmat: Trento 22Gd 7/4 2/SG", "movement 1", attacker="allied", more=more))
    table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:Trento")
    assert table.decision == "pursue"
    ((words, run),) = offered(table.state).items()
    assert words == "Fire with all 3, and go on"
    assert set(run[:-1]) == {"fire:22Gd", "fire:7/4", "fire:2/SG"}
    assert run[-1] == "done"


# 16.5 Empty steps


def test_empty_steps_of_a_buildup_are_passed_in_one_press() -> None:
    """Without points, no minefield can be laid, no card bought, and there is no dummy to throw in."""
    table = Buildup("El-Agheila: Brescia\nTobruk: Trento\nAlexandria: Pol", "hand axis: 3 real 0 dummy")
    table.state.points[0] = 5
    words = "End spending, and go on past minefields, cards, dummies: there is nothing to decide"
    run = offered(table.state)[words]
    assert run == ["done", "done", "extra:0", "throw:0"]
    table.play(*run)
    assert table.decision == "draw"


def test_a_step_with_something_to_decide_is_not_passed() -> None:
    table = Buildup("El-Agheila: Brescia\nTobruk: Trento\nAlexandria: Pol", "hand axis: 3 real 2 dummy")
    table.state.points[0] = 12
    words = "End spending, and go on past minefields: there is nothing to decide"
    assert offered(table.state)[words] == ["done", "done"]
    table.play("done", "done", "extra:0")
    assert table.legal("throw") == {"0", "1", "2"}
    assert offered(table.state) == {}


def test_every_empty_step_is_passed_if_the_first_is_empty_too() -> None:
    table = Buildup("El-Agheila: Brescia\nTobruk: Trento\nAlexandria: Pol", "hand axis: 3 real 0 dummy")
    table.state.points[0] = 0
    table.play("done")
    words = "Go on past minefields, cards, dummies: there is nothing to decide"
    assert offered(table.state)[words] == ["done", "extra:0", "throw:0"]


def test_movement_ends_past_the_question_of_marches_if_nobody_may_march() -> None:
    table = (
        Sands(position("183: 21/3 Trento\nAlexandria: Pol", "movement 1")).play("group:183").move("21/3", "182")
    )
    words = "End movement, and go on past forced marches: there is nothing to decide"
    assert offered(table.state)[words] == ["done", "done"]
    table.move("Trento", "182", "181")
    assert offered(table.state) == {}, "Trento may march"


# 18.0 Deployment


@pytest.mark.parametrize("scenario", ["1941", "gazala"])
def test_the_rest_of_a_force_goes_where_some_are(scenario: str) -> None:
    match = Match.start(ROMMEL, scenario)
    while match.game.kind_names[match.state.frames[-1][0]] != "deploy":
        match.play(match.actor(), [ROMMEL.write(match.state, ROMMEL.legal(match.state)[-1])])
    side, left = match.actor(), len(ROMMEL.legal(match.state))
    place = "Sidi-Barrani" if side else "Derna"
    unit = ROMMEL.write(match.state, ROMMEL.legal(match.state)[0])
    match.play(side, [unit, f"hex:{place}"])
    label = f"Put all {left - 1} in {place.replace('-', ' ')}"
    run = offered(match.state)[label]
    match.play(side, run)
    assert len(choices(match)) >= 2 * left
    number = match.state.printed.board.number[place]
    assert sum(where == number for where in match.state.place) == left
