"""Battles as the planner shows them: every factor with its rule, chances, costs."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.drawing.combats import _price, in_factors
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.rules.c20_odds import odds
from sandtable.games.dark_sands.state import S_READY, Sands
from sandtable.kernel.scene import Answer, Combat
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, legal, play, units
from tests.suite.drawing import Easel

EASEL = Easel(GAME, "crusader")
SIEGE = {"1/5/21 Pz": "2432", "104/21 Pz": "2432", "16/70": "2433", "14/70": "2433", "Pavia": "2432"}


def fighting(placed: dict[str, str], action: str = "combat", **fields: object) -> Sands:
    state = desert(placed, scenario=2, **fields)  # type: ignore[arg-type]
    for name in ("Luftwaffe-+1", "RAF-+1"):
        state.supports[DATA.nouns.number("support", name)] = S_READY
    return acting(state, "axis", action, BATTLES)


def combats(state: Sands, side: int = 0) -> tuple[Combat, ...]:
    return GAME.scene(GAME.view(state, side), side, DATA).combats


def factors(combat: Combat) -> dict[str, tuple[str, str]]:
    return {factor.text: (factor.value, factor.rule) for factor in combat.factors}


def test_what_could_be_attacked_is_listed_with_its_odds() -> None:
    state = fighting({**SIEGE, "23/70": "2332"})
    found = combats(state)
    assert {combat.choice for combat in found} == legal(state, "attack")
    for combat in found:
        assert combat.attackers
        assert "If all" in combat.note
        EASEL._check_combat(combat, legal(state), {*combat.attackers, *combat.defenders})
    assert not combats(state, side=1), "only who decides is offered attacks"


def test_every_factor_has_its_rule() -> None:
    state = fighting(SIEGE, "combat-1", oos=["14/70"], disorganised=["104/21 Pz"], boxes={"allied": ["2433"]})
    play(state, "attack:2433", "join:1/5/21-Pz", "join:104/21-Pz")
    [combat] = combats(state)
    assert combat.attackers == ("1/5/21-Pz", "104/21-Pz")
    assert set(combat.could) == {"Pavia"}
    shown = factors(combat)
    assert shown["1/5/21 Pz"] == ("5", "20.2.2")
    assert shown["16/70"] == ("4", "20.2.3")
    assert shown["Fortified box"] == ("+2", "13.7.4")
    assert shown["Against panzers: Fortified box"] == ("1", "12.7.2")
    assert shown["Combat -1: die"] == ("-1", "20.2.6")
    assert shown["Attacker out of supply or disorganised: die"] == ("-2", "20.2.6")
    assert shown["Defender out of supply or disorganised: die"] == ("+2", "20.2.6")
    assert (shown["Attack"][0], shown["Defence"][0]) == ("9", "10")
    assert combat.column == "1-2"


def test_the_chances_are_those_of_the_table() -> None:
    state = fighting(SIEGE)
    play(state, "attack:2433", "join:1/5/21-Pz")
    [combat] = combats(state)
    found = odds(state, HEX["2433"], units("1/5/21 Pz"))
    assert sum(outcome.share for outcome in combat.outcomes) == pytest.approx(1)
    shares = {outcome.text.partition(":")[0]: outcome.share for outcome in combat.outcomes}
    codes = [("AE", "AL1", "BL1", "DR", "DR*", "1/2EX", "EX", "DE*", "DE")[result] for result in found.results]
    assert shares == {code: pytest.approx(codes.count(code) / 6) for code in codes}


def test_supports_can_join_and_those_of_the_enemy_are_named() -> None:
    state = fighting(SIEGE)
    play(state, "attack:2433", "join:1/5/21-Pz", "done")
    [combat] = combats(state)
    assert "Luftwaffe-+1" in combat.could
    assert [warn.pieces for warn in combat.costs if warn.rule == "13.1"] == [("RAF-+1",)]
    play(state, "support:Luftwaffe-+1")
    [combat] = combats(state)
    assert "Luftwaffe-+1" in combat.attackers
    assert factors(combat)["Luftwaffe +1"] == ("+1", "13.2")


def test_units_in_excess_do_not_count() -> None:
    state = fighting({**SIEGE, "115/15 Pz": "2432"})
    play(state, "attack:2433", "join:1/5/21-Pz", "join:104/21-Pz", "join:115/15-Pz", "join:Pavia")
    [combat] = combats(state)
    assert factors(combat)["Pavia"] == ("does not count", "7.4")


@pytest.mark.parametrize(("halves", "text"), [(6, "3"), (5, "2½"), (1, "½"), (0, "0")])
def test_halves(halves: int, text: str) -> None:
    assert in_factors(halves) == text
    assert in_factors(-halves - 2, signed=True).startswith("-")


# Questions


def asked(name: str, *arguments: object) -> Answer:
    show = GAME.questions[name].show
    assert show is not None
    answer: Answer = show(*arguments)
    return answer


def test_odds_are_told_at_any_time() -> None:
    state = desert(SIEGE, scenario=2)
    answer = asked("odds", state, HEX["2433"])
    assert answer.combat is not None
    assert set(answer.combat.attackers) == {"1/5/21-Pz", "104/21-Pz", "Pavia"}
    found = odds(state, HEX["2433"], units("1/5/21 Pz", "104/21 Pz", "Pavia"))
    assert COLUMNS[found.column] in answer.text
    assert asked("odds", state, HEX["2432"]).combat is not None, "of the other side too"
    assert asked("odds", state, HEX["1600"]).combat is None
    EASEL._check_combat(answer.combat, (), {*answer.combat.attackers, *answer.combat.defenders})


def test_from_where_a_unit_could_attack() -> None:
    state = desert({"1/5/21 Pz": "2429", "16/70": "2433"}, scenario=2)
    panzer = units("1/5/21 Pz").bit_length() - 1
    assert not asked("target", state, panzer, HEX["2433"]).ways, "nobody moves now"
    acting(state, "axis", "move", MOVEMENT)
    ways = asked("target", state, panzer, HEX["2433"]).ways
    assert (HEX["2432"], HEX["2433"]) in ways
    assert all(DATA.board.touching[HEX["2433"]] >> spot & 1 for spot, _ in ways)
    assert not asked("target", state, panzer, HEX["1600"]).ways


# What results cost


def prices(state: Sands, target: str, *attackers: str) -> dict[str, tuple[str, str]]:
    """By result what it would cost, with the rule, whether or not it can come up."""
    found = odds(state, HEX[target], units(*attackers), table=state.table)
    return {code: _price(state, found, result) for result, code in enumerate(RESULTS)}


def test_eliminations_are_counted_in_steps() -> None:
    state = desert({**SIEGE, "4/7 Arm": "2433"}, reduced=["16/70"])
    told = prices(state, "2433", "1/5/21 Pz", "Pavia")
    assert told["AE"] == ("attacker: 4 steps", "")
    assert told["EX"] == ("attacker: 4 steps", ""), "two brigades count on the Central map, 14/70 and 4/7"
    assert told["DE*"] == ("treated as DE", "12.7.4")
    assert told["DR"] == ("", ""), "tanks: no panzer shock"
    assert prices(state, "2433", "Pavia")["DE*"] == ("", "")
    assert prices(state, "2433", "Pavia")["EX"] == ("attacker: 4 steps", ""), "more than there are"


def test_panzer_shock_costs_a_step_more() -> None:
    told = prices(desert(SIEGE), "2433", "1/5/21 Pz")
    assert {code for code, (_, rule) in told.items() if rule == "12.7.3"} == {"AL1", "BL1", "DR", "DR*"}


@pytest.mark.parametrize(("turn", "rule"), [(9, "14.1"), (10, ""), (1, "")])
def test_tobruk_holds_out_in_1941(turn: int, rule: str) -> None:
    state = desert({"Pavia": "2828", "16/70": "2829"}, turn=turn)
    assert prices(state, "2829", "Pavia")["DR"][1] == rule


def test_the_best_result_comes_first() -> None:
    state = fighting(SIEGE)
    play(state, "attack:2433", "join:1/5/21-Pz")
    codes = [outcome.text.partition(":")[0] for outcome in combats(state)[0].outcomes]
    assert codes == sorted(codes, key=RESULTS.index, reverse=True)
    assert len(codes) > 2


def test_the_assault_table_costs_an_infantry_step() -> None:
    state = desert({"16/70": "2432", "14/70": "2432", "Pavia": "2433"}, turn=15, scenario=3, campaign=1)
    acting(state, "allied", "combat", BATTLES)
    play(state, "attack:2433", "join:16/70", "join:14/70", "done", "assault")
    [combat] = combats(state, side=1)
    assert combat.column.endswith("Assault table")
    assert [warn.rule for warn in combat.costs] == ["12.6"]


def test_headquarters_and_garrisons_do_not_attack() -> None:
    state = desert({"HQ Afrika Korps": "2432", "16/70": "2433", "Garrison It 1": "2333"})
    assert asked("odds", state, HEX["2433"]).combat is None
