"""The words for overruns, retreats and advances."""

from __future__ import annotations

from sandtable.games.shifting_sands.verbs import (
    ADVANCE,
    DISPLACE,
    DONE,
    GIVE_UP,
    LOSE,
    RETREAT,
    STAND,
    STOP,
    TO,
    UNIT,
)

BUTTONS: dict[int, str] = {
    STAND: "{unit} loses a step, and all stay",
    RETREAT: "Retreat to {space}",
    DISPLACE: "Move to {space}",
    GIVE_UP: "Give up {unit}",
    ADVANCE: "Advance with {unit}",
}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {
    ("overrun-step", LOSE): "{unit} loses its step first",
    ("displacing", UNIT): "Move {unit} away",
    ("retreat", UNIT): "{unit} goes its own way",
    ("advance", DONE): "No more advances",
    ("stride", TO): "Advance to {space}",
    ("stride", STOP): "Stop here",
}
"""By decision and verb."""
LINES: dict[str, str] = {
    "eliminated": "{unit} in {at} is eliminated: to the Replaceable box",
    "eliminated-for-good": "{unit} in {at} is eliminated for good",
    "overrun": "The defenders of {at} are overrun",
    "displaced": "{unit} is moved from {origin} to {to}",
    "retreat-of-one": "The defenders of {at} must retreat one space",
    "retreat-of-two": "The defenders of {at} must retreat two spaces",
    "stands": "The defenders of {at} lose a step and stay",
    "retreats": "Retreat from {origin} to {to}: {units}",
    "advances": "{unit} advances from {origin} to {to}",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {
    ("retreat", STAND): ("11.53", "the unit loses a step"),
    ("displacing", GIVE_UP): ("11.471", "the unit is eliminated; it can be rebuilt"),
}
"""By decision and verb: the rule, and what is lost."""
