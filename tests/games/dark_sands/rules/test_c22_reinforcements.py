"""22: the Reinforcement chit."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c22_reinforcements import REINFORCEMENT
from sandtable.games.dark_sands.state import (
    AWAY,
    GONE,
    READY,
    REBUILDABLE,
    S_GONE,
    S_READY,
    S_USED,
    S_WAITING,
    WAITING,
    Sands,
    face,
)
from sandtable.kernel.flow import advance, push
from tests.games.dark_sands.cups import draw, drawing
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    decision,
    desert,
    hexes,
    legal,
    names,
    number,
    play,
    where,
    why_not,
)

GAME = "dark-sands"
SUPPORTS = [support.id for support in DATA.supports]
FOUR_INDIAN = ("5/4 Ind", "7/4 Ind", "11/4 Ind")
SIX_AUSTRALIAN = ("16/6 Aus", "17/6 Aus", "19/6 Aus")


def reinforcing(
    side: int,
    turn: int,
    placed: dict[str, str] | None = None,
    *,
    only: tuple[str, ...] | None = None,
    away: tuple[str, ...] = (),
    **fields: Any,
) -> Sands:
    """A Reinforcement action; with `only`, no other units are still to come."""
    state = desert(placed, turn=turn, **fields)
    if only is not None:
        keep = {number(name) for name in only}
        state.place = [
            GONE if place == WAITING and unit not in keep else place for unit, place in enumerate(state.place)
        ]
    for name in away:
        state.place[number(name)] = AWAY
    push(state, REINFORCEMENT, side)
    advance(state, SANDS.kinds)
    return state


def written(*ids: str) -> set[str]:
    return {f"enter:{DATA.units[number(name)].name}" for name in ids}


def enter_all(state: Sands) -> None:
    """Everybody comes in, anywhere."""
    while decision(state) in ("arrivals", "arrival"):
        play(state, min(legal(state)))


# Arrivals and returns


@pytest.mark.rule("22.0a", "22.0b", "22.1b")
def test_the_units_of_the_turn_arrive_and_nobody_else() -> None:
    state = reinforcing(AXIS, 6, only=("361/90", "288/90", "125/164"))
    assert legal(state) == written("361/90", "288/90")
    assert why_not(state, "enter:125/164") == "22.0"
    play(state, "enter:361/90", "to:1501")
    assert where(state, "361/90") == ["1501"]
    assert legal(state) == written("288/90")


@pytest.mark.rule("22.0a")
def test_a_chit_that_is_drawn_brings_them() -> None:
    state = drawing(desert({}, turn=6, campaign=1), "axis-reinforcement", "logistics")
    draw(state, "axis-reinforcement")
    assert decision(state) == "arrivals"


@pytest.mark.rule("22.1c", "13.0b", "13.1b")
def test_supports_arrive_face_up() -> None:
    state = reinforcing(AXIS, 4, only=())
    assert [state.supports[SUPPORTS.index(name)] for name in ("Luftwaffe +1", "1/33 AT")] == [S_READY] * 2
    assert state.supports[SUPPORTS.index("1/18 AT")] == S_WAITING, "that one comes on turn 5"
    assert not state.frames


@pytest.mark.rule("22.1c")
def test_german_garrisons_arrive_as_supports_on_turn_3() -> None:
    state = reinforcing(AXIS, 3)
    assert {state.place[number(f"Garrison Ger {n}")] for n in (1, 2)} == {READY}
    assert "enter:Garrison-Ger-1" not in legal(state)


@pytest.mark.rule("22.3a")
def test_returning_units_enter_like_reinforcements() -> None:
    state = reinforcing(ALLIED, 7, only=(), away=("5/4 Ind",))
    assert legal(state) == written("5/4 Ind")
    play(state, "enter:5/4-Ind")
    assert {"to:1877", "to:1960", "to:2830"} <= legal(state)
    assert not reinforcing(ALLIED, 6, only=(), away=("5/4 Ind",)).frames, "it returns on turn 7"


@pytest.mark.rule("22.7a")
def test_nobody_may_be_held_back_while_there_is_room() -> None:
    state = reinforcing(AXIS, 6, only=("361/90",))
    assert legal(state) == written("361/90")
    assert why_not(state, "done") == "22.7"


FULL = {
    name: place
    for place, stack in {
        "1600": ("Trento", "Pavia", "Brescia"),
        "1601": ("Bologna", "Savona", "132/Ariete"),
        "1500": ("32/Ariete", "8 Ber/Ariete", "200/90"),
        "1501": ("104/21 Pz", "115/15 Pz", "155/90"),
    }.items()
    for name in stack
}


@pytest.mark.rule("22.7a")
def test_who_finds_no_room_waits_for_the_next_reinforcements() -> None:
    enemy = {"22 Gds": "1905"}
    state = reinforcing(AXIS, 6, {**FULL, **enemy}, only=("361/90", "580/90"))
    assert legal(state) == written("580/90"), "for a battalion there is room"
    assert why_not(state, "enter:361/90") == "22.7"
    play(state, "enter:580/90", "to:1600")
    assert not state.frames
    assert state.place[number("361/90")] == WAITING
    later = reinforcing(AXIS, 11, enemy, only=("361/90",))
    assert legal(later) == written("361/90")


@pytest.mark.rule("22.7a", "11.0r")
def test_a_headquarters_finds_room_where_others_do_not() -> None:
    """The entry area is full of divisions; only a headquarters may join them, or a unit at the front."""
    crowd = {"66/Trieste" if name == "132/Ariete" else name: place for name, place in FULL.items()}
    state = reinforcing(
        AXIS, 3, {**crowd, "65/Trieste": "2522", "22 Gds": "2906"}, only=("HQ 21 Corps", "132/Ariete")
    )
    assert legal(state) == written("HQ 21 Corps")
    play(state, "enter:HQ-21-Corps")
    assert {"to:1600", "to:2522"} <= legal(state)


# Departures


@pytest.mark.rule("22.2a", "22.2c", "22.2d")
def test_units_depart_and_those_that_will_return_wait_for_it() -> None:
    placed = {"14/70": "2830", "16/70": "2829", "23/70": "2830", "Selby": "1550", "22 Gds": "1550"}
    state = reinforcing(ALLIED, 3, placed, only=(), reduced=["14/70"])
    assert [state.place[number(name)] for name in ("14/70", "16/70", "23/70")] == [AWAY] * 3
    assert state.place[number("Selby")] == GONE
    assert where(state, "22 Gds") == ["1550"]
    assert not state.reduced, "it will return at full strength"


@pytest.mark.rule("22.2b")
def test_neither_encirclement_nor_elimination_prevents_a_departure() -> None:
    cut_off = {"16/70": "1726", "1/5/21 Pz": "1725", "2/5/21 Pz": "1727"}
    state = desert(cut_off, turn=3, oos=["16/70"])
    state.place = [GONE if place == WAITING else place for place in state.place]
    state.place[number("14/70")] = REBUILDABLE
    push(state, REINFORCEMENT, ALLIED)
    advance(state, SANDS.kinds)
    assert [state.place[number(name)] for name in ("14/70", "16/70")] == [AWAY] * 2
    assert not state.oos


@pytest.mark.rule("22.2a")
def test_a_support_departs_too() -> None:
    state = desert({}, turn=11)
    state.supports[SUPPORTS.index("RAF +2")] = S_USED
    state.place = [GONE] * len(state.place)
    push(state, REINFORCEMENT, ALLIED)
    advance(state, SANDS.kinds)
    assert state.supports[SUPPORTS.index("RAF +2")] == S_GONE


def test_a_box_that_nobody_is_left_in_is_removed() -> None:
    state = reinforcing(ALLIED, 3, {"14/70": "1550"}, only=(), boxes={"allied": ["1550"]})
    assert (state.boxes[ALLIED], state.boxes_used[ALLIED]) == (0, 1)


# Exchanges


def exchange(placed: dict[str, str], **fields: Any) -> Sands:
    """Turn 2: 6 Australian for 4 Indian, and nobody else."""
    return reinforcing(ALLIED, 2, placed, only=SIX_AUSTRALIAN, **fields)


@pytest.mark.rule("22.4d", "22.4c")
def test_an_entering_unit_may_take_the_place_of_a_departing_one() -> None:
    placed = {"5/4 Ind": "2031", "7/4 Ind": "2031", "11/4 Ind": "2429"}
    state = exchange(placed, boxes={"allied": ["2429"]})
    assert [state.place[number(name)] for name in FOUR_INDIAN] == [AWAY] * 3
    assert legal(state) == written(*SIX_AUSTRALIAN)
    play(state, "enter:16/6-Aus")
    assert legal(state, "exchange") == {"exchange:5/4-Ind", "exchange:7/4-Ind", "exchange:11/4-Ind"}
    assert {"to:1877", "to:1960", "to:2830"} <= legal(state), "or enter like any other"
    play(state, "exchange:11/4-Ind", "enter:17/6-Aus")
    assert legal(state, "exchange") == {"exchange:5/4-Ind", "exchange:7/4-Ind"}, "one for one"
    play(state, "exchange:5/4-Ind", "enter:19/6-Aus", "to:1960")
    assert where(state, *SIX_AUSTRALIAN) == ["2429", "2031", "1960"]
    assert state.boxes[ALLIED] == hexes("2429"), "the box has a new garrison"


@pytest.mark.rule("22.4d")
def test_not_the_place_of_one_that_has_no_line_of_supply() -> None:
    ring = {"1/5/21 Pz": "1725", "2/5/21 Pz": "1727"}
    state = exchange({"5/4 Ind": "1726", "7/4 Ind": "2031", **ring})
    play(state, "enter:16/6-Aus")
    assert legal(state, "exchange") == {"exchange:7/4-Ind"}


@pytest.mark.rule("22.4b", "22.4e")
def test_only_units_of_the_same_frame_are_exchanged() -> None:
    """Turn 3: 2 Armoured for 7 Armoured, and 9 Australian for 6 Australian."""
    placed = {"4/7 Arm": "2031", "16/6 Aus": "2429"}
    state = reinforcing(ALLIED, 3, placed, only=("1/2 Arm", "20/9 Aus"))
    play(state, "enter:1/2-Arm")
    assert legal(state, "exchange") == {"exchange:4/7-Arm"}
    assert why_not(state, "exchange:16/6-Aus") == "22.4"
    play(state, "exchange:4/7-Arm", "enter:20/9-Aus")
    assert legal(state, "exchange") == {"exchange:16/6-Aus"}
    state = reinforcing(ALLIED, 6, {"20/9 Aus": "2830"}, only=(), away=("14/70",))
    play(state, "enter:14/70")
    assert legal(state, "exchange") == {"exchange:20/9-Aus"}, "turn 6: 70 Division for 9 Australian"


@pytest.mark.rule("16.0g")
def test_arrivals_come_before_departures_and_these_before_exchanges() -> None:
    """In Tobruk there is room for one brigade until 4 Indian has left."""
    placed = {"5/4 Ind": "2830", "22 Gds": "2830"}
    state = reinforcing(ALLIED, 2, placed, only=(*SIX_AUSTRALIAN, "14/70", "23/70"))
    assert legal(state) == written("14/70", "23/70"), "the Australians wait for the exchanges"
    play(state, "enter:14/70", "to:2830", "enter:23/70")
    assert "to:2830" not in legal(state)
    play(state, "to:1960")
    assert legal(state) == written(*SIX_AUSTRALIAN)
    play(state, "enter:16/6-Aus")
    assert {"to:2830", "exchange:5/4-Ind"} <= legal(state)


@pytest.mark.rule("PE2-9")
def test_the_example_6_australian_replaces_4_indian() -> None:
    """The hexes of 4 Indian are those after the fifth and sixth chits, chosen where the text names none."""
    placed = {"5/4 Ind": "2031", "7/4 Ind": "2430", "11/4 Ind": "2730"}
    state = reinforcing(
        ALLIED, 2, placed, only=(*SIX_AUSTRALIAN, "14/70", "23/70", "3 Ind"), reduced=["5/4 Ind", "7/4 Ind"]
    )
    play(state, "enter:14/70", "to:2830", "enter:23/70", "to:2830", "enter:3-Ind", "to:1960")
    for new, old in zip(SIX_AUSTRALIAN, FOUR_INDIAN, strict=True):
        play(state, f"enter:{new.replace(' ', '-')}", f"exchange:{old.replace(' ', '-')}")
    assert where(state, *SIX_AUSTRALIAN) == ["2031", "2430", "2730"]
    assert where(state, "14/70", "23/70", "3 Ind") == ["2830", "2830", "1960"]
    assert [state.place[number(name)] for name in FOUR_INDIAN] == [AWAY] * 3
    assert not state.reduced
    assert not state.frames


# Upgrades


@pytest.mark.rule("22.5b", "22.5c")
def test_an_upgrade_finds_its_unit_wherever_it_is_and_leaves_its_markers() -> None:
    ring = {"1/5/21 Pz": "1725", "2/5/21 Pz": "1727"}
    marks = {"reduced": ["4/7 Arm"], "oos": ["4/7 Arm"], "disorganised": ["4/7 Arm"]}
    state = desert({"4/7 Arm": "1726", **ring}, turn=8, **marks)  # type: ignore[arg-type]
    state.place = [GONE if place == WAITING else place for place in state.place]
    state.place[number("7/7 Arm")] = REBUILDABLE
    push(state, REINFORCEMENT, ALLIED)
    advance(state, SANDS.kinds)
    assert [state.version[number(name)] for name in ("4/7 Arm", "7/7 Arm", "22/1 Arm")] == [1, 1, 0]
    assert where(state, "4/7 Arm") == ["1726"]
    assert state.place[number("7/7 Arm")] == REBUILDABLE
    assert {names(field).pop() for field in (state.reduced, state.oos, state.disorganised)} == {"4/7 Arm"}
    assert face(state, number("4/7 Arm")) == DATA.units[number("4/7 Arm")].faces[1][1]


@pytest.mark.rule("22.5b")
def test_some_units_are_upgraded_twice_and_artillery_once() -> None:
    state = desert({"22/1 Arm": "1877"}, turn=12)
    for turn, version in ((12, 1), (14, 2)):
        state.turn = turn
        state.place = [GONE if place == WAITING else place for place in state.place]
        push(state, REINFORCEMENT, ALLIED)
        advance(state, SANDS.kinds)
        assert state.version[number("22/1 Arm")] == version
    upgraded = {name for at, name in enumerate(SUPPORTS) if state.upgraded >> at & 1}
    assert upgraded == {"13 Corps Arty", "30 Corps Arty"}


# The Italians of turn 1


@pytest.mark.rule("22.6a", "PE1-9")
def test_on_turn_1_the_italians_come_to_derna_only() -> None:
    state = reinforcing(AXIS, 1, {"Sirte": "2436"})
    assert legal(state) == written("Sabratha", "Pavia", "Babini")
    for name in ("Sabratha", "Pavia", "Babini"):
        play(state, f"enter:{name}")
        assert legal(state) == {"to:3418"}
        play(state, "to:3418")
    assert where(state, "Sabratha", "Pavia", "Babini") == ["3418"] * 3
    assert state.supports[SUPPORTS.index("Regia Aero +1")] == S_READY


@pytest.mark.rule("22.6b", "22.6c")
@pytest.mark.parametrize("enemy", [{"4/7 Arm": "3418"}, {"4/7 Arm": "1804"}, {"HQ 13 Corps": "3418"}])
def test_if_derna_is_taken_or_cut_off_they_are_lost(enemy: dict[str, str]) -> None:
    state = reinforcing(AXIS, 1, enemy)
    assert not state.frames
    assert [state.place[number(name)] for name in ("Sabratha", "Pavia")] == [REBUILDABLE] * 2
    assert state.place[number("Babini")] == GONE


def test_if_derna_is_full_they_wait() -> None:
    crowd = {"Sirte": "3418", "Marmarica": "3418"}
    state = reinforcing(AXIS, 1, crowd)
    play(state, "enter:Babini", "to:3418")
    assert [state.place[number(name)] for name in ("Sabratha", "Pavia")] == [WAITING] * 2
    assert not state.frames


# Turn 3


@pytest.mark.rule("P1.2.2b")
def test_in_a_campaign_from_compass_turn_3_begins_with_reinforcements() -> None:
    """The Allies first, then the Axis, before the first chit."""
    state = SANDS.set_up(DATA, "compass", {"until": "campaign"})
    state.turn = 3
    advance(state, SANDS.kinds)
    assert (decision(state), SANDS.actor(state)) == ("arrivals", ALLIED)
    enter_all_of(state, ALLIED)
    assert (decision(state), SANDS.actor(state)) == ("arrivals", AXIS)
    enter_all_of(state, AXIS)
    assert decision(state) == "initiative"
    assert state.place[number("HQ Afrika Korps")] in (HEX["1600"], HEX["1601"], HEX["1500"], HEX["1501"])


def enter_all_of(state: Sands, side: int) -> None:
    while decision(state) in ("arrivals", "arrival") and SANDS.actor(state) == side:
        play(state, min(legal(state)))
