"""17: how the game is won: at once by a base, or at the end by armies and by Tobruk. Exits: test_rd_17_exit.py."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c17_victory import DRAW as NOBODY
from sandtable.games.rommel_in_the_desert.rules.c17_victory import final_result
from sandtable.games.rommel_in_the_desert.state import speed_of
from tests.games.rommel_in_the_desert.sands import ALLIED, AXIS, Sands, position
from tests.tabletop import Tabletop

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

DRAW = None
EVEN = "Alexandria: Pol\nEl-Agheila: Brescia"
"""One unit each, and nobody in Tobruk."""


def at_the_end(places: str, month: int = 10, owner: str = "allied") -> Sands:
    """The last turn of the last month of 1941: the Allies have passed, and the Axis passes too."""
    lines = "\n".join(line.strip() for line in places.splitlines())
    head = f"scenario 1941\nmonth {month} axis\nphase: lay\npasses: 1\nowner Tobruk: {owner}"
    return Sands(f"{head}\n{lines}").play("pass", "done")


def result(table: Sands) -> tuple[int | None, str]:
    """The winner, and the paragraph of the level he has reached."""
    assert table.decision == "", "the game is not over"
    score = table.game.score(table.state)
    return score.winner, score.rule


def points(table: Sands) -> str:
    """17.0: what the result says of victory points."""
    return str(table.game.score(table.state).how).partition(":")[0]


# 17.0


@rule("17.0a")
def test_the_game_ends_with_the_last_month() -> None:
    assert result(at_the_end(EVEN)) == (DRAW, "17.4")
    table = at_the_end(EVEN, month=9)
    assert (table.decision, table.state.month) == ("point-dice", 10)


LAST_MONTH = """
scenario 1941
month 10 axis
phase: lay
El-Agheila: Bologna Brescia
Retma: Trento- Pavia- Savona-
Alexandria: Pol 22Gd 4IN/3m 7/7
"""


@rule("11.0f", "12.1s6")
@pytest.mark.parametrize(
    ("more", "left", "outcome"),
    [
        ("", 2, (ALLIED, "17.2")),
        ("\nGambut: 21/3-", 3, (ALLIED, "17.4")),  # the highway is its line
        ("\n109: 21/3", 3, (ALLIED, "17.4")),  # unsupplied, but not disrupted
    ],
)
def test_disrupted_units_without_supply_fall_before_victory_is_counted(
    more: str, left: int, outcome: tuple[int, str]
) -> None:
    """Ruling 72: the last month ends like any other."""
    table = Sands(LAST_MONTH + more).play("pass", "done", "pass", "done")
    assert result(table) == outcome
    assert {table.where(unit) for unit in ("Trento", "Pavia", "Savona")} == {"dead"}
    assert sum(place >= 0 for place in table.state.place) == left + 4


@rule("17.0b", "17.2a")
def test_a_higher_level_overrides_a_lower_one() -> None:
    """Twice as many Allied units beat Tobruk held by the Axis; one less, and Tobruk decides."""
    tobruk = "Tobruk: Brescia\nEl-Agheila: Pavia\nAlexandria: Pol 22Gd KDG"
    assert result(at_the_end(tobruk + " 7/7", owner="axis")) == (ALLIED, "17.2")
    assert result(at_the_end(tobruk, owner="axis")) == (AXIS, "17.3")


@rule("17e1")
def test_twice_as_many_units_beat_tobruk_held_and_not_besieged() -> None:
    """The example: a decisive victory although the opponent has what would be a positional one."""
    table = at_the_end("Tobruk: Pol\nEl-Agheila: Brescia Pavia")
    assert result(table) == (AXIS, "17.2")
    assert result(at_the_end("Tobruk: Pol\nEl-Agheila: Brescia")) == (ALLIED, "17.3")


@rule("17.0b")
def test_tobruk_comes_before_the_larger_army() -> None:
    table = at_the_end("Tobruk: Brescia\nEl-Agheila: Pavia\nAlexandria: Pol 22Gd KDG", owner="axis")
    assert result(table) == (AXIS, "17.3"), "three Allied units against two"


@rule("17.0c")
@pytest.mark.parametrize(
    ("places", "words", "margin"),
    [
        pytest.param(
            "Alexandria: Pol 22Gd\nEl-Agheila: Brescia", "decisive victory, 5 points", -0.5, marks=rule("17.2d")
        ),
        pytest.param(EVEN + "\nTobruk: Pavia KDG-", "a draw", 0, marks=rule("17.4d")),
        pytest.param(
            "Tobruk: Pol\nEl-Agheila: Brescia", "positional victory, 2 points", -0.2, marks=rule("17.3b")
        ),
        pytest.param(
            "Alexandria: Pol KDG 7/7\nEl-Agheila: Brescia Pavia",
            "attrition victory, 1 point",
            -0.1,
            marks=rule("17.4c"),
        ),
    ],
)
def test_every_level_has_its_points(places: str, words: str, margin: float) -> None:
    table = at_the_end(places)
    assert points(table) == words
    assert table.game.score(table.state).margin == margin


# 17.1: the base


def on_the_way(places: str, side: str = "Axis") -> Sands:
    return Sands(places, side=side).begin()


@rule("17.1a", "17.1b")
@pytest.mark.parametrize(
    ("side", "places", "moves", "winner"),
    [
        ("Axis", "98: 21/3 21/5\nTobruk: Pol", ("group:98", "unit:21/3", "hex:Alexandria"), AXIS),
        ("Allied", "176: KDG 22Gd\nTobruk: Brescia", ("group:176", "unit:KDG", "hex:El-Agheila"), ALLIED),
    ],
    ids=["Alexandria", "El-Agheila"],
)
def test_whoever_holds_the_enemy_base_wins_at_once(
    side: str, places: str, moves: tuple[str, ...], winner: int
) -> None:
    """In the middle of a move: the second unit of the group does not go any more."""
    table = on_the_way(places, side).play(*moves)
    assert result(table) == (winner, "17.1")


@rule("17.1b")
def test_a_base_is_held_by_sole_occupation() -> None:
    table = on_the_way("98: 21/3\nAlexandria: Pol\nTobruk: KDG").play("group:98", "unit:21/3", "hex:Alexandria")
    assert table.decision == "movement"
    table.end_movement().play("done", "done")
    assert table.decision == "fire-unit"
    table.shoot("Pol", "1 1 1 1").shoot("21/3", "6 6 6 6")
    assert result(table) == (AXIS, "17.1"), "the defender has died in battle"


@rule("17.1e")
def test_a_strategic_victory_is_worth_ten_points() -> None:
    table = on_the_way("98: 21/3\nTobruk: Pol").play("group:98", "unit:21/3", "hex:Alexandria")
    assert points(table) == "strategic victory, 10 points"
    assert table.game.score(table.state).margin == 1


# 17.2, 17.4: armies


@rule("17.2a")
@pytest.mark.parametrize(
    ("allied", "level"), [("Pol 22Gd KDG 7/7", "17.2"), ("Pol 22Gd KDG", "17.4")], ids=["twice", "less"]
)
def test_twice_as_many_units_are_decisive(allied: str, level: str) -> None:
    assert result(at_the_end(f"Alexandria: {allied}\nEl-Agheila: Brescia Pavia")) == (ALLIED, level)


@rule("17.2b", "17.4b")
@pytest.mark.parametrize(
    ("axis", "allied", "expected"),
    [
        ("21/3 21/5", "Pol 22Gd KDG", (DRAW, "17.4")),
        ("Brescia Pavia", "Pol 22Gd KDG", (ALLIED, "17.4")),
        ("21/3 21/5", "Matilda 1AT 32AT", (DRAW, "17.4")),
        ("21/3 21/5", "Pol", (AXIS, "17.2")),
        ("21/3 Brescia", "Pol 22Gd", (AXIS, "17.4")),
        ("21/3", "Pol 22Gd KDG", (ALLIED, "17.2")),
    ],
    ids=["German", "Italian", "Allied elite", "German double", "half a unit more", "one and a half, twice"],
)
def test_a_german_unit_counts_one_and_a_half(axis: str, allied: str, expected: tuple[int | None, str]) -> None:
    assert result(at_the_end(f"El-Agheila: {axis}\nAlexandria: {allied}")) == expected


@rule("17.2c")
@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("Sidi-Barrani: KDG-", True),
        ("refit: KDG", True),
        ("beside-base: KDG", True),
        ("Sidi-Barrani: KDG=1", True),
        ("dead: KDG", False),
        ("", False),
    ],
    ids=["disrupted", "refit", "waiting", "weak", "eliminated", "not arrived"],
)
def test_who_counts(line: str, counts: bool) -> None:
    table = at_the_end(f"{EVEN}\n{line}")
    assert result(table) == ((ALLIED, "17.2") if counts else (DRAW, "17.4"))


@rule("17.4a")
@pytest.mark.parametrize(
    ("axis", "allied", "winner"),
    [("Brescia Pavia", "Pol KDG 7/7", ALLIED), ("Brescia Pavia Trento", "Pol KDG", AXIS)],
)
def test_more_units_win_by_attrition(axis: str, allied: str, winner: int) -> None:
    assert result(at_the_end(f"El-Agheila: {axis}\nAlexandria: {allied}")) == (winner, "17.4")


@rule("17.4d")
@pytest.mark.parametrize(
    "more", ["", "Tobruk: KDG\nGambut: Pavia", "Tobruk: KDG\n64: Pavia-"], ids=["empty", "besieged", "far away"]
)
def test_equal_armies_are_a_draw_unless_tobruk_is_held(more: str) -> None:
    winner = ALLIED if "64" in more else DRAW
    assert result(at_the_end(f"{EVEN}\n{more}"))[0] == winner


@rule("17.4d", "17.2a")
def test_nobody_left_on_either_side_is_a_draw() -> None:
    assert final_result(Sands("").state) == (-1, NOBODY)


# 17.3: Tobruk


@rule("17.3a")
@pytest.mark.parametrize(
    ("places", "owner", "expected"),
    [
        ("Tobruk: KDG\nBardia: Pavia", "allied", (ALLIED, "17.3")),
        ("Tobruk: Pavia\nBardia: KDG", "axis", (AXIS, "17.3")),
        ("Tobruk: KDG\nGambut: Pavia", "allied", (DRAW, "17.4")),
        ("Tobruk: KDG\nBir-Harmat: Pavia-", "allied", (DRAW, "17.4")),
        ("Tobruk: KDG\nGambut: Pavia", "axis", (DRAW, "17.4")),
        ("Tobruk: Pavia-\nBardia: KDG", "allied", (DRAW, "17.4")),
    ],
    ids=["held", "taken", "besieged", "besieged by disrupted", "not yet owned", "owner not there"],
)
def test_tobruk_held_and_not_besieged(places: str, owner: str, expected: tuple[int | None, str]) -> None:
    table = at_the_end(f"{EVEN}\n{places}", owner=owner)
    assert result(table) == expected


# Optional rule: infantry tanks


@pytest.mark.parametrize("unit", ["1AT", "32AT"])
@pytest.mark.parametrize(("option", "speed"), [("fast", 3), ("slow", 2)])
@rule("17.4s1")
def test_the_optional_rule_slows_the_infantry_tanks(unit: str, option: str, speed: int) -> None:
    table = Tabletop(GAME, scenario="crusader", **{"infantry-tanks": option})
    numbers = table.state.printed.unit_number
    assert speed_of(table.state, numbers[unit]) == speed
    assert speed_of(table.state, numbers["Matilda"]) == 3


@rule("17.4s1")
def test_slow_infantry_tanks_go_two_hexes() -> None:
    places = "Sidi-Omar: 1AT Matilda\nEl-Agheila: Brescia"
    table = Sands(places, side="Allied")
    table.state.infantry_tanks_slow = 1
    table.begin().play("group:Sidi-Omar")
    assert table.play("unit:1AT").walk("138", "162", "161") == ["138", "162"]
    assert table.play("stop", "unit:Matilda").walk("138", "162", "161") == ["138", "162", "161"]


@rule("17.4s2")
@pytest.mark.parametrize("slow", [0, 1])
@pytest.mark.parametrize("unit", ["1AT", "32AT"])
def test_infantry_tanks_are_elite_at_any_speed(unit: str, slow: int) -> None:
    """Three hits of armor: one step of two CV, and the third hit is lost."""
    table = Sands(
        f"scenario 1942\nmonth 16 allied\nphase: combat 1\ninfantry_tanks_slow: {slow}\n"
        f"Gazala: {unit} 15/8\nattacked by allied: Gazala\nDerna: Brescia\nTobruk: Pol"
    )
    table.play("fight:Gazala", "done").shoot("15/8", "6 6 6")
    assert table.cv(unit) == 2


def test_a_base_lost_in_the_first_combat_of_a_blitz_ends_the_game_before_the_second_movement() -> None:
    table = Sands(position("El-Agheila: Bologna\nAlexandria: 21/5 Pol=1\nMersa-Matruh: 7/4", "combat 3"))
    if table.allows("fight:Alexandria"):
        table.play("fight:Alexandria")
    table.play("done").shoot("Pol", "1").shoot("21/5", "6")
    assert (table.where("Pol"), table.decision) == ("dead", "")
    assert [event.arguments["how"] for event in table.happened("game-over")]
