"""The Dark Sands: North Africa from December 1940 to December 1942."""

from sandtable.games.dark_sands.game import GAME

__all__ = ["GAME"]
