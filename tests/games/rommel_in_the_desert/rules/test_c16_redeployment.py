"""16.51-16.53: redeployment by land and by sea, and return for refit."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import accounts_of
from tests.games.rommel_in_the_desert.buildups import ALLIES_FIRST, POINTS, Buildup
from tests.games.rommel_in_the_desert.sands import crossed

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

FRONT = "Gazala: 21/3\nDerna: Trento\nTobruk: 9AU/20\nAlexandria: Pol"


def front(more: str = "", places: str = FRONT) -> Buildup:
    """The Axis builds first: its network runs from El Agheila to Gazala."""
    return Buildup(places, more)


# 16.51 By land


@rule("16.51a", "16.51c", "16.5a")
def test_single_units_are_redeployed_for_one_point_each() -> None:
    table = front(places=f"{FRONT}\nMsus: Ariete Brescia").redeploy("Ariete", "hex:Ghemines")
    assert (table.where("Ariete"), table.where("Brescia")) == ("Ghemines", "Msus")
    assert table.points(0) == POINTS - 1


@rule("16.51a", "11.1f")
def test_disrupted_units_do_not_redeploy() -> None:
    table = front(places=f"{FRONT}\nBir-Harmat: Ariete- Brescia 22Gd", more=crossed("Gazala>Bir-Harmat"))
    assert table.refusal("redeploy:Ariete") == "11.1"
    assert table.refusal("refit:Ariete") == "11.1"


@rule("16.51b", "16e3")
@pytest.mark.parametrize("unit", ["21/3", "Brescia"])
def test_any_unit_goes_six_hexes_along_the_highway(unit: str) -> None:
    table = front(places=f"Gazala: {unit}\nTobruk: 9AU/20").play(f"redeploy:{unit}")
    assert {"Derna", "9", "Cyrene", "7", "Barce", "Er-Regima"} <= table.legal("hex")
    assert table.refusal("hex:Benghazi") == "16.51"


@rule("16.51b")
def test_two_hexes_off_road_and_a_bonus_by_road() -> None:
    """From Mechili by track four hexes, by trail three, otherwise two; Rommel adds nothing."""
    places = "Mechili: Ariete\nMsus: Trento\nCharruba: Brescia\n56: Pavia\nGazala: 21/3\nTobruk: 9AU/20"
    table = front(places=places).play("redeploy:Ariete")
    assert {"Msus", "Soluch", "82", "81"} <= table.legal("hex"), "82, 81, Msus and Soluch by track"
    assert "Ghemines" not in table.legal("hex"), "that is five by track"
    assert "Er-Regima" in table.legal("hex"), "Charruba, 56 and Er Regima by trail"
    assert "Barce" not in table.legal("hex")


@rule("16.51d")
def test_a_unit_redeploys_as_often_as_is_paid_for() -> None:
    table = front().redeploy("21/3", "hex:Er-Regima", "hex:Agedabia", "hex:El-Agheila")
    assert (table.where("21/3"), table.points(0)) == ("El-Agheila", POINTS - 3)


@rule("16.51d", "16.5a")
def test_without_points_nobody_redeploys() -> None:
    table = Buildup(FRONT, "", ("1 1", "1 2"))
    for _ in range(5):
        table.redeploy("21/3", "hex:Derna" if table.where("21/3") == "Gazala" else "hex:Gazala")
    assert table.points(0) == 0
    assert table.refusal("redeploy:21/3") == "16.51"
    assert "refit:21/3" in table.legal(), "which costs nothing"


@rule("16.51e")
def test_a_unit_stays_inside_the_own_network() -> None:
    """Rotunda Segnali is next to Gazala, but no line runs there."""
    table = front().play("redeploy:21/3")
    assert table.refusal("hex:Rotunda-Segnali") == "16.51"
    assert "34" in table.legal("hex"), "the trail to Derna is a line of its own"


@rule("16.51e", "15.1b")
def test_a_unit_on_oasis_supply_alone_is_not_in_the_network() -> None:
    table = front(places=f"{FRONT}\nJalo: Ariete")
    assert table.where("Ariete") == "Jalo"
    assert table.refusal("redeploy:Ariete") == "16.51"


@rule("16.51f")
def test_a_unit_does_not_enter_the_enemys_network_where_they_overlap() -> None:
    """22Gd at Knightsbridge is linked to the highway at Bir Harmat, and so is 21/3 at Sidi Mufta."""
    places = "Gazala: 21/5\nSidi-Mufta: 21/3\nKnightsbridge: 22Gd\nTobruk: 9AU/20\nAlexandria: Pol"
    table = front(places=places)
    both = table.hexes("network", "Axis") & table.hexes("network", "Allied")
    assert "Bir-Harmat" in both
    table.play("redeploy:21/5")
    assert table.refusal("hex:Bir-Harmat") == "16.51"
    assert "Derna" in table.legal("hex")


@rule("16.51g")
def test_a_unit_enters_no_battle_hex() -> None:
    table = front(crossed("Derna>Gazala"), "Gazala: 21/3 22Gd\nDerna: Trento\nTobruk: 9AU/20")
    table.play("redeploy:Trento")
    assert "Gazala" in table.hexes("network", "Axis")
    assert table.refusal("hex:Gazala") == "16.51"


@rule("16.51g")
def test_a_unit_passes_no_battle_hex() -> None:
    """The Axis defends Gazala, and its network runs through; from Bir Harmat nobody can go west by highway."""
    places = "Bir-Harmat: Ariete\nGazala: 21/3 22Gd\nDerna: Trento\nSidi-Mufta: 7/4\nAlexandria: Pol"
    table = Buildup(places, crossed(allied="Sidi-Mufta>Gazala"), attacker="allied")
    assert {"Bir-Harmat", "Gazala", "Derna"} <= table.hexes("network", "Axis")
    assert (table.where("22Gd"), table.refusal("redeploy:Ariete")) == ("Gazala", "16.51")


@rule("16.51h", "16.51i")
def test_a_unit_leaves_a_battle_if_another_stays() -> None:
    """Over the hexside to Derna the Allies came, and still it goes there: undisrupted, without a shot."""
    places = "Gazala: 21/3 Ariete 22Gd\nDerna: Trento\n34: Brescia\nTobruk: 9AU/20"
    more = f"{crossed(allied='Derna>Gazala Bir-Harmat>Gazala')}\nshown: 21/3 Ariete 22Gd"
    table = Buildup(places, more, attacker="allied").redeploy("21/3", "hex:Derna")
    assert (table.where("21/3"), table.cv("21/3"), table.marked("disrupted")) == ("Derna", 4, set())
    assert "21/3" not in table.marked("shown")
    assert table.refusal("redeploy:Ariete") == "16.51", "the last one may not go"
    assert table.refusal("refit:Ariete") == "16.52"


@rule("7.2b", "16.51i")
def test_who_redeploys_out_of_a_battle_has_not_disengaged_and_attacks_in_the_next_turn() -> None:
    """No pursuit, no probe, no disruption, and no ban on engaging: it goes straight back into the battle."""
    places = "Gazala: 21/3 Ariete 22Gd\nDerna: Trento\nTobruk: 9AU/20"
    more = f"{crossed(allied='Bir-Harmat>Gazala')}\nhand axis: 1 real 0 dummy"
    table = Buildup(places, more, attacker="allied").redeploy("21/3", "hex:Derna")
    assert not table.marked("disengaged") | table.marked("disrupted")
    assert not [event for event in table.events if event.kind in ("retreat", "slowest", "pursuit-fire", "probe")]
    table.finish().finish().play("none", "real:1", "dummies:0", "group:Derna").move("21/3", "Gazala")
    assert table.at("Gazala") == {"21/3", "Ariete", "22Gd"}


@rule("16.51h", "11.11d")
def test_disrupted_units_left_alone_in_the_battle_are_routed() -> None:
    places = "Gazala: 21/3 Ariete- 22Gd\nDerna: Trento\nTobruk: 9AU/20"
    table = Buildup(places, crossed("Derna>Gazala")).redeploy("21/3", "hex:Derna")
    assert table.happened("rout")
    table.hold_fire()
    assert (table.cv("Ariete"), table.decision) == (3, "leave")


@rule("16.51s1", "16.54a", "16e4")
def test_out_of_a_battle_to_the_base_and_back_to_the_front() -> None:
    """By road to Tobruk, by sea to the base, a step rebuilt, by sea and road to the front, but into no battle."""
    places = "39: Ariete=2 Brescia 22Gd\nTobruk: Trento\nAlexandria: Pol"
    table = front(f"owner Tobruk: axis\n{crossed('Gambut>39')}", places)
    table.redeploy("Ariete", "hex:Tobruk", "ship:El-Agheila").play("rebuild:Ariete")
    table.redeploy("Ariete", "ship:Tobruk", "hex:Gambut")
    assert (table.where("Ariete"), table.cv("Ariete")) == ("Gambut", 3)
    assert table.points(0) == POINTS - 4 - 3
    table.play("redeploy:Ariete")
    assert table.refusal("hex:39") == "16.51"


@rule("16.51s3", "12.7j")
def test_new_lines_do_not_enlarge_the_network() -> None:
    """Trento goes to 34: its line to Charruba puts Mechili into the network, but not in this Buildup."""
    table = front(places=f"{FRONT}\nCharruba: Ariete").redeploy("Trento", "hex:34").play("redeploy:21/3")
    assert network(table.state, 0) >> table.hex("Mechili") & 1
    assert "34" in table.legal("hex")
    assert table.refusal("hex:Mechili") == "16.51"


# 16.52 Refit


@rule("16.52a", "16.52b")
def test_a_unit_returns_for_refit_at_no_cost_and_is_out_of_play() -> None:
    table = front(places=FRONT.replace("21/3", "21/3=2")).play("refit:21/3")
    assert (table.where("21/3"), table.cv("21/3"), table.points(0)) == ("refit", 2, POINTS)
    assert table.refusal("rebuild:21/3") == "16.54"
    assert table.refusal("redeploy:21/3") == "16.51"


@rule("16.52c")
def test_the_way_back_is_overland_inside_the_network_and_shown() -> None:
    table = front().play("refit:Trento")
    route = table.happened("refit-route")[0].arguments["hexes"]
    names = [table.state.printed.board.names[place] for place in route]
    assert (names[0], names[-1], len(names)) == ("9", "El-Agheila", 12)


@rule("16.52c")
@pytest.mark.parametrize(("block", "can"), [("", True), ("\nAgedabia: 22Gd\nMersa-Brega: KDG\n153: 7/4", False)])
def test_who_has_no_way_overland_does_not_return(block: str, can: bool) -> None:
    """Units in Benghazi could go by sea only: not for refit."""
    places = f"Benghazi: Trento\nEl-Agheila: Ariete\nTobruk: 9AU/20\nAlexandria: Pol{block}"
    table = front(places=places)
    assert table.where("Trento") == "Benghazi"
    assert table.allows("refit:Trento") == can
    assert table.refusal("refit:Ariete") == "16.52", "it is at the base already"
    if not can:
        assert table.refusal("refit:Trento") == "16.52"
        table.play("redeploy:Trento", "ship:El-Agheila")


@rule("16.52b")
def test_who_returns_for_refit_lives_on_its_fortress_or_oasis_no_more() -> None:
    """Siwa is linked to the highway by 166, but its unit has oasis supply as well."""
    table = Buildup("Siwa: KDG\n166: 11H\nAlexandria: Pol\nEl-Agheila: Trento", dice=ALLIES_FIRST)
    assert table.state.by_oasis[1] == 1 << table.unit("KDG")
    table.play("refit:KDG")
    assert (table.where("KDG"), table.state.by_oasis) == ("refit", [0, 0, 0])


@rule("16.52a", "16.51h")
def test_a_unit_returns_for_refit_out_of_a_battle_if_another_stays() -> None:
    places = f"{FRONT}\nBir-Harmat: Ariete Brescia 22Gd"
    table = front(crossed("Gazala>Bir-Harmat"), places).play("refit:Ariete")
    assert (table.where("Ariete"), table.marked("disrupted")) == ("refit", set())
    assert table.refusal("refit:Brescia") == "16.52", "nobody else would stay"


@rule("16.51g", "15.1g")
def test_a_battle_in_an_oasis_is_not_entered_although_no_enemy_network_is_there() -> None:
    """KDG is supplied by Siwa, which the Axis attacks; its own side's network runs into the battle."""
    places = "Siwa: KDG 21/3\n166: Trento Brescia\nSollum: Ariete\nAlexandria: Pol"
    table = front(crossed("214>Siwa"), places)
    assert "Siwa" in table.hexes("network", "Axis") - table.hexes("network", "Allied")
    assert table.play("redeploy:Trento").refusal("hex:Siwa") == "16.51"


