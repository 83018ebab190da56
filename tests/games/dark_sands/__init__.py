"""The Dark Sands."""
