"""What one side is sent: scenes, log, previews, answers, reasons, moments, share links."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.kernel.errors import Illegal, Malformed, NotYourTurn
from sandtable.kernel.game import SPECTATOR, Question
from sandtable.kernel.journal import ActRecord, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.scene import Answer, Board, Tint
from sandtable.table import catalogue, questions, rooms, updates
from sandtable.table.catalogue import board_of
from sandtable.table.errors import Denied, Missing, TooMuch, Unavailable
from sandtable.table.messages import Act, Ask, NewTable, Preview, Previewed, Run, Share, Undo, WhyNot
from sandtable.table.updates import scene_of
from tests.table.tablework import (
    BOTH_HERE,
    TINY,
    drained,
    guests,
    hot_seat,
    match_of,
    new_key,
    opened,
    place_all,
    play,
    play_on,
    random_match,
    room_of,
    run,
    step,
    tiny,
    two_at_a_table,
)

korps = sandtable.game("afrika-korps")


# Scenes


def test_each_side_sees_its_own(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await play(house, red, table, 0, "to:S", "to:S")
            mine = await house.update(red, table, 0)
            theirs = await house.update(blue, table, 1)
            public = await house.update(None, table, -1)
            assert mine.scene.prompt == "Place red/decoy"
            assert {button.choice for button in mine.scene.buttons} == {"to:SE", "to:SW"}
            assert [line.text for line in mine.log] == ["red/captain is placed in S", "red/scout is placed in S"]
            for other in (theirs, public):
                assert other.scene.prompt == "The game is waiting for Red"
                assert other.scene.buttons == ()
                assert other.log == ()
                assert other.number == 1  # that somebody sat down; nothing of what was placed

    run(work)


def test_the_log_starts_after_the_number_asked_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, "to:S", "to:S")
            for after, numbers, first in [
                (-1, [1, 2], 0),
                (0, [1, 2], 1),
                (1, [2], 2),
                (2, [], 3),
                (99, [1, 2], 0),
            ]:
                update = await house.update(person, table, 0, after)
                assert [line.number for line in update.log] == numbers
                assert update.log_from == first

    run(work)


def test_what_is_long_is_not_kept_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "LONG", 5)

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play_on(house, [person] * 2, table, Random(1), 12)
            room, number = await room_of(house, table), (await match_of(house, table)).seen(0)
            whole, short = await house.update(person, table, 0), await house.update(person, table, 0, number - 1)
            assert len(whole.log) > 5 > len(short.log)
            assert room.update(0, -1) is whole
            assert await house.moments(person, table, 0) is room.moments(0)
            await asyncio.sleep(0)
            assert room._forgetting is not None, "a clock is running"
            room.forget_long()
            assert room.update(0, number - 1) is short
            assert not room._moments[1]
            assert room.update(0, -1) == whole
            assert room.update(0, -1) is not whole

    run(work)


def test_what_happened_before_the_first_decision_stands_in_the_log() -> None:
    match = sandtable.Match.start(korps)
    lines = updates.update_for(match, board_of(korps.id), 0).log
    assert [line.number for line in lines if line.number == 0] == [0] * len(match.opening)
    assert len(match.opening) > 0


def test_an_undo_of_what_a_side_never_knew_tells_it_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            before = await house.update(blue, table, 1, 0)
            reader = await house.subscribe(blue, table, 1)
            await drained(reader)
            await play(house, red, table, 0, "to:S", "to:S")
            await house.undo(red, table, Undo(0, 3, new_key(), 1))
            assert await house.update(blue, table, 1, 0) == before
            assert await drained(reader) == []

    run(work)


# Previews


def test_previews_wait_for_each_other_person_by_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for many waits for themselves; who plays waits for none."""
    shown: list[int] = []
    go_on = threading.Event()

    def slowly(match: Match, board: Board, side: int, run: Sequence[str]) -> Previewed:
        go_on.wait(10)
        shown.append(side)
        return Previewed(scene_of(match, board, side), 0, False)

    async def work() -> None:
        async with opened(tmp_path) as house:
            greedy, table = await hot_seat(house)
            other, theirs = await hot_seat(house)
            monkeypatch.setattr("sandtable.table.questions.previewed", slowly)
            many = [asyncio.create_task(house.preview(greedy, table, Preview(0, ("to:S",)))) for _ in range(20)]
            await asyncio.sleep(0)
            one = asyncio.create_task(house.preview(other, theirs, Preview(1, ("to:S",))))
            await asyncio.sleep(0)
            with pytest.raises(TooMuch):
                await house.preview(greedy, table, Preview(0, ("to:S",)))
            await play(house, other, theirs, 0, "to:S")  # while a preview is being made
            assert shown == []
            go_on.set()
            await asyncio.gather(one, *many)
            assert shown.index(1) <= 2
            assert len(shown) == 21

    run(work)


