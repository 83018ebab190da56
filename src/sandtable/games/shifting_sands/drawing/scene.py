"""What a client draws of a position: counters and markers, cards, who controls what, tracks, the battle."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.boards import within
from sandtable.games.shifting_sands.drawing.board import (
    ELIMINATED_BOX,
    MOST_POINTS,
    MOST_REPLACEMENTS,
    POINTS_TRACK,
    REPLACEMENT_TRACK,
    ROUND_TRACK,
    TURN_TRACK,
    UNUSED_BOX,
)
from sandtable.games.shifting_sands.drawing.charts import lit
from sandtable.games.shifting_sands.drawing.combats import combats
from sandtable.games.shifting_sands.drawing.hands import cards
from sandtable.games.shifting_sands.drawing.panels import panels
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint, unit_ids
from sandtable.games.shifting_sands.notation.words import turn_name, unit_name
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.counters import Unit
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c10_regions import is_active
from sandtable.games.shifting_sands.rules.c11_advance import STRIDE
from sandtable.games.shifting_sands.rules.c11_overrun import DISPLACING
from sandtable.games.shifting_sands.rules.c11_retreat import RETREATING
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOYED
from sandtable.games.shifting_sands.rules.c13_supply import FULL, OUT, supply_of
from sandtable.games.shifting_sands.rules.c15_replacements import REBUILT
from sandtable.games.shifting_sands.state import ELIMINATED, UNUSED, Theatre, alike, face, happened, units_at
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.flow import Local
from sandtable.kernel.scene import NOWHERE, Marker, Piece, Scene, Tint, TrackPoint
from sandtable.kernel.words import Parameter, phrase, say

CLOSED_REGION = "Algeria-Tunisia"
"""10.51: until Torch nobody enters it."""
AXIS_TRACKS = ("GE", "IT")
CLOSE = 2
"""How many links away units are near the front."""
NEUTRAL = -1
"""10.41: whose the Iraqis and the Vichy French are until they are activated."""


def scene(viewpoint: Viewpoint) -> Scene:
    """What is where, as one side sees it."""
    state = viewpoint.state
    return Scene(
        side=viewpoint.side,
        heading=_heading(viewpoint),
        pieces=tuple(_units(viewpoint)),
        markers=tuple(_markers(state)),
        tracks=tuple(_track_points(state)),
        panels=tuple(panels(viewpoint)),
        cards=tuple(cards(viewpoint)),
        combats=tuple(combats(viewpoint)),
        focus=unit_ids(state, focus(viewpoint)),
        lit=tuple(dict.fromkeys(lit(viewpoint))),
        tints=tuple(_tints(state)),
        front=front(state),
    )


# By the name of the frame on top, the unit it is about.
ABOUT: dict[str, Local] = {
    "redeployed": REDEPLOYED.unit,
    "rebuilt": REBUILT.unit,
    "stride": STRIDE.unit,
    "displacing": DISPLACING.unit,
}


def focus(viewpoint: Viewpoint) -> int:
    """The units that the decision is about: who moves, who retreats, who fights."""
    state = viewpoint.state
    if viewpoint.decision in ABOUT:
        unit = ABOUT[viewpoint.decision](state.frames[-1])
        return bit(unit) if unit >= 0 else 0
    if viewpoint.decision == "retreat":
        return RETREATING.group(state.frames[-1]) or units_at(state, state.target, 1 - state.attacking)
    return state.attackers or (bit(state.walker) if state.walker >= 0 else 0)


# Where the game stands


PHASES = {
    "card-phase": "strategy cards",
    "choose": "an action",
    "activation": "activation",
    "moves": "moves",
    "walk": "moves",
    "battles": "battles",
    "battle": "a battle",
    "redeployment": "redeployment",
    "spend": "replacements",
    "charter": "replacements",
    "play-on": "the end of the scenario",
}
"""What is going on, by the name of the frame that stands for it; the topmost of these counts."""


def _heading(viewpoint: Viewpoint) -> str:
    """Turn, round and phase."""
    state = viewpoint.state
    when: Parameter = turn_name(state.printed, state.turn)
    if not state.frames:
        return phrase("{when}: the game is over", when=when)
    if state.round:
        when = say("{when}, round {round}", when=when, round=state.round)
    named = [PHASES[name] for name in viewpoint.stack if name in PHASES]
    return phrase("{when}: {phase}", when=when, phase=say(named[-1])) if named else str(when)


def front(state: Theatre) -> int:
    """Where the armies are face to face in North Africa, which decides the game: the space with most of both sides
    within two links."""
    regions, graph = state.printed.regions, state.printed.graph
    africa = (regions["Egypt"] | regions["Libya"] | regions["Algeria-Tunisia"]) & state.printed.on_map

    def thickness(space: int) -> int:
        around = within(graph, bit(space), graph.all, CLOSE)
        both = [sum(units_at(state, each, side).bit_count() for each in ones(around)) for side in (AXIS, ALLIED)]
        return (1 + both[AXIS]) * (1 + both[ALLIED])

    return max(ones(africa), key=thickness)


# Counters


def _units(viewpoint: Viewpoint) -> Iterator[Piece]:
    """Divisions lie on top of battlegroups, strong ones on top of weak ones."""
    state = viewpoint.state
    shown = ones(_shown(viewpoint))
    for unit in sorted(
        shown, key=lambda unit: (not state.printed.units[unit].division, -face(state, unit).combat)
    ):
        yield _unit(state, unit)


def _shown(viewpoint: Viewpoint) -> int:
    """Of battlegroups that are not in play, one of each kind; and whatever can be chosen."""
    state = viewpoint.state
    waiting = mask_of(unit for unit, place in enumerate(state.place) if place == UNUSED)
    everybody = (1 << len(state.place)) - 1
    return everybody & ~waiting | alike(state, waiting)


def designation(unit: Unit) -> str:
    """What is printed along the edge of a counter: 7 BR, AFR IT; a battlegroup shows its nation."""
    name = unit.id.partition("_")[2].partition("-")[0].upper()
    if not unit.division:
        return unit.nation if name in ("BG", "ABG") else name
    number = "".join(letter for letter in name if letter.isdecimal())
    return f"{number or name} {unit.nation}"


def _unit(state: Theatre, unit: int) -> Piece:
    known, place, now = state.printed.units[unit], state.place[unit], face(state, unit)
    marks = dict(_conditions(state, unit))
    return Piece(
        id=known.id,
        side=known.side if is_active(state, unit) else NEUTRAL,
        name=unit_name(state.printed, unit),
        symbol="armour" if known.armour else "infantry",
        letter="A" if known.armour else "I",
        figures=f"{now.combat}-{now.loss}-{now.movement}",
        size="XX" if known.division else "III",
        nation=known.nation,
        printed=designation(known),
        shape="counter" if known.division else "small",
        cell=place if place >= 0 else NOWHERE,
        box={UNUSED: UNUSED_BOX, ELIMINATED: ELIMINATED_BOX}.get(place, ""),
        status=tuple(marks),
        badges=tuple(badge for badge in marks.values() if badge),
        faded=bool((state.moved | state.has_fought & ~state.attackers) >> unit & 1),
    )


def _conditions(state: Theatre, unit: int) -> Iterator[tuple[str, str]]:
    """The condition of a counter in words, each with its badge, the most important first."""
    known, here, place = state.printed.units[unit], bit(unit), state.place[unit]
    on_map = place >= 0 and state.printed.spaces[place].on_map
    if on_map and not is_active(state, unit):
        yield phrase("not active yet"), "Z"
    elif on_map:
        yield from _supply(state, unit)
    if state.attackers & here:
        yield phrase("attacks"), "A"
    if state.reduced & here:
        yield phrase("reduced"), "½"
    if state.fled & here:
        yield phrase("has retreated in this action"), "R"
    if state.moved & here:
        yield phrase("has moved"), "M"
    if state.has_fought & ~state.attackers & here:
        yield phrase("has fought"), "F"
    if known.dot:
        yield phrase("never gets replacements"), "•"


def _supply(state: Theatre, unit: int) -> Iterator[tuple[str, str]]:
    """13.6: full supply needs no badge."""
    found = supply_of(state, unit)
    if found == OUT:
        yield phrase("out of supply"), "S"
    elif found != FULL:
        yield phrase("in limited supply"), "L"


# Markers, tracks, control


def _markers(state: Theatre) -> Iterator[Marker]:
    """7.25: what has been activated; 11: the battle that is being fought."""
    acting = next(iter(_acting(state)), NOWHERE)
    for space in ones(state.movers):
        yield Marker(name=phrase("activated for movement"), letter="→", cell=space, side=acting)
    for space in ones(state.fighters):
        yield Marker(name=phrase("activated for combat"), letter="x", cell=space, side=acting)
    if state.target >= 0:
        yield Marker(name=phrase("battle"), letter="!", cell=state.target, side=acting)


def _acting(state: Theatre) -> Iterator[int]:
    """Whose units stand in a space that has been activated."""
    for space in ones(state.movers | state.fighters):
        yield from (side for side in range(2) if state.occupied[side] >> space & 1)
    yield from (state.printed.owners[unit] for unit in ones(state.attackers))


def _track_points(state: Theatre) -> Iterator[TrackPoint]:
    yield TrackPoint(TURN_TRACK, state.turn - 1, "")
    if state.round:
        yield TrackPoint(ROUND_TRACK, state.round - 1, "")
    yield TrackPoint(POINTS_TRACK, min(max(state.points, 0), MOST_POINTS), phrase("Victory points"))
    for track, halves in enumerate(state.replacements):
        if halves or TRACKS[track] != "US" or happened(state, "torch"):
            side = AXIS if TRACKS[track] in AXIS_TRACKS else ALLIED
            yield TrackPoint(REPLACEMENT_TRACK, min(halves, 2 * MOST_REPLACEMENTS), TRACKS[track], side)


def _tints(state: Theatre) -> Iterator[Tint]:
    """3.0: who controls each space; 10.51: what is out of play until Torch."""
    closed = 0 if happened(state, "torch") else state.printed.regions[CLOSED_REGION]
    for number, space in enumerate(state.printed.spaces):
        if space.on_map:
            yield Tint(number, tone="out" if closed >> number & 1 else str(state.control[number]))
