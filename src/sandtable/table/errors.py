"""Refusals by the table that have nothing to do with the game's rules; each has a reason and a hint."""

from __future__ import annotations

from sandtable.kernel.errors import SandtableError


class Denied(SandtableError):
    """The person asking may not do or see this."""


class Missing(SandtableError):
    """There is no such game, table, seat, moment or link."""


class TooMuch(SandtableError):
    """Too often, too large or too many."""


class Unavailable(SandtableError):
    """The request is valid, but the table cannot do it now. Nothing was changed; try again."""
