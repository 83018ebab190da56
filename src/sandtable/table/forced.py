"""Forced choices at the table: the room makes them, as ordinary records of the press that led to them."""

from __future__ import annotations

from collections.abc import Container

from sandtable.kernel.forced import openly_forced
from sandtable.kernel.foresight import costs
from sandtable.kernel.match import Match

MOST = 64
"""More forced choices than this one after another would be a fault in a game."""


def make_forced(match: Match, presser: int, sides: Container[int]) -> None:
    """Make the forced choices of these sides that follow a press, as long as undo loses nothing by it."""
    for _ in range(MOST):
        text = _next(match, presser, sides)
        if text is None:
            return
        match.play(match.actor(), [text])


def _next(match: Match, presser: int, sides: Container[int]) -> str | None:
    """The next forced choice. One that costs its maker something, and one after which dice are rolled, something
    is revealed, the turn passes or another side decides, is left to the player: it would make the press before it
    final, and nobody was asked. So is one of another side than the one that pressed, unless undo cannot take the
    press back anyway; and where a way goes on, that comes first."""
    game, state, actor = match.game, match.state, match.actor()
    if actor not in sides or actor in match.ways or match.disputed is not None:
        return None
    choice = openly_forced(game, state)
    if choice is None or (actor != presser and match.undo_target(presser) is not None):
        return None
    after = state.copy()
    if any(event.reveals for event in game.apply_heard(after, choice)) or game.actor(after) != actor:
        return None
    if game.turn(after) != game.turn(state) or costs(game, state, [choice]):
        return None
    return game.write(state, choice)
