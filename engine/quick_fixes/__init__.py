"""Quick fixes."""