@rule("16.52e")
def test_refit_units_are_back_before_replacements() -> None:
    """They come to the base at the start of the next Buildup, and can be rebuilt and redeployed at once."""
    table = front("refit: 21/5=2 Ariete=1")
    assert table.at("El-Agheila") == {"21/5", "Ariete"}
    table.play("rebuild:21/5", "rebuild:Ariete").redeploy("Ariete", "hex:Agedabia")
    assert (table.cv("21/5"), table.where("Ariete")) == (4, "Agedabia")


@rule("16.52f", "16.41s3")
def test_with_a_battle_in_the_base_they_wait_outside() -> None:
    more = f"refit: 21/5=2\n{crossed(allied='151>El-Agheila')}"
    table = Buildup("El-Agheila: Brescia 22Gd\nAlexandria: Pol", more, attacker="allied")
    assert (table.where("22Gd"), table.where("21/5")) == ("El-Agheila", "beside-base")


# 16.53 By sea


SEA = "Tobruk: 9AU/20 70/23 70/14+16\nAlexandria: Pol 7AU/18 7/4\nEl-Agheila: Trento"


def by_sea(places: str = SEA, more: str = "") -> Buildup:
    """The Allies build first."""
    return Buildup(places, more, ALLIES_FIRST)


@rule("16.53a", "16.53b", "16.53c")
def test_units_go_by_sea_between_controlled_ports_for_one_point() -> None:
    table = by_sea().play("redeploy:Pol")
    assert table.legal("ship") == {"Tobruk", "Bardia"}, "Benghazi is the enemy's"
    assert table.refusal("ship:Benghazi") == "16.53"
    assert table.refusal("ship:Gambut") == "16.53"
    table.play("ship:Bardia")
    assert (table.where("Pol"), table.points(1)) == ("Bardia", POINTS - 1)
    assert by_sea(f"{SEA}\nGambut: 7/7").play("redeploy:7/7").legal("ship") == set(), "from ports alone"


