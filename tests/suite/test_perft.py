"""Counts of decision sequences from positions of all phases; `scripts/record_expectations.py` writes them."""

from __future__ import annotations

import pytest

import sandtable
from tests.suite.grounds import every_game, folder_of, grounds_of
from tests.suite.perft import difference, read_file, slow_depth, slow_perft

ENTRIES = {
    (game_id, name): entry
    for game_id in sandtable.game_ids()
    for name, entry in read_file(folder_of(game_id) / "perft.txt").items()
}
every_entry = pytest.mark.parametrize(("game_id", "name"), ENTRIES)


@every_game
def test_there_is_a_position_for_every_phase(game_id: str) -> None:
    """There is a position for each decision that the game's grounds name, and it is at that decision."""
    grounds = grounds_of(game_id)
    game, found = grounds.game, []
    for (owner, name), (_, text) in ENTRIES.items():
        if owner == game_id:
            state = game.read_position(text, game.load_data())
            found.append((name.rpartition("-")[0], game.kind_names[state.frames[-1][0]]))
    assert found == [(decision, decision) for decision in grounds.perft]
    assert found


@every_entry
def test_the_counts_are_those_recorded(game_id: str, name: str) -> None:
    assert not difference(sandtable.game(game_id), *ENTRIES[game_id, name])


@every_entry
def test_the_slow_count_agrees(game_id: str, name: str) -> None:
    """The deepest count that is small enough is repeated by trying every word of the vocabulary at the door."""
    counts, text = ENTRIES[game_id, name]
    if depth := slow_depth(counts):
        assert slow_perft(sandtable.game(game_id), text, depth) == counts[depth - 1]
