"""Tests of Shifting Sands in words."""
