"""Point-to-point maps: links of several kinds, growth over some of them, tracing through what is free."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards import (
    LINK_COLUMNS,
    Graph,
    affordable,
    by_scale,
    flood,
    layers,
    priced_path,
    read_links,
    shortest_path,
    steps_between,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.tables import DataError, read_table

ROAD, TRACK, SEA = 0, 1, 2
LAND = mask_of((ROAD, TRACK))
NAMES = ("tunis", "gabes", "tripoli", "sirte", "agheila", "jalo", "malta")
LINKS = [
    ("tunis", "gabes", ROAD),
    ("gabes", "tripoli", ROAD),
    ("tripoli", "sirte", ROAD),
    ("sirte", "agheila", ROAD),
    ("sirte", "jalo", TRACK),
    ("jalo", "agheila", TRACK),
    ("tunis", "malta", SEA),
    ("malta", "agheila", SEA),
    ("tripoli", "sirte", SEA),
]
MAP = Graph(NAMES, LINKS)


def named(mask: int) -> set[str]:
    return {MAP.names[number] for number in ones(mask)}


def at(name: str) -> int:
    return MAP.number[name]


def test_spaces_are_numbered_as_given() -> None:
    assert [MAP.number[name] for name in NAMES] == list(range(7))
    assert MAP.size == 7
    assert MAP.all == 0b1111111
    assert MAP.kinds == 0b111


def test_links_run_both_ways() -> None:
    assert named(MAP.adjacent[at("tunis")]) == {"gabes", "malta"}
    assert named(MAP.adjacent[at("agheila")]) == {"sirte", "jalo", "malta"}
    assert MAP.neighbours[at("agheila")] == (at("sirte"), at("jalo"), at("malta"))


@pytest.mark.parametrize(
    ("kinds", "around"),
    [(1 << ROAD, {"sirte"}), (1 << TRACK, {"jalo"}), (1 << SEA, {"malta"}), (LAND, {"sirte", "jalo"}), (0, set())],
)
def test_kinds_choose_the_links(kinds: int, around: set[str]) -> None:
    assert named(MAP.over(kinds).adjacent[at("agheila")]) == around
    assert named(MAP.over(kinds).spread(1 << at("agheila"))) == around


def test_the_map_over_some_kinds_is_made_once_and_keeps_numbers() -> None:
    land = MAP.over(LAND)
    assert land is MAP.over(LAND)
    assert land.number == MAP.number
    assert MAP.over(MAP.kinds | 1 << 9) is MAP


def test_kinds_between_tells_every_link_of_a_pair() -> None:
    assert MAP.kinds_between(at("sirte"), at("tripoli")) == 1 << ROAD | 1 << SEA
    assert MAP.kinds_between(at("tripoli"), at("sirte")) == 1 << ROAD | 1 << SEA
    assert MAP.kinds_between(at("tunis"), at("sirte")) == 0


@given(st.integers(0, MAP.all), st.integers(0, 7))
def test_spread_is_the_union_over_links(mask: int, kinds: int) -> None:
    linked = {frozenset((at(a), at(b))) for a, b, kind in LINKS if kinds >> kind & 1}
    expected = {b for a in ones(mask) for b in range(MAP.size) if frozenset((a, b)) in linked}
    assert MAP.over(kinds).spread(mask) == mask_of(expected)


def test_growth_stops_at_what_is_not_free() -> None:
    free = MAP.all & ~MAP.mask(["sirte"])
    start = MAP.mask(["tunis"])
    assert named(flood(MAP.over(LAND), start, free)) == {"tunis", "gabes", "tripoli"}
    assert flood(MAP, start, free) == MAP.all & ~MAP.mask(["sirte"])
    assert [named(ring) for ring in layers(MAP, start, free, 1)] == [{"tunis"}, {"gabes", "malta"}]


def test_distance_by_kinds_and_through_free_spaces() -> None:
    tunis, agheila, malta = (MAP.mask([name]) for name in ("tunis", "agheila", "malta"))
    assert steps_between(MAP, tunis, agheila, MAP.all) == 2
    assert steps_between(MAP.over(LAND), tunis, agheila, MAP.all) == 4
    assert steps_between(MAP.over(LAND), tunis, malta, MAP.all) is None
    assert steps_between(MAP, tunis, agheila, malta | agheila) == 2
    assert steps_between(MAP, tunis, agheila, MAP.mask(["gabes", "agheila"])) is None
    assert steps_between(MAP, malta, malta, 0) == 0


def test_path_is_shortest_and_prefers_low_numbers() -> None:
    start, goal = MAP.mask(["tripoli"]), MAP.mask(["agheila"])
    assert shortest_path(MAP, start, goal, MAP.all) == [at("tripoli"), at("sirte"), at("agheila")]
    around = MAP.all & ~MAP.mask(["sirte"])
    assert shortest_path(MAP, start, goal, around) == [
        at(name) for name in ("tripoli", "gabes", "tunis", "malta", "agheila")
    ]
    assert shortest_path(MAP.over(LAND), start, goal, around) is None
    assert shortest_path(MAP, MAP.mask(["sirte"]), MAP.mask(["agheila", "tripoli"]), MAP.all) == [
        at("sirte"),
        at("tripoli"),
    ]


def test_impossible_maps_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        Graph(["a", "a"])
    with pytest.raises(ValueError, match="to itself"):
        Graph(["a", "b"], [("a", "a", ROAD)])
    with pytest.raises(ValueError, match="no space 'c'"):
        Graph(["a", "b"], [("a", "c", ROAD)])
    with pytest.raises(ValueError, match="no space 2"):
        Graph(["a", "b"], [(0, 2, ROAD)])
    with pytest.raises(ValueError, match="kind"):
        Graph(["a", "b"], [("a", "b", -1)])
    with pytest.raises(ValueError, match="a link is given twice"):
        Graph(["a", "b"], [("a", "b", ROAD), ("b", "a", ROAD)])


def test_links_are_priced_like_hexes() -> None:
    start, everywhere = MAP.mask(["tunis"]), by_scale(MAP, MAP.all)
    assert named(affordable(MAP, start, everywhere, 1)) == {"tunis", "gabes", "malta"}
    # A sea voyage costs three: the way by land is no dearer, and comes first.
    prices = [(1, MAP.all & ~MAP.mask(["malta"])), (3, MAP.mask(["malta"]))]
    assert priced_path(MAP.over(LAND), start, MAP.mask(["malta"]), prices) is None
    assert priced_path(MAP, start, MAP.mask(["agheila"]), prices) == [
        at(name) for name in ("tunis", "gabes", "tripoli", "sirte", "agheila")
    ]


SPACES, KINDS = ("cairo", "aswan", "jalo"), ("solid", "dashed")


def linked(tmp_path: Path, *lines: str) -> Graph:
    (tmp_path / "links.csv").write_text(
        "\n".join((LINK_COLUMNS.replace(" ", ","), *lines)) + "\n", encoding="utf-8"
    )
    return Graph(SPACES, read_links(read_table(tmp_path, "links.csv", LINK_COLUMNS.split()), SPACES, KINDS))


def test_links_come_from_a_table(tmp_path: Path) -> None:
    found = linked(tmp_path, "aswan,cairo,solid", "aswan,jalo,dashed", "cairo,aswan,dashed")
    assert found.links == ((0, 1, 0), (1, 2, 1), (0, 1, 1))
    assert found.over(1).neighbours == ((1,), (0,), ())


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("cairo,siwa,solid", "field b: there is no space 'siwa' on this map"),
        (",cairo,solid", "field a: a value is required"),
        ("jalo,jalo,solid", "field b: a link leads from jalo to itself"),
        ("cairo,jalo,dotted", "field kind: 'dotted' is not one of solid, dashed"),
        ("cairo,aswan,solid", "field b: this link is already in line 2"),
    ],
)
def test_a_wrong_table_is_told_the_file_the_line_and_the_field(tmp_path: Path, line: str, where: str) -> None:
    with pytest.raises(DataError) as refused:
        linked(tmp_path, "aswan,cairo,solid", line)
    assert str(refused.value) == f"links.csv, line 3, {where}"
