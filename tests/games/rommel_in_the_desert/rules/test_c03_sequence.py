"""3: the sequence of play: set-up, months, initiative, and the phases of a player turn in their order."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c04_cards import DRAW
from sandtable.games.rommel_in_the_desert.state import scenario_of
from tests.games.rommel_in_the_desert.openings import Opening
from tests.games.rommel_in_the_desert.sands import ALLIED, AXIS, Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

HOMES = "El-Agheila: Brescia\nAlexandria: Pol"
HANDS = "hand axis: 5 real 3 dummy\nhand allied: 4 real 2 dummy"
FRONT = "Gazala: 21/5 21/104 Trento\nDerna: Brescia\nBir-Harmat: 22Gd\nTobruk: 9AU/20 KDG\nAlexandria: Pol"
"""The Axis in Gazala, next to an Allied unit in Bir-Harmat."""
REAL, DUMMY, NO_CARD = range(3)


def turn(phase: str = "lay", places: str = FRONT, active: str = "axis", more: str = HANDS) -> Sands:
    return Sands(f"scenario 1941\nmonth 2 {active}\nphase: {phase}\n{places}\n{more}")


def kinds(table: Sands, *wanted: str) -> list[str]:
    """The kinds of the events so far, those wanted, in their order."""
    return [event.kind for event in table.events if event.kind in wanted]


def month_end(scenario: str = "1941", month: int = 2, more: str = HOMES + "\n" + HANDS) -> Opening:
    """Both sides have passed: the next month is about to open."""
    table = Opening(scenario)
    text = f"scenario {scenario}\nmonth {month} allied\nphase: lay\npasses: 1\n{more}"
    table.state = Sands(text).state
    table.play("pass", "done")
    return table


def idle_until(table: Opening, decision: str) -> list[tuple[str, int]]:
    """Both sides do nothing until this decision comes; the decisions on the way and who made them."""
    met: list[tuple[str, int]] = []
    while table.decision != decision:
        step = (table.decision, table.actor)
        if not met or met[-1] != step:
            met.append(step)
        table.do_nothing()
    return met


# 3.0-3.2: set-up and month


@rule("3.0a")
def test_cards_are_dealt_then_forces_deployed() -> None:
    table = Opening("1940")
    assert idle_until(table, "deploy") == [("draw", -1), ("exchange", AXIS), ("exchange", ALLIED)]
    hands = [real + dummy for real, dummy in zip(table.state.real, table.state.dummies, strict=True)]
    assert hands == list(scenario_of(table.state).cards)
    assert not table.starters(AXIS) | table.starters(ALLIED)
    assert [table.deploy_side().decision, table.deploy_side().decision] == ["deploy", "lay"]
    for side in (AXIS, ALLIED):
        forces = [group for group in scenario_of(table.state).deployments if group.side == side]
        assert len(table.starters(side)) == sum(group.units.bit_count() for group in forces) > 0


@rule("3.1a", "3.1t1", "3.2a")
def test_a_month_is_buildup_initiative_and_turns() -> None:
    table = month_end()
    met = idle_until(table, "lay")
    order = [met.index((name, side)) for name, side in (("point-dice", -1), ("spend", ALLIED), ("spend", AXIS))]
    assert order == sorted(order)
    assert met[-1] == ("challenge", ALLIED)
    assert table.actor == AXIS


@rule("3.1t1")
def test_turns_alternate_until_the_month_is_over() -> None:
    table = turn()
    for actor in (AXIS, ALLIED, AXIS, ALLIED):
        assert (table.decision, table.actor) == ("lay", actor)
        table.play("real:1", "dummies:0").end_movement()
    assert table.state.month == 2


@rule("3.1b")
def test_two_passes_in_a_row_end_the_month() -> None:
    table = turn(places=HOMES).play("pass", "done", "real:1", "dummies:0").end_movement().play("pass", "done")
    assert (table.decision, table.actor, table.state.month) == ("lay", ALLIED, 2), "a turn came between"
    table.play("pass", "done")
    assert (table.decision, table.state.month) == ("point-dice", 3)


@rule("3.1b", "3.3a")
def test_a_month_begins_without_passes_and_with_the_axis() -> None:
    """The Allies had the first turn of the month before, which ended with two passes: none of that counts now."""
    table = month_end()
    table.state.first = ALLIED
    idle_until(table, "lay")
    assert table.actor == AXIS
    table.play("pass", "done")
    assert (table.decision, table.actor, table.state.month) == ("lay", ALLIED, 3)


@rule("3.2b")
def test_no_buildup_before_the_first_month() -> None:
    table = Opening("1941").ready()
    assert (table.decision, table.state.month) == ("lay", 1)
    assert not kinds(table, "month", "points-rolled", "points")


@rule("3.2t1")
def test_the_outer_order_of_a_buildup() -> None:
    table = month_end(more=f"{HOMES}\nDerna: Trento-\n{HANDS}")
    idle_until(table, "challenge")
    wanted = ("month", "recovered", "points-rolled", "points", "drew")
    order = [
        kind
        for kind, before in zip(kinds(table, *wanted), ["", *kinds(table, *wanted)], strict=False)
        if kind != before
    ]
    assert order == list(wanted)
    assert [event.arguments["side"] for event in table.happened("drew")] == [ALLIED] * 3 + [AXIS] * 2


@rule("3.2t2")
def test_the_inner_order_of_a_buildup() -> None:
    """In month 4 units of both sides arrive, and the Axis rolls for those of month 5."""
    table = month_end(month=3)
    table.roll("1 1", "6 6")
    steps = ("spend", "mines", "buy-cards", "throw-in")
    axis = [("early-arrival", -1), *((name, AXIS) for name in steps), ("draw", -1)]
    allied = [*((name, ALLIED) for name in steps), ("draw", -1)]
    assert idle_until(table, "challenge") == axis + allied
    assert kinds(table, "blocks-arrived", "drew") == [
        "blocks-arrived",
        *["drew"] * 2,
        "blocks-arrived",
        *["drew"] * 3,
    ]


@rule("3.2t3")
def test_monthly_extra_and_bonus_cards_are_drawn_in_one_go() -> None:
    more = f"{HOMES}\nTobruk: Trento\nowner Tobruk: axis allied\nowner Benghazi: axis axis\n{HANDS}"
    table = month_end(more=more)
    table.roll("2 2", "6 6")
    while table.decision != "buy-cards":
        table.do_nothing()
    table.play("extra:1", "throw:0")
    assert (table.decision, DRAW.left(table.state.frames[-1])) == ("draw", 2 + 1 + 5), (
        "the month, bought, Tobruk's five"
    )


# 3.3: initiative


def challenged(allied: str = "card:real", axis: str = "", more: str = HANDS) -> Opening:
    """The initiative of month 3: what the Allies stake, and what the Axis answers if it has done so."""
    table = month_end(more=f"{HOMES}\n{more}")
    idle_until(table, "challenge")
    table.events.clear()
    return table.play(allied, *([axis] if axis else []))


@rule("3.3a")
def test_unchallenged_the_axis_has_the_first_turn() -> None:
    table = challenged("none")
    assert (table.decision, table.actor) == ("lay", AXIS)


@rule("3.3b")
def test_the_allies_may_challenge_with_a_real_card_or_a_dummy() -> None:
    table = month_end()
    idle_until(table, "challenge")
    assert (table.actor, table.legal()) == (ALLIED, {"card:real", "card:dummy", "none"})
    table.state.dummies[ALLIED] = 0
    assert table.legal() == {"card:real", "none"}
    assert table.refusal("card:dummy") == "3.3"


@rule("3.3c")
def test_the_axis_answers_with_a_card_or_with_none() -> None:
    table = challenged()
    assert (table.decision, table.actor, table.legal()) == ("challenge", AXIS, {"card:real", "card:dummy", "none"})


@pytest.mark.parametrize(
    ("allied", "axis", "first"),
    [
        pytest.param("real", "none", ALLIED, marks=rule("3.3d")),
        pytest.param("real", "dummy", ALLIED, marks=rule("3.3d")),
        pytest.param("real", "real", AXIS, marks=rule("3.3d", "3.3e")),
        pytest.param("dummy", "none", AXIS, marks=rule("3.3e")),
        pytest.param("dummy", "dummy", AXIS, marks=rule("3.3e")),
        pytest.param("dummy", "real", AXIS, marks=rule("3.3e")),
    ],
)
def test_who_wins_the_initiative(allied: str, axis: str, first: int) -> None:
    answer = "none" if axis == "none" else f"card:{axis}"
    table = challenged(f"card:{allied}", answer)
    assert (table.decision, table.actor, table.state.first) == ("lay", first, first)


@rule("3.3f")
@pytest.mark.parametrize(
    ("allied", "axis"), [("real", "real"), ("real", "dummy"), ("dummy", "real"), ("dummy", "dummy")]
)
def test_all_cards_of_a_challenge_are_spent(allied: str, axis: str) -> None:
    table = challenged(f"card:{allied}")
    before = [*table.state.real, *table.state.dummies]
    table.play(f"card:{axis}")
    after = [*table.state.real, *table.state.dummies]
    lost = [was - now for was, now in zip(before, after, strict=True)]
    assert lost == [axis == "real", allied == "real", axis == "dummy", allied == "dummy"]
    assert (table.state.real_spent, table.state.dummies_spent) == (lost[0] + lost[1], lost[2] + lost[3])


@rule("3.3b")
def test_the_axis_answers_without_seeing_the_card() -> None:
    views = [challenged(f"card:{card}", more=HANDS) for card in ("real", "dummy")]
    assert len({repr(table.game.view(table.state, AXIS).frames) for table in views}) == 1
    for table in views:
        assert not any("card" in event.arguments for event in table.events if event.heard_by(AXIS))
        table.play("none")
        (event,) = table.happened("initiative")
        assert event.reveals


# 3.4: the player turn


def test_the_axis_is_active_in_its_turn_and_the_allies_passive() -> None:
    table = turn().play("real:1", "dummies:0", "group:Gazala").move("21/5", "Bir-Harmat").end_movement()
    assert (table.state.active, table.actor, table.decision) == (AXIS, ALLIED, "refuse-battle")


def blitz() -> Sands:
    """A Blitz turn from its start: an attack, a round, a second move into the battle, a second round.

    Pavia, cut off in the south, is marked at the initial check and disrupted at the final one.
    """
    table = turn("start", FRONT + "\n159: Pavia").play("real:3", "dummies:1", "group:Gazala")
    table.move("21/5", "Bir-Harmat").end_movement().play("done", "done").miss().miss()
    table.play("group:Gazala").move("21/104", "Bir-Harmat").end_movement()
    return table.play("fight:Bir-Harmat", "done").miss().miss()


@rule("3.4a", "3.4t1")
def test_the_phases_of_a_turn_in_order() -> None:
    wanted = ("turn", "supply-checked", "laid", "block-moved", "battle", "blitz", "cut-off", "cards-shown")
    assert kinds(blitz(), *wanted) == [
        *("turn", "supply-checked", "laid", "block-moved", "battle"),
        *("blitz", "block-moved", "battle", "cut-off", "cards-shown"),
        *("turn", "supply-checked"),
    ]


@rule("3.4t2")
def test_supply_is_determined_before_units_recover() -> None:
    """Trento is supplied and recovers; Pavia, cut off, does not."""
    table = turn("start", FRONT.replace("Trento", "Trento-") + "\n159: Pavia-")
    assert kinds(table, "supply-checked", "recovered") == ["supply-checked", "recovered"]
    assert (table.marked("disrupted"), table.marked("unsupplied")) == ({"Pavia"}, {"Pavia"})


@rule("3.4t3", "3.43b")
def test_the_order_of_movement() -> None:
    """Group moves, then retreats, then forced marches, then refusals."""
    places = "Gazala: 21/5 Trento\nDerna: Brescia\nBir-Harmat: 22Gd\nMsus: 15/8 7/7\nTobruk: 9AU/20"
    table = turn("movement 2", places, more=HANDS + "\nattacked by allied: Msus")
    table.play("group:Gazala", "group:Msus").move("21/5", "Bir-Harmat").move("Trento", "34", "33")
    met = [table.decision]
    table.play("done")
    met.append(table.decision)
    table.play("retreat:Msus", "second:15/8").hold_fire()
    table.go("Antelat").play("stop", "done")
    met.append(table.decision)
    table.play("done")
    met.append(table.decision)
    assert met == ["movement", "choose-retreat", "announce-marches", "refuse-battle"]


@rule("3.4t6", "4.5c")
@pytest.mark.parametrize(
    ("phase", "fires"), [("combat 1", [ALLIED, AXIS]), ("combat 0", [])], ids=["cards", "pass"]
)
def test_defensive_fire_then_offensive_fire_and_none_on_a_pass(phase: str, fires: list[int]) -> None:
    more = HANDS + "\nattacked by axis: Bir-Harmat" + ("\npasses: 1" if phase.endswith("0") else "")
    table = turn(phase, "Bir-Harmat: 21/5 22Gd\nDerna: Brescia\nTobruk: Pol", more=more)
    met = []
    if fires:
        table.play("fight:Bir-Harmat", "done")
    while table.decision == "fire-unit":
        met.append(table.actor)
        table.miss()
    assert met == fires


@rule("3.4t9", "3.45a", "3.46a")
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_blitz_phases_come_on_a_blitz_turn_alone(cards: int) -> None:
    table = turn().play(f"real:{cards}", "dummies:0", "group:Gazala").move("21/5", "Bir-Harmat")
    table.end_movement().play("done", "done").miss().miss()
    if cards < 3:
        assert (table.decision, table.actor) == ("lay", ALLIED)
        return
    assert (table.decision, table.actor, table.state.blitzed) == ("movement", AXIS, 1)
    table.end_movement()
    assert table.legal() == {"done", "fight:Bir-Harmat"}, "a further combat phase"
    table.play("done")
    assert (table.decision, table.actor) == ("lay", ALLIED)


@rule("3.41a")
def test_the_active_player_checks_his_own_units() -> None:
    places = FRONT + "\n159: Pavia\n161: 2NZ/4"
    assert turn("start", places).marked("unsupplied") == {"Pavia"}
    assert turn("start", places, "allied").marked("unsupplied") == {"2NZ/4"}


@rule("3.41b")
def test_his_disrupted_units_recover_in_the_same_step() -> None:
    places = FRONT.replace("Trento", "Trento-").replace("KDG", "KDG-")
    assert turn("start", places).marked("disrupted") == {"KDG"}
    assert turn("start", places, "allied").marked("disrupted") == {"Trento"}


@rule("3.42b")
def test_an_option_is_laid_as_one_two_or_three_real_cards() -> None:
    table = turn()
    assert table.legal() == {"pass", "real:1", "real:2", "real:3"}
    assert table.refusal("real:4") == "4.0"
    table.play("real:2", "dummies:0")
    assert (table.state.real[AXIS], table.state.real_laid) == (3, 2)
    poor = turn(more="hand axis: 1 real 3 dummy")
    assert poor.refusal("real:2") == "3.42"


@rule("3.42c", "4.0b")
@pytest.mark.parametrize("real", [1, 2, 3])
def test_any_number_of_dummies_goes_with_any_option_and_no_more_real_cards(real: int) -> None:
    table = turn().play(f"real:{real}")
    assert table.legal() == {f"dummies:{number}" for number in range(4)}
    assert table.refusal("real:1") == "3.42"
    assert table.refusal("dummies:4") == "3.42"
    table.play("dummies:3")
    assert (table.state.real_laid, table.state.dummies_laid, table.state.dummies[AXIS]) == (real, 3, 0)


@rule("3.42d")
@pytest.mark.parametrize("laid", [(1, 2), (2, 1), (3, 0)])
def test_the_enemy_sees_how_many_cards_lie_there_and_no_more(laid: tuple[int, int]) -> None:
    table = turn(more="hand axis: 4 real 4 dummy").play(f"real:{laid[0]}", f"dummies:{laid[1]}")
    view = table.game.view(table.state, ALLIED)
    assert view.cards[AXIS] == [5, 3]
    told = [event.arguments for event in table.events if event.heard_by(ALLIED)]
    assert told == [{"side": AXIS, "cards": 3}]
    assert table.decision == "movement"
    assert table.refusal("real:1") == "3.43", "the option is fixed"


@rule("3.43a")
@pytest.mark.parametrize(("cards", "moves", "named"), [(1, 1, "4.1"), (2, 2, "4.2"), (3, 1, "4.4")])
def test_as_many_moves_as_the_option_allows(cards: int, moves: int, named: str) -> None:
    table = turn(f"movement {cards}")
    for name in ("Gazala", "Derna")[:moves]:
        table.play(f"group:{name}")
    assert not table.legal("group") | table.legal("regroup")
    assert table.refusal("group:Derna" if moves == 1 else "regroup:Gazala") == named


@rule("3.43c")
def test_the_passive_player_may_refuse_a_new_battle() -> None:
    table = turn("movement 1").play("group:Gazala").move("21/5", "Bir-Harmat").end_movement()
    assert (table.decision, table.actor, table.legal()) == ("refuse-battle", ALLIED, {"done", "refuse:Bir-Harmat"})
    quiet = turn("movement 1").play("group:Gazala").move("21/5", "Derna").end_movement()
    assert quiet.decision == "lay", "there is nothing to refuse"


@rule("3.43d", "3.45c")
@pytest.mark.parametrize("cards", [1, 3], ids=["movement", "blitz movement"])
def test_all_movement_is_over_before_combat(cards: int) -> None:
    table = turn(f"movement {cards}").play("group:Gazala").move("21/5", "Bir-Harmat").end_movement().play("done")
    assert table.decision == "name-battles"
    if cards == 3:
        table.play("done").miss().miss()
        table.play("group:Gazala").move("21/104", "Bir-Harmat").end_movement()
    for text in ("unit:Trento", "group:Derna", "march:Trento", "refuse:Bir-Harmat"):
        assert table.refusal(text) == "8.6"


@rule("3.44a")
@pytest.mark.parametrize("chosen", ["", "Bir-Harmat", "Bir-Harmat El-Adem"])
def test_combat_in_some_or_all_battles(chosen: str) -> None:
    places = "Bir-Harmat: 21/5 22Gd\nEl-Adem: Trento 7/7\nDerna: Brescia\nTobruk: Pol"
    table = turn("combat 1", places, more=HANDS + "\nattacked by axis: Bir-Harmat El-Adem")
    table.play(*(f"fight:{name}" for name in chosen.split()), "done")
    while table.decision in ("choose-battle", "fire-unit"):
        if table.decision == "choose-battle":
            table.play(min(table.legal()))
        table.miss()
    fought = [table.state.printed.board.names[event.arguments["hex"]] for event in table.happened("battle")]
    assert sorted(fought) == sorted(chosen.split())


@rule("3.45b")
def test_no_unit_moves_in_both_movement_phases_of_a_blitz() -> None:
    table = turn("movement 3").play("group:Gazala").move("21/5", "Derna").end_movement()
    assert table.state.blitzed
    table.play("group:Derna")
    assert table.legal("unit") == {"Brescia"}
    assert table.refusal("unit:21/5") == "6.0"


@rule("3.46b")
def test_a_unit_fires_in_both_combat_phases_of_a_blitz() -> None:
    table = blitz()
    fired = [event.arguments["unit"] for event in table.happened("fired")]
    assert [fired.count(table.unit(name)) for name in ("21/5", "22Gd", "21/104")] == [2, 2, 1]


@rule("3.47a")
def test_the_active_players_units_are_checked_again_after_combat() -> None:
    table = blitz()
    assert table.marked("disrupted") == {"Pavia"}
    (event,) = table.happened("cut-off")
    assert event.arguments["side"] == AXIS


@rule("3.48a", "3.48b")
def test_the_cards_are_shown_and_discarded_at_the_end_of_the_turn() -> None:
    table = blitz()
    (event,) = table.happened("cards-shown")
    assert event.arguments == {"side": AXIS, "real": 3, "dummies": 1}
    assert event.reveals
    assert (table.state.real_spent, table.state.dummies_spent) == (3, 1)
    assert (table.state.real_laid, table.state.dummies_laid, table.state.real[AXIS]) == (0, 0, 2)
