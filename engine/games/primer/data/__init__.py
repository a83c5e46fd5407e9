"""The primer's printed tables, units and terrain, and their reader."""
