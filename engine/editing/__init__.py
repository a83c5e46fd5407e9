"""Edits of maps, scenarios and decks, each with its inverse."""
