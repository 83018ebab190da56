"""9, 13.2, 14.2: a round of combat: who fires when, at what, with how many dice, and who takes the hits."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c09_fire import VOLLEY
from tests.games.rommel_in_the_desert.sands import Sands, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

ARM = {"armor": "7/7", "infantry": "22Gd", "antitank": "2-pdr-A", "artillery": "25-pdr-A"}
"""An Allied unit of each class."""
TARGET = {
    "armor": "Ariete",
    "infantry": "Trento",
    "antitank": "Italian-antitank",
    "artillery": "Italian-artillery",
}
"""An Italian unit of each class: one hit, one CV."""
FIRST_HIT = {"SF": 6, "DF": 5, "TF": 4}
FIRE_TABLE = {
    "armor": ("SF", "DF", "SF", "TF"),
    "infantry": ("SF", "SF", "DF", "TF"),
    "antitank": ("DF", "SF", "SF", "TF"),
    "artillery": ("SF", "DF", "DF", "SF"),
}
"""As the game's own chart prints it, against the classes in the same order."""
ROW = dict(zip(FIRE_TABLE, ("9.4t1", "9.4t2", "9.4t3", "9.4t4"), strict=True))
KIND = {"SF": "9.4b", "DF": "9.4c", "TF": "9.4d"}


def fight(
    units: str, place: str = "Bir-Harmat", active: str = "axis", attacker: str = "axis", more: str = ""
) -> Sands:
    """The battle of one hex is about to be fought; the passive side fires first."""
    table = Sands(position(f"{place}: {units}", active=active, attacker=attacker, more=more))
    if f"fight:{place}" in table.legal():
        table.play(f"fight:{place}")
    return table.play("done")


def assault(units: str, place: str = "Bir-Harmat", attacker: str = "axis") -> Sands:
    table = Sands(position(f"{place}: {units}", "combat 2", attacker=attacker))
    return table.play(f"assault:{place}", "done")


def mined(place: str = "Bir-Harmat") -> str:
    return (
        f"mined_hexes: {place}\nshown_mines: {place}\nmines known to axis: {place}\nmines known to allied: {place}"
    )


# 9.0, 9.1 Rounds


@rule("9.0a", "9.0c")
def test_battles_are_fought_one_at_a_time_in_the_order_of_the_active_player() -> None:
    table = Sands(position("Bir-Harmat: Trento 22Gd\nEl-Adem: Brescia Pol\nBir-Hacheim: Ariete 7/7"))
    table.play("fight:Bir-Harmat", "fight:El-Adem", "fight:Bir-Hacheim", "done")
    assert (table.decision, table.actor) == ("choose-battle", 0)
    assert table.legal("battle") == {"Bir-Harmat", "El-Adem", "Bir-Hacheim"}
    table.play("battle:El-Adem")
    assert table.legal("fire") == {"Pol"}
    table.shoot("Pol", "1")
    assert table.legal("fire") == {"Brescia"}, "all fire of one battle comes before the next"
    table.shoot("Brescia", "1")
    assert table.legal("battle") == {"Bir-Harmat", "Bir-Hacheim"}
    assert table.refusal("battle:El-Adem") == "8.6"
    assert table.play("battle:Bir-Hacheim").legal("fire") == {"7/7"}


@rule("9.0a")
def test_the_allies_choose_the_order_in_their_turn() -> None:
    table = Sands(position("Bir-Harmat: Trento 22Gd\nEl-Adem: Brescia Pol", active="allied"))
    assert table.play("fight:Bir-Harmat", "fight:El-Adem", "done").actor == 1
    table.play("battle:El-Adem")
    assert (table.actor, table.legal()) == (0, {"fire:Brescia"})


@rule("9.0b")
def test_each_unit_fires_once_in_a_round_and_there_is_one_round() -> None:
    table = fight("Trento 22Gd 2/SG Pol-")
    assert table.legal("fire") == {"22Gd", "2/SG"}, "disrupted units do not fire"
    assert table.shoot("22Gd", "1").legal("fire") == {"2/SG"}
    assert table.refusal("fire:22Gd") == "9.0"
    table.shoot("2/SG", "1").shoot("Trento", "1")
    assert [event.arguments["unit"] for event in table.happened("fired")] == [
        table.unit(unit) for unit in ("22Gd", "2/SG", "Trento")
    ]
    assert table.state.active == 1, "the battle is not fought twice: the turn is over"


