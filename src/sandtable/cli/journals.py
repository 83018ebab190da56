"""`sandtable replay` and `sandtable verify-dice`: replay and check stored games; no file is ever modified."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from sandtable.cli.common import (
    FAILED,
    AsJson,
    DataDirectory,
    find_game,
    friendly,
    output,
    print_json,
    refuse,
    replacing,
)
from sandtable.kernel import replay as kernel
from sandtable.kernel.errors import BrokenJournal, Malformed
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.journal import ChanceRecord, ChoiceRecord, Journal, UndoRecord, load_journal
from sandtable.kernel.match import Match
from sandtable.kernel.words import say, say_count
from sandtable.terminal.show import event_line, record_words

JournalFile = Annotated[Path, typer.Argument(metavar="FILE", help="A stored game.")]

KINDS = {ChoiceRecord: "choices", ChanceRecord: "outcomes", UndoRecord: "undos"}


def _load(path: Path) -> Journal:
    if not path.is_file():
        raise Malformed(
            say("there is no file {path}", path=str(path)), "name a stored game, for example: game.journal"
        )
    return load_journal(path)


@friendly
def replay(
    file: JournalFile,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Only check that every choice is legal and every position is as recorded."),
    ] = False,
    data: DataDirectory = None,
    as_json: AsJson = False,
) -> None:
    """Replay a stored game and print what happened, or only verify it."""
    with replacing(data):
        journal = _load(file)
        again = kernel.replay(find_game(journal.header.game), journal, data)
    if as_json:
        print_json(_plain(file, journal, again))
    elif verify:
        _show_verdict(output(), file, journal, again)
    else:
        _show_game(output(), journal, again.match)
    if again.disagreement is not None:
        place = f"record {again.at}" if again.at else "the header"
        refuse(
            f"{file.name}, {place}: {again.disagreement}",
            "the file was not changed; it may have been played under other rules or data",
            FAILED,
        )


def _counts(journal: Journal) -> dict[str, int]:
    counted = Counter(KINDS.get(type(record), "acts") for record in journal.records)
    return {name: counted[name] for name in (*KINDS.values(), "acts")}


def _plain(file: Path, journal: Journal, again: kernel.Replayed) -> dict[str, Any]:
    match, agrees = again.match, again.disagreement is None
    result = match.result
    return {
        "file": file.name,
        "game": journal.header.game,
        "scenario": journal.header.scenario,
        "records": len(journal.records),
        **_counts(journal),
        "verified": agrees,
        "disagrees_at": None if agrees else again.at,
        "reason": "" if agrees else str(again.disagreement),
        "over": result is not None,
        "winner": match.game.sides[result.winner] if result is not None and result.winner is not None else None,
        "margin": result.margin if result is not None else None,
        "how": str(result.how) if result is not None else "",
        "notes": match.remarks(),
        "key": match.game.key(match.state) if agrees and result is not None else "",
    }


def _show_verdict(console: Console, file: Path, journal: Journal, again: kernel.Replayed) -> None:
    counted = ", ".join(f"{number} {name}" for name, number in _counts(journal).items() if number)
    if again.disagreement is None:
        console.print(f"{file.name}: verified; every choice is legal and every recorded position agrees.")
    console.print(str(say_count("{count} record", "{count} records", len(journal.records))) + f" ({counted}).")


def _show_game(console: Console, journal: Journal, match: Match) -> None:
    game = match.game
    console.print(f"{game.title}, scenario {journal.header.scenario}", style="bold")
    for standing in match.line:
        console.print(f"{standing.record.number:>5}  {record_words(game, standing.record)}")
        for event in standing.events:
            if event.heard_by(SPECTATOR):
                console.print("      ", event_line(game, match.state.printed, event), sep="")
    if match.result is None:
        console.print("The game is not over.")
    else:
        winner = match.result.winner
        console.print(f"{'Draw' if winner is None else 'Victory for ' + game.sides[winner]}: {match.result.how}.")
        for remark in match.remarks():
            console.print(f"{remark}.")


@friendly
def verify_dice(
    file: JournalFile,
    seed: Annotated[
        str, typer.Argument(metavar="SEED", help="The seed revealed at the end, 64 hexadecimal digits.")
    ],
    data: DataDirectory = None,
) -> None:
    """Check every die of a stored game against the seed whose hash was published when it began."""
    try:
        secret = bytes.fromhex(seed)
    except ValueError:
        raise Malformed("the seed is not hexadecimal", "copy the 64 digits shown when the game ended") from None
    journal = _load(file)
    if not journal.header.commitment:
        raise Malformed(
            say("{file} holds no published hash, so its dice cannot be checked", file=file.name),
            "only games played at a table with published dice can be verified",
        )
    try:
        with replacing(data):
            checked = kernel.verify_dice(find_game(journal.header.game), journal, secret, data)
    except BrokenJournal as error:
        refuse(f"{file.name}, {error.reason}", "check that this is the seed of this game", FAILED)
    output().print(f"{file.name}: all {checked} outcomes match the seed.")
