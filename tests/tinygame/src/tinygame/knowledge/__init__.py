"""What a side of Tiny Skirmish may know."""
