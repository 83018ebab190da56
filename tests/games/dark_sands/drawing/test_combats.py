"""Battles as the planner shows them: every factor with its rule, chances, costs."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.drawing.combats import in_factors
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.calendar import COLUMNS
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
