"""Positions as text: read, written, refused where a line makes no sense, judged where they cannot come about."""

from __future__ import annotations

from textwrap import dedent

import pytest

import sandtable
from sandtable.kernel.errors import Malformed
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
AFRIKA = sandtable.game(GAME)
DATA = AFRIKA.load_data()


def assert_round_trip(table: Desert) -> None:
    """Written and read again it is the same position, and the text is the same text."""
    text = AFRIKA.write_position(table.state)
    read = AFRIKA.read_position(text, DATA)
    assert AFRIKA.dump(read) == AFRIKA.dump(table.state)
    assert AFRIKA.write_position(read) == text


# There and back

ARMIES = """
S23: 21/5 21/104
U25: AxisSupply1
S24: 4I/5
U27: 15/8 Rommel
T26: 4I/7
G25: 9A/20 AlliedSupply1 AlliedSupply2
"""
DECLARED = ["attack:4I/5", "with:21/5", "with:21/104", "done", "attack:4I/7", "with:15/8", "done", "done"]


@pytest.mark.parametrize(
    ("position", "choices", "decision"),
    [
        ("", [], "movement"),
        (f"turn 5 axis\nphase: start\nW3: Savona\n{ARMIES}", [], "convoy"),
        (f"turn 5 allied\nphase: start\n{ARMIES}", [], "land-supply"),
        (f"turn 5 allied\nphase: arrivals\nports_at_start: G25 J62\n{ARMIES}", ["unit:7/4"], "port"),
        (f"turn 5 axis\nphase: movement\n{ARMIES}", ["unit:15/8", "unit:Rommel", "hex:V28"], "move"),
        (f"turn 5 axis\nphase: movement\n{ARMIES}", ["unit:Rommel", "hex:V28", "stop"], "movement"),
        (
            f"turn 5 axis\nphase: movement\n{ARMIES}S22: Pavia Savona\n",
            ["unit:Pavia", "hex:S21", "stop"],
            "movement",
        ),
        (f"turn 5 axis\nphase: combat\n{ARMIES}", [], "declare-battles"),
        (f"turn 5 axis\nphase: combat\n{ARMIES}", ["attack:4I/7", "with:15/8"], "form-battle"),
        (
            f"turn 5 axis\nphase: combat\n{ARMIES}",
            DECLARED,
            "choose-battle",
        ),
        (
            f"turn 5 axis\nphase: combat\n{ARMIES}",
            [*DECLARED, "battle:1"],
            "combat-die",
        ),
        (
            "turn 34 allied\nphase: combat\nL59: 2/3 AlliedSupply1\nW6: 21/5 AxisSupply4*\n",
            ["form:Sub1", "unit:2/3"],
            "substitution",
        ),
    ],
)
def test_round_trip_in_every_phase(position: str, choices: list[str], decision: str) -> None:
    table = Desert(position).play(*choices)
    assert table.decision == decision
    assert_round_trip(table)


def test_round_trip_of_an_automatic_victory_and_of_battles_already_fought() -> None:
    table = Desert(
        """
        turn 5 axis
        phase: movement
        N30: 21/5 AxisSupply1
        N31: Pol
        P30: 15/8 AxisSupply2
        P32: 22Gds
        sea: 2/3
        eliminated: Ariete
        """
    )
    table.play("declare:Pol", "with:21/5", "done", "supply:AxisSupply1").move("15/8", "P31").play("done")
    assert_round_trip(table)
    table.attack(["22Gds"], ["15/8"], "AxisSupply2").play("done")
    assert_round_trip(table)
    table.play("battle:0")
    assert_round_trip(table)
    assert table.legal("battle") == {"1"}


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        ("turn 38 allied\nphase: end\nL59: Pol AlliedSupply1\nW6: 21/5 AxisSupply1\n", 1),
        ("turn 5 axis\nphase: end\nfallen: allied\nL59: AlliedSupply1\nW6: 21/5 AxisSupply1\n", 0),
    ],
)
def test_round_trip_of_a_game_that_is_over(position: str, winner: int) -> None:
    table = Desert(position)
    assert table.decision == ""
    assert AFRIKA.score(table.state).winner == winner
    assert_round_trip(table)


