"""`sandtable ...`: play, simulate, replay, rules, data and speed, from the command line."""

from sandtable.cli.app import app, main

__all__ = ["app", "main"]
