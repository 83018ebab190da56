"""Who may attack whom, and at what odds (7.4, 12.6, 12.7, 14.0, 20.1, 20.2, 20.4.1 and the terrain chart)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.position import Counter, Position
from tests.games.dark_sands.models.readings import TAKEN, Readings

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
AUTOMATIC = ("AE", "DR")  # given in place of a column: no die is needed
INFANTRY = frozenset({"infantry", "mot_infantry", "mg", "garrison"})  # 12.4
NO_FIGHTERS = frozenset({"hq"})  # 2.3: HQs take no part in combat
Ids = frozenset[str]


@dataclass(frozen=True)
class Odds:
    """What is known before the die is rolled; the strengths may have halves."""

    column: str
    modifier: int
    attack: float
    defence: float
    anti_tank: int
    shock: bool


def is_barred(position: Position, one: str, other: str) -> bool:
    """Whether the side between two adjacent hexes is closed: escarpment or all sea without road or track."""
    closed = board.hexside(one, other) & {"escarpment", "sea"}
    return bool(closed) and not board.roads_and_tracks(position, one, other)


def may_attack(position: Position, unit: str, hex_: str) -> bool:
    """20.1, 20.4: a unit attacks an adjacent hex that holds enemies, not over a closed side."""
    attacker = board.counter_named(position, unit)
    if board.printed(attacker).type in ("hq", "garrison"):
        return False
    near = hex_ in board.neighbours(attacker.hex) and not is_barred(position, attacker.hex, hex_)
    return near and bool(defenders_in(position, hex_, board.enemy_of(board.side_of(attacker))))


def defenders_in(position: Position, hex_: str, side: str) -> Ids:
    """20.1: all units in the hex defend together; an HQ takes no part."""
    there = board.counters_in(position, hex_, side)
    return frozenset(counter.id for counter in there if board.printed(counter).type not in NO_FIGHTERS)


def contributor_choices(position: Position, units: Ids) -> set[Ids]:
    """7.4: which of these may add their factors, whether they attack or defend.

    From a Central hex, two divisions, regiments or brigades; battalions and garrisons always.
    """
    counters = [board.counter_named(position, unit) for unit in units]
    always = {c.id for c in counters if board.section(c.hex) != board.CENTRAL or not _is_large(c)}
    by_hex: dict[str, list[str]] = {}
    for counter in counters:
        if counter.id not in always:
            by_hex.setdefault(counter.hex, []).append(counter.id)
    pairs = [list(combinations(ids, min(2, len(ids)))) for ids in by_hex.values()]
    return {frozenset(always.union(*choice)) for choice in product(*pairs)}


def _is_large(counter: Counter) -> bool:
    return board.printed(counter).size in ("division", "regiment", "brigade")


def assault_allowed(position: Position, attackers: Ids, attack_contributors: Ids | None = None) -> bool:
    """12.6: whether the Allied attacker may choose the Assault table."""
    chosen = _contributors(position, attackers, attack_contributors)
    years = {int(row["turn"]): row["assault_crt"] == "1" for row in board.rows("turn_track")}
    if _side(position, attackers) != board.ALLIED or not years[position.turn]:
        return False
    hexes = {counter.hex for counter in chosen}
    infantry = sum(steps(counter) for counter in chosen if is_infantry(counter))
    return all(_has_division(position, hex_) for hex_ in hexes) and 2 * infantry > sum(map(steps, chosen))


def _has_division(position: Position, hex_: str) -> bool:
    """12.6: at least two infantry brigades of the same formation in the hex."""
    there = [board.printed(counter) for counter in board.counters_in(position, hex_, board.ALLIED)]
    formations = [p.formation for p in there if p.type in INFANTRY and p.size == "brigade" and p.formation]
    return any(formations.count(formation) >= 2 for formation in formations)


def steps(counter: Counter) -> int:
    """The steps a counter has left."""
    return board.printed(counter).steps - counter.reduced


def is_infantry(counter: Counter) -> bool:
    """12.4: infantry, motorised infantry, machine guns and garrisons."""
    return board.printed(counter).type in INFANTRY


def air_limit(position: Position, contributors: Ids, attack: bool) -> int:
    """13.2, 13.3: air and naval supports add at most the printed factors of the units on the ground."""
    factors = [board.factors(board.counter_named(position, unit)) for unit in contributors]
    return sum(f.attack if attack else f.defence for f in factors)


def odds(
    position: Position,
    attackers: Ids,
    hex_: str,
    table: str = "mobile",
    supports_attack: int = 0,
    supports_defence: int = 0,
    minus_one: bool = False,
    *,
    attack_contributors: Ids | None = None,
    defence_contributors: Ids | None = None,
    readings: Readings = TAKEN,
) -> Odds:
    """20.2: the column, the die modifier and how they come about.

    `attackers` are all units of the attack; those that contribute are named if 7.4 leaves a choice.
    """
    if not all(may_attack(position, unit, hex_) for unit in attackers):
        raise ValueError("a unit here may not attack that hex")
    if table == "assault" and not assault_allowed(position, attackers, attack_contributors):
        raise ValueError("the Assault table is not allowed (12.6)")
    side = board.enemy_of(_side(position, attackers))
    everyone = [board.counter_named(position, unit) for unit in defenders_in(position, hex_, side)]
    attacking = _contributors(position, attackers, attack_contributors)
    defending = _contributors(position, defenders_in(position, hex_, side), defence_contributors)
    guns = anti_tank(position, attacking, defending, everyone, hex_, readings)
    shock = _panzer_steps(attacking) > 0 and guns == 0 and all(map(is_infantry, everyone))
    attack = sum((_attack_factor(c, hex_, shock) for c in attacking), float(supports_attack))
    defence = sum((_defence_factor(c, hex_) for c in defending), float(supports_defence))
    defence += _ground_bonus(attacking, hex_) + _fort_bonus(defending, everyone, hex_)
    defence += _box_bonus(position, everyone, hex_)
    modifier = _state_modifier(position, attackers, attacking, everyone, defending, readings)
    modifier += _superiority(attacking, guns) - minus_one
    if is_edge_defence(position, attackers, hex_):
        column = "DR"
    else:
        column = column_for(attack, defence, shifts=int(board.hexes()[hex_].terrain == "mountain"))
    return Odds(column, modifier, attack, defence, guns, shock)


def result(found: Odds, die: int, table: str = "mobile") -> str:
    """20.2.7: the result for a die, whose modified total is at least 1 and at most 8."""
    if found.column in AUTOMATIC:
        return found.column
    total = min(8, max(1, die + found.modifier))
    (row,) = [row for row in board.rows("crt") if row["table"] == table and int(row["die"]) == total]
    return row[found.column]


def column_for(attack: float, defence: float, shifts: int = 0) -> str:
    """20.2.5: rounded for the defender, at most 6-1, shifted left; below 1-3 it is AE."""
    reached = [at for at, name in enumerate(COLUMNS) if attack * _second(name) >= defence * _first(name)]
    at = max(reached, default=-1) - shifts
    return COLUMNS[at] if at >= 0 else "AE"


def _first(column: str) -> int:
    return int(column.split("-")[0])


def _second(column: str) -> int:
    return int(column.split("-")[1])


def is_edge_defence(position: Position, attackers: Ids, hex_: str) -> bool:
    """20.4.1: nobody hostile is adjacent on the defender's own section, and all attack from another one."""
    section = board.section(hex_)
    enemies = [c for c in position.counters if board.side_of(c) == _side(position, attackers)]
    beside = [c for c in enemies if c.hex in board.neighbours(hex_) and board.section(c.hex) == section]
    return not beside and all(board.section(board.counter_named(position, a).hex) != section for a in attackers)


