"""The game-agnostic core: state, frames, choices, chance, events, journal, replay, secrecy, positions, words."""
