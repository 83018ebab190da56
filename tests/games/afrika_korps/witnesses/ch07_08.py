"""Chapters 7 and 8: zones of control, odds, the combat table, retreats, attacks."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.afrika_korps.printed.data import AB2, AE, AXIS, DB2, DE, ODDS_NAMES, RESULT_NAMES, odds_column
from sandtable.games.afrika_korps.rules.c07_combat import battles_left
from sandtable.games.afrika_korps.rules.c07_exchange import pool_of
from sandtable.games.afrika_korps.rules.c07_zones import exerting_hexes, units_exerting, zone
from sandtable.games.afrika_korps.rules.c08_contact import contact, neighbours_of, rest_of
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.rules.c24_isolation import isolated_units
from sandtable.games.afrika_korps.state import Position, combat_units_at, enemy_of, hexes_of, put
from sandtable.games.afrika_korps.verbs import BATTLE, DONE, LOSE
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.games.afrika_korps.witnesses.ch05_06 import stopped_in_zone, through_cancelled_zone
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, mask, moved
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

CHART_END = 40
"""7.3: the largest number of factors in the odds chart."""
DECLARED, DIED = "battle-declared", "died-before-combat"


# Zones (7.1)


def closed_side_shields(step: Step, move: Move) -> bool:
    """7.1: an enemy beyond a closed hexside has no zone here."""
    beyond = BOARD.touching[move.to] & ~BOARD.adjacent[move.to]
    unzoned = not step.ground.zone >> move.to & 1
    return unzoned and bool(beyond & exerting_hexes(step.before, step.enemy))


def fortress_shields(step: Step, move: Move) -> bool:
    """7.1: a hex next to an enemy is in no zone, because one of the two is a fortress."""
    if step.ground.zone >> move.to & 1:
        return False
    near = BOARD.adjacent[move.to] & step.before.occupied[step.enemy]
    return bool(near & SCENARIO.fortress or (near and SCENARIO.fortress >> move.to & 1))


def both_zones(step: Step, move: Move) -> bool:
    """7.1: a zone of the mover's own side over the hex does not help it."""
    own = zone(step.before, step.active, move.fighters)
    return stopped_in_zone(step, move) and bool(own >> move.to & 1)


# Odds (7.3, 7.4)


def factors(state: Position, attackers: int, defenders: int) -> tuple[int, int]:
    """The factors of both sides, the defender's doubled where the terrain doubles them."""
    attack = sum(SCENARIO.attack[unit] for unit in ones(attackers))
    return attack, sum(defense_factor(SCENARIO, unit, state.place[unit]) for unit in ones(defenders))


def factors_in(state: Position, battle: int) -> tuple[int, int]:
    return factors(state, state.attackers[battle], state.defenders[battle])


def sides_of(step: Step, event: Event) -> tuple[int, int]:
    """Attackers and defenders of a battle that was declared or fought."""
    if "attackers" in event.arguments:
        return mask(event.arguments["attackers"]), mask(event.arguments["defenders"])
    battle = event.arguments["battle"]
    return step.before.attackers[battle], step.before.defenders[battle]


def is_rounded(step: Step, event: Event) -> bool:
    attack, defense = factors(step.before, *sides_of(step, event))
    return bool(max(attack, defense) % min(attack, defense))


def is_off_the_chart(step: Step, event: Event) -> bool:
    attack, defense = factors(step.before, *sides_of(step, event))
    return max(attack, defense) > CHART_END and odds_column(attack, defense) == event.arguments["column"]


def no_soak_off(step: Step, event: Event) -> bool:
    """7.4: the enemies next to the unit that fell have still to be attacked, by others."""
    if step.after.active != step.active or not step.after.frames:
        return False
    enemies = units_exerting(step.before, step.enemy, event.arguments["hex"])
    return bool(contact(step.after).must_fall & enemies)


def past_the_fallen(step: Step, event: Event) -> bool:
    """7.4: an enemy retreats where a unit that fell before combat would have barred its way."""
    way = BOARD.spread(step.memory.fallen & ~SCENARIO.fortress) | step.memory.fallen
    enemy = SCENARIO.side_of[event.arguments["unit"]] != step.active
    return enemy and bool(way >> event.arguments["hex"] & 1)


# Results (7.5)


def result(wanted: int) -> Witness:
    return fired("combat", "7.3", lambda s, e: e.arguments["result"] == wanted)


def table_row(odds: str, row: str) -> Witness:
    """7.5: a die was rolled in this column and gave what the table prints."""
    column, results = ODDS_NAMES.index(odds), row.split()

    def as_printed(step: Step, event: Event) -> bool:
        values = event.arguments
        here = bool(values["column"] == column)
        return here and RESULT_NAMES[values["result"]] == results[values["die"] - 1]

    return fired("combat", "7.3", as_printed)


def exchange(where: Callable[[Step, int, int, int], bool]) -> Witness:
    """An exchange came up; the step, the battle, and the factors of attacker and defender."""

    def holds(step: Step, event: Event) -> bool:
        battle = next(step.told("combat")).arguments["battle"]
        return where(step, battle, event.arguments["attack"], event.arguments["defense"])

    return fired("exchange", "7.5", holds)


