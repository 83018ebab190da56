"""The words for battles and losses."""

from __future__ import annotations

BUTTONS: dict[int, str] = {}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {}
"""By decision and verb."""
LINES: dict[str, str] = {}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""
