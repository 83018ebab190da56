"""Marches: units with nothing better to do go to where they are needed.

Every aim needs so much and no more; the nearest go to the dearest. March to where you are supplied, not too
exposed and not alone. Who is far behind takes the road.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.dark_sands.players.planner import Draft
from sandtable.games.dark_sands.players.policy import quarry
from sandtable.games.dark_sands.players.survey import army, defence, worth
from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.state import face, units_at, units_in
from sandtable.kernel.bits import bit, ones

UNFED = 3.0
"""What it costs, in worth of a unit, to end a move without a line of supply."""
PROGRESS = 0.01
"""What a quarter of a movement point nearer to an aim is worth to each factor; more to whoever must hurry."""
SERVED = 0.2
"""How much an aim still counts when enough have gone there."""
ANY_ENEMY = 8.0
"""What it is worth to be near the enemy's army at all."""
NEAREST = 24
"""How many of the hexes nearest to its aim a unit looks at."""
LONG_WAY, WORTH_A_ROAD = 12 * QUARTERS, 6 * QUARTERS
"""Extended movement is for whoever would still be so far away, and comes so much nearer by it."""


@dataclass(slots=True)
class Need:
    """Something to march to."""

    worth: float
    factors: float
    """The attack factors that are still needed there."""
    field: tuple[int, ...]
    """By hex how far it is."""

    def pull(self, place: int) -> float:
        return self.worth * (1.0 if self.factors > 0 else SERVED) / (60 + self.field[place])


def march(draft: Draft) -> None:
    """The best units choose first."""
    needs = _needs(draft)
    state = draft.state
    if not needs:
        return
    for unit in sorted(ones(draft.left & draft.printed.zoned), key=lambda unit: (-worth(state, unit), unit)):
        here, strength = state.place[unit], face(state, unit).attack
        need = max(needs, key=lambda need: need.pull(here))
        need.factors -= strength
        goal = _best_end(draft, unit, need.field)
        road = _by_road(draft, unit, need.field, goal)
        goal = goal if road < 0 else road
        draft.progress += PROGRESS * draft.survey.boldness * (strength + 1) * (need.field[here] - need.field[goal])
        draft.go(unit, goal, road >= 0)


def _needs(draft: Draft) -> list[Need]:
    """What is to be taken, what is to be held, who is to be driven off; and the enemy's army."""
    survey, state, enemy = draft.survey, draft.state, 1 - draft.side
    found = []
    for place, aim in survey.wanted().items():
        resistance = defence(state, units_at(state, place, enemy))
        found.append(Need(aim, 3.0 + 2.5 * resistance, survey.to(bit(place))))
    for place, aim in survey.held().items():
        lacking = survey.threat(place) - 2 * defence(state, units_at(draft.trial, place, draft.side))
        if lacking > 0:
            found.append(Need(aim / 2, lacking, survey.to(bit(place))))
    hunted, prize = quarry(state, draft.side)
    if hunted:
        found.append(Need(prize, 3.0 * defence(state, units_in(state, hunted, enemy)), survey.to(hunted)))
    prey = survey.shut & state.fronts[enemy]
    if prey:
        found.append(Need(ANY_ENEMY, 2.0 * defence(state, army(state, enemy)), survey.to(prey)))
    return found


def _best_end(draft: Draft, unit: int, field: tuple[int, ...]) -> int:
    """The nearest to the aim that is supplied, not too dangerous and not too full."""
    survey, here = draft.survey, draft.state.place[unit]
    ends = sorted(survey.ends(unit), key=lambda place: (field[place], place))
    likely = ends[:NEAREST]
    if not survey.fed >> likely[0] & 1:
        likely += [place for place in ends[NEAREST:] if survey.fed >> place & 1][:NEAREST]
    # 23.1: who is marked and stays cut off is gone at the end of the turn.
    hungry = worth(draft.state, unit) if draft.state.oos >> unit & 1 else UNFED * survey.hunger
    pace = PROGRESS * survey.boldness * (face(draft.state, unit).attack + 2)

    def comfort(place: int) -> float:
        fed = survey.fed >> place & 1
        return -pace * field[place] - (0.0 if fed else hungry) - draft.exposure(unit, place)

    best, found = comfort(here), here
    for place in likely:
        if -pace * field[place] > best and place != here and draft.has_room(place, unit):
            score = comfort(place)
            if score > best:
                best, found = score, place
    return found


def _by_road(draft: Draft, unit: int, field: tuple[int, ...], goal: int) -> int:
    """19.1.7: extended movement for whoever is far behind: a good deal nearer, and not beside the enemy."""
    if field[goal] < LONG_WAY:
        return -1
    survey = draft.survey
    best, found = field[goal] - WORTH_A_ROAD, -1
    touching, enemies = draft.printed.board.touching, draft.state.occupied[1 - draft.side]
    for place in survey.along_roads(unit):
        if field[place] >= best or not survey.fed >> place & 1 or touching[place] & enemies:
            continue
        if draft.has_room(place, unit) and draft.exposure(unit, place) < 1.0:
            best, found = field[place], place
    return found
