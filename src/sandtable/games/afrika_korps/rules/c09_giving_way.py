"""Ruling 21a: automatic victories give way if no attacker is left for an enemy that must be attacked.

First, attackers that a victory does not need become free for other battles. If that is not enough, a victory is
dissolved: its attackers and victims are divided into battles like everyone else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from sandtable.games.afrika_korps.rules.c08_contact import can_stay, contact
from sandtable.games.afrika_korps.rules.c15_capture import lose_supply_among_enemies
from sandtable.games.afrika_korps.rules.c22_rommel import check_rommel
from sandtable.games.afrika_korps.state import Position, standing_victories
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell


def can_divide(state: Position) -> bool:
    """8.4, 11.3: can the combat be divided so that every duty is met, with the victories as they are?"""
    fight = contact(state)
    return fight.can_complete(fight.whole())


# What can be done to a victory


def loosen(state: Position, victories: Iterable[int]) -> Position:
    """Attackers that these victories do not need may fight elsewhere."""
    for index in victories:
        state.loose |= state.attackers[index]
    return state


def dissolve(state: Position, victories: Iterable[int], rule: str) -> Position:
    """These victories are off: the victims have their zones again.

    The supply that supported them when they were won has been used (14.5).
    """
    for index in sorted(victories, reverse=True):
        state.cancelled &= ~state.defenders[index]
        tell(state, "victory-dissolved", rule, victims=list(ones(state.defenders[index])))
        for battles in (state.attackers, state.defenders, state.supports, state.blockers, state.standing):
            del battles[index]
    lose_supply_among_enemies(state)
    return state


# What has to be done


def dissolutions(state: Position) -> Iterator[tuple[int, ...]]:
    """The victories that might be dissolved: none, then as few as possible, those declared last first."""
    latest_first = standing_victories(state)[::-1]
    for count in range(len(latest_first) + 1):
        yield from combinations(latest_first, count)


def after(state: Position, dissolved: Iterable[int]) -> Position:
    """The same position with these victories dissolved and all others loosened."""
    trial = dissolve(state.copy(), dissolved, "8.4")
    return loosen(trial, standing_victories(trial))


def way_out(state: Position) -> tuple[int, ...] | None:
    """The victories to dissolve so that combat can be divided, or None if nothing helps."""
    return next((some for some in dissolutions(state) if can_divide(after(state, some))), None)


def give_way(state: Position) -> bool:
    """Loosen or dissolve as few victories as possible; False if that does not help."""
    dissolved = way_out(state) if standing_victories(state) else None
    if dissolved is None:
        return False
    if dissolved:
        dissolve(state, dissolved, "8.4")
        check_rommel(state)
    for index in to_be_loosened(state):
        tell(state, "attackers-freed", "8.4", victims=list(ones(state.defenders[index])))
        loosen(state, [index])
    return True


def to_be_loosened(state: Position) -> list[int]:
    """The victories whose spare attackers are needed to divide the combat; all, if these are not enough."""
    victories = standing_victories(state)
    needed = [
        index
        for index in victories
        if not can_divide(loosen(state.copy(), (other for other in victories if other != index)))
    ]
    return needed if can_divide(loosen(state.copy(), needed)) else victories


def exposed(state: Position) -> int:
    """Units in an enemy zone now, or in that of a victim if all victories were dissolved."""
    return contact(state).must_attack | contact(without_victories(state)).must_attack


def without_victories(state: Position) -> Position:
    return after(state, standing_victories(state))


def is_doomed(state: Position, unit: int) -> bool:
    """7.4, 11.9: has this unit no legal attack, whatever is done to the victories?"""
    return not any(can_stay(after(state, some), unit) for some in dissolutions(state))
