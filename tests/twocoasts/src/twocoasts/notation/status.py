"""What is impossible about a position, beside what its frames say (`faults` of their kinds)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.game import Why
from sandtable.kernel.words import Message, say
from twocoasts.printed.map import NORTH, SIDES, SOUTH
from twocoasts.rules.c03_turn import TURN
from twocoasts.rules.c04_movement import MARCHING
from twocoasts.rules.c06_battle import BATTLE
from twocoasts.state import Coasts, in_play, scenario_of

Found = Iterator[tuple[str, Message]]


def faults(state: Coasts) -> list[Why]:
    """Everything impossible about a position, with the paragraph that says so."""
    found = [*_turn_faults(state), *_place_faults(state), *_mark_faults(state), *_card_faults(state)]
    return [Why(rule, sentence) for rule, sentence in found]


def _turn_faults(state: Coasts) -> Found:
    if state.turn > scenario_of(state).turns:
        yield "3.1", say("there is no turn {turn} in this scenario", turn=state.turn)
    present = {frame[0] for frame in state.frames}
    moving, fighting = (
        state.stack or state.spent or state.bonus or state.halted,
        state.attackers or any(state.fires),
    )
    if moving and MARCHING.number not in present:
        yield "4", say("a stack moves when nobody does")
    if (fighting or state.result) and BATTLE.number not in present:
        yield "6", say("a battle is fought that nobody began")
    if not state.frames and (state.cup or state.drawn):
        yield "3.3", say("the game is over, and chits are drawn")


def _place_faults(state: Coasts) -> Found:
    """2.3, 4.3: where units can be, and whose the places are."""
    world = state.printed.map
    if state.held[NORTH] & state.held[SOUTH] & world.ashore:
        yield "4.3", say("both sides are in one place")
    for unit, place in enumerate(state.where):
        if place >= 0 and not _open_to(state, state.printed.owners[unit]) >> place & 1:
            names = {"unit": state.printed.units[unit], "place": world.names[place]}
            yield "2.1", say("{unit} cannot be in {place}", **names)
    for place, side in enumerate(state.control):
        if side >= 0 and (not world.ashore >> place & 1 or state.held[1 - side] >> place & 1):
            yield "4.7", say("{side} cannot control {place}", side=say(SIDES[side]), place=world.names[place])
        if side < 0 and world.ashore >> place & (state.held[NORTH] | state.held[SOUTH]) >> place & 1:
            yield "4.7", say("{place} is held and not controlled", place=world.names[place])


def _open_to(state: Coasts, side: int) -> int:
    """The map, the side's own reserve, and the boxes of turns to come; while units arrive, of this turn too."""
    world, arriving = state.printed.map, state.frames == [TURN.frame()]
    first = state.turn if arriving else state.turn + 1
    boxes = (world.names.index(f"turn-{turn}") for turn in range(max(first, 2), scenario_of(state).turns + 1))
    return in_play(state) | bit(world.reserves[side]) | sum(map(bit, boxes))


def _mark_faults(state: Coasts) -> Found:
    """Marks lie on units that can have them."""
    for unit in ones(state.moved | state.dug):
        place, name = state.where[unit], state.printed.units[unit]
        home = bit(state.printed.map.reserves[state.printed.owners[unit]])
        if place < 0 or not (in_play(state) | home) >> place & 1:
            yield "4.1", say("{unit} has marks but is not there", unit=name)
        elif state.dug >> unit & 1 and home >> place & 1:
            yield "4.6", say("{unit} is dug in in the reserve", unit=name)


def _card_faults(state: Coasts) -> Found:
    piles = (*state.hands, state.played, state.discards)
    if sum(pile.bit_count() for pile in piles) + state.deck.bit_count() != len(state.printed.cards):
        yield "8.1", say("a card is in two places")
    for side, hand in enumerate(state.hands):
        if hand.bit_count() > scenario_of(state).hand:
            yield "8.1", say("{side} holds more cards than a hand has", side=say(SIDES[side]))
