"""7.12, 5.11, 7.74: whatever is hidden, the others are sent the same, byte for byte."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_cards import Discards
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.events import tell
from sandtable.kernel.match import Match
from sandtable.kernel.secrecy import Leak, walk_together, wire
from sandtable.kernel.state import Frame
from tests.games.shifting_sands.decks import action, turn_begins
from tests.games.shifting_sands.theatre import DATA, legal, play

GAME = "shifting-sands"
rule = pytest.mark.rule
PLACED = {"it_17": "tripoli", "br_bg-1": "cairo"}


def sent(state: Theatre, choices: list[str], outcomes: list[int] | None = None) -> list[bytes]:
    """What the Allies, a spectator and the Axis are sent of a match in which the Axis chooses this."""
    chance = FixedChance(outcomes or [])
    match = Match.start(SANDS, position=SANDS.write_position(state), game_id="secret", chance=chance)
    for text in choices:
        match.play(match.actor(), [text])
    return [wire(match, reader) for reader in (ALLIED, SPECTATOR, AXIS)]


def alike(one: list[bytes], two: list[bytes]) -> bool:
    """The same for the Allies and the spectator, and not for the Axis?"""
    return one[:2] == two[:2] and one[2] != two[2]


@rule("7.12i")
@pytest.mark.parametrize("verb", ["operations", "redeploy", "replacements"])
def test_which_of_several_cards_was_played(verb: str) -> None:
    """X05 and X06 have 3 operations and the same points; only one of them has an asterisk."""
    states = [action(AXIS, placed=PLACED, axis_hand=("X05", "X06")) for _ in range(2)]
    one, two = (sent(state, [f"{verb}:{name}"]) for state, name in zip(states, ("X05", "X06"), strict=True))
    assert alike(one, two)


@rule("7.12i")
def test_what_is_left_in_the_hand() -> None:
    one, two = (
        sent(action(AXIS, placed=PLACED, axis_hand=("X05", other)), ["operations:X05"]) for other in ("X06", "X01")
    )
    assert alike(one, two)


@rule("5.11d")
def test_how_many_cards_the_first_discards_until_both_have_chosen() -> None:
    def state() -> Theatre:
        return turn_begins(2, placed=PLACED, axis_hand=("X05", "X06"), allied_hand=("A01",))

    results = [sent(state(), choices) for choices in (["done"], ["discard:X05", "done"], ["discard:X06", "done"])]
    assert alike(results[0], results[1])
    assert alike(results[1], results[2])


@rule("7.74d")
def test_whether_a_card_was_taken_and_which_cards_were_dealt() -> None:
    def state() -> Theatre:
        return turn_begins(3, placed=PLACED)

    seven, eight = [0] * 7, [0] * 8  # the first of each pile, again and again
    taken = sent(state(), ["take:X16"], [*seven, 0, *eight])
    left = sent(state(), ["done"], [*seven, 8, *eight])
    other = sent(state(), ["done"], [*seven, 26, *eight])
    assert alike(taken, left)
    assert alike(left, other)


@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
def test_a_view_holds_no_hidden_card(reader: int) -> None:
    state = action(AXIS, axis_hand=("X05", "X06"), allied_hand=("A01",))
    view = SANDS.view(state, reader)
    assert view.fields["hands"][AXIS] is None
    assert view.fields["discards"][AXIS] is None
    assert view.hand_sizes == [2, 1]
    for name in ("axis_traces", "allied_traces", "glimpsed"):
        assert name not in view.fields, f"{name} says what the other side thinks"
    assert all(len(frame) <= 2 or max(map(int, frame[2:])) < len(DATA.nouns["unit"]) for frame in view.frames)


# What everybody sees being chosen


def test_a_marker_that_leads_to_nothing_is_no_secret() -> None:
    """7.28: an attack that cannot be made leaves nothing behind but a line of the log, which is for everybody."""
    state = action(AXIS, placed={"it_17": "tripoli", "it_bg-1": "tobruk", "br_bg-1": "cairo"}, axis_hand=("X05",))
    play(state, "automatic")
    markers = legal(state, "attack-from")
    assert len(markers) == 2
    after = [state.copy() for _ in markers]
    lines = [play(each, text) for each, text in zip(after, sorted(markers), strict=True)]
    assert SANDS.view(after[0], ALLIED) == SANDS.view(after[1], ALLIED)
    assert lines[0] != lines[1]
    assert [walk_together(SANDS, state, ALLIED, Random(seed), 1) for seed in range(12)].count(0) > 0


def test_a_hidden_card_in_the_log_is_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """5.11: the check would notice if it were told what is put aside."""

    def telling(self: Discards, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        put_aside(self, state, frame, verb, argument)
        tell(state, "card-removed", "5.11", card=argument)

    def walk() -> None:
        for seed in range(6):
            walk_together(SANDS, state, ALLIED, Random(seed), 2)

    put_aside = Discards.play
    state = turn_begins(2, placed=PLACED, axis_hand=("X05", "X06", "X01"), allied_hand=("A01",))
    walk()
    monkeypatch.setattr(Discards, "play", telling)
    with pytest.raises(Leak, match="hears a different log"):
        walk()
