"""Where typed lines come from: a terminal with completion and history, or plain standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from rich.console import Console

from sandtable.terminal.reading import bare

LONGEST_LINE = 10_000
"""Characters: a longer line is read as several."""


class Lines(Protocol):
    """Asks for a line. EOFError when there are no more, KeyboardInterrupt when the person presses Ctrl+C."""

    interactive: bool

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str: ...


class PlainLines:
    """Standard input that is not a terminal: each line is echoed, so that the output reads as a conversation."""

    interactive = False

    def __init__(self, console: Console) -> None:
        self._console = console

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        line = sys.stdin.readline(LONGEST_LINE)
        self._console.print(f"{prompt}{line.rstrip()}")
        if not line:
            raise EOFError
        return line.strip()


class _Words(Completer):
    """Completes a choice by its text or its bare argument, and commands by their names."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.rpartition(";")[2].lstrip()
        last = typed.rpartition(" ")[2]
        for word in self.words:
            if word.lower().startswith(typed.lower()):
                yield Completion(word, start_position=-len(typed))
            elif last and (word.lower().startswith(last.lower()) or bare(word).lower().startswith(last.lower())):
                yield Completion(word, start_position=-len(last))


class TerminalLines:
    """A terminal: editing, history, and completion with the tab key."""

    interactive = True

    def __init__(self) -> None:
        self._completer = _Words()
        self._session: PromptSession[str] = PromptSession(
            completer=self._completer, complete_while_typing=False, mouse_support=False
        )

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self._completer.words = words
        return self._session.prompt(prompt).strip()


def standard_lines(console: Console) -> Lines:
    """A terminal if both input and output are one, otherwise plain lines."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalLines()
    return PlainLines(console)
