"""The words for control, supply, stacking and victory."""

from __future__ import annotations

from sandtable.games.shifting_sands.verbs import DONE, NO, REMOVE, REPLACE, RESTORE, TO, YES

BUTTONS: dict[int, str] = {
    REMOVE: "Remove {unit}",
    YES: "Yes",
    NO: "No",
}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {
    ("captured-supply", RESTORE): "Restore {unit}",
    ("captured-supply", DONE): "Restore no further unit",
    ("play-on", YES): "Play on",
    ("play-on", NO): "End the game here",
    ("late-division", YES): "Place it in Tunis",
    ("late-division", NO): "Do without it",
    ("sixth-division", TO): "Place it in {space}",
    ("sixth-division", REPLACE): "It relieves {unit} in Tobruk",
    ("sixth-division", NO): "Do without it",
    ("relieved", TO): "Go to {space}",
}
"""By decision and verb."""
LINES: dict[str, str] = {
    "control": "{space} is now controlled by the {side}",
    "points-up": "The victory points rise by {number} to {points}",
    "points-down": "The victory points fall by {number} to {points}",
    "fleet-scores": "The Italian fleet is still at sea",
    "london-scores": "The attack that London called for has not been made",
    "alamein-scores": "The Axis holds {at}",
    "beside-alamein-scores": "Axis units stand in {at}, next to El Alamein",
    "africa-scores": "The Axis still holds out in East Africa",
    "iraq-rises": "The Iraqis become active",
    "vichy-fights": "The Vichy French become active",
    "lrdg-sent": "Mersa Matruh has fallen: the LRDG goes from {origin} to {to}",
    "lrdg-lost": "Mersa Matruh has fallen: the LRDG is cut off in {origin} and eliminated",
    "resupplied": "Captured supplies restore {unit} in {at}",
    "overstacked": "{unit} leaves the game: too many units are in {at}",
    "landed": "Torch: {units} in {at}",
    "starved": "{unit} is out of supply in {at} and eliminated",
    "over": "Victory of the {side}: {how}",
    "playing-on": "Both sides play on with the victory conditions of the campaign",
    "stays-away": "{unit} does not come",
    "arrives": "{unit} comes to {to}",
    "relieved": "{unit} is relieved and goes to {to}",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""
