"""What a side sees on the table: blocks upright or blank, the marks on them, cards, battles, the Buildup.

All of it comes from the view: a block that the reader cannot name has no name here either.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.drawing.board import BLANKS, MONTH_TRACK, POINT_TRACK
from sandtable.games.rommel_in_the_desert.drawing.charts import lit
from sandtable.games.rommel_in_the_desert.drawing.combats import combats
from sandtable.games.rommel_in_the_desert.drawing.panels import panels_of
from sandtable.games.rommel_in_the_desert.knowledge.view import MARKS, Hidden, Known, SeenFrame, View, told
from sandtable.games.rommel_in_the_desert.notation.words import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import LEAVE
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import MARCH_TO
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.rules.c09_fire import TARGET
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import REDEPLOY_TO
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import DEPLOY_TO
from sandtable.games.rommel_in_the_desert.state import BESIDE_BASE, DEAD, EXITED, OUT, REFIT
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import NOWHERE, Marker, Piece, Scene, Sign, TrackPoint
from sandtable.kernel.state import real_number
from sandtable.kernel.words import say

SYMBOLS = {
    "recon": ("reconnaissance", "R"),
    "armor": ("armour", "T"),
    "mech_inf": ("mechanised infantry", "M"),
    "mot_inf": ("motorised infantry", "W"),
    "infantry": ("infantry", "I"),
    "para": ("parachute", "P"),
    "mob_at": ("anti-tank", "K"),
    "mot_at": ("anti-tank", "K"),
    "sp_arty": ("artillery", "G"),
    "artillery": ("artillery", "G"),
}
"""The symbol of each type of unit, and a letter for small drawings."""
BOX_OF = {OUT: "to-come", DEAD: "dead", REFIT: "refit", BESIDE_BASE: "beside-base", EXITED: "exited"}
WORDS = {
    "disrupted": say("disrupted"),
    "late": say("disrupted for less than a whole enemy turn"),
    "unsupplied": say("unsupplied"),
    "raiders": say("raider"),
    "moved": say("has moved"),
    "disengaged": say("has left a battle"),
    "leaving": say("leaves the battle"),
    "leaving_second": say("leaves with the second move"),
    "exited": say("has left the map in this turn"),
}
BADGES = {"disrupted": "D", "unsupplied": "U", "raiders": "R"}
KEY = (
    *(Sign(badge, str(WORDS[name])) for name, badge in BADGES.items()),
    Sign("!", str(say("battle"))),
    Sign("M", str(say("minefield"))),
)
"""What the badges and the markers mean."""
MOVING = {"movement", "step", "pass-moves"}
MINE = "M"
PHASES = {
    "deploy": say("deployment"),
    "deploy-to": say("deployment"),
    "preparation": say("preparation"),
    "buildup": say("Buildup"),
    "challenge": say("initiative"),
    "lay": say("turn option"),
    "movement": say("movement"),
    "pass-moves": say("withdrawal"),
    "choose-retreat": say("retreats"),
    "marches": say("forced marches"),
    "refuse-battle": say("refusal of battle"),
    "rout": say("rout"),
    "combat": say("combat"),
    "exchange": say("opening hands"),
}
OF_BOTH = {"challenge", "deploy", "deploy-to", "exchange"}
"""What both sides do before anybody has a turn."""
TURN = 90
"""2.3: a block is turned by a quarter for each lost step."""


def scene(view: View, side: int, printed: Printed) -> Scene:
    """What is where, as one side sees it."""
    month, active = view.fields["month"], view.fields["active"]
    hidden = [_hidden(printed, block) for block in view.hidden]
    used, moving = _in_use(view), any(frame[0] in MOVING for frame in view.frames)
    known = [_known(printed, seen, moving) for seen in view.known if used >> seen.unit & 1]
    return Scene(
        side=side,
        heading=_heading(view, printed, month, active),
        pieces=(*known, *hidden),
        markers=tuple(_markers(view, printed)),
        tracks=tuple(_tracks(view, printed, month)),
        panels=tuple(panels_of(view, side, printed)),
        combats=tuple(combats(view, printed)),
        focus=tuple(_focus(view, printed)),
        lit=tuple(dict.fromkeys(lit(view, printed))),
    )


def _heading(view: View, printed: Printed, month: int, active: int) -> str:
    scenario = printed.scenarios[view.fields["scenario"]]
    when = str(say("Month {month}, {date}", month=month, date=scenario.date(month)))
    if not view.frames:
        return str(say("{when}: the game is over", when=when))
    named = [str(frame[0]) for frame in view.frames if str(frame[0]) in PHASES]
    phase = PHASES[named[-1]] if named else say("turn")
    if named and named[-1] in OF_BOTH:
        return str(say("{when}: {phase}", when=when, phase=phase))
    return str(say("{when}: {side} {phase}", when=when, side=SIDES[active], phase=phase))


def _in_use(view: View) -> int:
    """The blocks that the scenario uses: the others are not on the table."""
    used = 0
    for units in view.fields["may_hold"]:
        used |= real_number(units)
    return used


# Blocks


def _known(printed: Printed, seen: Known, moving: bool) -> Piece:
    """A block that its reader can see; units that have moved are pale while others still may."""
    unit = printed.units[seen.unit]
    symbol, letter = SYMBOLS[unit.sort.name]
    lost = (unit.max_cv - seen.cv) // unit.step if seen.place != DEAD else 0
    marks = [MARKS[mark] for mark in ones(seen.marks)]
    source = [_supplied_by(printed, seen.source)] if seen.source >= 0 else []
    strength = str(say("CV {cv} of {most}", cv=seen.cv, most=unit.max_cv))
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        symbol=symbol,
        letter=letter,
        figures=str(seen.cv) + ("*" if unit.elite else ""),
        nation=unit.nation,
        shape="block",
        turned=lost * TURN % 360,
        steps=unit.max_cv // unit.step - lost,
        lost=lost,
        lies="disrupted" in marks,
        cell=max(seen.place, NOWHERE),
        box=BOX_OF.get(seen.place, ""),
        status=(strength, *(str(WORDS[name]) for name in marks), *source),
        badges=tuple(BADGES[name] for name in marks if name in BADGES),
        faded=moving and "moved" in marks,
    )


def _supplied_by(printed: Printed, source: int) -> str:
    """13.3, 15.1: the coin that says which fortress or oasis supplies a block."""
    places = (*printed.fortresses, *printed.oases)
    return str(say("supplied by {place}", place=hex_name(printed, places[source])))


def _hidden(printed: Printed, block: Hidden) -> Piece:
    """A block of which only the back is seen."""
    marks = [MARKS[mark] for mark in ones(block.marks)]
    source = [_supplied_by(printed, block.source)] if block.source >= 0 else []
    return Piece(
        id="",
        side=block.side,
        name=str(say("a block of the {side}", side=SIDES[block.side])),
        symbol="hidden",
        letter="?",
        nation=BLANKS[block.side],
        shape="block",
        lies="disrupted" in marks,
        cell=max(block.place, NOWHERE),
        box=BOX_OF.get(block.place, ""),
        status=(*(str(WORDS[name]) for name in marks), *source),
        badges=tuple(BADGES[name] for name in marks if name in BADGES),
    )


# Everything else


def _markers(view: View, printed: Printed) -> Iterator[Marker]:
    for side, hexes in enumerate(view.fields["attacker_hexes"]):
        for place in ones(real_number(hexes)):
            yield Marker(
                name=str(say("battle, {side} attack", side=SIDES[side])), letter="!", cell=place, side=side
            )
    for place in ones(view.mines):
        name = str(say("minefield in {hex}", hex=hex_name(printed, place)))
        yield Marker(name=name, letter=MINE, cell=place)


def _tracks(view: View, printed: Printed, month: int) -> Iterator[TrackPoint]:
    scenario = printed.scenarios[view.fields["scenario"]]
    yield TrackPoint(MONTH_TRACK, month - 1, scenario.date(month))
    if month < scenario.end_month:
        last = say("{date}, the last", date=scenario.date(scenario.end_month))
        yield TrackPoint(MONTH_TRACK, scenario.end_month - 1, str(last))
    for owner, points in enumerate(view.points):
        if points >= 0:
            yield TrackPoint(POINT_TRACK, points, str(SIDES[owner]), owner)


FOCUS = {kind.name: kind.unit for kind in (STEP, LEAVE, MARCH_TO, REDEPLOY_TO, DEPLOY_TO, TARGET)}
"""By kind of frame, the local that names the unit it is about."""


def _focus(view: View, printed: Printed) -> Iterator[str]:
    """The unit in mid-move or about to fire, if the reader can name it."""
    top: SeenFrame = view.frames[-1] if view.frames else [""]
    unit = told(top, FOCUS[str(top[0])]) if str(top[0]) in FOCUS else -1
    if unit >= 0:
        yield printed.units[unit].id
