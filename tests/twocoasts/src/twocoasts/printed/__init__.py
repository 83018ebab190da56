"""The printed data of Two Coasts."""
