"""The panels beside the map: cards, battle boards, the record sheet of the Buildup, fortresses, arrivals."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.rommel_in_the_desert.knowledge.view import MARKS, Known, View, told, topmost
from sandtable.games.rommel_in_the_desert.notation.words import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c09_fire import CLASS_NAMES, ROUND, VOLLEYS
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
from sandtable.games.rommel_in_the_desert.rules.c17_victory import (
    ATTRITION,
    BASE,
    DECISIVE,
    EXIT,
    GERMAN,
    OTHER,
    POINTS,
    POSITIONAL,
    RULES,
    TOBRUK,
)
from sandtable.games.rommel_in_the_desert.state import DEAD, HALF, OUT
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import real_number
from sandtable.kernel.words import say

BUILDING = {"buildup", "player-buildup", "preparation"}
PURPOSES = (
    (REPLACEMENTS, "Replacements, steps: {count}", STEPS, "16.54"),
    (REDEPLOYMENTS, "Redeployments: {count}", TRIPS, "16.51"),
    (MINEFIELDS, "Minefields", MINEFIELDS, "16.55"),
    (CARDS, "Extra cards", CARDS, "16.54"),
)
"""The lines of a record sheet for what is bought: words, the line that counts it, the rule."""


def panels_of(view: View, side: int, printed: Printed) -> Iterator[Panel]:
    """What matters most now comes first: points in the Buildup, otherwise battles, then cards."""
    building = any(str(frame[0]) in BUILDING for frame in view.frames)
    if building:
        for panel in (*_accounts(view, building), _prices(printed)):
            yield replace(panel, decides=True)
    for panel in (*_options(view), *_battles(view, printed)):
        yield replace(panel, decides=True)
    if side >= 0:
        yield _hand(view, side)
    yield from _laid(view, side)
    yield _cards(view)
    if not building:
        yield from _accounts(view, building)
    yield _victory(view, side, printed)
    yield _fortresses(view, printed)
    yield _schedule(view, printed)


def _words(text: str, **parameters: object) -> str:
    return str(say(text, **parameters))  # type: ignore[arg-type]


# Cards


def _hand(view: View, side: int) -> Panel:
    """16.6: the reader's own hand."""
    hand, _, real, _ = view.cards[side]
    return Panel(
        id="hand",
        title=_words("Your supply cards"),
        kind="cards",
        rows=(_faces(real, hand - real),),
        note=_words("{side} hand: {real} real, {dummies} dummy", side=SIDES[side], real=real, dummies=hand - real),
        rule="16.6",
    )


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
        words = "{side}, face down: {real} real, {dummies} dummy"
        note = _words(words, side=SIDES[side], real=real, dummies=laid - real)
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


OPTIONS = (
    ("Basic", "1", "one move, then one round of combat", "4.1"),
    ("Offensive", "2", "two moves, then one round of combat", "4.2"),
    ("Assault", "2", "one move, then combat with double dice where you say so", "4.3"),
    ("Blitz", "3", "move and fight, then move and fight again with other units", "4.4"),
    ("Pass", "0", "a withdrawal if you like, and no combat", "4.5"),
)
"""4: the options of a turn: the real cards they cost, what they give, the rule."""


def _options(view: View) -> Iterator[Panel]:
    """4.0: what each number of cards buys, where it is chosen."""
    if not view.frames or view.frames[-1][0] != "lay":
        return
    rows = [
        (Entry(_words(name)), Entry(cost), Entry(_words(gives), rule=rule)) for name, cost, gives, rule in OPTIONS
    ]
    yield Panel(
        id="options",
        title=_words("What you can do with your cards"),
        kind="table",
        columns=(_words("Turn"), _words("Cards"), _words("Gives")),
        rows=tuple(rows),
        note=_words(
            "With two cards, a second move makes it an Offensive; a single move leaves room for an Assault."
        ),
        rule="4.0",
    )


# Victory


def _victory(view: View, side: int, printed: Printed) -> Panel:
    """17: how the game is won, and how it stands as far as the reader knows."""
    rows = [
        (Entry(_words(words)), Entry(str(POINTS[level]), rule=RULES[level]), Entry(now))
        for level, words, now in (
            (EXIT, "Three supplied units leave the map on the enemy's side in one turn", ""),
            (BASE, "The enemy's base is taken", ""),
            (DECISIVE, "At the end: twice as many units as the enemy, a German one counting one and a half", ""),
            (POSITIONAL, "At the end: Tobruk is held and not besieged", _holder_of_tobruk(view)),
            (ATTRITION, "At the end: more units than the enemy", ", ".join(_armies(view, side, printed))),
        )
    ]
    return Panel(
        id="victory",
        title=_words("Victory and how it stands"),
        kind="table",
        columns=(_words("Won by"), _words("Points"), _words("Now")),
        rows=tuple(rows),
        note=_words("The highest level that either side reaches decides."),
        rule="17.0",
    )


def _holder_of_tobruk(view: View) -> str:
    return _words("held by the {side}", side=SIDES[view.fields["owner"][TOBRUK]])


