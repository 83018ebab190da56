"""Nobody observes more than his view: what only this game hides, over what holds in every game (tests/suite).

The same done with other blocks looks the same; the truth is among what may be invented; the table tells two
histories that look alike alike; and nothing invented contradicts what was ever seen. SANDTABLE_SOAK=1 looks at
thousands of positions.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.knowledge.resample_secrets import invent_cards, most_saved
from sandtable.games.rommel_in_the_desert.knowledge.view import View
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import CARDS, MINEFIELDS, REPLACEMENTS, SAVED, STEPS
from sandtable.games.rommel_in_the_desert.state import ACCOUNT_LINES, Position
from sandtable.kernel.chance import RandomChance, index_of, total
from sandtable.kernel.choices import contains
from sandtable.kernel.events import Event
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.match import Match
from sandtable.kernel.secrecy import (
    Leak,
    heard,
    indistinguishable,
    outlook,
)
from sandtable.table import archive, updates
from sandtable.table.catalogue import board_of
from sandtable.table.messages import encode
from tests.games.rommel_in_the_desert.glimpses import (
    SCENARIOS,
    Mirror,
    Spy,
    from_clash,
    from_scenario,
    opening,
    units_left_out,
)
from tests.games.rommel_in_the_desert.grounds import POLICIES, next_choice
from tests.suite.moments import READERS

GAME = "rommel-in-the-desert"
BOARD = board_of(GAME)
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
GAMES, WANTED, LENGTH = (3, 60, 6000) if SOAK else (1, 12, 1200)
CLASHES, CLASH_WANTED, CLASH_LENGTH = (10, 40, 600) if SOAK else (2, 11, 250)
BATCHES = 3
WALK = 3
CARD_TRIES = 1000

pytestmark = pytest.mark.rule("1.0s5")


def hides_what_this_game_hides(state: Position, number: int, policy: str, rng: Random) -> None:
    """What must hold at one position besides what must hold in every game (tests/suite/test_secrecy.py)."""
    for reader in READERS:
        assert not units_left_out(state, reader, rng)
    if state.frames:
        Mirror(state, READERS[number % len(READERS)], policy, rng).walk(WALK)
    sheets_fit(state)


def sheets_fit(state: Position) -> None:
    """16.5: the true record sheets are such as are guessed."""
    for side in (0, 1):
        sheet = state.accounts[side * ACCOUNT_LINES : (side + 1) * ACCOUNT_LINES]
        assert 0 <= sheet[SAVED] <= most_saved(state)
        assert sheet[MINEFIELDS] % state.printed.costs["minefield"] == 0
        assert sheet[CARDS] % state.printed.costs["card"] == 0
        assert sheet[STEPS] <= sheet[REPLACEMENTS] <= 6 * sheet[STEPS]
        assert not state.bought[side] or sheet[CARDS] == (state.bought[side] - 1) * state.printed.costs["card"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_done_with_other_blocks_looks_alike(name: str, policy: str) -> None:
    rng = Random(f"{name} {policy}")
    for game in range(GAMES):
        for number, state in enumerate(from_scenario(name, policy, game, WANTED, LENGTH)):
            hides_what_this_game_hides(state, number, policy, rng)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_done_with_other_blocks_looks_alike_in_a_clash(policy: str, batch: int) -> None:
    rng = Random(f"{policy} {batch}")
    for game in range(batch, CLASHES * BATCHES, BATCHES):
        for number, state in enumerate(from_clash(policy, game, CLASH_WANTED, CLASH_LENGTH)):
            hides_what_this_game_hides(state, number, policy, rng)


# The table


class Twins:
    """Two matches that one reader cannot tell apart: from the truth, and from an invention out of his view."""

    def __init__(self, state: Position, reader: int, policy: str, rng: Random) -> None:
        invented = ROMMEL.resample(ROMMEL.view(state, reader), rng, state.printed)
        seed = rng.random()
        self.matches = [
            Match.start(
                ROMMEL,
                position=ROMMEL.write_position(each),
                chance=RandomChance(Random(seed)),
                game_id="twin",
                real_dice=True,
            )
            for each in (state, invented)
        ]
        self.reader, self.rng, self.choose = reader, rng, POLICIES[policy](rng)

    def step(self) -> bool:
        """One choice or roll in both; True while the reader sees and hears the same of them."""
        one, two = self.matches
        if one.actor() == CHANCE:
            weights = ROMMEL.chance(one.state)
            text = ROMMEL.outcome_name(one.state, index_of(weights, self.rng.randrange(total(weights))))
            one.roll(text)
            two.roll(text)
        else:
            choice = self.choose(one.state, ROMMEL.options(one.state))
            one.play(one.actor(), [ROMMEL.write(one.state, choice)])
            if not contains(ROMMEL.options(two.state), choice):
                assert two.actor() != self.reader
                choice = self.choose(two.state, ROMMEL.options(two.state))
            two.play(two.actor(), [ROMMEL.write(two.state, choice)])
        return self.look_alike()

    def look_alike(self) -> bool:
        seen = [outlook(ROMMEL, match.state, self.reader) for match in self.matches]
        logs = [[event for _, event in match.log(self.reader)] for match in self.matches]
        told = [heard(ROMMEL, self.matches[0].state.printed, log, self.reader) for log in logs]
        return seen[0] == seen[1] and told[0] == told[1]

    def told(self) -> list[dict[str, bytes]]:
        """All that the table tells the reader of either, now and of the past."""
        return [told_of(match, self.reader) for match in self.matches]


def told_of(match: Match, side: int) -> dict[str, bytes]:
    now, moments = match.seen(side), updates.moments_of(match, side)
    return {
        "updates": encode([updates.update_for(match, BOARD, side, after) for after in (-1, now // 2, now)]),
        "moments": encode(moments),
        "past": encode([updates.moment_of(match, BOARD, side, moment.number) for moment in moments.moments]),
        "export": archive.exported(match, BOARD, side)[1],
    }


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("policy", POLICIES)
def test_the_table_tells_two_histories_that_look_alike_alike(policy: str, reader: int) -> None:
    """Updates with their numbers and undo, the past with its moments, and the file of a running game."""
    rng = Random(f"twins {policy} {reader}")
    steps = 0
    for state in from_clash(policy, 100 + reader, 3 * CLASH_WANTED if SOAK else CLASH_WANTED, CLASH_LENGTH):
        if not state.frames:
            continue
        twins = Twins(state, reader, policy, rng)
        alike = twins.look_alike()
        for _ in range(WALK):
            if not alike or twins.matches[0].actor() == OVER:
                break
            one, two = twins.told()
            for name, told in one.items():
                assert told == two[name], name
            alike = twins.step()
            steps += 1
    assert steps > CLASH_WANTED


def test_a_side_that_knows_more_is_told_more() -> None:
    """The comparison would notice: whose units are invented sees other units."""
    state = from_clash("contact", 7, 1, 1)[0]
    twins = Twins(state, 0, "contact", Random(1))
    one, two = (told_of(match, 1) for match in twins.matches)
    assert one["updates"] != two["updates"]


# All that was ever seen


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_invented_contradicts_the_log(name: str) -> None:
    """From the first block deployed: where an enemy unit may be, and how strong it may be at most."""
    policy = list(POLICIES)[SCENARIOS.index(name) % len(POLICIES)]
    rng = Random(f"spies {name}")
    for game in range(GAMES):
        told: list[Event] = []
        state = opening(name, game, told.append)
        spies = [Spy(state, side) for side in (0, 1)]
        for spy in spies:
            spy.hear(told, state)
        choose = POLICIES[policy](rng)
        for number in range(LENGTH):
            if not state.frames:
                break
            events = ROMMEL.apply_heard(state, next_choice(state, choose, rng))
            for spy in spies:
                spy.hear(events, state)
                if number % (LENGTH // 60) == 0:
                    invented = ROMMEL.resample(ROMMEL.view(state, spy.side), rng, state.printed)
                    assert not spy.contradictions(invented)
                    assert not spy.contradictions(state)


# What varies


@pytest.mark.parametrize("policy", POLICIES)
def test_the_true_cards_are_among_those_dealt(policy: str) -> None:
    for state in from_clash(policy, 200, CLASH_WANTED, CLASH_LENGTH):
        for side in (0, 1):
            enemy, view = 1 - side, ROMMEL.view(state, side)
            truth = state.real[enemy], state.real_laid
            rng, blank = Random(1), state.copy()
            dealt = set()
            for _ in range(CARD_TRIES):
                invent_cards(blank, view, rng)
                dealt.add((blank.real[enemy], blank.real_laid))
            assert truth in dealt
            assert len(dealt) > 1 or sum(view.cards[enemy]) == 0 or state.dummies[enemy] + state.real[enemy] == 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_inventions_differ_from_each_other_and_from_the_truth(name: str) -> None:
    """In mid-game, for either side and for the spectator, in blocks, strengths and cards."""
    rng = Random(name)
    states = [state for state in from_scenario(name, "contact", 9, 12, 1200) if state.turn > 2]
    many = 0
    for state in states:
        for reader in READERS:
            view = ROMMEL.view(state, reader)
            made = [ROMMEL.resample(view, rng, state.printed) for _ in range(6)]
            many += len({tuple(each.place) for each in made}) > 1 and len({ROMMEL.key(each) for each in made}) > 3
    assert many > len(states) * len(READERS) * 2 / 3, "a few armies are small, or have been seen whole"


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An enemy's hidden strength in a view is found by the same check that finds nothing otherwise."""
    state = from_clash("contact", 3, 1, 1)[0]
    real = ROMMEL.view

    def telling_view(state: Position, side: int) -> View:
        view = real(state, side)
        view.fields["turn"] = state.turn + sum(state.cv)
        return view

    monkeypatch.setattr(ROMMEL, "view", telling_view)
    with pytest.raises(Leak, match="different view"):
        indistinguishable(ROMMEL, state, SPECTATOR, Random(1), 3)
