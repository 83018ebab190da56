"""What a player can do: the verbs of its choices."""

from __future__ import annotations

from sandtable.kernel.choices import Verb

VERBS = (
    # Chits (18)
    Verb("play", "chit"),  # the initiative chit, or a priority chit
    Verb("pre-empt", "chit"),
    Verb("hold", closes=True),  # keep the priority chit
    Verb("move-side", closes=True),  # a combined chit: its Move or Half Move side
    Verb("combat-side", closes=True),
    Verb("formation", "formation"),  # what a named chit activates
    Verb("stack", "hex"),  # Rommel: all German units in a hex
    Verb("activate", "unit", gathers=True),
    # Movement (19)
    Verb("unit", "unit", gathers=True),
    Verb("to", "hex"),
    Verb("drop", "unit"),  # a unit of the group stays behind
    Verb("infiltrate", "hex"),  # 19.1.4
    Verb("extended", closes=True),  # the group goes on by extended movement (19.1.7)
    Verb("sail", "unit", aside=True),  # 19.4: a unit for the sea, then the port
    Verb("port", "hex"),
    Verb("back", "unit"),  # a unit that comes back in exchange
    Verb("garrison", "unit", aside=True),  # a garrison counter that is formed here (13.6)
    Verb("box", "unit", aside=True),  # the unit that builds a box (13.7)
    Verb("disband", "unit", aside=True),  # a garrison is removed (13.6.3)
    Verb("raze", "hex", aside=True),  # a box is removed (13.7.3)
    Verb("eliminate", "unit"),  # overstacking (7.3), and other eliminations by choice
    # Combat (20)
    Verb("attack", "hex"),
    Verb("join", "unit", gathers=True),
    Verb("leave", "unit"),
    Verb("support", "support"),
    Verb("attach", "unit"),  # the unit that gets the anti-tank guns (13.5)
    Verb("assault", closes=True),  # the Assault table (20.2.4)
    Verb("mobile", closes=True),
    Verb("lose", "unit"),
    Verb("retreat", "hex"),
    Verb("displace", "hex"),
    Verb("advance", "unit", gathers=True),
    # Replacements and reinforcements (15, 17, 22)
    Verb("rebuild", "unit"),
    Verb("restore", "unit"),  # a reduced unit to full strength
    Verb("enter", "unit"),
    Verb("exchange", "unit"),  # the departing unit whose place is taken (22.4)
    # Anywhere
    Verb("stop", closes=True),
    Verb("done", closes=True),
)
(
    PLAY,
    PREEMPT,
    HOLD,
    MOVE_SIDE,
    COMBAT_SIDE,
    FORMATION,
    STACK,
    ACTIVATE,
    UNIT,
    TO,
    DROP,
    INFILTRATE,
    EXTENDED,
    SAIL,
    PORT,
    BACK,
    GARRISON,
    BOX,
    DISBAND,
    RAZE,
    ELIMINATE,
    ATTACK,
    JOIN,
    LEAVE,
    SUPPORT,
    ATTACH,
    ASSAULT,
    MOBILE,
    LOSE,
    RETREAT,
    DISPLACE,
    ADVANCE,
    REBUILD,
    RESTORE,
    ENTER,
    EXCHANGE,
    STOP,
    DONE,
) = range(len(VERBS))
