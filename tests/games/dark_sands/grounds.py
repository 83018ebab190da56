"""The Dark Sands on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import ones
from tests.games.dark_sands.policies import clash, seeking
from tests.suite.charts import dashed, shows
from tests.suite.grounds import Grounds, Recording, Told


def check(state: Sands) -> None:
    """The caches are true."""
    again = state.copy()
    again.rebuild()
    assert again.stacks == state.stacks
    assert again.occupied == state.occupied
    assert again.fronts == state.fronts


def of_note(state: Sands, verb: int, noun: str) -> list[int]:
    """Units on the map; hexes with units in them and around them."""
    if noun == "unit":
        return [unit for unit, place in enumerate(state.place) if place >= 0]
    if noun != "hex":
        return []
    held = state.occupied[0] | state.occupied[1]
    return list(ones(held | state.printed.board.spread(held)))


UNNAMED = {
    "2.1.1": "what a named place is for: garrisons are refused elsewhere under 13.6.2",
    "2.2.1": "the Mobile table is the usual one: which table may be used is asked under 20.2.4",
    "2.2.2": "the Assault table: which table may be used is asked under 20.2.4",
    "2.3": "what the counters are: each is ruled, told and refused in its own chapter (11 to 13)",
    "4.0": "a scenario may be played on: what that means is told at the end, under 5.1",
    "5.2": "when points are awarded: each is told under 5.2.1 or 5.2.2",
    "5.3": "a scenario is won by its own conditions: the result names P1",
    "6.1": "what adjacent means: whoever is not is refused under 19.1 and 20.1",
    "7.0": "when stacking is checked: the limits are told and refused under 7.2, 7.3 and 20.3.4",
    "7.1": "what a stack is: its limits are told and refused under 7.2 and 7.3",
    "8.0": "who has zones and where they reach: what they do is refused under 19.1.2 and told under 20.3.4",
    "8.1": "which zones count: what they do is refused under 19.1.2 and told under 20.3.4",
    "9.0": "who may use the railway: a step by rail is refused under 19.1.7",
    "9.2": "which rail can be used: a step by rail is refused under 19.1.7",
    "10.1": "what a line of supply is: who has none is told under 21.0 and 23.1",
    "10.1.1": "the part over land: who has no line is told under 21.0 and 23.1",
    "10.1.2": "the part along roads: who has no line is told under 21.0 and 23.1",
    "10.1.3": "the sources: who has no line is told under 21.0 and 23.1",
    "10.1.4": "ports: who has no line is told under 21.0 and 23.1",
    "10.2": "markers are placed and removed under 21.0, and what they cost is refused under 10.2.1",
    "12.1": "all units move and fight alike: the chapters 19 and 20 say how",
    "12.3": "armoured cars are neither tanks nor infantry: losses are refused under 20.3.2",
    "12.4": "what counts as infantry: the extra loss of an assault is refused under 12.6",
    "12.5": "what a formation is: chits refuse what is none under 18.1",
    "12.7.2": "a modifier of the die, told with the roll under 20.2.7",
    "12.7.4": "what panzers need not lose: losses are asked and refused under 20.3.2",
    "13.0": "what supports are: each is told and refused under 13.1 to 13.8, its arrival under 22.1",
    "13.6.5": "garrisons in combat: whoever cannot attack or move is refused under 13.6.4",
    "13.7.4": "what a box adds is part of the odds, told with the roll under 20.2.7",
    "14.0": "what forts do to zones: what zones do is refused under 19.1.2",
    "14.2": "what the fort of Bardia adds is part of the odds, told with the roll under 20.2.7",
    "18.0": "the segments of the Action Phase: each is told under 18.2 to 18.6",
    "19.1.3": "one hex is always possible: so no unit is refused it",
    "19.1.5": "what a step costs: one that costs too much is refused under 19.1",
    "19.1.6": "the joins: steps over them are told and refused like any other under 19.1",
    "19.1.8": "extended movement by rail: told and refused under 19.1.7",
    "19.2.3": "the check at the end: its die is told under 19.2.1",
    "20.2.2": "the strength of the attack is told with the roll under 20.2.7",
    "20.2.3": "the strength of the defence is told with the roll under 20.2.7",
    "20.2.6": "the modifiers of the die are told with the roll under 20.2.7",
    "23.2": "the victory check: the result names 5.1 or P1",
    "23.3": "the railway and the bypass are told under 23.3.1 and 23.3.2",
    "23.3.2.1": "a bypass that is not built has no effect",
    "23.5": "supports come back: nobody needs to be told what happens every turn",
    "P1.0": "how scenarios are set up: those who set up units are asked under their own paragraph",
    "P1.1.1": "the length of Compass: the result names P1.1.3",
    "P1.1.2": "the set-up of Compass is printed",
    "P1.2.1": "the length of Sunflower: the result names P1.2.3",
    "P1.3.1": "the length of Crusader: the result names P1.3.3",
    "P1.3.2": "the set-up of Crusader is printed",
    "P1.4.1": "the length of Gazala: the result names P1.4.3",
    "P1.4.2": "the set-up of Gazala is printed",
    "P2.0": "a summary of zones: told and refused under 8, 19.1.2, 19.1.4 and 20.3.4",
    "P3.0": "a summary of being out of supply: told and refused under 10.2.1",
}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

ODDS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
SIDES = {"axis": "Axis", "allied": "Allies", "none": "-"}
YES = {"0": "-", "1": "yes"}
KINDS = {
    "mot_infantry": "motorised infantry",
    "mg": "machine guns",
    "tank": "tanks",
    "panzer": "panzers",
    "armoured_car": "armoured cars",
    "hq": "headquarters",
    "air": "aircraft",
    "naval": "naval guns",
    "anti_tank": "anti-tank guns",
}
DOINGS = {"arrive": "arrives", "depart": "leaves", "return": "comes back", "upgrade": "is upgraded"}
CHITS = {
    "TheAuk": "The Auk",
    "AfrikaKorps": "Afrika Korps",
    "PanzerArmee": "PanzerArmee Afrika",
    "21Corps": "21 Corps",
    "13Corps": "13 Corps",
    "30Corps": "30 Corps",
    "8Army": "8 Army",
    "Move/Combat": "Move or Combat",
    "Half Move/Combat -1": "Half Move or Combat -1",
}
Lines = list[dict[str, str]]
Cells = list[list[str | None]]


def counters(side: str) -> Told:
    """A better counter stands under the one that it takes the place of."""

    def told(lines: Lines) -> Cells:
        own = [line for line in lines if line["side"] == side]
        plain = [line["id"] for line in own if " [T" not in line["id"]]

        def place(line: dict[str, str]) -> tuple[int, int]:
            name, _, turn = line["id"].partition(" [T")
            return plain.index(name), int(turn.rstrip("]") or 0)

        own.sort(key=place)
        return [
            [
                *(line["id"], line["formation"] or "-", line["nation"], KINDS.get(line["type"], line["type"])),
                *(line["size"], f"{line['af']}-{line['df']}-{line['ma']}"),
                f"{line['af_reduced']}-{line['df_reduced']}-{line['ma_reduced']}" if line["steps"] == "2" else "-",
                ("•" * int(_of(line, lines)["disorg_dot"]) + "R" * int(_of(line, lines)["non_replaceable"]))
                or "-",
            ]
            for line in own
        ]

    return told


def _of(line: dict[str, str], lines: Lines) -> dict[str, str]:
    """The unit whose counter this is."""
    return next(one for one in lines if one["id"] == line["id"].partition(" [T")[0])


def arriving(lines: Lines) -> Cells:
    told = shows(
        "unit", "turn", "side", "action", "exchange_group", side=SIDES, action=DOINGS, exchange_group=dashed
    )
    ordered = sorted(lines, key=lambda line: int(line["turn"]))
    return [[(row[0] or "").removeprefix("S:"), *row[1:]] for row in told(ordered)]


def chits(lines: Lines) -> Cells:
    """By turn, those of one side in the order in which the file first speaks of them."""
    told = shows("chit", "turn", "side", "count", chit=CHITS, side=SIDES)
    first: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines):
        first.setdefault((line["side"], line["chit"]), number)
    drawn = [line for line in lines if line["turn"] != "any" and not line["where"].startswith("T3 segment")]
    return told(sorted(drawn, key=lambda line: (int(line["turn"]), first[line["side"], line["chit"]])))


def scenarios(lines: Lines) -> Cells:
    columns = ("scenario", "first", "last", "initiative", "axis_vp", "allied_vp")
    return shows(*columns, scenario=str.capitalize, initiative=SIDES, axis_vp=dashed, allied_vp=dashed)(lines)


def by_name(row: list[str | None]) -> tuple[bool, str]:
    """Headquarters stand in the order of the counters: the Allies first."""
    return row[1] != "Allies", row[0] or ""


CHARTS: dict[str, Told] = {
    "combat-mobile": shows("die", *ODDS, where=lambda line: line["table"] == "mobile"),
    "combat-assault": shows("die", *ODDS, where=lambda line: line["table"] == "assault"),
    "turns": shows(
        *("turn", "months", "initiative", "panzer_repair", "replacement_pool", "allied_cadre", "assault_crt"),
        initiative=SIDES,
        panzer_repair=YES,
        replacement_pool=lambda year: "-" if year == "none" else f"pool of {year}",
        allied_cadre=YES,
        assault_crt=YES,
    ),
    "arrivals": arriving,
    "counters-axis": counters("axis"),
    "counters-allies": counters("allied"),
    "supports": shows(
        *("support", "side", "kind", "af", "df"),
        where=lambda line: line["kind"] not in ("box", "garrison"),
        side=SIDES,
        kind=KINDS,
        af=lambda text: text.replace(" then ", " "),
        df=lambda text: text.replace(" then ", " "),
    ),
    "headquarters": lambda lines: sorted(shows("hq", "side", "range_hexes", "ma", side=SIDES)(lines), key=by_name),
    "chits": chits,
    "replacements": shows(
        *("chit", "side", "year", "panzer", "german_infantry", "italian", "allied_tank", "allied_infantry"),
        side=SIDES,
        panzer=dashed,
        german_infantry=dashed,
        italian=dashed,
        allied_tank=dashed,
        allied_infantry=dashed,
    ),
    "scenarios": scenarios,
}

GROUNDS = Grounds(
    game=GAME,
    seeking=seeking,
    thick=clash,
    check=check,
    of_note=of_note,
    unnamed=UNNAMED,
    last_resorts={
        "arrival to": "any other hex: the sentence names all the places where reinforcements arrive",
        "rebuilt to": "any other hex: the sentence names all the places where rebuilt units enter",
        "cadre to": "any other hex: the sentence names the only places where cadres enter",
    },
    graves=("gone", "axis-rebuildable", "allied-rebuildable"),
    charts=CHARTS,
    perft=(
        "initiative",
        "priority",
        "side",
        "activation",
        "rommel",
        "moves",
        "group",
        "battles",
        "attack",
        "support",
        "loss",
        "retreat",
        "advance",
        "spend",
        "arrivals",
        "arrival",
    ),
    # A turn is long: every chit is a part of it.
    recording=Recording(games=8, parts=6, clock=lambda state: 32 * state.turn + len(state.played)),
)
