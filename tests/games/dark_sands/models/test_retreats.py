"""The model's retreats, held against the rulebook's own examples and sentences."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.position import Counter, Position
from tests.games.dark_sands.models.positions import random_position
from tests.games.dark_sands.models.readings import Readings
from tests.games.dark_sands.models.retreats import (
    apart,
    as_retreats_see_it,
    displacement_targets,
    hexes_between,
    is_homeward,
    length,
    may_advance,
    retreat_outcomes,
    retreats,
    within_limits,
)
from tests.games.dark_sands.models.test_combat import ids, position
from tests.games.dark_sands.models.zones import uncontested

RING = ("1730", "1732", "1631", "1632", "1831", "1832")  # the six hexes around 1731, all open


def test_distances_of_the_example() -> None:
    """Example: Cirene retreats four hexes to Buqbuq, Marmarica four to 2327, Sabratha two to 2618."""
    assert [hexes_between(*pair) for pair in (("1647", "2045"), ("2728", "2327"), ("2719", "2618"))] == [4, 4, 2]


def test_cirene_of_the_example_reaches_buqbuq() -> None:
    """Example, turn 1: it still has a way north, since no zone crosses the escarpment."""
    around = (Counter("4/7 Arm", "1646"), Counter("7SG/7 Arm", "1547"), Counter("Selby", "1648"))
    there = position(*around, Counter("Cirene", "1647"), Counter("Catanzaro", "2045"))
    found = retreat_outcomes(there, "1647", "axis")
    assert ("2045", 0, False) in found
    assert all(lost == 0 for _, lost, _ in found)


def test_sabratha_of_the_example_retreats_two_hexes() -> None:
    """Example, turn 2, Combeforce: two hexes on West, to 2618."""
    there = position(Counter("7/7 Arm", "2620"), Counter("Sabratha", "2719"))
    assert ("2618", 0, False) in retreat_outcomes(there, "2719", "axis")


def test_the_compass_decides_among_equals() -> None:
    """Ruling: the Axis goes west, the Allies east, also over a join."""
    axis = retreat_outcomes(position(Counter("Pavia", "1731")), "1731", "axis")
    allied = retreat_outcomes(position(Counter("22 Gds", "1731")), "1731", "allied")
    assert {end for end, lost, gone in axis if end and int(end[2:]) < 31} == {end for end, _, _ in axis}
    assert all(end and int(end[2:]) >= 31 for end, _, _ in allied)
    assert is_homeward("axis", "2721", "2719")
    assert is_homeward("allied", "1154", "1456")
    assert not is_homeward("allied", "1456", "1154")


def test_a_surrounded_stack_loses_a_step_in_each_zone_and_dies_where_it_ends() -> None:
    """20.3.4: one step for every uncontested zone; and the missing hexes of a stack that cannot move at all."""
    ring = [
        Counter(name, at) for name, at in zip(("16/70", "14/70", "23/70"), ("1631", "1832", "1730"), strict=True)
    ]
    there = position(*ring, Counter("Pavia", "1731"))
    found = retreat_outcomes(there, "1731", "axis")
    assert found
    assert all(lost >= 1 for _, lost, _ in found)
    closed = [Counter(name, at) for name, at in zip(FOES, RING, strict=True)]
    big = [Counter(name, "1731") for name in ("Pavia", "Trento", "Brescia", "1/5/21 Pz")]
    found = retreat_outcomes(position(*closed, *big), "1731", "axis")
    assert found == {("1731", 4, False)}
    other = Readings(stuck_defender_stays=False)
    assert retreat_outcomes(position(*closed, *big), "1731", "axis", readings=other) == {(None, 8, True)}
    assert retreat_outcomes(position(*closed, big[0]), "1731", "axis") == {(None, 2, True)}


FOES = ("16/70", "14/70", "23/70", "22 Gds", "Selby", "Polish")


def dead_end(oos: bool) -> list[Counter]:
    """Enemies that leave 1731 only a lane over 1730 to 1729; all but that in 1631 have no zone for a retreat."""
    lane = ("1631", "1732", "1632", "1831", "1832", "1630", "1830", "1728", "1629", "1829")
    names = (*FOES, "1/1 SA", "2/1 SA", "5/1 SA", "3 Ind")
    walls = [Counter(name, at, oos=True) for name, at in zip(names, lane, strict=True)]
    return [replace(walls[0], oos=oos), *walls[1:]]


def test_nobody_turns_back() -> None:
    """20.3.4: never nearer to the first hex; so in a lane of two hexes two are missing."""
    stack = (Counter("Pavia", "1731"), Counter("Trento", "1731"))
    assert retreat_outcomes(position(*dead_end(oos=True), *stack), "1731", "axis") == {("1729", 2, False)}


def test_only_the_first_step_follows_the_priorities() -> None:
    """20.3.2: tanks lose the step in the zone over 1730, the two for the missing hexes are anybody's."""
    there = position(*dead_end(oos=False), Counter("132/Ariete", "1731"), Counter("Pavia", "1731"))
    survivors = {retreat.survivors for retreat in retreats(there, "1731", "axis")}
    assert survivors == {
        frozenset({("132/Ariete", 0), ("Pavia", 1)}),
        frozenset({("132/Ariete", 1), ("Pavia", 0)}),
    }


