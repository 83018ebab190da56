"""What a client draws of Two Coasts."""
