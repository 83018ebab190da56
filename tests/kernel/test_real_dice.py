"""Players with real dice type them in: marked in the journal, and left out of the verification."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.kernel.chance import SeededChance
from sandtable.kernel.events import EVERYONE
from sandtable.kernel.journal import ChanceRecord, read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verify_dice

GAME = sandtable.game("tiny-skirmish")


def played(seed: int) -> Match:
    """A whole game in which every open die is typed in as the highest outcome."""
    rng = Random(seed)
    match = Match.start(GAME, chance=SeededChance("real", b"s" * 32), game_id="real", real_dice=True)
    while match.actor() != sandtable.OVER:
        if match.actor() == sandtable.CHANCE:
            highest = len(GAME.chance(match.state)) - 1
            match.roll(f" {GAME.outcome_name(match.state, highest)} ")
        else:
            choice = rng.choice(GAME.legal(match.state))
            match.play(match.actor(), [GAME.write(match.state, choice)])
    return match


def first_with_dice() -> Match:
    return next(
        m for m in map(played, range(50)) if any(r.typed for r in m.records if isinstance(r, ChanceRecord))
    )


def test_typed_dice_are_marked_replayed_and_left_out_of_the_verification() -> None:
    match = first_with_dice()
    outcomes = [record for record in match.records if isinstance(record, ChanceRecord)]
    drawn = [record for record in outcomes if not record.typed]
    assert len(drawn) < len(outcomes)
    assert verify_dice(GAME, match.journal, b"s" * 32) == len(drawn)
    stored = read_journal(write_journal(match.journal), "game")
    assert GAME.key(sandtable.verified(GAME, stored).state) == GAME.key(match.state)


def test_a_die_that_only_one_side_sees_is_never_typed_in() -> None:
    match = Match.start(GAME, real_dice=True)
    rng = Random(3)
    while match.actor() not in (sandtable.OVER, sandtable.CHANCE):
        choice = rng.choice(GAME.legal(match.state))
        match.play(match.actor(), [GAME.write(match.state, choice)])
    assert match.actor() == sandtable.OVER or GAME.chance_audience(match.state) == EVERYONE


def until_dice(seed: int) -> Match:
    """A game played until real dice are awaited, or to its end."""
    rng = Random(seed)
    match = Match.start(GAME, real_dice=True)
    while match.actor() not in (sandtable.OVER, sandtable.CHANCE):
        choice = rng.choice(GAME.legal(match.state))
        match.play(match.actor(), [GAME.write(match.state, choice)])
    return match


def test_a_roll_is_refused_when_it_is_impossible_or_not_awaited() -> None:
    match = Match.start(GAME, real_dice=True)
    with pytest.raises(sandtable.NotYourTurn):
        match.roll("3")
    for seed in range(50):
        match = until_dice(seed)
        if match.actor() == sandtable.CHANCE:
            break
    assert match.actor() == sandtable.CHANCE
    number = match.number
    with pytest.raises(sandtable.Malformed):
        match.roll("99")
    assert match.number == number
    plain = Match.start(GAME)
    with pytest.raises(sandtable.NotYourTurn):
        plain.roll("1")