def test_the_text_is_short_enough_to_write_by_hand() -> None:
    table = Desert(
        "turn 5 axis\nphase: movement\n\n# the Afrika Korps\nW6: 21/5 AxisSupply4*  # captured\nL59: Pol\n"
    )
    assert AFRIKA.write_position(table.state) == dedent(
        """\
        turn 5 axis
        L59: Pol
        W6: 21/5 AxisSupply4
        captured: AxisSupply4
        frame: game-turn 1
        frame: axis-turn 8
        frame: movement 0
        """
    )


@pytest.mark.parametrize(
    ("phase", "decision"),
    [("start", "convoy"), ("arrivals", "arrivals"), ("movement", "movement"), ("combat", "declare-battles")],
)
def test_a_phase_puts_the_game_there(phase: str, decision: str) -> None:
    table = Desert(
        f"turn 3 axis\nphase: {phase}\nports_at_start: W3\nW3: Brescia\nN30: 21/5 AxisSupply1\nN31: 22Gds\n"
    )
    assert table.decision == decision


def test_the_end_phase_goes_on_to_the_other_side() -> None:
    table = Desert("turn 3 axis\nphase: end\nN30: 21/5 AxisSupply1\nL59: Pol\n")
    assert (table.state.active, table.decision) == (1, "movement")


# Texts that make no sense

BROKEN = [
    ("turn 5\nphase: movement\n", 1, "write 'turn 5 axis'"),
    ("turn five axis\nphase: movement\n", 1, "write 'turn 5 axis'"),
    ("turn 5 german\nphase: movement\n", 1, "write 'turn 5 axis'"),
    ("turn 39 axis\nphase: movement\n", 1, "there are 38 turns"),
    ("turn 0 axis\nphase: movement\n", 1, "there are 38 turns"),
    ("phase: movement\nW6: 21/5\n", 3, "the line 'turn 5 axis' is missing"),
    ("turn 5 axis\nW6: 21/5\n", 3, "a line like 'phase: movement' is missing"),
    ("turn 5 axis\nphase: movement\nframe: movement 0\n", 4, "give either a phase or frames"),
    ("turn 5 axis\n\nW6 21/5\n", 3, "is not 'name: values'"),
    ("turn 5 axis\n# a remark\nZ9: 21/5\n", 3, "'Z9' is neither a place nor a known field"),
    ("turn 5 axis\nR60: 21/5\n", 2, "'R60' is neither a place nor a known field"),
    ("turn 5 axis\nW6: 21/6\n", 2, "there is no unit '21/6'"),
    ("turn 5 axis\nW6: 21/5\nW7: 21/5\n", 3, "21/5 is in two places"),
    ("turn 5 axis\nW6: 21/5\nsea: 21/5\n", 3, "21/5 is in two places"),
    ("turn 5 axis\nW6: 21/5*\n", 2, "only supply can be captured supply"),
    ("turn 5 axis\ninside: 2/3\n", 2, "write 'inside: substitute=value'"),
    ("turn 5 axis\ninside 21/5: 2/3\n", 2, "write 'inside Sub1: units'"),
    ("turn 5 axis\ninside Sub1 Sub2: 2/3\n", 2, "write 'inside Sub1: units'"),
    ("turn 33 axis\ninside Sub1: 2/3\ninside Sub1: 7/4\n", 3, "'inside Sub1' is given twice"),
    ("turn 33 axis\ninside Sub1: 2/3\ninside Sub2: 2/3\n", 3, "2/3 is in two places"),
    ("turn 5 axis\nspent: 21/5\n", 2, "write 'spent: unit=value'"),
    ("turn 5 axis\nspent: 21/5=four\n", 2, "'four' is not a number"),
    ("turn 5 axis\nspent: 21/5=-1\n", 2, "spent cannot be -1"),
    ("turn 5 axis\nroad_spent: 21/5=-1\n", 2, "road_spent cannot be -1"),
    ("turn 5 axis\npoints: -1 0\n", 2, "points cannot be -1"),
    ("turn 5 axis\nspent: 21/9=4\n", 2, "there is no unit '21/9'"),
    ("turn 5 axis\nstopped: Montgomery\n", 2, "there is no unit 'Montgomery'"),
    ("turn 5 axis\nwinner: German\n", 2, "there is no side 'German'"),
    ("turn 5 axis\nending: 1\n", 2, "'1' is not one of running, elimination, control, calendar, starvation"),
    ("turn 5 axis\npoints: 3\n", 2, "write 'points: side=value'"),
    ("turn 5 axis\nports_at_start: Tobruch\n", 2, "there is no hex 'Tobruch'"),
    ("turn 5 axis\nports_at_start: R60\n", 2, "there is no hex 'R60'"),
    ("turn 5 axis\nobligations: AxisSupply1\n", 2, "is not 2 words joined by ="),
    ("turn 5 axis\ndeclared: 21/5 Pol\n", 2, "a battle is written 'attackers > defenders'"),
    ("turn 5 axis\nphase: lunch\n", 2, "a phase is one of start, arrivals, movement, combat, end"),
    ("turn 5 axis\nframe:\n", 2, "'' is not a kind of frame"),
    ("turn 5 axis\nframe: siesta 0\n", 2, "'siesta' is not a kind of frame"),
    ("turn 5 axis\nframe: movement x\n", 2, "'x' is not a number"),
    ("turn 5 axis\nframe: movement\n", 2, "write 'frame: movement step', with step 0 to 0"),
    ("turn 5 axis\nframe: movement 1\n", 2, "write 'frame: movement step', with step 0 to 0"),
    ("turn 5 axis\nframe: game-turn 5\n", 2, "write 'frame: game-turn step', with step 0 to 4"),
    ("turn 5 axis\nframe: game-turn -1\n", 2, "write 'frame: game-turn step', with step 0 to 4"),
    ("turn 5 axis\nframe: move 0 1\n", 2, "write 'frame: move step"),
    ("turn 5 axis\nframe: move 0 1 0 7\n", 2, "write 'frame: move step"),
    ("turn 5 axis\nframe: aftermath 0 0 0 0 3\n", 2, "write 'frame: aftermath step"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN)
def test_a_broken_text_is_refused_by_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        AFRIKA.read_position(text, DATA)
    assert str(refusal.value).startswith(f"line {line}: ")
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ("fight 0 0", "battle cannot be 0"),
        ("move-won-supply 0 999 1", "supply cannot be 999"),
        ("retreat-step 0 1 2 0 -1 -1", "along cannot be -1"),
    ],
)
def test_a_frame_about_what_is_not_there_is_refused(frame: str, reason: str) -> None:
    with pytest.raises(Malformed, match=f"line 2: {reason}"):
        AFRIKA.read_position(f"turn 5 axis\nframe: {frame}\n", DATA)


