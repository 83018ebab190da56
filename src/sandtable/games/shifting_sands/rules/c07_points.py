"""7.4: a card is played for replacement points."""

from __future__ import annotations

from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.state import Theatre, happened
from sandtable.kernel.events import tell

HALVES = 2
"""15.3: a battlegroup costs half a point, so points are kept in halves."""
MASSAWA_POINTS, TORCH_POINTS = 1, 3
GREECE_LIFTED = ("rommel", "balkan_campaign", "siege_of_malta", "herkules")
"""7.44: each of these, played before or after Invasion of Greece, leaves no ban of it."""


def ban(state: Theatre) -> str:
    """7.44: the event that keeps the Axis from playing cards for replacement points, or nothing."""
    if happened(state, "malta_victorious"):
        return "Malta Victorious"
    if happened(state, "spitfires") and not happened(state, "herkules"):
        return "Spitfires"
    if happened(state, "barbarossa") and not happened(state, "siege_of_malta"):
        return "Barbarossa"
    if happened(state, "invasion_of_greece") and not any(happened(state, key) for key in GREECE_LIFTED):
        return "Invasion of Greece"
    return ""


def record_points(state: Theatre, side: int, card: int) -> None:
    """7.41: the points go on the track, with those of Massawa (7.415) and Torch (7.416)."""
    for track, gained in enumerate(state.printed.cards[card].points):
        _add(state, TRACKS[track], gained, _RULES.get(TRACKS[track], "7.41"))
    if side == ALLIED and state.control[state.printed.number["massawa"]] == ALLIED:
        _add(state, "BR", MASSAWA_POINTS, "7.415")
    if side == ALLIED and happened(state, "torch"):
        _add(state, "US", TORCH_POINTS, "7.416")


_RULES = {"CW": "7.411", "A": "7.412"}
"""The tracks that serve several nations."""


def _add(state: Theatre, name: str, points: int, rule: str) -> None:
    """So many points more on a track."""
    if points:
        track = TRACKS.index(name)
        state.replacements[track] += points * HALVES
        tell(state, "records-points", rule, track=track, points=points)
