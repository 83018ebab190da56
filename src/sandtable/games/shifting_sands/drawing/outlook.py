"""11.28, 11.34: what may come of a battle before its dice are rolled.

Where one side suffers before it fires, its losses are taken as `suggestions` would take them, and it fires with
whoever is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from sandtable.games.shifting_sands.drawing.suggestions import price_of_step, strongest
from sandtable.games.shifting_sands.rules.c11_battles import defender_is_first
from sandtable.games.shifting_sands.rules.c11_fight import NOBODY, Fight, fight_of
from sandtable.games.shifting_sands.rules.c11_fire import fire
from sandtable.games.shifting_sands.rules.c11_losses import REPLACEMENT, lose_step, losers
from sandtable.games.shifting_sands.rules.c11_results import can_overrun
from sandtable.games.shifting_sands.state import FLANK_WON, Theatre, face
from sandtable.games.shifting_sands.verbs import REPLACE
from sandtable.kernel.bits import ones


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
    inflicted: range
    """By the attacker."""
    taken: range


@dataclass(frozen=True, slots=True)
class Case:
    """Two dice: how likely they are, what the attacker inflicts, whether in bold type, and what it suffers."""

    share: float
    inflicted: int
    bold: bool
    taken: int


def outlook(state: Theatre, fight: Fight) -> dict[Result, Prospect]:
    """Each result that can come up, the best for the attacker first."""
    found: dict[Result, list[Case]] = {}
    for case in _cases(state, fight):
        found.setdefault(_result(state, fight, case), []).append(case)
    return {
        result: Prospect(
            sum(case.share for case in cases),
            _between(case.inflicted for case in cases),
            _between(case.taken for case in cases),
        )
        for result, cases in sorted(found.items())
    }


def _between(numbers: Iterator[int]) -> range:
    known = list(numbers)
    return range(min(known), max(known) + 1)


def _result(state: Theatre, fight: Fight, case: Case) -> Result:
    """11.282: the higher number wins; 11.52: by how much decides how far the loser goes. 11.474: after a flank
    attack an overrun stands, whatever the return fire."""
    flanked = state.flank == FLANK_WON and case.inflicted > 0
    ahead = case.inflicted - case.taken
    if case.bold and can_overrun(state, fight) and (ahead > 0 or flanked):
        return Result.OVERRUN
    if ahead > 0:
        return Result.ROUT if ahead > 1 else Result.RETREAT
    return Result.DRAWN if not ahead else Result.REPELLED


# The dice


def _cases(state: Theatre, fight: Fight) -> Iterator[Case]:
    """11.28: all pairs of dice. 11.34, X23: where one side is first, the other fires with whoever is left."""
    first = _fires_first(state, fight)
    if first == NOBODY:
        yield from _pairs(_faces(state, fight, fight.attacking), _faces(state, fight, fight.defending))
        return
    for opening in _faces(state, fight, first):
        after = _after_losses(state, fight, 1 - first, opening[0])
        answers = _faces(after, fight_of(after), 1 - first)
        pairs = _pairs([opening], answers) if first == fight.attacking else _pairs(answers, [opening])
        yield from (Case(case.share / 6, case.inflicted, case.bold, case.taken) for case in pairs)


def _fires_first(state: Theatre, fight: Fight) -> int:
    """The side whose fire is suffered before the other side's, if that is known and still to come."""
    if state.target != fight.target or any(state.fired):
        return NOBODY
    if state.flank == FLANK_WON:
        return fight.attacking
    return fight.defending if defender_is_first(state) else NOBODY


def _pairs(attack: list[tuple[int, bool]], defence: list[tuple[int, bool]]) -> Iterator[Case]:
    share = 1 / (len(attack) * len(defence))
    for inflicted, bold in attack:
        for taken, _ in defence:
            yield Case(share, inflicted, bold, taken)


def _faces(state: Theatre, fight: Fight, side: int) -> list[tuple[int, bool]]:
    """By face of the die what a side inflicts; one number if it has fired, nothing if nobody is left."""
    if state.target == fight.target and state.fired[side]:
        return [(state.fire[side], bool(state.bold) and side == fight.attacking)]
    if not (fight.attackers if side == fight.attacking else fight.defenders):
        return [(0, False)]
    found = fire(state, fight, side)
    return list(zip(found.losses, found.bold, strict=True))


def _after_losses(state: Theatre, fight: Fight, side: int, number: int) -> Theatre:
    """11.43: the position after a side has taken a loss number."""
    trial = state.copy()
    units = fight.force(side)
    while able := losers(trial, units, number):
        unit = min(ones(able), key=lambda unit: price_of_step(trial, unit))
        number -= face(trial, unit).loss
        before = trial.stacks.get(trial.place[unit], 0)
        place, gone = trial.place[unit], trial.reduced >> unit & 1
        lose_step(trial, unit, "11.42")
        _take_place(trial)
        if gone:
            units = units & ~(1 << unit) | trial.stacks.get(place, 0) & ~before
    return trial


def _take_place(trial: Theatre) -> None:
    """11.44: the strongest battlegroup takes the place of a division."""
    frame = trial.frames[-1]
    if frame[0] == REPLACEMENT.number:
        groups = dict(REPLACEMENT.legal(trial, frame))[REPLACE]
        REPLACEMENT.play(trial, frame, REPLACE, strongest(trial, groups))