# Positions that cannot have come about


def rules(text: str) -> list[str]:
    state = AFRIKA.read_position(dedent(text), DATA)
    found = AFRIKA.status(state)
    assert all(str(why.sentence) for why in found)
    return [why.rule for why in found]


BOTH = "W6: 21/5 AxisSupply1\nL59: Pol AlliedSupply1\n"


def test_possible_positions_have_no_faults() -> None:
    for phase in ("start", "arrivals", "movement", "combat", "end"):
        assert rules(f"turn 5 axis\nphase: {phase}\n{BOTH}") == []
    assert AFRIKA.status(AFRIKA.start()) == []


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("N30: Ariete 22Gds", "5.4"),
        ("N30: AxisSupply2 AlliedSupply2", "13.3"),
        ("N30: 4I/5 4I/7 4I/11 7A/1", "6.1"),
        ("eliminated: Rommel", "22.4"),
        ("eliminated: AxisSupply2", "15.2.1"),
        ("N30: 90/361", "19.1"),
        ("sea: 90/361", "19.1"),
        ("eliminated: 90/361", "19.1"),
        ("N30: AlliedSupply2 AlliedSupply3 AlliedSupply4 AlliedSupply5", "12.1"),
        ("N30: AxisSupply2 AxisSupply3 AxisSupply4", "12.2"),
        ("N30: Ariete\ncaptured: Ariete", "12.3"),
        ("N30: Ariete\nspent: Ariete=7", "5.2"),
        ("N30: Ariete\nroad_spent: Ariete=11", "17.1"),
        ("N30: Ariete\nrommel_bonus: Ariete=3", "22.1"),
        ("N30: 22Gds\nrommel_bonus: 22Gds=1", "22.1"),
        ("points: 1 0", "20.1"),
        ("winner: axis\nending: elimination", "4.1"),
        ("cancelled: Pol", "9.1"),
        ("declared: Pol > 21/5", "7.2"),
        ("declared: 21/5 > Ariete\nN30: Ariete", "7.2"),
    ],
)
def test_an_impossible_position_is_named_by_its_rule(lines: str, rule: str) -> None:
    assert rule in rules(f"turn 5 axis\nphase: movement\n{BOTH}{lines}\n")


