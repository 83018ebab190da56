"""Panels for planning battles: what the odds are made of, supply, retreats, duties, and the chances of the die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sandtable.games.afrika_korps.drawing.viewpoint import Row, Viewpoint
from sandtable.games.afrika_korps.drawing.warnings import left_after, overstacking, unmet_duties
from sandtable.games.afrika_korps.notation.words import RESULTS, battle_name, hex_name, odds_name, unit_names
from sandtable.games.afrika_korps.printed.data import AB2, AE, DB2, DE, EX, OVER_SIX_TO_ONE, RESULT_NAMES, Printed
from sandtable.games.afrika_korps.printed.tracks import FACES
from sandtable.games.afrika_korps.rules.c07_combat import AFTERMATH, FIGHT, automatic, why_no_die
from sandtable.games.afrika_korps.rules.c07_exchange import exchange_factors, pool_of
from sandtable.games.afrika_korps.rules.c07_retreat import safe_hexes
from sandtable.games.afrika_korps.rules.c08_contact import contact, rest_of, units_in
from sandtable.games.afrika_korps.rules.c08_declaration import FORM_BATTLE, begin_battle
from sandtable.games.afrika_korps.rules.c09_automatic_victory import BLOCKERS, NAME_SUPPLY, VICTORY, unfed
from sandtable.games.afrika_korps.rules.c09_surrounding import can_retreat, is_victory, odds_against
from sandtable.games.afrika_korps.rules.c11_second_attack import are_lone_fugitives
from sandtable.games.afrika_korps.rules.c13_obligations import (
    defense_factor,
    enemies_to_attack,
    obligations_on,
)
from sandtable.games.afrika_korps.rules.c14_supply import areas_fed, needs_supply
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    CAPTOR,
    FOUGHT,
    SURROUNDED,
    Position,
    combat_units_at,
    standing_victories,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import ATTACK, BATTLE, CAPTURE, LOSE, SUPPLY, TARGET, WITH
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import NOWHERE, Entry, Panel
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


def battle_panels(viewpoint: Viewpoint) -> Iterator[Panel]:
    """Everything about the battles being decided, the most urgent first."""
    yield from exchange_panel(viewpoint)
    for fight in fights(viewpoint):
        yield from panels_of(viewpoint, fight)
    yield from duties_panel(viewpoint)
    yield from battles_table(viewpoint)


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


def panels_of(viewpoint: Viewpoint, fight: Fight) -> Iterator[Panel]:
    """How the odds come about, and, where a die is rolled, the chance of each result."""
    state = viewpoint.state
    certain = no_die_rule(state, fight)
    yield Panel(
        id=fight.id,
        title=fight.title,
        kind="ledger",
        rows=tuple(_ledger_rows(viewpoint, fight, certain)),
        rule="9.1" if fight.as_victory else "7.3",
    )
    column = odds_against(state, fight.attackers, fight.defenders)
    if fight.attackers and not certain and not fight.as_victory and column >= 0:
        yield Panel(
            id=f"{fight.id}-chances",
            title=phrase("Chances at {odds}", odds=odds_name(column)),
            kind="chart",
            rows=_chance_rows(state.printed, column),
            note=_exchange_note(state, fight, column),
            rule="7.5",
        )


def _exchange_note(state: Position, fight: Fight, column: int) -> str:
    """7.5: in an exchange the weaker side loses all, the stronger at least as much."""
    if EX not in state.printed.crt[column]:
        return ""
    least = min(attack_of(state, fight.attackers), defense_of(state, fight.defenders))
    return phrase("Factors each side loses in an exchange: at least {factors}", factors=least)


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


def _ledger_rows(viewpoint: Viewpoint, fight: Fight, certain: str) -> Iterator[Row]:
    state = viewpoint.state
    attack, defense = attack_of(state, fight.attackers), defense_of(state, fight.defenders)
    for unit in ones(fight.attackers):
        yield viewpoint.entry(unit), Entry(str(state.printed.attack[unit]), rule="1.3.1")
    yield Entry(phrase("Attack factors")), Entry(str(attack), rule="7.3")
    for unit in ones(fight.defenders):
        yield _defender_row(viewpoint, unit)
    yield Entry(phrase("Defence factors")), Entry(str(defense), rule="7.3")
    yield from _supply_rows(viewpoint, fight)
    if not fight.as_victory:
        yield from _retreat_rows(state, fight)
    if certain:
        yield Entry(phrase("No die is rolled")), Entry(str(RESULTS[DE]), rule=certain, tone="good")
    elif fight.as_victory:
        yield from _missing_rows(state, fight)
    yield _odds_row(state, fight, attack, defense)


def _defender_row(viewpoint: Viewpoint, unit: int) -> Row:
    """10.2: the factor as printed, or doubled by the ground."""
    printed, place = viewpoint.state.printed, viewpoint.state.place[unit]
    factor = printed.defense[unit]
    if not printed.doubling >> place & 1:
        return viewpoint.entry(unit), Entry(str(factor), rule="1.3.2")
    words = "{factor} doubled by the fortress: {doubled}"
    if not printed.fortress >> place & 1:
        words = "{factor} doubled by the escarpment: {doubled}"
    return viewpoint.entry(unit), Entry(phrase(words, factor=factor, doubled=2 * factor), rule="10.2")


def _odds_row(state: Position, fight: Fight, attack: int, defense: int) -> Row:
    """7.3, 7.4: the factors against each other, rounded in the defender's favour."""
    if not fight.attackers:
        return Entry(phrase("Odds")), Entry(phrase("no attacker yet"), rule="7.3")
    column = odds_against(state, fight.attackers, fight.defenders)
    label = Entry(phrase("Odds, {attack} to {defense}", attack=attack, defense=defense))
    if column < 0:
        return label, Entry(phrase("worse than 1-6: no attack"), rule="7.4", tone="bad")
    return label, Entry(odds_name(column), rule="7.3")


