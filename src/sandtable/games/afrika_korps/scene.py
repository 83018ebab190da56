"""What a client draws: the printed map once, and the counters as they lie. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.games.afrika_korps.scenario import ALLIED, AXIS, Scenario
from sandtable.games.afrika_korps.sheets import Unit
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    DEAD,
    FOUGHT,
    INSIDE,
    OFF,
    SEA,
    SURROUNDED,
    Position,
    hexes_of,
    isolated_once,
    substitute_index,
)
from sandtable.games.afrika_korps.view import View, position_from
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import (
    NOWHERE,
    Board,
    Box,
    Cell,
    Line,
    Marker,
    Piece,
    Scene,
    Sheet,
    Terrain,
    Track,
    TrackPoint,
)

TERRAINS = (
    Terrain("clear", "desert", " ", "#d8c080"),
    Terrain("escarpment", "escarpment", "^", "#9a6b3c"),
    Terrain("fortress", "fortress", "@", "#c04040"),
    Terrain("base", "home base", "&", "#b060b0"),
    Terrain("qattara_partial", "edge of the Qattara Depression", ",", "#b09070"),
    Terrain("qattara", "Qattara Depression", ".", "#8a7050"),
    Terrain("sea", "sea", "~", "#4080c0"),
    Terrain("edge", "edge of the map", ":", "#808080"),
)
SYMBOLS = {
    "armor": ("armour", "A"),
    "mech_infantry": ("mechanised infantry", "M"),
    "infantry": ("infantry", "I"),
    "recon": ("reconnaissance", "R"),
    "supply": ("supply", "S"),
    "command": ("commander", "C"),
}
SIDE_NAMES = ("Axis", "Allied")

AT_SEA, ELIMINATED, WAITING, TO_COME, SET_ASIDE, REPLACED = (
    "sea",
    "eliminated",
    "waiting",
    "to-come",
    "set-aside",
    "replaced",
)
BOXES = (
    Box(AT_SEA, "At sea"),
    Box(WAITING, "Waiting to land"),
    Box(TO_COME, "Still to come"),
    Box(REPLACED, "Inside substitutes"),
    Box(SET_ASIDE, "Substitutes set aside"),
    Box(ELIMINATED, "Eliminated"),
)
TURN_TRACK, FACTOR_TRACK = "turn", "factors"
MOST_FACTORS = 100

# What is going on, by the name of the frame that stands for it; the last one on the stack that is named counts.
PHASES = {
    "convoy": "arrivals",
    "land-supply": "arrivals",
    "arrivals": "arrivals",
    "movement": "movement",
    "substitution": "substitution",
    "reduce-stack": "end of movement",
    "sacrifice": "end of movement",
    "scorch": "before combat",
    "declare-battles": "declaration of battles",
    "combat": "combat",
    "exchange": "combat, exchange",
    "retreat": "combat, retreat",
    "advance": "combat, advance",
}


# The board


def board(scenario: Scenario) -> Board:
    """The printed map (1.1), the boxes beside it and the time record (1.6)."""
    return Board(
        title="Afrika Korps",
        sheets=(Sheet("map", "The desert", "hex-rows"),),
        terrains=TERRAINS,
        cells=tuple(_cells(scenario)),
        lines=(
            Line("road", tuple(_roads(scenario))),
            Line("closed hexside", tuple(sorted(scenario.board.closed)), along_sides=True),
        ),
        boxes=BOXES,
        tracks=(
            Track(TURN_TRACK, "Turn", tuple(_turn_spaces(scenario))),
            Track(FACTOR_TRACK, "Replacement factors", tuple(map(str, range(MOST_FACTORS)))),
        ),
    )


def _cells(scenario: Scenario) -> Iterator[Cell]:
    """Every hex of the sheet; sea, full Qattara and the edges are scenery that nobody enters."""
    for name, number in scenario.board.number.items():
        label = scenario.place_names.get(number, "")
        yield Cell(number, name, *_centre(name), scenario.terrain[number], label)
    for name, terrain in scenario.backdrop:
        yield Cell(NOWHERE, name, *_centre(name), terrain)


def _centre(name: str) -> tuple[float, float]:
    q, r = diagonal_to_axial(name)
    return q + r / 2, float(r)


def _roads(scenario: Scenario) -> Iterator[tuple[int, int]]:
    for here, across in enumerate(scenario.road):
        yield from ((here, there) for there in ones(across) if here < there)


def _turn_spaces(scenario: Scenario) -> Iterator[str]:
    """The boxes of the time record: date, and what begins or arrives."""
    for turn in range(1, scenario.turns + 1):
        notes = [
            f"{scenario.arrivals[turn][side].bit_count()} {SIDE_NAMES[side]} arrivals"
            for side in (AXIS, ALLIED)
            if scenario.arrivals[turn][side]
        ]
        notes += ["replacements begin"] * (turn == scenario.replacements_from)
        notes += ["substitutes begin"] * (turn == scenario.substitutes_from)
        yield f"{turn}, {scenario.dates[turn]}" + (f" ({', '.join(notes)})" if notes else "")


# The scene


def scene(view: View, side: int, scenario: Scenario, kind_names: list[str]) -> Scene:
    """What lies where, as one side sees it: nothing is hidden in this game."""
    state = position_from(view, scenario, kind_names)
    pieces = [_piece(state, unit) for unit in scenario.units if _is_shown(state, unit.number)]
    return Scene(
        side=side,
        heading=_heading(state, kind_names),
        pieces=tuple(sorted(pieces, key=lambda piece: _order(scenario, piece))),
        markers=tuple(_markers(state)),
        tracks=tuple(_track_points(state)),
    )


def _heading(state: Position, kind_names: list[str]) -> str:
    when = f"Turn {state.turn} of {state.scenario.turns}, {state.scenario.dates[state.turn]}"
    if not state.frames:
        return f"{when}: the game is over"
    named = [PHASES[name] for name in (kind_names[frame[0]] for frame in state.frames) if name in PHASES]
    return f"{when}: {SIDE_NAMES[state.active]} {named[-1] if named else 'turn'}"


def _is_shown(state: Position, unit: int) -> bool:
    """Supply counters that are not in use lie in the stock; substitutes come up when they are allowed (21.1)."""
    scenario = state.scenario
    if state.place[unit] != OFF:
        return True
    if scenario.substitutes >> unit & 1:
        return state.turn >= scenario.substitutes_from
    return not scenario.supply >> unit & 1


def _order(scenario: Scenario, piece: Piece) -> tuple[int, int, int]:
    """Strong units first in a hex; in the box of those to come the next ones first."""
    unit = scenario.units[scenario.unit_number[piece.id]]
    if piece.box == TO_COME:
        return unit.arrival_turn, unit.side, unit.number
    return unit.side, -unit.attack - unit.defense, unit.number


def _piece(state: Position, unit: Unit) -> Piece:
    place = state.place[unit.number]
    symbol, letter = SYMBOLS[unit.kind]
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.id,
        symbol=symbol,
        letter=letter,
        figures="" if unit.kind in ("supply", "command") else unit.factors,
        cell=place if place >= 0 else NOWHERE,
        box=_box(state, unit) if place < 0 else "",
        status=tuple(_status(state, unit)),
    )


def _box(state: Position, unit: Unit) -> str:
    place = state.place[unit.number]
    if place != OFF:
        return {SEA: AT_SEA, DEAD: ELIMINATED, INSIDE: REPLACED}[place]
    if state.scenario.substitutes >> unit.number & 1:
        return SET_ASIDE
    return WAITING if unit.arrival_turn <= state.turn else TO_COME


def _status(state: Position, unit: Unit) -> Iterator[str]:
    """Words for the condition of a counter."""
    number, scenario = unit.number, state.scenario
    if state.place[number] == OFF and unit.arrival_turn > state.turn:
        yield f"turn {unit.arrival_turn}"
    if scenario.substitutes >> number & 1 and state.parts[substitute_index(scenario, number)]:
        parts = state.parts[substitute_index(scenario, number)]
        yield "for " + " ".join(scenario.units[part].id for part in ones(parts))
    if state.spent[number] or state.road_spent[number]:
        yield f"moved {state.spent[number]} + {state.road_spent[number]} by road"
    if state.cut_off >> number & 1:
        yield "isolated"
    if isolated_once(state, unit.side) >> number & 1:
        yield "isolated for a turn already"
    for name, words in STATUS_WORDS.items():
        if getattr(state, name) >> number & 1:
            yield words


STATUS_WORDS = {
    "stopped": "may move no further",
    "frozen": "bound until the turn is over",
    "landed": "landed this turn",
    "captured": "captured",
    "used": "supports an attack",
    "no_support": "may support no attack",
    "cancelled": "under automatic victory",
    "fought": "has fought",
    "guests": "retreated into the fortress",
}


def _markers(state: Position) -> Iterator[Marker]:
    """The hexes of units to be attacked: by an automatic victory, or in a battle declared."""
    for index, standing in enumerate(state.standing):
        if standing == FOUGHT:
            continue
        victory = standing in (AUTOMATIC, SURROUNDED)
        for place in ones(hexes_of(state, state.defenders[index])):
            name, letter = ("automatic victory", "v") if victory else ("battle", "!")
            yield Marker(name=name, letter=letter, cell=place, side=state.active)


def _track_points(state: Position) -> Iterator[TrackPoint]:
    yield TrackPoint(TURN_TRACK, state.turn - 1, "", state.active)
    if state.turn >= state.scenario.replacements_from:
        for side in (AXIS, ALLIED):
            yield TrackPoint(FACTOR_TRACK, state.points[side], SIDE_NAMES[side], side)