@pytest.mark.parametrize(
    "lines",
    [
        "N30: Ariete AlliedSupply2",
        "N30: AxisSupply2 AxisSupply3 AxisSupply4*",
        "N30: Ariete\nspent: Ariete=8\nroad_spent: Ariete=10\nrommel_bonus: Ariete=2",
        "N30: Ariete 21/104 Brescia Pavia",
        "eliminated: Ariete\nsea: Brescia 4I/5",
        "W7: 22Gds\ncancelled: 22Gds\nautomatic: 21/5 > 22Gds supply AxisSupply1",
    ],
)
def test_the_near_side_of_each_limit_is_possible(lines: str) -> None:
    assert rules(f"turn 5 axis\nphase: movement\n{BOTH}{lines}\n") == []


@pytest.mark.parametrize(
    ("turn", "lines", "rule"),
    [
        (32, "N30: Sub1\ninside Sub1: 2/3", "21.1"),
        (33, "N30: Sub1", "21.1"),
        (33, "inside Sub1: 2/3", "21.1"),
        (33, "eliminated: Sub1", "21.6"),
    ],
)
def test_impossible_substitutes(turn: int, lines: str, rule: str) -> None:
    assert rule in rules(f"turn {turn} allied\nphase: movement\n{BOTH}{lines}\n")


def test_a_possible_substitute() -> None:
    assert rules(f"turn 33 allied\nphase: movement\n{BOTH}N30: Sub1\ninside Sub1: 2/3\n") == []


def test_the_limit_binds_the_side_that_has_moved() -> None:
    """The Axis may be overstacked while it moves, not in its combat; a retreat under way is left alone."""
    four = f"{BOTH}N30: Ariete 21/104 Brescia Pavia\nN31: 22Gds\n"
    fighting = "resolved: Ariete > 22Gds\nframe: game-turn 1\nframe: axis-turn 16\nframe: combat 0\n"
    assert rules(f"turn 5 axis\nphase: movement\n{four}") == []
    assert rules(f"turn 5 axis\n{four}{fighting}") == ["6.1"]
    retreat = fighting + (
        "frame: fight 2 battle=0\nframe: aftermath 0 battle=0 hexes=N31 fugitives=- prey=-\n"
        "frame: retreat 1 units=Ariete\nframe: conduct-retreat 0 to_go=Ariete gone=- refused=0\n"
    )
    assert rules(f"turn 5 axis\n{four}{retreat}") == []


def test_the_deployment_is_waived_for_the_allies_only_until_they_move() -> None:
    alamein = "W6: 21/5 AxisSupply1\nL59: Pol 4I/5 4I/7 4I/11\n"
    assert rules(f"turn 1 axis\nphase: movement\n{alamein}") == []
    assert rules(f"turn 2 axis\nphase: movement\n{alamein}") == ["6.1"]
    assert rules(f"turn 1 axis\nphase: movement\n{alamein.replace('4I/11', '22Gds')}") == ["6.1"]


def test_frames_of_the_wrong_side() -> None:
    text = f"turn 5 allied\n{BOTH}frame: game-turn 1\nframe: axis-turn 8\nframe: movement 0\n"
    assert rules(text) == ["3.1"]


def test_a_turn_beyond_the_record() -> None:
    state = AFRIKA.read_position(f"turn 38 axis\nphase: movement\n{BOTH}", DATA)
    state.turn = 39
    assert [str(why.sentence) for why in AFRIKA.status(state)] == ["turn: it cannot be 39"]


# Why not?

