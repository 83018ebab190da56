"""A grid of characters with styles, cut to a window and handed to rich as text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Window:
    """The visible part of a large drawing: its first column and line, and its size."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, column: int, line: int) -> bool:
        return self.left <= column < self.left + self.width and self.top <= line < self.top + self.height


class Canvas:
    """Characters placed on the large drawing; those outside the window are dropped."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self._characters = [[" "] * window.width for _ in range(window.height)]
        self._styles = [[""] * window.width for _ in range(window.height)]

    def write(self, column: int, line: int, text: str, style: str = "") -> None:
        """Write text to the right of a place."""
        for offset, character in enumerate(text):
            if self.window.holds(column + offset, line):
                place = column + offset - self.window.left
                self._characters[line - self.window.top][place] = character
                self._styles[line - self.window.top][place] = style

    def text(self) -> Text:
        """The window as styled text, without empty lines at the end."""
        shown = Text(no_wrap=True)
        for characters, styles in zip(self._characters, self._styles, strict=True):
            line = Text(no_wrap=True)
            for style, run in groupby(zip(characters, styles, strict=True), key=itemgetter(1)):
                line.append("".join(character for character, _ in run), style)
            line.rstrip()
            shown.append_text(line)
            shown.append("\n")
        shown.rstrip()
        return shown
