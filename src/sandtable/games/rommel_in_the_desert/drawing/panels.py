"""The panels beside the map: options, cards, the sheet of the Buildup, fortresses, victory."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.rommel_in_the_desert.knowledge.view import View
from sandtable.games.rommel_in_the_desert.notation.words import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c04_cards import LAY
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import (
    CARDS,
    MINEFIELDS,
    RECEIVED,
    REDEPLOYMENTS,
    REPLACEMENTS,
    SAVED,
    STEPS,
    TRIPS,
)
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK
from sandtable.games.rommel_in_the_desert.state import DEAD, OUT
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import Message, say, say_count

GONE = (OUT, DEAD)
BUILDING = {"buildup", "player-buildup", "preparation"}
PURPOSES = (
    (REPLACEMENTS, "Replacements, steps: {count}", STEPS, "16.54"),
    (REDEPLOYMENTS, "Redeployments: {count}", TRIPS, "16.51"),
    (MINEFIELDS, "Minefields", MINEFIELDS, "16.55"),
    (CARDS, "Extra cards", CARDS, "16.54"),
)
"""The lines of a record sheet for what is bought: words, the line that counts it, the rule."""


TURN_OPTIONS = (
    ("Basic", "1", "one move, then one round of combat", "4.1"),
    ("Offensive", "2", "two moves, then one round of combat", "4.2"),
    ("Assault", "2", "one move, then one round of combat with double dice for both sides where you wish", "4.3"),
    ("Blitz", "3", "a move and a round of combat, then both again with units that have not moved", "4.4"),
    ("Pass", "0", "at most a withdrawal, no combat; when both sides pass, the month is over", "4.5"),
)
"""Name, real cards, what it gives, rule. Two cards are an Assault unless both moves are made."""
VICTORIES = (
    (
        "Strategic",
        "10",
        "the enemy's base is taken, or three supplied units leave the map there at once",
        "17.1",
    ),
    ("Decisive", "5", "at the end at least twice as many units are left, each German unit counted as 1½", "17.2"),
    ("Positional", "2", "at the end Tobruk is held and not besieged", "17.3"),
    ("Attrition", "1", "at the end more units are left, counted in the same way", "17.4"),
)
"""Name, points, condition, rule; the highest level that either side reaches counts."""


def panels_of(view: View, side: int, printed: Printed) -> Iterator[Panel]:
    """What matters most comes first: options while one is chosen, points in the Buildup, then cards."""
    building = any(str(frame[0]) in BUILDING for frame in view.frames)
    if view.frames and view.frames[-1][0] == LAY.name and side == view.fields["active"]:
        yield _turn_options()
    if building:
        for panel in (*_accounts(view, building), _prices(printed)):
            yield replace(panel, decides=True)
    if side >= 0:
        yield _hand(view, side)
    yield from _laid(view, side)
    yield _cards(view)
    if not building:
        yield from _accounts(view, building)
    yield _fortresses(view, printed)
    yield _victory(view, printed)


def _words(text: str, **parameters: object) -> str:
    return str(say(text, **parameters))  # type: ignore[arg-type]


# Cards


def _turn_options() -> Panel:
    """4.0: what the options cost and give."""
    columns = (_words("Option"), _words("Cards"), _words("You may make"))
    note = _words("Two cards count as an Offensive once both moves are made, and otherwise as an Assault.")
    rows = _rows(TURN_OPTIONS)
    return Panel(
        id="options",
        title=_words("Options for the turn"),
        kind="table",
        columns=columns,
        rows=rows,
        note=note,
        rule="4.0",
    )


def _rows(lines: tuple[tuple[str, str, str, str], ...]) -> tuple[tuple[Entry, ...], ...]:
    """A name, a number and a sentence with its rule in each row."""
    return tuple(
        (Entry(_words(name)), Entry(number), Entry(_words(words), rule=rule))
        for name, number, words, rule in lines
    )


def _hand(view: View, side: int) -> Panel:
    """16.6: the reader's own hand."""
    hand, _, real, _ = view.cards[side]
    return Panel(
        id="hand",
        title=_words("Your supply cards"),
        kind="cards",
        rows=(_faces(real, hand - real),),
        note=_words("{side} hand: {cards}", side=SIDES[side], cards=_sorts(real, hand - real)),
        rule="16.6",
    )


def _sorts(real: int, dummies: int) -> Message:
    """How many cards of each sort."""
    return say_count("{real} real, {count} dummy", "{real} real, {count} dummies", dummies, real=real)


def _faces(real: int, dummies: int) -> tuple[Entry, ...]:
    return (Entry(_words("Supply"), tone="good"),) * real + (Entry(_words("Dummy"), tone="warn"),) * dummies


