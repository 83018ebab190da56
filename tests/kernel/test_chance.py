"""Chance: fair, repeatable, committed to and checkable."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256
from random import Random

import msgspec
import pytest

import sandtable
from sandtable import Malformed, Match
from sandtable.kernel.chance import FixedChance, RandomChance, SeededChance, index_of
from sandtable.kernel.errors import BrokenJournal
from sandtable.kernel.journal import ChanceRecord, Journal
from sandtable.kernel.replay import verify_dice
from tests.kernel.playing import play_match, random_match

tiny = sandtable.game("tiny-skirmish")
SEED = bytes(range(32))


def seeded_match(seed: bytes = SEED, play: int = 5) -> Match:
    match = Match.start(tiny, chance=SeededChance("game-7", seed), game_id="game-7")
    return play_match(match, Random(play))


def test_outcomes_are_found_by_weight() -> None:
    assert [index_of([2, 0, 3], point) for point in range(5)] == [0, 0, 2, 2, 2]
    with pytest.raises(IndexError):
        index_of([2, 0, 3], 5)


def test_the_same_seed_gives_the_same_outcomes() -> None:
    one, two = SeededChance("g", SEED), SeededChance("g", SEED)
    draws = [one.draw([1] * 6, record) for record in range(200)]
    assert [two.draw([1] * 6, record) for record in reversed(range(200))] == draws[::-1]
    assert draws != [SeededChance("h", SEED).draw([1] * 6, record) for record in range(200)]
    assert draws != [SeededChance("g", SEED[::-1]).draw([1] * 6, record) for record in range(200)]


def test_golden_outcomes() -> None:
    """What anybody computes from the published recipe."""
    draws = [SeededChance("g", SEED).draw([1] * 6, record) for record in range(1, 9)]
    recipe = [int.from_bytes(hmac.digest(SEED, f"g/{n}/0".encode(), sha256)[:8], "big") % 6 for n in range(1, 9)]
    assert draws == recipe


def test_weights_are_respected() -> None:
    source = SeededChance("g", SEED)
    seen = Counter(source.draw([1, 0, 3], record) for record in range(4000))
    assert seen[1] == 0
    assert 900 < seen[0] < 1100


def test_values_above_the_last_whole_multiple_are_rejected() -> None:
    total = (1 << 63) + 1  # nearly every second value is past the limit
    source = SeededChance("g", SEED)
    rejected = 0
    for record in range(64):
        values = (
            int.from_bytes(hmac.digest(SEED, f"g/{record}/{n}".encode(), sha256)[:8], "big") for n in range(99)
        )
        expected = next((n, value) for n, value in enumerate(values) if value < total)
        rejected += expected[0] > 0
        assert source._below(total, record) == expected[1]
    assert 20 < rejected < 44


def test_the_first_value_past_the_limit_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = (1 << 64) - (1 << 64) % 6
    values = iter([limit, limit + 1, limit - 1])
    monkeypatch.setattr(hmac, "digest", lambda *_: next(values).to_bytes(8, "big"))
    assert SeededChance("g", SEED).draw([1] * 6, 1) == 5


def test_the_commitment_is_the_hash_of_a_256_bit_seed() -> None:
    source = SeededChance("g")
    assert len(source.seed) == 32
    assert source.commitment == sha256(source.seed).hexdigest()
    assert SeededChance("g").seed != source.seed


def test_a_generator_draws_by_weight() -> None:
    source = RandomChance(Random(1))
    assert {source.draw([0, 1, 0, 1], 0) for _ in range(50)} == {1, 3}


def test_fixed_outcomes_come_in_order_and_are_checked() -> None:
    source = FixedChance([2, 0, 1, 7, -1])
    assert [source.draw([1, 0, 1], 1), source.draw([1, 0, 1], 2)] == [2, 0]
    for _ in range(3):
        with pytest.raises(Malformed, match="is not possible here"):
            source.draw([1, 0, 1], 3)
    with pytest.raises(Malformed, match="no outcome was given for record 4"):
        source.draw([1], 4)


def test_a_match_publishes_its_commitment_and_its_dice_verify() -> None:
    match = seeded_match()
    dice = [record for record in match.records if isinstance(record, ChanceRecord)]
    assert match.header.commitment == sha256(SEED).hexdigest()
    assert verify_dice(tiny, match.journal, SEED) == len(dice) > 4


def test_dice_verify_after_undo_and_take_back() -> None:
    match = Match.start(tiny, chance=SeededChance("game-7", SEED), game_id="game-7")
    for side, choices in ((0, ["to:S", "to:S"]), (0, ["to:SE"]), (1, ["to:N", "to:N"])):
        match.play(side, choices)
    match.undo(1)
    match.play(1, ["to:NE", "to:NE"])
    before = match.number
    match.act(0, "ask-take-back", "2")
    match.act(1, "grant-take-back")
    assert match.actor() == 0
    play_match(match, Random(2))
    dice = [record for record in match.records if isinstance(record, ChanceRecord)]
    assert min(record.number for record in dice) < before
    assert verify_dice(tiny, match.journal, SEED) == len(dice)


def test_another_seed_is_not_the_published_one() -> None:
    with pytest.raises(BrokenJournal, match="not the one whose hash was published"):
        verify_dice(tiny, seeded_match().journal, SEED[::-1])


def test_every_changed_outcome_is_found() -> None:
    journal = seeded_match().journal
    places = [n for n, record in enumerate(journal.records) if isinstance(record, ChanceRecord)]
    for place in places:
        record = journal.records[place]
        assert isinstance(record, ChanceRecord)
        names = [str(die) for die in range(1, 7)] if record.text.isdigit() else list(tiny.load_data().cards)
        for name in names:
            if name != record.text:
                forged = journal.records[:]
                forged[place] = msgspec.structs.replace(record, text=name)
                with pytest.raises(BrokenJournal) as refusal:
                    verify_dice(tiny, Journal(journal.header, forged), SEED)
                assert refusal.value.place == f"record {record.number}"


def test_dice_that_stand_in_the_wrong_place_are_found() -> None:
    journal = seeded_match().journal
    forged = [ChanceRecord(1, "1a"), *journal.records[1:]]
    with pytest.raises(BrokenJournal, match="record 1: there is an outcome of chance where none was expected"):
        verify_dice(tiny, Journal(journal.header, forged), SEED)


def test_typed_outcomes_are_marked_and_left_out() -> None:
    match = seeded_match()
    dice = [record for record in match.records if isinstance(record, ChanceRecord)]
    typed = match.records[:]
    typed[typed.index(dice[-1])] = msgspec.structs.replace(dice[-1], typed=True)
    assert verify_dice(tiny, Journal(match.header, typed), SEED) == len(dice) - 1


def test_a_simulated_match_commits_to_nothing() -> None:
    assert random_match(tiny, 1).header.commitment == ""
