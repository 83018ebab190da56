"""Tests of what a side of Shifting Sands may know."""
