"""Forced choices: the room makes them with the press that led to them, if everybody can see that they are."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import sandtable
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import count
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.forced import openly_forced
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verified
from sandtable.kernel.scene import board_of
from sandtable.table.forced import make_forced
from sandtable.table.house import House
from sandtable.table.messages import Undo
from sandtable.table.people import Person
from sandtable.table.updates import scene_of
from tests.table.tablework import guests, match_of, new_key, opened, play, random_match, run, step, tiny

KORPS = sandtable.game("afrika-korps")
AXIS, BOTH = 0, (0, 1)
ONE_BATTLE = dedent("""
    turn 3 axis
    phase: movement
    N10: 15/8 15/115
    M10: 21/5 21/104 AxisSupply1
    N11: 22Gds
    I33: 4I/5 AlliedSupply2
    J62: 2/3 AlliedSupply1
    W3: AxisSupply2
    """)
LAST_SUPPLY = ONE_BATTLE.replace("W3: AxisSupply2\n", "W3: Bologna\n")


async def imported(house: House, position: str) -> tuple[Person, str]:
    """A game that begins at this position, with both seats one person's."""
    (person,) = await guests(house, 1)
    made = await house.import_game(person, write_journal(Match.start(KORPS, position=position).journal))
    return person, made.id


def texts(match: Match) -> list[str]:
    return [standing.record.text for standing in match.line]


def test_forced_choices_are_made_with_the_press_and_undone_with_it(tmp_path: Path) -> None:
    """Movement ends: the only possible battle is formed. All have joined: the battle is closed, and so are all."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await imported(house, ONE_BATTLE)
            await play(house, person, table, AXIS, "done")
            assert texts(await match_of(house, table)) == ["done", "attack:22Gds"]
            await play(house, person, table, AXIS, "with:15/8", "with:15/115")
            await play(house, person, table, AXIS, "with:21/5", "with:21/104")
            assert texts(await match_of(house, table))[4:] == ["with:21/5", "with:21/104", "done", "done"]
        async with opened(tmp_path) as house:
            left = []
            while (update := await house.update(person, table, AXIS)).undo >= 0:
                await house.undo(person, table, Undo(AXIS, update.number, new_key(), update.undo))
                left.append(len((await match_of(house, table)).line))
            assert left == [4, 2, 0]
            match = await match_of(house, table)
            assert verified(KORPS, match.journal).number == match.number

    run(work)


def test_what_costs_something_is_left_to_the_player() -> None:
    """The last attacker has joined, and the battle can only be closed: but that spends the last supply."""
    match = Match.start(KORPS, position=LAST_SUPPLY, chance=RandomChance(Random(1)))
    match.play(AXIS, ["done", "attack:22Gds", "with:15/8", "with:15/115", "with:21/5", "with:21/104"])
    assert openly_forced(KORPS, match.state) is not None
    make_forced(match, AXIS, BOTH)
    assert texts(match)[-1] == "with:21/104"
    board = board_of(KORPS, match.state.printed)
    [button] = scene_of(match, board, AXIS).buttons
    assert button.caution is not None
    assert [(one.rule, one.text) for one in button.caution.warnings] == [
        ("14.1", "AxisSupply1: your last supply on the map is spent when the turn ends")
    ]


def test_what_cannot_be_undone_is_left_to_the_player() -> None:
    """With its supply gone the Axis can only fight, and dice would be rolled, or the turn pass."""
    match = Match.start(KORPS, position=ONE_BATTLE, chance=RandomChance(Random(1)))
    match.play(AXIS, ["done", "attack:22Gds", "with:15/8", "with:15/115", "with:21/5", "with:21/104"])
    make_forced(match, AXIS, BOTH)
    match.play(AXIS, ["destroy:AxisSupply1", "destroy:AxisSupply2"])
    assert openly_forced(KORPS, match.state) is not None
    before = match.number
    make_forced(match, AXIS, BOTH)
    assert match.number == before


def test_computer_players_make_their_own() -> None:
    match = Match.start(KORPS, position=ONE_BATTLE)
    match.play(AXIS, ["done"])
    make_forced(match, AXIS, (1,))
    assert texts(match) == ["done"]


def test_undo_leads_back_to_the_moment_before_the_press() -> None:
    """Whatever followed by itself; and never to a moment at which only what is forced could be chosen again."""
    forced = 0
    for seed in range(8):
        rng = Random(seed)
        match = Match.start(KORPS, position=ONE_BATTLE, chance=RandomChance(rng))
        match.play(AXIS, ["done"])
        while (side := match.actor()) >= 0 and match.number < 40:
            key, place, first = KORPS.key(match.state), len(match.line), match.number + 1
            match.play(side, [KORPS.write(match.state, rng.choice(KORPS.legal(match.state)))])
            played = len(match.line)
            make_forced(match, side, BOTH)
            forced += len(match.line) - played
            match.presses.append((first, match.number))
            if match.undo_target(side) is not None and not any(one.barrier for one in match.line[place:]):
                twin = match.fork()
                twin.undo(side)
                assert KORPS.key(twin.state) == key
        verified(KORPS, match.journal)
    assert forced


def test_the_other_side_keeps_its_undo() -> None:
    """The Allies could only agree, but the Axis has not rolled a die yet and may still take its choice back."""
    match = Match.start(KORPS, position=ONE_BATTLE)
    match.play(AXIS, ["done"])
    make_forced(match, 1, BOTH)
    assert texts(match) == ["done", "attack:22Gds"], "undo of the Allies reaches nothing: nothing is lost"
    match = Match.start(KORPS, position=ONE_BATTLE)
    match.play(AXIS, ["done"])
    match.undo_target = lambda side: 0 if side == 1 else None  # type: ignore[method-assign]
    make_forced(match, 1, BOTH)
    assert texts(match) == ["done"]


def test_nothing_is_forced_that_a_secret_might_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind must say that it is open to all, and what spectators see must not contradict it."""
    rng, match = Random(2), random_match(0)
    beginning = match.state.copy()
    while count(tiny.options(match.state)) != 1:
        step(match, rng)
    assert openly_forced(tiny, match.state) is None
    monkeypatch.setattr(ChoiceKind, "open_to_all", True)
    assert openly_forced(tiny, match.state) == tiny.legal(match.state)[0]
    monkeypatch.setattr(tiny, "resample", lambda *given: beginning)
    assert openly_forced(tiny, match.state) is None
