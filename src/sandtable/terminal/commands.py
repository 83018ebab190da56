"""The commands of the terminal table, in addition to the game's own choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.text import Text

from sandtable.kernel.errors import Illegal, Malformed
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import Question
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.scene import Answer
from sandtable.kernel.seat import Seat
from sandtable.kernel.words import quoted, say, say_count, shortened
from sandtable.terminal import battles, ordering, show
from sandtable.terminal.cards import show_piles
from sandtable.terminal.reading import resolve, written_choice
from sandtable.terminal.table import Command, TerminalTable

LOG_LINES = 20
STEPS = {"west": (-1, 0), "east": (1, 0), "north": (0, -1), "south": (0, 1)}

HELP = (
    ("a number", "the choice with that number in the list"),
    ("hex:G25, G25, ...", "a choice by its text, its first letters, or just its argument"),
    ("one; two; three", "several choices or commands on one line"),
    ("choices", "everything you can choose now"),
    ("go PIECE PLACE", "move a piece all the way to a place; where a stack moves as one, name all its pieces"),
    ("reach PIECE", "where a piece could end its move, and at what cost"),
    ("why CHOICE", "why a choice is not legal now"),
    ("rule N", "what a paragraph of the rulebook says, in our words"),
    ("sequence", "the phases of the turn, the present one marked"),
    ("rules", "the chapters of the rulebook"),
    ("undo, reset", "take back your last choice, or everything since the last dice or the other side's move"),
    ("orders", "your standing orders, and those you can leave"),
    ("order NAME A=B ...", "leave a standing order, with its terms filled in; 'call-off N' calls one off"),
    ("battles", "who fights, what makes the odds, the chances and the costs"),
    ("board, legend", "show the board again, or what its letters mean"),
    ("look PLACE", "centre the window on a hex or place, or move it: look north, east, south or west"),
    ("stack PLACE", "the pieces in a hex or a box"),
    ("cards", "the cards you may see, and what each can be played for"),
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
    """Play the run of choices that takes a piece, or several that move as one, to a place."""
    *pieces, place = rest.split() or [""]
    question = _question(table, "route", pieces)
    cell = _numbered(question.nouns[1], table.session.game.nouns(table.state.printed)[question.nouns[1]], place)
    if len(pieces) == 1:
        run = _open_run(table, question, pieces[0], cell)
    else:
        run = _answered(table, question, pieces, cell).run
    if not run:
        answer = _answered(table, question, pieces, cell)
        raise Illegal(answer.text, answer.rule)
    table.play(run)


def _open_run(table: TerminalTable, question: Question, piece: str, cell: int) -> Sequence[str]:
    """The way of one piece, which leaves its move open."""
    game, state = table.session.game, _known(table)
    number = _numbered(question.nouns[0], game.nouns(state.printed)[question.nouns[0]], piece)
    return [game.write(state, choice) for choice in question.answer(state, number, cell)]


def reach(table: TerminalTable, rest: str) -> None:
    """List where a piece, or several that move as one, could end the move, by cost."""
    pieces = rest.split()
    answer = _answered(table, _question(table, "selection", pieces), pieces)
    if not answer.cells:
        table.console.print("It cannot move now." if len(pieces) == 1 else "They cannot move now.")
        return
    assert table.board is not None
    names = table.session.game.nouns(table.state.printed)[table.board.cell_noun]
    by_cost: dict[str, list[str]] = {}
    for tint in sorted(answer.cells, key=lambda tint: (len(tint.text), tint.text, tint.cell)):
        by_cost.setdefault(tint.text, []).append(names[tint.cell])
    for cost, places in by_cost.items():
        table.console.print(f"{cost:>4}  {' '.join(places)}")


def _question(table: TerminalTable, use: str, pieces: Sequence[str]) -> Question:
    """The game's question of this use about pieces like these."""
    game = table.session.game
    if not pieces:
        raise Malformed("name a piece and a place" if use == "route" else "name a piece")
    found = [question for question in game.questions.values() if question.use == use and question.show]
    if not found:
        raise Malformed("this game cannot answer that")
    nouns = game.nouns(table.state.printed)
    fitting = (question for question in found if pieces[0].lower() in map(str.lower, nouns[question.nouns[0]]))
    question = next(fitting, found[0])
    if len(pieces) > 1 and question.together is None:
        raise Malformed("in this game every piece moves by itself", "name one piece")
    return question


def _answered(table: TerminalTable, question: Question, pieces: Sequence[str], *cell: int) -> Answer:
    """The answer for a piece, or for several that move as one, from what the viewer may know."""
    assert question.show is not None
    names = table.session.game.nouns(table.state.printed)[question.nouns[0]]
    numbers = tuple(_numbered(question.nouns[0], names, piece) for piece in pieces)
    answer: Answer
    if question.together is not None:
        answer = question.together(_known(table), numbers, *cell)
    else:
        answer = question.show(_known(table), numbers[0], *cell)
    return answer


def _known(table: TerminalTable) -> Any:
    """A state that holds no more than the viewer may know."""
    return Seat(table.session.game, table.state, table.session.viewer()).resample(Random(0))


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


def rules(table: TerminalTable, rest: str) -> None:
    show.show_contents(table.console, table.session.game)


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


def sequence(table: TerminalTable, rest: str) -> None:
    """The phases of the turn, with the present one marked."""
    if (scene := table.scene()) is None:
        raise Malformed("this game does not tell its sequence of play")
    show.show_sequence(table.console, table.session.game, scene)


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
            show.show_stack(table.console, table.session.game, box.name, show.lying_in(scene, box))
            return
    boxes = quoted([box.id for box in table.board.boxes]) or "none"
    raise Malformed(
        say("there is no hex or box '{name}'", name=rest), say("name a hex; the boxes are {boxes}", boxes=boxes)
    )


def cards(table: TerminalTable, rest: str) -> None:
    """Every pile with its cards, and what each card can be played for now."""
    scene = table.scene()
    if scene is None or table.board is None or not table.board.piles:
        raise Malformed("this game has no cards")
    show_piles(table.console, scene, table.board)


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
    "sequence": sequence,
    "rules": rules,
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
    "cards": cards,
    "log": log,
    "save": save,
    "position": position,
    "resign": resign,
    "quit": quit_,
    "exit": quit_,
}
