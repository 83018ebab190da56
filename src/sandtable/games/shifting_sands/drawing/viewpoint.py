"""A position as its drawers look at it: what its reader knows, what is being decided, and what he may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sandtable.games.shifting_sands.notation.words import space_name, unit_name
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import VERBS
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack, write_choice
from sandtable.kernel.scene import Entry


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """`state` is what the reader knows, with empty hands for others; `stack` names the frames, the decision last;
    `offered` holds his legal arguments by verb."""

    state: Theatre
    side: int
    stack: tuple[str, ...]
    offered: Mapping[int, int]
    hand_sizes: Sequence[int]
    discard_sizes: Sequence[int]
    deck_sizes: Sequence[int]

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


def unit_ids(state: Theatre, units: int) -> tuple[str, ...]:
    """The ids of the pieces of these units."""
    return tuple(state.printed.units[unit].id for unit in ones(units))


def unit_names(state: Theatre, units: int) -> str:
    """Units as a player names them; alike battlegroups are counted."""
    counts: dict[str, int] = {}
    for unit in ones(units):
        name = unit_name(state.printed, unit)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{count} {name}s" if count > 1 else name for name, count in counts.items())


def place_name(state: Theatre, space: int) -> str:
    return space_name(state.printed, space)


def spaces_of(state: Theatre, units: int) -> tuple[int, ...]:
    """Where these units are, each space once."""
    return tuple(sorted({state.place[unit] for unit in ones(units) if state.place[unit] >= 0}))
