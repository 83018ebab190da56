"""13: fortresses: control, battles in them, supply of those cut off, capture and siege."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.printed.data import FORTRESSES
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import claims, is_besieged
from sandtable.games.rommel_in_the_desert.rules.c17_victory import ATTRITION, POSITIONAL, final_result
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.buildups import ALLIES_FIRST, AXIS_FIRST, Buildup
from tests.games.rommel_in_the_desert.sands import AXIS, Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

SIDES = ("axis", "allied")
RING = "Gazala: Trento\nGambut: Ariete\nEl-Adem: Brescia"
"""Axis units that cut Tobruk off, leaving Bir Harmat and Knightsbridge empty."""


def checked(places: str, active: str = "allied", more: str = "") -> Sands:
    return Sands(position(places, "start", active, more=more))


def at_the_end(places: str, active: str = "allied", more: str = "") -> Sands:
    return Sands(position(places, "final", active, more=more))


def fed(table: Sands, fortress: str = "Tobruk") -> set[str]:
    units = table.state.by_fortress[FORTRESSES.index(fortress)]
    return {table.state.printed.units[unit].id for unit in ones(units)}


# 13.1 Control


@rule("13.1a")
@pytest.mark.parametrize(
    ("scenario", "owners"),
    [
        ("1940", [0, 0, 0]),
        ("1941", [1, 1, 1]),
        ("crusader", [0, 1, 0]),
        ("battleaxe", [0, 1, 0]),
        ("gazala", [0, 1, 1]),
        ("alamein", [0, 0, 0]),
    ],
)
def test_fortresses_belong_at_first_to_whoever_deploys_there(scenario: str, owners: list[int]) -> None:
    table = Sands("", scenario=scenario)
    assert table.state.owner == owners
    lists = table.state.printed.scenarios[table.state.scenario]
    for name, owner in zip(FORTRESSES, owners, strict=True):
        able = {group.side for group in lists.deployments if name in group.hexes}
        assert owner in able or not able


@rule("13.1b", "13.1c", "13.4b")
def test_control_does_not_change_by_passing_through_or_by_leaving() -> None:
    table = Sands(position("Bir-Harmat: 21/3\nTobruk: Pol\nAlexandria: 9AU/20", "movement 1", "allied"))
    table.play("group:Tobruk").move("Pol", "Gambut").end_movement()
    assert table.state.owner[1] == 1, "empty, it stays with its last owner"
    through = Sands(position("Bir-Harmat: 21/3\nAlexandria: 9AU/20", "movement 1"))
    through.play("group:Bir-Harmat").move("21/3", "Tobruk", "Gambut").end_movement()
    assert (through.where("21/3"), through.state.owner[1]) == ("Gambut", 1)


@rule("13.1d")
def test_an_empty_fortress_blocks_no_line() -> None:
    table = checked("Gambut: 21/3\nAlexandria: Pol", "axis")
    assert (table.state.owner[1], table.marked("unsupplied")) == (1, set())


# 13.2 Battles


TOBRUK = "Tobruk: 9AU/20 7/4 25-pdr-A 21/5 Trento\nAlexandria: Pol"


@rule("13.2a", "1.7b")
def test_defenders_fire_twice_as_many_dice_but_for_armor() -> None:
    table = Sands(position(TOBRUK, "combat 1", more=crossed("Bir-Harmat>Tobruk")))
    table.play("done", "fire:25-pdr-A")
    table.play("at:infantry")
    assert table.dice() == 6
    table.roll("1 1 1 1 1 1").play("fire:9AU/20")
    assert table.dice() == 8
    table.roll("1 1 1 1 1 1 1 1").play("fire:7/4")
    assert table.dice() == 4
    table.roll("1 1 1 1").play("fire:Trento")
    assert table.dice() == 4, "nothing of it is the Attacker's"


@rule("13.2b", "13.2c")
def test_the_defender_who_starts_combat_has_no_double_dice() -> None:
    table = Sands(position(TOBRUK, "combat 1", "allied", "axis", crossed("Bir-Harmat>Tobruk")))
    assert "fight:Tobruk" in table.legal(), "for him combat is optional"
    table.play("fight:Tobruk", "done").miss().play("fire:25-pdr-A")
    table.play("at:infantry")
    assert table.dice() == 3


@rule("13.2c", "13.2d")
@pytest.mark.parametrize(("blitz", "compulsory"), [("", True), ("blitzed: 1", False)])
def test_the_attacker_must_fight_but_not_in_blitz_combat(blitz: str, compulsory: bool) -> None:
    table = Sands(position(TOBRUK, "combat 3", more=f"{crossed('Bir-Harmat>Tobruk')}\n{blitz}"))
    assert ("fight:Tobruk" not in table.legal()) == compulsory
    assert table.hexes("fighting_hexes") == ({"Tobruk"} if compulsory else set())


@rule("13.2s3")
@pytest.mark.parametrize(("unit", "dice", "at"), [("9AU/20", 16, ""), ("7/4", 8, "")])
def test_an_assault_on_a_fortress_doubles_the_dice_again(unit: str, dice: int, at: str) -> None:
    table = Sands(position(TOBRUK.replace(" 25-pdr-A", ""), "combat 2", more=crossed("Bir-Harmat>Tobruk")))
    table.play("assault:Tobruk", "done", f"fire:{unit}")
    assert table.dice() == dice


# 13.3 Supply


@rule("13.0b", "13.3b", "12.2c")
def test_an_isolated_fortress_supplies_units_that_are_cut_off() -> None:
    table = checked(f"Tobruk: 9AU/20 70/23\n{RING}")
    assert (fed(table), table.marked("unsupplied")) == ({"9AU/20", "70/23"}, set())
    lost = checked(f"Tobruk: 9AU/20 70/23\n{RING}", more="owner Tobruk: axis")
    assert lost.marked("unsupplied") == {"9AU/20", "70/23"}, "only for the side that controls it"


@rule("13.3b", "1.7c")
def test_a_fortress_with_a_line_to_the_base_supplies_nobody() -> None:
    table = checked("Tobruk: 9AU/20\nRetma: 70/23\nAlexandria: Pol")
    assert (fed(table), table.marked("unsupplied")) == (set(), {"70/23"})


@rule("13.3c", "13.3d", "13e1")
@pytest.mark.parametrize(("fortress", "axis", "allied"), [("Benghazi", 1, 2), ("Tobruk", 2, 5), ("Bardia", 1, 2)])
def test_the_axis_uses_half_the_printed_capacity(fortress: str, axis: int, allied: int) -> None:
    capacity = Sands("").state.printed.capacity[FORTRESSES.index(fortress)]
    assert capacity == (axis, allied) == (allied // 2, allied)


@rule("13.3t3", "13.3t4", "13.3t5")
@pytest.mark.parametrize(
    ("fortress", "around", "side", "count"),
    [
        ("Tobruk", "Bir-Harmat Gambut El-Adem Knightsbridge", "allied", 5),
        ("Tobruk", "Bir-Harmat Gambut El-Adem Knightsbridge", "axis", 2),
        ("Bardia", "64 Ft-Capuzzo Sollum", "allied", 2),
        ("Bardia", "64 Ft-Capuzzo Sollum", "axis", 1),
        ("Benghazi", "Er-Regima Ghemines Soluch", "allied", 2),
        ("Benghazi", "Er-Regima Ghemines Soluch", "axis", 1),
    ],
)
def test_port_capacity_as_supply(fortress: str, around: str, side: str, count: int) -> None:
    axis = ["21/3", "21/5", "21/104", "Ariete", "Trento", "Brescia", "Pavia", "Bologna", "Savona", "Sabratha"]
    allied = ["9AU/20", "70/23", "70/14+16", "7AU/18", "Pol", "7/4", "7/7", "KDG", "11H", "22Gd"]
    inside, outside = (axis, allied) if side == "axis" else (allied, axis)
    ring = "\n".join(f"{place}: {unit}" for place, unit in zip(around.split(), outside, strict=False))
    places = f"{fortress}: {' '.join(inside[:6])}\n{ring}"
    table = checked(places, side, f"owner {fortress}: {side}")
    while table.decision == "designate":
        table.play(sorted(table.legal())[0])
    assert (len(fed(table, fortress)), len(table.marked("unsupplied"))) == (count, 6 - count)


@rule("13.3t1", "13.3t2", "1.6f")
def test_bases_are_ports_without_limit_for_their_own_side_alone() -> None:
    printed = Sands("").state.printed
    assert (printed.cells[printed.base[0]].kind, printed.cells[printed.base[1]].kind) == ("base", "base")
    places = "El-Agheila: 21/3 21/5 Ariete\nGambut: Trento\nAlexandria: Pol"
    table = Buildup(places, "owner Tobruk: axis")
    for unit in ("21/3", "21/5"):
        table.play(f"redeploy:{unit}")
        assert table.legal("ship") == {"Tobruk", "Benghazi"}, "not to the enemy's base"
        table.play("ship:Tobruk")
    table.play("redeploy:Ariete")
    assert table.legal("ship") == {"Benghazi"}, "Tobruk is full, El Agheila is not"


@rule("13.3f", "13e3")
def test_units_inside_have_the_first_claim_and_are_not_passed_over() -> None:
    """Six units want the supply of Tobruk: the two inside are not asked for, of the others one goes without."""
    table = checked(f"Tobruk: 9AU/20 70/23\nBir-Harmat: 7/4 7/7 KDG 11H\n{RING}")
    assert fed(table) == {"9AU/20", "70/23"}
    assert table.legal("supply") == {"7/4", "7/7", "KDG", "11H"}
    table.play("supply:7/4", "supply:7/7", "supply:KDG")
    assert table.marked("unsupplied") == {"11H"}


@rule("13.3g", "12.4s3")
def test_the_shortest_line_uses_no_hex_twice() -> None:
    """Ruling 74: by way of Bardia, Sidi Omar would be seven hexes from Tobruk, but over Ft. Capuzzo twice."""
    places = "Sidi-Omar: Trento\nBuq-Buq: Ariete\nBardia: Brescia\n88: 21/3\n39: 22Gd\n64: Pol"
    state = Sands(position(places, "movement 1", more="owner Tobruk: axis")).state
    lengths = claims(state, AXIS, FORTRESSES.index("Tobruk"), state.printed.side_units[AXIS])
    assert {length for length, units in lengths.items() if units & 1 << state.printed.unit_number["Trento"]} == {8}


@rule("13.3g", "13.3e")
def test_then_the_nearest_are_supplied() -> None:
    """Bir Harmat is one hex from Tobruk, Sidi Mufta two: who is there goes without."""
    places = "Tobruk: 9AU/20 70/23 Pol\nBir-Harmat: 7/4\nSidi-Mufta: 7/7 KDG\n" + RING
    table = checked(places)
    assert table.legal() == {"supply:7/4", "done"}
    assert table.refusal("supply:KDG") == "13.3"
    table.play("supply:7/4")
    assert table.legal("supply") == {"7/7", "KDG"}
    assert table.refusal("supply:7/4") == "13.3"
    table.play("supply:KDG")
    assert table.marked("unsupplied") == {"7/7"}
    assert {event.audience for event in table.happened("designated")} == {2}, "for the owner to know"


@rule("13.3f", "13.3g", "13.3j")
def test_of_two_isolated_fortresses_each_feeds_its_own_and_then_the_nearest() -> None:
    """Highway joins Tobruk (2) and Bardia (1): who stands in Bardia lives on Bardia, the others go by distance."""
    both = "owner Tobruk: axis\nowner Bardia: axis"
    table = checked("Bardia: 21/3\nGazala: 22Gd\nAlexandria: Pol", "axis", both)
    assert (fed(table, "Tobruk"), fed(table, "Bardia")) == (set(), {"21/3"})
    crowd = checked("Bardia: 21/3 Trento Ariete\nGazala: 22Gd\nAlexandria: Pol", "axis", both)
    assert str(crowd.game.prompt(crowd.state)).startswith("Bardia cannot supply all of them")
    crowd.play("supply:Trento", "supply:Ariete", "supply:21/3")
    assert (fed(crowd, "Tobruk"), fed(crowd, "Bardia")) == ({"21/3", "Ariete"}, {"Trento"})
    near = checked("Gambut: 21/3\n64: Trento\nGazala: 22Gd\nAlexandria: Pol", "axis", both)
    assert (near.legal("supply"), near.refusal("supply:Trento")) == ({"21/3"}, "13.3")
    near.play("supply:21/3", "supply:Trento")
    assert (fed(near, "Tobruk"), fed(near, "Bardia")) == ({"21/3"}, {"Trento"})


@rule("13e2", "13.3l")
def test_capacity_left_over_is_given_away_in_the_final_check() -> None:
    """Two units on the supply of Tobruk, four that can trace to it now: the farthest is disrupted."""
    places = f"Tobruk: 9AU/20 70/23\nBir-Harmat: 7/4 7/7 KDG\nSidi-Mufta: 11H\n{RING}"
    more = "supplied by Tobruk: 9AU/20 70/23\nunsupplied: 7/4 7/7 KDG 11H"
    table = at_the_end(places, more=more)
    assert table.refusal("supply:11H") == "13.3", "those in danger are fed by distance"
    assert table.play("supply:7/4", "supply:7/7", "supply:KDG").marked("disrupted") == {"11H"}
    near = at_the_end(places.replace("Sidi-Mufta: 11H", "").replace("KDG", "KDG 11H"), more=more)
    assert near.legal("supply") == {"7/4", "7/7", "KDG", "11H"}, "the owner breaks the tie"
    near.play("supply:11H", "supply:7/7", "supply:KDG")
    assert near.marked("disrupted") == {"7/4"}


FORTRESS_SUPPLY_IS_A_CHOICE = """
scenario 1941
month 3 allied
phase: start
Tobruk: 9AU/20 70/23 70/14+16 7AU/18
Retma: 22Gd
88: 7/7
Gambut: Trento
Bir-Harmat: Pavia
El-Agheila: Bologna
Alexandria: Pol
hand allied: 2 real 0 dummy
hand axis: 2 real 0 dummy
"""


@rule("13.3l", "13.3g")
@pytest.mark.parametrize(
    ("choice", "disrupted"), [("supply:22Gd", set()), ("supply:7/7", {"22Gd"}), ("done", {"22Gd"})]
)
def test_a_unit_in_danger_may_have_the_last_place(choice: str, disrupted: set[str]) -> None:
    """Ruling 21: 7/7 is nearer, but had a line in the initial check: nothing would happen to it."""
    table = Sands(FORTRESS_SUPPLY_IS_A_CHOICE).play("real:2", "dummies:0", "group:Retma", "unit:22Gd")
    table.go("Bir-Gubi").play("stop", "group:88", "second:7/7").go("Sidi-Rezegh", "El-Adem", "Knightsbridge")
    table.play("stop", "done").end_movement()
    assert (table.decision, table.actor, table.legal("supply")) == ("offer-supply", 1, {"7/7", "22Gd"})
    table.play(choice)
    assert table.marked("disrupted") == disrupted
    assert (table.state.active, len(fed(table))) == (0, 4 + choice.startswith("supply"))


@rule("13.3g", "13.3l")
def test_what_is_not_given_in_the_initial_check_is_there_in_the_final_one() -> None:
    """Ruling 21: 7/4 at Bir Harmat need not be supplied; at the end of the turn it is asked about again."""
    places = f"Tobruk: 9AU/20\nBir-Harmat: 7/4\n{RING}"
    table = checked(places).play("done")
    assert (fed(table), table.marked("unsupplied")) == ({"9AU/20"}, {"7/4"})
    table.play("pass", "done")
    assert table.legal() == {"supply:7/4", "done"}
    assert table.copy().play("supply:7/4").marked("disrupted") == set()
    assert table.play("done").marked("disrupted") == {"7/4"}


@rule("13.3i")
def test_supply_given_in_the_initial_check_is_not_passed_on() -> None:
    """Five were designated; one of them has left, and another has come: there is nothing for it in this turn."""
    places = f"Tobruk: 9AU/20 70/23 Pol 7/7 KDG\nRetma: 7/4\n{RING}"
    more = "supplied by Tobruk: 9AU/20 70/23 Pol 7/7 7/4\nunsupplied: KDG"
    table = at_the_end(places, more=more)
    assert table.marked("disrupted") == {"KDG"}
    anew = checked(places, more=more)
    assert fed(anew) == {"9AU/20", "70/23", "Pol", "7/7", "KDG"}, "in the next turn it is given anew"


@rule("13.3i", "13.3l")
def test_the_supply_of_a_unit_that_dies_may_be_given_in_the_final_check() -> None:
    """Bardia feeds one unit of the Axis: it dies in battle, and its comrade has the supply (ruling 64)."""
    places = "Bardia: Brescia=1 Ariete 22Gd\n64: Pol\nAlexandria: KDG"
    more = f"owner Bardia: axis\nsupplied by Bardia: Brescia\nunsupplied: Ariete\n{crossed(allied='64>Bardia')}"
    table = Sands(position(places, "combat 1", "axis", "allied", more)).play("fight:Bardia", "done")
    table.shoot("22Gd", "6").miss()
    assert (table.where("Brescia"), fed(table, "Bardia")) == ("dead", {"Ariete"})
    assert table.marked("disrupted") == set()


@rule("13.3g", "12.5f")
def test_a_raider_outside_does_not_live_on_the_fortress() -> None:
    places = f"Tobruk: 9AU/20\nBir-Harmat: 7/4 21/3\n{RING}"
    sides = crossed(allied="Tobruk>Bir-Harmat")
    joined = Sands(position(places, "final", "allied", "allied", f"unsupplied: 7/4\n{sides}")).play("supply:7/4")
    assert (joined.where("7/4"), joined.marked("disrupted")) == ("Bir-Harmat", set())
    raid = Sands(position(places, "final", "allied", "allied", f"unsupplied: 7/4\nraiders: 7/4\n{sides}"))
    assert (raid.hold_fire().where("7/4"), fed(raid)) == ("dead", {"9AU/20"})


@rule("13.3g", "12.4s5")
def test_a_disrupted_unit_traces_to_the_fortress_too() -> None:
    """Knightsbridge is next to Tobruk, off the highway: nobody undisrupted stands there to carry a line."""
    table = checked(f"Knightsbridge: 7/4-\n{RING}", more="late: 7/4").play("supply:7/4")
    assert (fed(table), table.marked("unsupplied")) == ({"7/4"}, set())


@rule("13.3j", "13.3k", "5.3s4")
def test_who_has_fortress_supply_withdraws_to_the_fortress_and_nobody_else_does() -> None:
    """Gambut is attacked: 7/4 on the supply of Tobruk goes west, 7/7 with a line to the base goes east."""
    places = "Gambut: 21/3 7/4 7/7\nDerna: Trento\nAlexandria: Pol"
    more = f"attacked_hexes: Gambut\nsupplied by Tobruk: 7/4\n{crossed('Sidi-Rezegh>Gambut')}"
    table = Sands(position(places, "refusals", "axis", "axis", more)).play("refuse:Gambut").hold_fire()
    table.play("unit:7/4")
    assert table.legal("hex") == {"Tobruk"}
    table.go("Tobruk")
    while table.allows("stop"):
        table.play("stop")
    assert table.legal("hex") == {"39"}


@rule("13.3k", "5.3s5")
def test_units_without_fortress_supply_cannot_withdraw_to_it() -> None:
    places = f"Bir-Harmat: 21/3 7/4\nTobruk: 9AU/20\n{RING}"
    more = f"attacked_hexes: Bir-Harmat\n{crossed('Gazala>Bir-Harmat')}"
    table = Sands(position(places, "refusals", "axis", "axis", more))
    assert table.refusal("refuse:Bir-Harmat") == "10.2"


# 13.4 Capture


@rule("13.4a")
@pytest.mark.parametrize(
    ("there", "active", "owner"),
    [
        ("21/3", "axis", 0),
        ("21/3", "allied", 0),  # at the end of any player turn
        ("21/3-", "axis", 1),
        ("21/3 9AU/20", "axis", 1),
    ],
)
def test_a_fortress_is_taken_by_undisrupted_units_alone_in_it(there: str, active: str, owner: int) -> None:
    places = f"Tobruk: {there}\nAlexandria: Pol\nEl-Agheila: Trento"
    table = Sands(position(places, "final", active, "axis", crossed("Bir-Harmat>Tobruk")))
    assert table.state.owner[1] == owner
    assert bool(table.happened("fortress-taken")) == (owner == 0)


@rule("13.4c", "13.4d", "13e4")
@pytest.mark.parametrize(
    ("taken", "side", "cards"),
    [
        ("Benghazi", "axis", 3 + 2),
        ("Benghazi", "allied", 3 + 1),
        ("Tobruk", "axis", 3 + 5),
        ("Tobruk", "allied", 3 + 2),
    ],
)
def test_the_captor_draws_the_losers_capacity_in_cards(taken: str, side: str, cards: int) -> None:
    other = "allied" if side == "axis" else "axis"
    dice = AXIS_FIRST if side == "axis" else ALLIES_FIRST
    table = Buildup("El-Agheila: Trento\nAlexandria: Pol", f"owner {taken}: {side} {other}", dice).finish()
    assert table.state.real[SIDES.index(side)] == cards


@rule("13.4e", "13.4s1", "13.4s2")
@pytest.mark.parametrize(
    ("holders", "bonus"),
    [
        ("axis", 5),
        ("axis allied", 0),  # the original owner has it back
        ("axis allied axis", 5),  # once, however often it changed hands
    ],
)
def test_the_bonus_is_for_who_holds_it_at_the_end_of_the_month(holders: str, bonus: int) -> None:
    """The Allies held Tobruk when the month began; turn by turn one or the other is alone in it."""
    owner = 1
    for holder in holders.split():
        unit = {"axis": "21/3", "allied": "9AU/20"}[holder]
        text = position(f"Tobruk: {unit}\nAlexandria: Pol", "final", more=f"owner Tobruk: {SIDES[owner]} allied")
        owner = Sands(text).state.owner[1]
    table = Buildup("El-Agheila: Trento\nAlexandria: Pol", f"owner Tobruk: {SIDES[owner]} allied").finish()
    assert table.state.real[0] == 3 + bonus
    table.finish()
    assert table.state.month_owner == table.state.owner, "in the next month it counts no more"


# 13.5 Siege


@rule("13.5a")
@pytest.mark.parametrize(
    ("place", "unit", "besieged"),
    [
        ("Gambut", "21/3", True),
        ("Gambut", "21/3-", True),
        ("El-Adem", "21/3 22Gd", True),  # in a battle next to it
        ("Tobruk", "21/3 22Gd", True),
        ("Gazala", "21/3", False),
        ("Gambut", "22Gd", False),
    ],
)
def test_a_fortress_is_besieged_by_any_enemy_next_to_it(place: str, unit: str, besieged: bool) -> None:
    table = Sands(position(f"{place}: {unit}\nAlexandria: Pol", "lay"))
    assert is_besieged(table.state, table.hex("Tobruk"), 1) == besieged


@rule("13.5a")
def test_a_siege_goes_over_impassable_hexsides() -> None:
    """32 touches Barce and Derna touches 34 over mountains; here a ridge: Buq Buq and Sofafi."""
    table = Sands(position("Sofafi: 21/3\nAlexandria: Pol", "lay"))
    printed = table.state.printed
    assert not printed.board.adjacent[table.hex("Sofafi")] >> table.hex("Buq-Buq") & 1
    assert is_besieged(table.state, table.hex("Buq-Buq"), 1)


@rule("13.5b")
def test_a_base_can_be_besieged() -> None:
    table = Sands(position("98: 21/3\nAlexandria: Pol\nEl-Agheila: Trento", "lay"))
    assert is_besieged(table.state, table.hex("Alexandria"), 1)
    assert not is_besieged(table.state, table.hex("El-Agheila"), AXIS)


@rule("13.5d")
@pytest.mark.parametrize(("place", "result"), [("Gambut", (0, ATTRITION)), ("Derna", (1, POSITIONAL))])
def test_tobruk_counts_for_victory_only_if_it_is_not_besieged(place: str, result: tuple[int, int]) -> None:
    """17.3: with 21/3 next to it the Axis, with more units, wins by attrition."""
    table = Sands(position(f"{place}: 21/3\nEl-Agheila: Trento\nTobruk: 9AU/20 Pol", "lay"))
    assert final_result(table.state) == result
