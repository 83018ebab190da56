"""The commands of the terminal table, in addition to the game's own choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from sandtable.kernel.bits import ones
from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import OVER
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.seat import Seat
from sandtable.kernel.words import quoted, say, say_count, shortened
from sandtable.terminal import battles, ordering, show
from sandtable.terminal.reading import resolve, written_choice
from sandtable.terminal.table import Command, TerminalTable

LOG_LINES = 20
STEPS = {"west": (-1, 0), "east": (1, 0), "north": (0, -1), "south": (0, 1)}

HELP = (
    ("a number", "the choice with that number in the list"),
    ("hex:G25, G25, ...", "a choice by its text, its first letters, or just its argument"),
    ("one; two; three", "several choices or commands on one line"),
    ("choices", "everything you can choose now"),
    ("go PIECE PLACE", "move a piece all the way to a place"),
    ("reach PIECE", "where a piece could end its move, and at what cost"),
    ("why CHOICE", "why a choice is not legal now"),
    ("rule N", "what a paragraph of the rulebook says, in our words"),
    ("undo, reset", "take back your last choice, or everything since the last dice or the other side's move"),
    ("orders", "your standing orders, and those you can leave"),
    ("order NAME A=B ...", "leave a standing order, with its terms filled in; 'call-off N' calls one off"),
    ("battles", "who fights, what makes the odds, the chances and the costs"),
    ("board, legend", "show the board again, or what its letters mean"),
    ("look PLACE", "centre the window on a hex or place, or move it: look north, east, south or west"),
    ("stack PLACE", "the pieces in a hex or a box"),
    ("log [N]", "the last N lines of the log"),
    ("save FILE", "store the game"),
    ("position", "the position as text, for --position"),
    ("resign", "give up"),
    ("quit", "leave; you are asked whether to save"),
)


def help_(table: TerminalTable, rest: str) -> None:
    for command, meaning in HELP:
        table.console.print(Text.assemble((f"  {command:<18}", "bold"), f" {meaning}"))


def choices(table: TerminalTable, rest: str) -> None:
    show.show_all_choices(table.console, table.offered())


def battles_(table: TerminalTable, rest: str) -> None:
    if scene := table.scene():
        battles.show_all(table.console, scene, table.session.game.sides)


def why(table: TerminalTable, rest: str) -> None:
    """Explain a choice: it is legal, or which rule forbids it."""
    game, state = table.session.game, table.state
    if not rest:
        raise Malformed("'why' needs a choice", "for example: why hex:G25")
    legal = resolve(rest, [button.choice for button in table.offered()])
    choice = game.read(state, legal) if legal else written_choice(game, state, rest)
    text = game.write(state, choice)
    reason = None if legal else game.explain(state, table.session.viewer(), choice)
    if reason is None:
        table.console.print(f"{text} is legal now.")
        return
    table.console.print(f"{text}: {reason.sentence}." + (f" (rule {reason.rule})" if reason.rule else ""))
    if reason.rule:
        show.show_rule(table.console, game, reason.rule)


def go(table: TerminalTable, rest: str) -> None:
    """Play the run of choices that takes a piece to a place."""
    unit, place = _arguments(table, "route", rest)
    seat = Seat(table.session.game, table.state, table.session.viewer())
    run = [seat.write(choice) for choice in seat.ask("route", unit, place)]
    if not run:
        raise Malformed(say("{rest}: it cannot get there now", rest=rest), "'reach PIECE' lists where it could go")
    table.report(table.session.play(*run), table.session.viewer())


def reach(table: TerminalTable, rest: str) -> None:
    """List where a piece could end its move, by cost."""
    (unit,) = _arguments(table, "reach", rest)
    game = table.session.game
    ways = Seat(game, table.state, table.session.viewer()).ask("reach", unit)
    names = game.nouns(table.state.printed)["hex"]
    by_cost: dict[int, list[str]] = {}
    for place in ones(ways.ends):
        by_cost.setdefault(ways.cost(place), []).append(names[place])
    for cost, places in sorted(by_cost.items()):
        table.console.print(f"{cost:>4}  {' '.join(places)}")
    if not by_cost:
        table.console.print("It cannot move now.")


def _arguments(table: TerminalTable, question: str, rest: str) -> list[int]:
    """The things a question is about: one word for each of its nouns."""
    game = table.session.game
    asked = game.questions.get(question)
    if asked is None:
        raise Malformed("this game cannot answer that")
    words = rest.split()
    if len(words) != len(asked.nouns):
        raise Malformed(say("name {nouns}", nouns=" and ".join(asked.nouns)))
    nouns = game.nouns(table.state.printed)
    return [_numbered(noun, nouns[noun], word) for noun, word in zip(asked.nouns, words, strict=True)]


def _numbered(noun: str, names: Sequence[str], word: str) -> int:
    for number, name in enumerate(names):
        if name and name.lower() == word.lower():
            return number
    raise Malformed(say("there is no {noun} '{word}'", noun=noun, word=word))


def rule(table: TerminalTable, rest: str) -> None:
    game = table.session.game
    wanted = rest or game.prompt_rule(table.state)
    if not wanted:
        raise Malformed("'rule' needs the number of a paragraph", "for example: rule 5.1")
    show.show_rule(table.console, game, wanted)


def undo(table: TerminalTable, rest: str) -> None:
    _take_back(table, all_of_it=False)


def reset(table: TerminalTable, rest: str) -> None:
    _take_back(table, all_of_it=True)


def _take_back(table: TerminalTable, *, all_of_it: bool) -> None:
    before = len(table.session.match.line)
    table.session.undo(all_of_it=all_of_it)
    taken = before - len(table.session.match.line)
    table.console.print(str(say_count("One choice was taken back.", "{count} choices were taken back.", taken)))
    table.show_again()


def board(table: TerminalTable, rest: str) -> None:
    if table.drawing is None:
        raise Malformed("this game has no board to show", "type 'position' for the position as text")
    table.show_board()


def legend(table: TerminalTable, rest: str) -> None:
    scene = table.scene()
    if table.drawing is None or scene is None:
        raise Malformed("this game has no board to show")
    table.console.print(table.drawing.legend(scene, table.console.width))


def look(table: TerminalTable, rest: str) -> None:
    """Centre the window on a place, or move it by half its size."""
    drawing = table.drawing
    if drawing is None:
        raise Malformed("this game has no board to look at")
    if not rest:
        table.show_board()
        return
    towards = [step for name, step in STEPS.items() if name.startswith(rest.lower()) and len(rest) > 1]
    cell = drawing.find(rest)
    if cell is not None:
        table.look_at(cell.number)
    elif towards:
        table.look_towards(*towards[0])
    else:
        raise Malformed(say("there is no place '{name}'", name=rest), "for example: look G25, or: look west")


def stack(table: TerminalTable, rest: str) -> None:
    """List the pieces in a cell or a box."""
    scene = table.scene()
    if scene is None or table.drawing is None or table.board is None:
        raise Malformed("this game has no board to look at", "type 'position' for the position as text")
    cell = table.drawing.find(rest) if rest else None
    if cell is not None:
        title = f"{cell.name} {cell.label}".strip() + f", {table.drawing.terrains[cell.terrain].name}"
        pieces = [piece for piece in scene.pieces if piece.cell == cell.number]
        show.show_stack(table.console, table.session.game, title, pieces)
        return
    for box in table.board.boxes:
        if rest and rest.lower() in (box.id.lower(), box.name.lower()):
            lying = [piece for piece in scene.pieces if piece.box == box.id]
            show.show_stack(table.console, table.session.game, box.name, lying)
            return
    boxes = quoted([box.id for box in table.board.boxes]) or "none"
    raise Malformed(
        say("there is no hex or box '{name}'", name=rest), say("name a hex; the boxes are {boxes}", boxes=boxes)
    )


def log(table: TerminalTable, rest: str) -> None:
    lines = whole_number(rest) if rest else LOG_LINES
    if lines is None or lines < 0:
        raise Malformed(say("'{rest}' is not a number of lines", rest=shortened(rest)), "for example: log 40")
    entries = table.session.match.log(table.session.viewer())[-lines or None :]
    if not entries:
        table.console.print("Nothing has happened yet.")
    for number, event in entries:
        line = show.event_line(table.session.game, table.state.printed, event)
        table.console.print(Text.assemble((f"{number:>5}", "dim"), line))


def save(table: TerminalTable, rest: str) -> None:
    table.save(Path(rest) if rest else table.session.free_file())


def position(table: TerminalTable, rest: str) -> None:
    """Print the position, unless it holds what the other side keeps secret."""
    if not table.session.all_is_known():
        raise Malformed(
            "the position holds secrets of the other side", "'save' stores the game without showing them"
        )
    table.console.print(table.session.game.write_position(table.state).rstrip(), soft_wrap=True)


def resign(table: TerminalTable, rest: str) -> None:
    side = table.session.match.actor()
    if side == OVER:
        raise Malformed("the game is over already")
    if table.confirmed(f"Resign as {table.session.game.sides[side]}?"):
        table.session.match.act(side, "resign")
        table.show_again()


def quit_(table: TerminalTable, rest: str) -> None:
    table.leave()


COMMANDS: dict[str, Command] = {
    "help": help_,
    "?": help_,
    "choices": choices,
    "go": go,
    "reach": reach,
    "why": why,
    "rule": rule,
    "undo": undo,
    "reset": reset,
    "orders": ordering.orders,
    "order": ordering.order,
    "call-off": ordering.call_off,
    "battles": battles_,
    "board": board,
    "legend": legend,
    "look": look,
    "stack": stack,
    "log": log,
    "save": save,
    "position": position,
    "resign": resign,
    "quit": quit_,
    "exit": quit_,
}
