"""The box laid out for play: loaded once, shared by every copy of a game, never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.boards.hexes import HexBoard
from sandtable.games.dark_sands.printed.calendar import (
    LAST_TURN,
    PRIORITY,
    ActionChit,
    Arrival,
    ReplacementChit,
    Turn,
    read_chits,
    read_reinforcements,
    read_replacements,
    read_tables,
    read_turns,
)
from sandtable.games.dark_sands.printed.counters import FOOT, Support, Unit, read_supports, read_units, written
from sandtable.games.dark_sands.printed.files import (
    FILES,
    Cell,
    Link,
    check_features,
    read_hexsides,
    read_lines,
    read_map,
    read_seams,
    sheets_of,
)
from sandtable.games.dark_sands.printed.ground import Ground, lay_ground
from sandtable.games.dark_sands.printed.nets import Nets
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS, Setup, read_setups
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS, SIDES
from sandtable.kernel.bits import mask_of
from sandtable.kernel.fields import Nouns

PANZER_DIVISIONS = ("15 Pz", "21 Pz")
HEADQUARTERS = {
    "13-corps": "HQ 13 Corps",
    "30-corps": "HQ 30 Corps",
    "21-corps": "HQ 21 Corps",
    "afrika-korps": "HQ Afrika Korps",
    "panzerarmee": "HQ PzA Afrika",
}
MOTORISED = ("Ariete", "Trieste", "Littorio")


@dataclass(frozen=True, slots=True)
class Places:
    """The hexes that the rules name."""

    el_agheila: int
    alexandria: int
    cairo: int
    benghazi: int
    tobruk: int
    bardia: int
    sollum: int
    matruh: int
    el_alamein: int
    halfaya: int
    special_entry: int
    """22.6: 3418."""
    ports: int
    """2.1.2, as a set."""
    sources: tuple[int, int]
    """2.1.4: the sources of supply of each side, as sets."""
    entry_area: int
    """15.3: around El Agheila."""
    bypass: int
    """23.3.2: the four hexes of the bypass."""
    kept: int
    """2.1.5: ports, victory places and sources: they stay controlled when nobody is there."""


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """Everything printed, by number; the names of the numbers are in `nouns`."""

    nouns: Nouns
    board: HexBoard
    cells: Mapping[str, Cell]
    """Every hex, also those that cannot be entered."""
    letters: Mapping[str, str]
    """By join."""
    lines: tuple[Link, ...]
    sides: tuple[Link, ...]
    ground: Ground
    places: Places
    rail: tuple[int, ...]
    """The hexes of the railway from Alexandria to Tobruk, in order."""
    nets: Nets
    """10.1.2: along what supply is traced."""

    units: tuple[Unit, ...]
    owners: tuple[int, ...]
    """By unit its side."""
    own: tuple[int, int]
    """The units of each side."""
    hqs: int
    headquarters: Mapping[str, int]
    """By the chit that activates through it, the number of its headquarters (11.0)."""
    garrisons: int
    infantry: int
    """12.4, garrisons included."""
    tanks: int
    panzers: int
    armoured: int
    """Tanks and panzers: armoured cars are neither (12.3)."""
    wheels: int
    """Tanks, panzers and armoured cars: note C of the terrain chart."""
    small: int
    """Battalions (7.2)."""
    two_step: int
    german: int
    italian: int
    zoned: int
    """8.0: units that have zones of control: all but headquarters and garrisons."""
    non_replaceable: int
    formations: tuple[int, ...]
    """12.5: by formation its units."""
    divisions: tuple[int, int]
    """By side its formations."""
    panzer_divisions: int
    """12.7.1: the units of 15 and 21 Panzer."""
    motorised: int
    """The Italian motorised formations (Afrika Korps): Ariete, Trieste, Littorio."""

    supports: tuple[Support, ...]
    chits: tuple[ActionChit, ...]
    own_chits: tuple[int, int]
    """The chits of each side; Logistics belongs to nobody (18.1)."""
    cups: tuple[int, ...]
    """By turn the chits that go into the cup; index 0 is unused."""
    priority: tuple[int, ...]
    """By turn the priority chits that are held."""
    tobruk_falls: tuple[int, int]
    """By side its chit for the fall of Tobruk."""
    turns: tuple[Turn, ...]
    """By turn; index 0 is unused."""
    arrivals: tuple[tuple[Arrival, ...], ...]
    """By turn the lines of the reinforcement track; index 0 is unused."""
    calls: tuple[Mapping[int, Arrival], ...]
    """By turn and unit, garrisons apart, the latest line that brings it or takes it away (22)."""
    replacements: tuple[ReplacementChit, ...]
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    """By table (Mobile, Assault) and column, the results of modified rolls of 1 to 8."""
    setups: tuple[Setup, ...]
    fingerprint: str

    def place(self, number: int) -> str:
        """A hex as players name it: the place that it holds, and its number."""
        name = self.board.names[number]
        called = self.cells[name].name or self.cells[name].label
        return f"{called} ({name})" if called else name


@cache
def load_printed(overrides: Path | None = None) -> Printed:
    """Read the data files, those of `overrides` in place of ours."""
    FILES.check_names(overrides)
    cells = read_map(overrides)
    check_features(cells)
    sheets = sheets_of(cells)
    seams = read_seams(overrides, sheets)
    joins = tuple(join for join, _ in seams)
    board = HexBoard(sheets, (), joins)
    lines, sides = read_lines(overrides, cells, joins), read_hexsides(overrides, cells)
    units, supports = read_units(overrides), read_supports(overrides)
    chits, used = read_chits(overrides)
    replacements = read_replacements(overrides)
    formations = tuple(dict.fromkeys(unit.formation for unit in units if unit.formation))
    names = [chit.name for chit in chits]
    by_turn = tuple(mask_of(names.index(name) for name in used.get(turn, ())) for turn in range(LAST_TURN + 1))
    held = mask_of(number for number, chit in enumerate(chits) if chit.kind in PRIORITY)
    # Turn 3 has its own segment for reinforcements (18.4).
    third = mask_of(number for number, chit in enumerate(chits) if chit.kind == "reinforcement")
    arrivals = read_reinforcements(overrides, units, supports)
    fighting = {number for number, unit in enumerate(units) if unit.type != "garrison"}
    ground, rail = lay_ground(board, cells, lines, sides), _rail(board, lines)
    sides_of = [next(unit.side for unit in units if unit.formation == name) for name in formations]

    def those(holds: Callable[[Unit], bool]) -> int:
        return mask_of(number for number, unit in enumerate(units) if holds(unit))

    return Printed(
        nouns=Nouns(
            {
                "hex": board.names,
                "unit": tuple(unit.name for unit in units),
                "support": tuple(support.name for support in supports),
                "chit": tuple(names),
                "replacement": tuple(chit.name for chit in replacements),
                "formation": tuple(map(written, formations)),
                "side": SIDES,
                "scenario": SCENARIOS,
            }
        ),
        board=board,
        cells=cells,
        letters={join.name: letter for join, letter in seams},
        lines=lines,
        sides=sides,
        ground=ground,
        places=_places(board, cells, lines),
        rail=rail,
        nets=Nets(ground, rail),
        units=units,
        owners=tuple(unit.side for unit in units),
        own=(those(lambda unit: unit.side == 0), those(lambda unit: unit.side == 1)),
        hqs=those(lambda unit: unit.type == "hq"),
        headquarters={
            chit: next(number for number, unit in enumerate(units) if unit.id == name)
            for chit, name in HEADQUARTERS.items()
        },
        garrisons=those(lambda unit: unit.type == "garrison"),
        infantry=those(lambda unit: unit.type in FOOT),
        tanks=those(lambda unit: unit.type == "tank"),
        panzers=those(lambda unit: unit.type == "panzer"),
        armoured=those(lambda unit: unit.type in ("tank", "panzer")),
        wheels=those(lambda unit: unit.type in ("tank", "panzer", "armoured_car")),
        small=those(lambda unit: unit.size == "battalion"),
        two_step=those(lambda unit: unit.steps == 2),
        german=those(lambda unit: unit.nation == "Germany"),
        italian=those(lambda unit: unit.nation == "Italy"),
        zoned=those(lambda unit: unit.type not in ("hq", "garrison")),
        non_replaceable=those(lambda unit: unit.non_replaceable),
        formations=tuple(
            mask_of(number for number, unit in enumerate(units) if unit.formation == name) for name in formations
        ),
        divisions=(
            mask_of(number for number, side in enumerate(sides_of) if side == AXIS),
            mask_of(number for number, side in enumerate(sides_of) if side == ALLIED),
        ),
        panzer_divisions=those(lambda unit: unit.formation in PANZER_DIVISIONS),
        motorised=mask_of(number for number, name in enumerate(formations) if name in MOTORISED),
        supports=supports,
        chits=chits,
        own_chits=(
            mask_of(number for number, chit in enumerate(chits) if chit.side == AXIS),
            mask_of(number for number, chit in enumerate(chits) if chit.side == ALLIED),
        ),
        cups=tuple(
            mask & ~held & ~(third if turn == 3 else 0) if turn else 0 for turn, mask in enumerate(by_turn)
        ),
        priority=tuple(mask & held if turn else 0 for turn, mask in enumerate(by_turn)),
        tobruk_falls=(names.index("axis-tobruk-falls-1"), names.index("allied-tobruk-falls-1")),
        turns=read_turns(overrides),
        arrivals=tuple(tuple(line for line in arrivals if line.turn == turn) for turn in range(LAST_TURN + 1)),
        calls=tuple(
            {
                line.unit: line
                for line in arrivals
                if line.turn <= turn and line.action != "upgrade" and line.unit in fighting
            }
            for turn in range(LAST_TURN + 1)
        ),
        replacements=replacements,
        tables=read_tables(overrides),
        setups=read_setups(overrides, cells, units, supports),
        fingerprint=FILES.fingerprint(overrides),
    )


def _places(board: HexBoard, cells: Mapping[str, Cell], lines: Sequence[Link]) -> Places:
    by_name = {cell.name: board.number[cell.hex] for cell in cells.values() if cell.name}

    def marked(*features: str) -> int:
        return board.mask(cell.hex for cell in cells.values() if cell.playable and cell.features & set(features))

    axis, allied = marked("supply_axis"), marked("supply_allied")
    ports = marked("port")
    return Places(
        el_agheila=by_name["El Agheila"],
        alexandria=by_name["Alexandria"],
        cairo=board.number["1376"],
        benghazi=by_name["Benghazi"],
        tobruk=by_name["Tobruk"],
        bardia=by_name["Bardia"],
        sollum=by_name["Sollum"],
        matruh=by_name["Mersa Matruh"],
        el_alamein=by_name["El Alamein"],
        halfaya=board.number["2042"],
        special_entry=board.number["3418"],
        ports=ports,
        sources=(axis, allied),
        entry_area=marked("entry_el_agheila"),
        bypass=board.mask(("2728", "2629", "2630", "2631")),
        kept=ports | axis | allied | marked("vp_turn_allied", "vp_final", "axis_vp_pair"),
    )


def _rail(board: HexBoard, lines: Sequence[Link]) -> tuple[int, ...]:
    """9.0: one line from Alexandria to Tobruk, hex by hex."""
    onward: dict[str, list[str]] = {}
    for link in lines:
        if link.kind == "rail":
            onward.setdefault(link.a, []).append(link.b)
            onward.setdefault(link.b, []).append(link.a)
    way = ["1877"]
    while following := [name for name in onward[way[-1]] if name not in way]:
        way.append(following[0])
    return tuple(board.number[name] for name in way)
