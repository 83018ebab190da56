"""11.28, 11.34: what may come of a battle before its dice are rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from sandtable.games.shifting_sands.rules.c11_fight import Fight, ground
from sandtable.games.shifting_sands.rules.c11_fire import Fire, fire
from sandtable.games.shifting_sands.state import Theatre


class Result(IntEnum):
    """11.282, 11.47, 11.52: the best for the attacker first."""

    OVERRUN = 0
    ROUT = 1
    RETREAT = 2
    DRAWN = 3
    REPELLED = 4


@dataclass(frozen=True, slots=True)
class Prospect:
    """How likely a result is, and between which loss numbers both sides suffer."""

    share: float
    taken: range
    """By the attacker."""
    inflicted: range


def outlook(state: Theatre, fight: Fight) -> dict[Result, Prospect]:
    """Each result that can come up, the best for the attacker first."""
    found: dict[Result, list[tuple[float, int, int]]] = {}
    for share, inflicted, bold, taken in _rolls(state, fight):
        result = _result(state, fight, inflicted, bold, taken)
        found.setdefault(result, []).append((share, inflicted, taken))
    return {
        result: Prospect(
            sum(share for share, _, _ in cases),
            _between(taken for _, _, taken in cases),
            _between(inflicted for _, inflicted, _ in cases),
        )
        for result, cases in sorted(found.items())
    }


def _between(numbers: Iterator[int]) -> range:
    known = list(numbers)
    return range(min(known), max(known) + 1)


def _result(state: Theatre, fight: Fight, inflicted: int, bold: bool, taken: int) -> Result:
    """11.282: the higher number wins; 11.52: by how much decides how far the loser goes."""
    if inflicted > taken and bold and ground(state, fight).overruns:
        return Result.OVERRUN
    if inflicted > taken:
        return Result.ROUT if inflicted - taken > 1 else Result.RETREAT
    return Result.DRAWN if inflicted == taken else Result.REPELLED


def _rolls(state: Theatre, fight: Fight) -> Iterator[tuple[float, int, bool, int]]:
    """Every pair of dice: its chance, what the attacker inflicts and whether in bold type, what he suffers."""
    attack = _faces(state, fight, fight.attacking)
    defence = _faces(state, fight, fight.defending)
    share = 1 / (len(attack) * len(defence))
    for inflicted, bold in attack:
        for taken, _ in defence:
            yield share, inflicted, bold, taken


def _faces(state: Theatre, fight: Fight, side: int) -> list[tuple[int, bool]]:
    """By face of the die what a side inflicts; the one number there is if it has fired."""
    if state.target == fight.target and state.fired[side]:
        return [(state.fire[side], bool(state.bold) and side == fight.attacking)]
    found: Fire = fire(state, fight, side)
    return list(zip(found.losses, found.bold, strict=True))
