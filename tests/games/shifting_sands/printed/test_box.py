"""What is in the box: counters, cards, tables and set-ups."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed, load_printed
from sandtable.games.shifting_sands.printed.files import FILES
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from sandtable.kernel.tables import DataError


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed()


def test_counters(printed: Printed) -> None:
    """2.2: 69 divisions, six of them with a second counter, and 130 battlegroups."""
    divisions = [unit for unit in printed.units if unit.division]
    assert (len(divisions), len(printed.units) - len(divisions)) == (69, 130)
    assert sum(len(unit.faces) == 2 for unit in divisions) == 6
    armoured = next(unit for unit in divisions if unit.id == "br_7arm")
    full, reduced = armoured.faces[0]
    assert (full.combat, full.loss, full.movement, reduced.combat) == (3, 3, 5, 2)  # 4.2, 17.0


def test_decks(printed: Printed) -> None:
    """2.3: 14 cards of 1940, 20 of 1941 and 21 of 1942 a side."""
    for side in (AXIS, ALLIED):
        years = Counter(card.year for card in printed.cards if card.side == side)
        assert years == {1940: 14, 1941: 20, 1942: 21}
    assert Counter(card.type for card in printed.cards) == {
        "event": 44,
        "reinforcement": 33,
        "combat": 26,
        "offensive": 7,
    }


def test_what_cards_bring(printed: Printed) -> None:
    """A card names its counters, and where they go if 7.532 does not say it."""
    by_id = {card.id: card for card in printed.cards}
    assert [(grant.what, grant.count) for grant in by_id["A28"].grants] == [("br_50", 1), ("br_bg", 2)]
    division, battlegroups = by_id["A28"].grants
    assert division.spaces == 0
    assert battlegroups.spaces == 1 << printed.number["allied_reserve"]
    (tanks,) = by_id["A16"].grants
    assert tanks.spaces == sum(1 << printed.number[name] for name in ("alexandria", "port_said", "suez"))
    (greeks,) = by_id["X15"].grants
    assert greeks.spaces == 1 << printed.number["allied_replaceable"]
    upgraded = [printed.units[unit].id for unit in ones(by_id["X43"].upgrades)]
    assert upgraded == ["ge_21", "ge_15"]
    assert by_id["X43"].grants == ()


def test_fire_tables_never_fall(printed: Printed) -> None:
    """A higher roll, or a column further right, never inflicts less."""
    for columns in printed.fire.values():
        for column in columns:
            assert list(column.losses) == sorted(column.losses)
        for left, right in pairwise(columns):
            assert left.least < right.least
            assert all(a <= b for a, b in zip(left.losses, right.losses, strict=True))


def test_a_set_up_fits_its_pools(printed: Printed) -> None:
    for setup in printed.setups.values():
        wanted: Counter[str] = Counter()
        for line in setup.placements:
            wanted[line.what] += line.count
        assert all(count <= printed.pools[what].bit_count() for what, count in wanted.items())


def test_a_blank_state_has_the_printed_control(printed: Printed) -> None:
    """16.5: the Axis controls ten of the 22 victory spaces."""
    state = Theatre.blank(printed)
    held = [state.control[number] for number, space in enumerate(printed.spaces) if space.points]
    assert (held.count(AXIS), len(held)) == (10, 22)


def test_a_wrong_factor_is_named(tmp_path: Path) -> None:
    lines = (FILES.directory / "units.csv").read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1].replace("3-3-5", "3-3")
    (tmp_path / "units.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"units.csv, line 2, field full_CF-LF-MF: three figures are expected"):
        load_printed(tmp_path)
