"""What a player can do: the verbs of its choices."""

from __future__ import annotations

from sandtable.kernel.choices import Verb

UNIT, TO, DROP, DIG, ATTACK, JOIN, FIGHT, MARCH, FIRE, RECRUIT, DISCARD, LOSE, HOLD, STOP, PASS = range(15)
VERBS = (
    Verb("unit", "unit", gathers=True),
    Verb("to", "place"),
    Verb("drop", "unit"),
    Verb("dig-in", closes=True),
    Verb("attack", "place"),
    Verb("join", "unit", gathers=True),
    Verb("fight", closes=True),
    Verb("march", "card"),
    Verb("fire", "card"),
    Verb("recruit", "card"),
    Verb("discard", "card"),
    Verb("lose", "unit"),
    Verb("hold", closes=True),
    Verb("stop", closes=True),
    Verb("pass", closes=True),
)
