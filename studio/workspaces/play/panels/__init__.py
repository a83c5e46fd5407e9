"""The panels round the map while a game is played."""
