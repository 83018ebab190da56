"""Tiny Skirmish: the smallest game that uses everything in the kernel, and the example of how to add one."""

from tinygame.game import TinySkirmish

GAME = TinySkirmish()
