"""The rules of Two Coasts, a module for each chapter of its rulebook."""
