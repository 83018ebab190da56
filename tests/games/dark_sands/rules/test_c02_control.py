"""2: named places, and who controls a hex."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import READY
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, legal, number, play, where, why_not

GAME = "dark-sands"
EVERYTHING = {"axis": ["1600"], "allied": ["2904", "2830", "2441", "2141", "1960", "1571", "1877", "1376"]}


@pytest.mark.rule("2.1.1b", "2.1.1c")
def test_garrisons_are_formed_in_named_places_and_2042_and_1376_are_none() -> None:
    for place, named in [("2045", True), ("2042", False), ("1376", False), ("1633", False)]:
        state = desert({"22 Gds": place})
        state.place[number("Garrison Br 1")] = READY
        acting(state, "allied", "move", MOVEMENT)
        play(state, "unit:22-Gds")
        assert ("garrison:Garrison-Br-1" in legal(state)) == named
        if not named:
            assert why_not(state, "garrison:Garrison-Br-1") == "13.6.2"


@pytest.mark.rule("2.1.5b", "2.1.5c")
def test_a_port_passes_to_whoever_enters_it_and_stays_theirs() -> None:
    state = acting(desert({"Sirte": "2340"}, control=EVERYTHING), "axis", "move", MOVEMENT)
    bardia = HEX["2441"]
    assert controls(state, ALLIED, bardia)
    play(state, "unit:Sirte", "to:2441")
    assert controls(state, AXIS, bardia)
    assert not controls(state, ALLIED, bardia)
    play(state, "to:2340")
    assert controls(state, AXIS, bardia)


@pytest.mark.rule("2.1.5d")
def test_any_other_hex_is_controlled_only_while_it_is_occupied() -> None:
    state = acting(desert({"Sirte": "2042"}), "axis", "move", MOVEMENT)
    assert controls(state, AXIS, HEX["2042"])
    play(state, "unit:Sirte", "to:2041")
    assert not controls(state, AXIS, HEX["2042"])
    assert not controls(state, ALLIED, HEX["2042"])


@pytest.mark.rule("2.1.5c")
def test_sources_and_victory_places_stay_controlled_too() -> None:
    state = desert(control=EVERYTHING)
    for place in ("1571", "2141", "1376", "1877"):
        assert controls(state, ALLIED, HEX[place])
    assert controls(state, AXIS, HEX["1600"])
    assert not controls(state, ALLIED, HEX["2042"])


@pytest.mark.rule("2.1.5g", "P2.0k")
def test_a_zone_does_not_change_control() -> None:
    state = acting(desert({"Sirte": "2043"}, control=EVERYTHING), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:2042", "stop")
    assert controls(state, ALLIED, HEX["2141"])


@pytest.mark.rule("2.3f")
def test_a_headquarters_takes_control_too() -> None:
    state = acting(desert({"HQ Afrika Korps": "2340"}, control=EVERYTHING), "axis", "move", MOVEMENT)
    play(state, "unit:HQ-Afrika-Korps", "to:2441")
    assert controls(state, AXIS, HEX["2441"])


@pytest.mark.rule("2.1.5b")
def test_tobruk_falls_to_a_side_that_takes_it_from_the_other() -> None:
    falls = DATA.tobruk_falls[AXIS]
    state = acting(desert({"Sirte": "2730"}, control=EVERYTHING), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:2830")
    assert state.cup >> falls & 1
    state = acting(desert({"Sirte": "2730"}, control={"axis": ["1600", "2830"]}), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:2830")
    assert not state.cup >> falls & 1


@pytest.mark.rule("2.3h")
def test_a_garrison_on_the_map_is_a_unit_that_holds_its_hex() -> None:
    state = acting(desert({"Garrison Br 1": "1632", "Sirte": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte")
    assert why_not(state, "to:1632") == "19.1"
    assert where(state, "Garrison Br 1") == ["1632"]


@pytest.mark.rule("PE1-11a")
def test_sollum_and_bardia_pass_to_a_unit_that_passes_through() -> None:
    """Printed: 7 Armoured passes Sollum and Bardia, then enters 2630. Where it starts, and that it goes by the
    coast road, is chosen here."""
    control = {"axis": ["1600", "2904", "2830", "2441", "2141"]}
    state = acting(desert({"7/7 Arm": "2043"}, control=control), "allied", "move", MOVEMENT)
    way = ["2042", "2141", "2140", "2240", "2340", "2441", "2440"]
    play(state, "unit:7/7-Arm", *(f"to:{place}" for place in way))
    assert controls(state, ALLIED, HEX["2141"])
    assert controls(state, ALLIED, HEX["2441"])
    assert controls(state, AXIS, HEX["2830"])
