"""Questions at the table: their answers agree with what can be played."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sandtable.games.dark_sands.drawing.journeys import in_points, show_reach, show_way, until_check
from sandtable.games.dark_sands.drawing.supply import Line, line_of
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c08_zones import uncontested
from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import Sands, hexes_of, on_map
from sandtable.games.dark_sands.verbs import ENTER, EXTENDED, INFILTRATE, TO
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack, unpack
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.foresight import costs
from sandtable.kernel.match import Match
from sandtable.kernel.scene import Answer
from tests.games.dark_sands.desert import DATA, HEX, acting, decision, desert, legal, number, play

LINE = {"Sabratha": "2430", "Pavia": "2430", "5/4 Ind": "2433", "HQ 13 Corps": "2232"}


def moving(placed: dict[str, str], action: str = "move", **fields: Any) -> Sands:
    state = desert(placed, **fields)
    return acting(state, "axis", action, MOVEMENT)


def names_of(found: dict[int, str]) -> set[str]:
    return {DATA.board.names[place] for place in found}


def played_out(state: Sands, *names: str) -> set[str]:
    """Every hex that a group comes to, whatever steps it takes."""
    begun = state.copy()
    play(begun, *(f"unit:{name}" for name in names))
    unit = DATA.nouns.number("unit", names[0])
    seen, found, open_ones = set[tuple[int, int, int]](), set[str](), [begun]
    while open_ones:
        now = open_ones.pop()
        if decision(now) != "group":
            continue
        for choice in GAME.legal(now):
            verb, place = unpack(choice)
            if verb in (TO, INFILTRATE, EXTENDED):
                after = now.copy()
                GAME.apply(after, choice)
                while GAME.actor(after) == CHANCE:
                    GAME.apply(after, 0)
                found.add(DATA.board.names[after.place[unit]])
                if (key := (place, after.spent, after.extended)) not in seen:
                    seen.add(key)
                    open_ones.append(after)
    return found


@pytest.mark.parametrize(
    ("placed", "names", "action"),
    [
        (LINE, ("Sabratha",), "move"),
        (LINE, ("Sabratha", "Pavia"), "half-move"),
        ({"1/5/21 Pz": "2132", "4/7 Arm": "2233"}, ("1/5/21-Pz",), "half-move"),
        ({"Sabratha": "2019", "7/7 Arm": "2122"}, ("Sabratha",), "move"),
        ({"1/5/21 Pz": "2132", "16/70": "2133", "Selby": "2031"}, ("1/5/21-Pz",), "move"),
    ],
)
def test_reach_is_what_can_be_played(placed: dict[str, str], names: tuple[str, ...], action: str) -> None:
    state = moving(placed, action)
    units = [DATA.nouns.number("unit", name) for name in names]
    answer: Answer = GAME.questions["reach"].together(state, units)  # type: ignore[misc]
    start = DATA.board.names[state.place[units[0]]]
    assert {DATA.board.names[tint.cell] for tint in answer.cells} == played_out(state, *names) - {start}


def test_units_that_go_one_hex_only() -> None:
    state = moving(LINE, one_hex=1 << number("Sabratha"))
    assert names_of(GAME.questions["reach"].answer(state, number("Sabratha"))) == played_out(state, "Sabratha") - {
        "2430"
    }


def test_a_way_gathers_the_units_and_can_be_played() -> None:
    state = moving(LINE)
    units = [number("Sabratha"), number("Pavia")]
    answer: Answer = GAME.questions["route"].together(state, units, HEX["2432"])  # type: ignore[misc]
    assert answer.run == ("unit:Sabratha", "unit:Pavia", "to:2431", "to:2432")
    assert answer.ways == ((HEX["2430"], HEX["2431"], HEX["2432"]),)
    play(state, *answer.run)
    assert [DATA.board.names[state.place[unit]] for unit in units] == ["2432", "2432"]


@pytest.mark.parametrize(
    ("unit", "goal", "rule"),
    [("Sabratha", "1710", "19.1"), ("5/4 Ind", "2432", "19.0"), ("Recam", "2432", "19.0")],
)
def test_why_there_is_no_way(unit: str, goal: str, rule: str) -> None:
    state = moving(LINE)
    show = GAME.questions["route"].show
    assert show is not None
    answer: Answer = show(state, number(unit), HEX[goal])
    assert not answer.run
    assert answer.rule == rule


@pytest.mark.parametrize(("quarters", "text"), [(0, "0"), (1, "¼"), (4, "1"), (14, "3½")])
def test_points(quarters: int, text: str) -> None:
    assert in_points(quarters) == text


def shown(name: str, state: Sands) -> Answer:
    show = GAME.questions[name].show
    assert show is not None
    answer: Answer = show(state)
    return answer


def test_zones() -> None:
    state = desert({"Sabratha": "2430", "5/4 Ind": "2431"})
    tints = {(DATA.board.names[tint.cell], tint.tone) for tint in shown("zones", state).cells}
    assert {("2430", "warn"), ("2431", "warn"), ("2429", "0"), ("2432", "1")} <= tints
    assert ("2430", "1") not in tints
    assert not shown("zones", desert({"Sabratha": "2430"})).legend


def test_headquarters_out_of_supply_reach_nothing() -> None:
    state = desert({"HQ 21 Corps": "2430", "HQ 13 Corps": "2040"}, oos=["HQ 13 Corps"])
    sides = {tint.tone for tint in shown("ranges", state).cells}
    assert sides == {"0"}
    assert "HQ 21 Corps" in shown("ranges", state).text
    state.oos = 0
    assert {tint.tone for tint in shown("ranges", state).cells} == {"0", "1"}


def test_the_end_of_movement_warns_of_overstacking() -> None:
    state = moving({"Sabratha": "2430", "Pavia": "2430", "Brescia": "2430", "Bologna": "2430"})
    done = GAME.read(state, "done")
    assert [why.rule for why in costs(GAME, state, [done])] == ["7.3"]
    assert not costs(GAME, moving(LINE), [done])


# Lines of supply


def random_front(rng: Random, size: int = 14) -> Sands:
    """Units of both sides anywhere on the map."""
    hexes = sorted(HEX)
    chosen = rng.sample([unit.id for unit in DATA.units], size)
    taken = dict(zip(chosen, rng.sample(hexes, size), strict=True))
    state = desert(taken, bypass=rng.choice([0, 2]))
    state.controlled = [DATA.places.sources[0] | hexes_of(state, DATA.own[0]) & DATA.places.kept, 0]
    state.controlled[1] = DATA.places.kept & ~state.controlled[0]
    return state


def test_a_line_is_drawn_for_whoever_has_one() -> None:
    """And it is one: over land as far as allowed, then along lines, past no enemy, to a source or a port."""
    rng = Random(3)
    for _ in range(10):
        state = random_front(rng)
        for side in range(2):
            fed = traced(state, side)
            for unit in ones(on_map(state, DATA.own[side])):
                line = line_of(state, unit)
                assert (line is not None) == bool(fed >> unit & 1), DATA.units[unit].id
                if line is not None:
                    check_line(state, side, line)


def check_line(state: Sands, side: int, line: Line) -> None:
    scale, enemies = DATA.board.scale, state.occupied[1 - side]
    barred = enemies | uncontested(state, side)
    assert sum(scale[place] for place in line.land[1:]) == line.spent <= line.most
    assert not any(barred >> place & 1 for place in line.land[1:])
    assert not any(enemies >> place & 1 for place in line.road)
    assert all(DATA.board.touching[a] >> b & 1 for a, b in pairwise((*line.land[:-1], *line.road)))
    goals = DATA.places.ports if line.by_port else DATA.places.sources[side]
    assert goals >> (line.road or line.land)[-1] & 1


def test_the_line_of_a_unit_has_two_parts() -> None:
    state = desert({"Sabratha": "2430"})
    show = GAME.questions["line"].show
    assert show is not None
    answer: Answer = show(state, number("Sabratha"))
    land, road = answer.ways
    assert (land[0], road[-1]) == (HEX["2430"], HEX["1600"])
    assert land[-1] == road[0]
    assert {shade.tone for shade in answer.legend} == {"warn", "good"}
    assert "El Agheila" in answer.text


def test_supply_is_an_overlay() -> None:
    ring = {"5/4 Ind": "2431", "7/4 Ind": "2429", "11/4 Ind": "2530", "16/70": "2330", "Sabratha": "2430"}
    tints = {(DATA.board.names[tint.cell], tint.tone) for tint in shown("supply", desert(ring)).cells}
    assert ("2430", "bad") in tints
    assert ("2431", "bad") not in tints
    assert ("1600", "0") in tints
    assert ("1877", "1") in tints


def test_a_way_ends_at_the_dice_of_a_border() -> None:
    """19.2.2: all of it is drawn, and as much played as comes before the dice."""
    state = moving(LINE)
    answer: Answer = GAME.questions["route"].together(state, [number("Sabratha")], HEX["1600"])  # type: ignore[misc]
    assert answer.ways[0][-1] == HEX["1600"]
    assert "check for disorganisation" in answer.text
    play(state, *answer.run)
    assert GAME.actor(state) == CHANCE
    assert decision(state) == "border-check"


def test_a_unit_that_must_go_on_is_shown_where() -> None:
    state = moving(LINE)
    answer: Answer = GAME.questions["route"].together(state, [number("Sabratha")], HEX["1600"])  # type: ignore[misc]
    play(state, *answer.run)
    GAME.apply(state, 5)
    assert decision(state) == "onward"
    reached = names_of(GAME.questions["reach"].answer(state, number("Sabratha")))
    assert {f"to:{name}" for name in reached} == legal(state, "to")


def test_by_rail_nobody_rolls_at_a_border() -> None:
    state = desert({"22 Gds": "1877", "Pavia": "1600"}, railhead=HEX["2337"])
    acting(state, "allied", "move", MOVEMENT)
    answer: Answer = GAME.questions["route"].together(state, [number("22 Gds")], HEX["1546"])  # type: ignore[misc]
    rails = [HEX[text.partition(":")[2]] for text in answer.run if text.startswith("to:")]
    assert rails == [place for place in DATA.rail[1:] if place in rails], "all the way by rail"
    assert rails[-1] == HEX["1546"]
    assert "check" not in answer.text
    assert len({DATA.board.sheet_of[place] for place in rails}) == 2


def test_hexes_with_too_many_units_are_marked() -> None:
    crowd = dict.fromkeys(("Brescia", "Bologna", "Savona"), "2428")
    state = moving({"Sabratha": "2430", **crowd})
    answer: Answer = GAME.questions["reach"].together(state, [number("Sabratha")])  # type: ignore[misc]
    tones = {DATA.board.names[tint.cell]: tint.tone for tint in answer.cells}
    assert (tones["2428"], tones["2429"]) == ("bad", "good")


def test_nobody_joins_an_extended_movement() -> None:
    state = moving(LINE)
    play(state, "unit:Sabratha", "extended")
    assert not GAME.questions["reach"].answer(state, number("Pavia"))
    assert GAME.questions["reach"].answer(state, number("Sabratha"))


def test_the_shortest_way_over_land_is_drawn() -> None:
    show = GAME.questions["line"].show
    assert show is not None
    assert "1 of 8 hexes over land" in show(desert({"Sabratha": "2430"}), number("Sabratha")).text


@pytest.mark.parametrize(("off_rail", "choices"), [(1, 1), (0, 2)])
def test_whoever_was_off_the_rails_checks_even_if_the_border_is_crossed_by_rail(
    off_rail: int, choices: int
) -> None:
    rail, sheet_of = DATA.rail, DATA.board.sheet_of
    last = next(at for at, (a, b) in enumerate(pairwise(rail)) if sheet_of[a] != sheet_of[b])
    state = desert({"22 Gds": DATA.board.names[rail[last]]}, railhead=rail[-1], extended=1, off_rail=off_rail)
    state.active = 1
    run = [pack(TO, place) for place in rail[last + 1 : last + 3]]
    assert until_check(state, rail[last], run) == choices


# 15.0, P1.2.2


def test_units_that_are_set_up_together_go_where_all_of_them_have_room() -> None:
    """They are shown the entry area, one press puts them there, and too many are told of the room."""
    match = Match.start(GAME, scenario="sunflower")
    few = tuple(DATA.nouns.number("unit", name) for name in ("Pavia", "Bologna", "Brescia"))
    many = tuple(unit for unit in ones(dict(GAME.options(match.state))[ENTER]))
    shown = show_reach(match.state, few)
    assert {DATA.board.names[tint.cell] for tint in shown.cells} == {"1500", "1501", "1600", "1601"}
    assert not show_reach(match.state, many).cells
    assert "room" in show_way(match.state, many, HEX["1600"]).text
    match.play(0, show_way(match.state, few, HEX["1600"]).run)
    assert {match.state.place[unit] for unit in few} == {HEX["1600"]}


def test_a_unit_that_comes_onto_the_map_is_not_told_that_it_cannot_move() -> None:
    match = Match.start(GAME, scenario="sunflower")
    match.play(0, ["enter:Pavia"])
    pavia = DATA.nouns.number("unit", "Pavia")
    assert len(show_reach(match.state, (pavia,)).cells) == 4
    assert show_way(match.state, (pavia,), HEX["1601"]).run == ("to:1601",)
    assert show_way(match.state, (pavia,), HEX["2124"]).rule == "P1.2.2"
