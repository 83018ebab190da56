"""What each side wants: the numbers behind the recruit's judgement, and its ideas for a turn.

The Axis must win by October 1942, so it drives on and pays for ground; the Allies win by still being there, so
they keep their army and their ports, and strike back when the odds are good.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.players.planning import Policy

TOBRUCH, BENGASI, OWN_BASE, ENEMY_BASE = "Tobruch", "Bengasi", "own base", "enemy base"

AXIS_POLICY = Policy(
    objectives={TOBRUCH: 12.0, BENGASI: 4.0, OWN_BASE: 15.0, ENEMY_BASE: 18.0},
    boldness=1.0,
    reserve=1.0,
    weights={"exposure": 0.2, "progress": 1.0, "isolation": 1.5},
)
ALLIED_POLICY = Policy(
    objectives={TOBRUCH: 10.0, BENGASI: 1.5, OWN_BASE: 25.0, ENEMY_BASE: 6.0},
    boldness=0.8,
    reserve=1.0,
    weights={"exposure": 0.3, "progress": 0.6, "isolation": 1.0},
)
POLICIES = (AXIS_POLICY, ALLIED_POLICY)
"""By side."""


@dataclass(frozen=True, slots=True)
class Idea:
    """How a turn is played: are there attacks, and where do the other units go?"""

    name: str
    strikes: bool
    march: str
    """`stay`: where they are, if that is safe. `on`: towards what is still to be taken. `back`: home."""


IDEAS = (
    Idea("stand", False, "stay"),
    Idea("strike", True, "stay"),
    Idea("drive", True, "on"),
    Idea("march on", False, "on"),
    Idea("fall back", False, "back"),
)
