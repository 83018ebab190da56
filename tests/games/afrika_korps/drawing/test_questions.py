"""Answers for drawing: what they tint, and that every route they give can be played as it stands."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE
from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones
from tests.drawing import Drawn
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.grounds import POLICIES, next_choice
from tests.games.afrika_korps.melees import melee

SCENARIO = AFRIKA_KORPS.load_data()
NUMBER, NAMES = SCENARIO.board.number, SCENARIO.board.names


DRAWN = Drawn(AFRIKA_KORPS, NAMES)
shown, tinted, texts = DRAWN.shown, DRAWN.tinted, DRAWN.texts


def test_every_question_can_be_drawn_and_says_where() -> None:
    uses = {name: question.use for name, question in AFRIKA_KORPS.questions.items()}
    assert uses == {
        "reach": "selection",
        "route": "route",
        "target": "target",
        "supply": "overlay",
        "zones": "overlay",
        "isolation": "overlay",
        "control": "overlay",
        "line": "ask",
        "odds": "ask",
    }
    for question in AFRIKA_KORPS.questions.values():
        assert question.show is not None
        assert question.title
        assert (question.use == "overlay") == (question.nouns == ())


# Reach and routes


def test_reach_shows_the_cost_of_every_hex() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Brescia AxisSupply1\nL59: Pol")
    answer = shown(table.state, "reach", "Brescia")
    assert texts(answer)["N31"] == "1"
    assert texts(answer)["N34"] == "4"
    assert "N30" not in texts(answer)
    assert max(map(int, texts(answer).values())) == 4
    assert tinted(answer, "good") == tinted(answer)


def test_reach_warns_of_zones_and_of_full_hexes() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Brescia\nN32: Pavia Savona Trento AxisSupply1\nN36: Pol")
    answer = shown(table.state, "reach", "Brescia")
    assert tinted(answer, "bad") == {"N32"}
    assert tinted(answer, "warn") == set()
    near = Desert("turn 6 axis\nphase: movement\nN30: Brescia AxisSupply1\nN32: Pol")
    zone = {"N31", "N33", "M31", "M32", "O32", "O33"}
    answer = shown(near.state, "reach", "Brescia")
    assert tinted(answer, "warn") == zone & tinted(answer) >= {"N31", "M31", "O32"}


@pytest.mark.parametrize(
    ("unit", "why"), [("Pol", "the other side's"), ("15/8", "not on the map"), ("21/5", "it has stopped")]
)
def test_who_cannot_move_now_has_no_reach(unit: str, why: str) -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Brescia 21/5 AxisSupply1\nL59: Pol\nstopped: 21/5")
    answer = shown(table.state, "reach", unit)
    assert answer.cells == (), why
    assert answer.text
    assert shown(table.state, "route", unit, "N31").run == ()


def test_nobody_has_a_reach_when_movement_is_over() -> None:
    table = Desert("turn 6 axis\nphase: combat\nM30: 21/5\nM31: 2/3\nM28: AxisSupply1\nJ62: Pol")
    assert shown(table.state, "reach", "21/5").cells == ()


def test_a_route_begins_and_ends_the_move() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5 AxisSupply1\nL59: Pol")
    answer = shown(table.state, "route", "21/5", "N33")
    assert answer.run == ("unit:21/5", "hex:N31", "hex:N32", "hex:N33", "stop")
    assert [NAMES[place] for place in answer.ways[0]] == ["N30", "N31", "N32", "N33"]
    table.play(*answer.run)
    assert (table.where("21/5"), table.decision) == ("N33", "movement")


def test_a_route_leaves_out_the_stop_where_the_move_ends_by_itself() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Brescia 21/5 AxisSupply1\nN36: Pol")
    assert shown(table.state, "route", "Brescia", "N34").run[-1] == "hex:N34", "no points are left"
    assert shown(table.state, "route", "21/5", "N35").run[-1] == "hex:N35", "an enemy zone"
    assert shown(table.state, "route", "Brescia", "N33").run[-1] == "stop"


@pytest.mark.parametrize(
    ("unit", "goal", "rule"),
    [
        ("21/5", "N59", "5.2"),  # too far
        ("21/5", "N36", "5.4"),  # the Poles hold it
        ("15/8", "N31", "19.1"),  # not on the map
        ("Pol", "N35", "10.1"),  # the other side's
        ("Brescia", "N31", "8.1"),  # has stopped
    ],
)
def test_where_no_way_leads_the_rule_says_why(unit: str, goal: str, rule: str) -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5 AxisSupply1\nN35: Brescia\nN36: Pol\nstopped: Brescia")
    answer = shown(table.state, "route", unit, goal)
    assert (answer.run, answer.rule) == ((), rule)
    assert goal in answer.text


def test_a_unit_in_mid_move_comes_first() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5 Brescia AxisSupply1\nL59: Pol")
    assert shown(table.play("unit:21/5", "hex:N31").state, "route", "Brescia", "N31").rule == "5.2"


def test_no_way_leads_anywhere_in_combat() -> None:
    table = Desert("turn 6 axis\nphase: combat\nM30: 21/5\nM31: 2/3\nM28: AxisSupply1\nJ62: Pol")
    assert shown(table.state, "route", "21/5", "M29").rule == "5.1"


def test_a_route_goes_on_in_mid_move() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5 AxisSupply1\nL59: Pol").play("unit:21/5", "hex:N31")
    assert shown(table.state, "route", "21/5", "N33").run == ("hex:N32", "hex:N33", "stop")
    assert shown(table.state, "route", "AxisSupply1", "N33").run == (), "another unit is moving"


def test_units_that_travel_together_go_as_the_slowest_and_with_rommel_further() -> None:
    """22.1: two hexes more for each, and Rommel, who has twelve, is no hindrance."""
    table = Desert("turn 6 axis\nphase: movement\nX44: 21/5 Brescia Rommel AxisSupply1\nL59: Pol")

    def farthest(*units: str) -> int:
        trial = table.copy().play(*(f"unit:{unit}" for unit in units))
        ends = shown(trial.state, "reach", units[0]).cells
        return max(SCENARIO.board.distance(NUMBER["X44"], tint.cell) for tint in ends)

    assert farthest("21/5") == 10
    assert farthest("21/5", "Rommel") == 12
    assert farthest("21/5", "Brescia") == 4
    assert farthest("Brescia", "Rommel") == 6
    trial = table.copy().play("unit:Brescia", "unit:Rommel")
    run = shown(trial.state, "route", "Brescia", "X50").run
    assert len(run) == 6
    trial.play(*run)
    assert (trial.where("Brescia"), trial.where("Rommel")) == ("X50", "X50")


def test_units_that_travel_together_pass_a_beaten_enemy_but_do_not_end_there() -> None:
    """9.1: through the hex of Pol, under automatic victory, and on."""
    places = "N31: 21/5 AxisSupply1\nN30: Pol\nL29: 21/3 15/33\nJ62: 4I/5\nW3: Savona"
    table = Desert(f"turn 6 axis\nphase: movement\n{places}").play("declare:Pol", "with:21/5", "done")
    table.play("unit:21/3", "unit:15/33")
    ends = tinted(shown(table.state, "reach", "21/3"))
    assert "N30" not in ends
    assert {"M29", "M30", "O31"} <= ends
    table.play("hex:M29")
    assert table.allows("hex:N30")


def test_a_route_stops_where_rommel_must_be_placed_first() -> None:
    """22.4.2: Pavia leaves him alone in a zone, and two Axis units are equally near."""
    table = Desert("turn 6 axis\nphase: movement\nM30: Pavia Rommel\nM31: Pol\nL29: 15/8\nW3: Savona AxisSupply1")
    run = shown(table.state, "route", "Pavia", "M28").run
    assert run == ("unit:Pavia", "hex:M29")
    table.play(*run)
    assert table.decision == "rescue"


def test_a_route_stops_where_the_enemy_is_asked_about_his_supply() -> None:
    """15.5: he may destroy it before it is taken."""
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5\nN32: AlliedSupply1\nL59: Pol\nW3: Savona AxisSupply1")
    assert shown(table.state, "route", "21/5", "N36").run[:3] == ("unit:21/5", "hex:N31")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(5))
def test_every_hex_in_reach_has_a_route_that_can_be_played(policy: str, seed: int) -> None:
    """From moments of random games: all choices legal, and the unit there unless something else is asked first."""
    rng = Random(f"routes {policy} {seed}")
    choose, state = POLICIES[policy](rng), melee(rng)
    for number in range(120):
        if not state.frames:
            break
        if number % 4 == 0:
            try_routes(state, rng)
        AFRIKA_KORPS.apply(state, next_choice(state, choose, rng))


def try_routes(state: Position, rng: Random) -> None:
    kind = AFRIKA_KORPS.kind_names[state.frames[-1][0]]
    movers = MOVE.group(state.frames[-1]) if kind == "move" else SCENARIO.side_units[state.active]
    unit = rng.choice(list(ones(movers)))
    ends = shown(state, "reach", SCENARIO.units[unit].id).cells
    for tint in rng.sample(ends, min(3, len(ends))):
        answer = shown(state, "route", SCENARIO.units[unit].id, NAMES[tint.cell])
        assert answer.run
        after = play_run(state, answer.run)
        decision = AFRIKA_KORPS.kind_names[after.frames[-1][0]]
        assert after.place[unit] == tint.cell or decision not in ("move", "movement")
        assert decision != "move", "the run ends the move"
    beyond = sorted({*NAMES} - {"", *tinted(shown(state, "reach", SCENARIO.units[unit].id))})
    for name in rng.sample(beyond, 3):
        answer = shown(state, "route", SCENARIO.units[unit].id, name)
        assert (answer.run, bool(answer.rule)) == ((), True), name


def play_run(state: Position, run: tuple[str, ...]) -> Position:
    after, side = state.copy(), AFRIKA_KORPS.actor(state)
    for text in run:
        choice = AFRIKA_KORPS.read(after, text)
        assert AFRIKA_KORPS.explain(after, side, choice) is None, (text, run)
        AFRIKA_KORPS.apply(after, choice)
    return after


# Supply


def test_supply_is_shown_by_side_with_the_units_it_does_not_reach() -> None:
    """14.2: five hexes, the supply's own counted and the attacker's not."""
    places = "N30: AxisSupply1\nN35: Savona\nN36: Brescia\nS50: Pol AlliedSupply1"
    table = Desert(f"turn 6 axis\nphase: movement\n{places}")
    answer = shown(table.state, "supply")
    assert {"N30", "N35"} <= tinted(answer, "0")
    assert "N36" not in tinted(answer, "0")
    assert tinted(answer, "warn") == {"N36"}
    assert {"S50", "S45"} <= tinted(answer, "1")
    assert texts(answer)["N36"] == "no supply"


def test_the_line_of_a_unit_leads_to_its_supply() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: AxisSupply1\nN37: Savona\nN33: Pavia\nL59: Pol")
    near, far = shown(table.state, "line", "Pavia"), shown(table.state, "line", "Savona")
    assert [NAMES[place] for place in near.ways[0]] == ["N33", "N32", "N31", "N30"]
    assert near.text == "Pavia (2-3-4) has a line to AxisSupply1 and is supplied to attack"
    assert len(far.ways[0]) == 8
    assert far.text == "Savona (2-2-4) has a line to AxisSupply1, but is out of range to attack"


RING = "G25: Savona\nH25: 2/3\nH26: 7/7\nG24: 32"
"""Savona in Tobruch, with the enemy at every way out."""


def test_a_line_goes_round_enemy_zones_and_one_cut_off_has_none() -> None:
    table = Desert(f"turn 6 axis\nphase: movement\nN30: AxisSupply1\nN34: Pavia\nN32: Pol\n{RING}")
    way = [NAMES[place] for place in shown(table.state, "line", "Pavia").ways[0]]
    assert (way[0], way[-1]) == ("N34", "N30")
    assert not {"N31", "N32", "N33", "M31", "M32", "O32", "O33"} & set(way[1:-1])
    cut_off = shown(table.state, "line", "Savona")
    assert cut_off.ways == ()
    assert tinted(cut_off, "bad") == {"G25"}


def test_supply_asked_for_its_line_shows_whom_it_feeds() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: AxisSupply1 Savona\nL59: Pol")
    fed = tinted(shown(table.state, "line", "AxisSupply1"))
    assert fed == {NAMES[place] for place in ones(AFRIKA_KORPS.questions["supply"].answer(table.state)[0])}
    assert shown(table.state, "line", "15/8").text == "15/8 (7-7-10) is not on the map"


def test_isolation_marks_the_turn_that_would_be_the_last() -> None:
    """Savona is ringed in Tobruch, Pavia in the desert, and for Pavia it would be the second turn."""
    around = "S40: Pavia\nS42: 7A/1\nS38: 7A/2\nQ39: Pol\nU41: 4I/7\nJ62: 4I/5 AlliedSupply1"
    table = Desert(
        f"turn 6 axis\nphase: movement\n{RING}\nN30: Brescia AxisSupply1\n{around}\naxis_once: Pavia Brescia"
    )
    answer = shown(table.state, "isolation")
    assert answer.text == "Isolated now: Pavia, Savona"
    assert texts(answer) == {"G25": "isolated", "S40": "second turn"}
    assert (tinted(answer, "warn"), tinted(answer, "bad")) == ({"G25"}, {"S40"})


def test_nobody_isolated_is_said_in_words() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Savona AxisSupply1\nL59: Pol AlliedSupply1")
    answer = shown(table.state, "isolation")
    assert (answer.text, answer.cells) == ("No unit is isolated", ())


# Zones and control


def test_a_hex_in_both_zones_is_tinted_for_both() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Savona AxisSupply1\nN32: Pol\nG25: 2/3")
    answer = shown(table.state, "zones")
    assert tinted(answer, "0") == {"N29", "N31", "M29", "M30", "O30", "O31"}
    assert tinted(answer, "1") == {"N31", "N33", "M31", "M32", "O32", "O33"}, "none goes out of a fortress"
    assert [NAMES[tint.cell] for tint in answer.cells].count("N31") == 2


def test_control_shows_holders_and_ports() -> None:
    table = Desert("turn 6 axis\nphase: movement\nW3: Savona AxisSupply1\nJ62: 21/3\nG25: Pol")
    answer = shown(table.state, "control")
    assert texts(answer) == {"W3": "Axis, port", "J62": "Axis", "G25": "Allies, port", "H2": "neither side"}
    assert (tinted(answer, "0"), tinted(answer, "1"), tinted(answer, "warn")) == ({"W3", "J62"}, {"G25"}, {"H2"})


# Odds


def test_the_odds_on_a_hex_count_all_who_stand_next_to_it() -> None:
    table = Desert("turn 6 axis\nphase: movement\nM29: 21/5 AxisSupply1\nM31: 21/104\nM30: 2/3\nJ62: Pol")
    answer = shown(table.state, "odds", "M30")
    assert answer.text == "All units next to it attack at 2-1: DE 1, DB2 1, EX 2, AB2 1, AE 1 of 6"
    assert answer.combat is not None
    assert answer.combat.column == "2-1"
    assert {*answer.combat.attackers} == {"21/5", "21/104"}
    assert tinted(answer) == {"M29", "M30", "M31"}
    assert texts(answer)["M30"] == "2-1"
    assert AFRIKA_KORPS.questions["odds"].answer(table.state, NUMBER["M30"]) == (10, 4, 6)


def test_the_odds_are_told_for_the_side_that_does_not_move_too() -> None:
    """2/3 next to 21/104 in its hex: 4 against 3, without supply in reach."""
    places = "M31: 21/104\nM30: 2/3\nJ62: Pol AlliedSupply1\nW3: Savona AxisSupply1"
    table = Desert(f"turn 6 axis\nphase: movement\n{places}")
    answer = shown(table.state, "odds", "M31")
    assert answer.combat is not None
    assert answer.combat.attacking == 1
    assert [factor.value for factor in answer.combat.factors if factor.sums] == ["4", "3"]
    assert [(one.rule, one.pieces) for one in answer.combat.duties] == [("14.1", ("2/3",))]


def test_the_other_sides_supply_is_what_feeds_its_attack() -> None:
    places = "M31: 21/104\nM30: 2/3\nM28: AlliedSupply1\nJ62: Pol\nW3: Savona AxisSupply1"
    answer = shown(Desert(f"turn 6 axis\nphase: movement\n{places}").state, "odds", "M31")
    assert answer.combat is not None
    assert [(one.text, one.pieces) for one in answer.combat.costs] == [("Could supply 2/3", ("AlliedSupply1",))]


def test_the_odds_of_a_hex_nobody_could_fight_in() -> None:
    table = Desert("turn 6 axis\nphase: movement\nM31: 21/104 AxisSupply1\nL59: Pol")
    for place in ("M31", "N40", "A1"):
        answer = shown(table.state, "odds", place)
        assert (answer.cells, answer.combat) == ((), None)
        assert answer.text


def test_seven_to_one_needs_no_die() -> None:
    table = Desert("turn 6 axis\nphase: movement\nM29: 21/5 AxisSupply1\nM30: Pol\nJ62: 4I/5")
    assert shown(table.state, "odds", "M30").text == "All units next to it attack at 7-1: no die"


@pytest.mark.parametrize(
    ("unit", "place", "rule", "arrows"),
    [
        ("21/5", "N13", "8.4", 6),
        ("21/5", "J62", "7.2", 0),
        ("AxisSupply1", "N13", "7.2", 0),
        ("15/8", "N14", "7.2", 0),
    ],
)
def test_an_enemy_answers_how_it_can_be_attacked(unit: str, place: str, rule: str, arrows: int) -> None:
    """7.2, 8.4: from the hexes next to it that the unit can reach. Supply attacks nobody."""
    table = Desert("turn 3 axis\nphase: movement\nW3: 15/8\nN10: 21/5\nO11: AxisSupply1\nN13: 22Gds\nJ62: 2/3")
    answer = shown(table.state, "target", unit, place)
    assert (answer.rule, len(answer.ways)) == (rule, arrows)
