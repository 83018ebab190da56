"""What a client draws of Tiny Skirmish."""
