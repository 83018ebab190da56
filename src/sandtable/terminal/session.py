"""A game at the terminal, apart from its window: the match, who plays each side, what is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from sandtable.kernel.chance import ChanceSource, RandomChance, SeededChance
from sandtable.kernel.errors import Illegal, Malformed
from sandtable.kernel.flow import OVER
from sandtable.kernel.foresight import costs
from sandtable.kernel.game import SPECTATOR, Game, Impossible, Why
from sandtable.kernel.journal import ChoiceRecord, load_journal, save_journal
from sandtable.kernel.match import MAX_RUN, Match, Standing
from sandtable.kernel.orders import StandingOrder, carry_out, check_orders
from sandtable.kernel.registry import game as game_by_id
from sandtable.kernel.replay import verified
from sandtable.kernel.seat import Player, Seat
from sandtable.kernel.ways import go_on
from sandtable.kernel.words import say
from sandtable.players.asking import forget, next_choice, remembering
from sandtable.players.registry import best_player, one_for_each_side, player_for

PERSON = "person"
LARGEST_POSITION = 1 << 20
RESAMPLES = 8
"""How many states are made from a view to find out whether the viewer knows everything."""


def check_seats(game: Game[Any], names: Sequence[str]) -> tuple[str, ...]:
    """Who plays each side; every name is known."""
    seated = one_for_each_side(game, names)
    for name in seated:
        if name != PERSON:
            player_for(game, name, Random(0))
    return seated


def opened_position(game: Game[Any], path: Path, data: Path | None) -> str:
    """The text of a position file; an impossible one is refused, with everything that is wrong with it."""
    text = _text_of(path)
    try:
        game.accept_position(text, game.load_data(data))
    except Impossible as error:
        reasons = "; ".join(f"{why.sentence} (rule {why.rule})" for why in error.whys[:5])
        raise Malformed(
            say("{file} is not a possible position: {reasons}", file=path.name, reasons=reasons),
            "correct the file and try again",
        ) from None
    return text


def _text_of(path: Path) -> str:
    """The text in a file of a sensible size; a device or a pipe might never end."""
    if path.exists() and not path.is_file():
        raise Malformed(say("{file} is not a file", file=str(path)), "name a text file with a position")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_POSITION + 1)
        if len(content) > LARGEST_POSITION:
            raise Malformed(say("{file} is too large for a position", file=str(path)), "name the right file")
        return content.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(say("{file} cannot be read as text: {error}", file=str(path), error=str(error))) from None


class Session:
    """One game being played at a terminal, by people and computers."""

    def __init__(self, match: Match, names: Sequence[str], rng: Random) -> None:
        self.match = match
        self.game = match.game
        self.names = tuple(names)
        self._players: list[Player | None] = [
            None if name == PERSON else player_for(self.game, name, rng) for name in names
        ]
        self._minds = remembering(self._players)
        self._turn: int | None = None
        """The turn their memories belong to."""
        self._saved_at = match.number
        self.orders: dict[int, list[StandingOrder]] = {}
        """The standing orders of each side, for as long as the table is open."""

    @classmethod
    def new(
        cls,
        game: Game[Any],
        scenario: str,
        options: Mapping[str, str],
        names: Sequence[str],
        rng: Random,
        *,
        position: str = "",
        data: Path | None = None,
        real_dice: bool = False,
    ) -> Session:
        """A new game, from its set-up or a position; its dice come from a seed that is shown at the end."""
        chance = SeededChance("", rng.randbytes(32))
        match = Match.start(
            game, scenario, options, chance=chance, position=position, data=data, real_dice=real_dice
        )
        return cls(match, names, rng)

    @classmethod
    def stored(
        cls,
        path: Path,
        names: Sequence[str] | None,
        rng: Random,
        data: Path | None = None,
        real_dice: bool = False,
    ) -> Session:
        """A stored game, which must replay to its last record. Its seed is unknown: new dice take over."""
        journal = load_journal(path)
        game = game_by_id(journal.header.game)
        match = verified(game, journal, data)
        chance: ChanceSource = RandomChance(rng)
        match.chance, match.real_dice = chance, real_dice
        if match.result is None:
            match.header = msgspec.structs.replace(match.header, commitment="")
        return cls(match, check_seats(game, names) if names else default_seats(game), rng)

    # Who

    def is_person(self, side: int) -> bool:
        return side >= 0 and self._players[side] is None

    @property
    def people(self) -> list[int]:
        return [side for side, player in enumerate(self._players) if player is None]

    def viewer(self) -> int:
        """The side from which the table is shown: the person who decides, the only person, or a spectator."""
        actor = self.match.actor()
        if self.is_person(actor):
            return actor
        return self.people[0] if len(self.people) == 1 else SPECTATOR

    def all_is_known(self) -> bool:
        """Does the viewer know the whole state? If so, every state its view allows is the true one."""
        match = self.match
        if match.actor() == OVER:
            return True
        view, true = self.game.view(match.state, self.viewer()), self.game.key(match.state)
        states = (self.game.resample(view, Random(seed), match.state.printed) for seed in range(RESAMPLES))
        return all(self.game.key(state) == true for state in states)

    # Playing

    def costs(self, run: Sequence[str]) -> tuple[Why, ...]:
        """What choices would cost the side that decides: those that harm it anyway, and what they lead to."""
        state = self.match.state
        choices = [self.game.read(state, text) for text in run]
        harm = self.game.harm(state, choices[0])
        return (*([harm] if harm else ()), *costs(self.game, state, choices))

    def play(self, *run: str) -> list[Standing]:
        """Play choices for the side that decides, until something unforeseen happens; returns the results."""
        before = len(self.match.line)
        self.match.play(self.match.actor(), run[:MAX_RUN], goes_on=True)
        while self._plays_on(self.match.actor()):
            pass
        return self.match.line[before:]

    def _plays_on(self, side: int) -> bool:
        """Does a person's way go on, or do standing orders answer?"""
        if not self.is_person(side):
            return False
        return bool(go_on(self.match)) or carry_out(self.match, self.orders.get(side, ()))

    def leave_orders(self, side: int, orders: list[StandingOrder]) -> None:
        """Leave these standing orders in place of those before."""
        check_orders(self.game, Seat(self.game, self.match.state, side), orders, self.orders.get(side, ()))
        self.orders[side] = orders

    def roll(self, text: str) -> list[Standing]:
        """Enter the result of real dice."""
        before = len(self.match.line)
        self.match.roll(text)
        return self.match.line[before:]

    def let_computer_play(self) -> list[Standing]:
        """One choice by the computer player that decides."""
        side = self.match.actor()
        player = self._players[side]
        assert player is not None
        state = self.match.state
        if self._turn != self.game.turn(state):
            self._turn = self.game.turn(state)
            forget(self._minds)
        return self.play(self.game.write(state, next_choice(player, self.game, state, side)))

    def undo(self, *, all_of_it: bool) -> None:
        """Take back the person's last choice, or everything that undo can reach."""
        side = self.match.actor()
        if side == OVER and self.match.line:
            last = self.match.line[-1].record
            side = last.side if isinstance(last, ChoiceRecord) else OVER
        target = self.match.reset_target(side) if all_of_it else self.match.undo_target(side)
        if target is None or not self.is_person(side):
            raise Illegal(
                "undo stops at dice, at anything revealed and at the other side's choices",
                self.game.sequence_rule,
            )
        self.match.undo(side, target)

    def dice_seed(self) -> str:
        """The seed of the dice, for `verify-dice`, once the game is over; empty if there is no seed."""
        chance = self.match.chance
        over = self.match.actor() == OVER and self.match.header.commitment
        return chance.seed.hex() if over and isinstance(chance, SeededChance) else ""

    # Storing

    @property
    def unsaved(self) -> bool:
        return self.match.number != self._saved_at

    def save(self, path: Path) -> None:
        try:
            save_journal(self.match.journal, path)
        except OSError as error:
            raise Malformed(
                say("{file} cannot be written: {error}", file=str(path), error=str(error.strerror)),
                "name another file",
            ) from None
        self._saved_at = self.match.number

    def free_file(self) -> Path:
        """An unused file name in the current directory."""
        number = 1
        while True:
            path = Path(f"{self.game.id}-{number}.journal")
            if not path.exists():
                return path
            number += 1


def default_seats(game: Game[Any]) -> tuple[str, ...]:
    """A person on the first side, the best computer player on the others."""
    return (PERSON, *[best_player(game)] * (len(game.sides) - 1))