SIEGE = f"{SEA}\nGambut: 21/3\nEl-Adem: Ariete"
"""The Axis next to Tobruk; the garrison lives on the fortress."""


@rule("16.53d", "13.5c")
def test_with_one_port_besieged_the_allies_pay_four_points() -> None:
    table = by_sea(SIEGE).redeploy("Pol", "ship:Tobruk")
    assert table.points(1) == POINTS - 4
    assert table.state.by_fortress[1] >> table.unit("9AU/20") & 1
    table.redeploy("9AU/20", "ship:Alexandria")
    assert table.points(1) == POINTS - 8
    assert not table.state.by_fortress[1] >> table.unit("9AU/20") & 1, "it lives on Tobruk no more"


@rule("16.53d")
def test_four_points_must_be_there() -> None:
    table = by_sea(SIEGE)
    for unit in ("Pol", "7AU/18", "7/4"):
        table.redeploy(unit, "ship:Tobruk")
    assert table.points(1) == POINTS - 12
    assert table.refusal("redeploy:9AU/20") == "16.51"


@rule("16.53e", "13.5c")
def test_the_axis_does_not_ship_to_or_from_a_besieged_port() -> None:
    places = "El-Agheila: Trento\nTobruk: 21/3\nDerna: Ariete\nGambut: 22Gd\nAlexandria: Pol"
    table = front("owner Tobruk: axis", places).play("redeploy:Trento")
    assert table.legal("ship") == {"Benghazi"}
    assert table.refusal("ship:Tobruk") == "16.53"


