"""The verbs of the game's choices, in the order of their numbers."""

from __future__ import annotations

from sandtable.kernel.choices import Verb

VERBS = (
    Verb("hex", "hex"),
    Verb("unit", "unit"),
    Verb("embark", "unit", aside=True),
    Verb("declare", "unit", aside=True),
    Verb("attack", "unit"),
    Verb("target", "unit"),
    Verb("with", "unit", gathers=True),
    Verb("block", "unit"),
    Verb("supply", "unit"),
    Verb("capture", "unit"),
    Verb("battle", "number"),
    Verb("lose", "unit"),
    Verb("form", "unit"),
    Verb("break", "unit"),
    Verb("destroy", "unit"),
    Verb("permit"),
    Verb("refuse"),
    Verb("decline", closes=True),
    Verb("stop", closes=True),
    Verb("done", closes=True),
)

(
    HEX,
    UNIT,
    EMBARK,
    DECLARE,
    ATTACK,
    TARGET,
    WITH,
    BLOCK,
    SUPPLY,
    CAPTURE,
    BATTLE,
    LOSE,
    FORM,
    BREAK,
    DESTROY,
    PERMIT,
    REFUSE,
    DECLINE,
    STOP,
    DONE,
) = range(len(VERBS))
