"""What a side sees: units, cards, the cup, control, and the battle being decided."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.scene import NOWHERE, Marker, Piece, Scene, Tint, TrackPoint
from sandtable.kernel.words import phrase, say
from twocoasts.drawing.board import NATIONS
from twocoasts.drawing.charts import lit
from twocoasts.drawing.combat import battle_of, combats
from twocoasts.drawing.hands import cards, cup
from twocoasts.drawing.panels import panels
from twocoasts.knowledge.view import View, known
from twocoasts.printed.data import Printed
from twocoasts.printed.map import SIDES
from twocoasts.rules.c07_supply import unsupplied
from twocoasts.state import Coasts, in_play, scenario_of

PHASES = {
    "draw": "cards are drawn",
    "chit": "a chit is drawn",
    "active": "a stack to move",
    "raise": "recruits",
    "move": "movement",
    "react": "a reaction",
    "ambush": "fire at a march",
    "plan": "an attack is planned",
    "reply": "an attack is answered",
    "roll": "battle",
    "loss": "losses",
    "retreat": "retreat",
    "advance": "advance",
    "": "the game is over",
}


def scene(view: View, side: int, printed: Printed, phase: str) -> Scene:
    """What a side's view shows; `phase` is the name of what is being decided."""
    state = known(view, printed)
    turns = scenario_of(state).turns
    return Scene(
        side=side,
        heading=phrase("Turn {turn} of {turns}: {phase}", turn=state.turn, turns=turns, phase=say(PHASES[phase])),
        pieces=tuple(_pieces(state)),
        markers=tuple(_markers(state)),
        tracks=(TrackPoint("turn", state.turn - 1, ""),),
        panels=tuple(panels(state)),
        cards=tuple(cards(view, state)),
        cups=(cup(state),),
        combats=tuple(combats(state)),
        focus=tuple(printed.units[unit] for unit in ones(state.attackers or state.stack)),
        lit=tuple(lit(state)),
        tints=tuple(_tints(state)),
    )


def _pieces(state: Coasts) -> Iterator[Piece]:
    hungry = unsupplied(state, 0) | unsupplied(state, 1)
    for unit, name in enumerate(state.printed.units):
        conditions = {
            "A": (phrase("attacks"), state.attackers),
            "S": (phrase("out of supply"), hungry),
            "D": (phrase("dug in"), state.dug),
            "M": (phrase("has moved"), state.moved),
        }
        marks = {letter: words for letter, (words, units) in conditions.items() if units >> unit & 1}
        yield _piece(state, unit, name, marks)


def _piece(state: Coasts, unit: int, name: str, marks: dict[str, str]) -> Piece:
    side, kind, place = state.printed.owners[unit], state.printed.kinds[unit], state.where[unit]
    return Piece(
        id=name,
        side=side,
        name=phrase("{name}, {kind} of {side}", name=name, kind=say(kind.name), side=say(SIDES[side])),
        symbol=kind.symbol,
        letter=kind.letter,
        figures=f"{kind.strength}-{kind.moves}",
        size=kind.size,
        nation=NATIONS[side].id,
        cell=place if place >= 0 else NOWHERE,
        box="" if place >= 0 else "lost",
        status=tuple(marks.values()),
        badges=tuple(marks),
        faded="M" in marks,
    )


def _markers(state: Coasts) -> Iterator[Marker]:
    battle = battle_of(state)
    if battle is not None:
        yield Marker(name=phrase("a battle"), letter="!", cell=battle[1], side=battle[0])


def _tints(state: Coasts) -> Iterator[Tint]:
    """Control, and in a scenario on a part of the map what is out of play (2.3)."""
    playing = in_play(state)
    for place in ones(state.printed.map.ashore):
        if not playing >> place & 1:
            yield Tint(place, tone="out")
        elif state.control[place] >= 0:
            yield Tint(place, tone=str(state.control[place]))
