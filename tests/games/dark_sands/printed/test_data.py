"""The map against what the rulebook and its example of play say about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.dark_sands.printed.data import Printed, load_printed
from sandtable.games.dark_sands.printed.files import FILES
from sandtable.kernel.bits import ones
from sandtable.kernel.tables import DataError


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed()


def around(printed: Printed, name: str) -> set[str]:
    """Every hex that touches this one, over joins too."""
    return {printed.board.names[number] for number in ones(printed.board.touching[printed.board.number[name]])}


def having(printed: Printed, feature: str) -> set[str]:
    return {cell.hex for cell in printed.cells.values() if feature in cell.features}


HEADER = "kind,hex_a,hex_b,line,confidence"
PLACES = {
    "1600": "El Agheila",
    "1839": "Sidi Omar",
    "1877": "Alexandria",
    "1905": "Agedabia",
    "1933": "Gabr Salah",
    "1960": "Mersa Matruh",
    "2031": "Bir el Gubi",
    "2045": "Buqbuq",
    "2125": "Bir Hacheim",
    "2140": "Ft. Capuzzo",
    "2141": "Sollum",
    "2149": "Sidi Barrani",
    "2429": "El Adem",
    "2432": "Sidi Rezegh",
    "2441": "Bardia",
    "2535": "Gambut",
    "2830": "Tobruk",
    "2904": "Benghazi",
    "3418": "Derna",
}


def test_named_places(printed: Printed) -> None:
    """2.1 and the set-ups; Halfaya Pass and To Cairo are labels only."""
    assert {name: printed.cells[name].name for name in PLACES} == PLACES
    assert {cell.hex: cell.label for cell in printed.cells.values() if cell.label} == {
        "2042": "Halfaya Pass",
        "1376": "To Cairo",
    }


def test_ports_forts_and_supply(printed: Printed) -> None:
    """2.1.2, 14.0, 10.1.3, 23.3.2."""
    assert having(printed, "port") == {"2904", "2830", "2441", "1960", "1877"}
    assert having(printed, "fort_tobruk") | having(printed, "fort_bardia") == {"2830", "2829", "2729", "2441"}
    assert having(printed, "supply_axis") == {"1600"}
    assert having(printed, "supply_allied") == {"1877", "1376"}
    assert having(printed, "bypass") == {"2728", "2629", "2630", "2631"}


def test_neighbours_of_the_example(printed: Printed) -> None:
    """14.0, the siege of Tobruk, and attacks of the example of play."""
    assert {"2829", "2729", "2730"} <= around(printed, "2830")
    assert {"2729", "2730"} <= around(printed, "2630")
    assert "2719" in around(printed, "2620")
    board, number = printed.board, printed.board.number
    ways = {("1647", "2045"): 4, ("2728", "2327"): 4, ("2719", "2618"): 4}
    assert {pair: board.distance(number[pair[0]], number[pair[1]]) for pair in ways} == ways, "West counts double"


def test_joins(printed: Printed) -> None:
    """19.1.6 and the example, turn 2 chit 11: every hex of a colour touches every other one."""
    assert {"2919", "2820", "2719"} <= around(printed, "2721")
    assert {"1356", "1456", "1556"} <= around(printed, "1154")
    assert not any(name[2:] == "55" for name in around(printed, "1256")), "no colour, no way"
    assert len(set(printed.letters.values())) == len(printed.letters) == 8


def test_a_wrong_file_is_refused(tmp_path: Path) -> None:
    """By line, field and reason."""
    (tmp_path / "lines.csv").write_text(
        "kind,hex_a,hex_b,line,confidence\nroad,2830,2930,Coast road,reconstructed\n"
    )
    with pytest.raises(DataError, match="line 2, field hex_b: '2930' is not a hex that can be entered"):
        load_printed(tmp_path)


def test_every_line_says_how_sure_it_is() -> None:
    assert all("" not in marks for marks in FILES.confidence(None).values())
    assert len(FILES.confidence(None)) == 16
