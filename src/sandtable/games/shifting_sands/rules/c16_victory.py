"""5.4, 16, 18.4: victory points, automatic victory, the end."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.rules.c07_duties import points_of_events
from sandtable.games.shifting_sands.state import (
    BY_AUTOMATIC_VICTORY,
    BY_POINTS,
    LAST_TURN,
    Theatre,
    happened,
)
from sandtable.games.shifting_sands.verbs import NO, YES
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push, replace
from sandtable.kernel.game import TOTAL, Score
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

LOWEST_SHOWN, HIGHEST_SHOWN = 0, 14
"""16.6: the ends of the track."""
AXIS_OUTRIGHT, ALLIES_OUTRIGHT = 14, 3
"""16.2, 16.3: the points with which a side wins at once."""
AXIS_WINS = 5
"""16.4: the least points with which the Axis wins in the end."""
AXIS_WINS_SONNENBLUME = 7
"""18.4."""
LAST_OF_SONNENBLUME = 8
EAST_AFRICA_COUNTS = 6
"""5.41: from Fall 1941 on."""
SCORED = {"X06": "fleet-scores", "X25": "london-scores", "5.41d": "africa-scores"}
"""5.41: by clause what is told about a point of the victory phase, but for El Alamein."""
ON_POINTS, EACH_POINT = 0.5, 0.05
"""How great a victory on points is: half of an automatic one, and a little more for each point beyond the least
that wins."""


def change_points(state: Theatre, by: int, rule: str) -> None:
    """16: the victory marker moves; the log says why."""
    state.points += by
    tell(state, "points-up" if by > 0 else "points-down", rule, number=abs(by), points=state.points)


def shown(points: int) -> int:
    """16.6: where the marker is: the track ends at 0 and 14, the count does not."""
    return max(LOWEST_SHOWN, min(HIGHEST_SHOWN, points))


def victory_phase(state: Theatre, frame: Frame) -> None:
    """5.4: a step of the turn: points of events (`c07_duties.points_of_events`) and of 5.41, automatic victory,
    the end of the game. If the game is over it sets `winner` and `ending` and empties the stack of frames."""
    for number, rule in (*points_of_events(state), *points_of_places(state)):
        _tell_score(state, rule)
        change_points(state, number, rule)
    outright = automatic_victory(state)
    if outright is not None:
        _end(state, outright[0], BY_AUTOMATIC_VICTORY)
    elif state.turn == LAST_TURN:
        _end_on_points(state)
    elif state.turn == LAST_OF_SONNENBLUME and not is_campaign(state):
        push(state, PLAY_ON, AXIS)


def _tell_score(state: Theatre, rule: str) -> None:
    """5.41: who is next to El Alamein is not told to be there."""
    at = scoring_at_alamein(state)
    if rule != "5.41a":
        tell(state, SCORED[rule], rule)
    elif at == state.printed.number["el_alamein"]:
        tell(state, "alamein-scores", rule, at=at)
    else:
        tell(state, "beside-alamein-scores", rule, at=at)


def is_campaign(state: Theatre) -> bool:
    """16.1, 18.4: do the conditions of the campaign hold, from the start or by agreement?"""
    return bool(state.campaign) or SCENARIOS[state.scenario] == "campaign"


def points_of_places(state: Theatre) -> Iterator[tuple[int, str]]:
    """5.41: El Alamein, and from Fall 1941 on East Africa."""
    if scoring_at_alamein(state) >= 0:
        yield 1, "5.41a"
    if state.turn >= EAST_AFRICA_COUNTS and state.controls[AXIS] & state.printed.regions["East Africa"]:
        yield 1, "5.41d"


def scoring_at_alamein(state: Theatre) -> int:
    """5.41: El Alamein, or a space beside it, where the Axis has units; El Alamein too if it controls the empty
    space; -1 if there is neither. Egyptians do not count: where they alone stand, they earn nothing, not even by
    controlling the space (ruling)."""
    printed = state.printed
    alamein = printed.number["el_alamein"]
    counting = printed.own[AXIS] & ~printed.nations["EG"]
    held = (space for space in (alamein, *printed.graph.neighbours[alamein]))
    empty = alamein if state.control[alamein] == AXIS and alamein not in state.stacks else -1
    return next((space for space in held if state.stacks.get(space, 0) & counting), empty)


def automatic_victory(state: Theatre) -> tuple[int, str, Message] | None:
    """16.2, 16.3: who has won outright, by which clause, and why; the Axis is asked first (5.42)."""
    if state.points >= AXIS_OUTRIGHT:
        return AXIS, "16.2a", say("the Axis has {points} victory points", points=state.points)
    if _controls(state, AXIS, "port_said", "suez"):
        return AXIS, "16.2b", say("the Axis controls Port Said and Suez")
    if state.points <= ALLIES_OUTRIGHT:
        return ALLIED, "16.3a", say("the Axis has {points} victory points", points=state.points)
    if not happened(state, "torch"):
        if _controls(state, ALLIED, "tripoli"):
            return ALLIED, "16.3b", say("the Allies control Tripoli")
    elif _controls(state, ALLIED, "tripoli", "tunis") and not _controls(state, AXIS, "alexandria"):
        return ALLIED, "16.3c", say("the Allies control Tripoli and Tunis")
    return None


def _controls(state: Theatre, side: int, *spaces: str) -> bool:
    return all(state.control[state.printed.number[space]] == side for space in spaces)


# The end


def _least(state: Theatre) -> int:
    """16.4, 18.4: the points with which the Axis wins if nobody has won outright."""
    return AXIS_WINS if is_campaign(state) else AXIS_WINS_SONNENBLUME


def _leader(state: Theatre) -> int:
    """16.4, 18.4: who wins on points."""
    return AXIS if state.points >= _least(state) else ALLIED


def _end_on_points(state: Theatre) -> None:
    _end(state, _leader(state), BY_POINTS)


def _end(state: Theatre, winner: int, ending: int) -> None:
    state.winner, state.ending = winner, ending
    result = score(state)
    tell(state, "over", result.rule, side=winner, how=result.how)
    state.frames.clear()


def score(state: Theatre) -> Score:
    """16, 18.4: the result of a game that is over. An automatic victory is total; one on points is the smaller the
    nearer the points are to the border."""
    if state.ending == BY_AUTOMATIC_VICTORY:
        outright = automatic_victory(state)
        if outright is None:
            raise ValueError("nobody has won outright")
        return Score(state.winner, outright[2], outright[1])
    least = _least(state)
    beyond = state.points - least if state.winner == AXIS else least - 1 - state.points
    rule = "16.4" if is_campaign(state) else "18.4"
    how = say("the Axis has {points} victory points and needs {least}", points=state.points, least=least)
    return Score(state.winner, how, rule, min(ON_POINTS + EACH_POINT * beyond, TOTAL))


def ending_faults(state: Theatre) -> Iterator[tuple[str, Message]]:
    """What is impossible about the result of a position from outside."""
    if state.ending == BY_AUTOMATIC_VICTORY:
        outright = automatic_victory(state)
        if outright is None or outright[0] != state.winner:
            yield "5.42", say("nobody has won outright, or the other side has")
    if state.ending == BY_POINTS:
        if automatic_victory(state) is not None or state.winner != _leader(state):
            yield "16.4", say("the points decide for the other side, or somebody has won outright")
        if state.turn != (LAST_TURN if is_campaign(state) else LAST_OF_SONNENBLUME):
            yield "16.1", say("points decide after the last turn only")


class PlayOn(ChoiceKind[Theatre]):
    """18.4: do both sides want to go on with the conditions of the campaign?"""

    name = "play-on"
    on = ("game-turn.victory_phase",)
    rule = "18.4c"
    asks = one("side")
    open_to_all = True
    words = say("Operation Sonnenblume is over: play on with the victory conditions of the campaign?")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(YES, 1), (NO, 1)]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == NO:
            _end_on_points(state)
        elif self.asks(frame) == AXIS:
            replace(state, ALLIED)
        else:
            pop(state)
            state.campaign = 1
            tell(state, "playing-on", "18.4c")

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return self.rule, otherwise("first both sides decide whether to play on")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if is_campaign(state) or state.turn != LAST_OF_SONNENBLUME:
            yield say("only Operation Sonnenblume can be played on, after its last turn")
        if automatic_victory(state) is not None:
            yield say("the game has been won outright")


PLAY_ON = PlayOn()
