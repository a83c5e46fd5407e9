"""The printed tables, unit types, weapons, positions and terrain of valor, and their reader."""
