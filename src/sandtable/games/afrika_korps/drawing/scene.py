"""What a client draws of a position: the counters, what the decision is about, and the panels beside the map.

Nothing here decides anything. What is printed is in `printed`, the panels are in `panels`, battles in `combats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from operator import or_

from sandtable.games.afrika_korps.drawing.board import (
    AT_SEA,
    ELIMINATED,
    FACTOR_TRACK,
    REPLACED,
    SET_ASIDE,
    TO_COME,
    TURN_TRACK,
    WAITING,
    nation_of,
)
from sandtable.games.afrika_korps.drawing.charts import lit
from sandtable.games.afrika_korps.drawing.combats import combats
from sandtable.games.afrika_korps.drawing.panels import panels
from sandtable.games.afrika_korps.drawing.viewpoint import Viewpoint
from sandtable.games.afrika_korps.notation.names import unit_title
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, Printed
from sandtable.games.afrika_korps.printed.files import Unit
from sandtable.games.afrika_korps.rules.c05_movement import payable
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE
from sandtable.games.afrika_korps.rules.c07_combat import AFTERMATH, COMBAT_DIE, FIGHT, SEIZURE
from sandtable.games.afrika_korps.rules.c07_exchange import EXCHANGE, LOSSES
from sandtable.games.afrika_korps.rules.c07_retreat import (
    CAPTURE_ON_THE_WAY,
    CONDUCT,
    CONSENT,
    OVERFLOW,
    RETREAT,
    RETREAT_STEP,
    TAKE_ALONG,
)
from sandtable.games.afrika_korps.rules.c08_declaration import CHOOSE_CAPTOR, FORM_BATTLE, JOIN_VICTORY, SUPPORT
from sandtable.games.afrika_korps.rules.c09_automatic_victory import BLOCKERS, NAME_SUPPLY, VICTORY
from sandtable.games.afrika_korps.rules.c11_second_attack import ATTACK_FUGITIVES
from sandtable.games.afrika_korps.rules.c12_arrivals import PORT
from sandtable.games.afrika_korps.rules.c15_capture import CAPTURE, CAPTURE_AFTER_COMBAT, DESTROY_SUPPLY
from sandtable.games.afrika_korps.rules.c15_supply_won import MOVE_WON_SUPPLY
from sandtable.games.afrika_korps.rules.c16_advance import ADVANCE, ADVANCE_TO
from sandtable.games.afrika_korps.rules.c21_substitutes import BREAK_SUBSTITUTE, FORM_SUBSTITUTE
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    DEAD,
    FOUGHT,
    INSIDE,
    OFF,
    SEA,
    SURROUNDED,
    Position,
    combat_units_at,
    hexes_of,
    isolated_once,
    on_map,
    substitute_index,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.flow import Local
from sandtable.kernel.scene import NOWHERE, Marker, Piece, Scene, Sign, TrackPoint
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import phrase

SYMBOLS = {
    "armor": ("armour", "A"),
    "mech_infantry": ("mechanised infantry", "M"),
    "infantry": ("infantry", "I"),
    "recon": ("reconnaissance", "R"),
    "supply": ("supply", "S"),
    "command": ("commander", "C"),
}
SIDE_NAMES = ("Axis", "Allied")

# What is going on, by the name of the frame that stands for it; the last one on the stack that is named counts.
PHASES = {
    "make-room": "arrivals",
    "convoy": "arrivals",
    "land-supply": "arrivals",
    "arrivals": "arrivals",
    "movement": "movement",
    "declare-victory": "automatic victory",
    "substitution": "substitution",
    "reduce-stack": "end of movement",
    "sacrifice": "end of movement",
    "declare-battles": "declaration of battles",
    "combat": "combat",
    "exchange": "combat, exchange",
    "retreat": "combat, retreat",
    "advance": "combat, advance",
}
MOVING = ("movement", "move")


def scene(viewpoint: Viewpoint, side: int) -> Scene:
    """What is where, as one side sees it: nothing is hidden in this game."""
    state = viewpoint.state
    printed = state.printed
    tired = _tired(viewpoint)
    common = _common_conditions(state)
    pieces = [_piece(state, unit, tired, common) for unit in printed.units if _is_shown(state, unit.number)]
    return Scene(
        side=side,
        heading=_heading(viewpoint),
        pieces=tuple(sorted(pieces, key=lambda piece: _order(printed, piece))),
        markers=tuple(_markers(state)),
        tracks=tuple(_track_points(state)),
        panels=tuple(panels(viewpoint)),
        combats=tuple(combats(viewpoint)),
        focus=tuple(printed.units[unit].id for unit in ones(focus(viewpoint)) if _is_shown(state, unit)),
        lit=tuple(dict.fromkeys(lit(viewpoint))),
    )


def _heading(viewpoint: Viewpoint) -> str:
    state = viewpoint.state
    when = phrase(
        "Turn {turn} of {turns}, {date}",
        turn=state.turn,
        turns=state.printed.turns,
        date=state.printed.dates[state.turn],
    )
    if not state.frames:
        return phrase("{when}: the game is over", when=when)
    named = [PHASES[name] for name in viewpoint.stack if name in PHASES]
    phase = named[-1] if named else "before combat" if viewpoint.decision == "destroy-supply" else "turn"
    return phrase("{when}: {side} {phase}", when=when, side=SIDE_NAMES[state.active], phase=phase)


# The counters


def _is_shown(state: Position, unit: int) -> bool:
    """Supply counters that are not in use are in the stock; substitutes appear when they are allowed (21.1)."""
    printed = state.printed
    if state.place[unit] != OFF:
        return True
    if printed.substitutes >> unit & 1:
        return state.turn >= printed.substitutes_from
    return not printed.supply >> unit & 1


def _order(printed: Printed, piece: Piece) -> tuple[int, int, int]:
    """Strong units first in a hex; in the box of those to come the next ones first."""
    unit = printed.units[printed.unit_number[piece.id]]
    if piece.box == TO_COME:
        return unit.arrival_turn, unit.side, unit.number
    return unit.side, -unit.attack - unit.defense, unit.number


def _piece(state: Position, unit: Unit, tired: int, common: list[Condition]) -> Piece:
    place = state.place[unit.number]
    symbol, letter = SYMBOLS[unit.kind]
    conditions = tuple(_conditions(state, unit, common))
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit_title(unit),
        symbol=symbol,
        letter=letter,
        figures=_figures(unit),
        size=unit.size,
        nation=nation_of(unit),
        cell=place if place >= 0 else NOWHERE,
        box=_box(state, unit) if place < 0 else "",
        status=tuple(words for words, _ in conditions),
        badges=tuple(sorted((badge for _, badge in conditions if badge), key=URGENCY.index)),
        faded=bool(tired >> unit.number & 1),
    )


@cache
def _figures(unit: Unit) -> str:
    """1.3: attack, defence and movement; a counter that does not fight shows its movement only."""
    return str(unit.move) if unit.kind in ("supply", "command") else unit.factors


def _box(state: Position, unit: Unit) -> str:
    place = state.place[unit.number]
    if place != OFF:
        return {SEA: AT_SEA, DEAD: ELIMINATED, INSIDE: REPLACED}[place]
    if state.printed.substitutes >> unit.number & 1:
        return SET_ASIDE
    return WAITING if unit.arrival_turn <= state.turn else TO_COME


# Sets of the position, with the words and the badge for the units in them.
CONDITIONS = (
    ("stopped", "may move no further", ""),
    ("frozen", "bound until the end of the turn", "B"),
    ("landed", "landed this turn", "L"),
    ("captured", "captured", "C"),
    ("used", "supports an attack", "S"),
    ("no_support", "cannot support an attack", ""),
    ("cancelled", "under automatic victory", "AV"),
    ("fought", "has fought", "F"),
    ("fugitives", "retreated into the fortress", "G"),
)
URGENCY = ("AV", "I2", "I", "S", "F", "G", "B", "C", "L", "M")
"""The badges, the one that matters most first."""


KEY = (
    Sign("I", "isolated"),
    Sign("I2", "isolated for one turn already"),
    Sign("M", "moved"),
    *(Sign(badge, words) for _, words, badge in CONDITIONS if badge),
    Sign("!", "battle"),
    Sign("v", "automatic victory"),
)
"""What the badges and the markers mean."""


Condition = tuple[int, str, str]
"""A set of units, with the words and the badge for the units in it."""


def _common_conditions(state: Position) -> list[Condition]:
    """The conditions that some unit is in."""
    found = [(getattr(state, name), phrase(words), badge) for name, words, badge in CONDITIONS]
    return [condition for condition in found if condition[0]]


@cache
def _due(turn: int) -> str:
    return phrase("turn {turn}", turn=turn)


def _conditions(state: Position, unit: Unit, common: list[Condition]) -> Iterator[tuple[str, str]]:
    """The condition of a counter in words, each with its badge, if it has one."""
    number, printed = unit.number, state.printed
    if state.place[number] == OFF and unit.arrival_turn > state.turn:
        yield _due(unit.arrival_turn), ""
    if printed.substitutes >> number & 1 and state.parts[substitute_index(printed, number)]:
        parts = [printed.units[part].id for part in ones(state.parts[substitute_index(printed, number)])]
        yield phrase("for {units}", units=" ".join(parts)), ""
    if state.spent[number] or state.road_spent[number]:
        road = state.road_spent[number]
        yield phrase("moved {own} + {road} by road", own=state.spent[number], road=road), "M"
    isolated_before = isolated_once(state, unit.side) >> number & 1
    if state.cut_off >> number & 1:
        yield phrase("isolated"), "" if isolated_before else "I"
    if isolated_before:
        yield phrase("isolated for one turn already"), "I2"
    for units, words, badge in common:
        if units >> number & 1:
            yield words, badge


def _tired(viewpoint: Viewpoint) -> int:
    """Units of the moving side that have done what they can do now: moved as far as they may, or fought."""
    state = viewpoint.state
    if viewpoint.decision not in MOVING:
        return state.fought if "combat" in viewpoint.stack else 0
    here = on_map(state, state.printed.side_units[state.active])
    spent = mask_of(unit for unit in ones(here) if not payable(state, unit, escorted=False))
    return here & (state.stopped | state.frozen) | spent


# What it is about


Focus = Callable[[Position, Frame], int]


def _units(*sets: Local) -> Focus:
    """The units in these locals."""
    return lambda state, frame: reduce(or_, (local(frame) for local in sets))


def _unit(local: Local, *sets: Local) -> Focus:
    """The unit that this local names, and those in these sets."""
    return lambda state, frame: reduce(or_, (others(frame) for others in sets), 1 << local(frame))


def _fighters(battle: Local) -> Focus:
    """The units of the battle whose number this local is."""
    return lambda state, frame: state.attackers[battle(frame)] | state.defenders[battle(frame)]


def _fugitives_and_attackers(state: Position, frame: Frame) -> int:
    fugitives = combat_units_at(state, ATTACK_FUGITIVES.fortress(frame), ENEMY_OF[state.active])
    return fugitives | ATTACK_FUGITIVES.attackers(frame)


# By the name of a frame, the units it is about; the topmost frame that is about any counts.
FOCUS: dict[str, Focus] = {
    "port": _unit(PORT.unit),
    "move": _units(MOVE.group),
    "rescue": lambda state, frame: 1 << state.printed.rommel,
    "declare-victory": _units(VICTORY.victims, VICTORY.attackers),
    "name-blockers": _units(BLOCKERS.victims, BLOCKERS.attackers, BLOCKERS.blockers),
    "name-supply": _units(NAME_SUPPLY.victims, NAME_SUPPLY.attackers, NAME_SUPPLY.blockers, NAME_SUPPLY.supplies),
    "form-substitute": _unit(FORM_SUBSTITUTE.substitute, FORM_SUBSTITUTE.chosen),
    "break-substitute": _unit(BREAK_SUBSTITUTE.substitute, BREAK_SUBSTITUTE.chosen),
    "form-battle": _fighters(FORM_BATTLE.battle),
    "join-victory": _fighters(JOIN_VICTORY.battle),
    "support": _fighters(SUPPORT.battle),
    "choose-captor": _unit(CHOOSE_CAPTOR.supply),
    "fight": _fighters(FIGHT.battle),
    "combat-die": _fighters(COMBAT_DIE.battle),
    "aftermath": _fighters(AFTERMATH.battle),
    "exchange": _fighters(EXCHANGE.battle),
    "exchange-losses": _fighters(LOSSES.battle),
    "attack-fugitives": _fugitives_and_attackers,
    "move-won-supply": _unit(MOVE_WON_SUPPLY.supply),
    "retreat": _units(RETREAT.units),
    "consent": _units(CONSENT.units),
    "conduct-retreat": _units(CONDUCT.to_go),
    "retreat-step": _unit(RETREAT_STEP.unit),
    "take-along": _units(TAKE_ALONG.supplies),
    "overflow": _units(OVERFLOW.gone),
    "advance": _units(ADVANCE.units),
    "advance-to": _unit(ADVANCE_TO.unit),
    "capture": _units(CAPTURE.supplies),
    "capture-after-combat": _units(CAPTURE_AFTER_COMBAT.supplies),
    "capture-on-the-way": _units(CAPTURE_ON_THE_WAY.supplies),
    "seizure": _units(SEIZURE.supplies),
    "destroy-supply": lambda state, frame: mask_of(DESTROY_SUPPLY.supply(frame)),
}


def focus(viewpoint: Viewpoint) -> int:
    """The units the decision is about: in mid-move, or of the battle being formed or fought."""
    for name, frame in zip(reversed(viewpoint.stack), reversed(viewpoint.state.frames), strict=True):
        units = FOCUS[name](viewpoint.state, frame) if name in FOCUS else 0
        if units:
            return units
    return 0


# Markers and tracks


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
    if state.turn >= state.printed.replacements_from:
        for side in (AXIS, ALLIED):
            yield TrackPoint(FACTOR_TRACK, state.points[side], SIDE_NAMES[side], side)
