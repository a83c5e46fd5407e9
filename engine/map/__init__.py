"""The sheet: a map, its terrain catalogue, and the board the rules play on."""
