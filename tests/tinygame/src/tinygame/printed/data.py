"""The box: board, pieces, cards and scenarios, read from `data/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.kernel.bits import mask_of
from sandtable.kernel.fields import Nouns
from sandtable.kernel.tables import check_overrides, fingerprint, locate, read_table

FOLDER = Path(__file__).parent.parent
FILES = ("board.csv", "cards.csv", "pieces.csv", "scenarios.csv")
SCENARIO_COLUMNS = ("scenario", "turns", "face", "hexes")
SIDES = ("Red", "Blue")
RED, BLUE = 0, 1
CENTRE = 0
NOTHING = "nothing"
DOWN, UP = FACES = ("down", "up")


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything printed, by number; the names of the numbers are in `nouns`."""

    nouns: Nouns
    hexes: tuple[str, ...]
    neighbours: tuple[int, ...]
    homes: tuple[int, ...]
    """Bit set of hexes, by side."""
    pieces: tuple[str, ...]
    owners: tuple[int, ...]
    strengths: tuple[int, ...]
    cards: tuple[str, ...]
    values: tuple[int, ...]
    """Of the cards, and after them 0: the value of bidding nothing."""
    turns: dict[str, int]
    scenarios: tuple[str, ...]
    face_up: int
    """The scenarios in which nothing is hidden."""
    in_play: tuple[int, ...]
    """Bit set of hexes, by scenario."""
    fingerprint: str

    @property
    def nothing(self) -> int:
        """The bid that is no card."""
        return len(self.cards)

    def own(self, side: int) -> int:
        """The pieces of a side."""
        return mask_of(piece for piece, owner in enumerate(self.owners) if owner == side)


@cache
def load_printed(overrides: Path | None = None) -> Printed:
    """Read the data files, those of `overrides` in place of ours."""
    data = FOLDER / "data"
    check_overrides(overrides, FILES)
    board = read_table(data, "board.csv", ("hex", "neighbours", "home"), overrides, key=("hex",))
    pieces = read_table(data, "pieces.csv", ("piece", "side", "strength"), overrides, key=("piece",))
    cards = read_table(data, "cards.csv", ("card", "value"), overrides, key=("card",))
    scenarios = read_table(data, "scenarios.csv", SCENARIO_COLUMNS, overrides, key=("scenario",))
    names = {
        "hex": tuple(row.text("hex", required=True) for row in board),
        "piece": tuple(row.text("piece", required=True) for row in pieces),
        "card": tuple(row.text("card", required=True) for row in cards),
        "side": tuple(side.lower() for side in SIDES),
        "scenario": tuple(row.text("scenario", required=True) for row in scenarios),
    }
    homes = [row.one_of("home", ("", *SIDES)) for row in board]
    return Printed(
        nouns=Nouns({**names, "bid": (*names["card"], NOTHING)}),
        hexes=names["hex"],
        neighbours=tuple(mask_of(map(names["hex"].index, row.words("neighbours", names["hex"]))) for row in board),
        homes=tuple(mask_of(place for place, home in enumerate(homes) if home == side) for side in SIDES),
        pieces=names["piece"],
        owners=tuple(SIDES.index(row.one_of("side", SIDES)) for row in pieces),
        strengths=tuple(row.integer("strength", 0) for row in pieces),
        cards=names["card"],
        values=(*(row.integer("value", 1) for row in cards), 0),
        turns={row.text("scenario"): row.integer("turns", 1) for row in scenarios},
        scenarios=names["scenario"],
        face_up=mask_of(n for n, row in enumerate(scenarios) if row.one_of("face", FACES) == UP),
        in_play=tuple(mask_of(map(names["hex"].index, row.words("hexes", names["hex"]))) for row in scenarios),
        fingerprint=fingerprint(locate(data, name, overrides) for name in FILES),
    )
