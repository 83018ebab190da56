"""A running game as a service: seats, the journal store, permissions, computer players."""
