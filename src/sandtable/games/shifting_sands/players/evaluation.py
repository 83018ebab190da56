"""What the recruit thinks of the position that a plan leads to, in named terms, from its own side.

points: the spaces that it takes, by what they are worth. battles: what its attacks promise. chances: what could be
attacked next. supply: whoever is out of supply when the turn ends is gone, divisions for good. danger: what the
enemy's attacks could cost. open: places that nobody holds and the enemy can ride into, and lines that it can cut.
ground: being nearer to where the game is decided.
"""

from __future__ import annotations

from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.policy import steps_worth
from sandtable.kernel.bits import bit, ones
from sandtable.players.planning import Terms

WORST, OTHERS = 1.0, 0.35
"""The enemy has one action: of all that it could do most is left undone."""
DECISIVE = 20.0
TAKEN, LOST_GAME = 0.55, 0.9
"""What part of its worth counts as lost of a place that the enemy can ride into; of one that decides the game."""
FOR_GOOD = 1.3
"""How much more it is to starve for a division, which cannot be rebuilt."""
HUNGER = (0.15, 0.15, 0.2, 0.3, 0.5, 1.0)
"""By round what part of a unit out of supply counts as lost: it may still find a line before the turn ends."""
THEIR_HUNGER = ((0.1, 0.1, 0.1, 0.15, 0.2, 0.45), (0.1, 0.1, 0.15, 0.2, 0.35, 1.0))
"""By side and round the same of the enemy. The Allies act last (6.11): what they cut then starves."""
LIFELINE = ((0.05, 0.08, 0.12, 0.2, 0.4, 0.65), (0.05, 0.06, 0.1, 0.15, 0.25, 0.03))
"""By side and round what part of those counts as lost whom the enemy's next action could cut off."""
ONE_RAID, MANY_RAIDS = 0.7, 0.3
"""He will hardly ride everywhere at once."""
LATE = 4
"""The round, counted from 0, from which on lines are looked at closely."""


def terms(draft: Draft) -> Terms:
    """The plan as it leaves us."""
    return glimpse(draft) | {"supply": _supply(draft), "open": -_open(draft)}


def glimpse(draft: Draft) -> dict[str, float]:
    """The terms that are found at a glance."""
    return {
        "points": _points(draft),
        "battles": draft.promise,
        "chances": _chances(draft),
        "danger": -_danger(draft),
        "ground": draft.survey.policy.boldness * draft.pulled,
    }


def _points(draft: Draft) -> float:
    survey = draft.survey
    gained = draft.own & ~survey.state.controls[survey.side]
    return sum([survey.prize[space] for space in ones(gained)])


def _chances(draft: Draft) -> float:
    """The attacks that we could make next, the best of all first."""
    survey = draft.survey
    lines, found = survey.printed.graph.adjacent, []
    for target in survey.foes:
        if lines[target] & draft.occupied and not draft.attacked >> target & 1:
            found.append(survey.chance(target, survey.facing(draft.stacks, target)))
    return _mostly(found)


def _danger(draft: Draft) -> float:
    return _mostly([draft.survey.danger(space, units) for space, units in draft.stacks.items()])


def _mostly(found: list[float]) -> float:
    """The largest in full, the rest at a fraction."""
    return (WORST - OTHERS) * max(found, default=0.0) + OTHERS * sum(found)


def _round(draft: Draft) -> int:
    """Counted from 0."""
    return max(draft.survey.state.round, 1) - 1


def _supply(draft: Draft) -> float:
    """13.81, 13.82: the units that starve, and whatever falls with them, on both sides."""
    survey, now = draft.survey, _round(draft)
    rest = survey.everything & ~draft.own
    ours = _starving(draft, survey.hungry(draft.stacks, draft.own))
    theirs = _starving(draft, survey.hungry(survey.foes, rest))
    if now >= LATE:
        ours += survey.falling(draft.stacks, draft.own)
        theirs += survey.falling(survey.foes, rest)
    return THEIR_HUNGER[survey.side][now] * theirs - HUNGER[now] * ours


def _starving(draft: Draft, units: int) -> float:
    state, divisions = draft.survey.state, draft.survey.printed.divisions
    return sum(
        [sum(steps_worth(state, unit)) * (FOR_GOOD if divisions >> unit & 1 else 1.0) for unit in ones(units)]
    )


def _open(draft: Draft) -> float:
    """What the enemy could have for the asking, and which units it could cut off."""
    survey = draft.survey
    total = sum([price for place, price in survey.guards.items() if _is_left(draft, place)])
    reached = survey.raided(draft.occupied) & draft.own & ~draft.occupied
    for place in ones(reached):
        prize = survey.prize[place]
        total += prize * (LOST_GAME if prize >= DECISIVE else TAKEN)
    share = LIFELINE[survey.side][_round(draft)]
    return total + share * _cut_off(draft, reached) if share else total


def _is_left(draft: Draft, place: int) -> bool:
    return bool(draft.own >> place & 1) and not draft.occupied >> place & 1


def _cut_off(draft: Draft, reached: int) -> float:
    """Whom the enemy could cut off by riding into these spaces: by one of them, or by all."""
    survey = draft.survey
    hungry = survey.hungry(draft.stacks, draft.own)
    everywhere = _starving(draft, survey.hungry(draft.stacks, draft.own & ~reached) & ~hungry)
    if not everywhere or _round(draft) < LATE:
        return MANY_RAIDS * everywhere
    worst = 0.0
    for place in ones(reached):
        cut = survey.hungry(draft.stacks, draft.own & ~bit(place)) & ~hungry
        worst = max(worst, _starving(draft, cut))
        if worst == everywhere:
            break
    return ONE_RAID * worst + MANY_RAIDS * everywhere
