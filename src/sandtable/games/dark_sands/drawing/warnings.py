"""What a player is told before a choice is made, which hexes stand for it, and choices made in one press."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable.games.dark_sands.drawing.viewpoint import place_name
from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.rules.c07_stacking import excess, overstacked
from sandtable.games.dark_sands.rules.c15_placement import with_room
from sandtable.games.dark_sands.rules.c17_replacements import MOST_SAVED, SPEND
from sandtable.games.dark_sands.rules.c20_retreat import uncontested_in_retreat
from sandtable.games.dark_sands.state import Sands, hexes_of, units_at
from sandtable.games.dark_sands.verbs import DONE, FORMATION, HOLD, JOIN, RETREAT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.game import Warner, Why
from sandtable.kernel.words import Message, say, say_count


def overstacking(state: Sands, argument: int) -> Iterator[Why]:
    """7.3: the hexes in which units would be eliminated if movement ended now."""
    for place in ones(overstacked(state, state.active)):
        sentence = say_count(
            "Overstacked: you would lose a unit in {place}",
            "Overstacked: you would lose {count} units in {place}",
            excess(state, units_at(state, place, state.active)),
            place=place_name(state, place),
        )
        yield Why("7.3", sentence)


def into_a_zone(state: Sands, place: int) -> Iterator[Why]:
    """20.3.4: what the next hex of a retreat costs."""
    if uncontested_in_retreat(state) >> place & 1:
        yield Why("20.3.4", say("An uncontested enemy zone: the retreat costs a step"))


def leaving_points(state: Sands, argument: int) -> Iterator[Why]:
    """17.3.1, 17.4.2: replacement points that are lost although somebody could use them."""
    if SPEND.side(state, state.frames[-1]) == AXIS:
        yield Why("17.3.1", say("Points that are not spent are lost"))
        return
    tanks, infantry = state.tank_points + state.fresh_points, state.infantry_points
    lost = max(tanks - MOST_SAVED, 0) + max(infantry - MOST_SAVED, 0)
    if lost:
        words = say_count(
            "One point more than can be saved is lost", "{count} points more than can be saved are lost", lost
        )
        yield Why("17.4.2", words)


def last_chance(state: Sands, argument: int) -> Iterator[Why]:
    """18.6.1: a priority chit is lost at the end of the turn, and this is the last draw."""
    if state.cup.bit_count() == 1:
        yield Why(
            "18.6.1", say("The last chit of the turn is about to be drawn: your priority chit would be lost")
        )


WARNERS: dict[tuple[str, int], Warner[Sands]] = {
    ("moves", DONE): overstacking,
    ("retreat", RETREAT): into_a_zone,
    ("spend", DONE): leaving_points,
    ("priority", HOLD): last_chance,
}


def places(state: Sands, decision: str, verb: int, argument: int) -> list[int]:
    """Where the units of a formation are that could be activated; where a unit that is set up could stand."""
    if verb == FORMATION:
        return list(ones(hexes_of(state, state.printed.formations[argument])))
    if decision == "deploy":
        return list(ones(with_room(state, argument, state.printed.places.entry_area)))
    return []


def shortcuts(
    state: Sands, decision: str, offered: Mapping[int, int]
) -> Sequence[tuple[Message, Sequence[Choice]]]:
    """20.1: all units that can still join an attack do so."""
    joining = list(ones(offered.get(JOIN, 0)))
    if decision != "attack" or len(joining) < 2:
        return ()
    return [(say("All join the attack"), [pack(JOIN, unit) for unit in joining])]
