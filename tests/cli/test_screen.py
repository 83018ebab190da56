"""What a terminal of 80 columns and 24 lines shows."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

import sandtable
from sandtable.kernel.scene import Button
from sandtable.terminal.lines import PlainLines
from sandtable.terminal.session import PERSON, Session
from sandtable.terminal.show import names_of, show_all_choices, show_choices
from sandtable.terminal.table import TerminalTable
from tests.suite.grounds import grounds_of


def screen() -> Console:
    return Console(width=80, height=24, force_terminal=True, color_system=None, record=True)


def test_half_of_the_screen_is_map_and_the_choices_leave_it_there() -> None:
    console = screen()
    table = cast(Any, SimpleNamespace(console=console))
    _, height = TerminalTable._window_size(table)
    assert height >= 12
    show_choices(console, [Button(choice=f"verb-{k}", label=f"Do this {k}") for k in range(20)], {})
    assert len(console.export_text().splitlines()) <= 9


def test_choices_are_told_by_their_names_first() -> None:
    console = screen()
    show_choices(console, [Button(choice="unit:21/5", label="Move the 5th regiment")], {})
    line = console.export_text()
    assert 0 < line.index("Move the 5th regiment") < line.index("unit:21/5")


def test_units_are_called_by_their_names_in_the_list_of_all_choices_too() -> None:
    console = screen()
    buttons = [Button(choice=f"unit:br_{k}", label=f"Move the {k}th Division") for k in range(20)]
    show_all_choices(console, buttons)
    assert "Move the 19th Division" in console.export_text()
    show_choices(console, buttons, {f"br_{k}": f"{k}th Division" for k in range(20)})
    told = console.export_text()
    assert "unit: 0th Division, 1th Division" in told
    assert "br_" not in told


def shown(position: str, game_id: str) -> tuple[list[str], TerminalTable]:
    """What a screen shows of a position, line by line, between two typed lines."""
    console = screen()
    game = sandtable.game(game_id)
    scenario = game.scenario_of(game.read_position(position, game.load_data())).id
    session = Session.new(game, scenario, {}, [PERSON] * 2, Random(1), position=position)
    table = TerminalTable(session, console, PlainLines(console), {})
    table._legend_due = False
    console.export_text()
    table.show_board()
    table.show_prompt()
    return console.export_text().splitlines(), table


@pytest.mark.parametrize("game_id", [name for name in sandtable.game_ids() if not sandtable.game(name).for_tests])
def test_the_map_stays_on_the_screen_and_no_unit_is_called_by_an_id_that_is_not_printed_on_it(
    game_id: str,
) -> None:
    """At recorded moments of each game: the heading, with the map below it, is among the last 24 lines."""
    found = 0
    for position in grounds_of(game_id).recorded()[::7]:
        lines, table = shown(position, game_id)
        scene = table.scene()
        assert scene is not None
        if not scene.buttons:
            continue
        heading = next(number for number, line in enumerate(lines) if line.startswith(scene.heading[:60]))
        assert len(lines) - heading < 24, "\n".join(lines)
        ids = names_of(scene)
        beside = [word.strip(",;():") for line in lines[:heading] for word in line.split()]
        assert not ids.keys() & set(beside)
        found += 1
    assert found > 3
