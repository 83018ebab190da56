"""Computer players in processes of their own: they play, and whatever goes wrong with one, the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.journal import ChoiceRecord
from sandtable.table.errors import Unavailable
from sandtable.table.messages import Act, NewSeat, NewTable, Presence, SeatChange, Talk
from sandtable.table.processes import Failed
from sandtable.table.turns import asker
from sandtable.table.workers import HURRIED, Crew, Task, Thought
from tests.table import rogues
from tests.table.tablework import (
    TINY,
    against,
    drained,
    guests,
    match_of,
    new_key,
    opened,
    play,
    room_of,
    run,
    tiny,
    until_my_turn,
)

PLACES = ("to:S", "to:S", "to:SE")
HOME = "192.0.2.7"


@pytest.fixture(autouse=True)
def _only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rogues sit at Tiny Skirmish while these tests run; in the processes they always do."""
    monkeypatch.setattr(tiny, "players", rogues.PLAYERS)


def crew(seconds: float = 20.0) -> Crew:
    return Crew(1, seconds, ["tests.table.rogues_seated"])


def blue_choices(records: Sequence[Any]) -> list[str]:
    return [record.text for record in records if isinstance(record, ChoiceRecord) and record.side == 1]


def test_a_game_against_the_computer_comes_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, crew=crew()) as house:
            person, table = await against(house, "sound")
            while (update := await until_my_turn(house, person, table)).ending is None:
                await play(house, person, table, 0, update.scene.buttons[-1].choice)
            assert blue_choices((await match_of(house, table)).records)
            assert house.figures()["worker_restarts_total"] == 0
            assert (await room_of(house, table)).stand_ins == {}

    run(work)


def test_two_computers_play_without_being_watched(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, crew=crew()) as house:
            (person,) = await guests(house, 1)
            seats = (NewSeat("computer", "sound"), NewSeat("computer", "random"))
            table = (await house.create(person, NewTable(TINY, "patrol", seats=seats))).id
            thinker = (await room_of(house, table)).thinker
            assert thinker is not None
            await thinker
            assert (await house.info(person, table)).card.ending is not None

    run(work)


@pytest.mark.parametrize("player", ["sleeper", "crasher", "fumbler", "glutton", "cheat", "hoarder", "mystic"])
def test_a_player_that_goes_wrong_is_replaced_and_the_game_goes_on(tmp_path: Path, player: str) -> None:
    async def work() -> None:
        async with opened(tmp_path, crew=crew(1.0 if player == "sleeper" else 20.0)) as house:
            person, table = await against(house, player)
            await play(house, person, table, 0, *PLACES)
            update = await until_my_turn(house, person, table)
            assert update.scene.prompt == "Bid a card to move first, or nothing"
            assert len(blue_choices((await match_of(house, table)).records)) == 3
            assert (await room_of(house, table)).stand_ins == {1: "random"}
            assert (await house.info(person, table)).card.seats[1].name == "Random"
            assert house.figures()["worker_restarts_total"] == 2
            await play(house, person, table, 0, "no-bid")
            await until_my_turn(house, person, table)
            assert house.figures()["worker_restarts_total"] == 2  # the stand-in plays on: nobody waits again

    run(work)


def test_a_player_that_its_own_memory_throws_plays_on_without(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, crew=crew()) as house:
            person, table = await against(house, "stumbler")
            await play(house, person, table, 0, *PLACES)
            await until_my_turn(house, person, table)
            assert house.figures()["worker_restarts_total"] == 0
            await play(house, person, table, 0, "no-bid")
            await until_my_turn(house, person, table)
            assert house.figures()["worker_restarts_total"] > 0  # as often as it was reminded: the dice decide
            assert (await room_of(house, table)).stand_ins == {}

    run(work)


class Noted(Crew):
    """A crew that notes what the queue is told: is it a game's first move, and from which address is the game?"""

    asked: list[tuple[bool, str]]

    async def think(self, *args: Any, first: bool = False, **more: Any) -> Thought:
        self.asked.append((first, asker.get()))
        return await super().think(*args, first=first, **more)


def test_the_queue_is_told_of_first_moves_and_of_addresses(tmp_path: Path) -> None:
    async def work() -> None:
        noted = Noted(1, 20.0, ["tests.table.rogues_seated"])
        noted.asked = []
        asker.set(HOME)
        async with opened(tmp_path, crew=noted) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
            await until_my_turn(house, person, table)
            await play(house, person, table, 0, "no-bid")
            await until_my_turn(house, person, table)
        assert noted.asked[0] == (True, HOME)
        assert set(noted.asked[1:]) == {(False, HOME)}

    run(work)


