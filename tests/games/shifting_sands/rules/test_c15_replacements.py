"""15, 5.5: the replacement phase."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.rules.c15_replacements import (
    payable,
    rebuildable,
    rebuilding_spaces,
    restorable,
)
from sandtable.games.shifting_sands.state import OPTIONS, Theatre
from tests.games.shifting_sands.theatre import (
    DATA,
    decision,
    legal,
    names,
    number,
    play,
    run,
    space_ids,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
BOX = ("axis_replaceable", "allied_replaceable")
RESERVE = ("axis_reserve", "allied_reserve")
PHASE = [step.__name__ for step in GAME_TURN.steps].index("axis_replacements")


def phase(placed: dict[str, str], points: dict[str, float] | None = None, **fields: Any) -> Theatre:
    """The replacement phase begins, with these points on the track."""
    state = theatre(placed, **fields)
    state.replacements = [int(2 * (points or {}).get(track, 0)) for track in TRACKS]
    state.frames.append(GAME_TURN.frame(step=PHASE))
    return run(state)


def box(*ids: str) -> dict[str, str]:
    """Units in their Replaceable boxes."""
    return {name: BOX[DATA.owners[number(name)]] for name in ids}


# Who spends, and when


@pytest.mark.rule("5.51a", "5.52a", "15.1a")
def test_the_axis_spends_before_the_allies() -> None:
    placed = {"it_17": "tripoli", "br_50": "cairo"}
    state = phase(placed, {"IT": 1, "BR": 1}, reduced=["it_17", "br_50"])
    assert legal(state) == {"restore:it_17", "done"}
    play(state, "restore:it_17", "done")
    assert legal(state) == {"restore:br_50", "done"}


@pytest.mark.rule("15.1b")
def test_what_is_not_spent_is_lost() -> None:
    state = phase({"it_17": "tripoli"}, {"IT": 5, "BR": 2, "US": 3}, reduced=["it_17"])
    play(state, "done")
    assert state.replacements == [0] * len(TRACKS)


@pytest.mark.rule("5.51b", "7.413b", "7.413c")
def test_battlefield_recovery_adds_a_german_point() -> None:
    placed = {"ge_21": "tripoli", "ge_15": "tripoli"}
    state = phase(placed, {"GE": 1}, reduced=["ge_21", "ge_15"], events=["battlefield_recovery"])
    play(state, "restore:ge_21", "restore:ge_15")
    assert state.reduced == 0
    plain = phase(placed, {"GE": 1}, reduced=["ge_21", "ge_15"])
    play(plain, "restore:ge_21")
    assert why_not(plain, "restore:ge_15") == "15.12"


@pytest.mark.rule("7.413d", "7.413e")
def test_the_point_of_battlefield_recovery_needs_no_card_and_knows_no_ban() -> None:
    events = ["battlefield_recovery", "malta_victorious"]
    state = phase({"ge_21": "tripoli"}, reduced=["ge_21"], events=events)
    assert legal(state) == {"restore:ge_21", "done"}


@pytest.mark.rule("5.52b", "7.414b", "7.414c")
@pytest.mark.parametrize(("track", "restored"), [("BR", "br_50"), ("CW", "au_6")])
def test_atlantic_charter_adds_a_british_or_a_commonwealth_point(track: str, restored: str) -> None:
    placed = {"br_50": "cairo", "au_6": "cairo"}
    state = phase(placed, reduced=["br_50", "au_6"], events=["atlantic_charter"])
    assert legal(state) == {"track:BR", "track:CW"}
    assert why_not(state, "track:US") == "7.414"
    play(state, f"track:{track}")
    assert legal(state) == {f"restore:{restored}", "done"}


@pytest.mark.rule("7.414d", "7.414e")
def test_the_point_of_atlantic_charter_comes_on_top() -> None:
    placed = {"br_50": "cairo", "br_44": "cairo"}
    state = phase(placed, {"BR": 1}, reduced=["br_50", "br_44"], events=["atlantic_charter"])
    play(state, "track:BR", "restore:br_50", "restore:br_44")
    assert state.reduced == 0


# Whose points


ALL_TRACKS = dict.fromkeys(TRACKS, 2.0)
EVERY_EVENT = ["unternehmen_irak", "exporters", "egyptian_uprising", "torch"]
SAMPLES = {
    "GE": ["ge_21", "ge_bg-1", "ge_ramcke", "ir_bg-1", "vf_bg-1", "eg_bg-1"],
    "IT": ["it_17", "it_abg-1"],
    "BR": ["br_50", "br_bg-1", "br_lrdg"],
    "CW": ["au_6", "in_bg-1", "nz_2", "sa_bg-1"],
    "A": ["ff_bg-1", "gk_bg", "pl_bg"],
    "US": ["us_1", "us_abg-1", "usff_bg-1", "ff_dma"],
}


@pytest.mark.parametrize(
    "track",
    [
        pytest.param("GE", marks=pytest.mark.rule("15.12a")),
        pytest.param("IT", marks=pytest.mark.rule("15.11a")),
        pytest.param("BR", marks=pytest.mark.rule("15.13a", "15.13b")),
        pytest.param("CW", marks=pytest.mark.rule("15.13c", "15.14a", "7.411b")),
        pytest.param("A", marks=pytest.mark.rule("15.15a", "7.412b")),
        pytest.param("US", marks=pytest.mark.rule("15.16a")),
    ],
)
def test_points_are_spent_on_the_units_of_their_track(track: str) -> None:
    state = theatre(events=EVERY_EVENT)
    state.replacements[TRACKS.index(track)] = 2
    everybody = payable(state, AXIS) | payable(state, ALLIED)
    for other, sample in SAMPLES.items():
        assert names(units(*sample) & everybody) == (set(sample) if other == track else set())


@pytest.mark.rule("15.15b")
def test_minor_allies_take_their_own_points_only() -> None:
    points = {**ALL_TRACKS, "A": 0.0}
    state = phase({**box("ff_bg-1", "pl_bg"), "br_bg-1": "cairo"}, points, reduced=["br_bg-1"])
    assert legal(state) == {"restore:br_bg-1", "done"}
    assert why_not(state, "rebuild:pl_bg") == "15.15"


@pytest.mark.rule("15.12b", "15.12c", "15.12d")
@pytest.mark.parametrize(
    ("unit", "openers"),
    [
        ("ir_bg-1", {"unternehmen_irak"}),
        ("vf_bg-1", {"unternehmen_irak", "exporters"}),
        ("eg_bg-1", {"egyptian_uprising"}),
    ],
)
def test_german_points_serve_others_only_after_an_event(unit: str, openers: set[str]) -> None:
    closed = phase({**box(unit), "ge_bg-1": "tripoli"}, {"GE": 1}, reduced=["ge_bg-1"])
    assert why_not(closed, f"rebuild:{unit}") == "15.12"
    for event in ("unternehmen_irak", "exporters", "egyptian_uprising"):
        state = theatre(box(unit), events=[event], replacements=[2, 0, 0, 0, 0, 0])
        assert bool(rebuildable(state, AXIS)) == (event in openers)


@pytest.mark.rule("15.43a", "3.0ak")
@pytest.mark.parametrize("unit", ["it_1lib", "it_4bs"])
def test_a_unit_with_a_dot_gets_nothing(unit: str) -> None:
    state = phase({unit: "tripoli", "it_17": "tripoli"}, {"IT": 3}, reduced=[unit, "it_17"])
    assert legal(state) == {"restore:it_17", "done"}
    assert why_not(state, f"restore:{unit}") == "15.43"
    lost = phase(box(unit, "it_17"), {"IT": 3})
    assert legal(lost) == {"rebuild:it_17", "done"}
    assert why_not(lost, f"rebuild:{unit}") == "15.43"


@pytest.mark.rule("19.11a", "15.412a")
def test_the_5th_mountain_is_replaceable_unless_the_option_says_no() -> None:
    placed = box("ge_5mtn")
    assert names(rebuildable(theatre(placed, replacements=[2, 0, 0, 0, 0, 0]), AXIS)) == {"ge_5mtn"}
    option = 1 << OPTIONS.index("19.11")
    assert not rebuildable(theatre(placed, replacements=[2, 0, 0, 0, 0, 0], options=option), AXIS)
    state = phase({**placed, **box("ge_21")}, {"GE": 2}, options=option)
    assert why_not(state, "rebuild:ge_5mtn") == "19.11"


# What it costs


@pytest.mark.rule("15.3a", "15.3b")
@pytest.mark.parametrize(("unit", "cost"), [("it_bg-1", 0.5), ("it_17", 1.0)])
def test_a_step_costs_half_a_point_or_one(unit: str, cost: float) -> None:
    state = phase({unit: "tripoli"}, {"IT": cost}, reduced=[unit])
    play(state, f"restore:{unit}")
    assert (state.reduced, state.replacements[TRACKS.index("IT")]) == (0, 0)
    if cost > 0.5:
        short = phase({unit: "tripoli", "it_bg-1": "tripoli"}, {"IT": cost - 0.5}, reduced=[unit, "it_bg-1"])
        assert why_not(short, f"restore:{unit}") == "15.11"


@pytest.mark.rule("15.3c", "15.3d")
def test_a_battlegroup_is_rebuilt_step_by_step() -> None:
    state = phase(box("it_bg-1", "it_bg-2"), {"IT": 1.5})
    play(state, "rebuild:it_bg-1")
    assert (state.reduced, state.replacements[TRACKS.index("IT")]) == (units("it_bg-1"), 2)
    play(state, "restore:it_bg-1", "rebuild:it_bg-2")
    assert state.reduced == units("it_bg-2")
    assert legal(state) == {"done"}


@pytest.mark.rule("15.3d", "15.4c")
def test_a_division_is_rebuilt_reduced_for_one_point_and_whole_for_two() -> None:
    state = phase(box("it_17", "it_27"), {"IT": 3})
    play(state, "rebuild:it_17", "restore:it_17", "rebuild:it_27")
    assert where(state, "it_17", "it_27") == ["tripoli", "tripoli"]
    assert (state.reduced, state.replacements[TRACKS.index("IT")]) == (units("it_27"), 0)


@pytest.mark.rule("15.4a", "15.4b", "15.11b")
def test_only_units_in_the_box_are_rebuilt() -> None:
    state = theatre(box("it_17"), replacements=[0, 20, 0, 0, 0, 0])
    state.place[number("it_27")] = -2
    state.frames.append(GAME_TURN.frame(step=PHASE))
    run(state)
    assert legal(state) == {"rebuild:it_17", "done"}
    assert why_not(state, "rebuild:it_27") == "15.4"
    assert why_not(state, "rebuild:it_55") == "15.4"
    assert why_not(state, "restore:it_17") == "15.3"


@pytest.mark.rule("13.11d")
def test_a_unit_out_of_supply_is_not_restored_but_one_in_the_reserve_is() -> None:
    placed = {"br_bg-1": "mechili", "br_bg-2": "allied_reserve"}
    state = phase(placed, {"BR": 2}, reduced=["br_bg-1", "br_bg-2"])
    assert legal(state) == {"restore:br_bg-2", "done"}
    assert why_not(state, "restore:br_bg-1") == "13.11"
    assert names(restorable(state, ALLIED)) == {"br_bg-2"}


# Where to


def rebuilt(unit: str, placed: dict[str, str] | None = None, **fields: Any) -> set[str]:
    return space_ids(rebuilding_spaces(theatre({**box(unit), **(placed or {})}, **fields), number(unit)))


@pytest.mark.rule("15.41a")
def test_rebuilt_divisions_are_placed_like_reinforcements() -> None:
    assert rebuilt("it_17") == {"tripoli"}
    assert rebuilt("br_50") == {"port_said", "suez"}
    assert rebuilt("in_5") == {"port_said", "suez", "india"}
    assert rebuilt("sa_1") == {"south_africa"}
    assert rebuilt("it_185") == {"sicily", "tripoli", "benghazi", "tobruk"}


@pytest.mark.rule("15.41a")
def test_a_division_is_rebuilt_where_there_is_room() -> None:
    full = {"it_27": "tripoli", "it_55": "tripoli", "it_60": "tripoli"}
    assert rebuilt("it_17", full) == set()
    state = phase({**full, **box("it_17", "it_bg-1")}, {"IT": 3})
    assert legal(state) == {"rebuild:it_bg-1", "done"}
    assert why_not(state, "rebuild:it_17") == "15.41"


@pytest.mark.rule("15.41a")
def test_the_owner_chooses_among_the_spaces() -> None:
    placed = {"br_44": "suez", "br_51": "suez", "br_bg-1": "suez"}
    state = phase({**box("in_5"), **placed}, {"CW": 1})
    play(state, "rebuild:in_5")
    assert legal(state) == {"to:Port-Said", "to:India"}
    assert why_not(state, "to:Suez") == "8.1"
    assert why_not(state, "to:Cairo") == "15.41"
    play(state, "to:India")
    assert where(state, "in_5") == ["india"]
    assert decision(state) == "spend"


@pytest.mark.rule("15.411a")
@pytest.mark.parametrize("unit", ["it_gds", "it_afr"])
def test_gds_and_afr_are_rebuilt_in_addis_ababa(unit: str) -> None:
    assert rebuilt(unit) == {"addis_ababa"}
    assert rebuilt(unit, events=["torch"]) == {"addis_ababa"}
    assert rebuilt(unit, allied=["addis_ababa"]) == set()


@pytest.mark.rule("15.412a")
def test_the_5th_mountain_is_rebuilt_in_beirut() -> None:
    iraqis = {"ir_bg-1": "baghdad"}
    assert rebuilt("ge_5mtn", iraqis, iraq_active=1) == {"beirut"}
    assert rebuilt("ge_5mtn", iraqis, iraq_active=1, allied=["beirut"]) == set()


@pytest.mark.rule("15.413a")
def test_the_90th_is_rebuilt_in_tripoli_or_tunis() -> None:
    assert rebuilt("ge_90", {"ge_bg-1": "tobruk"}) == {"tripoli"}
    assert rebuilt("ge_90", {"ge_bg-1": "tobruk"}, events=["torch"]) == {"tripoli", "tunis"}


@pytest.mark.rule("15.413a")
def test_the_90th_is_not_rebuilt_where_it_could_have_arrived() -> None:
    state = phase({**box("ge_90"), "ge_bg-1": "tobruk"}, {"GE": 1}, events=["torch"])
    play(state, "rebuild:ge_90")
    assert why_not(state, "to:Tobruk") == "15.413"


@pytest.mark.rule("15.414a", "15.414b")
def test_after_torch_the_allies_rebuild_at_old_and_new_sources() -> None:
    torch: dict[str, Any] = {"events": ["torch"], "allied": ["casablanca", "oran", "algiers", "tebessa"]}
    old, new = {"port_said", "suez"}, {"casablanca", "oran"}
    assert rebuilt("br_50", **torch) == old | new
    assert rebuilt("us_36", **torch) == old | new | {"algiers"}
    assert rebuilt("ff_dma", **torch) == old | {"tebessa"}
    assert rebuilt("br_50", events=["torch"], allied=["oran"]) == old | {"oran"}


@pytest.mark.rule("15.41a")
@pytest.mark.parametrize(("turn", "spaces"), [(2, {"jerusalem"}), (3, {"port_said", "suez"})])
def test_the_6th_australian_comes_back_as_it_came(turn: int, spaces: set[str]) -> None:
    assert rebuilt("au_6", turn=turn) == spaces


@pytest.mark.rule("15.42a")
@pytest.mark.parametrize("unit", ["br_bg-1", "au_bg-1", "pl_bg", "us_bg-1", "it_abg-1", "ge_ramcke"])
def test_rebuilt_battlegroups_go_to_the_reserve(unit: str) -> None:
    side = DATA.owners[number(unit)]
    state = phase(box(unit), dict.fromkeys(TRACKS, 1), events=["torch"])
    play(state, f"rebuild:{unit}")
    assert where(state, unit) == [RESERVE[side]]
    assert decision(state) == "spend"


@pytest.mark.rule("15.421a")
def test_the_lrdg_may_be_rebuilt_in_deep_desert() -> None:
    state = phase(box("br_lrdg"), {"BR": 1})
    play(state, "rebuild:br_lrdg")
    assert legal(state) == {"to:Deep-Desert", "to:Allied-Reserve"}
    assert why_not(state, "to:Chad") == "15.421"
    play(state, "to:Deep-Desert")
    assert where(state, "br_lrdg") == ["deep_desert"]


@pytest.mark.rule("15.422a")
def test_the_free_french_may_be_rebuilt_in_chad() -> None:
    state = phase(box("ff_bg-1", "usff_bg-1"), {"A": 1, "US": 1})
    play(state, "rebuild:ff_bg-1")
    assert legal(state) == {"to:Chad", "to:Allied-Reserve"}
    assert why_not(state, "to:Suez") == "15.422"
    play(state, "to:Chad", "rebuild:usff_bg-1")
    assert where(state, "ff_bg-1", "usff_bg-1") == ["chad", "allied_reserve"]
