"""Names a player can read, made from what a counter prints (1.2.1, 1.2.2, 1.3).

21 Pz 5 with the mark III is the 21st Panzer, 5th regiment.
"""

from __future__ import annotations

import re
from functools import cache

from sandtable.games.afrika_korps.printed.files import Unit

# 1.2.1, 1.2.2: sizes, and the letters that stand for a nation.
SIZES = {"XX": "division", "X": "brigade", "III": "regiment", "II": "battalion"}
NATION_LETTERS = {"A": "Australian", "I": "Indian", "SA": "South African", "NZ": "New Zealand"}
ABBREVIATIONS = {
    "Pz": "Panzer",
    "Arm": "Armoured",
    "Inf": "Infantry",
    "Gds": "Guards",
    "Recce": "reconnaissance",
    "Motor": "motor",
    "S.G": "support group",
    "Fj": "Fallschirmjäger",
    "Fr": "French",
    "Pol": "Polish",
    "Jews": "Jewish",
    **NATION_LETTERS,
}
ITALIAN_MARK = "It"
COMPLETE = ("S.G",)
"""Words that already say what size the unit is."""
_NUMBERED = re.compile(r"(\d+)([A-Z]*)")


@cache
def unit_title(unit: Unit) -> str:
    """The printed name written out; of counters without a size, and of Italian divisions, as they are known."""
    words = unit.label.split()
    size = SIZES.get(unit.size, "")
    if words[0] == ITALIAN_MARK:
        return f"{unit.id} {size}".strip()
    begins_with_number = bool(_NUMBERED.match(words[0]))
    if not size and not begins_with_number:
        return unit.label
    later = [place for place, word in enumerate(words) if place and _NUMBERED.fullmatch(word)]
    parts = [words[: later[0]], words[later[0] :]] if later and begins_with_number else [words]
    if not set(words) & set(COMPLETE) and size:
        parts[-1] = [*parts[-1], size]
    return ", ".join(" ".join(map(_written, part)) for part in parts)


def _written(word: str) -> str:
    """A word of the label: 4I is 4th Indian, Arm is Armoured."""
    found = _NUMBERED.fullmatch(word)
    if not found:
        return ABBREVIATIONS.get(word, word)
    number, nation = int(found[1]), found[2]
    return f"{number}{_ending(number)} {NATION_LETTERS.get(nation, nation)}".strip()


def _ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
