"""Tiny Skirmish in words: positions, faults, buttons and log lines."""
