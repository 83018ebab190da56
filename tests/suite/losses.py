"""What a press takes, found without the events: by comparing the scenes before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from sandtable.kernel.choices import Choice, listed, unpack
from sandtable.kernel.events import Event, told_to
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.foresight import costs
from sandtable.kernel.game import Game, Why
from sandtable.kernel.scene import drawable
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import Grounds, Policy

ENDS = 0.4
"""How often a step is ended although something else could be done: what is left undone then is lost."""
INVENTED = 8


class Stands(NamedTuple):
    """Where a piece is, its steps, and whether it lies face down, as a disrupted block does."""

    where: Any
    steps: int
    lies: bool


def own_pieces(game: Game[Any], state: Any, side: int) -> dict[str, Stands]:
    """By id how each of a side's own pieces stands in its scene; guns, cards and chits are not among them."""
    drawn = drawable(game)
    assert drawn is not None
    scene = drawn.scene(game.view(state, side), side, state.printed)
    own = (piece for piece in scene.pieces if piece.id and piece.side == side and not piece.noun)
    return {piece.id: Stands(piece.box or piece.cell, piece.steps, piece.lies) for piece in own}


def is_lost(game: Game[Any], state: Any, side: int) -> bool:
    return not state.frames and game.score(state).winner not in (None, side)


@dataclass
class Losses:
    """Presses of one game that end a step, what went by them, and what was named before."""

    grounds: Grounds[Any]
    presses: int = 0
    asked: int = 0
    """Presses before which something is named."""
    taken: int = 0
    """Pieces that went, or lost something."""
    defeats: int = 0
    hidden: int = 0
    """Pieces that went for a reason that was hidden from their owner, or after a revelation."""
    differed: int = 0
    """Presses with a cost in a position that was not the one invented."""
    wrong: list[str] = field(default_factory=list)

    @property
    def game(self) -> Game[Any]:
        return self.grounds.game

    def look(self, state: Any, choice: Choice, rng: Random) -> None:
        """Compare what a press takes with what is named before it."""
        game, side = self.game, self.game.actor(state)
        whys, before, after = costs(game, state, [choice]), own_pieces(game, state, side), state.copy()
        events = game.apply_heard(after, choice)
        kinds, revealed = {event.kind for event in events}, any(event.reveals for event in events)
        named = {name for why in whys for name in why.about}
        self.presses, self.asked = self.presses + 1, self.asked + bool(whys)
        now = own_pieces(game, after, side)
        went = {piece for piece in before if self._went(before[piece], now.get(piece))}
        went -= {game.write(state, choice).partition(":")[2]}
        if kinds & {*self.grounds.gives}:
            went &= named
        self.taken += len(went)
        where = f"{game.write(state, choice)} in {game.kind_names[state.frames[-1][0]]}: "
        if missed := went - named:
            if self._is_hidden(state, choice, side, missed):
                self.hidden += len(missed)
            else:
                self.wrong.append(f"{where}{sorted(missed)} went unannounced ({sorted(kinds)})")
        same = {piece for piece in named if before.get(piece) == now.get(piece)}
        if false := {piece for piece in same if piece not in before or not before[piece].lies}:
            self.wrong.append(f"{where}{sorted(false)} did not go ({[str(why.sentence) for why in whys]})")
        self._result(after, side, whys, where, revealed)
        if whys and game.hides(state):
            self._alike(state, choice, side, whys, rng, where)

    def _went(self, before: Stands, now: Stands | None) -> bool:
        """Is a piece no longer there, or where the lost ones lie; or has it lost a step, or been disrupted?"""
        graves = self.grounds.graves
        if now is None or before.where in graves or now.where in graves:
            return before.where not in graves
        on_the_map = isinstance(now.where, int) and isinstance(before.where, int)
        return on_the_map and (now.steps < before.steps or now.lies > before.lies)

    def _result(self, after: Any, side: int, whys: tuple[Why, ...], where: str, revealed: bool) -> None:
        told = any("You lose the game" in str(why.sentence) for why in whys)
        if is_lost(self.game, after, side):
            self.defeats += 1
            if not told and not revealed:
                self.wrong.append(f"{where}the game was lost unannounced")
        elif told:
            self.wrong.append(f"{where}the game was not lost")

    def _is_hidden(self, state: Any, choice: Choice, side: int, missed: set[str]) -> bool:
        """Do some of these pieces survive in a position that their owner could invent, or is something revealed
        that could have been anything else?"""
        game = self.game
        if not game.hides(state):
            return False
        view, told = game.view(state, side), self._revealed(state, choice, side)
        for seed in range(INVENTED):
            other = game.resample(view, Random(seed), state.printed)
            before = own_pieces(game, other, side)
            if self._revealed(other.copy(), choice, side) != told:
                return True
            game.apply(other, choice)
            now = own_pieces(game, other, side)
            if not any(self._went(before[piece], now.get(piece)) for piece in missed if piece in before):
                return True
        return False

    def _revealed(self, state: Any, choice: Choice, side: int) -> list[Event]:
        """What a choice shows its side."""
        events = self.game.apply_heard(state.copy(), choice)
        return [event for event in told_to(side, events) if event.reveals]

    def _alike(
        self, state: Any, choice: Choice, side: int, whys: tuple[Why, ...], rng: Random, where: str
    ) -> None:
        """Positions that differ only in secrets are warned alike."""
        game = self.game
        other = game.resample(game.view(state, side), rng, state.printed)
        self.differed += game.key(other) != game.key(state)
        if costs(game, other, [choice]) != whys:
            self.wrong.append(f"{where}the warning tells a secret")

    def play(self, state: Any, policy: Policy, rng: Random, length: int) -> None:
        """Look at every choice that ends a step, wherever a game at random comes to one."""
        game = self.game
        for _ in range(length):
            if not state.frames:
                return
            ending = [] if game.actor(state) == CHANCE else list(self._ending(state))
            for choice in ending:
                self.look(state, choice, rng)
            ends = ending and rng.random() < ENDS
            game.apply(state, rng.choice(ending) if ends else next_choice(game, state, policy, rng))

    def _ending(self, state: Any) -> Iterator[Choice]:
        game = self.game
        return (one for one in listed(game.options(state)) if game.verbs[unpack(one)[0]].closes)