BOTH_BESIEGED = f"{SIEGE}\n64: 21/5\nBardia: 2NZ/4 2NZ/5"
"""The garrisons live on their fortresses, so both ports are in the Allied network."""


@rule("16.53f")
@pytest.mark.parametrize(("unit", "port"), [("9AU/20", "Bardia"), ("2NZ/4", "Tobruk")])
def test_the_allies_do_not_ship_between_two_besieged_ports(unit: str, port: str) -> None:
    """Each of them would take and send units, if the other were not besieged too."""
    table = by_sea(BOTH_BESIEGED).play(f"redeploy:{unit}")
    assert table.legal("ship") == {"Alexandria"}
    assert (table.refusal(f"ship:{port}"), table.reason(f"ship:{port}")) == ("16.53", "both ports are besieged")
    relieved = by_sea(BOTH_BESIEGED.replace("\n64: 21/5", "")).play(f"redeploy:{unit}")
    assert relieved.legal("ship") == {"Alexandria", port}


@rule("16.53f")
def test_the_axis_does_not_ship_between_two_besieged_ports() -> None:
    """The Allies stand beside Tobruk and Bardia, supplied by a chain over Ft. Capuzzo and Sidi Rezegh."""
    chain = "Ft-Capuzzo: 7/4\nSidi-Rezegh: 22Gd\nGambut: Pol\nAlexandria: 70/23"
    places = f"El-Agheila: Trento\nTobruk: 21/3\nBardia: Brescia\n{chain}"
    table = front("owner Tobruk: axis\nowner Bardia: axis", places)
    assert table.refusal("redeploy:Brescia") == "16.51", "no ship for it, and no way by land"
    table.play("redeploy:21/3")
    assert table.legal("ship") == set()
    assert table.reason("ship:Bardia") == "both ports are besieged"


