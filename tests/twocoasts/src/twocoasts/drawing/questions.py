"""What a player may ask: how far a stack goes and by which way, where supply reaches, what a card can do now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.boards import cheapest, path_to
from sandtable.kernel.answers import no_route, reach_answer, route_answer, shades, tints_by_side
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import Message, phrase, say
from twocoasts.notation.words import place_name
from twocoasts.printed.data import FIRE, RECRUIT
from twocoasts.rules.c03_activation import ACTIVE
from twocoasts.rules.c04_movement import MOVE
from twocoasts.rules.c04_reach import able, allowance, companions, steps_from, why_not_able
from twocoasts.rules.c06_battle import targets
from twocoasts.rules.c07_supply import supplied
from twocoasts.rules.c08_cards import landings
from twocoasts.state import Coasts, in_play, place_of, within
from twocoasts.verbs import TO, UNIT, VERBS

# Movement


def movers(state: Coasts, units: Sequence[int]) -> int:
    """4.1: who would move if these units were moved now, as one; nobody if they cannot."""
    asked, side = mask_of(units), state.printed.owners[units[0]]
    top = state.frames[-1] if state.frames else (-1,)
    if top[0] == ACTIVE.number and ACTIVE.side(state, top) == side:
        together = within(state, asked, bit(max(state.where[units[0]], 0)))
        return asked if together == asked & able(state, side) == asked else 0
    if top[0] == MOVE.number and MOVE.side(state, top) == side:
        return 0 if asked & ~(state.stack | companions(state, side)) else state.stack | asked
    return 0


def reach(state: Coasts, units: Sequence[int]) -> dict[int, tuple[int, int]]:
    """4.2: where units that move as one can go, with what that costs and the place before it."""
    stack = movers(state, units)
    if not stack:
        return {}
    side, start = state.printed.owners[units[0]], place_of(state, stack)
    home = state.printed.map.reserves[side]

    def onward(place: int) -> Sequence[tuple[int, int]]:
        return () if place == home != start else tuple(steps_from(state, side, place))

    return cheapest([start], allowance(state, stack) - state.spent, onward)


def way(state: Coasts, units: Sequence[int], place: int) -> list[Choice]:
    """4.1, 4.2: the choices that gather these units and take them to a place by the cheapest way."""
    tree = reach(state, units)
    if place not in tree or not tree[place][0]:
        return []
    joining = [unit for unit in units if not state.stack >> unit & 1]
    return [*(pack(UNIT, unit) for unit in joining), *(pack(TO, step) for step in path_to(tree, place)[1:])]


def show_reach(state: Coasts, units: Sequence[int]) -> Answer:
    """Next to an enemy is a warning: there the stack could be fired at."""
    side = state.printed.owners[units[0]]
    costs = {place: cost for place, (cost, _) in reach(state, units).items() if cost}
    words = say("Where {units} can go", units=_names(state, units))
    legend = {"good": say("in reach, with its cost"), "warn": say("next to enemies")}

    def tone(place: int) -> str:
        return "warn" if targets(state, side, place) else "good"

    return reach_answer(words, costs, tone, legend)


def show_way(state: Coasts, units: Sequence[int], place: int) -> Answer:
    run, goal = way(state, units, place), place_name(state.printed, place)
    if not run:
        return no_route(_names(state, units), goal, _why_they_stay(state, units))
    return route_answer(state, run, VERBS, start=state.where[units[0]], goal=goal, cells="place")


def _why_they_stay(state: Coasts, units: Sequence[int]) -> tuple[str, Message]:
    if movers(state, units):
        return "4.2", say("that is out of reach")
    side = state.printed.owners[units[0]]
    staying = [unit for unit in units if not able(state, side) >> unit & 1]
    if staying:
        return why_not_able(state, side, staying[0])
    return "4.1", say("no stack of these units moves now")


def _names(state: Coasts, units: Sequence[int]) -> str:
    return ", ".join(state.printed.units[unit] for unit in units)


def of_one(show: Callable[..., Answer]) -> Callable[..., Answer]:
    """The same answer for a single unit."""
    return lambda state, unit, *places: show(state, [unit], *places)


# Attacks, supply, cards


def chance_to_attack(state: Coasts, unit: int, place: int) -> list[int]:
    """6.1: the places from which a unit could attack another place now."""
    enemies = state.held[1 - state.printed.owners[unit]] & in_play(state)
    if not enemies >> place & 1:
        return []
    side = state.printed.owners[unit]
    return [spot for spot in reach(state, [unit]) if targets(state, side, spot) >> place & 1]


def show_target(state: Coasts, unit: int, place: int) -> Answer:
    spots = chance_to_attack(state, unit, place)
    names = {"unit": state.printed.units[unit], "place": place_name(state.printed, place)}
    if not spots:
        return Answer(text=phrase("{unit} cannot attack {place} now", **names), rule="6.1")
    words = "{unit} can attack {place} from where the arrows begin"
    return Answer(text=phrase(words, **names), ways=tuple((spot, place) for spot in spots), rule="6.1")


def fed(state: Coasts) -> list[int]:
    """7.1: the places in supply, by side."""
    return [supplied(state, side) for side in range(2)]


def show_supply(state: Coasts) -> Answer:
    return Answer(text=phrase("Where each side is in supply"), cells=tints_by_side(fed(state)), rule="7.1")


def show_card(state: Coasts, card: int) -> Answer:
    """8.2: what is printed on a card, and where recruits could land with it now: for either side."""
    face, cells = state.printed.cards[card], list[Tint]()
    words = [phrase("{title}, value {value}.", title=say(face.title), value=face.value), *map(phrase, face.text)]
    if RECRUIT in face.uses:
        cells = [Tint(place, tone=str(side)) for side in range(2) for place in ones(landings(state, side))]
        words.append(phrase("Recruits could land in the ports that are marked."))
    if FIRE in face.uses and state.stack:
        cells.append(Tint(place_of(state, state.stack), tone="warn"))
    legend = shades({"warn": say("could be fired at")}) if any(tint.tone == "warn" for tint in cells) else ()
    return Answer(text=" ".join(words), cells=tuple(cells), legend=legend, rule="8.2")


def uses(state: Coasts, card: int) -> list[str]:
    return list(state.printed.cards[card].uses)


QUESTIONS = {
    "reach": Question(
        "Where a unit can go, and what it costs",
        ("unit",),
        lambda state, unit: {place: cost for place, (cost, _) in reach(state, [unit]).items()},
        of_one(show_reach),
        use="selection",
        title="Reach",
        together=show_reach,
    ),
    "route": Question(
        "The choices that move a unit to a place",
        ("unit", "place"),
        lambda state, unit, place: way(state, [unit], place),
        of_one(show_way),
        use="route",
        title="Go there",
        together=show_way,
    ),
    "target": Question(
        "From where a unit can attack a place",
        ("unit", "place"),
        chance_to_attack,
        show_target,
        use="target",
        title="Attack",
    ),
    "supply": Question("The places in supply, by side", (), fed, show_supply, use="overlay", title="Supply"),
    "card": Question("What a card can be played for", ("card",), uses, show_card, title="Card"),
}
