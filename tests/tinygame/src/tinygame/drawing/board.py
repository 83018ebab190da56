"""The printed board, for a client to draw."""

from __future__ import annotations

from sandtable.kernel.scene import NOWHERE, Board, Box, Cell, Line, Mark, Nation, Pile, Sheet, Sign, Terrain, Track
from tinygame.printed.data import BLUE, RED, Printed

PLACES = {"C": (1, 1), "N": (1, 0), "NE": (2, 0.5), "SE": (2, 1.5), "S": (1, 2), "SW": (0, 1.5), "NW": (0, 0.5)}
MARKS = {"C": (Mark("points", "1"),), "S": (Mark("port"), Mark("fort", "2")), "N": (Mark("source"), Mark("oasis"))}
NATIONS = (Nation("red", "Red", "#9c2f2f", "#fff4ea"), Nation("blue", "Blue", "#c3d8f2", "#14273a"))
BOXES = (Box("waiting", "Waiting"), Box("lost", "Lost"))


HANDS = (Pile("red hand", "Red's hand", "hand", RED), Pile("blue hand", "Blue's hand", "hand", BLUE))
DISCARDS, DECK = Pile("discards", "Discards", "discards"), Pile("deck", "Deck", "deck")
ROAD, RIVER = (("N", "C"), ("C", "SE")), (("NW", "C"),)


def board(printed: Printed, scenario: int) -> Board:
    """The hexes in play, of seven in columns, a road across the middle, a river, one piece of scenery."""
    number = {name: printed.hexes.index(name) for name in PLACES}
    used = [name for name in PLACES if printed.in_play[scenario] >> number[name] & 1]
    cells = [
        Cell(number[name], name, *PLACES[name], "hill" if name == "C" else "sand", marks=MARKS.get(name, ()))
        for name in used
    ]
    road, river = (
        tuple((number[a], number[b]) for a, b in pairs if {a, b} <= set(used)) for pairs in (ROAD, RIVER)
    )
    longest = max(printed.turns.values())
    return Board(
        title="Tiny Skirmish",
        sheets=(Sheet("map", "Map", "hex-columns"),),
        terrains=(
            Terrain("sand", "sand", " ", "#dcc88e", "sand"),
            Terrain("hill", "hill", "^", "#b08a5a", "rock"),
            Terrain("sea", "sea", "~", "#7fb0c8", "water"),
        ),
        cells=(*cells, Cell(NOWHERE, "sea", 0, 2.5, "sea")),
        lines=(
            Line("road", road, style="road"),
            Line("river", river, along_sides=True, style="river"),
        ),
        boxes=BOXES,
        tracks=(
            Track("turn", "Turn", tuple(str(turn) for turn in range(1, longest + 1))),
            Track("points", "Points", tuple(str(points) for points in range(longest + 1))),
        ),
        nations=NATIONS,
        piles=(*HANDS, DISCARDS, DECK),
        piece_nouns=("piece", "card"),
        key=(Sign("M", "moved"), Sign("!", "prize"), Sign("*", "attack")),
    )
