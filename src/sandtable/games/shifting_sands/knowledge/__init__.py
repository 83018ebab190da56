"""What a side of Shifting Sands may know."""
