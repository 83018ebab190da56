"""The witnesses of the rule clauses tell the truth: they fire where their clause decides, and not beside it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.games.afrika_korps.verbs import DECLINE, DONE, LOSE
from sandtable.kernel.choices import pack, unpack
from sandtable.kernel.flow import CHANCE
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses import Watch

QUIET = """
    1.6a 1.6t1
    2.2a 2.2.1a 2.2.1b 2.2.1c 2.2.1t1 2.2.1t2 2.2.1t3 2.2.1t4 2.2.1t5 2.2.1t6 2.2.1t7 2.3a 2.3b
    3.3a 3.5a 3.5b 4.1c 4.2c 4.3a 5.1a 6.1a 6.1b
    12.1a 12.2b 12.2c 12.3.1a 12.4a 19.3a 19.8a 20.1a 20.3a 20.5a 22.2a 24.1b
"""
"""What decides something in a game in which nobody moves."""

BASES = "W3: Brescia AxisSupply3\nJ62: Pol AlliedSupply4"
FIGHT = f"turn 20 axis\nphase: combat\nN30: {{}} AxisSupply1\nN31: {{}}\n{BASES}"
MARCH = f"turn 20 axis\nphase: movement\n{{}}\n{BASES}"


def watched(position: str, choices: str) -> set[str]:
    """The clauses that fire from a position; `?hex:G25` asks why not, a number is what the die shows."""
    state = AFRIKA_KORPS.read_position(dedent(position), AFRIKA_KORPS.load_data())
    watch = Watch()
    watch.begin(state)
    refusals: list[Refusal] = []
    for word in choices.split():
        choice = AFRIKA_KORPS.read(state, word.removeprefix("?"))
        why = None if word.isdigit() else AFRIKA_KORPS.explain(state, AFRIKA_KORPS.actor(state), choice)
        assert (why is not None) == word.startswith("?"), f"{word}: {why}"
        if why is not None:
            actor = AFRIKA_KORPS.actor(state)
            refusals.append(Refusal(actor, *unpack(choice), why.rule, why.sentence.text))
            continue
        before = state.copy()
        watch.see(before, choice, AFRIKA_KORPS.apply_heard(state, choice), state, refusals)
        refusals = []
    return set(watch.fired)


def attack(die: int) -> str:
    """One unit attacks another, and the die shows this."""
    return f"attack:22Gds with:{{}} done done battle:0 {die}"


CASES = {
    "1.1e": ("S28: 21/5", "unit:21/5 hex:T29", "unit:21/5 hex:S29"),
    "5.4a": ("N30: 21/5\nN31: 22Gds", "unit:21/5 ?hex:N31 hex:N29", "unit:21/5 hex:N29"),
    "6.2a": ("N30: 21/5 Savona\nspent: Savona=3", "unit:21/5 unit:Savona hex:N29", "unit:21/5 hex:N29"),
    "7.1c": ("I26: 21/5\nG25: 9A/20", "unit:21/5 hex:H26", "unit:21/5 hex:J26"),
    "8.1a": ("N30: 21/5\nN33: 22Gds", "unit:21/5 hex:N31 hex:N32", "unit:21/5 hex:N31"),
    "8.3d": ("N30: 21/5\nN31: 22Gds\nM28: 9A/20", "unit:21/5 hex:M29", "unit:21/5 hex:O30"),
    "15.2.1a": (
        "N30: 21/5\nN33: AlliedSupply1\nG24: 15/8\nG25: AlliedSupply2",
        "unit:21/5 hex:N31 hex:N32 done",
        "unit:15/8 hex:H25",
    ),
    "15.5a": (
        "N30: 21/5\nN33: AlliedSupply1",
        "unit:21/5 hex:N31 hex:N32 destroy:AlliedSupply1",
        "unit:21/5 hex:N31 hex:N32 done",
    ),
    "17.3.2c": ("I26: 21/5\nby_west: 21/5", "unit:21/5 hex:H26", "unit:21/5 hex:I25"),
    "18.1b": ("S28: 21/5", "unit:21/5 hex:T29", "unit:21/5 hex:R28"),
    "22.1a": ("N30: 21/5 Rommel", "unit:21/5 unit:Rommel hex:N31", "unit:21/5 hex:N31"),
    "23.4.2b": ("J61: 4I/5\nlanded: Brescia", "?embark:Brescia done", "done"),
}
"""By clause what stands on the map, choices in which it decides something, and choices in which it does not."""


@pytest.mark.parametrize("clause", CASES)
def test_a_witness_fires_where_its_clause_decides_and_not_beside(clause: str) -> None:
    pieces, there, beside = CASES[clause]
    assert clause in watched(MARCH.format(pieces), there)
    assert clause not in watched(MARCH.format(pieces), beside)


@pytest.mark.parametrize(
    ("clause", "there", "beside"),
    [
        pytest.param("7.3b", ("21/5", 6), ("Ariete", 6), id="7:2 is rounded, 4:2 is not"),
        pytest.param("7.5t8", ("21/5", 1), ("Ariete", 1), id="the column of 3-1"),
        pytest.param("7.5t7", ("Ariete", 1), ("21/5", 1), id="the column of 2-1"),
        pytest.param("7.5a", ("Ariete", 6), ("Ariete", 1), id="attackers eliminated"),
        pytest.param("7.5j", ("21/5", 3), ("21/5", 1), id="defenders back"),
        pytest.param("7.5c", ("Ariete", 2), ("Ariete", 1), id="an exchange"),
    ],
)
def test_a_witness_of_combat_fires_at_its_odds_and_its_die(
    clause: str, there: tuple[str, int], beside: tuple[str, int]
) -> None:
    for (attacker, die), fires in ((there, True), (beside, False)):
        fired = watched(FIGHT.format(attacker, "22Gds"), attack(die).format(attacker))
        assert (clause in fired) is fires


@pytest.mark.parametrize(
    ("turn", "clause"), [(2, "12.2t1"), (6, "12.2t1"), (7, "12.2t2"), (16, "12.2t2"), (17, "12.2t3")]
)
def test_of_the_convoy_tables_only_that_of_the_turn_fires(turn: int, clause: str) -> None:
    fired = watched(f"turn {turn} axis\nphase: start\n{BASES}", "1")
    assert fired & {"12.2t1", "12.2t2", "12.2t3"} == {clause}


def test_in_a_quiet_game_the_clauses_of_battle_and_movement_are_silent() -> None:
    """Nobody moves: each side only declines, loses what stands too crowded, and ends its turns."""
    state, watch = AFRIKA_KORPS.start(), Watch()
    watch.begin(state)
    while state.frames:
        if AFRIKA_KORPS.actor(state) == CHANCE:
            choice = state.turn % 6
        else:
            options = dict(AFRIKA_KORPS.options(state))
            verb = next(verb for verb in (DONE, DECLINE, LOSE) if verb in options)
            choice = pack(verb, options[verb].bit_length() - 1)
        before = state.copy()
        watch.see(before, choice, AFRIKA_KORPS.apply_heard(state, choice), state, [])
    assert watch.fired.keys() == set(QUIET.split())
