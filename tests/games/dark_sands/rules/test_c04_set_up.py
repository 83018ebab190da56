"""4, P1: the set-ups, against the lists of the playbook."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS, SIDES
from sandtable.games.dark_sands.rules.c04_set_up import set_up
from sandtable.games.dark_sands.rules.c07_stacking import overstacked
from sandtable.games.dark_sands.rules.c22_reinforcements import due
from sandtable.games.dark_sands.state import (
    AWAY,
    GONE,
    READY,
    REBUILDABLE,
    S_GONE,
    S_READY,
    S_WAITING,
    UNBUILT,
    WAITING,
    Sands,
    boxes_at_hand,
    last_turn,
)
from sandtable.kernel.flow import advance
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    decision,
    hex_names,
    legal,
    names,
    number,
    play,
    where,
    why_not,
)

GAME = "dark-sands"
ITALIANS_OF_1940 = (
    "Cirene, 2 Libica, 1 Meditrn, 1 Libica, 3 Gennaio, Catanzaro, 23 Marzo, Sirte, Marmarica, 28 Ottobre, "
    "Maletti, Babini"
)
SIX_AUSTRALIAN = "16/6 Aus, 17/6 Aus, 19/6 Aus"
NINE_AUSTRALIAN = "20/9 Aus, 24/9 Aus, 26/9 Aus"
SEVEN_ARMOURED = "4/7 Arm, 7/7 Arm, 7SG/7 Arm"
TWO_ARMOURED = "1/2 Arm, 3/2 Arm, 2SG/2 Arm"
TWO_NEW_ZEALAND = "4/2 NZ, 5/2 NZ, 6/2 NZ"
SEVENTY = "14/70, 16/70, 23/70"
SUPPORTS = [support.id for support in DATA.supports]


def start(scenario: str, *, campaign: bool = False, dash: bool = False) -> Sands:
    return set_up(DATA, SCENARIOS.index(scenario), campaign, dash)


def listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def units_in_box(state: Sands, box: int, side: int) -> set[str]:
    units = (unit for unit, place in enumerate(state.place) if place == box and DATA.owners[unit] == side)
    return names(sum(1 << unit for unit in units if not DATA.garrisons >> unit & 1))


def check_stacks(state: Sands, side: int, stacks: str, reduced: Iterable[str] = ()) -> None:
    """Lines of `hex: unit, unit`; `Box` stands for a fortified box, `Garrison` for any garrison."""
    for line in stacks.strip().splitlines():
        place, _, text = line.strip().partition(": ")
        here = names(state.stacks[HEX[place]])
        found = sorted("Garrison" if name.startswith("Garrison") else name for name in here)
        found += ["Box"] if state.boxes[side] >> HEX[place] & 1 else []
        assert sorted(found) == sorted(listed(text)), place
        assert all(DATA.owners[number(name)] == side for name in here)
    for name in reduced:
        assert state.reduced >> number(name) & 1, name


def supports(state: Sands, side: int, status: int = S_READY) -> set[str]:
    return {
        name
        for number, name in enumerate(SUPPORTS)
        if state.supports[number] == status and DATA.supports[number].side == side
    }


def garrisons_at_hand(state: Sands, side: int) -> list[str]:
    found = [DATA.units[unit] for unit, place in enumerate(state.place) if place == READY]
    return sorted(unit.nation for unit in found if unit.side == side)


# In general


@pytest.mark.rule("4.0b", "P1.0b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_ends_after_its_turns_and_a_campaign_after_turn_17(scenario: str) -> None:
    ends = {"compass": 2, "sunflower": 5, "crusader": 9, "gazala": 13}
    assert last_turn(start(scenario)) == ends[scenario]
    assert last_turn(start(scenario, campaign=True)) == 17


@pytest.mark.rule("4.0c")
def test_the_full_campaign_begins_with_compass_on_turn_1() -> None:
    state = SANDS.set_up(DATA, "compass", {"until": "campaign"})
    assert (state.turn, state.campaign) == (1, 1)


@pytest.mark.rule("P1.0b", "P1.0c")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_has_its_place_and_no_hex_is_overstacked(scenario: str) -> None:
    """Who arrived earlier is on the map, in a box or out of play: nobody is left over from an earlier turn."""
    state = start(scenario)
    assert not overstacked(state, AXIS) | overstacked(state, ALLIED)
    state.turn = {"compass": 0, "sunflower": 3, "crusader": 7, "gazala": 11}[scenario]
    entry = {unit for unit, place, _ in DATA.setups[state.scenario].placed if place == "ENTRY"}
    assert not (due(state, AXIS).keys() | due(state, ALLIED).keys()) - entry


@pytest.mark.rule("2.1.5e", "2.1.5f")
@pytest.mark.parametrize(
    ("scenario", "axis"),
    [
        ("compass", {"1600", "2904", "2830", "2441", "2141"}),
        ("sunflower", {"1600"}),
        ("crusader", {"1600", "2904", "2441", "2141"}),
        ("gazala", {"1600", "2904"}),
    ],
)
def test_each_side_controls_the_places_behind_its_front(scenario: str, axis: set[str]) -> None:
    everything = {"1600", "2904", "2830", "2441", "2141", "1960", "1571", "1877", "1376"}
    state = start(scenario)
    assert hex_names(state.controlled[AXIS]) == axis
    assert hex_names(state.controlled[ALLIED]) == everything - axis


def check_tracks(state: Sands, turn: int, initiative: str, axis_points: int, allied_points: int) -> None:
    assert (state.turn, SIDES[state.initiative]) == (turn, initiative)
    assert (state.saved_tanks, state.saved_infantry) == (0, 0)
    assert state.points == [axis_points, allied_points]


# Compass


@pytest.mark.rule("P1.1.1a", "P1.1.2k", "P1.1.2g")
def test_the_tracks_of_compass() -> None:
    state = start("compass")
    check_tracks(state, 1, "allied", 0, 0)
    assert DATA.board.names[state.railhead] == "1960"
    assert not state.pool


@pytest.mark.rule("P1.1.2b", "P1.1.2c", "P1.1.2d")
def test_the_axis_in_compass() -> None:
    state = start("compass")
    check_stacks(
        state,
        AXIS,
        """1647: Box, Cirene
        1848: Box, 1 Meditrn
        1949: Box, 2 Libica, Maletti
        2150: Box, 1 Libica
        2045: Box, Catanzaro
        2149: Box, 3 Gennaio
        2436: Sirte
        2140: 28 Ottobre
        2141: Marmarica
        2441: 23 Marzo
        1839: Garrison
        2830: Garrison""",
    )
    assert state.occupied[AXIS].bit_count() == 12


@pytest.mark.rule("P1.1.2e", "P1.1.2f")
def test_the_allies_in_compass() -> None:
    state = start("compass")
    check_stacks(
        state,
        ALLIED,
        f"""1877: 22 Gds
        1959: 11/4 Ind
        2051: 3 Cstrm Gds
        1951: Selby
        1650: {SEVEN_ARMOURED}
        1550: 5/4 Ind, 7/4 Ind, 16/70""",
    )
    assert state.occupied[ALLIED].bit_count() == 6


@pytest.mark.rule("P1.1.2a", "P1.1.2j")
def test_whoever_comes_later_waits_in_compass() -> None:
    state = start("compass")
    assert names(sum(1 << unit for unit in due(state, AXIS))) == {"Sabratha", "Pavia", "Babini"}
    for box in (GONE, AWAY, REBUILDABLE):
        assert not units_in_box(state, box, AXIS) | units_in_box(state, box, ALLIED)
    assert state.place[number("14/70")] == WAITING


@pytest.mark.rule("P1.1.2h", "P1.1.2i")
def test_the_supports_of_compass() -> None:
    state = start("compass")
    assert supports(state, ALLIED) == {"Naval guns", "RAF +2", "RAF +1"}
    assert DATA.supports[SUPPORTS.index("Naval guns")].attack == (2,)
    assert garrisons_at_hand(state, ALLIED) == ["Britain"] * 4
    assert (boxes_at_hand(state, ALLIED), boxes_at_hand(state, AXIS)) == (6, 0)
    assert not supports(state, AXIS)
    assert not garrisons_at_hand(state, AXIS)
    assert state.supports[SUPPORTS.index("Regia Aero +1")] == S_WAITING


@pytest.mark.rule("PE1-0", "PE2-0")
@pytest.mark.parametrize(
    ("turn", "chits"),
    [
        (1, "allied: oconnor, 2 move/combat, 2 half/combat-1; axis: move, combat, 2 half/combat-1, reinforcement"),
        (
            2,
            "allied: oconnor, combeforce, move/combat, 2 half/combat-1, reinforcement; "
            "axis: 2 move, 2 half/combat-1",
        ),
    ],
)
def test_the_chits_of_compass_are_those_of_the_example(turn: int, chits: str) -> None:
    wanted = ["logistics-1", "logistics-2"]
    for side, _, text in (part.strip().partition(": ") for part in chits.split(";")):
        for word in listed(text):
            count, kind = word.split(" ") if " " in word else ("1", word)
            wanted += [f"{side}-{kind}-{number}" for number in range(1, int(count) + 1)]
    assert sorted(DATA.nouns.of("chit", DATA.cups[turn])) == sorted(wanted)
    assert not DATA.priority[turn]


# Sunflower


@pytest.mark.rule("P1.2.1a", "P1.2.2n", "P1.2.2h")
def test_the_tracks_of_sunflower() -> None:
    state = start("sunflower")
    check_tracks(state, 3, "axis", 0, 1)
    assert DATA.board.names[state.railhead] == "1957"


@pytest.mark.rule("P1.2.2f", "P1.2.2g")
def test_the_allies_in_sunflower() -> None:
    state = start("sunflower")
    check_stacks(
        state,
        ALLIED,
        """1877: Garrison
        2830: 24/9 Aus, Garrison
        1960: 22 Gds, Garrison
        2429: 3 Ind
        2906: 26/9 Aus
        2904: 20/9 Aus
        1905: 1/2 Arm, 3/2 Arm
        1702: 2SG/2 Arm""",
    )
    assert state.occupied[ALLIED].bit_count() == 8


def sunflower() -> Sands:
    state = SANDS.set_up(DATA, "sunflower", {"until": "scenario"})
    advance(state, SANDS.kinds)
    return state


@pytest.mark.rule("P1.2.2d", "P1.2.2e")
def test_the_axis_of_sunflower_is_put_into_the_entry_area() -> None:
    state = sunflower()
    italians = "HQ 21 Corps, 132/Ariete, 8 Ber/Ariete, 32/Ariete, Pavia, Bologna, Brescia, Savona, Trento"
    germans = "HQ Afrika Korps, 1/5/21 Pz, 2/5/21 Pz, 3/21 Pz, 2 MG, 8 MG"
    wanted = {f"enter:{DATA.units[number(name)].name}" for name in listed(italians) + listed(germans)}
    assert legal(state) == wanted
    play(state, "enter:HQ-Afrika-Korps")
    assert legal(state) == {"to:1600", "to:1601", "to:1500", "to:1501"}
    play(state, "to:1501", "enter:HQ-21-Corps")
    assert legal(state) == {"to:1600", "to:1601", "to:1500"}, "one headquarters to a hex (11.0)"
    assert why_not(state, "to:1501") == "7.2"
    assert why_not(state, "to:1702") == "P1.2.2"


@pytest.mark.rule("P1.2.2a", "P1.2.1a")
def test_however_sunflower_is_set_up_everybody_finds_room_and_play_begins() -> None:
    """Battalions first, all into one hex, would be worst; the reinforcements of turn 3 are on the map already."""
    state = sunflower()
    battalions = {"enter:1/5/21-Pz", "enter:2/5/21-Pz", "enter:3/21-Pz", "enter:2-MG", "enter:8-MG"}
    while decision(state) == "deploy":
        play(state, min(legal(state) & battalions or legal(state)))
        play(state, min(legal(state)))
    assert not overstacked(state, AXIS)
    assert state.turn == 3
    assert decision(state) == "initiative"
    assert not due(state, AXIS)
    assert not due(state, ALLIED)


@pytest.mark.rule("P1.2.2i", "P1.2.2j")
def test_the_supports_of_sunflower() -> None:
    state = start("sunflower")
    assert supports(state, AXIS) == {"21 Corps Arty", "Regia Aero +1"}
    assert garrisons_at_hand(state, AXIS) == ["Germany", "Germany", "Italy", "Italy"]
    assert supports(state, ALLIED) == {"Naval guns", "RAF +1", "RAF +2"}
    assert garrisons_at_hand(state, ALLIED) == ["Britain"]
    assert [boxes_at_hand(state, side) for side in (AXIS, ALLIED)] == [6, 6]


@pytest.mark.rule("P1.2.2k", "P1.2.2l", "P1.2.2m")
def test_the_boxes_of_sunflower() -> None:
    state = start("sunflower")
    assert units_in_box(state, GONE, AXIS) == set(listed(ITALIANS_OF_1940))
    assert units_in_box(state, GONE, ALLIED) == {"Selby", "3 Cstrm Gds", *listed(SIX_AUSTRALIAN)}
    returns = {4: f"{SEVEN_ARMOURED}, 7/4 Ind, 11/4 Ind", 6: SEVENTY, 7: "5/4 Ind"}
    assert units_in_box(state, AWAY, ALLIED) == {name for text in returns.values() for name in listed(text)}
    check_returns(returns)
    assert units_in_box(state, REBUILDABLE, AXIS) == {"Sabratha"}


def check_returns(returns: dict[int, str]) -> None:
    for turn, text in returns.items():
        for name in listed(text):
            call = DATA.calls[turn][number(name)]
            assert (call.action, call.turn) == ("return", turn), name


@pytest.mark.rule("P1.2.2c")
@pytest.mark.parametrize(
    ("scenario", "later"),
    [
        ("sunflower", {"1/8/15 Pz", "200/90", "1 Tank", "Polish"}),
        ("crusader", {"HQ 13 Corps", "HQ 30 Corps", "2/1 Arm"}),
        ("gazala", {"133/Littorio", "18 Ind", "GGFF"}),
    ],
)
def test_whoever_comes_later_waits(scenario: str, later: set[str]) -> None:
    state = start(scenario)
    assert {state.place[number(name)] for name in later} == {WAITING}


# Crusader


@pytest.mark.rule("P1.3.1a", "P1.3.2q", "P1.3.2j")
def test_the_tracks_of_crusader() -> None:
    state = start("crusader")
    check_tracks(state, 8, "allied", 0, 1)
    assert DATA.board.names[state.railhead] == "1546"


@pytest.mark.rule("P1.3.2r", "P1.3.2k")
def test_the_replacement_pool_of_crusader_holds_all_chits_of_1941() -> None:
    state = start("crusader")
    drawn = {chit.name for number, chit in enumerate(DATA.replacements) if state.pool >> number & 1}
    assert drawn == {f"Axis-41-{n}" for n in range(1, 7)} | {f"Allied-41-{n}" for n in range(1, 6)} | {"Tiger-Cub"}
    assert state.bypass == UNBUILT


@pytest.mark.rule("P1.3.2b", "P1.3.2c", "P1.3.2d")
def test_the_axis_at_the_front_of_crusader() -> None:
    check_stacks(
        start("crusader"),
        AXIS,
        """2042: Box, 200/90
        2041: Box, 104/21 Pz
        2040: Box, Savona
        2031: 132/Ariete, 8 Ber/Ariete, 32/Ariete
        2727: HQ 21 Corps
        2728: Trento
        2629: Pavia
        2630: Bologna
        2828: Brescia
        2441: HQ Afrika Korps
        2437: 1/5/21 Pz, 2/5/21 Pz
        2337: 3/21 Pz, 33/15 Pz, 580/90
        2534: 8 MG, 1/8/15 Pz
        2435: 2/8/15 Pz, 115/15 Pz""",
        reduced=("200/90", "Savona", "Bologna"),
    )


@pytest.mark.rule("P1.3.2e", "P1.3.2f")
def test_the_axis_in_the_rear_of_crusader() -> None:
    state = start("crusader")
    check_stacks(
        state,
        AXIS,
        """2730: 155/90, 288/90, 361/90
        1938: Recam
        2125: 65/Trieste, 66/Trieste, 9 Ber/Trieste""",
        reduced=("155/90",),
    )
    assert state.occupied[AXIS].bit_count() == 17
    assert state.reduced.bit_count() == 4


@pytest.mark.rule("P1.3.2g", "P1.3.2h", "P1.3.2i")
def test_the_allies_in_crusader() -> None:
    state = start("crusader")
    check_stacks(
        state,
        ALLIED,
        f"""1041: 29/5 Ind, 3/2 SA
        1241: 22 Gds
        1648: 4/2 SA, 6/2 SA
        1740: {SEVEN_ARMOURED}
        1741: 22/1 Arm
        1744: 1/1 SA, 5/1 SA
        1842: 7/4 Ind, 1 Tank
        1942: {TWO_NEW_ZEALAND}
        1948: 5/4 Ind
        2043: 11/4 Ind
        2729: 23/70, Polish
        2829: 16/70, 14/70
        2830: Garrison, 32 Tank
        1877: Garrison
        1960: 2/1 SA""",
    )
    assert state.occupied[ALLIED].bit_count() == 15


@pytest.mark.rule("P1.3.2l", "P1.3.2m")
def test_the_supports_of_crusader() -> None:
    state = start("crusader")
    assert supports(state, AXIS) == {"21 Corps Arty", "Regia Aero +1", "Luftwaffe +1", "1/33 AT", "1/18 AT"}
    assert garrisons_at_hand(state, AXIS) == ["Germany", "Germany", "Italy", "Italy"]
    assert supports(state, ALLIED) == {"Naval guns", "RAF +1", "RAF +2"}
    assert garrisons_at_hand(state, ALLIED) == ["Britain"] * 2
    assert [boxes_at_hand(state, side) for side in (AXIS, ALLIED)] == [3, 6]


@pytest.mark.rule("P1.3.2n", "P1.3.2o", "P1.3.2p")
def test_the_boxes_of_crusader() -> None:
    state = start("crusader")
    assert units_in_box(state, GONE, AXIS) == set(listed(ITALIANS_OF_1940))
    gone = f"Selby, 3 Cstrm Gds, {SIX_AUSTRALIAN}, {TWO_ARMOURED}"
    assert units_in_box(state, GONE, ALLIED) == set(listed(gone))
    assert units_in_box(state, AWAY, ALLIED) == {"3 Ind", *listed(NINE_AUSTRALIAN)}
    check_returns({10: "3 Ind", 13: NINE_AUSTRALIAN})
    assert units_in_box(state, REBUILDABLE, AXIS) == {"Sabratha", "2 MG"}


@pytest.mark.rule("P1.3.2a")
def test_what_is_due_on_turns_8_and_9_is_still_to_come_in_crusader() -> None:
    state = start("crusader")
    assert names(sum(1 << unit for unit in due(state, ALLIED))) == {"HQ 13 Corps", "HQ 30 Corps"}
    assert {"13 Corps Arty", "30 Corps Arty"} <= supports(state, ALLIED, S_WAITING)


# Gazala


@pytest.mark.rule("P1.4.1a", "P1.4.2s", "P1.4.2k")
def test_the_tracks_of_gazala() -> None:
    state = start("gazala")
    check_tracks(state, 12, "axis", 0, 2)
    assert DATA.board.names[state.railhead] == "2337"


@pytest.mark.rule("P1.4.2t", "P1.4.2l")
def test_the_replacement_pool_of_gazala_holds_all_chits_of_1942_without_the_emergency() -> None:
    state = start("gazala")
    chits = [chit.name for chit in DATA.replacements]
    drawn = {name for number, name in enumerate(chits) if state.pool >> number & 1}
    assert drawn == {f"{side}-42-{n}" for side in ("Axis", "Allied") for n in range(1, 9)}
    assert state.spent_chits == 1 << chits.index("Emergency-Replacements")
    assert state.bypass == UNBUILT


@pytest.mark.rule("P1.4.2b", "P1.4.2c", "P1.4.2d")
def test_the_mobile_axis_in_gazala() -> None:
    check_stacks(
        start("gazala"),
        AXIS,
        """1626: 580/90, 288/90, 155/90
        1825: 1/8/15 Pz, 2/8/15 Pz, 115/15 Pz, 33/15 Pz, HQ PzA Afrika
        1924: 104/21 Pz, 3/21 Pz, 1/5/21 Pz, 2/5/21 Pz, HQ Afrika Korps
        2024: 132/Ariete, 8 Ber/Ariete, 32/Ariete
        2622: HQ 21 Corps
        2223: 65/Trieste, 66/Trieste, 9 Ber/Trieste""",
    )


@pytest.mark.rule("P1.4.2e")
def test_the_boxes_of_the_axis_in_gazala() -> None:
    state = start("gazala")
    check_stacks(
        state,
        AXIS,
        """2522: Box, Pavia, Brescia
        2722: Box, Sabratha, Trento
        2823: Box, 361/90, 200/90""",
    )
    assert state.occupied[AXIS].bit_count() == 9


@pytest.mark.rule("P1.4.2f", "P1.4.2i", "P1.4.2j")
def test_the_allies_of_gazala_without_boxes() -> None:
    state = start("gazala")
    check_stacks(
        state,
        ALLIED,
        """1927: 7SG/7 Arm
        2128: 4/7 Arm
        2230: HQ 30 Corps
        2428: 2/1 Arm
        2528: 22/1 Arm
        2625: 1 Tank
        2824: 32 Tank
        2429: HQ 13 Corps
        2535: 10/5 Ind
        2729: 6/2 SA
        2829: 4/2 SA
        2830: 9/5 Ind
        2031: 29/5 Ind
        2141: 11/4 Ind
        2432: 3 Ind
        2441: 2 FF
        1877: Garrison
        1960: Garrison""",
    )


@pytest.mark.rule("P1.4.2g", "P1.4.2h", "T-err1")
def test_the_boxes_of_the_allies_in_gazala() -> None:
    state = start("gazala")
    check_stacks(
        state,
        ALLIED,
        """2324: Box, 150/50
        2526: Box, 22 Gds
        2723: Box, 1/1 SA, 2/1 SA
        2923: Box, 5/1 SA
        2125: Box, 1 FF
        2523: Box, 69/50, 151/50""",
    )
    assert state.occupied[ALLIED].bit_count() == 24


@pytest.mark.rule("P1.4.2a")
def test_upgrades_of_turn_8_have_been_made_in_gazala_those_of_turn_12_not_yet() -> None:
    state = start("gazala")
    assert [state.version[number(name)] for name in ("4/7 Arm", "7/7 Arm", "22/1 Arm")] == [1, 1, 0]
    assert where(state, "7/7 Arm") == ["off"]
    assert names(sum(1 << unit for unit in due(state, AXIS))) == {"133/Littorio", "12 Ber/Littorio"}


@pytest.mark.rule("P1.4.2m", "P1.4.2n")
def test_the_supports_of_gazala() -> None:
    state = start("gazala")
    assert supports(state, AXIS) == {"21 Corps Arty", "Regia Aero +1", "Luftwaffe +1", "1/33 AT", "1/18 AT"}
    assert garrisons_at_hand(state, AXIS) == ["Germany", "Germany", "Italy", "Italy"]
    assert supports(state, ALLIED) == {"Naval guns", "RAF +1", "RAF +1 (b)", "13 Corps Arty", "30 Corps Arty"}
    assert garrisons_at_hand(state, ALLIED) == ["Britain"] * 2
    assert [boxes_at_hand(state, side) for side in (AXIS, ALLIED)] == [3, 0]


@pytest.mark.rule("P1.4.2o", "P1.4.2p")
def test_who_is_out_of_play_or_away_in_gazala() -> None:
    state = start("gazala")
    assert units_in_box(state, GONE, AXIS) == set(listed(ITALIANS_OF_1940))
    gone = f"Selby, 3 Cstrm Gds, Polish, {SIX_AUSTRALIAN}, {TWO_ARMOURED}, {SEVENTY}"
    assert units_in_box(state, GONE, ALLIED) == set(listed(gone))
    assert supports(state, ALLIED, S_GONE) == {"RAF +2"}
    returns = {12: f"{TWO_NEW_ZEALAND}, 5/4 Ind", 13: NINE_AUSTRALIAN, 15: "7/4 Ind"}
    assert units_in_box(state, AWAY, ALLIED) == {name for text in returns.values() for name in listed(text)}
    check_returns(returns)


@pytest.mark.rule("P1.4.2q", "P1.4.2r")
def test_who_can_be_rebuilt_in_gazala() -> None:
    state = start("gazala")
    assert units_in_box(state, REBUILDABLE, AXIS) == {"Recam", "8 MG", "2 MG", "Savona", "Bologna"}
    assert units_in_box(state, REBUILDABLE, ALLIED) == {"3/2 SA", "7/7 Arm", "1SG/1 Arm"}
