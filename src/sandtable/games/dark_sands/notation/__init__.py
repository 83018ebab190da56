"""The game in words: positions, what is impossible about them, buttons and the log."""
