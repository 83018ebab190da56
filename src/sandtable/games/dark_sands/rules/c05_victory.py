"""5, P1: who has won, and how clearly."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c10_supply import land_line, traced
from sandtable.games.dark_sands.rules.c11_range import hexes_within
from sandtable.games.dark_sands.state import ENDINGS, Sands, last_turn, on_map, steps_of, units_in
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.game import TOTAL, Score
from sandtable.kernel.words import Message, say

NOBODY = -1
FIRST_AUTOMATIC = 3
"""5.1.1: the first turn on which a campaign can be won outright."""
STRATEGIC = 5
LEVELS = ("none", "apparent", "marginal", "tactical", "operational", "strategic")
"""P1.1.3: how far the Allies have won Compass. Only the last is a victory of theirs."""
COMPASS_MARGINS = (TOTAL, 0.8, 0.6, 0.4, 0.2, TOTAL)
"""By level, how great the victory is: of the Axis, and at last of the Allies."""
ON_POINTS = 0.5
"""A campaign won on points (5.1.2), beside one that is won outright."""
NEAR_TOBRUK = 6
"""P1.3.3: hexes."""


def check_victory(state: Sands) -> bool:
    """23.2: is the game over? If so, who has won."""
    ending, winner = _campaign(state) if state.campaign else _scenario(state)
    if ending == "running":
        return False
    state.ending, state.winner = ENDINGS.index(ending), winner
    result = score(state)
    tell(state, "over", result.rule, how=result.how)
    return True


# The campaign (5.1, 5.2)


def _campaign(state: Sands) -> tuple[str, int]:
    """5.1: outright, or at the end of the last turn on points."""
    for side in (AXIS, ALLIED):
        if state.turn >= FIRST_AUTOMATIC and wins_outright(state, side):
            return "automatic", side
    award_points(state)
    if state.turn < last_turn(state):
        return "running", NOBODY
    return "points", _leader(state)


def _leader(state: Sands) -> int:
    """5.1.2: the side with more points; a tie is a draw (ruling)."""
    axis, allied = state.points
    return NOBODY if axis == allied else AXIS if axis > allied else ALLIED


def wins_outright(state: Sands, side: int) -> bool:
    """5.1.1: the side controls El Agheila and Alexandria, and a line of supply joins both to its source."""
    places = state.printed.places
    return all(
        controls(state, side, place) and land_line(state, place, side)
        for place in (places.el_agheila, places.alexandria)
    )


def award_points(state: Sands) -> None:
    """5.2.1: the points of a turn; 5.2.2: on the last turn one more for each of three places."""
    places = state.printed.places
    if controls(state, ALLIED, places.benghazi):
        _award(state, ALLIED, "5.2.1", places.benghazi)
    for place in (places.matruh, places.el_alamein):
        if controls(state, AXIS, place) and controls(state, AXIS, places.tobruk):
            _award(state, AXIS, "5.2.1", place)
    if state.turn == last_turn(state):
        for place in (places.tobruk, places.bardia, places.sollum):
            _award(state, AXIS if controls(state, AXIS, place) else ALLIED, "5.2.2", place)


def _award(state: Sands, side: int, rule: str, place: int) -> None:
    state.points[side] += 1
    tell(state, "point", rule, side=side, at=place)


# The scenarios (5.3, P1)


def _scenario(state: Sands) -> tuple[str, int]:
    """5.3: by the conditions of the scenario, at each check and when its last turn ends."""
    winner, otherwise = _CHECKS[SCENARIOS[state.scenario]](state)
    if winner == NOBODY and state.turn == last_turn(state):
        winner = otherwise
    return ("running" if winner == NOBODY else "scenario"), winner


def _compass(state: Sands) -> tuple[int, int]:
    """P1.1.3: a strategic victory wins at once. Anything less, judged at the end of turn 2, is a victory of the
    Axis, the smaller the higher the Allies have come."""
    if not traced(state, AXIS):
        state.level = STRATEGIC
        return ALLIED, ALLIED
    if state.turn == last_turn(state):
        state.level = compass_level(state)
    return NOBODY, AXIS


def compass_level(state: Sands) -> int:
    """P1.1.3: no Axis unit in Egypt; then Bardia; then Tobruk too; then Benghazi too."""
    places = state.printed.places
    if state.occupied[AXIS] & state.printed.ground.egypt:
        return 0
    level = 1
    for place in (places.bardia, places.tobruk, places.benghazi):
        if not controls(state, ALLIED, place):
            break
        level += 1
    return level


def _sunflower(state: Sands) -> tuple[int, int]:
    """P1.2.3."""
    places, ground = state.printed.places, state.printed.ground
    ports = _all_axis(state, places.el_agheila, places.benghazi, places.tobruk)
    swept = not state.occupied[ALLIED] & ground.section[CENTRAL] & ~ground.tobruk
    frontier = state.turn == last_turn(state) and _all_axis(
        state, places.benghazi, places.bardia, places.sollum, places.halfaya
    )
    return (AXIS if ports or swept or frontier else NOBODY), ALLIED


def _crusader(state: Sands) -> tuple[int, int]:
    """P1.3.3."""
    if has_both_towns(state):
        return AXIS, AXIS
    if is_relieved(state) and (panzer_steps(state) <= 1 or not _axis_near_tobruk(state)):
        return ALLIED, AXIS
    return NOBODY, AXIS


def has_both_towns(state: Sands) -> bool:
    """P1.3.3: does the Axis hold Tobruk and Bardia, each with a line of supply over land?"""
    towns = state.printed.places.tobruk, state.printed.places.bardia
    return _all_axis(state, *towns) and all(land_line(state, town, AXIS) for town in towns)


def is_relieved(state: Sands) -> bool:
    """P1.3.3: do the Allies hold Tobruk, with a line of supply over land?"""
    tobruk = state.printed.places.tobruk
    return controls(state, ALLIED, tobruk) and land_line(state, tobruk, ALLIED)


def panzer_steps(state: Sands) -> int:
    """P1.3.3: steps of German panzers on the map."""
    return sum(steps_of(state, unit) for unit in ones(on_map(state, state.printed.panzers)))


def _axis_near_tobruk(state: Sands) -> int:
    """P1.3.3: Axis units that are not OOS within six hexes."""
    near = hexes_within(state.printed.board, state.printed.places.tobruk, NEAR_TOBRUK)
    return units_in(state, near, AXIS) & ~state.oos


def _gazala(state: Sands) -> tuple[int, int]:
    """P1.4.3: judged at the end."""
    places, ground = state.printed.places, state.printed.ground
    held = _all_axis(state, places.el_agheila, places.benghazi, places.tobruk, places.bardia)
    beyond = any(controls(state, AXIS, place) for place in ones(ground.named & ground.section[EAST]))
    return NOBODY, AXIS if held and beyond else ALLIED


def _all_axis(state: Sands, *places: int) -> bool:
    return all(controls(state, AXIS, place) for place in places)


_CHECKS = {"compass": _compass, "sunflower": _sunflower, "crusader": _crusader, "gazala": _gazala}
"""By scenario: who has won already, and who wins if it ends now."""
_RULES = {"compass": "P1.1.3", "sunflower": "P1.2.3", "crusader": "P1.3.3", "gazala": "P1.4.3"}


# The result


def score(state: Sands) -> Score:
    """5.0: the result of a game that is over."""
    winner = None if state.winner == NOBODY else state.winner
    ending, scenario = ENDINGS[state.ending], SCENARIOS[state.scenario]
    if ending == "automatic":
        return Score(winner, say("one side holds El Agheila and Alexandria"), "5.1.1")
    if ending == "points":
        axis, allied = state.points
        return Score(
            winner, say("{axis} to {allied} victory points", axis=axis, allied=allied), "5.1.2", ON_POINTS
        )
    if scenario == "compass":
        return Score(winner, _compass_words(state.level), "P1.1.3", COMPASS_MARGINS[state.level])
    if scenario == "crusader":
        return Score(winner, _crusader_words(state), "P1.3.3")
    return Score(winner, _SCENARIO_WORDS[scenario, state.winner], _RULES[scenario])


def impossible_endings(state: Sands) -> Iterator[tuple[str, Message]]:
    """What is wrong with the result of a position from outside."""
    ending, scenario = ENDINGS[state.ending], SCENARIOS[state.scenario]
    if ending == "running":
        return
    if (ending == "scenario") == bool(state.campaign):
        yield "5.0", say("a scenario and a campaign end in different ways")
    if (ending == "points" and state.winner != _leader(state)) or (ending != "points" and state.winner == NOBODY):
        yield "5.1.2", say("whoever has more points wins, and only points can be equal")
    if ending == "scenario" and scenario == "compass" and (state.level == STRATEGIC) != (state.winner == ALLIED):
        yield "P1.1.3", say("the Allies win Compass by a strategic victory, and by no other")


def _crusader_words(state: Sands) -> Message:
    """P1.3.3: the Axis wins by taking the towns, or because the Allies have not done enough."""
    if state.winner == ALLIED:
        return say("Tobruk has been relieved")
    if has_both_towns(state):
        return say("the Axis holds Tobruk and Bardia, with lines of supply over land")
    if is_relieved(state):
        return say("Tobruk has been relieved, but the Axis army near it has not been beaten")
    return say("the Allies have not relieved Tobruk")


def _compass_words(level: int) -> Message:
    if level == STRATEGIC:
        return say("a strategic victory: no Axis unit can trace a line of supply")
    return _LESSER_WORDS[level]


_LESSER_WORDS = (
    say("the Allies have not even driven the Axis out of Egypt"),
    say("no more than an apparent victory of the Allies"),
    say("no more than a marginal victory of the Allies"),
    say("no more than a tactical victory of the Allies"),
    say("no more than an operational victory of the Allies"),
)
"""P1.1.3: by level, what the Allies have to show for a Compass that they did not win."""
_SCENARIO_WORDS = {
    ("sunflower", AXIS): say("the Axis has thrown the Allies back"),
    ("sunflower", ALLIED): say("the Allies have held out"),
    ("gazala", AXIS): say("the Axis has broken through into Egypt"),
    ("gazala", ALLIED): say("the Axis has been stopped"),
}
