"""7: supply."""

from __future__ import annotations

import pytest

from tests.games.two_coasts.coasts import DATA, UNITS, active, named, play, where
from tests.games.two_coasts.rules.test_c06_battle import attacking, column
from twocoasts.rules.c07_supply import supplied, unsupplied

GAME = "two-coasts"


@pytest.mark.rule("7.1")
def test_supply_goes_over_places_without_enemies() -> None:
    cut = "0502: Larch", "0402: Crow", "0401: Dove", "0501: Kite", "0503: Hawk", "E0101: Heron"
    state = active("north", *cut, *UNITS)
    assert named(unsupplied(state, 0)) == ["Larch"]
    assert supplied(state, 0) >> DATA.map.names.index("0303") & 1
    state = active("north", *cut[:-1], *UNITS)
    assert not unsupplied(state, 0), "round the east"


@pytest.mark.rule("7.1", "3.4")
def test_supply_goes_over_the_sea_but_not_in_a_storm() -> None:
    assert not unsupplied(active("north", "Mole: Elm", *UNITS), 0)
    assert named(unsupplied(active("north", "Mole: Elm", *UNITS, storm=True), 0)) == ["Elm"]


@pytest.mark.rule("7.1")
def test_a_lost_source_feeds_nobody() -> None:
    state = active("north", "0301: Crane", "0303: Alder")
    assert supplied(state, 0) == 0
    assert named(unsupplied(state, 0)) == ["Alder"]


@pytest.mark.rule("7.2")
def test_no_supply_shifts_the_column() -> None:
    state = attacking("0403: Larch", "0503: Crow", "0301: Crane", "E0302: Dove", "0101: Alder")
    assert column(state, "0503") == "1-1", "4 to 2, attackers out of supply"
    state = attacking("0403: Larch", "0503: Crow", "E0302: Oak", "E0303: Dove", "0301: Alder")
    assert column(state, "0503") == "3-1", "4 to 2, defenders out of supply"


@pytest.mark.rule("7.2", "6.4")
def test_the_same_holds_for_attacks_of_the_south() -> None:
    lines = "0301: Crane", "E0302: Dove", "E0101: Alder", "E0103: Eagle", "0504: Beech", "hand north: snipers-1"
    state = attacking(*lines, at="0504", first="Eagle", side="south")
    assert column(state, "0504", side=1) == "2-1", "4 to 2 over the river, defenders out of supply"
    play(state, "fight", "fire:snipers-1")
    assert column(state, "0504", side=1) == "1-1"
    cut = "0303: Alder", "0301: Ash", "E0302: Beech", "E0303: Crow", "0403: Eagle"
    assert column(attacking(*cut, at="0303", first="Eagle", side="south"), "0303", side=1) == "1-1"


@pytest.mark.rule("7.2")
def test_who_is_lost_without_supply_is_out_of_the_game() -> None:
    state = attacking("0403: Larch Beech", "0503: Crow", "0301: Crane", "E0302: Dove", "0101: Alder")
    play(state, "join:Beech", "fight", "hold", "1", "lose:Beech")
    assert where(state, "Beech") == ["lost"]
