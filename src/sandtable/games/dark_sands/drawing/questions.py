"""What a player may ask: how far units go, which hexes are in whose zones, in supply, in range."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.dark_sands.drawing.attacks import beside, odds_against, show_odds, show_target
from sandtable.games.dark_sands.drawing.journeys import costs, show_reach, show_way, way
from sandtable.games.dark_sands.drawing.supply import line_of, roads, show_line, show_supply
from sandtable.games.dark_sands.drawing.viewpoint import unit_names
from sandtable.games.dark_sands.rules.c08_zones import uncontested, zones
from sandtable.games.dark_sands.rules.c11_headquarters import in_range
from sandtable.games.dark_sands.state import Sands, on_map
from sandtable.kernel.answers import shades, tints_by_side
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import phrase, say


def of_one(show: Callable[..., Answer]) -> Callable[..., Answer]:
    """The same answer for a single unit."""
    return lambda state, unit, *places: show(state, [unit], *places)


# Headquarters


def ranges(state: Sands) -> list[int]:
    """11.0: by side the hexes in the range of a headquarters that is not out of supply."""
    found = [0, 0]
    for unit in ones(_working(state)):
        found[state.printed.owners[unit]] |= in_range(state, unit)
    return found


def _working(state: Sands) -> int:
    """10.2.1: headquarters that are out of supply can do nothing."""
    return on_map(state, state.printed.hqs & ~state.oos)


def show_ranges(state: Sands) -> Answer:
    working = _working(state)
    if not working:
        return Answer(text=phrase("No headquarters in supply is on the map"), rule="11.0")
    text = phrase("In range of {hqs}", hqs=unit_names(state, working))
    return Answer(text=text, cells=tints_by_side(ranges(state)), rule="11.0")


# Zones


def all_zones(state: Sands) -> list[int]:
    """8.0: by side the hexes in the zones of its units."""
    return [zones(state, side) for side in range(2)]


def show_zones(state: Sands) -> Answer:
    """8.1: zones in the colour of their side, but for those with units of the other side in them."""
    cells, legend = list[Tint](), {"warn": say("contested: in an enemy zone, with units in it")}
    for side, found in enumerate(all_zones(state)):
        free = uncontested(state, 1 - side)
        cells += [Tint(place, tone=str(side) if free >> place & 1 else "warn") for place in ones(found)]
    shown = any(tint.tone == "warn" for tint in cells)
    text = phrase("The zones of both sides")
    return Answer(text=text, cells=tuple(cells), legend=shades(legend if shown else {}), rule="8.1")


QUESTIONS = {
    "reach": Question(
        "Where units can go, and what it costs",
        ("unit",),
        lambda state, unit: costs(state, [unit]),
        of_one(show_reach),
        use="selection",
        title="Reach",
        together=show_reach,
    ),
    "route": Question(
        "The choices that move units to a hex",
        ("unit", "hex"),
        lambda state, unit, place: way(state, [unit], place),
        of_one(show_way),
        use="route",
        title="Go there",
        together=show_way,
    ),
    "target": Question(
        "From where a unit could attack the enemies in a hex",
        ("unit", "hex"),
        beside,
        show_target,
        use="target",
        title="Attack",
    ),
    "odds": Question(
        "The odds of an attack on a hex by all units next to it", ("hex",), odds_against, show_odds, title="Odds"
    ),
    "supply": Question(
        "The roads that lead to the sources of each side", (), roads, show_supply, use="overlay", title="Supply"
    ),
    "line": Question("The line of supply of a unit", ("unit",), line_of, show_line, title="Supply line"),
    "zones": Question(
        "The hexes in the zones of each side", (), all_zones, show_zones, use="overlay", title="Zones"
    ),
    "ranges": Question(
        "The hexes in range of headquarters, by side", (), ranges, show_ranges, use="overlay", title="HQ ranges"
    ),
}
