"""Everything printed, laid out for play: loaded once, shared by every copy of a game, never changed.

Spaces, and the boxes beside the map, are numbers in the order of their file; so are units and cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

from sandtable.boards.graph import Graph
from sandtable.games.shifting_sands.printed.cards import CLASSES, TRACKS, Card, read_cards
from sandtable.games.shifting_sands.printed.counters import NATIONS, Unit, read_units
from sandtable.games.shifting_sands.printed.files import (
    ALLIED,
    AXIS,
    FILES,
    LINE_KINDS,
    RESTRICTIONS,
    SIDES,
    Inset,
    Point,
    Space,
    read_bends,
    read_insets,
    read_spaces,
    read_ways,
)
from sandtable.games.shifting_sands.printed.setups import SCENARIOS, Setup, read_setups
from sandtable.games.shifting_sands.printed.tables import (
    Column,
    Effects,
    Mission,
    read_effects,
    read_fire,
    read_missions,
)
from sandtable.kernel.bits import mask_of
from sandtable.kernel.fields import Nouns

__all__ = ["ALLIED", "AXIS", "KINDS", "SIDES", "Printed", "load_printed"]

KINDS: Final = tuple((printed, limit) for printed in LINE_KINDS for limit in RESTRICTIONS)
"""The kinds of links: how they are printed, and who may use them."""


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """The box."""

    nouns: Nouns
    spaces: tuple[Space, ...]
    number: Mapping[str, int]
    """Of a space by the id it has in the data."""
    graph: Graph
    """3.0: the links have the kinds of KINDS."""
    bends: Mapping[tuple[int, int], tuple[Point, ...]]
    """By the ends of a link the points through which it is drawn."""
    insets: tuple[Inset, ...]
    on_map: int
    """The spaces without the boxes beside the map."""
    regions: Mapping[str, int]
    """By region and subregion, its spaces."""

    units: tuple[Unit, ...]
    owners: tuple[int, ...]
    own: tuple[int, int]
    divisions: int
    armour: int
    nations: Mapping[str, int]
    """By nation its units."""
    pools: Mapping[str, int]
    """By pool its battlegroups, and by id a division."""
    mates: tuple[int, ...]
    """By battlegroup those of its pool; a division has none."""
    cards: tuple[Card, ...]
    decks: tuple[int, int]
    """The cards of each side."""
    keys: tuple[str, ...]
    """The events, each once: noun `event`."""
    event: Mapping[str, int]
    """The number of an event by its key."""
    fire: Mapping[str, tuple[Column, ...]]
    effects: Mapping[str, Effects]
    missions: Mapping[str, tuple[Mission, ...]]
    setups: Mapping[str, Setup]
    fingerprint: str


def load_printed(overrides: Path | None = None) -> Printed:
    """The packaged data, read once; files in `overrides` replace those of the same name."""
    return _load(overrides.resolve() if overrides is not None else None)


@cache
def _load(overrides: Path | None) -> Printed:
    FILES.check_names(overrides)
    spaces = read_spaces(overrides)
    ids = tuple(space.id for space in spaces)
    links, limits = read_ways(overrides, ids)
    kinds = (
        KINDS.index((LINE_KINDS[printed], limit)) for (_, _, printed), limit in zip(links, limits, strict=True)
    )
    names = tuple(space.word for space in spaces)
    number = {name: number for number, name in enumerate(ids)}
    units = read_units(overrides)
    cards = read_cards(overrides, spaces, units)
    keys = tuple(dict.fromkeys(card.key for card in cards))
    kinds_of_unit = dict.fromkeys(unit.pool or unit.id for unit in units)
    pools = {
        kind: mask_of(number for number, unit in enumerate(units) if (unit.pool or unit.id) == kind)
        for kind in kinds_of_unit
    }

    def those(holds: Callable[[Unit], bool]) -> int:
        return mask_of(number for number, unit in enumerate(units) if holds(unit))

    return Printed(
        nouns=Nouns(
            {
                "space": names,
                "side": SIDES,
                "unit": tuple(unit.id for unit in units),
                "card": tuple(card.id for card in cards),
                "event": keys,
                "scenario": SCENARIOS,
                "track": TRACKS,
                "class": CLASSES[1:],
            }
        ),
        spaces=spaces,
        number=number,
        graph=Graph(names, [(a, b, kind) for (a, b, _), kind in zip(links, kinds, strict=True)]),
        bends=read_bends(overrides, ids),
        insets=read_insets(overrides),
        on_map=mask_of(number for number, space in enumerate(spaces) if space.on_map),
        regions=_regions(spaces),
        units=units,
        owners=tuple(unit.side for unit in units),
        own=(those(lambda unit: unit.side == AXIS), those(lambda unit: unit.side == ALLIED)),
        divisions=those(lambda unit: unit.division),
        armour=those(lambda unit: unit.armour),
        nations={nation: those(partial(_is_of, nation)) for nation in NATIONS},
        pools=pools,
        mates=tuple(pools[unit.pool] if unit.pool else 0 for unit in units),
        cards=cards,
        decks=(_deck(cards, AXIS), _deck(cards, ALLIED)),
        keys=keys,
        event={key: number for number, key in enumerate(keys)},
        fire=read_fire(overrides),
        effects=read_effects(overrides),
        missions=read_missions(overrides),
        setups=read_setups(overrides, number, units),
        fingerprint=FILES.fingerprint(overrides),
    )


def _regions(spaces: tuple[Space, ...]) -> dict[str, int]:
    names = dict.fromkeys(name for space in spaces for name in (space.region, space.subregion) if name)
    return {
        name: mask_of(number for number, space in enumerate(spaces) if name in (space.region, space.subregion))
        for name in names
    }


def _deck(cards: tuple[Card, ...], side: int) -> int:
    return mask_of(number for number, card in enumerate(cards) if card.side == side)


def _is_of(nation: str, unit: Unit) -> bool:
    return unit.nation == nation
