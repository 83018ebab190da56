"""Shifting Sands (MMP 2006): its printed map, the beginning of the game. It cannot be played yet."""
