"""Positions as text: read, written, refused where a line makes no sense, judged where they cannot come about."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.errors import Malformed
from tests.games.rommel_in_the_desert.sands import Sands, crossed

DATA = ROMMEL.load_data()


def assert_round_trip(state: Position) -> None:
    """Written and read again it is the same position, and the text is the same text."""
    text = ROMMEL.write_position(state)
    read = ROMMEL.read_position(text, DATA)
    assert ROMMEL.dump(read) == ROMMEL.dump(state)
    assert ROMMEL.write_position(read) == text


# There and back

ARMIES = f"""
scenario 1942
month 16 axis
Gazala: 21/5 Trento=2
Derna: Ariete
Bir-Harmat: 22Gd
Sidi-Mufta: 15/8 7/4
El-Agheila: Bologna 15/33
Alexandria: Pol
refit: 1SA/3
dead: KDG
hand axis: 3 real 2 dummy
hand allied: 1 real 1 dummy
attacked by axis: Sidi-Mufta
{crossed("Rotunda-Segnali>Sidi-Mufta")}
"""


@pytest.mark.parametrize(
    ("phase", "choices", "decision"),
    [
        ("start", "", "lay"),
        ("lay", "", "lay"),
        ("lay", "real:2", "bluff"),
        ("movement 1", "", "movement"),
        ("movement 1", "regroup:Gazala", "destination"),
        ("movement 1", "rommel-group:Gazala unit:21/5 hex:Derna", "step"),
        ("movement 2", "group:Gazala unit:21/5 hex:Bir-Harmat group:Derna done", "announce-marches"),
        ("movement 1", "group:Gazala unit:21/5 hex:Bir-Harmat done done", "refuse-battle"),
        ("movement 1", "group:Gazala unit:21/5 hex:Bir-Harmat done done refuse:Bir-Harmat", "pursue"),
        ("movement 1", "group:Sidi-Mufta done", "choose-retreat"),
        ("movement", "", "withdraw"),
        ("moving 1", "group:Derna", "movement"),
        ("retreats 1", "", "name-battles"),
        ("combat 1", "", "name-battles"),
        ("combat 1", "fight:Sidi-Mufta done", "fire-unit"),
        ("combat 1", "fight:Sidi-Mufta done fire:7/4", "volley"),
        ("final", "", "lay"),
        ("buildup", "", "point-dice"),
    ],
)
def test_round_trip_in_every_phase(phase: str, choices: str, decision: str) -> None:
    table = Sands(f"{ARMIES}phase: {phase}\n").play(*choices.split())
    assert table.decision == decision
    assert_round_trip(table.state)


@pytest.mark.parametrize("scenario", [info.id for info in ROMMEL.scenarios])
def test_round_trip_of_the_set_up_with_options(scenario: str) -> None:
    state = ROMMEL.start(scenario, {"infantry-tanks": "slow", "disclosure": "open"})
    assert_round_trip(state)
    assert (state.infantry_tanks_slow, state.disclosed) == (1, 1)


def test_round_trip_of_units_that_left_the_map_and_of_a_game_that_is_over() -> None:
    """Those of this turn count for the victory, those of earlier ones are only gone."""
    text = "scenario 1942\nmonth 16 axis\nphase: movement 1\n123: 21/5 15/8 15/33\nAlexandria: Pol\nexited: Trento"
    table = Sands(text).play("group:123", "unit:21/5", "exit", "unit:15/8", "exit")
    lines = ROMMEL.write_position(table.state).splitlines()
    assert {"exited: 21/5 Trento 15/8", "exited now: 21/5 15/8"} <= set(lines)
    assert_round_trip(table.state)
    table.play("unit:15/33", "exit")
    assert (table.decision, table.state.winner) == ("", 0)
    assert_round_trip(table.state)


def test_the_text_is_short_enough_to_write_by_hand() -> None:
    text = """\
        scenario 1940
        month 2 axis
        phase: lay

        # the frontier
        Bardia: Trento=2  # weakened
        Sollum: 7/4-
        """
    assert ROMMEL.write_position(Sands(text).state) == dedent(
        """\
        scenario 1940
        month 2 axis
        Bardia: Trento=2
        Sollum: 7/4-
        hand axis: 0 real 0 dummy
        hand allied: 0 real 0 dummy
        owner Benghazi: axis axis
        owner Tobruk: axis axis
        owner Bardia: axis axis
        frame: game 2
        frame: month 3 buildup=1
        frame: player-turn 3
        frame: lay 0
        """
    )


def test_whoever_wrote_no_memory_has_seen_nothing_but_blocks() -> None:
    state = Sands(f"{ARMIES}phase: lay\n").state
    german, allied = DATA.unit_number["21/5"], DATA.unit_number["22Gd"]
    assert state.may_hold[DATA.board.number["Gazala"]] >> DATA.unit_number["15/33"] & 1
    assert not state.may_hold[DATA.board.number["Gazala"]] >> allied & 1
    assert (state.least_cv[german], state.most_cv[german]) == (DATA.step[german], DATA.max_cv[german])
    seen = Sands(f"{ARMIES}phase: lay\nleast_cv: 21/5=4\nmay hold Gazala: 21/5 Trento\n").state
    assert (seen.least_cv[german], seen.most_cv[german]) == (4, 6)
    assert seen.may_hold[DATA.board.number["Gazala"]].bit_count() == 2


# Texts that make no sense

HEAD = "scenario 1942\nmonth 16 axis\n"
BROKEN = [
    ("scenario 1943\nmonth 16 axis\nphase: lay\n", 1, "write 'scenario' and one of"),
    ("scenario\nmonth 16 axis\nphase: lay\n", 1, "write 'scenario' and one of"),
    ("scenario 1942\nmonth 16\nphase: lay\n", 2, "write 'month 2 axis'"),
    ("scenario 1942\nmonth two axis\nphase: lay\n", 2, "write 'month 2 axis'"),
    ("scenario 1942\nmonth 2 german\nphase: lay\n", 2, "write 'month 2 axis'"),
    ("Gazala: 21/5\nscenario 1942\nmonth 16 axis\nphase: lay\n", 1, "'scenario 1940' comes first"),
    ("month 16 axis\nscenario 1942\nphase: lay\n", 4, "come first, once each"),
    ("scenario 1942\nphase: lay\n", 3, "come first, once each"),
    (f"{HEAD}month 16 axis\nphase: lay\n", 5, "come first, once each"),
    (f"{HEAD}Gazala: 21/5\n", 4, "a line like 'phase: lay' is missing"),
    (f"{HEAD}phase: lay\nframe: lay 0\n", 5, "give either a phase or frames"),
    (f"{HEAD}\nGazala 21/5\n", 4, "is not 'name: values'"),
    (f"{HEAD}# a remark\nGhazala: 21/5\n", 4, "'Ghazala' is neither a place nor a known field"),
    (f"{HEAD}Gazala: 21/6\n", 3, "there is no unit '21/6'"),
    (f"{HEAD}Gazala: 21/5\nDerna: 21/5\n", 4, "21/5 is in two places"),
    (f"{HEAD}Gazala: 21/5\ndead: 21/5\n", 4, "21/5 is in two places"),
    (f"{HEAD}Gazala: 21/5=0\n", 3, "0 cannot be the CV of 21/5"),
    (f"{HEAD}Gazala: 21/5=3\n", 3, "3 cannot be the CV of 21/5"),
    (f"{HEAD}Gazala: Trento=9\n", 3, "9 cannot be the CV of Trento"),
    (f"{HEAD}Gazala: Trento=full\n", 3, "'full' is not a number"),
    (f"{HEAD}hand axis: 3 real\n", 3, "write 'hand axis: 3 real 1 dummy'"),
    (f"{HEAD}hand german: 3 real 1 dummy\n", 3, "there is no side 'german'"),
    (f"{HEAD}owner Gazala: axis\n", 3, "there is no fortress 'Gazala'"),
    (f"{HEAD}owner Tobruk: \n", 3, "write 'owner Tobruk: axis'"),
    (f"{HEAD}owner Tobruk: nobody\n", 3, "there is no side 'nobody'"),
    (f"{HEAD}supplied by Gazala: 21/5\n", 3, "there is no fortress 'Gazala'"),
    (f"{HEAD}supplied at Siwa: Rommel\n", 3, "there is no unit 'Rommel'"),
    (f"{HEAD}most_cv: 4\n", 3, "write 'most_cv: unit=value'"),
    (f"{HEAD}most_cv: 21/6=4\n", 3, "there is no unit '21/6'"),
    (f"{HEAD}least_cv: 21/5=-2\n", 3, "least_cv cannot be -2"),
    (f"{HEAD}may hold Sahara: 21/5\n", 3, "there is no slot 'Sahara'"),
    (f"{HEAD}moved: Montgomery\n", 3, "there is no unit 'Montgomery'"),
    (f"{HEAD}mined_hexes: Cairo\n", 3, "there is no hex 'Cairo'"),
    (f"{HEAD}attacked by axis: Cairo\n", 3, "there is no hex 'Cairo'"),
    (f"{HEAD}attacked by rain: Gazala\n", 3, "there is no side 'rain'"),
    (f"{HEAD}turn: five\n", 3, "'five' is not a number"),
    (f"{HEAD}turn: -5\n", 3, "turn cannot be -5"),
    (f"{HEAD}first: 2\n", 3, "there is no side '2'"),
    (f"{HEAD}passes: 3\n", 3, "passes cannot be 3"),
    (f"{HEAD}winner: rain\n", 3, "there is no side 'rain'"),
    (f"{HEAD}ending: lost\n", 3, "'lost' is not one of running, exit"),
    (f"{HEAD}real_laid: 4\n", 3, "real_laid cannot be 4"),
    (f"{HEAD}phase: movement 4\n", 3, "real_laid cannot be 4"),
    (f"{HEAD}points: 3\n", 3, "write 'points: side=value'"),
    (f"{HEAD}hits: 0 0 0 0 0\n", 3, "write 'hits: class=value'"),
    (f"{HEAD}points: 3 -1\n", 3, "points cannot be -1"),
    (f"{HEAD}moves: Gazala=Derna=0\n", 3, "'Gazala=Derna=0' is not 4 words joined by ="),
    (f"{HEAD}moves: Cairo=Derna=0=1\n", 3, "there is no hex 'Cairo'"),
    (f"{HEAD}marches: 0=Derna=Gazala=21/6\n", 3, "there is no unit '21/6'"),
    (f"{HEAD}entries: 21/5=Gazala\n", 3, "there is no hexside 'Gazala'"),
    (f"{HEAD}walked: 21/5=0=2=off=1=1\n", 3, "cannot be '2'"),
    (f"{HEAD}phase: lunch\nGazala: 21/5\n", 3, "a phase is one of start, lay, movement"),
    (f"{HEAD}phase:\n", 3, "a phase is one of"),
    (f"{HEAD}phase: buildup 2\n", 3, "a phase is one of"),
    (f"{HEAD}phase: movement 1 2\n", 3, "a phase is one of"),
    (f"{HEAD}frame:\n", 3, "'' is not a kind of frame"),
    (f"{HEAD}frame: siesta 0\n", 3, "'siesta' is not a kind of frame"),
    (f"{HEAD}frame: lay x\n", 3, "'x' is not a number"),
    (f"{HEAD}frame: lay\n", 3, "write 'frame: lay step', with step 0 to 0"),
    (f"{HEAD}frame: lay 1\n", 3, "write 'frame: lay step', with step 0 to 0"),
    (f"{HEAD}frame: month 9 1\n", 3, "write 'frame: month step"),
    (f"{HEAD}frame: deploy-to 0 0\n", 3, "write 'frame: deploy-to step"),
    (f"{HEAD}frame: probe-combat 0 9999\n", 3, "hex cannot be 9999"),
    (f"{HEAD}frame: march-to 0 200\n", 3, "unit cannot be 200"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN)
def test_a_broken_text_is_refused_by_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        ROMMEL.read_position(text, DATA)
    assert str(refusal.value).startswith(f"line {line}: ")
    assert reason in str(refusal.value)


# Positions that cannot have come about


def rules(lines: str) -> list[str]:
    text = f"{HEAD}phase: lay\nDerna: Ariete 21/5\nTobruk: Pol\nAlexandria: 7/7\nEl-Agheila: Bologna\n{lines}\n"
    found = ROMMEL.status(ROMMEL.read_position(text, DATA))
    assert all(str(why.sentence) for why in found)
    return [why.rule for why in found]


BOTH = "Gazala: Trento 22Gd"


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("dead: 15/8-", "11.0"),
        ("refit: 15/8\nlate: 15/8", "11.2"),
        ("dead: 15/8\nunsupplied: 15/8", "12.7"),
        ("beside-base: 15/8\nraiders: 15/8", "12.5"),
        ("shown: 15/8", "8.5"),
        ("leaving: 15/8", "10.4"),
        (BOTH, "8.3"),
        (f"{BOTH}\nattacked by axis: Gazala\nattacked by allied: Gazala", "8.3"),
        ("attacked by axis: Gazala", "8.0"),
        ("attacked by axis: Derna", "8.0"),
        (
            f"{BOTH}\nattacked by axis: Gazala\n{crossed('Gazala>Bir-Harmat', 'Gazala>Bir-Harmat')}",
            "8.1",
        ),
        ("hand axis: -1 real 0 dummy", "3.1"),
        ("hand axis: 15 real 0 dummy\nhand allied: 14 real 0 dummy", "1.0"),
        ("hand axis: 0 real 8 dummy\nhand allied: 0 real 7 dummy", "1.0"),
        ("hand axis: 10 real 7 dummy", "16.6"),
        ("month 10 axis", "17.0"),
        ("may hold Derna: Ariete", "1.0"),
        ("most_cv: 21/5=2\nleast_cv: 21/5=2", "1.0"),
        ("mined_hexes: Gazala\nmines known to axis: Gazala\nunwatched by allied: Derna", "14.1"),
    ],
)
def test_an_impossible_position_is_named_by_its_rule(lines: str, rule: str) -> None:
    if lines.startswith("month"):
        found = ROMMEL.status(ROMMEL.read_position(f"scenario 1942\n{lines}\nphase: lay\n", DATA))
        assert [why.rule for why in found] == [rule]
    else:
        assert set(rules(lines)) == {rule}


@pytest.mark.parametrize(
    "lines",
    [
        "",
        "Gazala: Trento 22Gd-\nattacked by axis: Gazala",
        "Gazala: Trento- 22Gd-",
        f"{BOTH}\nattacked by axis: Gazala\n{crossed('Gazala>Bir-Harmat', 'Gazala>Sidi-Mufta')}",
        "hand axis: 9 real 7 dummy\nhand allied: 9 real 7 dummy",
        "refit: 15/8=2\ndead: 15/33",
        "Gazala: 15/8-\nlate: 15/8\nunsupplied: 15/8",
        "most_cv: 21/5=6\nleast_cv: 21/5=2\nmay hold Derna: Ariete 21/5 Bologna",
        "mined_hexes: Gazala\nmines known to axis: Gazala",
    ],
)
def test_the_near_side_of_each_limit_is_possible(lines: str) -> None:
    assert rules(lines) == []


def test_a_cv_that_no_block_shows_is_impossible() -> None:
    """2.3: a text cannot say it; a state can."""
    state = Sands(f"{HEAD}phase: lay\nDerna: Ariete 21/5\ndead: Trento\nAlexandria: 7/7\n").state
    for unit, cv in (("21/5", 3), ("21/5", 0), ("Ariete", 9), ("Trento", 1)):
        twin = state.copy()
        twin.cv[DATA.unit_number[unit]] = cv
        assert "2.3" in {why.rule for why in ROMMEL.status(twin)}, (unit, cv)


def test_a_battle_being_left_is_not_over_until_the_last_is_gone() -> None:
    """8.0: the last of a group on its way out leaves the enemy alone in the battle hex."""
    more = crossed("Gazala>Bir-Harmat")
    places = "Bir-Harmat: 21/5 22Gd\nTobruk: Pol\nEl-Agheila: Bologna\nattacked by axis: Bir-Harmat"
    table = Sands(f"{HEAD}phase: refusals 1\n{places}\nattacked_hexes: Bir-Harmat\n{more}")
    table.play("refuse:Bir-Harmat").hold_fire().go("Tobruk")
    assert table.decision == "leave"
    assert ROMMEL.status(table.state) == []
    assert_round_trip(table.state)


# Frames that take for granted what is not so


TURN = "game 2; month 3 buildup=1; player-turn"
BUILD = "game 2; month 1 buildup=1; buildup 4; player-buildup 5"


def frame_faults(frames: str, lines: str = "") -> list[str]:
    """The sentences about a position with these frames."""
    laid = "".join(f"frame: {frame}\n" for frame in frames.split("; "))
    text = f"{HEAD}Derna: Ariete 21/5\nTobruk: Pol\nAlexandria: 7/7\nEl-Agheila: Bologna\n{lines}\n{laid}"
    return [str(why.sentence) for why in ROMMEL.status(ROMMEL.parse_position(text, DATA))]


LAID = "real_laid: 1"
MOVE = f"{LAID}\nmoves: Derna=Derna=0=0"


@pytest.mark.parametrize(
    ("frames", "lines", "sentence"),
    [
        (f"{TURN} 3; lay 0", "", ""),
        (f"{TURN} 3; lay 0", LAID, "cards have been laid for this turn already"),
        (f"{TURN} 3; bluff 0", "", "dummies are added to real cards, once"),
        (f"{TURN} 4; movement 0", "", "no card was laid for it"),
        (f"{TURN} 4; movement 0", MOVE, ""),
        (f"{TURN} 4; movement 0", f"{MOVE} Derna=Derna=0=0", "the cards"),
        (f"{TURN} 4; movement 0", f"{LAID}\nwalked: Ariete=0=0=track=2=1", "its move was not declared"),
        (f"{TURN} 4; movement 0", f"{MOVE}\nwalked: Ariete=0=0=off=9=1\nmoved: Ariete", "further than it can"),
        (f"{TURN} 4; movement 0", f"{MOVE}\nwalked: Ariete=0=0=off=2=1", "is not marked as moved"),
        (f"{TURN} 4; movement 0", f"{MOVE}\nmarches: 0=Derna=Mechili=Ariete", "a unit marches that has not moved"),
        (
            f"{TURN} 4; movement 0; step 0 unit=Pol origin=Tobruk gone=0 road=highway move=0",
            MOVE,
            "cannot move now",
        ),
        (f"{TURN} 4; movement 0; step 0 unit=Ariete origin=Derna gone=0 road=track move=0", MOVE, "not where"),
        (f"{TURN} 4; movement 0; step 0 unit=Ariete origin=Derna gone=2 road=track move=0", MOVE, "another way"),
        (f"{TURN} 9; combat 2; choose-battle 0", LAID, "nothing can be chosen at 'choose-battle'"),
        ("game 2; month 2 buildup=1; challenge 0 asks=axis staked=none", "", "the Axis answers a card"),
        (f"{BUILD} side=axis; spend 0 asks=axis", "", ""),
        (f"{BUILD} side=axis; spend 0 asks=allied", "", "not that of the active side"),
        (
            f"{BUILD} side=axis; spend 0 asks=axis; redeploy-to 0 unit=Pol",
            "",
            "a unit is redeployed that is the enemy's",
        ),
        ("game 1; set-up 4; deploy 0 group=99", "", "the scenario has no such group"),
        (f"{BUILD} side=axis; rout 4 hex=Derna side=axis units=Pol", "", "units of the other side"),
    ],
)
def test_a_frame_says_what_it_misses(frames: str, lines: str, sentence: str) -> None:
    found = frame_faults(frames, lines)
    assert bool(found) == bool(sentence), found
    assert all(sentence in each for each in found), found
