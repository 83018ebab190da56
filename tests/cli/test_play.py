"""Sessions at the terminal table, typed through standard input."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

import sandtable
from sandtable.kernel.flow import OVER
from sandtable.kernel.journal import ActRecord, UndoRecord
from sandtable.kernel.seat import Seat
from sandtable.players.random import RandomPlayer
from sandtable.terminal.commands import COMMANDS
from sandtable.terminal.session import Session
from sandtable.terminal.table import TerminalTable
from tests.cli.conftest import Run

GAME = sandtable.game("tiny-skirmish")
CLEARED = "\x1b[2J\x1b[H"
PLAY = ("play", "tiny-skirmish", "--seed", "3")


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def test_three_times_enter_starts_a_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.play.all_games", lambda: [GAME])
    told = run("play", typed=typed("", "", "", "quit"))
    assert told.exit_code == 0
    assert "Red: person, Blue: random" in told.stdout
    assert "Red: Place red/captain" in told.stdout


def test_the_menu_understands_numbers_names_and_slips(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.play.all_games", lambda: [GAME])
    told = run("play", typed=typed("chess", "tiny", "9", "2", "person,rommel", "random,person", "quit", "no"))
    assert "'chess' is not one of tiny-skirmish" in told.stdout
    assert "there is no player 'rommel'" in told.stdout
    assert "Patrol. Red: random, Blue: person" in told.stdout


def test_the_menu_without_an_answer_starts_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.play.all_games", lambda: [GAME])
    told = run("play", typed="")
    assert told.exit_code == 2
    assert "Hint: " in told.stderr


def test_the_seed_told_at_the_end_verifies_the_dice(run: Run) -> None:
    placed = ["1", "1", "2"]
    told = run(*PLAY, typed=typed(*placed, "no-bid", "resign", "yes", "save kept.journal", "quit"))
    hashed, seed = (
        found[0] for found in (re.findall(end, told.stdout) for end in (r"hash (\w{64})", r"(?m)^(\w{64})$"))
    )
    assert sha256(bytes.fromhex(seed)).hexdigest() == hashed
    assert "all 4 outcomes match the seed" in run("verify-dice", "kept.journal", seed).stdout


def test_play_undo_why_save_load_quit(run: Run, tmp_path: Path) -> None:
    told = run(*PLAY, typed=typed("to:S", "1", "undo", "why to:N", "why SE", "save kept.journal", "quit"))
    assert told.exit_code == 0
    assert "red/captain is placed in S" in told.stdout
    assert "One choice was taken back" in told.stdout
    assert "to:N: pieces are placed in home hexes. (rule 2)" in told.stdout
    assert "to:SE is legal now" in told.stdout
    journal = sandtable.load_journal(tmp_path / "kept.journal")
    assert [type(record).__name__ for record in journal.records] == ["ChoiceRecord", "ChoiceRecord", "UndoRecord"]
    again = run("play", "--load", "kept.journal", typed=typed("log", "SW", "save kept.journal", "quit"))
    assert "red/captain is placed in S" in again.stdout
    assert "red/scout is placed in SW" in again.stdout
    assert len(sandtable.load_journal(tmp_path / "kept.journal").records) == 4


def test_choices_by_number_text_beginning_and_argument(run: Run) -> None:
    told = run(*PLAY, "--players", "person", typed=typed("2", "TO:se", "sw", "nonsense", "n", "quit", "no"))
    for line in ("captain is placed in S ", "scout is placed in SE ", "decoy is placed in SW "):
        assert line in told.stdout
    assert "'nonsense' is neither a choice here nor a command" in told.stdout
    assert "blue/captain is placed in N " in told.stdout


def test_an_unclear_choice_lists_what_it_could_be(run: Run) -> None:
    told = run(*PLAY, typed=typed("to", "quit"))
    assert "'to' could be to:SE, to:S, to:SW" in told.stdout


def test_an_illegal_choice_is_refused_with_its_rule(run: Run) -> None:
    told = run(*PLAY, typed=typed("to:C", "quit"))
    assert "No: pieces are placed in home hexes. (rule 2: type 'rule 2')" in told.stdout


def test_several_choices_on_one_line(run: Run) -> None:
    told = run(*PLAY, typed=typed("s; se; to:C; sw", "quit", "no"))
    assert "red/scout is placed in SE" in told.stdout
    assert "red/decoy is placed" not in told.stdout


def test_reset_takes_back_all_since_the_other_side(run: Run) -> None:
    told = run(*PLAY, typed=typed("s; se", "reset", "undo", "quit", "no"))
    assert "2 choices were taken back" in told.stdout
    assert "No: undo stops at dice" in told.stdout


def test_the_computer_answers_and_its_events_are_shown(run: Run) -> None:
    told = run(*PLAY, typed=typed("s; se; sw", "log 3", "quit", "no"))
    assert "All pieces are placed" in told.stdout
    assert "Red draws a card" in told.stdout
    assert "Place blue" not in told.stdout


def test_rules_help_choices_and_wrong_commands(run: Run) -> None:
    told = run(
        *PLAY, typed=typed("help", "rule", "rule 3", "rule 99", "choices", "log x", "why", "look C", "quit")
    )
    assert "take back your last choice" in told.stdout
    assert "2.1" in told.stdout
    assert "3.1" in told.stdout
    assert "There is no paragraph 99" in told.stdout
    assert "'x' is not a number of lines" in told.stdout
    assert "'why' needs a choice" in told.stdout


def test_the_position_is_shown_only_where_nothing_is_secret(run: Run, tmp_path: Path) -> None:
    told = run(*PLAY, typed=typed("position", "s; se; sw", "position", "quit", "no"))
    assert "waiting: red/captain red/scout red/decoy blue/captain" in told.stdout
    assert "No: the position holds secrets of the other side" in told.stdout


def test_a_game_begins_at_a_position(run: Run, tmp_path: Path) -> None:
    state = GAME.start()
    GAME.apply(state, GAME.read(state, "to:S"))
    (tmp_path / "begun.txt").write_text(GAME.write_position(state), encoding="utf-8")
    told = run(*PLAY, "--position", "begun.txt", typed=typed("se", "save a.journal", "quit"))
    assert "Red: Place red/scout" in told.stdout
    assert sandtable.load_journal(tmp_path / "a.journal").header.position
    assert "verified" in run("replay", "a.journal", "--verify").stdout


def test_resigning_ends_the_game(run: Run, tmp_path: Path) -> None:
    told = run(
        *PLAY, typed=typed("resign", "no", "resign", "yes", "s", "resign", "undo", "save r.journal", "quit")
    )
    assert told.stdout.count("The game is over. Victory for Blue: the Red player resigned.") == 1
    assert isinstance(sandtable.load_journal(tmp_path / "r.journal").records[-1], ActRecord)


def test_the_end_of_input_saves_the_game(run: Run, tmp_path: Path) -> None:
    told = run(*PLAY, typed=typed("s"))
    assert told.exit_code == 0
    assert "Saved as tiny-skirmish-1.journal" in told.stdout
    assert len(sandtable.load_journal(tmp_path / "tiny-skirmish-1.journal").records) == 1


@pytest.mark.parametrize(
    ("answers", "kept"),
    [(("no",), []), (("",), ["tiny-skirmish-1.journal"]), (("mine",), ["mine"]), (("back", "quit", "no"), [])],
)
def test_leaving_asks_whether_to_save(run: Run, tmp_path: Path, answers: Sequence[str], kept: list[str]) -> None:
    told = run(*PLAY, typed=typed("s", "quit", *answers))
    assert "The game is not saved" in told.stdout
    assert [path.name for path in tmp_path.iterdir()] == kept


def test_a_file_that_cannot_be_written_keeps_the_game_going(run: Run) -> None:
    told = run(*PLAY, typed=typed("s", "save no/such/place", "quit", "no/such/place", "quit", "no"))
    assert told.exit_code == 0
    assert told.stdout.count("cannot be written") == 2


def test_two_computers_play_to_the_end(run: Run) -> None:
    told = run(*PLAY, "--players", "random", typed="")
    assert told.exit_code == 0
    assert "The game is over." in told.stdout


class Interrupted:
    """Lines that end in breaking in, as Ctrl-C does."""

    interactive = True

    def __init__(self, *lines: str | type[BaseException]) -> None:
        self.left = list(lines)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        line = self.left.pop(0)
        if isinstance(line, str):
            return line
        raise line


def test_breaking_in_offers_to_save_and_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session.new(GAME, "", {}, ("person", "random"), Random(1))
    lines = Interrupted("s", KeyboardInterrupt, "back", "se", KeyboardInterrupt, KeyboardInterrupt)
    TerminalTable(session, Console(quiet=True), lines, COMMANDS).run()
    journal = sandtable.load_journal(tmp_path / "tiny-skirmish-1.journal")
    assert len(journal.records) == 2
    assert not any(isinstance(record, UndoRecord) for record in journal.records)


class Watched(Interrupted):
    """Lines that note what stood on the screen when they were asked for."""

    def __init__(self, written: StringIO, *lines: str | type[BaseException]) -> None:
        super().__init__(*lines)
        self.written, self.seen = written, list[tuple[str, str]]()

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self.seen.append((prompt, self.written.getvalue().rpartition(CLEARED)[2]))
        return super().ask(prompt, words)


def at_one_terminal(scenario: str, *lines: str) -> Watched:
    """Two people at one terminal, one of whom breaks off in the end."""
    written = StringIO()
    asked = Watched(written, *lines, KeyboardInterrupt, "no")
    session = Session.new(GAME, scenario, {}, ("person", "person"), Random(1))
    console = Console(force_terminal=True, color_system=None, file=written, width=100)
    TerminalTable(session, console, asked, COMMANDS).run()
    return asked


def test_between_two_people_at_one_terminal_the_screen_is_cleared() -> None:
    asked = at_one_terminal("skirmish", "s", "s", "se; n", "", "", "n").seen
    (told, before), (waits, blank), (question, after) = asked[3:6]
    assert told == "Press Enter to clear the screen, and pass the keyboard to Blue. "
    assert "red/decoy is placed in SE" in before
    assert waits == "Blue, press Enter when nobody else is looking. "
    assert not blank.strip()
    assert question == "Blue> "
    assert "Place blue/captain" in after
    assert "red/" not in after


def test_where_nothing_is_hidden_nobody_waits_for_the_keyboard() -> None:
    asked = at_one_terminal("duel", "s", "s", "se", "n").seen
    assert [prompt for prompt, _ in asked[:5]] == ["Red> "] * 3 + ["Blue> "] * 2
    assert "red/decoy is placed in SE" in asked[3][1]


class Diarist(RandomPlayer):
    """Remembers in which turns it was asked."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, GAME.verbs)
        self.turns = [0]

    def choose(self, seat: Seat) -> int:
        self.turns.append(GAME.turn(seat.resample(Random(1))))
        assert len({*self.turns}) == 1, "a turn has passed and is remembered"
        return super().choose(seat)

    def remember(self) -> Any:
        return self.turns

    def recall(self, memory: Any) -> None:
        self.turns = memory or []


def test_computers_forget_when_the_turn_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "players", {"diarist": Diarist})
    session = Session.new(GAME, "", {}, ("diarist", "diarist"), Random(1))
    while session.match.actor() != OVER:
        session.let_computer_play()
    assert session.match.result is not None
