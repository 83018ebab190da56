"""18: the cup of action chits: what is still in it, what was played in that order, and what the limits allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.dark_sands.drawing.board import SIDE_NAMES
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint
from sandtable.games.dark_sands.printed.calendar import ActionChit
from sandtable.games.dark_sands.rules.c18_initiative import AUK_TURN
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import PLAY, PREEMPT
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.scene import Chit, Cup
from sandtable.kernel.words import phrase, say

FACES = {
    "logistics": ("L", "Logistics", "Out-of-supply markers are placed and removed"),
    "move": ("M", "Move", "All units move"),
    "combat": ("C", "Combat", "All units attack"),
    "move/combat": ("M/C", "Move or Combat", "All units move, or all attack"),
    "half/combat-1": (
        "½C-1",
        "Half Move or Combat -1",
        "All units move half as far, or attack at -1",
    ),
    "reinforcement": ("R", "Reinforcement", "What the track lists for this turn comes, goes and is upgraded"),
    "oconnor": ("O'C", "O'Connor", "All Allied units in supply move, then attack"),
    "combeforce": ("CF", "Combeforce", "One Allied unit in supply moves and attacks"),
    "auk": ("AUK", "The Auk", "Priority: used as Move or Combat; pre-empts Rommel"),
    "monty": ("MTY", "Monty", "Priority: used as Move or Combat"),
    "rommel": ("ROM", "Rommel", "Priority: German units move and attack, or attack and move; pre-empts Monty"),
    "afrika-korps": ("DAK", "Afrika Korps", "15 and 21 Panzer in range of the HQ, and an Italian formation"),
    "panzerarmee": ("PzA", "PanzerArmee Afrika", "All Axis units in range of the HQ move and attack"),
    "21-corps": ("21C", "21 Corps", "Two Italian formations in range of the HQ; other Italians move one hex"),
    "13-corps": ("13C", "13 Corps", "Units in range of the HQ, but one tank unit only, move and attack"),
    "30-corps": ("30C", "30 Corps", "Tanks in range of the HQ, and two other units, move and attack"),
    "8-army": ("8A", "8 Army", "13 Corps and 30 Corps together"),
    "tobruk-falls": ("TF", "Tobruk Falls", "For the side that has just captured Tobruk"),
}
"""By kind of chit: what is drawn on it, its name, and what it does."""
ADJECTIVES = ("Axis", "Allied")
MOST = 2
"""18.7: at most two chits in a row, two moves and two combats."""


def chit_name(chit: ActionChit) -> str:
    """A chit as a player names it."""
    name = say(FACES[chit.kind][1])
    if chit.side < 0:
        return str(name)
    return phrase("{side}: {chit}", side=say(SIDE_NAMES[chit.side]), chit=name)


def cups(viewpoint: Viewpoint) -> Iterator[Cup]:
    """18.3, 18.6: the cup, and beside it the priority chits that are held."""
    state = viewpoint.state
    if "replacements" in viewpoint.stack:
        yield _coming(state)
        return
    offered = viewpoint.offered.get(PLAY, 0) | viewpoint.offered.get(PREEMPT, 0)
    yield Cup(
        id="cup",
        name=phrase("Action chits"),
        left=tuple(_alike(state, state.cup | offered & ~state.held, offered)),
        drawn=tuple(_chit(state, chit) for chit in state.played),
        limits=tuple(_limits(state)),
        rule="18.6",
    )
    if state.held:
        yield Cup(
            id="held",
            name=phrase("Priority chits"),
            left=tuple(_alike(state, state.held, offered)),
            rule="18.6.1",
        )


def _coming(state: Sands) -> Cup:
    """18.3: before the chits are placed, those of the turn, which everybody knows."""
    turn = state.printed.cups[state.turn] | state.printed.priority[state.turn]
    if state.auk_lost and state.turn == AUK_TURN:
        turn &= ~mask_of(number for number, chit in enumerate(state.printed.chits) if chit.kind == "auk")
    return Cup(
        id="cup",
        name=phrase("Action chits"),
        left=tuple(_alike(state, turn, 0)),
        note=phrase("the chits of this turn, after the replacements"),
        rule="18.3",
    )


def _alike(state: Sands, chits: int, offered: int) -> Iterator[Chit]:
    """Chits that can be chosen one by one; the others once for all that are alike."""
    groups: dict[tuple[int, str], list[int]] = {}
    for chit in _in_order(state, ones(chits)):
        if offered >> chit & 1:
            yield _chit(state, chit, chosen=True)
        else:
            known = state.printed.chits[chit]
            groups.setdefault((known.side, known.kind), []).append(chit)
    for alike in groups.values():
        yield _chit(state, alike[0], len(alike))


def _in_order(state: Sands, chits: Iterable[int]) -> list[int]:
    """The Axis first, then the Allies, and Logistics last."""
    return sorted(chits, key=lambda chit: (state.printed.chits[chit].side % 3, chit))


def _chit(state: Sands, chit: int, count: int = 1, *, chosen: bool = False) -> Chit:
    known = state.printed.chits[chit]
    letters, _, note = FACES[known.kind]
    return Chit(
        id=state.printed.nouns["chit"][chit] if chosen else "",
        name=chit_name(known),
        letters=letters,
        side=known.side,
        count=count,
        note=phrase(note),
        tone="warn" if known.kind == "logistics" else "",
    )


def _limits(state: Sands) -> Iterator[str]:
    """18.7: what may still be played."""
    for side, name in enumerate(SIDE_NAMES):
        yield phrase(
            "{side}: {moves}/{most} moves, {combats}/{most} combats",
            side=say(name),
            moves=state.moves_played[side],
            combats=state.combats_played[side],
            most=MOST,
        )
    if state.run_side >= 0 and state.run >= MOST:
        yield phrase(
            "Two {side} chits in a row: the other side's chit is next", side=say(ADJECTIVES[state.run_side])
        )
