"""What is impossible about the frames of a battle in a position from outside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.rules.c11_losses import REPLACEMENT, suffer
from sandtable.games.shifting_sands.state import FLANK_WON, Theatre, put
from sandtable.kernel.flow import push
from tests.games.shifting_sands.fights import ALLIED, AXIS, attack, battles, go_on
from tests.games.shifting_sands.theatre import SPACE, decision, number, play, run, theatre, units

PLACED = {
    "br_7arm": "sidi_barrani",
    "in_4": "sidi_barrani",
    "it_17": "sidi_suleiman",
    "it_25": "sidi_suleiman",
    "it_27": "halfaya",
}
Change = Callable[[Theatre], object]


def gathering() -> Theatre:
    state = battles(PLACED, ALLIED, "sidi_barrani")
    play(state, "attack:Sidi-Suleiman", "join:in_4")
    return state


def gathering_the_axis() -> Theatre:
    state = battles(PLACED, AXIS, "sidi_suleiman")
    play(state, "attack:Sidi-Barrani", "join:it_17")
    return state


def flanking() -> Theatre:
    return attack(battles(PLACED, ALLIED, "sidi_barrani"), "sidi_suleiman", "br_7arm", "in_4")


def rolling_for_the_flank() -> Theatre:
    state = flanking()
    play(state, "flank")
    return state


def playing_cards() -> Theatre:
    return attack(battles(PLACED, ALLIED, "sidi_barrani"), "sidi_suleiman", "in_4")


def firing() -> Theatre:
    return go_on(playing_cards())


def losing() -> Theatre:
    state = firing()
    play(state, 5, 1)
    assert decision(state) == "loss"
    return state


def replacing() -> Theatre:
    placed = {"in_4": "halfaya", "in_bg-1": "allied_reserve", "br_bg-1": "allied_reserve"}
    state = theatre(placed, reduced=["in_4"])
    push(state, REPLACEMENT, ALLIED, number("in_4"))
    return state


def keeping() -> Theatre:
    state = battles(PLACED, ALLIED, "sidi_barrani", allied_hand=["A52"], reduced=["it_17"])
    attack(state, "halfaya", "in_4")
    play(state, "combat-card:A52", "done", "done", 6, 1)
    while decision(state) != "keep-cards":
        SANDS.apply(state, SANDS.legal(state)[-1])
    return state


def faults(state: Theatre) -> list[str]:
    """What all frames object to."""
    return [str(sentence) for frame in state.frames for sentence in SANDS.kinds[frame[0]].faults(state, frame)]


MOMENTS = [
    gathering,
    gathering_the_axis,
    flanking,
    rolling_for_the_flank,
    playing_cards,
    firing,
    losing,
    replacing,
    keeping,
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_position_that_came_about_is_possible(moment: Callable[[], Theatre]) -> None:
    assert faults(moment()) == []


def to(field: str, value: object) -> Change:
    return lambda state: setattr(state, field, value)


def moved(unit: str, space: str) -> Change:
    return lambda state: put(state, number(unit), SPACE[space])


def top(*values: int) -> Change:
    """The locals of the frame on top are these."""

    def change(state: Theatre) -> None:
        state.frames[-1] = (*state.frames[-1][:2], *values)

    return change


def below(*values: int) -> Change:
    def change(state: Theatre) -> None:
        state.frames[-2] = (*state.frames[-2][:2], *values)

    return change


def both(one: Change, other: Change) -> Change:
    return lambda state: (one(state), other(state))


NOBODY_FIGHTS = "no battle is being fought"
CASES = [
    (gathering, to("target", -1), NOBODY_FIGHTS),
    (flanking, to("target", -1), NOBODY_FIGHTS),
    (rolling_for_the_flank, to("attacking", -1), NOBODY_FIGHTS),
    (playing_cards, to("attacking", -1), NOBODY_FIGHTS),
    (firing, to("target", -1), NOBODY_FIGHTS),
    (losing, to("target", -1), NOBODY_FIGHTS),
    (keeping, to("target", -1), NOBODY_FIGHTS),
    (gathering, to("target", SPACE["allied_reserve"]), "a battle is being fought where none can be"),
    (gathering, to("target", SPACE["sicily"]), "a battle is being fought where none can be"),
    (gathering, moved("br_50", "sidi_suleiman"), "a battle is being fought where none can be"),
    (firing, to("fired", [0, 1]), "that side has fired"),
    (firing, to("attackers", 0), "nobody is there to fire"),
    (gathering, to("attackers", units("it_17")), "units attack that cannot"),
    (gathering, to("attackers", units("br_50")), "units attack that cannot"),
    (gathering, to("attackers", units("br_7arm", "in_4", "br_bg-1")), "units attack that cannot"),
    (gathering, to("has_fought", units("in_4")), "units attack that cannot"),
    (gathering, to("target", SPACE["bardia"]), "that space cannot be attacked"),
    (gathering, to("was_attacked", units("it_17")), "that space cannot be attacked"),
    (flanking, to("attackers", units("in_4")), "no flank attack is possible"),
    (rolling_for_the_flank, to("flank", FLANK_WON), "the flank attack has been settled"),
    (playing_cards, both(to("fled", units("it_17", "it_25")), top(AXIS)), "nobody could use a combat card"),
    (losing, below(ALLIED, 4, units("it_17")), "units take losses that are not theirs"),
    (losing, below(AXIS, 4, units("it_55")), "units that are not on the map take losses"),
    (losing, top(ALLIED), "the wrong side is asked for losses"),
    (losing, below(AXIS, 1, units("it_17")), "no further losses can be taken"),
    (replacing, to("reduced", 0), "the division that is replaced is not on the map, or not reduced"),
    (replacing, top(AXIS, number("in_4")), "the division that is replaced belongs to the other side"),
    (keeping, to("fire", [3, 0]), "there is no winner with combat cards to keep"),
    (keeping, to("combat_cards", [0, 0]), "there is no winner with combat cards to keep"),
]


@pytest.mark.parametrize(("moment", "change", "sentence"), CASES)
def test_what_is_impossible_is_said(moment: Callable[[], Theatre], change: Change, sentence: str) -> None:
    state = moment()
    change(state)
    assert sentence in faults(state)


def test_losses_of_nobody_are_not_pushed() -> None:
    state = theatre({"br_50": "halfaya"})
    suffer(state, ALLIED, units("br_50"), 2)
    assert run(state).frames == []
