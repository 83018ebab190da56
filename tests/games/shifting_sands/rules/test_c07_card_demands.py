"""Every combat card: what it does, and each condition that forbids it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from sandtable.games.shifting_sands.rules.c07_card_demands import DEMANDS
from sandtable.games.shifting_sands.rules.c07_combat_cards import flank_cards, playable_combat_cards
from sandtable.games.shifting_sands.rules.c11_fight import in_force, spaces_of
from sandtable.games.shifting_sands.state import FLANK_WON, Theatre
from tests.games.shifting_sands.fights import (
    ALLIED,
    AXIS,
    attack,
    battles,
    cards_of,
    go_on,
    options,
    reasons,
    sentence,
    shots,
)
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    card,
    cards,
    decision,
    legal,
    number,
    play,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"


@dataclass
class Scene:
    """A battle into which a card is or is not played."""

    attackers: dict[str, str]
    defenders: tuple[str, ...]
    target: str
    fields: dict[str, Any] = field(default_factory=dict)

    def state(self, **more: Any) -> Theatre:
        placed = {**self.attackers, **dict.fromkeys(self.defenders, self.target)}
        state = theatre(placed, **{**self.fields, **more})
        state.attacking = DATA.owners[number(next(iter(self.attackers)))]
        state.target = SPACE[self.target]
        state.attackers = units(*self.attackers)
        state.bases = spaces_of(state, state.attackers)
        state.engaged = state.attackers | units(*self.defenders)
        return state


def scene(attackers: str, origin: str, defenders: str, target: str, **fields: Any) -> Scene:
    return Scene(dict.fromkeys(attackers.split(), origin), tuple(defenders.split()), target, fields)


DESERT = ("sidi_barrani", "sidi_suleiman")
ERITREA = ("kassala", "keren")
LIBYA = ("sidi_omar", "sidi_azeiz")
TUNISIA = ("fondouk", "sousse")
SYRIA = ("haifa", "sidon")
ROMMEL: dict[str, Any] = {"events": ["rommel"]}
TORCH: dict[str, Any] = {"events": ["torch"]}
EXPORTERS: dict[str, Any] = {"events": ["exporters"]}


def allied(attackers: str, defenders: str, where: tuple[str, str] = DESERT, **fields: Any) -> Scene:
    return scene(attackers, where[0], defenders, where[1], **fields)


def axis(attackers: str, defenders: str, where: tuple[str, str] = DESERT, **fields: Any) -> Scene:
    return scene(attackers, where[1], defenders, where[0], **fields)


YES, NO = True, False
CASES: list[tuple[str, bool, str, Scene]] = [
    ("X04", YES, "Italians alone in Libya", allied("br_50", "it_17", LIBYA)),
    ("X04", NO, "Germans too", allied("br_50", "it_17 ge_bg-1", LIBYA)),
    (
        "X04",
        YES,
        "Germans who have retreated there",
        allied("br_50", "it_17 ge_bg-1", LIBYA, fled=units("ge_bg-1")),
    ),
    ("X04", NO, "in Egypt", allied("br_50", "it_17")),
    ("X04", NO, "after Rommel", allied("br_50", "it_17", LIBYA, **ROMMEL)),
    ("X04", NO, "in an attack", axis("it_17", "br_50", LIBYA)),
    ("X08", YES, "an Italian attacks", axis("it_17 ge_90", "br_50")),
    ("X08", NO, "no Italian attacks", axis("ge_90", "br_50")),
    ("X08", NO, "in a defence", allied("br_50", "it_17")),
    ("X09", YES, "an Italian in East Africa", allied("br_50", "it_gds", ERITREA)),
    ("X09", NO, "no Italian there", allied("br_50", "ge_90", ERITREA)),
    ("X09", NO, "elsewhere", allied("br_50", "it_17")),
    ("X09", NO, "in an attack", axis("it_gds", "br_50", ERITREA)),
    ("X11", YES, "Italians against infantry", allied("br_50", "it_17")),
    ("X11", YES, "in Libya", allied("br_50", "it_17", LIBYA)),
    ("X11", NO, "against armour", allied("br_50 br_abg-1", "it_17")),
    ("X11", NO, "Germans too", allied("br_50", "it_17 ge_bg-1")),
    ("X11", YES, "Germans who have retreated there", allied("br_50", "it_17 ge_bg-1", fled=units("ge_bg-1"))),
    ("X11", NO, "in East Africa", allied("br_50", "it_17", ERITREA)),
    ("X11", NO, "in an attack", axis("it_17", "br_50")),
    ("X12", YES, "an Italian attacks", axis("it_17", "br_50")),
    ("X12", NO, "no Italian attacks", axis("ge_90", "br_50")),
    ("X12", NO, "in a defence", allied("br_50", "it_17")),
    ("X23", YES, "a German against armour", allied("br_50 br_abg-1", "it_17 ge_bg-1")),
    ("X23", NO, "no German", allied("br_50 br_abg-1", "it_17")),
    ("X23", NO, "no armour", allied("br_50", "ge_90")),
    ("X23", NO, "outflanked", allied("br_50 br_abg-1", "ge_90", flank=FLANK_WON)),
    ("X23", NO, "in an attack", axis("ge_21", "br_abg-1")),
    ("X24", YES, "in an attack", axis("it_17", "br_50")),
    ("X24", YES, "in a defence", allied("br_50", "it_17", ERITREA)),
    ("X24", NO, "after the Special Air Service", axis("it_17", "br_50", aircraft_barred=1)),
    ("X31", YES, "in Egypt", allied("br_50", "it_17")),
    ("X31", YES, "in Libya", allied("br_50", "it_17", LIBYA)),
    ("X31", NO, "elsewhere", allied("br_50", "it_17", ERITREA)),
    ("X31", NO, "in an attack", axis("it_17", "br_50")),
    ("X48", YES, "in an attack", axis("ge_10", "us_1", TUNISIA, **TORCH)),
    ("X48", YES, "in a defence", allied("us_1", "ge_abg-1", TUNISIA, **TORCH)),
    ("X48", NO, "without Torch", axis("ge_10", "us_1", TUNISIA)),
    ("X48", NO, "no German armour", axis("it_131 ge_90", "us_1", TUNISIA, **TORCH)),
    ("X48", NO, "elsewhere", axis("ge_10", "br_50", **TORCH)),
    ("X50", YES, "in Egypt", allied("br_50", "it_17")),
    ("X50", YES, "in Libya", allied("br_50", "it_17", LIBYA)),
    ("X50", NO, "elsewhere", allied("br_50", "it_17", ERITREA)),
    ("X50", NO, "in an attack", axis("it_17", "br_50")),
    ("X51", YES, "a German attacks", axis("ge_bg-1 it_17", "br_50")),
    ("X51", NO, "no German attacks", axis("it_17", "br_50")),
    ("X51", NO, "in a defence", allied("br_50", "ge_90")),
    ("X54", YES, "a German defends", allied("br_50", "it_17 ge_bg-1")),
    ("X54", NO, "no German defends", allied("br_50", "it_17")),
    ("X54", NO, "in an attack", axis("ge_90", "br_50")),
    ("X55", YES, "a panzer division attacks", axis("ge_21", "br_50", **ROMMEL)),
    ("X55", NO, "without Rommel", axis("ge_21", "br_50")),
    ("X55", NO, "only a battlegroup", axis("ge_abg-1 ge_90", "br_50", **ROMMEL)),
    ("X55", NO, "an Italian division", axis("it_132", "br_50", **ROMMEL)),
    ("X55", NO, "in a defence", allied("br_50", "ge_21", **ROMMEL)),
    ("A01", YES, "in Egypt", axis("ge_90", "br_50")),
    ("A01", YES, "in Libya", axis("ge_90", "br_50", LIBYA)),
    ("A01", NO, "elsewhere", axis("it_17", "br_50", ERITREA)),
    ("A01", NO, "in an attack", allied("br_50", "it_17")),
    ("A04", YES, "British armour against Italians", allied("br_abg-1 in_4", "it_17 it_abg-1")),
    ("A04", NO, "no armour", allied("br_50", "it_17")),
    ("A04", NO, "American armour", allied("us_1arm", "it_17")),
    ("A04", NO, "a German defends", allied("br_abg-1", "it_17 ge_bg-1")),
    ("A04", YES, "a German has retreated there", allied("br_abg-1", "it_17 ge_bg-1", fled=units("ge_bg-1"))),
    ("A04", NO, "a German who has retreated, alone", allied("br_abg-1", "ge_bg-1", fled=units("ge_bg-1"))),
    ("A04", NO, "in a defence", axis("it_17", "br_7arm")),
    ("A11", YES, "in the desert", allied("br_50", "it_17")),
    ("A11", YES, "in East Africa", axis("it_17", "br_50", ERITREA)),
    ("A11", YES, "in the Near East", allied("br_50", "vf_bg-1", SYRIA, vichy_active=1, **EXPORTERS)),
    ("A11", NO, "in Tunisia", allied("br_50", "ge_90", TUNISIA, **TORCH)),
    ("A14", YES, "the British and their friends", allied("br_50 au_bg-1 pl_bg", "it_17")),
    ("A14", NO, "Americans too", allied("br_50 us_1", "it_17")),
    ("A14", NO, "elsewhere", allied("br_50", "it_17", ERITREA)),
    ("A14", NO, "after his capture", allied("br_50", "it_17", events=["oconnor_captured"])),
    ("A14", NO, "in a defence", axis("it_17", "br_50")),
    ("A25", YES, "battlegroups attack", allied("br_bg-1 in_bg-1", "it_17")),
    ("A25", YES, "battlegroups defend", axis("it_17", "br_bg-1", LIBYA)),
    ("A25", NO, "a division too", allied("br_bg-1 in_4", "it_17")),
    ("A25", NO, "a division defends too", axis("it_17", "br_bg-1 in_4")),
    ("A25", YES, "a division has retreated there", axis("it_17", "br_bg-1 in_4", fled=units("in_4"))),
    ("A25", NO, "elsewhere", allied("br_bg-1", "it_17", ERITREA)),
    ("A26", YES, "against armour", axis("it_17 it_abg-1", "br_50")),
    ("A26", NO, "against infantry", axis("it_17", "br_50")),
    ("A26", NO, "in an attack", allied("br_7arm", "it_132")),
    ("A34", YES, "in an attack", allied("br_50", "it_17")),
    ("A34", YES, "in a defence", axis("it_17", "br_50", LIBYA)),
    ("A34", NO, "elsewhere", axis("it_17", "br_50", ERITREA)),
    ("A52", YES, "a British division attacks", allied("br_50", "it_17")),
    ("A52", YES, "a Commonwealth division attacks", allied("sa_1 br_bg-1", "it_17")),
    ("A52", NO, "only battlegroups", allied("br_bg-1", "it_17")),
    ("A52", NO, "an American division", allied("us_1 br_bg-1", "it_17")),
    ("A52", NO, "in a defence", axis("it_17", "br_50")),
    ("A54", YES, "against armour", axis("ge_abg-1 ge_90", "br_50")),
    ("A54", NO, "against infantry", axis("ge_90", "br_50")),
    ("A54", NO, "in an attack", allied("br_7arm", "it_132")),
]
FLANK_CASES: list[tuple[str, bool, str, Scene]] = [
    ("X30", YES, "German armour in Egypt", axis("ge_21 it_17", "br_50", **ROMMEL)),
    ("X30", YES, "in Libya", axis("ge_abg-1 it_17", "br_50", LIBYA, **ROMMEL)),
    ("X30", NO, "no German armour", axis("it_132 ge_90", "br_50", **ROMMEL)),
    ("X30", NO, "elsewhere", axis("ge_10 ge_90", "us_1", ("sousse", "sfax"), events=["rommel", "torch"])),
    ("X30", NO, "no flank attack is allowed", axis("ge_21", "br_50", **ROMMEL)),
    ("X30", NO, "in the mountains", scene("ge_21 ge_15", "bardia", "br_50", "halfaya", **ROMMEL)),
    ("X30", NO, "without Rommel", axis("ge_21 it_17", "br_50")),
    ("X30", NO, "under Von Arnim", axis("ge_21 it_17", "br_50", events=["rommel", "von_arnim_takes_command"])),
    ("X30", NO, "in a defence", allied("br_50 br_abg-1", "ge_21", **ROMMEL)),
    ("A55", YES, "a mountain", scene("br_7arm in_4", "sidi_barrani", "it_17", "halfaya")),
    ("A55", YES, "a swamp", scene("br_7arm in_4", "agedabia", "it_17", "el_agheila", allied=["msus", "mechili"])),
    ("A55", NO, "clear terrain", allied("br_7arm in_4", "it_17")),
    ("A55", NO, "one unit", scene("br_7arm", "sidi_barrani", "it_17", "halfaya")),
    ("A55", NO, "no armour", scene("br_50 in_4", "sidi_barrani", "it_17", "halfaya")),
    ("A55", NO, "a fort", scene("br_7arm in_4", "sidi_azeiz", "it_17", "bardia")),
    ("A55", NO, "in a defence", scene("ge_21 ge_15", "bardia", "br_7arm", "halfaya")),
]


@pytest.fixture(autouse=True)
def _everybody_in_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    """What supply does to cards is tested with 13.73."""
    monkeypatch.setattr(
        "sandtable.games.shifting_sands.rules.c07_combat_cards.out_of_supply", lambda state, units: 0
    )


@pytest.mark.parametrize(
    ("name", "allowed", "each"),
    [
        pytest.param(name, allowed, each, marks=pytest.mark.rule(name), id=f"{name} {words}")
        for name, allowed, words, each in CASES
    ],
)
def test_when_a_card_can_be_played(name: str, allowed: bool, each: Scene) -> None:
    side = DATA.cards[card(name)].side
    state = each.state(hands=_held(name))
    assert bool(playable_combat_cards(state, side)) == allowed
    assert not flank_cards(state, side)
    empty = each.state()
    assert not playable_combat_cards(empty, side)


@pytest.mark.parametrize(
    ("name", "allowed", "each"),
    [
        pytest.param(name, allowed, each, marks=pytest.mark.rule(name), id=f"{name} {words}")
        for name, allowed, words, each in FLANK_CASES
    ],
)
def test_when_a_card_can_be_shown_in_the_flank_step(name: str, allowed: bool, each: Scene) -> None:
    side = DATA.cards[card(name)].side
    state = each.state(hands=_held(name))
    assert bool(flank_cards(state, side)) == allowed
    assert not playable_combat_cards(state, side)


def _held(name: str) -> list[int]:
    side = DATA.cards[card(name)].side
    return [cards(name) if side == AXIS else 0, cards(name) if side == ALLIED else 0]


def test_every_combat_card_has_its_demands_and_its_cases() -> None:
    combat = {face.id: face.key for face in DATA.cards if face.type == "combat"}
    assert set(DEMANDS) == set(combat.values())
    tested = {(name, allowed) for name, allowed, _, _ in (*CASES, *FLANK_CASES)}
    for name in combat:
        if combat[name] != "disengage":
            assert {(name, True), (name, False)} <= tested


# What they do


def fired(each: Scene, *played: str) -> tuple[dict[str, int], dict[str, int], dict[str, int], int]:
    """Shifts and modifiers of the attacker, modifiers of the defender, and the defender's strength."""
    state = each.state()
    for name in played:
        state.combat_cards[DATA.cards[card(name)].side] |= cards(name)
    ours, theirs = shots(state)
    return reasons(ours.shifts), reasons(ours.modifiers), reasons(theirs.modifiers), theirs.strength


