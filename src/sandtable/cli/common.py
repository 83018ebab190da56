"""What all commands share: consoles, errors as a sentence and a hint, games by id, JSON on standard output."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn, ParamSpec, TypeVar

import msgspec
import typer
from rich.console import Console

from sandtable.kernel.errors import BrokenJournal, Malformed, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as game_by_id
from sandtable.kernel.registry import game_ids
from sandtable.kernel.tables import DataError
from sandtable.kernel.words import say

P = ParamSpec("P")
R = TypeVar("R")

FAILED = 1
WRONG_INPUT = 2
INTERRUPTED = 130

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, as listed by `sandtable games`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print machine-readable results on standard output.")]
DataDirectory = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="A directory of corrected data files to use instead of ours."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A scenario option; can be given more than once."),
]


def output() -> Console:
    """Standard output; text is printed unchanged, and without colours if NO_COLOR is set."""
    return Console(markup=False, highlight=False, emoji=False)


def complaints() -> Console:
    """Standard error."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def refuse(sentence: object, hint: object, code: int = WRONG_INPUT) -> NoReturn:
    """Print what is wrong and what to do about it, and exit."""
    console = complaints()
    console.print(f"sandtable: {_sentence(sentence)}", soft_wrap=True)
    console.print(f"Hint: {_sentence(hint)}", soft_wrap=True)
    raise typer.Exit(code)


def _sentence(text: object) -> str:
    words = str(text).strip()
    return words if words.endswith((".", "!", "?")) else words + "."


def friendly(command: Callable[P, R]) -> Callable[P, R]:
    """A command that turns errors into a sentence, a hint and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except BrokenJournal as error:
            hint = error.hint if str(error.hint) else "the file was not changed; use another copy of the game"
            refuse(error.reason, hint, FAILED)
        except SandtableError as error:
            name = (
                command.__name__.rstrip("_").replace("_", "-").replace("bench-", "bench ")
            )  # a group with two commands
            refuse(error.reason, error.hint if str(error.hint) else f"see: sandtable {name} --help")
        except UnicodeEncodeError as error:
            refuse(f"{error.object!a} is not text", "write it with the letters of this system's encoding")
        except DataError as error:
            refuse(error, "correct that file, or leave out --data to use ours")
        except BrokenPipeError:
            _stop_writing()
        except OSError as error:
            refuse(f"{error.filename or 'a file'}: {error.strerror}", "check the name and the permissions")
        except KeyboardInterrupt:
            complaints().print("Interrupted.")
            raise typer.Exit(INTERRUPTED) from None

    return run


def _stop_writing() -> NoReturn:
    """The reader of our output has closed it: stay silent, even when Python flushes on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(FAILED)


def find_game(game_id: str) -> Game[Any]:
    """An installed game; a game that cannot be loaded is named, with the reason."""
    try:
        return game_by_id(game_id)
    except (ImportError, AttributeError, AssertionError) as error:
        reason = say("the game '{id}' is installed but cannot be loaded: {error}", id=game_id, error=str(error))
        raise Malformed(reason, "install it again, or choose another game") from None


def all_games() -> list[Game[Any]]:
    """Every installed game that can be loaded, with a complaint about each of the others."""
    games = []
    for game_id in game_ids():
        try:
            games.append(find_game(game_id))
        except SandtableError as error:
            complaints().print(f"sandtable: {_sentence(error.reason)}")
    return games


def scenario_options(given: Sequence[str] | None) -> dict[str, str]:
    """NAME=VALUE pairs as a mapping."""
    pairs = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Malformed(say("'{text}' is not NAME=VALUE", text=text), "for example: --option weather=hot")
        pairs[name.strip()] = value.strip()
    return pairs


def names_of_players(text: str) -> list[str]:
    """A,B as a list."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise Malformed(
            say("'{text}' is not a list of players", text=text), "for example: --players random,random"
        )
    return names


def check_directory(path: Path | None) -> None:
    """Refuse a missing data directory, which would otherwise be ignored in silence."""
    if path is not None and not path.is_dir():
        raise Malformed(
            say("{path} is not a directory", path=str(path)), "name the directory with your data files"
        )


@contextlib.contextmanager
def replacing(data: Path | None) -> Iterator[None]:
    """Work with replaced tables: if they are well-formed but do not fit together, that is said in a sentence."""
    check_directory(data)
    try:
        yield
    except (SandtableError, DataError, OSError, typer.Exit):
        raise
    except Exception as error:
        if data is None:
            raise
        names = ", ".join(sorted(path.name for path in data.glob("*.csv"))) or str(data)
        reason = f"a row is missing, or names something unknown ({type(error).__name__}: {error})"
        raise DataError(names, 0, "", f"does not fit the other tables: {reason}") from None


def start_each(game: Game[Any], data: Path | None) -> None:
    """Set up every scenario once: tables may be in order one by one and still not make a game."""
    for scenario in game.scenarios:
        game.start(scenario.id, data=data)


def print_json(result: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(result), indent=1).decode() + "\n")
