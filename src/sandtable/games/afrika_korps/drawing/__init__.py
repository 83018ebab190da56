"""The game as it is shown: the board, the scene, panels and questions."""
