"""For a worker's process: importing this seats the rogues at Tiny Skirmish."""

from __future__ import annotations

import sandtable
from tests.table.rogues import PLAYERS

sandtable.game("tiny-skirmish").players = PLAYERS