# Supply, retreats, what a victory lacks


def _supply_rows(viewpoint: Viewpoint, fight: Fight) -> Iterator[Row]:
    """14.1-14.3, 14.6: which supply feeds the attack, or that none is needed."""
    state, attackers = viewpoint.state, fight.attackers
    if not attackers:
        return
    column = odds_against(state, attackers, fight.defenders)
    if not needs_supply(column) and not fight.as_victory:
        yield Entry(phrase("Supply")), Entry(phrase("none needed at 1-3 or worse"), rule="14.3")
        return
    for unit in ones(fight.supports):
        last = not left_after(state, fight.supports)
        words, tone = ("your last, spent by this attack", "warn") if last else ("supports this attack", "good")
        yield viewpoint.entry(unit), Entry(phrase(words), rule="14.1" if last else "14.6", tone=tone)
    if fight.battle != NOWHERE and viewpoint.decision not in ("form-battle", "support"):
        return
    attacked = 0 if fight.as_victory else fight.defenders
    for unit, area in areas_fed(state, state.active, attacked):
        fed = units_in(state, area) & attackers
        if fed and not fight.supports >> unit & 1:
            words = phrase("could supply {units}", units=unit_names(state.printed, list(ones(fed))))
            yield viewpoint.entry(unit, verbs=(SUPPLY,)), Entry(words, rule="14.2")
    bound = obligations_on(state, fight.defenders) & ~fight.supports
    for unit in ones(bound):
        yield viewpoint.entry(unit), Entry(phrase("must support this attack"), rule="13.2", tone="warn")
    hungry = unfed(state, attackers, supply_on_map(state, state.active), attacked)
    if hungry:
        names = unit_names(state.printed, list(ones(hungry)))
        lacking = Entry(phrase("not allowed at 1-2 or better"), rule="14.1", tone="bad")
        yield Entry(phrase("Without supply: {units}", units=names)), lacking


