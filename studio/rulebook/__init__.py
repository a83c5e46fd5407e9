"""The rules of a game in the window, to be read, searched and opened at a rule."""
