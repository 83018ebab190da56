"""Odds, losses and retreats against the referee's model, on random positions: every way a battle can end.

Where the model leaves a reading open, `READINGS` takes ours; the extra step of panzer shock has no priority
(20.3.2f)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c10_supply import can_trace
from sandtable.games.dark_sands.rules.c11_headquarters import receivers
from sandtable.games.dark_sands.rules.c12_doctrine import may_assault
from sandtable.games.dark_sands.rules.c13_supports import battle_of
from sandtable.games.dark_sands.rules.c20_fight import joiners, targets
from sandtable.games.dark_sands.rules.c20_odds import NONE, odds
from sandtable.kernel.bits import ones
from tests.games.dark_sands.desert import DATA, hex_names, names, number
from tests.games.dark_sands.models import board, combat, losses, retreats
from tests.games.dark_sands.models.attacks import Attack, attackable, random_attack, random_siege
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.positions import random_position
from tests.games.dark_sands.models.readings import Readings
from tests.games.dark_sands.refereed import Ends, endings, fighting, laid

GAME = "dark-sands"
READINGS = Readings(overstacked_owner_is_free=False)
BATTLES = 30
"""In each batch: enough to meet every result."""
MOST_EXCHANGED = 4
"""An exchange of more steps has thousands of ends."""
batches = pytest.mark.parametrize("batch", range(4))


@dataclass(frozen=True)
class Battle:
    position: Position
    attack: Attack
    result: str

    @property
    def defending(self) -> str:
        return board.enemy_of(board.side_of(board.counter_named(self.position, min(self.attack.attackers))))

    @property
    def defenders(self) -> frozenset[str]:
        return combat.defenders_in(self.position, self.attack.hex, self.defending)


def battles(batch: int) -> list[Battle]:
    found: list[Battle] = []
    rng = Random(f"battles {batch}")
    while len(found) < BATTLES:
        position = random_siege(rng) if rng.random() < 0.6 else random_position(rng)
        attack = random_attack(rng, position)
        if attack is not None:
            results = RESULTS if attack.table == "assault" else [name for name in RESULTS if name != "1/2EX"]
            result = rng.choice((*results, "DR", "DR*"))
            steps = sum(combat.steps(board.counter_named(position, unit)) for unit in attack.defence_contributors)
            found.append(Battle(position, attack, "DR" if result == "EX" and steps > MOST_EXCHANGED else result))
    return found


@batches
@pytest.mark.rule("20.2.2a", "20.2.3a", "20.2.5a")
def test_the_odds_are_those_of_the_referee(batch: int) -> None:
    for battle in battles(batch):
        state, attack = fighting(battle.position, battle.attack), battle.attack
        found = odds(state, state.target, state.attackers, contributors=state.contributors)
        model = combat.odds(
            battle.position,
            attack.attackers,
            attack.hex,
            minus_one=attack.minus_one,
            attack_contributors=attack.attack_contributors,
            defence_contributors=attack.defence_contributors,
            readings=READINGS,
        )
        column = RESULTS[found.automatic] if found.automatic != NONE else COLUMNS[found.column]
        ours = (column, found.die, found.attack / 2, found.defence / 2, found.shock)
        assert ours == (model.column, model.modifier, model.attack, model.defence, model.shock)


@batches
@pytest.mark.rule("20.3.2a", "20.3.4e", "20.3.3d")
def test_every_end_of_a_battle_is_one_of_the_referee_and_the_other_way_round(batch: int) -> None:
    for battle in battles(batch):
        state = fighting(battle.position, battle.attack)
        shock = odds(state, state.target, state.attackers, contributors=state.contributors).shock
        found = endings(state, battle.result, assault=battle.attack.table == "assault")
        assert found == expected(battle, shock=shock), battle


def expected(battle: Battle, *, shock: bool) -> set[Ends]:
    """The ends that the model knows."""
    position, attack, result = battle.position, battle.attack, battle.result
    shock = shock and result in losses.SHOCK_ADDS_TO
    states = losses.loss_outcomes(
        position,
        result,
        attack.attackers,
        attack.hex,
        attack_contributors=attack.attack_contributors,
        defence_contributors=attack.defence_contributors,
        assault=attack.table == "assault" and result != "AE",
        readings=READINGS,
    )
    if shock:
        states = losses.lose(position, states, attack.defence_contributors, 1, first_taken=True)
    return {end for state in states for end in _ends(battle, dict(state), first_taken=shock or result == "DR*")}


def _ends(battle: Battle, steps: dict[str, int], *, first_taken: bool) -> list[Ends]:
    """A retreat follows if it must, and if anybody is left."""
    position, attack, defenders = battle.position, battle.attack, battle.defenders
    homes = {counter.id: counter.hex for counter in position.counters}
    if battle.result not in ("DR", "DR*") or not any(steps[unit] for unit in defenders):
        return [_end(steps, homes)]
    after = losses.after_losses(position, frozenset(steps.items()))
    found = retreats.retreats(after, attack.hex, battle.defending, first_taken, READINGS)
    return [_end(steps | dict(way.survivors), homes | dict.fromkeys(defenders, way.end or "")) for way in found]


def _end(steps: dict[str, int], places: dict[str, str]) -> Ends:
    return frozenset((unit, left, places[unit] if left else "") for unit, left in steps.items())


@batches
@pytest.mark.rule("20.1b", "20.1f", "20.4a")
def test_the_same_units_can_attack_the_same_hexes(batch: int) -> None:
    for battle in battles(batch):
        state, theirs = laid(battle.position), attackable(battle.position)
        for at, side in enumerate(SIDES):
            state.active, state.fighters = at, DATA.own[at]
            ours = {DATA.board.names[place]: names(joiners(state, place)) for place in ones(targets(state))}
            assert ours == {
                hex_: set(units)
                for hex_, units in theirs.items()
                if board.side_of(board.counter_named(battle.position, min(units))) == side
            }


@batches
@pytest.mark.rule("12.6b", "12.6c")
def test_the_same_attacks_may_be_assaults(batch: int) -> None:
    for battle in battles(batch):
        attack, state = battle.attack, fighting(battle.position, battle.attack)
        allowed = combat.assault_allowed(battle.position, attack.attackers, attack.attack_contributors)
        assert may_assault(state, battle_of(state)) == allowed


@batches
@pytest.mark.rule("11.0k", "11.0o")
def test_headquarters_displace_to_the_same_hexes(batch: int) -> None:
    """Who can trace a line of supply is taken from the game: this is about the ways."""
    for battle in battles(batch):
        state = laid(battle.position)
        lines = {counter.id: can_trace(state, number(counter.id)) for counter in battle.position.counters}

        def traces(_: Position, unit: str, lines: dict[str, bool] = lines) -> bool:
            return lines[unit]

        for counter in battle.position.counters:
            if board.printed(counter).type == "hq":
                ours = hex_names(receivers(state, number(counter.id)))
                assert ours == retreats.displacement_targets(battle.position, counter.id, traces)
