"""What lies beside the map: the hand, the battle boards, the Buildup ledger, fortresses, what is to come."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.fire import CLASS_NAMES
from sandtable.games.rommel_in_the_desert.printed import Printed
from sandtable.games.rommel_in_the_desert.text import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.view import View
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.state import real_number
from sandtable.kernel.words import say

MOST_REAL = 3


def panels_of(view: View, side: int, printed: Printed) -> Iterator[Panel]:
    """In the order of urgency: cards, battles, points, fortresses, months to come."""
    if side >= 0:
        yield _hand(view, side)
    yield _cards(view)
    yield from _battles(view, printed)
    if side >= 0 and view.points[side] >= 0:
        yield _ledger(view, side, printed)
    yield _fortresses(view, printed)
    yield _schedule(view, printed)


def _words(text: str, **parameters: object) -> str:
    return str(say(text, **parameters))  # type: ignore[arg-type]


def _top(view: View) -> str:
    return str(view.frames[-1][0]) if view.frames else ""


def _hand(view: View, side: int) -> Panel:
    """16.6: the own hand; where cards are being laid each real card carries the option it completes (4.0)."""
    hand, laid, real, real_laid = view.cards[side]
    laying = _top(view) == "lay" and int(view.numbers["active"]) == side
    options = {1: say("Basic"), 2: say("Offensive or Assault"), 3: say("Blitz")}
    cards = []
    for place in range(real):
        number = place + 1
        choice = f"real:{number}" if laying and number <= MOST_REAL else ""
        note = str(options[number]) if choice else _words("real")
        cards.append(Entry(note, choice=choice, tone="good"))
    cards += [Entry(_words("dummy"), tone="warn")] * (hand - real)
    laid_words = (
        _words("laid: {real} real, {dummies} dummies", real=real_laid, dummies=laid - real_laid) if laid else ""
    )
    return Panel(
        id="hand",
        title=_words("Your supply cards"),
        kind="cards",
        rows=(tuple(cards),),
        note=laid_words,
        rule="3.42",
    )


def _cards(view: View) -> Panel:
    """16.6: how many cards either side holds is open."""
    rows = [
        (Entry(str(SIDES[side])), Entry(str(cards[0])), Entry(str(cards[1])))
        for side, cards in enumerate(view.cards)
    ]
    columns = (_words("Side"), _words("In hand"), _words("Laid"))
    return Panel(id="cards", title=_words("Cards"), kind="table", columns=columns, rows=tuple(rows), rule="16.6")


def _battles(view: View, printed: Printed) -> Iterator[Panel]:
    """8.5: for each battle the lines of both sides by arm, as far as they are shown; hits still to take."""
    attacked = [real_number(hexes) for hexes in view.lists["attacker_hexes"]]
    for place in ones(attacked[0] | attacked[1]):
        rows = []
        for arm, name in enumerate(CLASS_NAMES):
            lines = [_line(view, printed, place, side, arm) for side in (0, 1)]
            if any(lines):
                hits = real_number(view.lists["hits"][arm])
                rows.append(
                    (Entry(str(name)), *(Entry(line) for line in lines), Entry(str(hits / 2) if hits else ""))
                )
        unknown = [sum(b.place == place and b.side == side for b in view.hidden) for side in (0, 1)]
        if any(unknown):
            rows.append((Entry(_words("not shown")), Entry(str(unknown[0])), Entry(str(unknown[1])), Entry("")))
        attacker = SIDES[0 if attacked[0] >> place & 1 else 1]
        yield Panel(
            id=f"battle-{place}",
            title=_words("Battle of {place}", place=hex_name(printed, place)),
            kind="table",
            columns=(_words("Arm"), str(SIDES[0]), str(SIDES[1]), _words("Hits")),
            rows=tuple(rows),
            note=_words("{side} attack", side=attacker),
            rule="8.5",
        )


def _line(view: View, printed: Printed, place: int, side: int, arm: int) -> str:
    units = [
        k
        for k in view.known
        if k.place == place and printed.side_of[k.unit] == side and printed.arm[k.unit] == arm
    ]
    return ", ".join(f"{printed.units[k.unit].name} {k.cv}" for k in units)


def _ledger(view: View, side: int, printed: Printed) -> Panel:
    """16.5: points and what they buy."""
    costs = printed.costs
    rows = [
        (Entry(_words("Step of armor, antitank or artillery, per CV")), Entry("3", rule="16.54")),
        (Entry(_words("Step of mechanised or motorised infantry, per CV")), Entry("2", rule="16.54")),
        (Entry(_words("Step of infantry or para, per CV")), Entry("1", rule="16.54")),
        (Entry(_words("Redeployment by land or sea")), Entry(str(costs["redeployment"]), rule="16.51")),
        (
            Entry(_words("By sea to or from a besieged port (Allies)")),
            Entry(str(costs["sea-besieged"]), rule="16.53"),
        ),
        (Entry(_words("Minefield")), Entry(str(costs["minefield"]), rule="16.55")),
        (Entry(_words("Extra card")), Entry(str(costs["card"]), rule="16.54")),
        (Entry(_words("Your points")), Entry(str(view.points[side]), rule="16.5", tone="good")),
    ]
    return Panel(id="points", title=_words("Buildup points"), kind="ledger", rows=tuple(rows), rule="16.5")


def _fortresses(view: View, printed: Printed) -> Panel:
    """13: who holds the fortresses."""
    rows = []
    for index, place in enumerate(printed.fortresses):
        owner = int(view.lists["owner"][index])
        capacity = printed.capacity[index][owner]
        rows.append((Entry(hex_name(printed, place), cell=place), Entry(str(SIDES[owner])), Entry(str(capacity))))
    columns = (_words("Fortress"), _words("Held by"), _words("Port"))
    return Panel(
        id="fortresses", title=_words("Fortresses"), kind="table", columns=columns, rows=tuple(rows), rule="13.1"
    )


def _schedule(view: View, printed: Printed) -> Panel:
    """16.4: what the scenario still brings."""
    setting = printed.settings[int(view.numbers["setting"])]
    rows = []
    for month in range(int(view.numbers["month"]) + 1, setting.end_month + 1):
        axis, allies = (units.bit_count() for units in setting.arrivals[month])
        if axis or allies:
            rows.append((Entry(setting.date(month)), Entry(str(axis)), Entry(str(allies))))
    columns = (_words("Month"), str(SIDES[0]), str(SIDES[1]))
    note = "" if rows else _words("Nothing more arrives.")
    return Panel(
        id="schedule",
        title=_words("To come"),
        kind="table",
        columns=columns,
        rows=tuple(rows),
        note=note,
        rule="16.4",
    )
