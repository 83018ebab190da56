"""Shifting Sands over the wire: games that differ only in hidden cards are the same bytes for everybody else.

Each test plays two games that differ in what one side holds, draws, discards, takes, loses, is seen to hold or
plays face down. The other side and a spectator read their sockets and call every address that answers them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.journal import read_journal
from sandtable.kernel.match import Match
from sandtable.table.messages import (
    Act,
    Ask,
    Chatted,
    NewSeat,
    Preview,
    Pushed,
    Run,
    Talk,
    Undo,
    WhyNot,
)
from sandtable.table.seats import chairs_for
from sandtable.web.client import Client
from sandtable.web.visitors import PLAIN_COOKIE
from tests.games.shifting_sands.decks import action, turn_begins
from tests.games.shifting_sands.theatre import card
from tests.table.telling import asked_about, questions_of
from tests.web.serving import Site, Visitor, listening, site

GAME = "shifting-sands"
rule = pytest.mark.rule
TABLE = "0123456789abcdef" * 2
PLACED = {"it_17": "tripoli", "br_bg-1": "cairo"}
AXIS_HAND = ("X01", "X04", "X05", "X06")
LAST_WORD = "That is all"
Told = dict[str, bytes]


@dataclass(frozen=True)
class Course:
    """A position, and what is chosen and rolled from there."""

    start: Theatre
    choices: tuple[str, ...]
    dice: tuple[int, ...] = ()


class Table:
    """A game on a server, with a guest in each seat."""

    def __init__(self, site: Site, address: str, people: list[Any], tokens: list[str]) -> None:
        self.site, self.address, self.people, self.tokens = site, address, people, tokens

    def visitor(self, side: int) -> Visitor:
        """The person in a seat, or somebody nobody knows."""
        visitor = self.site.visitor()
        if side >= 0:
            visitor.cookies.set(PLAIN_COOKIE, self.tokens[side])
        return visitor

    async def listened(self, side: int) -> tuple[Client, Any]:
        client = Client(self.address)
        client.cookie = f"{PLAIN_COOKIE}={self.tokens[side]}" if side >= 0 else ""
        return client, await client.socket(TABLE, side)

    async def act(self, course: Course) -> None:
        """Everything is chosen by the side whose turn it is."""
        for number, text in enumerate(course.choices):
            match = (await self.site.house._rooms.room(TABLE)).match
            side = match.actor()
            run = Run(side, match.seen(side), f"a-key-of-{number}", (text,))
            answer = await self.visitor(side).tell(f"/tables/{TABLE}/runs", run)
            assert answer.status_code == 200, (text, answer.text)

    async def told(self, side: int) -> Told:
        """The answers of every address, by name."""
        visitor, found = self.visitor(side), dict[str, bytes]()
        for path in ("/lobby", f"/tables/{TABLE}", f"/tables/{TABLE}/chat", f"/tables/{TABLE}/board"):
            found[path] = (await visitor.get(f"/api{path}")).content
        for name in ("update", "moments", "export", "orders"):
            answer = await visitor.get(f"/api/tables/{TABLE}/{name}", params={"side": side})
            found[name] = answer.content + str(sorted(answer.headers.items())).encode()
        for number in range((await visitor.update(TABLE, side)).number + 2):
            answer = await visitor.get(f"/api/tables/{TABLE}/moments/{number}", params={"side": side})
            found[f"moment {number}"] = answer.content
        for text in asked_about(GAME):
            found[f"why {text}"] = (await visitor.tell(f"/tables/{TABLE}/why", WhyNot(side, choice=text))).content
            found[f"preview {text}"] = (
                await visitor.tell(f"/tables/{TABLE}/preview", Preview(side, (text,)))
            ).content
        for name, things in questions_of(GAME):
            asked = await visitor.tell(f"/tables/{TABLE}/questions", Ask(side, name, things))
            found[f"{name} of {things}"] = asked.content
        undo = Undo(side, (await visitor.update(TABLE, side)).number, "a-key-of-undo")
        found["undo"] = (await visitor.tell(f"/tables/{TABLE}/undos", undo)).content
        return found


async def pushed(socket: Any) -> list[bytes]:
    """All that comes, up to the last word."""
    found: list[bytes] = []
    while True:
        text = await asyncio.wait_for(socket.recv(), 10)
        found.append(text.encode())
        message = msgspec.json.decode(text, type=Pushed)
        if isinstance(message, Chatted) and message.lines and message.lines[-1].text == LAST_WORD:
            return found


async def open_table(at: Site, address: str, course: Course) -> Table:
    made = [await at.house.people.guest() for _ in range(2)]
    people = [await at.house.people.rename(person, f"Side {side}") for side, (person, _) in enumerate(made)]
    chance = FixedChance(course.dice)
    match = Match.start(SANDS, position=SANDS.write_position(course.start), game_id=TABLE, chance=chance)
    chairs, _ = chairs_for(SANDS, [NewSeat("here"), NewSeat("open")], people[0].id)
    await at.house._make(people[0], TABLE, b"seed", match, chairs)
    await at.house.sit(people[1], TABLE, 1)
    return Table(at, address, people, [token for _, token in made])


def sent(data: Path, course: Course) -> dict[int, tuple[list[bytes], Told]]:
    """What both sides and a spectator are sent of a game, by side."""

    async def work() -> dict[int, tuple[list[bytes], Told]]:
        async with site(data) as open_site, listening(open_site) as address:
            table = await open_table(open_site, address, course)
            listening_to = {side: await table.listened(side) for side in (AXIS, ALLIED, SPECTATOR)}
            await table.act(course)
            await open_site.house.talk(table.people[0], TABLE, Talk(LAST_WORD))
            heard = {side: await pushed(socket) for side, (_, socket) in listening_to.items()}
            for client, socket in listening_to.values():
                await socket.close()
                await client.close()
            return {side: (heard[side], await table.told(side)) for side in heard}

    return asyncio.run(asyncio.wait_for(work(), 60))


@pytest.fixture
def compared(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Compare two courses: the same for all but one side, and not for that side."""
    monkeypatch.setattr(time, "time", lambda: 2e9)

    def compare(one: Course, two: Course, *knowing: int) -> None:
        first, second = (sent(tmp_path_factory.mktemp("house"), course) for course in (one, two))
        for side in sorted({AXIS, ALLIED, SPECTATOR} - {*knowing}):
            assert first[side][0] == second[side][0], f"{side} is pushed something else"
            for name, content in first[side][1].items():
                assert content == second[side][1][name], f"{side} is told something else: {name}"
        for side in knowing:
            assert first[side] != second[side]

    return compare