class Liars(Crew):
    """A crew whose players all answer with something that is not a choice, or not theirs to make."""

    def __init__(self, *answers: tuple[str, ...] | Exception) -> None:
        super().__init__(1)
        self.answers = list(answers)
        self.asked: list[str] = []

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
        self.asked.append(player)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Thought(answer)


def test_an_answer_that_is_not_legal_counts_as_a_failure(tmp_path: Path) -> None:
    """The last thing left is the first legal choice; it is made by the table itself."""

    async def work() -> None:
        liars = Liars(("fly:N",), ("to:S",), (), ("to:N", "to:N", "to:N"), Failed("gone"), Failed("gone"))
        async with opened(tmp_path, crew=liars) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
            room = await room_of(house, table)
            while not blue_choices(room.match.records):
                await asyncio.sleep(0)
            assert blue_choices(room.match.records) == ["to:N"]
            assert liars.asked[:3] == ["sound", "sound", "random"]

    run(work)


def test_a_game_that_kills_its_workers_stops_with_a_word(tmp_path: Path) -> None:
    """The house goes on, and a person can take the seat over."""

    async def work() -> None:
        deadly = Liars(*[Failed("the process ended")] * 3, PLACES, PLACES, PLACES)
        async with opened(tmp_path, crew=deadly) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
            room = await room_of(house, table)
            assert room.thinker is not None
            await room.thinker
            assert deadly.asked == ["sound", "sound", "random"]
            update = await house.update(None, table, -1)
            assert "has stopped" in update.scene.prompt
            assert not update.scene.buttons
            assert blue_choices(room.match.records) == []
            await house.talk(person, table, Talk("What now?"))
            assert len(deadly.asked) == 3
            await house.change_seat(person, table, 1, SeatChange("here"))
            assert "has stopped" not in (await house.update(person, table, 1)).scene.prompt
            await play(house, person, table, 1, "to:N")

    run(work)


def test_an_answer_to_a_position_that_is_gone_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red takes its last choice back and makes another while Blue's player thinks."""

    async def work() -> None:
        slow, views = Liars(), []
        thought = asyncio.Event()

        async def think(game: str, view: Any, *given: Any, **more: Any) -> Thought:
            views.append(view)
            await thought.wait()
            return Thought(("to:N",) if len(views) == 1 else ("to:NE", "to:NE", "to:NW"))

        monkeypatch.setattr(slow, "think", think)
        async with opened(tmp_path, crew=slow) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
            while not views:
                await asyncio.sleep(0)
            await house.act(person, table, Act(0, new_key(), "ask-take-back", "2"))
            await play(house, person, table, 0, "to:SW")
            thought.set()
            await until_my_turn(house, person, table)
            assert blue_choices((await match_of(house, table)).records) == ["to:NE", "to:NE", "to:NW"]
            assert len(views) == 2

    run(work)


def test_a_store_that_fails_does_not_stop_a_computer_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.table.computers.FIRST_WAIT", 0.01)

    async def work() -> None:
        async with opened(tmp_path, crew=crew()) as house:
            person, table = await against(house, "sound")
            room = await room_of(house, table)
            swap, failures = room._swap, 3

            async def failing_swap(*given: Any) -> None:
                nonlocal failures
                if given[0].actor() != 1 and failures:
                    failures -= 1
                    raise Unavailable("no space")
                await swap(*given)

            monkeypatch.setattr(room, "_swap", failing_swap)
            await play(house, person, table, 0, *PLACES)
            await until_my_turn(house, person, table)
            assert failures == 0

    run(work)


def test_a_game_whose_computer_is_to_move_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        never = Liars()
        monkeypatch.setattr(never, "think", lambda *given, **more: asyncio.sleep(1000))
        async with opened(tmp_path, crew=never) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
        async with opened(tmp_path, crew=crew()) as house:
            while table not in house._rooms.rooms:
                await asyncio.sleep(0.01)  # nobody asks for the table
            thinker = house._rooms.rooms[table].thinker
            assert thinker is not None
            await thinker
            assert (await match_of(house, table)).actor() == 0

    run(work)


def test_readers_see_that_a_computer_thinks(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, crew=crew()) as house:
            person, table = await against(house, "sound")
            reader = await house.subscribe(person, table, 0)
            await play(house, person, table, 0, *PLACES)
            await until_my_turn(house, person, table)
            thinking = [
                message.seats[1].thinking for message in await drained(reader) if isinstance(message, Presence)
            ]
            assert thinking == [False, True, False]

    run(work)


