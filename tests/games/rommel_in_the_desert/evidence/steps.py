"""One step of Rommel in the Desert as a witness sees it, and combinators that only its witnesses need."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.state import Position, scenario_of
from tests import witnessing
from tests.witnessing import Where, Witness, always, start

PRINTED = GAME.load_data()


@dataclass
class Step(witnessing.Step):
    """A step of Rommel in the Desert."""

    game = GAME

    before: Position
    after: Position


def begins(scenario: str, where: Where = always) -> Witness:
    """A game of this scenario begins at its set-up."""
    return start(lambda step: scenario_of(step.before).id == scenario and where(step))


# Names, as the map and the blocks print them


def hexes(names: str) -> int:
    """These hexes as a bit set."""
    return PRINTED.board.mask(names.split())


def units(names: str) -> int:
    """These units as a bit set."""
    return sum(1 << PRINTED.unit_number[name] for name in names.split())