Compare = Callable[..., None]


@rule("7.12i")
@pytest.mark.parametrize("verb", ["operations", "redeploy", "replacements"])
def test_which_card_was_played_face_down(compared: Compare, verb: str) -> None:
    """X05 and X06 have the same value and bring the same points."""
    start = action(AXIS, placed=PLACED, axis_hand=("X05", "X06"), allied_hand=("A01",))
    compared(Course(start, (f"{verb}:X05",)), Course(start, (f"{verb}:X06",)), AXIS)


@rule("5.11d")
@pytest.mark.parametrize("others", [(), ("discard:X05",), ("discard:X05", "discard:X06")])
def test_what_the_first_discards_before_both_have_chosen(compared: Compare, others: tuple[str, ...]) -> None:
    start = turn_begins(2, placed=PLACED, axis_hand=("X05", "X06"), allied_hand=("A01",))
    compared(Course(start, ("discard:X06", "done")), Course(start, (*others, "done")), AXIS)


@rule("5.11d")
def test_which_cards_were_discarded(compared: Compare) -> None:
    """In a winter, when nothing is dealt yet: everybody knows how many, and nobody which."""
    start = turn_begins(3, placed=PLACED, axis_hand=("X05", "X06", "X01"), allied_hand=("A01", "A07"))
    axis, others = ("discard:X05", "done"), ("discard:X01", "done")
    compared(Course(start, (*axis, "done")), Course(start, (*others, "done")), AXIS)


@rule("7.74d")
def test_whether_rommel_was_taken_and_what_was_dealt(compared: Compare) -> None:
    start = turn_begins(3, placed=PLACED)
    seven, eight = (0,) * 7, (0,) * 8
    compared(
        Course(start, ("take:X16",), (*seven, 0, *eight)), Course(start, ("done",), (*seven, 20, *eight)), AXIS
    )