SCENE = """
turn 5 axis
phase: movement
N30: 21/5 Ariete Rommel AxisSupply1
N32: 22Gds
S23: Brescia
eliminated: Pavia
sea: Savona
I25: 21/104
spent: 21/104=10
road_spent: 21/104=10

"""


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("unit:22Gds", "10.1"),
        ("unit:Pavia", "20.1"),
        ("unit:Savona", "23.4"),
        ("unit:15/8", "19.1"),
        ("unit:21/104", "5.2"),
        ("embark:21/5", "23.4"),
        ("embark:22Gds", "10.1"),
        ("declare:21/5", "9.1"),
        ("declare:22Gds", "9.1"),
        ("destroy:AlliedSupply1", "15.5"),
        ("destroy:21/5", "15.5"),
        ("hex:N31", "5.1"),
        ("attack:22Gds", "5.3"),
        ("target:22Gds", "8.4"),
        ("with:21/5", "8.4"),
        ("block:21/5", "9.3"),
        ("supply:AxisSupply1", "14.6"),
        ("capture:AlliedSupply1", "15.4"),
        ("battle:0", "8.6"),
        ("lose:21/5", "7.5"),
        ("form:Sub1", "21.2"),
        ("break:Sub1", "21.3"),
        ("permit", "11.7"),
        ("refuse", "11.7"),
        ("decline", "12.4"),
        ("stop", "5.2"),
    ],
)
def test_why_not_during_movement(text: str, rule: str) -> None:
    assert Desert(SCENE).refusal(text) == rule


@pytest.mark.parametrize(
    ("choices", "text", "rule"),
    [
        ("unit:21/5", "stop", "5.2"),
        ("unit:21/5", "done", "5.2"),
        ("unit:21/5", "unit:21/5", "6.2"),
        ("unit:21/5", "unit:Brescia", "6.2"),
        ("unit:21/5", "unit:22Gds", "10.1"),
        ("unit:21/5", "hex:N32", "5.2"),
        ("unit:21/5", "hex:A1", "5.7"),
        ("unit:21/5 hex:N29", "unit:Ariete", "6.2"),
        ("unit:Rommel", "hex:N31", "22.4.1"),
        ("unit:AxisSupply1", "hex:N31", "13.2"),
    ],
)
def test_why_not_while_units_move(choices: str, text: str, rule: str) -> None:
    table = Desert(SCENE)
    assert table.play(*choices.split()).refusal(text) == rule


def test_why_not_out_of_a_zone() -> None:
    """22Gds holds N31 in its zone: M31 is in it too, M30 is not."""
    table = Desert("turn 5 axis\nphase: movement\nN31: 21/5\nN32: 22Gds\n").play("unit:21/5")
    assert table.refusal("hex:M31") == "8.3"
    assert table.refusal("hex:N32") == "5.4"
    assert table.allows("hex:M30")


@pytest.mark.parametrize(("unit", "rule"), [("Rommel", "15.1"), ("AxisSupply1", "13.3")])
def test_why_not_next_to_enemy_supply(unit: str, rule: str) -> None:
    table = Desert(f"turn 5 axis\nphase: movement\nN30: {unit}\nN32: AlliedSupply1\nW6: 21/5\nL59: Pol\n")
    assert table.play(f"unit:{unit}").refusal("hex:N31") == rule


RINGED = "turn 5 axis\nphase: movement\nN28: 4I/5\nN32: 4I/7\nL29: 4I/11\nP31: Pol\nN30: "


def test_rommel_may_be_chosen_first_where_only_company_lets_him_go() -> None:
    """Every hex around N30 lies in an Allied zone, N30 itself in none."""
    table = Desert(RINGED + "Rommel 21/5\n").play("unit:Rommel")
    assert table.legal() == {"unit:21/5"}
    assert table.refusal("hex:N31") == "22.4.1"
    table.play("unit:21/5", "hex:N31")
    assert table.at("N31") == {"Rommel", "21/5"}
    alone = Desert(RINGED + "Rommel\nW6: 21/5\n")
    assert not alone.allows("unit:Rommel")


def test_why_not_when_the_game_is_over() -> None:
    table = Desert("turn 38 allied\nphase: end\nL59: Pol AlliedSupply1\nW6: 21/5 AxisSupply1\n")
    assert table.refusal("done", side=0) == "3.1"


