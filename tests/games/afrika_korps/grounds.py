"""Afrika Korps on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from functools import cache
from random import Random

from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.boards.hexes import STEPS
from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.printed.data import AXIS
from sandtable.games.afrika_korps.rules.c21_substitutes import BREAK_SUBSTITUTE, class_of
from sandtable.games.afrika_korps.state import INSIDE, OFF, Position, combat_units_at, hexes_of
from sandtable.games.afrika_korps.verbs import BREAK, CAPTURE, DESTROY, FORM, SUPPLY, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options
from tests.games.afrika_korps.melees import melee
from tests.games.afrika_korps.policies import Dividing
from tests.suite import fuzzer
from tests.suite.charts import dashed, lines_of, shows
from tests.suite.grounds import Grounds, Policy, Recording, Told

RETREATING, FIGHTING = {"retreat", "conduct-retreat", "overflow"}, {"declare-battles", "combat"}


# What must hold at every moment


def check(state: Position) -> None:
    check_counters(state)
    check_hexes(state)


def check_counters(state: Position) -> None:
    """No counter is lost or doubled: each is on a playable hex or in a box, or in a known substitute."""
    board = state.printed.board
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else INSIDE <= place <= OFF
        assert known, f"{state.printed.units[unit].id} is at {place}"
    inside = sum(1 << unit for unit, place in enumerate(state.place) if place == INSIDE)
    assert inside == sum(state.parts), "units inside substitutes are not accounted for"


def check_hexes(state: Position) -> None:
    """Nobody stands on enemies, unless they are under automatic victory; who is not moving does not overstack."""
    for place in ones(state.occupied[0] & state.occupied[1]):
        resting = combat_units_at(state, place, 1 - state.active)
        assert not resting & ~state.cancelled, f"both sides stand in {state.printed.board.names[place]}"
    for side in sides_at_rest(state):
        for place in ones(state.occupied[side]):
            size = combat_units_at(state, place, side).bit_count()
            assert size <= state.printed.stacking, f"{size} units in {state.printed.board.names[place]}"


def sides_at_rest(state: Position) -> list[int]:
    """6.3: those whose stacks are no longer, or not yet, in motion."""
    kinds = {GAME.kind_names[frame[0]] for frame in state.frames}
    if kinds & RETREATING:
        return []
    waits = state.turn == 1 and state.active == AXIS  # 2.2.1: a deployment may overstack until its side has moved
    idle = [] if waits else [1 - state.active]
    return [*idle, state.active] if kinds & FIGHTING else idle


# Questions asked at some moments


def of_note(state: Position, verb: int, noun: str) -> list[int]:
    if noun == "hex":
        return places_of_note(state)
    return units_of_note(state, verb) if noun == "unit" else []


def units_of_note(state: Position, verb: int) -> list[int]:
    """The units on the map; for what is done to supply, supply alone; for substitutes, those and their parts."""
    printed, frame = state.printed, state.frames[-1]
    if verb in (FORM, BREAK):
        return list(ones(printed.substitutes))
    if verb == UNIT and GAME.kind_names[frame[0]] == "break-substitute":
        return list(ones(class_of(printed, BREAK_SUBSTITUTE.substitute(frame))))
    wanted = printed.supply if verb in (CAPTURE, DESTROY, SUPPLY) else -1
    return [unit for unit, place in enumerate(state.place) if place >= 0 and wanted >> unit & 1]


def places_of_note(state: Position) -> list[int]:
    """Hexes around the moving side and of its enemy, and those that the rulebook names."""
    printed = state.printed
    own = sum(1 << unit for unit in ones(printed.side_units[state.active]) if state.place[unit] >= 0)
    places = hexes_of(state, own)
    near = printed.board.spread(places) | state.occupied[1 - state.active]
    named = (printed.tobruch, printed.bengasi, *printed.base, printed.two_roads_west, printed.two_roads_north)
    beyond = [number for place in ones(places) for number in beyond_the_edge().get(place, ())]
    return [*ones(near), *named * 3, *beyond]


@cache
def beyond_the_edge() -> dict[int, list[int]]:
    """By playable hex what touches it and is closed to it: hexes of the backdrop, and hexes over closed sides."""
    printed = GAME.load_data()
    board = printed.board
    backdrop = {diagonal_to_axial(name): board.size + n for n, (name, _) in enumerate(printed.backdrop)}
    found = {}
    for place in ones(board.all):
        q, r = board.axial[place]
        outside = [backdrop[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in backdrop]
        closed = [*ones(board.touching[place] & ~board.adjacent[place])]
        if outside or closed:
            found[place] = [*outside, *closed]
    return found


UNNAMED = {
    "1.1": "how the map is numbered: a step to a hex that is no neighbour by these numbers is refused under 5.2",
    "1.2.3": "supply has ten movement points, as printed: a step beyond them is refused under 5.2",
    "1.5": "a die is rolled for combat and convoys alone: both are told under their own paragraphs (7.3, 12.2)",
    "1.6": "the time record has the dates of arrivals: what comes too early is refused under 19.1, 20.1 and 21.2",
    "5.5": "no choice would pass points on to another unit or another turn, so nothing is there to be refused",
    "7.1": "zones of control decide about movement, supply and duties, which are told in their own names",
    "7.6.3": "Rommel does not retreat; if that leaves him alone, he is placed under 22.4, as it says itself",
    "8.2": "it permits units to enter zones: whoever may not is refused under 5.4, 8.3 or 15.2.1",
    "8.7": "attack factors are never doubled: the odds are told with the battle, under 11.1 to 11.5",
    "11.3.1": "it repeats 8.4, 23.1 and 23.2 for divided combat: enemies left out are refused there",
    "11.3.2": "it repeats 8.5 for divided combat: an attacker that is not beside every target is refused there",
    "11.3.3": "it repeats 8.4 for divided combat: units left idle in a zone are refused there",
    "14.7": "defenders need no supply: there is no decision, and nothing happens, when they have none",
    "16.3": "it permits an advance that is then told like any other, under 16.1",
    "17.3": "two roads that do not meet: what follows is told and refused under 17.3.1 and 17.3.2",
    "18.3": "one escarpment hex in a turn: it follows from the stop of 18.1, under which a second is refused",
    "20.5": "factors add up: the sum is told with each gain, under 20.2 and 20.3",
    "20.6": "the loss of a port takes no factors away: nothing happens that could be told",
    "22.2": "Rommel does not count for stacking: a hex that is full without him is refused as for any unit",
    "22.5": "Rommel alone may hold a port: landings there are told under 19.2 as anywhere else",
    "23.4.3": "it permits a landing in the port that was left, which is told like any other, under 23.4",
    "24.1": "what isolation is: the losses are told under 23.6, 24.2 and 24.4",
    "24.3": "who lands shares the isolation of the port: the losses are told under 23.6 and 24.2",
}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

LAST_RESORTS = {
    "movement destroy": "any other unit: the sentence says which may be destroyed",
    "choose-battle destroy": "any unit but the moving side's own supply: the sentence says which may be destroyed",
    "choose-battle break": "any unit: the sentence says when substitutes are broken down",
    "movement unit": "every hex it could pay for is held by enemies, or lies in a zone that is closed to it",
    "break-substitute unit": "class, strength, speed and whether it is in play are asked before: room is left",
    "retreat-step hex": "a safe way leads there, and only the other units can be what forbids it",
    "join-victory with": "it could join, but for the battles that would be left without it",
    "name-supply supply": "what is on the map, and may support attacks, is left out only for want of a line",
    "overflow lose": "any other unit: the sentence says which may be chosen",
    "take-along unit": "any other unit: the sentence says what is to be decided",
    "advance-to hex": "every other hex: the sentence says which may be chosen",
    "reduce-stack lose": "any other unit: the sentence says which may be chosen",
    "sacrifice lose": "any unit that is not in contact: the sentence says which may be chosen",
    "land-supply hex": "every hex but the four that have a reason of their own",
    "port hex": "every hex but the four that have a reason of their own",
    "conduct-retreat unit": "enemies, and units that were not beaten",
    "exchange lose": "a unit that is in no set of losses from which none could be spared",
    "form-substitute unit": "it is in the hex of those chosen, but no sum with it is exactly the factor",
    "arrivals unit": "units of the first deployment, which a made-up position has left off the map",
    "rescue hex": "every other hex: the sentence says which may be chosen",
    "name-blockers block": "enemies, and units that bar no way still open to the victims",
    "support supply": "what is on the map, and may support attacks, is left out only for want of a line",
    "choose-captor with": "it is next to the supply and free: only its duties elsewhere keep it from it",
    "move-won-supply hex": "it could pay for the hex, and no enemy is in it: only a zone is left to forbid it",
}
"""Where the last sentence of a refusal answers, and why it is right there."""

ODDS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
COUNTERS = ("id", "nation", "type", "size", "attack", "defense", "move", "arrival_turn")
YES = {"0": "-", "1": "yes"}


def counters_of(side: str) -> Told:
    """The counters of a side under their names as players say them, which is no business of the file."""
    told = shows(
        *COUNTERS,
        where=lambda line: line["side"] == side,
        nation=dashed,
        type={
            "armor": "armour",
            "mech_infantry": "mechanised infantry",
            "recon": "reconnaissance",
            "command": "commander",
        },
        size={"": "-", "XX": "division", "X": "brigade", "III": "regiment", "II": "battalion"},
        attack=dashed,
        defense=dashed,
        arrival_turn=dashed,
    )
    return lambda *files: [[row[0], None, *row[1:]] for row in told(*files)]


def in_order(lines: list[dict[str, str]]) -> list[list[str | None]]:
    """Of one turn the Axis comes first; units come in the order of the counters."""
    told = shows("unit", "turn", "date", "side", "factors", side={"Allied": "Allies"})
    units = [line["id"] for line in lines_of(GAME.folder, "units.csv")]
    return sorted(told(lines), key=lambda row: (int(row[1] or ""), row[3] == "Allies", units.index(row[0] or "")))


def convoys(lines: list[dict[str, str]]) -> list[list[str | None]]:
    """The time record counts the arrivals of both sides."""
    told = shows(
        *("turn", "date", "axis_supply_sunk_on", "axis_reinforcements", "allied_reinforcements"),
        *("replacements", "allied_substitutes"),
        axis_supply_sunk_on=lambda dice: ", ".join(dice.split()) or "no convoy",
        axis_reinforcements=dashed,
        allied_reinforcements=dashed,
        replacements=YES,
        allied_substitutes=YES,
    )
    return told(lines)


CHARTS = {
    "combat": shows("die", *ODDS),
    "counters-axis": counters_of("Axis"),
    "counters-allies": counters_of("Allied"),
    "arrivals": in_order,
    "time": convoys,
}

GROUNDS = Grounds(
    game=GAME,
    seeking=Dividing,
    thick=melee,
    check=check,
    of_note=of_note,
    unnamed=UNNAMED,
    fewest_losses=20,
    graves=("eliminated", "replaced"),
    gives={
        "supply-used": "it has supported an attack, as its owner chose",
        "substitute-formed": "the parts are inside the substitute",
        "substitute-broken": "its parts are back",
    },
    last_resorts=LAST_RESORTS,
    charts=CHARTS,
    perft=(
        "land-supply",
        "arrivals",
        "movement",
        "move",
        "declare-victory",
        "substitution",
        "destroy-supply",
        "declare-battles",
        "form-battle",
        "choose-battle",
        "combat-die",
        "exchange",
        "conduct-retreat",
        "retreat-step",
        "advance",
        "move-won-supply",
    ),
    recording=Recording(games=40, parts=36),
)
POLICIES = GROUNDS.policies


def next_choice(state: Position, policy: Policy, rng: Random, options: Options | None = None) -> Choice:
    """What happens next: an outcome of chance, or the choice of the side to decide, whose options may be known."""
    return fuzzer.next_choice(GAME, state, policy, rng, options)
