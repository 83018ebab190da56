"""What a terminal of 80 columns and 24 lines shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from rich.console import Console

from sandtable.kernel.scene import Button
from sandtable.terminal.show import show_choices
from sandtable.terminal.table import TerminalTable


def screen() -> Console:
    return Console(width=80, height=24, force_terminal=True, color_system=None, record=True)


def test_half_of_the_screen_is_map_and_the_choices_leave_it_there() -> None:
    console = screen()
    table = cast(Any, SimpleNamespace(console=console))
    _, height = TerminalTable._window_size(table)
    assert height >= 12
    show_choices(console, [Button(choice=f"verb-{k}", label=f"Do this {k}") for k in range(20)])
    assert len(console.export_text().splitlines()) <= 9


def test_choices_are_told_by_their_names_first() -> None:
    console = screen()
    show_choices(console, [Button(choice="unit:21/5", label="Move the 5th regiment")])
    line = console.export_text()
    assert 0 < line.index("Move the 5th regiment") < line.index("unit:21/5")