@rule("16.53d", "13.5b")
def test_a_besieged_base_counts_as_a_besieged_port() -> None:
    """A chain by Sidi Rezegh to Ft. Capuzzo feeds the Axis unit at the gates of Alexandria."""
    chain = "Sidi-Mufta: Ariete\nSidi-Rezegh: Brescia\nFt-Capuzzo: Pavia"
    table = by_sea(f"{SEA}\n{chain}\n98: 21/5").redeploy("Pol", "ship:Tobruk")
    assert (table.where("21/5"), table.points(1)) == ("98", POINTS - 4)


@rule("16.53g", "16e5")
def test_allied_capacity_of_tobruk_is_two_in_and_three_out() -> None:
    table = by_sea().redeploy("Pol", "ship:Tobruk").redeploy("7AU/18", "ship:Tobruk")
    for unit in ("9AU/20", "70/23", "70/14+16"):
        table.redeploy(unit, "ship:Alexandria")
    assert table.points(1) == POINTS - 5
    table.play("redeploy:Pol")
    assert table.legal("ship") == set()
    assert table.refusal("ship:Alexandria") == "16.53"


@rule("16.53g", "16e5")
def test_axis_capacity_of_tobruk_is_one_in_and_one_out() -> None:
    places = "El-Agheila: Trento Ariete\nTobruk: 21/3\nAlexandria: Pol"
    table = front("owner Tobruk: axis", places)
    table.redeploy("Trento", "ship:Tobruk").redeploy("21/3", "ship:El-Agheila")
    assert table.points(0) == POINTS - 2
    assert table.play("redeploy:Ariete").legal("ship") == {"Benghazi"}


