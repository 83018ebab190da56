"""Random positions to compare the game with the model on: legal ones, and crowded where the rules are hard."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.board import ALLIED, AXIS
from tests.games.dark_sands.models.position import Counter, Position

AT_THE_JOINS = ("3119", "2721", "2822", "2620", "2121", "1521", "2020", "2055", "1956", "1655", "1154", "1456")
BROKEN_GROUND = ("2042", "1746", "1647", "1843", "2531", "2726", "2724", "2606", "2905", "3207", "3414", "1472")
FORTS_PORTS_AND_SOURCES = ("2830", "2729", "2829", "2630", "2441", "1600", "1702", "2904", "1960", "1877", "1376")
HOT_SPOTS = (*AT_THE_JOINS, *BROKEN_GROUND, *FORTS_PORTS_AND_SOURCES)


def fits(stack: list[Counter], newcomer: Counter) -> bool:
    """Whether a counter may join a stack of its own side within the limits (7.2, 11.0, 13.6.1)."""
    together = [board.printed(counter) for counter in (*stack, newcomer)]
    alone = [sum(counter.type == kind for counter in together) for kind in ("hq", "garrison")]
    units = [counter for counter in together if counter.type not in ("hq", "garrison")]
    large = [counter for counter in units if counter.size != "battalion"]
    return max(alone) <= 1 and len(units) <= 4 and len(large) <= 3


# The places each side controls at the start, from the set-ups; the Allies hold all others.
AXIS_HOLDS = {
    "compass": ("1600", "2904", "2830", "2441", "2141"),
    "sunflower": ("1600",),
    "crusader": ("1600", "2904", "2441", "2141"),
    "gazala": ("1600", "2904"),
}
FIRST_TURN = {"compass": 1, "sunflower": 3, "crusader": 8, "gazala": 12}


def scenario_position(name: str) -> Position:
    """How a scenario begins; who enters at El Agheila stands in the first entry hex that has room."""
    entries = [hex_ for hex_, ground in board.hexes().items() if "entry_el_agheila" in ground.features]
    counters: list[Counter] = []
    boxes: dict[str, set[str]] = {AXIS: set(), ALLIED: set()}
    railhead = ""
    for row in board.rows("setups"):
        if row["scenario"] != name:
            continue
        if row["unit"] == "Box":
            boxes[row["side"]].add(row["hex"])
        elif row["unit"] == "Railhead":
            railhead = row["hex"]
        else:
            version = sum(turn < FIRST_TURN[name] for turn in board.upgrade_turns(row["unit"]))
            counter = Counter(row["unit"], "", reduced=row["state"] == "reduced", version=version)
            places = entries if row["hex"] == "ENTRY" else [row["hex"]]
            room = [hex_ for hex_ in places if fits([other for other in counters if other.hex == hex_], counter)]
            counters.append(replace(counter, hex=room[0]))
    control = {hex_: AXIS if hex_ in AXIS_HOLDS[name] else ALLIED for hex_ in board.KEY_HEXES}
    frozen = {side: frozenset(hexes) for side, hexes in boxes.items()}
    return Position(FIRST_TURN[name], tuple(counters), frozen, control, railhead, False, "unbuilt")


def random_position(rng: Random) -> Position:
    """A legal position: units of both sides strewn over one region, with a few stragglers far from it."""
    turn = rng.randint(1, 17)
    regions = _siege(rng) if rng.random() < 0.15 else dict.fromkeys((AXIS, ALLIED), _region(rng))
    counters: list[Counter] = []
    for id_ in _chosen_ids(rng):
        counter = _dressed(rng, id_, turn)
        _place(rng, counters, counter, regions[board.side_of(counter)])
    control = _control(rng, counters)
    completed = rng.random() < 0.15
    railhead = board.TOBRUK if completed else rng.choice(board.railway()[board.railway().index(board.MATRUH) : -1])
    return Position(
        turn,
        tuple(counters),
        {side: _boxes(rng, counters, side) for side in (AXIS, ALLIED)},
        control,
        railhead,
        completed,
        rng.choice(("unbuilt", "building", "built", "built")),
    )


def _region(rng: Random) -> list[str]:
    """The land around one hot spot; one time in ten the whole map."""
    land = [hex_ for hex_ in board.hexes() if board.passable(hex_)]
    if rng.random() < 0.1:
        return land
    near = {rng.choice(HOT_SPOTS)}
    for _ in range(rng.randint(2, 6)):
        near |= {other for hex_ in near for other in board.neighbours(hex_)}
    return [hex_ for hex_ in land if hex_ in near]


def _siege(rng: Random) -> dict[str, list[str]]:
    """One side in Tobruk and its forts, the other in the hexes around them."""
    forts = {hex_ for hex_, ground in board.hexes().items() if "fort_tobruk" in ground.features}
    around = {other for hex_ in forts for other in board.neighbours(hex_) if board.passable(other)} - forts
    besieged = rng.choice((AXIS, ALLIED))
    return {besieged: sorted(forts), board.enemy_of(besieged): sorted(around)}


def _chosen_ids(rng: Random) -> list[str]:
    """Counters of both sides in a mixed order: mostly units, sometimes HQs and garrisons."""
    everything = board.printed_counters()
    chosen: list[str] = []
    for side in (AXIS, ALLIED):
        ours = [id_ for id_, versions in everything.items() if versions[0].side == side]
        special = [id_ for id_ in ours if everything[id_][0].type in ("hq", "garrison")]
        units = [id_ for id_ in ours if id_ not in special]
        chosen += rng.sample(units, rng.randint(2, 16)) + rng.sample(special, rng.randint(0, 4))
    rng.shuffle(chosen)
    return chosen


def _dressed(rng: Random, id_: str, turn: int) -> Counter:
    """A counter off the map, in its newest version (rarely the one before) and in some state."""
    reached = sum(upgrade <= turn for upgrade in board.upgrade_turns(id_))
    version = reached - 1 if reached and rng.random() < 0.2 else reached
    two_steps = board.printed_counters()[id_][version].steps == 2
    return Counter(
        id_,
        "",
        reduced=two_steps and rng.random() < 0.25,
        oos=rng.random() < 0.2,
        disorganised=board.printed_counters()[id_][version].type != "garrison" and rng.random() < 0.15,
        version=version,
    )


def _place(rng: Random, counters: list[Counter], counter: Counter, region: list[str]) -> None:
    """Put the counter on the map, in a hex where it may stand; if none is found soon, leave it out."""
    side = board.side_of(counter)
    stacks = [other.hex for other in counters if board.side_of(other) == side]
    for _ in range(6):
        if stacks and rng.random() < 0.35:
            hex_ = rng.choice(stacks)
        elif rng.random() < 0.12:
            hex_ = rng.choice(_on_the_lines())  # far off, where it may cut a line of supply
        else:
            hex_ = rng.choice(region)
        if _may_stand(counters, counter, hex_):
            counters.append(replace(counter, hex=hex_))
            return


@cache
def _on_the_lines() -> list[str]:
    """The hexes that a road, track or railway runs through."""
    return sorted({row[end] for row in board.rows("lines") for end in ("hex_a", "hex_b")})


def _may_stand(counters: list[Counter], counter: Counter, hex_: str) -> bool:
    """No enemy there, room in the stack, a garrison in a place or fort (13.6.2), armour on a line (note C)."""
    there = [other for other in counters if other.hex == hex_]
    ours = [other for other in there if board.side_of(other) == board.side_of(counter)]
    if len(ours) != len(there) or not fits(ours, counter):
        return False
    ground = board.hexes()[hex_]
    if board.printed(counter).type == "garrison":
        return bool(ground.name) or board.is_fort(hex_)
    if board.printed(counter).type in board.TANKS and ground.terrain in ("mountain", "salt_marsh"):
        return any(board.printed_lines(hex_, other) & {"road", "track"} for other in board.neighbours(hex_))
    return True


def _boxes(rng: Random, counters: list[Counter], side: str) -> frozenset[str]:
    """Boxes under a few stacks, where boxes may be built (13.7.1, 13.7.2)."""
    hexes = sorted({counter.hex for counter in counters if board.side_of(counter) == side})
    fit = [
        hex_
        for hex_ in hexes
        if board.hexes()[hex_].terrain not in ("mountain", "salt_marsh")
        and not board.is_fort(hex_)
        and not (side == ALLIED and board.section(hex_) == board.WEST)
    ]
    return frozenset(rng.sample(fit, min(len(fit), rng.choice((0, 0, 1, 2, 3, 6)))))


def _control(rng: Random, counters: list[Counter]) -> dict[str, str]:
    """The Axis holds the west up to some place and the Allies the rest, except what the other side stands on."""
    front = rng.randint(1, len(board.KEY_HEXES) - 1)
    control = {hex_: AXIS if at < front else ALLIED for at, hex_ in enumerate(board.KEY_HEXES)}
    if rng.random() < 0.3:
        odd = rng.choice(board.KEY_HEXES)
        control[odd] = board.enemy_of(control[odd])
    return control | {counter.hex: board.side_of(counter) for counter in counters if counter.hex in control}
