"""Afrika Korps (Avalon Hill, third-edition rules of 1980)."""

from sandtable.games.afrika_korps.game import GAME

__all__ = ["GAME"]
