"""Positions from outside in the middle of a movement action: what is impossible about them is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.rules.c19_extended import END_CHECK, FORCED, ONWARD
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c19_naval import RETURN, VOYAGE
from sandtable.games.dark_sands.state import COMBAT, Sands
from sandtable.kernel.flow import Kind, pop, push
from tests.games.dark_sands.desert import HEX, acting, desert, number, play, units

GAME = "dark-sands"
Change = Callable[[Sands], object]


def faults(state: Sands) -> set[str]:
    """What the frames object to."""
    return {fault.text for frame in state.frames for fault in SANDS.kinds[frame[0]].faults(state, frame)}


def moving(side: str, placed: dict[str, str], *played: str, **fields: Any) -> Sands:
    state = acting(desert(placed, **fields), side, "move", MOVEMENT)
    play(state, *played)
    return state


def extended() -> Sands:
    return moving("allied", {"22 Gds": "2055"}, "unit:22-Gds", "extended")


def at_the_border() -> Sands:
    state = extended()
    play(state, "to:2056")
    return state


def at_the_end() -> Sands:
    return moving("allied", {"22 Gds": "2045"}, "unit:22-Gds", "extended", "to:2044", "stop")


def forced_on() -> Sands:
    state = at_the_border()
    play(state, "5")
    return state


def grouped() -> Sands:
    return moving("allied", {"22 Gds": "1633", "16/70": "1633", "5/4 Ind": "1640"}, "unit:22-Gds", "unit:16/70")


def sailing() -> Sands:
    return moving("allied", {"22 Gds": "1877", "16/70": "2830"}, "sail:22-Gds")


def exchanging() -> Sands:
    state = sailing()
    play(state, "port:2830")
    return state


def crowded() -> Sands:
    names = ("22 Gds", "5/4 Ind", "7/4 Ind", "11/4 Ind")
    return moving("allied", dict.fromkeys(names, "1633"), "done")


def on_top(kind: Kind, *values: int) -> Change:
    """Another frame takes the place of the one on top."""

    def change(state: Sands) -> None:
        pop(state)
        push(state, kind, *values)

    return change


def fields(**values: int) -> Change:
    def change(state: Sands) -> None:
        for name, value in values.items():
            setattr(state, name, value)

    return change


def away(name: str) -> Change:
    """A unit is not on the map."""

    def change(state: Sands) -> None:
        state.place[number(name)] = -1

    return change


STARTS = (extended, at_the_border, at_the_end, forced_on, grouped, sailing, exchanging, crowded)


@pytest.mark.parametrize("start", STARTS)
def test_whatever_comes_up_in_play_is_possible(start: Callable[[], Sands]) -> None:
    assert not faults(start())


@pytest.mark.parametrize(
    ("start", "change", "words"),
    [
        (grouped, fields(active=-1), "no side carries out a movement action"),
        (grouped, fields(action=COMBAT), "no side carries out a movement action"),
        (grouped, fields(movers=units("Sirte")), "units may move that are not theirs"),
        (grouped, fields(movers=units("22 Gds", "16/70", "Polish")), "units may move that are not on the map"),
        (
            grouped,
            fields(movers=units("22 Gds", "16/70", "Garrison Br 1")),
            "units may move that are not on the map",
        ),
        (grouped, fields(group=0), "there is no group, or units in it may not move"),
        (grouped, fields(moved=units("16/70")), "there is no group, or units in it may not move"),
        (grouped, fields(group=units("22 Gds", "5/4 Ind")), "units move as one that are not together"),
        (grouped, fields(origin=-1), "the group has not come from there"),
        (grouped, fields(origin=HEX["1640"]), "the group has not come from there"),
        (grouped, fields(spent=4), "the group has not made a step yet"),
        (grouped, fields(halted=1), "the group has not made a step yet"),
        (grouped, fields(crossed=1), "the group has not made a step yet"),
        (grouped, fields(left_sections=1), "the group has not made a step yet"),
        (grouped, fields(extended=1), "extended movement cannot begin here"),
        (extended, fields(oos=units("22 Gds")), "these units cannot move by extended movement"),
        (extended, fields(no_extended=1), "these units cannot move by extended movement"),
        (at_the_border, fields(extended=0), "no group has entered another section by extended movement"),
        (at_the_border, fields(crossed=0), "no group has entered another section by extended movement"),
        (at_the_end, on_top(END_CHECK, 0), "nobody checks, or units that are not on the map"),
        (at_the_end, on_top(END_CHECK, units("Sirte")), "nobody checks, or units that are not on the map"),
        (at_the_end, on_top(END_CHECK, units("Polish")), "nobody checks, or units that are not on the map"),
        (forced_on, fields(moved=0), "that unit cannot be forced on"),
        (forced_on, away("22 Gds"), "that unit cannot be forced on"),
        (forced_on, fields(active=0), "that unit cannot be forced on"),
        (sailing, on_top(VOYAGE, number("16/70")), ""),
        (sailing, on_top(VOYAGE, number("5/4 Ind")), "that unit cannot go by sea"),
        (sailing, fields(sailed=2), "that unit cannot go by sea"),
        (exchanging, on_top(RETURN, HEX["1633"], HEX["2830"]), "units are exchanged between friendly ports only"),
        (exchanging, on_top(RETURN, HEX["1877"], HEX["1633"]), "units are exchanged between friendly ports only"),
        (exchanging, fields(shipped=0), "nobody has gone by sea"),
        (crowded, away("22 Gds"), "no hex of that side is overstacked"),
        (crowded, fields(active=0), "only whoever has moved thins out"),
    ],
)
def test_what_is_impossible_is_said(start: Callable[[], Sands], change: Change, words: str) -> None:
    state = start()
    change(state)
    state.rebuild()
    found = faults(state)
    assert any(fault.startswith(words) for fault in found) if words else not found


def test_a_forced_unit_has_somewhere_to_go() -> None:
    state = forced_on()
    pop(state)
    pop(state)
    push(state, FORCED, number("22 Gds"), 0, 0)
    push(state, ONWARD)
    assert "the unit has nowhere to go on to" in faults(state)
