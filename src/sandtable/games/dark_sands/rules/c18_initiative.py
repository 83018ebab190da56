"""18.2, 18.3, 18.5: who has the initiative, which chits are used this turn, and the chit that comes first."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c18_chits import play_chit
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import HOLD, PLAY
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

AUK_TURN = 9


def initiative(state: Sands, frame: Frame) -> None:
    """18.2: the side that played the last two chits of a turn loses it; otherwise the turn track decides."""
    last = _last_players(state)
    if len(last) == 2 and last[0] == last[1]:
        state.initiative = 1 - last[0]
        tell(state, "initiative-taken", "18.2", side=state.initiative)
    else:
        state.initiative = state.printed.turns[state.turn].initiative
        tell(state, "initiative", "18.2", side=state.initiative)


def _last_players(state: Sands) -> list[int]:
    """The sides that played the last two chits: Logistics has none, priority chits count (ruling)."""
    owners = [state.printed.chits[chit].side for chit in state.played]
    return [side for side in owners if side >= 0][-2:]


def placement(state: Sands, frame: Frame) -> None:
    """18.3: the track is emptied, the chits of the turn go into the cup; priority chits go to their owners."""
    state.played.clear()
    state.run_side, state.run = -1, 0
    state.cup = state.printed.cups[state.turn]
    state.held = state.printed.priority[state.turn] & ~_lost_auk(state)


def _lost_auk(state: Sands) -> int:
    """P1.3.4: the Dash to the Wire may have cost the Allies The Auk of turn 9."""
    if not (state.auk_lost and state.turn == AUK_TURN):
        return 0
    return sum(bit(number) for number, chit in enumerate(state.printed.chits) if chit.kind == "auk")


def initiative_action(state: Sands, frame: Frame) -> None:
    """18.5: the player with the initiative may play a chit of their choice first."""
    if first_chits(state):
        push(state, INITIATIVE, state.initiative)


def first_chits(state: Sands) -> int:
    """18.3: the chits of that side, a priority chit included, but neither Logistics nor an enemy chit; of several
    that are alike the first, since it makes no difference which of them is played."""
    chits = state.printed.chits
    own = (state.cup | state.held) & state.printed.own_chits[state.initiative]
    return mask_of({chits[number].kind: number for number in reversed(ones(own))}.values())


class Initiative(ChoiceKind[Sands]):
    """18.3, 18.5: the chit that is played first; nothing can pre-empt it."""

    name = "initiative"
    on = ("game-turn.initiative_action",)
    rule = "18.5"
    asks = one("side")
    words = say("Choose the chit that you play first, or leave it to the draw")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((PLAY, first_chits(state)), (HOLD, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == HOLD:
            tell(state, "declines", "18.5", side=state.initiative)
        else:
            tell(state, "first", "18.5", side=state.initiative, chit=argument)
            play_chit(state, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != PLAY:
            return "18.5", otherwise("first choose the chit that you play first, or leave it to the draw")
        chit = state.printed.chits[argument]
        if chit.side < 0:
            return "18.3", say("Logistics cannot be the first chit")
        if chit.side != state.initiative:
            return "18.3", say("the first chit must be one of your own")
        if (state.cup | state.held) >> argument & 1:
            return "18.3", say("take the other chit: it is the first of those alike")
        assert not (state.cup | state.held) >> argument & 1
        return "18.3", say("this chit is not among those of the turn")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if self.side(state, frame) != state.initiative:
            yield say("only the player with the initiative chooses the first chit")


INITIATIVE = Initiative()
