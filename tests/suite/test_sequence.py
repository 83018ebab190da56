"""The sequence of play: every step of the flow has words, and the phase says truly who acts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.flow import ANYTHING, CHANCE, OVER
from sandtable.kernel.game import Game
from sandtable.kernel.scene import NOWHERE
from sandtable.kernel.sequence import NO_PHASE, WHO, Phase, Plan, present, sequence_of
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import POLICIES, every_game, grounds_of, policy_of
from tests.suite.moments import READERS, moments, opening
from tests.suite.rulebook import paragraph_of
from tests.suite.storedgames import SCENARIOS

LENGTH, SEEN = 600, 10
LONGEST_TITLE, LONGEST_LINE = 40, 260
every_seed = pytest.mark.parametrize("seed", range(len(POLICIES)))


def plan_of(game: Game[Any]) -> Plan:
    return Plan(game.kinds, sequence_of(game))


@every_game
def test_every_step_has_words_and_belongs_to_exactly_one_phase(game_id: str) -> None:
    game = sandtable.game(game_id)
    plan = plan_of(game)
    assert not plan.unknown
    steps = {
        (kind.number, step): f"{kind.name}.{run.__name__}"
        for kind in game.kinds
        for step, run in enumerate(kind.steps)
    }
    assert [name for place, name in steps.items() if len(plan.phase_of.get(place, ())) != 1] == []
    assert all(len(phases) == 1 for phases in plan.phase_of.values()), "a decision belongs to two phases"


@every_game
def test_phases_are_told_in_words_with_their_paragraph(game_id: str) -> None:
    game = sandtable.game(game_id)
    for part in sequence_of(game).parts:
        assert 0 < len(part.title) <= LONGEST_TITLE
        assert not part.rule or paragraph_of(game, part.rule), f"{part.title} names no paragraph"
        for phase in part.phases:
            assert 0 < len(phase.title) <= LONGEST_TITLE
            assert 0 < len(phase.line) <= LONGEST_LINE, phase.title
            assert paragraph_of(game, phase.rule), f"{phase.title} names no paragraph"
            assert phase.who in WHO
            assert phase.side in ("", *game.sides)
            for words in (phase.line, phase.other, phase.after):
                assert words == "" or words.endswith("."), f"{phase.title}: no sentence"


@every_game
def test_where_two_steps_look_alike_they_are_one_phase(game_id: str) -> None:
    """A frame does not say whether the step just begun or the next, run again, has pushed what lies on it."""
    game = sandtable.game(game_id)
    plan = plan_of(game)
    for kind in game.kinds:
        marks = {words for words in kind.on if words != "*"}
        for words in marks:
            name, _, function = words.partition(".")
            below = game.kinds[game.kind_names.index(name)] if name in game.kind_names else None
            names = [run.__name__ for run in below.steps] if below and function else []
            for step, run in enumerate(names):
                following = names[step + 1] if step + 1 < len(names) else ""
                if run == function and below and f"{name}:{following}" in marks:
                    assert plan.phase_of[below.number, step] == plan.phase_of[below.number, step + 1], (
                        kind.name,
                        words,
                    )


def truths(game: Game[Any], state: Any) -> Iterator[tuple[str, bool]]:
    """For each phase the game is in: its title, and whether it lets the side that decides do so. What lies below
    an interrupt need not know of it."""
    phases, now = sequence_of(game).phases, present(game, state)
    interrupts = {kind.name for kind in game.kinds if kind.on == ANYTHING}
    numbers = [now.phase, *now.within]
    first = max((place for place, number in enumerate(numbers) if interrupts & {*phases[number].steps}), default=0)
    for number in numbers[first:]:
        yield phases[number].title, may_act(game, phases[number], game.active(state), game.actor(state))


def may_act(game: Game[Any], phase: Phase, active: int, actor: int) -> bool:
    active = game.sides.index(phase.side) if phase.side else active
    usual = {"active": {active}, "other": {1 - active}, "both": {0, 1}, "nobody": set()}[phase.who]
    return actor in usual or bool(phase.other)


def check(game: Game[Any], state: Any) -> None:
    now, phases = present(game, state), sequence_of(game).phases
    assert now.phase != NO_PHASE, f"{[game.kind_names[frame[0]] for frame in state.frames]} is in no phase"
    side = phases[now.phase].side
    assert not side or game.active(state) in (NOWHERE, game.sides.index(side)), f"{phases[now.phase].title}"
    wrong = [title for title, true in truths(game, state) if not true]
    stack = [(game.kind_names[kind], step) for kind, step, *_ in state.frames]
    assert not wrong, f"{game.sides[game.actor(state)]} decides, {wrong} do not say so: {stack}"


def play_and_check(game: Game[Any], state: Any, policy: Any, rng: Random) -> None:
    for _ in range(LENGTH):
        actor = game.actor(state)
        if actor == OVER:
            return
        if actor != CHANCE:
            check(game, state)
        game.apply(state, next_choice(game, state, policy, rng))


@every_game
@every_seed
def test_the_phase_is_known_and_says_who_acts_in_the_thick_of_it(game_id: str, seed: int) -> None:
    grounds, rng = grounds_of(game_id), Random(f"sequence {seed}")
    play_and_check(grounds.game, grounds.thick(rng), grounds.policies[policy_of(seed)](rng), rng)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_the_phase_is_known_and_says_who_acts_from_the_start(game_id: str, scenario: str) -> None:
    grounds, rng = grounds_of(game_id), Random(f"sequence {scenario}")
    play_and_check(grounds.game, opening(grounds.game, scenario, 1), grounds.policies["done-rarely"](rng), rng)


@every_game
@every_seed
def test_the_phase_follows_from_what_everybody_sees(game_id: str, seed: int) -> None:
    """It is the same in any position that a reader's view allows."""
    grounds, rng = grounds_of(game_id), Random(f"sequence seen {seed}")
    game = grounds.game
    for state in moments(grounds, grounds.thick(rng), policy_of(seed), rng, wanted=SEEN, length=LENGTH // 2):
        for reader in READERS:
            twin = game.resample(game.view(state, reader), rng, state.printed)
            assert (present(game, twin), game.active(twin)) == (present(game, state), game.active(state))


@every_game
def test_recorded_and_written_positions_are_in_a_phase(game_id: str) -> None:
    grounds = grounds_of(game_id)
    game = grounds.game
    for text in [*grounds.recorded(), *grounds.written().values()]:
        state = game.read_position(text, game.load_data())
        if game.actor(state) not in (CHANCE, OVER):
            check(game, state)
