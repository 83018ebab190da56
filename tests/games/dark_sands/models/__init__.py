"""A referee's model of The Dark Sands, written from the rulebook alone and slow on purpose.

Nothing here may import the game's rules or its state: what the model says is compared with what the game
does, and that is only worth something while neither has seen the other.
"""
