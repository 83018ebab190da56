"""7.12d, 7.511: when an event can be played."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.conditions import (
    Accompanied,
    Condition,
    Controls,
    ConvoyArrived,
    Either,
    Every,
    FromTurn,
    InRound,
    Not,
    Played,
    PlayedThisTurn,
    Stationed,
)
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_conditions import holds, in_words
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.acts import holding, playable
from tests.games.shifting_sands.fights import sentence
from tests.games.shifting_sands.theatre import (
    DATA,
    EVENT,
    SPACE,
    card,
    cards,
    legal,
    spaces,
    theatre,
    units,
    why_not,
)

GAME = "shifting-sands"
HERKULES = dict.fromkeys(("it_20", "it_80", "it_185", "ge_ramcke"), "sicily")
HERKULES_EXCEPT_ONE = {name: space for name, space in HERKULES.items() if name != "it_80"}


@pytest.mark.parametrize(
    ("condition", "true", "false"),
    [
        (Played("rommel"), {"events": ("rommel",)}, {"events": ("torch",)}),
        (PlayedThisTurn("rommel"), {"events_this_turn": bit(EVENT["rommel"])}, {"events": ("rommel",)}),
        (ConvoyArrived(), {"convoy_after_spitfires": 1}, {"events": ("malta_convoys", "spitfires")}),
        (Accompanied(), {"axis_hand": ("X24",)}, {"axis_hand": ("X24",), "aircraft_barred": 1}),
        (Accompanied(), {"kept": cards("X24")}, {"axis_hand": ("X23",)}),
        (FromTurn(5), {"turn": 5}, {"turn": 4}),
        (InRound(6), {"round": 6}, {"round": 5}),
        (Controls(AXIS, spaces("suez", "cairo")), {"axis": ("cairo",)}, {"axis": ("alexandria",)}),
        (Controls(ALLIED, spaces("tripoli")), {"allied": ("tripoli",)}, {}),
        (
            Stationed(units("it_20", "it_80"), SPACE["sicily"]),
            {"placed": {"it_20": "sicily", "it_80": "sicily"}},
            {"placed": {"it_20": "sicily", "it_80": "tripoli"}},
        ),
        (Not(Played("rommel")), {}, {"events": ("rommel",)}),
        (Every((Played("rommel"), FromTurn(5))), {"events": ("rommel",), "turn": 5}, {"turn": 5}),
        (Either((Played("rommel"), FromTurn(5))), {"events": ("rommel",)}, {"turn": 4}),
    ],
)
def test_what_a_condition_means(condition: Condition, true: dict[str, Any], false: dict[str, Any]) -> None:
    assert holds(theatre(**true), condition)
    assert not holds(theatre(**false), condition)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("X19", "Rommel has been played and it is turn 5 or later"),
        ("X52", "the Axis controls one of Benghazi, Tobruk"),
        ("A08", "Italian Fleet has been played earlier in this turn"),
        ("A20", "Iraqi Revolt has been played or it is turn 5 or later"),
        ("A38", "Spitfires has been played and a convoy has reached Malta after Spitfires"),
        (
            "X36",
            "Siege of Malta has been played and 20th Friuli, 80th La Spezia, 185th Folgore, Ramcke are in "
            "Sicily and Spitfires has not been played or Air Support is played together with it",
        ),
    ],
)
def test_what_an_event_needs_in_words(name: str, words: str) -> None:
    (needed,) = DATA.cards[card(name)].needs
    assert str(in_words(DATA, needed)) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("X25", "the Allies control Tripoli"),
        ("A12", "Rommel has been played"),
        ("A19", "Siege of Malta has been played and Spitfires has not been played"),
    ],
)
def test_what_forbids_an_event_in_words(name: str, words: str) -> None:
    assert str(in_words(DATA, DATA.cards[card(name)].forbidden[0])) == words


def test_every_other_condition_in_words() -> None:
    assert str(in_words(DATA, InRound(6))) == "it is the sixth action round"
    assert str(in_words(DATA, Not(FromTurn(3)))) == "it is not true that it is turn 3 or later"


# Card by card

ROMMEL: dict[str, Any] = {"events": ("rommel",)}
TORCH: dict[str, Any] = {"events": ("torch",)}
BORDERS: tuple[tuple[str, dict[str, Any], dict[str, Any], str], ...] = (
    ("X05", {"axis": ("khartoum",)}, {"axis": ("sinai", "el_alamein", "kassala")}, "X05"),
    ("X05", {"axis": ("mersa_matruh",)}, {}, "X05"),
    ("X15", {"events": ("invasion_of_greece",), "turn": 4}, {"events": ("invasion_of_greece",), "turn": 3}, "X15"),
    ("X15", {"events": ("invasion_of_greece",), "turn": 4}, {"turn": 4}, "X15"),
    ("X17", ROMMEL, {}, "X17"),
    ("X18", ROMMEL, {}, "X18"),
    ("X19", {**ROMMEL, "turn": 5}, {**ROMMEL, "turn": 4}, "X19"),
    ("X19", {**ROMMEL, "turn": 5}, {"turn": 5}, "X19"),
    ("X20", {"turn": 4}, {"turn": 3}, "X20"),
    ("X22", ROMMEL, {}, "X22"),
    ("X25", {}, {"allied": ("tripoli",)}, "7.522"),
    ("X26", {"turn": 5}, {"turn": 4}, "X26"),
    ("X27", ROMMEL, {}, "X27"),
    ("X28", {}, {"events": ("malta_victorious",)}, "X28"),
    ("X29", {**ROMMEL, "turn": 6}, {**ROMMEL, "turn": 5}, "X29"),
    ("X29", {**ROMMEL, "turn": 6}, {"turn": 6}, "X29"),
    ("X32", ROMMEL, {}, "X32"),
    ("X34", {"turn": 6}, {"turn": 5}, "X34"),
    ("X37", {**ROMMEL, "turn": 8}, {**ROMMEL, "turn": 7}, "X37"),
    ("X37", {**ROMMEL, "turn": 8}, {"turn": 8}, "X37"),
    ("X37", {**ROMMEL, "turn": 8}, {"events": ("rommel", "von_arnim_takes_command"), "turn": 8}, "X37"),
    ("X38", ROMMEL, {}, "X38"),
    ("X43", ROMMEL, {}, "X43"),
    ("X44", TORCH, {}, "3.0"),
    ("X45", TORCH, {}, "3.0"),
    ("X46", TORCH, {}, "3.0"),
    ("X47", TORCH, {}, "3.0"),
    ("X49", TORCH, {}, "3.0"),
    ("X52", {"allied": ("tobruk",)}, {"allied": ("tobruk", "benghazi")}, "X52"),
    ("A07", {}, ROMMEL, "A07"),
    ("A08", {"events_this_turn": bit(EVENT["italian_fleet"])}, {"events": ("italian_fleet",)}, "A08"),
    ("A12", {"round": 5}, {"round": 6}, "A12"),
    ("A12", {}, ROMMEL, "A12"),
    ("A15", {"turn": 5}, {"turn": 4}, "A15"),
    ("A20", {"turn": 5}, {"turn": 4}, "A20"),
    ("A20", {"events": ("iraqi_revolt",)}, {}, "A20"),
    ("A21", {"turn": 3}, {"turn": 2}, "A21"),
    ("A22", {"events": ("barbarossa",)}, {}, "A22"),
    ("A23", {"turn": 6}, {"turn": 5}, "A23"),
    ("A24", {"turn": 5}, {"turn": 4}, "A24"),
    ("A24", {"turn": 9}, {"turn": 9, "events": ("montgomery",)}, "A24"),
    ("A32", {"turn": 4}, {"turn": 3}, "A32"),
    ("A35", {"turn": 9}, {"turn": 8}, "A35"),
    ("A40", {"turn": 9}, {"turn": 8}, "A40"),
    ("A41", TORCH, {}, "3.0"),
    ("A42", TORCH, {}, "3.0"),
    ("A43", {**TORCH, "allied": ("oran",)}, {"allied": ("oran",)}, "3.0"),
    ("A44", {**TORCH, "allied": ("oran",)}, {"allied": ("oran",)}, "3.0"),
    ("A45", {**TORCH, "allied": ("oran",)}, {"allied": ("oran",)}, "3.0"),
    ("A46", {**TORCH, "allied": ("thala",)}, {"allied": ("thala",)}, "3.0"),
    ("A51", {"events": ("montgomery",)}, {}, "A51"),
    ("A53", {"events": ("long_range_desert_group",)}, {}, "A53"),
)


@pytest.mark.parametrize(
    ("name", "enough", "too_little", "rule"),
    [pytest.param(*case, marks=pytest.mark.rule(case[0], "7.12d")) for case in BORDERS],
)
def test_when_an_event_can_be_played(
    name: str, enough: dict[str, Any], too_little: dict[str, Any], rule: str
) -> None:
    assert playable(holding(name, **enough)) == {name}
    state = holding(name, **too_little)
    assert playable(state) == set()
    assert why_not(state, f"event:{name}") == rule
    assert f"operations:{name}" in legal(state)  # the other uses stay open


FREE = (
    *("X01", "X02", "X03", "X06", "X07", "X10", "X13", "X16", "X33", "X35", "X39", "X40", "X41", "X42", "X53"),
    *("A02", "A03", "A05", "A06", "A09", "A10", "A13", "A16", "A17", "A18"),
    *("A27", "A28", "A29", "A30", "A31", "A47", "A48", "A49", "A50"),
)


@pytest.mark.parametrize("name", FREE)
def test_events_without_a_condition(name: str) -> None:
    assert playable(holding(name)) == {name}
    face = DATA.cards[card(name)]
    assert not face.needs
    assert not face.forbidden


MALTA = ("X36", "A19", "A36", "A37", "A38", "A39")
"""Their conditions are tested with Malta."""


def test_every_event_is_tested_for_its_condition() -> None:
    events = {face.id for face in DATA.cards if face.type != "combat"}
    assert {case[0] for case in BORDERS} | {*FREE, *MALTA, "X21"} == events


@pytest.mark.rule("3.0ao")
@pytest.mark.parametrize("name", [face.id for face in DATA.cards if face.torch and face.type != "combat"])
def test_t_cards_need_torch(name: str) -> None:
    """However late it is."""
    state = holding(name, turn=12, allied=("oran", "thala"))
    assert why_not(state, f"event:{name}") == "3.0"


@pytest.mark.rule("7.511b")
def test_a_red_name_is_one_that_others_ask_for() -> None:
    def asked_for(condition: Condition) -> set[str]:
        if isinstance(condition, Every | Either):
            return set().union(*map(asked_for, condition.parts))
        if isinstance(condition, ConvoyArrived):
            return {"malta_convoys", "spitfires"}
        if isinstance(condition, Accompanied):
            return {"air_support"}
        return {condition.key} if isinstance(condition, Played | PlayedThisTurn) else set()

    asked = set().union(*(asked_for(each) for face in DATA.cards for each in face.needs))
    assert {face.key for face in DATA.cards if face.red} == asked


def test_combat_cards_are_no_action() -> None:
    state = holding("X23", "A01", events=("rommel",))
    assert playable(state) == set()
    assert why_not(state, "event:X23") == "7.61"


def test_the_other_hand_is_none_of_my_business() -> None:
    state = holding("X01", "A05")
    assert playable(state) == {"X01"}


@pytest.mark.rule("7.522a")
def test_london_does_not_call_while_tripoli_is_allied() -> None:
    state = holding("X25", allied=("tripoli",))
    assert why_not(state, "event:X25") == "7.522"
    assert playable(holding("X25", allied=("benghazi", "tobruk"))) == {"X25"}


# Options


@pytest.mark.rule("19.22a")
def test_balbo_in_summer_1940_only() -> None:
    assert playable(holding("X01", turn=1, option="19.22")) == {"X01"}
    state = holding("X01", turn=2, option="19.22")
    assert playable(state) == set()
    assert why_not(state, "event:X01") == "19.22"
    assert playable(holding("X01", turn=2)) == {"X01"}


@pytest.mark.rule("19.42c")
def test_barbarossa_not_before_summer_1941() -> None:
    state = holding("A15", turn=4, option="19.42")
    assert why_not(state, "event:A15") == "19.42"
    assert playable(holding("A15", turn=5, option="19.42")) == {"A15"}


# Malta (7.521, 7.44, 10.3)


@pytest.mark.parametrize("name", ["A19", "A36", "A39"])
@pytest.mark.parametrize(
    ("events", "allowed"),
    [
        pytest.param((), False, marks=pytest.mark.rule("7.521a")),
        pytest.param(("spitfires", "siege_of_malta"), False, marks=pytest.mark.rule("7.521a")),
        pytest.param(("barbarossa",), True, marks=pytest.mark.rule("7.521a")),
        pytest.param(("barbarossa", "siege_of_malta"), False, marks=pytest.mark.rule("7.521b")),
        pytest.param(("barbarossa", "siege_of_malta", "spitfires"), True, marks=pytest.mark.rule("7.521b")),
    ],
)
def test_when_convoys_can_sail(name: str, events: tuple[str, ...], allowed: bool) -> None:
    state = holding(name, events=events)
    assert playable(state) == ({name} if allowed else set())
    if not allowed:
        assert why_not(state, f"event:{name}") == "7.521"


@pytest.mark.rule("A19", "A36", "A39")
@pytest.mark.parametrize("name", ["A19", "A36", "A39"])
def test_no_convoy_after_herkules(name: str) -> None:
    """7.521 does not speak of it: the card does."""
    state = holding(name, events=("barbarossa", "siege_of_malta", "spitfires", "herkules"))
    assert why_not(state, f"event:{name}") == name


@pytest.mark.rule("A37", "7.44k")
def test_spitfires_need_a_siege_and_come_before_herkules() -> None:
    assert playable(holding("A37", events=("siege_of_malta",))) == {"A37"}
    assert why_not(holding("A37"), "event:A37") == "A37"
    assert why_not(holding("A37", events=("siege_of_malta", "herkules")), "event:A37") == "7.44"


@pytest.mark.rule("A38", "10.323b")
def test_malta_victorious_needs_a_convoy_after_spitfires() -> None:
    assert playable(holding("A38", events=("spitfires",), convoy_after_spitfires=1)) == {"A38"}
    assert why_not(holding("A38", events=("spitfires",)), "event:A38") == "A38"
    late = holding("A38", events=("spitfires", "herkules"), convoy_after_spitfires=1)
    assert why_not(late, "event:A38") == "10.323"


@pytest.mark.rule("X36", "10.321a")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"events": ("siege_of_malta",), "placed": HERKULES}, ""),
        ({"placed": HERKULES}, "X36"),
        ({"events": ("siege_of_malta",), "placed": HERKULES_EXCEPT_ONE}, "10.321"),
        ({"events": ("siege_of_malta",), "placed": {**HERKULES, "ge_ramcke": "tripoli"}}, "10.321"),
        ({"events": ("siege_of_malta", "spitfires"), "placed": HERKULES}, "X36"),
        ({"events": ("siege_of_malta", "spitfires"), "placed": HERKULES, "axis_hand": ("X24",)}, ""),
        ({"events": ("siege_of_malta", "spitfires"), "placed": HERKULES, "kept": cards("X24")}, ""),
    ],
)
def test_when_herkules_can_be_played(fields: dict[str, Any], rule: str) -> None:
    state = holding("X36", **fields)
    if rule:
        assert why_not(state, "event:X36") == rule
    else:
        assert "X36" in playable(state)


@pytest.mark.rule("X36", "7.12d")
@pytest.mark.parametrize(
    ("name", "fields", "lacking"),
    [
        ("X36", {"placed": HERKULES}, "Siege of Malta has been played"),
        (
            "X36",
            {"events": ("siege_of_malta",), "placed": HERKULES_EXCEPT_ONE},
            "20th Friuli, 80th La Spezia, 185th Folgore, Ramcke are in Sicily",
        ),
        (
            "X36",
            {"events": ("siege_of_malta", "spitfires"), "placed": HERKULES},
            "Spitfires has not been played or Air Support is played together with it",
        ),
        ("X19", {"turn": 5}, "Rommel has been played"),
        ("X19", {"turn": 4, "events": ("rommel",)}, "it is turn 5 or later"),
        ("A20", {"turn": 4}, "Iraqi Revolt has been played or it is turn 5 or later"),
    ],
)
def test_a_refusal_names_what_is_lacking_and_nothing_else(name: str, fields: dict[str, Any], lacking: str) -> None:
    title = DATA.cards[card(name)].title
    assert sentence(holding(name, **fields), f"event:{name}") == f"{title} can be played only if {lacking}"


@pytest.mark.rule("10.323a")
def test_no_herkules_after_malta_victorious() -> None:
    state = holding("X36", events=("siege_of_malta", "malta_victorious"), placed=HERKULES)
    assert why_not(state, "event:X36") == "10.323"
