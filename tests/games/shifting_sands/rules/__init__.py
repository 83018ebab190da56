"""Tests of the rules of Shifting Sands, chapter by chapter."""
