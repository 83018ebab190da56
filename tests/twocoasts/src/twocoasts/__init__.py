"""Two Coasts: a small game with everything that large ones ask of a map and a table."""

from twocoasts.game import TwoCoasts

GAME = TwoCoasts()