@rule("9.1b")
@pytest.mark.parametrize(
    ("active", "victim", "survivor", "first"),
    [("axis", "Trento", "Brescia", "22Gd"), ("allied", "22Gd", "Pol", "Trento")],
)
def test_only_the_survivors_fire_back_and_the_losses_are_applied(
    active: str, victim: str, survivor: str, first: str
) -> None:
    """The passive unit kills one of two; the other fires as what it is, and its hit costs a step at once."""
    table = fight(f"{victim}=1 {survivor}=2 {first}=2", active=active)
    table.shoot(first, "6").play(f"hit:{victim}")
    assert (table.where(victim), table.legal()) == ("dead", {f"fire:{survivor}"})
    table.shoot(survivor, "6 1")
    assert (table.cv(survivor), table.cv(first)) == (2, 1)
    assert [event.arguments["unit"] for event in table.happened("fired")] == [
        table.unit(unit) for unit in (first, survivor)
    ]


@rule("9.1a", "9.1b", "3.4t6")
@pytest.mark.parametrize(("active", "first", "second"), [("axis", "22Gd", "Trento"), ("allied", "Trento", "22Gd")])
def test_the_passive_side_fires_first_and_its_victims_do_not_fire_back(
    active: str, first: str, second: str
) -> None:
    """Whoever is Attacker: here always the Axis."""
    table = fight("Trento=2 22Gd=2", active=active)
    assert table.legal("fire") == {first}
    table.shoot(first, "6")
    assert (table.cv(second), table.legal("fire")) == (1, {second})
    assert table.play(f"fire:{second}").dice() == 1, "the survivor fires with what it has left"
    table = fight("Trento=1 22Gd=2" if active == "axis" else "Trento=2 22Gd=1", active=active)
    table.shoot(first, "6")
    assert table.where(second) == "dead"
    assert len(table.happened("fired")) == 1


# 9.2 Firing


@rule("9.2a", "9.4t5")
def test_artillery_fires_first_the_others_in_any_order() -> None:
    table = fight("Trento 22Gd 7/7 25-pdr-A 25-pdr-B")
    assert table.legal("fire") == {"25-pdr-A", "25-pdr-B"}
    assert table.refusal("fire:22Gd") == "9.2"
    table.shoot("25-pdr-B", "1").shoot("25-pdr-A", "1")
    assert table.legal("fire") == {"22Gd", "7/7"}


@rule("9.2b", "9.3e")
def test_unit_and_class_are_named_before_the_dice() -> None:
    table = fight("Trento Italian-antitank 7/7").play("fire:7/7")
    assert (table.decision, table.actor) == ("target", 1)
    assert table.legal("at") == {"infantry", "antitank"}
    assert table.refusal("fire:7/7") == "9.2"
    assert table.play("at:antitank").decision == "volley"
    table.roll("6 6 1")
    assert (table.cv("Italian-antitank"), table.cv("Trento")) == (1, 4)
    assert table.happened("fired")[0].arguments["hex"] == table.hex("Bir-Harmat")


@rule("9.2c")
@pytest.mark.parametrize("cv", [1, 2, 3])
def test_one_die_for_each_cv(cv: int) -> None:
    assert fight(f"Trento 22Gd={cv}").play("fire:22Gd").dice() == cv


@rule("9.2d", "9.4a")
def test_firepower_depends_on_both_classes() -> None:
    """The same five hits infantry when armor fires, and does not when infantry does."""
    assert fight("Trento 7/7").shoot("7/7", "5").cv("Trento") == 3
    assert fight("Trento 22Gd").shoot("22Gd", "5").cv("Trento") == 4


@rule("9.2e", "9.5a")
def test_hits_fall_on_the_named_class_and_the_owner_chooses_the_unit() -> None:
    table = fight("Trento Brescia Ariete 2-pdr-B").shoot("2-pdr-B", "6 6", at="infantry")
    assert (table.decision, table.actor) == ("take-hit", 0)
    assert table.legal() == {"hit:Trento", "hit:Brescia"}
    assert table.refusal("hit:Ariete") == "9.2"
    table.play("hit:Brescia", "hit:Trento")
    assert [table.cv(unit) for unit in ("Trento", "Brescia", "Ariete")] == [3, 3, 4]


@rule("9.2s1")
def test_all_dice_go_to_one_class_even_if_it_is_wiped_out() -> None:
    table = fight("Trento=1 Italian-antitank 2-pdr-B").shoot("2-pdr-B", "6 6 6", at="infantry")
    assert table.where("Trento") == "dead"
    assert table.cv("Italian-antitank") == 3, "the surplus hits are lost"


