"""The campaign in the lobby: a scenario played to the end of turn 17."""

from __future__ import annotations

from sandtable.games.dark_sands.game import GAME
from sandtable.table.catalogue import game_cards

CARDS = next(card for card in game_cards(test_games=False) if card.id == GAME.id).scenarios


def test_the_lobby_lists_the_campaign_among_the_scenarios() -> None:
    (card,) = [one for one in CARDS if one.id == "campaign"]
    assert (card.scenario, card.settled) == ("compass", {"until": "campaign"})
    assert "until" not in [option.name for option in card.options]
    assert GAME.start(card.scenario, card.settled).campaign


def test_every_card_can_be_played_and_is_told_apart() -> None:
    assert len({card.id for card in CARDS}) == len(CARDS)
    for card in CARDS:
        assert GAME.options_of(card.scenario, card.settled)
