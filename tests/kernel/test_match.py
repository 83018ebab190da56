"""The match: one door, four refusals, runs, undo and its barriers, table acts."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import sandtable
from sandtable import CHANCE, OVER, SPECTATOR, Illegal, Malformed, Match, NotYourTurn, Stale
from sandtable.kernel.chance import FixedChance, RandomChance
from sandtable.kernel.journal import ActRecord, ChanceRecord, ChoiceRecord, UndoRecord
from sandtable.kernel.match import MAX_RUN
from sandtable.kernel.secrecy import wire
from tests.kernel.playing import play_match, random_match

tiny = sandtable.game("tiny-skirmish")

MOVING = """
hand red: 1a 2a
hand blue: 1b 2b
S: red/captain
SE: red/scout
SW: red/decoy
N: blue/captain
NE: blue/scout
NW: blue/decoy
phase: move red
"""


def at(position: str, *outcomes: int) -> Match:
    return Match.start(tiny, position=position, chance=FixedChance(outcomes))


def snapshot(match: Match) -> tuple[object, ...]:
    """Everything a refusal must leave alone."""
    return (
        tiny.key(match.state),
        match.records[:],
        match.line[:],
        [match.seen(side) for side in (SPECTATOR, 0, 1)],
        match.result,
        len(match._snapshots),
    )


# The door


def test_a_choice_is_recorded_in_its_stable_text() -> None:
    match = random_match(tiny, 1)
    assert match.play(0, [" to:S\n"]) == [ChoiceRecord(1, 0, "to:S")]
    assert match.records == match.journal.records == [ChoiceRecord(1, 0, "to:S")]


@pytest.mark.parametrize(
    ("side", "run", "expected", "refusal", "reason"),
    [
        (0, ["fly:S"], None, Malformed, "there is no verb 'fly'"),
        (0, ["to:Z"], None, Malformed, "there is no hex 'Z'"),
        (0, [], None, Malformed, "a run has 1 to 256 choices"),
        (0, ["to:S"] * (MAX_RUN + 1), None, Malformed, "a run has 1 to 256 choices"),
        (0, ["to:S"], 1, Stale, "the game has moved on to record 0"),
        (1, ["to:S"], None, NotYourTurn, "the game is waiting for Red"),
        (SPECTATOR, ["to:S"], None, NotYourTurn, "the game is waiting for Red"),
        (7, ["to:S"], None, NotYourTurn, "the game is waiting for Red"),
        (0, ["to:N"], 0, Illegal, "pieces are placed in home hexes"),
        (0, ["done"], None, Illegal, "place your pieces first"),
        (0, ["to:S", "to:N"], None, Illegal, "pieces are placed in home hexes"),
        (0, ["to:S", "to:S", "to:S"], None, Illegal, "two pieces are there already"),
        (0, ["to:S", "what?"], None, Malformed, "there is no verb 'what?'"),
    ],
)
def test_a_refusal_is_typed_and_changes_nothing(
    side: int, run: list[str], expected: int | None, refusal: type[sandtable.SandtableError], reason: str
) -> None:
    match = random_match(tiny, 1)
    before = snapshot(match)
    with pytest.raises(refusal) as raised:
        match.play(side, run, expected)
    assert type(raised.value) is refusal
    assert str(raised.value) == reason
    assert snapshot(match) == before


def test_an_illegal_choice_carries_its_rule() -> None:
    with pytest.raises(Illegal) as refusal:
        random_match(tiny, 1).play(0, ["to:N"])
    assert refusal.value.rule == "2"


def test_a_finished_game_takes_no_choice() -> None:
    match = play_match(random_match(tiny, 1), Random(1))
    with pytest.raises(NotYourTurn, match="the game is over"):
        match.play(0, ["done"])


def test_dice_that_fail_take_the_whole_run_back() -> None:
    match = at(MOVING.replace("phase: move red", "phase: draw").replace("hand red: 1a 2a", "hand red: 1a"), 5)
    assert match.number == 1
    match.play(0, ["no-bid"])
    match.play(1, ["no-bid"])
    match.play(0, ["piece:red/captain", "to:C", "done"])
    match.play(1, ["piece:blue/scout", "to:C"])
    before = snapshot(match)
    with pytest.raises(Malformed, match="no outcome was given"):
        match.play(0, ["no-ambush"])
    assert snapshot(match) == before


# Runs


def test_a_run_is_played_whole() -> None:
    match = random_match(tiny, 1)
    assert [record.number for record in match.play(0, ["to:S", "to:S", "to:SE"])] == [1, 2, 3]
    assert match.actor() == 1


def test_a_run_ends_where_another_side_comes_in() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE", "to:N", "to:N"])
    assert match.number == 3
    assert match.actor() == 1


def test_a_run_ends_at_chance() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE"])
    records = match.play(1, ["to:N", "to:N", "to:NE", "no-bid"])
    assert [type(record) for record in records] == [ChoiceRecord] * 3 + [ChanceRecord] * 4
    assert match.actor() == 0


def test_a_run_ends_at_a_revelation_though_the_same_side_decides() -> None:
    match = at(MOVING.replace("NE: blue/scout", "C: blue/scout").replace("phase: move red", "phase: bid red"))
    match.play(0, ["no-bid"])
    match.play(1, ["bid:2b", "piece:blue/scout", "to:NE"])
    assert match.actor() == 1
    assert match.line[-1].barrier
    assert match.number == 2


def test_running_past_a_discovery_is_paid_for() -> None:
    """A run refused after a revelation would have looked under the counter for nothing."""
    match = at(MOVING.replace("NE: blue/scout", "C: blue/scout").replace("phase: move red", "phase: bid red"))
    match.play(0, ["no-bid"])
    match.play(1, ["bid:2b", "to:NW"])
    assert [record.number for record in match.records] == [1, 2]
    assert match.line[-1].barrier


def test_a_malformed_tail_is_refused_before_anything_is_played() -> None:
    match = random_match(tiny, 1)
    with pytest.raises(Malformed):
        match.play(0, ["to:S", "to:S", "to:SE", "nonsense"])
    assert match.number == 0


def test_chance_is_settled_at_the_start() -> None:
    match = at(
        MOVING.replace("phase: move red", "phase: draw")
        .replace("hand red: 1a 2a", "hand red:")
        .replace("1b 2b", "1a 1b"),
        2,
        4,
    )
    assert match.records == [ChanceRecord(1, "1c"), ChanceRecord(2, "2b")]
    assert match.actor() == 0


# Numbers


def test_a_side_counts_only_what_it_knows_of() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE"])
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [0, 3, 0]
    match.play(1, ["to:N", "to:N"], expected=0)
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [0, 3, 2]
    match.play(1, ["to:NE"])
    assert match.number == 10
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [5, 8, 7]


def test_a_secret_undo_is_not_counted_and_an_open_one_is() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S"])
    match.undo(0)
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [0, 2, 0]
    match = at(MOVING)
    match.play(0, ["piece:red/captain", "to:C"])
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [1, 2, 1]
    match.undo(0)
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [2, 3, 2]


def test_hidden_histories_of_different_length_look_alike() -> None:
    plain, fickle = random_match(tiny, 1), random_match(tiny, 1)
    plain.play(0, ["to:S", "to:S", "to:SE"])
    fickle.play(0, ["to:SW", "to:SE"])
    fickle.undo(0)
    fickle.undo(0)
    fickle.play(0, ["to:SE", "to:SE", "to:SW"])
    for match in (plain, fickle):
        match.act(1, "offer-draw")
    assert plain.number != fickle.number
    assert wire(plain, 1) == wire(fickle, 1)
    assert wire(plain, SPECTATOR) == wire(fickle, SPECTATOR)
    assert wire(plain, 0) != wire(fickle, 0)


def test_the_log_holds_what_a_side_may_know_under_its_own_numbers() -> None:
    match = at(MOVING.replace("phase: move red", "phase: bid red"))
    match.play(0, ["bid:1a"])
    match.play(1, ["bid:2b"])
    assert [(number, event.kind) for number, event in match.log(0)] == [
        (1, "bid"),
        (1, "bid-card"),
        (2, "bid"),
        (2, "bids"),
    ]
    assert [(number, event.kind) for number, event in match.log(1)] == [
        (1, "bid"),
        (2, "bid"),
        (2, "bid-card"),
        (2, "bids"),
    ]
    assert [event.kind for _, event in match.log(SPECTATOR)] == ["bid", "bid", "bids"]


# Undo


def test_undo_goes_back_one_choice_and_numbers_go_on() -> None:
    match = random_match(tiny, 1)
    keys = [tiny.key(match.state)]
    for choice in ("to:S", "to:SE"):
        match.play(0, [choice])
        keys.append(tiny.key(match.state))
    match.undo(0)
    assert tiny.key(match.state) == keys[1]
    match.undo(0)
    assert tiny.key(match.state) == keys[0]
    assert match.records[2:] == [UndoRecord(3, 0, 1), UndoRecord(4, 0, 0)]
    match.play(0, ["to:S"])
    assert match.records[-1].number == match.number == 5
    assert tiny.key(match.state) == keys[1]


def test_reset_goes_back_as_far_as_undo_reaches() -> None:
    match = at(MOVING)
    key = tiny.key(match.state)
    match.play(0, ["piece:red/captain", "to:C", "piece:red/scout", "to:S"])
    assert (match.undo_target(0), match.reset_target(0)) == (3, 0)
    match.undo(0, match.reset_target(0))
    assert tiny.key(match.state) == key
    assert match.reset_target(0) is None


def test_undo_to_a_number_in_between() -> None:
    match = at(MOVING)
    match.play(0, ["piece:red/captain", "to:C"])
    key = tiny.key(match.state)
    match.play(0, ["piece:red/scout", "to:S"])
    match.undo(0, 2)
    assert tiny.key(match.state) == key


def test_a_choice_that_ends_a_turn_may_be_undone_until_the_other_side_chose() -> None:
    match = at(MOVING)
    match.play(0, ["piece:red/captain", "to:C", "done"])
    assert match.actor() == 1
    match.undo(0)
    assert match.actor() == 0
    match.play(0, ["done"])
    match.play(1, ["piece:blue/captain"])
    for side in (0, SPECTATOR, 5):
        assert match.undo_target(side) is None
        with pytest.raises(Illegal, match="undo stops at dice"):
            match.undo(side)
    match.undo(1)


def test_undo_stops_at_dice() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE"])
    match.play(1, ["to:N", "to:N", "to:NE"])
    for side in (0, 1):
        assert match.undo_target(side) is None
        assert match.reset_target(side) is None
        for to in (None, 0, 2, 5, 99, -1):
            with pytest.raises(Illegal):
                match.undo(side, to)


def test_undo_stops_at_a_revelation() -> None:
    match = at(MOVING.replace("phase: move red", "phase: bid red"))
    match.play(0, ["no-bid"])
    match.play(1, ["bid:2b"])
    assert match.undo_target(1) is None
    match.play(1, ["piece:blue/captain", "to:C"])
    assert match.reset_target(1) == 2
    with pytest.raises(Illegal):
        match.undo(1, 1)


def test_undo_does_not_reach_past_the_other_side() -> None:
    match = at(MOVING)
    match.play(0, ["done"])
    match.play(1, ["piece:blue/captain", "to:C"])
    assert match.reset_target(1) == 1
    with pytest.raises(Illegal):
        match.undo(1, 0)


def test_nothing_is_undone_at_the_start_or_the_end() -> None:
    match = random_match(tiny, 1)
    assert match.undo_target(0) is None
    match = at("turn 3 of 3\nS: red/scout\nN: blue/scout\nfirst: blue\nphase: move red")
    match.play(0, ["piece:red/scout", "to:C", "done"])
    assert match.actor() == OVER
    for to in (None, 0, 1):
        with pytest.raises(Illegal):
            match.undo(0, to)


def test_a_resignation_is_not_undone() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:SE"])
    match.act(0, "resign")
    for to in (None, 0, 1):
        with pytest.raises(Illegal):
            match.undo(0, to)


@pytest.mark.parametrize("keep", [1, 2, 5])
def test_snapshots_may_be_deleted(keep: int) -> None:
    """All but the first, which is the beginning of the game."""
    match = play_match(random_match(tiny, 4), Random(5), steps=20)
    undone = 0
    while (side := match.actor()) != OVER:
        key, numbers = tiny.key(match.state), [match.seen(reader) for reader in (0, 1)]
        del match._snapshots._lasting[keep:]
        del match._snapshots._passing[keep:]
        match.play(side, [tiny.write(match.state, tiny.legal(match.state)[0])])
        if match.undo_target(side) is not None:
            after = tiny.key(match.state)
            match.undo(side)
            undone += 1
            assert tiny.key(match.state) == key
            assert [match.seen(reader) for reader in (0, 1)] >= numbers
            match.play(side, [tiny.write(match.state, tiny.legal(match.state)[0])])
            assert tiny.key(match.state) == after
    assert undone > 3


# Table acts


def test_resigning_ends_the_game() -> None:
    match = random_match(tiny, 1)
    match.act(0, "resign")
    assert match.actor() == OVER
    assert match.result is not None
    assert (match.result.winner, str(match.result.how)) == (1, "the Red player resigned")
    assert match.result.margin == -1
    with pytest.raises(NotYourTurn, match="the game is over"):
        match.play(0, ["to:S"])
    with pytest.raises(NotYourTurn, match="the game is over"):
        match.act(1, "resign")
    match.act(1, "seat", "somebody else")
    assert match.records == [ActRecord(1, 0, "resign"), ActRecord(2, 1, "seat", "somebody else")]


def test_everybody_counts_a_table_act() -> None:
    match = random_match(tiny, 1)
    match.act(1, "offer-draw")
    assert [match.seen(side) for side in (SPECTATOR, 0, 1)] == [1, 1, 1]


def test_a_draw_is_offered_and_accepted_by_the_other() -> None:
    match = random_match(tiny, 1)
    with pytest.raises(Stale):
        match.act(1, "accept-draw")
    match.act(0, "offer-draw")
    with pytest.raises(Stale):
        match.act(0, "accept-draw")
    match.act(1, "decline-draw")
    with pytest.raises(Stale):
        match.act(1, "accept-draw")
    match.act(1, "offer-draw")
    match.act(0, "accept-draw")
    assert match.result is not None
    assert match.result.winner is None
    assert match.result.margin == 0
    assert match.number == 4


def test_everybody_is_told_that_an_offer_or_a_request_is_declined() -> None:
    """Once, and by the side that was asked."""
    match = random_match(tiny, 1)
    match.play(0, ["to:S"])
    for side, act, value in [
        (1, "decline-draw", ""),
        (0, "offer-draw", ""),
        (0, "decline-draw", ""),
        (0, "offer-draw", ""),
        (1, "decline-draw", ""),
        (1, "deny-take-back", ""),
        (0, "ask-take-back", "0"),
        (1, "deny-take-back", ""),
    ]:
        match.act(side, act, value)
    assert [str(note.words) for note in match.notes] == [
        "The Blue player declines the draw",
        "The Blue player does not allow the choice to be taken back",
    ]


def test_a_granted_take_back_goes_back_past_dice() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S"])
    key = tiny.key(match.state)
    match.play(0, ["to:S", "to:SE"])
    match.play(1, ["to:N", "to:N", "to:NE"])
    number = match.number
    match.act(0, "ask-take-back", "1")
    with pytest.raises(Stale, match="nobody asked you"):
        match.act(0, "grant-take-back")
    match.act(1, "grant-take-back")
    assert tiny.key(match.state) == key
    assert match.records[-1] == UndoRecord(number + 3, 0, 1)
    assert match.take_back is None
    with pytest.raises(Stale):
        match.act(1, "grant-take-back")


def test_a_take_back_may_be_denied_or_lapse() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:SE"])
    match.act(0, "ask-take-back", "1")
    match.act(1, "deny-take-back")
    with pytest.raises(Stale):
        match.act(1, "grant-take-back")
    match.act(0, "ask-take-back", "1")
    match.undo(0)
    match.undo(0)
    before = snapshot(match)
    with pytest.raises(Stale, match="has already been taken back"):
        match.act(1, "grant-take-back")
    assert snapshot(match) == before


@pytest.mark.parametrize("value", ["", "x", "-1", "3", "99", "²", "1" * 5000, "0x1"])
def test_a_take_back_to_nowhere_is_malformed(value: str) -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE"])
    with pytest.raises(Malformed):
        match.act(0, "ask-take-back", value)
    assert match.number == 3


@pytest.mark.parametrize(
    ("side", "act"), [(0, "sing"), (0, ""), (2, "resign"), (SPECTATOR, "resign"), (99, "seat")]
)
def test_acts_that_do_not_exist(side: int, act: str) -> None:
    match = random_match(tiny, 1)
    with pytest.raises(Malformed):
        match.act(side, act)
    assert match.number == 0


# Beginnings


def test_the_header_says_what_the_game_was_started_with() -> None:
    match = random_match(tiny, 1, scenario="patrol", options={"ties": "dice"}, game_id="g7")
    header = msgspec.to_builtins(match.header)
    assert header.pop("data") == tiny.data_fingerprint(tiny.load_data())
    assert header == {
        "game": "tiny-skirmish",
        "scenario": "patrol",
        "options": {"ties": "dice"},
        "rules_version": 1,
        "game_id": "g7",
    }


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(Malformed, match="both sides are in one hex"):
        at(MOVING.replace("NE", "S"))
    with pytest.raises(Malformed, match="line 2"):
        at(MOVING.replace("hand red: 1a", "hand red: 9z"))


def test_a_position_that_is_over_has_a_result() -> None:
    match = at("turn 3 of 3\npoints: 1 2\nS: red/scout\nN: blue/scout\nphase: over")
    assert match.actor() == OVER
    assert match.result is not None
    assert match.result.winner == 1


def test_a_match_cut_before_its_dice_waits_for_them() -> None:
    position = MOVING.replace("phase: move red", "phase: draw").replace("hand red: 1a 2a", "hand red: 1a")
    match = Match(
        tiny, tiny.read_position(position, tiny.load_data()), random_match(tiny, 1).header, RandomChance(Random(1))
    )
    assert match.actor() == CHANCE
    for side in (0, 1, SPECTATOR):
        with pytest.raises(NotYourTurn, match="waiting for the dice"):
            match.play(side, ["no-bid"])
    match.settle_chance()
    assert match.actor() == 0


# A fork, and the past


def test_a_fork_goes_its_own_way() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S"])
    before = snapshot(match)
    fork = match.fork()
    assert snapshot(fork) == before
    fork.play(0, ["to:SE"])
    fork.play(1, ["to:N", "to:N", "to:NE"])
    fork.act(0, "offer-draw")
    assert snapshot(match) == before
    assert match.draw_offer is None
    match.play(0, ["to:SW"])
    assert [record.text for record in fork.records[:3] if isinstance(record, ChoiceRecord)] == [
        "to:S",
        "to:S",
        "to:SE",
    ]


def test_a_fork_that_undoes_leaves_the_past_alone() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S"])
    before = snapshot(match)
    fork = match.fork()
    fork.undo(0, 0)
    fork.play(0, ["to:SE"])
    fork.act(1, "resign")
    assert snapshot(match) == before
    assert match.result is None


def test_a_fork_accepts_rules_for_itself() -> None:
    match = random_match(tiny, 1)
    match.dispute([], [0, 1])
    fork = match.fork()
    fork.act(0, "accept-rules")
    assert match.awaited == {0, 1}
    assert fork.awaited == {1}


@pytest.mark.parametrize("seed", range(3))
def test_every_place_of_the_line_can_be_looked_at_again(seed: int) -> None:
    match, rng = random_match(tiny, seed), Random(seed)
    keys = [tiny.key(match.state)]
    while match.actor() != OVER:
        play_match(match, rng, steps=1)
        keys += [""] * (len(match.line) - len(keys)) + [tiny.key(match.state)]
    before = snapshot(match)
    for place in [*range(len(match.line), -1, -1), *range(len(match.line) + 1)]:
        assert keys[place] in ("", tiny.key(match.state_at(place)))
    assert snapshot(match) == before


def test_a_moment_is_the_last_state_a_side_counts_so_far() -> None:
    """Blue's count does not change while Red places; the moment is the last before Blue learns anything more."""
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE"])
    after_placing = tiny.key(match.state)
    match.play(1, ["to:N"])
    assert match.seen(1, 3) == 0
    assert tiny.key(match.moment(1, 0)) == after_placing
    assert tiny.key(match.moment(0, 1)) != after_placing
    assert tiny.key(match.moment(1, 1)) == tiny.key(match.state)


