"""8.4, 8.5, 11: the divisions of combat reachable through choices are exactly those the rules allow.

First on bare contacts, without a map, up to six units; then on the map, playing every run of choices. Larger
contacts and random fronts are left to the brute force tests.
"""

from __future__ import annotations

import random
from textwrap import dedent

import pytest

from sandtable.games.afrika_korps.rules.c11_division import Contact
from tests.games.afrika_korps.contacts import compare, random_case
from tests.games.afrika_korps.divisions import all_divisions
from tests.games.afrika_korps.fronts import Front

GAME = "afrika-korps"

SIZES = [(a, d) for a in range(1, 5) for d in range(1, 5) if a + d < 7]


@pytest.mark.parametrize("size", SIZES, ids=[f"{a}x{d}" for a, d in SIZES])
@pytest.mark.rule("8.4a", "8.5a", "11.3a")
def test_choices_reach_exactly_the_legal_divisions_of_any_contact(size: tuple[int, int]) -> None:
    rng = random.Random(f"contact {size}")
    fought = sum(bool(compare(*random_case(rng, size))) for _ in range(60))
    assert fought >= 4, "too few of these contacts can be fought at all"


# On the map

FRONTS = {
    "one against a stack": """
        turn 20 axis
        M30: 21/5
        M31: 2/3 22Gds
        M27: AxisSupply1
        """,
    "two stacks against two": """
        turn 20 axis
        M30: 21/104 Brescia
        N31: Pavia
        M31: 22Gds 7A/1
        N32: 4I/5
        M27: AxisSupply1
        """,
    "a line without supply": """
        turn 20 allied
        M30: 2/3
        N31: 22Gds 7A/1
        M31: Ariete
        N32: Brescia Littorio
        L30: 21/5
        """,
    "supply that reaches some only while the enemy in its way is attacked": """
        turn 20 axis
        M30: 21/104
        N32: Pavia Trento
        M31: 22Gds
        N33: 7A/1 2/3
        K29: AxisSupply1
        """,
    "on the escarpment": """
        turn 20 axis
        H23: 21/104 21/3 Bologna
        G23: 7A/1
        H24: 2/3
        I23: AxisSupply1
        """,
    "before Tobruch with a soak-off": """
        turn 20 axis
        H25: Ariete 21/3
        H26: 21/104
        G25: 7A/1 22Gds
        H27: 7/7
        J26: AxisSupply1
        """,
    "before Tobruch with nobody else about": """
        turn 20 axis
        H25: Ariete 21/3
        H26: 21/104 Bologna
        G25: 7A/1 22Gds
        J26: AxisSupply1
        """,
    "a sortie from Tobruch": """
        turn 20 allied
        G25: 2/3 22Gds 7A/1 AlliedSupply1
        H25: Brescia
        H26: 21/3 Bologna
        """,
    "a sortie met from outside": """
        turn 20 allied
        G25: 22Gds 7A/1 AlliedSupply1
        I27: 2/3
        H26: 21/3 Bologna
        H25: Pavia
        J29: AlliedSupply2
        """,
    "supply with its escort": """
        turn 20 allied
        M30: 2SA/4 32
        L30: 1
        M31: Ariete AxisSupply1
        M27: AlliedSupply1
        """,
    "supply that could be taken out of a fortress only by a sortie": """
        turn 20 allied
        G25: 22Gds 2/3 AlliedSupply1
        H26: Bologna AxisSupply1
        H25: Brescia
        """,
    "two escorted supply units": """
        turn 20 allied
        M30: 2SA/4 32 7A/1
        M31: Bologna AxisSupply1
        L30: Pavia AxisSupply2
        M27: AlliedSupply1
        """,
    "supply obliged against one of two enemies": """
        turn 20 axis
        M30: 21/104 Brescia
        N31: Pavia
        M31: 22Gds
        N32: 4I/5
        L30: AxisSupply1
        M28: AxisSupply2
        obligations: AxisSupply1=22Gds
        """,
    "a victory that others may join": """
        turn 20 axis
        M30: 15/8 21/104
        N31: Pavia Trento
        M31: 7A/1
        N32: 22Gds
        M27: AxisSupply1
        automatic: 15/8 > 7A/1 supply AxisSupply1
        cancelled: 7A/1
        frozen: 15/8
        used: AxisSupply1
        """,
    "supply obliged to a sortie": """
        turn 20 allied
        G25: 2/3 22Gds
        H26: Savona
        I27: AlliedSupply1
        obligations: AlliedSupply1=Savona
        """,
    "a victory over part of a fortress": """
        turn 20 axis
        H26: 15/8 21/5 21/104
        H25: Trento
        G25: 7A/1 22Gds
        J27: AxisSupply1
        automatic: 15/8 21/5 > 7A/1 supply AxisSupply1
        cancelled: 7A/1
        frozen: 15/8 21/5
        used: AxisSupply1
        """,
    "a victory won by a sortie": """
        turn 20 allied
        G25: 2/3 1/2 22Gds AlliedSupply1
        H26: Folgore
        H25: Savona
        automatic: 2/3 1/2 > Folgore supply AlliedSupply1
        cancelled: Folgore
        frozen: 2/3 1/2
        used: AlliedSupply1
        """,
    "over the closed side at E18": """
        turn 20 axis
        E18: 21/104
        F18: Brescia
        F19: 22Gds
        E17: 7A/1
        G17: AxisSupply1
        """,
}


