"""How a random player of Shifting Sands seeks contact, and random positions in the thick of the fighting."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.knowledge import memory
from sandtable.games.shifting_sands.knowledge.story import story_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.rules.c03_control import wake_iraqis, wake_vichy
from sandtable.games.shifting_sands.rules.c04_set_up import land, lay_out
from sandtable.games.shifting_sands.rules.c05_cards import hand_size, of_year
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.rules.c06_actions import same_operations
from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c10_regions import domain
from sandtable.games.shifting_sands.state import LAST_TURN, Theatre, draw_pile, happened, put
from sandtable.games.shifting_sands.verbs import (
    ADVANCE,
    ATTACK,
    ATTACK_FROM,
    AUTOMATIC,
    COMBAT_CARD,
    DISCARD,
    EVENT,
    FLANK,
    JOIN,
    LEAVE,
    OPERATIONS,
    TO,
)
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Choice, Options, listed, pack, unpack
from sandtable.kernel.flow import advance

EAGER = {EVENT: 0.5, OPERATIONS: 0.7, ATTACK: 0.9, JOIN: 0.85, COMBAT_CARD: 0.8, FLANK: 0.5, ADVANCE: 0.8}
"""What leads to fights, and how likely it is to be chosen where it can be, the first first."""
SELDOM = (DISCARD, LEAVE, AUTOMATIC)
LASTING = {
    1: (
        "balbo",
        "poor_morale",
        "invasion_of_greece",
        "long_range_desert_group",
        "taranto_raid",
        "egyptian_uprising",
    ),
    3: ("rommel", "balkan_campaign", "iraqi_revolt", "battlefield_recovery", "kesselring", "ethiopian_campaign"),
    5: ("barbarossa", "exporters", "unternehmen_irak", "auchinleck", "atlantic_charter", "oconnor_captured"),
    7: ("siege_of_malta", "spitfires", "shermans", "panzer_specials"),
    9: ("montgomery", "torch", "patton", "vulcan", "von_arnim_takes_command"),
}
"""From which turn on an event can have been played."""
NEEDED = {
    "unternehmen_irak": "iraqi_revolt",
    "atlantic_charter": "barbarossa",
    "spitfires": "siege_of_malta",
    "patton": "torch",
    "vulcan": "torch",
    "von_arnim_takes_command": "torch",
}
FRONTS = (
    *("tobruk", "el_alamein", "benghazi", "el_agheila", "tripoli"),
    *("kasserine", "addis_ababa", "jerusalem", "siwa"),
)
"""Where a clash may be: deserts, passes, oases, the other theatres too."""


def seeking(rng: Random) -> Callable[[Theatre, Options], Choice]:
    """Play cards for events and operations, mark spaces next to enemies, step towards them, attack with all."""

    def choose(state: Theatre, options: Options) -> Choice:
        offered = dict(options)
        for verb, likely in EAGER.items():
            if verb in offered and rng.random() < likely:
                return pack(verb, rng.choice(ones(offered[verb])))
        side = GAME.actor(state)
        for verb, wanted in ((ATTACK_FROM, _beside(state, side)), (TO, _beside(state, side))):
            if offered.get(verb, 0) & wanted and rng.random() < 0.8:
                return pack(verb, rng.choice(ones(offered[verb] & wanted)))
        going_on = [
            choice
            for choice in listed(options)
            if not GAME.verbs[unpack(choice)[0]].closes and unpack(choice)[0] not in SELDOM
        ]
        return rng.choice(going_on if going_on and rng.random() < 0.9 else list(listed(options)))

    return choose


def _beside(state: Theatre, side: int) -> int:
    """The spaces next to enemies."""
    near = 0
    for space in ones(state.occupied[1 - side]):
        near |= state.printed.graph.adjacent[space]
    return near


# Positions


def clash(rng: Random) -> Theatre:
    """Both sides are thrown together around some places, in any turn, with any lasting events and any hands."""
    scenario = rng.randrange(len(SCENARIOS))
    options = {option.name: rng.choice(option.values) for option in GAME.scenarios[scenario].options}
    state = lay_out(GAME.load_data(), scenario, options)
    _let_time_pass(state, rng)
    for _ in range(rng.randint(1, 3)):
        _throw_together(state, rng)
    _reduce(state, rng)
    for side in (AXIS, ALLIED):
        _shuffle_cards(state, side, rng)
    state.round = rng.randint(1, 6)
    state.points = rng.randint(4, 13)
    state.rebuild()
    state.frames = [GAME_TURN.frame(step=2), ROUND.frame(step=rng.choice((0, 2)))]
    advance(state, GAME.kinds)
    return state


def _let_time_pass(state: Theatre, rng: Random) -> None:
    """Some turn of the scenario, with some of the events that can have been played by then."""
    last = LAST_TURN if SCENARIOS[state.scenario] == "campaign" else 8
    state.turn = rng.randint(state.turn, last)
    for year, first in ((1941, 3), (1942, 7)):
        if state.turn >= first:
            state.waiting &= ~of_year(state.printed, year)
    for first, keys in LASTING.items():
        for key in keys:
            if first <= state.turn and rng.random() < 0.5 and (key not in NEEDED or happened(state, NEEDED[key])):
                _has_been_played(state, key)


def _has_been_played(state: Theatre, key: str) -> None:
    if happened(state, key):
        return
    state.events |= bit(state.printed.event[key])
    for number, card in enumerate(state.printed.cards):
        if card.key == key and card.asterisk:
            state.removed |= bit(number)
    if key == "torch":
        land(state)
    if key == "iraqi_revolt":
        wake_iraqis(state, "10.42a")
    if key in ("iraqi_revolt", "exporters", "torch"):
        wake_vichy(state, "10.43a")


def _throw_together(state: Theatre, rng: Random) -> None:
    """Units come to the spaces around some place, which they share out between them."""
    printed = state.printed
    around = bit(printed.number[rng.choice(FRONTS)])
    for _ in range(rng.randint(1, 3)):
        for space in ones(around):
            around |= printed.graph.adjacent[space]
    sides = {}
    for space in ones(around):
        held = [side for side in (AXIS, ALLIED) if state.occupied[side] >> space & 1]
        sides[space] = held[0] if held else rng.randrange(2)
    for unit in rng.sample(range(len(printed.units)), 40):
        open_to = domain(state, unit)
        own = [space for space in sides if sides[space] == printed.owners[unit] and open_to >> space & 1]
        own = [space for space in own if printed.spaces[space].on_map and has_room(state, unit, space)]
        if own and _is_free(state, unit):
            space = rng.choice(own)
            put(state, unit, space)
            state.control[space] = printed.owners[unit]
    state.rebuild()


def _is_free(state: Theatre, unit: int) -> bool:
    """Can it be anywhere? Iraqis and Vichy French stay where they are; Americans come with Torch."""
    nation = state.printed.units[unit].nation
    if nation in ("US", "USFF") and not happened(state, "torch"):
        return False
    if state.printed.units[unit].id == "br_lrdg" and not happened(state, "long_range_desert_group"):
        return False
    return nation not in ("IR", "VF", "EG")


def _reduce(state: Theatre, rng: Random) -> None:
    for unit, place in enumerate(state.place):
        on_map = place >= 0 and state.printed.spaces[place].on_map
        state.reduced &= ~bit(unit)
        if on_map and rng.random() < 0.3:
            state.reduced |= bit(unit)


def _shuffle_cards(state: Theatre, side: int, rng: Random) -> None:
    """Some cards are drawn and played, openly or not; some may have been glimpsed; then a hand of any size."""
    state.discards[side] = 0
    story_of(state, side).clear()
    for _ in range(rng.randrange(12)):
        _draw_one(state, side, rng)
        card = rng.choice(ones(state.hands[side]))
        if rng.random() < 0.2:
            memory.lay_open(state, side, card)
        elif rng.random() < 0.5:
            memory.lay_face_down(state, side, card, same_operations(state.printed, card))
    for _ in range(rng.randrange(hand_size(state.turn) + 1)):
        if state.hands[side].bit_count() < hand_size(state.turn):
            _draw_one(state, side, rng)
    while state.hands[side].bit_count() > hand_size(state.turn):
        memory.lay_open(state, side, rng.choice(ones(state.hands[side])))
    if rng.random() < 0.3 and state.hands[side]:
        hand = ones(state.hands[side])
        memory.glimpse(state, side, sum(map(bit, rng.sample(hand, rng.randint(1, len(hand))))))


def _draw_one(state: Theatre, side: int, rng: Random) -> None:
    if not draw_pile(state, side):
        memory.shuffle(state, side)
    memory.draw(state, side, rng.choice(ones(draw_pile(state, side))))
