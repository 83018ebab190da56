"""Random positions full of contact: both armies thrown together around one place, somebody about to move."""

from __future__ import annotations

from random import Random

from sandtable.boards.floods import within
from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones

CENTRES = ("G25", "H2", "I33", "L59", "J62", "W3", "W6", "G20", "I48", "E18", "H24", "U54")
SIDES = ("axis", "allied")
NEAR = 4
STACKED = 0.45
ESCORTED = 0.7


def melee(rng: Random) -> Position:
    """Up to sixteen combat units and three supply units a side within four hexes of each other."""
    while True:
        state = GAME.read_position(_text(rng), GAME.load_data())
        if state.frames and not GAME.status(state):
            return state


def _text(rng: Random) -> str:
    printed = GAME.load_data()
    turn = rng.randint(2, printed.turns)
    lines = [f"turn {turn} {rng.choice(SIDES)}", f"phase: {rng.choice(('movement', 'movement', 'start'))}"]
    centre = printed.board.number[rng.choice(CENTRES)]
    hexes = list(ones(within(printed.board, 1 << centre, printed.board.all, NEAR)))
    rng.shuffle(hexes)
    half = rng.randint(len(hexes) // 3, 2 * len(hexes) // 3)
    stacks: dict[int, list[str]] = {}
    for side, ground in enumerate((hexes[:half], hexes[half:])):
        _place(stacks, side, ground, rng)
    lines += [f"{printed.board.names[place]}: {' '.join(names)}" for place, names in stacks.items()]
    return "\n".join(lines)


def _place(stacks: dict[int, list[str]], side: int, ground: list[int], rng: Random) -> None:
    """Put a side's units on its hexes, up to three together; supply and Rommel go with or without them."""
    printed = GAME.load_data()
    fighters = [printed.units[unit].id for unit in ones(printed.combat & ~printed.substitutes)]
    fighters = [name for name in fighters if printed.side_of[printed.unit_number[name]] == side]
    used: list[int] = []
    for name in rng.sample(fighters, rng.randint(2, 16)):
        open_stacks = [place for place in used if len(stacks[place]) < printed.stacking]
        place = rng.choice(open_stacks) if open_stacks and rng.random() < STACKED else rng.choice(ground)
        if len(stacks.setdefault(place, [])) < printed.stacking:
            stacks[place].append(name)
            used.append(place)
    helpers = [unit.id for unit in printed.units if unit.side == side and printed.supply >> unit.number & 1]
    helpers = rng.sample(helpers, rng.randint(0, 3))
    if side == printed.side_of[printed.rommel]:
        helpers.append(printed.units[printed.rommel].id)
    for name in helpers:
        stacks.setdefault(rng.choice(used if rng.random() < ESCORTED else ground), []).append(name)
