"""The computer players of Shifting Sands."""
