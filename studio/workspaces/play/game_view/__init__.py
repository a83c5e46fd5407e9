"""The map of a game under play: what the pointer does, what is drawn."""
