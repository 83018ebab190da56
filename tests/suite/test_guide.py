"""How a game goes: whatever a board shows, and any scene of a random game, is explained; nothing is too long."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.gallery import guide_of, pointed_at
from sandtable.kernel.guidefile import has_guide, read_guide, unexplained
from sandtable.kernel.registry import game_ids
from tests.suite.grounds import POLICIES, every_game, grounds_of, policy_of
from tests.suite.moments import READERS, moments
from tests.suite.test_scene import easel

NOT_YET: tuple[str, ...] = ()
"""Games whose guide nobody has written yet: no link leads there."""
WANTED, LENGTH = 25, 400
MOST_WORDS = 40
"""What somebody reads in one line."""


def test_every_game_has_a_guide_but_those_that_are_named() -> None:
    missing = [game_id for game_id in game_ids() if not has_guide(sandtable.game(game_id))]
    assert missing == [game_id for game_id in game_ids() if game_id in NOT_YET]


def guided(game_id: str) -> Any:
    if game_id in NOT_YET:
        pytest.skip("nobody has written its guide yet")
    return sandtable.game(game_id)


@every_game
@pytest.mark.parametrize("seed", range(2 * len(POLICIES)))
def test_whatever_a_scene_shows_is_explained(game_id: str, seed: int) -> None:
    game = guided(game_id)
    grounds, rng = grounds_of(game_id), Random(f"guides {seed}")
    written, patterns = read_guide(game), pointed_at(guide_of(game))
    found = set[str]()
    for state in moments(grounds, grounds.thick(rng), policy_of(seed), rng, wanted=WANTED, length=LENGTH):
        for reader in READERS:
            drawn = easel(game_id, state)
            found |= unexplained(written, drawn.board, drawn.scene(state, reader), patterns)
    assert found == set()


@every_game
def test_whatever_a_set_up_shows_is_explained(game_id: str) -> None:
    game = guided(game_id)
    written, patterns = read_guide(game), pointed_at(guide_of(game))
    for info in game.scenarios:
        state = game.start(info.id)
        drawn = easel(game_id, state)
        for reader in READERS:
            assert unexplained(written, drawn.board, drawn.scene(state, reader), patterns) == set(), info.id


@every_game
def test_everything_is_drawn_and_short(game_id: str) -> None:
    """Every entry of a table has a picture (chits and signs of cards are letters), and can be read at a glance."""
    guide = guide_of(guided(game_id))
    for group in guide.groups:
        for one in group.meanings:
            drawn = one.piece or one.swatch or group.id in ("chits", "card_symbols")
            assert drawn, f"{group.id}.{one.id} is on no board and in no set-up"
            assert len(one.text.split()) <= MOST_WORDS, one.text
    lines = [*(line.words for line in (*guide.turn, *guide.mistakes)), *(one.text for one in guide.wins)]
    assert [line for line in lines if len(line.split()) > MOST_WORDS] == []
