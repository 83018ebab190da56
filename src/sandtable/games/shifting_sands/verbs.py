"""What a player can do: the verbs of its choices."""

from __future__ import annotations

from sandtable.kernel.choices import Verb

VERBS = (
    # The hand (5.1, 6, 7)
    Verb("discard", "card"),
    Verb("take", "card"),  # 7.74, 19.4: a card chosen before the draw
    Verb("operations", "card"),
    Verb("redeploy", "card"),
    Verb("replacements", "card"),
    Verb("event", "card"),
    Verb("automatic", closes=True),  # 6.12: one operation point, without a card
    # Operations (7.2, 9)
    Verb("move-from", "space"),  # activate a space for movement
    Verb("attack-from", "space"),
    Verb("unit", "unit", gathers=True),
    Verb("to", "space"),
    Verb("join", "unit", gathers=True),  # armour joins an attack (9.16); units in a battle (11.22)
    Verb("leave", "unit"),
    Verb("attack", "space"),
    Verb("flank", closes=True),  # 11.31
    Verb("rommel", closes=True),  # 11.274
    Verb("combat-card", "card"),
    Verb("keep", "card"),  # 7.611: the winner keeps a combat card
    Verb("lose", "unit"),
    Verb("replace", "unit"),  # 11.44: the battlegroup that takes a division's place
    Verb("stand", "unit"),  # 11.53: the step that cancels a retreat
    Verb("retreat", "space"),
    Verb("displace", "space"),  # 11.47
    Verb("give-up", "unit"),  # 11.471: eliminated instead of displaced
    Verb("advance", "unit", gathers=True),
    Verb("mission", "unit"),  # 11.7: the LRDG
    Verb("intelligence", closes=True),
    Verb("raid", closes=True),
    # Placing, rebuilding, events
    Verb("place", "unit"),
    Verb("remove", "unit"),  # overstacking (8.2)
    Verb("restore", "unit"),
    Verb("rebuild", "unit"),
    Verb("name", "event"),
    Verb("reveal", "card"),
    Verb("point", "space"),
    # Anywhere
    Verb("yes", closes=True),
    Verb("no", closes=True),
    Verb("stop", closes=True),
    Verb("done", closes=True),
)
(
    DISCARD,
    TAKE,
    OPERATIONS,
    REDEPLOY,
    REPLACEMENTS,
    EVENT,
    AUTOMATIC,
    MOVE_FROM,
    ATTACK_FROM,
    UNIT,
    TO,
    JOIN,
    LEAVE,
    ATTACK,
    FLANK,
    ROMMEL,
    COMBAT_CARD,
    KEEP,
    LOSE,
    REPLACE,
    STAND,
    RETREAT,
    DISPLACE,
    GIVE_UP,
    ADVANCE,
    MISSION,
    INTELLIGENCE,
    RAID,
    PLACE,
    REMOVE,
    RESTORE,
    REBUILD,
    NAME,
    REVEAL,
    POINT,
    YES,
    NO,
    STOP,
    DONE,
) = range(len(VERBS))
