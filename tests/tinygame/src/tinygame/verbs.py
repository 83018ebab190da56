"""What a player can do: the verbs of its choices."""

from __future__ import annotations

from sandtable.kernel.choices import Verb

TO, PIECE, BID, NO_BID, AMBUSH, NO_AMBUSH, DONE = range(7)
VERBS = (
    Verb("to", "hex"),
    Verb("piece", "piece"),
    Verb("bid", "card"),
    Verb("no-bid"),
    Verb("ambush", "card"),
    Verb("no-ambush", closes=True),
    Verb("done", closes=True),
)
