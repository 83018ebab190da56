"""What the table refuses that is no matter of the game's rules; each has a reason and a hint."""

from __future__ import annotations

from sandtable.kernel.errors import SandtableError


class Denied(SandtableError):
    """Whoever asks may not do or see this."""


class Missing(SandtableError):
    """There is no such game, table, seat, moment or link."""


class TooMuch(SandtableError):
    """Too often, too large or too many."""


class Unavailable(SandtableError):
    """The table cannot do it now, though the request is right: nothing was changed; try again."""