@rule("16.53g")
def test_in_the_next_buildup_the_port_is_free_again() -> None:
    table = by_sea().redeploy("Pol", "ship:Tobruk")
    assert table.state.port_used == [0, 1, 0]
    table.finish().finish()
    assert (table.decision, table.state.port_used) == ("challenge", [0, 0, 0])


@rule("16.53h")
def test_bases_have_no_limit() -> None:
    table = by_sea(SEA.replace("Tobruk: 9AU/20", "Bardia: 22Gd 7/7\nTobruk: 9AU/20"))
    for unit in ("9AU/20", "70/23", "70/14+16", "22Gd", "7/7"):
        table.redeploy(unit, "ship:Alexandria")
    assert {"9AU/20", "70/23", "70/14+16", "22Gd", "7/7"} <= table.at("Alexandria")


@rule("16.53i")
def test_land_and_sea_are_combined() -> None:
    table = by_sea(f"{SEA}\nGambut: 7/7").redeploy("7/7", "hex:Tobruk", "ship:Alexandria", "hex:El-Daba")
    assert (table.where("7/7"), table.points(1)) == ("El-Daba", POINTS - 3)


@rule("16.53b", "16.51f", "16.51g")
def test_no_ship_lands_in_the_enemys_network_or_in_a_battle() -> None:
    """Benghazi, empty and theirs, lies on the Axis highway; in Tobruk there is a battle."""
    places = "Gazala: 21/3\nTobruk: 9AU/20 Ariete\nBir-Harmat: Brescia\nAlexandria: Pol"
    table = by_sea(places, f"owner Benghazi: allied\n{crossed('Bir-Harmat>Tobruk')}").play("redeploy:Pol")
    assert table.legal("ship") == {"Bardia"}
    assert table.refusal("ship:Benghazi") == "16.53"
    assert table.refusal("ship:Tobruk") == "16.53"


@rule("16.53b", "16.51e")
def test_ships_land_in_the_own_network_only() -> None:
    """Ruling 76: Tobruk is theirs and empty, and no line of theirs runs there unless a unit stands beyond."""
    assert by_sea("Alexandria: Pol\nBir-Harmat: 22Gd").play("redeploy:Pol").legal("ship") == {"Tobruk", "Bardia"}
    table = by_sea("Alexandria: Pol\nMersa-Matruh: 22Gd").play("redeploy:Pol")
    assert not table.legal("ship")
    assert table.refusal("ship:Tobruk") == "16.53"


@rule("16.53b", "16.51e")
def test_the_base_is_always_open_to_own_ships() -> None:
    """Ruling 76: nobody but the garrison of Tobruk, which lives on it, and yet the base is the source of lines."""
    table = by_sea("Tobruk: 9AU/20\nGambut: 21/3\nGazala: Trento", "points: 0 20").play("redeploy:9AU/20")
    assert "Alexandria" not in table.hexes("network", "Allied")
    assert table.legal("ship") == {"Alexandria"}


@rule("1.7d", "13.3b")
def test_shipping_is_separate_from_the_use_of_a_port_for_supply() -> None:
    """Five of the garrison live on Tobruk, and five may still go by sea."""
    garrison = ("9AU/20", "70/23", "70/14+16", "7AU/18", "2NZ/4")
    places = f"Tobruk: {' '.join(garrison)}\nAlexandria: Pol\nGambut: 21/3\nEl-Adem: Ariete\nGazala: Trento"
    table = by_sea(places, "points: 0 20")
    for unit in garrison:
        table.redeploy(unit, "ship:Alexandria")
    assert table.points(1) == 20 + POINTS - 5 * 4


def test_a_passage_by_sea_counts_as_a_redeployment_on_the_record_sheet() -> None:
    table = by_sea().redeploy("Pol", "ship:Tobruk").redeploy("7/4", "ship:Bardia")
    assert accounts_of(table.state, 1)["trips"] == 2
