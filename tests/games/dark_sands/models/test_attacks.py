"""Random attacks, from the odds to the retreat: nothing the model says contradicts itself."""

from __future__ import annotations

from collections import Counter as Tally
from random import Random

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.attacks import Attack, random_attack, random_siege
from tests.games.dark_sands.models.combat import COLUMNS, Odds, odds, result
from tests.games.dark_sands.models.losses import after_losses, loss_outcomes, state_of
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.positions import random_position


def found_odds(there: Position, attack: Attack) -> Odds:
    return odds(
        there,
        attack.attackers,
        attack.hex,
        attack.table,
        attack.supports_attack,
        attack.supports_defence,
        attack.minus_one,
        attack_contributors=attack.attack_contributors,
        defence_contributors=attack.defence_contributors,
    )


def test_random_attacks_reach_every_part_of_the_rules() -> None:
    seen: Tally[str] = Tally()
    for seed in range(240):
        rng = Random(seed)
        there = random_siege(rng) if seed % 2 else random_position(rng)
        attack = random_attack(rng, there)
        if attack is None:
            continue
        found = found_odds(there, attack)
        assert found.column in (*COLUMNS, "AE", "DR")
        assert -3 <= found.modifier <= 4
        seen.update([found.column, result(found, rng.randint(1, 6), attack.table), attack.table])
        seen["shock"] += found.shock
    assert all(seen[name] for name in (*COLUMNS, "AE", "shock", "assault", "BL1", "DR", "EX"))


def test_losses_only_ever_take_steps_away() -> None:
    for seed in range(60):
        rng = Random(seed)
        there = random_siege(rng) if seed % 2 else random_position(rng)
        attack = random_attack(rng, there)
        if attack is None:
            continue
        found = found_odds(there, attack)
        kind = result(found, rng.randint(1, 6), attack.table)
        states = loss_outcomes(
            there,
            kind,
            attack.attackers,
            attack.hex,
            attack_contributors=attack.attack_contributors,
            defence_contributors=attack.defence_contributors,
            shock=found.shock,
            assault=attack.table == "assault",
        )
        assert states
        for state in states:
            before = dict(state_of(there, dict(state)))
            assert all(0 <= left <= before[unit] for unit, left in state)
            alive = {unit for unit, left in state if left}
            there_now = {counter.id for counter in after_losses(there, state).counters}
            assert alive <= there_now
            assert not (before.keys() - alive) & there_now
            assert all(board.printed_counters()[unit][0].type != "hq" for unit in before)