def _retreat_rows(state: Position, fight: Fight) -> Iterator[Row]:
    """7.6.1: the units that a retreat would eliminate, as things stand."""
    for units in (fight.defenders, fight.attackers):
        stuck = [unit for unit in ones(units) if not has_way_out(state, unit)]
        if stuck:
            names = unit_names(state.printed, stuck)
            lost = Entry(phrase("eliminated if they must retreat"), rule="7.6.1", tone="warn")
            yield Entry(phrase("No way out: {units}", units=names)), lost


def has_way_out(state: Position, unit: int) -> bool:
    """7.6, 7.6.1: is there a retreat of two hexes, clear of enemies and their zones? Room is not looked at."""
    board, here = state.printed.board, state.place[unit]
    safe = safe_hexes(state, state.printed.side_of[unit])
    ends = board.spread(board.adjacent[here] & safe) & safe & ~(1 << here)
    return bool(ends)


def _missing_rows(state: Position, fight: Fight) -> Iterator[Row]:
    """9.1, 9.3: what an automatic victory still needs."""
    surrounded = fight.attackers and not can_retreat(state, fight.defenders, fight.attackers | fight.blockers)
    words = "surrounded: 5-1 is enough" if surrounded else "7-1, or 5-1 and no way left to retreat"
    yield Entry(phrase("Needed")), Entry(phrase(words), rule="9.1", tone="warn")


# The table of results


@cache
def _chance_rows(printed: Printed, column: int) -> tuple[Row, ...]:
    """7.5: each result that can come up, with the faces that bring it."""
    rows = []
    for result in (DE, DB2, EX, AB2, AE):
        dice = [die for die in FACES if printed.combat_result(column, die) == result]
        if dice:
            name = phrase("{code}: {words}", code=RESULT_NAMES[result], words=RESULTS[result])
            bar = phrase("{count} of 6 ({dice})", count=len(dice), dice=", ".join(map(str, dice)))
            rows.append((Entry(name), Entry(bar, rule="7.5", share=len(dice) / 6, tone=TONES[result])))
    return tuple(rows)


@cache
def chances_in_short(printed: Printed, column: int) -> str:
    """The same in one line, as: DE 3, EX 2, DB2 1 of 6."""
    counts = [
        (sum(printed.combat_result(column, die) == result for die in FACES), RESULT_NAMES[result])
        for result in (DE, DB2, EX, AB2, AE)
    ]
    listed = ", ".join(f"{name} {count}" for count, name in counts if count)
    return phrase("{results} of 6", results=listed)


# All of them


def battles_table(viewpoint: Viewpoint) -> Iterator[Panel]:
    """The battles still to be fought, a line each, and the supply to be taken (15.2.3, 15.3.2.2)."""
    state = viewpoint.state
    rows = [_battle_row(viewpoint, index) for index in unfought(viewpoint) if state.attackers[index]]
    for captor in state.captors:
        supply, unit = CAPTOR.parts(captor)
        words = phrase("{unit} takes {supply}", unit=_id(state, unit), supply=_id(state, supply))
        rows.append((viewpoint.entry(supply, words, (CAPTURE,)),))
    if rows:
        yield Panel(
            id="battles",
            title=phrase("Battles"),
            kind="table",
            columns=tuple(map(phrase, ("Battle", "Factors", "Odds", "Supply", "Outcome"))),
            rows=tuple(rows),
            rule="8.6",
        )


def _id(state: Position, unit: int) -> str:
    return state.printed.units[unit].id


def _battle_row(viewpoint: Viewpoint, index: int) -> Row:
    state, printed = viewpoint.state, viewpoint.state.printed
    fight = fight_of(state, index)
    column = odds_against(state, fight.attackers, fight.defenders)
    rule = no_die_rule(state, fight)
    outcome = phrase("no die: they are eliminated") if rule else chances_in_short(printed, column)
    factors = f"{attack_of(state, fight.attackers)} : {defense_of(state, fight.defenders)}"
    places = [state.place[unit] for unit in ones(fight.defenders) if state.place[unit] >= 0]
    return (
        Entry(battle_name(state, index), viewpoint.choice(BATTLE, index), cell=places[0] if places else NOWHERE),
        Entry(factors, rule="7.3"),
        Entry(odds_name(column), rule="7.3"),
        Entry(unit_names(printed, list(ones(fight.supports))) or "-", rule="14.6"),
        Entry(outcome, rule=rule or "7.5"),
    )