def test_two_hexes_are_missing_on_west() -> None:
    """20.3.3: a retreat is two hexes there."""
    ring = ("2009", "2011", "1909", "1910", "2109", "2110")
    walls = [Counter(name, at, oos=True) for name, at in zip(FOES, ring, strict=True)]
    there = position(*walls, Counter("Pavia", "2010"), Counter("Trento", "2010"))
    assert retreat_outcomes(there, "2010", "axis") == {("2010", 2, False)}


def test_a_friend_contests_the_zone() -> None:
    """20.3.4, 8.1: through the gap held by a friend nothing is lost, and it comes before empty zones."""
    ring = [Counter(name, at) for name, at in zip(FOES, RING, strict=True) if at not in ("1730", "1831")]
    there = position(*ring, Counter("Pavia", "1731"), Counter("Trento", "1730"))
    ends = retreats(there, "1731", "axis")
    assert ends
    assert all(retreat.lost == 0 for retreat in ends)
    alone = position(*ring, Counter("Pavia", "1731"))
    assert all(retreat.lost >= 1 for retreat in retreats(alone, "1731", "axis"))


def test_disorganised_and_unsupplied_enemies_do_not_hinder_a_retreat() -> None:
    """10.2.1, 19.3."""
    ring = [Counter(name, at) for name, at in zip(FOES, RING, strict=True) if at != "1730"]
    pavia = Counter("Pavia", "1731")
    assert all(lost > 0 for _, lost, _ in retreat_outcomes(position(*ring, pavia), "1731", "axis"))
    weak = [replace(c, oos=c.hex > "1700", disorganised=c.hex < "1700") for c in ring]
    assert all(lost == 0 for _, lost, _ in retreat_outcomes(position(*weak, pavia), "1731", "axis"))


def test_first_step_of_a_retreat_follows_the_priorities() -> None:
    """20.3.2: also for a step lost in a zone, unless one was lost before."""
    ring = [Counter(name, at) for name, at in zip(FOES, RING, strict=True) if at != "1730"]
    there = position(*ring, Counter("Pavia", "1731"), Counter("132/Ariete", "1731"))
    lost = {dict(retreat.survivors)["132/Ariete"] for retreat in retreats(there, "1731", "axis")}
    assert lost <= {0, 1}
    freely = {dict(retreat.survivors)["132/Ariete"] for retreat in retreats(there, "1731", "axis", True)}
    assert 2 in freely


def test_a_side_hex_counts_two_over_a_join() -> None:
    """Ruling on 20.3.3: from 2719 on West one hex there and two on Central, or two on West."""
    assert (length("2719"), length("2721")) == (2, 1)
    assert apart("2721", "2719") == 2
    assert apart("2719", "2721") == 1
    assert apart("2721", "2719", Readings(side_hex_is_two_apart=False)) == 1
    ends = {end for end, _, _ in retreat_outcomes(position(Counter("22 Gds", "2719")), "2719", "allied")}
    central = {end for end in ends if end and board.section(end) == board.CENTRAL}
    assert central
    assert max(apart("2719", end) for end in central) == 4


def test_an_odd_central_hex_before_the_join() -> None:
    """A side hex may be entered with one hex left, or not: the other reading loses that hex."""
    there = position(Counter("Pavia", "2723"))
    far = {end for end, _, _ in retreat_outcomes(there, "2723", "axis")}
    near = {
        end for end, _, _ in retreat_outcomes(there, "2723", "axis", readings=Readings(may_retreat_too_far=False))
    }
    assert far != near


def test_garrisons_are_lost_and_tobruk_ignores_retreats_in_1941() -> None:
    """13.6.4, 14.1, 20.3.3."""
    stack = (Counter("Garrison Br 1", "2830"), Counter("16/70", "2830"))
    in_1942 = retreats(position(*stack, turn=10), "2830", "allied")
    assert in_1942
    assert all(("Garrison Br 1", 0) in retreat.survivors for retreat in in_1942)
    in_1941 = retreats(position(*stack, turn=9), "2830", "allied")
    (stays,) = in_1941 - in_1942
    assert (stays.end, stays.lost, dict(stays.survivors)) == ("2830", 0, {"Garrison Br 1": 1, "16/70": 2})
    axis = position(Counter("Garrison It 1", "2830"), turn=9)
    assert retreat_outcomes(axis, "2830", "axis") == {(None, 0, True)}


