"""4.3, 5.1, 7.11, 7.7, 18.1, 18.3, 19.4: decks, discards, chosen cards and the deal."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import SPECTATOR
from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge.memory import traces_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_cards import CARD_PHASE, DEAL, hand_size, of_year, put_cards_away
from sandtable.games.shifting_sands.state import OPTIONS, Theatre
from sandtable.kernel.flow import CHANCE
from tests.games.shifting_sands.decks import BOTH, dealable, everywhere, ids, pile, turn_begins, waiting
from tests.games.shifting_sands.theatre import DATA, cards, decision, legal, play, run, theatre, why_not

GAME = "shifting-sands"
rule = pytest.mark.rule
YEARS = [1940, 1941, 1942]


def option(paragraph: str) -> int:
    return 1 << OPTIONS.index(paragraph)


def deal_all(state: Theatre) -> list[Any]:
    """Deal until somebody decides, always the first card of the pile; the events."""
    events: list[Any] = []
    while decision(state) == "deal":
        events += SANDS.apply_heard(state, 0)
    return events


def dealing(turn: int, **fields: Any) -> Theatre:
    """The deal of a turn has come, nobody having discarded or taken anything."""
    state = turn_begins(turn, **fields)
    while decision(state) in ("discards", "takes"):
        play(state, "done")
    return state


# 4.3, 7.11: the decks of the years


@rule("4.3a", "7.11a")
@pytest.mark.parametrize("side", BOTH)
def test_the_campaign_begins_with_the_cards_of_1940(side: int) -> None:
    state = SANDS.set_up(DATA, "campaign", {})
    own = DATA.decks[side]
    assert pile(state, side) == ids(own & of_year(DATA, 1940))
    assert state.waiting & own == own & (of_year(DATA, 1941) | of_year(DATA, 1942))


@rule("4.3b")
def test_every_card_of_the_pile_is_as_likely_as_any_other_to_be_dealt() -> None:
    state = turn_begins(1)
    assert decision(state) == "deal"
    assert list(SANDS.chance(state)) == [1] * 14
    assert dealable(state) == ids(DATA.decks[AXIS] & of_year(DATA, 1940))


@rule("7.11b")
@pytest.mark.parametrize(
    ("turn", "years"),
    [
        (1, {1940}),
        (2, {1940}),
        (3, {1940, 1941}),
        (6, {1940, 1941}),
        (7, {1940, 1941, 1942}),
        (12, {1940, 1941, 1942}),
    ],
)
def test_only_the_years_that_have_begun_are_drawn(turn: int, years: set[int]) -> None:
    state = dealing(turn)
    assert {DATA.cards[number].year for number, weight in enumerate(SANDS.chance(state)) if weight} == years


# 5.11: discards


@rule("5.11a", "3.0v")
@pytest.mark.parametrize("given_up", [(), ("X01",), ("X01", "X04", "X06")])
def test_any_number_of_the_cards_in_hand_can_be_discarded(given_up: tuple[str, ...]) -> None:
    state = turn_begins(2, axis_hand=("X01", "X04", "X06"))
    assert decision(state) == "discards"
    for each in given_up:
        assert f"discard:{each}" in legal(state)
        play(state, f"discard:{each}")
    play(state, "done")
    assert ids(state.discards[AXIS]) == set(given_up)
    assert ids(state.hands[AXIS]) == {"X01", "X04", "X06"} - set(given_up)


@rule("5.11b")
def test_discards_come_before_the_first_card_is_dealt() -> None:
    state = turn_begins(2, axis_hand=("X01",), allied_hand=("A01",))
    assert decision(state) == "discards"
    play(state, "discard:X01", "done")
    assert decision(state) == "discards"
    play(state, "discard:A01", "done")
    assert decision(state) == "deal"
    assert "X01" not in dealable(state)
    deal_all(state)
    assert "X01" in ids(state.discards[AXIS])
    assert "A01" in ids(state.discards[ALLIED])


def test_a_side_without_cards_is_not_asked_to_discard_any() -> None:
    state = turn_begins(2, allied_hand=("A01",))
    assert decision(state) == "discards"
    assert SANDS.actor(state) == ALLIED


@rule("5.11c")
def test_discards_lie_face_down_and_can_be_any_card_for_the_others() -> None:
    state = turn_begins(2, axis_hand=("X01", "X04"), open_discards=("X06",))
    play(state, "discard:X01", "done")
    unknown = ids(DATA.decks[AXIS] & of_year(DATA, 1940)) - {"X06"}
    assert [ids(mask) for mask in traces_of(state, AXIS)] == [{"X06"}, {"X06"}, unknown, unknown]


@rule("5.11d")
@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
def test_nobody_looks_through_the_discards_of_another(reader: int) -> None:
    views = []
    for given_up in ("X01", "X12"):
        state = turn_begins(2, axis_hand=("X01", "X12"))
        play(state, f"discard:{given_up}", "done")
        views.append((SANDS.view(state, reader), SANDS.view(state, AXIS)))
    assert views[0][0] == views[1][0]
    assert views[0][1] != views[1][1]


def test_who_discards_second_does_not_know_what_the_first_has_chosen() -> None:
    views = []
    for choices in (["done"], ["discard:X01", "done"], ["discard:X01", "discard:X12", "done"]):
        state = turn_begins(2, axis_hand=("X01", "X12"), allied_hand=("A01",))
        play(state, *choices)
        assert SANDS.actor(state) == ALLIED
        views.append([SANDS.view(state, reader) for reader in (ALLIED, SPECTATOR)])
    assert views[0] == views[1] == views[2]


def test_what_is_not_in_hand_cannot_be_discarded() -> None:
    state = turn_begins(2, axis_hand=("X01", "X12"))
    play(state, "discard:X01")
    assert legal(state) == {"discard:X12", "done"}
    assert why_not(state, "discard:X01") == "5.11"
    assert why_not(state, "discard:X04") == "6.12"
    assert why_not(state, "discard:A01") == "2.3"
    assert why_not(state, "automatic") == "5.11"


# 5.12, 5.13: the deal


@rule("5.12b", "5.12c", "5.12d")
@pytest.mark.parametrize(("turn", "size"), [(1, 7), (2, 7), (3, 8), (6, 8), (7, 9), (10, 9)])
def test_the_hand_grows_with_the_years(turn: int, size: int) -> None:
    state = dealing(turn)
    deal_all(state)
    assert [hand.bit_count() for hand in state.hands] == [size, size]


@rule("5.12e")
@pytest.mark.parametrize("turn", [11, 12])
def test_in_1943_a_hand_has_ten_cards(turn: int) -> None:
    state = dealing(turn)
    deal_all(state)
    assert [hand.bit_count() for hand in state.hands] == [10, 10]


@rule("5.12a")
def test_a_hand_is_filled_up_from_the_own_pile() -> None:
    state = dealing(2, axis_hand=("X01", "X04", "X06", "X08"), allied_hand=("A01",))
    events = deal_all(state)
    assert len([event for event in events if event.kind == "draws-card"]) == 3 + 6
    assert cards("X01", "X04", "X06", "X08") & ~state.hands[AXIS] == 0
    assert all(state.hands[side] & ~DATA.decks[side] == 0 for side in BOTH)
    assert all(sum(place.bit_count() for place in everywhere(state, side)) == 55 for side in BOTH)


def test_a_full_hand_draws_nothing_and_nothing_is_said_of_it() -> None:
    full = ("X01", "X04", "X05", "X06", "X08", "X09", "X11")
    state = turn_begins(2, axis_hand=full, allied_hand=("A01",))
    events = [*play(state, "done"), *play(state, "done")]
    told = [(event.arguments["side"], event.arguments["count"]) for event in events if event.kind == "draws"]
    assert told == [(ALLIED, 6)]
    assert DEAL.owner(state.frames[-1]) == ALLIED


FEW = [f"X{number:02}" for number in range(1, 12)]
"""With these out of the game, three cards of 1940 are left: X12 to X14."""


@rule("5.13a", "5.13b")
def test_an_empty_pile_is_made_anew_from_the_discards() -> None:
    state = dealing(2, open_discards=FEW[:6], gone=FEW[6:])
    play(state, "X12", "X13")
    assert ids(state.discards[AXIS]) == set(FEW[:6]), "as long as there are cards, nothing is shuffled"
    events = play(state, "X14")
    assert [event.rule for event in events if event.kind == "runs-out"] == ["5.13"]
    assert (state.discards[AXIS], traces_of(state, AXIS)) == (0, [])
    assert pile(state, AXIS) == set(FEW[:6])
    play(state, "X01", "X02", "X03", "X04")
    assert ids(state.hands[AXIS]) == {"X12", "X13", "X14", "X01", "X02", "X03", "X04"}
    assert pile(state, AXIS) == {"X05", "X06"}


def test_a_hand_stays_short_if_there_are_no_more_cards() -> None:
    state = dealing(2, gone=FEW)
    play(state, "X12", "X13", "X14")
    assert DEAL.owner(state.frames[-1]) == ALLIED
    assert ids(state.hands[AXIS]) == {"X12", "X13", "X14"}


def test_a_card_that_was_taken_is_dealt_even_if_there_are_no_others() -> None:
    state = turn_begins(
        3, gone=[f"X{number:02}" for number in (1, 2, 3, 5, 7, 10, 13, *range(17, 23), 26, 27, 29)]
    )
    state.kept = DATA.decks[AXIS] & ~state.waiting & ~state.removed & ~cards("X16", "X24")
    play(state, "take:X16", "X24")
    assert dealable(state) == {"X16"}
    play(state, "X16")
    assert ids(state.hands[AXIS]) == {"X16", "X24"}


def test_only_the_owner_sees_what_is_dealt() -> None:
    state = dealing(1)
    assert SANDS.chance_audience(state) == 1 << AXIS
    events = play(state, "X05")
    assert [event.audience for event in events if "card" in event.arguments] == [1 << AXIS]


# 7.7: the winters


def kept_apart(state: Theatre, side: int) -> set[str]:
    return ids(state.hands[side] | state.removed & DATA.decks[side])


@rule("7.71a", "7.71b", "7.71c")
@pytest.mark.parametrize("side", BOTH)
def test_winter_1941_adds_a_year_and_shuffles_everything(side: int) -> None:
    fields: dict[str, Any] = {"axis_hand": ("X01",), "allied_hand": ("A01",), "gone": ("X03", "A03")}
    state = turn_begins(3, open_discards=("X06", "A08"), **fields)
    own = DATA.decks[side]
    assert state.waiting == of_year(DATA, 1942)
    assert (state.discards[side], traces_of(state, side)) == (0, [])
    assert pile(state, side) == ids(own & (of_year(DATA, 1940) | of_year(DATA, 1941))) - kept_apart(state, side)


@rule("7.72a", "7.72b", "7.72c")
@pytest.mark.parametrize("side", BOTH)
def test_winter_1942_adds_the_last_year(side: int) -> None:
    fields: dict[str, Any] = {"axis_hand": ("X01",), "allied_hand": ("A01",), "gone": ("X16", "A29")}
    state = turn_begins(7, open_discards=("X06", "A08"), **fields)
    assert state.waiting == 0
    assert (state.discards[side], traces_of(state, side)) == (0, [])
    assert pile(state, side) == ids(DATA.decks[side]) - kept_apart(state, side)


@rule("7.73a", "7.73b")
@pytest.mark.parametrize("side", BOTH)
def test_winter_1943_shuffles_and_adds_nothing(side: int) -> None:
    fields: dict[str, Any] = {"axis_hand": ("X01",), "allied_hand": ("A01",), "gone": ("X37", "A40")}
    state = turn_begins(11, open_discards=("X06", "A08"), **fields)
    assert (state.discards[side], traces_of(state, side)) == (0, [])
    assert pile(state, side) == ids(DATA.decks[side]) - kept_apart(state, side)


@pytest.mark.parametrize("turn", [2, 4, 6, 8, 10, 12])
def test_in_other_turns_nothing_is_shuffled(turn: int) -> None:
    state = turn_begins(turn, open_discards=("X06",), axis_hand=("X01",))
    assert ids(state.discards[AXIS]) == {"X06"}
    assert state.waiting == waiting(turn)


def test_what_is_discarded_in_winter_is_not_shuffled_in() -> None:
    state = turn_begins(3, axis_hand=("X01", "X04"))
    play(state, "discard:X01", "done", "done")
    assert ids(state.discards[AXIS]) == {"X01"}
    assert "X01" not in pile(state, AXIS)


def test_what_is_discarded_in_winter_cannot_be_one_of_the_new_cards() -> None:
    state = turn_begins(3, axis_hand=("X01", "X04"), open_discards=("X06",))
    play(state, "discard:X01", "done")
    expected = ids(DATA.decks[AXIS] & of_year(DATA, 1940)) - {"X06"}
    assert [ids(mask) for mask in traces_of(state, AXIS)] == [expected, expected]


# 7.74, 19.4, 18.3: cards that are taken


@rule("7.74a", "7.74c")
@pytest.mark.parametrize("held", [(), ("X01", "X04", "X05", "X06", "X08", "X09", "X11")])
def test_in_winter_1941_the_axis_may_take_rommel(held: tuple[str, ...]) -> None:
    state = turn_begins(3, axis_hand=held)
    if held:
        play(state, "done")
    assert (decision(state), SANDS.actor(state)) == ("takes", AXIS)
    assert legal(state) == {"take:X16", "done"}
    play(state, "take:X16")
    deal_all(state)
    assert "X16" in ids(state.hands[AXIS])
    assert state.hands[AXIS].bit_count() == 8
    assert state.taken == [0, 0]


@rule("7.74b", "7.74c")
def test_in_winter_1942_the_axis_may_take_siege_of_malta() -> None:
    state = turn_begins(7)
    assert legal(state) == {"take:X35", "done"}
    play(state, "take:X35")
    deal_all(state)
    assert "X35" in ids(state.hands[AXIS])
    assert state.hands[AXIS].bit_count() == 9


@pytest.mark.parametrize("turn", [1, 2, 4, 5, 6, 8, 11])
def test_in_other_turns_no_card_is_taken(turn: int) -> None:
    assert decision(turn_begins(turn)) == "deal"


def test_no_other_card_is_taken() -> None:
    state = turn_begins(3)
    assert why_not(state, "take:X17") == "7.74"
    assert why_not(state, "take:A15") == "2.3"
    assert why_not(state, "operations:X16") == "7.74"
    play(state, "done")
    deal_all(state)
    assert state.taken == [0, 0]


def public_story(turn: int, choice: str, reader: int) -> list[Any]:
    """What a reader sees and hears of a card phase, step by step; the Allies always draw the same."""
    state = turn_begins(turn)
    story: list[Any] = [SANDS.view(state, reader)]
    script = [choice] if decision(state) == "takes" else []
    while decision(state) in ("takes", "deal"):
        text = script.pop(0) if script else "done"
        if SANDS.actor(state) == CHANCE:
            text = max(dealable(state))
        events = play(state, text)
        story.append(([event for event in events if event.heard_by(reader)], SANDS.view(state, reader)))
    return story


@rule("7.74d")
@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
@pytest.mark.parametrize("turn", [3, 7])
def test_nobody_else_learns_whether_a_card_was_taken(turn: int, reader: int) -> None:
    taken = f"take:{'X16' if turn == 3 else 'X35'}"
    assert public_story(turn, taken, reader) == public_story(turn, "done", reader)
    assert public_story(turn, taken, AXIS) != public_story(turn, "done", AXIS)


@rule("19.41a", "19.41d")
@pytest.mark.parametrize("wanted", ["X06", "X16", "X34"])
def test_with_19_41_the_axis_takes_any_card_of_1940_or_1941(wanted: str) -> None:
    state = turn_begins(3, options=option("19.41"), axis_hand=("X01",), gone=("X03",))
    play(state, "done")
    expected = ids(DATA.decks[AXIS] & ~of_year(DATA, 1942)) - {"X01", "X03"}
    assert legal(state) == {f"take:{each}" for each in expected} | {"done"}
    assert why_not(state, "take:X01") == "19.41"
    assert why_not(state, "take:X35") == "19.41"
    play(state, f"take:{wanted}")
    assert decision(state) == "deal", "one card and no more"
    deal_all(state)
    assert wanted in ids(state.hands[AXIS])
    assert state.hands[AXIS].bit_count() == 8


@rule("19.41b", "19.41c")
def test_with_19_41_any_card_at_all_is_taken_in_winter_1942() -> None:
    state = turn_begins(7, options=option("19.41"), gone=("X16",))
    assert legal(state) == {f"take:{each}" for each in ids(DATA.decks[AXIS]) - {"X16"}} | {"done"}
    play(state, "take:X40")
    assert decision(state) == "deal", "Siege of Malta is not offered as well"
    deal_all(state)
    assert state.hands[AXIS].bit_count() == 9


@rule("19.42a", "19.42d")
def test_with_19_42_the_allies_may_take_barbarossa() -> None:
    state = turn_begins(3, options=option("19.42"))
    play(state, "done")
    assert SANDS.actor(state) == ALLIED
    assert legal(state) == {"take:A15", "done"}
    play(state, "take:A15")
    deal_all(state)
    assert "A15" in ids(state.hands[ALLIED])
    assert state.hands[ALLIED].bit_count() == 8


def test_without_19_42_the_allies_take_nothing() -> None:
    state = turn_begins(3)
    play(state, "done")
    assert decision(state) == "deal"


# 18: Operation Sonnenblume


def sonnenblume(**options: str) -> Theatre:
    return SANDS.start("sonnenblume", options)


@rule("18.1a", "18.1b")
def test_sonnenblume_cards_out_of_the_game() -> None:
    state = sonnenblume()
    allied = {f"A{number:02}" for number in (2, 3, 5, 6, 7, 9, 13, 18, 29, 31)}
    assert ids(state.removed) == allied | {f"X{number:02}" for number in (2, 3, 7, 10, 13, 16, 18, 33)}


@rule("18.3b", "18.3c")
@pytest.mark.parametrize(("side", "lying"), [(AXIS, "X06"), (ALLIED, "A08")])
def test_sonnenblume_begins_with_a_card_in_each_discard_pile(side: int, lying: str) -> None:
    state = sonnenblume()
    assert ids(state.discards[side]) == {lying}
    assert [ids(mask) for mask in traces_of(state, side)] == [{lying}, {lying}]


@rule("18.3d", "18.3e")
@pytest.mark.parametrize("side", BOTH)
def test_sonnenblume_hands_come_from_both_years(side: int) -> None:
    state = sonnenblume()
    expected = DATA.decks[side] & ~of_year(DATA, 1942) & ~state.removed & ~state.discards[side]
    assert pile(state, side) == ids(expected)
    play(state, "done", "done")
    deal_all(state)
    assert state.hands[side].bit_count() == 8


@rule("18.3f", "18.3g")
@pytest.mark.parametrize(("side", "chosen"), [(AXIS, "X15"), (ALLIED, "A30")])
def test_sonnenblume_a_card_of_the_first_hand_may_be_chosen(side: int, chosen: str) -> None:
    state = sonnenblume()
    for each in BOTH:
        assert SANDS.actor(state) == each
        if each == side:
            assert legal(state) == {f"take:{chosen}", "done"}
        play(state, f"take:{chosen}" if each == side else "done")
    deal_all(state)
    assert chosen in ids(state.hands[side])
    assert state.hands[side].bit_count() == 8


@rule("19.42b", "19.42d")
@pytest.mark.parametrize("chosen", [(), ("A15",), ("A30",), ("A15", "A30")])
def test_sonnenblume_with_19_42_barbarossa_too(chosen: tuple[str, ...]) -> None:
    state = sonnenblume(**{"allied-card": "yes"})
    play(state, "done")
    assert legal(state) == {"take:A15", "take:A30", "done"}
    play(state, *(f"take:{each}" for each in chosen))
    if len(chosen) < 2:
        play(state, "done")
    assert decision(state) == "deal"
    deal_all(state)
    assert set(chosen) <= ids(state.hands[ALLIED])
    assert state.hands[ALLIED].bit_count() == 8


def test_sonnenblume_no_card_is_chosen_later() -> None:
    state = turn_begins(5, scenario=1)
    assert decision(state) == "deal"
    state = turn_begins(7, scenario=1)
    assert legal(state) == {"take:X35", "done"}


# 7.62: the end of the turn


@rule("7.62a")
def test_combat_cards_in_front_of_a_side_are_discarded_when_the_turn_ends() -> None:
    state = theatre(kept=cards("X08", "A04", "A01"))
    put_cards_away(state, ())
    assert state.kept == 0
    assert [ids(pile) for pile in state.discards] == [{"X08"}, {"A01", "A04"}]
    assert [ids(mask) for mask in traces_of(state, AXIS)] == [{"X08"}, {"X08"}], "everybody has seen them"


# Positions from outside


@pytest.mark.parametrize(
    ("turn", "frame", "wrong"),
    [
        (2, ("discards", 2, AXIS), True),
        (2, ("discards", 2, ALLIED), True),
        (3, ("takes", 5, AXIS), False),
        (2, ("takes", 5, AXIS), True),
        (3, ("takes", 6, AXIS), True),
        (2, ("deal", 7, AXIS), False),
        (2, ("deal", 7, ALLIED), True),
    ],
)
def test_frames_of_the_phase_that_cannot_be(turn: int, frame: tuple[str, int, int], wrong: bool) -> None:
    name, step, side = frame
    kind = SANDS.kinds[SANDS.kind_names.index(name)]
    state = turn_begins(turn)
    state.frames[1:] = [CARD_PHASE.frame(step=step), kind.frame(side)]
    assert bool(list(kind.faults(state, state.frames[-1]))) == wrong


def test_nobody_is_dealt_more_than_a_hand() -> None:
    state = turn_begins(1)
    state.hands[AXIS] = DATA.decks[AXIS] & ((1 << hand_size(1)) - 1)
    assert list(DEAL.faults(state, state.frames[-1]))
    assert decision(run(state)) == "deal"
