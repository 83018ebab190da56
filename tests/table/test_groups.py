"""Several pieces as one question and one request: their common reach, the way of all, played whole or refused."""

from __future__ import annotations

from textwrap import dedent

import pytest

import sandtable
from sandtable.kernel.errors import Illegal, Malformed
from sandtable.kernel.journal import ChoiceRecord
from sandtable.kernel.match import MAX_RUN, Match
from sandtable.kernel.scene import Answer, scene_for
from sandtable.table.catalogue import board_of
from sandtable.table.errors import Missing
from sandtable.table.groups import MOST_TOGETHER, answered_together, check_whole
from sandtable.table.messages import Ask, Run
from tests.games.rommel_in_the_desert.sands import position

KORPS, ROMMEL = "afrika-korps", "rommel-in-the-desert"
AXIS = 0
DIVISION = ("21/5", "21/104", "15/8", "21/3", "15/115")


def on_the_road(places: str = "W3: 21/5 21/104 15/8 21/3 15/115 AxisSupply2") -> Match:
    """Axis movement in Afrika Korps, with nobody near."""
    rest = "I33: 4I/5 AlliedSupply2\nJ62: 2/3 AlliedSupply1"
    return Match.start(sandtable.game(KORPS), position=f"turn 3 axis\nphase: movement\n{dedent(places)}\n{rest}")


def asked(match: Match, question: str, pieces: tuple[str, ...], *place: str) -> Answer:
    company = pieces[1:]
    return answered_together(match, board_of(match.game.id), Ask(AXIS, question, (pieces[0], *place), company))


def names(match: Match, answer: Answer) -> set[str]:
    hexes = match.game.nouns(match.state.printed)["hex"]
    return {hexes[tint.cell] for tint in answer.cells}


def reached_alone(match: Match, piece: str) -> set[str]:
    """Where one piece could go if it were alone."""
    return names(match, asked(match, "reach", (piece,)))


def test_the_common_reach_is_what_each_of_them_reaches_and_the_slowest_is_named() -> None:
    match = on_the_road("W3: 21/5 Ariete Brescia AxisSupply2")
    pieces = ("21/5", "Ariete", "Brescia")
    answer = asked(match, "reach", pieces)
    assert names(match, answer) == set.intersection(*(reached_alone(match, piece) for piece in pieces))
    assert names(match, answer) < reached_alone(match, "21/5")
    assert answer.text == "3 go together; the slowest is Brescia"
    assert {shade.tone for shade in answer.legend} >= {tint.tone for tint in answer.cells}, "colours are explained"
    slow = {tint.cell: tint.text for tint in asked(match, "reach", ("Brescia",)).cells}
    assert all(slow[tint.cell] == tint.text for tint in answer.cells), "the figures are those of the slowest"


def test_nobody_is_called_the_slowest_where_all_go_as_far() -> None:
    match = on_the_road("W3: 21/5 15/8 AxisSupply2")
    assert asked(match, "reach", ("21/5", "15/8")).text == "2 go together"


def test_five_units_over_twenty_hexes_are_one_run_of_ordinary_choices() -> None:
    match = on_the_road()
    answer = asked(match, "route", DIVISION, "S19")
    assert [len(way) - 1 for way in answer.ways] == [20]
    assert not answer.final
    assert 100 < len(answer.run) <= MAX_RUN
    run = Run(AXIS, 0, "key", answer.run, whole=True)
    check_whole(match, board_of(KORPS), run)
    records = match.play(AXIS, run.run)
    assert [record.text for record in records if isinstance(record, ChoiceRecord)] == list(run.run)
    place = match.state.printed.board.number["S19"]
    units = match.game.nouns(match.state.printed)["unit"]
    assert {match.state.place[units.index(piece)] for piece in DIVISION} == {place}


def test_whoever_cannot_go_is_left_out_and_named_with_the_reason() -> None:
    match = on_the_road("W3: 21/5 15/8\nW5: 21/3 AxisSupply2")
    match.play(AXIS, ["unit:21/5", "hex:W4", "hex:W5", "stop"])
    answer = asked(match, "reach", ("21/5", "21/3", "22Gds"))
    assert answer.stays == ("22Gds",)
    assert names(match, answer) == names(match, asked(match, "reach", ("21/5", "21/3")))
    assert answer.text.startswith("22Gds cannot go along: ")
    assert answer.rule
    assert asked(match, "reach", ("22Gds",)).stays == ("22Gds",)


