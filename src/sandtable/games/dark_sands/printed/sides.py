"""The two sides, in the order of their numbers."""

from __future__ import annotations

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")
