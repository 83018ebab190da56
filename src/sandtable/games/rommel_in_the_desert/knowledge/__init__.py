"""What a side may know."""
