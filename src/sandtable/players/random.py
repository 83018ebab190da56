"""The random player: any legal choice, but it seldom ends a step early, so that its games get somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sandtable.kernel.bits import nth
from sandtable.kernel.choices import ARGUMENT_BITS, Choice, Options, Verb
from sandtable.kernel.seat import Seat

RARELY = 20
"""While there are other choices, a verb that ends something is used once in this many times."""


class RandomPlayer:
    """Uniform over the legal choices, except that closing verbs come up once in `rarely` times.

    With `rarely` 0 every choice is equally likely. The player looks only at the legal set, which `pick` takes
    directly: the arena's loop builds that set once and hands it over.
    """

    __slots__ = ("_closes", "_random", "_rarely")

    def __init__(self, rng: Random, verbs: Sequence[Verb], rarely: int = RARELY) -> None:
        self._random = rng.random
        self._closes = [bool(rarely) and verb.closes for verb in verbs]
        self._rarely = rarely

    def choose(self, seat: Seat) -> Choice:
        return self.pick(seat.options())

    def pick(self, options: Options) -> Choice:
        """One of the options, straight from their bit sets."""
        if len(options) == 1:
            verb, arguments = options[0]
            return verb << ARGUMENT_BITS | nth(arguments, int(self._random() * arguments.bit_count()))
        closes = self._closes
        others = enders = 0
        for verb, arguments in options:
            if closes[verb]:
                enders += arguments.bit_count()
            else:
                others += arguments.bit_count()
        ending = not others or (enders > 0 and self._random() * self._rarely < 1.0)
        index = int(self._random() * (enders if ending else others))
        for verb, arguments in options:
            if closes[verb] != ending:
                continue
            size = arguments.bit_count()
            if index < size:
                return verb << ARGUMENT_BITS | nth(arguments, index)
            index -= size
        raise IndexError("there is nothing to choose from")
