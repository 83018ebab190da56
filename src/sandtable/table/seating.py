"""How seats change hands: by link, by sitting down, by leaving, and by the owner's decision about a free seat.

Nobody is put out of a seat. It falls vacant when its holder leaves, which the others may ask for, or when its
holder has been called to the table and has stayed away for a day. Until another person sits there, whoever left
can come back, even if a computer player has taken over in the meantime.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import quoted, say
from sandtable.table.errors import Denied, Missing
from sandtable.table.messages import Invitation, SeatChange
from sandtable.table.people import Person, token_hash
from sandtable.table.rooms import Room
from sandtable.table.seats import COMPUTER, HERE, KINDS, LINK, OPEN, Chair, Seating, known_player, linked

ABSENCE = 24 * 3600.0
"""Seconds after which somebody who was called and did not come loses the seat."""


# Sitting down


def chair_of_link(room: Room, secret: str) -> Chair:
    """The seat a link leads to."""
    for chair in room.chairs:
        if chair.link_hash == token_hash(secret):
            return chair
    raise Missing("this link is no longer valid", "ask for a new one")


def open_seat(room: Room, side: int, person: Person) -> Chair:
    """A seat that this person may take without a link."""
    chair = room.chairs[side]
    if chair.kind != OPEN and chair.former != person.id:
        raise Denied("that seat is not open to everybody")
    return chair


def taken(room: Room, chair: Chair, person: Person) -> Seating:
    """The seat with this person in it."""
    if chair.person is not None and chair.person != person.id:
        raise Denied(
            "somebody already has that seat",
            "ask the owner of the table for another link, or watch as a spectator",
        )
    kind = LINK if chair.kind == COMPUTER else chair.kind
    guarded = chair.guarded or person.id != room.owner
    seated = replace(chair, kind=kind, person=person.id, player="", guarded=guarded, former=None, called=None)
    if chair.former == person.id:
        return Seating(seated, (("return", ""),))
    return Seating(seated, (("seat", kind), *_look(room, chair, person.id)))


def _look(room: Room, chair: Chair, person: str) -> Sequence[tuple[str, str]]:
    """If somebody who plays another side takes a seat whose secrets they do not know yet, everybody is told."""
    others = [other.side for other in room.chairs if other is not chair and person in (other.person, other.former)]
    secret = room.match.secrets and not room.over() and not chair.exposed and chair.former != person
    return (("look", str(others[0])),) if secret and others else ()


# Leaving


def left(room: Room, side: int) -> Seating:
    """The seat when its holder gives it up."""
    return Seating(_vacant(room.chairs[side]), (("leave", ""),))


def _vacant(chair: Chair) -> Chair:
    return replace(chair, kind=LINK, person=None, link_hash=None, former=chair.person, called=None)


def called(room: Room, side: int, person: Person) -> Seating:
    """The seat when its holder is called to the table; somebody who is here is asked to leave, without a term."""
    chair = room.chairs[side]
    if chair.person is None or chair.person == person.id:
        raise Denied("nobody else has that seat")
    if chair.called is not None:
        raise Denied("its player has already been called", "the seat says how long it is still kept")
    if room.is_here(chair.person):
        return Seating(chair, (("call", "ask"),))
    return Seating(replace(chair, called=time.time()), (("call", ""),))


def returned(room: Room, side: int) -> Seating:
    """The seat when its holder, who was called, comes."""
    return Seating(replace(room.chairs[side], called=None), (("return", ""),))


def vacated(room: Room, side: int) -> Seating:
    """The seat when its holder was called and stayed away."""
    chair = room.chairs[side]
    if chair.person is None:
        raise Denied("nobody has that seat")
    if chair.called is None or room.is_here(chair.person):
        raise Denied("its player has not been called, or is here", "call them to the table first")
    if time.time() < chair.called + ABSENCE:
        raise Denied("its player has been called and may still come", "a seat is kept for a day after the call")
    return Seating(_vacant(chair), (("leave", "absent"),))


# The owner's decision


def reassigned(room: Room, side: int, change: SeatChange, person: Person) -> tuple[Seating, Invitation | None]:
    """A free seat, or one of one's own, as somebody wants it. If somebody else has played it, its secrets are not
    the owner's."""
    before, game, secrets = room.chairs[side], room.match.game, room.match.secrets
    if change.kind not in KINDS:
        raise Malformed(
            say("there is no seat of kind '{kind}'", kind=change.kind),
            say("choose one of {known}", known=quoted(list(KINDS))),
        )
    if before.person not in (None, person.id):
        raise Denied("somebody has that seat, and only they can give it up", "ask them, or call them to the table")
    if change.kind != COMPUTER and _kept(room, before):
        raise Denied(
            "this seat is kept for whoever had it in the last game",
            "it is kept for a day; until then, a computer player can take it",
        )
    exposed = before.exposed or (secrets and before.person == room.owner)
    chair = Chair(side, change.kind, guarded=before.guarded, former=before.former, exposed=exposed)
    if change.kind == COMPUTER:
        return Seating(replace(chair, player=known_player(game, change.player)), (("seat", COMPUTER),)), None
    if before.guarded and secrets and not room.over():
        raise Denied(
            "somebody else has played this seat, and its secrets belong to them",
            "until the game is over, only they or a computer player can take it over",
        )
    invitation = None
    if change.kind == LINK:
        fresh, invitation = linked(side)
        chair = replace(chair, link_hash=fresh.link_hash)
    if change.kind == HERE:
        chair = replace(chair, person=room.owner, former=None)
        return Seating(chair, (("seat", HERE), *_look(room, before, room.owner))), None
    opened = before.kind == COMPUTER and secrets and not room.over()
    return Seating(chair, (("seat", change.kind), *((("look", ""),) if opened else ()))), invitation


def _kept(room: Room, chair: Chair) -> bool:
    """Is the seat kept for a player of the last game, who has not come yet?"""
    waits = chair.person is None and chair.former not in (None, room.owner) and not chair.guarded
    return waits and time.time() < room.row.created + ABSENCE


# Once more


def again(chairs: Sequence[Chair], person: Person, swap: bool) -> tuple[list[Chair], list[Invitation]]:
    """The seats of a rematch: the computer players and whoever asks sit down, the others' seats are kept for them,
    and a seat that nobody had gets a link."""
    made = [_again(side, chair, person) for side, chair in enumerate(reversed(chairs) if swap else chairs)]
    return [chair for chair, _ in made], [invitation for _, invitation in made if invitation]


def _again(side: int, before: Chair, person: Person) -> tuple[Chair, Invitation | None]:
    if before.kind == COMPUTER:
        return Chair(side, COMPUTER, player=before.player), None
    if before.person == person.id:
        return Chair(side, HERE, person.id), None
    if before.person is None:
        return linked(side)
    return Chair(side, LINK, former=before.person), None
