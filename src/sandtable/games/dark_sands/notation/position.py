"""Positions as text: everything is written and read by the declarations of the fields.

    2437: 1/5/21-Pz 104/21-Pz
    1740: 4/7-Arm HQ-13-Corps
    rebuildable: Sabratha 2-MG
    scenario: crusader
    turn: 9
    reduced: 104/21-Pz
    controlled axis: 2904 1600 2441 2141
    controlled allied: 2830 1960 1877 1571 1376
    supports: RAF-+1=ready 1/33-AT=ready
    railhead: 1546
    cup: logistics-1 axis-move-1 allied-13-corps-1
    held: axis-rommel-1 allied-auk-1
    frame: game-turn 7

A unit stands in the line of its hex, or of a box (rebuildable, away, gone, ready, used); one that is not named has
not arrived. Control is written for all ports, victory places and sources. The chits that have been played follow
one another in `played`; `run_side` and `run` say whose came last, and how many of them in a row.
"""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.positions import PositionText


class SandsText(PositionText[Sands]):
    """The lines of the declarations, and no others."""
