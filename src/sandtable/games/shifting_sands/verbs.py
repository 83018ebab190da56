"""What a player can do: the verbs of its choices."""

from __future__ import annotations

from sandtable.kernel.choices import Verb

VERBS = (
    # The hand (5.1, 6, 7)
    Verb("discard", "card"),
    Verb("take", "card"),  # 7.74, 18.3, 19.4: a card chosen before the draw
    Verb("operations", "card"),
    Verb("redeploy", "card"),
    Verb("replacements", "card"),
    Verb("event", "card"),
    Verb("automatic", closes=True),  # 6.12: one operation point, without a card
    # Operations (7.2, 9)
    Verb("move-from", "space"),  # activate a space for movement
    Verb("attack-from", "space"),
    Verb("intelligence", closes=True),  # 11.73
    Verb("raid", closes=True),  # 11.74
    Verb("unit", "unit"),
    Verb("to", "space"),
    # Battles (11)
    Verb("attack", "space"),
    Verb("join", "unit", gathers=True),
    Verb("leave", "unit"),
    Verb("rommel"),  # 11.274
    Verb("bonus"),  # A23, X37: this is the attack with the better die
    Verb("flank"),  # 11.31
    Verb("combat-card", "card"),
    Verb("lose", "unit"),
    Verb("replace", "unit"),  # 11.44: the battlegroup that takes a division's place
    Verb("stand", "unit"),  # 11.53: the step that cancels a retreat
    Verb("retreat", "space"),
    Verb("displace", "space"),  # 11.47
    Verb("give-up", "unit", aside=True),  # 11.471: eliminated instead of displaced
    Verb("advance", "unit"),
    Verb("keep", "card"),  # 7.611: the winner keeps a combat card
    # Placing, rebuilding, events
    Verb("place", "unit"),
    Verb("remove", "unit"),  # overstacking (8.2), units that an event takes away
    Verb("restore", "unit"),  # 15.3, 13.9
    Verb("rebuild", "unit"),  # 15.4
    Verb("track", "track"),  # 7.414
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
    INTELLIGENCE,
    RAID,
    UNIT,
    TO,
    ATTACK,
    JOIN,
    LEAVE,
    ROMMEL,
    BONUS,
    FLANK,
    COMBAT_CARD,
    LOSE,
    REPLACE,
    STAND,
    RETREAT,
    DISPLACE,
    GIVE_UP,
    ADVANCE,
    KEEP,
    PLACE,
    REMOVE,
    RESTORE,
    REBUILD,
    TRACK,
    YES,
    NO,
    STOP,
    DONE,
) = range(len(VERBS))
