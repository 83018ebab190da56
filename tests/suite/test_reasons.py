"""The reason is the true one: the last sentence of a `why_not` is marked, and answers only where it is right.

A random walk over every game asks about all pieces and cells, with every verb of each decision. Where the last
resort answers, the game's grounds say why it is right there (`last_resorts`); otherwise what is asked about needs
a reason of its own. `make soak` walks much further, and checks that each entry is true.
"""

from __future__ import annotations

import pytest

import sandtable
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.state import Frame, State
from sandtable.kernel.words import Message, otherwise, say
from tests.suite.budget import SOAK
from tests.suite.grounds import grounds_of
from tests.suite.reasons import Walk, unmarked

NOT_YET_MARKED: tuple[str, ...] = ()
"""Games whose last sentences are not marked yet. To take a game off this list: make the last sentence of each
`why_not` with `otherwise` instead of `say` (or prove it with an `assert` just before), run this file, and give
what it lists a reason of its own or, if the sentence is right, a line in `last_resorts` of the game's grounds."""

WANTED = """only the last sentence of the why_not says why these choices are refused: give them their own reason,
or say in `last_resorts` of the game's grounds why that sentence is right"""

marked_games = pytest.mark.parametrize(
    "game_id", [game_id for game_id in sandtable.game_ids() if game_id not in NOT_YET_MARKED]
)


@marked_games
def test_the_last_sentence_of_every_refusal_is_marked(game_id: str) -> None:
    assert unmarked(sandtable.game(game_id).kinds) == [], "make these with `otherwise`"


@marked_games
def test_the_last_resort_answers_only_where_it_is_right(game_id: str) -> None:
    grounds = grounds_of(game_id)
    assert all(grounds.last_resorts.values())
    found = Walk(grounds).last_resorts()
    unexplained = [
        f"    {place}: {len(told)} choices, such as {told[0]}"
        for place, told in found.items()
        if place not in grounds.last_resorts
    ]
    assert not unexplained, "\n".join([WANTED, *unexplained])
    if SOAK:
        assert sorted(grounds.last_resorts.keys() - found.keys()) == [], "the last resort never answers there"


# The look at the code sees through what a `why_not` returns

Refusal = tuple[str, Message]
FULL = "1", say("it is full")


def is_helped(number: int) -> Refusal:
    return ("1", otherwise("marked")) if number else ("2", say("helped"))


TABLE = {1: is_helped}


class Last(ChoiceKind[State]):
    """Each verb is answered in another way; only the last answers of all count."""

    def why_not(self, state: State, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb == 0:
            return "1", say("a reason of its own")
        return self._method(verb) if verb == 1 else TABLE[verb](argument)

    def _method(self, verb: int) -> Refusal:
        if verb == 2:
            return FULL
        return (self.rule and None) or FULL


class Certain(ChoiceKind[State]):
    def why_not(self, state: State, frame: Frame, verb: int, argument: int) -> Refusal:
        assert verb == 1
        return "1", say("after an assertion it is the reason")


class Marked(ChoiceKind[State]):
    def why_not(self, state: State, frame: Frame, verb: int, argument: int) -> Refusal:
        return "1", otherwise("marked")


def test_every_last_sentence_without_a_mark_is_found() -> None:
    found = unmarked([Last(), Certain(), Marked()])
    assert [place.rpartition(": ")[2] for place in found] == ["'it is full'", "'helped'"]
