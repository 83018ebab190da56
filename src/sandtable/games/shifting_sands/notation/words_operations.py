"""The words for operations, redeployment and replacements."""

from __future__ import annotations

from sandtable.games.shifting_sands.verbs import (
    ATTACK_FROM,
    DONE,
    INTELLIGENCE,
    MOVE_FROM,
    NO,
    RAID,
    REBUILD,
    RESTORE,
    STOP,
    TO,
    TRACK,
    UNIT,
    YES,
)

BUTTONS: dict[int, str] = {
    MOVE_FROM: "Move from {space}: {points}",
    ATTACK_FROM: "Attack from {space}: {points}",
    INTELLIGENCE: "Send the LRDG to gather intelligence",
    RAID: "Send the LRDG on a raid",
    UNIT: "{unit}",
    TO: "Go to {space}",
    RESTORE: "Bring {unit} to full strength",
    REBUILD: "Rebuild {unit}",
    TRACK: "{track}",
    STOP: "Stop here",
    DONE: "Done",
}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {
    ("activation", DONE): "Begin",
    ("moves", UNIT): "Move {unit}",
    ("moves", DONE): "End the moves",
    ("raided", YES): "The Axis loses a card",
    ("raided", NO): "The Axis keeps its cards",
    ("redeploy", UNIT): "Redeploy {unit}",
    ("redeploy", DONE): "End the redeployment",
    ("redeployed", TO): "To {space}",
    ("charter", TRACK): "A {track} point",
    ("spend", DONE): "Spend no more points",
    ("rebuilt", TO): "Put it in {space}",
}
"""By decision and verb."""
LINES: dict[str, str] = {
    "activates-to-move": "{at} is activated for moves ({cost})",
    "activates-to-attack": "{at} is activated for attacks ({cost})",
    "moves": "{unit} moves from {origin} to {to}",
    "joins-attack": "{unit} joins the attack from {at}",
    "spies": "The LRDG sets out from {at} to gather intelligence",
    "raids": "The LRDG sets out from {at} on a raid",
    "mission": "The die for the mission shows {die}",
    "shows-cards": "Cards from the hand of the {side} are shown to the other side: {number}",
    "sees-cards": "Seen in the hand of the {side}: {cards}",
    "loses-a-card": "A card is drawn from the hand of the {side} and discarded",
    "loses-card": "{card} is drawn from the hand of the {side} and discarded",
    "redeploys": "{unit} redeploys from {origin} to {to}",
    "records-points": "Replacement points gained: {points} {track}",
    "spends-points": "The {side} may spend replacement points",
    "recovers": "Battlefield Recovery gives a German replacement point",
    "charter": "Atlantic Charter gives a {track} replacement point",
    "restored": "{unit} is back at full strength",
    "rebuilt": "{unit} is rebuilt at reduced strength in {at}",
    "points-lost": "Replacement points that were not spent are lost",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""
