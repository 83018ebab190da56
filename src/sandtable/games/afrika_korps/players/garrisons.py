"""Which units stay where they are: one in every port and fortress, and more of them if the enemy can come.

Places that nobody holds are taken by the weakest that can get there.
"""

from __future__ import annotations

from functools import partial

from sandtable.games.afrika_korps.players.country import march, march_lengths
from sandtable.games.afrika_korps.players.draft import FAST, SAFE, Draft
from sandtable.games.afrika_korps.players.marches import march_group
from sandtable.games.afrika_korps.players.survey import goals_of
from sandtable.games.afrika_korps.state import combat_units_at
from sandtable.kernel.bits import ones

TOO_GOOD = 4
"""Units with a higher attack factor have better things to do than to sit in a garrison."""
WORST = 3
"""At worse odds than one to this, whoever must attack is lost."""
PRECIOUS = 8.0
"""Places worth less are held by one unit."""


def hold(draft: Draft) -> None:
    """Units stay in every place worth holding: one, or as many as the enemy's reach demands."""
    held = goals_of(draft.printed) & draft.state.occupied[draft.side]
    own = 1 << draft.printed.base[draft.side]
    for place in sorted(
        ones((held | own) & ~draft.survey.ground.closed), key=lambda place: -draft.worth_of(place)
    ):
        _garrison(draft, place)


def _garrison(draft: Draft, place: int) -> None:
    threat = draft.survey.threat.at(place)
    able = [unit for unit in ones(draft.free) if _can_go(draft, unit, place)]
    while able and draft.room(1) >> place & 1:
        strength = draft.defense_at(place)
        if strength and strength * SAFE > threat:
            break
        if strength and draft.worth_of(place) < PRECIOUS:
            break
        precious = threat and draft.worth_of(place) >= PRECIOUS
        unit = max(able, key=partial(_as_guard, draft)) if precious else min(able, key=draft.as_fighter)
        if strength and draft.printed.attack[unit] > TOO_GOOD:
            break
        able.remove(unit)
        draft.send(unit, place)


def _can_go(draft: Draft, unit: int, place: int) -> bool:
    """Can a unit go there, and live? Among enemy zones it would have to attack all who stand around (7.4)."""
    if not draft.can_reach(unit, place):
        return False
    if place == draft.state.place[unit] or draft.printed.fortress >> place & 1:
        return True
    around = draft.printed.board.adjacent[place] & draft.survey.ground.holders & ~draft.beaten
    defense = sum(draft.survey.resistance(other)[0] for other in ones(around))
    mates = combat_units_at(draft.trial, place, draft.side) & ~draft.free | 1 << unit
    return defense <= WORST * sum(draft.printed.attack[mate] for mate in ones(mates))


def _as_guard(draft: Draft, unit: int) -> tuple[bool, int, int, int]:
    """Slow units that defend well are the ones to leave in a garrison, never the best of the army."""
    printed = draft.printed
    return printed.attack[unit] <= TOO_GOOD, printed.defense[unit], -printed.move[unit], -unit


def occupy(draft: Draft) -> None:
    """Goals that nobody holds are taken by the weakest that can get there; others set out towards them."""
    goals = goals_of(draft.printed) & ~draft.trial.occupied[0] & ~draft.trial.occupied[1]
    for place in sorted(ones(goals), key=lambda place: -draft.worth_of(place)):
        able = [unit for unit in ones(draft.free) if _can_go(draft, unit, place)]
        if able:
            draft.send(min(able, key=draft.as_fighter), place)
        elif draft.free and draft.idea.march == "on":
            _detach(draft, place)


def _detach(draft: Draft, place: int) -> None:
    """One slow unit is enough to walk into an empty place."""
    lengths, printed = march_lengths(draft.printed, place), draft.printed
    unit = min(
        ones(draft.free), key=lambda unit: (lengths[draft.state.place[unit]] / (4 + printed.move[unit]), unit)
    )
    if printed.attack[unit] <= FAST // 2:
        march_group(draft, [unit], march(printed, place))
