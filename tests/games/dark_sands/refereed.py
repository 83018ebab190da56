"""The game beside the referee's model: its positions on the game's board, and every way a battle can end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.calendar import RESULTS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c20_combat import BATTLE, BATTLES, engage
from sandtable.games.dark_sands.rules.c20_results import assault_loss
from sandtable.games.dark_sands.state import BYPASS, COMBAT, COMBAT_1, Sands, steps_of
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import listed, unpack
from sandtable.kernel.flow import advance
from tests.games.dark_sands.desert import DATA, HEX, hex_names, hexes, number, units
from tests.games.dark_sands.models.attacks import Attack
from tests.games.dark_sands.models.position import Counter, Position

ASKED = ("loss", "stand", "retreat", "thinning")
"""The decisions of a battle after its die; whatever comes next is no part of losses and retreats."""
Ends = frozenset[tuple[str, int, str]]
"""Each unit of a battle with its steps, none if it is eliminated, and its hex."""


def laid(position: Position) -> Sands:
    """A position of the model as the game has it."""
    state = Sands.blank(DATA)
    state.turn = position.turn
    state.railhead, state.rail_completed = HEX[position.railhead], int(position.rail_completed)
    state.bypass = BYPASS.index(position.bypass)
    for counter in position.counters:
        unit = number(counter.id)
        state.place[unit], state.version[unit] = HEX[counter.hex], counter.version
    for mark in ("reduced", "oos", "disorganised"):
        setattr(state, mark, units(*(counter.id for counter in position.counters if getattr(counter, mark))))
    for at, side in enumerate(SIDES):
        state.boxes[at] = hexes(*position.boxes[side])
        state.controlled[at] = hexes(*(place for place, owner in position.control.items() if owner == side))
    state.rebuild()
    return state


def noted(state: Sands) -> Position:
    """A position of the game as the model has it."""
    names = DATA.board.names
    return Position(
        state.turn,
        tuple(
            Counter(counter.id, names[place], *_marks(state, unit), version=state.version[unit])
            for unit, (counter, place) in enumerate(zip(DATA.units, state.place, strict=True))
            if place >= 0
        ),
        {side: frozenset(hex_names(state.boxes[at])) for at, side in enumerate(SIDES)},
        {place: side for at, side in enumerate(SIDES) for place in hex_names(state.controlled[at])},
        names[state.railhead],
        bool(state.rail_completed),
        BYPASS[state.bypass],
    )


def _marks(state: Sands, unit: int) -> tuple[bool, bool, bool]:
    return bool(state.reduced >> unit & 1), bool(state.oos >> unit & 1), bool(state.disorganised >> unit & 1)


def fighting(position: Position, attack: Attack) -> Sands:
    """An attack of the model, settled up to its die."""
    state = laid(position)
    state.target, state.attackers = HEX[attack.hex], units(*attack.attackers)
    state.active = DATA.owners[ones(state.attackers)[0]]
    state.action = COMBAT_1 if attack.minus_one else COMBAT
    engage(state, BATTLE.frame())
    state.contributors = units(*attack.attack_contributors, *attack.defence_contributors)
    return state


def endings(state: Sands, result: str, *, assault: bool) -> set[Ends]:
    """Every way in which the owners can take the losses and the retreat of a result."""
    state.result, state.infantry_loss = RESULTS.index(result), int(assault and result != "AE")
    fighters = tuple(ones(state.attackers | state.stacks[state.target] & ~DATA.hqs))
    state.frames = [BATTLES.frame(), BATTLE.frame(step=BATTLE.steps.index(assault_loss))]
    advance(state, GAME.kinds)
    return {ending(state, fighters) for state in _explored(state)}


def ending(state: Sands, fighters: Iterable[int]) -> Ends:
    return frozenset(
        (DATA.units[unit].id, steps_of(state, unit), DATA.board.names[state.place[unit]])
        if state.place[unit] >= 0
        else (DATA.units[unit].id, 0, "")
        for unit in fighters
    )


def _explored(state: Sands) -> Iterator[Sands]:
    """Whatever is chosen, from here to the end of losses and retreats."""
    ahead, seen = [state], set()
    while ahead:
        state = ahead.pop()
        if not state.frames or GAME.kind_names[state.frames[-1][0]] not in ASKED:
            yield state
            continue
        key = (tuple(state.place), state.reduced, tuple(state.frames), tuple(state.losses), state.retreat_left)
        if key in seen:
            continue
        seen.add(key)
        for choice in listed(GAME.kinds[state.frames[-1][0]].legal(state, state.frames[-1])):  # type: ignore[attr-defined]
            following = state.copy()
            kind = GAME.kinds[state.frames[-1][0]]
            kind.play(following, following.frames[-1], *unpack(choice))  # type: ignore[attr-defined]
            advance(following, GAME.kinds)
            ahead.append(following)
