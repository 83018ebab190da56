"""What a player may ask: how far units go, what supplies them, what an attack would bring, where they retreat."""

from __future__ import annotations

from sandtable.games.shifting_sands.drawing.attacks import bases, odds_against, show_odds, show_target
from sandtable.games.shifting_sands.drawing.journeys import (
    costs,
    possible,
    show_possible,
    show_reach,
    show_way,
    way,
)
from sandtable.games.shifting_sands.drawing.retreats import havens, show_havens
from sandtable.games.shifting_sands.drawing.supply import line_of, show_line, show_supply, supply_of_spaces
from sandtable.kernel.game import Question

QUESTIONS = {
    "reach": Question(
        "Where a unit can go, and what it costs", ("unit",), costs, show_reach, "selection", "Reach"
    ),
    "route": Question(
        "The choices that take a unit to a space", ("unit", "space"), way, show_way, "route", "Go there"
    ),
    "target": Question(
        "How a unit could attack the enemies in a space", ("unit", "space"), bases, show_target, "target", "Attack"
    ),
    "odds": Question(
        "The chances of an attack on a space by all enemies next to it",
        ("space",),
        odds_against,
        show_odds,
        title="Odds",
    ),
    "possible": Question("How far a unit could move", ("unit",), possible, show_possible, title="Could go"),
    "retreats": Question(
        "Where the units in a space could retreat", ("space",), havens, show_havens, title="Retreats"
    ),
    "line": Question("The line of supply of a unit", ("unit",), line_of, show_line, title="Supply line"),
    "supply": Question(
        "What supply each space gives to the side that controls it",
        (),
        supply_of_spaces,
        show_supply,
        "overlay",
        "Supply",
    ),
}
