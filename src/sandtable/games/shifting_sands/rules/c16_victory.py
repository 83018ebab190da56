"""5.4, 16, 18.4: victory points, automatic victory, the end."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.game import Score
from sandtable.kernel.state import Frame


def change_points(state: Theatre, by: int, rule: str) -> None:
    """16: the victory marker moves; the log says why."""
    raise NotImplementedError


def victory_phase(state: Theatre, frame: Frame) -> None:
    """5.4: a step of the turn: points of events (`c07_duties.points_of_events`) and of 5.41, automatic victory,
    the end of the game. If the game is over it sets `winner` and `ending` and empties the stack of frames."""
    raise NotImplementedError


def score(state: Theatre) -> Score:
    """The result of a game that is over."""
    raise NotImplementedError
