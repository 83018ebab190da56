"""The terminal table: shows the board and the prompt, reads a line, acts on it, and lets the computers answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.kernel.errors import Illegal, SandtableError
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.match import Match, Standing
from sandtable.kernel.scene import Board, Button, Scene, board_of, buttons, drawable, scene_for
from sandtable.terminal import battles, show
from sandtable.terminal.canvas import Window
from sandtable.terminal.cards import show_cups, show_hand
from sandtable.terminal.drawing import BoardDrawing, marked_cells
from sandtable.terminal.layout import HEIGHT, WIDTH
from sandtable.terminal.lines import Lines
from sandtable.terminal.reading import refusal, resolve
from sandtable.terminal.session import Session

SMALLEST_WINDOW = 12
"""Half of the usual 24 lines."""
LINES_BELOW = 12
"""How many terminal lines are kept for the prompt and the choices."""
YES = ("y", "yes")

Command = Callable[["TerminalTable", str], None]


def _board(match: Match) -> Board:
    return board_of(match.game, match.state.printed, match.scenario.id, match.header.options)


class TerminalTable:
    """One session at one terminal. `commands` maps a word to what it does."""

    def __init__(self, session: Session, console: Console, lines: Lines, commands: Mapping[str, Command]) -> None:
        self.session = session
        self.console = console
        self.lines = lines
        self.commands = commands
        self.leaving = False
        game = session.game
        self.board: Board | None = _board(session.match) if drawable(game) else None
        self.drawing = BoardDrawing(self.board, game.sides) if self.board else None
        self._centre: int | None = None
        self._legend_due = True
        self._waiting: list[str] = []
        self._turn_shown: int | None = None
        self._changed = True
        self._seated = SPECTATOR
        """The person who looked at the screen last."""
        self._left_at: dict[int, int] = {}
        """By side, how much had happened when its player last passed the keyboard on."""

    # What is on the table now

    @property
    def state(self) -> Any:
        return self.session.match.state

    def scene(self) -> Scene | None:
        """What the viewer sees, if the game can be drawn."""
        if self.board is None:
            return None
        return scene_for(self.session.game, self.board, self.state, self.session.viewer())

    def offered(self) -> tuple[Button, ...]:
        """The choices of the person who decides."""
        if not self.session.is_person(self.session.match.actor()):
            return ()
        return buttons(self.session.game, self.state, self.board)

    # The loop

    def run(self) -> None:
        """Play until the person leaves; we always offer to save before a game is lost."""
        while not self.leaving:
            try:
                self._step()
            except (KeyboardInterrupt, EOFError):
                self._waiting.clear()
                self.leave()

    def _step(self) -> None:
        actor = self.session.match.actor()
        if actor == CHANCE:
            self._ask_for_roll()
            return
        if actor != OVER and not self.session.is_person(actor):
            self._computers_play()
            return
        if actor == OVER and not self.session.people and not self.lines.interactive:
            self.show_result()
            self.leaving = True
            return
        if actor != OVER:
            self._seat(actor)
        if self._changed and not self._waiting:
            self._show_moment()
        self._do(self._next_line())

    def _seat(self, actor: int) -> None:
        """If the keyboard passes to another person, who may know something else, the screen is cleared."""
        before, self._seated = self._seated, actor
        if self.lines.interactive and self.session.match.secrets and before not in (actor, SPECTATOR):
            self._pass_on(before, actor)

    def _pass_on(self, before: int, actor: int) -> None:
        """Between two players the screen shows nothing; then the second is told what has happened meanwhile."""
        line, name = self.session.match.line, self.session.game.sides[actor]
        self._waiting.clear()
        self.lines.ask(f"Press Enter to clear the screen, and pass the keyboard to {name}. ")
        self._left_at[before] = len(line)
        self.console.clear()
        self.lines.ask(f"{name}, press Enter when nobody else is looking. ")
        self.show_again()
        self.report(line[self._left_at.get(actor, 0) :], actor)

    def _computers_play(self) -> None:
        """Let the computers play until a person must decide, then show what they did."""
        viewer = self.session.viewer()
        happened: list[Standing] = []
        try:
            while (actor := self.session.match.actor()) >= 0 and not self.session.is_person(actor):
                happened += self.session.let_computer_play()
        finally:
            self.report(happened, viewer)

    def _ask_for_roll(self) -> None:
        """People roll real dice and type in the result."""
        typed = self.lines.ask("Real dice: what did you roll? ", [])
        try:
            self.report(self.session.roll(typed), self.session.viewer())
        except SandtableError as error:
            self.complain(error)

    def _show_moment(self) -> None:
        turn = self.session.game.turn(self.state)
        if self.lines.interactive or turn != self._turn_shown:
            self.show_board()
        self._turn_shown, self._changed = turn, False
        if self.session.match.actor() == OVER:
            self.show_result()
        else:
            self.show_prompt()

    def _next_line(self) -> str:
        if not self._waiting:
            words = [button.choice for button in self.offered()]
            typed = self.lines.ask(f"{self._who()}> ", [*words, *self.commands])
            self._waiting = [part.strip() for part in typed.split(";") if part.strip()]
        return self._waiting.pop(0) if self._waiting else ""

    def _who(self) -> str:
        actor = self.session.match.actor()
        return "over" if actor == OVER else self.session.game.sides[actor]

    def _do(self, typed: str) -> None:
        """A choice by its full text, or a command, or a choice by its number or first letters, tried in that
        order."""
        if not typed:
            return
        try:
            choices = [button.choice for button in self.offered()]
            word, _, rest = typed.partition(" ")
            command = self.commands.get(word.lower().lstrip("/"))
            if command is not None and typed.lower() not in [choice.lower() for choice in choices]:
                command(self, rest.strip())
            else:
                self._choose(typed, choices)
        except SandtableError as error:
            self._waiting.clear()
            self.complain(error)

    def _choose(self, typed: str, choices: Sequence[str]) -> None:
        viewer = self.session.viewer()
        meant = resolve(typed, choices)
        if meant is None:
            raise refusal(self.session.game, self.state, viewer, typed)
        self.play([meant])

    def play(self, run: Sequence[str]) -> None:
        """Play choices for the person who decides, who is told first what they cost, and asked."""
        viewer = self.session.viewer()
        if whys := self.session.costs(run):
            show.show_costs(self.console, whys)
            if not self.confirmed("Do it all the same?"):
                self._waiting.clear()
                return
        self.report(self.session.play(*run), viewer)

    # Leaving

    def leave(self) -> None:
        """Ask whether to save, and leave; a second Ctrl+C saves under a default name."""
        if not self.session.unsaved:
            self.leaving = True
            return
        path = self.session.free_file()
        self.console.print(f"The game is not saved. Press Enter to save it as {path}, or type another name;")
        self.console.print("'no' leaves without saving; 'back' returns to the game.")
        try:
            answer = self.lines.ask("save? ", [str(path), "no", "back"])
        except (KeyboardInterrupt, EOFError):
            answer = ""
        if answer.lower() == "back":
            return
        if answer.lower() not in ("n", "no"):
            try:
                self.save(Path(answer) if answer and answer.lower() not in YES else path)
            except SandtableError as error:
                self.complain(error)
                return
        self.leaving = True

    def save(self, path: Path) -> None:
        self.session.save(path)
        self.console.print(f"Saved as {path}. To continue later: sandtable play --load {path}", soft_wrap=True)

    def confirmed(self, question: str) -> bool:
        return self.lines.ask(f"{question} (yes or no) ", ["yes", "no"]).lower() in YES

    # Showing

    def report(self, happened: Sequence[Standing], viewer: int) -> None:
        """Show the results of choices, as far as the viewer may know them."""
        events = show.heard(happened, viewer)
        show.show_events(self.console, self.session.game, self.state.printed, events)
        self._changed = self._changed or bool(happened)

    def complain(self, error: SandtableError) -> None:
        """A refusal: the sentence, its rule, the hint."""
        line = Text(f"No: {error.reason}.", "bold")
        if isinstance(error, Illegal) and error.rule:
            line.append(f" (rule {error.rule}: type 'rule {error.rule}')", "not bold")
        self.console.print(line)
        if str(error.hint):
            self.console.print(f"    {error.hint}.")

    def show_again(self) -> None:
        """Something changed without a choice: show the board and the prompt again before the next line."""
        self._changed, self._turn_shown = True, None

    def show_board(self) -> None:
        """The window, moved if it holds nothing that can be chosen. What lies beside the map comes before it: the
        prompt and the choices below leave the map on the screen."""
        scene = self.scene()
        if scene is None or self.drawing is None or self.board is None:
            return
        window = self._window_for(scene, self.drawing)
        self.console.print()
        if self._legend_due:
            self.console.print(self.drawing.legend(scene, self.console.width))
            self._legend_due = False
        show.show_tracks(self.console, scene, self.board)
        show_cups(self.console, scene)
        show_hand(self.console, scene, self.board)
        show.show_heading(self.console, self.session.game, scene)
        self.console.print(self.drawing.draw(scene, window))

    def _window_for(self, scene: Scene, drawing: BoardDrawing) -> Window:
        wanted = [number for number in marked_cells(scene) if number in drawing.cells]
        if self._centre is None:
            pieces = [piece.cell for piece in scene.pieces if piece.cell in drawing.cells]
            self._centre = [*wanted, *pieces, *drawing.cells][0]
        window = drawing.window_around(self._centre, *self._window_size())
        if not wanted or any(drawing.shows(window, number) for number in wanted):
            return window
        self._centre = wanted[0]
        return drawing.window_around(self._centre, *self._window_size())

    def _window_size(self) -> tuple[int, int]:
        """How many whole cells fit the terminal, with room for the prompt below."""
        width = max(self.console.width // WIDTH, 3) * WIDTH
        height = max(self.console.height - LINES_BELOW, SMALLEST_WINDOW) // HEIGHT * HEIGHT
        return width, height

    def look_at(self, number: int) -> None:
        """Centre the window on a cell and show it, whatever can be chosen elsewhere."""
        assert self.drawing is not None
        self._centre = number
        scene = self.scene()
        assert scene is not None
        self.console.print(self.drawing.draw(scene, self.drawing.window_around(number, *self._window_size())))

    def look_towards(self, across: int, down: int) -> None:
        """Move the window by half its size."""
        assert self.drawing is not None
        places = self.drawing.places
        width, height = self._window_size()
        column, line, _ = places[self._centre] if self._centre is not None else (0, 0, 0)
        column, line = column + across * width // 2, line + down * height // 2
        self.look_at(
            min(places, key=lambda n: abs(places[n][0] - column) / WIDTH + abs(places[n][1] - line) / HEIGHT)
        )

    def show_prompt(self) -> None:
        game = self.session.game
        rule = game.prompt_rule(self.state)
        asked = Text(f"{self._who()}: {game.prompt(self.state)}", "bold")
        if rule:
            asked.append(f"  (rule {rule})", "dim")
        self.console.print(asked)
        used, scene = 0, self.scene()
        if scene:
            used = battles.show_in_short(self.console, scene) + show.show_duties(self.console, scene)
        show.show_choices(self.console, self.offered(), show.names_of(scene) if scene else {}, used)

    def show_result(self) -> None:
        result = self.session.match.result
        assert result is not None
        winner = (
            "It is a draw" if result.winner is None else f"Victory for {self.session.game.sides[result.winner]}"
        )
        rule = f" (rule {result.rule})" if result.rule else ""
        self.console.print(f"The game is over. {winner}: {result.how}{rule}.", style="bold")
        if seed := self.session.dice_seed():
            self.console.print("Check the dice with: sandtable verify-dice FILE SEED, where the seed is")
            self.console.print(seed, soft_wrap=True)
        self.console.print("'log' shows what happened, 'save FILE' stores the game, 'quit' leaves.")
