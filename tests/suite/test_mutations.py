"""What is accepted from outside can be drawn, asked about and played, however it came about.

Positions on file are spoilt a little. Each is then refused with a reason, or called impossible, or it is one that
every reader can look at and ask about, and that can be played on, whatever is chosen. Journals are changed too:
each is refused with its line, or replays as far as it agrees and says where it does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.kernel.errors import BrokenJournal, Malformed, SandtableError
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import SPECTATOR, Impossible
from sandtable.kernel.journal import Journal, read_journal, write_journal
from sandtable.kernel.replay import reopen, replay
from sandtable.kernel.secrecy import observations
from tests.suite.budget import FORGED_LENGTH, MUTANT_LENGTH, MUTANTS
from tests.suite.forgeries import forged, recorded
from tests.suite.fuzzer import next_choice, survives_as_text
from tests.suite.grounds import Grounds, every_game, grounds_of, policy_of
from tests.suite.moments import READERS
from tests.suite.mutations import ANY_TEXT, POSITION, Means, mutated
from tests.suite.perft import read_file

BATCHES = 4
JOURNALS = 5
"""A game is recorded anew for every so many forgeries."""
REFUSED, IMPOSSIBLE, PLAYED, DISAGREES = "refused", "impossible", "played", "disagrees"
in_batches = pytest.mark.parametrize("batch", range(BATCHES))


@every_game
@in_batches
def test_a_spoilt_position_is_refused_or_can_be_drawn_asked_about_and_played(
    game_id: str, batch: int, tmp_path: Path
) -> None:
    grounds = grounds_of(game_id)
    texts = positions_on_file(grounds)
    met: Counter[str] = Counter()
    for number in range(batch, MUTANTS, BATCHES):
        rng = Random(f"mutant {number}")
        text = spoilt(grounds, texts, rng)
        with leaving(tmp_path / f"mutant-{number}.txt", text.encode()):
            met[fate(grounds, text, rng)] += 1
    assert met[REFUSED]
    assert met[PLAYED]


@every_game
@in_batches
def test_a_forged_journal_is_refused_or_says_where_it_disagrees(game_id: str, batch: int, tmp_path: Path) -> None:
    grounds = grounds_of(game_id)
    texts = positions_on_file(grounds)
    met: Counter[str] = Counter()
    for number in range(batch, MUTANTS, BATCHES * JOURNALS):
        journal = game_on_record(grounds, texts, Random(f"journal {number}"))
        for again in range(JOURNALS):
            rng = Random(f"forgery {number} {again}")
            content = forged(journal, means_for(grounds, texts, rng))
            with leaving(tmp_path / f"forgery-{number}-{again}.journal", content):
                met[journal_fate(grounds, content)] += 1
    assert met[REFUSED]
    assert met[DISAGREES]


@every_game
def test_a_changed_file_is_refused_with_its_line(game_id: str) -> None:
    grounds = grounds_of(game_id)
    texts = positions_on_file(grounds)
    content = write_journal(game_on_record(grounds, texts, Random("changed"))).decode()
    for number in range(MUTANTS):
        rng = Random(f"changed {number}")
        changed = mutated(content, Means(rng, content.splitlines(), {}), ANY_TEXT)
        if changed != content:
            with pytest.raises(BrokenJournal, match=r"file, (after )?line \d+: "):
                read_journal(changed.encode(), "file")


@contextmanager
def leaving(path: Path, content: bytes) -> Iterator[None]:
    """A failure leaves the file that led to it."""
    try:
        yield
    except Exception as error:
        path.write_bytes(content)
        raise AssertionError(f"{error!r}; the text is in {path}") from error


def _refused(with_reason: bool) -> str:
    assert with_reason
    return REFUSED


# Positions


def positions_on_file(grounds: Grounds[Any]) -> list[str]:
    counted = [text for _, text in read_file(grounds.folder / "perft.txt").values()]
    return [*grounds.recorded(), *grounds.written().values(), *counted]


def means_for(grounds: Grounds[Any], texts: list[str], rng: Random) -> Means:
    nouns = grounds.game.nouns(grounds.game.load_data())
    return Means(rng, rng.choice(texts).splitlines(), nouns)


def spoilt(grounds: Grounds[Any], texts: list[str], rng: Random) -> str:
    """One of these positions, with some changes."""
    return mutated(rng.choice(texts), means_for(grounds, texts, rng), POSITION)


def fate(grounds: Grounds[Any], text: str, rng: Random) -> str:
    """What becomes of a text: anything else than these three is an error."""
    game = grounds.game
    try:
        state = game.accept_position(text, game.load_data())
    except Malformed as error:
        return IMPOSSIBLE if isinstance(error, Impossible) else REFUSED
    survives_as_text(game, state)
    choose = grounds.policies[policy_of(rng.randrange(3))](rng)
    for number in range(MUTANT_LENGTH):
        if number % (MUTANT_LENGTH // 2) == 0:
            for reader in READERS:
                observations(game, state, reader, samples=2)
        if not state.frames:
            game.score(state)
            break
        assert game.options(state) or game.actor(state) == CHANCE, f"a dead end at {state.frames[-1]}"
        game.apply(state, next_choice(game, state, choose, rng))
    return PLAYED


# Journals


def game_on_record(grounds: Grounds[Any], texts: list[str], rng: Random) -> Journal:
    policy = grounds.policies[policy_of(rng.randrange(3))](rng)
    return recorded(grounds.game, rng.choice(texts), policy, rng, FORGED_LENGTH)


def journal_fate(grounds: Grounds[Any], content: bytes) -> str:
    """What becomes of a journal: anything else than these three is an error."""
    game = grounds.game
    try:
        journal = read_journal(content, "file")
    except BrokenJournal as error:
        return _refused(error.place.startswith("file, "))
    try:
        replayed = replay(game, journal)
    except SandtableError as error:
        return _refused(bool(str(error)))
    game.view(replayed.match.state, SPECTATOR)
    reopen(game, journal, range(len(game.sides)))
    if replayed.disagreement is None:
        return PLAYED
    assert str(replayed.disagreement)
    return DISAGREES
