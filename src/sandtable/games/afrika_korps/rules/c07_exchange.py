"""7.5: the exchange. The weaker side loses all; the stronger chooses losses to match, none of them needless."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.printed.data import Printed
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.rules.c21_substitutes import begin_breaking, breakable
from sandtable.games.afrika_korps.state import Position, are_in_play, eliminate, on_map
from sandtable.games.afrika_korps.verbs import BREAK, LOSE
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, entry, flag, many
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push, replace, restart
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def exchange_factor(printed: Printed, unit: int, place: int, attacking: bool) -> int:
    """7.5, 8.7, 10.2: an attack factor as printed; a defence factor doubled where the terrain doubles it."""
    return printed.attack[unit] if attacking else defense_factor(printed, unit, place)


def exchange_factors(state: Position, units: int, attacking: bool) -> dict[int, int]:
    """What each of these units counts for in an exchange."""
    return {unit: exchange_factor(state.printed, unit, state.place[unit], attacking) for unit in ones(units)}


def open_losses(factors: dict[int, int], need: int, chosen: int) -> int:
    """7.5, ruling 6: the units that may be added to those chosen so that the choice can still be completed."""
    return sum(
        1 << unit
        for unit in factors
        if not chosen >> unit & 1 and can_be_completed(factors, need, chosen | 1 << unit)
    )


def can_be_completed(factors: dict[int, int], need: int, chosen: int) -> bool:
    """7.5, ruling 6: do these units belong to a set that reaches the loss with no unit that could be spared?

    No unit of a set can be spared if its total exceeds the loss by less than its smallest factor.
    """
    total = sum(factors[unit] for unit in ones(chosen))
    least = min(factors[unit] for unit in ones(chosen))
    for smallest in {factor for factor in factors.values() if factor <= least}:
        totals = 1 << total  # bit n: some set has exactly n factors
        for unit, factor in factors.items():
            if factor >= smallest and not chosen >> unit & 1:
                totals |= totals << factor
        if totals >> need & ((1 << smallest) - 1):
            return True
    return False


def resolve_exchange(state: Position, battle: int) -> None:
    """7.5: compare the factors involved; with equal factors both sides lose everything."""
    attackers, defenders = state.attackers[battle], state.defenders[battle]
    attack = sum(exchange_factors(state, attackers, True).values())
    defense = sum(exchange_factors(state, defenders, False).values())
    fought = list(ones(attackers)), list(ones(defenders))
    doubled = any(state.printed.doubling >> state.place[unit] & 1 for unit in ones(defenders))
    rule = "10.2b" if doubled else "7.5"
    tell(state, "exchange", rule, attack=attack, defense=defense, attackers=fought[0], defenders=fought[1])
    if attack <= defense:
        lose_all(state, attackers)
    if defense <= attack:
        lose_all(state, defenders)
    if attack > defense:
        push(state, LOSSES, battle, 1, attack - defense)
    elif defense > attack:
        push(state, LOSSES, battle, 0, defense - attack)


def lose_all(state: Position, units: int) -> None:
    for unit in ones(units):
        tell(state, "eliminated", "7.5", unit=unit, hex=state.place[unit])
        eliminate(state, unit)


def pool_of(state: Position, battle: int, attacking: int) -> int:
    """The units of the stronger side, from which its losses are taken."""
    return state.attackers[battle] if attacking else state.defenders[battle]


def ask_for_losses(state: Position, frame: Frame) -> None:
    """7.5, 21.3: the stronger side loses what it has above the factors it may keep.

    Factors that a substitute gave up when it was broken down count as lost already.
    """
    _, _, battle, attacking, kept = frame
    total = sum(exchange_factors(state, pool_of(state, battle, attacking), bool(attacking)).values())
    if total > kept:
        push(state, EXCHANGE, battle, attacking, total - kept, 0)


class Exchange(ChoiceKind[Position]):
    """7.5: the stronger side chooses its losses."""

    name = "exchange"
    on = ("exchange-losses.ask_for_losses",)
    rule = "7.5"
    battle = entry("standing")
    attacking = flag()
    factors = count()
    chosen = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        pool = self.pool(state, frame)
        if not are_in_play(state, pool, self.side(state, frame)) or self.chosen(frame) & ~pool:
            yield say("losses are chosen among units that do not fight in this battle")

    def pool(self, state: Position, frame: Frame) -> int:
        return pool_of(state, self.battle(frame), self.attacking(frame))

    def side(self, state: Position, frame: Frame) -> int:
        return state.active if self.attacking(frame) else ENEMY_OF[state.active]

    def legal(self, state: Position, frame: Frame) -> Options:
        may_break = not self.chosen(frame)
        broken = breakable(state, self.pool(state, frame), exchanging=True) if may_break else 0
        return offer((LOSE, self.losses(state, frame)), (BREAK, broken))

    def losses(self, state: Position, frame: Frame) -> int:
        factors = exchange_factors(state, self.pool(state, frame), bool(self.attacking(frame)))
        return open_losses(factors, self.factors(frame), self.chosen(frame))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, battle, attacking, need, chosen = frame
        if verb == BREAK:
            pop(state)
            restart(state)
            begin_breaking(state, argument, exchanging=True)
            return
        chosen |= 1 << argument
        factors = exchange_factors(state, self.pool(state, frame), bool(attacking))
        if sum(factors[unit] for unit in ones(chosen)) < need:
            replace(state, battle, attacking, need, chosen)
        else:
            pop(state)
            lose_all(state, chosen)

    def prompt(self, state: Position, frame: Frame) -> Message:
        factors = exchange_factors(state, self.pool(state, frame), bool(self.attacking(frame)))
        left = self.factors(frame) - sum(factors[unit] for unit in ones(self.chosen(frame)))
        return say("Exchange: choose your losses (factors still to lose: {left})", left=left)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == BREAK:
            return "21.3", say("only a substitute in this battle can be broken down, before losses are chosen")
        if verb != LOSE:
            return "7.5", say("the losses of the exchange must be taken first")
        if not self.pool(state, frame) >> argument & 1:
            return "7.5", say("it takes no part in this battle")
        if self.chosen(frame) >> argument & 1:
            return "7.5", say("it has already been chosen")
        return "7.5", otherwise("with it the losses would include a unit that need not be lost")


class Losses(Steps[Position]):
    """7.5: the stronger side, attacking or not, loses what it has above the factors it may keep."""

    name = "exchange-losses"
    on = ("aftermath",)
    steps = (ask_for_losses,)
    battle = entry("standing")
    attacking = flag()
    kept = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        pool = pool_of(state, self.battle(frame), self.attacking(frame))
        if pool != on_map(state, pool):
            yield say("units that are not on the map have to take losses")


EXCHANGE, LOSSES = Exchange(), Losses()
