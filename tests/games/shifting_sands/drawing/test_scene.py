"""What a side sees: counters with their badges, cards face up and face down, control, tracks, panels."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.boards import steps_between
from sandtable.games.shifting_sands.drawing.board import board, in_points
from sandtable.games.shifting_sands.drawing.panels import LASTING
from sandtable.games.shifting_sands.drawing.scene import designation
from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_cards import of_year
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.scene import Card, Piece, Scene, board_of, scene_for
from tests.games.shifting_sands.acts import holding
from tests.games.shifting_sands.fights import attack, battles
from tests.games.shifting_sands.policies import clash, seeking
from tests.games.shifting_sands.theatre import DATA, SPACE, cards, decision, number, play, run, theatre, units
from tests.suite.drawing import Easel
from tests.suite.fuzzer import next_choice

EASEL = Easel(GAME, "campaign")
NOUNS = {verb.name: verb.noun for verb in GAME.verbs}
DESERT = {
    "it_62": "bardia",
    "it_abg-1": "bardia",
    "br_7arm": "sidi_barrani",
    "br_bg-1": "cairo",
    "vf_bg-1": "beirut",
}


def seen(state: Theatre, side: int) -> Scene:
    """What a side sees, checked like every scene."""
    EASEL.check_scene(state, side)
    return EASEL.scene(state, side)


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces if one.id == name)


def pile(scene: Scene, name: str) -> list[Card]:
    return [card for card in scene.cards if card.pile == name]


def panel(scene: Scene, name: str) -> dict[str, str]:
    """The first two entries of each row."""
    rows = next(one.rows for one in scene.panels if one.id == name)
    return {row[0].text: row[1].text for row in rows if len(row) > 1}


def test_counters() -> None:
    state = holding("X05", placed=DESERT, reduced=["it_62"])
    scene = seen(state, AXIS)
    division, group = piece(scene, "it_62"), piece(scene, "it_abg-1")
    assert (division.figures, division.size, division.shape) == ("0-2-3", "XX", "counter")
    assert (group.figures, group.size, group.shape, group.symbol) == ("1-1-4", "III", "small", "armour")
    assert "½" in division.badges
    assert division.cell == SPACE["bardia"]
    assert piece(scene, "it_17").box == "unused"


def test_badges_of_supply() -> None:
    """Full supply is not marked; limited supply, none, and units that are not active yet are."""
    placed = {**DESERT, "it_63": "derna"}
    state = holding("X05", placed=placed, allied=["cyrene", "gazala", "mechili"])
    scene = seen(state, AXIS)
    badges = {name: piece(scene, name).badges[:1] for name in ("br_bg-1", "br_7arm", "it_63", "vf_bg-1")}
    assert badges == {"br_bg-1": (), "br_7arm": ("L",), "it_63": ("S",), "vf_bg-1": ("Z",)}


def test_badges_of_a_battle() -> None:
    placed = {"ge_21": "el_adem", "ge_bg-1": "el_adem", "in_4": "gambut"}
    state = attack(battles(placed, AXIS, "el_adem", moved=units("ge_bg-1")), "gambut", "ge_21")
    scene = seen(state, AXIS)
    assert "A" in piece(scene, "ge_21").badges
    assert "M" in piece(scene, "ge_bg-1").badges
    assert [(marker.letter, marker.cell) for marker in scene.markers] == [
        ("x", SPACE["el_adem"]),
        ("!", SPACE["gambut"]),
    ]
    assert scene.focus == ("ge_21",)


def test_what_is_printed_on_the_edge_of_a_counter() -> None:
    named = {name: designation(DATA.units[number(name)]) for name in ("it_17", "ff_dma", "br_bg-1", "br_lrdg")}
    assert named == {"it_17": "17 IT", "ff_dma": "DMA USFF", "br_bg-1": "BR", "br_lrdg": "LRDG"}


def test_only_ones_own_hand_lies_open() -> None:
    state = holding("X05", "X24", "A07", placed=DESERT, turn=3)
    own, other, nobody = (seen(state, side) for side in (AXIS, ALLIED, SPECTATOR))
    assert {card.id for card in pile(own, "axis-hand")} == {"X05", "X24"}
    for scene in (other, nobody):
        [back] = pile(scene, "axis-hand")
        assert (back.id, back.count) == ("", 2)
    assert not [card.id for card in nobody.cards if card.id]


def test_cards_of_the_other_hand_that_have_been_seen_lie_open() -> None:
    """X13: the whole hand is shown; what is played or drawn later is as hidden as ever."""
    state = holding("X13", "A07", "A20", placed=DESERT, turn=3)
    assert [card.id for card in pile(seen(state, AXIS), "allied-hand")] == [""]
    play(state, "event:X13")
    shown = pile(seen(state, AXIS), "allied-hand")
    assert {card.id for card in shown} == {"A07", "A20"}
    assert not any(card.uses for card in shown)
    assert not [card.id for card in pile(seen(state, SPECTATOR), "allied-hand") if card.id]


def test_the_uses_of_a_card() -> None:
    """7.12: four of them; a combat card is played in a battle instead of its event; a square gives both."""
    state = holding("X27", "X24", placed=DESERT, turn=9)
    held = {card.id: card for card in pile(seen(state, AXIS), "axis-hand")}
    offensive, combat = held["X27"], held["X24"]
    verbs = [use.choice.partition(":")[0] for use in offensive.uses]
    assert verbs == ["operations", "redeploy", "replacements", "event"]
    assert offensive.square
    assert offensive.uses[3].label == "Event, with 4 operation points"
    assert offensive.symbols == ("O", "+", "*")
    assert combat.uses[3].choice == "combat-card:X24"
    assert not combat.square
    assert (combat.value, combat.status) == ("3", ("GE1 IT2",))
    assert combat.uses[2].label == "Replacements: 1 German, 2 Italian"


def test_discards_of_others_are_seen_only_if_they_were_shown() -> None:
    state = holding("X24", "X06", "A07", placed=DESERT, turn=9)
    play(state, "event:X06")
    assert {card.id for card in pile(seen(state, ALLIED), "axis-discards")} == {"X06"}
    state = holding("X24", "X06", placed=DESERT, turn=9)
    play(state, "operations:X06")
    [back] = pile(seen(state, ALLIED), "axis-discards")
    assert (back.id, back.count) == ("", 1)
    assert {card.id for card in pile(seen(state, AXIS), "axis-discards")} == {"X06"}


def test_how_many_cards_there_are_to_draw() -> None:
    """5.12: what is neither held nor discarded nor out of the game, nor of a later year."""
    state = holding("X24", "X06", placed=DESERT, turn=9, removed=cards("X01", "X02"), waiting=0)
    [pile_of_axis] = pile(seen(state, ALLIED), "axis-deck")
    assert pile_of_axis.count == 55 - 2 - 2


def test_cards_that_can_be_taken_lie_open() -> None:
    """7.74: Rommel, before the cards of Winter 1941 are dealt."""
    state = theatre(DESERT, turn=3, waiting=of_year(DATA, 1941) | of_year(DATA, 1942))
    state.frames = [GAME_TURN.frame()]
    run(state)
    assert decision(state) == "takes"
    assert [card.id for card in pile(seen(state, AXIS), "axis-deck") if card.id] == ["X16"]
    assert [card.id for card in pile(seen(state, ALLIED), "axis-deck") if card.id] == []


def test_control_and_what_is_out_of_play() -> None:
    state = holding("A40", placed=DESERT, turn=9)
    tones = {tint.cell: tint.tone for tint in seen(state, ALLIED).tints}
    assert tones[SPACE["tobruk"]] == str(AXIS)
    assert tones[SPACE["cairo"]] == str(ALLIED)
    assert tones[SPACE["tunis"]] == "out"
    play(state, "event:A40")
    tones = {tint.cell: tint.tone for tint in seen(state, ALLIED).tints}
    assert tones[SPACE["tunis"]] == str(AXIS)
    assert tones[SPACE["thala"]] == str(ALLIED)


@pytest.mark.parametrize(("points", "shown"), [(-2, 0), (7, 7), (16, 14)])
def test_the_marker_of_victory_points_stops_at_both_ends(points: int, shown: int) -> None:
    """16.6: the panel tells the true value."""
    scene = seen(holding("X05", placed=DESERT, points=points), AXIS)
    assert [point.space for point in scene.tracks if point.track == "points"] == [shown]
    assert panel(scene, "victory")["Victory points now"] == str(points)


def test_who_starves_at_the_end_of_the_turn_is_told() -> None:
    """13.81: units of both sides that are out of supply, with their place; nothing if nobody is."""
    state = holding("X05", placed={"it_62": "cairo", "it_abg-1": "cairo", "br_7arm": "homs", "br_bg-1": "suez"})
    for side in (AXIS, ALLIED):
        starving = panel(seen(state, side), "supply")
        assert starving == {
            "Axis: Cairo": "62nd Marmarica, Italian armour battlegroup",
            "Allies: Homs": "7th Armoured",
        }
    fed = seen(holding("X05", placed={"br_bg-1": "cairo"}), AXIS)
    assert "supply" not in [one.id for one in fed.panels]


def test_replacement_points_are_told_in_halves() -> None:
    assert [in_points(halves) for halves in range(5)] == ["0", "½", "1", "1½", "2"]
    scene = seen(holding("X05", placed=DESERT, replacements=[3, 0, 0, 0, 0, 0]), AXIS)
    assert panel(scene, "replacements") == {"German": "1½"}


@pytest.mark.parametrize(
    ("fields", "row", "now"),
    [
        ({"points": 14}, "Axis, at once: 14 points", "yes"),
        ({"points": 12}, "Axis, at once: 14 points", "2 away"),
        ({"axis": ["suez"]}, "Axis, at once: Port Said and Suez", "missing: Port Said"),
        ({"points": 5}, "Allies, at once: 3 points", "2 away"),
        ({"allied": ["tripoli"]}, "Allies, at once: Tripoli", "yes"),
        (
            {"allied": ["tripoli"], "events": ["torch"]},
            "Allies, at once: Tunis and Tripoli, and no Axis in Alexandria",
            "missing: Tunis",
        ),
        ({"points": 5}, "At the end the Axis needs 5 points", "Axis ahead"),
        ({"points": 6, "scenario": 1, "turn": 5}, "At the end the Axis needs 7 points", "Allies ahead"),
        ({"axis": ["el_alamein"]}, "+1 a turn: the Axis at El Alamein or next to it", "yes"),
        ({"placed": {"eg_bg-1": "el_alamein"}}, "+1 a turn: the Axis at El Alamein or next to it", "no"),
        ({}, "+1 a turn: the Axis at El Alamein or next to it", "no"),
    ],
)
def test_what_each_side_needs(fields: dict[str, Any], row: str, now: str) -> None:
    state = holding("X05", **{"placed": DESERT, **fields})
    [found] = [one for one in EASEL.scene(state, AXIS).panels if one.id == "victory"]
    assert {entries[0].text: entries[1].text for entries in found.rows}[row] == now


def test_events_that_others_have_ended_are_not_in_force() -> None:
    """7.44: Rommel ends what Invasion of Greece forbids."""
    before = seen(holding("X05", placed=DESERT, events=["invasion_of_greece"], turn=6), AXIS)
    assert set(panel(before, "events")) == {"Invasion of Greece"}
    after = seen(holding("X05", placed=DESERT, events=["invasion_of_greece", "rommel"], turn=6), AXIS)
    assert set(panel(after, "events")) == {"Rommel"}


@pytest.mark.parametrize(
    ("played", "told"),
    [
        (["barbarossa", "siege_of_malta"], {"Barbarossa", "Siege of Malta"}),
        (["barbarossa", "siege_of_malta", "spitfires"], {"Barbarossa", "Spitfires"}),
        (["barbarossa", "siege_of_malta", "herkules"], {"Herkules"}),
        (["siege_of_malta", "spitfires", "malta_victorious"], {"Malta Victorious"}),
        (["taranto_raid", "ultra"], {"Taranto Raid"}),
        (["ultra"], {"Ultra"}),
    ],
)
def test_what_is_in_force_of_events_that_meet(played: list[str], told: set[str]) -> None:
    """7.44, 7.521, A08: nothing is told of an event that another has put an end to."""
    axis = ["malta"] if "herkules" in played else []
    scene = seen(holding("X05", placed=DESERT, events=played, turn=9, axis=axis), AXIS)
    assert set(panel(scene, "events")) == told


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("Italian Fleet", {"fleet_at_sea": 1}),
        ("London Calling", {"london_calling": 1}),
        ("Orders from Rome", {"orders_from_rome": 1}),
        ("Sea Devils & E-Boats", {"convoys_barred": 1}),
        ("Special Air Service", {"aircraft_barred": 1}),
        ("Malta Convoys", {"convoy_after_spitfires": 1}),
    ],
)
def test_what_events_mean_for_a_while(name: str, fields: dict[str, int]) -> None:
    """Whoever comes back to a game sees what is still due in this turn, or forbidden."""
    state = holding("X05", placed=DESERT, events=["balbo"], turn=6)
    assert name not in panel(seen(state, ALLIED), "events")
    for field, value in fields.items():
        setattr(state, field, value)
    assert name in panel(seen(state, ALLIED), "events")


def test_salaam_is_told_until_the_turn_ends() -> None:
    state = holding("X53", placed=DESERT)
    play(state, "event:X53")
    assert panel(seen(state, ALLIED), "events") == {"Salaam": "No mission of the LRDG in this turn"}


def test_reinforcement_cards_of_the_turn_are_told() -> None:
    """7.53: one of each class."""
    state = holding("A02", "A03", placed=DESERT)
    play(state, "event:A02", "to:Suez")
    [both] = [one for one in seen(state, AXIS).panels if one.id == "actions"]
    [row] = [row for row in both.rows if row[0].text == "Reinforcements played"]
    assert [entry.text for entry in row[1:]] == ["none", "BR"]


def test_lasting_events_are_told_with_their_rules() -> None:
    """Each is an event of the decks; the panel has those that were played."""
    assert set(LASTING) <= {*DATA.keys}
    scene = seen(holding("X05", placed=DESERT, events=["balbo", "barbarossa"], turn=6), AXIS)
    assert set(panel(scene, "events")) == {"Balbo", "Barbarossa"}
    [found] = [one for one in scene.panels if one.id == "replacements"]
    assert (found.note, found.rule) == ("The Axis may play no card for replacements: Barbarossa", "7.44")


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([], "Summer 1942, round 1: an action"),
        (["operations:X24"], "Summer 1942, round 1: activation"),
        (["operations:X24", "move-from:Bardia", "done"], "Summer 1942, round 1: moves"),
        (["redeploy:X24"], "Summer 1942, round 1: redeployment"),
    ],
)
def test_the_heading_says_what_is_going_on(choices: list[str], words: str) -> None:
    state = holding("X24", placed=DESERT, turn=9)
    play(state, *choices)
    assert seen(state, AXIS).heading == words


def test_every_pile_track_and_symbol_is_on_the_board() -> None:
    drawn = board(DATA)
    assert len({pile.id for pile in drawn.piles}) == len(drawn.piles)
    assert [len(track.spaces) for track in drawn.tracks] == [12, 6, 15, 41]
    letters = [sign.letters for sign in drawn.key]
    assert len(letters) == len(set(letters)), "a letter with two meanings"
    assert {unit.nation for unit in DATA.units} == {nation.id for nation in drawn.nations}


def test_every_card_has_its_lines() -> None:
    """Our own words, short enough to be read at a glance."""
    for card in DATA.cards:
        assert 1 <= len(card.lines) <= 2, card.id
        assert all(0 < len(line) <= 67 for line in card.lines), card.id


def test_neutrals_belong_to_nobody_until_they_are_activated() -> None:
    """10.41: so that the first look is not at units that nobody can move."""
    state = holding("X05", placed=DESERT)
    assert piece(seen(state, AXIS), "vf_bg-1").side == -1
    assert piece(seen(state, AXIS), "it_62").side == AXIS
    state.vichy_active = 1
    assert piece(seen(state, AXIS), "vf_bg-1").side == AXIS


@pytest.mark.parametrize(("scenario", "near"), [("campaign", "sidi_barrani"), ("sonnenblume", "el_agheila")])
def test_the_map_opens_at_the_front_in_africa(scenario: str, near: str) -> None:
    """And not at Addis Ababa, where most of the first Italians are."""
    state = GAME.start(scenario)
    front = scene_for(GAME, board_of(GAME, state.printed, scenario), state, AXIS).front
    steps = steps_between(state.printed.graph, 1 << front, 1 << SPACE[near], state.printed.graph.all)
    assert steps is not None
    assert steps <= 2


@pytest.mark.parametrize("seed", range(12))
def test_whatever_can_be_chosen_lies_where_it_can_be_pressed(seed: int) -> None:
    """A unit or a card of a choice is drawn, and a space of a choice is on the board or beside it."""
    rng = Random(f"pressed {seed}")
    state, choose, map_ = clash(rng), seeking(rng), board()
    places = {cell.number for cell in map_.cells} | {box.number for box in map_.boxes}
    for _ in range(60):
        if not state.frames:
            break
        if GAME.actor(state) >= 0:
            drawn = scene_for(GAME, map_, state, GAME.actor(state))
            things = {piece.id for piece in drawn.pieces} | {card.id for card in drawn.cards}
            for button in drawn.buttons:
                noun = NOUNS[button.choice.partition(":")[0]]
                assert noun not in ("unit", "card") or button.piece in things, button
                assert noun != "space" or button.cell in places, button
        GAME.apply(state, next_choice(GAME, state, choose, rng))
