"""16.5: the record sheet of the Buildup: what was saved, what came in, and what each purpose has cost.

A side's own sheet is its secret, unless both have agreed on open sheets (16.5 sidebar, ruling 43): then it is
shown when the side has spent its points, but never where its minefields are.
"""

from __future__ import annotations

from typing import Any

from sandtable.games.rommel_in_the_desert.printed.data import SHEET
from sandtable.games.rommel_in_the_desert.state import ACCOUNT_LINES, Position
from sandtable.kernel.events import EVERYONE, tell
from sandtable.kernel.words import Message, say_count

SAVED, RECEIVED, REPLACEMENTS, REDEPLOYMENTS, MINEFIELDS, CARDS, STEPS, TRIPS = range(ACCOUNT_LINES)


def open_accounts(state: Position, side: int, received: int) -> None:
    """16.3: a new sheet: what is left of the last one, and the points of this Buildup."""
    first = side * ACCOUNT_LINES
    state.accounts[first : first + ACCOUNT_LINES] = [state.points[side], received, *[0] * (ACCOUNT_LINES - 2)]
    state.points[side] += received
    state.bought[side] = 0


def pay(state: Position, side: int, purpose: int, points: int) -> None:
    """16.5: take points from a side, and note on its sheet what they were spent on."""
    state.points[side] -= points
    state.accounts[side * ACCOUNT_LINES + purpose] += points


def too_dear(cost: int, points: int) -> Message:
    """16.5: the refusal of what costs more than a side has left."""
    words = "you cannot afford it: it costs {cost}, and you have {count} point left"
    many = "you cannot afford it: it costs {cost}, and you have {count} points left"
    return say_count(words, many, points, cost=cost)


def count(state: Position, side: int, what: int) -> None:
    """16.5: one more step rebuilt, or one more redeployment."""
    state.accounts[side * ACCOUNT_LINES + what] += 1


def accounts_of(state: Position, side: int) -> dict[str, int]:
    """The lines of a side's sheet by name."""
    first = side * ACCOUNT_LINES
    return dict(zip(SHEET, state.accounts[first : first + ACCOUNT_LINES], strict=True))


def close_accounts(state: Position, side: int) -> None:
    """16.5: up to twenty points are saved and the rest is lost; those who may read the sheet are told."""
    state.points[side] = min(state.points[side], state.printed.costs["saved"])
    readers = EVERYONE if state.disclosed else 1 << side
    sheet: dict[str, Any] = accounts_of(state, side)
    tell(state, "accounts", "16.5", audience=readers, side=side, left=state.points[side], **sheet)
