"""Comparing the data with what the rulebook, its set-ups and reports of play say about it.

checkpoints.csv lists statements with their origin: what a space has, which links there are, what a card is called,
where a unit is set up. Statements that the rulebook gets wrong are marked as misprints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from sandtable.boards.floods import within
from sandtable.games.shifting_sands.printed.cards import Card
from sandtable.games.shifting_sands.printed.counters import Face, Unit
from sandtable.games.shifting_sands.printed.data import KINDS, SIDES, Printed, load_printed
from sandtable.games.shifting_sands.printed.files import FILES, Space
from sandtable.games.shifting_sands.printed.setups import ELIMINATED, SCENARIOS, TORCH, Setup
from sandtable.games.shifting_sands.printed.tables import Effects
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.checks import MISPRINT, MUST, CheckResult, DataReport, report_on
from sandtable.kernel.tables import Row

NONE = "none"
OPEN = "open"
"""A link that anybody may use."""
NEAR = 3


def check_data(overrides: Path | None = None) -> DataReport:
    """Validate the data in use and run the check points; a file that cannot be used raises `DataError`."""
    return report_on(FILES, overrides, partial(check_point, load_printed(overrides)))


def check_point(printed: Printed, row: Row) -> CheckResult:
    """One check point compared with the data."""
    kind = row.one_of("kind", CHECKS)
    return CheckResult(
        id=row.text("id", required=True),
        kind=kind,
        subject=" ".join(part for part in (row.text("a"), row.text("b")) if part),
        expected=row.text("expected", required=True),
        found=CHECKS[kind](printed, row),
        status=row.one_of("status", (MUST, MISPRINT)),
        source=row.text("source", required=True),
        note=row.text("note"),
    )


def _sorted(words: Iterable[str]) -> str:
    return " ".join(sorted(words)) or NONE


def _yes(truth: object) -> str:
    return "yes" if truth else "no"


# The map


def _number(printed: Printed, row: Row, field: str) -> int:
    name = row.text(field, required=True)
    if name not in printed.number:
        raise row.error(field, f"there is no space {name!r}")
    return printed.number[name]


SPACE_FIELDS: dict[str, Callable[[Space], str]] = {
    "name": lambda space: space.name,
    "region": lambda space: space.region,
    "terrain": lambda space: space.terrain,
    "port": lambda space: space.port,
    "fort": lambda space: _yes(space.fort),
    "source": lambda space: space.source or NONE,
    "control": lambda space: SIDES[space.control],
}


def _space(printed: Printed, row: Row) -> str:
    return SPACE_FIELDS[row.one_of("b", SPACE_FIELDS)](printed.spaces[_number(printed, row, "a")])


def _victory_spaces(printed: Printed, row: Row) -> str:
    """16.5: the victory spaces that a side controls at the start of the campaign."""
    side = row.number_of("a", SIDES)
    return _sorted(space.id for space in printed.spaces if space.points and space.control == side)


def _region(printed: Printed, row: Row) -> str:
    """The spaces of a region or subregion."""
    region = row.one_of("a", tuple(printed.regions))
    return _sorted(printed.spaces[space].id for space in ones(printed.regions[region]))


def _link(printed: Printed, row: Row) -> str:
    """Who may use the link between two spaces."""
    kinds = printed.graph.kinds_between(_number(printed, row, "a"), _number(printed, row, "b"))
    return _sorted(KINDS[kind][1] or OPEN for kind in ones(kinds))


def _reaches(printed: Printed, row: Row) -> str:
    """Are two spaces at most three apart, over links that anybody may use? So far goes an infantry division."""
    roads = printed.graph.over(mask_of(number for number, (_, limit) in enumerate(KINDS) if not limit))
    a, b = (bit(_number(printed, row, field)) for field in ("a", "b"))
    return _yes(within(roads, a, roads.all, NEAR) & b)


# The counters

UNIT_FIELDS: dict[str, Callable[[Unit], str]] = {
    "nation": lambda unit: unit.nation,
    "type": lambda unit: "armour" if unit.armour else "infantry",
    "full": lambda unit: _factors(unit.faces[0][0]),
    "reduced": lambda unit: _factors(unit.faces[0][1]),
    "loss": lambda unit: str(unit.faces[0][0].loss),
    "counters": lambda unit: str(len(unit.faces)),
    "dot": lambda unit: _yes(unit.dot),
}


def _factors(face: Face) -> str:
    return f"{face.combat}-{face.loss}-{face.movement}"


def _unit(printed: Printed, row: Row) -> str:
    """Of a division, or of the battlegroups of a pool."""
    pool = printed.pools.get(row.text("a", required=True))
    if pool is None:
        raise row.error("a", f"there is no unit {row.text('a')!r}")
    of = UNIT_FIELDS[row.one_of("b", UNIT_FIELDS)]
    return _sorted({of(printed.units[unit]) for unit in ones(pool)})


def _counters(printed: Printed, row: Row) -> str:
    """How many battlegroups there are, of a pool or in all."""
    pool = row.text("a", required=True)
    if pool == "all":
        return str(sum(not unit.division for unit in printed.units))
    return str(sum(unit.pool == pool for unit in printed.units))


def _divisions(printed: Printed, row: Row) -> str:
    """How many divisions a nation has."""
    nation = row.one_of("a", tuple(printed.nations))
    return str((printed.nations[nation] & printed.divisions).bit_count())


def _nations(printed: Printed, row: Row) -> str:
    side = row.number_of("a", SIDES)
    return _sorted({unit.nation for unit in printed.units if unit.side == side})


# The cards


def _deck(printed: Printed, row: Row) -> str:
    """How many cards of a year a side has."""
    side, year = row.number_of("a", SIDES), row.integer("b")
    return str(sum(card.side == side and card.year == year for card in printed.cards))


CARD_FIELDS: dict[str, Callable[[Card], str]] = {
    "title": lambda card: card.title,
    "year": lambda card: str(card.year),
    "operations": lambda card: str(card.operations),
    "square": lambda card: _yes(card.square),
    "asterisk": lambda card: _yes(card.asterisk),
    "torch": lambda card: _yes(card.torch),
    "class": lambda card: card.reinforcement or NONE,
    "brings": lambda card: _sorted(grant.what for grant in card.grants),
}


def _card(printed: Printed, row: Row) -> str:
    """Something about a card, or about the only card of that name."""
    found = [card for card in printed.cards if row.text("a") in (card.id, card.title)]
    if len(found) != 1:
        raise row.error("a", f"there is no card {row.text('a')!r}, or more than one")
    return CARD_FIELDS[row.one_of("b", CARD_FIELDS)](found[0])


def _titled(printed: Printed, row: Row) -> str:
    """The decks in which a title is found, once for each card."""
    found = (SIDES[card.side] for card in printed.cards if card.title == row.text("a", required=True))
    return _sorted(found)


def _operations(printed: Printed, row: Row) -> str:
    """3.0: the lowest and the highest operations value."""
    values = [card.operations for card in printed.cards]
    return f"{min(values)} {max(values)}"


def _out(printed: Printed, row: Row) -> str:
    """18.1: the cards of a side that are out of the game in Operation Sonnenblume."""
    side = row.number_of("a", SIDES)
    return _sorted(card.id for card in printed.cards if card.side == side and card.out_in_sonnenblume)


# Set-ups and tables


def _setup(printed: Printed, row: Row) -> Setup:
    return printed.setups[row.one_of("a", (*SCENARIOS, TORCH))]


def _placed(printed: Printed, row: Row) -> str:
    """What a set-up puts in a place: counters with their number, in brackets if they are reduced."""
    place = -1 if row.text("b") == ELIMINATED else _number(printed, row, "b")
    return _sorted(
        f"{line.count}x{line.what}{'(reduced)' if line.reduced else ''}"
        for line in _setup(printed, row).placements
        if line.space == place
    )


def _markers(printed: Printed, row: Row) -> str:
    """The control markers of a set-up."""
    return _sorted(printed.spaces[space].id for space, _ in _setup(printed, row).control)


def _held(printed: Printed, row: Row) -> str:
    """How many victory spaces the Axis controls after a set-up."""
    control = {
        **{n: space.control for n, space in enumerate(printed.spaces)},
        **dict(_setup(printed, row).control),
    }
    return str(sum(space.points for n, space in enumerate(printed.spaces) if SIDES[control[n]] == SIDES[0]))


EFFECT_FIELDS: dict[str, Callable[[Effects], str]] = {
    "stands": lambda effects: _yes(effects.stands),
    "flanks": lambda effects: _yes(effects.flanks),
    "overruns": lambda effects: _yes(effects.overruns),
    "stops": lambda effects: _yes(effects.stops_advance),
}


def _effect(printed: Printed, row: Row) -> str:
    terrain = row.one_of("a", tuple(printed.effects))
    return EFFECT_FIELDS[row.one_of("b", EFFECT_FIELDS)](printed.effects[terrain])


def _raid(printed: Printed, row: Row) -> str:
    """11.74: how many cards a raid discards, by face of the die."""
    return " ".join(str(mission.discarded) for mission in printed.missions["raid"])


CHECKS: dict[str, Callable[[Printed, Row], str]] = {
    "space": _space,
    "victory-spaces": _victory_spaces,
    "region": _region,
    "link": _link,
    "reaches": _reaches,
    "unit": _unit,
    "counters": _counters,
    "divisions": _divisions,
    "nations": _nations,
    "deck": _deck,
    "card": _card,
    "titled": _titled,
    "operations": _operations,
    "out": _out,
    "placed": _placed,
    "markers": _markers,
    "held": _held,
    "effect": _effect,
    "raid": _raid,
}