@pytest.mark.parametrize(
    ("name", "each"),
    [
        pytest.param(name, each, marks=pytest.mark.rule(name))
        for name, each in (
            ("X08", axis("it_17", "br_50")),
            ("X24", axis("ge_90", "br_50")),
            ("X51", axis("ge_90", "br_50")),
            ("X55", axis("ge_21", "br_50")),
            ("A04", allied("br_7arm", "it_17")),
            ("A11", allied("br_50", "it_17")),
            ("A14", allied("br_50", "it_17")),
            ("A25", allied("br_bg-1", "it_17")),
            ("A34", allied("br_50", "it_17")),
        )
    ],
)
def test_cards_that_better_the_die_of_an_attack(name: str, each: Scene) -> None:
    _, before, other, _ = fired(each)
    _, after, same, _ = fired(each, name)
    assert after == {**before, name: 1}
    assert same == other


@pytest.mark.parametrize(
    ("name", "each"),
    [
        pytest.param(name, each, marks=pytest.mark.rule(name))
        for name, each in (
            ("X04", allied("br_50", "it_17", LIBYA)),
            ("X09", allied("br_50", "it_gds", ERITREA)),
            ("X24", allied("br_50", "ge_90")),
            ("A11", axis("ge_90", "br_50")),
            ("A25", axis("ge_90", "br_bg-1")),
            ("A26", axis("ge_21", "br_50")),
            ("A34", axis("ge_90", "br_50")),
        )
    ],
)
def test_cards_that_better_the_die_of_a_defence(name: str, each: Scene) -> None:
    _, attack_before, before, _ = fired(each)
    _, attack_after, after, _ = fired(each, name)
    assert after == {**before, name: 1}
    assert attack_after == attack_before


