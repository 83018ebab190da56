"""18.1, 18.7: a chit is put on the track and carried out, within the limits."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.calendar import PRIORITY
from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.rules.c18_actions import MOMENTUM, begin_action
from sandtable.games.dark_sands.rules.c18_named import play_named
from sandtable.games.dark_sands.rules.c21_logistics import logistics
from sandtable.games.dark_sands.rules.c22_reinforcements import REINFORCEMENT
from sandtable.games.dark_sands.state import COMBAT, COMBAT_1, HALF_MOVE, MOVE, NO_ACTION, Sands
from sandtable.games.dark_sands.verbs import COMBAT_SIDE, MOVE_SIDE
from sandtable.kernel.bits import bit
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

COMBO = {"move/combat": (MOVE, COMBAT), "half/combat-1": (HALF_MOVE, COMBAT_1)}
LIMITED = {"move": (MOVE, NO_ACTION), "combat": (NO_ACTION, COMBAT), **COMBO}
"""18.7.2: the chits of which two movements and two combats may be played, with the actions on their sides."""
SIDES_OF = {
    **LIMITED,
    "tobruk-falls": COMBO["move/combat"],
    "auk": COMBO["move/combat"],
    "monty": COMBO["move/combat"],
}
"""The actions of chits that let everybody move or attack."""
MOST_IN_A_ROW = 2
MOST_OF_A_TYPE = 2


def play_chit(state: Sands, chit: int) -> None:
    """18.6: the chit goes onto the track, then what it allows is done."""
    side, kind = state.printed.chits[chit].side, state.printed.chits[chit].kind
    state.cup &= ~bit(chit)
    state.held &= ~bit(chit)
    state.played.append(chit)
    state.run_side, state.run = in_a_row(state)
    _carry_out(state, chit, side, kind)


def in_a_row(state: Sands) -> tuple[int, int]:
    """18.7.1: whose ordinary chits came last, and how many of them one after another. Priority chits and Logistics
    neither count nor break a run (ruling)."""
    chits = [state.printed.chits[chit] for chit in state.played]
    owners = [chit.side for chit in chits if chit.side >= 0 and chit.kind not in PRIORITY]
    if not owners:
        return -1, 0
    others = [place for place, side in enumerate(owners) if side != owners[-1]]
    return owners[-1], len(owners) - 1 - (others[-1] if others else -1)


def _carry_out(state: Sands, chit: int, side: int, kind: str) -> None:
    if kind == "logistics":
        logistics(state)
    elif kind == "reinforcement":
        push(state, REINFORCEMENT, side)
    elif kind in SIDES_OF and not (kind == "tobruk-falls" and side != AXIS):
        _take_a_side(state, chit, side)
    else:
        play_named(state, chit)


# Chits for everybody: movement or combat


def open_sides(state: Sands, chit: int) -> tuple[int, int]:
    """18.7.2: the movement and the combat that a chit still allows; NO_ACTION for none."""
    side, kind = state.printed.chits[chit].side, state.printed.chits[chit].kind
    moving, fighting = SIDES_OF[kind]
    if kind in LIMITED:
        if state.moves_played[side] >= MOST_OF_A_TYPE:
            moving = NO_ACTION
        if state.combats_played[side] >= MOST_OF_A_TYPE:
            fighting = NO_ACTION
    return moving, fighting


def _take_a_side(state: Sands, chit: int, side: int) -> None:
    """A combined chit asks which of its sides is played."""
    moving, fighting = open_sides(state, chit)
    if not moving and not fighting:
        tell(state, "void", "18.7.2", side=side, chit=chit)
    elif state.printed.chits[chit].kind in ("move", "combat"):
        use(state, chit, moving or fighting)
    else:
        push(state, COMBINED, side, chit)


def use(state: Sands, chit: int, action: int) -> None:
    """All units of the side move, or attack; 12.7.1: after an ordinary chit the panzer divisions have momentum."""
    side, kind = state.printed.chits[chit].side, state.printed.chits[chit].kind
    moving = action in (MOVE, HALF_MOVE)
    if kind in LIMITED:
        counts = state.moves_played if moving else state.combats_played
        counts[side] += 1
    everyone = state.printed.own[side]
    then = MOMENTUM[action] if side == AXIS else NO_ACTION
    tell(state, "uses", "18.7.2", side=side, chit=chit, action=action)
    begin_action(state, side, action, everyone if moving else 0, 0 if moving else everyone, then)


class Combined(ChoiceKind[Sands]):
    """18.7.2: which side of a combined chit is played?"""

    name = "side"
    on = ("game-turn.initiative_action", "game-turn:random_actions")
    rule = "18.7.2"
    asks = one("side")
    chit = one("chit")
    words = say("Use the chit to move or to attack")

    def legal(self, state: Sands, frame: Frame) -> Options:
        moving, fighting = open_sides(state, self.chit(frame))
        return offer((MOVE_SIDE, moving > 0), (COMBAT_SIDE, fighting > 0))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        moving, fighting = open_sides(state, self.chit(frame))
        use(state, self.chit(frame), moving if verb == MOVE_SIDE else fighting)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == MOVE_SIDE:
            return "18.7.2", say("you have played two movement chits this turn: this one must be used for combat")
        if verb == COMBAT_SIDE:
            return "18.7.2", say("you have played two combat chits this turn: this one must be used for movement")
        return "18.7.2", otherwise("first choose whether the chit is used to move or to attack")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        return unlike_chit(state, self.chit(frame), self.side(state, frame), COMBINED_KINDS)


COMBINED = Combined()
COMBINED_KINDS = ("move/combat", "half/combat-1", "tobruk-falls", "auk", "monty")


def unlike_chit(state: Sands, chit: int, side: int, kinds: tuple[str, ...]) -> Iterator[Message]:
    """What is wrong if this chit is being carried out by this side."""
    if not state.played or state.played[-1] != chit:
        yield say("a chit is carried out that is not the last one on the track")
    if state.printed.chits[chit].side != side or state.printed.chits[chit].kind not in kinds:
        yield say("this chit asks nothing of this side")
