"""7.53 to 7.532, 10.53: reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.cards import CLASSES
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_reinforcements import places
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.acts import event, holding, playable
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    card,
    decision,
    legal,
    names,
    number,
    play,
    space_ids,
    spaces,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
NEEDS: dict[str, Any] = {"events": ("rommel", "torch", "iraqi_revolt"), "turn": 9}
"""A position late enough for every reinforcement card."""
WEST = tuple(DATA.spaces[space].id for space, _ in DATA.setups["torch"].control)
"""10.52i: the spaces that the Allies have after Torch."""
MOUNTAINS = {"constantine", "souk_ahras", "tebessa", "la_sers", "thala", "kasserine", "fondouk"}


def in_pool(state: Theatre, pool: str, space: str) -> int:
    """How many battlegroups of a pool are somewhere."""
    return (DATA.pools[pool] & state.stacks.get(SPACE[space], 0)).bit_count()


def arrive(state: Theatre, *places: str) -> None:
    """Answer the questions where divisions arrive."""
    for place in places:
        play(state, f"to:{DATA.spaces[SPACE[place]].word}")


# What each card brings


CARDS: tuple[tuple[str, tuple[str, ...], dict[str, str], dict[str, int]], ...] = (
    ("X02", (), {"it_afr": "addis_ababa"}, {}),
    ("X03", (), {"it_55": "tripoli", "it_60": "tripoli"}, {}),
    ("X07", (), {"it_25": "tripoli"}, {"it_bg": 1}),
    ("X17", ("tripoli",), {"ge_15": "tripoli"}, {"ge_bg": 1, "ge_abg": 1}),
    ("X18", ("tunis",), {"ge_21": "tunis"}, {"ge_bg": 1, "ge_abg": 1}),
    ("X19", (), {"ge_90": "tripoli"}, {"ge_bg": 1}),
    ("X26", (), {"it_101": "tripoli", "it_gf": "tripoli"}, {"it_bg": 1}),
    ("X33", (), {"it_132": "tripoli", "it_102": "tripoli"}, {}),
    ("X38", ("tobruk",), {"ge_164": "tobruk"}, {"ge_bg": 1}),
    ("X39", ("sicily",), {"ge_ramcke": "sicily"}, {"ge_bg": 1}),
    ("X40", ("sicily", "benghazi"), {"it_185": "sicily", "it_20": "benghazi"}, {}),
    ("X41", ("tunis",), {"it_133": "tunis"}, {"it_abg": 1}),
    ("X42", ("tripoli", "tunis"), {"it_80": "tripoli", "it_16": "tunis"}, {}),
    ("A02", ("suez",), {"br_2arm": "suez"}, {"br_abg": 1}),
    ("A03", ("suez",), {"au_6": "suez"}, {"au_bg": 1}),
    ("A09", ("india",), {"in_5": "india"}, {"in_bg": 1}),
    ("A27", ("port_said",), {"br_1arm": "port_said"}, {"br_abg": 1}),
    ("A28", ("suez",), {"br_50": "suez"}, {"br_bg": 2}),
    ("A29", ("suez", "port_said"), {"au_7": "suez", "au_9": "port_said"}, {"au_bg": 2}),
    ("A30", (), {"sa_1": "south_africa", "sa_2": "south_africa"}, {"sa_bg": 1}),
    ("A31", ("suez", "india"), {"nz_2": "suez", "in_10": "india"}, {"nz_bg": 1, "in_bg": 1}),
    ("A47", ("suez", "suez"), {"br_44": "suez", "br_51": "suez"}, {"br_bg": 1}),
    ("A48", ("suez", "port_said"), {"br_8arm": "suez", "br_10arm": "port_said"}, {}),
    ("A49", ("port_said",), {"in_8": "port_said"}, {"nz_bg": 1, "sa_bg": 1}),
)


@pytest.mark.parametrize(
    ("name", "answers", "divisions", "reserve"),
    [pytest.param(*case, marks=pytest.mark.rule(case[0])) for case in CARDS],
)
def test_what_a_card_brings(
    name: str, answers: tuple[str, ...], divisions: dict[str, str], reserve: dict[str, int]
) -> None:
    """7.531, 7.532: divisions go to the map at full strength, battlegroups to the Reserve box of their side."""
    state = event(name, turn=9, events=("rommel", "torch") if answers else ("rommel",))
    arrive(state, *answers)
    assert decision(state) == "choose"  # nothing else is asked, and no operations follow
    assert where(state, *divisions) == list(divisions.values())
    box = "axis_reserve" if name[0] == "X" else "allied_reserve"
    assert {pool: in_pool(state, pool, box) for pool in reserve} == reserve
    assert sum(place >= 0 for place in state.place) == len(divisions) + sum(reserve.values())
    assert not state.reduced
    assert state.removed == bit(card(name))


T_CARDS: tuple[tuple[str, tuple[str, ...], dict[str, str], dict[str, int], int], ...] = (
    ("X45", ("tunis",), {"ge_334": "tunis"}, {"ge_bg": 2}, 4),
    ("X46", ("tripoli",), {"ge_hg": "tripoli"}, {"ge_abg": 1}, 4),
    ("X47", ("tunis",), {"it_131": "tunis"}, {"it_bg": 1}, 3),
    ("A43", ("oran",), {"us_2arm": "oran"}, {}, 4),
    ("A44", ("casablanca",), {"us_36": "casablanca"}, {}, 3),
    ("A45", ("oran", "algiers"), {"br_6arm": "oran", "br_46": "algiers"}, {}, 4),
    (
        "A46",
        ("constantine", "kasserine", "tebessa"),
        {"ff_dma": "constantine", "ff_dmc": "kasserine", "ff_dmo": "tebessa"},
        {},
        3,
    ),
)


@pytest.mark.parametrize(
    ("name", "answers", "divisions", "reserve", "left"),
    [pytest.param(*case, marks=pytest.mark.rule(case[0])) for case in T_CARDS],
)
def test_what_a_t_card_brings(
    name: str, answers: tuple[str, ...], divisions: dict[str, str], reserve: dict[str, int], left: int
) -> None:
    """10.53: the spaces must get their markers before the operations can end; what is left is spent as usual."""
    state = event(name, allied=WEST, **NEEDS)
    arrive(state, *answers)
    assert where(state, *divisions) == list(divisions.values())
    box = "axis_reserve" if name[0] == "X" else "allied_reserve"
    assert {pool: in_pool(state, pool, box) for pool in reserve} == reserve
    assert (decision(state), state.left) == ("activation", left)
    assert space_ids(state.must_mark) == set(divisions.values())
    assert "done" not in legal(state)
    assert why_not(state, "done") == "10.53"
    for place in set(divisions.values()):
        play(state, f"move-from:{DATA.spaces[SPACE[place]].word}")
    assert state.left == left - len(divisions)
    assert decision(state) == ("activation" if state.left else "moves") or not state.left


@pytest.mark.rule("10.53a", "10.53b")
def test_other_reinforcements_get_no_marker() -> None:
    """They are no operations cards either."""
    state = event("A02", **NEEDS)
    assert decision(state) == "arrival"
    arrive(state, "suez")
    assert decision(state) == "choose"
    assert not state.must_mark


@pytest.mark.rule("10.53c")
def test_markers_of_t_reinforcements_must_be_paid_for() -> None:
    """The card has 3 points; a space in which a British battlegroup is costs 2, for two nations."""
    state = event("A46", placed={"br_bg-1": "constantine", "br_bg-2": "kasserine"}, allied=WEST, **NEEDS)
    play(state, "to:Constantine")  # 2 points
    assert "to:Kasserine" not in legal(state)  # 2 more
    assert why_not(state, "to:Kasserine") == "10.53"
    play(state, "to:Tebessa")  # 1 point
    assert legal(state) == {"to:Constantine", "to:Tebessa"}  # any other space would cost a fourth point
    assert why_not(state, "to:Thala") == "10.53"
    play(state, "to:Tebessa")
    assert (decision(state), space_ids(state.must_mark)) == ("activation", {"constantine", "tebessa"})


@pytest.mark.rule("10.53c")
def test_a_card_whose_markers_cannot_be_paid_for_cannot_be_played() -> None:
    """Three mountain spaces with room for one division each, and a British battlegroup in each: 6 points."""
    held = ("constantine", "tebessa", "kasserine")
    full = {f"br_bg-{n + 1}": held[n // 2] for n in range(6)}
    coast = [space for space in WEST if space not in MOUNTAINS]
    state = holding("A46", placed=full, events=("torch",), allied=coast)
    assert why_not(state, "event:A46") == "10.53"
    unpaid = holding("A46", placed={**full, "br_bg-7": "kasserine"}, events=("torch",), allied=coast)
    assert why_not(unpaid, "event:A46") == "7.53", "there is no room for the third"
    gone = holding("A46", placed={**full, "ff_dma": "algiers"}, events=("torch",), allied=coast)
    assert why_not(gone, "event:A46") == "7.53"
    state = holding("A46", placed=full, events=("torch",), allied=(*coast, "thala"))
    assert playable(state) == {"A46"}  # all three in Thala


@pytest.mark.rule("A16", "7.531b")
def test_tiger_convoy() -> None:
    """Two armoured battlegroups in any split, where there is room."""
    full = {f"br_bg-{n}": "suez" for n in (1, 2, 3)}
    state = event("A16", placed=full)
    assert legal(state) == {"to:Alexandria", "to:Port-Said"}
    assert why_not(state, "to:Suez") == "8.1"
    assert why_not(state, "to:Cairo") == why_not(state, "done") == "7.531"
    arrive(state, "alexandria", "port_said")
    assert where(state, "br_abg-1", "br_abg-2") == ["alexandria", "port_said"]
    assert not state.reduced


@pytest.mark.rule("7.531h", "A16")
def test_a_battlegroup_without_room_goes_to_the_reserve() -> None:
    full = {f"br_bg-{n}": ("suez", "port_said", "alexandria")[n // 3] for n in range(1, 9)}
    state = event("A16", placed=full)  # Suez holds two, the others three
    assert decision(state) == "choose"
    assert where(state, "br_abg-1", "br_abg-2") == ["suez", "allied_reserve"]


# Where divisions arrive (7.532)


@pytest.mark.parametrize(
    ("name", "fields", "expected"),
    [
        pytest.param("X03", {}, {"tripoli"}, marks=pytest.mark.rule("7.532a")),
        pytest.param("X03", {"events": ("torch",)}, {"tripoli", "tunis"}, marks=pytest.mark.rule("7.532b")),
        pytest.param("A28", {}, {"port_said", "suez"}, marks=pytest.mark.rule("7.532c")),
        pytest.param(
            *("X40", {"allied": ("benghazi",)}, {"sicily", "tripoli", "tobruk"}),
            marks=pytest.mark.rule("7.532d"),
        ),
        pytest.param("X02", {}, {"addis_ababa"}, marks=pytest.mark.rule("7.532e")),
        pytest.param(
            *("X38", {"events": ("rommel",), "axis": ("alexandria",)}),
            {"tripoli", "benghazi", "tobruk", "alexandria"},
            marks=pytest.mark.rule("7.532f"),
        ),
        pytest.param("A03", {"turn": 2}, {"jerusalem"}, marks=pytest.mark.rule("7.532i")),
        pytest.param("A03", {"turn": 3}, {"port_said", "suez"}, marks=pytest.mark.rule("7.532i")),
        pytest.param(
            *("A43", {"events": ("torch",), "allied": WEST}, {"casablanca", "oran", "algiers"}),
            marks=pytest.mark.rule("7.532j"),
        ),
        pytest.param(
            *("A46", {"events": ("torch",), "allied": WEST}, MOUNTAINS),
            marks=pytest.mark.rule("7.532k", "7.532l"),
        ),
        pytest.param("A09", {}, {"port_said", "suez", "india"}, marks=pytest.mark.rule("7.532m")),
        pytest.param("A30", {}, {"south_africa"}, marks=pytest.mark.rule("7.532n")),
        pytest.param(
            *("A30", {"allied": ("addis_ababa",)}, {"south_africa", "port_said", "suez"}),
            marks=pytest.mark.rule("7.532o"),
        ),
        pytest.param(
            *("A28", {"axis": ("suez",)}, {"port_said", "india", "persia", "south_africa"}),
            marks=pytest.mark.rule("7.532p"),
        ),
        pytest.param(
            *("A43", {"events": ("torch",), "allied": WEST, "axis": ("suez",)}, {"casablanca", "oran", "algiers"}),
            marks=pytest.mark.rule("7.532p", "7.532j"),
        ),
        pytest.param("X39", {}, {"sicily", "tripoli", "benghazi", "tobruk"}, marks=pytest.mark.rule("7.531e")),
    ],
)
def test_where_a_division_arrives(name: str, fields: dict[str, Any], expected: set[str]) -> None:
    state = event(name, **fields)
    if len(expected) == 1:
        first = number(DATA.cards[card(name)].grants[0].what)
        assert {DATA.spaces[state.place[first]].id} == expected
    else:
        assert legal(state) == {f"to:{DATA.spaces[SPACE[place]].word}" for place in expected}


@pytest.mark.rule("7.532g", "X19")
def test_the_90th_arrives_beside_germans_in_supply() -> None:
    placed = {"ge_bg-1": "el_agheila", "ge_bg-2": "bardia", "it_17": "buerat", "br_bg-1": "gambut"}
    state = event("X19", placed=placed, events=("rommel",), turn=5, allied=("sidi_azeiz", "halfaya"))
    assert legal(state) == {"to:Tripoli", "to:El-Agheila"}  # Bardia is cut off, Buerat holds no German
    assert why_not(state, "to:Bardia") == "7.532"


@pytest.mark.rule("7.532h", "X21")
def test_the_5th_mountain_arrives_beside_active_iraqis_or_vichy_french() -> None:
    placed = {"ir_bg-1": "baghdad", "vf_bg-1": "beirut", "vf_bg-2": "damascus"}
    state = holding("X21", placed=placed, events=("iraqi_revolt",), iraq_active=1)
    play(state, "event:X21")
    assert where(state, "ge_5mtn") == ["baghdad"]  # the Vichy French are not active
    state = holding("X21", placed=placed, events=("iraqi_revolt",), iraq_active=1, vichy_active=1)
    play(state, "event:X21")
    assert legal(state) == {"to:Baghdad", "to:Beirut", "to:Damascus"}


@pytest.mark.rule("X21", "7.53i")
def test_unternehmen_irak_needs_somebody_to_join() -> None:
    state = holding("X21", events=("iraqi_revolt",), iraq_active=1, vichy_active=1)
    assert why_not(state, "event:X21") == "7.53"
    state = holding("X21", placed={"ir_bg-1": "baghdad"}, iraq_active=1)
    assert why_not(state, "event:X21") == "X21"  # Iraqi Revolt has not been played


# How many cards a turn (7.53)


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        pytest.param("A02", "A27", "A03", marks=pytest.mark.rule("7.53b")),
        pytest.param("A03", "A09", "A02", marks=pytest.mark.rule("7.53c")),
        pytest.param("X17", "X38", "X03", marks=pytest.mark.rule("7.53d")),
        pytest.param("X03", "X07", "X17", marks=pytest.mark.rule("7.53e")),
        pytest.param("A43", "A44", "A02", marks=pytest.mark.rule("7.53f")),
        pytest.param("X45", "X46", "X03", marks=pytest.mark.rule("7.53f")),
        pytest.param("A16", "A02", "A03", marks=pytest.mark.rule("7.53h")),
        pytest.param("X21", "X17", "X03", marks=pytest.mark.rule("7.53h")),
    ],
)
def test_one_card_of_each_class_a_turn(one: str, same: str, other: str) -> None:
    """The card that was played leaves its class behind, and no other, until the turn ends."""
    side = DATA.cards[card(one)].side
    played = bit(CLASSES.index(DATA.cards[card(one)].reinforcement) - 1)
    classes = [played if each == side else 0 for each in (AXIS, ALLIED)]
    state = holding(same, other, allied=WEST, reinforced=classes, **NEEDS)
    assert playable(state) == {other}
    assert why_not(state, f"event:{same}") == "7.53"
    state.clear("turn")
    assert playable(state) == {same, other}


@pytest.mark.rule("7.53h")
@pytest.mark.parametrize(("name", "recorded"), [("X16", 0), ("A10", 0), ("A16", 1), ("X17", 1)])
def test_what_counts_as_a_reinforcement_card(name: str, recorded: int) -> None:
    """Rommel and the LRDG do not."""
    state = event(name, events=("rommel",) if name != "X16" else ())
    if decision(state) == "arrival":
        arrive(state, *(["suez"] * 2 if name == "A16" else []))
    assert sum(each.bit_count() for each in state.reinforced) == recorded


@pytest.mark.rule("7.53g")
def test_reinforcements_and_replacement_points_do_not_limit_each_other() -> None:
    state = event("X03", held=("X07", "X01"))
    assert decision(state) == "choose"
    state = holding("X07", "X01", reinforced=[bit(CLASSES.index("IT") - 1), 0])
    assert "replacements:X07" in legal(state)
    play(state, "replacements:X01")
    state = holding("X03", last_use=[3, 0])  # replacement points
    assert playable(state) == {"X03"}


# Room (7.53i)


@pytest.mark.rule("7.53i")
@pytest.mark.parametrize(
    ("placed", "fields", "allowed"),
    [
        ({"it_17": "tripoli"}, {}, True),
        ({"it_17": "tripoli", "it_27": "tripoli"}, {}, False),  # room for one division, not for two
        ({"it_17": "tripoli", "it_27": "tripoli"}, {"events": ("torch",)}, True),
        ({"br_bg-1": "tripoli"}, {}, False),
        ({}, {"allied": ("tripoli",)}, False),
    ],
)
def test_every_division_must_find_a_place(placed: dict[str, str], fields: dict[str, Any], allowed: bool) -> None:
    state = holding("X03", placed=placed, **fields)
    assert bool(playable(state)) == allowed
    if not allowed:
        assert why_not(state, "event:X03") == "7.53"


@pytest.mark.rule("7.53i")
def test_a_division_leaves_room_for_the_next() -> None:
    """Suez has room for two, Port Said for one: both choices are open to the first division only while the second
    can follow. The 10th Indian could also go to India; the New Zealanders could not."""
    full = {f"br_bg-{n}": "suez" for n in (1, 2)} | {f"br_bg-{n}": "port_said" for n in (3, 4, 5)}
    state = holding("A29", placed=full)
    assert playable(state) == set()  # room for one
    state = holding("A31", placed=full)
    play(state, "event:A31")
    assert where(state, "nz_2") == ["suez"]  # the only space: not asked
    assert where(state, "in_10") == ["india"]


@pytest.mark.rule("7.53i")
def test_a_place_that_the_next_division_needs_is_not_offered() -> None:
    """The card brings Indians first and New Zealanders after them: the Indians may not take the last place."""
    full = {f"br_bg-{n}": "suez" for n in (1, 2)} | {f"br_bg-{n}": "port_said" for n in (3, 4, 5)}
    state = holding("A31", placed=full)
    state.card = card("A31")
    assert space_ids(places(state, (number("in_10"), number("nz_2")))) == {"india"}


@pytest.mark.rule("7.53i")
def test_a_division_in_play_cannot_arrive_again() -> None:
    state = holding("X03", placed={"it_55": "bardia"})
    assert why_not(state, "event:X03") == "7.53"


# Rommel and the LRDG


@pytest.mark.rule("X16", "7.531d")
def test_rommel_brings_two_battlegroups_to_tripoli() -> None:
    state = event("X16", placed={"it_17": "tripoli"})
    assert decision(state) == "choose"
    assert where(state, "ge_bg-1", "ge_abg-1") == ["tripoli", "tripoli"]
    assert not state.reduced


@pytest.mark.rule("7.531h", "X16")
def test_rommel_finds_tripoli_nearly_full() -> None:
    """There is room for one: the Axis chooses which, the other goes to the Reserve box."""
    crowded = {"it_17": "tripoli", "it_27": "tripoli"}
    state = event("X16", placed=crowded)
    assert legal(state) == {"place:ge_bg-1", "place:ge_abg-1"}
    assert why_not(state, "to:Tripoli") == "7.531"
    play(state, "place:ge_abg-1")
    assert where(state, "ge_bg-1", "ge_abg-1") == ["axis_reserve", "tripoli"]


@pytest.mark.rule("7.531h", "X16")
@pytest.mark.parametrize(
    "fields", [{"placed": {"it_17": "tripoli", "it_27": "tripoli", "it_25": "tripoli"}}, {"allied": ("tripoli",)}]
)
def test_rommel_finds_no_place(fields: dict[str, Any]) -> None:
    """A full Tripoli, or an Allied one, does not keep Rommel from being played."""
    state = event("X16", **fields)
    assert where(state, "ge_bg-1", "ge_abg-1") == ["axis_reserve", "axis_reserve"]


@pytest.mark.rule("A10", "7.531c")
def test_the_lrdg_comes_to_deep_desert() -> None:
    state = event("A10")
    assert where(state, "br_lrdg") == ["deep_desert"]
    assert not state.reduced


@pytest.mark.rule("7.531a")
def test_battlegroups_come_to_the_reserve_of_their_side() -> None:
    state = event("A28")
    play(state, "to:Suez")
    assert names(state.stacks[SPACE["allied_reserve"]]) == {"br_bg-1", "br_bg-2"}
    assert SPACE["axis_reserve"] not in state.stacks


def test_a_pool_that_runs_out_brings_fewer() -> None:
    """What is in play already cannot come again."""
    others = {f"au_bg-{n}": "allied_replaceable" for n in (1, 2, 3)}
    state = event("A29", placed=others)
    arrive(state, "suez", "suez")
    assert in_pool(state, "au_bg", "allied_reserve") == 1
    assert units("au_bg-4") & state.stacks[SPACE["allied_reserve"]]


def test_a_marker_is_due_only_where_t_units_are() -> None:
    state = event("X45", placed={"it_17": "tripoli"}, events=("torch",))
    arrive(state, "tunis")
    assert state.must_mark == spaces("tunis")