def test_a_computer_grants_take_backs_and_declines_draws(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, crew=crew()) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
            await until_my_turn(house, person, table)
            await house.act(person, table, Act(0, new_key(), "offer-draw"))
            update = await house.update(person, table, 0)
            assert update.offers.draw == -1
            assert update.ending is None
            await house.act(person, table, Act(0, new_key(), "ask-take-back", "1"))
            update = await house.update(person, table, 0)
            assert update.offers.take_back == -1
            assert update.scene.prompt == "Place red/scout"

    run(work)


# The processes


def processes(crew: Crew) -> list[Any]:
    return [child._process for child in crew._idle]


def test_a_process_serves_many_and_ends_with_the_crew(tmp_path: Path) -> None:
    async def work() -> None:
        ours = crew()
        match = tiny.start()
        for _ in range(3):
            run = (await ours.think(TINY, tiny.view(match, 0), "sound", 0)).run
            assert len(run) == 3
            assert all(text.startswith("to:S") for text in run)
        (process,) = processes(ours)
        number = process.pid
        assert os.getpriority(os.PRIO_PROCESS, number) >= 5
        ours.close()
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)

    run(work)


def test_a_process_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async def work() -> None:
        ours = crew()
        view = tiny.view(tiny.start(), 0)
        await ours.think(TINY, view, "sound", 0)
        (process,) = processes(ours)
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        with pytest.raises(Failed, match="ended"):
            await ours.think(TINY, view, "sound", 0)
        assert len((await ours.think(TINY, view, "sound", 0)).run) == 3
        ours.close()

    run(work)


def test_where_no_process_can_be_started_nobody_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(*given: Any) -> None:
        raise OSError("Resource temporarily unavailable")

    monkeypatch.setattr("sandtable.table.workers.Child", no_more)

    async def work() -> None:
        ours = crew()
        with pytest.raises(Unavailable, match="Resource temporarily unavailable"):
            await ours.think(TINY, tiny.view(tiny.start(), 0), "sound", 0)
        assert ours.busy == 0
        ours.close()

    run(work)


def test_a_question_nobody_waits_for_ends_its_process(tmp_path: Path) -> None:
    async def work() -> None:
        ours = crew()
        view = tiny.view(tiny.start(), 0)
        await ours.think(TINY, view, "sound", 0)
        (process,) = processes(ours)
        number = process.pid
        thinking = asyncio.create_task(ours.think(TINY, view, "sleeper", 0))
        while not ours.busy:
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
        assert ours.busy == 0
        ours.close()

    run(work)


def test_what_a_player_is_handed_is_the_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The task is all there is: it is made of the view, and the view of the other side's secrets holds none."""

    async def work() -> None:
        liars = Liars(Failed("gone"), Failed("gone"), Failed("gone"))
        views = []
        think = liars.think

        async def watched(game: str, view: Any, *given: Any, **more: Any) -> Thought:
            views.append(view)
            return await think(game, view, *given, **more)

        monkeypatch.setattr(liars, "think", watched)
        async with opened(tmp_path, crew=liars) as house:
            person, table = await against(house, "sound")
            await play(house, person, table, 0, *PLACES)
            state = (await match_of(house, table)).state
            while not views:
                await asyncio.sleep(0)
            assert views[0] == tiny.view(state, 1)

    run(work)


def test_two_hundred_games_of_one_person_leave_a_place_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the whole queue of somebody else, and while anybody waits, runs are short."""

    async def work() -> None:
        ours, begun, budgets, go_on = Crew(2), [], [], asyncio.Event()

        async def ask(task: Task, fresh: bool) -> Thought:
            begun.append(task.view)
            budgets.append(task.budget.seconds)
            await go_on.wait()
            return Thought(())

        monkeypatch.setattr(ours, "_ask", ask)
        games = [asyncio.create_task(ours.think(TINY, f"greedy {n}", "sound", 0, who="a")) for n in range(200)]
        await asyncio.sleep(0)
        games.append(asyncio.create_task(ours.think(TINY, "other", "sound", 0, who="b")))
        while len(begun) < 2:
            await asyncio.sleep(0)
        assert begun == ["greedy 0", "other"]
        assert budgets[1] <= HURRIED
        go_on.set()
        await asyncio.gather(*games)
        assert budgets[-1] > HURRIED
        ours.close()

    run(work)
