"""Who may do what: every verb for everybody, through the one function and through the house."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sandtable.kernel.errors import SandtableError
from sandtable.table.errors import Denied
from sandtable.table.house import House
from sandtable.table.messages import (
    Act,
    Ask,
    NewSeat,
    NewTable,
    Preview,
    Rematch,
    Run,
    SeatChange,
    Secret,
    Share,
    Talk,
    Undo,
    WhyNot,
)
from sandtable.table.people import Person
from sandtable.table.permissions import VERBS, may
from tests.table.tablework import BOTH_HERE, TINY, guests, new_key, opened, room_of, run, tiny

STRANGER = Person("stranger", "Stranger", False)
OPPONENT = Person("opponent", "Opponent", True)
HOLDER = Person("holder", "Holder", True)
OWNER = Person("owner", "Owner", False)
"""The owner of this table plays no side of it."""
ROLES = {"nobody": None, "stranger": STRANGER, "opponent": OPPONENT, "holder": HOLDER, "owner": OWNER}


class Hut:
    """The parts of a table that `may` looks at: the holder plays side 0, the opponent side 1."""

    owner = OWNER.id

    def __init__(self, over: bool) -> None:
        self._over = over

    def holds(self, person: str, side: int) -> bool:
        return {0: HOLDER.id, 1: OPPONENT.id}.get(side) == person

    def seated(self, person: str) -> bool:
        return person in (HOLDER.id, OPPONENT.id)

    def over(self) -> bool:
        return self._over


def to(verbs: tuple[str, ...], roles: set[str]) -> dict[str, set[str]]:
    return dict.fromkeys(verbs, roles)


EVERYBODY = set(ROLES)
WITH_SESSION = EVERYBODY - {"nobody"}
AS_SIDE_0 = {
    **to(("info", "board", "overhear"), EVERYBODY),
    **to(("update", "subscribe", "ask", "why", "charts"), {"holder"}),
    **to(("moments", "moment", "export", "share"), {"holder"}),
    **to(("play", "undo", "act", "preview", "leave", "orders"), {"holder"}),
    **to(("talk", "sit", "claim", "hide"), WITH_SESSION),
    **to(("call", "vacate", "fill", "rematch"), {"holder", "opponent", "owner"}),
    **to(("invite", "change-seat"), {"owner"}),
}
AS_SPECTATOR = {
    **AS_SIDE_0,
    **to(("update", "subscribe", "ask", "why", "charts", "moments", "moment", "export", "share"), EVERYBODY),
    **to(("play", "undo", "act", "preview", "leave", "orders"), set()),
}
WHEN_OVER = {**AS_SIDE_0, **to(("moments", "moment", "export", "share"), EVERYBODY)}


@pytest.mark.parametrize(
    ("over", "side", "allowed"),
    [(False, 0, AS_SIDE_0), (False, -1, AS_SPECTATOR), (True, 0, WHEN_OVER), (True, -1, AS_SPECTATOR)],
)
def test_every_verb_for_everybody(over: bool, side: int, allowed: dict[str, set[str]]) -> None:
    assert set(allowed) == VERBS
    for verb, roles in allowed.items():
        assert {role for role, person in ROLES.items() if may(person, Hut(over), side, verb)} == roles, verb


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("verb", ["", "delete", "PLAY", "play ", "peek"])
def test_what_is_not_known_is_denied(role: str, verb: str) -> None:
    for side in (-1, 0, 1, 99):
        assert not may(ROLES[role], Hut(True), side, verb)


# Through the house

Door = Callable[[House, Person, str], Awaitable[object]]

DOORS: dict[str, Door] = {
    "info": lambda house, person, table: house.info(person, table),
    "board": lambda house, person, table: house.board(person, table),
    "update": lambda house, person, table: house.update(person, table, 0),
    "subscribe": lambda house, person, table: house.subscribe(person, table, 0),
    "ask": lambda house, person, table: house.ask(person, table, Ask(0, "none")),
    "why": lambda house, person, table: house.why(person, table, WhyNot(0, choice="to:S")),
    "charts": lambda house, person, table: house.charts(person, table, 0),
    "moments": lambda house, person, table: house.moments(person, table, 0),
    "moment": lambda house, person, table: house.moment(person, table, 0, 0),
    "export": lambda house, person, table: house.export(person, table, 0),
    "share": lambda house, person, table: house.share(person, table, Share(0, 0)),
    "play": lambda house, person, table: house.play(person, table, Run(0, 0, new_key(), ("to:S",))),
    "undo": lambda house, person, table: house.undo(person, table, Undo(0, 0, new_key())),
    "act": lambda house, person, table: house.act(person, table, Act(0, new_key(), "offer-draw")),
    "preview": lambda house, person, table: house.preview(person, table, Preview(0, ("to:S",))),
    "orders": lambda house, person, table: house.orders(person, table, 0),
    "overhear": lambda house, person, table: house.overhear(person, table),
    "talk": lambda house, person, table: house.talk(person, table, Talk("hello")),
    "invite": lambda house, person, table: house.invite(person, table, 0),
    "change-seat": lambda house, person, table: house.change_seat(person, table, 0, SeatChange("computer")),
    "call": lambda house, person, table: house.call(person, table, 0),
    "vacate": lambda house, person, table: house.vacate(person, table, 0),
    "rematch": lambda house, person, table: house.rematch(person, table, Rematch()),
    "leave": lambda house, person, table: house.leave(person, table, 0),
}
OTHER_REASONS = {
    "invite": "the seat is taken",
    "change-seat": "the seat is taken",
    "vacate": "nobody was called",
    "call": "nobody calls themselves",
    "rematch": "the game is not over",
}
"""Doors at which those who may knock are refused for another reason."""


def test_every_door_asks_the_one_function(tmp_path: Path) -> None:
    """`sit`, `claim`, `hide` and `fill` refuse for other reasons: see the tests of seats."""
    assert set(DOORS) == VERBS - {"sit", "claim", "hide", "fill"}

    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, holder, opponent, stranger = await guests(house, 4)
            made = await house.create(owner, NewTable(TINY, seats=(NewSeat("link"), NewSeat("link"))))
            for person, invitation in zip((holder, opponent), made.invitations, strict=True):
                await house.claim(person, Secret(invitation.path.partition("#")[2]))
            people = {"stranger": stranger, "opponent": opponent, "holder": holder, "owner": owner}
            for verb, door in DOORS.items():
                for role, person in people.items():
                    refused = await denied(door(house, person, made.id))
                    allowed = role in AS_SIDE_0[verb]
                    if allowed and verb in OTHER_REASONS:
                        continue
                    assert refused != allowed, (verb, role)
            for verb in ("play", "undo", "act", "preview", "update", "share"):  # its holder has left the seat
                assert await denied(DOORS[verb](house, holder, made.id)), verb

    run(work)


@pytest.mark.parametrize("verb", ["play", "undo", "act", "change-seat"])
def test_who_loses_the_right_while_waiting_is_refused(tmp_path: Path, verb: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, other = await guests(house, 2)
            table = (await house.create(owner, NewTable(TINY, seats=BOTH_HERE))).id
            room = await room_of(house, table)
            async with room.lock:
                waiting = asyncio.create_task(denied(DOORS[verb](house, owner, table)))
                for _ in range(10):
                    await asyncio.sleep(0)
                room.person_changed(owner.id, other.id)
            assert await waiting
            assert room.match.number == 0

    run(work)


async def denied(door: Awaitable[object]) -> bool:
    """Is it refused because of the person asking, not because of the request?"""
    try:
        await door
    except Denied:
        return True
    except SandtableError:
        return False
    return False


def test_the_game_of_these_tests_has_secrets() -> None:
    assert tiny.hides(tiny.start())
