"""What an attack may be expected to bring: the combat table, read as a good player reads it.

At 3-1 nobody who attacks is lost but in an exchange; at 1-1 one time in three the attackers are. A defender who
cannot retreat is lost where it would only be driven off.
"""

from __future__ import annotations

from functools import cache

from sandtable.games.afrika_korps.printed.data import AB2, AE, DB2, DE, EX, Printed, odds_column

DRIVEN_OFF = 0.15
"""What it is worth to drive units off, as a part of what it is worth to destroy them."""


def worth(printed: Printed, unit: int) -> float:
    """What a unit is worth: its factors, and a little for its speed."""
    return (printed.attack[unit] + printed.defense[unit]) / 2 + printed.move[unit] / 20


@cache
def chances(printed: Printed, column: int) -> tuple[float, ...]:
    """How likely each result is at these odds, by its number."""
    likely = [0.0] * (max(AE, AB2, EX, DB2, DE) + 1)
    for die in range(1, 7):
        likely[printed.combat_result(column, die)] += 1 / 6
    return tuple(likely)


def lost(printed: Printed, column: int, trapped: bool) -> float:
    """The part of the defenders that an attack at these odds may be expected to destroy."""
    likely = chances(printed, column)
    return likely[DE] + likely[EX] + likely[DB2] * (1.0 if trapped else 0.0)


def gain(
    printed: Printed, attack: int, defense: int, attackers: float, defenders: float, trapped: bool, ground: float
) -> float:
    """What an attack brings and costs, added up over the die.

    `attackers` and `defenders` are what the units on each side are worth, `ground` what the hex is.
    """
    likely = chances(printed, odds_column(attack, defense))
    traded = min(1.0, defense / attack) if attack else 1.0
    if attack < defense:
        defenders_traded = attack / defense
    else:
        defenders_traded = 1.0
    won = likely[DE] * defenders
    won += likely[DB2] * defenders * (1.0 if trapped else DRIVEN_OFF)
    won += likely[EX] * (defenders * defenders_traded - attackers * traded)
    won += (likely[DE] + likely[DB2] + (likely[EX] if attack > defense else 0.0)) * ground
    won -= likely[AE] * attackers + likely[AB2] * attackers * DRIVEN_OFF
    return won
