"""The battle being decided, as the planner shows it: every factor with its clause, the column, the chances."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.chances import chances
from sandtable.kernel.flow import nearest
from sandtable.kernel.scene import Combat, Factor, Outcome, Warn
from sandtable.kernel.words import phrase, say
from twocoasts.rules.c06_battle import AL, BATTLE, DL, DR, EX, NE, attacker_loses
from twocoasts.rules.c06_odds import Odds, odds
from twocoasts.rules.c07_supply import unsupplied
from twocoasts.state import Coasts, units_in

RESULTS = {
    NE: ("No effect", "", ""),
    AL: ("The attacker loses a unit", "bad", "one attacker"),
    EX: ("Both lose a unit", "warn", "one unit each"),
    DR: ("The defender retreats", "good", ""),
    DL: ("The defender loses a unit and retreats", "good", "one defender"),
}


def battle_of(state: Coasts) -> tuple[int, int] | None:
    """The side that attacks, and the place."""
    if not any(frame[0] == BATTLE.number for frame in state.frames):
        return None
    frame = nearest(state, BATTLE)
    return BATTLE.attacker(frame), BATTLE.place(frame)


def combats(state: Coasts) -> Iterator[Combat]:
    """6: nothing is left to plan once the die has been rolled."""
    battle = battle_of(state)
    if battle is None or nearest(state, BATTLE)[1] > BATTLE.steps.index(attacker_loses):
        return
    side, place = battle
    found = odds(state, side, place)
    column, faces = state.printed.odds[found.column]
    defenders = units_in(state, 1 - side, place)
    yield Combat(
        id=state.printed.map.names[place],
        title=phrase("Attack on {place}", place=state.printed.map.places[place].title),
        attackers=_named(state, state.attackers),
        defenders=_named(state, defenders),
        attacking=side,
        cells=(place, *sorted({state.where[unit] for unit in ones(state.attackers)})),
        factors=tuple(_factors(state, side, defenders, found)),
        column=column,
        column_rule="6.3",
        outcomes=tuple(_outcomes(faces)),
        costs=tuple(_costs(state, side)),
        decides=True,
    )


def _named(state: Coasts, units: int) -> tuple[str, ...]:
    return tuple(state.printed.units[unit] for unit in ones(units))


def _factors(state: Coasts, side: int, defenders: int, found: Odds) -> Iterator[Factor]:
    yield from _strengths(state, state.attackers, side)
    yield Factor(phrase("Attack"), str(found.attack), "6.3", side=side, sums=True)
    yield from _strengths(state, defenders, 1 - side)
    if found.fort:
        yield Factor(phrase("Fort"), f"+{found.fort}", "6.3", "bad", 1 - side)
    if found.dug:
        yield Factor(phrase("Dug in"), f"+{found.dug}", "4.6", "bad", 1 - side)
    yield Factor(phrase("Defence"), str(found.defence), "6.3", side=1 - side, sums=True)
    for shift in found.shifts:
        text = phrase("{why}: columns", why=say(shift.why)).capitalize()
        yield Factor(text, f"{shift.columns:+}", shift.rule, "good" if shift.columns > 0 else "bad")


def _strengths(state: Coasts, units: int, side: int) -> Iterator[Factor]:
    for unit in ones(units):
        name = state.printed.units[unit]
        yield Factor(name, str(state.printed.kinds[unit].strength), "6.3", side=side, piece=name)


def _outcomes(faces: tuple[int, ...]) -> Iterator[Outcome]:
    for result, chance in sorted(chances(lambda die: faces[die - 1]).items()):
        words, tone, cost = RESULTS[result]
        rolls = phrase("die {faces}", faces=chance.faces)
        yield Outcome(phrase(words), chance.share, tone, phrase(cost) if cost else "", rolls, "6.5")


def _costs(state: Coasts, side: int) -> Iterator[Warn]:
    """7.2: what is lost for good."""
    if hungry := _named(state, state.attackers & unsupplied(state, side)):
        words = phrase("{units} out of supply: whoever is lost is out of the game", units=", ".join(hungry))
        yield Warn(words, "7.2")