def weaker_loses_all(step: Step, battle: int, attack: int, defense: int) -> bool:
    state = step.before
    weaker = state.attackers[battle] if attack < defense else state.defenders[battle]
    return attack != defense and all(step.after.place[unit] < 0 for unit in ones(weaker))


def in_doubling_terrain(state: Position, units: int) -> bool:
    return bool(hexes_of(state, units) & SCENARIO.doubling)


def some_losses_are_closed(step: Step) -> bool:
    """7.5: units that could be left out of the losses are not offered."""
    rest = pool_of(step.before, step.frame[2], step.frame[3]) & ~step.frame[5]
    return bool(rest & ~step.options[LOSE])


# Retreats (7.6)


def first_step(where: Callable[[Step], bool]) -> Witness:
    """The first of the two hexes of a retreat; locals: unit, others, refused, origin or -1, supply along."""
    return at("retreat-step", lambda s: s.frame[5] < 0 and where(s))


def last_step(where: Callable[[Step], bool]) -> Witness:
    return at("retreat-step", lambda s: s.frame[5] >= 0 and where(s))


def through_full_hex(step: Step) -> bool:
    here = combat_units_at(step.before, step.argument, SCENARIO.side_of[step.frame[2]])
    return here.bit_count() >= SCENARIO.stacking


def dies_retreating(where: Callable[[Step, int], bool]) -> Witness:
    """No way led out; the step and the hex."""
    return at(
        "conduct-retreat",
        lambda s: any(where(s, event.arguments["hex"]) for event in s.told("died-retreating", "7.6.1")),
    )


def zone_bars_the_way(step: Step, place: int) -> bool:
    side = SCENARIO.side_of[step.argument]
    return bool(BOARD.adjacent[place] & zone(step.before, enemy_of(side)))


def residents_are_safe(step: Step) -> bool:
    """7.6.1: in the overfull hex stands one that did not retreat, and it is not offered."""
    gone, offered = step.frame[2], step.options[LOSE]
    side = SCENARIO.side_of[step.argument]
    residents = combat_units_at(step.before, step.before.place[step.argument], side) & ~gone
    return bool(residents) and not residents & offered


def into_isolation(step: Step) -> bool:
    """7.6.2: a unit that was not isolated where the retreat began is so where it ends."""
    unit, side = step.frame[2], SCENARIO.side_of[step.frame[2]]
    trial = step.before.copy()
    put(trial, unit, step.frame[5])
    isolated = isolated_units(step.after, side) & ~isolated_units(trial, side)
    return step.after.place[unit] == step.argument and bool(isolated >> unit & 1)


def rommel_stays_behind(step: Step) -> bool:
    """7.6.3: he stood with a unit that now retreats, and did not go along."""
    rommel, unit = SCENARIO.rommel, step.frame[2]
    together = SCENARIO.side_of[unit] == AXIS and step.before.place[rommel] == step.before.place[unit]
    return together and step.after.place[rommel] != step.argument


def rommel_is_moved(step: Step) -> bool:
    return step.next_kind == "rescue" or any(step.told("rommel-placed", "22.4"))


# Attacks (8)


def not_alone_in_zone(step: Step, move: Move) -> bool:
    """8.2: the enemy whose zone is entered has others of the mover's side in it already."""
    enemies = units_exerting(step.before, step.enemy, move.to)
    near = [neighbours_of(step.before, step.before.place[e], step.active) & ~move.group for e in ones(enemies)]
    return bool(move.fighters) and any(near)


def back_into_the_zone(step: Step, move: Move) -> bool:
    """8.3: by way of a hex outside all zones a unit comes back to an enemy next to whom it began."""
    if step.ground.zone >> move.origin & 1 or not step.ground.zone >> move.to & 1:
        return False
    began = step.memory.began[move.units[0]]
    enemies = units_exerting(step.before, step.enemy, move.to)
    return began >= 0 and bool(enemies & units_exerting(step.before, step.enemy, began))


def from_zone_to_zone(step: Step, move: Move) -> bool:
    """8.3: directly into the zone of another enemy."""
    return bool(step.ground.zone >> move.origin & step.ground.zone >> move.to & 1)


def idle_unit_left_over(step: Step) -> bool:
    """8.4: the battle would be legal, but a unit in an enemy zone would have nobody left to attack."""
    state, battle = step.before, step.frame[2]
    attackers, defenders = state.attackers[battle], state.defenders[battle]
    fight = contact(state)
    if DONE in step.options or not attackers or not fight.is_battle(attackers, defenders):
        return False
    rest = fight.without(rest_of(state, fight, battle), attackers, defenders)
    elsewhere = fight.may_join
    for takers in fight.slots:
        elsewhere |= takers
    return any(not fight.foes[unit] & rest.defenders for unit in ones(fight.idle(rest) & ~elsewhere))


def more_battles_wait(step: Step) -> bool:
    """8.6: apart from the one being settled there are battles still to be fought."""
    return battles_left(step.before).bit_count() >= 2


