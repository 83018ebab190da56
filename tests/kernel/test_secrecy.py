"""Secrecy: the tiny game keeps its secrets at every position, and the checks would notice if it did not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable import CHANCE, OVER, SPECTATOR
from sandtable.kernel.events import EVERYONE, tell
from sandtable.kernel.secrecy import (
    Leak,
    allows_truth,
    barriers,
    indistinguishable,
    observations,
    outlook,
    probes,
    varied,
    walk_together,
    wire,
)
from sandtable.kernel.words import say
from tests.kernel.playing import POLICIES, positions, random_match
from tests.suite.budget import SOAK
from tinygame.knowledge import resample, view
from tinygame.rules import c03_cards as cards
from tinygame.rules import c05_battle as battle

tiny = sandtable.game("tiny-skirmish")
READERS = (SPECTATOR, 0, 1)


def some_positions(games: int, seed: int = 0) -> list[Any]:
    found = []
    for number in range(games):
        rng = Random(f"{seed}/{number}")
        policy = list(POLICIES.values())[number % 3]
        found += positions(tiny, rng, policy, options={"ties": ("red", "dice")[number % 2]})
    return found


POSITIONS = some_positions(60 if SOAK else 12)
FEW = POSITIONS[::25]


def check_all(states: list[Any], seed: int = 1) -> None:
    rng = Random(seed)
    for state in states:
        for side in READERS:
            indistinguishable(tiny, state, side, rng, 1)
            walk_together(tiny, state, side, rng, 6)
        barriers(tiny, state, rng, 2)


# The game keeps its secrets


def test_no_side_can_tell_the_truth_from_a_resample() -> None:
    assert len(POSITIONS) > (2000 if SOAK else 500)
    rng = Random(1)
    for state in POSITIONS:
        for side in READERS:
            indistinguishable(tiny, state, side, rng, 1)


def test_no_log_tells_more_than_the_view_and_undo_stops_at_what_is_learnt() -> None:
    rng = Random(2)
    walked = 0
    for state in POSITIONS[::2]:
        for side in READERS:
            walked += walk_together(tiny, state, side, rng, 6)
        barriers(tiny, state, rng, 2)
    assert walked > (3000 if SOAK else 900)


def test_the_truth_is_among_what_resampling_gives() -> None:
    rng = Random(3)
    for state in POSITIONS[5::250]:
        for side in (0, 1):
            assert allows_truth(tiny, state, side, rng, 20_000), tiny.write_position(state)
    few = "hand red: 4a\nhand blue: 4b\nS: red/scout\nC: red/decoy\nN: blue/scout\nphase: step red/decoy"
    assert allows_truth(tiny, tiny.read_position(few, tiny.load_data()), SPECTATOR, rng, 20_000)


def test_what_is_hidden_varies_and_nothing_else() -> None:
    rng = Random(4)
    text = """
        hand red: 1a 2a
        hand blue: 3b 4b
        discard: 4a
        bid: red=2a
        S: red/captain
        C: red/scout
        SW: red/decoy*
        N: blue/captain
        N: blue/scout
        NW: blue/decoy
        phase: bid blue
    """
    state = tiny.read_position(text, tiny.load_data())
    red = {"where[0]", "where[1]"}
    blue = {"where[3]", "where[4]", "where[5]"}
    assert varied(tiny, state, 0, rng) == {"hands[1]", *blue}
    assert varied(tiny, state, 1, rng) == {"hands[0]", "bids[0]", *red}
    assert varied(tiny, state, SPECTATOR, rng) == {"hands[0]", "hands[1]", "bids[0]", *red, *blue}


def test_the_piece_picked_and_the_attacker_vary() -> None:
    rng = Random(5)
    pieces = "C: red/captain\nC: red/scout\nS: red/decoy\nN: blue/scout\nNE: blue/decoy\n"
    state = tiny.read_position(pieces + "phase: step red/captain", tiny.load_data())
    assert "frames" in varied(tiny, state, 1, rng)
    assert "frames" not in varied(tiny, state, 0, rng)
    attacked = pieces + "moved: red/captain red/scout\n"
    state = tiny.read_position(attacked + "phase: ambush red/captain N", tiny.load_data())
    assert "frames" in varied(tiny, state, 1, rng)
    assert "frames" not in varied(tiny, state, 0, rng)


def test_placing_tells_nothing_until_both_are_done() -> None:
    rng = Random(6)
    state = tiny.start()
    for choice in ("to:S", "to:S"):
        tiny.apply(state, tiny.read(state, choice))
    assert varied(tiny, state, 1, rng) == {"where[0]", "where[1]"}
    assert varied(tiny, state, 0, rng) == set()


def test_when_one_of_a_stack_leaves_the_enemy_knows_only_that_one_left() -> None:
    pieces = "S: red/captain\nS: red/scout\nN: blue/scout\nNE: blue/decoy\nphase: move red"
    seen = []
    for mover in ("captain", "scout"):
        match = random_match(tiny, 1, position=pieces)
        match.play(0, [f"piece:red/{mover}", "to:C"])
        seen.append((wire(match, 1), wire(match, SPECTATOR), wire(match, 0)))
    assert seen[0][:2] == seen[1][:2]
    assert seen[0][2] != seen[1][2]


def test_the_second_bidder_sees_nothing_of_the_first_bid() -> None:
    text = "hand red: 1a 4a\nhand blue: 2b\nS: red/scout\nN: blue/scout\nphase: bid red"
    seen = set()
    for bid in ("bid:1a", "bid:4a", "no-bid"):
        match = random_match(tiny, 1, position=text)
        match.play(0, [bid])
        seen.add((wire(match, 1), wire(match, SPECTATOR)))
    assert len(seen) == 1


def test_a_drawn_card_is_seen_by_its_owner_only() -> None:
    text = "hand blue: 2b 3b\nhand red: 1a\nS: red/scout\nN: blue/scout\nphase: draw"
    seen: dict[int, set[bytes]] = {side: set() for side in READERS}
    for seed in range(30):
        match = random_match(tiny, seed, position=text)
        for side in READERS:
            seen[side].add(wire(match, side))
    assert [len(seen[side]) for side in READERS] == [1, 9, 1]


def test_the_spectator_sees_no_hand_no_bid_and_no_hidden_name() -> None:
    for state in POSITIONS[::7]:
        public = tiny.view(state, SPECTATOR)
        assert (public.hand, public.bid) == ((), -1)
        assert public.fields["hands"] == public.fields["bids"] == [None, None]
        assert all(piece.shown or piece.where == -2 for piece in public.known)
        assert tiny.options(state) == [] or observations(tiny, state, SPECTATOR)["options"] == b"[]"


def test_a_view_is_plain_data_that_travels() -> None:
    for state in FEW:
        for side in READERS:
            seen = tiny.view(state, side)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=view.View) == seen


def test_resampling_needs_the_view_alone_and_gives_playable_states() -> None:
    rng = Random(7)
    for state in FEW:
        for side in READERS:
            seen = msgspec.json.decode(msgspec.json.encode(tiny.view(state, side)), type=view.View)
            other = tiny.resample(seen, rng, tiny.load_data())
            while tiny.actor(other) != OVER:
                if tiny.actor(other) == CHANCE:
                    tiny.apply(other, tiny.chance(other).index(1))
                else:
                    tiny.apply(other, rng.choice(tiny.legal(other)))


# The checks notice


def test_the_outlook_is_stable_and_tells_states_apart() -> None:
    one, two = POSITIONS[0], POSITIONS[1]
    assert outlook(tiny, one, 0) == outlook(tiny, one.copy(), 0)
    assert outlook(tiny, one, 0) != outlook(tiny, two, 0)
    assert outlook(tiny, one, 1) == outlook(tiny, two, 1)
    assert len(list(probes(tiny, one.printed))) > 15


def test_a_secret_in_the_view_is_noticed_because_it_does_not_vary(monkeypatch: pytest.MonkeyPatch) -> None:
    real = resample._invent_hands

    def cheating(state: Any, seen: Any, rng: Random) -> None:
        real(state, seen, Random(1))

    monkeypatch.setattr(resample, "_invent_hands", cheating)
    state = next(s for s in POSITIONS if tiny.actor(s) == 1 and s.hands[0])
    assert "hands[0]" not in varied(tiny, state, 1, Random(1))


def leak_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    real = view.look

    def look(state: Any, side: int) -> Any:
        return msgspec.structs.replace(real(state, side), attack_from=state.hands[0])

    monkeypatch.setattr("tinygame.game.look", look)


def leak_in_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards.Bid, "prompt", lambda kind, state, frame: say("{hand}", hand=state.hands[0]))


def leak_in_options(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cards.Bid.legal
    monkeypatch.setattr(
        cards.Bid, "legal", lambda kind, state, frame: real(kind, state, frame)[: 1 + (state.bids[0] > 3)]
    )


def leak_in_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def why_not(kind: Any, state: Any, frame: Any, verb: int, argument: int) -> Any:
        return ("3", say("held by the enemy")) if state.hands[0] >> argument & 1 else ("3", say("not held"))

    monkeypatch.setattr(cards.Bid, "why_not", why_not)


def leak_in_timing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = battle.Ambush.side
    monkeypatch.setattr(
        battle.Ambush, "side", lambda kind, state, frame: real(kind, state, frame) if state.hands[1] & 0b111 else 0
    )


def leak_in_log(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cards.Bid.play

    def telling(kind: Any, state: Any, frame: Any, verb: int, argument: int) -> None:
        tell(state, "bid-card", "3", card=argument)
        real(kind, state, frame, verb, argument)

    monkeypatch.setattr(cards.Bid, "play", telling)


def leak_by_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    def show_bids(
        state: Any, kind: str, rule: str, *, audience: int = EVERYONE, reveals: bool = False, **rest: Any
    ) -> None:
        tell(state, kind, rule, audience=audience, **rest)

    for chapter in (cards, battle):
        monkeypatch.setattr(chapter, "tell", show_bids)


def leak_in_resample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tinygame.knowledge.resample._invent_attacker", lambda state, seen, rng: 0)


@pytest.mark.parametrize(
    "leak",
    [
        leak_in_view,
        leak_in_prompt,
        leak_in_options,
        leak_in_refusal,
        leak_in_timing,
        leak_in_log,
        leak_by_undo,
        leak_in_resample,
    ],
)
def test_a_leak_is_noticed(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        check_all(POSITIONS)


@pytest.mark.parametrize(("attacker", "defender"), [("red", "blue"), ("blue", "red")])
def test_an_unmarked_discovery_is_noticed_for_either_side(
    attacker: str, defender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = [f"C: {attacker}/captain {attacker}/decoy", f"moved: {attacker}/captain {attacker}/decoy"]
    text = "\n".join([*pieces, f"N: {defender}/scout", f"phase: ambush {attacker}/captain N"])
    state = tiny.read_position(text, tiny.load_data())
    barriers(tiny, state, Random(1), 20)
    leak_by_undo(monkeypatch)
    with pytest.raises(Leak, match="nothing marks it as revealing"):
        barriers(tiny, state, Random(1), 20)


def test_a_scenario_is_not_part_of_a_secret() -> None:
    """Two copies of the printed data are the same data."""
    twin = FEW[3].copy()
    twin.printed = replace(twin.printed)
    assert outlook(tiny, twin, 0) == outlook(tiny, FEW[3], 0)
