"""What the computer players of a room remember: for one turn, never stored, never shown to anybody else."""

from __future__ import annotations

import msgspec

from sandtable.kernel.match import Match


class Memory(msgspec.Struct, frozen=True):
    """What a player remembers after a run of its choices."""

    player: str
    turn: int
    after: int
    """The record of its last choice."""
    notes: bytes
    """As the player's process wrote it; nobody else reads it."""

    def fits(self, player: str, match: Match) -> bool:
        """Is this the same player, in the same turn, and does its last choice still stand?"""
        same = self.player == player and self.turn == match.game.turn(match.state)
        return same and match.number_at(match.place_of(self.after)) == self.after


class Memories:
    """Memories by side. Losing one costs a player its plan and nothing else."""

    def __init__(self) -> None:
        self._kept: dict[int, Memory] = {}

    def keep(self, side: int, memory: Memory) -> None:
        self._kept[side] = memory

    def drop(self, side: int) -> None:
        self._kept.pop(side, None)

    def notes(self, side: int, player: str, match: Match) -> bytes:
        """This player's memory; empty if the turn has passed or its choices were taken back."""
        memory = self._kept.get(side)
        if memory is None:
            return b""
        if memory.fits(player, match):
            return memory.notes
        self.drop(side)
        return b""
