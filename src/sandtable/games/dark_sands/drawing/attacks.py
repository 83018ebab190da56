"""What a player may ask about attacks: the odds against a hex, and from where a unit could attack it."""

from __future__ import annotations

from sandtable.games.dark_sands.drawing.combats import combat_of
from sandtable.games.dark_sands.drawing.journeys import costs
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint, place_name
from sandtable.games.dark_sands.printed.calendar import COLUMNS
from sandtable.games.dark_sands.rules.c20_fight import defenders_at
from sandtable.games.dark_sands.rules.c20_odds import NONE, Odds, odds
from sandtable.games.dark_sands.state import Sands, bypass_built, hexes_of, units_in
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import phrase


def around(state: Sands, place: int) -> int:
    """20.1: the hexes from which a hex can be attacked."""
    return state.printed.ground.open_to[bypass_built(state)][place]


def odds_against(state: Sands, place: int) -> Odds | None:
    """20.2: the odds if all enemies next to a hex attacked it, without supports, whichever side is to act."""
    for side in range(2):
        attackers = units_in(state, around(state, place), side) & state.printed.zoned
        if attackers and defenders_at(state, place, 1 - side):
            return odds(state, place, attackers)
    return None


def show_odds(state: Sands, place: int) -> Answer:
    found = odds_against(state, place)
    if found is None:
        words = phrase("No unit in {place} has an enemy next to it", place=place_name(state, place))
        return Answer(text=words, rule="20.1")
    column = phrase("worse than 1-3") if found.column == NONE else COLUMNS[found.column]
    apart = state.copy()
    apart.clear("battle")
    return Answer(
        text=phrase("All units next to it attack at {odds}, without supports", odds=column),
        cells=(
            Tint(place, column, "warn"),
            *(
                Tint(there, tone=str(found.fight.attacking))
                for there in ones(hexes_of(state, found.fight.attackers))
            ),
        ),
        combat=combat_of(Viewpoint(apart, (), {}), found),
        rule="20.2.5",
    )


def beside(state: Sands, unit: int, place: int) -> list[int]:
    """20.1: where a unit could stand to attack a hex: where it is, or where it can go in this action."""
    side = state.printed.owners[unit]
    if not defenders_at(state, place, 1 - side) or not state.printed.zoned >> unit & 1:
        return []
    reached = [state.place[unit], *costs(state, [unit])]
    return [spot for spot in reached if spot >= 0 and around(state, place) & bit(spot)]


def show_target(state: Sands, unit: int, place: int) -> Answer:
    spots = beside(state, unit, place)
    names = {"unit": state.printed.units[unit].id, "place": place_name(state, place)}
    if not spots:
        return Answer(text=phrase("{unit} cannot come next to {place} now", **names), rule="20.1")
    words = "{unit} could attack {place} from where the arrows begin"
    return Answer(text=phrase(words, **names), ways=tuple((spot, place) for spot in spots), rule="20.1")
