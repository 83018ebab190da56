"""The game in writing: positions, words, names."""
