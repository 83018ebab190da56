"""The game's own computer players and standing orders."""
