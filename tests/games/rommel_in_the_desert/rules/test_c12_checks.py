"""12.7: the initial and the final check of a player turn, and the check of the Buildup."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def checked(places: str, active: str = "axis", attacker: str = "axis", more: str = "") -> Sands:
    return Sands(position(places, "start", active, attacker, more))


def at_the_end(places: str, active: str = "axis", attacker: str = "axis", more: str = "") -> Sands:
    return Sands(position(places, "final", active, attacker, more))


def built(places: str, attacker: str = "axis", more: str = "") -> Sands:
    """A Buildup after its check, before the dice."""
    return Sands(position(places, "buildup", "axis", attacker, more))


# The initial check


@rule("12.7a", "12.7b")
def test_the_initial_check_marks_the_active_sides_units_only() -> None:
    table = checked("Retma: 21/3\nSiwa: Trento\n144: 7/4", more="unsupplied: Trento")
    assert table.marked("unsupplied") == {"21/3"}, "Trento has found supply, 7/4 is not asked about"
    (told,) = table.happened("supply-checked")
    assert (told.rule, told.arguments) == ("3.41", {"side": 0, "unsupplied": 1})


@rule("12.7a", "12.5c")
def test_the_initial_check_looks_at_battles_and_their_hexsides() -> None:
    """Attacker in Gazala, the Axis has crossed from Derna; in Bir Harmat it is the Defender, and cut off."""
    table = checked("Gazala: 21/3 22Gd\nBir-Harmat: Trento", more=crossed("Derna>Gazala"))
    assert table.marked("unsupplied") == {"Trento"}


@rule("12.7c", "13.3e")
def test_units_on_fortress_supply_are_marked_as_such() -> None:
    table = checked("Tobruk: 9AU/20\nBir-Harmat: 21/3\nGambut: Trento\nEl-Adem: Ariete", "allied")
    assert table.state.by_fortress == [0, 1 << table.unit("9AU/20"), 0]
    assert table.marked("unsupplied") == set()


@rule("12.7d", "3.41b")
@pytest.mark.parametrize(
    ("places", "more", "still"),
    [
        ("Derna: 21/3-", "", set()),
        ("Derna: 21/3-", "late: 21/3", {"21/3"}),  # not for a whole enemy turn
        ("Retma: 21/3-", "", {"21/3"}),  # unsupplied
        ("Derna: 21/3- 21/5 22Gd", crossed("9>Derna"), {"21/3"}),  # in battle
    ],
)
def test_who_recovers_in_the_initial_check(places: str, more: str, still: set[str]) -> None:
    table = checked(f"{places}\nAlexandria: Pol-", more=more)
    assert table.marked("disrupted") == still | {"Pol"}, "the enemy recovers in his own check"


@rule("3.4t2", "12.7d")
def test_supply_is_determined_before_units_recover() -> None:
    """Trento at Knightsbridge recovers, too late to be a link for Bir Hacheim."""
    table = checked("Bir-Hacheim: 21/3\nKnightsbridge: Trento-\nAlexandria: Pol")
    assert (table.marked("disrupted"), table.marked("unsupplied")) == (set(), {"21/3"})


# The final check


@rule("12.7e", "12.7f")
def test_the_final_check_takes_the_mark_off_who_is_supplied_now() -> None:
    table = at_the_end("Gazala: 21/3\nRetma: Trento\n144: 7/4", more="unsupplied: 21/3 Trento 7/4")
    assert table.happened("cut-off")[0].arguments["hex"] == table.hex("Retma")
    assert table.marked("disrupted") == {"Trento"}, "it does not judge the other side's units"
    assert "21/3" not in table.marked("unsupplied")


@rule("12.7g", "11.0c")
def test_only_marked_units_are_disrupted() -> None:
    table = at_the_end("Retma: 21/3 Trento\nAlexandria: Pol", more="unsupplied: 21/3")
    assert table.marked("disrupted") == {"21/3"}


@rule("12.7h", "11.3s4")
def test_newly_disrupted_units_in_battle_are_eliminated() -> None:
    more = f"unsupplied: 21/3 Trento\n{crossed('Retma>Bir-Hacheim')}"
    table = at_the_end("Bir-Hacheim: 21/3 22Gd\nMsus: Trento\nGhemines: KDG\nAgedabia: Pol", more=more)
    table.hold_fire()
    assert (table.where("21/3"), table.where("Trento")) == ("dead", "Msus")
    assert table.marked("disrupted") == {"Trento"}


@rule("12.7h")
def test_newly_disrupted_units_with_support_stay_in_the_battle() -> None:
    """Ariete was supplied in the initial check: it protects its comrade."""
    more = f"unsupplied: 21/3\n{crossed('Retma>Bir-Hacheim')}"
    table = at_the_end("Bir-Hacheim: 21/3 Ariete 22Gd\nAlexandria: Pol", more=more)
    assert (table.where("21/3"), table.marked("disrupted")) == ("Bir-Hacheim", {"21/3"})
    assert not table.happened("rout")


# The check of the Buildup


@rule("12.7k", "12.7l", "12.1s6")
def test_the_buildup_eliminates_the_unsupplied_of_both_sides() -> None:
    table = built("Retma: 21/3 Trento-\n144: 7/4\nDerna: 21/5\nFuka: Pol", more="unsupplied: 21/5")
    assert {unit: table.where(unit) for unit in ("21/3", "Trento", "7/4", "21/5", "Pol")} == {
        "21/3": "dead",
        "Trento": "dead",
        "7/4": "dead",
        "21/5": "Derna",
        "Pol": "Fuka",
    }


@rule("16.2c", "12.7k")
def test_the_buildup_judges_both_sides_before_it_eliminates_anybody() -> None:
    """Each cuts the other's only line: both starve, and neither is saved by the other's end."""
    table = built("Benghazi: 22Gd\nGazala: 21/3\nEl-Agheila: Pavia\nAlexandria: Pol", more="owner Benghazi: axis")
    assert (table.where("22Gd"), table.where("21/3")) == ("dead", "dead")
    assert {event.rule for event in table.happened("block-eliminated")} == {"16.2"}


@rule("12.7k", "16.2b")
def test_fortress_and_oasis_supply_count_in_the_buildup() -> None:
    places = "Tobruk: 9AU/20 70/23\nBir-Harmat: 21/3\nGambut: Trento\nEl-Adem: Ariete\nJalo: KDG"
    table = built(places)
    assert {table.where(unit) for unit in ("9AU/20", "70/23")} == {"Tobruk"}
    assert table.where("KDG") == "Jalo"
    crowded = built(places.replace("KDG", "KDG 7/7"))
    assert (crowded.decision, crowded.actor) == ("designate", 1)
    crowded.play("supply:7/7")
    assert (crowded.where("7/7"), crowded.where("KDG")) == ("Jalo", "dead")


@rule("12.7k", "13.3b")
def test_a_fortress_saves_no_more_than_its_capacity_in_the_buildup() -> None:
    places = "Tobruk: 21/3 Trento Ariete\nGazala: 22Gd\nGambut: Pol\nEl-Adem: KDG"
    more = "owner Tobruk: axis\nowner Benghazi: axis\nowner Bardia: axis"
    table = built(places, more=more).play("supply:21/3", "supply:Ariete")
    assert (table.where("21/3"), table.where("Ariete"), table.where("Trento")) == ("Tobruk", "Tobruk", "dead")


@rule("12.7j", "16.2a")
def test_networks_are_frozen_before_anybody_starves_or_recovers() -> None:
    """22Gd starves at Gazala, and Trento recovers at Knightsbridge: the networks take no notice."""
    places = (
        "Gazala: 22Gd\nDerna: Ariete\nTobruk: 21/3\nBir-Harmat: 21/5\nMechili: Brescia\nKnightsbridge: Trento-"
    )
    table = built(f"{places}\nAlexandria: Pol")
    assert (table.where("22Gd"), table.marked("disrupted")) == ("dead", set())
    assert "Gazala" not in table.hexes("network", "Axis")
    assert network(table.state, 0) >> table.hex("Gazala") & 1, "it would be part of it now"


@rule("12.7m", "12.7n", "16.2e")
def test_the_buildup_takes_marks_off_and_lets_units_recover() -> None:
    table = built("Derna: 21/3- 21/5\nAlexandria: Pol-", more="late: 21/3 Pol\nunsupplied: 21/5 21/3")
    assert table.marked("unsupplied") == table.marked("disrupted") == table.marked("late") == set()
    assert {event.rule for event in table.happened("recovered")} == {"16.2"}


@rule("12.7n", "16.2e")
def test_units_in_battle_do_not_recover_in_the_buildup() -> None:
    table = built("Gazala: 21/3- 21/5 22Gd\nAlexandria: Pol\nTobruk: 9AU/20", more=crossed("Derna>Gazala"))
    assert table.marked("disrupted") == {"21/3"}
    more = f"{crossed('Derna>Gazala')}\nowner Benghazi: axis"
    won = built("Gazala: 21/3- 21/5 22Gd\nBir-Harmat: Ariete\nRotunda-Segnali: Trento", more=more)
    assert (won.where("22Gd"), won.marked("disrupted")) == ("dead", set()), (
        "the battle is over when the enemy starves"
    )


@rule("12.7n", "5.3s3")
def test_where_both_would_recover_the_axis_does_and_routs_the_allies() -> None:
    table = built("Gazala: 21/3- 22Gd-\nTobruk: 9AU/20")
    assert (table.marked("disrupted"), table.happened("rout")[0].arguments["side"]) == ({"22Gd"}, 1)
