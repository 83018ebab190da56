"""What a player is told before a choice is made: supply that runs out, a convoy lost, units that will be lost."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.notation.words import hex_name, unit_names
from sandtable.games.afrika_korps.printed.data import AXIS
from sandtable.games.afrika_korps.rules.c06_end_of_movement import overstacked
from sandtable.games.afrika_korps.rules.c08_contact import contact
from sandtable.games.afrika_korps.rules.c08_declaration import FORM_BATTLE
from sandtable.games.afrika_korps.rules.c09_automatic_victory import VICTORY, forced_supply
from sandtable.games.afrika_korps.rules.c09_surrounding import odds_against
from sandtable.games.afrika_korps.rules.c12_arrivals import must_land, reinforcements
from sandtable.games.afrika_korps.rules.c13_obligations import obligations_on
from sandtable.games.afrika_korps.rules.c14_supply import needs_supply
from sandtable.games.afrika_korps.rules.c23_sea import at_sea
from sandtable.games.afrika_korps.state import (
    Position,
    combat_units_at,
    hexes_of,
    standing_victories,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import BATTLE, DONE, HEX, SUPPLY
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Warner, Why
from sandtable.kernel.words import say, say_count

# The end of movement


def overstacking(state: Position) -> Iterator[tuple[int, Why]]:
    """6.3, 2.2.1: the hexes in which units would be lost if movement ended now."""
    for place in ones(hexes_of(state, overstacked(state))):
        excess = combat_units_at(state, place, state.active).bit_count() - state.printed.stacking
        sentence = say_count(
            "Overstacked: you would lose a unit in {place}",
            "Overstacked: you would lose {count} units in {place}",
            excess,
            place=hex_name(state.printed, place),
        )
        yield place, Why("2.2.1" if state.turn == 1 else "6.3", sentence)


def unmet_duties(state: Position) -> int:
    """8.4: the enemies that could not all be attacked if movement ended now."""
    fight = contact(state)
    return fight.unmet(fight.whole())


def end_of_movement(state: Position, argument: int) -> Iterator[Why]:
    yield from (why for _, why in overstacking(state))
    if unmet_duties(state) and not standing_victories(state):
        yield Why("7.4", say("Not every enemy that you must attack can be attacked: units of yours will be lost"))


# Supply that runs out


def left_after(state: Position, used: int) -> int:
    """14.1: the supply a side has on the map when what supports its attacks is gone."""
    return supply_on_map(state, state.active) & ~state.used & ~used


def _last_supply(state: Position, used: int) -> Iterator[Why]:
    """14.1: these supply units are about to be spent."""
    spent = used & ~state.used
    if spent and not left_after(state, spent):
        names = unit_names(state.printed, list(ones(spent)))
        yield Why("14.1", say("{supply}: your last supply on the map is spent when the turn ends", supply=names))


def naming_supply(state: Position, argument: int) -> Iterator[Why]:
    yield from _last_supply(state, 1 << argument)


def closing_battle(state: Position, argument: int) -> Iterator[Why]:
    """14.6: what must support a battle is named without asking when it is closed."""
    index = FORM_BATTLE.battle(state.frames[-1])
    attackers, defenders = state.attackers[index], state.defenders[index]
    if needs_supply(odds_against(state, attackers, defenders)):
        bound = obligations_on(state, defenders) | forced_supply(state, attackers, defenders)
        yield from _last_supply(state, bound)


def closing_victory(state: Position, argument: int) -> Iterator[Why]:
    """9.2: the same for an automatic victory."""
    yield from _last_supply(state, forced_supply(state, VICTORY.attackers(state.frames[-1])))


# What does not land


def leaving_arrivals(state: Position, argument: int) -> Iterator[Why]:
    """19.3, 19.8, 23.4.2: reinforcements that stay off the map, and supply at sea for which there is no room."""
    drowning = at_sea(state, state.active) & ~must_land(state) & ~(1 << state.printed.rommel)
    if drowning:
        names = unit_names(state.printed, list(ones(drowning)))
        yield Why("23.4.2", say("Lost at sea, because there is no room to land: {units}", units=names))
    waiting = reinforcements(state)
    if not waiting:
        return
    names = unit_names(state.printed, list(ones(waiting)))
    if state.turn == state.printed.turns:
        yield Why("19.8", say("Not landed, and lost after this turn: {units}", units=names))
    else:
        yield Why("19.3", say("Not landed, and off the map until your next turn: {units}", units=names))


def keeping_supply(state: Position, argument: int) -> Iterator[Why]:
    """12.1, 12.2: with as much supply as allowed, what comes this turn is lost."""
    what = say("The convoy") if state.active == AXIS else say("The supply unit")
    yield Why("12.3.1", say("{what} of this turn is lost", what=what))


WARNERS: dict[tuple[str, int], Warner[Position]] = {
    ("movement", DONE): end_of_movement,
    ("support", SUPPLY): naming_supply,
    ("name-supply", SUPPLY): naming_supply,
    ("form-battle", DONE): closing_battle,
    ("declare-victory", DONE): closing_victory,
    ("arrivals", DONE): leaving_arrivals,
    ("make-room", DONE): keeping_supply,
}


def places(state: Position, decision: str, verb: int, argument: int) -> list[int]:
    """The hexes of a battle, and the ports to choose from."""
    if verb == BATTLE:
        return list(ones(hexes_of(state, state.defenders[argument])))
    return [argument] if verb == HEX and decision in ("port", "land-supply") else []
