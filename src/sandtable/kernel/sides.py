"""Sides: in a game of two, one is the other's enemy."""

from __future__ import annotations

ENEMY_OF = (1, 0)
"""By side the other one."""