@rule("9e1")
def test_example_armor_of_cv_six_fires_at_infantry() -> None:
    table = fight("21/5 22Gd", active="allied").shoot("21/5", "4 5 1 6 3 3")
    assert table.happened("fired")[0].arguments["hits"] == 2
    assert table.cv("22Gd") == 1


# 9.21, 13.2 Double dice


@rule("9.21a", "9.21b", "8.6h")
def test_in_an_assault_both_sides_roll_twice_their_dice_with_the_usual_firepower() -> None:
    table = assault("Trento=2 22Gd=2").play("fire:22Gd")
    assert table.dice() == 4
    table.roll("5 5 5 6")
    assert table.happened("fired")[0].rule == "9.21"
    assert table.cv("Trento") == 1, "infantry still hits infantry with sixes alone"
    assert table.play("fire:Trento").dice() == 2


@rule("9e2", "13.2a")
def test_example_infantry_of_cv_three_defends_a_fortress_with_six_dice() -> None:
    table = fight("Trento 22Gd", "Tobruk").play("fire:22Gd")
    assert table.dice() == 6
    table.roll("6 5 4 3 2 1")
    assert table.cv("Trento") == 3


@rule("13.2a")
@pytest.mark.parametrize(("unit", "dice"), [("7/7", 3), ("KDG", 2), ("22Gd", 6), ("2-pdr-A", 4), ("25-pdr-A", 6)])
def test_all_defenders_of_a_fortress_but_armor_fire_double(unit: str, dice: int) -> None:
    table = fight(f"Trento {unit}", "Tobruk").play(f"fire:{unit}")
    assert table.dice() == dice


@rule("13.2a")
def test_the_attackers_of_a_fortress_never_fire_double() -> None:
    table = fight("Trento 22Gd", "Tobruk").shoot("22Gd", "1").play("fire:Trento")
    assert table.dice() == 4
    assert fight("Trento 22Gd", "Tobruk", active="allied").play("fire:Trento").dice() == 4


@rule("13.2b")
def test_a_defender_who_starts_the_combat_loses_the_double_dice() -> None:
    table = fight("Trento 22Gd", "Tobruk", active="allied").shoot("Trento", "1").play("fire:22Gd")
    assert table.dice() == 3


@rule("13.2s3")
@pytest.mark.parametrize(("unit", "dice"), [("22Gd=2", 8), ("2-pdr-A=1", 4), ("7/7=2", 4)])
def test_assault_on_a_fortress(unit: str, dice: int) -> None:
    name = unit.partition("=")[0]
    assert assault(f"Trento {unit}", "Tobruk").play(f"fire:{name}").dice() == dice


# 9.3 Targets


@rule("9.3a", "9e3")
def test_armor_fires_at_armor_while_there_is_any() -> None:
    """With single fire; when there is none, at infantry with double fire."""
    table = fight("Ariete Trento Italian-antitank 7/7").play("fire:7/7")
    table.roll("5 5 6")
    assert [table.cv(unit) for unit in ("Ariete", "Trento", "Italian-antitank")] == [3, 4, 3]
    table = fight("Trento Italian-antitank 7/7").shoot("7/7", "5", at="infantry")
    assert table.cv("Trento") == 3


@rule("9.3a")
def test_recon_is_of_the_armor_class_and_bound_as_armor() -> None:
    table = fight("Italian-recon Trento KDG").shoot("KDG", "6")
    assert (table.cv("Italian-recon"), table.cv("Trento")) == (1, 4)


@rule("9.3b")
def test_infantry_fires_at_infantry_while_there_is_any() -> None:
    table = fight("Ariete Trento Italian-antitank 22Gd").shoot("22Gd", "6 5 5")
    assert [table.cv(unit) for unit in ("Ariete", "Trento", "Italian-antitank")] == [4, 3, 3]
    assert fight("Ariete Italian-antitank 22Gd").play("fire:22Gd").legal("at") == {"armor", "antitank"}


@rule("9.3c")
@pytest.mark.parametrize(
    ("unit", "classes"),
    [("2-pdr-A", {"armor", "infantry", "antitank"}), ("25-pdr-A", {"armor", "infantry", "antitank", "artillery"})],
)
def test_antitank_and_artillery_choose_their_target(unit: str, classes: set[str]) -> None:
    table = fight(f"Ariete Trento Italian-antitank Italian-artillery {unit}").play(f"fire:{unit}")
    assert table.legal("at") == classes