def test_a_unit_that_is_there_already_needs_no_way() -> None:
    match = on_the_road("W3: 21/5\nW5: 21/3 AxisSupply2")
    assert asked(match, "route", ("21/5", "21/3"), "W5").run == asked(match, "route", ("21/5",), "W5").run


def test_nobody_goes_if_one_of_them_cannot_follow() -> None:
    match = on_the_road("W3: 21/5 Brescia AxisSupply2")
    answer = asked(match, "route", ("21/5", "Brescia"), "S19")
    assert answer.run == ()
    assert answer.text.startswith("Brescia (2-3-4) cannot go to S19: ")
    assert answer.rule == "5.2"


def test_nobody_goes_if_some_would_be_left_behind() -> None:
    """The first captures supply, and its owner is asked: the second could not follow in the same press."""
    match = on_the_road("N10: 21/5 15/8 AxisSupply2\nN11: AlliedSupply3")
    answer = asked(match, "route", ("21/5", "15/8"), "N11")
    assert answer.run == ()
    assert answer.text == (
        "15/8 would be left behind: once 21/5 has gone, the decision passes to the other side; "
        "send them one after another"
    )
    capture = tuple(asked(match, "route", ("21/5",), "N11").run)
    run = Run(AXIS, 0, "key", (*capture, "unit:15/8", "hex:N11"), whole=True)
    with pytest.raises(Illegal, match="15/8 would be left behind"):
        check_whole(match, board_of(KORPS), run)
    check_whole(match, board_of(KORPS), Run(AXIS, 0, "key", capture, whole=True))


def test_a_whole_run_is_refused_with_the_name_of_the_unit() -> None:
    match = on_the_road()
    run = Run(AXIS, 0, "key", ("unit:21/5", "hex:W4", "stop", "unit:15/8", "hex:W9"), whole=True)
    with pytest.raises(Illegal, match=r"^15/8: ") as refused:
        check_whole(match, board_of(KORPS), run)
    assert refused.value.rule


def test_in_rommel_the_move_of_the_group_is_declared_once() -> None:
    places = "Gazala: 21/5 21/104 15/8\nTobruk: Pol\nAlexandria: 22Gd"
    match = Match.start(sandtable.game(ROMMEL), position=position(places, "movement 1"))
    pieces = ("21/5", "21/104", "15/8")
    assert "Derna" in names(match, asked(match, "reach", pieces))
    run = asked(match, "route", pieces, "Derna").run
    assert [text for text in run if text.startswith("group:")] == ["group:Gazala"]
    assert [text for text in run if text.startswith("unit:")] == [f"unit:{piece}" for piece in pieces]
    check_whole(match, board_of(ROMMEL), Run(AXIS, 0, "key", run, whole=True))
    assert len(match.play(AXIS, run)) == len(run)


BUQ_BUQ = "Ft-Capuzzo: 15/8 15/33 21/5 21/3\nBuq-Buq: 7/4\nEl-Agheila: Bologna\nAlexandria: Pol"
FOUR = ("15/8", "15/33", "21/5", "21/3")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_limit_on_the_way_counts_for_the_whole_group(count: int) -> None:
    """7.1b of Rommel in the Desert: each of four reaches Buq Buq, but only two may engage over its hexside."""
    match = Match.start(sandtable.game(ROMMEL), position=position(BUQ_BUQ, "movement 1"))
    assert all("Buq-Buq" in reached_alone(match, piece) for piece in FOUR)
    answer = asked(match, "reach", FOUR[:count])
    assert ("Buq-Buq" in names(match, answer)) == (count == 2)
    assert "Sollum" in names(match, answer)
    way = asked(match, "route", FOUR[:count], "Buq-Buq")
    assert bool(way.run) == (count == 2)
    assert way.rule == ("" if count == 2 else "7.1")


def test_the_common_reach_is_where_the_run_of_all_leads() -> None:
    """Over two hexsides four may engage, if those that can go around do so."""
    places = "Gazala: 15/8 21/5 21/3 15/33\nBir-Harmat: 22Gd\nTobruk: Pol\nEl-Agheila: Bologna"
    match = Match.start(sandtable.game(ROMMEL), position=position(places, "movement 1"))
    for count in (2, 3, 4):
        pieces = ("15/8", "21/5", "21/3", "15/33")[:count]
        answer = asked(match, "reach", pieces)
        sure = [match.state.printed.board.names[tint.cell] for tint in answer.cells if tint.tone == "good"]
        sure.remove("Gazala")  # there and back
        assert "Bir-Harmat" in sure
        for place in sure:
            way = asked(match, "route", pieces, place)
            assert way.run, f"{count} to {place}: {way.text}"


