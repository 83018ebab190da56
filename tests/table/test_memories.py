"""What computer players remember: carried from task to task of a turn, and no further."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.arena.loop import Recording, play_out
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import Choice
from sandtable.kernel.game import Game
from sandtable.kernel.journal import ChoiceRecord
from sandtable.kernel.match import Match
from sandtable.kernel.seat import Seat
from sandtable.players.registry import player_for
from sandtable.table.memories import Memories, Memory
from sandtable.table.messages import Act, SeatChange
from sandtable.table.workers import (
    LARGEST_MEMORY,
    MOST_CHOICES,
    Budget,
    Crew,
    Task,
    Thought,
    decode_thought,
    think,
)
from tests.table import rogues
from tests.table.tablework import against, new_key, opened, play, random_match, run, step, tiny, until_my_turn


@pytest.fixture(autouse=True)
def _only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny, "players", rogues.PLAYERS)


def seed_of(side: int, turn: int) -> int:
    return 1000 * side + turn


class Kept:
    """A player whose object lives for the whole game, with a generator of its own for each turn."""

    def __init__(self, game: Game[Any], name: str, side: int) -> None:
        self.rng, self.side, self.turn = Random(), side, -1
        self.player: Any = player_for(game, name, self.rng)

    def choose(self, seat: Seat) -> Choice:
        turn = seat._game.turn(seat._state)
        if turn != self.turn:
            self.turn = turn
            self.rng.seed(seed_of(self.side, turn))
        choice: Choice = self.player.choose(seat)
        return choice

    def remember(self) -> Any:
        raise AssertionError("nobody has to remind a player that is kept")

    def recall(self, memory: Any) -> None:
        assert memory is None
        if hasattr(self.player, "recall"):
            self.player.recall(memory)


def in_the_arena(game: Game[Any], scenario: str, name: str, seed: int) -> list[Choice]:
    """The choices of a game between two players of this name, each of them one object."""
    recording = Recording()
    players = [Kept(game, name, side) for side in range(len(game.sides))]
    play_out(game, game.start(scenario), players, RandomChance(Random(seed)), recording=recording)
    return recording.choices


def at_the_table(game: Game[Any], scenario: str, name: str, seed: int, choices: int) -> list[Choice]:
    """The same, by tasks of at most this many choices each."""
    match, memories = Match.start(game, scenario, chance=RandomChance(Random(seed))), Memories()
    while (side := match.actor()) >= 0:
        turn, before = game.turn(match.state), match.number
        notes = memories.notes(side, name, match)
        thought = thought_of(match, name, choices, notes, seed_of(side, turn))
        match.play(side, thought.run)
        assert choices_of(match)[-len(thought.run) :] == read(match, thought.run), "the run was cut short"
        memories.keep(side, Memory(name, turn, before + len(thought.run), thought.memory))
    return choices_of(match)


def thought_of(match: Match, name: str, choices: int = MOST_CHOICES, notes: bytes = b"", seed: int = 1) -> Thought:
    side, view = match.actor(), match.game.view(match.state, match.actor())
    return decode_thought(think(Task(match.game.id, view, name, side, seed, Budget(inf, choices), notes)))


def read(match: Match, run: tuple[str, ...]) -> list[Choice]:
    return [match.game.vocabulary(match.state.printed).read(text) for text in run]


def choices_of(match: Match) -> list[Choice]:
    return read(match, tuple(record.text for record in match.records if isinstance(record, ChoiceRecord)))


@pytest.mark.parametrize(
    ("game", "scenario", "name", "choices"),
    [
        ("tiny-skirmish", "", "planner", 1),
        ("tiny-skirmish", "", "planner", 2),
        ("tiny-skirmish", "", "planner", MOST_CHOICES),
        ("tiny-skirmish", "", "random", 1),
        ("afrika-korps", "", "recruit", 16),
        ("rommel-in-the-desert", "crusader", "recruit", 1),
        ("rommel-in-the-desert", "crusader", "recruit", MOST_CHOICES),
    ],
)
def test_a_player_plays_alike_in_the_arena_and_at_the_table(
    game: str, scenario: str, name: str, choices: int
) -> None:
    ours = sandtable.game(game)
    for seed in range(5 if ours is tiny else 1):
        expected = in_the_arena(ours, scenario, name, seed)
        assert at_the_table(ours, scenario, name, seed, choices) == expected


# The task


def test_a_run_ends_with_the_budget() -> None:
    match = random_match(1)
    assert len(thought_of(match, "planner").run) == 3
    assert len(thought_of(match, "planner", 2).run) == 2
    task = Task(tiny.id, tiny.view(match.state, 0), "planner", 0, 1, Budget(0.0))
    assert len(decode_thought(think(task)).run) == 1


def test_a_player_is_told_how_long_it_may_think(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    class Clockwatcher(rogues.Planner):
        def choose(self, seat: Seat) -> Choice:
            told.append(seat.seconds)
            return super().choose(seat)

    monkeypatch.setitem(rogues.PLAYERS, "clockwatcher", Clockwatcher)
    match = random_match(1)
    think(Task(tiny.id, tiny.view(match.state, 0), "clockwatcher", 0, 1, Budget(100.0, 1)))
    thought_of(match, "clockwatcher", 1)
    Clockwatcher(Random(1)).choose(Seat(tiny, match.state, 0))
    assert 0 < told[0] <= 100
    assert told[1:] == [inf, inf]


def test_an_answer_whose_memory_is_too_large_is_none() -> None:
    assert decode_thought(msgspec.msgpack.encode(Thought(("done",), b"x" * LARGEST_MEMORY)))
    with pytest.raises(msgspec.ValidationError):
        decode_thought(msgspec.msgpack.encode(Thought(("done",), b"x" * (LARGEST_MEMORY + 1))))


# How long a memory lasts


def moved(turn: int) -> tuple[Match, Memories]:
    """A match in this turn, and what Red remembers of its last choice in it."""
    match, rng = random_match(3), Random(3)
    while match.actor() != 0 or tiny.turn(match.state) != turn:
        step(match, rng)
    step(match, rng)
    memories = Memories()
    memories.keep(0, Memory("planner", turn, match.number_at(len(match.line)), b"plan"))
    return match, memories


def test_a_memory_lasts_while_its_last_choice_stands_in_the_same_turn() -> None:
    match, memories = moved(1)
    rng = Random(4)
    while tiny.turn(match.state) == 1:
        assert memories.notes(0, "planner", match) == b"plan"
        step(match, rng)
    assert memories.notes(0, "planner", match) == b""
    assert memories.notes(1, "planner", match) == b""


def test_a_memory_does_not_outlast_an_undo_or_a_change_of_player() -> None:
    match, memories = moved(1)
    assert memories.notes(0, "random", match) == b""
    assert memories.notes(0, "planner", match) == b"", "it was dropped"
    match, memories = moved(1)
    before = match.seen(0, match.number_at(len(match.line) - 1))
    match.act(0, "ask-take-back", str(before))
    match.act(1, "grant-take-back")
    assert memories.notes(0, "planner", match) == b""


class Notebook(Crew):
    """Thinks here, one choice at a time, and notes what it is reminded of and what it hands back."""

    def __init__(self) -> None:
        super().__init__(1)
        self.pages: list[tuple[int, bytes, bytes]] = []

    async def think(
        self,
        game: str,
        view: Any,
        player: str,
        side: int,
        memory: bytes = b"",
        *,
        fresh: bool = False,
        **more: Any,
    ) -> Thought:
        task = Task(game, view, player, side, 1, Budget(inf, 1), memory)
        thought = decode_thought(think(task))
        self.pages.append((tiny.turn(tiny.resample(view, Random(1), tiny.load_data())), memory, thought.memory))
        return thought


def test_a_room_hands_a_player_what_it_remembered_in_this_turn(tmp_path: Path) -> None:
    async def work() -> None:
        notebook = Notebook()
        async with opened(tmp_path, crew=notebook) as house:
            person, table = await against(house, "planner")
            while (update := await until_my_turn(house, person, table)).ending is None:
                await play(house, person, table, 0, update.scene.buttons[-1].choice)
        turn, left = -1, b""
        for now, reminded, kept in notebook.pages:
            assert reminded == (left if now == turn else b"")
            turn, left = now, kept
        assert [bool(reminded) for _, reminded, _ in notebook.pages[:3]] == [False, True, True]

    run(work)


@pytest.mark.parametrize("change", ["take-back", "seat"])
def test_a_room_drops_a_memory_with_a_take_back_and_with_the_player(tmp_path: Path, change: str) -> None:
    async def work() -> None:
        notebook = Notebook()
        async with opened(tmp_path, crew=notebook) as house:
            person, table = await against(house, "planner")
            await play(house, person, table, 0, "to:S", "to:S", "to:SE")
            await until_my_turn(house, person, table)
            before = len(notebook.pages)
            if change == "seat":
                await house.change_seat(person, table, 1, SeatChange("computer", "planner"))
                await play(house, person, table, 0, "no-bid")
            else:
                await house.act(person, table, Act(0, new_key(), "ask-take-back", "2"))
                await play(house, person, table, 0, "to:SE")
            await until_my_turn(house, person, table)
            assert notebook.pages[before - 1][2], "there was something to remember"
            assert notebook.pages[before][1] == b""

    run(work)


def test_what_a_player_remembers_of_choices_that_were_not_played_is_dropped(tmp_path: Path) -> None:
    """The run continues after the decision has passed to another side: the rest is not played."""

    class Hasty(Notebook):
        async def think(self, *given: Any, **more: Any) -> Thought:
            thought = await super().think(*given, **more)
            return Thought((*thought.run, "done"), thought.memory) if len(self.pages) == 3 else thought

    async def work() -> None:
        hasty = Hasty()
        async with opened(tmp_path, crew=hasty) as house:
            person, table = await against(house, "planner")
            await play(house, person, table, 0, "to:S", "to:S", "to:SE")
            await until_my_turn(house, person, table)
            await play(house, person, table, 0, "no-bid")
            await until_my_turn(house, person, table)
            assert [bool(reminded) for _, reminded, _ in hasty.pages[:4]] == [False, True, True, False]

    run(work)