DONE_BEFORE_THE_NEXT = any_of(
    *(at(kind, more_battles_wait) for kind in ("conduct-retreat", "retreat-step", "advance"))
)

WITNESSES: dict[str, Witness] = {
    "7.1a": moved(lambda s, m: bool(s.ground.zone >> m.to & 1) and not m.group & ~s.after.stopped),
    "7.1b": moved(closed_side_shields),
    "7.1c": moved(fortress_shields),
    "7.1d": moved(both_zones),
    "7.1e": moved(through_cancelled_zone),
    "7.2a": at("declare-battles", lambda s: bool(contact(s.before).must_attack)),
    "7.2b": refused("7.2", "attack"),
    "7.3a": fired(DECLARED),
    "7.3b": fired(DECLARED, "", is_rounded),
    "7.3c": fired("combat", "7.3"),
    "7.3t1": fired("combat", "7.3"),
    "7.3t2": fired("no-die", "7.4"),
    "7.3t3": fired(DECLARED, "", is_off_the_chart),
    "7.4a": fired("no-die", "7.4"),
    "7.4b": refused("7.4", "worse than 1-6"),
    "7.4c": fired(DIED, "7.4"),
    "7.4d": fired(DIED, "7.4", no_soak_off),
    "7.4e": fired("retreated", "", past_the_fallen),
    "7.5a": result(AE),
    "7.5b": result(AB2),
    "7.5c": exchange(weaker_loses_all),
    "7.5d": exchange(lambda s, b, attack, defense: factors_in(s.before, b) == (attack, defense)),
    "7.5e": chosen("exchange", LOSE, lambda s: any(s.told("eliminated", "7.5"))),
    "7.5f": exchange(lambda s, b, attack, defense: in_doubling_terrain(s.before, s.before.defenders[b])),
    "7.5g": exchange(lambda s, b, attack, defense: in_doubling_terrain(s.before, s.before.attackers[b])),
    "7.5h": exchange(lambda s, b, attack, defense: attack == defense),
    "7.5i": at("exchange", some_losses_are_closed),
    "7.5j": result(DB2),
    "7.5k": result(DE),
    "7.5t1": table_row("1-6", "AE AE AB2 AE AE AE"),
    "7.5t2": table_row("1-5", "AE AE AB2 AB2 AE AE"),
    "7.5t3": table_row("1-4", "AB2 AE AB2 AB2 AE AE"),
    "7.5t4": table_row("1-3", "AB2 AB2 AB2 AB2 AE AE"),
    "7.5t5": table_row("1-2", "DB2 EX AB2 AB2 AE AE"),
    "7.5t6": table_row("1-1", "DE EX DB2 AB2 AE AE"),
    "7.5t7": table_row("2-1", "DE EX DB2 AB2 EX AE"),
    "7.5t8": table_row("3-1", "DE EX DB2 DB2 EX DE"),
    "7.5t9": table_row("4-1", "DE EX DE DB2 DB2 DE"),
    "7.5t10": table_row("5-1", "DE DB2 DE DB2 DE DE"),
    "7.5t11": table_row("6-1", "DE DB2 DE DE DE DE"),
    "7.5t12": any_of(fired("no-die", "7.4"), fired(DIED, "7.4")),
    "7.6a": last_step(lambda s: bool(BOARD.touching[s.frame[5]] >> s.argument & 1)),
    "7.6b": first_step(through_full_hex),
    "7.6c": first_step(lambda s: bool(SCENARIO.escarpment >> s.argument & 1)),
    "7.6d": refused("7.6", "does not return to the battle hex"),
    "7.6.1a": dies_retreating(zone_bars_the_way),
    "7.6.1b": dies_retreating(lambda s, place: BOARD.adjacent[place].bit_count() < 6),
    "7.6.1c": at("overflow"),
    "7.6.1d": at("overflow", residents_are_safe),
    "7.6.1e": at("overflow", lambda s: s.options[LOSE].bit_count() > 1 and s.side == SCENARIO.side_of[s.argument]),
    "7.6.2a": refused("7.6.2"),
    "7.6.2b": last_step(into_isolation),
    "7.6.3a": first_step(rommel_stays_behind),
    "7.6.3b": last_step(rommel_is_moved),
    "8.1a": moved(stopped_in_zone),
    "8.1b": moved(through_cancelled_zone),
    "8.2a": moved(not_alone_in_zone),
    "8.3a": refused("8.1", "had to stop"),
    "8.3b": refused("8.3", "from one zone hex of an enemy into another"),
    "8.3c": moved(back_into_the_zone),
    "8.3d": moved(from_zone_to_zone),
    "8.4a": refused("8.4", "must be attacked first"),
    "8.4b": any_of(at("form-battle", idle_unit_left_over), refused("8.4", "in an enemy zone and must attack")),
    "8.5a": refused("8.5", "every attacker must be next to every unit attacked"),
    "8.6a": chosen("choose-battle", BATTLE, lambda s: s.options[BATTLE].bit_count() > 1),
    "8.6b": DONE_BEFORE_THE_NEXT,
    "8.7a": fired(DECLARED, "", lambda s, e: in_doubling_terrain(s.before, sides_of(s, e)[0])),
}
