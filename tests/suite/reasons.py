"""Where the last resort of a `why_not` answers: a walk that asks about everything, and a look at the code.

The last sentence of a `why_not` answers for whatever none of its reasons fits, so nobody notices when it says
something that is not so. It is marked as such (`otherwise`). The walk finds what it answers to.
"""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from textwrap import dedent
from typing import Any

from sandtable.kernel.choices import Options, pack
from sandtable.kernel.flow import CHANCE, ChoiceKind, Kind
from sandtable.kernel.words import Message, say, say_count
from tests.suite.budget import ASKED_PER_KIND, REASON_LENGTH, REASON_STARTS
from tests.suite.fuzzer import everything, next_choice
from tests.suite.grounds import Grounds, policy_of
from tests.suite.moments import opening

Places = dict[str, list[str]]
"""By decision and verb (`moves hex`): the choices refused with the last resort, each with its sentence."""


# The walk


class Walk:
    """Random games from every sort of start: some moments of each decision, and the verbs it may offer."""

    def __init__(self, grounds: Grounds[Any]) -> None:
        self.grounds, self.game = grounds, grounds.game
        self.moments: dict[str, list[Any]] = defaultdict(list)
        self.verbs: dict[str, set[int]] = defaultdict(set)
        self.met: dict[str, int] = defaultdict(int)
        for number, state in enumerate(self._starts()):
            self._play(state, number)

    def last_resorts(self) -> Places:
        """Ask about everything at these moments: where does the last resort answer?"""
        found: Places = defaultdict(list)
        for kind, states in self.moments.items():
            for state in states:
                for verb, text in self._refused(state, self.verbs[kind]):
                    found[f"{kind} {self.game.verbs[verb].name}"].append(text)
        return found

    def _starts(self) -> Iterator[Any]:
        """Set-ups, the thick of the fighting, recorded and written positions, evenly picked."""
        printed = self.game.load_data()
        for number, info in enumerate(self.game.scenarios):
            yield opening(self.game, info.id, number)
        for number in range(REASON_STARTS):
            yield self.grounds.thick(Random(f"reasons {number}"))
        for text in (*_spread(self.grounds.recorded()), *_spread([*self.grounds.written().values()])):
            yield self.game.read_position(text, printed)

    def _play(self, state: Any, number: int) -> None:
        """Play on for a while; every moment of a decision is as likely to be kept as any other."""
        game, rng = self.game, Random(f"reasons {number}")
        choose = self.grounds.policies[policy_of(number)](rng)
        for _ in range(REASON_LENGTH):
            if not state.frames:
                return
            options = game.options(state)
            if game.actor(state) != CHANCE:
                self._note(state, options, rng)
            game.apply(state, next_choice(game, state, choose, rng, options))

    def _note(self, state: Any, options: Options, rng: Random) -> None:
        kind = self.game.kind_names[state.frames[-1][0]]
        self.verbs[kind].update(verb for verb, _ in options)
        self.met[kind] += 1
        kept, place = self.moments[kind], rng.randrange(self.met[kind])
        if len(kept) < ASKED_PER_KIND:
            kept.append(state.copy())
        elif place < ASKED_PER_KIND:
            kept[place] = state.copy()

    def _refused(self, state: Any, verbs: set[int]) -> Iterator[tuple[int, str]]:
        """What the last resort answers to here, with its sentence."""
        game, frame, legal = self.game, state.frames[-1], dict(self.game.options(state))
        kind = game.kinds[frame[0]]
        assert isinstance(kind, ChoiceKind)
        for verb in sorted(verbs):
            for argument in self._arguments(verb):
                if legal.get(verb, 0) >> argument & 1:
                    continue
                rule, sentence = kind.why_not(state, frame, verb, argument)
                if sentence.last_resort:
                    yield verb, f"{game.write(state, pack(verb, argument))}: {rule} {sentence}"

    def _arguments(self, verb: int) -> Sequence[int]:
        noun = self.game.verbs[verb].noun
        if not noun:
            return (0,)
        return everything(self.game, noun) or range(self.grounds.numbers_asked)


def _spread(texts: list[str]) -> list[str]:
    """As many of these as are played, from all over the list."""
    return texts[:: max(1, len(texts) // REASON_STARTS)]


# The code


def unmarked(kinds: Iterable[Kind]) -> list[str]:
    """The last sentences of these decisions' refusals that are not made by `otherwise`, each with its place."""
    found: dict[str, None] = {}
    for kind in kinds:
        if isinstance(kind, ChoiceKind):
            found.update(dict.fromkeys(_Last(kind).unmarked(type(kind).why_not)))
    return list(found)


class _Last:
    """What a `why_not` says in the end, itself or in a function whose answer it returns.

    After an `assert` the sentence is known to be the reason, so it needs no mark.
    """

    def __init__(self, owner: object) -> None:
        self.owner = owner
        self.seen: set[object] = set()

    def unmarked(self, function: Callable[..., Any]) -> Iterator[str]:
        if function in self.seen or not inspect.isfunction(function):
            return
        self.seen.add(function)
        tree = ast.parse(dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        yield from self._body(tree.body, function)

    def _body(self, body: list[ast.stmt], function: Any) -> Iterator[str]:
        last = body[-1]
        if isinstance(last, ast.If):
            for branch in (last.body, last.orelse):
                yield from self._body(branch, function) if branch else ()
        elif isinstance(last, ast.Return) and last.value and not _is_certain(body):
            yield from self._answer(last.value, function)

    def _answer(self, answer: ast.expr, function: Any) -> Iterator[str]:
        if isinstance(answer, ast.Tuple):
            yield from self._sentence(answer.elts[-1], function)
        elif isinstance(answer, ast.IfExp):
            yield from self._answer(answer.body, function)
            yield from self._answer(answer.orelse, function)
        elif isinstance(answer, ast.BoolOp):
            yield from self._answer(answer.values[-1], function)
        elif isinstance(answer, ast.Call):
            for called in self._called(answer.func, function):
                yield from self.unmarked(called)
        elif isinstance(answer, ast.Name):
            constant = _name(answer, function)
            if isinstance(constant, tuple):
                yield from _told(constant[-1], function)

    def _sentence(self, sentence: ast.expr, function: Any) -> Iterator[str]:
        if isinstance(sentence, ast.Name):
            yield from _told(_name(sentence, function), function)
        elif isinstance(sentence, ast.IfExp):
            yield from self._sentence(sentence.body, function)
            yield from self._sentence(sentence.orelse, function)
        elif isinstance(sentence, ast.Call) and _name(sentence.func, function) in (say, say_count):
            yield f"{_place(function)}: {ast.unparse(sentence.args[0])}"

    def _called(self, func: ast.expr, function: Any) -> Iterator[Any]:
        """The functions that this expression may call: by name, of the kind itself, or from a table of them."""
        if isinstance(func, ast.Name):
            yield _name(func, function)
        elif isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "self":
            yield getattr(type(self.owner), func.attr, None)
        elif isinstance(func, ast.Subscript) and isinstance(table := _name(func.value, function), dict):
            yield from table.values()


def _is_certain(body: list[ast.stmt]) -> bool:
    """Does an `assert` just before the end say that this is the reason?"""
    return len(body) > 1 and isinstance(body[-2], ast.Assert)


def _name(expression: ast.expr, function: Any) -> object:
    """What a name means in a function's module."""
    return function.__globals__.get(expression.id) if isinstance(expression, ast.Name) else None


def _told(sentence: object, function: Any) -> Iterator[str]:
    if isinstance(sentence, Message) and not sentence.last_resort:
        yield f"{_place(function)}: {sentence.text!r}"


def _place(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"
