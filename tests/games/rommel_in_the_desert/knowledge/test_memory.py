"""1.0, 7.3, 10.5: what is seen of the other side, what is remembered of it and for how long."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.knowledge.memory import candidates
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import CARDS
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import ones
from sandtable.kernel.match import Match
from sandtable.kernel.secrecy import allows_truth, varied, wire
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.leaving import defending, leave, refusing
from tests.games.rommel_in_the_desert.sands import Sands, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule
AXIS, ALLIED = 0, 1
MANY = 40
BASES = "El-Agheila: Pavia\nAlexandria: Pol"


def may_be(table: Sands, side: int, name: str) -> set[str]:
    """The units of a side that may be in a hex as far as its enemy knows."""
    return {table.state.printed.units[unit].id for unit in ones(candidates(table.state, side, table.hex(name)))}


def inventions(table: Sands, reader: int) -> list[Position]:
    view, rng = ROMMEL.view(table.state, reader), Random(1)
    return [ROMMEL.resample(view, rng, table.state.printed) for _ in range(MANY)]


def invented(table: Sands, reader: int, name: str) -> set[frozenset[str]]:
    """What an invention may put into a hex: sets of units."""
    units = table.state.printed.units
    return {
        frozenset(unit.id for unit in units if each.place[unit.number] == table.hex(name))
        for each in inventions(table, reader)
    }


def strengths(table: Sands, reader: int, unit: str) -> set[int]:
    """The CVs that inventions give a unit."""
    return {each.cv[table.unit(unit)] for each in inventions(table, reader)}


def named(table: Sands, reader: int) -> set[str]:
    """The units that a reader can name."""
    return {table.state.printed.units[known.unit].id for known in ROMMEL.view(table.state, reader).known}


# 1.0: a block that moves


@rule("1.0s5")
def test_when_one_of_a_stack_leaves_the_enemy_knows_only_that_one_left() -> None:
    text = position(f"Gazala: 21/5 Trento\nTobruk: 9AU/20\n{BASES}", "movement 1")
    seen = []
    for unit in ("21/5", "Trento"):
        match = Match.start(ROMMEL, position=text, game_id="stack")
        match.play(AXIS, ["group:Gazala", f"unit:{unit}", "hex:Bir-Harmat", "stop"])
        seen.append([wire(match, reader) for reader in (ALLIED, SPECTATOR, AXIS)])
    assert seen[0][:2] == seen[1][:2]
    assert seen[0][2] != seen[1][2]


@rule("1.0s5")
def test_either_may_have_left_and_either_may_have_stayed() -> None:
    table = Sands(position(f"Gazala: 21/5 Trento\nTobruk: 9AU/20\n{BASES}", "movement 1", more=KNOWN))
    table.play("group:Gazala").move("21/5", "Bir-Harmat")
    assert may_be(table, AXIS, "Bir-Harmat") == may_be(table, AXIS, "Gazala") == {"21/5", "Trento"}
    assert invented(table, ALLIED, "Gazala") == {frozenset({"21/5"}), frozenset({"Trento"})}
    assert invented(table, AXIS, "Gazala") == {frozenset({"Trento"})}


KNOWN = "may hold Gazala: 21/5 Trento\nmay hold El-Agheila: Pavia"


@rule("1.0s5")
def test_a_hex_that_all_have_left_is_empty_for_certain() -> None:
    table = Sands(position(f"Gazala: 21/5 Trento\nTobruk: 9AU/20\n{BASES}", "movement 1", more=KNOWN))
    table.play("group:Gazala").move("21/5", "Bir-Harmat").move("Trento", "Derna")
    assert may_be(table, AXIS, "Gazala") == set()
    assert invented(table, ALLIED, "Gazala") == {frozenset()}
    assert may_be(table, AXIS, "Derna") == {"21/5", "Trento"}


@rule("1.0s5", "6.1a")
@pytest.mark.parametrize(
    ("way", "able"),
    [  # the last way is a highway, and pays for all of it
        (("Sidi-Mufta",), {"21/3", "21/5", "Trento", "Brescia"}),
        (("Sidi-Mufta", "Bir-Hacheim"), {"21/3", "21/5", "Trento"}),
        (("Sidi-Mufta", "Bir-Hacheim", "Retma"), {"21/3", "21/5"}),
        (("Derna", "9"), {"21/3", "21/5", "Trento", "Brescia"}),
    ],
)
def test_a_block_is_at_least_as_fast_as_it_has_gone(way: tuple[str, ...], able: set[str]) -> None:
    stack = "21/3 21/5 Trento Brescia"
    known = f"may hold Gazala: {stack}\nmay hold El-Agheila: Pavia"
    table = Sands(position(f"Gazala: {stack}\nTobruk: 9AU/20\n{BASES}", "movement 1", more=known))
    table.play("group:Gazala").move("21/3", *way)
    assert may_be(table, AXIS, way[-1]) == able
    assert invented(table, ALLIED, way[-1]) == {frozenset({unit}) for unit in able}
    assert may_be(table, AXIS, "Gazala") == set(stack.split()), "and any of them may have stayed"


@rule("6.4b")
def test_who_marches_on_gives_away_its_speed() -> None:
    """It has gone as far as it may: one hex beyond two, off the roads, is the march of a block of speed 2."""
    stack = "21/3 21/5 Trento Brescia"
    known = f"may hold Gazala: {stack}\nmay hold El-Agheila: Pavia"
    table = Sands(position(f"Gazala: {stack}\nTobruk: 9AU/20\n{BASES}", "movement 1", more=known))
    table.play("group:Gazala").move("Trento", "Sidi-Mufta", "Bir-Hacheim").play("done", "march:Trento")
    table.play("hex:Retma")
    assert invented(table, ALLIED, "Bir-Hacheim") == {frozenset({"Trento"})}, "while it is announced"
    table.play("done").roll(6)
    assert may_be(table, AXIS, "Retma") == {"Trento"}
    assert invented(table, ALLIED, "Retma") == {frozenset({"Trento"})}


# 7.3, 8.5: blocks that fight


BATTLE = f"Bir-Harmat: 21/5=4 Ariete 22Gd=1\nTobruk: 7/7\n{BASES}"


@rule("7.3a", "8.5c")
def test_who_engages_is_hidden_until_all_movement_is_over_and_then_open_to_all() -> None:
    places = f"Gazala: 21/5=4 Ariete\nBir-Harmat: 22Gd=1\nTobruk: 7/7\n{BASES}"
    table = Sands(position(places, "movement 1")).play("group:Gazala").move("21/5", "Bir-Harmat")
    assert not {"21/5", "Ariete"} & named(table, ALLIED)
    assert "22Gd" not in named(table, AXIS)
    assert strengths(table, ALLIED, "21/5") == {2, 4, 6}
    table.play("done", "done", "done")
    for reader in (AXIS, ALLIED, SPECTATOR):
        assert {"21/5", "22Gd"} <= named(table, reader)
        assert strengths(table, reader, "21/5") == {4}
        assert strengths(table, reader, "22Gd") == {1}
    assert "Ariete" not in named(table, ALLIED), "who stayed behind is not shown"
    assert may_be(table, AXIS, "Bir-Harmat") == {"21/5"}
    assert may_be(table, ALLIED, "Bir-Harmat") == {"22Gd"}


@rule("7.3b")
def test_when_the_battle_is_over_they_are_hidden_again_but_not_forgotten() -> None:
    table = Sands(position(BATTLE)).play("fight:Bir-Harmat", "done").miss().shoot("Ariete", "6")
    assert table.where("22Gd") == "dead"
    assert table.happened("battle-over")
    assert not {"21/5", "Ariete"} & named(table, ALLIED)
    assert invented(table, ALLIED, "Bir-Harmat") == {frozenset({"21/5", "Ariete"})}
    assert strengths(table, ALLIED, "21/5") == {4}
    assert "22Gd" in named(table, AXIS), "who was seen to fall is known to be gone"


@rule("7.3b", "11.0e")
def test_who_lies_disrupted_beside_them_is_not_taken_for_one_of_them() -> None:
    """Brescia lay there all the time: that neither of those that fought lies now everybody can see."""
    places = BATTLE.replace("22Gd=1", "22Gd=1 Brescia-")
    table = Sands(position(places)).play("fight:Bir-Harmat", "done").miss().shoot("Ariete", "6")
    assert table.happened("battle-over")
    lying = {each.disrupted for each in inventions(table, ALLIED)}
    assert lying == {1 << table.unit("Brescia"), 1 << table.unit("Pavia")}


@rule("11.2a", "1.0s5")
def test_who_stands_up_again_may_be_any_of_its_hex() -> None:
    more = "may hold Gazala: 21/5\nmay hold Gazala-: Trento\nmay hold El-Agheila: Pavia"
    table = Sands(position(f"Gazala: 21/5 Trento-\nTobruk: 9AU/20\n{BASES}", "start", more=more))
    assert table.marked("disrupted") == set()
    assert may_be(table, AXIS, "Gazala") == {"21/5", "Trento"}
    table.state.real[AXIS] = 1
    table.play("real:1", "dummies:0", "group:Gazala").move("21/5", "Bir-Harmat")
    assert invented(table, ALLIED, "Bir-Harmat") == {frozenset({"21/5"}), frozenset({"Trento"})}


@rule("11.1a", "1.0s5")
def test_who_leaves_is_one_of_those_that_stand() -> None:
    more = "may hold Gazala: 21/5 Ariete\nmay hold Gazala-: Trento\nmay hold El-Agheila: Pavia"
    places = f"Gazala: 21/5 Ariete Trento-\nTobruk: 9AU/20\n{BASES}"
    table = Sands(position(places, "movement 1", more=more)).play("group:Gazala").move("21/5", "Bir-Harmat")
    assert invented(table, ALLIED, "Bir-Harmat") == {frozenset({"21/5"}), frozenset({"Ariete"})}


@rule("7.3b", "1.0s5")
def test_they_are_lost_sight_of_when_one_of_them_goes_away() -> None:
    more = (
        "may hold Bir-Harmat: 21/5 Ariete\nmay hold El-Agheila: Pavia\nmost_cv: 21/5=4\nleast_cv: 21/5=4 Ariete=4"
    )
    text = position(f"Bir-Harmat: 21/5=4 Ariete\nTobruk: 7/7\n{BASES}", "movement 1", more=more)
    table = Sands(text).play("group:Bir-Harmat").move("Ariete", "Gazala")
    assert invented(table, ALLIED, "Gazala") == {frozenset({"Ariete"}), frozenset({"21/5"})}
    assert strengths(table, ALLIED, "21/5") == {4}, "wherever it is"


@rule("7.3b", "7.2d")
def test_who_leaves_a_battle_open_is_seen_to_leave_and_hidden_where_it_ends() -> None:
    open_now = "shown: 21/5 Ariete 22Gd\nmay hold Bir-Harmat: 21/5 Ariete 22Gd\nmay hold El-Agheila: Pavia"
    table = leave(defending("21/5 Ariete 22Gd", f"{BASES}\n{open_now}"), "Ariete").play("decline")
    table.go("Gazala").play("stop")
    assert "Ariete" not in named(table, ALLIED)
    assert invented(table, ALLIED, "Gazala") == {frozenset({"Ariete"})}
    assert invented(table, ALLIED, "Bir-Harmat") == {frozenset({"21/5", "22Gd"})}


@rule("2.3e", "1.0s5")
def test_a_hidden_block_that_is_eliminated_is_not_shown() -> None:
    """A rout without a way out: nobody sees who it was."""
    places = "Gazala: 21/5\nBir-Harmat: 22Gd=1-\nTobruk: 4IN/5=1\nAlexandria: Pol\nEl-Agheila: Pavia"
    known = "may hold Bir-Harmat: 22Gd 4IN/5\nmay hold Tobruk: 22Gd 4IN/5\nmay hold Alexandria: Pol"
    table = Sands(position(places, "movement 1", more=known)).play("group:Gazala").move("21/5", "Bir-Harmat")
    table.play("rout:Bir-Harmat")
    assert table.where("22Gd") == "dead"
    assert not {"22Gd", "4IN/5"} & named(table, AXIS)
    assert invented(table, AXIS, "Tobruk") == {frozenset({"22Gd"}), frozenset({"4IN/5"})}


# 10.5: pursuit


PURSUED = "Gazala: 21/3 Ariete Trento\nTobruk: 7/7\nBir-Harmat: {}\nAlexandria: {}\nEl-Agheila: Pavia"
ALLIES = ("KDG", "7/4", "22Gd", "4IN/5", "9AU/20")


def attacked(there: str, elsewhere: str, *attackers: str) -> Sands:
    """The Allies in Bir Harmat refuse battle; they and those in Alexandria may be in either hex."""
    known = f"{there} {elsewhere}"
    memory = f"may hold Bir-Harmat: {known}\nmay hold Alexandria: {known}\nmay hold Tobruk: 7/7"
    return refusing(PURSUED.format(there, elsewhere), *attackers, more=memory)


@rule("10.5b")
def test_the_speed_of_a_single_block_is_announced_and_remembered() -> None:
    table = attacked("7/4", "KDG 22Gd 4IN/5 9AU/20", "21/3")
    assert table.happened("slowest")[0].arguments["speed"] == 3
    assert may_be(table, ALLIED, "Bir-Harmat") == {"7/4"}
    table.play("done").go("Tobruk", "Gambut").play("stop")
    assert invented(table, AXIS, "Gambut") == {frozenset({"7/4"})}, "still, when the battle has been left"


@rule("10.5b")
def test_nobody_in_a_group_is_slower_than_announced_and_somebody_is_as_slow() -> None:
    table = attacked("7/4 4IN/5", "KDG 22Gd 9AU/20", "21/3")
    assert table.happened("slowest")[0].arguments["speed"] == 2
    assert may_be(table, ALLIED, "Bir-Harmat") == {"7/4", "4IN/5", "KDG", "22Gd"}
    slow = frozenset({"22Gd", "4IN/5"})
    pairs = [there - {"21/3"} for there in invented(table, AXIS, "Bir-Harmat")]
    assert len(pairs) > 3
    assert all(pair & slow for pair in pairs)
    table.play("fire:21/3").roll("1 1")
    assert all((there - {"21/3"}) & slow for there in invented(table, AXIS, "Bir-Harmat"))


@rule("10.5c", "10.5d")
@pytest.mark.parametrize(("unit", "dice", "able"), [("Ariete", "1", {"Ariete"}), ("21/3", "1 1", {"21/3"})])
def test_the_dice_of_a_pursuer_give_away_its_speed(unit: str, dice: str, able: set[str]) -> None:
    """The group has speed 3: with one die the block is as fast, with two it is faster."""
    stack = "21/3 Ariete Trento"
    axis = f"may hold Gazala: {stack}\nmay hold El-Agheila: Pavia"
    allied = "may hold Bir-Harmat: 7/4\nmay hold Tobruk: 7/7\nmay hold Alexandria: Pol"
    places = PURSUED.format("7/4", "Pol")
    table = refusing(places, unit, more=f"{axis}\n{allied}")
    assert may_be(table, AXIS, "Bir-Harmat") == set(stack.split())
    table.play(f"fire:{unit}")
    assert {there - {"7/4"} for there in invented(table, ALLIED, "Bir-Harmat")} == {frozenset(able)}
    table.roll(dice)
    assert may_be(table, AXIS, "Bir-Harmat") == able


@rule("10.5s1")
def test_who_of_a_stack_has_fired_nobody_tells() -> None:
    """Both blocks could have fired the one die, and inventions let either have fired."""
    places = PURSUED.format("4IN/5", "Pol").replace("Gazala: 21/3 Ariete Trento", "Gazala: Trieste Trento")
    known, seen = "may hold Gazala: Trieste Trento\nmay hold El-Agheila: Pavia", []
    for unit in ("Trieste", "Trento"):
        table = refusing(places, "Trieste", "Trento", more=known).play(f"fire:{unit}").roll("4")
        seen.append(ROMMEL.view(table.state, ALLIED))
        fired = {each.fired for each in inventions(table, ALLIED)}
        assert fired == {1 << table.unit("Trieste"), 1 << table.unit("Trento")}
    assert seen[0] == seen[1]


@rule("10.5g", "11.3e")
def test_a_block_known_to_have_been_hit_is_weaker() -> None:
    memory = "may hold Bir-Harmat: 22Gd\nmay hold Tobruk: 7/7\nmay hold Alexandria: Pol"
    table = refusing(PURSUED.format("22Gd", "Pol"), "21/3", more=f"{memory}\nleast_cv: 22Gd=3")
    assert strengths(table, AXIS, "22Gd") == {3}
    table.play("fire:21/3").roll("4 1").play("done").go("Tobruk").play("stop")
    assert strengths(table, AXIS, "22Gd") == {2}


@rule("10.5g")
@pytest.mark.parametrize("strength", [1, 3])
def test_to_see_a_block_live_on_stops_undo_as_to_see_it_fall_does(strength: int) -> None:
    text = position(PURSUED.format(f"22Gd={strength}", "Pol"), "movement 1")
    match = Match.start(ROMMEL, position=text, game_id="hits", real_dice=True)
    match.play(AXIS, ["group:Gazala", "unit:21/3", "hex:Bir-Harmat", "done"])
    match.play(AXIS, ["done"])
    match.play(ALLIED, ["refuse:Bir-Harmat"])
    match.play(AXIS, ["fire:21/3"])
    match.roll("4 1")
    match.play(AXIS, ["done"])
    assert match.undo_target(AXIS) is None
    assert ("block-eliminated" in [event.kind for _, event in match.log(AXIS)]) == (strength == 1)


@rule("10.5g")
def test_of_two_blocks_either_may_have_been_hit() -> None:
    memory = "may hold Bir-Harmat: 22Gd 4IN/5\nmay hold Tobruk: 7/7\nmay hold Alexandria: Pol"
    more = f"{memory}\nleast_cv: 22Gd=3 4IN/5=3"
    table = refusing(PURSUED.format("22Gd 4IN/5", "Pol"), "21/3", more=more)
    table.play("fire:21/3").roll("4 1").play("done", "hit:22Gd", "done")
    assert strengths(table, AXIS, "22Gd") == strengths(table, AXIS, "4IN/5") == {2, 3}


# 3.42, 3.48, 16.6: cards


@rule("3.42d", "16.6s1")
def test_how_many_cards_is_open_and_which_is_not() -> None:
    text = position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "lay", more="hand axis: {} real {} dummy")
    views = []
    for real in (3, 2):
        table = Sands(text.format(real, 5 - real)).play("real:1", "dummies:2")
        views.append([ROMMEL.view(table.state, reader) for reader in (ALLIED, SPECTATOR, AXIS)])
        assert {each.real[AXIS] for each in inventions(table, ALLIED)} == {0, 1, 2}
        assert {each.real_laid for each in inventions(table, ALLIED)} == {1, 2, 3}
        assert {each.real_laid for each in inventions(table, AXIS)} == {1}
    assert views[0][:2] == views[1][:2]
    assert views[0][2] != views[1][2]


@rule("3.42d", "1.0s6")
def test_a_long_row_of_cards_has_dummies_in_it() -> None:
    """Of six cards laid three at least are dummies, and there are but fourteen: the other hand has the fewer."""
    more = "hand axis: 2 real 5 dummy\nhand allied: 8 real 8 dummy"
    table = Sands(position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "lay", more=more)).play("real:1", "dummies:5")
    for reader in (ALLIED, SPECTATOR):
        assert {each.real_laid for each in inventions(table, reader)} == {1, 2, 3}
    assert max(each.dummies[ALLIED] for each in inventions(table, SPECTATOR)) <= 11


@rule("3.48a")
def test_cards_are_shown_at_the_end_of_the_turn_and_remembered_until_they_are_shuffled() -> None:
    """All fourteen dummies have been seen: what is in the hands now is real."""
    more = "hand axis: 3 real 2 dummy\nhand allied: 4 real 0 dummy\ndummies_spent: 12"
    table = Sands(position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "lay", more=more))
    table.play("real:1", "dummies:2")
    assert {each.real[ALLIED] for each in inventions(table, AXIS)} == {4}, "his own two are the last"
    assert len({each.real[AXIS] for each in inventions(table, ALLIED)}) > 1
    while not table.happened("cards-shown"):
        table.play("done")
    shown = table.happened("cards-shown")[0]
    assert (shown.arguments["real"], shown.arguments["dummies"], shown.heard_by(SPECTATOR)) == (1, 2, True)
    for reader in (AXIS, ALLIED, SPECTATOR):
        assert {tuple(each.real) for each in inventions(table, reader)} == {(2, 4)}


FRONT = "Gazala: 21/3\nTobruk: 9AU/20\nAlexandria: Pol"


@rule("16.6b", "16.6s1")
@pytest.mark.parametrize("extra", [0, 1])
def test_who_counts_the_cards_drawn_knows_how_many_were_bought(extra: int) -> None:
    table = Buildup(FRONT)
    table.play("done", "done", f"extra:{extra}")
    assert len({each.extra_cards for each in inventions(table, ALLIED)}) > 1
    table.play("throw:0").draw()
    for reader in (ALLIED, SPECTATOR):
        sheets = {each.accounts[CARDS] for each in inventions(table, reader)}
        assert sheets == {10 * extra}


@rule("16.6c", "16.6s1")
@pytest.mark.parametrize("extra", [0, 1])
def test_a_full_hand_does_not_tell_how_many_cards_were_bought(extra: int) -> None:
    """With 15 cards already in it the limit keeps him from drawing all, however many they are."""
    table = Buildup(FRONT, "hand axis: 2 real 13 dummy")
    table.play("done", "done", f"extra:{extra}", "throw:0").draw()
    assert table.state.real[AXIS] + table.state.dummies[AXIS] == 16
    assert {0, 10} <= {each.accounts[CARDS] for each in inventions(table, ALLIED)}


@rule("4.3a", "4.4a")
def test_what_is_done_tells_how_many_cards_are_real() -> None:
    more = "hand axis: 3 real 3 dummy\nhand allied: 3 real 3 dummy"
    table = Sands(position(f"Gazala: 21/5\nDerna: Trento\nTobruk: 7/7\n{BASES}", "lay", more=more))
    table.play("real:2", "dummies:1", "group:Gazala")
    assert {each.real_laid for each in inventions(table, ALLIED)} == {1, 2, 3}
    table.play("group:Derna")
    assert {each.real_laid for each in inventions(table, ALLIED)} == {2}


# 14, 16.55: mines


@rule("14.1a", "14.2b")
def test_a_minefield_is_its_owners_secret_until_it_is_entered() -> None:
    mines = "mined_hexes: Sidi-Mufta\nmines known to allied: Sidi-Mufta"
    text = position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "movement 1", more=mines)
    table = Sands(text).play("group:Gazala").move("21/5", "Sidi-Mufta")
    there = 1 << table.hex("Sidi-Mufta")
    assert [ROMMEL.view(table.state, reader).mines for reader in (AXIS, SPECTATOR)] == [0, 0]
    table.play("done", "done")
    for reader in (AXIS, ALLIED, SPECTATOR):
        assert all(each.mined_hexes & there and each.shown_mines & there for each in inventions(table, reader))


@rule("14.2b")
@pytest.mark.parametrize("mined", [True, False])
def test_to_find_no_minefield_stops_undo_as_to_find_one_does(mined: bool) -> None:
    mines = "mined_hexes: Sidi-Mufta\nmines known to allied: Sidi-Mufta" if mined else ""
    text = position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "movement 1", more=mines)
    match = Match.start(ROMMEL, position=text, game_id="mines")
    match.play(AXIS, ["group:Gazala", "unit:21/5", "hex:Sidi-Mufta", "stop", "done"])
    assert match.undo_target(AXIS) is not None
    match.play(AXIS, ["done"])
    assert [event.kind for _, event in match.log(AXIS) if event.rule == "14.2"] == [
        "minefield-shown" if mined else "mines-as-known"
    ]
    assert match.undo_target(AXIS) is None


@rule("14.2b")
def test_a_hex_that_was_entered_has_no_other_mines_until_the_enemy_can_lay_some() -> None:
    text = position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "movement 1")
    table = Sands(text).play("group:Gazala").move("21/5", "Sidi-Mufta").play("done", "done")
    there = 1 << table.hex("Sidi-Mufta")
    view, rng = ROMMEL.view(table.state, AXIS), Random(2)
    many = [ROMMEL.resample(view, rng, table.state.printed) for _ in range(300)]
    assert not any(each.mined_hexes & there for each in many)
    assert any(each.mined_hexes for each in many), "elsewhere there may be some"
    assert any(each.mined_hexes.bit_count() > 2 for each in many), "and any number of them"


@rule("16.55c")
@pytest.mark.parametrize("gone", [True, False])
def test_to_take_up_minefields_that_the_enemy_may_have_taken_up_stops_undo(gone: bool) -> None:
    fields = "Gazala" if gone else "Gazala Derna"
    more = f"mined_hexes: {fields}\nshown_mines: Gazala Derna\n" + "\n".join(
        f"mines known to {side}: Gazala Derna" for side in ("axis", "allied")
    )
    table = Buildup("Gazala: 21/3\nTobruk: 9AU/20\nAlexandria: Pol", more)
    table.play("done", "clear:Gazala")
    assert not table.happened("still-mined")
    table.play("clear:Derna")
    kinds = [event.kind for event in table.events if event.rule == "16.55"]
    assert kinds == (["minefield-gone"] if gone else ["still-mined"])
    assert table.events[-1].reveals


BOTH_MINED = "mined_hexes: Sidi-Mufta\nmines known to axis: Sidi-Mufta\nmines known to allied: Sidi-Mufta"


@rule("14.2b")
def test_whoever_walks_over_a_minefield_that_is_not_shown_knew_of_it() -> None:
    """Both have laid mines there, so nothing is shown when the Axis goes there, which tells the Allies as much."""
    text = position(f"Gazala: 21/5\nTobruk: 7/7\n{BASES}", "movement 1", more=BOTH_MINED)
    table = Sands(text)
    there = 1 << table.hex("Sidi-Mufta")
    assert not all(each.known_mines[AXIS] & there for each in inventions(table, ALLIED)), "nothing tells yet"
    table.play("group:Gazala").move("21/5", "Sidi-Mufta").play("done", "done")
    assert not table.happened("minefield-shown")
    many = inventions(table, ALLIED)
    assert [ROMMEL.status(each) for each in many] == [[]] * MANY
    assert all(each.known_mines[AXIS] & there for each in many if each.mined_hexes & there)


@rule("16.55c")
@pytest.mark.parametrize("gone", [True, False])
def test_a_minefield_laid_in_secret_may_be_gone_too(gone: bool) -> None:
    """The enemy may have laid one in the same hex, and have taken both up for a new one."""
    more = "mined_hexes: {fields}\nmines known to axis: Gazala Derna\nmines known to allied: {fields}"
    more = more.format(fields="Gazala" if gone else "Gazala Derna")
    table = Buildup("Gazala: 21/3\nTobruk: 9AU/20\nAlexandria: Pol", more)
    there = 1 << table.hex("Derna")
    assert {bool(each.mined_hexes & there) for each in inventions(table, AXIS)} == {True, False}
    table.play("done", "clear:Gazala", "clear:Derna")
    assert table.events[-1].kind == ("minefield-gone" if gone else "still-mined")
    assert table.events[-1].reveals


# The whole


SMALL = """
    scenario 1942
    month 14 axis
    phase: lay
    Gazala: 21/5=4 Trento
    El-Agheila: Pavia
    Tobruk: 7/7=1
    Alexandria: Pol 22Gd-
    hand axis: 1 real 1 dummy
    hand allied: 2 real 0 dummy
    points: 2 1
    unwatched by axis:
    unwatched by allied: Derna