def anti_tank(
    position: Position,
    attacking: list[Counter],
    defending: list[Counter],
    everyone: list[Counter],
    hex_: str,
    readings: Readings,
) -> int:
    """12.7.2: the anti-tank factors of an Allied hex; an Axis hex has none, nobody brings panzers against it."""
    if not everyone or board.side_of(everyone[0]) == board.AXIS:
        return 0
    counted = everyone if readings.all_tanks_are_anti_tank else defending
    tanks = sum(steps(counter) for counter in counted if board.printed(counter).type == "tank")
    ground = _closed_ground(attacking, hex_)
    terrain = ground if readings.terrain_factors_add else min(1, ground)
    return tanks + terrain + (hex_ in position.boxes[board.ALLIED]) + board.is_fort(hex_)


def _closed_ground(attacking: list[Counter], hex_: str) -> int:
    """12.7.2: the hex if it is not open, a ridge if a panzer crosses one, a wadi if all cross one."""
    panzers = [counter for counter in attacking if board.printed(counter).type == "panzer"]
    ridge = any("ridge" in board.hexside(panzer.hex, hex_) for panzer in panzers)
    return (board.hexes()[hex_].terrain != "desert") + ridge + _all_cross_wadi(attacking, hex_)


def _all_cross_wadi(attacking: list[Counter], hex_: str) -> bool:
    """Note D and the clarification: a wadi counts only if all attackers attack across one."""
    return all("wadi" in board.hexside(counter.hex, hex_) for counter in attacking)