@rule("9.3d", "9.4t6")
@pytest.mark.parametrize("unit", ["7/7", "22Gd", "2-pdr-A"])
def test_only_artillery_reaches_artillery_that_has_support(unit: str) -> None:
    table = fight(f"Italian-artillery Ariete Italian-antitank {unit}").play(f"fire:{unit}")
    if table.decision == "target":
        assert "artillery" not in table.legal("at")
        assert table.refusal("at:artillery") == "9.3"
    else:
        assert VOLLEY.target(table.state.frames[-1]) == 0, "armor is bound to fire at armor"
    alone = fight(f"Italian-artillery {unit}").shoot(unit, "4")
    assert alone.cv("Italian-artillery") == 2


@rule("9.3s2", "9.4t6")
@pytest.mark.parametrize(("unit", "face"), [("7/7", 4), ("22Gd", 4), ("2-pdr-A", 4), ("25-pdr-A", 6)])
def test_unsupported_artillery_is_hit_by_triple_fire_but_not_from_artillery(unit: str, face: int) -> None:
    """Disrupted companions are no support (9.3)."""
    assert fight(f"Italian-artillery Trento- {unit}").shoot(unit, f"{face}").cv("Italian-artillery") == 2
    assert fight(f"Italian-artillery Trento- {unit}").shoot(unit, f"{face - 1}").cv("Italian-artillery") == 3


@rule("9.3s1")
def test_disrupted_units_are_no_target() -> None:
    """The armor lies disrupted: armor is free to fire at others."""
    table = fight("Ariete- Trento Italian-antitank 7/7").play("fire:7/7")
    assert table.legal("at") == {"infantry", "antitank"}
    assert table.refusal("at:armor") == "9.3"


@rule("9.3f", "9.5f")
def test_a_class_that_is_done_for_is_no_target_for_those_that_fire_later() -> None:
    table = fight("Ariete=1 Trento 7/7 7/4").shoot("7/7", "6")
    assert table.where("Ariete") == "Bir-Harmat", "it is removed when the fire is over"
    table.shoot("7/4", "5 5")
    assert table.where("Ariete") == "dead"
    assert table.cv("Trento") == 2


@rule("9.5f")
def test_a_class_stays_a_target_until_the_hits_suffice_for_all_its_units() -> None:
    """One hit on an elite unit of CV 2 is not enough; two are, and then the rest fire at the infantry."""
    table = fight("15/8=2 Trento 7/7 7/4 7/22").shoot("7/7", "6").shoot("7/4", "6").shoot("7/22", "5")
    assert table.where("15/8") == "dead"
    assert table.cv("Trento") == 3


@rule("9.5f", "9.3d")
def test_artillery_is_laid_bare_when_its_support_is_done_for() -> None:
    table = fight("Italian-artillery Trento=1 22Gd 2/SG").shoot("22Gd", "6").shoot("2/SG", "4 4 4")
    assert table.where("Trento") == table.where("Italian-artillery") == "dead"


@rule("9.3d")
def test_fire_ends_when_nothing_is_left_to_fire_at() -> None:
    table = fight("Trento=1 Brescia- 22Gd 2/SG", more="Tobruk: Pol").shoot("22Gd", "6")
    assert table.decision != "fire-unit", "the second unit has no target"


# 9.4 The fire table


@pytest.mark.parametrize(
    ("firing", "target", "fire"),
    [
        pytest.param(firing, target, fire, marks=rule(ROW[firing], KIND[fire]), id=f"{firing}-{target}")
        for firing, row in FIRE_TABLE.items()
        for target, fire in zip(TARGET, row, strict=True)
    ],
)
def test_the_fire_table(firing: str, target: str, fire: str) -> None:
    for face in range(1, 7):
        table = fight(f"{TARGET[target]} {ARM[firing]}")
        before = table.cv(TARGET[target])
        table.shoot(ARM[firing], f"{face}")
        assert before - table.cv(TARGET[target]) == (face >= FIRST_HIT[fire]), face


@rule("9.4t1")
def test_armor_may_fire_at_antitank_though_infantry_is_there() -> None:
    assert fight("Trento Italian-antitank 7/7").play("fire:7/7").legal("at") == {"infantry", "antitank"}


@rule("9.4t2")
def test_infantry_may_fire_at_antitank_when_no_infantry_is_there() -> None:
    assert fight("Ariete Italian-antitank 22Gd").shoot("22Gd", "5", at="antitank").cv("Italian-antitank") == 2