def test_a_preview_shows_and_records_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            seen = await house.preview(person, table, Preview(0, ("to:S", "to:S")))
            assert (seen.played, seen.final) == (2, False)
            assert seen.scene.prompt == "Place red/decoy"
            assert (await match_of(house, table)).number == 0
            await play(house, person, table, 0, "to:S", "to:S")
            assert (await house.update(person, table, 0)).scene == seen.scene

    run(work)


def test_a_preview_ends_where_the_decision_passes_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            seen = await house.preview(person, table, Preview(0, ("to:S", "to:S", "to:SE", "to:N")))
            assert (seen.played, seen.final) == (3, True)
            assert seen.scene.prompt == "The game is waiting for Blue"

    run(work)


def test_a_preview_stops_before_dice_and_revelations(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await play(house, red, table, 0, "to:S", "to:S", "to:SE")
            before = (await house.update(blue, table, 1)).scene
            seen = await house.preview(blue, table, Preview(1, ("to:N", "to:N", "to:NE")))
            assert (seen.played, seen.final) == (2, True)  # the third deals the cards
            assert seen.scene.prompt == "Place blue/decoy"
            assert before.prompt == "Place blue/captain"

    run(work)


def test_a_preview_refuses_what_the_door_refuses(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            for side, choices, refusal in [
                (1, ("to:N",), NotYourTurn),
                (0, ("to:N",), Illegal),
                (0, ("to:S", "to:N"), Illegal),
                (0, ("fly",), Malformed),
                (0, (), Malformed),
                (-1, ("to:S",), Denied),
            ]:
                with pytest.raises(refusal):
                    await house.preview(person, table, Preview(side, choices))

    run(work)


# Questions


def test_questions_are_answered_from_the_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def show(state: object, piece: int) -> Answer:
        asked.append(state)
        return Answer(text="answer", cells=(Tint(piece, "here"),))

    questions = {
        "where": Question("Where is it?", ("piece",), lambda state, piece: 0, show),
        "silent": Question("Only for programs", (), lambda state: 0),
    }
    monkeypatch.setattr(tiny, "questions", questions)

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            answer = await house.ask(person, table, Ask(0, "where", ("red/scout",)))
            assert answer.cells == (Tint(1, "here"),)
            truth = (await match_of(house, table)).state
            assert asked[0] is not truth
            assert tiny.view(asked[0], 0) == tiny.view(truth, 0)
            for question, refusal in [
                (Ask(0, "where", ("green/scout",)), Malformed),
                (Ask(0, "where"), Malformed),
                (Ask(0, "where", ("",)), Malformed),
                (Ask(0, "silent"), Missing),
                (Ask(0, "why"), Missing),
            ]:
                with pytest.raises(refusal):
                    await house.ask(person, table, question)

    run(work)


@pytest.mark.parametrize(
    ("side", "choices", "final"),
    [
        (0, ("to:S", "to:S"), False),
        (0, ("to:S", "to:S", "to:SE"), True),  # then Blue decides
        (0, ("to:N",), False),  # illegal: it is refused when it is sent
        (1, ("to:N",), False),  # not Blue's to play now
        (0, (), False),
    ],
)
def test_an_answer_says_whether_its_run_is_final(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: int, choices: tuple[str, ...], final: bool
) -> None:
    way = Question("How to get there", (), lambda state: 0, lambda state: Answer(run=choices), use="route")
    monkeypatch.setattr(tiny, "questions", {"way": way})

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            assert await house.ask(person, table, Ask(side, "way")) == Answer(run=choices, final=final)

    run(work)


def test_the_games_questions_are_in_the_catalogue(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            cards = {card.id: card for card in await house.catalogue()}
            assert cards[TINY].title == "Tiny Skirmish"
            assert [one.secrets for one in cards[TINY].scenarios] == [True, True, False]
            assert [scenario.id for scenario in cards[TINY].scenarios] == ["skirmish", "patrol", "duel"]
            shown = {name for name, question in korps.questions.items() if question.show}
            assert {question.name for question in cards[korps.id].questions} == shown
            assert cards[korps.id].best_player == "recruit"
            assert cards[korps.id].newcomers_player == "conscript"
            titles = {player.name: (player.title, player.level) for player in cards[korps.id].players}
            assert titles["conscript"] == ("Conscript", "beginner")

    run(work)


def test_a_game_that_cannot_be_loaded_closes_nothing_but_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(game_id: str) -> object:
        if game_id == korps.id:
            raise ImportError("no module named nothing")
        return sandtable.game(game_id)

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, korps.id)
        monkeypatch.setattr(catalogue, "installed", load)
        assert TINY in [card.id for card in catalogue.game_cards.__wrapped__(True)]
        assert korps.id not in [card.id for card in catalogue.game_cards.__wrapped__(True)]
        async with opened(tmp_path) as house:
            (card,) = (await house.lobby(person)).mine
            assert (card.title, card.scenario, card.seats[0].side_name) == (korps.id, "campaign", "")
            for refused in (house.info(person, table), house.create(person, NewTable(korps.id))):
                with pytest.raises(Unavailable, match="cannot be loaded"):
                    await refused
            with pytest.raises(Missing):
                await house.create(person, NewTable("chess"))

    run(work)


def test_a_game_whose_data_is_broken_keeps_no_server_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are loaded all the same; whoever opens the broken one hears of it then."""
    asked: list[str] = []

    def board(game_id: str) -> bytes:
        asked.append(game_id)
        if game_id == korps.id:
            raise ValueError("map.csv, line 3: there is no such hex")
        return b""

    monkeypatch.setattr(catalogue, "encoded_board", board)
    catalogue.load_all()
    assert {korps.id, TINY} <= set(asked)


def test_the_board_is_made_for_a_scenario(tmp_path: Path) -> None:
    """At the table, in its summary and in a shared moment; equal boards are one."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            made = {}
            for scenario, ties in (("skirmish", "red"), ("patrol", "dice"), ("duel", "red")):
                table = NewTable(TINY, scenario, {"ties": ties}, seats=BOTH_HERE)
                made[scenario] = (await house.create(person, table)).id
            boards = {name: await house.board(person, table) for name, table in made.items()}
            assert boards["skirmish"] is boards["patrol"]
            shown = {name: {cell["name"] for cell in json.loads(board)["cells"]} for name, board in boards.items()}
            assert shown["skirmish"] - shown["duel"] == {"NW", "SW"}
            await play(house, person, made["duel"], 0, "to:S")
            link = await house.share(person, made["duel"], Share(0, 1))
            moment = await house.shared(link.path.partition("#")[2])
            assert {cell.name for cell in moment.board.cells} == shown["duel"]

    run(work)


# Why not?


def test_why_not_is_asked_of_anything_that_lies_on_the_board(tmp_path: Path) -> None:
    """The cards lie there too, under a noun of their own: face up in the duel, in hands elsewhere."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            for scenario in ("duel", "skirmish"):
                table = (await house.create(person, NewTable(TINY, scenario, seats=BOTH_HERE))).id
                because = await house.why(person, table, WhyNot(0, piece="1a"))
                assert because.reason == "place your pieces first"
                with pytest.raises(Malformed, match="there is no piece '9z'"):
                    await house.why(person, table, WhyNot(0, piece="9z"))
                assert (await house.why(person, table, WhyNot(0, piece="red/scout"))).rule == "2"

    run(work)


def test_why_not_prefers_a_reason_of_its_own_to_what_is_done_at_another_time() -> None:
    """Nothing can be attacked, so no verb of units is in use: a touch on an enemy means an attack all the same."""
    text = "turn 20 axis\nphase: movement\nW3: Pavia\nI48: Pol\nH3: 21/5\nH2: 2/2SG\nW8: AxisSupply1"
    match = Match.start(korps, position=text)
    match.play(0, ["done"])
    because = questions.because(match, board_of("afrika-korps"), WhyNot(0, piece="2/2SG"))
    assert because.rule == "14.1"


@pytest.mark.parametrize(
    ("question", "reason", "rule"),
    [
        (WhyNot(0, choice="to:S"), "", ""),
        (WhyNot(0, cell="S"), "", ""),
        (WhyNot(0, choice="to:N"), "pieces are placed in home hexes", "2"),
        (WhyNot(0, cell="N"), "pieces are placed in home hexes", "2"),
        (WhyNot(0, piece="red/scout"), "place your pieces first", "2"),
        (WhyNot(1, choice="to:N"), "this is not your decision", "3"),
        (WhyNot(-1, choice="to:N"), "this is not your decision", "3"),
    ],
)
def test_why_not_names_the_rule(tmp_path: Path, question: WhyNot, reason: str, rule: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            because = await house.why(person, table, question)
            assert (because.reason, because.rule) == (reason, rule)

    run(work)


@pytest.mark.parametrize(
    ("piece", "cell", "rule"),
    [
        ("21/5", "W7", ""),  # the first step of a move
        ("21/5", "A1", "5.7"),  # the sea
        ("21/5", "W9", "5.2"),  # not next to it
        ("2/3", "W7", "10.1"),  # the other side's
        ("15/8", "W7", "19.1"),  # not here yet
    ],
)
def test_why_not_of_a_piece_and_a_cell_picks_the_piece_up(
    tmp_path: Path, piece: str, cell: str, rule: str
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, korps.id)
            because = await house.why(person, table, WhyNot(0, cell=cell, piece=piece))
            assert (because.rule, bool(because.reason)) == (rule, bool(rule))
            assert len((await match_of(house, table)).records) == 0

    run(work)


def test_why_not_asks_about_things_that_exist(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            for question in (
                WhyNot(0, choice="fly"),
                WhyNot(0, cell="Z"),
                WhyNot(0, piece="green/scout"),
                WhyNot(0),
            ):
                with pytest.raises(Malformed):
                    await house.why(person, table, question)

    run(work)


# Rules


def test_the_rules_are_read_by_paragraph(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            assert [clause.id for clause in await house.clauses(TINY, "4")] == ["4.1", "4.2", "4.3"]
            assert [clause.id for clause in await house.clauses(TINY, "4.2")] == ["4.2"]
            assert [clause.id for clause in await house.clauses(TINY, "4.9")] == ["4.1", "4.2", "4.3"]
            assert all(clause.paragraph.startswith("9.") for clause in await house.clauses(korps.id, "9"))
            assert (await house.clauses(korps.id, "9.1"))[0].statement
            for game, paragraph in ((TINY, "77"), (TINY, ""), ("chess", "1")):
                with pytest.raises(Missing):
                    await house.clauses(game, paragraph)

    run(work)


# Moments


def test_every_moment_can_be_gone_back_to(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            seen = {}
            for side, person in enumerate((red, blue)):
                seen[side] = {0: (await house.update(person, table, side)).scene.pieces}
            for step in range(40):
                await play_on(house, [red, blue], table, Random(step), 1)
                for side, person in enumerate((red, blue)):
                    update = await house.update(person, table, side)
                    seen[side][update.number] = update.scene.pieces
            before = list((await match_of(house, table)).records)
            for side, person in enumerate((red, blue)):
                moments = (await house.moments(person, table, side)).moments
                numbers = [moment.number for moment in moments]
                assert numbers == sorted(set(numbers))
                assert numbers[0] == 0
                assert numbers[-1] == (await house.update(person, table, side)).number
                for number in numbers[1:]:
                    past = await house.moment(person, table, side, number)
                    assert past.number == number
                    assert past.scene.buttons == ()
                    assert past.undo == past.reset == -1
                    assert {line.number for line in past.log} <= {number}
                    if number in seen[side]:
                        assert past.scene.pieces == seen[side][number]
            assert (await match_of(house, table)).records == before

    run(work)


def test_a_moment_says_what_happened_and_whose_doing_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            await play(house, red, table, 0, "no-bid")
            await play(house, blue, table, 1, "no-bid")
            await play(house, red, table, 0, "piece:red/captain")
            mine = (await house.moments(red, table, 0)).moments
            assert [(moment.number, moment.text, moment.side) for moment in mine[:3]] == [
                (0, "The game begins", -1),
                (2, "red/captain is placed in S", 0),
                (3, "red/scout is placed in S", 0),
            ]
            assert (mine[-1].text, mine[-1].side) == ("Move red/captain", 0)  # told to nobody: the button's words
            theirs = (await house.moments(blue, table, 1)).moments
            assert not any("captain" in moment.text for moment in theirs if moment.side == 0)
            assert theirs[-1].text == "Blue has bid"
            assert {moment.turn for moment in mine} == {1}

    run(work)


def test_there_are_no_moments_but_those(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            for number in (-1, 1, 10**9):
                with pytest.raises(Missing):
                    await house.moment(person, table, 0, number)

    run(work)


def test_what_was_undone_is_no_moment(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, "to:S", "to:S")
            await house.undo(person, table, Undo(0, 2, new_key(), 1))
            await play(house, person, table, 0, "to:SE")
            moments = (await house.moments(person, table, 0)).moments
            assert [moment.number for moment in moments] == [0, 1, 4]

    run(work)


def test_a_finished_game_has_no_secret_moments(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            with pytest.raises(Denied):
                await house.moments(blue, table, 0)
            await house.act(red, table, Act(0, new_key(), "resign"))
            assert (await house.moments(blue, table, 0)).moments
            last = (await house.moments(None, table, 0)).moments[-1].number
            assert (await house.moment(None, table, 0, last)).ending is not None
            assert (await house.moment(None, table, 0, 2)).ending is None
            with pytest.raises(Denied):
                await house.update(blue, table, 0)

    run(work)


# Share links


def test_a_share_link_shows_the_spectators_view_of_a_moment(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            number = (await house.update(red, table, 0)).number
            public = await house.update(None, table, -1)
            path = (await house.share(red, table, Share(0, number))).path
            assert path.startswith("/moment#")
            secret = path.partition("#")[2]
            await play(house, red, table, 0, "no-bid")
            for again in range(2):
                shared = await house.shared(secret)
                assert shared.sides == ("Red", "Blue")
                assert shared.update.scene.side == -1
                assert shared.update.scene.pieces == public.scene.pieces
                assert shared.update.number == public.number
                assert shared.update.log == public.log
                assert shared.update.scene.buttons == ()
                assert table not in repr(shared), again
        async with opened(tmp_path) as house:
            assert await house.shared(secret) == shared
            assert secret not in repr(house._store.rows("SELECT * FROM shares"))
            with pytest.raises(Missing):
                await house.shared(secret + "x")

    run(work)


def test_a_moment_that_never_was_is_not_shared(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            for side, number, refusal in [(0, 1, Missing), (0, -1, Missing), (2, 0, Missing)]:
                with pytest.raises(refusal):
                    await house.share(person, table, Share(side, number))
            (stranger,) = await guests(house, 1)
            with pytest.raises(Denied):
                await house.share(stranger, table, Share(0, 0))
            await house.share(stranger, table, Share(-1, 0))

    run(work)


# Rules that changed


def test_a_game_whose_rules_changed_stands_until_all_accept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
        monkeypatch.setattr("tinygame.rules.c04_stacking.STACKING", 1)  # the second piece in S is no longer legal
        async with opened(tmp_path) as house:
            assert (await house.info(red, table)).disputed
            update = await house.update(red, table, 0)
            assert update.scene.buttons == ()
            assert "rules have changed" in update.scene.prompt
            for person, side in ((red, 0), (blue, 1)):
                number = (await house.update(person, table, side)).number
                with pytest.raises(sandtable.Stale):
                    await house.play(person, table, Run(side, number, new_key(), ("to:S",)))
                await house.act(person, table, Act(side, new_key(), "accept-rules"))
            assert (await house.info(red, table)).disputed == ""
            await play(house, red, table, 0, "to:SE")
        async with opened(tmp_path) as house:
            assert (await house.info(red, table)).disputed == ""
            assert (await house.update(red, table, 0)).scene.prompt == "Place red/decoy"

    run(work)


@pytest.mark.parametrize("game", [TINY, korps.id])
def test_a_game_whose_position_cannot_be_read_is_opened_all_the_same(tmp_path: Path, game: str) -> None:
    """It can be viewed and exported, says why it is on hold, and goes on when everybody accepts."""
    rules = sandtable.game(game)
    match = Match.start(rules, position=rules.write_position(Match.start(rules).state))
    choice = rules.write(match.state, rules.legal(match.state)[0])
    match.play(match.actor(), [choice])

    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            table = (await house.import_game(person, write_journal(match.journal))).id
            before = '"position":"'
            broken = "UPDATE tables SET header = replace(header, ?, ?)"
            await house._store.write((broken, (before, before + r"K99: ghost 1\n")))
        async with opened(tmp_path) as house:
            info = await house.info(person, table)
            assert ("position" in info.disputed, "K99" in info.disputed) == (True, not rules.hides(match.state))
            update = await house.update(person, table, 0)
            assert update.scene.buttons == ()
            with pytest.raises(sandtable.Stale):
                await house.play(person, table, Run(0, update.number, new_key(), (choice,)))
            assert (await house.lobby(person)).mine
            assert (await house.export(person, table, 0))[1]
            for side in (0, 1):
                await house.act(person, table, Act(side, new_key(), "accept-rules"))
            await play(house, person, table, 0, rules.write(start := rules.start(), rules.legal(start)[0]))
        async with opened(tmp_path) as house:
            assert (await house.info(person, table)).disputed == ""

    run(work)


def test_a_table_of_computers_accepts_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there to be asked; that computer players then play on is tested with them."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, "to:S", "to:S")
            await house._store.write(("UPDATE seats SET kind = 'computer', player = 'random', person = NULL", ()))
        monkeypatch.setattr("tinygame.rules.c04_stacking.STACKING", 1)
        async with opened(tmp_path) as house:
            room = await room_of(house, table)
            reader = await house.subscribe(None, table, -1)
            while room.match.disputed is not None:
                await anext(reader)
            acts = [record.act for record in room.match.records if isinstance(record, ActRecord)]
            assert acts == ["accept-rules"] * 2

    run(work)


def test_new_tables_are_described(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            made = await house.create(person, NewTable(TINY, "patrol", {"ties": "dice"}))
            info = await house.info(person, made.id)
            assert (info.owner, info.yours, info.secrets, info.options) == (True, (0,), True, {"ties": "dice"})
            assert (info.card.title, info.card.scenario, info.card.actor) == ("Tiny Skirmish", "Patrol", 0)
            assert [(seat.kind, seat.name, seat.yours) for seat in info.card.seats] == [
                ("here", person.name, True),
                ("computer", "Random", False),
            ]
            assert info.seed == ""
            assert len(info.commitment) == 64
            assert await house.board(None, made.id) == await house.board(person, made.id)

    run(work)


@pytest.mark.parametrize("side", [0, 1, SPECTATOR])
def test_when_the_game_is_over_every_piece_is_shown(side: int) -> None:
    match, rng = random_match(1), Random(1)
    while match.number < 14:
        step(match, rng)
    assert match.result is None
    hidden = names_of(match, side)
    match.act(0, "resign")
    assert names_of(match, side) == names_of(match, 0) == names_of(match, 1)
    assert names_of(match, side) != hidden
    assert len(names_of(match, side)) == 6


def names_of(match: Match, side: int) -> list[str]:
    return sorted(piece.name for piece in updates.scene_of(match, board_of(TINY), side).pieces)
