"""The rules, a module for each chapter, sorted like the book."""