@rule("9.4t4")
def test_artillery_may_always_fire_at_artillery() -> None:
    table = fight("Trento Italian-artillery 25-pdr-A").shoot("25-pdr-A", "6 5", at="artillery")
    assert table.cv("Italian-artillery") == 2


# 9.5 Losses


@rule("9.5b", "9e4")
def test_example_three_hits_on_elite_armor() -> None:
    table = fight("21/5 15/8 2-pdr-B").shoot("2-pdr-B", "5 5 5")
    assert table.legal("hit") == {"21/5", "15/8"}
    table.play("hit:15/8")
    assert table.decision == "fire-unit", "the third hit is lost"
    assert (table.cv("21/5"), table.cv("15/8")) == (6, 4)


@rule("9.5b", "2.4e")
def test_an_elite_unit_does_not_take_a_single_hit() -> None:
    table = fight("21/5 Ariete Littorio 2-pdr-B").shoot("2-pdr-B", "5 1 1")
    assert table.legal("hit") == {"Ariete", "Littorio"}
    assert table.refusal("hit:21/5") == "2.4"
    assert [event.rule for event in table.happened("fired")] == ["9.4"]


@rule("2.3e")
def test_a_unit_below_its_lowest_cv_is_eliminated() -> None:
    table = fight("Trento=1 22Gd").shoot("22Gd", "6 1 1")
    assert [event.rule for event in table.happened("eliminated")] == ["2.3"]


@rule("9.5s1", "9.5c")
def test_hits_lost_in_one_round_do_not_count_in_the_next() -> None:
    """A hit on elite armor in each of two rounds takes nothing."""
    places = position("Bir-Harmat: 15/8 7/7", "combat 3", more="real_laid: 3")
    table = Sands(places).play("fight:Bir-Harmat", "done").shoot("7/7", "6").shoot("15/8", "1")
    table.end_movement().play("fight:Bir-Harmat", "done")
    assert table.state.blitzed
    assert table.shoot("7/7", "6").cv("15/8") == 6


@rule("9.5s2", "9e5")
@pytest.mark.parametrize("answers", [("21/5", "Ariete"), ("Ariete", "21/5"), ("Ariete", "Ariete", "Ariete")])
def test_example_three_hits_on_elite_and_normal_armor(answers: tuple[str, ...]) -> None:
    table = fight("21/5 Ariete 2-pdr-B").shoot("2-pdr-B", "5 5 5")
    for unit in answers:
        if table.decision == "take-hit":
            table.play(f"hit:{unit}")
    assert table.decision == "fire-unit"
    lost = {unit: answers.count(unit) for unit in ("21/5", "Ariete")}
    assert (table.cv("21/5"), table.cv("Ariete")) == (6 - 2 * lost["21/5"], 4 - lost["Ariete"])


@rule("9.5d", "9.5c")
def test_no_hit_may_be_wasted_that_another_unit_could_take() -> None:
    """Two hits: both on the elite unit, or both on the normal ones; not one on each."""
    table = fight("21/5 Ariete=1 Littorio=1 2-pdr-B").shoot("2-pdr-B", "5 5")
    assert table.legal("hit") == {"21/5", "Ariete", "Littorio"}
    assert table.copy().play("hit:21/5").decision == "fire-unit"
    table.play("hit:Ariete")
    assert table.where("Littorio") == "dead", "the second hit cannot go to the elite unit"


@rule("9e6", "9.5e")
def test_a_hit_is_not_final_before_the_fire_is_over() -> None:
    """One hit would kill the normal unit; the second sends both to the elite one."""
    table = fight("21/5 Ariete=1 2-pdr-A 2-pdr-B").shoot("2-pdr-A", "5")
    assert (table.where("Ariete"), table.cv("Ariete")) == ("Bir-Harmat", 1)
    table.shoot("2-pdr-B", "5")
    assert (table.cv("21/5"), table.where("Ariete")) == (4, "Bir-Harmat")


@rule("9.5c")
def test_surplus_hits_are_lost() -> None:
    table = fight("Trento=1 Ariete 2-pdr-B").shoot("2-pdr-B", "6 6 6", at="infantry")
    assert table.where("Trento") == "dead"
    assert table.cv("Ariete") == 4


