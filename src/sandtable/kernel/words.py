"""Words: everything a player reads is a message with named parameters, rendered from a catalogue when shown.

English is the source text and the key of the catalogue. A message may contain messages, so that the name of a
side is translated too; no sentence is glued together from pieces.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Union

Parameter = Union[str, int, "Message"]

ENGLISH = gettext.NullTranslations()


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named parameters; `plural` and `count` choose between two forms."""

    text: str
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    plural: str = ""
    count: int = 1
    last_resort: bool = field(default=False, compare=False)
    """Is it the sentence of a refusal for which no reason of its own was found?"""

    def __str__(self) -> str:
        return render(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Message, (self.text, dict(self.parameters), self.plural, self.count, self.last_resort)


def say(text: str, /, **parameters: Parameter) -> Message:
    """A message with one form."""
    return Message(text, parameters) if parameters else _plain(text)


@lru_cache(maxsize=1 << 10)
def _plain(text: str) -> Message:
    """A message without parameters. Rules say the same sentences again and again."""
    return Message(text, {})


def otherwise(text: str, /, **parameters: Parameter) -> Message:
    """The last sentence of a `why_not`, for whatever none of its reasons fits.

    A random walk over every game finds where it answers (`tests/suite/test_reasons.py`): each such place has a
    reason of its own, or a line in the game's list that says why this sentence is right.
    """
    return Message(text, parameters, last_resort=True)


def say_count(singular: str, plural: str, count: int, /, **parameters: Parameter) -> Message:
    """A message whose form depends on a number, which the text may show as {count}."""
    return Message(singular, {"count": count, **parameters}, plural, count)


def render(message: Message, catalogue: gettext.NullTranslations = ENGLISH) -> str:
    """The sentence in the catalogue's language."""
    if message.plural:
        text = catalogue.ngettext(message.text, message.plural, message.count)
    else:
        text = catalogue.gettext(message.text)
    values = {
        name: render(value, catalogue) if isinstance(value, Message) else value
        for name, value in message.parameters.items()
    }
    return text.format_map(values) if "{" in text else text


def phrase(text: str, /, **parameters: Parameter) -> str:
    """A message as its reader sees it, for scenes and answers, which hold finished text."""
    return render(Message(text, parameters))


def shortened(text: str, limit: int = 60) -> str:
    """What somebody wrote, cut if it is too long to be repeated."""
    return f"{text[:limit]}..." if len(text) > limit else text


def quoted(items: list[str], limit: int = 8) -> str:
    """A list of names as printed, cut if long. Names are not translated, so this may be a parameter."""
    shown = ", ".join(items[:limit])
    return f"{shown}, ... ({len(items)})" if len(items) > limit else shown
