"""Rommel in the Desert on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.notation.status import MARK_RULES
from sandtable.games.rommel_in_the_desert.printed.data import DUMMY_CARDS, HAND_LIMIT, REAL_CARDS
from sandtable.games.rommel_in_the_desert.state import EXITED, Position, deck
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.policies import ContactSeeking
from tests.suite import fuzzer
from tests.suite.charts import dashed, shows
from tests.suite.grounds import Grounds, Policy, Recording, Told

# What must hold at every moment


def check(state: Position) -> None:
    check_blocks(state)
    check_battles(state)
    check_cards(state)


def check_blocks(state: Position) -> None:
    """No block is lost or doubled: each is on a hex or in a box, in whole steps; marks are on blocks in play."""
    board, scenario = state.printed.board, state.printed
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else place >= EXITED
        assert known, f"{scenario.units[unit].id} is at {place}"
        assert state.cv[unit] % scenario.step[unit] == 0, f"{scenario.units[unit].id} has CV {state.cv[unit]}"
        assert state.cv[unit] <= scenario.max_cv[unit]
    off_map = sum(1 << unit for unit, place in enumerate(state.place) if place < 0)
    for name in MARK_RULES:
        assert not getattr(state, name) & off_map, f"a block beside the map is {name}"


def check_battles(state: Position) -> None:
    """Hexsides are crossed by one side; what was shown to all both sides may believe in."""
    assert not state.crossed[0] & state.crossed[1], "a hexside belongs to both sides"
    assert not state.attacker_hexes[0] & state.attacker_hexes[1], "both sides are the Attacker"


def check_cards(state: Position) -> None:
    """28 real cards and 14 dummies, wherever they are; no hand is too large."""
    left = deck(state)
    real = [*state.real, state.real_laid, state.real_spent, left[0]]
    dummies = [*state.dummies, state.dummies_laid, state.dummies_spent, left[1]]
    assert min(real + dummies) >= 0, "cards are owed"
    assert (sum(real), sum(dummies)) == (REAL_CARDS, DUMMY_CARDS)
    for side in (0, 1):
        assert state.real[side] + state.dummies[side] <= HAND_LIMIT, "a hand is too large"


# Questions asked at some moments


def of_note(state: Position, verb: int, noun: str) -> list[int]:
    """Units on the map; hexes with units in them and around them."""
    if noun == "unit":
        return [unit for unit, place in enumerate(state.place) if place >= 0]
    if noun != "hex":
        return []
    held = state.held[0] | state.held[1]
    return list(ones(held | state.printed.board.spread(held)))


UNNAMED = {
    "1.0": "what the game is about: blocks, cards and months are told under the chapters that rule them (3, 4, 9)",
    "1.2": "whose a hex is: battles begin and end under 8.0 and 8.2, and supply in them is refused under 5.3",
    "1.3": "there is no stacking limit, so no unit is ever refused a hex because it is full",
    "1.5": "three classes of road: how far they carry a unit is told and refused under 6.0 and 6.2",
    "1.6": "what bases are for: arrivals, steps, ships and defeat are told under 16.4, 16.53, 16.54 and 17.1",
    "1.7": "what fortresses are for: dice, supply, ships and cards are told under 9.21, 13.3, 16.53 and 16.6",
    "1.8": "an oasis supplies one unit: which one is asked and told under 15.1",
    "2.2": "the types and their speeds, as printed: a step too far is refused under 6.2",
    "3.2": "the Buildup in short: its month, points and purchases are told under chapter 16",
    "3.47": "the check at the end of a turn: who is cut off by it is told under 12.7",
    "8.1": "whose a hexside of a battle is: a way out over the enemy's is refused under 10.1",
    "8.3": "who the Attacker is: what follows is told under 8.2, 8.6, 9.21 and 9.52",
    "9.1": "the passive side fires first: only the side whose turn it is to fire is asked, under 9.2",
    "12.0": "what supply is: who has none is told under 3.41 and 12.7",
    "12.1": "what the lack of supply costs: units are marked under 3.41 and cut off under 12.7",
    "12.2": "what a line may pass: units without one are told under 3.41 and refused a withdrawal under 5.3",
    "12.3": "lines along the highway: units without one are told under 3.41 and refused a withdrawal under 5.3",
    "12.4": "lines by chains of units: units without one are told under 3.41 and refused a withdrawal under 5.3",
    "12.6": "what the network is: hexes outside it are refused under 16.51, 16.52 and 16.55",
    "13.0": "fortresses in short: supply from them is told under 13.3, ships under 16.53",
    "13.1": "who holds a fortress changes only when it is taken, which is told under 13.4",
    "13.5": "what a siege is: a passage it forbids is refused under 16.53, and it counts for victory under 17.3",
    "14.0": "minefields in short: they are laid and refused under 14.1 and 16.55",
    "16.0": "the order of the Buildup: what comes too early is refused under 16.5, which repeats it",
    "17.0": "the game ends with its last month, which is told with the level of victory, under 17.2 to 17.4",
}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

LAST_RESORTS = {
    "choose-leavers second": "all that bars a unit comes first, but for the destination of a regroup",
    "choose-leavers unit": "as for the units of the second move",
    "choose-retreat retreat": "units of a declared move, with a way out: only a regroup's destination keeps them",
    "deploy-to hex": "the area, enemies and limits come first; supply is the last condition",
    "fire-unit fire": "units elsewhere, disrupted, leaving or done come first; the others wait for the artillery",
    "leave hex": "everything else about the line comes first: the network or the hexside is left",
    "march-to hex": "hexes that cannot be entered, and those within its movement, come first",
    "mines clear": "minefields that are not the side's to take up come first: it knows of one alone",
    "movement regroup": "enemy hexes come first; every other hex in or next to which a unit can move is legal",
    "movement rommel-regroup": "as without Rommel, whose move comes first",
    "name-battles assault": "turns without assaults, battles that were left and hexes without one come first",
    "name-battles fight": "battles that were left and hexes without one come first",
    "offer-supply supply": "units elsewhere, supplied, without a line or nearer to another fortress come first",
    "pursue fire": "units elsewhere, disrupted ones and those that have fired come first",
    "redeploy-to hex": "the enemy, both networks and the plain distance come first",
    "refuse-battle refuse": "each unit has a line, and yet one cannot take the first step along it",
    "spend redeploy": "the price, battles, ports and the network come first",
    "spend refit": "the base, battles and the network come first",
    "step hex": "battles, units that have left one, distance and the regroup come first; a full hexside is left",
    "step march": "as for the hex it would march to, if that is full; or it is too far beyond",
    "step stop": "units that have not moved or have to leave the map come first; only a regroup goes on",
    "take-pursuit hit": "units that are not leaving and hits too few for a step come first",
    "target at": "a unit with a choice has no required class, and classes that are gone come first",
    "withdraw group": "hexes without units or with disrupted ones alone come first",
    "withdraw regroup": "enemy hexes come first; every other hex near a unit with a line is legal",
    "withdraw unit": "it has a line and an open hex on it, so only the network keeps it (`c05_smaller_network`)",
}
"""Where the last sentence of a refusal answers, and why it is right there."""

CLASSES = ("armor", "infantry", "antitank", "artillery")
SIDES = {"Allied": "Allies"}
ARMS = {"armor": "armour", "antitank": "anti-tank"}
"""The rulebook spells as in America, the table as in Britain."""
TYPES = {
    "armor": "armour",
    "recon": "reconnaissance",
    "mech_inf": "mechanised infantry",
    "mot_inf": "motorised infantry",
    "para": "parachutists",
    "mob_at": "mobile anti-tank",
    "mot_at": "motorised anti-tank",
    "sp_arty": "self-propelled artillery",
}
PRICES = {
    "minefield": "A minefield",
    "card": "An extra card",
    "redeployment": "A redeployment by land",
    "sea": "A redeployment by sea",
    "sea-besieged": "By sea to or from a besieged port (Allies)",
    "saved": "The most points that can be saved",
}
Lines = list[dict[str, str]]
Cells = list[list[str | None]]


def fire(table: Lines, numbers: Lines) -> Cells:
    """The table prints SF, DF and TF, the chart the faces that hit."""
    least = {line["fire"]: line["hits_from"] for line in numbers}
    faces = {fire: "6" if from_ == "6" else f"{from_}-6" for fire, from_ in least.items()}
    return [
        [ARMS.get(line["firing_class"], line["firing_class"]), *(faces[line[f"vs_{arm}"]] for arm in CLASSES)]
        for line in table
    ]


def types(lines: Lines) -> Cells:
    return [
        [TYPES.get(name, name), ARMS.get(arm, arm), line["speed"], line["bp_per_cv"]]
        for line in lines
        for name, arm in [(line["type"], line["class"])]
    ]


def blocks(side: str) -> Told:
    return shows(
        *("name", "nation", "type", "elite", "max_cv"),
        besides=1,
        where=lambda line: line["side"] == side,
        type=TYPES,
        elite={"0": "-", "1": "yes"},
    )


def ports(lines: Lines) -> Cells:
    """From west to east; bases have no limit."""
    told = shows("hex", "axis_capacity", "allied_capacity", where=lambda line: line["kind"] == "fortress")(lines)
    return sorted(told, key=lambda row: ("Benghazi", "Tobruk", "Bardia").index(row[0] or ""))


CHARTS: dict[str, Told] = {
    "fire": fire,
    "types": types,
    "options": shows(
        *("option", "real_cards", "moves", "rounds"),
        besides=1,
        option=str.capitalize,
        real_cards=dashed,
        moves=dashed,
        rounds=dashed,
    ),
    "prices": shows("item", "bp", item=PRICES),
    "blocks-axis": blocks("Axis"),
    "blocks-allies": blocks("Allied"),
    "ports": ports,
    "scenarios": shows(
        *("title", "start_month", "end_month", "first_player", "axis_cards", "axis_resupply"),
        *("allied_cards", "allied_resupply", "bp_dice", "malta_from"),
        first_player=SIDES,
        malta_from=dashed,
    ),
}

GROUNDS = Grounds(
    game=GAME,
    seeking=ContactSeeking,
    thick=clash,
    check=check,
    of_note=of_note,
    numbers_asked=8,
    unnamed=UNNAMED,
    fewest_losses=40,
    graves=("dead",),
    last_resorts=LAST_RESORTS,
    charts=CHARTS,
    perft=(
        "deploy",
        "challenge",
        "lay",
        "bluff",
        "movement",
        "destination",
        "step",
        "announce-marches",
        "withdraw",
        "leave",
        "refuse-battle",
        "pursue",
        "choose-leavers",
        "probe-combat",
        "name-battles",
        "fire-unit",
        "target",
        "take-hit",
        "designate",
        "offer-supply",
        "spend",
        "redeploy-to",
        "mines",
        "buy-cards",
    ),
    recording=Recording(games=8, parts=6),
)
POLICIES = GROUNDS.policies


def next_choice(state: Position, policy: Policy, rng: Random, options: Options | None = None) -> Choice:
    """What happens next: an outcome of chance, or the choice of the side to decide."""
    return fuzzer.next_choice(GAME, state, policy, rng, options)
