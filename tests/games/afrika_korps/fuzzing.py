"""Games of Afrika Korps played at random and checked on the way: what of it only this game knows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.arena.bench import recorded_positions
from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.boards.hexes import STEPS
from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.printed.data import AXIS
from sandtable.games.afrika_korps.rules.c21_substitutes import class_of
from sandtable.games.afrika_korps.state import INSIDE, OFF, Position, combat_units_at, hexes_of
from sandtable.games.afrika_korps.verbs import BREAK, CAPTURE, DESTROY, FORM, SUPPLY, UNIT
from sandtable.kernel.bits import ones
from tests import fuzzer
from tests.fuzzer import LONGEST
from tests.games.afrika_korps.policies import POLICIES
from tests.games.afrika_korps.witnesses import Watch

__all__ = ["LONGEST", "Fuzzed", "cited", "paragraphs", "promised", "recorded", "special"]

SPECIAL = Path(__file__).parent / "positions"
QUOTED = re.compile(r'"(\d+(?:\.\d+)+)"')
CLAUSES = re.compile(r"^# clauses: (.*)$", re.MULTILINE)
RETREATING, FIGHTING = {"retreat", "conduct-retreat", "overflow"}, {"declare-battles", "combat"}
DRAWING = ("panels", "battle_panels", "overlays")
"""Modules that name paragraphs beside figures, in neither events nor refusals."""


def paragraphs() -> frozenset[str]:
    """The paragraphs of the rulebook."""
    return fuzzer.paragraphs(GAME)


@cache
def cited() -> frozenset[str]:
    """The paragraphs that the modules of the game name in events and refusals."""
    named: set[str] = set()
    for path in GAME.folder.glob("*.py"):
        if path.stem not in DRAWING:
            named |= set(QUOTED.findall(path.read_text(encoding="utf-8")))
    return frozenset(named & paragraphs())


def recorded() -> list[str]:
    """The recorded mid-game positions, as text."""
    return recorded_positions(GAME.folder)


def special() -> dict[str, str]:
    """The positions written for rules that fire seldom, by name: the clause or paragraph, then a word or two."""
    return fuzzer.texts_in(SPECIAL)


def promised(text: str) -> set[str]:
    """The clauses that a special position was written for: those its comment lists."""
    return {clause for line in CLAUSES.findall(text) for clause in line.split()}


@dataclass
class Fuzzed(fuzzer.Fuzzed):
    """One game of Afrika Korps."""

    game = GAME
    policies = POLICIES
    watch: Watch | None = None

    def check_state(self, state: Position) -> None:
        check_counters(state)
        check_hexes(state)

    def of_note(self, state: Position, verb: int, noun: str) -> list[int]:
        return places_of_note(state) if noun == "hex" else units_of_note(state, verb)


# What must hold at every moment


def check_counters(state: Position) -> None:
    """No counter is lost or doubled: each is on a playable hex or in a box, or in a known substitute."""
    board = state.printed.board
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else INSIDE <= place <= OFF
        assert known, f"{state.printed.units[unit].id} is at {place}"
    inside = sum(1 << unit for unit, place in enumerate(state.place) if place == INSIDE)
    assert inside == sum(state.parts), "units inside substitutes are not accounted for"


def check_hexes(state: Position) -> None:
    """Nobody stands on enemies, unless they are under automatic victory; who is not moving does not overstack."""
    for place in ones(state.occupied[0] & state.occupied[1]):
        resting = combat_units_at(state, place, 1 - state.active)
        assert not resting & ~state.cancelled, f"both sides stand in {state.printed.board.names[place]}"
    for side in sides_at_rest(state):
        for place in ones(state.occupied[side]):
            size = combat_units_at(state, place, side).bit_count()
            assert size <= state.printed.stacking, f"{size} units in {state.printed.board.names[place]}"


def sides_at_rest(state: Position) -> list[int]:
    """6.3: those whose stacks are no longer, or not yet, in motion."""
    kinds = {GAME.kind_names[frame[0]] for frame in state.frames}
    if kinds & RETREATING:
        return []
    waits = state.turn == 1 and state.active == AXIS  # 2.2.1: a deployment may overstack until its side has moved
    idle = [] if waits else [1 - state.active]
    return [*idle, state.active] if kinds & FIGHTING else idle


# Questions asked at some moments


def units_of_note(state: Position, verb: int) -> list[int]:
    """The units on the map; for what is done to supply, supply alone; for substitutes, those and their parts."""
    printed, frame = state.printed, state.frames[-1]
    if verb in (FORM, BREAK):
        return list(ones(printed.substitutes))
    if verb == UNIT and GAME.kind_names[frame[0]] == "break-substitute":
        return list(ones(class_of(printed, frame[2])))
    wanted = printed.supply if verb in (CAPTURE, DESTROY, SUPPLY) else -1
    return [unit for unit, place in enumerate(state.place) if place >= 0 and wanted >> unit & 1]


def places_of_note(state: Position) -> list[int]:
    """Hexes around the moving side and of its enemy, and those that the rulebook names."""
    printed = state.printed
    own = sum(1 << unit for unit in ones(printed.side_units[state.active]) if state.place[unit] >= 0)
    places = hexes_of(state, own)
    near = printed.board.spread(places) | state.occupied[1 - state.active]
    named = (printed.tobruch, printed.bengasi, *printed.base, printed.two_roads_west, printed.two_roads_north)
    beyond = [number for place in ones(places) for number in beyond_the_edge().get(place, ())]
    return [*ones(near), *named * 3, *beyond]


@cache
def beyond_the_edge() -> dict[int, list[int]]:
    """By playable hex what touches it and is closed to it: hexes of the backdrop, and hexes over closed sides."""
    printed = GAME.load_data()
    board = printed.board
    backdrop = {diagonal_to_axial(name): board.size + n for n, (name, _) in enumerate(printed.backdrop)}
    found = {}
    for place in ones(board.all):
        q, r = board.axial[place]
        outside = [backdrop[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in backdrop]
        closed = [*ones(board.touching[place] & ~board.adjacent[place])]
        if outside or closed:
            found[place] = [*outside, *closed]
    return found
