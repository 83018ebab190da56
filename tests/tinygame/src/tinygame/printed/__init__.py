"""The printed data of Tiny Skirmish."""
