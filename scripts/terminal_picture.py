"""The picture of the terminal, from the real program; `make pictures` writes it among the others."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import sandtable
from sandtable.terminal.commands import COMMANDS
from sandtable.terminal.session import Session
from sandtable.terminal.table import TerminalTable

WITHOUT_REMOTE_FONTS = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
TOBRUCH = """
turn 7 axis
phase: movement
G25: 9A/20 AlliedSupply1
H24: 21/104
H26: 7/7 4I/23
I24: 15/8 15/115 Rommel AxisSupply1
I33: 22Gds 7/4SA
J26: 21/5 Ariete
J28: 2/3
J62: 4I/5 AlliedSupply2
W3: Savona
"""
TYPED = ("go 15/8 J27", "unit:21/5", "why hex:H26", "quit", "no")


class Script:
    """Types the lines of a scene, showing them as a terminal would."""

    interactive = False

    def __init__(self, console: Console, lines: Sequence[str]) -> None:
        self._console = console
        self._lines = list(lines)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        line = self._lines.pop(0)
        self._console.print(f"{prompt}{line}", style="bold")
        return line


def draw() -> None:
    """A look at Tobruch in the middle of a game, as the terminal shows it."""
    console = Console(
        record=True,
        width=112,
        height=30,
        force_terminal=True,
        file=io.StringIO(),
        color_system="truecolor",
        highlight=False,
    )
    game = sandtable.game("afrika-korps")
    session = Session.new(game, "campaign", {}, ("person", "person"), Random(1), position=TOBRUCH)
    TerminalTable(session, console, Script(console, TYPED), COMMANDS).run()
    FOLDER.mkdir(exist_ok=True)
    drawn = console.export_svg(title="sandtable play afrika-korps", code_format=WITHOUT_REMOTE_FONTS)
    (FOLDER / "terminal.svg").write_text(drawn, encoding="utf-8")