@pytest.mark.parametrize("position", FRONTS.values(), ids=FRONTS.keys())
@pytest.mark.rule("11.3.1a", "11.3.2a", "11.3.3a")
def test_choices_on_the_map_reach_exactly_the_legal_divisions(position: str) -> None:
    front = Front(dedent(position))
    expected = all_divisions(front.case())
    assert expected
    assert front.reachable() == expected


@pytest.mark.rule("9.4b", "9.5a", "11.9a")
@pytest.mark.parametrize(
    ("next_to", "fed", "survives"),
    [
        pytest.param(0b1100, 0b1, True, id="next to the victim and supplied"),
        pytest.param(0b1000, 0b1, False, id="not next to the victim"),
        pytest.param(0b1100, 0b0, False, id="without supply"),
    ],
)
def test_a_unit_that_can_only_join_a_victory_must_be_next_to_the_victim_and_supplied(
    next_to: int, fed: int, survives: bool
) -> None:
    """Unit 0 (one factor) cannot attack 3 (eight), which 1 (four, always supplied) can; 2 is the victim."""
    fight = Contact(
        attack={0: 1, 1: 4},
        defense={2: 1, 3: 8},
        foes={0: next_to, 1: 0b1000},
        must_attack=0b11,
        must_fall=0b1100,
        fed=lambda enemies: 0b10 | (0 if enemies & 0b1000 else fed),
    )
    assert fight.can_answer(0, 0b1000, victims=0b0100) == survives


@pytest.mark.rule("9.4b", "9.5a")
@pytest.mark.parametrize(
    ("next_to", "survives"),
    [
        pytest.param(0b11100, True, id="next to both victims: it joins the victory while 1 attacks 4 at 3:7"),
        pytest.param(0b00100, True, id="next to one of them and nobody else: it does not have to attack"),
        pytest.param(
            0b10100, False, id="next to one of them: alone too weak for 4, with 1 too strong without supply"
        ),
    ],
)
def test_only_a_unit_next_to_every_victim_can_join_instead_of_attacking_another_enemy(
    next_to: int, survives: bool
) -> None:
    """0 is supplied, 1 is not; an automatic victory over 2 and 3 is being won."""
    fight = Contact(
        attack={0: 1, 1: 3},
        defense={2: 1, 3: 1, 4: 7},
        foes={0: next_to, 1: 0b10000},
        must_attack=0b11,
        must_fall=0b11100,
        fed=lambda enemies: 0b01,
    )
    assert fight.can_answer(0, next_to, victims=0b01100) == survives