@pytest.mark.parametrize(
    ("name", "each", "shifts"),
    [
        pytest.param("X11", allied("br_50", "it_17"), {"X11": -1}, marks=pytest.mark.rule("X11")),
        pytest.param("X50", allied("br_7arm", "it_17"), {"X50": -1}, marks=pytest.mark.rule("X50")),
        pytest.param("A01", axis("ge_21", "br_50"), {"A01": -1}, marks=pytest.mark.rule("A01")),
        pytest.param("A26", axis("ge_21", "br_50"), {}, marks=pytest.mark.rule("A26")),
        pytest.param("A54", axis("ge_21", "br_50"), {"11.271": 1, "A54": -1}, marks=pytest.mark.rule("A54")),
    ],
)
def test_cards_that_hinder_the_attacker(name: str, each: Scene, shifts: dict[str, int]) -> None:
    assert fired(each, name)[0] == shifts
    if name not in ("X11",):
        assert fired(each)[0] == {"11.271": 1}


@pytest.mark.rule("X50")
def test_a_minefield_leaves_the_shift_for_enemy_armour() -> None:
    assert fired(allied("br_50", "ge_21"), "X50")[0] == {"11.272": -1, "X50": -1}


@pytest.mark.rule("X48")
def test_tigers_shift_the_fire_of_their_side() -> None:
    attacking = axis("ge_10", "us_1", TUNISIA, **TORCH).state(combat_cards=[cards("X48"), 0])
    assert reasons(shots(attacking)[0].shifts)["X48"] == 1
    assert "X48" not in reasons(shots(attacking)[1].shifts)
    defending = allied("us_1", "ge_10", TUNISIA, **TORCH).state(combat_cards=[cards("X48"), 0])
    assert "X48" not in reasons(shots(defending)[0].shifts)
    assert reasons(shots(defending)[1].shifts)["X48"] == 1


