"""20.3.3, 20.3.4: retreats."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as DARK_SANDS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c20_combat import BATTLE, BATTLES
from sandtable.games.dark_sands.rules.c20_retreat import FALLING_BACK, allowed, cut_short, ways
from sandtable.games.dark_sands.rules.c20_retreat import fall_back as fall_back_step
from sandtable.games.dark_sands.state import COMBAT, Sands
from sandtable.games.dark_sands.verbs import RETREAT
from sandtable.kernel.flow import advance
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    decision,
    desert,
    hex_names,
    legal,
    number,
    play,
    units,
    where,
    why_not,
)
from tests.games.dark_sands.fights import alive, attack, fall_back, reduced, said

GAME = "dark-sands"
ALLIES = {"5/4 Ind": "1433", "7/4 Ind": "1433"}
TWO = tuple(ALLIES)


def running(stack: str, at: str, placed: dict[str, str], start: str = "1432", **more: Any) -> Sands:
    """A unit that was attacked in one hex is in another by now, and must go on."""
    state = desert({stack: at, **placed}, **more)
    side = state.printed.owners[number(stack)]
    state.active, state.target = 1 - side, HEX[start]
    state.retreating, state.retreat_left = units(stack), 4
    return state


def onward(stack: str, at: str, placed: dict[str, str], start: str = "1432", **more: Any) -> set[str]:
    return hex_names(ways(running(stack, at, placed, start, **more)))


def resumed(state: Sands) -> Sands:
    """The retreat goes on."""
    state.action, state.first_loss = COMBAT, [1, 1]
    state.frames = [BATTLES.frame(), BATTLE.frame(step=BATTLE.steps.index(fall_back_step))]
    advance(state, DARK_SANDS.kinds)
    return state


def marked(mark: str) -> dict[str, Any]:
    return {mark: ["22 Gds"]}


def dr(placed: dict[str, str], **more: Any) -> Sands:
    """Who is in 1432, with a defence of 3, must retreat: 2-1, a four."""
    state = attack(desert({**ALLIES, **placed}, **more), "allied", "1432", *TWO)
    play(state, "4")
    return state


@pytest.mark.rule("14.1b", "20.3.3a")
@pytest.mark.parametrize(("turn", "expected"), [(1, "advance"), (2, "stand"), (9, "stand"), (10, "advance")])
def test_the_allies_may_ignore_retreats_from_tobruk_in_1941(turn: int, expected: str) -> None:
    placed = {"Selby": "2729", "Garrison Br 1": "2729", "Brescia": "2728", "Trento": "2728"}
    state = desert(placed, turn=turn, oos=["Selby", "Brescia"])
    attack(state, "axis", "2729", "Brescia", "Trento")  # 5 to 6
    play(state, "6")
    fall_back(state)
    assert decision(state) == expected
    if expected == "stand":
        assert legal(state) == {"hold", "done"}
        play(state, "hold")
        assert where(state, "Selby", "Garrison Br 1") == ["2729", "2729"]
        assert decision(state) == "battles"


@pytest.mark.rule("14.1b")
def test_they_may_also_go() -> None:
    placed = {"Selby": "2729", "Brescia": "2728", "Trento": "2728"}
    state = attack(desert(placed, turn=5), "axis", "2729", "Brescia", "Trento")
    play(state, "5", "done")
    assert where(fall_back(state), "Selby") != ["2729"]


@pytest.mark.rule("20.3.3a")
def test_the_axis_retreats_from_tobruk() -> None:
    state = attack(
        desert({"Brescia": "2729", "5/4 Ind": "2728", "7/4 Ind": "2728"}, turn=5), "allied", "2729", *TWO
    )
    play(state, "4")
    assert decision(state) == "retreat"


@pytest.mark.rule("20.3.3b", "13.6.4d")
def test_a_garrison_that_must_retreat_is_eliminated() -> None:
    placed = {**ALLIES, "4/7 Arm": "1532", "Garrison It 1": "1432", "Sirte": "1432"}
    state = attack(desert(placed), "allied", "1432", *TWO, "4/7 Arm")  # 12 to 5: 2-1
    play(state, "4")
    assert alive(state, "Garrison It 1", "Sirte") == {"Sirte"}
    assert decision(state) == "retreat"


@pytest.mark.rule("20.3.3c", "T-crt-dr1")
@pytest.mark.parametrize(
    ("start", "beside", "hexes"), [("1432", "1433", 4), ("2015", "2016", 2), ("1460", "1461", 2)]
)
def test_four_hexes_on_central_and_two_on_the_side_maps(start: str, beside: str, hexes: int) -> None:
    state = attack(desert({"5/4 Ind": beside, "7/4 Ind": beside, "Sirte": start}), "allied", start, *TWO)
    play(state, "4")
    places: list[str] = []
    while decision(state) == "retreat":
        straight = f"{start[:2]}{int(start[2:]) - len(places) - 1}"
        play(state, f"retreat:{straight}")
        places.append(straight)
    assert len(places) == hexes
    assert where(state, "Sirte") == [places[-1]]


@pytest.mark.rule("20.3.3d")
def test_a_side_hex_counts_two_in_a_retreat_over_a_join() -> None:
    """From 2023 by 2022 onto the West map: one hex of Central, then two that count two each."""
    state = attack(desert({"5/4 Ind": "2024", "7/4 Ind": "2024", "Sirte": "2023"}), "allied", "2023", *TWO)
    play(state, "4", "retreat:2022", "retreat:2519")
    assert state.retreat_left == 1
    play(state, "retreat:2518")
    assert (where(state, "Sirte"), decision(state)) == (["2518"], "advance")


@pytest.mark.rule("20.3.3d")
def test_a_hex_of_the_side_maps_and_two_of_central() -> None:
    state = running("5/4 Ind", "2719", {}, "2719")
    assert {"2721", "2822", "2921", "2622", "2521", "2422"} <= hex_names(allowed(state))
    state = attack(
        desert({"Brescia": "2718", "Trento": "2718", "Selby": "2719"}), "axis", "2719", "Brescia", "Trento"
    )
    play(state, "4", "retreat:2622")
    assert state.retreat_left == 3
    play(state, "retreat:2623", "retreat:2624", "retreat:2625")
    assert where(state, "Selby") == ["2625"]


# Where to (20.3.4)


@pytest.mark.rule("20.3.4a")
def test_no_retreat_over_an_escarpment_except_by_road_or_track() -> None:
    """Escarpments shut 1646 off from 1745 and 1746; a track crosses the one between 1647 and 1746."""
    assert onward("Cirene", "1646", {}, "1646") == {"1645", "1545"}
    assert "1746" in onward("Cirene", "1647", {}, "1647")


@pytest.mark.rule("20.3.4a", "T-tec-noteC")
def test_vehicles_do_not_retreat_into_marsh() -> None:
    assert "2147" in onward("Cirene", "2148", {}, "2148")
    assert "2147" not in onward("132/Ariete", "2148", {}, "2148")
    state = running("Cirene", "2148", {"132/Ariete": "2148"}, "2148")
    state.retreating |= units("132/Ariete")
    assert "2147" not in hex_names(ways(state))  # the stack stays together


@pytest.mark.rule("20.3.4b")
def test_no_retreat_into_enemies_even_a_lone_headquarters() -> None:
    assert onward("Sirte", "1432", {"HQ 13 Corps": "1431"}) == {"1331", "1531"}


@pytest.mark.rule("20.3.4c", "20.3.4d")
def test_a_retreat_does_not_go_back() -> None:
    assert hex_names(allowed(running("Sirte", "1531", {}))) == {"1530", "1631", "1632", "1431", "1532"}
    assert hex_names(allowed(running("Sirte", "1530", {}))) == {"1529", "1630", "1631", "1430"}


@pytest.mark.rule("20.3.4d")
def test_distance_is_counted_over_joins() -> None:
    """From 2121 the way led to 2420 on the West map; 2222 is next to where it began."""
    state = running("Sirte", "2420", {}, "2121")
    assert not hex_names(allowed(state)) & {"2222", "2022", "2121"}
    assert {"2419", "2519"} <= hex_names(allowed(state))


@pytest.mark.rule("20.3.4e")
def test_free_hexes_come_before_zones() -> None:
    """22 Gds in 1530 has zones in 1531 and 1431, not in 1331."""
    assert onward("Sirte", "1432", {"22 Gds": "1530"}) == {"1331"}


@pytest.mark.rule("20.3.4e")
def test_contested_zones_come_before_uncontested_ones() -> None:
    """Every way is in a zone; Pavia contests the one in 1532."""
    enemies = {"22 Gds": "1530", "3 Ind": "1330", "5/4 Ind": "1433", "7/4 Ind": "1233"}
    assert onward("Sirte", "1432", {**enemies, "Pavia": "1532"}) == {"1532"}
    assert onward("Sirte", "1432", enemies) == {"1431", "1531", "1331"}


@pytest.mark.rule("20.3.4e", "P2.0h", "10.2.1f")
@pytest.mark.parametrize("mark", ["oos", "disorganised"])
def test_zones_of_units_out_of_supply_or_disorganised_do_not_count(mark: str) -> None:
    assert onward("Sirte", "1432", {"22 Gds": "1530"}, start="1432", **marked(mark)) == {"1431", "1531", "1331"}


@pytest.mark.rule("19.3b", "P3.0e")
@pytest.mark.parametrize("mark", ["oos", "disorganised"])
def test_they_cost_no_step_either(mark: str) -> None:
    placed = {"Sirte": "1432", "22 Gds": "1530"}
    state = dr(placed, **{mark: ["22 Gds"]})
    play(state, "retreat:1431")
    assert not state.losses[0]
    assert alive(state, "Sirte")


@pytest.mark.rule("20.3.4g", "20.3.4h")
def test_the_axis_goes_west_and_the_allies_east() -> None:
    assert onward("Sirte", "1432", {}) == {"1331", "1431", "1531"}
    assert onward("Selby", "1432", {}) == {"1332", "1433", "1532"}
    state = dr({"Sirte": "1432"})
    assert why_not(state, "retreat:1532") == "20.3.4"


@pytest.mark.rule("20.3.4g")
def test_zones_come_before_the_compass() -> None:
    """West is in zones, so Sirte goes east, beside units whose zones do not count."""
    west = {"22 Gds": "1530", "3 Ind": "1330"}
    assert onward("Sirte", "1432", west) == {"1332", "1433", "1532"}


@pytest.mark.rule("20.3.4h")
def test_over_a_join_west_is_west_of_central_and_east_is_east() -> None:
    assert {"2719", "2820", "2919"} <= onward("Sirte", "2721", {}, "2721")
    assert not {"2719", "2820", "2919"} & onward("Selby", "2721", {}, "2721")
    assert {"1856", "1756", "1656"} <= onward("Selby", "1554", {}, "1554")
    assert not {"1856", "1756", "1656"} & onward("Sirte", "1554", {}, "1554")


# What it costs (20.3.4)


SQUEEZE = {"22 Gds": "1530", "3 Ind": "1330", "5/4 Ind": "1433"}
"""Every hex around 1432 is in a zone."""


@pytest.mark.rule("20.3.4f", "P2.0f", "T-crt-dr2")
def test_each_uncontested_zone_costs_a_step() -> None:
    state = resumed(running("Pavia", "1432", SQUEEZE))
    assert legal(state) == {"retreat:1431", "retreat:1531", "retreat:1331"}
    play(state, "retreat:1431")
    assert (decision(state), legal(state), state.losses[0]) == ("loss", {"lose:Pavia"}, 1)
    play(state, "lose:Pavia")  # 1430 is in their zones too, and everything else is enemies or further back
    assert where(state, "Pavia") == ["1430"]
    assert legal(state) == {"lose:Pavia"}
    play(state, "lose:Pavia")
    assert not alive(state, "Pavia")


@pytest.mark.rule("20.3.4f")
def test_a_contested_zone_costs_nothing() -> None:
    state = resumed(running("Pavia", "1432", {**SQUEEZE, "7/4 Ind": "1233", "Brescia": "1532"}))
    assert where(state, "Pavia") != ["1432"]
    assert not state.losses[0]
    assert not reduced(state)


@pytest.mark.rule("20.3.4f", "20.3.2a")
def test_the_first_step_lost_in_a_retreat_follows_the_priority() -> None:
    state = running("Pavia", "1432", {**SQUEEZE, "Babini": "1432", "Brescia": "1432"})
    state.retreating |= units("Babini", "Brescia")
    state.contributors = units("Babini", "Brescia")
    play(resumed(state), "retreat:1431")
    assert legal(state) == {"lose:Babini"}
    play(state, "lose:Babini")
    assert legal(state) == {"lose:Babini", "lose:Pavia", "lose:Brescia"}  # also who did not contribute


@pytest.mark.rule("20.3.4i", "P2.0g")
@pytest.mark.parametrize(("friend", "expected"), [({}, "off"), ({"Brescia": "1428"}, "1428")])
def test_whoever_ends_in_an_uncontested_zone_is_eliminated(friend: dict[str, str], expected: str) -> None:
    """From 1429 every way on is in a zone or taken."""
    allies = {"22 Gds": "1427", "3 Ind": "1528", "16/70": "1328", "14/70": "1530", "23/70": "1330"}
    state = running("Pavia", "1429", {**allies, **friend})
    assert hex_names(ways(state)) == {"1428"}
    state.retreat_left = 1
    resumed(state)
    if not friend:
        play(state, "lose:Pavia")
    assert where(state, "Pavia") == [expected]


@pytest.mark.rule("20.3.4j", "7.0d")
def test_a_retreat_that_ends_overstacked_costs_retreating_units() -> None:
    """Mountains of Italians in 1428: only a battalion finds room."""
    hosts = dict.fromkeys(("Brescia", "Trento", "Bologna"), "1428")
    walls = {"22 Gds": "1629", "3 Ind": "1229"}
    state = desert({**ALLIES, "Sirte": "1432", "2 MG": "1432", **hosts, **walls}, oos=list(walls))
    attack(state, "allied", "1432", *TWO)
    play(state, "6")  # 6 to 6: DR
    play(state, "retreat:1431", "retreat:1430", "retreat:1429", "retreat:1428")
    assert (decision(state), legal(state)) == ("thinning", {"eliminate:Sirte"})
    assert why_not(state, "eliminate:Brescia") == "20.3.4"
    play(state, "eliminate:Sirte")
    assert where(state, "2 MG", "Brescia") == ["1428", "1428"]


@pytest.mark.rule("20.3.4k", "T-crt-dr2")
@pytest.mark.parametrize(("start", "steps"), [("1432", 4), ("2015", 2)])
def test_a_step_is_lost_for_each_hex_that_cannot_be_made(start: str, steps: int) -> None:
    board = DATA.board
    ring = [board.names[place] for place in board.neighbours[HEX[start]]]
    allies = ("5/4 Ind", "22 Gds", "3 Ind", "16/70", "14/70", "23/70")
    state = desert(
        {
            **dict(zip(allies, ring, strict=True)),
            "7/4 Ind": ring[0],
            "Pavia": start,
            "Brescia": start,
            "Trento": start,
        }
    )
    attack(state, "allied", start, "5/4 Ind", "7/4 Ind", "22 Gds")
    if decision(state) == "contribute":
        play(state, "done")
    play(state, "6")
    assert (decision(state), state.losses[0]) == ("loss", steps)
    play(state, *["lose:Pavia", "lose:Brescia"][: min(steps, 2)])
    assert where(state, "Trento") == [start]  # it stays where it is


@pytest.mark.rule("20.3.4k")
def test_missing_hexes_are_counted_where_the_stack_is_stuck() -> None:
    """On the West map with one Central hex to go, one step is lost."""
    board = DATA.board
    around = [board.names[place] for place in board.neighbours[HEX["2416"]]]
    allies = ("5/4 Ind", "22 Gds", "3 Ind", "16/70", "14/70", "23/70")
    state = running("Pavia", "2416", dict(zip(allies, around, strict=True)), "2420")
    for left, steps in ((1, 1), (2, 1), (3, 2), (4, 2)):
        state.retreat_left, state.losses = left, [0, 0]
        cut_short(state)
        assert state.losses[SIDES.index("axis")] == steps


def test_why_a_retreat_does_not_lead_there() -> None:
    state = resumed(running("Sirte", "1432", {"HQ 13 Corps": "1431"}))
    assert "enemy units are there" in said(state, "retreat:1431")
    assert "to the west" in said(state, "retreat:1532")
    assert "next to the stack" in said(state, "retreat:1430")
    state = resumed(running("Sirte", "1430", {"4/7 Arm": "1532"}))
    assert "nearer to the hex" in said(state, "retreat:1431")


def test_why_a_retreat_takes_another_hex_first() -> None:
    """Zones come before the compass, and nothing leads over an escarpment."""
    state = resumed(running("Sirte", "1432", {"4/7 Arm": "1631"}))
    assert "avoids enemy zones" in said(state, "retreat:1531")
    _, sentence = FALLING_BACK.why_not(running("Sirte", "1646", {}), FALLING_BACK.frame(), RETREAT, HEX["1746"])
    assert str(sentence).startswith("an escarpment lies between")
    assert "must retreat" in said(state, "done")
