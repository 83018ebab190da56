"""The model's losses, held against the rulebook's own examples and sentences."""

from __future__ import annotations

from tests.games.dark_sands.models.losses import State, after_losses, loss_outcomes
from tests.games.dark_sands.models.position import Counter
from tests.games.dark_sands.models.readings import Readings
from tests.games.dark_sands.models.test_combat import ids, position


def state(**steps: int) -> State:
    """A state by keyword; the names below stand for the counters."""
    return frozenset((NAMES[name], left) for name, left in steps.items())


NAMES = {
    "selby": "Selby",
    "tanks": "4/7 Arm",
    "group": "7SG/7 Arm",
    "babini": "Babini",
    "indians": "7/4 Ind",
    "guards": "22 Gds",
    "sappers": "16/70",
    "garrison": "Garrison It 1",
    "british": "Garrison Br 1",
    "pavia": "Pavia",
    "trento": "Trento",
    "brescia": "Brescia",
    "panzer": "1/5/21 Pz",
    "rifles": "104/21 Pz",
    "cars": "3/21 Pz",
    "folgore": "Folgore",
    "highland": "152/51",
    "highland2": "153/51",
    "armour": "9 Arm",
}


def test_exchange_of_the_example() -> None:
    """Example, turn 2: Babini has two steps; the first loss is Selby's, the second is the owner's choice."""
    there = position(
        Counter("Selby", "2323", reduced=True),
        Counter("4/7 Arm", "2325", reduced=True),
        Counter("7SG/7 Arm", "2325"),
        Counter("Babini", "2324"),
    )
    found = loss_outcomes(there, "EX", ids("Selby", "4/7 Arm", "7SG/7 Arm"), "2324")
    assert found == {state(selby=0, tanks=1, group=1, babini=0), state(selby=0, tanks=0, group=2, babini=0)}
    found = loss_outcomes(there, "AL1", ids("4/7 Arm", "7SG/7 Arm"), "2324")
    assert found == {state(tanks=0, group=2, babini=2)}  # "even if 7SG/7 at full strength were available"


def test_full_strength_comes_before_reduced() -> None:
    """20.3.2, third: a two-step unit at full strength; armoured cars are not armoured (12.3)."""
    there = position(
        Counter("104/21 Pz", "1730"), Counter("3/21 Pz", "1730"), Counter("22 Gds", "1731", reduced=True)
    )
    found = loss_outcomes(there, "BL1", ids("104/21 Pz", "3/21 Pz"), "1731")
    assert found == {state(rifles=1, cars=1, guards=0)}


def test_a_unit_that_did_not_contribute_loses_nothing_but_to_elimination() -> None:
    """7.4 and the ruling: EX, BL1, AL1 and * spare it, DE and AE do not."""
    there = position(
        Counter("Pavia", "1731", reduced=True),
        Counter("Trento", "1731"),
        Counter("Brescia", "1731"),
        Counter("22 Gds", "1730"),
    )
    three = ids("22 Gds"), "1731"
    chosen = ids("Pavia", "Trento")
    found = loss_outcomes(there, "EX", *three, defence_contributors=chosen)
    assert found == {state(guards=0, pavia=0, trento=0, brescia=2)}
    found = loss_outcomes(there, "DR*", *three, defence_contributors=chosen)
    assert found == {state(guards=2, pavia=1, trento=1, brescia=2)}
    found = loss_outcomes(there, "DE", *three, defence_contributors=chosen)
    assert found == {state(guards=2, pavia=0, trento=0, brescia=0)}
    found = loss_outcomes(there, "1/2EX", *three, defence_contributors=chosen)
    assert found == {state(guards=1, pavia=0, trento=1, brescia=2)}
    other = Readings(half_exchange_spares=False)
    found = loss_outcomes(there, "1/2EX", *three, defence_contributors=chosen, readings=other)
    assert found == {state(guards=1, pavia=0, trento=1, brescia=1)}


def test_garrisons_lose_last() -> None:
    """13.6.4."""
    there = position(
        Counter("Pavia", "2429", reduced=True), Counter("Garrison It 1", "2429"), Counter("22 Gds", "2430")
    )
    assert loss_outcomes(there, "BL1", ids("22 Gds"), "2429") == {state(guards=1, pavia=0, garrison=1)}
    alone = position(Counter("Garrison It 1", "2429"), Counter("22 Gds", "2430"))
    assert loss_outcomes(alone, "BL1", ids("22 Gds"), "2429") == {state(guards=1, garrison=0)}


