"""7.5: what events do, card by card; those that last are looked at where they are read."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.cards import KEYS, TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_combat_cards import put_away
from sandtable.games.shifting_sands.rules.c07_event_effects import EFFECTS
from sandtable.games.shifting_sands.rules.c07_points import ban
from sandtable.games.shifting_sands.rules.c08_stacking import limit
from sandtable.games.shifting_sands.rules.c10_regions import domain, targets
from sandtable.games.shifting_sands.rules.c11_fight import planned
from sandtable.games.shifting_sands.rules.c11_fire import fire
from sandtable.games.shifting_sands.rules.c13_supply import FULL, LIMITED, sources, supply_of
from sandtable.games.shifting_sands.rules.c15_replacements import (
    allied_replacements,
    axis_replacements,
    replaceable,
)
from sandtable.games.shifting_sands.state import Theatre, face, happened
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.acts import event, holding, playable
from tests.games.shifting_sands.theatre import (
    DATA,
    EVENT,
    SPACE,
    card,
    cards,
    decision,
    legal,
    move_unit,
    number,
    play,
    run,
    space_ids,
    theatre,
    units,
    where,
)

GAME = "shifting-sands"


def modifiers(state: Theatre, attackers: tuple[str, ...], target: str, side: int) -> dict[str, int]:
    """By clause what changes the die of a side in a battle."""
    fight = planned(state, units(*attackers), SPACE[target])
    return {item.rule: item.value for item in fire(state, fight, side).modifiers}


def after(name: str, **fields: Any) -> Theatre:
    """The position once this event has been played; of operations that follow, none have begun."""
    return event(name, **fields)


def test_every_event_has_an_effect() -> None:
    assert set(EFFECTS) == {*KEYS["event"], *KEYS["offensive"]}


# The card and its operations


@pytest.mark.rule("7.12f", "7.51a")
@pytest.mark.parametrize("face_", [face_ for face_ in DATA.cards if face_.square and not face_.reinforcement])
def test_a_square_gives_operations_too(face_: Any) -> None:
    """Event and operations; what is in play that the event needs is put there."""
    needed: dict[str, Any] = {"events": ("rommel", "torch", "iraqi_revolt", "montgomery"), "turn": 9}
    if face_.key == "compass":
        needed = {}
    state = event(face_.id, placed={"it_17": "tripoli", "br_bg-1": "suez"}, **needed)
    assert (decision(state), state.left) == ("activation", face_.operations)


@pytest.mark.rule("7.12f")
@pytest.mark.parametrize("name", ["X01", "X22", "A05", "A15"])
def test_a_circle_gives_the_event_alone(name: str) -> None:
    state = event(name, turn=5, events=("rommel",) if name == "X22" else ())
    assert decision(state) == "choose"


@pytest.mark.rule("7.52a")
def test_an_asterisk_removes_the_card() -> None:
    assert event("X01").removed == cards("X01")
    state = event("X06")  # without an asterisk
    assert (state.removed, state.discards[AXIS]) == (0, cards("X06"))


# What is in force for the rest of the game


@pytest.mark.rule("X01", "11.261d")
def test_balbo() -> None:
    """The Italians fight without their modifier."""
    placed = {"it_17": "bardia", "br_bg-1": "sidi_azeiz"}
    assert modifiers(theatre(placed), ("br_bg-1",), "bardia", AXIS) == {"11.261": -1}
    assert modifiers(after("X01", placed=placed), ("br_bg-1",), "bardia", AXIS) == {}


@pytest.mark.rule("19.22b", "X01")
def test_balbo_in_east_africa() -> None:
    placed = {"it_bg-1": "keren", "br_bg-1": "kassala"}
    assert modifiers(after("X01", placed=placed), ("br_bg-1",), "keren", AXIS) == {}
    state = after("X01", placed=placed, option="19.22")
    assert modifiers(state, ("br_bg-1",), "keren", AXIS) == {"11.261": -1}


@pytest.mark.rule("X22")
def test_battlefield_recovery() -> None:
    """A German point in every replacement phase, even under a ban."""
    state = after("X22", events=("rommel", "barbarossa"))
    assert ban(state)
    axis_replacements(state, ())
    assert state.replacements[TRACKS.index("GE")] == 2


@pytest.mark.rule("X29")
@pytest.mark.parametrize(
    ("name", "events", "kept"),
    [("X24", (), False), ("X24", ("kesselring",), True), ("X51", ("kesselring",), False)],
)
def test_kesselring(name: str, events: tuple[str, ...], kept: bool) -> None:
    """Air Support, and no other card for one battle a turn, may be kept after a battle that was won."""
    state = theatre(events=events, attacking=AXIS, fire=[2, 1], combat_cards=[cards(name), 0])
    put_away(state, ())
    assert bool(state.combat_cards[AXIS]) == kept
    assert state.discards[AXIS] == (0 if kept else cards(name))


@pytest.mark.rule("X29")
def test_kesselring_is_played() -> None:
    assert happened(after("X29", events=("rommel",), turn=6), "kesselring")


@pytest.mark.rule("X44")
def test_von_arnim() -> None:
    """A better die for the defence of the mountains of Tunisia; and no Rommel any more."""
    placed = {"ge_bg-1": "faid", "us_bg-1": "kasserine", "ge_bg-2": "sousse", "us_bg-2": "fondouk"}
    state = after("X44", placed=placed, events=("torch", "rommel"))
    assert modifiers(state, ("us_bg-1",), "faid", AXIS) == {"X44": 1}
    assert modifiers(state, ("us_bg-2",), "sousse", AXIS) == {}  # clear ground
    assert modifiers(theatre(placed, events=("torch",)), ("us_bg-1",), "faid", AXIS) == {}


@pytest.mark.rule("X44")
def test_von_arnim_sends_rommel_home() -> None:
    placed = {"ge_abg-1": "el_adem", "br_bg-1": "gambut"}
    for events, offered in ((("rommel", "torch"), True), (("rommel", "torch", "von_arnim_takes_command"), False)):
        state = holding("X06", placed=placed, events=events)
        play(state, "automatic", "attack-from:El-Adem", "attack:Gambut", "join:ge_abg-1")
        assert ("rommel" in legal(state)) == offered


@pytest.mark.rule("A05")
def test_poor_morale() -> None:
    """11.473 reads it: see the tests of overruns."""
    state = after("A05")
    assert happened(state, "poor_morale")
    assert decision(state) == "choose"


@pytest.mark.rule("A10")
def test_the_lrdg_opens_the_oases() -> None:
    """To battlegroups of both sides, and to no division."""
    before, now = theatre(), after("A10")
    for name in ("br_bg-1", "ge_bg-1"):
        assert not domain(before, number(name)) >> SPACE["siwa"] & 1
        assert domain(now, number(name)) >> SPACE["siwa"] & 1
    assert not domain(now, number("in_4")) >> SPACE["siwa"] & 1


@pytest.mark.rule("A21")
def test_ethiopian_campaign() -> None:
    placed = {"br_bg-1": "kassala"}
    assert supply_of(theatre(placed), number("br_bg-1")) == LIMITED
    state = after("A21", placed=placed, turn=3)
    assert supply_of(state, number("br_bg-1")) == FULL
    state.clear("action")
    assert supply_of(state, number("br_bg-1")) == FULL  # for the rest of the game


@pytest.mark.rule("A20")
def test_exporters() -> None:
    """The Vichy French fight, Syria is open, supply in the Near East is full, and GE points restore them."""
    placed = {"br_bg-1": "jerusalem", "vf_bg-1": "sidon", "vf_bg-2": "axis_replaceable"}
    before = theatre(placed, turn=5)
    state = after("A20", placed=placed, turn=5)
    assert not before.vichy_active
    assert state.vichy_active
    assert supply_of(before, number("br_bg-1")) == LIMITED
    assert supply_of(state, number("br_bg-1")) == FULL
    assert not domain(before, number("br_bg-1")) >> SPACE["sidon"] & 1
    assert domain(state, number("br_bg-1")) >> SPACE["sidon"] & 1
    assert not replaceable(before) >> number("vf_bg-2") & 1
    assert replaceable(state) >> number("vf_bg-2") & 1
    assert not replaceable(state) >> number("ir_bg-2") & 1


@pytest.mark.rule("A42")
def test_vulcan() -> None:
    placed = {"us_1": "oran"}
    assert supply_of(theatre(placed, events=("torch",)), number("us_1")) == LIMITED
    assert supply_of(after("A42", placed=placed, events=("torch",)), number("us_1")) == FULL


@pytest.mark.rule("A22")
def test_atlantic_charter() -> None:
    state = after("A22", events=("barbarossa",))
    state.frames = []
    allied_replacements(state, ())
    run(state)
    assert legal(state) == {"track:BR", "track:CW"}
    play(state, "track:CW")
    assert state.replacements[TRACKS.index("CW")] == 2


@pytest.mark.rule("A24")
@pytest.mark.parametrize(
    ("space", "from_", "modified"),
    [("el_alamein", "el_daba", {"A24": 1}), ("el_daba", "mersa_matruh", {"A24": 1}), ("suez", "cairo", {})],
)
def test_auchinleck(space: str, from_: str, modified: dict[str, int]) -> None:
    """In El Alamein and next to it, for a defender, until Montgomery comes."""
    placed = {"br_bg-1": space, "ge_bg-1": from_}
    state = after("A24", placed=placed, turn=5)
    assert modifiers(state, ("ge_bg-1",), space, ALLIED) == modified
    state.events |= bit(EVENT["montgomery"])
    assert modifiers(state, ("ge_bg-1",), space, ALLIED) == {}


@pytest.mark.rule("A35")
def test_montgomery() -> None:
    """Four units in a space, sources nearer the front, and a lesser Rommel."""
    state = after("A35", turn=9, allied=("benghazi", "tobruk"))
    before = theatre(turn=9, allied=("benghazi", "tobruk"))
    british = units("br_bg-1", "br_bg-2", "in_4", "pl_bg")
    assert (limit(before, SPACE["suez"], ALLIED, british), limit(state, SPACE["suez"], ALLIED, british)) == (3, 4)
    forward = {"benghazi", "tobruk"}
    assert not space_ids(sources(before, number("br_50"))) & forward
    assert space_ids(sources(state, number("br_50"))) >= forward
    placed = {"ge_abg-1": "el_adem", "br_bg-1": "gambut"}
    for events, shift in ((("rommel",), 2), (("rommel", "montgomery"), 1)):
        fight = planned(theatre(placed, events=events), units("ge_abg-1"), SPACE["gambut"], rommel=True)
        shifts = {item.rule: item.value for item in fire(theatre(placed, events=events), fight, AXIS).shifts}
        assert shifts["11.274"] == shift


@pytest.mark.rule("A41")
def test_patton() -> None:
    placed = {"us_bg-1": "kasserine", "ge_bg-1": "faid"}
    before, state = theatre(placed, events=("torch",)), after("A41", placed=placed, events=("torch",))
    assert modifiers(before, ("us_bg-1",), "faid", ALLIED) == {"11.262": -1}
    assert modifiers(state, ("us_bg-1",), "faid", ALLIED) == {}
    americans = units("us_1", "us_3", "us_9", "us_bg-1")
    assert limit(before, SPACE["thala"], ALLIED, americans) == 3
    assert limit(state, SPACE["thala"], ALLIED, americans) == 4


@pytest.mark.rule("X16")
def test_rommel_lifts_the_ban_of_greece() -> None:
    assert ban(theatre(events=("invasion_of_greece",)))
    assert not ban(after("X16", events=("invasion_of_greece",)))


@pytest.mark.rule("X35", "A15")
def test_siege_and_barbarossa() -> None:
    """Barbarossa bans points, Siege of Malta lifts that and the ban of Greece; convoys sail, and then do not."""
    state = after("A15", turn=5)
    assert ban(state) == "Barbarossa"
    assert playable(holding("A19", events=("barbarossa",))) == {"A19"}
    state = after("X35", events=("barbarossa", "invasion_of_greece"))
    assert not ban(state)
    assert playable(holding("A19", events=("barbarossa", "siege_of_malta"))) == set()


@pytest.mark.rule("A37")
def test_spitfires() -> None:
    state = after("A37", events=("siege_of_malta", "barbarossa"))
    assert ban(state) == "Spitfires"
    assert playable(holding("A36", events=("siege_of_malta", "barbarossa", "spitfires"))) == {"A36"}


# At once


@pytest.mark.rule("A06")
def test_taranto_raid() -> None:
    assert after("A06", points=10).points == 9


@pytest.mark.rule("A18")
def test_lend_lease() -> None:
    """Points on the track, with no extra for Massawa or Torch, and no bar to a play for points (7.43)."""
    state = after("A18", allied=("massawa",), events=("torch",))
    assert state.replacements == [0, 0, 4, 2, 0, 0]
    assert state.last_use[ALLIED] == 4  # an event
    state = holding("A18", last_use=[0, 3])  # after a play for replacement points
    assert playable(state) == {"A18"}


@pytest.mark.rule("X20", "10.42a", "10.43a")
def test_iraqi_revolt() -> None:
    """Iraq becomes Axis, but for the spaces in which Allied units are."""
    state = holding("X20", placed={"br_bg-1": "habbaniyah", "in_bg-1": "basra"}, turn=4, points=10)
    move_unit(state, "ir_bg-1", "baghdad")  # an Allied space, as long as Iraq is neutral
    play(state, "event:X20")
    assert (state.iraq_active, state.vichy_active) == (1, 1)
    iraq = {space.id for space in DATA.spaces if space.subregion == "Iraq"}
    held = {name for name in iraq if state.control[SPACE[name]] == AXIS}
    assert iraq - held == {"habbaniyah", "basra"}
    assert state.points == 12  # Baghdad and Mosul
    assert (decision(state), state.left) == ("activation", 3)


@pytest.mark.rule("X20", "10.42d")
def test_iraqi_revolt_after_jerusalem_has_woken_them() -> None:
    """The Iraqis fight already; the revolt still turns the rest of the country."""
    state = event("X20", placed={"ir_bg-1": "baghdad"}, iraq_active=1, vichy_active=1, turn=4, points=11)
    assert state.control[SPACE["mosul"]] == AXIS
    assert state.points == 13  # Mosul and Basra


@pytest.mark.rule("A40", "10.43d")
def test_torch() -> None:
    state = event("A40", turn=9, replacements=[0, 0, 0, 0, 0, 0], placed={"br_bg-1": "suez"})
    assert state.vichy_active
    assert where(state, "us_1", "br_78", "ge_10") == ["oran", "algiers", "tunis"]
    assert state.control[SPACE["thala"]] == ALLIED
    assert (decision(state), state.left) == ("activation", 5)
    assert not domain(theatre(), number("us_1")) >> SPACE["oran"] & 1
    assert domain(state, number("us_1")) >> SPACE["oran"] & 1


@pytest.mark.rule("10.521a", "A40")
def test_no_attack_in_the_west_while_torch_is_played() -> None:
    """From the next action on the front is open, and Libya always was."""
    state = event("A40", turn=9, placed={"br_bg-1": "gambut", "ge_bg-1": "el_adem"})
    lander = next(unit for unit in range(len(DATA.units)) if state.place[unit] == SPACE["fondouk"])
    assert not targets(state, lander) >> SPACE["sousse"] & 1
    assert targets(state, number("br_bg-1")) >> SPACE["el_adem"] & 1
    state.clear("action")
    assert targets(state, lander) >> SPACE["sousse"] & 1


# New tanks (7.54)


@pytest.mark.rule("A50", "7.54a", "7.54i")
def test_shermans() -> None:
    placed = {"br_7arm": "suez", "br_1arm": "cairo", "br_2arm": "suez"}
    state = event("A50", placed=placed)
    assert state.upgraded == units("br_7arm", "br_1arm", "br_8arm", "br_10arm")
    assert [face(state, number(name)).combat for name in ("br_7arm", "br_1arm", "br_2arm")] == [4, 4, 3]


@pytest.mark.rule("X43", "7.54a")
def test_panzer_specials() -> None:
    state = event("X43", placed={"ge_15": "tripoli", "ge_21": "tripoli"}, events=("rommel",))
    assert state.upgraded == units("ge_15", "ge_21")
    assert face(state, number("ge_15")).combat == 5


@pytest.mark.rule("7.54c", "7.54d")
def test_new_tanks_on_the_map() -> None:
    """In the same space, at the same strength."""
    state = event("A50", placed={"br_7arm": "gambut", "br_1arm": "suez"}, reduced=("br_7arm",))
    assert where(state, "br_7arm", "br_1arm") == ["gambut", "suez"]
    assert state.reduced == units("br_7arm")
    assert (face(state, number("br_7arm")).combat, face(state, number("br_1arm")).combat) == (3, 4)


@pytest.mark.rule("7.54b")
def test_no_new_tanks_for_a_division_out_of_the_game() -> None:
    state = holding("A50", placed={"br_1arm": "suez"})
    state.place[number("br_7arm")] = -2
    play(state, "event:A50")
    assert not state.upgraded & units("br_7arm")
    assert where(state, "br_7arm") == ["eliminated"]


@pytest.mark.rule("7.54e", "7.54f")
def test_new_tanks_in_the_replaceable_box() -> None:
    """They stay there until they are rebuilt."""
    state = event("A50", placed={"br_7arm": "allied_replaceable"})
    assert where(state, "br_7arm") == ["allied_replaceable"]
    assert state.upgraded & units("br_7arm")


@pytest.mark.rule("7.54g", "7.54h", "A48")
def test_new_tanks_for_a_division_that_is_still_to_come() -> None:
    state = event("A50")
    assert where(state, "br_8arm") == ["unused"]
    state = event("A48", upgraded=state.upgraded)
    play(state, "to:Suez", "to:Suez")
    assert [face(state, number(name)).combat for name in ("br_8arm", "br_10arm")] == [4, 4]
    before = event("A48")
    play(before, "to:Suez", "to:Suez")
    assert face(before, number("br_8arm")).combat == 3


# Unternehmen Irak


@pytest.mark.rule("X21")
def test_unternehmen_irak_lasts() -> None:
    """10.421, 10.431: Iraqis and Vichy French leave their countries; 10.432: Syria is open; 15.12: GE points."""
    placed = {"ir_bg-1": "baghdad", "vf_bg-1": "beirut", "vf_bg-2": "axis_replaceable", "br_bg-1": "jerusalem"}
    fields: dict[str, Any] = {"events": ("iraqi_revolt",), "iraq_active": 1, "vichy_active": 1}
    before, state = theatre(placed, **fields), event("X21", placed=placed, **fields)
    play(state, "to:Baghdad")
    for name, space in (("ir_bg-1", "damascus"), ("vf_bg-1", "haifa"), ("br_bg-1", "damascus")):
        assert not domain(before, number(name)) >> SPACE[space] & 1
        assert domain(state, number(name)) >> SPACE[space] & 1
    assert not replaceable(before) >> number("vf_bg-2") & 1
    assert replaceable(state) >> number("vf_bg-2") & 1
    assert space_ids(sources(state, number("ge_5mtn"))) >= {"beirut", "baghdad"}
    state.control[SPACE["baghdad"]] = ALLIED
    state.rebuild()
    assert "baghdad" not in space_ids(sources(state, number("ge_5mtn")))


@pytest.mark.rule("19.11a", "19.11b")
def test_the_5th_mountain_and_replacements() -> None:
    placed = {"ge_5mtn": "axis_replaceable"}
    assert replaceable(theatre(placed)) & units("ge_5mtn")
    with_option = holding("X01", placed=placed, option="19.11")
    assert not replaceable(with_option) & units("ge_5mtn")


# Offensives


@pytest.mark.parametrize(
    ("name", "fields", "own", "enemy", "rules"),
    [
        pytest.param(
            "A07", {}, "br_bg-1", "it_17", {"A07": 1}, marks=pytest.mark.rule("A07"), id="Compass against Italians"
        ),
        pytest.param("A07", {}, "br_bg-1", "ge_bg-1", {}, marks=pytest.mark.rule("A07"), id="not against Germans"),
        pytest.param("A32", {"turn": 4}, "br_bg-1", "it_17", {}, marks=pytest.mark.rule("A32")),
        pytest.param("A23", {"turn": 6}, "br_bg-1", "ge_bg-1", {}, marks=pytest.mark.rule("A23")),
        pytest.param(
            "A51", {"events": ("montgomery",)}, "br_bg-1", "ge_bg-1", {"A51": 1}, marks=pytest.mark.rule("A51")
        ),
        pytest.param("X27", {"events": ("rommel",)}, "ge_bg-1", "br_bg-1", {}, marks=pytest.mark.rule("X27")),
        pytest.param(
            "X37", {"events": ("rommel",), "turn": 8}, "ge_bg-1", "br_bg-1", {}, marks=pytest.mark.rule("X37")
        ),
    ],
)
def test_an_offensive_in_the_desert(
    name: str, fields: dict[str, Any], own: str, enemy: str, rules: dict[str, int]
) -> None:
    """13.62: far from their sources units count as fully supplied in this action; some get a better die."""
    placed = {own: "mechili", enemy: "derna"}
    held = {"allied" if own[:2] == "br" else "axis": _road(own)}
    state = event(name, placed=placed, **held, **fields)
    side = DATA.owners[number(own)]
    assert state.left == DATA.cards[card(name)].operations
    assert supply_of(state, number(own)) == FULL
    assert modifiers(state, (own,), "derna", side) == rules
    state.clear("action")
    assert supply_of(state, number(own)) == LIMITED


def _road(unit: str) -> tuple[str, ...]:
    """The spaces between Mechili and the sources of a side."""
    if unit[:2] == "ge":
        return ()
    return ("gazala", "gambut", "bardia", "halfaya", "el_adem", "sidi_mufta", "sidi_azeiz")


@pytest.mark.parametrize(
    ("name", "own", "enemy", "fields"),
    [
        pytest.param("A23", "br_bg-1", "ge_bg-1", {"turn": 6}, marks=pytest.mark.rule("A23")),
        pytest.param(
            "X37", "ge_bg-1", "br_bg-1", {"turn": 8, "events": ("rommel",)}, marks=pytest.mark.rule("X37")
        ),
    ],
)
def test_one_attack_of_an_offensive_has_a_better_die(
    name: str, own: str, enemy: str, fields: dict[str, Any]
) -> None:
    """It is the player who says which; a second one gets none."""
    second = {f"{own[:5]}-2": "sidi_omar", f"{enemy[:5]}-2": "bir_el_gubi"}
    state = event(name, placed={own: "el_adem", enemy: "gambut"} | second, **fields)
    play(state, "attack-from:El-Adem", "attack-from:Sidi-Omar", "done", "attack:Gambut", f"join:{own}")
    assert "bonus" in legal(state)
    play(state, "bonus")
    assert state.bonus_here
    assert "bonus" not in legal(state)


@pytest.mark.rule("X49")
@pytest.mark.parametrize(
    ("enemy", "events", "rules"),
    [
        ("us_bg-1", ("torch",), {"X49": 1}),
        ("us_bg-1", ("torch", "patton"), {}),
        ("br_bg-1", ("torch",), {}),
    ],
)
def test_spring_wind(enemy: str, events: tuple[str, ...], rules: dict[str, int]) -> None:
    state = event("X49", placed={"ge_bg-1": "faid", enemy: "kasserine"}, events=events)
    assert (decision(state), state.left) == ("activation", 5)
    assert modifiers(state, ("ge_bg-1",), "kasserine", AXIS) == rules


@pytest.mark.rule("X49")
def test_spring_wind_supplies_the_axis_in_the_west() -> None:
    placed = {"ge_bg-1": "gafsa", "ge_bg-2": "agedabia"}
    state = event("X49", placed=placed, events=("torch",), allied=("tunis",))
    assert supply_of(state, number("ge_bg-1")) == FULL
    assert supply_of(state, number("ge_bg-2")) == LIMITED  # not in Libya
    state.clear("action")
    assert supply_of(state, number("ge_bg-1")) == LIMITED