def test_what_a_side_knows_of_is_listed_with_its_words() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S", "to:SE"])
    match.play(1, ["to:N"])
    assert [(number, str(standing.words)) for number, standing in match.known(0)] == [
        (1, "Go to S"),
        (2, "Go to S"),
        (3, "Go to SE"),
    ]
    assert [(number, standing.record.number) for number, standing in match.known(1)] == [(1, 4)]
    assert match.known(SPECTATOR) == []
    assert {standing.turn for standing in match.line} == {1}


def test_the_log_can_begin_after_a_number() -> None:
    match = play_match(random_match(tiny, 3), Random(3), steps=20)
    for side in (SPECTATOR, 0, 1):
        whole = match.log(side)
        for after in range(-1, match.seen(side) + 1):
            assert match.log(side, after) == [entry for entry in whole if entry[0] > after]


def test_what_is_told_before_the_first_decision_is_in_the_log() -> None:
    korps = sandtable.game("afrika-korps")
    match = Match.start(korps, chance=RandomChance(Random(1)))
    told: list[object] = []
    korps.start(sink=told.append)
    assert match.opening == told != []
    for side in (SPECTATOR, 0, 1):
        heard = [(0, event) for event in match.opening if event.heard_by(side)]
        assert match.log(side)[: len(heard)] == heard
        assert match.log(side, 0)[:1] != heard[:1]
    assert sandtable.replay(korps, match.journal).match.opening == match.opening


def test_undo_can_be_asked_for_a_certain_moment() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:S"])
    with pytest.raises(Stale, match="moved on to record 2"):
        match.undo(0, expected=1)
    match.undo(0, expected=2)
    assert len(match.line) == 1
