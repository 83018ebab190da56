"""The data files of the box, and their columns."""

from __future__ import annotations

from pathlib import Path

from sandtable.boards import JOIN_COLUMNS, LINK_COLUMNS
from sandtable.kernel.tables import DataFiles

FOLDER = Path(__file__).parent.parent
SCENARIOS = ("landing", "inland", "long-war")
FACES = ("one", "two", "three", "four", "five", "six")

FILES = DataFiles(
    FOLDER / "data",
    {
        "places.csv": "sheet place x y terrain label marks side",
        "joins.csv": f"{JOIN_COLUMNS} letter colour",
        "links.csv": f"{LINK_COLUMNS} bend",
        "lines.csv": "kind a b",
        "kinds.csv": "kind strength moves symbol letter size",
        "units.csv": "unit side kind " + " ".join(SCENARIOS),
        "cards.csv": "card title value uses first second",
        "chits.csv": "chit letters side",
        "scenarios.csv": "scenario turns hand out",
        "odds.csv": "column " + " ".join(FACES),
    },
)