# Duties


def duties_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """8.4, 11.3, 13.2: which units must still be attacked, and which must still attack."""
    declaring, winning = viewpoint.decision in DECLARING, viewpoint.decision in VICTORY_DECISIONS
    if not declaring and not winning and viewpoint.decision != "movement":
        return
    state = _with_this_victory(viewpoint) if winning else viewpoint.state
    unmet = 0 if declaring else unmet_duties(state)
    rows = (*(() if declaring else _stacking_rows(state)), *_duty_rows(viewpoint, state, unmet))
    words = "Duties if movement ended with this victory" if winning else "Duties if movement ended now"
    if rows or declaring:
        yield Panel(
            id="duties",
            title=phrase("Duties still open" if declaring else words),
            kind="table",
            columns=(phrase("Unit"), phrase("Place"), phrase("Duty")),
            rows=rows,
            note=_unmet_note(state) if unmet else "" if rows else phrase("Every duty is met"),
            rule="8.4",
        )


def _stacking_rows(state: Position) -> Iterator[Row]:
    """6.3: hexes with more units than may stay there when movement ends."""
    for place, why in overstacking(state):
        most = phrase("more than {most} combat units", most=state.printed.stacking)
        where = Entry(hex_name(state.printed, place), cell=place)
        yield Entry(most), where, Entry(str(why.sentence), rule=why.rule, tone="bad")


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


def _duty_rows(viewpoint: Viewpoint, state: Position, unmet: int) -> Iterator[Row]:
    fight = contact(state)
    building = FORM_BATTLE.battle(state.frames[-1]) if viewpoint.decision == "form-battle" else NOWHERE
    rest = rest_of(state, fight, building)
    attackers, defenders = (state.attackers[building], state.defenders[building]) if building >= 0 else (0, 0)
    obliged = enemies_to_attack(state)
    for unit in ones(rest.must_fall & ~defenders):
        words, tone = "must be attacked", "warn"
        if unmet >> unit & 1:
            words, tone = "must be attacked, but the units left cannot do it", "bad"
        duty = Entry(phrase(words), rule="13.2" if obliged >> unit & 1 else "8.4", tone=tone)
        yield viewpoint.entry(unit, verbs=(ATTACK, TARGET)), _place(state, unit), duty
    for unit in ones(fight.idle(rest) & ~attackers):
        duty = Entry(phrase("must attack"), rule="8.4", tone="warn")
        yield viewpoint.entry(unit, verbs=(WITH,)), _place(state, unit), duty


def _place(state: Position, unit: int) -> Entry:
    return Entry(hex_name(state.printed, state.place[unit]), cell=state.place[unit])


# After the die


def exchange_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """7.5: what each unit counts in the exchange, and what is still to be lost."""
    if viewpoint.decision != "exchange":
        return
    state = viewpoint.state
    _, _, battle, attacking, need, chosen = state.frames[-1]
    factors = exchange_factors(state, pool_of(state, battle, attacking), bool(attacking))
    rows: list[Row] = []
    for unit, factor in factors.items():
        lost = bool(chosen >> unit & 1)
        words = phrase("{factor}, given up", factor=factor) if lost else str(factor)
        rows.append((viewpoint.entry(unit, verbs=(LOSE,)), Entry(words, rule="7.5", tone="bad" if lost else "")))
    left = need - sum(factors[unit] for unit in ones(chosen))
    rows.append((Entry(phrase("Still to lose")), Entry(str(left), rule="7.5")))
    yield Panel(id="exchange", title=phrase("Exchange"), kind="ledger", rows=tuple(rows), rule="7.5")
