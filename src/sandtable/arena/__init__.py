"""The arena: many games between computer players, and how fast they run."""
