"""Rommel in the Desert: blocks in fog, supply cards with bluff."""

from sandtable.games.rommel_in_the_desert.game import GAME

__all__ = ["GAME"]