def test_an_asterisk_is_not_for_a_garrison_alone_nor_with_panzers() -> None:
    """Legend and 12.7.4."""
    alone = position(Counter("Garrison It 1", "2429"), Counter("22 Gds", "2430"))
    assert loss_outcomes(alone, "DE*", ids("22 Gds"), "2429") == {state(guards=2, garrison=0)}
    stacked = position(Counter("Garrison It 1", "2429"), Counter("Pavia", "2429"), Counter("22 Gds", "2430"))
    assert loss_outcomes(stacked, "DE*", ids("22 Gds"), "2429") == {state(guards=1, garrison=0, pavia=0)}
    panzers = position(Counter("1/5/21 Pz", "1730"), Counter("22 Gds", "1731"))
    assert loss_outcomes(panzers, "DE*", ids("1/5/21 Pz"), "1731") == {state(panzer=2, guards=0)}


def test_resilience() -> None:
    """12.7.4: on EX the first step may be taken by any German two-step unit of the attack."""
    units = [Counter("104/21 Pz", "1730", reduced=True), Counter("Folgore", "1730")]
    there = position(Counter("1/5/21 Pz", "1730"), *units, Counter("22 Gds", "1731", reduced=True))
    attack = ids("1/5/21 Pz", "104/21 Pz", "Folgore")
    first = {
        state(panzer=1, rifles=1, folgore=2, guards=0),
        state(panzer=2, rifles=0, folgore=2, guards=0),
        state(panzer=2, rifles=1, folgore=1, guards=0),
    }
    assert loss_outcomes(there, "EX", attack, "1731") == first
    other = Readings(reduced_unit_is_resilient=False)
    kept = {state for state in first if ("104/21 Pz", 0) not in state}
    assert loss_outcomes(there, "EX", attack, "1731", readings=other) == kept
    without = position(*units, Counter("22 Gds", "1731", reduced=True))
    found = loss_outcomes(without, "EX", ids("104/21 Pz", "Folgore"), "1731")
    assert found == {state(rifles=1, folgore=1, guards=0)}


def test_shock_costs_a_step_more() -> None:
    """12.7.3 and the ruling: on AL1, BL1, DR and DR*, and on nothing else."""
    there = position(Counter("1/5/21 Pz", "1730"), Counter("22 Gds", "1731"))
    left = {
        result: {dict(s)["22 Gds"] for s in loss_outcomes(there, result, ids("1/5/21 Pz"), "1731", shock=True)}
        for result in ("AE", "AL1", "BL1", "DR", "DR*", "DE*", "EX")
    }
    assert left == {"AE": {2}, "AL1": {1}, "BL1": {0}, "DR": {1}, "DR*": {0}, "DE*": {0}, "EX": {0}}


def test_assault_costs_an_infantry_step_first() -> None:
    """12.6, 20.3.1: beside what the table costs."""
    there = position(
        Counter("152/51", "1572"),
        Counter("153/51", "1572"),
        Counter("9 Arm", "1572"),
        Counter("Pavia", "1571", reduced=True),
        turn=15,
    )
    attack = ids("152/51", "153/51", "9 Arm")
    found = loss_outcomes(there, "BL1", attack, "1571", assault=True)
    assert found == {
        state(highland=1, highland2=2, armour=1, pavia=0),
        state(highland=2, highland2=1, armour=1, pavia=0),
    }
    found = loss_outcomes(there, "1/2EX", attack, "1571", assault=True)
    assert found == {
        state(highland=0, highland2=1, armour=1, pavia=0),
        state(highland=1, highland2=0, armour=1, pavia=0),
    }


def test_nobody_loses_more_than_he_has() -> None:
    there = position(Counter("22 Gds", "1730", reduced=True), Counter("Pavia", "1731"))
    found = loss_outcomes(there, "EX", ids("22 Gds"), "1731")
    assert found == {state(guards=0, pavia=0)}
    (gone,) = found
    assert after_losses(there, gone).counters == ()
    assert after_losses(there, state(pavia=1)).counters == (
        Counter("22 Gds", "1730", reduced=True),
        Counter("Pavia", "1731", reduced=True),
    )
