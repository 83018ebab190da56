"""For a worker's process: importing this seats the rogues at Tiny Skirmish."""

from __future__ import annotations

from rogues import PLAYERS

import sandtable

sandtable.game("tiny-skirmish").players = PLAYERS
