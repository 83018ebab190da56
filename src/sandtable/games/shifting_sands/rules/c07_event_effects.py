"""7.51: what events do that ask nobody anything; those that ask are in c07_event_choices.py.

Each function is given the side that plays the event, and its card. `state.events` holds the event already: for
many that is all, because the rules that they change read it there.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.shifting_sands.knowledge.memory import glimpse, lay_open
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c03_control import take_control, wake_iraqis, wake_vichy
from sandtable.games.shifting_sands.rules.c04_set_up import land
from sandtable.games.shifting_sands.rules.c07_conditions import air_support
from sandtable.games.shifting_sands.rules.c07_duties import DUE
from sandtable.games.shifting_sands.rules.c07_event_choices import (
    ask_for_dumps,
    ask_for_gideon_force,
    ask_for_greece,
    ask_for_the_balkans,
    ask_for_uprising,
    roll_for_special_air_service,
)
from sandtable.games.shifting_sands.rules.c07_points import HALVES
from sandtable.games.shifting_sands.rules.c07_reinforcements import bring
from sandtable.games.shifting_sands.rules.c11_elimination import eliminate_for_good
from sandtable.games.shifting_sands.rules.c11_lrdg import lose_card, show_cards
from sandtable.games.shifting_sands.rules.c16_victory import change_points
from sandtable.games.shifting_sands.state import ELIMINATED, Theatre, happened, has_option, units_at
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.events import tell

Effect = Callable[[Theatre, int, int], None]
GE, IT, BR, CW = (TRACKS.index(name) for name in ("GE", "IT", "BR", "CW"))
LEND_LEASE = {BR: 2, CW: 1}
"""A18: what it brings."""
CONVOY = {GE: 1, IT: 2}
"""A19: what a convoy costs the Axis."""
WINTER_1942 = 7
HERKULES_UNITS = ("it_20", "it_80", "it_185", "ge_ramcke")
SHOWN_BY_ULTRA, SHOWN_BY_SALAAM = 3, 2


def lasting(state: Theatre, side: int, card: int) -> None:
    """An event that is read where it counts: Poor Morale in 11.473, Exporters in 10.432 and 13.23, and so on."""


def operations_only(state: Theatre, side: int, card: int) -> None:
    """Offensives: `state.card` tells supply (13.62) and fire (11.26) what is being played; operations follow."""


# Victory points


def taranto_raid(state: Theatre, side: int, card: int) -> None:
    """A06."""
    change_points(state, -1, "A06")


def italian_fleet(state: Theatre, side: int, card: int) -> None:
    """X06: the point is scored in the victory phase."""
    state.fleet_at_sea = 1
    tell(state, "fleet-sails", "X06")


def mediterranean_fleet(state: Theatre, side: int, card: int) -> None:
    """A08: the sortie fails."""
    state.fleet_at_sea = 0
    warned = happened(state, "taranto_raid") or happened(state, "ultra")
    change_points(state, -1 - (state.turn >= WINTER_1942) - warned, "A08")


def london_calling(state: Theatre, side: int, card: int) -> None:
    """X25: the Allies owe an attack until the end of the turn."""
    state.london_calling = DUE
    tell(state, "london-calls", "X25")


def orders_from_rome(state: Theatre, side: int, card: int) -> None:
    """A12: the Axis owes operations in its next action."""
    state.orders_from_rome = DUE
    tell(state, "rome-orders", "A12")


# Malta


def malta_convoys(state: Theatre, side: int, card: int) -> None:
    """A19: the Axis loses replacement points of this turn; what it lost is noted for Sea Devils."""
    losses = {track: min(most * HALVES, state.replacements[track]) for track, most in CONVOY.items()}
    for track, loss in losses.items():
        state.replacements[track] -= loss
        state.convoy_toll[track] += loss
    tell(state, "convoy", "A19", german=losses[GE] // HALVES, italian=losses[IT] // HALVES)
    if happened(state, "spitfires") and not state.convoy_after_spitfires:
        state.convoy_after_spitfires = state.convoy_is_new = 1


def sea_devils(state: Theatre, side: int, card: int) -> None:
    """X28: the convoys of this turn are undone, or there are none."""
    convoys = bit(state.printed.event["malta_convoys"])
    if not state.events_this_turn & convoys:
        state.convoys_barred = 1
        tell(state, "convoys-barred", "X28")
        return
    state.events_this_turn &= ~convoys
    for track, loss in enumerate(state.convoy_toll):
        state.replacements[track] += loss
        state.convoy_toll[track] = 0
    if state.convoy_is_new:
        state.convoy_after_spitfires = state.convoy_is_new = 0
    tell(state, "convoys-sunk", "X28")


def malta_victorious(state: Theatre, side: int, card: int) -> None:
    """A38, 19.3."""
    if not has_option(state, "19.3"):
        change_points(state, -1, "A38")


def herkules(state: Theatre, side: int, card: int) -> None:
    """X36, 10.321, 10.322, 19.3: Malta falls, and those who take it are used up."""
    printed = state.printed
    if happened(state, "spitfires"):
        _show_air_support(state)
    for name in HERKULES_UNITS:
        eliminate_for_good(state, printed.nouns["unit"].index(name), "10.321")
    if not has_option(state, "19.3"):
        change_points(state, 1, "X36")
    take_control(state, printed.number["malta"], AXIS, "10.321")


def _show_air_support(state: Theatre) -> None:
    """10.322: one Air Support is shown and discarded."""
    for card in ones(air_support(state))[:1]:
        tell(state, "shows-with-event", "10.322", side=AXIS, card=card)
        lay_open(state, AXIS, card)


# The Near East, Torch


def iraqi_revolt(state: Theatre, side: int, card: int) -> None:
    """X20, 10.42, 10.43: the Iraqis and the Vichy French fight; Iraq is Axis, but where Allied units are."""
    wake_vichy(state, "10.43")
    wake_iraqis(state, "10.42")
    for space in ones(state.printed.regions["Iraq"]):
        if not units_at(state, space, ALLIED):
            take_control(state, space, AXIS, "X20")


def exporters(state: Theatre, side: int, card: int) -> None:
    """A20, 10.43: the Vichy French fight, and Syria is open (10.432)."""
    wake_vichy(state, "10.43")


def torch(state: Theatre, side: int, card: int) -> None:
    """A40, 10.52, 10.43."""
    land(state)
    wake_vichy(state, "10.43")


# Units


def new_tanks(state: Theatre, side: int, card: int) -> None:
    """7.54: stronger counters, wherever the division is, unless it is out of the game."""
    for unit in ones(state.printed.cards[card].upgrades):
        if state.place[unit] != ELIMINATED:
            state.upgraded |= bit(unit)
            tell(state, "new-tanks", "7.54", unit=unit)


def lend_lease(state: Theatre, side: int, card: int) -> None:
    """A18: points for this turn, which are not played for (no Massawa, no 7.43)."""
    for track, points in LEND_LEASE.items():
        state.replacements[track] += points * HALVES
    tell(state, "lend-lease", "A18")


# Cards


def show_hand(state: Theatre, side: int, card: int) -> None:
    """X13, X34: the other side shows its whole hand, if it has any cards."""
    other, clause = 1 - side, state.printed.cards[card].id
    hand = state.hands[other]
    if not hand:
        tell(state, "no-hand", clause, side=other)
        return
    tell(state, "shows-hand", clause, side=other)
    seen = {"side": other, "cards": list(ones(hand))}
    tell(state, "sees-hand", clause, audience=bit(side), reveals=True, instead=True, **seen)
    glimpse(state, other, hand)


def ultra(state: Theatre, side: int, card: int) -> None:
    """A17."""
    show_cards(state, AXIS, SHOWN_BY_ULTRA)


def salaam(state: Theatre, side: int, card: int) -> None:
    """X53: two cards are seen, and the LRDG has no mission in this turn."""
    state.missions_barred = 1
    show_cards(state, ALLIED, SHOWN_BY_SALAAM)


def oconnor_captured(state: Theatre, side: int, card: int) -> None:
    """X32: the Allies lose a card."""
    lose_card(state, ALLIED)


EFFECTS: dict[str, Effect] = {
    **dict.fromkeys(
        (
            *("balbo", "battlefield_recovery", "kesselring", "siege_of_malta", "von_arnim_takes_command"),
            *("poor_morale", "barbarossa", "ethiopian_campaign", "atlantic_charter", "auchinleck", "montgomery"),
            *("spitfires", "patton", "vulcan"),
        ),
        lasting,
    ),
    **dict.fromkeys(
        (
            *("compass", "crusader", "battleaxe", "supercharge"),
            *("panzergruppe_afrika", "venezia", "spring_wind"),
        ),
        operations_only,
    ),
    **dict.fromkeys(("rommel", "long_range_desert_group"), bring),
    **dict.fromkeys(("panzer_specials", "shermans"), new_tanks),
    **dict.fromkeys(("code_book_stolen", "the_good_source"), show_hand),
    "egyptian_uprising": ask_for_uprising,
    "italian_fleet": italian_fleet,
    "invasion_of_greece": ask_for_greece,
    "balkan_campaign": ask_for_the_balkans,
    "iraqi_revolt": iraqi_revolt,
    "london_calling": london_calling,
    "sea_devils_e_boats": sea_devils,
    "oconnor_captured": oconnor_captured,
    "herkules": herkules,
    "captured_dumps": ask_for_dumps,
    "salaam": salaam,
    "taranto_raid": taranto_raid,
    "mediterranean_fleet": mediterranean_fleet,
    "orders_from_rome": orders_from_rome,
    "gideon_force": ask_for_gideon_force,
    "ultra": ultra,
    "lend_lease": lend_lease,
    "malta_convoys": malta_convoys,
    "exporters": exporters,
    "malta_victorious": malta_victorious,
    "torch": torch,
    "special_air_service": roll_for_special_air_service,
}
"""By key; reinforcement cards are played by c07_reinforcements.py."""
