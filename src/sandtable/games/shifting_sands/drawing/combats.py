"""11: battles as the planner shows them: who fights, both fires item by item with their rules, and the chances."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.drawing.outlook import Result, outlook
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint, place_name, unit_ids
from sandtable.games.shifting_sands.notation.words import unit_name
from sandtable.games.shifting_sands.printed.tables import DIVISION
from sandtable.games.shifting_sands.rules.c11_attack import joiners
from sandtable.games.shifting_sands.rules.c11_battles import called_off, fire_is_over
from sandtable.games.shifting_sands.rules.c11_fight import Fight, fight_of, planned, why_no_flank
from sandtable.games.shifting_sands.rules.c11_fire import Fire, Item, fire
from sandtable.games.shifting_sands.rules.c11_flank import SUCCESS, flank_modifier
from sandtable.games.shifting_sands.rules.c11_results import is_overrun, margin, shortened_by
from sandtable.games.shifting_sands.state import FLANK_FAILED, FLANK_WON, NO_FLANK, Theatre, face
from sandtable.games.shifting_sands.verbs import ADVANCE, ATTACK, JOIN
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Combat, Factor, Outcome, Warn
from sandtable.kernel.words import Message, phrase, say, say_count

DIE = 6
RESULTS: dict[Result, tuple[str, str, str, str]] = {
    Result.OVERRUN: ("Overrun", "good", "every defender loses a step and is thrown back", "11.47"),
    Result.ROUT: ("Attacker wins by two or more", "good", "the defender retreats two spaces", "11.52"),
    Result.RETREAT: ("Attacker wins by one", "good", "the defender retreats one space", "11.52"),
    Result.DRAWN: ("Nobody wins", "warn", "both discard their combat cards", "11.282"),
    Result.REPELLED: ("Defender wins", "bad", "the attacker is repelled", "11.282"),
}
"""What it is called, for whom it is good, what it means, by which rule."""


def combats(viewpoint: Viewpoint) -> Iterator[Combat]:
    """The battle being fought, or those that could be."""
    state = viewpoint.state
    if state.target >= 0:
        yield _aftermath(viewpoint) if all(state.fired) or fire_is_over(state) else _being_fought(viewpoint)
        return
    for target in ones(viewpoint.offered.get(ATTACK, 0)):
        able = joiners(state, viewpoint.side, target)
        note = phrase("If all who can attack it did so, without combat cards")
        yield combat_of(viewpoint, planned(state, able, target), note=note)


def _being_fought(viewpoint: Viewpoint) -> Combat:
    """11.2: the battle that has been begun."""
    state = viewpoint.state
    could = unit_ids(state, viewpoint.offered.get(JOIN, 0) & ~state.attackers)
    return combat_of(viewpoint, fight_of(state), could=could, decides=True)


def combat_of(
    viewpoint: Viewpoint,
    fight: Fight,
    *,
    could: tuple[str, ...] = (),
    note: str = "",
    decides: bool = False,
) -> Combat:
    """A battle before its dice. Beside each result stand the loss numbers, those of the attacker first."""
    state = viewpoint.state
    both = [fire(state, fight, side) for side in range(2)]
    attack, defence = both[fight.attacking], both[fight.defending]
    fought = bool(fight.attackers)
    return Combat(
        id=state.printed.spaces[fight.target].word,
        title=phrase("Attack on {place}", place=place_name(state, fight.target)),
        attackers=unit_ids(state, fight.attackers),
        defenders=unit_ids(state, fight.defenders),
        could=could,
        attacking=fight.attacking,
        cells=(fight.target, *ones(fight.origins)),
        factors=(
            (*_factors(state, fight, attack), *_factors(state, fight, defence), *_flank(state, fight))
            if fought
            else ()
        ),
        column=f"{_column(attack)} : {_column(defence)}" if fought else "",
        column_rule="11.27" if fought else "",
        outcomes=tuple(_outcomes(state, fight)) if fought else (),
        costs=tuple(_remarks(state, fight)) if fought else (),
        duties=() if fought else (Warn(phrase("There is no attacker yet"), "11.22", "warn"),),
        note=note
        or (phrase("Beside each result: the loss numbers of both sides, the attacker's first") if fought else ""),
        choice=viewpoint.choice(ATTACK, fight.target),
        decides=decides,
    )


# What makes the fire


def _factors(state: Theatre, fight: Fight, found: Fire) -> Iterator[Factor]:
    """11.24 to 11.27: the strength, the column and the die of a side, each item with its rule."""
    side = found.side
    for term in found.terms:
        yield _term(state, fight, found, term)
    yield from _idle(state, fight, side)
    yield Factor(phrase("Strength"), str(found.strength), "11.24", side=side, sums=True)
    for shift in found.shifts:
        text = phrase("{why}: column", why=say(shift.why))
        yield Factor(text, f"{shift.value:+}", shift.rule, _tone(fight, side, shift.value), side)
    for modifier in found.modifiers:
        text = phrase("{why}: die", why=say(modifier.why))
        yield Factor(text, f"{modifier.value:+}", modifier.rule, _tone(fight, side, modifier.value), side)
    yield Factor(phrase(TABLE_NAMES[found.table == DIVISION]), found.title, "11.27", side=side, sums=True)


TABLE_NAMES = ("Battlegroup table", "Division table")


def _term(state: Theatre, fight: Fight, found: Fire, term: Item) -> Factor:
    """A unit with its factor, or the fort."""
    if term.unit >= 0:
        known = state.printed.units[term.unit]
        name = unit_name(state.printed, term.unit)
        return Factor(name, str(term.value), term.rule, side=found.side, piece=known.id)
    tone = _tone(fight, found.side, term.value)
    return Factor(phrase(term.why), f"{term.value:+}", term.rule, tone, found.side)


def _idle(state: Theatre, fight: Fight, side: int) -> Iterator[Factor]:
    """11.57: units that have retreated in this action add nothing."""
    for unit in ones(fight.defenders & ~fight.holding) if side == fight.defending else ():
        name = unit_name(state.printed, unit)
        yield Factor(name, phrase("does not count"), "11.57", side=side, piece=state.printed.units[unit].id)


def _tone(fight: Fight, side: int, value: int) -> str:
    """Good or bad for the attacker."""
    return "good" if (value > 0) == (side == fight.attacking) else "bad"


def _column(found: Fire) -> str:
    return f"{'D' if found.table == DIVISION else 'B'} {found.title}"


def _flank(state: Theatre, fight: Fight) -> Iterator[Factor]:
    """11.33: the chance of a flank attack, while it can still be tried."""
    if state.flank == NO_FLANK and not any(state.fired) and why_no_flank(state, fight) is None:
        needed = max(1, SUCCESS - flank_modifier(fight))
        share = round(100 * (DIE + 1 - needed) / DIE)
        yield Factor(phrase("A flank attack succeeds on {least} or more", least=needed), f"{share} %", "11.33")


# What may come of it


def _outcomes(state: Theatre, fight: Fight) -> Iterator[Outcome]:
    """11.28, 11.282: who wins, how likely that is, with which loss numbers on both sides, and what it means."""
    for result, chance in outlook(state, fight).items():
        words, tone, meaning, rule = RESULTS[result]
        if result == Result.ROUT and (card := _halts_retreat(state, fight)):
            meaning, rule = RESULTS[Result.RETREAT][2], card
        numbers = phrase("{inflicted} : {taken}", inflicted=_span(chance.inflicted), taken=_span(chance.taken))
        yield Outcome(phrase(words), chance.share, tone, phrase(meaning), numbers, rule)


def _halts_retreat(state: Theatre, fight: Fight) -> str:
    """The card played into this battle with which a retreat ends after one space, or nothing."""
    return shortened_by(state) if state.target == fight.target else ""


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _remarks(state: Theatre, fight: Fight) -> Iterator[Warn]:
    """11.34, 11.57, X23: what else is worth knowing before the dice."""
    if state.flank == FLANK_WON:
        yield Warn(phrase("Flanked: the defender loses first, and fires with what is left"), "11.341", "good")
    elif state.flank == FLANK_FAILED:
        yield Warn(phrase("The flank attack failed: the attacker loses first"), "11.342", "bad")
    elif "88mm_flak_guns" in fight.cards:
        yield Warn(phrase("88mm FLAK: the attacker loses first, and fires with what is left"), "X23", "bad")
    retreated = fight.defenders & ~fight.holding
    if retreated:
        words = phrase("Any loss number eliminates units that have retreated in this action")
        yield Warn(words, "11.57", "good", unit_ids(state, retreated))


# After the dice


def _aftermath(viewpoint: Viewpoint) -> Combat:
    """11.28: the loss numbers, and what is left to do."""
    state = viewpoint.state
    fight = fight_of(state)
    inflicted, taken = state.fire[fight.attacking], state.fire[fight.defending]
    return Combat(
        id=state.printed.spaces[fight.target].word,
        title=phrase("Attack on {place}: {result}", place=place_name(state, fight.target), result=_verdict(state)),
        attackers=unit_ids(state, fight.attackers),
        defenders=unit_ids(state, fight.defenders),
        could=unit_ids(state, viewpoint.offered.get(ADVANCE, 0) & ~fight.attackers),
        attacking=fight.attacking,
        cells=(fight.target, *ones(fight.origins)),
        factors=(
            *(_steps_left(state, unit) for unit in ones(fight.attackers | fight.defenders)),
            Factor(phrase("Suffers"), str(taken), "11.41", side=fight.attacking, sums=True),
            Factor(phrase("Suffers"), str(inflicted), "11.41", side=fight.defending, sums=True),
        ),
        decides=True,
    )


def _verdict(state: Theatre) -> Message:
    """11.282, 11.47, 11.551."""
    if called_off(state):
        return say("the defender disengages")
    if is_overrun(state):
        return say("overrun")
    ahead = margin(state)
    if not ahead:
        return say("nobody wins")
    return say("the attacker wins") if ahead > 0 else say("the defender wins")


def _steps_left(state: Theatre, unit: int) -> Factor:
    known = state.printed.units[unit]
    steps = 1 if state.reduced >> unit & 1 else 2
    value = say_count(
        "one step, worth {loss}", "{count} steps, each worth {loss}", steps, loss=face(state, unit).loss
    )
    name = unit_name(state.printed, unit)
    return Factor(name, str(value), "11.42", side=known.side, piece=known.id)
