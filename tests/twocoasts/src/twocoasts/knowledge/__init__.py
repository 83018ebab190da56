"""What a side of Two Coasts may know."""
