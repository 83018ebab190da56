"""What can be wrong with input from outside; each error has a reason that a player can read."""

from __future__ import annotations

from sandtable.kernel.words import Message, say


class SandtableError(Exception):
    """Any refusal: `reason` says what is wrong, `hint` what to do about it."""

    def __init__(self, reason: Message | str, hint: Message | str = "") -> None:
        self.reason = say(reason) if isinstance(reason, str) else reason
        self.hint = say(hint) if isinstance(hint, str) else hint
        super().__init__(self.reason, self.hint)

    def __str__(self) -> str:
        return str(self.reason)


class Malformed(SandtableError):
    """The text is not a choice, a position or a journal at all."""


class Illegal(SandtableError):
    """The choice is understood but a rule forbids it; `rule` is the paragraph."""

    def __init__(self, reason: Message | str, rule: str, hint: Message | str = "") -> None:
        super().__init__(reason, hint)
        self.rule = rule


class Stale(SandtableError):
    """The choice was made for an earlier moment of the game."""


class NotYourTurn(SandtableError):
    """The game is waiting for somebody else."""


class BrokenJournal(Malformed):
    """A stored game that cannot be read or does not replay; `place` names the file and line or the record."""

    def __init__(self, place: str, reason: Message | str) -> None:
        text = reason if isinstance(reason, Message) else say(reason)
        super().__init__(say("{place}: {reason}", place=place, reason=text))
        self.place = place