def test_a_deployment_goes_together_only_where_there_is_room() -> None:
    """18.4 of Rommel in the Desert: five units may start in Tobruk, and one is fed by each oasis (15.1)."""
    match, board = Match.start(sandtable.game(ROMMEL), "crusader"), board_of(ROMMEL)
    match.play(0, ["keep"])
    match.play(1, ["keep"])
    match.play(0, scene_for(match.game, board, match.state, 0).shortcuts[0].run)
    force = [button.piece for button in scene_for(match.game, board, match.state, 1).buttons]

    def offered(count: int) -> set[str]:
        return names(match, answered_together(match, board, Ask(1, "reach", (force[0],), tuple(force[1:count]))))

    assert {"Tobruk", "Siwa", "Sidi-Barrani"} <= offered(1)
    assert {"Tobruk", "Sidi-Barrani"} <= offered(5)
    assert "Siwa" not in offered(2)
    assert "Tobruk" not in offered(6)
    assert "Sidi-Barrani" in offered(MOST_TOGETHER)


def test_what_cannot_be_asked_of_several() -> None:
    match = on_the_road()
    with pytest.raises(Missing):
        asked(match, "supply", DIVISION)
    with pytest.raises(Malformed):
        asked(match, "route", DIVISION)
    with pytest.raises(Malformed):
        asked(match, "reach", ("21/5", "Napoleon"))
    with pytest.raises(Malformed, match=f"at most {MOST_TOGETHER}"):
        asked(match, "reach", ("21/5",) * (MOST_TOGETHER + 1))


# A stack that moves as one


def two_coasts(*lines: str) -> Match:
    """The North moves, with three units in one hex."""
    chits = "drawn: north-1", "cup: north-2 south-1 south-2 storm", "frame: turn 3", "frame: active 0 asks=north"
    text = "\n".join(("0303: Beech Birch Oak", "E0302: Crane", *lines, *chits))
    return Match.start(sandtable.game("two-coasts"), position=text)


def asked_as_one(match: Match, side: int, *goal: str) -> Answer:
    asked = Ask(side, "route" if goal else "reach", ("Beech", *goal), ("Birch", "Oak"))
    return answered_together(match, board_of("two-coasts"), asked)


def test_a_stack_that_moves_as_one_is_one_move() -> None:
    match = two_coasts()
    costs = {tint.cell: tint.text for tint in asked_as_one(match, 0).cells}
    assert max(costs.values()) == "3", "the guns are the slowest"
    answer = asked_as_one(match, 0, "0204")
    assert answer.run == ("unit:Beech", "unit:Birch", "unit:Oak", "to:0304", "to:0204")
    assert answer.final, "the other side is asked after the first step"
    check_whole(match, board_of("two-coasts"), Run(0, 0, "key", answer.run, whole=True))
    match.play(0, answer.run)
    assert match.actor() == 1
    there = match.state.printed.map.names.index("0304")
    assert match.state.where.count(there) == 3


def test_a_reader_who_does_not_decide_gets_the_answer_too() -> None:
    assert asked_as_one(two_coasts(), 1, "0204").run


FRONTIER = dedent("""
    Bardia: it_62 it_abg-1 it_bg-1 it_bg-2
    Halfaya: in_4
    turn: 9
    round: 2
    hand Axis: X24
    waiting:
    use: operations
    movers: Bardia
    frame: game-turn 2
    frame: round 2
    frame: action 1 actor=Axis
    frame: operations 1 player=Axis
    """)
"""Shifting Sands: the units of Bardia are about to move."""


def test_pieces_whose_ids_are_not_printed_on_them_are_called_by_their_names() -> None:
    match = Match.start(sandtable.game("shifting-sands"), position=FRONTIER)
    answer = asked(match, "reach", ("it_abg-1", "it_62"))
    assert answer.text == "2 go together; the slowest is 62nd Marmarica"
    answer = asked(match, "route", ("it_62", "it_bg-1", "it_bg-2"), "Gambut")
    assert answer.text == "62nd Marmarica, Italian battlegroup, Italian battlegroup to Gambut"
    assert [choice for choice in answer.run if choice.startswith("unit:")] == [
        *("unit:it_62", "unit:it_bg-1", "unit:it_bg-2")
    ]
