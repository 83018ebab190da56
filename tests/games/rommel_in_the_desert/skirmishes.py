"""Rommel in the Desert played at random and checked on the way: policies, what must hold, what to ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sandtable.arena.bench import recorded_positions
from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.printed.data import DUMMY_CARDS, HAND_LIMIT, REAL_CARDS
from sandtable.games.rommel_in_the_desert.state import BOXES, UNIT_SETS, Position, deck
from sandtable.games.rommel_in_the_desert.verbs import ASSAULT, DONE, EXIT, FIGHT, HEX, PASS, REAL, STOP, TO
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.players.random import RandomPlayer
from tests import fuzzer
from tests.fuzzer import LONGEST, Policy
from tests.games.rommel_in_the_desert.clashes import clash

__all__ = [
    "FIRES",
    "LONGEST",
    "POLICIES",
    "Curious",
    "Fuzzed",
    "next_choice",
    "policy_of",
    "promised",
    "recorded",
    "special",
    "starts",
]

SPECIAL = Path(__file__).parent / "positions"
FIRES = "# fires: "
MOST_STARTS = 400

OFTEN, HALF, SELDOM = 0.85, 0.5, 0.1
SLIDING = ("step", "destination", "deploy-to", "march-to")
"""Decisions about a way, on which a side goes towards the enemy."""


def uniform(rng: Random) -> Policy:
    """Every legal choice is as likely as any other."""
    player = RandomPlayer(rng, GAME.verbs, rarely=0)
    return lambda state, options: player.pick(options)


def done_rarely(rng: Random) -> Policy:
    """What ends something comes up one time in twenty."""
    player = RandomPlayer(rng, GAME.verbs)
    return lambda state, options: player.pick(options)


class ContactSeeking:
    """Lays cards, moves towards the enemy and into his hexes, fights what may be fought; otherwise as it comes."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.player = RandomPlayer(rng, GAME.verbs)

    def __call__(self, state: Position, options: Options) -> Choice:
        offered, kind = dict(options), GAME.kind_names[state.frames[-1][0]]
        if kind == "lay" and REAL in offered and self.rng.random() < OFTEN:
            return pack(REAL, self.any_of(offered[REAL]))
        if kind in SLIDING and self.rng.random() < OFTEN:
            return self.advance(state, offered, options)
        if kind == "name-battles" and self.rng.random() < OFTEN:
            verb = ASSAULT if ASSAULT in offered and self.rng.random() < HALF else FIGHT
            if verb in offered:
                return pack(verb, self.any_of(offered[verb]))
        if kind in ("spend", "refuse-battle", "choose-retreat") and self.rng.random() < HALF:
            return pack(DONE)
        return self.player.pick([option for option in options if option[0] != PASS] or options)

    def any_of(self, mask: int) -> int:
        return self.rng.choice(list(ones(mask)))

    def advance(self, state: Position, offered: dict[int, int], options: Options) -> Choice:
        """Into an enemy hex, or nearer to one; stop when nothing leads nearer."""
        if EXIT in offered and self.rng.random() < HALF:
            return pack(EXIT)
        verb = HEX if HEX in offered else TO
        enemy = state.held[1 - GAME.actor(state)]
        if verb not in offered or not enemy:
            return self.player.pick(options)
        if offered[verb] & enemy:
            return pack(verb, self.any_of(offered[verb] & enemy))
        best = min(ones(offered[verb]), key=lambda place: (nearness(state, place, enemy), self.rng.random()))
        here = state.place[state.frames[-1][2]] if verb == HEX else -1
        if STOP in offered and nearness(state, best, enemy) >= nearness(state, here, enemy):
            return pack(STOP)
        return pack(verb, best)


def nearness(state: Position, place: int, enemy: int) -> int:
    """The distance to the next enemy hex."""
    return min(state.printed.board.distance(place, other) for other in ones(enemy))


POLICIES: dict[str, Callable[[Random], Policy]] = {
    "uniform": uniform,
    "done-rarely": done_rarely,
    "contact": ContactSeeking,
}


def next_choice(state: Position, policy: Policy, rng: Random, options: Options | None = None) -> Choice:
    """What happens next: an outcome of chance, or the choice of the side to decide."""
    return fuzzer.next_choice(GAME, state, policy, rng, options)


def recorded() -> list[str]:
    """The recorded mid-game positions, as text."""
    return recorded_positions(GAME.folder)


def policy_of(number: int) -> str:
    """The policies in turn."""
    return list(POLICIES)[number % len(POLICIES)]


def starts(seed: str) -> Iterator[str]:
    """The set-up of every scenario, then clashes and recorded positions in turn."""
    for info in GAME.scenarios:
        yield GAME.write_position(GAME.start(info.id))
    for number in range(MOST_STARTS // 2):
        yield GAME.write_position(clash(Random(f"{seed} clash {number}")))
        yield recorded()[number % len(recorded())]


def special() -> dict[str, str]:
    """The positions written for rules that fire seldom, by name: the paragraph, then a few words."""
    return fuzzer.texts_in(SPECIAL)


def promised(text: str) -> set[str]:
    """The signs that a special position was written for: those its comments list."""
    return {line.removeprefix(FIRES) for line in text.splitlines() if line.startswith(FIRES)}


@dataclass
class Fuzzed(fuzzer.Fuzzed):
    """One game of Rommel in the Desert."""

    game = GAME
    policies = POLICIES
    numbers_asked = 8

    def check_state(self, state: Position) -> None:
        check_blocks(state)
        check_battles(state)
        check_cards(state)

    def of_note(self, state: Position, verb: int, noun: str) -> list[int]:
        """Units on the map; hexes with units in them and around them."""
        if noun == "unit":
            return [unit for unit, place in enumerate(state.place) if place >= 0]
        held = state.held[0] | state.held[1]
        return list(ones(held | state.printed.board.spread(held)))


class Curious(Fuzzed):
    """A game in which `why not?` is asked often."""

    questions_every = 1


# What must hold at every moment


def check_blocks(state: Position) -> None:
    """No block is lost or doubled: each is on a hex or in a box, in whole steps; marks are on blocks in play."""
    board, scenario = state.printed.board, state.printed
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else place >= -BOXES
        assert known, f"{scenario.units[unit].id} is at {place}"
        assert state.cv[unit] % scenario.step[unit] == 0, f"{scenario.units[unit].id} has CV {state.cv[unit]}"
        assert state.cv[unit] <= scenario.max_cv[unit]
    off_map = sum(1 << unit for unit, place in enumerate(state.place) if place < 0)
    for name in UNIT_SETS:
        if name not in ("moved", "fired", "disengaged"):
            assert not getattr(state, name) & off_map, f"a block beside the map is {name}"


def check_battles(state: Position) -> None:
    """Hexsides are crossed by one side; what was shown to all both sides may believe in."""
    assert not state.crossed[0] & state.crossed[1], "a hexside belongs to both sides"
    assert not state.attacker_hexes[0] & state.attacker_hexes[1], "both sides are the Attacker"


def check_cards(state: Position) -> None:
    """28 real cards and 14 dummies, wherever they are; no hand is too large."""
    left = deck(state)
    real = [*state.real, state.real_laid, state.real_spent, left[0]]
    dummies = [*state.dummies, state.dummies_laid, state.dummies_spent, left[1]]
    assert min(real + dummies) >= 0, "cards are owed"
    assert (sum(real), sum(dummies)) == (REAL_CARDS, DUMMY_CARDS)
    for side in (0, 1):
        assert state.real[side] + state.dummies[side] <= HAND_LIMIT, "a hand is too large"
