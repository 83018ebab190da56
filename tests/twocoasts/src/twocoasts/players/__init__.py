"""What answers for a player."""
