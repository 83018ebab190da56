"""Why not: every reason a player can be given, at a moment where it is the one that applies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

Situation = Callable[[], Sands]


def opening() -> Sands:
    """A scenario before its first decision, with the cards dealt: three real ones and as many dummies as come."""
    table = Sands("")
    table.state = ROMMEL.start("crusader")
    while table.decision == "draw":
        table.roll("real")
    return table


def deployment() -> Sands:
    return opening().play("keep", "keep")


def deploying(unit: str = "21/5") -> Sands:
    return deployment().play(f"unit:{unit}")


LAYING = """
    scenario 1942
    month 16 axis
    phase: lay
    El-Agheila: Brescia
    Alexandria: Pol
    hand axis: 2 real 1 dummy
"""


def laying() -> Sands:
    return Sands(LAYING)


def bluffing() -> Sands:
    return laying().play("real:1")


def buildup() -> Sands:
    return Buildup(
        """
        El-Agheila: Brescia=1 Trento 21/5=2 Ariete
        Mersa-Brega: Pavia Bologna
        Alexandria: Pol
        dead: Savona
        """
    )


def poor() -> Sands:
    """All fourteen points went into driving to and fro."""
    table = buildup()
    for _ in range(7):
        table.play("redeploy:Bologna", "hex:El-Agheila", "redeploy:Bologna", "hex:Mersa-Brega")
    return table


def mining(points: int = 20) -> Sands:
    more = f"points: {points} 0\nmined_hexes: Agedabia\nmines known to axis: Agedabia"
    places = "El-Agheila: Brescia\nMersa-Brega: Pavia\nAgedabia: Trento\nMsus: Ariete 7/4\nAlexandria: Pol"
    return Buildup(places, more).play("done")


def buying() -> Sands:
    return buildup().play("done", "done")


def throwing() -> Sands:
    return buying().play("extra:0")


WITHDRAWAL = """
    El-Agheila: Brescia
    Mersa-Brega: Pavia
    Agedabia: Trento Trieste-
    Antelat: Ariete
    Siwa: Savona
    Alexandria: Pol
"""


def passing() -> Sands:
    return Sands(position(WITHDRAWAL, "lay", more="hand axis: 1 real 1 dummy")).play("pass")


def withdrawing() -> Sands:
    return passing().play("group:Antelat")


def leaving() -> Sands:
    return withdrawing().play("unit:Ariete")


BATTLE = """
    El-Agheila: Brescia
    Mechili: 21/5 21/3
    Gazala: 15/8 15/33- 7/4 25-pdr-A 2-pdr-A
    Tobruk: 70/23
    Alexandria: Pol
"""


def naming() -> Sands:
    return Sands(position(BATTLE, "combat 1", more=crossed("34>Gazala")))


def firing() -> Sands:
    table = naming()
    if table.decision == "name-battles":
        table.play(*(["fight:Gazala"] if table.allows("fight:Gazala") else []), "done")
    if table.decision == "choose-battle":
        table.play("battle:Gazala")
    return table


CASES: dict[str, tuple[Situation, list[tuple[str, str, str]]]] = {
    "the opening hand": (opening, [("done", "18.0", "kept or exchanged whole")]),
    "deploying": (
        deployment,
        [
            ("unit:7/4", "18.0", "not your unit"),
            ("unit:164/382", "18.0", "takes no part in this scenario"),
            ("done", "3.0", "deploy your forces first"),
        ],
    ),
    "deploying to": (
        deploying,
        [("done", "18.0", "choose the hex"), ("hex:Alexandria", "18.0", "outside the deployment area")],
    ),
    "laying cards": (
        laying,
        [
            ("real:3", "3.42", "do not hold that many real cards"),
            ("real:0", "4.0", "one, two or three real cards"),
            ("real:4", "4.0", "one, two or three real cards"),
            ("dummies:1", "3.42", "choose the option"),
        ],
    ),
    "adding dummies": (
        bluffing,
        [
            ("dummies:2", "3.42", "do not hold that many dummies"),
            ("real:1", "3.42", "how many dummies you are adding"),
        ],
    ),
    "spending": (
        buildup,
        [
            ("extra:1", "16.5", "replacements and redeployments come first"),
            ("rebuild:Pol", "16.5", "not your unit"),
            ("rebuild:Pavia", "16.54", "only in their own base"),
            ("rebuild:Trento", "16.54", "full strength"),
            ("redeploy:Savona", "16.51", "not on the map"),
            ("refit:Trento", "16.52", "in the base already"),
        ],
    ),
    "spending the last points": (
        poor,
        [("rebuild:21/5", "16.54", "cannot afford"), ("redeploy:Pavia", "16.51", "cannot afford it")],
    ),
    "laying mines": (
        mining,
        [
            ("mine:Msus", "16.55", "laid in a battle"),
            ("mine:Tobruk", "16.55", "inside your supply network"),
            ("mine:Agedabia", "16.55", "already"),
            ("clear:Agedabia", "16.55", "takes two"),
            ("extra:0", "16.55", "finish with your minefields first"),
        ],
    ),
    "laying mines without points": (lambda: mining(0), [("mine:Mersa-Brega", "16.55", "costs 15 points")]),
    "buying": (
        buying,
        [("extra:3", "16.54", "cannot afford"), ("done", "16.5", "how many extra cards")],
    ),
    "throwing in": (
        throwing,
        [
            ("throw:9", "16.6", "not hold that many dummies"),
            ("done", "16.6", "how many dummies you are throwing in"),
        ],
    ),
    "passing": (
        passing,
        [
            ("unit:Ariete", "5.3", "declare the withdrawal first"),
            ("group:Siwa", "5.3", "supply line to withdraw along"),
            ("unit:Pol", "4.5", "your own units"),
            ("rout:Msus", "4.5", "nothing else"),
        ],
    ),
    "withdrawing": (
        withdrawing,
        [
            ("group:Agedabia", "4.5", "only one withdrawal"),
            ("unit:Trieste", "11.1", "disrupted units do not move"),
        ],
    ),
    "on the way": (leaving, [("hex:El-Agheila", "5.3", "neighbouring"), ("stop", "5.3", "")]),
    "naming battles": (
        naming,
        [
            ("assault:Gazala", "4.3", "need an Assault turn"),
            ("fight:Mechili", "8.0", "no battle"),
            ("battle:Gazala", "8.6", "name the battles"),
        ],
    ),
    "firing": (
        firing,
        [
            ("done", "9.2", "choose a unit to fire"),
            ("fire:15/8", "9.0", "not one of your units"),
            ("fire:7/4", "9.2", "artillery fires first"),
        ],
    ),
}


@pytest.mark.parametrize(
    ("situation", "choice", "rule", "words"),
    [
        pytest.param(situation, *case, id=f"{name}: {case[0]}")
        for name, (situation, cases) in CASES.items()
        for case in cases
    ],
)
def test_the_reason_is_the_one_that_applies(situation: Situation, choice: str, rule: str, words: str) -> None:
    table = situation()
    why = table.game.explain(table.state, table.actor, table.game.read(table.state, choice))
    assert why is not None, f"{choice} is legal at {table.decision}"
    assert (why.rule, words in str(why.sentence)) == (rule, True), f"{table.decision}: {why.rule} {why.sentence}"
