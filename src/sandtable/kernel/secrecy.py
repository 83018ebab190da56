"""Checks of secrecy: what a side observes must not change when only facts hidden from it do.

These are for every game's tests. Each check takes a state, lets the game resample it from one side's view, and
compares what that side can observe of the true state and of the resampled one. A difference is a leak.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from sandtable.kernel.chance import drawn, index_of
from sandtable.kernel.charts import charts_for
from sandtable.kernel.choices import Choice, contains, count, listed, pack, pick
from sandtable.kernel.events import Event, may_know
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import SPECTATOR, Game
from sandtable.kernel.match import Match
from sandtable.kernel.scene import board_of, drawable, scene_for
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import State, plain_number
from sandtable.kernel.words import Message, render

SAMPLES = 6
QUESTIONS = 3
"""How often each question with arguments is asked, each time about different things."""


class Leak(AssertionError):
    """A side could tell two states apart that have the same view."""


def canonical(value: Any) -> bytes:
    """Plain data as bytes that are equal exactly when the data is; messages as the sentences they make."""
    return msgspec.json.encode(value, order="sorted", enc_hook=_rendered)


def _rendered(value: Any) -> Any:
    if isinstance(value, Message):
        return render(value)
    if isinstance(value, State):
        return [value.plain_fields(), [[plain_number(each) for each in frame] for frame in value.frames]]
    raise NotImplementedError(type(value))


# What a side can observe


def probes(game: Game[Any], printed: Any, samples: int = SAMPLES) -> Iterator[Choice]:
    """A fixed sample of choices to ask `why not?` about: for every verb, some arguments spread over its noun."""
    nouns = game.nouns(printed)
    for number, verb in enumerate(game.verbs):
        size = len(nouns[verb.noun]) if verb.noun in nouns else samples if verb.noun else 1
        for argument in range(0, size, -(-size // samples)):
            yield pack(number, argument)


def observations(game: Game[Any], state: Any, side: int, samples: int = SAMPLES) -> dict[str, bytes]:
    """Everything a side, or the SPECTATOR, can observe of a state, by name."""
    seat = Seat(game, state, side)
    answers = [seat.explain(choice) for choice in probes(game, state.printed, samples)]
    options = seat.options()
    return {
        "answers": canonical(_shown(game, seat, state.printed)),
        "actor": canonical(game.actor(state)),
        "charts": canonical(_charts(game, state, side)),
        "buttons": canonical([game.describe(state, choice) for choice in listed(options)]),
        "explain": canonical([why and (why.rule, why.sentence) for why in answers]),
        "options": canonical([(verb, hex(arguments)) for verb, arguments in options]),
        "prompt": canonical((seat.prompt(), seat.rule())),
        "scene": canonical(_drawn(game, state, side)),
        "view": canonical(seat.view()),
    }


def _drawn(game: Game[Any], state: Any, side: int) -> Any:
    """The scene a client draws, if the game has one."""
    if drawable(game) is None:
        return None
    return scene_for(game, board_of(game, state.printed, game.scenario_of(state).id), state, side)


def _charts(game: Game[Any], state: Any, side: int) -> Any:
    """The charts a client is shown, if the game can be drawn."""
    return None if drawable(game) is None else charts_for(game, state, side)


def _shown(game: Game[Any], seat: Seat, printed: Any) -> list[Any]:
    """The answers a client gets: every question it may ask, about a fixed sample of things."""
    state, nouns = seat.resample(Random(0)), game.nouns(printed)
    return [
        question.show(state, *arguments)
        for question in game.questions.values()
        if question.show is not None
        for arguments in _asked_about([_things(nouns[noun]) for noun in question.nouns])
    ]


def _things(names: Sequence[str]) -> list[int]:
    """The numbers of things that can be asked about: everything that has a name."""
    return [number for number, name in enumerate(names) if name]


def _asked_about(nouns: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Arguments spread over the nouns of a question, given how many things each noun has."""
    for number in range(QUESTIONS if nouns else 1):
        yield tuple(
            things[(number * len(things) // QUESTIONS + place * number) % len(things)]
            for place, things in enumerate(nouns)
        )


def outlook(game: Game[Any], state: Any, side: int, samples: int = SAMPLES) -> bytes:
    """Everything a side can observe of a state: view, scene, legal set, refusals, answers, as canonical bytes."""
    return canonical(observations(game, state, side, samples))


def heard(game: Game[Any], printed: Any, events: list[Event], side: int) -> bytes:
    """What a side hears of these events: data, log lines and drawings, as canonical bytes."""
    ours, drawn = [event for event in events if event.heard_by(side)], drawable(game)
    told = [(e.kind, e.rule, e.arguments, e.reveals, game.narrate(printed, e)) for e in ours]
    return canonical((told, [drawn.gist(printed, event) for event in ours] if drawn else []))


def wire(match: Match, side: int) -> bytes:
    """All that a client of this side is sent: its outlook, its log and its numbers, as canonical bytes."""
    game, printed = match.game, match.state.printed
    lines = [(number, heard(game, printed, [event], side)) for number, event in match.log(side)]
    return canonical((outlook(game, match.state, side), lines, match.seen(side)))


# Checks: each raises Leak


def indistinguishable(game: Game[Any], state: Any, side: int, rng: Random, tries: int = 4) -> None:
    """Resample from the view: the side must observe the same, and so must the spectator, who knows no more."""
    view = game.view(state, side)
    for _ in range(tries):
        other = game.resample(view, rng, state.printed)
        for reader in {side, SPECTATOR}:
            _same(game, state, other, reader, f"side {side} resampled")
        if problems := game.status(other):
            raise Leak(f"side {side} resampled an impossible position: {problems[0].sentence}")


def _same(game: Game[Any], one: Any, other: Any, side: int, when: str) -> None:
    seen, seen_too = observations(game, one, side), observations(game, other, side)
    for name, value in seen.items():
        if value != seen_too[name]:
            raise Leak(f"{when}: side {side} sees different {name}:\n{value!r}\n{seen_too[name]!r}")


def varied(game: Game[Any], state: Any, side: int, rng: Random, tries: int = 200) -> set[str]:
    """The fields of the state (`name`, or `name[index]` for a list) that differ among resamples of the view."""
    view = game.view(state, side)
    seen: dict[str, set[str]] = {}
    for _ in range(tries):
        for name, value in _fields(game.dump(game.resample(view, rng, state.printed))):
            seen.setdefault(name, set()).add(value)
    return {name for name, values in seen.items() if len(values) > 1}


def _fields(plain: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in plain.items():
        if name != "frames" and isinstance(value, list):
            yield from ((f"{name}[{place}]", str(item)) for place, item in enumerate(value))
        else:
            yield name, str(value)


def allows_truth(game: Game[Any], state: Any, side: int, rng: Random, tries: int = 1000) -> bool:
    """Does resampling ever give back the true state? It must, given enough tries."""
    view, key = game.view(state, side), game.key(state)
    return any(game.key(game.resample(view, rng, state.printed)) == key for _ in range(tries))


def barriers(game: Game[Any], state: Any, rng: Random, tries: int = 4) -> None:
    """If a choice made in two states with equal views leads to different views, undo must stop at it in both."""
    side = game.actor(state)
    options = game.options(state)
    if side < 0:
        return
    for _ in range(tries):
        other = game.resample(game.view(state, side), rng, state.printed)
        choice = pick(options, rng.randrange(count(options)))
        one, after_one = _played(game, state, choice)
        two, after_two = _played(game, other, choice)
        _barrier_or_same(game, side, (one, after_one), (two, after_two), game.write(state, choice))


Step = tuple[list[Event], Any]


def _played(game: Game[Any], state: Any, choice: Choice) -> Step:
    after = state.copy()
    return game.apply_heard(after, choice), after


def _barrier_or_same(game: Game[Any], side: int, one: Step, two: Step, text: str) -> bool:
    """True when the side observes the same after both; otherwise undo must stop at both."""
    printed = one[1].printed
    if _telling(game, side, printed, one) == _telling(game, side, printed, two):
        return True
    for events, after in (one, two):
        if game.actor(after) != CHANCE and not any(event.reveals for event in events):
            raise Leak(f"'{text}' told side {side} a hidden fact, and nothing marks it as revealing")
    return False


def _telling(game: Game[Any], side: int, printed: Any, step: Step) -> tuple[bytes, bytes]:
    return outlook(game, step[1], side), heard(game, printed, step[0], side)


def walk_together(game: Game[Any], state: Any, side: int, rng: Random, steps: int = 20) -> int:
    """Play on from the true state and from a resample of it, alike as far as the side can tell.

    Its own choices and the outcomes it sees are the same in both; the rest may differ. While it observes the same,
    it must hear the same log, unless somebody openly did one thing here and another there; where its own choice
    first shows a difference, undo must stop. Returns the number of steps walked.
    """
    one, two = state.copy(), game.resample(game.view(state, side), rng, state.printed)
    for walked in range(steps):
        if game.actor(one) == OVER:
            return walked
        choices = _two_choices(game, one, two, side, rng)
        text = game.write(one, choices[0])
        step_one, step_two = (_played(game, at, choice) for at, choice in zip((one, two), choices, strict=True))
        if not _still_alike(game, side, one, (step_one, step_two), text, rng):
            return walked
        one, two = step_one[1], step_two[1]
    return steps


def _two_choices(game: Game[Any], one: Any, two: Any, side: int, rng: Random) -> tuple[Choice, Choice]:
    """What happens next in the two histories: the same if the side sees it, otherwise one for each.

    Where nothing is secret everybody sees every choice.
    """
    if game.actor(one) != CHANCE:
        choice = _any_choice(game, one, rng)
        same = contains(game.options(two), choice) and (
            game.actor(one) == side or not game.hides(one) or rng.random() < 0.5
        )
        return choice, choice if same else _any_choice(game, two, rng)
    weights, weights_too = game.chance(one), game.chance(two)
    outcome = drawn(weights, rng)
    if may_know(game.chance_audience(one), side):
        return outcome, outcome if weights_too[outcome] else index_of(weights_too, 0)
    return outcome, drawn(weights_too, rng)


def _any_choice(game: Game[Any], state: Any, rng: Random) -> Choice:
    options = game.options(state)
    return pick(options, rng.randrange(count(options)))


def _still_alike(game: Game[Any], side: int, before: Any, both: tuple[Step, Step], text: str, rng: Random) -> bool:
    """Does the side observe and hear the same after a step from `before` and one from a state like it?"""
    (one, two), actor = both, game.actor(before)
    if actor == side and actor != CHANCE:
        return _barrier_or_same(game, side, one, two, text)
    printed = one[1].printed
    if outlook(game, one[1], side) != outlook(game, two[1], side):
        return False
    if heard(game, printed, one[0], side) == heard(game, printed, two[0], side):
        return True
    if any(event.reveals for event in one[0] if event.heard_by(side)):
        return False
    if actor == CHANCE or not _was_open(game, before, side, one, rng):
        raise Leak(f"after '{text}' side {side} observes the same but hears a different log")
    return False


def _was_open(game: Game[Any], before: Any, side: int, step: Step, rng: Random, tries: int = 4) -> bool:
    """Was this choice of another side open, so that its log tells nothing hidden? Then a choice that looks and
    sounds the same can be made in whatever the side could invent: a marker that changes nothing, say."""
    printed = before.printed
    seen, told = outlook(game, step[1], side), heard(game, printed, step[0], side)
    for _ in range(tries):
        other = game.resample(game.view(before, side), rng, printed)
        steps = (_played(game, other, choice) for choice in listed(game.options(other)))
        if not any(
            heard(game, printed, events, side) == told and outlook(game, after, side) == seen
            for events, after in steps
        ):
            return False
    return True
