"""20.3.3, 20.3.4: defenders retreat, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.boards import NO_WAY, POINTY_TOP_DIRECTIONS, HexBoard
from sandtable.boards.flights import hexes_between
from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST, WEST
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c06_terrain import Reason, why_no_entry
from sandtable.games.dark_sands.rules.c07_stacking import excess
from sandtable.games.dark_sands.rules.c08_zones import retreat_zones
from sandtable.games.dark_sands.rules.c11_range import seams
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.rules.c20_fight import is_sound
from sandtable.games.dark_sands.rules.c20_losses import take_losses
from sandtable.games.dark_sands.state import Sands, bypass_built, units_at
from sandtable.games.dark_sands.verbs import DONE, ELIMINATE, HOLD, RETREAT
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

LENGTH = 4
"""20.3.3: hexes of the Central map; a hex of the side maps counts two."""
COMPASS = (frozenset(("W", "NW", "SW")), frozenset(("E", "NE", "SE")))
"""20.3.4: by side, where its retreats lead."""
EASTWARD = {(WEST, CENTRAL), (CENTRAL, EAST)}


def defending(state: Sands) -> int:
    return 1 - state.active


def where(state: Sands) -> int:
    """The hex that the retreating stack is in."""
    return state.place[first(state.retreating)]


# Where to (20.3.4)


def ways(state: Sands) -> int:
    """20.3.4: the hexes among which the next one is chosen: first by zones, then by the compass."""
    return preferred(state, allowed(state))


def allowed(state: Sands) -> int:
    """20.3.4: not over forbidden ground, not into enemies, and not nearer to the hex that is left."""
    here, target, side = where(state), state.target, defending(state)
    ground, board = state.printed.ground, state.printed.board
    around = ground.open_to[bypass_built(state)][here]
    if state.retreating & state.printed.wheels:
        around = mask_of(ground.wheels[bypass_built(state)][here])
    around &= ~state.occupied[1 - side] & ~bit(target)
    so_far = apart(board, target, here)
    return mask_of(place for place in ones(around) if apart(board, target, place) >= so_far)


@lru_cache(maxsize=1 << 14)
def apart(board: HexBoard, start: int, place: int) -> int:
    """20.3.4: how far a hex is from another, as the crow flies: on its section, or over a join to the next one; a
    hex of the side maps counts two (ruling)."""
    axial, scale = board.axial, board.scale
    if board.sheet_of[start] == board.sheet_of[place]:
        return scale[place] * hexes_between(axial[start], axial[place])
    ways = (
        scale[start] * hexes_between(axial[start], axial[rim])
        + scale[place] * (1 + hexes_between(axial[other], axial[place]))
        for rim, others in seams(board).items()
        if board.sheet_of[rim] == board.sheet_of[start]
        for other in others
        if board.sheet_of[other] == board.sheet_of[place]
    )
    return min(ways, default=NO_WAY)


def preferred(state: Sands, hexes: int) -> int:
    """20.3.4: no enemy zone, or else a contested one, or else any; of these, along the compass if possible."""
    zones = retreat_zones(state, state.active)
    hexes = hexes & ~zones or hexes & ~uncontested_in_retreat(state) or hexes
    return mask_of(place for place in ones(hexes) if along(state, place)) or hexes


def uncontested_in_retreat(state: Sands) -> int:
    """8.1: enemy zones that count in retreats, without other units of the retreating side."""
    side = defending(state)
    friends = state.occupied[side]
    here = where(state)
    if not units_at(state, here, side) & ~state.retreating:
        friends &= ~bit(here)
    return retreat_zones(state, state.active) & ~friends


def along(state: Sands, place: int) -> bool:
    """20.3.4: does this step lead where the compass of the side points? West is west of Central, and East east."""
    board, here, side = state.printed.board, where(state), defending(state)
    sections = board.sheet_of[here], board.sheet_of[place]
    if sections[0] != sections[1]:
        return (sections in EASTWARD) == (side == ALLIED)
    return POINTY_TOP_DIRECTIONS[board.direction(here, place)] in COMPASS[side]


# The retreat


def stand(state: Sands, frame: Frame) -> None:
    """14.1: in 1941 Allied units in the forts of Tobruk may ignore a retreat."""
    printed = state.printed
    if (
        state.retreat_left
        and defending(state) == ALLIED
        and printed.ground.tobruk >> state.target & 1
        and printed.turns[state.turn].year == 1941
        and units_at(state, state.target, ALLIED) & ~printed.hqs
    ):
        push(state, STAND)


def set_out(state: Sands, frame: Frame) -> None:
    """20.3.3: garrisons that must retreat are eliminated; all others go together."""
    if not state.retreat_left:
        return
    units = units_at(state, state.target, defending(state))
    for unit in ones(units & state.printed.garrisons):
        kill(state, unit)
    units &= ~state.printed.garrisons
    if units & ~state.printed.hqs:
        state.retreating = units
        tell(state, "must-retreat", "20.3.3", units=list(ones(units)), origin=state.target)


def fall_back(state: Sands, frame: Frame) -> None:
    """20.3.4: hex by hex, with the steps that it costs."""
    if take_losses(state, defending(state)) or not state.retreat_left:
        return
    if not state.retreating & ~state.printed.hqs:
        state.retreat_left = 0
        return
    again(state)
    found = ways(state)
    if not found:
        cut_short(state)
    elif found & found - 1:
        push(state, FALLING_BACK)
    else:
        step_back(state, first(found))


def step_back(state: Sands, place: int) -> None:
    """20.3.4: one hex further; an uncontested enemy zone costs a step."""
    origin, units = where(state), state.retreating
    pays = uncontested_in_retreat(state) >> place & 1
    tell(state, "retreats", "20.3.4", units=list(ones(units)), origin=origin, to=place)
    enter(state, units, place)
    tidy_boxes(state)
    state.retreat_left = max(0, state.retreat_left - state.printed.board.scale[place])
    if pays:
        state.losses[defending(state)] += 1
        tell(state, "retreat-through-zone", "20.3.4", to=place, side=defending(state))


def cut_short(state: Sands) -> None:
    """20.3.4: a step is lost for each hex that cannot be made, counted on the section where the stack is."""
    scale = state.printed.board.scale[where(state)]
    missing = -(-state.retreat_left // scale)
    state.losses[defending(state)] += missing
    state.retreat_left = 0
    tell(state, "retreat-blocked", "20.3.4", steps=missing, to=where(state), side=defending(state))


def come_to_rest(state: Sands, frame: Frame) -> None:
    """20.3.4: units that end a retreat in an uncontested enemy zone are eliminated; too many are thinned out."""
    units = state.retreating
    if not units or where(state) == state.target:
        return
    if units & ~state.printed.hqs and uncontested_in_retreat(state) >> where(state) & 1:
        tell(state, "retreat-ends-in-zone", "20.3.4", to=where(state))
        for unit in ones(units & ~state.printed.hqs):
            kill(state, unit)
    elif too_many(state):
        again(state)
        push(state, THINNING)


def too_many(state: Sands) -> int:
    """20.3.4: if the hex is overstacked, the retreating units without which it would be less so."""
    stack = units_at(state, where(state), defending(state))
    over = excess(state, stack)
    return mask_of(unit for unit in ones(state.retreating) if excess(state, stack & ~bit(unit)) < over)


class _OfTheDefender(ChoiceKind[Sands]):
    """A decision of the side that was attacked."""

    def side(self, state: Sands, frame: Frame) -> int:
        return defending(state)


class Stand(_OfTheDefender):
    """14.1: is the retreat from Tobruk ignored?"""

    name = "stand"
    on = ("battle.stand",)
    rule = "14.1"
    words = say("The units in the fort of Tobruk may ignore the retreat: hold the fort, or retreat?")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((HOLD, True), (DONE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == HOLD:
            state.retreat_left = 0
            tell(state, "holds", "14.1", to=state.target)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if not state.retreat_left or not state.printed.ground.tobruk >> state.target & 1:
            yield say("there is no retreat from Tobruk that could be ignored")


class FallingBack(_OfTheDefender):
    """20.3.4: several hexes are equally good: where to?"""

    name = "retreat"
    on = ("battle:fall_back",)
    rule = "20.3.4"

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((RETREAT, ways(state)))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        step_back(state, argument)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        place = state.printed.place(where(state))
        return say("Choose the next hex of the retreat from {place}", place=place)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != RETREAT:
            return "20.3.4", otherwise("the stack must retreat first")
        return _why_barred(state, argument) or _why_not_preferred(state, argument)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if not state.retreating or not state.retreat_left or not ways(state):
            yield say("nobody retreats, or there is nowhere to go")


def _why_barred(state: Sands, place: int) -> Reason | None:
    """20.3.4: why a retreat does not lead to a hex at all; None if it might."""
    here, target, board = where(state), state.target, state.printed.board
    if not board.touching[here] >> place & 1:
        return "20.3.4", say("a retreat goes to a hex next to the stack")
    if state.occupied[1 - defending(state)] >> place & 1:
        return "20.3.4", say("enemy units are there")
    if place == target:
        return "20.3.4", say("a retreat does not go back to the hex that was attacked")
    if closed := why_no_entry(state, state.retreating, here, place):
        return closed
    if apart(board, target, place) < apart(board, target, here):
        return "20.3.4", say("a retreat does not come nearer to the hex that was attacked")
    return None


def _why_not_preferred(state: Sands, place: int) -> Reason:
    """20.3.4: why a retreat takes another hex before this one."""
    hexes, zones = allowed(state), retreat_zones(state, state.active)
    if zones >> place & 1 and hexes & ~zones:
        return "20.3.4", say("a retreat avoids enemy zones as long as it can")
    if uncontested_in_retreat(state) >> place & 1 and hexes & ~uncontested_in_retreat(state):
        return "20.3.4", say("a retreat prefers enemy zones in which there are friendly units")
    assert not along(state, place)
    return "20.3.4", (AXIS_COMPASS, ALLIED_COMPASS)[defending(state)]


AXIS_COMPASS = say("the Axis retreats to the west, north-west or south-west if it can")
ALLIED_COMPASS = say("the Allies retreat to the east, north-east or south-east if they can")


class Thinning(_OfTheDefender):
    """20.3.4: the retreat ends overstacked: who is eliminated?"""

    name = "thinning"
    on = ("battle:come_to_rest",)
    rule = "20.3.4"
    words = say("The retreat ends in a hex with too many units: eliminate one of those that retreated")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ELIMINATE, too_many(state)))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        kill(state, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != ELIMINATE:
            return "20.3.4", otherwise("first eliminate one of the units that retreated")
        if not state.retreating >> argument & 1:
            return "20.3.4", say("only a unit that has retreated is eliminated")
        assert not too_many(state) >> argument & 1
        return "20.3.4", say("without that unit there would still be as many too many: choose another")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if not state.retreating or not too_many(state):
            yield say("no retreat has ended overstacked")


STAND, FALLING_BACK, THINNING = Stand(), FallingBack(), Thinning()
