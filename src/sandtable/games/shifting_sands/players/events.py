"""What each event is worth to its side now: advice, card by card.

Reinforcements come first: whoever comes early fights longest. Points for nothing are taken. What lasts is played
early, what the enemy could answer late in the turn. Operations that go with an event are judged by what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.games.shifting_sands.players.policy import both_steps, point, worth
from sandtable.games.shifting_sands.players.rebuilding import needs, points_worth
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c03_control import restorable
from sandtable.games.shifting_sands.rules.c07_event_choices import exposed
from sandtable.games.shifting_sands.rules.c07_event_effects import LEND_LEASE
from sandtable.games.shifting_sands.rules.c07_points import ban
from sandtable.games.shifting_sands.rules.c07_reinforcements import brought
from sandtable.games.shifting_sands.rules.c16_victory import is_campaign
from sandtable.games.shifting_sands.state import LAST_TURN, ROUNDS, Theatre, happened, on_map
from sandtable.kernel.bits import ones

ARRIVING = 1.3
"""How much more units count that are not yet there: nobody can destroy them before they come."""
LATE = 5
"""The round from which on an event that can be answered is played."""
LAST_OF_SONNENBLUME = 8

Worth = Callable[[Theatre], float]


def event_worth(state: Theatre, card: int) -> float:
    """What it is worth to play this event now, operations apart; the rules say whether it may be played."""
    face = state.printed.cards[card]
    if face.type == "reinforcement":
        bonus = WORTH[face.key](state) if face.key in WORTH else 0.0
        return bonus + _arrivals(state, card)
    if face.upgrades:
        return 1.5 * sum([state.place[unit] != -2 for unit in ones(face.upgrades)])
    return WORTH[face.key](state) if face.key in WORTH else 0.0


def turns_left(state: Theatre) -> int:
    last = LAST_TURN if is_campaign(state) else LAST_OF_SONNENBLUME
    return last - state.turn


def _arrivals(state: Theatre, card: int) -> float:
    """Units that come at the end of the war have nothing left to do."""
    fresh = sum([sum(both_steps(state.printed, unit, 0)) for unit in brought(state, card)])
    return ARRIVING * fresh * min(1.0, (turns_left(state) + 1) / 3)


def _always(much: float) -> Worth:
    return lambda state: much


def _each_turn(much: float) -> Worth:
    return lambda state: much * turns_left(state)


def _points(share: float) -> Worth:
    """So much of a victory point."""
    return lambda state: share * point(state)


# Axis


def _balbo(state: Theatre) -> float:
    """11.261: every Italian shoots better."""
    return 0.35 * on_map(state, state.printed.nations["IT"]).bit_count()


def _uprising(state: Theatre) -> float:
    """X05: a point for every victory space of Egypt that the Allies have left empty."""
    empty = state.printed.regions["Egypt"] & state.controls[ALLIED] & ~state.occupied[ALLIED]
    return point(state) * 0.9 * min(4, sum([state.printed.spaces[space].points for space in ones(empty)]))


def _fleet(state: Theatre) -> float:
    """X06: the fleet sails late, when the Allies have spent their cards."""
    return point(state) * (0.6 if state.round >= LATE else 0.1)


def _greece(state: Theatre) -> float:
    """X10: it costs the Allies a battlegroup, and more when the Balkan Campaign follows; but no replacements come
    until Rommel does."""
    return 3.0 if happened(state, "rommel") or state.turn >= 2 else 0.5


def _balkans(state: Theatre) -> float:
    """X15: two divisions and a battlegroup leave for Greece."""
    return 10.0


def _iraq(state: Theatre) -> float:
    """X20: a point for every victory space of Iraq without Allied units."""
    empty = state.printed.regions["Iraq"] & state.controls[ALLIED] & ~state.occupied[ALLIED]
    return 0.8 * point(state) * sum([state.printed.spaces[space].points for space in ones(empty)]) + 2.0


def _london(state: Theatre) -> float:
    """X25: late, when the Allies have few actions left to answer."""
    return point(state) * (0.6 if state.round >= LATE else 0.15)


def _sea_devils(state: Theatre) -> float:
    return 0.75 * sum(state.convoy_toll) / 2


def _malta(state: Theatre) -> float:
    """X35: replacements come again, or go on coming."""
    return 6.0 if ban(state) else 3.0


def _dumps(state: Theatre) -> float:
    """X52: the two best steps."""
    gains = [both_steps(state.printed, unit, state.upgraded >> unit & 1)[0] for unit in ones(restorable(state))]
    return sum(sorted(gains, reverse=True)[:2])


def _arnim(state: Theatre) -> float:
    """X44: worth it only when the war in Libya is over."""
    desert = state.printed.regions["Libya"] | state.printed.regions["Egypt"]
    germans = on_map(state, state.printed.nations["GE"])
    return -2.0 if any(desert >> state.place[unit] & 1 for unit in ones(germans)) else 1.0


# Allied


def _gideon(state: Theatre) -> float:
    return 1.0 if exposed(state) else 0.0


def _lend_lease(state: Theatre) -> float:
    """A18: if there is somebody to rebuild."""
    points = [LEND_LEASE.get(track, 0) for track in range(len(TRACKS))]
    return points_worth(state, ALLIED, points, needs(state, ALLIED))


def _convoys(state: Theatre) -> float:
    """A19: what the Axis has recorded is lost; after Spitfires the first convoy opens Malta Victorious."""
    toll = 0.5 * sum([min(2, state.replacements[0]), min(4, state.replacements[1])])
    opens = happened(state, "spitfires") and not state.convoy_after_spitfires
    return toll + (2.5 if opens else 0.0)


def _fleet_answer(state: Theatre) -> float:
    """A08: the point is not scored, and more is lost."""
    return 2.2 * point(state)


def _rome(state: Theatre) -> float:
    """A12: the Axis will mostly obey."""
    return 0.2 * point(state)


def _exporters(state: Theatre) -> float:
    """A20: Beirut is a point, if there is somebody to take it."""
    near = state.printed.regions["Near East"]
    force = sum([worth(state, unit) for unit in ones(state.printed.own[ALLIED]) if _is_in(state, unit, near)])
    return 2.0 + min(4.0, force / 3)


def _ethiopia(state: Theatre) -> float:
    """A21: as long as there is somebody to attack."""
    east = state.printed.regions["East Africa"]
    return 4.0 if state.controls[AXIS] & east else 0.0


def _is_in(state: Theatre, unit: int, region: int) -> bool:
    return state.place[unit] >= 0 and bool(region >> state.place[unit] & 1)


WORTH: Mapping[str, Worth] = {
    # Axis
    "balbo": _balbo,
    "egyptian_uprising": _uprising,
    "italian_fleet": _fleet,
    "invasion_of_greece": _greece,
    "code_book_stolen": _always(0.5),
    "balkan_campaign": _balkans,
    "rommel": _always(30.0),
    "iraqi_revolt": _iraq,
    "unternehmen_irak": _always(1.0),
    "battlefield_recovery": _each_turn(1.3),
    "london_calling": _london,
    "sea_devils_e_boats": _sea_devils,
    "kesselring": _each_turn(0.4),
    "oconnor_captured": _always(2.0),
    "the_good_source": _always(0.5),
    "siege_of_malta": _malta,
    "herkules": _points(1.5),
    "von_arnim_takes_command": _arnim,
    "captured_dumps": _dumps,
    "salaam": _always(0.2),
    # Allied
    "poor_morale": _always(4.0),
    "taranto_raid": _points(1.0),
    "mediterranean_fleet": _fleet_answer,
    "long_range_desert_group": _always(2.5),
    "orders_from_rome": _rome,
    "gideon_force": _gideon,
    "barbarossa": _each_turn(0.8),
    "ultra": _always(0.3),
    "lend_lease": _lend_lease,
    "malta_convoys": _convoys,
    "exporters": _exporters,
    "ethiopian_campaign": _ethiopia,
    "atlantic_charter": _each_turn(1.3),
    "auchinleck": _always(1.5),
    "montgomery": _always(8.0),
    "spitfires": _always(4.0),
    "malta_victorious": _points(1.2),
    "torch": _always(40.0),
    "patton": _always(4.0),
    "vulcan": _always(4.0),
    "special_air_service": _always(0.2),
}
"""By key; reinforcements, new tanks and offensives have their own reckoning."""
PROMISING: Mapping[str, float] = {
    "rommel": 15.0,
    "balkan_campaign": 5.0,
    "iraqi_revolt": 5.0,
    "torch": 15.0,
    "montgomery": 4.0,
    "mediterranean_fleet": 2.5,
    "crusader": 2.5,
    "battleaxe": 2.0,
    "compass": 2.0,
    "supercharge": 3.0,
    "panzergruppe_afrika": 2.0,
    "venezia": 3.0,
    "spring_wind": 2.0,
    "siege_of_malta": 2.5,
    "spitfires": 1.5,
    "malta_victorious": 2.5,
    "barbarossa": 2.0,
    "atlantic_charter": 2.0,
    "exporters": 2.0,
    "ethiopian_campaign": 2.0,
}
"""What it is worth to hold an event that cannot be played yet, or not well."""
SOON = 0.5
"""What part of an event that could be played now is lost if the card is used for something else."""
COMBAT_CARD, AIDS = 0.7, 1.2
"""What a combat card is worth in the hand: any, and one that helps in every battle."""
ALWAYS_HELPFUL = ("air_support", "desert_air_force", "hurricanes", "oconnor", "stukas", "minefields")


def keep_worth(state: Theatre, card: int, playable: int) -> float:
    """What a card is worth as long as it stays in the hand."""
    face = state.printed.cards[card]
    if face.type == "combat":
        return AIDS if face.key in ALWAYS_HELPFUL else COMBAT_CARD
    held = PROMISING.get(face.key, 0.0)
    if face.type == "reinforcement" and not (face.torch and not happened(state, "torch")):
        held = max(held, SOON * _arrivals(state, card))
    if playable >> card & 1:
        held = max(held, SOON * event_worth(state, card))
    return held


def is_last_chance(state: Theatre) -> bool:
    """Is this the last action of a side in this turn?"""
    return state.round == ROUNDS
