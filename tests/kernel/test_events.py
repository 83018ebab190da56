"""Events: built only for a listener, heard only by their audience."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import SPECTATOR
from sandtable.kernel.choices import pack
from sandtable.kernel.events import EVERYONE, Event, tell, told_to

tiny = sandtable.game("tiny-skirmish")


@pytest.mark.parametrize(
    ("audience", "heard"),
    [(EVERYONE, {SPECTATOR, 0, 1}), (0b01, {0}), (0b10, {1}), (0b11, {0, 1}), (0, set())],
)
def test_an_event_is_heard_by_its_audience(audience: int, heard: set[int]) -> None:
    event = Event("moves", "4", {}, audience)
    assert {side for side in (SPECTATOR, 0, 1) if event.heard_by(side)} == heard


def test_an_event_is_for_everyone_and_reveals_nothing_unless_it_says_so() -> None:
    event = Event("moves", "4")
    assert (event.arguments, event.audience, event.reveals) == ({}, EVERYONE, False)


def test_whoever_hears_more_exactly_what_happened_is_told_only_that() -> None:
    exact = Event("drew-card", "3", {}, 0b01, instead=True)
    events = [Event("turn", "1"), Event("drew", "3"), exact, Event("end", "1")]
    assert [event.kind for event in told_to(0, events)] == ["turn", "drew-card", "end"]
    for reader in (SPECTATOR, 1):
        assert [event.kind for event in told_to(reader, events)] == ["turn", "drew", "end"]


def test_without_a_listener_nothing_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.kernel.events.Event", None)
    state = tiny.start()
    tell(state, "moves", "4", side=0)
    tiny.apply(state, tiny.read(state, "to:S"))


def test_a_listener_hears_what_happens_and_is_dropped_afterwards() -> None:
    state = tiny.start()
    events = tiny.apply_heard(state, tiny.read(state, "to:S"))
    assert events == [Event("placed", "2", {"piece": 0, "to": 4}, 0b01)]
    assert state.sink is None


def test_the_listener_is_dropped_when_a_choice_fails() -> None:
    state = tiny.start()
    state.where.clear()
    with pytest.raises(IndexError):
        tiny.apply_heard(state, pack(0, 40_000))
    assert state.sink is None
