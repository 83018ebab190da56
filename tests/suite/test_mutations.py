"""A position that is accepted can be drawn, asked about and played, however it came about.

Positions on file are spoilt a little. Each is then refused with a reason, or called impossible, or it is one that
every reader can look at and ask about, and that can be played on, whatever is chosen.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Impossible
from sandtable.kernel.secrecy import observations
from tests.suite.budget import MUTANT_LENGTH, MUTANTS
from tests.suite.fuzzer import next_choice, survives_as_text
from tests.suite.grounds import Grounds, every_game, grounds_of, policy_of
from tests.suite.moments import READERS
from tests.suite.mutations import POSITION, Means, mutated
from tests.suite.perft import read_file

BATCHES = 4
REFUSED, IMPOSSIBLE, PLAYED = "refused", "impossible", "played"


@every_game
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_spoilt_position_is_refused_or_can_be_drawn_asked_about_and_played(
    game_id: str, batch: int, tmp_path: Path
) -> None:
    grounds = grounds_of(game_id)
    texts = positions_on_file(grounds)
    met: Counter[str] = Counter()
    for number in range(batch, MUTANTS, BATCHES):
        rng = Random(f"mutant {number}")
        text = spoilt(grounds, texts, rng)
        try:
            met[fate(grounds, text, rng)] += 1
        except Exception as error:
            path = tmp_path / f"mutant-{number}.txt"
            path.write_text(text, encoding="utf-8")
            raise AssertionError(f"{error!r}; the position is in {path}") from error
    assert met[REFUSED]
    assert met[PLAYED]


def positions_on_file(grounds: Grounds[object]) -> list[str]:
    counted = [text for _, text in read_file(grounds.folder / "perft.txt").values()]
    return [*grounds.recorded(), *grounds.written().values(), *counted]


def spoilt(grounds: Grounds[object], texts: list[str], rng: Random) -> str:
    """One of these positions, with some changes."""
    nouns = grounds.game.nouns(grounds.game.load_data())
    return mutated(rng.choice(texts), Means(rng, rng.choice(texts).splitlines(), nouns), POSITION)


def fate(grounds: Grounds[object], text: str, rng: Random) -> str:
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
