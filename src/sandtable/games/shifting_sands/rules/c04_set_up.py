"""4, 17, 18 and the page of Torch: what is where at the start, and when the Allies land."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.games.shifting_sands.knowledge.memory import lay_open
from sandtable.games.shifting_sands.printed.cards import TRACKS, YEARS
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.printed.files import CONTROL
from sandtable.games.shifting_sands.printed.setups import SCENARIOS, TORCH, Placement
from sandtable.games.shifting_sands.rules.c03_control import take_control
from sandtable.games.shifting_sands.state import ELIMINATED, UNUSED, Theatre, put, switched_on
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.events import tell

START = {"campaign": (1, 10, YEARS[0]), "sonnenblume": (4, 5, YEARS[1])}
"""4.11, 4.12, 18.0, 18.3: the turn, the victory points, and the last year whose cards are in play."""
IN_FORCE = {
    "campaign": (),
    "sonnenblume": ("poor_morale", "invasion_of_greece", "taranto_raid", "compass", "rommel"),
}
"""18.2: the events that have been played."""
DISCARDED = {"campaign": (), "sonnenblume": ("italian_fleet", "mediterranean_fleet")}
"""18.3: the cards that begin in the discards."""


def lay_out(printed: Printed, scenario: int, options: Mapping[str, str]) -> Theatre:
    """4: a scenario before its first step: units, control, points, decks, options; no frames yet."""
    state = Theatre.blank(printed)
    name = SCENARIOS[scenario]
    state.scenario = scenario
    state.options = switched_on(options)
    state.turn, state.points, _ = START[name]
    for space, side in printed.setups[name].control:
        state.control[space] = side
    for line in printed.setups[name].placements:
        _lay(state, line)
    state.events = mask_of(printed.event[key] for key in IN_FORCE[name])
    _sort_cards(state, name)
    state.rebuild()
    return state


def _lay(state: Theatre, line: Placement) -> None:
    """4.2: the counters of a line of the set-up."""
    spare = [unit for unit in ones(state.printed.pools[line.what]) if state.place[unit] == UNUSED]
    for unit in spare[: line.count]:
        state.place[unit] = line.space if line.space >= 0 else ELIMINATED
        if line.reduced:
            state.reduced |= bit(unit)


def _sort_cards(state: Theatre, name: str) -> None:
    """4.3, 18.1, 18.3: cards of later years wait; some are out of the game, and some are discarded, for all to
    see."""
    for number, card in enumerate(state.printed.cards):
        if card.year > START[name][2]:
            state.waiting |= bit(number)
        elif name == "sonnenblume" and card.out_in_sonnenblume:
            state.removed |= bit(number)
        elif card.key in DISCARDED[name]:
            lay_open(state, card.side, number)


# Torch (10.52)


def land(state: Theatre) -> None:
    """10.52: the units and control markers of Torch; the American points begin at 0."""
    setup = state.printed.setups[TORCH]
    for space in dict.fromkeys(line.space for line in setup.placements):
        units = [unit for line in setup.placements if line.space == space for unit in _take(state, line)]
        if units:
            tell(state, "landed", "10.52", units=units, at=space)
    for space, side in setup.control:
        take_control(state, space, side, "10.52i")
    state.replacements[TRACKS.index("US")] = 0


def _take(state: Theatre, line: Placement) -> Sequence[int]:
    """10.52: the counters of a line, put in their place; a battlegroup that is not left over comes from the
    Reserve box, then from the Replaceable box, or does not come at all (ruling)."""
    taken = []
    for _ in range(line.count):
        unit = _available(state, line)
        if unit is not None:
            state.reduced = state.reduced & ~bit(unit) | line.reduced << unit
            put(state, unit, line.space)
            taken.append(unit)
    return taken


def _available(state: Theatre, line: Placement) -> int | None:
    number, pool = state.printed.number, state.printed.pools[line.what]
    side = CONTROL[state.printed.owners[first(pool)]]
    for place in (UNUSED, number[f"{side}_reserve"], number[f"{side}_replaceable"]):
        for unit in ones(pool):
            if state.place[unit] == place != line.space:
                return unit
    return None