"""


@rule("1.0s5")
def test_just_what_is_hidden_varies() -> None:
    """Of the enemy which unit is where, how strong, his cards, mines and points; of one's own side nothing."""
    table = Sands(SMALL)
    axis, allied = (
        {f"{name}[{table.unit(unit)}]" for name in ("place", "cv") for unit in units}
        for units in (("21/5", "Trento", "Pavia"), ("7/7", "Pol", "22Gd"))
    )
    rng = Random(3)
    found = {reader: varied(ROMMEL, table.state, reader, rng) for reader in (AXIS, ALLIED, SPECTATOR)}
    assert allied <= found[AXIS]
    assert axis <= found[ALLIED]
    assert allied | axis <= found[SPECTATOR]
    assert not found[AXIS] & axis
    assert not found[ALLIED] & allied
    assert {"real[1]", "dummies[1]", "points[1]", "disrupted"} <= found[AXIS]
    assert {"real[0]", "dummies[0]", "points[0]", "mined_hexes", "known_mines[0]"} <= found[ALLIED]
    assert not found[AXIS] & {"real[0]", "points[0]", "mined_hexes"}


@rule("1.0s5")
@pytest.mark.parametrize("reader", [AXIS, ALLIED])
def test_the_truth_comes_out_among_the_inventions(reader: int) -> None:
    """In the first month, when no points are left of a Buildup before."""
    text = "\n".join(line for line in SMALL.replace("month 14", "month 11").splitlines() if "points" not in line)
    assert allows_truth(ROMMEL, Sands(text).state, reader, Random(4), 20_000)