def _laid(view: View, side: int) -> Iterator[Panel]:
    """3.42: the cards of the turn, face down to everybody but their owner."""
    active = view.fields["active"]
    laid = view.cards[active][1]
    if not laid:
        return
    if side == active:
        real = view.cards[active][3]
        cards = _faces(real, laid - real)
        note = _words("{side}, face down: {cards}", side=SIDES[side], cards=_sorts(real, laid - real))
    else:
        cards = (Entry("?"),) * laid
        note = _words("Shown when the turn ends")
    title = _words("Laid by the {side}", side=SIDES[active])
    yield Panel(id="laid", title=title, kind="cards", rows=(cards,), note=note, rule="3.42")


def _cards(view: View) -> Panel:
    """16.6: how many cards either side holds is open."""
    rows = [
        (Entry(str(SIDES[side])), Entry(str(cards[0])), Entry(str(cards[1])))
        for side, cards in enumerate(view.cards)
    ]
    columns = (_words("Side"), _words("In hand"), _words("Laid"))
    return Panel(
        id="cards",
        title=_words("Cards of both sides"),
        kind="table",
        columns=columns,
        rows=tuple(rows),
        rule="16.6",
    )


# The Buildup


def _accounts(view: View, building: bool) -> Iterator[Panel]:
    """16.5: the record sheets that the reader may see: what each purpose has cost so far, or what is saved."""
    for owner, (points, lines) in enumerate(zip(view.points, view.accounts, strict=True)):
        if points < 0:
            continue
        left = _words("Points left") if building else _words("Points saved")
        rows = [*(_entries(lines) if building else ()), (Entry(left), Entry(str(points), tone="good"))]
        title = _words("Buildup points of the {side}", side=SIDES[owner])
        yield Panel(id=f"points-{owner}", title=title, kind="ledger", rows=tuple(rows), rule="16.5")


def _entries(lines: list[int]) -> Iterator[tuple[Entry, ...]]:
    """What came in, and what has been spent."""
    yield Entry(_words("Saved before")), Entry(str(lines[SAVED]))
    yield Entry(_words("Received")), Entry(f"+{lines[RECEIVED]}", rule="16.3")
    for line, words, count, rule in PURPOSES:
        if lines[line]:
            yield Entry(_words(words, count=lines[count])), Entry(f"-{lines[line]}", rule=rule)


def _prices(printed: Printed) -> Panel:
    """16.5: what points buy."""
    costs = printed.costs
    prices = (
        (_words("A CV of armour, anti-tank or artillery"), "3", "16.54"),
        (_words("A CV of mechanised or motorised infantry"), "2", "16.54"),
        (_words("A CV of infantry or parachutists"), "1", "16.54"),
        (_words("Redeployment, by land or sea"), str(costs["redeployment"]), "16.51"),
        (_words("By sea to or from a besieged port (Allies)"), str(costs["sea-besieged"]), "16.53"),
        (_words("Minefield"), str(costs["minefield"]), "16.55"),
        (_words("Extra card"), str(costs["card"]), "16.54"),
    )
    rows = tuple((Entry(name), Entry(price, rule=rule)) for name, price, rule in prices)
    columns = (_words("For"), _words("Points"))
    return Panel(id="prices", title=_words("Prices"), kind="table", columns=columns, rows=rows)


# The rest


def _fortresses(view: View, printed: Printed) -> Panel:
    """13: who holds the fortresses."""
    rows = []
    for index, place in enumerate(printed.fortresses):
        owner = view.fields["owner"][index]
        capacity = printed.capacity[index][owner]
        rows.append((Entry(hex_name(printed, place), cell=place), Entry(str(SIDES[owner])), Entry(str(capacity))))
    columns = (_words("Fortress"), _words("Held by"), _words("Port"))
    return Panel(
        id="fortresses", title=_words("Fortresses"), kind="table", columns=columns, rows=tuple(rows), rule="13.1"
    )


def _victory(view: View, printed: Printed) -> Panel:
    """17: how the game is won, and how things stand as everybody can see."""
    scenario = printed.scenarios[view.fields["scenario"]]
    axis, allies = (_units_left(view, printed, side) for side in (0, 1))
    holder = SIDES[view.fields["owner"][TOBRUK]]
    stand = "Units left: Axis {axis}, Allies {allies}. The {holder} hold Tobruk. The game ends after {month}."
    return Panel(
        id="victory",
        title=_words("Victory"),
        kind="table",
        columns=(_words("Victory"), _words("Points"), _words("If")),
        rows=_rows(VICTORIES),
        note=_words(stand, axis=axis, allies=allies, holder=holder, month=scenario.date(scenario.end_month)),
        rule="17.0",
    )


def _units_left(view: View, printed: Printed, side: int) -> int:
    """17.2: the blocks of a side that count at the end; everybody can see how many there are."""
    known = sum(printed.side_of[block.unit] == side and block.place not in GONE for block in view.known)
    return known + sum(block.side == side and block.place not in GONE for block in view.hidden)
