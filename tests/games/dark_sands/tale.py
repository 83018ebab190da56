"""The example of play retold: moves, attacks and dice as its text gives them, through the real game."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.calendar import COLUMNS
from sandtable.games.dark_sands.printed.counters import written
from sandtable.games.dark_sands.rules.c19_reach import route
from sandtable.games.dark_sands.rules.c20_combat import odds_of
from sandtable.games.dark_sands.state import BOXES_OFF_MAP, SUPPORT_STATES, Sands
from tests.games.dark_sands.cups import draw, drawing
from tests.games.dark_sands.desert import DATA, HEX, decision, number, play

DICE = ("border-check", "end-check")


def compass() -> Sands:
    """The Compass scenario as it begins."""
    return GAME.start("compass")


def take(state: Sands, chit: str, *others: str, side: str = "") -> Sands:
    """A chit is drawn from a cup with these others; a combined one is used for one of its sides."""
    drawing(state, chit, *(others or ("logistics-1",)))
    draw(state, chit)
    if side:
        play(state, side)
    return state


def gather(state: Sands, *units: str) -> None:
    play(state, *(f"unit:{written(unit)}" for unit in units))


def go(state: Sands, unit: str, *goals: str, extended: bool = False, dice: Iterable[str] = ()) -> None:
    """A unit moves to these places, one after the other, and stops; the dice are those of extended movement."""
    rolls = iter(dice)
    gather(state, unit)
    if extended:
        play(state, "extended")
    for goal in goals:
        for step in way_to(state, unit, goal):
            roll(state, rolls)
            play(state, step)
    roll(state, rolls)
    if decision(state) == "group":
        play(state, "stop")
    roll(state, rolls)
    assert not list(rolls), "a die was not needed"


def way_to(state: Sands, unit: str, goal: str) -> list[str]:
    """The steps of a unit that has been gathered."""
    way = route(state, 1 << number(unit), HEX[goal])
    assert way, f"{unit} cannot go to {goal}"
    return [GAME.write(state, step) for step in way]


def roll(state: Sands, rolls: Iterable[str]) -> None:
    if decision(state) in DICE:
        play(state, next(iter(rolls)))


def engage(
    state: Sands, place: str, *units: str, supports: Iterable[str] = (), against: Iterable[str] = ()
) -> str:
    """These units attack a hex, with these supports of theirs and of the defender: the odds and the modifier."""
    play(state, f"attack:{place}", *(f"join:{written(unit)}" for unit in units), "done")
    for committed in (supports, against):
        play(state, *(f"support:{written(name)}" for name in committed))
        if decision(state) == "support":
            play(state, "done")
    assert decision(state) == "combat-roll"
    odds = odds_of(state)
    return f"{odds.attack / 2:g} to {odds.defence / 2:g}, {COLUMNS[odds.column]}, {odds.die:+}"


def fight(state: Sands, die: int) -> str:
    """The die is rolled: the result."""
    (rolled,) = [event for event in play(state, str(die)) if event.kind == "rolled"]
    return str(rolled.arguments["result"])


def stay(state: Sands) -> None:
    """Nobody advances."""
    while decision(state) == "advance":
        play(state, "done")


def support(state: Sands, name: str) -> str:
    return SUPPORT_STATES[state.supports[DATA.nouns["support"].index(written(name))]]


def boxes_of(state: Sands, *units: str) -> list[str]:
    """Where units are that are not on the map."""
    return [BOXES_OFF_MAP[-1 - state.place[number(unit)]] for unit in units]


def idle(state: Sands) -> None:
    """Whatever a chit allows is left undone; reinforcements enter at the first place there is."""
    while decision(state) in ("moves", "battles", "activation", "arrivals", "arrival"):
        choices = GAME.legal(state)
        play(state, GAME.write(state, choices[0] if decision(state).startswith("arrival") else choices[-1]))
