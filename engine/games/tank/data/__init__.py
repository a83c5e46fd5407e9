"""The tank game's printed tables, units, terrain and cards, and their reader."""
