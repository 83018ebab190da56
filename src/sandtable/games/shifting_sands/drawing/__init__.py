"""The game as it is shown: so far its board."""
