"""Shifting Sands in words: positions, what is impossible about them, buttons and log lines."""
