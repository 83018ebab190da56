"""Who loses which steps (7.4, 12.6, 12.7.3, 12.7.4, 13.6.4, 20.3.1, 20.3.2 and the legend of the tables)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.combat import Ids, contributor_choices, defenders_in, is_infantry, steps
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.readings import TAKEN, Readings

State = frozenset[tuple[str, int]]  # unit id, steps left; an eliminated unit has none
Choice = Callable[[State], list[str]]  # which units may take the next step

ATTACKER_LOSES = {"AL1": 1, "BL1": 1, "DE*": 1}
DEFENDER_LOSES = {"BL1": 1, "DR*": 1}
SHOCK_ADDS_TO = ("AL1", "BL1", "DR", "DR*")  # 12.7.3
ARMOUR = frozenset({"tank", "panzer"})  # 12.3: armoured cars are neither


def state_of(position: Position, units: Iterable[str]) -> State:
    """The steps that some units have now."""
    return frozenset((unit, steps(board.counter_named(position, unit))) for unit in units)


def after_losses(position: Position, state: State) -> Position:
    """The position once the counters have been turned over or taken off."""
    left = {counter.id: steps(counter) for counter in position.counters} | dict(state)
    kept = tuple(
        replace(counter, reduced=left[counter.id] < board.printed(counter).steps)
        for counter in position.counters
        if left[counter.id] > 0
    )
    return replace(position, counters=kept)


def loss_outcomes(
    position: Position,
    result: str,
    attackers: Ids,
    hex_: str,
    *,
    attack_contributors: Ids | None = None,
    defence_contributors: Ids | None = None,
    shock: bool = False,
    assault: bool = False,
    readings: Readings = TAKEN,
) -> set[State]:
    """Every way in which the two owners can take the losses of a result, before any retreat.

    A state names the attackers and the defenders, HQs apart. `shock` is that of the odds; `assault` says
    that the Assault table was used.
    """
    side = board.enemy_of(board.side_of(board.counter_named(position, min(attackers))))
    defenders = defenders_in(position, hex_, side)
    hitting = _only_choice(position, attackers) if attack_contributors is None else attack_contributors
    hit = _only_choice(position, defenders) if defence_contributors is None else defence_contributors
    states = {state_of(position, attackers | defenders)}
    if assault:
        states = _each(states, 1, lambda state: _infantry(position, state, hitting))
    if result == "AE":
        return {_gone(state, attackers) for state in states}
    if result in ("DE", "DE*"):
        states = {_gone(state, defenders) for state in states}
    if result == "1/2EX":
        spared = readings.half_exchange_spares
        return {_each_loses_one(state, (hitting | hit) if spared else (attackers | defenders)) for state in states}
    if result == "EX":
        return _exchange(position, states, hitting, hit, readings)
    if result == "DE*" and _is_excused(position, hitting, defenders):
        return states
    states = lose(position, states, hitting, ATTACKER_LOSES.get(result, 0))
    extra = int(shock and result in SHOCK_ADDS_TO)
    return lose(position, states, hit, DEFENDER_LOSES.get(result, 0) + extra)


def lose(position: Position, states: set[State], units: Ids, number: int, first_taken: bool = False) -> set[State]:
    """20.3.2: the owner of some units loses steps; the first by the priorities unless it was taken before."""
    if not first_taken and number > 0:
        states = _each(states, 1, lambda state: by_priority(position, state, able(position, state, units)))
        number -= 1
    return _each(states, number, lambda state: able(position, state, units))


def able(position: Position, state: State, units: Ids) -> list[str]:
    """Which of these units have a step to lose; a garrison only when nobody else has (13.6.4)."""
    alive = [unit for unit, left in sorted(state) if unit in units and left > 0]
    others = [unit for unit in alive if _printed(position, unit).type != "garrison"]
    return others or alive


def by_priority(position: Position, state: State, units: list[str]) -> list[str]:
    """20.3.2: non-replaceable before armoured before full-strength two-step units before any."""
    not_replaceable = [unit for unit in units if _printed(position, unit).non_replaceable]
    armoured = [unit for unit in units if _printed(position, unit).type in ARMOUR]
    full = [unit for unit in units if dict(state)[unit] == 2]
    return not_replaceable or armoured or full or units


def _exchange(position: Position, states: set[State], hitting: Ids, hit: Ids, readings: Readings) -> set[State]:
    """EX: the contributing defenders are eliminated, and the attacker loses as many steps as they had."""
    number = sum(steps(board.counter_named(position, unit)) for unit in hit)
    states = {_gone(state, hit) for state in states}
    if not _has_panzers(position, hitting):
        return lose(position, states, hitting, number)

    def first(state: State) -> list[str]:
        left = able(position, state, hitting)
        resilient = [unit for unit in left if _is_resilient(position, unit, readings)]
        return by_priority(position, state, left) + resilient

    return lose(position, _each(states, 1, first), hitting, number - 1, first_taken=True)


def _is_resilient(position: Position, unit: str, readings: Readings) -> bool:
    """12.7.4: a German two-step unit may absorb the first step."""
    counter = board.counter_named(position, unit)
    two = board.printed(counter).steps == 2 and (readings.reduced_unit_is_resilient or not counter.reduced)
    return two and board.printed(counter).nation == "Germany"


def _is_excused(position: Position, hitting: Ids, defenders: Ids) -> bool:
    """DE* is DE with panzers attacking (12.7.4), and against a garrison alone (legend)."""
    alone = [_printed(position, unit).type for unit in defenders] == ["garrison"]
    return alone or _has_panzers(position, hitting)


def _has_panzers(position: Position, units: Ids) -> bool:
    return any(_printed(position, unit).type == "panzer" for unit in units)


def _infantry(position: Position, state: State, units: Ids) -> list[str]:
    """12.6, 20.3.1: who may take the infantry step that the Assault table costs."""
    alive = able(position, state, units)
    return [unit for unit in alive if is_infantry(board.counter_named(position, unit))]


def _each(states: set[State], number: int, choice: Choice) -> set[State]:
    """Take steps off, one by one, in every way; where nobody is left to lose one, nothing more is lost."""
    for _ in range(number):
        states = {
            _less_one(state, unit) if unit else state for state in states for unit in (choice(state) or [""])
        }
    return states


def _less_one(state: State, unit: str) -> State:
    return frozenset((name, left - (name == unit)) for name, left in state)


def _gone(state: State, units: Ids) -> State:
    return frozenset((name, 0 if name in units else left) for name, left in state)


def _each_loses_one(state: State, units: Ids) -> State:
    return frozenset((name, max(0, left - (name in units))) for name, left in state)


def _printed(position: Position, unit: str) -> board.Printed:
    return board.printed(board.counter_named(position, unit))


def _only_choice(position: Position, units: Ids) -> Ids:
    (chosen,) = contributor_choices(position, units)
    return chosen
