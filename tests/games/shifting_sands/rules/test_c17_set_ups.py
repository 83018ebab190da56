"""4, 17, 18.0 to 18.3 and the page of Torch: what is where, line by line of the printed lists."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c04_set_up import land, lay_out
from sandtable.games.shifting_sands.rules.c07_points import ban
from sandtable.games.shifting_sands.state import Theatre, draw_pile, face
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.decks import lying_open
from tests.games.shifting_sands.theatre import (
    DATA,
    EVENT,
    SPACE,
    cards,
    move_unit,
    names,
    number,
    space_ids,
    theatre,
    units,
    where,
)

GAME = "shifting-sands"

CAMPAIGN = {
    "17.0e": ("allied_reserve", "2 br_abg, 2 in_bg, 2 ff_bg, 1 pl_bg"),
    "17.0f": ("mersa_matruh", "(in_4)"),
    "17.0g": ("bir_el_kenaysis", "(br_7arm)"),
    "17.0h": ("cairo", "1 br_bg"),
    "17.0i": ("alexandria", "1 br_bg"),
    "17.0j": ("suez", "1 br_bg"),
    "17.0k": ("port_said", "1 br_bg"),
    "17.0l": ("halfaya", "1 br_bg"),
    "17.0m": ("kassala", "(1 br_bg)"),
    "17.0n": ("gallabat", "(1 br_bg)"),
    "17.0o": ("marsabit", "(1 br_bg)"),
    "17.0p": ("moyale", "(1 br_bg)"),
    "17.0q": ("nairobi", "(1 sa_bg)"),
    "17.0r": ("berbera", "(1 br_bg)"),
    "17.0s": ("south_africa", "(1 sa_bg)"),
    "17.0t": ("jerusalem", "1 br_bg"),
    "17.0u": ("habbaniyah", "(1 br_bg)"),
    "17.0v": ("basra", "(1 in_bg)"),
    "17.0w": ("chad", "1 ff_bg"),
    "17.0y": ("axis_reserve", "1 it_abg"),
    "17.0z": ("tripoli", "it_17, it_27"),
    "17.0aa": ("buerat", "it_1bs, it_2bs"),
    "17.0ab": ("tobruk", "it_61, it_64"),
    "17.0ac": ("bardia", "it_62, it_63, 1 it_abg"),
    "17.0ad": ("sidi_azeiz", "it_1lib, it_2lib, it_4bs"),
    "17.0ae": ("addis_ababa", "it_gds"),
    "17.0af": ("harar", "2 it_bg"),
    "17.0ag": ("keren", "2 it_bg"),
    "17.0ah": ("kismayu", "1 it_bg"),
    "17.0ai": ("mega", "1 it_bg"),
    "17.0aj": ("ghimbi", "1 it_bg"),
    "17.0ak": ("gondar", "1 it_bg"),
    "17.0al": ("beirut", "1 vf_abg, 2 vf_bg"),
    "17.0am": ("palmyra", "2 vf_bg"),
    "17.0an": ("sidon", "2 vf_bg"),
    "17.0ao": ("aleppo", "1 vf_bg"),
    "17.0ap": ("damascus", "1 vf_bg"),
    "17.0aq": ("hassetche", "1 vf_bg"),
    "17.0ar": ("baghdad", "2 ir_bg"),
    "17.0as": ("kirkuk", "1 ir_bg"),
    "17.0at": ("samawah", "1 ir_bg"),
}
"""By clause a place and what is there; in brackets what is reduced."""
NEUTRALS = {place: what for place, what in CAMPAIGN.values() if what.split()[-1][:3] in ("vf_", "ir_")}
SONNENBLUME = {
    "18.0d": ("allied_reserve", "2 br_abg, 1 br_bg, 3 in_bg, 1 ff_bg, 2 au_bg, 1 nz_bg, 1 pl_bg"),
    "18.0e": ("agedabia", "br_2arm"),
    "18.0f": ("benghazi", "1 au_bg"),
    "18.0g": ("mechili", "1 in_bg"),
    "18.0h": ("gazala", "au_9"),
    "18.0i": ("tobruk", "1 br_abg"),
    "18.0j": ("bardia", "1 br_bg"),
    "18.0k": ("halfaya", "1 br_bg"),
    "18.0l": ("alexandria", "au_6, au_7, nz_2"),
    "18.0m": ("port_said", "1 br_bg"),
    "18.0n": ("suez", "1 br_bg"),
    "18.0o": ("kassala", "in_4, in_5, 1 br_bg"),
    "18.0p": ("gallabat", "1 br_bg"),
    "18.0q": ("mega", "1 br_bg"),
    "18.0r": ("neghelli", "1 br_bg"),
    "18.0s": ("kismayu", "1 sa_bg"),
    "18.0t": ("jijiga", "1 br_bg, 1 sa_bg"),
    "18.0u": ("jerusalem", "1 br_bg, 1 ff_bg"),
    "18.0v": ("habbaniyah", "(1 br_bg)"),
    "18.0w": ("basra", "1 in_bg"),
    "18.0x": ("india", "in_10"),
    "18.0y": ("chad", "1 ff_bg"),
    "18.0z": ("allied_replaceable", "br_7arm"),
    "18.0ae": ("axis_reserve", "2 ge_bg, 1 ge_abg, 1 it_abg, 1 it_bg"),
    "18.0af": ("tripoli", "it_132, it_102"),
    "18.0ag": ("tarhuna", "it_25"),
    "18.0ah": ("buerat", "(it_17)"),
    "18.0ai": ("giof_el_matar", "ge_21"),
    "18.0aj": ("el_agheila", "1 ge_abg, it_27"),
    "18.0ak": ("keren", "(it_afr)"),
    "18.0al": ("gondar", "1 it_bg"),
    "18.0am": ("ghimbi", "1 it_bg"),
    "18.0an": ("addis_ababa", "1 it_bg"),
    "18.0ao": ("harar", "1 it_bg"),
    "18.0ap": ("amba_alagi", "(it_gds), 1 it_bg"),
    "18.0aq": ("axis_replaceable", "it_60, 1 it_abg, 3 it_bg"),
}
TORCH = {
    "10.52b": {
        "bone": "1 br_bg",
        "souk_el_arba": "1 br_bg, 1 br_abg, 1 usff_bg",
        "algiers": "(br_78), us_34, (us_1arm)",
    },
    "10.52c": {"allied_reserve": "5 us_bg, 2 us_abg, 2 usff_bg"},
    "10.52d": {"casablanca": "(us_3), (us_9), 1 us_abg"},
    "10.52e": {"oran": "us_1, 1 us_bg, 1 us_abg"},
    "10.52f": {"algiers": "(br_78), us_34, (us_1arm)"},
    "10.52g": {"constantine": "2 us_bg", "tebessa": "1 us_bg, 1 us_abg"},
    "10.52h": {
        "kasserine": "1 usff_bg",
        "souk_el_arba": "1 br_bg, 1 br_abg, 1 usff_bg",
        "la_sers": "1 usff_bg",
        "fondouk": "1 usff_bg",
    },
    "10.52l": {"tunis": "it_1, (ge_10)", "sousse": "1 it_bg", "sfax": "1 it_bg", "gabes": "1 it_bg"},
    "10.52m": {"axis_reserve": "1 ge_abg, 1 it_abg"},
    "10.52n": {
        "bizerte": "(ge_broich)",
        "mateur": "1 ge_abg",
        "medjez_el_bab": "1 ge_bg",
        "tunis": "it_1, (ge_10)",
    },
}
LIBYA_MARKERS = (
    "agedabia msus charruba benghazi cyrene mechili tengeder southern_flank sidi_mufta gazala derna tobruk "
    "el_adem bir_el_gubi gambut sidi_azeiz sidi_omar bardia"
)
EAST_AFRICA_MARKERS = "mega neghelli lugh kismayu mogadishu belet_uen obbia galladi jijiga"
TORCH_MARKERS = (
    "casablanca oran algiers bone souk_el_arba constantine tebessa kasserine la_sers fondouk bougie souk_ahras "
    "thala"
)


def counted(words: str) -> Counter[tuple[str, bool]]:
    """'2 br_bg, (in_4)': how many counters of each kind, and are they reduced?"""
    found: Counter[tuple[str, bool]] = Counter()
    for part in words.split(", "):
        *count, what = part.strip("()").split()
        found[what, part.startswith("(")] += int(count[0]) if count else 1
    return found


def standing(state: Theatre, place: str) -> Counter[tuple[str, bool]]:
    """What is in a place, in the same form."""
    here = (unit for unit in range(len(DATA.units)) if state.place[unit] == SPACE[place])
    return Counter(
        (DATA.units[unit].pool or DATA.units[unit].id, bool(state.reduced >> unit & 1)) for unit in here
    )


def campaign() -> Theatre:
    return lay_out(DATA, 0, {})


def sonnenblume() -> Theatre:
    return lay_out(DATA, 1, {})


def landed() -> Theatre:
    """Torch on an empty map."""
    state = theatre()
    land(state)
    return state


@pytest.mark.parametrize(
    ("place", "words"),
    [pytest.param(*line, id=clause, marks=pytest.mark.rule(clause)) for clause, line in CAMPAIGN.items()],
)
def test_campaign(place: str, words: str) -> None:
    assert standing(campaign(), place) == counted(words)


@pytest.mark.rule("4.2a", "17.0av")
def test_nothing_else_is_in_play_in_the_campaign() -> None:
    """What the lists do not name is not in play: cards and options bring it."""
    state = campaign()
    named = sum((counted(words) for _, words in CAMPAIGN.values()), Counter())
    in_play = [unit for unit in range(len(DATA.units)) if state.place[unit] >= 0]
    assert len(in_play) == named.total()
    assert set(where(state, "br_lrdg", "gk_bg", "ge_ramcke", "eg_bg-1", "ge_5mtn", "br_6", "ge_999")) == {"unused"}
    assert "eliminated" not in where(state, *DATA.nouns["unit"])


@pytest.mark.rule("4.2c", "4.2d")
def test_the_weaker_counter_of_the_7th_armoured() -> None:
    state = campaign()
    unit = number("br_7arm")
    seventh = face(state, unit)
    assert (seventh.combat, seventh.loss, seventh.movement) == (2, 3, 5)
    state.reduced &= ~(1 << unit)
    assert face(state, unit).combat == 3
    assert not state.upgraded >> unit & 1


@pytest.mark.rule("4.11a", "4.12a")
def test_the_campaign_begins_in_summer_1940_with_ten_points() -> None:
    state = campaign()
    assert (state.turn, state.points) == (1, 10)


@pytest.mark.rule("4.13a", "4.13b")
def test_nobody_has_replacement_points_at_the_start() -> None:
    assert campaign().replacements == sonnenblume().replacements == [0] * len(TRACKS)


@pytest.mark.rule("4.3a", "7.11a")
def test_only_the_cards_of_1940_are_in_play() -> None:
    state = campaign()
    for side in (AXIS, ALLIED):
        assert {DATA.cards[each].year for each in ones(draw_pile(state, side))} == {1940}
        assert draw_pile(state, side).bit_count() == 14
        assert {DATA.cards[each].year for each in ones(state.waiting & DATA.decks[side])} == {1941, 1942}


@pytest.mark.rule("17.0au", "10.41a", "10.41e")
@pytest.mark.parametrize("scenario", [0, 1])
def test_the_neutrals_are_inactive(scenario: int) -> None:
    state = lay_out(DATA, scenario, {})
    assert not state.iraq_active
    assert not state.vichy_active
    assert {state.control[space] for space in ones(DATA.regions["Syria"])} == {AXIS}
    assert {state.control[space] for space in ones(DATA.regions["Iraq"])} == {ALLIED}


@pytest.mark.rule("3.0q")
def test_the_campaign_begins_with_the_printed_control() -> None:
    state = campaign()
    assert state.control == [space.control for space in DATA.spaces]
    assert state.controls[AXIS] >> SPACE["tripoli"] & 1
    assert state.controls[ALLIED] >> SPACE["cairo"] & 1


@pytest.mark.parametrize(
    ("place", "words"),
    [pytest.param(*line, id=clause, marks=pytest.mark.rule(clause)) for clause, line in SONNENBLUME.items()],
)
def test_sonnenblume(place: str, words: str) -> None:
    assert standing(sonnenblume(), place) == counted(words)


@pytest.mark.rule("18.0at")
def test_the_neutrals_of_sonnenblume_are_those_of_the_campaign() -> None:
    state = sonnenblume()
    assert len(NEUTRALS) == 9
    for place, words in NEUTRALS.items():
        assert standing(state, place) == counted(words), place


@pytest.mark.rule("18.0aa", "18.0ar")
def test_what_is_out_of_the_game_in_sonnenblume() -> None:
    state = sonnenblume()
    gone = {name for name in DATA.nouns["unit"] if where(state, name) == ["eliminated"]}
    assert gone == {f"it_{name}" for name in ["1lib", "2lib", "1bs", "2bs", "4bs", "55", "61", "62", "63", "64"]}


@pytest.mark.rule("18.0ab", "18.0ac", "18.0as")
def test_the_control_of_sonnenblume() -> None:
    state = sonnenblume()
    changed = {space.id for number, space in enumerate(DATA.spaces) if state.control[number] != space.control}
    assert changed == {*LIBYA_MARKERS.split(), *EAST_AFRICA_MARKERS.split()}
    assert changed <= space_ids(state.controls[ALLIED])


@pytest.mark.rule("18.0a", "18.3a", "18.2d")
def test_sonnenblume_begins_in_spring_1941_with_five_points() -> None:
    """10 points, less Benghazi, Tobruk and Bardia, less the two of the events."""
    state = sonnenblume()
    assert (state.turn, state.points) == (4, 5)
    held = sum(DATA.spaces[space].points for space in ones(state.controls[AXIS]))
    assert state.points == held - 2


@pytest.mark.rule("18.2a", "18.2b", "18.2c")
def test_events_in_force_in_sonnenblume() -> None:
    played = {DATA.keys[event] for event in ones(sonnenblume().events)}
    assert played == {"poor_morale", "invasion_of_greece", "taranto_raid", "compass", "rommel"}


@pytest.mark.rule("18.2f")
@pytest.mark.parametrize("key", ["balbo", "long_range_desert_group", "ethiopian_campaign", "barbarossa", "torch"])
def test_events_not_in_force_in_sonnenblume(key: str) -> None:
    assert not sonnenblume().events >> EVENT[key] & 1


@pytest.mark.rule("18.2e")
def test_the_ban_of_invasion_of_greece_has_been_lifted() -> None:
    state = sonnenblume()
    assert not ban(state)
    state.events &= ~(1 << EVENT["rommel"])
    assert ban(state)


@pytest.mark.rule("18.1a", "18.1b")
def test_cards_out_of_the_game_in_sonnenblume() -> None:
    allied = {f"A{card:02}" for card in (2, 3, 5, 6, 7, 9, 13, 18, 29, 31)}
    axis = {f"X{card:02}" for card in (2, 3, 7, 10, 13, 16, 18, 33)}
    assert {DATA.cards[each].id for each in ones(sonnenblume().removed)} == allied | axis


@pytest.mark.rule("18.3b", "18.3c", "18.3d")
def test_the_piles_of_sonnenblume() -> None:
    """Italian Fleet and Mediterranean Fleet are discarded, for all to see; whatever is left of two years can be
    drawn."""
    state = sonnenblume()
    assert state.discards == [cards("X06"), cards("A08")]
    assert [lying_open(state, side) for side in (AXIS, ALLIED)] == [{"X06"}, {"A08"}]
    for side, gone in ((AXIS, 8), (ALLIED, 10)):
        assert draw_pile(state, side).bit_count() == 14 + 20 - gone - 1
        assert {DATA.cards[each].year for each in ones(draw_pile(state, side))} == {1940, 1941}


@pytest.mark.parametrize(
    "places",
    [pytest.param(places, id=clause, marks=pytest.mark.rule(clause)) for clause, places in TORCH.items()],
)
def test_torch(places: dict[str, str]) -> None:
    state = landed()
    for place, words in places.items():
        assert standing(state, place) == counted(words), place


@pytest.mark.rule("10.52a", "10.52i", "10.52j")
def test_the_control_of_torch() -> None:
    state = theatre()
    before = state.points
    land(state)
    changed = {space.id for number, space in enumerate(DATA.spaces) if state.control[number] != space.control}
    assert changed == {*TORCH_MARKERS.split()}
    assert state.points == before
    placed = sum((counted(words) for places in TORCH.values() for words in places.values()), Counter())
    assert {
        DATA.units[unit].pool or DATA.units[unit].id
        for unit in ones(state.printed.own[0] | state.printed.own[1])
        if state.place[unit] >= 0
    } == {what for what, _ in placed}


@pytest.mark.rule("10.52k")
def test_american_points_begin_at_nothing() -> None:
    assert landed().replacements[TRACKS.index("US")] == 0


@pytest.mark.rule("10.52o")
def test_a_battlegroup_that_is_used_up_comes_from_the_boxes() -> None:
    """Torch wants three Italian battlegroups: two of them are left, in the Reserve and the Replaceable box."""
    state = theatre({f"it_bg-{place}": "tripoli" for place in range(1, 17)})
    move_unit(state, "it_bg-5", "axis_replaceable")
    move_unit(state, "it_bg-9", "axis_reserve")
    state.reduced = units("it_bg-9")
    land(state)
    assert where(state, "it_bg-9", "it_bg-5") == ["sousse", "sfax"]
    assert not standing(state, "gabes")
    assert "it_bg-9" not in names(state.reduced)
    assert standing(state, "tripoli").total() == 14


@pytest.mark.parametrize("scenario", ["campaign", "sonnenblume"])
def test_options_are_set_by_name(scenario: str) -> None:
    """19: every option has its switch; none is on unless it is chosen."""
    options = SANDS.options_of(scenario, {"999th": "yes", "corseting": "yes"})
    state = SANDS.set_up(DATA, scenario, options)
    assert state.options == 0b0100000010
    assert not SANDS.set_up(DATA, scenario, SANDS.options_of(scenario, {})).options
