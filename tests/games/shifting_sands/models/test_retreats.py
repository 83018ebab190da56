"""The models of retreats and overruns against the rulebook's sentences, and the game against the models."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from sandtable.games.shifting_sands.rules import c11_overrun, c11_retreat
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import mask_of
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.overruns import destinations, displacements, step_losses
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.models.positions import may_overrun, random_battle, random_position
from tests.games.shifting_sands.models.retreats import Defeat, Outcome, best_plans, ends, retreats, stands
from tests.games.shifting_sands.models.table import (
    MOST_ENDS,
    SIDE,
    UNIT,
    batches,
    changes_in,
    every_end,
    mask,
    seen_in,
    theatre_of,
)
from tests.games.shifting_sands.theatre import SPACE, where


def places(found: set[Outcome], *kinds: str) -> set[tuple[str, ...]]:
    return {tuple(place for kind, place, _ in there if kind in kinds) for there, _ in found}


def test_own_spaces_come_first_and_then_supplied_ones() -> None:
    position = lay({"br_50": "halfaya", "it_17": "bardia"})
    assert places(retreats(position, Defeat("halfaya", "allied", 1)), "br_50") == {
        ("sidi_suleiman",),
        ("sidi_barrani",),
    }
    cut = lay({"br_50": "halfaya"}, axis=["sidi_barrani", "sidi_suleiman"])
    found = retreats(cut, Defeat("halfaya", "allied", 1))
    assert places(found, "br_50") == {("sidi_barrani",), ("sidi_suleiman",)}
    assert {changed for _, changed in found} == {
        frozenset({("sidi_barrani", "allied")}),
        frozenset({("sidi_suleiman", "allied")}),
    }


def test_two_units_stay_together_and_three_need_not() -> None:
    two = lay({"br_50": "halfaya", "in_4": "halfaya"})
    assert places(retreats(two, Defeat("halfaya", "allied", 1)), "br_50", "in_4") == {
        ("sidi_suleiman", "sidi_suleiman"),
        ("sidi_barrani", "sidi_barrani"),
    }
    three = lay({"br_50": "halfaya", "in_4": "halfaya", "in_5": "halfaya"})
    assert len(retreats(three, Defeat("halfaya", "allied", 1))) == 8


def test_whoever_cannot_retreat_is_eliminated() -> None:
    """11.56: divisions for good."""
    position = lay(
        {"it_17": "tobruk", "it_bg-1": "tobruk", "br_50": "gazala", "in_4": "el_adem", "in_5": "gambut"}
    )
    found = retreats(position, Defeat("tobruk", "axis", 2))
    assert places(found, "it_17", "it_bg") == {("eliminated", "axis_replaceable")}


def test_a_retreat_of_two_may_end_beside_the_battle_but_not_in_it() -> None:
    position = lay({"br_50": "halfaya"})
    found = places(retreats(position, Defeat("halfaya", "allied", 2)), "br_50")
    assert found == {("sidi_suleiman",), ("sidi_barrani",), ("mersa_matruh",), ("bir_el_kenaysis",)}
    away = places(retreats(position, Defeat("halfaya", "allied", 2, disengage=True)), "br_50")
    assert away == {("mersa_matruh",), ("bir_el_kenaysis",)}


def test_a_step_buys_the_mountain() -> None:
    position = lay({"br_50": "halfaya", "br_bg-1": "halfaya"}, reduced=["br_bg-1"])
    assert places(stands(position, Defeat("halfaya", "allied", 1)), "br_50", "br_bg") == {
        ("halfaya", "halfaya"),
        ("halfaya", "allied_replaceable"),
    }
    assert not stands(lay({"br_bg-1": "halfaya"}, reduced=["br_bg-1"]), Defeat("halfaya", "allied", 1))
    assert not stands(lay({"br_50": "sidi_suleiman"}), Defeat("sidi_suleiman", "allied", 1))
    assert not stands(lay({"br_50": "berbera"}), Defeat("berbera", "allied", 1, frozenset({"jijiga", "aden"})))
    assert stands(lay({"it_bg-1": "berbera"}), Defeat("berbera", "axis", 1, frozenset({"aden"})))


def test_the_lrdg_is_not_sent_to_a_cairo_that_falls_together_with_mersa_matruh() -> None:
    """11.76: Egyptians who retreat to both of them at the same time."""
    position = lay(
        {"eg_bg-1": "siwa", "eg_bg-2": "siwa", "eg_bg-3": "siwa", "br_lrdg": "tobruk", "in_bg-1": "giarabub"},
        axis=["bir_el_kenaysis", "bahariya"],
        allied=["sidi_suleiman", "sidi_barrani", "el_daba", "bab_el_qattara"],
        events=["long_range_desert_group", "egyptian_uprising"],
    )
    state = lost_battle(position, "siwa", frozenset({"in_bg-1"}), 2)
    c11_retreat.retreat(state, (0, 0))
    found = {}
    for after in every_end(state, partial(outcome, position)).values():
        held = frozenset(name for name in ("mersa_matruh", "cairo") if after.control[SPACE[name]] == SIDE["axis"])
        found[held] = where(after, "br_lrdg")[0]
    assert found[frozenset({"mersa_matruh", "cairo"})] == "allied_replaceable"
    assert found[frozenset({"mersa_matruh"})] == "cairo"
    assert found[frozenset({"cairo"})] == "tobruk"


def test_where_an_overrun_leads() -> None:
    """11.47: two named spaces and the nearest source."""
    assert destinations(lay({"br_50": "sidi_barrani"}), "br_50", "sidi_barrani") == {
        *("alexandria", "cairo", "port_said", "suez")
    }
    assert destinations(lay({"it_17": "bir_el_gubi"}), "it_17", "bir_el_gubi") == {
        "el_agheila",
        "tarhuna",
        "tripoli",
    }
    cut = lay({"it_17": "bir_el_gubi", "it_bg-1": "bir_el_gubi"}, allied=["el_agheila"])
    found = displacements(cut, "bir_el_gubi", "axis", with_germans=False)
    assert {tuple(place for _, place, _ in there) for there in found} == {("eliminated", "axis_replaceable")}


def test_poor_morale() -> None:
    """11.473."""
    position = lay({"it_17": "bir_el_gubi"}, events=["poor_morale"])
    assert displacements(position, "bir_el_gubi", "axis", with_germans=False) == {
        (("it_17", "eliminated", False),)
    }
    assert len(displacements(position, "bir_el_gubi", "axis", with_germans=True)) == 4


@pytest.mark.parametrize("seeds", batches(150, 4000))
def test_the_game_agrees_on_every_retreat(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        battle = random_battle(rng, position)
        if battle is not None:
            target, side, attackers = battle
            defeat = defeat_of(position, target, side, attackers, rng.choice((1, 2)))
            state = lost_battle(position, target, attackers, defeat.distance)
            c11_retreat.retreat(state, (0, 0))
            expected = ends(position, defeat)
            if len(expected) <= MOST_ENDS:
                assert set(every_end(state, partial(outcome, position), skip=restores)) == expected


@pytest.mark.parametrize("seeds", batches(150, 4000))
def test_the_game_agrees_on_every_displacement(seeds: range) -> None:
    """11.47: the Italians whom 11.473 removes have gone before, with the steps."""
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        position = replace(position, events=position.events - {"poor_morale"})
        battle = random_battle(rng, position)
        if battle is not None and may_overrun(battle[0]):
            target, side, attackers = battle
            state = lost_battle(position, target, attackers, 2)
            state.bold = True
            c11_overrun.displace(state, (0, 0))
            assert set(every_end(state, seen_in)) == displacements(position, target, side, with_germans=True)


@pytest.mark.parametrize("seeds", batches(150, 4000))
def test_the_game_agrees_on_the_steps_of_every_overrun(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        battle = random_battle(rng, position)
        if battle is not None and may_overrun(battle[0]):
            target, side, attackers = battle
            state = lost_battle(position, target, attackers, rng.randint(1, 6))
            state.bold = True
            number = state.fire[state.attacking]
            c11_overrun.overrun(state, (0, 0))
            assert set(every_end(state, seen_in)) == step_losses(position, target, side, number)


@pytest.mark.parametrize("seeds", batches(100, 3000))
def test_the_game_agrees_on_disengaging(seeds: range) -> None:
    """11.551, A33, X14: all must be able to get away."""
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        battle = random_battle(rng, position)
        if battle is not None:
            target, side, attackers = battle
            defeat = Defeat(target, side, 2, disengage=True)
            state = lost_battle(position, target, attackers, 1)
            state.fire, state.fired = [0, 0], [0, 0]
            possible = all(all(plan.values()) for plan in best_plans(position, defeat))
            assert c11_retreat.can_retreat_two(state) == possible
            expected = retreats(position, defeat)
            if possible and len(expected) <= MOST_ENDS:
                c11_retreat.retreat_two(state)
                assert set(every_end(state, partial(outcome, position), skip=restores)) == expected


def defeat_of(position: Position, target: str, side: str, attackers: frozenset[str], distance: int) -> Defeat:
    bases = frozenset(position.place[unit] for unit in attackers)
    return Defeat(target, side, distance, bases, any(board.units()[unit].is_division for unit in attackers))


def lost_battle(position: Position, target: str, attackers: frozenset[str], difference: int) -> Theatre:
    """A battle in which the attackers have won by some points."""
    state = theatre_of(position)
    state.attacking = state.printed.owners[UNIT[min(attackers)]]
    state.target, state.attackers, state.engaged = SPACE[target], mask(attackers), mask(attackers)
    state.bases = mask_of(SPACE[position.place[unit]] for unit in attackers)
    state.fired = [1, 1]
    state.fire[state.attacking], state.fire[1 - state.attacking] = difference + 1, 1
    return state


def outcome(position: Position, state: Theatre) -> Outcome:
    return seen_in(state), changes_in(position, state)


def restores(state: Theatre, text: str) -> bool:
    """13.9 is not what is compared here."""
    return text.startswith("restore")
