"""What the terminal shows: prompt, choices, events, stacks, rules, the end of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.kernel.events import Event, told_to
from sandtable.kernel.game import Game, Why
from sandtable.kernel.journal import ChoiceRecord, Record
from sandtable.kernel.match import Standing
from sandtable.kernel.rulebook import Paragraph, Rulebook, rulebook_of, words_of
from sandtable.kernel.scene import NOWHERE, Board, Box, Button, Piece, Scene, TrackPoint
from sandtable.kernel.sequence import Present, sequence_of
from sandtable.terminal.reading import bare

FEW_CHOICES = 9
"""Up to this many choices of a verb get a line each; more are listed only by their arguments."""
ROW_LIMIT = 24
FEWEST_ROWS = 2
ABOVE = 5
"""Lines that a screen needs besides the map and the choices: heading, tracks, prompt, what is typed."""
EVENT_LIMIT = 15
BOX_LIMIT = 8


def names_of(scene: Scene) -> Mapping[str, str]:
    """What pieces are called whose ids are not printed on them, by their ids."""
    return {piece.id: piece.name for piece in scene.pieces if piece.id and piece.printed}


def choice_lines(buttons: Sequence[Button], room: int, names: Mapping[str, str]) -> list[Text]:
    """The numbered choices; a verb with many arguments gets one line for all of them."""
    lines: list[Text] = []
    number = 1
    for verb, group in groupby(buttons, key=lambda button: button.choice.partition(":")[0]):
        same = list(group)
        if len(same) <= FEW_CHOICES:
            lines += [_choice_line(number + place, button) for place, button in enumerate(same)]
        else:
            lines.append(_summary_line(number, verb, same, room, names))
        number += len(same)
    return lines


def _choice_line(number: int, button: Button) -> Text:
    return Text.assemble((f"{number:>4}  ", "bold"), f"{button.label:<32} ", (button.choice, "dim"))


def _summary_line(number: int, verb: str, same: Sequence[Button], room: int, names: Mapping[str, str]) -> Text:
    span = f"{number}-{number + len(same) - 1}"
    start = f"{span:>7}  {verb}: "
    told, used = [], len(start)
    for button in same:
        name = bare(button.choice)
        name = names.get(name, name)
        if used + len(name) + 13 > room:
            told.append("... (choices)")
            break
        told.append(name)
        used += len(name) + 2
    return Text.assemble((f"{span:>7}  ", "bold"), f"{verb}: ", ", ".join(told))


def show_choices(console: Console, buttons: Sequence[Button], names: Mapping[str, str], used: int = 0) -> None:
    """The choices as listed under a prompt and so many other lines: on a small screen they leave half of it to the
    map."""
    lines = choice_lines(buttons, console.width, names)
    most = (
        max(FEWEST_ROWS, min(ROW_LIMIT, console.height // 2 - ABOVE - used)) if console.is_terminal else ROW_LIMIT
    )
    for line in lines[:most]:
        console.print(line, no_wrap=True, overflow="ellipsis")
    if len(lines) > most:
        console.print(f"      and {len(lines) - most} more lines: type 'choices' for all of them")


def show_all_choices(console: Console, buttons: Sequence[Button]) -> None:
    """Every choice with its number."""
    console.print(
        Columns([_choice_line(place, button) for place, button in enumerate(buttons, 1)], padding=(0, 2))
    )


def show_costs(console: Console, whys: Iterable[Why]) -> None:
    """What a choice would cost whoever makes it, said before it is made."""
    for why in whys:
        console.print(Text.assemble((f"  This costs you: {why.sentence}.", "bold"), f"  (rule {why.rule})"))


def show_duties(console: Console, scene: Scene) -> int:
    """What ending the step would cost, and what will strike later. Returns the number of lines."""
    duties = [Text.assemble("  ! ", duty.text, (f"  (rule {duty.rule})", "dim")) for duty in scene.duties]
    for duty in duties:
        console.print(duty)
    return sum(len(duty.wrap(console, console.width)) for duty in duties)


def event_line(game: Game[Any], printed: Any, event: Event) -> Text:
    line = Text(f"  {game.narrate(printed, event)}")
    if event.rule:
        line.append(f"  ({event.rule})", "dim")
    return line


def heard(standings: Iterable[Standing], viewer: int) -> list[Event]:
    return [event for standing in standings for event in told_to(viewer, standing.events)]


def show_events(console: Console, game: Game[Any], printed: Any, events: Sequence[Event]) -> None:
    """What happened; only the end of a long list."""
    if len(events) > EVENT_LIMIT:
        console.print(f"  ... {len(events) - EVENT_LIMIT} earlier lines: type 'log' to read them")
    for event in events[-EVENT_LIMIT:]:
        console.print(event_line(game, printed, event))


def record_words(game: Game[Any], record: Record) -> str:
    """Who did what, as recorded in a stored game."""
    if isinstance(record, ChoiceRecord):
        return f"{game.sides[record.side]}: {record.text}"
    return f"chance: {getattr(record, 'text', '')}"


def show_heading(console: Console, game: Game[Any], scene: Scene) -> None:
    """Turn and phase in one line, with what runs inside the phase."""
    titles = sequence_of(game).titles(Present(scene.phase, scene.within))
    line = Text.assemble((scene.heading, "bold"), (f"  [{' > '.join(titles)}]" if titles else "", "dim"))
    console.print(line, no_wrap=True, overflow="ellipsis")


def show_sequence(console: Console, game: Game[Any], scene: Scene) -> None:
    """Every phase of the sequence of play; those that the game is in are marked."""
    now, number = {scene.phase, *scene.within}, 0
    for part in sequence_of(game).parts:
        console.print(Text.assemble((part.title, "bold"), f"  {part.line}".rstrip()))
        for phase in part.phases:
            words = " ".join(filter(None, (phase.line, phase.other)))
            mark = "->" if number in now else "  "
            console.print(
                Text.assemble(f"{mark} ", (phase.title, "bold"), f"  {words} ", (f"({phase.rule})", "dim"))
            )
            number += 1


def show_stack(console: Console, game: Game[Any], title: str, pieces: Sequence[Piece]) -> None:
    """The pieces in one place."""
    if not pieces:
        console.print(f"{title}: empty.")
        return
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("side", "piece", "name", "kind", "figures", "status"):
        table.add_column(heading)
    for piece in pieces:
        side = game.sides[piece.side] if piece.side >= 0 else ""
        table.add_row(side, piece.id, piece.name, piece.symbol, piece.figures, ", ".join(piece.status))
    console.print(table)


def lying_in(scene: Scene, box: Box) -> list[Piece]:
    """The pieces in a box: by its id, or, if it is a place like any cell, by its number."""
    numbered = box.number != NOWHERE
    return [piece for piece in scene.pieces if (piece.cell == box.number if numbered else piece.box == box.id)]


def show_tracks(console: Console, scene: Scene, board: Board) -> None:
    """The tracks and off-map boxes, one per line; empty ones are left out."""
    tracks, names = {track.id: track for track in board.tracks}, names_of(scene)
    for track, points in groupby(scene.tracks, key=lambda point: point.track):
        spaces = [_point_words(tracks[track].spaces, point) for point in points]
        console.print(f"{tracks[track].name}: {', '.join(spaces)}", no_wrap=True, overflow="ellipsis")
    for box in board.boxes:
        if lying := lying_in(scene, box):
            console.print(f"{box.name}: {_box_words(lying, names)}", no_wrap=True, overflow="ellipsis")


def _point_words(spaces: Sequence[str], point: TrackPoint) -> str:
    space = spaces[point.space] if 0 <= point.space < len(spaces) else str(point.space)
    return f"{point.name} {space}".strip()


def _box_words(lying: Sequence[Piece], names: Mapping[str, str]) -> str:
    """The pieces in a box by name, grouped by condition; only the first of many."""
    groups = []
    for status, pieces in groupby(lying[:BOX_LIMIT], key=lambda piece: piece.status):
        told = ", ".join(names.get(piece.id, piece.id) or piece.name for piece in pieces)
        groups.append(f"{told} ({', '.join(status)})" if status else told)
    more = f" and {len(lying) - BOX_LIMIT} more" if len(lying) > BOX_LIMIT else ""
    return "; ".join(groups) + more


def show_contents(console: Console, game: Game[Any]) -> None:
    """The chapters of the rules."""
    for chapter in rulebook_of(game).chapters:
        console.print(Text.assemble((f"{chapter.id:>4}  ", "bold"), chapter.title))


def show_rule(console: Console, game: Game[Any], wanted: str) -> None:
    """A paragraph of the rules in our words, with the rulings that settle it."""
    book = rulebook_of(game)
    found = book.at(wanted)
    if not found:
        console.print(f"There is no paragraph {wanted} in the rules of {game.title}.")
    shown: set[str] = set()
    for paragraph in found:
        for clause in paragraph.clauses:
            console.print(Text.assemble((f"{clause.id:<8}", "bold"), words_of(clause.words)))
        _show_rulings(console, book, paragraph, shown)


def _show_rulings(console: Console, book: Rulebook, paragraph: Paragraph, shown: set[str]) -> None:
    """Those that belong to a paragraph or its clauses, each once."""
    own = {name for clause in paragraph.clauses for name in clause.rulings} | set(paragraph.rulings)
    for ruling in book.rulings:
        if ruling.id in own - shown:
            console.print(Text.assemble((f"Ruling {ruling.number}: ", "bold"), words_of(ruling.words)))
    shown |= own
