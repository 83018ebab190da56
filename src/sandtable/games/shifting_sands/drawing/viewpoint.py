"""A position as its drawers look at it: what its reader knows, what is being decided, and what may be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sandtable.games.shifting_sands.knowledge.view import View, account_in, known, story_in
from sandtable.games.shifting_sands.notation.words import space_name, unit_name
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.state import LAID, Theatre
from sandtable.games.shifting_sands.verbs import VERBS
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack, write_choice
from sandtable.kernel.flow import ChoiceKind, Kind
from sandtable.kernel.scene import Entry
from sandtable.kernel.state import real_number


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """`state` is what the reader knows, with empty hands for others; `stack` names the frames, the decision last;
    `offered` holds the reader's legal arguments by verb."""

    state: Theatre
    side: int
    stack: tuple[str, ...]
    offered: Mapping[int, int]
    hand_sizes: Sequence[int]
    discard_sizes: Sequence[int]
    seen_discards: int
    """Cards of others that certainly lie in their discard piles."""
    seen_hands: int
    """Cards that others certainly hold."""

    @classmethod
    def of(cls, view: View, printed: Printed, kinds: Sequence[Kind]) -> Viewpoint:
        """A view as it is drawn."""
        state = known(view, printed)
        others = [side for side in (AXIS, ALLIED) if side != view.side]
        accounts = [account_in(view, state, side) for side in others]
        lying_open = sum(real_number(view.face_up[side]) for side in others)
        return cls(
            state=state,
            side=view.side,
            stack=tuple(kinds[frame[0]].name for frame in state.frames),
            offered=_offered(state, view.side, kinds),
            hand_sizes=view.hand_sizes,
            discard_sizes=[_discards(view, side) for side in (AXIS, ALLIED)],
            seen_discards=lying_open | sum(account.located() for account in accounts),
            seen_hands=sum(account.surely_held(ran_out=False) for account in accounts),
        )

    @classmethod
    def of_state(cls, state: Theatre) -> Viewpoint:
        """A position about which a question is asked: nobody decides, and no cards are looked at."""
        return cls(state, -1, (), {}, (0, 0), (0, 0), 0, 0)

    def deck_size(self, side: int) -> int:
        """5.12: how many cards the draw pile of a side has, as far as the reader knows."""
        state = self.state
        away = state.waiting | state.removed | state.kept | state.combat_cards[side] | state.taken[side]
        left = (state.printed.decks[side] & ~away).bit_count()
        return left - self.hand_sizes[side] - self.discard_sizes[side]

    @property
    def decision(self) -> str:
        """The name of the frame on top, or nothing when the game is over."""
        return self.stack[-1] if self.stack else ""

    def choice(self, verb: int, argument: int) -> str:
        """The text of a choice if the reader may make it now, otherwise nothing."""
        if not self.offered.get(verb, 0) >> argument & 1:
            return ""
        return write_choice(VERBS, self.state.printed.nouns, pack(verb, argument))

    def entry(self, unit: int, *verbs: int, tone: str = "") -> Entry:
        """A unit in a panel, with the first of these verbs that may be chosen for it."""
        return Entry(
            unit_name(self.state.printed, unit),
            choice=next((text for verb in verbs if (text := self.choice(verb, unit))), ""),
            piece=self.state.printed.units[unit].id,
            cell=max(self.state.place[unit], -1),
            tone=tone,
        )


def _offered(state: Theatre, side: int, kinds: Sequence[Kind]) -> Mapping[int, int]:
    """What the reader may choose, if it is the reader who decides: that follows from what the reader knows."""
    if not state.frames:
        return {}
    frame = state.frames[-1]
    kind = kinds[frame[0]]
    if not isinstance(kind, ChoiceKind) or kind.side(state, frame) != side:
        return {}
    return dict(kind.legal(state, frame))


def _discards(view: View, side: int) -> int:
    """How many cards lie on the discard pile of a side."""
    lying_open = real_number(view.face_up[side]).bit_count()
    return lying_open + sum(deed.what == LAID for deed in story_in(view, side))


def unit_ids(state: Theatre, units: int) -> tuple[str, ...]:
    """The ids of the pieces of these units."""
    return tuple(state.printed.units[unit].id for unit in ones(units))


def place_name(state: Theatre, space: int) -> str:
    return space_name(state.printed, space)


def spaces_of(state: Theatre, units: int) -> tuple[int, ...]:
    """Where these units are, each space once."""
    return tuple(sorted({state.place[unit] for unit in ones(units) if state.place[unit] >= 0}))
