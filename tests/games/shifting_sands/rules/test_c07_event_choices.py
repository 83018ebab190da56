"""7.5: events that ask somebody something, or roll a die."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_points import ban
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_of
from sandtable.games.shifting_sands.rules.c15_replacements import replaceable
from tests.games.shifting_sands.acts import event, holding
from tests.games.shifting_sands.theatre import (
    SPACE,
    card,
    cards,
    decision,
    legal,
    number,
    play,
    space_ids,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
EGYPTIANS = ("eg_bg-1", "eg_bg-2", "eg_bg-3", "eg_bg-4")


# X05: Egyptian Uprising


def uprising(**fields: Any) -> Any:
    return event("X05", axis=("khartoum",), points=10, **fields)


@pytest.mark.rule("X05", "7.531g", "10.44a")
def test_where_egyptians_rise() -> None:
    """In Allied victory spaces of Egypt without Allied units, and in Sinai."""
    state = uprising(placed={"br_bg-1": "cairo", "it_17": "mersa_matruh"})
    assert legal(state) == {"to:Alexandria", "to:Port-Said", "to:Suez", "to:Sinai", "done"}
    assert why_not(state, "to:Cairo") == "X05"
    assert why_not(state, "to:El-Alamein") == "7.531"  # no victory space
    assert why_not(state, "to:Mersa-Matruh") == "7.531"  # Axis already
    assert why_not(state, "to:Khartoum") == "7.531"  # not in Egypt


@pytest.mark.rule("X05", "10.44a")
def test_egyptians_take_what_they_rise_in() -> None:
    """A point for each victory space; Sinai is none."""
    state = uprising()
    play(state, "to:Suez", "to:Suez", "to:Sinai", "to:Cairo")
    assert where(state, *EGYPTIANS) == ["suez", "suez", "sinai", "cairo"]
    assert [state.control[SPACE[name]] for name in ("suez", "sinai", "cairo")] == [AXIS] * 3
    assert state.points == 12
    assert decision(state) == "choose"
    assert not state.reduced


@pytest.mark.rule("X05")
def test_up_to_four_rise_and_three_in_a_space() -> None:
    state = uprising()
    play(state, "to:Suez", "to:Suez", "to:Suez")
    assert "to:Suez" not in legal(state)
    assert why_not(state, "to:Suez") == "8.1"
    play(state, "done")
    assert where(state, *EGYPTIANS) == ["suez", "suez", "suez", "unused"]
    assert decision(state) == "choose"


@pytest.mark.rule("X05")
def test_nobody_is_asked_about_a_battlegroup_without_a_place() -> None:
    """The last space is full with three: there is nothing to decide about the fourth."""
    held = ("cairo", "alexandria", "port_said", "suez", "mersa_matruh")
    state = uprising(placed={f"br_bg-{n}": space for n, space in enumerate(held, start=1)})
    play(state, "to:Sinai", "to:Sinai", "to:Sinai")
    assert where(state, *EGYPTIANS) == ["sinai", "sinai", "sinai", "unused"]
    assert decision(state) == "choose"


@pytest.mark.rule("X05", "15.12d")
def test_german_points_restore_egyptians_afterwards() -> None:
    state = holding("X05", axis=("khartoum",), placed={"eg_bg-1": "axis_replaceable"})
    assert not replaceable(state) & units("eg_bg-1")
    play(state, "event:X05", "done")
    assert replaceable(state) & units("eg_bg-1")


@pytest.mark.rule("13.44b", "X05")
def test_egyptians_in_sinai_are_not_a_source() -> None:
    state = uprising()
    play(state, "to:Sinai", "to:Suez", "done")
    assert supply_of(state, number("eg_bg-2")) != OUT
    assert space_ids(1 << state.place[number("eg_bg-1")]) == {"sinai"}


def test_an_uprising_in_mersa_matruh_drives_the_lrdg_away() -> None:
    """11.76: what follows from the fall of a space happens at once, and the uprising goes on."""
    state = uprising(placed={"br_lrdg": "siwa"}, events=("long_range_desert_group",))
    play(state, "to:Mersa-Matruh")
    assert where(state, "br_lrdg") == ["allied_reserve"]
    assert decision(state) == "uprising"


def test_no_place_to_rise_in() -> None:
    """The event can be played all the same: German points may restore Egyptians."""
    held = ("cairo", "alexandria", "port_said", "suez", "sinai", "mersa_matruh")
    state = uprising(placed={f"br_bg-{n}": space for n, space in enumerate(held, start=1)})
    assert decision(state) == "choose"


# X10: Invasion of Greece


@pytest.mark.rule("X10")
def test_greece_takes_a_battlegroup_from_the_reserve_first() -> None:
    placed = {
        "br_abg-1": "allied_reserve",
        "in_bg-1": "allied_reserve",
        "br_bg-1": "suez",
        "ff_bg-1": "allied_reserve",
    }
    state = event("X10", placed=placed)
    assert SANDS.actor(state) == ALLIED
    assert legal(state) == {"remove:br_abg-1", "remove:in_bg-1"}  # no minor Allies, and nobody from the map
    assert why_not(state, "remove:br_bg-1") == "X10"
    play(state, "remove:in_bg-1")
    assert where(state, "in_bg-1", "br_abg-1") == ["allied_replaceable", "allied_reserve"]


@pytest.mark.rule("X10")
def test_greece_takes_a_battlegroup_from_egypt_or_palestine() -> None:
    placed = {"br_bg-1": "suez", "sa_bg-1": "jerusalem", "au_bg-1": "tobruk", "br_bg-2": "sinai", "in_4": "suez"}
    state = event("X10", placed=placed, reduced=("sa_bg-1",))
    assert legal(state) == {"remove:br_bg-1", "remove:sa_bg-1"}
    play(state, "remove:sa_bg-1")
    assert where(state, "sa_bg-1") == ["allied_replaceable"]
    assert not state.reduced


@pytest.mark.rule("X10")
def test_the_lrdg_is_a_british_battlegroup() -> None:
    state = event("X10", placed={"br_lrdg": "allied_reserve", "br_bg-1": "suez"})
    assert where(state, "br_lrdg") == ["allied_replaceable"]


@pytest.mark.rule("X10")
def test_greece_does_not_ask_about_battlegroups_that_are_alike() -> None:
    state = event("X10", placed={"br_bg-1": "suez", "br_bg-2": "suez", "br_bg-3": "khartoum"})
    assert where(state, "br_bg-1", "br_bg-2") == ["allied_replaceable", "suez"]
    assert decision(state) == "choose"


@pytest.mark.rule("X10")
def test_greece_takes_nothing_from_nobody() -> None:
    state = event("X10", placed={"br_bg-1": "tobruk", "in_4": "suez"})
    assert where(state, "br_bg-1", "in_4") == ["tobruk", "suez"]
    assert ban(state) == "Invasion of Greece"


# X15: Balkan Campaign


def balkans(placed: dict[str, str], **fields: Any) -> Any:
    return event("X15", placed=placed, events=("invasion_of_greece",), turn=4, **fields)


@pytest.mark.rule("X15")
def test_australians_and_new_zealanders_go_first() -> None:
    placed = {
        "au_6": "suez",
        "nz_2": "cairo",
        "au_7": "tobruk",
        "in_4": "suez",
        "br_50": "suez",
        "au_9": "kassala",
    }
    state = balkans(placed)
    assert SANDS.actor(state) == ALLIED
    assert legal(state) == {"remove:au_6", "remove:nz_2", "remove:au_7"}
    assert why_not(state, "remove:in_4") == "X15"
    assert why_not(state, "remove:au_9") == "X15"  # East Africa
    play(state, "remove:nz_2", "remove:au_7")
    assert where(state, "nz_2", "au_7", "au_6") == ["allied_replaceable", "allied_replaceable", "suez"]
    assert decision(state) == "choose"


@pytest.mark.rule("X15")
@pytest.mark.parametrize(
    ("placed", "sent"),
    [
        ({"au_6": "jerusalem", "nz_2": "suez", "in_4": "suez"}, ("au_6", "nz_2")),
        ({"au_6": "jerusalem", "in_4": "suez", "br_50": "suez"}, ("au_6", "in_4")),
        ({"in_4": "suez", "br_50": "suez", "br_7arm": "suez"}, ("in_4", "br_50")),
        ({"br_50": "suez", "br_7arm": "suez", "sa_1": "suez"}, ("br_50",)),
        ({"br_7arm": "suez", "sa_1": "suez", "au_6": "allied_reserve"}, ()),
    ],
    ids=[
        "two of the first nations",
        "one Australian",
        "Indians before British",
        "no armour, no South Africans",
        "nobody",
    ],
)
def test_who_goes_after_them(placed: dict[str, str], sent: tuple[str, ...]) -> None:
    state = balkans(placed)
    gone = {name for name in placed if where(state, name) == ["allied_replaceable"]}
    assert gone == set(sent)
    assert decision(state) == "choose"


@pytest.mark.rule("X15")
def test_an_armoured_battlegroup_goes_from_the_reserve_first() -> None:
    state = balkans({"br_abg-1": "suez", "br_abg-2": "allied_reserve", "us_abg-1": "allied_reserve"})
    assert where(state, "br_abg-1", "br_abg-2", "us_abg-1") == ["suez", "allied_replaceable", "allied_reserve"]
    state = balkans({"br_abg-1": "suez", "br_abg-2": "tobruk", "br_bg-1": "allied_reserve"})
    assert legal(state) == {"remove:br_abg-1", "remove:br_abg-2"}
    assert why_not(state, "remove:br_bg-1") == "X15"
    play(state, "remove:br_abg-2")
    assert where(state, "br_abg-2", "br_bg-1") == ["allied_replaceable", "allied_reserve"]


@pytest.mark.rule("X15", "7.531f")
def test_the_greeks_wait_in_the_replaceable_box_and_the_ban_ends() -> None:
    state = balkans({})
    assert where(state, "gk_bg") == ["allied_replaceable"]
    assert not ban(state)


# A13: Gideon Force


@pytest.mark.rule("A13")
def test_whom_gideon_force_strikes() -> None:
    """Italian battlegroups in East Africa with no Italian division in their space."""
    placed = {"it_bg-1": "gondar", "it_bg-2": "keren", "it_afr": "keren", "it_bg-3": "harar", "it_bg-4": "tobruk"}
    state = event("A13", placed=placed, reduced=("it_bg-3",))
    assert SANDS.actor(state) == ALLIED
    assert legal(state) == {"lose:it_bg-1", "lose:it_bg-3"}
    assert why_not(state, "lose:it_bg-2") == "A13"
    assert why_not(state, "lose:it_bg-4") == "A13"
    play(state, "lose:it_bg-1")
    assert state.reduced == units("it_bg-1", "it_bg-3")
    assert (decision(state), state.left) == ("activation", 3)


@pytest.mark.rule("A13")
def test_gideon_force_eliminates_a_reduced_battlegroup() -> None:
    state = event("A13", placed={"it_bg-1": "gondar", "br_bg-1": "kassala"}, reduced=("it_bg-1",))
    assert where(state, "it_bg-1") == ["axis_replaceable"]
    assert (decision(state), state.left) == ("activation", 3)


@pytest.mark.rule("A13")
def test_gideon_force_finds_nobody() -> None:
    state = event("A13", placed={"br_bg-1": "kassala"})
    assert (decision(state), state.left) == ("activation", 3)


# X52: Captured Dumps


@pytest.mark.rule("X52")
def test_captured_dumps_restore_two_units_in_libya() -> None:
    placed = {
        "it_17": "tobruk",
        "ge_bg-1": "bardia",
        "it_1lib": "derna",
        "it_bg-1": "keren",
        "it_27": "sidi_barrani",
    }
    state = event("X52", placed=placed, reduced=("it_17", "ge_bg-1", "it_1lib", "it_bg-1", "it_27"))
    assert legal(state) == {"restore:it_17", "restore:ge_bg-1", "restore:it_1lib", "done"}
    assert why_not(state, "restore:it_bg-1") == "X52"  # East Africa
    assert why_not(state, "restore:it_27") == "X52"  # Egypt
    play(state, "restore:it_17", "restore:ge_bg-1")
    assert state.reduced == units("it_1lib", "it_bg-1", "it_27")
    assert decision(state) == "choose"
    assert not any(state.replacements)


@pytest.mark.rule("X52")
def test_captured_dumps_ask_for_no_supply() -> None:
    """It is no play for replacement points."""
    state = holding("X52", placed={"it_17": "giarabub", "br_bg-1": "gambut"}, reduced=("it_17",))
    assert supply_of(state, number("it_17")) == OUT
    play(state, "event:X52", "restore:it_17")
    assert not state.reduced


@pytest.mark.rule("X52")
def test_captured_dumps_may_be_left() -> None:
    state = event("X52", placed={"it_17": "tobruk"}, reduced=("it_17",))
    play(state, "done")
    assert state.reduced == units("it_17")
    assert decision(event("X52")) == "choose"  # nobody to restore


# A53: Special Air Service


@pytest.mark.rule("A53")
@pytest.mark.parametrize(("die", "barred"), [(3, 0), (4, 1), (6, 1)])
def test_special_air_service(die: int, barred: int) -> None:
    state = event("A53", events=("long_range_desert_group",), kept=cards("X24", "X30"))
    told = [one.arguments["card"] for one in play(state, die) if one.kind == "combat-card-discarded"]
    assert told == ([card("X24")] if barred else [])
    assert state.aircraft_barred == barred
    assert state.kept == (cards("X30") if barred else cards("X24", "X30"))
    assert state.discards[AXIS] == (cards("X24") if barred else 0)
    state.clear("turn")
    assert not state.aircraft_barred


@pytest.mark.rule("A53")
def test_without_aircraft_no_air_support_is_played() -> None:
    placed = {"ge_bg-1": "el_adem", "br_bg-1": "gambut"}
    for barred in (0, 1):
        state = holding("X24", placed=placed, aircraft_barred=barred)
        play(state, "automatic", "attack-from:El-Adem", "attack:Gambut", "join:ge_bg-1", "done")
        assert ("combat-card:X24" in legal(state)) == (not barred)
