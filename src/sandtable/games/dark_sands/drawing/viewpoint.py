"""A position as its drawers look at it: what is being decided, and what its viewer may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import VERBS
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack, write_choice
from sandtable.kernel.scene import NOWHERE, Entry


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """`stack` names the frames, the decision last; `offered` holds the viewer's legal arguments by verb."""

    state: Sands
    stack: tuple[str, ...]
    offered: Mapping[int, int]

    @property
    def decision(self) -> str:
        """The name of the frame on top, or nothing when the game is over."""
        return self.stack[-1] if self.stack else ""

    def choice(self, verb: int, argument: int) -> str:
        """The text of a choice if the viewer may make it now, otherwise nothing."""
        if not self.offered.get(verb, 0) >> argument & 1:
            return ""
        return write_choice(VERBS, self.state.printed.nouns, pack(verb, argument))

    def entry(self, unit: int, *verbs: int, tone: str = "") -> Entry:
        """A unit in a panel, with the first of these verbs that may be chosen for it."""
        place = self.state.place[unit]
        return Entry(
            self.state.printed.units[unit].id,
            choice=next((text for verb in verbs if (text := self.choice(verb, unit))), ""),
            piece=self.state.printed.units[unit].name,
            cell=place if place >= 0 else NOWHERE,
            tone=tone,
        )


def unit_ids(state: Sands, units: int) -> tuple[str, ...]:
    """The ids of the pieces of these units."""
    return tuple(state.printed.units[unit].name for unit in ones(units))


def unit_names(state: Sands, units: int) -> str:
    """Units as a player names them."""
    return ", ".join(state.printed.units[unit].id for unit in ones(units))


def place_name(state: Sands, hex_number: int) -> str:
    """A hex as a player names it."""
    return state.printed.place(hex_number)


def support_ids(state: Sands, supports: int) -> tuple[str, ...]:
    """The ids of the pieces of these supports."""
    return tuple(state.printed.supports[support].name for support in ones(supports))
