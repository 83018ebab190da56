"""Two Coasts in words: faults, buttons and log lines."""
