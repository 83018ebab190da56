"""Tests of the computer players of Shifting Sands."""
