"""A position as the panels beside the map look at it: what is being decided, and what its viewer may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.afrika_korps.notation.words import unit_name
from sandtable.games.afrika_korps.state import Position
from sandtable.games.afrika_korps.verbs import VERBS
from sandtable.kernel.choices import pack, write_choice
from sandtable.kernel.scene import NOWHERE, Entry
from sandtable.kernel.state import Frame

Row = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """`stack` names the frames, the decision last; `offered` holds the viewer's legal arguments by verb."""

    state: Position
    stack: tuple[str, ...]
    offered: Mapping[int, int]

    @property
    def decision(self) -> str:
        """The name of the frame on top, or nothing when the game is over."""
        return self.stack[-1] if self.stack else ""

    def frame_of(self, *names: str) -> Frame | None:
        """The topmost frame with one of these names."""
        for name, frame in zip(reversed(self.stack), reversed(self.state.frames), strict=True):
            if name in names:
                return frame
        return None

    def choice(self, verb: int, argument: int) -> str:
        """The text of a choice about a unit or a battle if the viewer may make it now, otherwise nothing."""
        if not self.offered.get(verb, 0) >> argument & 1:
            return ""
        return write_choice(VERBS, self.state.printed.nouns, pack(verb, argument))

    def entry(self, unit: int, words: str = "", verbs: tuple[int, ...] = (), tone: str = "") -> Entry:
        """A unit in a panel, with the first of these verbs that may be chosen for it."""
        printed, place = self.state.printed, self.state.place[unit]
        return Entry(
            words or unit_name(printed, unit),
            choice=next((text for verb in verbs if (text := self.choice(verb, unit))), ""),
            piece=printed.units[unit].id,
            cell=place if place >= 0 else NOWHERE,
            tone=tone,
        )
