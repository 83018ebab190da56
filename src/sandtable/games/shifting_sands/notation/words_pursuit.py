"""The words for overruns, retreats and advances."""

from __future__ import annotations

BUTTONS: dict[int, str] = {}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {}
"""By decision and verb."""
LINES: dict[str, str] = {
    "eliminated": "{unit} in {at} is eliminated; it can be rebuilt",
    "eliminated-for-good": "{unit} in {at} is eliminated for good",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""
