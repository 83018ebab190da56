"""The rules of Tiny Skirmish, a module for each chapter of its rulebook."""
