"""15: oases: one unit in each is supplied there."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.printed.data import OASES
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def checked(places: str, active: str = "allied", more: str = "", attacker: str = "axis") -> Sands:
    return Sands(position(places, "start", active, attacker, more))


def at_the_end(places: str, active: str = "allied", more: str = "") -> Sands:
    return Sands(position(places, "final", active, more=more))


def fed(table: Sands, oasis: str) -> set[str]:
    units = table.state.by_oasis[OASES.index(oasis)]
    return {table.state.printed.units[unit].id for unit in ones(units)}


@rule("15.1b", "1.8b", "12.2d")
@pytest.mark.parametrize("oasis", OASES)
def test_an_oasis_supplies_one_unit(oasis: str) -> None:
    table = checked(f"{oasis}: KDG")
    assert (fed(table, oasis), table.marked("unsupplied")) == ({"KDG"}, set())
    two = checked(f"{oasis}: KDG 11H")
    assert two.legal() == {"supply:KDG", "supply:11H"}
    two.play("supply:11H")
    assert (fed(two, oasis), two.marked("unsupplied")) == ({"11H"}, {"KDG"})


@rule("15.1a")
def test_units_outside_do_not_trace_to_an_oasis() -> None:
    table = checked("Jalo: KDG\n179: 11H\n180: 7/4")
    assert table.marked("unsupplied") == {"11H", "7/4"}


@rule("15.1c", "15.1b")
def test_a_unit_must_be_designated_even_if_it_has_a_line() -> None:
    table = checked("Siwa: KDG\n166: 11H\nFuka: Pol")
    assert (fed(table, "Siwa"), table.marked("unsupplied")) == ({"KDG"}, set())
    two = checked("Siwa: KDG 7/4\n166: 11H")
    assert two.refusal("supply:11H") == "15.1"
    assert two.refusal("pass") == "15.1"


@rule("15.1c")
def test_the_choice_leaves_fortress_supply_for_others() -> None:
    """Oases come first: a unit in Jarabub does not use up the supply of Bardia."""
    places = "Jarabub: KDG\nBardia: 9AU/20 70/23\n64: Trento\nFt-Capuzzo: Ariete\nSollum: Brescia"
    table = checked(places)
    assert (table.state.by_fortress[2].bit_count(), table.marked("unsupplied")) == (2, set())


@rule("15.1d")
def test_oasis_supply_is_not_passed_on_when_its_unit_leaves() -> None:
    places, more = "Jalo: 11H\n180: KDG", "supplied at Jalo: KDG\nunsupplied: 11H"
    assert at_the_end(places, more=more).marked("disrupted") == {"11H"}


@rule("15.1c", "15.1d")
def test_in_the_next_turn_it_is_given_anew() -> None:
    table = checked("Jalo: 11H\n180: KDG", more="supplied at Jalo: KDG")
    assert (fed(table, "Jalo"), table.marked("unsupplied")) == ({"11H"}, {"KDG"})


@rule("15.1d", "15.1f")
def test_it_is_free_again_when_its_unit_is_eliminated() -> None:
    table = at_the_end("Jalo: 11H\ndead: KDG", more="unsupplied: 11H")
    assert (fed(table, "Jalo"), table.marked("disrupted")) == ({"11H"}, set())
    battle = "Jalo: KDG=1 11H 21/3\nEl-Agheila: Trento\nAlexandria: Pol"
    more = f"supplied at Jalo: KDG\nunsupplied: 11H\n{crossed('180>Jalo')}"
    fight = Sands(position(battle, "combat 1", "allied", "axis", more)).play("fight:Jalo", "done")
    fight.shoot("21/3", "6").play("hit:KDG").miss()
    assert (fight.where("KDG"), fight.marked("disrupted"), fed(fight, "Jalo")) == ("dead", set(), {"11H"})


@rule("15.1e")
def test_a_unit_there_is_fed_before_one_that_comes_later() -> None:
    """KDG was in Jalo at the initial check and was fed; 11H came in the turn and goes without."""
    table = checked("Jalo: KDG\n180: 11H", more="hand allied: 1 real 0 dummy")
    table.play("real:1", "dummies:0", "group:180").move("11H", "Jalo").end_movement()
    assert (fed(table, "Jalo"), table.marked("disrupted")) == ({"KDG"}, {"11H"})


@rule("15.1f")
def test_an_oasis_nobody_used_may_supply_one_in_the_final_check() -> None:
    table = at_the_end("Jalo: KDG 11H", more="unsupplied: KDG 11H")
    assert table.legal() == {"supply:KDG", "supply:11H"}
    assert table.play("supply:KDG").marked("disrupted") == {"11H"}


@rule("15.1g")
@pytest.mark.parametrize(("attacker", "cut_off"), [("axis", set()), ("allied", {"KDG"})])
def test_in_a_battle_only_the_defender_is_supplied(attacker: str, cut_off: set[str]) -> None:
    sides = crossed("180>Jalo") if attacker == "axis" else crossed(allied="180>Jalo")
    table = checked("Jalo: KDG 21/3\nAlexandria: Pol", more=sides, attacker=attacker)
    assert table.marked("unsupplied") == cut_off


@rule("15.1h")
@pytest.mark.parametrize(("chain", "may_refuse"), [("", False), ("\n166: 11H", True)])
def test_a_unit_on_oasis_supply_refuses_battle_only_with_a_line(chain: str, may_refuse: bool) -> None:
    more = f"attacked_hexes: Siwa\nsupplied at Siwa: KDG\n{crossed('212>Siwa')}"
    table = Sands(position(f"Siwa: KDG 21/3\nEl-Agheila: Trento{chain}", "refusals", "axis", "axis", more))
    assert table.allows("refuse:Siwa") == may_refuse


@rule("15.1i")
def test_a_unit_in_an_oasis_is_a_link() -> None:
    """188 is next to Siwa, which is three track hexes from 166."""
    linked = checked("166: 11H\nSiwa: KDG\n188: 7/4")
    assert linked.marked("unsupplied") == set()
    assert checked("166: 11H\n188: 7/4").marked("unsupplied") == {"7/4"}