def _attack_factor(counter: Counter, hex_: str, shock: bool) -> float:
    """The attack factor of one unit: halved in marsh, doubled by shock, one less over a ridge (note E)."""
    factor = float(board.factors(counter).attack)
    if board.hexes()[hex_].terrain == "salt_marsh" and board.printed(counter).type in board.TANKS:
        factor /= 2
    if shock and board.printed(counter).type == "panzer":
        factor *= 2
    return max(0.0, factor - ("ridge" in board.hexside(counter.hex, hex_)))


def _defence_factor(counter: Counter, hex_: str) -> float:
    """The defence factor of one unit, halved for armour in salt marsh."""
    factor = float(board.factors(counter).defence)
    marsh = board.hexes()[hex_].terrain == "salt_marsh"
    return factor / 2 if marsh and board.printed(counter).type in board.TANKS else factor


def _ground_bonus(attacking: list[Counter], hex_: str) -> int:
    """Rough +1, Bardia +1, a wadi that all attackers cross +1."""
    ground = board.hexes()[hex_]
    return (ground.terrain == "rough") + ("fort_bardia" in ground.features) + _all_cross_wadi(attacking, hex_)


def _fort_bonus(defending: list[Counter], everyone: list[Counter], hex_: str) -> int:
    """Note F: in Tobruk +1 for each infantry unit; Italians count only beside German infantry."""
    if "fort_tobruk" not in board.hexes()[hex_].features:
        return 0
    german = any(is_infantry(c) and board.printed(c).nation == "Germany" for c in everyone)
    return sum(is_infantry(c) and (german or board.printed(c).nation != "Italy") for c in defending)


def _box_bonus(position: Position, everyone: list[Counter], hex_: str) -> int:
    """Note G: a box with infantry in it +2, but +1 if any of it is Italian."""
    infantry = [board.printed(counter) for counter in everyone if is_infantry(counter)]
    if not infantry or hex_ not in position.boxes[infantry[0].side]:
        return 0
    return 1 if any(counter.nation == "Italy" for counter in infantry) else 2


def _state_modifier(
    position: Position,
    attackers: Ids,
    attacking: list[Counter],
    everyone: list[Counter],
    defending: list[Counter],
    readings: Readings,
) -> int:
    """20.2.6: -2 if any attacker is OOS or disorganised, +2 if any defender is; once a side."""
    if not readings.only_contributors_modify:
        attacking = [board.counter_named(position, unit) for unit in attackers]
        defending = everyone
    weak_attack = any(counter.oos or counter.disorganised for counter in attacking)
    weak_defence = any(counter.oos or counter.disorganised for counter in defending)
    return 2 * weak_defence - 2 * weak_attack


def _superiority(attacking: list[Counter], guns: int) -> int:
    """12.7.2: +1 for each panzer step over the anti-tank factors, at most +2."""
    return min(2, max(0, _panzer_steps(attacking) - guns))


def _panzer_steps(counters: list[Counter]) -> int:
    return sum(steps(counter) for counter in counters if board.printed(counter).type == "panzer")


def _side(position: Position, units: Ids) -> str:
    (side,) = {board.side_of(board.counter_named(position, unit)) for unit in units}
    return side


def _contributors(position: Position, units: Ids, chosen: Ids | None) -> list[Counter]:
    """The contributing counters; they need not be named where 7.4 leaves no choice."""
    choices = contributor_choices(position, units)
    if chosen is None:
        (chosen,) = choices
    if chosen not in choices:
        raise ValueError("these may not contribute (7.4)")
    return [board.counter_named(position, unit) for unit in sorted(chosen)]
