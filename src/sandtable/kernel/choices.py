"""Choices: a verb and one argument, packed into one int for speed, written as stable text in stored games.

Legal choices are one bit set of arguments per verb, taken straight from the mask that computed them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from sandtable.kernel.bits import nth, ones
from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import quoted, say

ARGUMENT_BITS = 16
ARGUMENT_MASK = (1 << ARGUMENT_BITS) - 1

Choice = int
Options = list[tuple[int, int]]
"""The legal choices of a moment: (verb, bit set of arguments) pairs, verbs ascending, no set empty."""


def pack(verb: int, argument: int = 0) -> Choice:
    return verb << ARGUMENT_BITS | argument


def unpack(choice: Choice) -> tuple[int, int]:
    return choice >> ARGUMENT_BITS, choice & ARGUMENT_MASK


_arguments = itemgetter(1)


def offer(*pairs: tuple[int, int]) -> Options:
    """The legal choices, without the verbs that have none: `offer((UNIT, units), (DONE, may_stop))`."""
    return list(filter(_arguments, pairs))


def count(options: Options) -> int:
    """How many choices there are."""
    total = 0
    for _, arguments in options:
        total += arguments.bit_count()
    return total


def pick(options: Options, index: int) -> Choice:
    """The choice that has `index` smaller ones before it."""
    for verb, arguments in options:
        size = arguments.bit_count()
        if index < size:
            return verb << ARGUMENT_BITS | nth(arguments, index)
        index -= size
    raise IndexError(index)


def contains(options: Options, choice: Choice) -> bool:
    verb, argument = unpack(choice)
    return any(v == verb and arguments >> argument & 1 for v, arguments in options)


def listed(options: Options) -> Iterator[Choice]:
    """Every choice, ascending."""
    for verb, arguments in options:
        for argument in ones(arguments):
            yield verb << ARGUMENT_BITS | argument


@dataclass(frozen=True, slots=True)
class Verb:
    """Something a side can do. `noun` says what its argument is: a named thing, `number`, or nothing."""

    name: str
    noun: str = ""
    closes: bool = False
    """True for verbs that end something (done, stop, pass): random players seldom use them."""
    gathers: bool = False
    """True for verbs that add one piece after another to something, such as an attack: a stack joins at once."""
    aside: bool = False
    """True for verbs of which prompts do not speak, where they ask for something else: a button, never a touch."""


def write_choice(verbs: Sequence[Verb], nouns: Mapping[str, Sequence[str]], choice: Choice) -> str:
    """A choice as stable text."""
    number, argument = unpack(choice)
    verb = verbs[number]
    if not verb.noun:
        return verb.name
    return f"{verb.name}:{argument if verb.noun == 'number' else nouns[verb.noun][argument]}"


class Vocabulary:
    """The text of choices: `hex:G25`, `unit:21/5`, `done`; made once for each set of data."""

    def __init__(self, verbs: Sequence[Verb], nouns: Mapping[str, Sequence[str]]) -> None:
        self.verbs = tuple(verbs)
        self._number = {verb.name: index for index, verb in enumerate(verbs)}
        self._names = nouns
        self._arguments = {
            noun: {name: index for index, name in enumerate(names) if name} for noun, names in nouns.items()
        }
        for noun, names in nouns.items():
            if len(self._arguments[noun]) < sum(map(bool, names)):
                raise ValueError(f"a {noun} is named twice")

    def write(self, choice: Choice) -> str:
        return write_choice(self.verbs, self._names, choice)

    def read(self, text: str) -> Choice:
        name, colon, rest = text.strip().partition(":")
        if name not in self._number:
            known = quoted([verb.name for verb in self.verbs], 20)
            raise Malformed(say("there is no verb '{name}'", name=name), say("the verbs are {known}", known=known))
        verb_number = self._number[name]
        return pack(verb_number, self._read_argument(self.verbs[verb_number], rest, bool(colon)))

    def _read_argument(self, verb: Verb, text: str, given: bool) -> int:
        if given != bool(verb.noun):
            form = f"{verb.name}:{verb.noun}" if verb.noun else verb.name
            raise Malformed(say("'{verb}' is written {form}", verb=verb.name, form=form))
        if not verb.noun:
            return 0
        if verb.noun == "number":
            if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > ARGUMENT_MASK:
                raise Malformed(say("'{text}' is not a number", text=text))
            return int(text)
        if text not in self._arguments[verb.noun]:
            raise Malformed(say("there is no {noun} '{text}'", noun=verb.noun, text=text))
        return self._arguments[verb.noun][text]
