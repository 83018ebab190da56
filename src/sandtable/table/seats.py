"""Seats: who plays each side of a table, and how a seat is given away."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.words import quoted, say
from sandtable.players.registry import best_player, player_names
from sandtable.table.messages import Invitation, NewSeat
from sandtable.table.people import token_hash

HERE, LINK, OPEN, COMPUTER = "here", "link", "open", "computer"
KINDS = (HERE, LINK, OPEN, COMPUTER)


class Chair(msgspec.Struct, frozen=True):
    """A seat as the table stores it."""

    side: int
    kind: str
    person: str | None = None
    player: str = ""
    link_hash: bytes | None = None
    guarded: bool = False
    """Has somebody other than the owner played it? If so, its secrets are not the owner's to give away."""
    former: str | None = None
    """Whoever left it, or whom it is kept for: they may sit down again as long as nobody else does."""
    called: float | None = None
    """When its absent holder was called to the table; seconds since 1970."""
    exposed: bool = False
    """May the owner of the table know its secrets, having played it or brought the game along?"""


def chairs_for(game: Game[Any], seats: Sequence[NewSeat], person: str) -> tuple[list[Chair], list[Invitation]]:
    """The seats of a new table and the links to them; by default, one person plays against the computer."""
    if not seats:
        seats = [NewSeat(HERE)] + [NewSeat(COMPUTER, best_player(game))] * (len(game.sides) - 1)
    if len(seats) != len(game.sides):
        raise Malformed(say("name one seat for each of the {sides} sides", sides=len(game.sides)))
    made = [_chair(game, side, seat, person) for side, seat in enumerate(seats)]
    return [chair for chair, _ in made], [invitation for _, invitation in made if invitation]


def _chair(game: Game[Any], side: int, seat: NewSeat, person: str) -> tuple[Chair, Invitation | None]:
    if seat.kind == LINK:
        return linked(side)
    if seat.kind == COMPUTER:
        return Chair(side, COMPUTER, player=known_player(game, seat.player)), None
    if seat.kind not in KINDS:
        raise Malformed(
            say("there is no seat of kind '{kind}'", kind=seat.kind),
            say("choose one of {known}", known=quoted(list(KINDS))),
        )
    return Chair(side, seat.kind, person if seat.kind == HERE else None), None


def known_player(game: Game[Any], name: str) -> str:
    """The name of a computer player of this game; by default, the best one."""
    known = player_names(game)
    if name and name not in known:
        raise Malformed(
            say("there is no player '{name}' for {game}", name=name, game=game.title),
            say("the players are {known}", known=quoted(known)),
        )
    return name or best_player(game)


class Seating(msgspec.Struct, frozen=True):
    """A seat as it is to be, and the table acts that say what happened to it."""

    chair: Chair
    acts: tuple[tuple[str, str], ...]


def linked(side: int) -> tuple[Chair, Invitation]:
    """A seat for whoever has the link; only the hash of the link's secret is kept."""
    secret = secrets.token_urlsafe(24)
    chair = Chair(side, LINK, link_hash=token_hash(secret))
    return chair, Invitation(side, f"/join#{secret}")


def note_seat(match: Match, seating: Seating) -> None:
    """Record in the journal what happened to a seat: only what kind of player it has, never a name."""
    chair = seating.chair
    if match.disputed is None:
        for act, value in seating.acts:
            match.act(chair.side, act, value)
    elif chair.kind == COMPUTER and chair.side in match.awaited:
        match.act(chair.side, "accept-rules")
