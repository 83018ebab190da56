"""Chapters 14 and 15: minefields and oases."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c09_fire import ARTILLERY
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import refusable
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.state import ENEMY_OF, firm_at, units_at
from sandtable.games.rommel_in_the_desert.verbs import DONE, HEX, MINE
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

SIDES = (AXIS, ALLIED)


# Minefields (14)


def entered_mines(step: Step) -> int:
    """The mined hex that a unit has just moved into, nobody standing there, as a bit set."""
    into = 1 << step.argument & step.before.mined_hexes
    return into & ~step.before.held[AXIS] & ~step.before.held[ALLIED]


def fires_at_mines(step: Step, event: Event, *, artillery: bool) -> bool:
    """A unit of the Attacker, whose turn it is, has fired at a mined hex."""
    unit = event.arguments["unit"]
    place = step.before.place[unit]
    attacks = step.before.attacker_hexes[step.active] & step.before.mined_hexes
    own = PRINTED.side_of[unit] == step.active
    return own and bool(attacks >> place & 1) and (PRINTED.arm[unit] == ARTILLERY) == artillery


def uses_the_mines_of_others(step: Step, event: Event) -> bool:
    """Fire at a Defender in a minefield that his enemy knew of as well."""
    place = step.before.place[event.arguments["unit"]]
    known = step.before.known_mines[AXIS] & step.before.known_mines[ALLIED] & step.before.mined_hexes
    return bool(known >> place & 1)


def defender_attacks_in_mines(step: Step, event: Event) -> bool:
    """The Defender of a mined hex began the combat, and has fired: his enemies take whole hits."""
    unit = event.arguments["unit"]
    defends = step.before.attacker_hexes[step.enemy] & step.before.mined_hexes
    return PRINTED.side_of[unit] == step.active and bool(defends >> step.before.place[unit] & 1)


def half_hits_count(step: Step, event: Event) -> bool:
    """A unit of the Defender loses a step to half hits."""
    volley = step.within("volleys")
    return volley is not None and halved(step, volley) and PRINTED.side_of[event.arguments["unit"]] != volley[3]


def halved(step: Step, volley: tuple[int, ...]) -> bool:
    """Has the Attacker fired in a mined hex in his own turn, and not with artillery alone?"""
    place, side, defensive = volley[2:]
    fired_now = 1 << step.frame[3] if step.kind == "volley" else 0
    others = units_at(step.before, side, place) & (step.before.fired | fired_now) & ~PRINTED.arms[ARTILLERY]
    mined = step.before.attacker_hexes[side] & step.before.mined_hexes & 1 << place
    return not defensive and bool(mined and others)


# Oases (15)


def stands_in_an_oasis(step: Step, side: int) -> int:
    """The oases that this side holds, as a bit set."""
    return step.after.held[side] & PRINTED.oasis


def oasis_fed(step: Step, event: Event) -> bool:
    return bool(PRINTED.oasis >> event.arguments["hex"] & 1)


def at_a_final_check(step: Step, event: Event) -> bool:
    """A unit gets the supply of an oasis at the end of its player turn, before the next turn or month begins."""
    if step.within("initial-check") or step.within("buildup-check"):
        return False
    kinds = [earlier.kind for earlier in step.events[: step.events.index(event)]]
    return oasis_fed(step, event) and not {"turn", "month"} & set(kinds)


def more_than_one(step: Step, event: Event) -> bool:
    """There were others in the oasis, who got nothing."""
    if not oasis_fed(step, event):
        return False
    place, unit = event.arguments["hex"], event.arguments["units"][0]
    return units_at(step.after, PRINTED.side_of[unit], place).bit_count() > 1


def fed_and_gone(step: Step) -> bool:
    """The unit that an oasis supplies has left it, and another stands there without supply."""
    for place, fed in zip(PRINTED.oases, step.after.by_oasis, strict=True):
        for unit in ones(fed):
            side = PRINTED.side_of[unit]
            if step.after.place[unit] != place and units_at(step.after, side, place) & ~fed:
                return True
    return False


def came_to_a_fed_oasis(step: Step) -> bool:
    """A unit moved to an oasis that supplies another one."""
    place = step.argument
    if not PRINTED.oasis >> place & 1:
        return False
    fed = step.before.by_oasis[PRINTED.oases.index(place)]
    return bool(fed & units_at(step.before, step.side, place))


def attacks_in_an_oasis(step: Step) -> bool:
    """Units of an Attacker stand in an oasis, and it supplies none of them."""
    return any(step.before.attacker_hexes[side] & PRINTED.oasis & step.before.held[side] for side in SIDES)


def fed_but_without_a_line(step: Step) -> bool:
    """A unit on oasis supply is attacked, and may not refuse battle for want of a line."""
    side = ENEMY_OF[step.active]
    attacked = step.before.attacked_hexes & PRINTED.oasis & ~base_lines(step.before, side).supplied
    fed = step.before.by_oasis
    return any(fed[PRINTED.oases.index(place)] for place in ones(attacked & ~refusable(step.before)))


def chains_from_an_oasis(step: Step) -> bool:
    """An undisrupted unit in an oasis stands on the line of others."""
    state = step.before
    return any(
        firm_at(state, side, place) and base_lines(state, side).lines >> place & 1
        for side in SIDES
        for place in PRINTED.oases
    )


WITNESSES: dict[str, Witness] = {
    "14.0a": chosen("mines", MINE),
    "14.0b": fired("fired", where=uses_the_mines_of_others),
    "14.1a": fired("mined"),
    "14.1b": refused("16.55", "a minefield costs 15 points"),
    "14.2a": chosen("step", HEX, entered_mines),
    "14.2b": fired("minefield-shown"),
    "14.2c": at("refuse-battle", lambda step: step.before.attacked_hexes & step.before.mined_hexes),
    "14.2d": fired("fired", where=lambda step, event: fires_at_mines(step, event, artillery=False)),
    "14.2e": fired("fired", where=lambda step, event: fires_at_mines(step, event, artillery=True)),
    "14.2f": any_of(fired("step-lost", "9.5", half_hits_count), fired("eliminated", "9.5", half_hits_count)),
    "14.2g": fired("fired", where=defender_attacks_in_mines),
    "15.1a": at("lay", lambda step: any(stands_in_an_oasis(step, side) for side in SIDES)),
    "15.1b": fired("designated", where=more_than_one),
    "15.1c": fired("designated", where=oasis_fed),
    "15.1d": any_of(chosen("movement", DONE, fed_and_gone), at("lay", fed_and_gone)),
    "15.1e": chosen("step", HEX, came_to_a_fed_oasis),
    "15.1f": fired("designated", where=at_a_final_check),
    "15.1g": at("lay", attacks_in_an_oasis),
    "15.1h": at("refuse-battle", fed_but_without_a_line),
    "15.1i": at("lay", chains_from_an_oasis),
}
