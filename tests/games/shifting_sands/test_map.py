"""The printed map against what the rulebook and reports of play say of it, and the board drawn from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.boards.floods import flood, steps_between
from sandtable.boards.graph import Graph
from sandtable.games.shifting_sands.drawing.board import board
from sandtable.games.shifting_sands.printed.data import AXIS, KINDS, Printed, load_printed
from sandtable.games.shifting_sands.printed.files import FILES, lies_in
from sandtable.kernel.bits import mask_of
from sandtable.kernel.scene import NOWHERE
from sandtable.kernel.tables import DataError
from tests.suite.drawing import STYLES

AXIS_POINTS = "Bizerte Tunis Gabes Tripoli El-Agheila Benghazi Tobruk Bardia Beirut Addis-Ababa"
CYRENAICA = (
    "Agedabia Msus Charruba Benghazi Cyrene Mechili Tengeder Southern-Flank Sidi-Mufta Gazala Derna Tobruk "
    "El-Adem Bir-el-Gubi Gambut Sidi-Azeiz Sidi-Omar Bardia El-Agheila Giof-el-Matar"
)
MOVES = (
    *(("Sidi-Azeiz", "El-Adem"), ("Sidi-Azeiz", "Gazala"), ("Sidi-Azeiz", "Sidi-Mufta"), ("Buerat", "Tengeder")),
    *(("Buerat", "Agedabia"), ("Addis-Ababa", "Jijiga"), ("Addis-Ababa", "Keren"), ("Jijiga", "Kismayu")),
)
"""Seen in play, each in one move of an infantry division."""
ALONE = {"Sicily", "Malta"}


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed()


@pytest.fixture(scope="module")
def solid(printed: Printed) -> Graph:
    """The links that anybody may use."""
    return printed.graph.over(mask_of([KINDS.index(("solid", ""))]))


def test_victory_points(printed: Printed) -> None:
    """16.5: 22 spaces count, ten of them Axis when the campaign begins."""
    counting = [space for space in printed.spaces if space.points]
    assert len(counting) == 22
    assert {space.word for space in counting if space.control == AXIS} == {*AXIS_POINTS.split()}


def test_cyrenaica(printed: Printed) -> None:
    """18.0: the control markers name every space of Cyrenaica."""
    found = {space.word for space in printed.spaces if space.subregion == "Cyrenaica"}
    assert found == {*CYRENAICA.split()}


@pytest.mark.parametrize(("start", "end"), MOVES)
def test_moves_seen_in_play(solid: Graph, start: str, end: str) -> None:
    steps = steps_between(solid, solid.mask([start]), solid.mask([end]), solid.all)
    assert steps is not None
    assert steps <= 3


def test_sources_feed_the_front(solid: Graph) -> None:
    """13.61: from Tripoli the Axis is fully supplied as far as El Agheila, and no farther."""
    far = [
        steps_between(solid, solid.mask(["Tripoli"]), solid.mask([end]), solid.all)
        for end in ("El-Agheila", "Agedabia")
    ]
    assert far == [3, 4]


def test_all_is_joined(printed: Printed) -> None:
    """Only Sicily and Malta, and the boxes beside the map, have no link."""
    graph = printed.graph
    lost = graph.all & ~flood(graph, graph.mask(["Tripoli"]), graph.all)
    assert {graph.names[n] for n in range(graph.size) if lost >> n & 1} == ALONE | {
        space.word for space in printed.spaces if not space.on_map
    }


def test_every_space_lies_on_land(printed: Printed) -> None:
    rings = [ring for inset in printed.insets for ring in inset.coasts]
    at_sea = {
        space.word for space in printed.spaces if space.on_map and not any(lies_in(space.at, r) for r in rings)
    }
    assert at_sea <= {space.word for space in printed.spaces if space.terrain == "box"}


def test_board(printed: Printed) -> None:
    """Every space once, each link in one style that clients know, and the four bends with their links."""
    drawn = board(printed)
    places = [(place.number, place.name) for place in drawn.cells]
    assert places == [(n, space.word) for n, space in enumerate(printed.spaces) if space.on_map]
    numbered = [box.number for box in drawn.boxes if box.number != NOWHERE]
    assert numbered == [n for n, s in enumerate(printed.spaces) if not s.on_map]
    assert NOWHERE not in {number for number, _ in places}
    assert sorted(pair for line in drawn.lines for pair in line.pairs) == sorted(
        (a, b) for a, b, _ in printed.graph.links
    )
    assert {line.style for line in drawn.lines} == {"link", "dashed-link", "sea-link"} <= {*STYLES}
    bends = {
        (bend.start, bend.end)
        for line in drawn.lines
        for bend in line.bends
        if (bend.start, bend.end) in line.pairs
    }
    assert {frozenset(printed.graph.names[end] for end in ends) for ends in bends} == {
        frozenset(pair)
        for pair in (("Tebessa", "Gafsa"), ("Baghdad", "Basra"), ("Deep-Desert", "Murzuk"), ("Sinai", "Jerusalem"))
    }
    assert [inset.title for inset in drawn.insets] == ["North Africa", "Near East", "East Africa"]
    kinds = [land.kind for land in drawn.lands]
    assert (kinds.count("sea"), kinds.count("land") + kinds.count("foreign")) == (3, 32)


def test_every_row_says_how_sure_it_is(printed: Printed) -> None:
    known = FILES.confidence(None)
    assert set(known) == {
        *("spaces.csv", "links.csv", "units.csv", "battlegroups.csv"),
        *("terrain_effects.csv", "lrdg.csv", "setup.csv", "control_markers.csv"),
    }
    assert "" not in {mark for marks in known.values() for mark in marks}


def test_a_wrong_length_is_named(tmp_path: Path) -> None:
    wrong = "from,to,order,x,y\ntebessa,gafsa,1,here,605\n"
    (tmp_path / "waypoints.csv").write_text(wrong, encoding="utf-8")
    with pytest.raises(DataError, match=r"waypoints.csv, line 2, field x: 'here' is not a length"):
        load_printed(tmp_path)
