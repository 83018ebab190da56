"""9.2, 19.1.7, 19.1.8, 19.2, 19.3: extended movement and disorganisation."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c09_railway import active_rail
from sandtable.games.dark_sands.rules.c11_range import hexes_within
from sandtable.games.dark_sands.rules.c19_lines import forced_steps
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c19_reach import extended_reach, extended_way, route
from sandtable.games.dark_sands.state import READY, Sands
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    acting,
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

GAME = "dark-sands"


def group(side: str, *names: str, at: str, action: str = "move", **fields: Any) -> Sands:
    placed = {**dict.fromkeys(names, at), **fields.pop("placed", {})}
    state = acting(desert(placed, **fields), side, action, MOVEMENT)
    play(state, *(f"unit:{name.replace(' ', '-')}" for name in names))
    return state


def to(*places: str) -> list[str]:
    return [f"to:{place}" for place in places]


# Who, and from where


@pytest.mark.rule("19.1.7a")
def test_it_goes_any_distance() -> None:
    state = group("axis", "Sirte", at="2043")
    goals = hex_names(sum(1 << place for place in extended_reach(state, units("Sirte"))))
    assert {"1601", "1877", "2830"} <= goals


@pytest.mark.rule("19.1.7a", "19.1.7i")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"action": "half-move"}, "19.1.7"),
        ({"no_extended": 1}, "19.1.7"),
        ({"oos": ["22 Gds"]}, "10.2.1"),
        pytest.param({"disorganised": ["22 Gds"]}, "19.3", marks=pytest.mark.rule("19.3a")),
    ],
)
def test_who_cannot(fields: dict[str, Any], rule: str) -> None:
    state = group("allied", "22 Gds", at="2043", **fields)
    assert "extended" not in legal(state)
    assert why_not(state, "extended") == rule
    assert "extended" in legal(group("allied", "22 Gds", at="2043"))


@pytest.mark.rule("19.1.7b")
def test_it_starts_stays_and_ends_on_roads_and_tracks() -> None:
    assert why_not(group("allied", "22 Gds", at="1633"), "extended") == "19.1.7"
    state = group("allied", "22 Gds", at="2044")
    play(state, "extended")
    assert legal(state) == {"to:2043", "to:2045"}
    assert why_not(state, "to:1943") == "19.1.7"


@pytest.mark.rule("19.1.7b")
def test_it_begins_with_the_first_step() -> None:
    state = group("allied", "22 Gds", at="2044")
    play(state, "to:2043")
    assert why_not(state, "extended") == "19.1.7"


@pytest.mark.rule("19.1.7c")
@pytest.mark.parametrize("enemy", ["Sirte", "HQ Afrika Korps", "Garrison It 1"])
def test_it_does_not_start_next_to_an_enemy(enemy: str) -> None:
    state = group("allied", "22 Gds", at="2044", placed={enemy: "1944"})
    assert why_not(state, "extended") == "19.1.7"


@pytest.mark.rule("19.1.7d")
def test_it_does_not_go_next_to_an_enemy() -> None:
    state = group("allied", "22 Gds", at="2045", placed={"Sirte": "2042"})
    play(state, "extended", "to:2044")
    assert why_not(state, "to:2043") == "19.1.7"


@pytest.mark.rule("19.1.7e", "13.6.4g", "19.1.7d")
@pytest.mark.parametrize("enemy", ["HQ Afrika Korps", "Garrison It 1"])
def test_next_to_a_headquarters_or_garrison_it_stops(enemy: str) -> None:
    state = group("allied", "22 Gds", at="2045", placed={enemy: "2042"})
    play(state, "extended", "to:2044", "to:2043")
    assert decision(state) == "end-check"
    play(state, "1")
    assert state.moved == units("22 Gds")


@pytest.mark.rule("13.6.4g")
def test_a_garrison_that_is_not_alone_keeps_it_away() -> None:
    state = group("allied", "22 Gds", at="2045", placed={"Garrison It 1": "2042", "Sirte": "2042"})
    play(state, "extended", "to:2044")
    assert not legal(state, "to") & {"to:2043"}


@pytest.mark.rule("19.1.7f")
def test_no_hex_twice() -> None:
    state = group("allied", "22 Gds", at="2044")
    play(state, "extended", "to:2043")
    assert why_not(state, "to:2044") == "19.1.7"


@pytest.mark.rule("19.1.7f")
def test_no_section_twice() -> None:
    """From 3119 in the West to 3121 in the Centre, where another track leads back to 3020."""
    state = group("axis", "Recam", at="3119")
    play(state, "extended", "to:3121", "1")
    assert legal(state, "to") == {"to:3022"}
    assert why_not(state, "to:3020") == "19.1.7"


@pytest.mark.rule("T-chit-21corps3")
def test_units_that_may_move_one_hex_may_use_it_too() -> None:
    state = group("axis", "Sirte", at="2044", one_hex=units("Sirte"))
    play(state, "extended", "to:2043", "to:2042")
    assert where(state, "Sirte") == ["2042"]


# Rail


@pytest.mark.rule("9.2a")
def test_the_railway_is_active_up_to_the_railhead() -> None:
    state = desert({})
    assert active_rail(state) == sum(1 << place for place in DATA.rail[: DATA.rail.index(HEX["1960"]) + 1])
    state.rail_completed = 1
    assert active_rail(state).bit_count() == len(DATA.rail)


@pytest.mark.rule("9.2b")
def test_the_railway_is_active_as_far_as_it_leads_from_alexandria() -> None:
    state = desert({"Sirte": "1570"})
    assert hex_names(active_rail(state)) == {"1877", "1776", "1775", "1675", "1574", "1573", "1572", "1571"}


@pytest.mark.rule("19.1.8a", "9.2a")
def test_the_allies_go_by_rail_and_the_axis_does_not() -> None:
    state = group("allied", "22 Gds", at="1954", railhead=HEX["1854"])
    play(state, "extended", "to:1854")
    assert why_not(state, "to:1753") == "19.1.7"
    assert why_not(group("axis", "Recam", at="1954", railhead=HEX["1854"]), "extended") == "19.1.7"


@pytest.mark.rule("19.1.8b", "19.2.2e", "19.2.3b")
def test_by_rail_alone_nobody_checks() -> None:
    state = group("allied", "22 Gds", at="1956", railhead=HEX["1753"])
    play(state, "extended", "to:1954", "to:1854", "stop")
    assert decision(state) == "moves"
    assert where(state, "22 Gds") == ["1854"]


@pytest.mark.rule("19.2.2e", "19.2.3b")
def test_a_stretch_of_road_is_judged_by_its_section() -> None:
    """By track to Mersa Matruh and on by rail: the East leg is not all rail, the Central one is."""
    state = group("allied", "22 Gds", at="1860", railhead=HEX["1753"])
    play(state, "extended", *to("1960", "1959", "1958", "1957", "1956", "1954"))
    assert decision(state) == "border-check"
    play(state, "1", "to:1854", "stop")
    assert decision(state) == "moves"


# Checks


@pytest.mark.rule("19.1.7g", "19.2.3a")
def test_it_checks_at_the_end() -> None:
    for die, fails in (("4", False), ("5", True)):
        state = group("allied", "22 Gds", at="2045")
        play(state, "extended", "to:2044", "stop")
        assert decision(state) == "end-check"
        play(state, die)
        assert decision(state) == "moves"
        assert bool(state.disorganised) == fails


@pytest.mark.rule("19.1.7g", "19.2.2a")
def test_it_checks_at_a_change_of_section() -> None:
    state = group("allied", "22 Gds", at="2054")
    play(state, "extended", *to("2055", "2056"))
    assert decision(state) == "border-check"
    play(state, "4")
    assert decision(state) == "group"
    assert not state.disorganised
    play(state, "to:2057", "stop", "6")
    assert state.disorganised == units("22 Gds")


@pytest.mark.rule("19.1.7h")
def test_in_the_first_hex_of_a_section_only_that_check_is_rolled() -> None:
    state = group("allied", "22 Gds", at="2054")
    play(state, "extended", *to("2055", "2056"), "4", "stop")
    assert decision(state) == "moves"


@pytest.mark.rule("19.2.1a", "T-disorg1", "19.1.1d")
def test_each_unit_rolls_its_own_die() -> None:
    state = group("allied", "22 Gds", "16/70", "4/7 Arm", at="2045")
    play(state, "extended", "to:2044", "stop")
    order = [unit for unit in range(len(DATA.units)) if units("22 Gds", "16/70", "4/7 Arm") >> unit & 1]
    play(state, "5 4 6")
    assert state.disorganised == 1 << order[0] | 1 << order[2]


@pytest.mark.rule("19.2.1b", "T-disorg2")
def test_a_white_circle_adds_one_and_nothing_else_does() -> None:
    assert DATA.units[number("Sirte")].dot
    assert not DATA.units[number("Recam")].dot
    state = group("axis", "Sirte", "Recam", at="2045", reduced=["Recam"])
    play(state, "extended", "to:2044", "stop", "4 4")
    assert state.disorganised == units("Sirte")


@pytest.mark.rule("19.1.1d", "19.2.3a")
def test_a_unit_that_is_left_on_the_way_checks_there() -> None:
    state = group("allied", "22 Gds", "16/70", at="2045")
    play(state, "extended", "to:2044", "drop:16/70", "5")
    assert state.disorganised == units("16/70")
    play(state, "to:2043", "stop", "1")
    assert where(state, "22 Gds", "16/70") == ["2043", "2044"]


# After a failed check at a border


@pytest.mark.rule("19.2.2b")
def test_a_unit_that_fails_goes_on_by_the_unmodified_die() -> None:
    """1 Tank has a white circle: a 4 counts as 5, but it goes on for 4 hexes."""
    state = group("allied", "1 Tank", at="2055")
    play(state, "extended", "to:2056", "4")
    assert state.disorganised == units("1 Tank")
    assert decision(state) == "onward"
    for _ in range(4):
        assert legal(state) == legal(state, "to")
        play(state, min(legal(state, "to")))
    assert decision(state) == "moves"
    assert state.moved == units("1 Tank")


@pytest.mark.rule("19.2.2b")
def test_units_that_fail_go_on_alone_and_the_others_as_they_like() -> None:
    state = group("allied", "22 Gds", "16/70", at="2055")
    first, second = sorted(("22 Gds", "16/70"), key=number)
    play(state, "extended", "to:2056", "5 1")
    while decision(state) == "onward":
        play(state, min(legal(state, "to")))
    assert decision(state) == "group"
    assert state.group == units(second)
    play(state, "stop")
    assert where(state, second) == ["2056"]
    assert where(state, first) != ["2056"]


@pytest.mark.rule("19.2.2c")
def test_it_stays_on_lines_and_away_from_enemies() -> None:
    state = group("allied", "22 Gds", at="2055", placed={"Sirte": "1860"})
    play(state, "extended", "to:2056", "6")
    while decision(state) == "onward":
        assert why_not(state, "to:1600") == "19.2.2"
        play(state, min(legal(state, "to")))
    here = state.place[number("22 Gds")]
    assert DATA.ground.line_to[0][here]
    assert not DATA.board.touching[here] >> HEX["1860"] & 1


@pytest.mark.rule("19.2.2d")
def test_it_goes_as_far_as_it_can() -> None:
    free = group("allied", "22 Gds", at="2055")
    play(free, "extended", "to:2056", "5", "to:2057")
    # The hex after next is full, and behind it is an enemy: it can go on for one hex only.
    third = min(legal(free, "to"))[3:]
    play(free, f"to:{third}")
    fourth = min(legal(free, "to"))[3:]
    full = dict.fromkeys(("5/4 Ind", "7/4 Ind", "11/4 Ind"), third)
    state = group("allied", "22 Gds", at="2055", placed={**full, "Garrison It 1": fourth})
    play(state, "extended", "to:2056", "5")
    assert legal(state, "to") == {"to:2057"}
    play(state, "to:2057")
    assert decision(state) == "moves"
    assert where(state, "22 Gds") == ["2057"]


@pytest.mark.rule("19.2.2d")
def test_it_stops_at_once_where_it_cannot_go_on() -> None:
    state = group("allied", "22 Gds", at="2055", placed={"Garrison It 1": "2057"})
    play(state, "extended", "to:2056", "5")
    assert decision(state) == "moves"
    assert where(state, "22 Gds") == ["2056"]
    assert state.disorganised == units("22 Gds")


@pytest.mark.rule("13.6.2c", "19.2.2b")
def test_a_forced_unit_can_form_a_garrison_on_its_way() -> None:
    """It passes Mersa Matruh on the coast road."""
    state = desert({"22 Gds": "2055", "16/70": "1462"})
    state.place[number("Garrison Br 1")] = READY
    acting(state, "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "extended", "to:2056", "6")
    assert not state.extended
    assert not state.trail
    while where(state, "22 Gds") != ["1960"]:
        assert why_not(state, "garrison:Garrison-Br-1") == "13.6.2"
        play(state, min(legal(state, "to")))
    play(state, "garrison:Garrison-Br-1")
    assert where(state, "Garrison Br 1") == ["1960"]
    assert decision(state) == "onward"


@pytest.mark.rule("19.1.7e")
def test_a_group_that_has_stopped_next_to_a_headquarters_goes_no_further() -> None:
    """At Sollum it can still form a garrison, so its move is not over."""
    state = desert({"22 Gds": "2044", "HQ Afrika Korps": "2241"})
    state.place[number("Garrison Br 1")] = READY
    acting(state, "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "extended", *to("2043", "2042", "2141"))
    assert legal(state) == {"garrison:Garrison-Br-1", "stop"}
    why = SANDS.explain(state, 1, SANDS.read(state, "to:2140"))
    assert why is not None
    assert why.sentence.text == "extended movement ends next to enemy units"


# Routes, and the example of play


@pytest.mark.rule("19.1.7b", "19.1.7d", "19.1.7f")
@pytest.mark.parametrize("seed", range(6))
def test_extended_reach_is_where_steps_lead(seed: int) -> None:
    """Enemies are strewn along the coast; the group tries every way on."""
    rng = Random(seed)
    roads = sorted(hex_names(sum(1 << place for place, line in enumerate(DATA.ground.line_to[0]) if line)))
    strewn = dict(zip(("Sirte", "HQ 21 Corps", "Garrison It 1", "Pavia"), rng.sample(roads, 4), strict=True))
    start = rng.choice([name for name in ("2044", "1647", "1462", "2055") if name not in strewn.values()])
    state = group("allied", "22 Gds", at=start, placed=strewn, railhead=HEX["1854"])
    if "extended" in legal(state):
        found = hex_names(sum(1 << place for place in extended_reach(state, units("22 Gds"))))
        play(state, "extended")
        assert found == _by_trying(state)
    else:
        assert not extended_reach(state, units("22 Gds"))


def _by_trying(state: Sands) -> set[str]:
    """Every hex that steps lead to. What is behind a hex depends on the sections left, not on the way to it."""
    met = {(state.place[number("22 Gds")], 0)}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for text in legal(here, "to"):
            there = here.copy()
            play(there, text)
            if decision(there) == "border-check":
                play(there, "1")
            node = HEX[text[3:]], there.left_sections
            if node not in met:
                met.add(node)
                if there.group:
                    waiting.append(there)
    return hex_names(sum(1 << place for place in {place for place, _ in met}))


@pytest.mark.rule("19.1.7b")
def test_extended_reach_counts_hexes_and_knows_the_way() -> None:
    state = group("axis", "Recam", at="1905")
    assert "extended" in legal(state)
    found = extended_reach(state, units("Recam"))
    assert found[HEX["1905"]] == (0, -1)
    assert found[HEX["1904"]] == (1, HEX["1905"])
    assert found[HEX["1804"]] == (2, HEX["1904"])


@pytest.mark.rule("19.2.2b", "19.2.2c", "19.2.2d")
@pytest.mark.parametrize("seed", range(8))
def test_a_forced_unit_takes_the_longest_way_that_ends_where_it_can_stay(seed: int) -> None:
    """Every way along the lines is tried, of which the longest count; enemies and full hexes are strewn about."""
    rng = Random(seed)
    near = sorted(hex_names(hexes_within(DATA.board, HEX["2429"], 6) & _on_lines()) - {"2429"})
    spots = rng.sample(near, 3)
    full = dict.fromkeys(("5/4 Ind", "7/4 Ind", "11/4 Ind"), spots[0])
    more = dict.fromkeys(("16/6 Aus", "17/6 Aus", "19/6 Aus"), spots[1])
    state = desert({"22 Gds": "2429", **full, **more, "Garrison It 1": spots[2]})
    left, start = rng.randint(1, 6), HEX["2429"]
    ways = [way for way in _ways(state, (start,), left) if _stays(state, way[-1])]
    longest = max(map(len, ways), default=1)
    wanted = {DATA.board.names[way[1]] for way in ways if len(way) == longest > 1}
    assert hex_names(forced_steps(state, number("22 Gds"), left, 1 << start)) == wanted


def _on_lines() -> int:
    return sum(1 << place for place, line in enumerate(DATA.ground.line_to[0]) if line)


def _ways(state: Sands, way: tuple[int, ...], left: int) -> list[tuple[int, ...]]:
    """A way, and all that go on from it."""
    board, enemies = DATA.board, state.occupied[0]
    found = [way]
    if left and not board.touching[way[-1]] & enemies:
        for other in board.neighbours[way[-1]]:
            along = DATA.ground.line_to[0][way[-1]] >> other & 1
            if along and other not in way and not enemies >> other & 1:
                found += _ways(state, (*way, other), left - 1)
    return found


def _stays(state: Sands, place: int) -> bool:
    return fits(state, place, units("22 Gds"))


@pytest.mark.rule("PE1-1a")
def test_22_guards_goes_from_alexandria_to_2052() -> None:
    """Printed: by extended movement, passing the check at the border and the one at the end."""
    state = acting(desert({"22 Gds": "1877"}), "allied", "move", MOVEMENT)
    run = route(state, units("22 Gds"), HEX["2052"])
    assert run
    for choice in run:
        if decision(state) == "border-check":
            play(state, "3")
        SANDS.apply(state, choice)
    play(state, "stop", "2")
    assert where(state, "22 Gds") == ["2052"]
    assert not state.disorganised


@pytest.mark.rule("PE2-1a")
def test_three_units_reach_sidi_rezegh_and_22_guards_is_disorganised() -> None:
    """Printed: 22 Guards, 7/4 and Coldstream by extended movement. They come from Sofafi here."""
    names = ("22 Gds", "7/4 Ind", "3 Cstrm Gds")
    state = group("allied", *names, at="1647")
    way = extended_way(state, units(*names), HEX["2432"])
    play(state, "extended", *to(*(DATA.board.names[place] for place in way)), "stop")
    order = sorted(names, key=number)
    play(state, " ".join("5" if name == "22 Gds" else "1" for name in order))
    assert where(state, *names) == ["2432"] * 3
    assert state.disorganised == units("22 Gds")