@pytest.mark.rule("X12")
@pytest.mark.parametrize(
    ("where", "fields", "before", "after"),
    [
        (DESERT, {}, {"11.261": -1}, {}),
        (DESERT, {"events": ["balbo"]}, {}, {"X12": 1}),
        (ERITREA, {"events": ["balbo"], "options": options("19.22")}, {"11.261": -1}, {}),
    ],
)
def test_bersaglieri_make_up_for_the_italians_or_better_the_die(
    where: tuple[str, str], fields: dict[str, Any], before: dict[str, int], after: dict[str, int]
) -> None:
    each = axis("it_17", "br_50", where, **fields)
    assert fired(each)[1] == before
    assert fired(each, "X12")[1] == after


@pytest.mark.rule("X51")
@pytest.mark.parametrize(("target", "origin", "strength"), [("tobruk", "el_adem", 4), ("bardia", "gambut", 3)])
def test_stukas_halve_a_fort_rounded_down(target: str, origin: str, strength: int) -> None:
    each = scene("ge_21", origin, "br_50", target)
    assert fired(each)[3] == 3 + DATA.spaces[SPACE[target]].fort
    assert fired(each, "X51")[3] == strength  # 2 becomes 1, and 1 nothing


@pytest.mark.rule("A52")
def test_royal_engineers_ignore_forts_and_devils_gardens() -> None:
    each = scene("br_50 br_7arm", "sidi_azeiz", "it_17", "bardia")
    assert fired(each)[3] == 3
    assert fired(each, "A52")[3] == 2
    assert fired(each, "A52", "X50")[0] == {"11.271": 1}
    assert fired(each, "A52", "X11")[0] == {"11.271": 1, "X11": -1}  # Fortified Camps are no minefield
    assert fired(each, "A52", "X50", "X31")[0] == {"X50": -1}  # a Sandstorm keeps the engineers away


