"""What is impossible about the frames of a battle in a position from outside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.dark_sands.rules.c11_headquarters import DISPLACEMENT
from sandtable.games.dark_sands.rules.c13_supports import ATTACHING, COMMITTING
from sandtable.games.dark_sands.rules.c20_advance import ADVANCING
from sandtable.games.dark_sands.rules.c20_combat import (
    BATTLE,
    BATTLES,
    ROLL,
    SITTING_OUT,
    TABLE,
    attacker_supports,
    defender_supports,
    gather,
    roll,
)
from sandtable.games.dark_sands.rules.c20_losses import LOSS
from sandtable.games.dark_sands.rules.c20_retreat import FALLING_BACK, STAND, THINNING, fall_back
from sandtable.games.dark_sands.state import MOVE, Sands
from sandtable.kernel.flow import Kind
from sandtable.kernel.state import Frame
from tests.games.dark_sands.desert import HEX, desert, number, play, units
from tests.games.dark_sands.fights import SUPPORT, attack, fought, ready

PLACED = {"5/4 Ind": "1433", "7/4 Ind": "1433", "Brescia": "1432", "Pavia": "1432", "HQ 21 Corps": "1432"}
TWO = ("5/4 Ind", "7/4 Ind")
Spoil = Callable[[Sands], object]


def faults(kind: Kind, state: Sands, frame: Frame | None = None) -> int:
    return len(list(kind.faults(state, frame or kind.frame())))


def before_the_die() -> Sands:
    return attack(desert(PLACED), "allied", "1432", *TWO)


def retreating() -> Sands:
    state = fought(PLACED, "allied", "1432", *TWO, die=5)
    play(state, "retreat:1431")
    return state


def put(**fields: object) -> Spoil:
    def spoil(state: Sands) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        put(target=-1),
        put(active=-1),
        put(attackers=0),
        put(attackers=units("Brescia")),
        put(attackers=units("HQ 13 Corps")),
        put(attackers=units("22 Gds")),
        put(target=HEX["1435"]),
        put(target=HEX["1434"]),
        put(losses=[0, 1]),
        put(retreat_left=1),
        put(retreating=units("Brescia")),
        put(contributors=units("Trento")),
        put(contributors=units("HQ 21 Corps")),
        put(contributors=units("22 Gds")),
    ],
)
def test_a_battle_before_its_die(spoil: Spoil) -> None:
    state = before_the_die()
    frame = BATTLE.frame(step=BATTLE.steps.index(roll) + 1)
    assert not faults(BATTLE, state, frame)
    spoil(state)
    assert faults(BATTLE, state, frame)


@pytest.mark.parametrize(
    "spoil",
    [
        put(retreating=units("Brescia", "5/4 Ind")),
        put(retreating=units("HQ 21 Corps")),
        put(retreating=units("Brescia", "Trento")),
        put(retreating=units("Garrison It 1")),
        put(attackers=units("Trento")),
    ],
)
def test_a_battle_after_its_die(spoil: Spoil) -> None:
    state = retreating()
    frame = BATTLE.frame(step=BATTLE.steps.index(fall_back) + 1)
    assert not faults(BATTLE, state, frame)
    state.place[number("Trento")], state.place[number("Garrison It 1")] = HEX["1430"], HEX["1431"]
    state.rebuild()
    spoil(state)
    assert faults(BATTLE, state, frame)


def test_gathering_needs_no_attackers_yet() -> None:
    state = before_the_die()
    state.attackers = state.contributors = 0
    assert not faults(BATTLE, state, BATTLE.frame(step=BATTLE.steps.index(gather) + 1))
    assert faults(BATTLE, state, BATTLE.frame(step=BATTLE.steps.index(gather) + 2))


def test_nobody_is_attacked() -> None:
    state = before_the_die()
    for name in ("Brescia", "Pavia", "HQ 21 Corps"):
        state.place[number(name)] = HEX["1430"]
    state.contributors = state.attackers
    state.rebuild()
    assert faults(BATTLE, state, BATTLE.frame(step=BATTLE.steps.index(roll) + 1))


@pytest.mark.parametrize("spoil", [put(active=-1), put(action=MOVE)])
def test_a_combat_action(spoil: Spoil) -> None:
    state = before_the_die()
    assert not faults(BATTLES, state)
    spoil(state)
    assert faults(BATTLES, state)


@pytest.mark.parametrize(
    ("kind", "values", "good", "spoil"),
    [
        (LOSS, (0,), put(losses=[1, 0]), put(losses=[0, 0])),
        (LOSS, (0,), put(losses=[1, 0]), put(contributors=units(*TWO))),
        (STAND, (), put(retreat_left=4, target=HEX["2830"]), put(retreat_left=0)),
        (STAND, (), put(retreat_left=4, target=HEX["2830"]), put(target=HEX["1432"])),
        (FALLING_BACK, (), put(retreat_left=4, retreating=units("Brescia")), put(retreat_left=0)),
        (FALLING_BACK, (), put(retreat_left=4, retreating=units("Brescia")), put(retreating=0)),
        (ADVANCING, (), put(target=HEX["1434"]), put(target=HEX["1432"])),
        (ROLL, (), put(), put(contributors=units("5/4 Ind", "Brescia", "Pavia"), reduced=units("5/4 Ind"))),
        (DISPLACEMENT, (number("HQ 21 Corps"),), put(), put(place=[-1] * len(desert().place))),
    ],
)  # fmt: skip
def test_decisions_of_a_battle(kind: Kind, values: tuple[int, ...], good: Spoil, spoil: Spoil) -> None:
    state, frame = before_the_die(), kind.frame(*values)
    if kind is DISPLACEMENT:
        state = desert({**PLACED, "Trento": "1430", "Bologna": "1434"})
    good(state)
    assert not faults(kind, state, frame)
    spoil(state)
    assert faults(kind, state, frame)


def test_the_headquarters_that_displaces() -> None:
    assert faults(DISPLACEMENT, desert(PLACED), DISPLACEMENT.frame(number("Brescia")))
    assert faults(DISPLACEMENT, desert({"HQ 21 Corps": "1432"}), DISPLACEMENT.frame(number("HQ 21 Corps")))


def test_who_sits_out_and_who_is_too_many() -> None:
    state = attack(desert(PLACED | {"22 Gds": "1433"}), "allied", "1432", *TWO, "22 Gds")
    assert not faults(SITTING_OUT, state, SITTING_OUT.frame(1, HEX["1433"]))
    assert faults(SITTING_OUT, state, SITTING_OUT.frame(0, HEX["1432"]))
    crowd = dict.fromkeys(("Brescia", "Trento", "Bologna", "Pavia"), "1432")
    state = attack(desert({"5/4 Ind": "1433", "7/4 Ind": "1433", **crowd}), "allied", "1432", *TWO)
    state.retreating = units("Pavia")
    assert not faults(THINNING, state)
    state.retreating = 0
    assert faults(THINNING, state)


def test_the_table_is_chosen_only_for_an_assault() -> None:
    assert faults(TABLE, before_the_die())
    placed = {"152/51": "1433", "153/51": "1433", "Brescia": "1432"}
    assert not faults(TABLE, attack(desert(placed, turn=14), "allied", "1432", "152/51", "153/51"))


def test_the_side_that_commits_its_supports() -> None:
    state = ready(before_the_die(), "1/33 AT", "RAF +1")
    for step, right in ((attacker_supports, 1), (defender_supports, 0)):
        state.frames = [BATTLES.frame(), BATTLE.frame(step=BATTLE.steps.index(step) + 1)]
        assert not faults(COMMITTING, state, COMMITTING.frame(right))
        assert faults(COMMITTING, state, COMMITTING.frame(1 - right))
        assert bool(faults(ATTACHING, state, ATTACHING.frame(0, SUPPORT["1/33 AT"]))) == bool(right)
    assert faults(ATTACHING, state, ATTACHING.frame(0, SUPPORT["Regia Aero +1"]))
    assert faults(ATTACHING, state, ATTACHING.frame(0, SUPPORT["1/18 AT"]))


@pytest.mark.parametrize(
    "frame",
    [LOSS.frame(0), STAND.frame(), FALLING_BACK.frame(), THINNING.frame(), ADVANCING.frame(), ROLL.frame(),
     TABLE.frame(), SITTING_OUT.frame(0, 0), COMMITTING.frame(0), ATTACHING.frame(0, 0)],
)  # fmt: skip
def test_a_battle_that_is_nowhere_is_not_asked_about(frame: Frame) -> None:
    """Its own faults say what is wrong."""
    state = before_the_die()
    state.target = -1
    kinds = (LOSS, STAND, FALLING_BACK, THINNING, ADVANCING, ROLL, TABLE, SITTING_OUT, COMMITTING, ATTACHING)
    kind = next(kind for kind in kinds if kind.number == frame[0])
    assert not faults(kind, state, frame)


@pytest.mark.parametrize("field", ["attackers", "contributors", "retreating"])
def test_nor_is_one_with_units_off_the_map(field: str) -> None:
    state = before_the_die()
    state.losses = [0, 0]
    assert faults(LOSS, state, LOSS.frame(0))
    setattr(state, field, getattr(state, field) | units("22 Gds"))
    assert not faults(LOSS, state, LOSS.frame(0))