@rule("9.5a")
def test_a_refusal_names_the_wasted_hit() -> None:
    table = fight("21/5 Ariete=1 15/8 2-pdr-B").shoot("2-pdr-B", "5 5")
    assert table.legal("hit") == {"21/5", "15/8"}
    assert table.refusal("hit:Ariete") == "9.5"
    assert table.refusal("done") == "9.5"


# 9.52, 14.2 Minefields


@rule("9.52a", "14.2d", "14.2f")
@pytest.mark.parametrize(("dice", "lost"), [("6", 0), ("6 6", 1), ("6 6 6", 1), ("6 6 6 6", 2)])
def test_two_half_hits_take_a_cv_from_a_defender_in_a_minefield(dice: str, lost: int) -> None:
    table = fight("Trento 22Gd", more=mined()).shoot("22Gd", "1").shoot("Trento", dice)
    assert table.cv("22Gd") == 3 - lost
    assert [event.rule for event in table.happened("fired")] == ["9.2", "9.52"]


@rule("9.52a")
def test_the_minefield_does_not_shield_the_attacker() -> None:
    table = fight("Trento 22Gd", more=mined()).shoot("22Gd", "6 6")
    assert table.cv("Trento") == 2


@rule("9.52b", "14.2e")
def test_artillery_ignores_the_minefield() -> None:
    table = fight("Italian-artillery 22Gd", more=mined()).shoot("22Gd", "1").shoot("Italian-artillery", "5 5")
    assert table.cv("22Gd") == 1
    assert table.happened("fired")[1].rule == "9.4"


@rule("9.52c", "14e2")
def test_example_one_artillery_hit_and_two_others_take_a_step_from_an_elite_unit() -> None:
    table = fight("Italian-artillery Ariete Grant", more=mined()).shoot("Grant", "1")
    table.shoot("Italian-artillery", "6").shoot("Ariete", "6 6")
    assert table.cv("Grant") == 2


@rule("14e1", "9.52d")
@pytest.mark.parametrize(("dice", "cv"), [("6 6 6", 4), ("6 6 6 6", 2)])
def test_example_four_half_hits_take_a_step_from_an_elite_unit(dice: str, cv: int) -> None:
    table = fight("Ariete Grant", more=mined()).shoot("Grant", "1").shoot("Ariete", dice)
    assert table.cv("Grant") == cv


@rule("9.52d")
def test_half_hits_left_over_are_lost_at_the_end_of_the_round() -> None:
    table = Sands(position("Bir-Harmat: Trento 22Gd", "combat 3", more=mined()))
    table.play("fight:Bir-Harmat", "done").shoot("22Gd", "1").shoot("Trento", "6")
    table.end_movement().play("fight:Bir-Harmat", "done").shoot("22Gd", "1").shoot("Trento", "6")
    assert table.cv("22Gd") == 3
    assert not any(table.state.hits)


@rule("9.5f", "9.52c")
def test_half_hits_count_when_a_class_is_done_for() -> None:
    """One half is not enough for infantry of CV 1, two are: the last attacker may turn to the antitank guns."""
    table = fight("Trento Brescia Pavia 22Gd=1 2-pdr-B", more=mined()).miss()
    infantry, antitank = 1, 2
    for unit, target in (("Brescia", infantry), ("Pavia", infantry), ("Trento", antitank)):
        table.shoot(unit, "6")
        assert table.happened("fired")[-1].arguments["target"] == target
    assert table.where("22Gd") == "dead"


@rule("14.2g")
def test_a_defender_who_starts_the_combat_loses_the_minefield() -> None:
    table = fight("Trento 22Gd", active="allied", more=mined()).shoot("Trento", "6 6").shoot("22Gd", "6")
    assert (table.cv("22Gd"), table.cv("Trento")) == (1, 3)


@rule("14.0b")
def test_the_side_that_defends_in_a_minefield_uses_it_whoever_laid_it() -> None:
    table = fight("Trento 22Gd", active="allied", attacker="allied", more=mined())
    table.shoot("Trento", "1").shoot("22Gd", "6 6")
    assert table.cv("Trento") == 3


# What both see of it


@rule("8.5c")
def test_everybody_hears_who_fires_at_what_with_which_dice() -> None:
    table = fight("Trento 22Gd").shoot("22Gd", "6 2 3")
    (event,) = table.happened("fired")
    assert event.heard_by(0)
    assert event.heard_by(1)
    assert event.arguments == {
        "unit": table.unit("22Gd"),
        "hex": table.hex("Bir-Harmat"),
        "target": 1,
        "dice": [6, 2, 3],
        "hits": 1,
    }
