"""The printed data, read, checked and frozen."""
