"""The rules, one module for each chapter or part of it, sorted like the book."""
