"""A referee's model of Shifting Sands, written from the rulebook and the rulings alone and slow on purpose.

No model here may import the game's rules or its state: what the model says is compared with what the game does,
and that is only worth something while neither has seen the other. Only `table.py` and the tests know both.
"""
