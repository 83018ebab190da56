"""The words for battles and losses."""

from __future__ import annotations

from sandtable.games.shifting_sands.verbs import (
    ATTACK,
    BONUS,
    COMBAT_CARD,
    DONE,
    FLANK,
    JOIN,
    KEEP,
    LEAVE,
    LOSE,
    REPLACE,
    ROMMEL,
    STOP,
)

BUTTONS: dict[int, str] = {
    ATTACK: "Attack {space}",
    JOIN: "{unit} attacks",
    LEAVE: "{unit} stays out of it",
    ROMMEL: "Rommel joins the attack",
    BONUS: "This is the main blow of the offensive",
    FLANK: "Try a flank attack",
    COMBAT_CARD: "Play {card}",
    LOSE: "{unit} loses a step",
    REPLACE: "{unit} takes its place",
    KEEP: "Keep {card}",
}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {
    ("target", DONE): "End the battles",
    ("attack", STOP): "Call the attack off",
    ("attack", DONE): "Fight",
    ("flank", COMBAT_CARD): "Try a flank attack with {card}",
    ("flank", DONE): "No flank attack",
    ("combat-cards", DONE): "No further card",
    ("keep-cards", DONE): "Keep no other card",
}
"""By decision and verb."""
LINES: dict[str, str] = {
    "attacks": "{side}: attack on {at} with {units}",
    "rommel-joins": "Rommel joins the attack on {at}",
    "main-blow": "The attack on {at} is the main blow of the offensive",
    "tries-flank": "{side}: flank attack on {at}",
    "flank-won": "The flank attack succeeds: {roll}",
    "flank-failed": "The flank attack fails: {roll}",
    "plays-combat-card": "{side}: combat card {card}",
    "disengages": "{side}: the defenders of {at} disengage",
    "fires": "{side} fire on the {table} table, column {column}: {roll}: loss number {losses}",
    "reduced": "{unit} in {at} is reduced",
    "replaced": "{unit} takes the place of {division} in {at}",
    "battle-won": "The battle of {at} is won by the {side}",
    "battle-tied": "Nobody wins the battle of {at}",
    "keeps-card": "{side}: {card} is kept for later battles",
    "combat-card-discarded": "{card} of the {side} is discarded",
    "combat-card-removed": "{card} leaves the game",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""
