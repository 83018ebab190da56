"""20.2: battles as the planner shows them: who fights, every factor with its rule, the column, the chances."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.drawing.board import SIDE_NAMES
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint, place_name, support_ids, unit_ids
from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c12_doctrine import panzers_in, steps_in
from sandtable.games.dark_sands.rules.c13_supports import available
from sandtable.games.dark_sands.rules.c20_combat import BATTLE
from sandtable.games.dark_sands.rules.c20_fight import Fight, defenders_at, joiners
from sandtable.games.dark_sands.rules.c20_odds import (
    AE,
    AL1,
    ASSAULT_TABLE,
    BL1,
    DE,
    DE_STAR,
    DR,
    DR_STAR,
    EX,
    HALF_EX,
    HALVES,
    NONE,
    Odds,
    Term,
    odds,
)
from sandtable.games.dark_sands.rules.c20_results import assault_loss
from sandtable.games.dark_sands.state import Sands, hexes_of, steps_of
from sandtable.games.dark_sands.verbs import ADVANCE, ATTACK, JOIN, SUPPORT
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.chances import Chance, chances
from sandtable.kernel.flow import nearest
from sandtable.kernel.scene import Combat, Factor, Outcome, Warn
from sandtable.kernel.words import phrase, say, say_count

WORDS = {
    AE: ("the attackers are eliminated", "bad"),
    AL1: ("the attacker loses a step", "bad"),
    BL1: ("both sides lose a step", "warn"),
    DR: ("the defender retreats", "good"),
    DR_STAR: ("the defender loses a step and retreats", "good"),
    HALF_EX: ("every unit loses a step", "warn"),
    EX: ("the defender is eliminated, the attacker loses as many steps", "warn"),
    DE_STAR: ("the defender is eliminated, the attacker loses a step", "good"),
    DE: ("the defender is eliminated", "good"),
}
"""20.3: what each result means, and for whom it is good."""


def combats(viewpoint: Viewpoint) -> Iterator[Combat]:
    """The battle being fought, or those that could be."""
    state = viewpoint.state
    if state.target >= 0:
        yield _aftermath(viewpoint) if is_cast(viewpoint) else _being_fought(viewpoint)
    elif viewpoint.decision == "battles":
        yield from (_possible(viewpoint, target) for target in ones(viewpoint.offered.get(ATTACK, 0)))


def _possible(viewpoint: Viewpoint, target: int) -> Combat:
    """20.0: an attack that could be made, with all units that could take part."""
    state = viewpoint.state
    able = joiners(state, target)
    found = odds(state, target, able)
    note = phrase("If all who can attack it did so, without supports")
    return _combat(viewpoint, found, attackers=able, could=(), note=note)


def _being_fought(viewpoint: Viewpoint) -> Combat:
    """20.2: the battle that has been begun; once the die is cast, what is left to do."""
    state = viewpoint.state
    found = odds_now(state)
    offered = viewpoint.offered
    units = offered.get(JOIN, 0) & ~state.attackers
    could = (*unit_ids(state, units), *support_ids(state, offered.get(SUPPORT, 0)))
    return _combat(viewpoint, found, attackers=state.attackers, could=could, decides=True)


def odds_now(state: Sands) -> Odds:
    """20.2: the odds of the battle that has been begun, as it stands."""
    return odds(
        state,
        state.target,
        state.attackers,
        contributors=state.contributors or None,
        committed=state.committed,
        table=state.table,
    )


def is_cast(viewpoint: Viewpoint) -> bool:
    """Is there a result already?"""
    if "battle" not in viewpoint.stack:
        return False
    step: int = nearest(viewpoint.state, BATTLE)[1]
    return step > BATTLE.steps.index(assault_loss)


def _aftermath(viewpoint: Viewpoint) -> Combat:
    """20.3: what the result still asks of both sides."""
    state = viewpoint.state
    active, other = state.active, 1 - state.active
    words, _ = WORDS[state.result]
    left = (
        (phrase("Steps still to lose"), state.losses[active] + state.infantry_loss, active, "20.3.2"),
        (phrase("Steps still to lose"), state.losses[other], other, "20.3.2"),
        (phrase("Hexes still to retreat"), state.retreat_left, other, "20.3.3"),
    )
    attackers, defenders = state.attackers, state.retreating or defenders_at(state, state.target, other)
    return Combat(
        id=state.printed.board.names[state.target],
        title=phrase(
            "Attack on {place}: {code}, {words}",
            place=place_name(state, state.target),
            code=RESULTS[state.result],
            words=say(words),
        ),
        attackers=unit_ids(state, attackers),
        defenders=unit_ids(state, defenders),
        could=unit_ids(state, viewpoint.offered.get(ADVANCE, 0) & ~attackers),
        attacking=active,
        cells=(state.target, *ones(hexes_of(state, attackers | defenders) & ~bit(state.target))),
        factors=(
            *(_steps_left(state, unit) for unit in ones(attackers | defenders & ~state.printed.hqs)),
            *(Factor(text, str(count), rule, side=side) for text, count, side, rule in left if count),
        ),
        decides=True,
    )


def _steps_left(state: Sands, unit: int) -> Factor:
    known = state.printed.units[unit]
    value = str(say_count("one step", "{count} steps", steps_of(state, unit)))
    return Factor(known.id, value, "20.3.2", side=known.side, piece=known.name)


def combat_of(viewpoint: Viewpoint, found: Odds) -> Combat:
    """An attack that has not been declared, for the answer to a question."""
    return _combat(viewpoint, found, attackers=found.fight.attackers, could=())


def _combat(
    viewpoint: Viewpoint,
    found: Odds,
    *,
    attackers: int,
    could: tuple[str, ...],
    note: str = "",
    decides: bool = False,
) -> Combat:
    state, fight = viewpoint.state, found.fight
    committed = [state.committed & _supports_of(state, side) for side in range(2)]
    fought = bool(fight.attackers)
    return Combat(
        id=state.printed.board.names[fight.target],
        title=phrase("Attack on {place}", place=place_name(state, fight.target)),
        attackers=(*unit_ids(state, attackers), *support_ids(state, committed[fight.attacking])),
        defenders=(*unit_ids(state, fight.defenders), *support_ids(state, committed[fight.defending])),
        could=could,
        attacking=fight.attacking,
        cells=(fight.target, *ones(hexes_of(state, attackers))),
        factors=tuple(_factors(state, found)) if fought else (),
        column=_column(found) if fought else "",
        column_rule="20.2.5" if fought else "",
        outcomes=tuple(_outcomes(state, found)) if fought else (),
        costs=tuple(_costs(viewpoint, found)) if fought else (),
        duties=() if fought else (Warn(phrase("There is no attacker yet"), "20.1", "warn"),),
        note=note,
        choice=viewpoint.choice(ATTACK, fight.target),
        decides=decides,
    )


def _supports_of(state: Sands, side: int) -> int:
    return sum(1 << number for number, support in enumerate(state.printed.supports) if support.side == side)


# Factors


def in_factors(halves: int, *, signed: bool = False) -> str:
    """Factors as they are read: 3, 2½, +1."""
    whole, rest = divmod(abs(halves), HALVES)
    sign = "-" if halves < 0 else "+" if signed else ""
    return f"{sign}{whole or ('' if rest else 0)}{'½' if rest else ''}"


def _factors(state: Sands, found: Odds) -> Iterator[Factor]:
    """20.2.2, 20.2.3: what makes both strengths; then shifts, and modifiers of the die."""
    fight = found.fight
    for side, total, words, rule in (
        (fight.attacking, found.attack, "Attack", "20.2.2"),
        (fight.defending, found.defence, "Defence", "20.2.3"),
    ):
        yield from (_term(state, fight, term) for term in found.terms if term.side == side)
        yield from _idle(state, fight, side)
        yield Factor(phrase(words), in_factors(total), rule, side=side, sums=True)
    for counted in found.anti_tank:
        why = say(counted.why)
        yield Factor(phrase("Against panzers: {why}", why=why), str(counted.value), counted.rule, "bad")
    for shift in found.shifts:
        text = phrase("{why}: columns", why=say(shift.why))
        yield Factor(text, f"{shift.value:+}", shift.rule, _tone(shift.value))
    for modifier in found.modifiers:
        text = phrase("{why}: die", why=say(modifier.why))
        yield Factor(text, f"{modifier.value:+}", modifier.rule, _tone(modifier.value))


def _tone(value: int) -> str:
    return "good" if value > 0 else "bad"


def _term(state: Sands, fight: Fight, term: Term) -> Factor:
    """A unit or a support with its factor, or what changes it."""
    units, supports = state.printed.units, state.printed.supports
    if term.unit >= 0 and term.why == "Unit":
        known = units[term.unit]
        return Factor(known.id, in_factors(term.halves), term.rule, side=term.side, piece=known.name)
    value = in_factors(term.halves, signed=True)
    tone = _tone(term.halves if term.side == fight.attacking else -term.halves)
    if term.support >= 0:
        guns = supports[term.support]
        return Factor(guns.id, value, term.rule, tone, side=term.side, piece=guns.name)
    piece = units[term.unit].name if term.unit >= 0 else ""
    return Factor(phrase(term.why), value, term.rule, tone, side=term.side, piece=piece)


def _idle(state: Sands, fight: Fight, side: int) -> Iterator[Factor]:
    """7.4: units that take part without adding anything."""
    idle = fight.attackers & ~fight.striking if side == fight.attacking else fight.defenders & ~fight.holding
    for unit in ones(idle):
        known = state.printed.units[unit]
        yield Factor(known.id, phrase("does not count"), "7.4", side=side, piece=known.name)


def _column(found: Odds) -> str:
    if found.column == NONE:
        return phrase("worse than 1-3")
    name = COLUMNS[found.column]
    return phrase("{odds}, Assault table", odds=name) if found.table == ASSAULT_TABLE else name


# Results


def _outcomes(state: Sands, found: Odds) -> Iterator[Outcome]:
    """20.2.7: each result that can come up, the best for the attacker first."""
    if found.automatic != NONE:
        rule = "20.4.1" if found.automatic == DR else "20.2.5"
        yield _outcome(state, found, Chance(found.automatic, 1.0, ()), rule)
        return
    for _, chance in sorted(chances(lambda die: found.results[die - 1]).items(), reverse=True):
        yield _outcome(state, found, chance, "20.3")


def _outcome(state: Sands, found: Odds, chance: Chance[int], rule: str) -> Outcome:
    words, tone = WORDS[chance.result]
    cost, cost_rule = _price(state, found, chance.result)
    return Outcome(
        phrase("{code}: {words}", code=RESULTS[chance.result], words=say(words)),
        chance.share,
        tone,
        cost,
        phrase("die {faces}", faces=chance.faces) if chance.rolls else phrase("no die"),
        cost_rule or rule,
    )


def _price(state: Sands, found: Odds, result: int) -> tuple[str, str]:
    """20.3: what a result costs in this battle, and the rule if it is another than that of the table."""
    fight = found.fight
    if result == AE:
        return _steps("attacker", steps_in(state, fight.attackers)), ""
    if result == EX:
        return _steps("attacker", steps_in(state, fight.holding)), ""
    if result == DE_STAR and _spared(state, fight):
        return phrase("treated as DE"), "12.7.4" if panzers_in(state, fight) else "20.3"
    if found.shock and result in (AL1, BL1, DR, DR_STAR):
        return phrase("panzer shock: the Allies lose one more step"), "12.7.3"
    if result in (DR, DR_STAR) and _may_stay(state, fight):
        return phrase("the defenders of Tobruk may ignore the retreat"), "14.1"
    return "", ""


def _steps(who: str, count: int) -> str:
    return str(say_count("{who}: one step", "{who}: {count} steps", count, who=say(who)))


def _spared(state: Sands, fight: Fight) -> bool:
    """12.7.4: panzers, or an attack on a lone garrison, lose nothing on DE*."""
    return bool(panzers_in(state, fight)) or not fight.defenders & ~state.printed.garrisons


def _may_stay(state: Sands, fight: Fight) -> bool:
    """14.1: in 1941 the Allies in the forts of Tobruk ignore retreats."""
    in_fort = state.printed.ground.tobruk >> fight.target & 1
    return bool(in_fort) and fight.defending == ALLIED and state.printed.turns[state.turn].year == 1941


def _costs(viewpoint: Viewpoint, found: Odds) -> Iterator[Warn]:
    """What is lost whatever the die, and what the enemy could still commit."""
    state = viewpoint.state
    if found.table == ASSAULT_TABLE:
        yield Warn(phrase("The Assault table costs one more infantry step"), "12.6", "warn")
    if found.shock:
        yield Warn(phrase("Panzer shock: infantry without anti-tank factors"), "12.7.3")
    if viewpoint.decision in ("attack", "support", "attach", "table"):
        others = available(state, found.fight.defending)
        if others:
            words = phrase("The {side} can still commit these", side=say(SIDE_NAMES[found.fight.defending]))
            yield Warn(words, "13.1", "warn", support_ids(state, others))
