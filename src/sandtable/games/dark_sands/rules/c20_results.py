"""20.3: what the result of an attack costs, and who must retreat."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.c11_headquarters import displace_lone
from sandtable.games.dark_sands.rules.c12_doctrine import shocked, steps_in
from sandtable.games.dark_sands.rules.c13_supports import battle_of, kill, lose_step
from sandtable.games.dark_sands.rules.c20_losses import take_losses
from sandtable.games.dark_sands.rules.c20_odds import AE, AL1, BL1, DE, DE_STAR, DR, DR_STAR, EX, HALF_EX
from sandtable.games.dark_sands.rules.c20_retreat import LENGTH
from sandtable.games.dark_sands.state import Sands, hexes_of
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.events import tell
from sandtable.kernel.state import Frame


def assault_loss(state: Sands, frame: Frame) -> None:
    """20.3.1: an assault costs an infantry step first."""
    if state.infantry_loss:
        tell(state, "assault-costs", "20.3.1", side=state.active)
        take_losses(state, state.active)


def settle(state: Sands, frame: Frame) -> None:
    """20.3: what the result costs, and who must retreat."""
    fight, result, side = battle_of(state), state.result, state.active
    if shocked(state, fight) and result in (AL1, BL1, DR, DR_STAR):
        state.losses[1 - side] += 1
        # 20.3.2: the step of panzer shock has no priority.
        state.first_loss[1 - side] = int(result in (BL1, DR_STAR))
        tell(state, "panzer-shock", "12.7.3", to=state.target)
    if result in (AL1, BL1):
        state.losses[side] += 1
    if result in (BL1, DR_STAR):
        state.losses[1 - side] += 1
    if result in (DR, DR_STAR):
        state.retreat_left = LENGTH
    if result == HALF_EX:
        for unit in ones(state.contributors):
            lose_step(state, unit)
    if result == EX:
        state.losses[side] += steps_in(state, fight.holding)
    if result == DE_STAR:
        state.losses[side] += int(not spared(state))
    _eliminate(state, _eliminated(state))


def spared(state: Sands) -> bool:
    """12.7.4, legend: DE* is DE if panzers attack, or if a garrison defends alone."""
    fight = battle_of(state)
    if fight.striking & state.printed.panzers:
        tell(state, "resilience", "12.7.4", to=state.target)
        return True
    if not fight.defenders & ~state.printed.garrisons:
        tell(state, "garrison-alone", "20.3", to=state.target)
        return True
    return False


def _eliminated(state: Sands) -> int:
    """AE, DE and DE* reach all units; EX only those that contributed (7.4)."""
    fight = battle_of(state)
    everybody = {AE: fight.attackers, DE: fight.defenders, DE_STAR: fight.defenders, EX: fight.holding}
    return everybody.get(state.result, 0)


def _eliminate(state: Sands, units: int) -> None:
    for unit in ones(units):
        kill(state, unit)


def attacker_losses(state: Sands, frame: Frame) -> None:
    """20.3.2."""
    take_losses(state, state.active)


def defender_losses(state: Sands, frame: Frame) -> None:
    """20.3.2: before a retreat."""
    take_losses(state, 1 - state.active)


def headquarters(state: Sands, frame: Frame) -> None:
    """11.0: a headquarters whose defenders are lost displaces, from where it is by now."""
    side = 1 - state.active
    for place in ones(hexes_of(state, state.retreating & state.printed.hqs) | bit(state.target)):
        displace_lone(state, place, side)
