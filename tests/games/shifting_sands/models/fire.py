"""Strength, table, column and die modifier of a side in a battle, without combat cards (11.24 to 11.28, 14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS, EAST_AFRICA, EGYPT, LIBYA, NEAR_EAST, WEST
from tests.games.shifting_sands.models.position import Position, factors, units_in
from tests.games.shifting_sands.models.supply import OUT, supply_of


@dataclass(frozen=True)
class Attack:
    """A battle that has been declared."""

    target: str
    attackers: frozenset[str]
    rommel: bool = False
    bonus: bool = False  # Crusader, Venezia: this is the attack with the better die
    fled: frozenset[str] = frozenset()  # units that retreated to the target in this action (11.57)


@dataclass(frozen=True)
class Fire:
    """What a side fires with; the column is named by its head."""

    strength: int
    table: str
    column: str
    modifier: int


def attackers_fire(position: Position, attack: Attack) -> Fire:
    side = _attacking_side(attack)
    defenders = _defenders(position, attack)
    strength = sum(factors(position, unit)[0] for unit in attack.attackers)
    shift = -1 if _is_rough(position, attack) else 0
    ours, theirs = _have_armour(attack.attackers), _have_armour(defenders)
    shift += int(ours and not theirs) - int(theirs and not ours)
    shift -= int(_has_stragglers(position, attack.attackers))
    if attack.rommel:
        shift += 1 if "montgomery" in position.events else 2
    modifier = _national(position, attack.attackers, attack.target) + _across_the_desert(position, attack)
    modifier += _offensive(position, attack, side)
    return _fire(strength, attack.attackers, shift, modifier)


def defenders_fire(position: Position, attack: Attack) -> Fire:
    side = board.OTHER[_attacking_side(attack)]
    defenders = _defenders(position, attack)
    if not defenders:
        return _fire(0, defenders, 0, 0)  # 11.57: only units that have just retreated
    modifier = _national(position, defenders, attack.target) + _defensive(position, attack, side)
    strength = sum(factors(position, unit)[0] for unit in defenders) + fort(position, attack)
    shift = -int(_has_stragglers(position, defenders))
    return _fire(strength, defenders, shift, modifier)


def fort(position: Position, attack: Attack) -> int:
    """14.1, 19.6: what the fort of the target adds."""
    return 0 if is_mere_mountain(position, attack) else board.spaces()[attack.target].fort


def _fire(strength: int, units: Iterable[str], shift: int, modifier: int) -> Fire:
    table = "division" if any(board.units()[unit].is_division for unit in units) else "battlegroup"
    heads = board.fire_columns(table)
    start = max(at for at, head in enumerate(heads) if int(head.rstrip("+").split("-")[0]) <= strength)
    return Fire(strength, table, heads[min(max(start + shift, 0), len(heads) - 1)], modifier)


def _attacking_side(attack: Attack) -> str:
    return board.units()[min(attack.attackers)].side


def _defenders(position: Position, attack: Attack) -> list[str]:
    there = units_in(position, attack.target, board.OTHER[_attacking_side(attack)])
    return [unit for unit in there if unit not in attack.fled]


def _is_rough(position: Position, attack: Attack) -> bool:
    terrain = board.spaces()[attack.target].terrain
    return terrain in ("mountain", "swamp") or is_mere_mountain(position, attack)


def is_mere_mountain(position: Position, attack: Attack) -> bool:
    """19.6: a fort of Syria that Allied divisions attack."""
    ground = board.spaces()[attack.target]
    divisions = any(board.units()[unit].is_division for unit in attack.attackers)
    syrian = ground.fort > 0 and ground.subregion == "Syria"
    return "19.6" in position.options and syrian and divisions and _attacking_side(attack) == ALLIED


def _have_armour(units: Iterable[str]) -> bool:
    return any(board.units()[unit].is_armour for unit in units)


def _has_stragglers(position: Position, units: Iterable[str]) -> bool:
    return any(supply_of(position, unit) == OUT for unit in units)


def _national(position: Position, units: Iterable[str], target: str) -> int:
    """11.261, 11.262, 19.22: Italians before Balbo, Americans before Patton."""
    nations = {board.units()[unit].nation for unit in units}
    away = "19.22" in position.options and board.spaces()[target].region == EAST_AFRICA
    balbo = "balbo" in position.events and not away
    return -int("IT" in nations and not balbo) - int("US" in nations and "patton" not in position.events)


def _across_the_desert(position: Position, attack: Attack) -> int:
    """11.263."""
    other = {"khartoum": "aswan", "aswan": "khartoum"}.get(attack.target)
    allied = _attacking_side(attack) == ALLIED
    return -int(allied and any(position.place[unit] == other for unit in attack.attackers))


def _offensive(position: Position, attack: Attack, side: str) -> int:
    """What the offensive card of the action adds to an attack."""
    region = board.spaces()[attack.target].region
    nations = {board.units()[unit].nation for unit in units_in(position, attack.target, board.OTHER[side])}
    in_the_desert = region in (EGYPT, LIBYA)
    better = {
        "compass": side == ALLIED and in_the_desert and nations == {"IT"},
        "crusader": side == ALLIED and in_the_desert and attack.bonus,
        "venezia": side == AXIS and in_the_desert and attack.bonus,
        "supercharge": side == ALLIED and in_the_desert,
        "spring_wind": side == AXIS and region == WEST and "US" in nations and "patton" not in position.events,
    }
    return int(better.get(position.card, False))


def _defensive(position: Position, attack: Attack, side: str) -> int:
    """Auchinleck and Von Arnim help defenders."""
    ground = board.spaces()[attack.target]
    near = attack.target == "el_alamein" or "el_alamein" in board.links()[attack.target]
    auchinleck = "auchinleck" in position.events and "montgomery" not in position.events
    arnim = "von_arnim_takes_command" in position.events
    passes = ground.region == WEST and ground.terrain == "mountain"
    return int(side == ALLIED and auchinleck and near) + int(side == AXIS and arnim and passes)


def may_use_rommel(position: Position, attack: Attack) -> bool:
    """11.274, 19.21: whether Rommel may take part in an attack."""
    ground = board.spaces()[attack.target]
    led = "rommel" in position.events and "von_arnim_takes_command" not in position.events
    germans = (
        any(board.units()[unit].nation == "GE" for unit in attack.attackers) or "19.21" not in position.options
    )
    there = ground.fort == 0 and ground.region not in (NEAR_EAST, EAST_AFRICA)
    return _attacking_side(attack) == AXIS and led and germans and there


def may_flank(position: Position, attack: Attack) -> bool:
    """11.31, without combat cards."""
    ground = board.spaces()[attack.target]
    open_ground = ground.terrain not in ("mountain", "swamp") and ground.fort == 0
    return len(attack.attackers) > 1 and _have_armour(attack.attackers) and open_ground
