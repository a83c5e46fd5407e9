"""Rulebooks drawn: their diagrams, their tables, and their pages of HTML."""
