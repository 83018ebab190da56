"""The terminal table: a game played in a text window by typing choices."""
