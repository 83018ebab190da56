"""Computer players: each is handed a seat, never a state."""
