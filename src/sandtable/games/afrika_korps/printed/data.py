"""Everything printed, in the form that play needs: loaded once, shared by every copy of a game, never changed.

Hexes and units are numbers; sets of them are ints with one bit per number. The board holds the playable hexes
alone, so a mask never contains sea, full Qattara or the map edge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.boards.hexes import HexBoard
from sandtable.games.afrika_korps.printed.files import (
    ALLIED,
    AXIS,
    DOUBLING,
    FILES,
    SIDES,
    Cell,
    Unit,
    read_barriers,
    read_map,
    read_roads,
    read_units,
)
from sandtable.games.afrika_korps.printed.tracks import (
    AB2,
    AE,
    DB2,
    DE,
    EX,
    ODDS_NAMES,
    RESULT_NAMES,
    first_turn,
    read_arrivals,
    read_crt,
    read_setup,
    read_supply,
    read_time,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.fields import Nouns
from sandtable.kernel.tables import DataError

__all__ = [
    "AB2",
    "AE",
    "ALLIED",
    "AXIS",
    "DB2",
    "DE",
    "EX",
    "ODDS_NAMES",
    "OVER_SIX_TO_ONE",
    "RESULT_NAMES",
    "SIDES",
    "UNDER_ONE_TO_SIX",
    "Printed",
    "Unit",
    "load_printed",
    "odds_column",
]

# The hexes the rulebook names (1.1, 17.3); map.csv must bear them out.
TOBRUCH, BENGASI = "G25", "H2"
BASES = ("W3", "J62")
TWO_ROADS, TWO_ROADS_WEST, TWO_ROADS_NORTH = "I26", "I25", "H26"

SIDE_WORDS = ("axis", "allied")
"""The sides in the text of a position."""
ROAD_BONUS = 10  # 17.1
STACKING = 3  # 6.1

# What `odds_column` answers beyond the two ends of the table.
UNDER_ONE_TO_SIX = -1
OVER_SIX_TO_ONE = len(ODDS_NAMES)
_EVEN = ODDS_NAMES.index("1-1")


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """The flat tables of the game. Pairs are indexed by side, tuples by hex, unit or turn number."""

    # The map (1.1, 5.6-5.8). `terrain` is '' where the board has padding; `backdrop` is for drawing only.
    board: HexBoard
    terrain: tuple[str, ...]
    backdrop: tuple[tuple[str, str], ...]
    place_names: dict[int, str]
    escarpment: int
    fortress: int
    doubling: int
    tobruch: int
    bengasi: int
    base: tuple[int, int]
    ports: tuple[int, int]
    # The coast road (17, 18): for each hex its neighbours across road hexsides.
    road: tuple[int, ...]
    road_hexes: int
    road_escarpment: int
    two_roads: int
    two_roads_west: int
    two_roads_north: int
    # The counters (1.2, 1.3). Combat units are all but supply and Rommel, substitutes included.
    units: tuple[Unit, ...]
    unit_number: dict[str, int]
    attack: tuple[int, ...]
    defense: tuple[int, ...]
    move: tuple[int, ...]
    side_of: tuple[int, ...]
    side_units: tuple[int, int]
    combat: int
    supply: int
    recon: int
    rommel: int
    # Substitution (21.1): the substitutes of either class, and the Allied units each class stands for.
    substitutes: int
    armour_substitutes: int
    infantry_substitutes: int
    armour_class: int
    infantry_class: int
    # The tracks (1.6, 12, 19-21); index 0 of the tuples by turn is unused.
    turns: int
    dates: tuple[str, ...]
    convoy_sunk: tuple[int, ...]
    arrivals: tuple[tuple[int, int], ...]
    replacements_from: int
    substitutes_from: int
    setup: tuple[tuple[int, int], ...]
    # The combat table (7.5): crt[column][die - 1].
    crt: tuple[tuple[int, ...], ...]
    own_supply_limit: tuple[int, int]
    attack_range: int
    fingerprint: str
    nouns: Nouns
    """The names of units, hexes, sides and substitutes. Hexes that nothing enters can be named, for refusals."""
    road_bonus: int = ROAD_BONUS
    stacking: int = STACKING

    def combat_result(self, column: int, die: int) -> int:
        """The result at an odds column as `odds_column` gives it; no die counts beyond the ends (7.4, 7.5)."""
        if column <= UNDER_ONE_TO_SIX:
            return AE
        if column >= OVER_SIX_TO_ONE:
            return DE
        return self.crt[column][die - 1]


def odds_column(attack: int, defense: int) -> int:
    """The column of the combat table for these factors, rounded in the defender's favour (7.3).

    UNDER_ONE_TO_SIX where the attacker is weaker than 1-6, OVER_SIX_TO_ONE at 7-1 or better.
    """
    if attack >= defense:
        return min(_EVEN - 1 + attack // defense, OVER_SIX_TO_ONE) if defense else OVER_SIX_TO_ONE
    if not attack:
        return UNDER_ONE_TO_SIX
    return max(_EVEN + 1 - -(-defense // attack), UNDER_ONE_TO_SIX)


def load_printed(overrides: Path | None = None) -> Printed:
    """The packaged data, with the files found in `overrides` in place of those of the same name.

    Each directory is read once; a file changed later is not seen until the program starts again.
    """
    return _load(overrides.resolve() if overrides is not None else None)


@cache
def _load(overrides: Path | None) -> Printed:
    FILES.check_names(overrides)
    cells = read_map(overrides)
    _check_named_hexes(cells)
    board = _board(cells, read_barriers(overrides, cells))
    road = _roads(board, read_roads(overrides, cells))
    counters = read_units(overrides)
    units = counters.units
    turns = read_time(overrides)
    supply = read_supply(overrides, turns, counters)
    number = board.number
    escarpment = _hexes(board, cells, ("escarpment",))
    road_hexes = mask_of(hex_number for hex_number, across in enumerate(road) if across)
    substitutes = _units(units, lambda unit: counters.place(unit) == "substitute")
    replaceable = _units(units, lambda unit: unit.side == ALLIED) & ~substitutes
    armour = _units(units, lambda unit: unit.kind in ("armor", "mech_infantry"))
    infantry = _units(units, lambda unit: unit.kind in ("infantry", "recon"))
    return Printed(
        board=board,
        terrain=tuple(cells[name].terrain if name else "" for name in board.names),
        backdrop=tuple((cell.name, cell.terrain) for cell in cells.values() if not cell.playable),
        place_names={number[cell.name]: cell.place for cell in cells.values() if cell.playable and cell.place},
        escarpment=escarpment,
        fortress=_hexes(board, cells, ("fortress",)),
        doubling=_hexes(board, cells, DOUBLING),
        tobruch=number[TOBRUCH],
        bengasi=number[BENGASI],
        base=(number[BASES[AXIS]], number[BASES[ALLIED]]),
        ports=(board.mask((TOBRUCH, BASES[AXIS])), board.mask((TOBRUCH, BASES[ALLIED]))),
        road=road,
        road_hexes=road_hexes,
        road_escarpment=road_hexes & escarpment,
        two_roads=number[TWO_ROADS],
        two_roads_west=number[TWO_ROADS_WEST],
        two_roads_north=number[TWO_ROADS_NORTH],
        units=units,
        unit_number=counters.number,
        attack=tuple(unit.attack for unit in units),
        defense=tuple(unit.defense for unit in units),
        move=tuple(unit.move for unit in units),
        side_of=tuple(unit.side for unit in units),
        side_units=(
            _units(units, lambda unit: unit.side == AXIS),
            _units(units, lambda unit: unit.side == ALLIED),
        ),
        combat=_units(units, lambda unit: unit.kind not in ("supply", "command")),
        supply=_units(units, lambda unit: unit.kind == "supply"),
        recon=_units(units, lambda unit: unit.kind == "recon"),
        rommel=next(unit.number for unit in units if unit.kind == "command"),
        substitutes=substitutes,
        armour_substitutes=armour & substitutes,
        infantry_substitutes=infantry & substitutes,
        armour_class=armour & replaceable,
        infantry_class=infantry & replaceable,
        turns=len(turns),
        dates=("", *(turn.date for turn in turns)),
        convoy_sunk=supply.sunk,
        arrivals=read_arrivals(overrides, turns, counters),
        replacements_from=first_turn([turn.replacements for turn in turns]),
        substitutes_from=first_turn([turn.substitutes for turn in turns]),
        setup=tuple((unit, number[name]) for unit, name in read_setup(overrides, cells, counters)),
        crt=read_crt(overrides),
        own_supply_limit=supply.own_limit,
        attack_range=supply.attack_range,
        fingerprint=FILES.fingerprint(overrides),
        nouns=_nouns(units, substitutes, board, cells),
    )


def _nouns(units: tuple[Unit, ...], substitutes: int, board: HexBoard, cells: dict[str, Cell]) -> Nouns:
    return Nouns(
        {
            "unit": [unit.id for unit in units],
            "hex": board.names,
            "side": SIDE_WORDS,
            "substitute": [units[number].id for number in ones(substitutes)],
        },
        only_named={"hex": [cell.name for cell in cells.values() if not cell.playable]},
    )


def _check_named_hexes(cells: dict[str, Cell]) -> None:
    """The fortresses, ports, bases and the hex of two roads are where the rules say, and nowhere else."""
    _check_only(cells, "terrain", "fortress", (TOBRUCH, BENGASI))
    _check_only(cells, "terrain", "base", BASES)
    _check_only(cells, "features", "port", (TOBRUCH, *BASES))
    _check_only(cells, "features", "two_roads", (TWO_ROADS,))


def _check_only(cells: dict[str, Cell], field: str, word: str, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in cells:
            raise DataError("map.csv", 0, "hex", f"the rules need a hex {name}")
    for cell in cells.values():
        found = word in (cell.features if field == "features" else (cell.terrain,))
        if found != (cell.name in names):
            raise cell.row.error(field, f"{word!r} belongs to {', '.join(names)} alone")


def _board(cells: dict[str, Cell], closed: list[tuple[str, str]]) -> HexBoard:
    places = {cell.name: diagonal_to_axial(cell.name) for cell in cells.values() if cell.playable}
    return HexBoard(places, closed)


def _roads(board: HexBoard, pairs: list[tuple[str, str]]) -> tuple[int, ...]:
    """For each hex its neighbours across road hexsides (17)."""
    road = [0] * board.size
    for a, b in pairs:
        road[board.number[a]] |= board.mask((b,))
        road[board.number[b]] |= board.mask((a,))
    for name in (TWO_ROADS_WEST, TWO_ROADS_NORTH):
        if not road[board.number[TWO_ROADS]] & board.mask((name,)):
            raise DataError("roads.csv", 0, "hex_a, hex_b", f"the rules need a road {name}-{TWO_ROADS}")
    return tuple(road)


def _hexes(board: HexBoard, cells: dict[str, Cell], terrains: tuple[str, ...]) -> int:
    return board.mask(name for name in board.number if cells[name].terrain in terrains)


def _units(units: tuple[Unit, ...], wanted: Callable[[Unit], bool]) -> int:
    return mask_of(unit.number for unit in units if wanted(unit))
