"""20.2: the odds of an attack, factor by factor as the planner shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS
from sandtable.games.dark_sands.printed.ground import MOUNTAIN, ROUGH, SALT_MARSH, TERRAINS
from sandtable.games.dark_sands.rules.c12_doctrine import AntiTank, anti_tank, shocked, superiority
from sandtable.games.dark_sands.rules.c20_fight import Fight, fight_over
from sandtable.games.dark_sands.state import COMBAT_1, Sands, face, hexes_of
from sandtable.kernel.bits import ones

AE, AL1, BL1, DR, DR_STAR, HALF_EX, EX, DE_STAR, DE = range(len(RESULTS))
MOBILE_TABLE, ASSAULT_TABLE = range(2)
NONE = -1
EVEN = COLUMNS.index("1-1")
LAST = len(COLUMNS) - 1
LOWEST, HIGHEST = 1, 8
"""20.2.7: the lines of the tables."""
HALVES = 2
"""Factors are counted in halves: salt marsh halves some of them."""
IN_DISORDER = 2
"""20.2.6: out of supply, disorganised, or both."""


@dataclass(frozen=True, slots=True)
class Term:
    """Something that adds to the strength of a side, or takes from it."""

    side: int
    why: str
    halves: int
    rule: str
    unit: int = NONE
    support: int = NONE


@dataclass(frozen=True, slots=True)
class Modifier:
    """A shift of columns, or a modifier of the die."""

    why: str
    value: int
    rule: str


@dataclass(frozen=True, slots=True)
class Odds:
    """What makes the column and the die of an attack."""

    fight: Fight
    table: int
    terms: tuple[Term, ...]
    attack: int
    """In halves, as the defence."""
    defence: int
    ratio: int
    """The column of the strengths alone; NONE is worse than 1-3."""
    shifts: tuple[Modifier, ...]
    column: int
    """With the shifts; NONE is an automatic AE (20.2.5)."""
    modifiers: tuple[Modifier, ...]
    """Of the die (20.2.6)."""
    anti_tank: tuple[AntiTank, ...]
    """12.7.2: what counts against panzers, if any attack."""
    shock: bool
    """12.7.3: panzers count double, and the Allies lose a step more."""
    automatic: int
    """A result without a die: AE (20.2.5) or DR (20.4.1); otherwise NONE."""
    results: tuple[int, ...]
    """The result of each face of the die, from 1 to 6."""

    @property
    def die(self) -> int:
        """The sum of the modifiers of the die."""
        return sum(modifier.value for modifier in self.modifiers)


def odds(
    state: Sands,
    target: int,
    attackers: int,
    *,
    contributors: int | None = None,
    committed: int = 0,
    table: int = MOBILE_TABLE,
) -> Odds:
    """20.2: these units attack a hex, with these supports of both sides."""
    fight = fight_over(state, target, attackers, contributors)
    shock = shocked(state, fight)
    terms = tuple(term for term in _terms(state, fight, committed, shock) if term.halves)
    attack = max(0, sum(term.halves for term in terms if term.side == fight.attacking))
    defence = max(0, sum(term.halves for term in terms if term.side == fight.defending))
    ratio, shifts = ratio_of(attack, defence), tuple(_shifts(state, fight))
    column = shifted(ratio, sum(shift.value for shift in shifts))
    modifiers = tuple(modifier for modifier in _modifiers(state, fight) if modifier.value)
    automatic = DR if at_the_edge(state, fight) else AE if column == NONE else NONE
    return Odds(
        fight=fight,
        table=table,
        terms=terms,
        attack=attack,
        defence=defence,
        ratio=ratio,
        shifts=shifts,
        column=column,
        modifiers=modifiers,
        anti_tank=anti_tank(state, fight) if fight.striking & state.printed.panzers else (),
        shock=shock,
        automatic=automatic,
        results=_results(state, table, column, sum(modifier.value for modifier in modifiers), automatic),
    )


def ratio_of(attack: int, defence: int) -> int:
    """20.2.5: the column, rounded in favour of the defender; more than 6-1 is 6-1, less than 1-3 is none."""
    if attack >= defence:
        return min(LAST, EVEN + attack // max(defence, 1) - 1)
    against = -(-defence // attack) if attack else HIGHEST
    return EVEN + 1 - against if against <= EVEN + 1 else NONE


def shifted(column: int, by: int) -> int:
    """20.2.5: shifts are counted from 6-1 if the odds are better than that; left of 1-3 there is none."""
    return NONE if column == NONE else max(NONE, min(LAST, column + by))


def _results(state: Sands, table: int, column: int, die: int, automatic: int) -> tuple[int, ...]:
    """20.2.7: a total below 1 counts as 1, above 8 as 8."""
    if automatic != NONE:
        return (automatic,) * 6
    lines = state.printed.tables[table][column]
    return tuple(lines[max(LOWEST, min(HIGHEST, face + die)) - 1] for face in range(1, 7))


# Strengths (20.2.2, 20.2.3)


def _terms(state: Sands, fight: Fight, committed: int, shock: bool) -> Iterator[Term]:
    for unit in ones(fight.striking):
        yield from _attack_terms(state, fight, unit, shock)
    for unit in ones(fight.holding):
        yield from _defence_terms(state, fight, unit)
    yield from _ground_terms(state, fight)
    yield from _gun_terms(state, fight)
    for support in ones(committed):
        yield _support_term(state, fight, support)


def _attack_terms(state: Sands, fight: Fight, unit: int, shock: bool) -> Iterator[Term]:
    """20.2.2: an attacker: doubled by panzer shock, halved by salt marsh, one less over a ridge."""
    printed, side = state.printed, fight.attacking
    factor = face(state, unit).attack * HALVES
    yield Term(side, "Unit", factor, "20.2.2", unit)
    if shock and printed.panzers >> unit & 1:
        yield Term(side, "Panzer shock", factor, "12.7.3", unit)
    if _in_marsh(state, fight, unit):
        yield Term(side, "Salt marsh", -(factor // 2), "6.0", unit)
        factor -= factor // 2  # mutants: equivalent because no salt marsh of the map lies behind a ridge
    if printed.ground.ridge_to[fight.target] >> state.place[unit] & 1:
        yield Term(side, "Over the ridge", -min(HALVES, factor), "6.0", unit)


def _defence_terms(state: Sands, fight: Fight, unit: int) -> Iterator[Term]:
    """20.2.3: a defender: halved in salt marsh; infantry is worth more in the forts of Tobruk."""
    printed, side = state.printed, fight.defending
    factor = face(state, unit).defence * HALVES
    yield Term(side, "Unit", factor, "20.2.3", unit)
    if _in_marsh(state, fight, unit):
        yield Term(side, "Salt marsh", -(factor // 2), "6.0", unit)
    if printed.ground.tobruk >> fight.target & 1 and _fortified(state, fight) >> unit & 1:
        yield Term(side, "Fort of Tobruk", HALVES, "14.1", unit)


def _in_marsh(state: Sands, fight: Fight, unit: int) -> bool:
    marsh = state.printed.ground.terrain[TERRAINS.index(SALT_MARSH)]
    return bool(marsh >> fight.target & state.printed.wheels >> unit & 1)


def _fortified(state: Sands, fight: Fight) -> int:
    """14.1: infantry in Tobruk; Italians only beside German infantry."""
    printed = state.printed
    infantry = fight.defenders & printed.infantry
    return infantry if infantry & printed.german else infantry & ~printed.italian


def _ground_terms(state: Sands, fight: Fight) -> Iterator[Term]:
    """20.2.3, 14.2, 13.7.4: what the defending hex adds, once."""
    ground, side, target = state.printed.ground, fight.defending, fight.target
    if ground.terrain[TERRAINS.index(ROUGH)] >> target & 1:
        yield Term(side, "Rough", HALVES, "6.0")
    origins = hexes_of(state, fight.striking)
    if origins and not origins & ~ground.wadi_to[target]:
        yield Term(side, "Wadi", HALVES, "6.0")
    if ground.bardia >> target & 1:
        yield Term(side, "Fort of Bardia", HALVES, "14.2")
    infantry = fight.defenders & state.printed.infantry
    if state.boxes[side] >> target & 1 and infantry:
        worth = 1 if infantry & state.printed.italian else 2
        yield Term(side, "Fortified box", worth * HALVES, "13.7.4")


def _gun_terms(state: Sands, fight: Fight) -> Iterator[Term]:
    """13.5: guns add to the factors of their unit in every combat that involves Allied tanks."""
    printed = state.printed
    if not (fight.attackers | fight.defenders) & printed.tanks & ~printed.italian:
        return
    for support, unit in enumerate(state.attached):
        if unit >= 0 and (fight.striking | fight.holding) >> unit & 1:
            guns, side = printed.supports[support], printed.owners[unit]
            factor = guns.attack[0] if side == fight.attacking else guns.defence[0]
            yield Term(side, "Anti-tank guns", factor * HALVES, "13.5", unit, support)


def _support_term(state: Sands, fight: Fight, support: int) -> Term:
    """13.2 to 13.4, 13.8: aircraft, naval guns, artillery, Hecker."""
    counter = state.printed.supports[support]
    values = counter.attack if counter.side == fight.attacking else counter.defence
    version = state.upgraded >> support & 1
    return Term(counter.side, "Support", values[version] * HALVES, SUPPORT_RULES[counter.kind], support=support)


SUPPORT_RULES = {"air": "13.2", "naval": "13.3", "artillery": "13.4", "amphibious": "13.8", "anti_tank": "13.5"}


# Shifts and modifiers (20.2.5, 20.2.6)


def _shifts(state: Sands, fight: Fight) -> Iterator[Modifier]:
    if state.printed.ground.terrain[TERRAINS.index(MOUNTAIN)] >> fight.target & 1:
        yield Modifier("Mountain", -1, "6.0")


def _modifiers(state: Sands, fight: Fight) -> Iterator[Modifier]:
    """20.2.6."""
    weak = state.oos | state.disorganised
    yield Modifier("Attacker out of supply or disorganised", -IN_DISORDER * bool(fight.striking & weak), "20.2.6")
    yield Modifier("Defender out of supply or disorganised", IN_DISORDER * bool(fight.holding & weak), "20.2.6")
    yield Modifier("Combat -1", -int(state.action == COMBAT_1), "20.2.6")
    yield Modifier("Panzer superiority", superiority(state, fight), "12.7.2")


def at_the_edge(state: Sands, fight: Fight) -> bool:
    """20.4.1: all attackers are on another section than the defender, and no enemy is next to it on its own."""
    board, target = state.printed.board, fight.target
    section = state.printed.ground.section[board.sheet_of[target]]
    if not fight.attackers or hexes_of(state, fight.attackers) & section:
        return False
    return not board.touching[target] & section & state.occupied[fight.attacking]
