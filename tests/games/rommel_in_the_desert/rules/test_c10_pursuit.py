"""10.5: pursuit fire on those that leave."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.leaving import defending, heard, leave, refusing
from tests.games.rommel_in_the_desert.sands import Sands, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


@rule("10.5b")
@pytest.mark.parametrize(
    ("leavers", "speed"), [("21/3", 4), ("21/3 21/5", 3), ("21/5 Trento", 2), ("21/3 Brescia", 1)]
)
def test_the_slowest_speed_is_announced(leavers: str, speed: int) -> None:
    table = leave(defending(f"{leavers} 22Gd"))
    assert heard(table, 1, "slowest")[0]["speed"] == speed


@rule("10.5c", "10.5d", "10.5e")
@pytest.mark.parametrize(("unit", "dice"), [("Pol", 0), ("22Gd=1", 1), ("22Gd", 1), ("7/7", 2), ("KDG", 2)])
def test_one_die_at_equal_speed_two_when_faster_none_when_slower(unit: str, dice: int) -> None:
    """Whatever the CV, and whatever the class."""
    table = leave(defending(f"Trento {unit}"))
    name = unit.partition("=")[0]
    if not dice:
        assert table.legal() == {"done"}
        assert table.refusal(f"fire:{name}") == "10.5"
        return
    assert table.play(f"fire:{name}").dice() == dice


@rule("10.5e")
def test_who_may_not_pursue() -> None:
    table = leave(defending("Trento 22Gd 7/7-", "Tobruk: KDG"))
    assert table.legal("fire") == {"22Gd"}
    assert table.refusal("fire:7/7") == "11.1"
    assert table.refusal("fire:KDG") == "10.5"
    assert table.refusal("hit:Trento") == "10.5"


@rule("10.5f")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_four_hits(face: int) -> None:
    table = leave(defending("Trento 22Gd")).play("fire:22Gd").roll(f"{face}").play("done")
    assert table.cv("Trento") == 4 - (face >= 4)


@rule("10.5g")
@pytest.mark.parametrize("answers", [("Trento", "Trento"), ("Trento", "Ariete"), ("Ariete", "Ariete")])
def test_losses_are_spread_at_once_over_the_group_whatever_the_class(answers: tuple[str, ...]) -> None:
    table = leave(defending("Trento Ariete 7/7")).play("fire:7/7").roll("4 5").play("done")
    assert (table.decision, table.actor) == ("take-pursuit", 0)
    assert table.at("Bir-Harmat") == {"Trento", "Ariete", "7/7"}
    table.play(*(f"hit:{unit}" for unit in answers), "done")
    assert [table.cv(unit) for unit in ("Trento", "Ariete")] == [
        4 - answers.count(unit) for unit in ("Trento", "Ariete")
    ]


@rule("10.5g", "9.5d")
def test_pursuit_hits_are_not_wasted() -> None:
    table = leave(defending("21/5 Ariete=1 KDG")).play("fire:KDG").roll("4 5").play("done")
    assert table.legal() == {"hit:21/5"}, "both hits on the elite unit: the other could take but one"
    assert table.refusal("hit:Ariete") == "9.5"
    assert table.refusal("done") == "9.5"
    assert table.refusal("hit:KDG") == "10.5"
    table.play("hit:21/5")
    assert table.legal() == {"done"}
    assert table.refusal("hit:Ariete") == "9.5"


@rule("10.5h")
def test_an_odd_hit_on_elite_units_is_lost() -> None:
    table = leave(defending("21/5 15/8 22Gd 7/7 7/4")).play("fire:7/7").roll("4").play("fire:7/4").roll("6")
    table.play("done", "hit:15/8", "done")
    assert (table.cv("21/5"), table.cv("15/8")) == (6, 4)
    table = leave(defending("21/5 7/7")).play("fire:7/7").roll("4").play("done")
    assert table.cv("21/5") == 6
    assert not table.state.pursuit_hits
    table = leave(defending("21/5 15/8 7/7")).play("fire:7/7").roll("4").play("done")
    assert table.legal() == {"done"}, "asked all the same: not to be asked would tell that both are elite"
    table.play("done")
    assert not table.state.pursuit_hits


@rule("10.5i")
def test_nobody_fires_twice_in_a_phase() -> None:
    table = leave(defending("Trento 22Gd 7/7")).play("fire:7/7").roll("1 1")
    assert table.legal("fire") == {"22Gd"}
    assert table.refusal("fire:7/7") == "10.5"


@rule("10.5i")
def test_who_fired_in_pursuit_fires_again_in_the_combat_phase() -> None:
    """The Axis attacks with two units; the passive side refuses one battle and fights on in the other phase."""
    places = "Gazala: 21/5\nBir-Harmat: 22Gd\nEl-Adem: Ariete 7/7\nTobruk: Pol"
    table = refusing(places, "21/5").play("fire:21/5").roll("1 1").play("done").go("Tobruk").play("stop")
    table.play("fight:El-Adem", "done")
    assert not table.state.fired
    assert table.miss().legal("fire") == {"Ariete"}


@rule("10.5s1")
def test_fire_may_be_held_to_hide_the_pursuers() -> None:
    table = leave(defending("Trento 22Gd 7/7")).play("fire:22Gd").roll("4").play("done")
    assert table.cv("Trento") == 3
    assert "7/7" not in table.marked("fired")


@rule("10.5s1", "10.5a")
def test_the_question_is_put_even_to_those_who_cannot_fire() -> None:
    """Otherwise silence would tell that the pursuers are slow."""
    slow = refusing("Gazala: Brescia\nBir-Harmat: KDG\nTobruk: Pol", "Brescia")
    fast = refusing("Gazala: 21/3\nBir-Harmat: KDG\nTobruk: Pol", "21/3")
    assert slow.decision == fast.decision == "pursue"
    assert (slow.legal(), fast.legal()) == ({"done"}, {"done", "fire:21/3"})
    assert slow.game.view(slow.state, 1).frames == fast.game.view(fast.state, 1).frames


@rule("10.5g", "10.2f")
def test_the_enemy_does_not_see_how_the_hits_are_taken() -> None:
    """One elite unit, or two normal ones: the pursuer sees the same until the owner is done."""
    places = "Gazala: 21/3\nBir-Harmat: {}\nTobruk: Pol\nAlexandria: {}"
    pairs, views = ("Grant Sherman", "7/7 1/2"), []
    for pair, other, answers in ((*pairs, ("Grant",)), (*pairs[::-1], ("7/7", "1/2"))):
        table = refusing(places.format(pair, other), "21/3").play("fire:21/3").roll("4 4").play("done")
        seen = []
        for unit in answers:
            seen.append(shape(table))
            table.play(f"hit:{unit}")
        seen.append(shape(table))
        assert len({repr(view) for view in seen}) == 1
        assert table.legal() == {"done"}
        views.append(seen[0])
    assert views[0] == views[1]


def shape(table: Sands) -> tuple[object, ...]:
    """What the Axis sees of the moment, but for what it knows of single units."""
    view = table.game.view(table.state, 0)
    return view.frames, view.pursuit_hits, view.hidden, view.fields


@rule("10.5s3", "11.3s3")
def test_in_the_combat_phase_only_who_has_not_fired_in_the_round_pursues_a_rout() -> None:
    places = "Bir-Harmat: 21/5 Ariete Trento 22Gd=1 Pol-\nTobruk: 2/SG"
    table = Sands(position(places)).play("fight:Bir-Harmat", "done").miss().shoot("Ariete", "5")
    assert table.where("22Gd") == "dead"
    assert table.happened("rout")[0].arguments["side"] == 1
    assert table.legal("fire") == {"21/5", "Trento"}
    assert table.refusal("fire:Ariete") == "10.5"
    table.play("fire:21/5").roll("4 1").play("done").go("Tobruk")
    assert table.cv("Pol") == 2
