"""How much the generic suite plays: a little in `make test`, a lot in `make soak` (SANDTABLE_SOAK=1)."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
POINTS, FEW_POINTS = 50, 8
"""Random moments of a game, and of a short game, at which its position is written and read and its key noted."""
BATCHES = 4
"""Games of one kind are split over this many tests, so that all processors have something to do."""
FROM_SET_UP, FROM_RECORDED, FROM_THE_THICK = (20, 240, 3_000) if SOAK else (1, 4, 12)
"""Games of each policy: from each scenario, from recorded positions, from the thick of it."""
THICK_LENGTH, WRITTEN_LENGTH, MATCH_LENGTH = 400, 120, 250
FROM_WRITTEN = 30 if SOAK else 1
"""Games from each written position. In `make test` the policies take turns."""
TRIES = 90
"""Games from a written position until its paragraph is named."""
ILLEGAL_SAMPLES = 50 if SOAK else 20
"""Words of the vocabulary tried at each moment at which `why not?` is asked."""
MATCHES = 20 if SOAK else 2
"""Matches of each scenario and policy with undo and saving."""
MANY_GAMES = 1_000
"""Games in the thick of it, at most, until every paragraph is named."""
MUTANTS, MUTANT_LENGTH = (10_000, 120) if SOAK else (80, 30)
"""Spoilt positions, and forged journals, of each game, and how far the accepted positions are played."""
FORGED_LENGTH = 60
"""The records of a journal before it is forged, at most."""
REASON_STARTS, REASON_LENGTH, ASKED_PER_KIND = (1_000, 400, 60) if SOAK else (40, 250, 6)
"""Where a walk begins (of each sort of start), how long it is, and at how many moments of each kind of decision
everything is asked about."""
