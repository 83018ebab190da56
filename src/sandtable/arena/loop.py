"""The tight loop that plays a game out: no match, no journal, nobody listening.

`simulate` and `bench` share it, so what is measured is what is used. The legal set is built once for every
choice. A decision is a choice with two or more options; dice are not counted. Players are asked only for
decisions: where there is just one choice, it is made for them. A player forgets everything when the turn passes,
as it does at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sandtable.kernel.chance import ChanceSource
from sandtable.kernel.choices import ARGUMENT_BITS, ARGUMENT_MASK, Choice, Options
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import ChanceKind, ChoiceKind, advance
from sandtable.kernel.game import Game
from sandtable.kernel.seat import Player
from sandtable.kernel.words import say
from sandtable.players.asking import AskedSeat, ask, forget, remembering

LIMIT = 2_000_000
"""None of our games takes this many steps: one that goes on longer will never end."""

Ask = Callable[[Options], Choice]


class Runaway(SandtableError):
    """A game that does not come to an end."""


@dataclass(slots=True)
class Tally:
    """What was counted while a game was played out."""

    decisions: int = 0
    """Choices with two or more options."""
    choices: int = 0
    outcomes: int = 0
    turns: int = 0


@dataclass(slots=True)
class Recording:
    """The choices and the outcomes of chance of a game, each in order: enough to play it again."""

    choices: list[Choice] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)


def _asker(game: Game[Any], state: Any, side: int, player: Player) -> Ask:
    """How to ask a player; a player with `pick` looks at nothing but the legal set."""
    pick: Ask | None = getattr(player, "pick", None)
    return pick if pick is not None else partial(ask, player, AskedSeat(game, state, side))


def play_out(
    game: Game[Any],
    state: Any,
    players: Sequence[Player],
    chance: ChanceSource,
    *,
    limit: int = LIMIT,
    recording: Recording | None = None,
) -> Tally:
    """Play a game in place to its end; Runaway when it takes more than `limit` steps."""
    kinds, turn_of = game.kinds, game.turn
    decides = [kind.decides for kind in kinds]
    choosers = [kind if isinstance(kind, ChoiceKind) else None for kind in kinds]
    asks = [_asker(game, state, side, player) for side, player in enumerate(players)]
    minds = remembering(players)
    forget(minds)
    turn = turn_of(state)
    turns = 1 if state.frames else 0
    decisions = steps = outcomes = 0
    frames = state.frames
    while frames:
        steps += 1
        frame = frames[-1]
        chooser = choosers[frame[0]]
        if chooser is not None:
            options = chooser.legal(state, frame)
            verb, arguments = options[0]
            if len(options) > 1 or arguments & (arguments - 1):
                decisions += 1
                choice = asks[chooser.side(state, frame)](options)
                verb, argument = choice >> ARGUMENT_BITS, choice & ARGUMENT_MASK
            else:
                argument = arguments.bit_length() - 1
            if recording is not None:
                recording.choices.append(verb << ARGUMENT_BITS | argument)
            chooser.play(state, frame, verb, argument)
        else:
            kind = kinds[frame[0]]
            assert isinstance(kind, ChanceKind)
            outcomes += 1
            outcome = chance.draw(kind.weights(state, frame), 0)
            if recording is not None:
                recording.outcomes.append(outcome)
            kind.play(state, frame, outcome)
        if frames and not decides[frames[-1][0]]:
            advance(state, kinds)
        now = turn_of(state)
        if now != turn:
            turn = now
            turns += 1
            forget(minds)
        if steps > limit:
            raise _runaway(game, state, limit)
    return Tally(decisions, steps - outcomes, outcomes, turns)


def _runaway(game: Game[Any], state: Any, limit: int) -> Runaway:
    where = say("in turn {turn}, where it waits for: {prompt}", turn=game.turn(state), prompt=game.prompt(state))
    return Runaway(
        say("{game} was not over after {limit} steps, {where}", game=game.title, limit=limit, where=where),
        "if the game is meant to be that long, raise the limit",
    )
