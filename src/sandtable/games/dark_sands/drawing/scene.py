"""What a client draws of a position: counters and markers, who controls what, the cup of chits, tracks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_

from sandtable.games.dark_sands.drawing.board import (
    AWAY_BOX,
    BYPASS_TRACK,
    GONE_BOX,
    INFANTRY_TRACK,
    MOST_POINTS,
    POINTS_TRACK,
    REBUILDABLE_BOXES,
    SUPPORTS_READY,
    SUPPORTS_USED,
    TANKS_TRACK,
    TURN_TRACK,
    turn_box,
)
from sandtable.games.dark_sands.drawing.charts import lit
from sandtable.games.dark_sands.drawing.chits import chit_name, cups
from sandtable.games.dark_sands.drawing.combats import combats
from sandtable.games.dark_sands.drawing.panels import panels
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint, unit_ids
from sandtable.games.dark_sands.printed.counters import Support
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.rules.c04_set_up import DEPLOYED
from sandtable.games.dark_sands.rules.c11_headquarters import DISPLACEMENT
from sandtable.games.dark_sands.rules.c17_replacements import CADRE, REBUILT
from sandtable.games.dark_sands.rules.c18_named import ACTIVATION
from sandtable.games.dark_sands.rules.c18_turn_3 import WITHDRAWAL
from sandtable.games.dark_sands.rules.c19_extended import FORCED
from sandtable.games.dark_sands.rules.c19_naval import VOYAGE
from sandtable.games.dark_sands.rules.c22_reinforcements import ARRIVAL
from sandtable.games.dark_sands.state import (
    AWAY,
    BUILDING,
    COMBAT_1,
    GONE,
    HALF_MOVE,
    READY,
    REBUILDABLE,
    S_GONE,
    S_USED,
    S_WAITING,
    USED,
    WAITING,
    Sands,
    face,
    hexes_of,
    last_turn,
    on_map,
    steps_of,
)
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.flow import Local, nearest
from sandtable.kernel.scene import NOWHERE, Marker, Piece, Scene, Tint, TrackPoint
from sandtable.kernel.words import phrase, say

SYMBOLS = {
    "infantry": ("infantry", "I"),
    "mot_infantry": ("motorised infantry", "M"),
    "mg": ("machine gun", "G"),
    "garrison": ("fortification", "g"),
    "tank": ("armour", "T"),
    "panzer": ("armour", "P"),
    "armoured_car": ("reconnaissance", "C"),
    "hq": ("headquarters", "H"),
}
SIZES = {
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}
SUPPORT_SYMBOLS = {
    "naval": ("ship", "n"),
    "air": ("aircraft", "a"),
    "artillery": ("artillery", "r"),
    "anti_tank": ("anti-tank", "t"),
    "amphibious": ("squad", "h"),
}
PHASES = {
    "deployment": "deployment",
    "replacements": "replacements",
    "initiative": "the initiative chit",
    "priority": "priority chits",
    "pre-emption": "priority chits",
    "draw": "a chit is drawn",
    "side": "Move or Combat",
    "activation": "activation",
    "rommel": "activation",
    "movement": "movement",
    "battles": "combat",
    "battle": "combat",
    "voyage": "movement by sea",
    "overstacking": "overstacking",
    "displacement": "a headquarters displaces",
    "reinforcement": "reinforcements",
    "end-phase": "end phase",
}
"""What is going on, by the name of the frame that stands for it; the topmost of these counts."""
ACTION_NAMES = {HALF_MOVE: "half movement", COMBAT_1: "combat at -1"}


def scene(viewpoint: Viewpoint, side: int) -> Scene:
    """What is where, as one side sees it: nothing is hidden in this game."""
    state = viewpoint.state
    return Scene(
        side=side,
        heading=_heading(viewpoint),
        pieces=(*_units(state), *_supports(state)),
        markers=tuple(_markers(state)),
        tracks=tuple(_track_points(state)),
        panels=tuple(panels(viewpoint)),
        cups=tuple(cups(viewpoint)),
        combats=tuple(combats(viewpoint)),
        focus=unit_ids(state, focus(viewpoint)),
        lit=tuple(dict.fromkeys(lit(viewpoint))),
        tints=tuple(Tint(place, tone=str(owner)) for owner in range(2) for place in ones(state.controlled[owner])),
    )


def _heading(viewpoint: Viewpoint) -> str:
    """Turn and phase, and in an action the chit that allows it."""
    state = viewpoint.state
    when = phrase("Turn {turn}, {months}", turn=state.turn, months=state.printed.turns[state.turn].months)
    if not state.frames:
        return phrase("{when}: the game is over", when=when)
    named = [PHASES[name] for name in viewpoint.stack if name in PHASES]
    phase = say(named[-1] if named else "action chits")
    if named and named[-1] in ("movement", "combat"):
        phase = say(ACTION_NAMES.get(state.action, named[-1]))
    if state.active < 0 or not state.played:
        return phrase("{when}: {phase}", when=when, phase=phase)
    chit = chit_name(state.printed.chits[state.played[-1]])
    return phrase("{when}: {phase}, by the chit {chit}", when=when, phase=phase, chit=chit)


# By the name of the frame on top, the unit it is about.
ABOUT: dict[str, Local] = {
    "voyage": VOYAGE.unit,
    "displacement": DISPLACEMENT.headquarters,
    "withdrawal": WITHDRAWAL.unit,
    "deployed": DEPLOYED.unit,
    "rebuilt": REBUILT.unit,
    "cadre": CADRE.unit,
    "arrival": ARRIVAL.unit,
}


def focus(viewpoint: Viewpoint) -> int:
    """The units that the decision is about."""
    state, decision = viewpoint.state, viewpoint.decision
    if decision == "onward":
        return bit(FORCED.unit(nearest(state, FORCED)))
    if decision == "activation":
        frame = state.frames[-1]
        formations = (state.printed.formations[formation] for formation in ones(ACTIVATION.formations(frame)))
        return on_map(state, reduce(or_, formations, ACTIVATION.units(frame)))
    if decision in ABOUT:
        return bit(ABOUT[decision](state.frames[-1]))
    return state.retreating or state.attackers or state.group


# Counters


def _units(state: Sands) -> Iterator[Piece]:
    """Strong units lie on top of their stack, headquarters and garrisons under it."""
    printed = state.printed
    guns = mask_of(unit for unit in state.attached if unit >= 0)
    shown = [unit for unit in range(len(printed.units)) if _is_shown(state, unit)]
    shown.sort(key=lambda unit: (-face(state, unit).attack - face(state, unit).defence, unit))
    for unit in shown:
        yield _unit(state, unit, guns)


def _is_shown(state: Sands, unit: int) -> bool:
    """Units that come too late for the game, and those that were out of it from the start, are not laid out."""
    place, known = state.place[unit], state.printed.units[unit]
    if place == GONE:
        start = state.printed.setups[state.scenario]
        return known.id not in start.lists.get((known.side, "gone"), ())
    return place != WAITING or bool(_due(state.printed, unit, state.turn, last_turn(state)))


def _unit(state: Sands, unit: int, guns: int) -> Piece:
    known, place, now = state.printed.units[unit], state.place[unit], face(state, unit)
    symbol, letter = SYMBOLS[known.type]
    marks = dict(_conditions(state, unit, guns))
    return Piece(
        id=known.name,
        side=known.side,
        name=known.id,
        symbol=symbol,
        letter=letter,
        figures=f"R{known.range}-{now.movement}" if known.range else f"{now.attack}-{now.defence}-{now.movement}",
        size=SIZES[known.size],
        nation=known.nation,
        steps=steps_of(state, unit) if known.steps > 1 else 0,
        lost=state.reduced >> unit & 1,
        cell=place if place >= 0 else NOWHERE,
        box="" if place >= 0 else _box(state, unit),
        status=tuple(marks),
        badges=tuple(badge for badge in marks.values() if badge),
        faded=bool((state.moved | state.has_fought & ~state.attackers) >> unit & 1) or place == USED,
    )


def _box(state: Sands, unit: int) -> str:
    side, place = state.printed.units[unit].side, state.place[unit]
    if place in (WAITING, AWAY):
        due = _due(state.printed, unit, state.turn, last_turn(state))
        return turn_box(due) if due else AWAY_BOX
    boxes = {
        REBUILDABLE: REBUILDABLE_BOXES[side],
        READY: SUPPORTS_READY[side],
        USED: SUPPORTS_USED[side],
        GONE: GONE_BOX,
    }
    return boxes[place]


@cache
def _entries(printed: Printed, unit: int, support: int) -> tuple[int, ...]:
    """22.1, 22.3: the turns in which a unit or a support enters the game."""
    lines = (line for turn in printed.arrivals for line in turn if line.action in ("arrive", "return"))
    return tuple(line.turn for line in lines if (line.unit, line.support) == (unit, support))


def _due(printed: Printed, unit: int, now: int, last: int) -> int:
    """When a unit that is off the map comes: this turn, if it was delayed (22.7); 0 if the game ends before."""
    turns = _entries(printed, unit, -1)
    following = [turn for turn in turns if turn >= now]
    due = min(following) if following else now if turns else 0
    return due if due <= last else 0


def _conditions(state: Sands, unit: int, guns: int) -> Iterator[tuple[str, str]]:
    """The condition of a counter in words, each with its badge, the most important first."""
    known = state.printed.units[unit]
    here = 1 << unit
    if state.oos & here:
        yield phrase("out of supply"), "S"
    if state.disorganised & here:
        yield phrase("disorganised"), "D"
    if guns & here:
        yield phrase("with anti-tank guns"), "AT"
    if state.attackers & here:
        yield phrase("attacks"), "A"
    if state.extended and state.group & here:
        yield phrase("moves by extended movement"), "E"
    if state.reduced & here:
        yield phrase("reduced"), "½"
    if state.moved & here:
        yield phrase("has moved"), "M"
    if state.has_fought & ~state.attackers & here:
        yield phrase("has fought"), "F"
    if state.place[unit] < 0 and known.non_replaceable:
        yield phrase("cannot be rebuilt"), ""


def _supports(state: Sands) -> Iterator[Piece]:
    """13.1: supports lie in the box of their side, anti-tank guns with their unit (13.5)."""
    for support, known in enumerate(state.printed.supports):
        stand, unit = state.supports[support], state.attached[support]
        due = _support_due(state, support)
        if stand == S_WAITING and not due:
            continue
        marks = dict(_support_conditions(state, support, known))
        yield Piece(
            id=known.name,
            noun="support",
            side=known.side,
            name=known.id,
            symbol=SUPPORT_SYMBOLS[known.kind][0],
            letter=SUPPORT_SYMBOLS[known.kind][1],
            figures=_support_figures(state, support, known),
            nation=("Italy" if known.id.startswith(("Regia", "21")) else "Germany", "Britain")[known.side],
            shape="token",
            cell=state.place[unit] if unit >= 0 else NOWHERE,
            box="" if unit >= 0 else _support_box(known, stand, due),
            status=tuple(marks),
            badges=tuple(badge for badge in marks.values() if badge),
            faded=stand in (S_USED, S_GONE),
        )


def _support_due(state: Sands, support: int) -> int:
    turns = _entries(state.printed, -1, support)
    due = max(turns[0], state.turn) if turns else 0
    return due if due <= last_turn(state) else 0


def _support_box(known: Support, stand: int, due: int) -> str:
    if stand == S_WAITING:
        return turn_box(due)
    if stand == S_GONE:
        return GONE_BOX
    return (SUPPORTS_USED if stand == S_USED else SUPPORTS_READY)[known.side]


def _support_figures(state: Sands, support: int, known: Support) -> str:
    """13.2-13.5: one figure if it adds as much to an attack as to a defence."""
    newest = state.upgraded >> support & 1 and len(known.attack) > 1
    attack, defence = known.attack[newest], known.defence[newest]
    return f"+{attack}" if attack == defence else f"+{attack}/+{defence}"


def _support_conditions(state: Sands, support: int, known: Support) -> Iterator[tuple[str, str]]:
    if state.committed >> support & 1:
        yield phrase("committed to this combat"), "C"
    if state.attached[support] >= 0:
        yield phrase("with {unit}", unit=state.printed.units[state.attached[support]].id), ""
    if state.supports[support] == S_USED:
        yield phrase("used this turn"), ""
    if known.hq:
        yield phrase("in range of {hq}", hq=known.hq), ""


# Markers, tracks


def _markers(state: Sands) -> Iterator[Marker]:
    for side in range(2):
        for place in ones(state.boxes[side]):
            yield Marker(name=phrase("fortified box"), letter="B", cell=place, side=side)
    if not state.rail_completed:
        yield Marker(name=phrase("railhead"), letter="R", cell=state.railhead, side=1)
    if state.bypass == BUILDING:
        for place in ones(state.printed.places.bypass):
            yield Marker(name=phrase("work on the bypass road"), letter="W", cell=place, side=0)
    if state.target >= 0:
        yield Marker(name=phrase("combat"), letter="!", cell=state.target, side=state.active)
    for place in ones(hexes_of(state, state.attacked)):
        if place != state.target:
            yield Marker(name=phrase("attacked in this action"), letter="x", cell=place, side=state.active)


def _track_points(state: Sands) -> Iterator[TrackPoint]:
    yield TrackPoint(TURN_TRACK, state.turn - 1, "", state.initiative)
    for side, points in enumerate(state.points):
        yield TrackPoint(POINTS_TRACK, min(points, MOST_POINTS), "", side)
    yield TrackPoint(TANKS_TRACK, state.saved_tanks, "", 1)
    yield TrackPoint(INFANTRY_TRACK, state.saved_infantry, "", 1)
    yield TrackPoint(BYPASS_TRACK, state.bypass, phrase("Tobruk bypass"))
