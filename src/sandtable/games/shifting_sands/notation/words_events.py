"""The words for events."""

from __future__ import annotations

from sandtable.games.shifting_sands.verbs import DONE, LOSE, PLACE, REMOVE, RESTORE, TO

BUTTONS: dict[int, str] = {PLACE: "Place {unit}"}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {
    ("arrival", TO): "Arrive in {space}",
    ("uprising", TO): "Rise in {space}",
    ("uprising", DONE): "No further uprising",
    ("to-greece", REMOVE): "{unit} leaves for Greece",
    ("gideon-force", LOSE): "Strike {unit}",
    ("captured-dumps", RESTORE): "Restore {unit}",
    ("captured-dumps", DONE): "Restore no further unit",
}
"""By decision and verb."""
LINES: dict[str, str] = {
    "rises": "{unit} rises in {to}",
    "leaves-for-greece": "{unit} leaves {origin} for Greece; it can be rebuilt",
    "new-tanks": "{unit} gets new tanks",
    "fleet-sails": "The Italian fleet is at sea until the end of the turn",
    "london-calls": "London calls for an attack in Libya or Egypt, by three units with a division, in this turn",
    "london-is-answered": "This is the attack that London has called for",
    "london-is-content": "Tripoli has fallen: London calls for nothing more",
    "rome-orders": "Rome orders an Italian division in Libya or Egypt to be activated in the next Axis action",
    "disobeys": "No Italian division in Libya or Egypt was activated: Rome has been disobeyed",
    "convoy": "A convoy reaches Malta. Axis replacement points lost: {german} German, {italian} Italian",
    "convoys-barred": "No convoy can reach Malta in this turn",
    "convoys-sunk": "The convoys of this turn are sunk: the Axis gets its replacement points back",
    "shows-with-event": "{side}: {card} is shown with it, and discarded",
    "lend-lease": "Two British points and one Commonwealth point are added to the replacements of this turn",
    "no-hand": "{side}: no cards in hand to show",
    "shows-hand": "{side}: the whole hand is shown to the other side",
    "sees-hand": "You see the hand of the {side}: {cards}",
    "airfield-raided": "Die {die}: the Axis has no Air Support for the rest of the turn",
    "airfield-missed": "Die {die}: the raid on the airfields fails",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""