@pytest.mark.rule("X31")
def test_a_sandstorm_takes_the_effect_of_the_attackers_cards() -> None:
    each = allied("br_7arm in_4", "it_17")
    assert fired(each, "A04", "A34")[1] == {"A04": 1, "A34": 1}
    assert fired(each, "A04", "A34", "X31")[1] == {}
    assert fired(each, "X24", "X31")[2] == {"11.261": -1, "X24": 1}  # not of the defender's own
    state = each.state(combat_cards=[cards("X31"), cards("A04")])
    assert not in_force(state, "matildas")
    assert in_force(state, "sandstorm")


@pytest.mark.rule("X23")
def test_88mm_flak_fires_first() -> None:
    placed = {"br_7arm": "sidi_barrani", "ge_90": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", axis_hand=["X23"])
    attack(state, "sidi_suleiman", "br_7arm")
    play(state, "done", "combat-card:X23", "done", 4)
    assert state.fired == [1, 0]
    assert legal(state) == {"lose:br_7arm"}
    play(state, "lose:br_7arm")
    assert decision(state) == "fire-roll"
    assert shots(state)[0].strength == 2
    events = play(state, 1)
    assert [event.arguments["side"] for event in events if event.kind == "fires"] == [ALLIED]


@pytest.mark.rule("X30")
def test_desert_fox_adds_2_to_the_flank_roll() -> None:
    placed = {"ge_21": "sidi_suleiman", "ge_15": "sidi_suleiman", "br_50": "sidi_barrani"}
    for die, won in ((1, False), (2, True)):
        state = battles(placed, AXIS, "sidi_suleiman", axis_hand=["X30"], events=["rommel"])
        attack(state, "sidi_barrani", "ge_21", "ge_15")
        assert legal(state) == {"flank", "combat-card:X30", "done"}
        play(state, "combat-card:X30", die)
        assert (state.flank == FLANK_WON) == won
        assert state.combat_cards[AXIS] == cards("X30")


@pytest.mark.rule("A55")
def test_left_hook_opens_mountains() -> None:
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_17": "halfaya"}
    state = battles(placed, ALLIED, "sidi_barrani", allied_hand=["A55", "A34"])
    attack(state, "halfaya", "br_7arm", "in_4")
    assert legal(state) == {"combat-card:A55", "done"}
    assert why_not(state, "flank") == "11.31"
    assert why_not(state, "combat-card:A34") == "11.25"
    play(state, "combat-card:A55", 4)
    assert state.flank == FLANK_WON
    play(state, "done")
    assert why_not(state, "combat-card:X31") == "7.61"


def test_a_flank_card_is_refused_afterwards() -> None:
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_17": "halfaya"}
    state = battles(placed, ALLIED, "sidi_barrani", allied_hand=["A55"])
    attack(state, "halfaya", "br_7arm", "in_4")
    play(state, "done")
    assert cards_of(state) == set()
    assert why_not(state, "combat-card:A55") == "A55"


def test_a_card_for_the_other_side_of_a_battle_is_refused_as_that() -> None:
    """It is of no use in any step: neither is a defence the attacker's in the flank step, nor the reverse."""
    placed = {
        "br_7arm": "sidi_barrani",
        "in_4": "sidi_barrani",
        "ge_21": "sidi_suleiman",
        "it_17": "sidi_suleiman",
    }
    state = battles(placed, ALLIED, "sidi_barrani", allied_hand=["A01"], axis_hand=["X30"], events=["rommel"])
    attack(state, "sidi_suleiman", "br_7arm", "in_4")
    assert decision(state) == "flank"
    assert why_not(state, "combat-card:A01") == "A01"
    assert sentence(state, "combat-card:A01") == "this card is for a defence"
    play(state, "done", "done")
    assert sentence(state, "combat-card:X30") == "this card is for an attack"


def test_a_sandstorm_comes_too_late_for_the_flank_roll() -> None:
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_17": "halfaya"}
    state = battles(placed, ALLIED, "sidi_barrani", allied_hand=["A55"], axis_hand=["X31"])
    attack(state, "halfaya", "br_7arm", "in_4")
    play(state, "combat-card:A55", 4, "done", "combat-card:X31", "done", 1)
    assert state.flank == FLANK_WON
    assert state.fired == [0, 1]  # the attacker still fires first


# Disengage


DISENGAGING = [
    pytest.param("A33", "ge_21", "br_50", AXIS, marks=pytest.mark.rule("A33")),
    pytest.param("X14", "br_7arm", "ge_90", ALLIED, marks=pytest.mark.rule("X14")),
]


@pytest.mark.parametrize(("name", "attacker", "defender", "side"), DISENGAGING)
def test_disengage_calls_the_battle_off(name: str, attacker: str, defender: str, side: int) -> None:
    origin, target = ("sidi_omar", "sidi_suleiman") if side == AXIS else ("sidi_barrani", "sidi_suleiman")
    hands = {"axis_hand": ["X14", "X24"], "allied_hand": ["A33", "A34"]}
    state = battles({attacker: origin, defender: target}, side, origin, **hands)
    attack(state, target, attacker)
    support = "X24" if side == AXIS else "A34"
    assert name not in cards_of(state)
    play(state, f"combat-card:{support}", "done")
    assert name in cards_of(state)
    events = play(state, f"combat-card:{name}")
    assert "disengages" in [event.kind for event in events]
    assert decision(state) != "combat-cards"
    while decision(state) in ("retreat", "stride"):
        play(state, sorted(legal(state))[0])
    assert where(state, defender) != [target]
    assert decision(state) == "advance"
    assert state.fired == [0, 0]
    while decision(state) in ("advance", "stride"):
        play(state, *(["done"] if "done" in legal(state) else sorted(legal(state))[:1]))
    assert decision(state) == ""  # nobody wins: no card is kept
    assert state.discards[side] == cards(support)
    assert state.discards[1 - side] == cards(name)
    assert state.has_fought >> number(attacker) & 1


@pytest.mark.rule("A33", "X14")
def test_who_cannot_retreat_two_spaces_cannot_disengage() -> None:
    placed = {"it_17": "aleppo", "br_50": "beirut", "it_25": "damascus", "br_51": "haifa"}
    open_way = battles(placed, AXIS, "aleppo", allied=["sidon"], allied_hand=["A33"], events=["exporters"])
    attack(open_way, "beirut", "it_17")
    play(open_way, "done")
    assert cards_of(open_way) == {"A33"}
    placed |= {"it_27": "sidon"}
    closed = battles(placed, AXIS, "aleppo", allied_hand=["A33"], events=["exporters"])
    attack(closed, "beirut", "it_17")
    play(closed, "done")
    assert cards_of(closed) == set()
    assert why_not(closed, "combat-card:A33") == "A33"


@pytest.mark.rule("A33", "X14")
def test_units_that_have_retreated_do_not_disengage() -> None:
    placed = {"br_50": "sidi_barrani", "ge_90": "sidi_suleiman", "ge_bg-1": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", axis_hand=["X14"], fled=units("ge_bg-1"))
    attack(state, "sidi_suleiman", "br_50")
    play(state, "done")
    assert cards_of(state) == set()
    assert why_not(state, "combat-card:X14") == "X14"
    free = battles(placed, ALLIED, "sidi_barrani", axis_hand=["X14"])
    attack(free, "sidi_suleiman", "br_50")
    play(free, "done")
    assert cards_of(free) == {"X14"}


# Kept or spent


@pytest.mark.parametrize(
    ("name", "events", "kept"),
    [
        pytest.param("X24", [], False, marks=pytest.mark.rule("X24")),
        pytest.param("X24", ["kesselring"], True, marks=pytest.mark.rule("X29")),
        pytest.param("X51", [], False, marks=pytest.mark.rule("X51")),
        pytest.param("X08", [], False, marks=pytest.mark.rule("X08")),
        pytest.param("X55", ["rommel"], True, marks=pytest.mark.rule("X55")),
    ],
)
def test_which_cards_an_axis_winner_keeps(name: str, events: list[str], kept: bool) -> None:
    placed = {"ge_21": "sidi_suleiman", "it_17": "sidi_suleiman", "br_bg-1": "sidi_barrani"}
    state = battles(placed, AXIS, "sidi_suleiman", axis_hand=[name], events=events, reduced=["br_bg-1"])
    attack(state, "sidi_barrani", "ge_21", "it_17")
    play(state, "done", f"combat-card:{name}")
    go_on(state)
    play(state, 2, 1, "lose:br_bg-1")
    while decision(state) in ("advance", "stride"):
        play(state, "done")
    assert (decision(state) == "keep-cards") == kept
    assert state.discards[AXIS] == (0 if kept else cards(name))


@pytest.mark.parametrize(
    ("name", "target", "defender"),
    [
        pytest.param("X54", "sidi_suleiman", "ge_90", marks=pytest.mark.rule("X54")),
        pytest.param("X04", "sidi_azeiz", "it_17", marks=pytest.mark.rule("X04")),
    ],
)
def test_cards_that_shorten_a_retreat(name: str, target: str, defender: str) -> None:
    origin = "sidi_barrani" if target == "sidi_suleiman" else "halfaya"
    placed = {"br_50": origin, "br_51": origin, defender: target}
    lengths = []
    for played in ([], [name]):
        state = battles(placed, ALLIED, origin, axis_hand=[name])
        attack(state, target, "br_50", "br_51")
        play(state, "done", *(f"combat-card:{each}" for each in played), "done")
        events = play(state, 1, 1)
        while decision(state) == "loss":
            events += play(state, sorted(legal(state))[0])
        lengths += [event.kind for event in events if event.kind.startswith("retreat-of")]
    assert lengths == ["retreat-of-two", "retreat-of-one"]


@pytest.mark.rule("A25")
def test_jock_columns_retreat_one_space() -> None:
    placed = {
        "ge_21": "sidi_suleiman",
        "br_bg-1": "sidi_barrani",
        "br_bg-2": "sidi_barrani",
        "br_bg-3": "sidi_barrani",
    }
    state = battles(placed, AXIS, "sidi_suleiman", allied_hand=["A25"])
    attack(state, "sidi_barrani", "ge_21")
    play(state, "done", "combat-card:A25", "done")
    events = play(state, 5, 1)
    while decision(state) == "loss":
        events += play(state, sorted(legal(state))[0])
    assert [event.kind for event in events if event.kind.startswith("retreat-of")] == ["retreat-of-one"]


@pytest.mark.rule("X09")
def test_the_duke_of_aosta_stands_in_clear_terrain() -> None:
    placed = {"br_50": "gallabat", "br_51": "gallabat", "it_gds": "kassala", "it_bg-1": "axis_reserve"}
    for played, stands in (([], False), (["X09"], True)):
        state = battles(placed, ALLIED, "gallabat", axis_hand=["X09"], events=["ethiopian_campaign"])
        attack(state, "kassala", "br_50", "br_51")
        play(state, "done", *(f"combat-card:{each}" for each in played), "done", 1, 1)
        while decision(state) == "loss":
            play(state, sorted(legal(state))[0])
        assert decision(state) == "retreat"
        assert bool(legal(state, "stand")) == stands
