"""Battles for the planner: what the odds are made of, supply, retreats, duties, and the chances of the die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.afrika_korps.drawing.duties import left_after, overstacking, unmet_duties
from sandtable.games.afrika_korps.drawing.viewpoint import Viewpoint
from sandtable.games.afrika_korps.notation.words import RESULTS, odds_name, unit_name, unit_names
from sandtable.games.afrika_korps.printed.data import AB2, AE, DB2, DE, EX, OVER_SIX_TO_ONE, RESULT_NAMES, Printed
from sandtable.games.afrika_korps.rules.c07_combat import AFTERMATH, FIGHT, automatic, why_no_die
from sandtable.games.afrika_korps.rules.c07_exchange import exchange_factors, pool_of
from sandtable.games.afrika_korps.rules.c07_retreat import safe_hexes
from sandtable.games.afrika_korps.rules.c08_contact import contact, rest_of, units_in
from sandtable.games.afrika_korps.rules.c08_declaration import FORM_BATTLE, begin_battle
from sandtable.games.afrika_korps.rules.c09_automatic_victory import BLOCKERS, NAME_SUPPLY, VICTORY, unfed
from sandtable.games.afrika_korps.rules.c09_surrounding import can_retreat, is_victory, odds_against
from sandtable.games.afrika_korps.rules.c11_second_attack import are_lone_fugitives
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor, enemies_to_attack, obligations_on
from sandtable.games.afrika_korps.rules.c14_supply import areas_fed, needs_supply
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    CAPTOR,
    FOUGHT,
    SURROUNDED,
    Position,
    combat_units_at,
    hexes_of,
    standing_victories,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import BATTLE, BLOCK, CAPTURE, TARGET, WITH
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.chances import Chance, chances
from sandtable.kernel.scene import NOWHERE, Combat, Factor, Outcome, Warn
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import phrase

# Decisions about one battle, and those about all that are still to be fought.
VICTORY_DECISIONS = ("declare-victory", "name-blockers", "name-supply")
ONE_BATTLE = ("form-battle", "join-victory", "support", "fight", "combat-die")
ALL_BATTLES = ("declare-battles", "choose-captor", "choose-battle", "destroy-supply")
DECLARING = ("declare-battles", "form-battle", "join-victory", "choose-captor", "support")

TONES = {AE: "bad", AB2: "bad", EX: "warn", DB2: "good", DE: "good"}


class Fight(NamedTuple):
    """An attack, as far as it is known: being declared, formed, or waiting for its die."""

    id: str
    title: str
    attackers: int
    defenders: int
    supports: int = 0
    blockers: int = 0
    battle: int = NOWHERE
    """Its number among the battles, if it has one."""
    as_victory: bool = False
    """Is it, or may it become, an automatic victory?"""


def combats(viewpoint: Viewpoint) -> Iterator[Combat]:
    """Everything about the battles, the most urgent first: what is being decided, then the battles that wait."""
    if not viewpoint.stack:
        return
    deciding = [*exchange(viewpoint), *(combat_of(viewpoint, fight) for fight in fights(viewpoint))]
    duties = [*duties_of(viewpoint)]
    first = [*duties, *deciding] if viewpoint.decision == "declare-battles" else [*deciding, *duties]
    yield from (replace(combat, decides=True) for combat in first)
    shown = {combat.id for combat in first}
    yield from (combat for combat in waiting(viewpoint) if combat.id not in shown)


def waiting(viewpoint: Viewpoint) -> Iterator[Combat]:
    """The battles still to be fought, and the supply still to be taken (15.2.3, 15.3.2.2)."""
    state = viewpoint.state
    for index in unfought(viewpoint):
        if state.attackers[index]:
            yield combat_of(viewpoint, fight_of(state, index))
    for captor in state.captors:
        supply, unit = CAPTOR.parts(captor)
        yield Combat(
            id=f"capture-{_id(state, supply)}",
            title=phrase("{unit} takes {supply}", unit=_id(state, unit), supply=_id(state, supply)),
            attackers=(_id(state, unit),),
            defenders=(_id(state, supply),),
            attacking=state.active,
            cells=_cells(state, 1 << supply),
            choice=viewpoint.choice(CAPTURE, supply),
        )


def fights(viewpoint: Viewpoint) -> Iterator[Fight]:
    """The attacks to be shown one by one."""
    state, decision = viewpoint.state, viewpoint.decision
    if decision in VICTORY_DECISIONS:
        frame = state.frames[-1]
        victims, attackers = VICTORY.victims(frame), VICTORY.attackers(frame)  # all three begin with these
        blockers = BLOCKERS.blockers(frame) if decision != "declare-victory" else 0
        supply = NAME_SUPPLY.supplies(frame) if decision == "name-supply" else 0
        title = phrase("Automatic victory")
        yield Fight("victory", title, attackers, victims, supply, blockers, as_victory=True)
    elif decision == "attack-fugitives":
        _, _, fortress, attackers = state.frames[-1]
        fugitives = combat_units_at(state, fortress, ENEMY_OF[state.active])
        yield Fight("fugitives", phrase("Attack on units that fled into the fortress"), attackers, fugitives)
    elif decision in ONE_BATTLE:
        yield fight_of(state, FIGHT.battle(state.frames[-1]))  # all of them begin with the battle
    elif decision in ALL_BATTLES:
        yield from (fight_of(state, index) for index in unfought(viewpoint))


def unfought(viewpoint: Viewpoint) -> list[int]:
    """The battles whose die is still to be rolled."""
    underway = viewpoint.frame_of("aftermath")
    fought = {AFTERMATH.battle(underway)} if underway else set()
    return [n for n, standing in enumerate(viewpoint.state.standing) if standing != FOUGHT and n not in fought]


def fight_of(state: Position, index: int) -> Fight:
    """A battle on the list."""
    victory = state.standing[index] in (AUTOMATIC, SURROUNDED)
    words = "Automatic victory {number}" if victory else "Battle {number}"
    return Fight(
        f"battle-{index}",
        phrase(words, number=index + 1),
        state.attackers[index],
        state.defenders[index],
        state.supports[index],
        state.blockers[index],
        index,
        victory,
    )


# One battle


def combat_of(viewpoint: Viewpoint, fight: Fight) -> Combat:
    """Who fights, how the odds come about and, where a die is rolled, the chance of each result."""
    state = viewpoint.state
    column = odds_against(state, fight.attackers, fight.defenders)
    return Combat(
        id=fight.id,
        title=fight.title,
        attackers=_ids(state, fight.attackers),
        defenders=_ids(state, fight.defenders),
        could=_ids(state, _joining(viewpoint, fight)),
        attacking=state.active,
        cells=_cells(state, fight.defenders),
        factors=tuple(_factors(viewpoint, fight)),
        column=odds_name(column) if fight.attackers else "",
        column_rule=("9.1" if fight.as_victory else "7.3") if fight.attackers else "",
        outcomes=tuple(_outcomes(state, fight, column)),
        costs=tuple(_costs(viewpoint, fight, column)),
        duties=tuple(_needs(viewpoint, fight, column)),
        choice=viewpoint.choice(BATTLE, fight.battle) if fight.battle != NOWHERE else "",
    )


def _id(state: Position, unit: int) -> str:
    return state.printed.units[unit].id


def _ids(state: Position, units: int) -> tuple[str, ...]:
    return tuple(_id(state, unit) for unit in ones(units))


def _cells(state: Position, units: int) -> tuple[int, ...]:
    return tuple(ones(hexes_of(state, units)))


def _joining(viewpoint: Viewpoint, fight: Fight) -> int:
    """8.6, 9.3: the units that may still be named for the attack being put together."""
    if viewpoint.decision not in (*VICTORY_DECISIONS, *ONE_BATTLE, "attack-fugitives"):
        return 0
    offered = (viewpoint.offered.get(verb, 0) for verb in (WITH, TARGET, BLOCK))
    return reduce(or_, offered) & ~(fight.attackers | fight.defenders)


def no_die_rule(state: Position, fight: Fight) -> str:
    """7.4, 9.1, 11.7: the paragraph under which the defenders fall without a die, or nothing."""
    if not fight.attackers:
        return ""
    if fight.battle != NOWHERE:
        return why_no_die(state, fight.battle) if automatic(state, fight.battle) else ""
    if fight.as_victory:
        ring = fight.attackers | fight.blockers
        return "9.1" if is_victory(state, fight.defenders, fight.attackers, ring) else ""
    if are_lone_fugitives(state, fight.defenders):
        return "11.7"
    return "7.4" if odds_against(state, fight.attackers, fight.defenders) >= OVER_SIX_TO_ONE else ""


def attack_of(state: Position, units: int) -> int:
    return sum(state.printed.attack[unit] for unit in ones(units))


def defense_of(state: Position, units: int) -> int:
    return sum(defense_factor(state.printed, unit, state.place[unit]) for unit in ones(units))


def _factors(viewpoint: Viewpoint, fight: Fight) -> Iterator[Factor]:
    """7.3, 10.2: what each unit counts, and the sums that are compared."""
    state = viewpoint.state
    printed, active = state.printed, state.active
    for unit in ones(fight.attackers):
        yield Factor(
            unit_name(printed, unit), str(printed.attack[unit]), "1.3.1", side=active, piece=_id(state, unit)
        )
    if fight.attackers:
        total = str(attack_of(state, fight.attackers))
        yield Factor(phrase("Attack factors"), total, "7.3", side=active, sums=True)
    yield from (_defence(state, unit) for unit in ones(fight.defenders))
    total = str(defense_of(state, fight.defenders))
    yield Factor(phrase("Defence factors"), total, "7.3", side=ENEMY_OF[active], sums=True)
    for unit in ones(fight.blockers):
        words = phrase("blocks the retreat")
        yield Factor(unit_name(printed, unit), words, "9.3", "good", side=active, piece=_id(state, unit))


def _defence(state: Position, unit: int) -> Factor:
    """10.2: the factor as printed, or doubled by the ground."""
    printed, place = state.printed, state.place[unit]
    name, factor, side = unit_name(printed, unit), printed.defense[unit], ENEMY_OF[state.active]
    if not printed.doubling >> place & 1:
        return Factor(name, str(factor), "1.3.2", side=side, piece=_id(state, unit))
    words = "{factor} doubled by the fortress: {doubled}"
    if not printed.fortress >> place & 1:
        words = "{factor} doubled by the escarpment: {doubled}"
    value = phrase(words, factor=factor, doubled=2 * factor)
    return Factor(name, value, "10.2", "bad", side=side, piece=_id(state, unit))


# What it costs, and what is missing


def _costs(viewpoint: Viewpoint, fight: Fight, column: int) -> Iterator[Warn]:
    """14.1-14.3, 14.6: which supply feeds the attack and is spent, or that none is needed; before there is an
    attacker, which defenders could not retreat."""
    state, attackers = viewpoint.state, fight.attackers
    if not attackers:
        stuck = _stuck(state, fight.defenders)
        if stuck and not fight.as_victory:
            yield Warn(phrase("No way out: eliminated if they must retreat"), "7.6.1", pieces=_ids(state, stuck))
        return
    if not needs_supply(column) and not fight.as_victory:
        yield Warn(phrase("No supply is needed at 1-3 or worse"), "14.3", "good")
        return
    for unit in ones(fight.supports):
        last = not left_after(state, fight.supports)
        words = "Your last supply, spent by this attack" if last else "Supports this attack, and is spent"
        rule, tone = ("14.1", "warn") if last else ("14.6", "")
        yield Warn(phrase(words), rule, tone, (_id(state, unit),))
    if _closed(viewpoint, fight):
        return
    for unit, area in areas_fed(state, state.active, _attacked(fight)):
        fed = units_in(state, area) & attackers
        if fed and not fight.supports >> unit & 1:
            names = unit_names(state.printed, list(ones(fed)))
            yield Warn(phrase("Could supply {units}", units=names), "14.2", "", (_id(state, unit),))


def _closed(viewpoint: Viewpoint, fight: Fight) -> bool:
    """Is the supply of a battle named already?"""
    return fight.battle != NOWHERE and viewpoint.decision not in ("form-battle", "support")


def _attacked(fight: Fight) -> int:
    """14.2: the enemies whose zones do not block the lines of supply."""
    return 0 if fight.as_victory else fight.defenders


def _needs(viewpoint: Viewpoint, fight: Fight, column: int) -> Iterator[Warn]:
    """7.4, 9.1, 13.2, 14.1: what an attack still lacks."""
    state, attackers = viewpoint.state, fight.attackers
    if not attackers:
        yield Warn(phrase("There is no attacker yet"), "7.3", "warn")
        return
    if column < 0:
        yield Warn(phrase("Worse than 1-6: no attack"), "7.4", "bad")
    if fight.as_victory and not no_die_rule(state, fight):
        yield _missing(state, fight)
    if _closed(viewpoint, fight) or not (needs_supply(column) or fight.as_victory):
        return
    bound = obligations_on(state, fight.defenders) & ~fight.supports
    if bound:
        yield Warn(phrase("Must support this attack"), "13.2", "warn", _ids(state, bound))
    hungry = unfed(state, attackers, supply_on_map(state, state.active), _attacked(fight))
    if hungry:
        words = phrase("Without supply: not allowed at 1-2 or better")
        yield Warn(words, "14.1", "bad", _ids(state, hungry))


def _missing(state: Position, fight: Fight) -> Warn:
    """9.1, 9.3: what an automatic victory still needs."""
    surrounded = not can_retreat(state, fight.defenders, fight.attackers | fight.blockers)
    words = "Surrounded: 5-1 is enough" if surrounded else "Needed: 7-1, or 5-1 and no way left to retreat"
    return Warn(phrase(words), "9.1", "warn")


def _stuck(state: Position, units: int) -> int:
    """7.6.1: the units that a retreat would eliminate, as things stand."""
    return mask_of(unit for unit in ones(units) if not has_way_out(state, unit))


def has_way_out(state: Position, unit: int) -> bool:
    """7.6, 7.6.1: is there a retreat of two hexes, clear of enemies and their zones? Room is not looked at."""
    board, here = state.printed.board, state.place[unit]
    safe = safe_hexes(state, state.printed.side_of[unit])
    ends = board.spread(board.adjacent[here] & safe) & safe & ~(1 << here)
    return bool(ends)


# The table of results


@cache
def _chances(printed: Printed, column: int) -> tuple[Chance[int], ...]:
    """7.5: each result that can come up, the best for the attacker first."""
    found = chances(lambda die: printed.combat_result(column, die))
    return tuple(found[result] for result in (DE, DB2, EX, AB2, AE) if result in found)


def _outcomes(state: Position, fight: Fight, column: int) -> Iterator[Outcome]:
    """7.4, 7.5, 9.1: the results with their chances and what each costs; one of them where no die is rolled."""
    certain = no_die_rule(state, fight)
    if certain:
        yield _outcome(state, fight, Chance(DE, 1.0, ()), certain)
    elif fight.attackers and not fight.as_victory and column >= 0:
        yield from (_outcome(state, fight, chance, "7.5") for chance in _chances(state.printed, column))


def _outcome(state: Position, fight: Fight, chance: Chance[int], rule: str) -> Outcome:
    result = chance.result
    cost, cost_rule = _price(state, fight, result)
    return Outcome(
        phrase("{code}: {words}", code=RESULT_NAMES[result], words=RESULTS[result]),
        chance.share,
        TONES[result],
        cost,
        phrase("die {faces}", faces=chance.faces) if chance.rolls else phrase("no die"),
        cost_rule or rule,
    )


def _price(state: Position, fight: Fight, result: int) -> tuple[str, str]:
    """7.5, 7.6.1: what a result costs, and the rule if it is another than that of the table.

    In an exchange the weaker side loses all, the stronger at least as much."""
    if result == EX:
        least = min(attack_of(state, fight.attackers), defense_of(state, fight.defenders))
        return phrase("each side loses at least {factors} factors", factors=least), ""
    if result in (AE, DE):
        return "", ""
    stuck = _stuck(state, fight.attackers if result == AB2 else fight.defenders)
    if not stuck:
        return "", ""
    return phrase(
        "no way out, so eliminated: {units}", units=unit_names(state.printed, list(ones(stuck)))
    ), "7.6.1"


@cache
def chances_in_short(printed: Printed, column: int) -> str:
    """The chances in one line, as: DE 3, EX 2, DB2 1 of 6."""
    listed = ", ".join(f"{RESULT_NAMES[one.result]} {len(one.rolls)}" for one in _chances(printed, column))
    return phrase("{results} of 6", results=listed)


# Duties


def duties_of(viewpoint: Viewpoint) -> Iterator[Combat]:
    """8.4, 11.3, 13.2: which units must still be attacked, and which must still attack."""
    declaring, winning = viewpoint.decision in DECLARING, viewpoint.decision in VICTORY_DECISIONS
    if not declaring and not winning and viewpoint.decision != "movement":
        return
    state = _with_this_victory(viewpoint) if winning else viewpoint.state
    unmet = 0 if declaring else unmet_duties(state)
    enemies, own = _bound(viewpoint, state)
    found = [*(() if declaring else _stacking(state)), *_duties(state, enemies, own, unmet)]
    words = "Duties if movement ended with this victory" if winning else "Duties if movement ended now"
    if found or declaring:
        yield Combat(
            id="duties",
            title=phrase(("Duties still open" if found else "Duties") if declaring else words),
            attacking=state.active,
            cells=_cells(state, enemies),
            duties=tuple(found),
            note=_unmet_note(state) if unmet else "" if found else phrase("Every duty is met"),
        )


def _stacking(state: Position) -> Iterator[Warn]:
    """6.3: hexes with more units than may stay there when movement ends."""
    for place, why in overstacking(state):
        units = combat_units_at(state, place, state.active)
        yield Warn(str(why.sentence), why.rule, "bad", _ids(state, units))


def _with_this_victory(viewpoint: Viewpoint) -> Position:
    """The position as it would be if the automatic victory being declared were won with the units named so far."""
    [fight] = fights(viewpoint)
    state = viewpoint.state.copy()
    if fight.attackers:
        begin_battle(state, fight.defenders)
        state.attackers[-1], state.blockers[-1], state.standing[-1] = fight.attackers, fight.blockers, AUTOMATIC
        state.cancelled |= fight.defenders
    return state


def _unmet_note(state: Position) -> str:
    """7.4, 11.9, rulings 17 and 21a: what will come of duties that cannot be met."""
    if standing_victories(state):
        return phrase(
            "Attackers that a victory can spare will have to fight too; if that is not enough, it is dissolved"
        )
    return phrase("Where duties cannot be met, units are eliminated before combat")


def _bound(viewpoint: Viewpoint, state: Position) -> tuple[int, int]:
    """8.4: the enemies that must still be attacked, and the units that must still attack."""
    fight = contact(state)
    building = FORM_BATTLE.battle(state.frames[-1]) if viewpoint.decision == "form-battle" else NOWHERE
    rest = rest_of(state, fight, building)
    attackers, defenders = (state.attackers[building], state.defenders[building]) if building >= 0 else (0, 0)
    return rest.must_fall & ~defenders, fight.idle(rest) & ~attackers


def _duties(state: Position, enemies: int, own: int, unmet: int) -> Iterator[Warn]:
    """A line for the units with the same duty by the same rule; an enemy that supply is bound to has its own
    (13.2)."""
    obliged = enemies_to_attack(state)
    lost = "Must be attacked, but the units left cannot do it"
    for words, tone, units in ((lost, "bad", enemies & unmet), ("Must be attacked", "warn", enemies & ~unmet)):
        for rule, those in (("13.2", units & obliged), ("8.4", units & ~obliged)):
            if those:
                yield Warn(phrase(words), rule, tone, _ids(state, those))
    if own:
        yield Warn(phrase("Must attack"), "8.4", "warn", _ids(state, own))


# After the die


def exchange(viewpoint: Viewpoint) -> Iterator[Combat]:
    """7.5: what each unit counts in the exchange, and what is still to be lost."""
    if viewpoint.decision != "exchange":
        return
    state = viewpoint.state
    _, _, battle, attacking, need, chosen = state.frames[-1]
    pool = pool_of(state, battle, attacking)
    factors = exchange_factors(state, pool, bool(attacking))
    left = need - sum(factors[unit] for unit in ones(chosen))
    yield Combat(
        id="exchange",
        title=phrase("Exchange"),
        attackers=_ids(state, pool) if attacking else (),
        defenders=() if attacking else _ids(state, pool),
        attacking=state.active,
        cells=_cells(state, pool),
        factors=(
            *(_given_up(state, unit, factor, chosen) for unit, factor in factors.items()),
            Factor(phrase("Still to lose"), str(left), "7.5", sums=True),
        ),
    )


def _given_up(state: Position, unit: int, factor: int, chosen: int) -> Factor:
    lost = bool(chosen >> unit & 1)
    words = phrase("{factor}, given up", factor=factor) if lost else str(factor)
    side = state.printed.side_of[unit]
    tone = "bad" if lost else ""
    return Factor(unit_name(state.printed, unit), words, "7.5", tone, side=side, piece=_id(state, unit))
