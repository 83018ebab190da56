"""Counts of decision sequences: how many there are from a position, n decisions deep, including chance outcomes.

An unintended change of the rules shows as a different count, and the split by first choice says where.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.kernel.choices import Choice, count, listed, pack
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import Game
from tests.suite.budget import SOAK

PARTING = "---\n"
HEAD = "# perft "
NUMBERS = 17
"""Numbers that a choice may give: no side has more cards in hand."""
TOO_MANY = 100_000
"""More sequences than this are not counted in every run of the tests."""
DAILY = 20_000
"""More sequences than this are counted only for `make soak`."""
FEW = 150
"""Up to this many sequences can be counted the slow way too."""


def following(game: Game[Any], state: Any) -> list[Choice]:
    """Every choice, or every outcome of chance that can come up."""
    if game.actor(state) == CHANCE:
        return [outcome for outcome, weight in enumerate(game.chance(state)) if weight]
    return list(listed(game.options(state)))


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """The number of sequences of `depth` decisions; a game that ends earlier counts as one."""
    if depth == 0 or game.actor(state) == OVER:
        return 1
    if depth == 1 and game.actor(state) != CHANCE:
        return count(game.options(state))
    return sum(split(game, state, depth).values())


def split(game: Game[Any], state: Any, depth: int) -> dict[str, int]:
    """The same by first choice."""
    found = {}
    for choice in following(game, state):
        after = state.copy()
        game.apply(after, choice)
        found[game.write(state, choice)] = perft(game, after, depth - 1)
    return found


def slow_perft(game: Game[Any], position: str, depth: int, path: tuple[str, ...] = ()) -> int:
    """The same count done differently: every possible word is tried at the door, each sequence from the start."""
    scenario = game.load_data()
    state = game.read_position(position, scenario)
    for text in path:
        game.apply(state, game.read(state, text))
    actor = game.actor(state)
    if len(path) == depth or actor == OVER:
        return 1
    if actor == CHANCE:
        texts = [game.outcome_name(state, outcome) for outcome in following(game, state)]
    else:
        texts = [word for word in words(game, scenario) if allowed(game, state, actor, word)]
    return sum(slow_perft(game, position, depth, (*path, text)) for text in texts)


def words(game: Game[Any], scenario: Any) -> list[str]:
    """Everything that can be said."""
    said = []
    for number, verb in enumerate(game.verbs):
        names = game.nouns(scenario).get(verb.noun, [""] * (NUMBERS if verb.noun else 1))
        named = [place for place, name in enumerate(names) if name or verb.noun not in game.nouns(scenario)]
        said += [game.vocabulary(scenario).write(pack(number, place)) for place in named]
    return said


def allowed(game: Game[Any], state: Any, side: int, text: str) -> bool:
    return game.explain(state, side, game.read(state, text)) is None


# Recorded counts against those made now


def difference(game: Game[Any], counts: list[int], text: str) -> str:
    """The first depth whose count differs from the one recorded, by first choice; nothing if all agree."""
    state = game.read_position(text, game.load_data())
    for depth, expected in enumerate(counts, 1):
        if depth > 1 and expected > DAILY and not SOAK:
            break
        found = perft(game, state, depth)
        if found != expected:
            by_first = "\n".join(f"  {first}: {number}" for first, number in split(game, state, depth).items())
            return f"depth {depth}: {found}, not {expected}; by first choice:\n{by_first}"
    return ""


def slow_depth(counts: list[int]) -> int:
    """The deepest of the first two depths that is small enough to be counted the slow way; 0 if none is."""
    return max((depth for depth, number in enumerate(counts[:2], 1) if number <= FEW), default=0)


# The file: positions separated by lines of dashes, each headed by its name and its counts


def read_file(path: Path) -> dict[str, tuple[list[int], str]]:
    """Name -> counts for depth 1, 2 ... and the position."""
    found = {}
    for block in path.read_text(encoding="utf-8").split(PARTING):
        head, _, text = block.partition("\n")
        name, _, counts = head.removeprefix(HEAD).partition(": ")
        found[name] = [int(number) for number in counts.split()], text
    return found


def write_file(path: Path, entries: dict[str, tuple[list[int], str]]) -> None:
    blocks = [f"{HEAD}{name}: {' '.join(map(str, counts))}\n{text}" for name, (counts, text) in entries.items()]
    path.write_text(PARTING.join(blocks), encoding="utf-8")


def counted(game: Game[Any], text: str, most: int, deepest: int = 6) -> list[int]:
    """Counts for depth 1, 2 ... as long as they seem to stay below `most`, and are no larger than `TOO_MANY`."""
    state = game.read_position(text, game.load_data())
    counts: list[int] = []
    for depth in range(1, deepest + 1):
        branches = count(game.options(state)) if game.actor(state) != CHANCE else len(following(game, state))
        if counts and counts[-1] * branches > most:
            break
        found = perft(game, state, depth)
        if counts and found > TOO_MANY:
            break
        counts.append(found)
    return counts
