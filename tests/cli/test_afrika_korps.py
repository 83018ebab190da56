"""Afrika Korps at the terminal table: whole moves, questions, real dice."""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.kernel.journal import ChanceRecord
from tests.cli.conftest import Run

PLAY = ("play", "afrika-korps", "--players", "person,person", "--seed", "3")
CONVOY = """
turn 3 axis
phase: start
W3: Savona
W6: 21/5 AxisSupply1
L59: Pol
"""


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def test_go_takes_a_unit_all_the_way_and_leaves_the_move_open(run: Run) -> None:
    told = run(*PLAY, typed=typed("go 21/5 W12", "stop", "stack W12", "quit", "no"))
    assert "21/5: W11 to W12" in told.stdout
    assert "21/5: move on, or stop here" in told.stdout
    assert "Axis  21/5" in told.stdout


def test_go_says_when_there_is_no_way(run: Run) -> None:
    told = run(*PLAY, typed=typed("go Savona G25", "go 21/5", "go Nobody W7", "quit"))
    assert "Savona (2-2-4) cannot go to Tobruch (G25)" in told.stdout
    assert "(rule 5.4: type 'rule 5.4')" in told.stdout
    assert "name a piece and a place" in told.stdout
    assert "there is no unit 'Nobody'" in told.stdout


def test_the_rules_are_read_by_chapter_and_paragraph_with_their_rulings(run: Run) -> None:
    told = run(*PLAY, typed=typed("rules", "rule 22.4.1", "rule 99", "quit")).stdout
    assert "   7  Zones of control and battles" in told
    assert "22.4.1a " in told
    assert "Ruling 31: Rommel may go alone into an Allied zone" in told
    assert "There is no paragraph 99 in the rules" in told


def test_reach_lists_hexes_by_cost(run: Run) -> None:
    told = run(*PLAY, typed=typed("reach Savona", "reach 2/3", "quit"))
    lines = told.stdout.splitlines()
    free = next(line.split() for line in lines if line.startswith("   0  "))
    costly = next(line.split() for line in lines if line.startswith("   1  ") and "X6" in line)
    assert {"W3", "W7"} <= set(free)
    assert "X6" not in free
    assert "W3" not in costly


def test_real_dice_are_typed_in_and_marked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "convoy.txt").write_text(CONVOY)
    words = typed("7", "5", "hex:W3", "save kept.journal", "quit")
    told = run(*PLAY, "--position", "convoy.txt", "--real-dice", typed=words)
    assert "'7' is not a possible outcome here" in told.stdout
    assert "The convoy comes through (die 5)" in told.stdout
    records = sandtable.load_journal(tmp_path / "kept.journal").records
    assert [record.typed for record in records if isinstance(record, ChanceRecord)] == [True]


def test_the_terminal_tells_what_a_choice_costs_and_asks(run: Run, tmp_path: Path) -> None:
    """24.5: no supply is on the map for the second turn; the first time the player thinks better of it."""
    position = tmp_path / "starving.txt"
    position.write_text(
        "turn 3 axis\nphase: movement\nstarved_at_start: 1\nstarved_turns: 1\nH2: 21/5\nW6: Ariete\nJ62: Pol\n",
        encoding="utf-8",
    )
    seats = ("--players", "person,person", "--position", str(position))
    told = run("play", "afrika-korps", *seats, typed="done\nno\ndone\nyes\nquit\nno\n")
    assert "! You lose the game" in told.stdout
    assert told.stdout.count("This costs you: You lose the game") == 2
    assert told.stdout.count("Do it all the same?") == 2
    assert "The game is over. Victory for Allies" in told.stdout
