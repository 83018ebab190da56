"""What the recruit thinks of a position: an evaluation in named terms, each seen from its own side."""

from __future__ import annotations

from sandtable.boards.floods import flood
from sandtable.games.afrika_korps.players.country import ball, march_lengths
from sandtable.games.afrika_korps.players.draft import Draft
from sandtable.games.afrika_korps.players.marches import objective
from sandtable.games.afrika_korps.players.odds import lost, worth
from sandtable.games.afrika_korps.players.survey import goals_of, threat_of
from sandtable.games.afrika_korps.printed.data import AXIS, odds_column
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.rules.c24_isolation import supplied_hexes
from sandtable.games.afrika_korps.state import OFF, combat_units_at, put
from sandtable.kernel.bits import ones
from sandtable.players.planning import Terms

ISOLATED, ENEMY_ISOLATED = 0.6, 0.4
"""What part of a unit's worth is as good as lost when it is cut off."""
STARVING = 40.0
FAR = 120
"""A long march, in half hexes."""
FRACTION = 0.6
POCKET, MANY, SURROUNDED = 4, 4, 0.2
"""With this many enemies in so few hexes around it, a stack may be cut off: the part of it that counts as lost."""


def terms(draft: Draft) -> Terms:
    """The position as a plan leaves it, battles counted as they may be expected to go."""
    for unit in ones(draft.used):
        put(draft.trial, unit, OFF)
    isolation = _isolation(draft)
    _remove_beaten(draft)
    return {
        "battles": draft.gain,
        "goals": _goals(draft),
        "exposure": -_exposure(draft),
        "isolation": isolation,
        "supply": _supply(draft),
        "progress": -_distance(draft),
    }


def _remove_beaten(draft: Draft) -> None:
    """After a battle at good odds its defenders are gone, one way or the other."""
    for place in ones(draft.beaten):
        for unit in ones(combat_units_at(draft.trial, place, draft.survey.enemy)):
            put(draft.trial, unit, OFF)


def _goals(draft: Draft) -> float:
    """4.1, 4.2: what is held counts for us, what the enemy holds against us."""
    total = 0.0
    ours, theirs = draft.trial.occupied[draft.side], draft.trial.occupied[draft.survey.enemy]
    for place in ones(goals_of(draft.printed)):
        total += draft.worth_of(place) * ((ours >> place & 1) - (theirs >> place & 1))
    return total


def _exposure(draft: Draft) -> float:
    """What the enemy's next turn may cost: every stack it can get at, by the odds it can bring."""
    trial, printed, side = draft.trial, draft.printed, draft.side
    board, enemy = printed.board, draft.survey.enemy
    threat = threat_of(trial, enemy) if draft.beaten else draft.survey.threat
    ours = trial.occupied[side]
    if not threat.at_least(1) & ours:
        return 0.0
    barred = zone(trial, side) | ours
    roams = flood(board, trial.occupied[enemy], board.all & ~barred)
    stands = (roams | board.spread(roams)) & ~ours
    total = 0.0
    for place in ones(ours):
        spots = (board.adjacent[place] & stands).bit_count()
        if not spots:
            continue
        attack = min(threat.at(place), spots * draft.survey.best_three)
        if not attack:
            continue
        units = combat_units_at(trial, place, side)
        defense = sum(defense_factor(printed, unit, place) for unit in ones(units))
        part = lost(printed, odds_column(attack, defense), trapped=spots >= 4)
        if attack < 2 * defense:
            part *= 0.3  # a good enemy declines such a battle
        if (ball(printed, place, POCKET) & trial.occupied[enemy]).bit_count() >= MANY:
            part = max(part, SURROUNDED)
        total += part * sum(worth(printed, unit) for unit in ones(units))
        total += part * 0.5 * draft.worth_of(place)
    return total


def _isolation(draft: Draft) -> float:
    """24: units that are cut off are half lost already, ours and theirs."""
    trial, printed = draft.trial, draft.printed
    total = 0.0
    for side, part in ((draft.side, -ISOLATED), (draft.survey.enemy, ENEMY_ISOLATED)):
        quiet = side == draft.side and draft.used == draft.state.used
        fed = draft.survey.fed if quiet else supplied_hexes(trial, side)
        for place in ones(trial.occupied[side] & ~fed):
            total += part * sum(worth(printed, unit) for unit in ones(combat_units_at(trial, place, side)))
    return total


def _supply(draft: Draft) -> float:
    """24.5: what is left; supply that stands alone where the enemy can come is as good as lost to it."""
    left = draft.survey.supply & ~draft.used
    if not left and draft.side == AXIS:
        return -STARVING
    danger = draft.survey.prowled
    held = draft.trial.occupied[draft.side]
    lonely = sum(1 for unit in ones(left) if (danger & ~held) >> max(0, draft.trial.place[unit]) & 1)
    return -2.0 * lonely


def _distance(draft: Draft) -> float:
    """How far the army is from what it wants to take: far off is no use."""
    printed, trial = draft.printed, draft.trial
    lengths = march_lengths(printed, objective(draft, True))
    total = 0.0
    for place in ones(trial.occupied[draft.side]):
        attack = sum(printed.attack[unit] for unit in ones(combat_units_at(trial, place, draft.side)))
        total += attack * min(FAR, lengths[place]) / FAR
    return total * FRACTION