def _armies(view: View, side: int, printed: Printed) -> Iterator[str]:
    """17.2: the units in play of both sides; of one's own also what they count for."""
    for owner, name in enumerate(SIDES):
        known = [seen.unit for seen in view.known if printed.side_of[seen.unit] == owner and _in_play(seen.place)]
        blocks = len(known) + sum(block.side == owner and _in_play(block.place) for block in view.hidden)
        if owner != side:
            yield _words("{side} {count} units", side=name, count=blocks)
            continue
        halves = sum(GERMAN if printed.german >> unit & 1 else OTHER for unit in known)
        worth = f"{halves // 2}{'½' if halves % 2 else ''}"
        yield _words("{side} {count} units, counting {worth}", side=name, count=blocks, worth=worth)


def _in_play(place: int) -> bool:
    return place not in (OUT, DEAD)


# Battles


def _battles(view: View, printed: Printed) -> Iterator[Panel]:
    """8.5: a board for each battle, the one being fought first."""
    attacked = [real_number(hexes) for hexes in view.fields["attacker_hexes"]]
    fought = _fought(view)
    places = sorted(ones(attacked[0] | attacked[1]), key=lambda place: place != fought)
    for place in places:
        lines = [_line(view, printed, place, arm) for arm in range(len(CLASS_NAMES))]
        yield Panel(
            id=f"battle-{place}",
            title=_words("Battle of {place}", place=hex_name(printed, place)),
            kind="board",
            columns=("", *(str(name) for name in SIDES)),
            rows=(*(line for line in lines if len(line) > 1), *_unknown(view, place)),
            note=_conditions(view, printed, place),
            rule="8.5",
        )


def _fought(view: View) -> int:
    """The hex of the battle being fought, or -1."""
    frame = topmost(view, ROUND)
    return told(frame, ROUND.hex) if frame else -1


def _firing(view: View, place: int) -> int:
    """The side that is firing in a hex, or -1."""
    frame = topmost(view, VOLLEYS)
    return told(frame, VOLLEYS.side) if frame and told(frame, VOLLEYS.hex) == place else -1


def _line(view: View, printed: Printed, place: int, arm: int) -> tuple[Entry, ...]:
    """9: the units of one class that are shown, of both sides, and the hits on it still to be taken."""
    blocks = [known for known in view.known if known.place == place and printed.arm[known.unit] == arm]
    found = [_block(view, printed, known) for known in blocks]
    halves, firing = view.fields["hits"][arm], _firing(view, place)
    if halves and firing >= 0:
        found.append(Entry(_hits(halves), tone="bad", column=ENEMY_OF[firing] + 1))
    return Entry(str(CLASS_NAMES[arm])), *found


def _hits(halves: int) -> str:
    """9.52: hits to take, with halves."""
    count = f"{halves // HALF or ''}{'½' if halves % HALF else ''}"
    return _words("1 hit") if halves == HALF else _words("{count} hits", count=count)


def _block(view: View, printed: Printed, known: Known) -> Entry:
    """A block on its line; it can be chosen there to fire or to take a hit."""
    unit = printed.units[known.unit]
    words = f"{unit.name} {known.cv}"
    marks = [MARKS[mark] for mark in ones(known.marks)]
    if "disrupted" in marks:
        words = _words("{block}, disrupted", block=words)
    elif known.fired and _fought(view) == known.place:
        words = _words("{block}, has fired", block=words)
    return Entry(words, piece=unit.id, column=unit.side + 1)


def _unknown(view: View, place: int) -> Iterator[tuple[Entry, ...]]:
    """7.3: blocks of a battle that the reader has not seen."""
    counts = [sum(block.place == place and block.side == side for block in view.hidden) for side in (0, 1)]
    if any(counts):
        found = [Entry(str(count), column=side + 1) for side, count in enumerate(counts) if count]
        yield Entry(_words("not shown")), *found


def _conditions(view: View, printed: Printed, place: int) -> str:
    """Who attacks, who fires, and what doubles dice or halves hits."""
    attacks = real_number(view.fields["attacker_hexes"][0]) >> place & 1
    said = [_words("The {side} attack.", side=SIDES[0 if attacks else 1])]
    firing = _firing(view, place)
    if firing >= 0:
        said.append(_words("The {side} fire.", side=SIDES[firing]))
    if real_number(view.fields["assault_hexes"]) >> place & 1:
        said.append(_words("Assault: double dice."))
    if place in printed.fortresses:
        said.append(_words("Fortress: double dice for defenders other than armor."))
    if view.mines >> place & 1:
        said.append(_words("Minefield: hits on defenders count half, except those by artillery."))
    return " ".join(said)


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
        (_words("A CV of armor, antitank or artillery"), "3", "16.54"),
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


def _schedule(view: View, printed: Printed) -> Panel:
    """16.4: the units that are still to arrive."""
    scenario = printed.scenarios[view.fields["scenario"]]
    rows = []
    for month in range(view.fields["month"] + 1, scenario.end_month + 1):
        axis, allies = (units.bit_count() for units in scenario.arrivals[month])
        if axis or allies:
            rows.append((Entry(scenario.date(month)), Entry(str(axis)), Entry(str(allies))))
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
