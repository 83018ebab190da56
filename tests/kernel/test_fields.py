"""Fields: declared once, they give a state its slots, its start, its clearing, its copies and its checks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandtable import Malformed
from sandtable.kernel.bits import bit
from sandtable.kernel.fields import (
    Nouns,
    Seen,
    by,
    cache,
    count,
    entry,
    flag,
    listed,
    many,
    number,
    one,
    one_of,
    packed,
    perhaps,
)
from sandtable.kernel.positions import PositionText
from sandtable.kernel.state import State

NOUNS = Nouns(
    {"unit": ["tanks", "guns", "foot"], "hex": ["A1", "A2"], "side": ["red", "blue"], "road": ["A1/A2"]},
    only_named={"hex": ["sea"]},
)
PRINTED = SimpleNamespace(nouns=NOUNS, turns=12, strengths=(4, 2, 1))
FED = packed("unit", "road", bits=8)
ORDER = packed(one("hex"), flag(), count(at_most=5), bits=(10, 1, 3))


class Field(State):
    """One field of each sort."""

    turn = count(start=1, at_least=1, at_most=lambda printed: printed.turns, seen=Seen.EVERYONE)
    weather = one_of("clear", "storm", cleared="turn", seen=Seen.EVERYONE)
    winner = perhaps("side", seen=Seen.EVERYONE)
    halted = flag(cleared=("turn", "phase"))
    moved = many("unit", cleared="phase", forgotten=True)
    place = by("unit", one("hex", boxes=("off", "dead", "")), located=True)
    strength = by("unit", count(), start=lambda printed: printed.strengths, cleared="month", forgotten=True)
    spent = by("unit", count(), cleared="turn", forgotten=True)
    fed = by("hex", many("unit"), forgotten=True, text="fed from")
    cards = by("side", count(start=2), seen=Seen.OWNER)
    battles = listed(many("unit"), cleared="turn")
    feeding = listed(FED)
    paths = listed(one("unit"), one("hex"))
    order = number(ORDER)
    secret = count(text=None)

    stacks = cache(dict[int, int])
    total = cache(int)

    def rebuild(self) -> None:
        self.total = sum(self.strength)
        self.stacks = {}
        for unit, place in enumerate(self.place):
            if place >= 0:
                self.stacks[place] = self.stacks.get(place, 0) | bit(unit)


def blank() -> Field:
    return Field.blank(PRINTED)


def busy() -> Field:
    state = blank()
    state.turn, state.weather, state.winner, state.halted, state.moved = 3, 1, 0, 1, 0b101
    state.place, state.strength, state.spent = [1, -2, -1], [3, 0, 1], [5, 0, 6]
    state.fed, state.cards, state.battles = [0b111, 0], [0, 7], [0b1, 0b110]
    state.feeding, state.paths, state.order = [FED.pack(2, 0)], [0, 1, 2, 0], ORDER.pack(1, 1, 5)
    state.secret = 9
    state.rebuild()
    return state


def test_every_field_has_its_start() -> None:
    state = blank()
    assert (state.turn, state.weather, state.winner, state.moved) == (1, 0, -1, 0)
    assert (state.place, state.strength, state.cards) == ([-1] * 3, [4, 2, 1], [2, 2])
    assert (state.battles, state.feeding, state.frames) == ([], [], [])
    assert (state.total, state.stacks, state.printed) == (7, {}, PRINTED)
    assert not hasattr(state, "__dict__")


def test_a_copy_shares_nothing_that_changes() -> None:
    state = busy()
    before = state.dump([])
    twin = state.copy()
    assert (twin.dump([]), twin.stacks, twin.total) == (before, state.stacks, state.total)
    for name in (*Field.LISTS, "frames"):
        getattr(twin, name).append(0)
    twin.stacks[0] = 1
    twin.turn += 1
    assert (state.dump([]), state.stacks) == (before, {1: 1})


def test_fields_are_inherited_and_copied_with_those_of_the_subclass() -> None:
    class More(Field):
        extra = listed(count())

    state = More.blank(PRINTED)
    state.extra.append(4)
    state.turn = 5
    twin = state.copy()
    assert (type(twin), twin.extra, twin.turn, twin.total) == (More, [4], 5, 7)
    assert twin.extra is not state.extra


def test_a_moment_clears_its_fields_and_no_other() -> None:
    state, other = busy(), busy()
    state.clear("turn")
    assert (state.weather, state.halted, state.spent, state.battles) == (0, 0, [0, 0, 0], [])
    for name in ("weather", "halted", "spent", "battles"):
        setattr(state, name, getattr(other, name))
    assert state.dump([]) == other.dump([])
    state.clear("phase")
    assert (state.halted, state.moved, state.weather) == (0, 0, 1)
    state.clear("month")
    assert state.strength == [4, 2, 1]


def test_a_piece_that_leaves_is_forgotten() -> None:
    state = busy()
    state.forget("unit", 0)
    assert (state.moved, state.spent, state.strength, state.fed) == (0b100, [0, 0, 6], [4, 0, 1], [0b110, 0])
    assert (state.place, state.battles) == ([1, -2, -1], [0b1, 0b110])


def test_what_a_side_sees() -> None:
    state = busy()
    everyone = {"turn": 3, "weather": 1, "winner": 0}
    assert state.seen_by(1) == {**everyone, "cards": [None, 7]}
    assert state.seen_by(-1) == {**everyone, "cards": [None, None]}
    guess = blank()
    guess.take_seen(state.seen_by(1))
    assert (guess.turn, guess.weather, guess.winner, guess.cards, guess.moved) == (3, 1, 0, [2, 7], 0)


def test_a_stored_state_is_read_back() -> None:
    state = busy()
    again = Field.undump(state.dump([]), [], PRINTED)
    assert (again.dump([]), again.stacks, again.total) == (state.dump([]), {1: 1}, 4)


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("turn", 0, "it cannot be 0"),
        ("turn", 13, "it cannot be 13"),
        ("turn", None, "it is not a number"),
        ("turn", "many", "it cannot be read"),
        ("weather", 2, "it cannot be 2"),
        ("winner", -2, "it cannot be -2"),
        ("winner", 2, "it cannot be 2"),
        ("moved", 8, "it cannot be 8"),
        ("moved", -1, "it cannot be -1"),
        ("place", [0, 0], "there must be 3 numbers, not 2"),
        ("place", [0, 0, 2], "it cannot be 2"),
        ("place", [0, 0, -4], "it cannot be -4"),
        ("strength", 4, "it cannot be read"),
        ("fed", [8, 0], "it cannot be 8"),
        ("feeding", [FED.pack(3, 0)], f"it cannot be {3 << 8}"),
        ("feeding", [FED.pack(2, 1)], f"it cannot be {2 << 8 | 1}"),
        ("paths", [0, 1, 2], "a number is missing"),
        ("paths", [0, 2], "it cannot be 2"),
        ("order", ORDER.pack(0, 0, 6), "it cannot be 6"),
        ("glory", 1, "there is no such field"),
        ("frames", [["nap", 0]], "it cannot be read"),
    ],
)
def test_a_stored_state_that_cannot_be_is_refused(name: str, value: Any, fault: str) -> None:
    with pytest.raises(Malformed) as refusal:
        Field.undump({**busy().dump([]), name: value}, [], PRINTED)
    assert str(refusal.value) == f"a stored state: {name}: {fault}"


def test_a_stored_state_without_a_field_is_refused() -> None:
    plain = busy().dump([])
    del plain["moved"]
    with pytest.raises(Malformed, match="a stored state: moved: it is missing"):
        Field.undump(plain, [], PRINTED)


def test_only_lists_by_side_have_owners() -> None:
    with pytest.raises(TypeError, match="only a list by side can be seen by its owner"):

        class Wrong(State):
            hand = by("unit", count(), seen=Seen.OWNER)


def test_a_field_is_declared_once() -> None:
    shared = count()
    with pytest.raises(TypeError, match="declared twice"):

        class Wrong(State):
            first = shared
            second = shared


def test_packed_numbers() -> None:
    assert FED.pack(2, 0) == 2 << 8
    assert ORDER.parts(ORDER.pack(1, 0, 5)) == (1, 0, 5)
    assert ORDER.pack(1, 1, 5) == 1 << 4 | 1 << 3 | 5


def test_nouns() -> None:
    assert (NOUNS["hex"], NOUNS.size("hex"), len(NOUNS)) == (("A1", "A2", "sea"), 2, 4)
    assert (NOUNS.number("unit", "guns"), NOUNS.of("unit", 0b101)) == (1, ["tanks", "foot"])
    assert NOUNS.set_of("unit", ["foot", "guns"]) == 0b110
    with pytest.raises(Malformed, match="there is no hex 'sea'"):
        NOUNS.number("hex", "sea")


# The text of a position

TEXT = """\
A2: tanks
dead: guns
turn: 3
weather: storm
winner: red
halted: 1
moved: tanks foot
strength: tanks=3 guns=0
spent: tanks=5 foot=6
fed from A1: tanks guns foot
cards: red=0 blue=7
battles: tanks guns,foot
feeding: foot=A1/A2
paths: tanks A2 foot A1
order: A2=1=5
"""


def text() -> PositionText[Field]:
    return PositionText(Field, (), PRINTED)


def test_every_shape_is_written_and_read() -> None:
    state = busy()
    assert text().write(state) == TEXT
    again = text().read(TEXT)
    assert again.dump([]) == state.dump([]) | {"secret": 0}
    assert (again.stacks, again.total) == (state.stacks, state.total)


def test_what_is_at_its_start_is_not_written() -> None:
    assert text().write(blank()) == ""
    assert text().read("").dump([]) == blank().dump([])


def test_a_box_without_a_name_is_not_written() -> None:
    state = blank()
    state.place = [-3, 0, -1]
    assert text().write(state) == "A1: guns\n"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("turn: 13", "turn cannot be 13"),
        ("winner: green", "there is no side 'green'"),
        ("battles: tanks,cooks", "there is no unit 'cooks'"),
        ("feeding: foot", "'foot' is not 2 words joined by ="),
        ("feeding: foot=A2/A3", "there is no road 'A2/A3'"),
        ("order: A1=1=6", "'A1=1=6' cannot be '6'"),
        ("paths: tanks", "'paths' takes values in groups of 2"),
        ("fed from B9: tanks", "there is no hex 'B9'"),
        ("secret: 4", "'secret' is neither a place nor a known field"),
        ("sea: tanks", "'sea' is neither a place nor a known field"),
        (": tanks", "'' is neither a place nor a known field"),
    ],
)
def test_a_line_that_cannot_be_is_named(line: str, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        text().read(f"\n{line}\n")
    assert str(refusal.value) == f"line 2: {reason}"


def test_an_entry_of_a_list_is_in_bounds_only_while_the_list_has_it() -> None:
    state = busy()
    assert [place in entry("battles").shape.bounds(state) for place in (0, 1, 2)] == [True, True, False]
