"""Shifting Sands: North Africa, East Africa and the Near East from June 1940 to May 1943."""

from sandtable.games.shifting_sands.game import GAME

__all__ = ["GAME"]