def test_overstacked_units_are_eliminated_at_the_end() -> None:
    """20.3.4: retreating ones, and an HQ cannot be the second in a hex."""
    goal = "1727"
    full = [Counter(name, goal) for name in ("Trento", "Brescia", "Bologna", "HQ 21 Corps")]
    there = position(*full, Counter("Pavia", "1731"), Counter("2 MG", "1731"), Counter("HQ Afrika Korps", "1731"))
    ends = [retreat for retreat in retreats(there, "1731", "axis") if retreat.end == goal]
    assert {(retreat.survivors, retreat.lost, retreat.hq) for retreat in ends} == {
        (frozenset({("Pavia", 0), ("2 MG", 1)}), 0, "eliminated")
    }
    wasted = {retreat for retreat in retreats(there, "1731", "axis") if retreat.end is None}
    assert {(retreat.last, retreat.hq) for retreat in wasted} == {(goal, "eliminated")}
    other = Readings(overstacked_owner_is_free=False)
    assert retreats(there, "1731", "axis", readings=other) == retreats(there, "1731", "axis") - wasted
    assert {retreat.hq for retreat in retreats(there, "1731", "axis") - wasted - {*ends}} == {"along"}


def test_armour_does_not_flee_into_the_mountains() -> None:
    """Note C: only along a road or track."""
    walls = [Counter(name, at) for name, at in zip(FOES, ("3209", "3109", "3110", "3111"), strict=False)]
    tanks = position(*walls, Counter("132/Ariete", "3210"))
    foot = position(*walls, Counter("Pavia", "3210"))
    hexes = {hex_ for hex_ in board.neighbours("3210") if board.hexes()[hex_].terrain == "mountain"}
    assert hexes
    assert retreat_outcomes(tanks, "3210", "axis") != retreat_outcomes(foot, "3210", "axis")
    other = Readings(armour_needs_a_line=False)
    assert retreat_outcomes(tanks, "3210", "axis", readings=other) == retreat_outcomes(foot, "3210", "axis")


def test_a_displaced_hq_goes_to_the_nearest_stack_in_supply() -> None:
    """11.0: reachable without an uncontested zone, able to trace, and without an HQ of its own."""
    hq = Counter("HQ Afrika Korps", "1731")
    friends = (Counter("Pavia", "1729"), Counter("Trento", "1733"), Counter("Brescia", "1736"))

    def all_but_pavia(_: Position, unit: str) -> bool:
        return unit != "Pavia"

    there = position(hq, *friends)
    assert displacement_targets(there, hq.id, lambda *_: True) == {"1729", "1733"}
    assert displacement_targets(there, hq.id, all_but_pavia) == {"1733"}
    taken = position(hq, *friends, Counter("HQ 21 Corps", "1733"))
    assert displacement_targets(taken, hq.id, all_but_pavia) == {"1736"}
    ring = [Counter(name, at) for name, at in zip(FOES[:2], ("1631", "1832"), strict=True)]
    assert displacement_targets(position(hq, *friends, *ring), hq.id, lambda *_: True) == frozenset()


def test_who_may_advance() -> None:
    """20.3.5, 7.4: attackers that live, if the hex is free, and an HQ with them."""
    units = [Counter(name, "1731") for name in ("16/70", "14/70", "23/70", "HQ 13 Corps")]
    attack = ids("16/70", "14/70", "23/70", "22 Gds")
    assert may_advance(position(*units), attack, "1730") == attack - {"22 Gds"} | {"HQ 13 Corps"}
    assert may_advance(position(*units, Counter("Garrison It 1", "1730")), attack, "1730") == frozenset()
    assert may_advance(position(*units, Counter("HQ 21 Corps", "1730")), attack, "1730") != frozenset()
    armour = position(Counter("4/7 Arm", "3210"), Counter("16/70", "3210"))
    assert may_advance(armour, ids("4/7 Arm", "16/70"), "3310") == {"16/70"}


def test_every_retreat_of_random_positions_is_sound() -> None:
    """Nobody ends among enemies, gains a step, stands in an uncontested zone or in too large a stack."""
    for seed in range(12):
        there = random_position(Random(seed))
        for hex_, side in sorted({(c.hex, board.side_of(c)) for c in there.counters})[:6]:
            for retreat in retreats(there, hex_, side):
                _is_sound(there, hex_, side, retreat.end, dict(retreat.survivors))


def _is_sound(there: Position, hex_: str, side: str, end: str | None, left: dict[str, int]) -> None:
    assert (end is None) == (sum(left.values()) == 0)
    if end is None or end == hex_:
        return
    assert end not in board.occupied(there, board.enemy_of(side))
    assert board.passable(end)
    arrived = [unit for unit, steps in left.items() if steps > 0]
    assert within_limits(there, [*arrived, *(c.id for c in board.counters_in(there, end, side))])
    assert end not in uncontested(as_retreats_see_it(there, hex_, side), side)
