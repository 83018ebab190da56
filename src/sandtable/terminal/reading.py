"""What a typed line means: a number in the list, a choice, the start of one, or just its argument."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.errors import Illegal, Malformed, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.words import quoted, say


class Unclear(Malformed):
    """More than one choice fits what was typed."""


def bare(choice: str) -> str:
    """The argument of a choice as text: W7 for hex:W7, or the verb itself when it has no argument."""
    verb, colon, argument = choice.partition(":")
    return argument if colon else verb


def resolve(typed: str, choices: Sequence[str]) -> str | None:
    """The choice that was meant, or None when it is none of these; Unclear when it could be several."""
    wanted = typed.strip().lower()
    if not wanted:
        return None
    number = whole_number(wanted)
    if number is not None and 1 <= number <= len(choices):
        return choices[number - 1]
    readings = (
        [choice for choice in choices if choice.lower() == wanted],
        [choice for choice in choices if bare(choice).lower() == wanted],
        [choice for choice in choices if choice.lower().startswith(wanted)],
        [choice for choice in choices if bare(choice).lower().startswith(wanted)],
    )
    for found in readings:
        if len(found) == 1:
            return found[0]
        if found:
            raise Unclear(
                say("'{typed}' could be {found}", typed=typed.strip(), found=quoted(found, 6)),
                "type more of it, or its number in the list",
            )
    return None


def written_choice(game: Game[Any], state: Any, typed: str) -> int:
    """A choice to ask about, legal or not; Malformed when the game has no such choice."""
    text = typed.strip()
    try:
        return game.read(state, text)
    except Malformed as first:
        offered = {verb for verb, _ in game.options(state)}
        for verb in sorted(game.verbs, key=lambda verb: game.verbs.index(verb) not in offered):
            if ":" in text or not verb.noun:
                continue
            try:
                return game.read(state, f"{verb.name}:{_as_named(game, state, verb.noun, text)}")
            except Malformed:
                continue
        raise first from None


def _as_named(game: Game[Any], state: Any, noun: str, text: str) -> str:
    """The name as the data spells it, whether it was typed in upper or lower case."""
    names = game.nouns(state.printed).get(noun, ())
    return next((name for name in names if name.lower() == text.lower()), text)


def refusal(game: Game[Any], state: Any, side: int, typed: str) -> SandtableError:
    """Why what was typed is not a legal choice: it was not understood, or a rule forbids it."""
    try:
        choice = written_choice(game, state, typed)
    except Malformed:
        return Malformed(
            say("'{typed}' is neither a choice here nor a command", typed=typed.strip()),
            "type 'choices' for what can be chosen, 'help' for the commands",
        )
    why = game.explain(state, side, choice)
    if why is None:
        return Malformed(say("'{typed}' cannot be chosen now", typed=game.write(state, choice)))
    return Illegal(why.sentence, why.rule)