@rule("19.41a")
def test_which_card_was_taken_under_the_option(compared: Compare) -> None:
    start = turn_begins(7, placed=PLACED, options=1 << 6)
    eight, nine = (0,) * 8, (0,) * 9
    one = Course(start, ("take:X16",), (*eight, 0, *nine))
    compared(one, Course(start, ("take:X31",), (*eight, 0, *nine)), AXIS)


def patrol() -> Theatre:
    """The Allies are about to act, and have the LRDG in an oasis."""
    placed = {"br_lrdg": "siwa", "br_bg-1": "cairo", "it_17": "tripoli"}
    events = ("long_range_desert_group",)
    return action(ALLIED, turn=8, placed=placed, events=events, axis_hand=AXIS_HAND, allied_hand=("A07",))


@rule("11.73b", "11.73d")
def test_which_cards_an_intelligence_mission_saw(compared: Compare) -> None:
    """The Allies alone see them."""
    five = 4
    one, two = (Course(patrol(), ("automatic", "intelligence"), (five, seen)) for seen in (0, 5))
    compared(one, two, ALLIED)


@rule("11.74b")
def test_which_card_a_raid_cost(compared: Compare) -> None:
    six = 5
    one, two = (
        Course(patrol(), ("automatic", "raid", "yes"), (six, card(name))) for name in (AXIS_HAND[0], AXIS_HAND[3])
    )
    compared(one, two, AXIS)


@rule("X32")
def test_which_card_the_allies_lost_with_oconnor(compared: Compare) -> None:
    start = action(
        AXIS, turn=8, placed=PLACED, events=("rommel",), axis_hand=("X32",), allied_hand=("A01", "A07", "A19")
    )
    one, two = (Course(start, ("event:X32",), (card(name),)) for name in ("A01", "A19"))
    compared(one, two, ALLIED)


@rule("X13")
def test_a_hand_that_was_shown_is_hidden_from_spectators(compared: Compare) -> None:
    """Its owner knows it, and the other side has seen it."""

    def course(*hand: str) -> Course:
        return Course(action(AXIS, placed=PLACED, axis_hand=("X13",), allied_hand=hand), ("event:X13",))

    compared(course("A01", "A07"), course("A01", "A04"), AXIS, ALLIED)


@rule("11.25a", "11.25d")
@pytest.mark.parametrize("choices", [(), ("done",)])
def test_both_sides_are_asked_for_combat_cards_whatever_they_hold(
    compared: Compare, choices: tuple[str, ...]
) -> None:
    """The Axis, which defends, holds a combat card in one game and none in the other, and the Allies likewise."""
    placed = {"br_50": "halfaya", "ge_90": "sidi_suleiman", "it_17": "tripoli"}
    attack = ("automatic", "attack-from:Halfaya", "attack:Sidi-Suleiman", "join:br_50", "done", *choices)

    def course(axis: str, allied: str) -> Course:
        start = action(ALLIED, turn=8, placed=placed, axis_hand=(axis,), allied_hand=(allied,))
        return Course(start, attack)

    compared(course("X31", "A34"), course("X06", "A34"), AXIS)
    compared(course("X31", "A34"), course("X31", "A07"), ALLIED)


def test_when_the_game_is_over_its_journal_is_open(tmp_path: Path) -> None:
    start = action(AXIS, placed=PLACED, axis_hand=("X05", "X06"))

    async def work() -> None:
        async with site(tmp_path) as open_site:
            table = await open_table(open_site, "", Course(start, ("replacements:X05",)))
            await table.act(Course(start, ("replacements:X05",)))
            stranger = table.visitor(SPECTATOR)
            running = await stranger.get(f"/api/tables/{TABLE}/export", params={"side": -1})
            assert b"X05" not in running.content
            refused = await stranger.get(f"/api/tables/{TABLE}/export", params={"side": AXIS})
            assert refused.status_code in (401, 403)
            await table.visitor(AXIS).tell(f"/tables/{TABLE}/acts", Act(AXIS, "a-key-of-resigning", "resign"))
            over = await stranger.get(f"/api/tables/{TABLE}/export", params={"side": -1})
            assert b"replacements:X05" in over.content
            assert read_journal(over.content, "game").records

    asyncio.run(asyncio.wait_for(work(), 60))