def test_why_not_when_the_dice_or_the_other_side_decide() -> None:
    table = Desert("turn 5 axis\nphase: start\nW3: 21/5\nL59: Pol\n")
    why = AFRIKA.explain(table.state, 0, 0)
    assert why is not None
    assert why.rule == "3.1"
    table.roll(1)
    assert table.refusal("done", side=1) == "3.1"


# Frames that take for granted what is not so


def frame_faults(frames: str, lines: str = "") -> list[str]:
    """The sentences about a position in the middle of an Axis turn; the frames are above the turn of the game."""
    laid = "".join(f"frame: {frame}\n" for frame in ("game-turn 1", *frames.split("; ")))
    return [
        str(why.sentence)
        for why in AFRIKA.status(AFRIKA.parse_position(f"turn 5 axis\n{BOTH}{lines}{laid}", DATA))
    ]


@pytest.mark.parametrize(
    ("frames", "sentence"),
    [
        ("axis-turn 8; movement 0; move 0 group=21/5,AxisSupply1 moved=0", ""),
        ("axis-turn 8; movement 0; move 0 group=- moved=0", "units that move together are not in one hex"),
        ("axis-turn 8; movement 0; move 0 group=Pol moved=0", "units that move together are not in one hex"),
        ("axis-turn 8; movement 0; rescue 0", "Rommel is not on the map"),
        ("axis-turn 8; movement 0; declare-victory 0 victims=- attackers=-", "over units that cannot be attacked"),
        ("axis-turn 8; movement 0; declare-victory 0 victims=Pol attackers=-", "that cannot be won"),
        (
            "axis-turn 8; movement 0; name-supply 0 victims=Pol attackers=- blockers=- supplies=-",
            "cannot take part",
        ),
        ("axis-turn 8; movement 0; capture 1 supplies=21/5", "only supply of one side is taken at a time"),
        ("axis-turn 11; destroy-supply 0 supply=AxisSupply1;AlliedSupply1", "only supply of one side"),
        ("axis-turn 6; arrivals 0", "there is no port for them"),
        ("axis-turn 11; sacrifice 0", "nothing can be chosen at 'sacrifice'"),
        ("axis-turn 10; sacrifice 0", "the frame 'sacrifice' cannot lie on 'axis-turn' at step 10"),
        ("axis-turn 15; declare-battles 0; choose-captor 0 supply=AxisSupply1", "only supply of the other side"),
        ("axis-turn 16; combat 0; seizure 1 supplies=AlliedSupply1", "no unit has been assigned to the supply"),
        ("axis-turn 16; combat 0; attack-fugitives 0 fortress=G25 attackers=-", "no unit is there to be attacked"),
        ("axis-turn 8; movement 0; advance 0 units=21/5 hexes=W3", "cannot lie on 'movement'"),
    ],
)
def test_a_frame_says_what_it_misses(frames: str, sentence: str) -> None:
    found = frame_faults(frames)
    assert bool(found) == bool(sentence)
    assert all(sentence in each for each in found)


@pytest.mark.parametrize(
    ("battle", "sentence"),
    [
        ("declared: 21/5 > Pol", "not every attacker of battle 0 is next to every defender"),
        ("declared: 21/5 >", "battle 0 is not against combat units on the map"),
        ("declared: > Pol", "battle 0 has no attackers"),
        ("declared: 21/104 > Pol", "battle 0 is not fought by combat units on the map"),
    ],
)
def test_a_battle_still_to_be_fought_can_be(battle: str, sentence: str) -> None:
    assert frame_faults("axis-turn 16; combat 0; choose-battle 0", f"{battle}\n") == [sentence]


def test_supply_may_come_upon_enemy_supply_together_with_its_captor() -> None:
    """The owner of the supply about to be taken is asked while both are in one hex."""
    lines = "P59: Ariete AxisSupply2 AlliedSupply9\n"
    moving = "axis-turn 8; movement 0; move 0 group=Ariete,AxisSupply2 moved=1"
    assert frame_faults(moving, lines) == ["supply of both sides is in P59"]
    taking = f"{moving}; capture 1 supplies=AlliedSupply9; destroy-supply 0 supply=AlliedSupply9"
    assert frame_faults(taking, lines) == []
