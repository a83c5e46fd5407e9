"""The table without hexes: its country, what stands on it, and the geometry between."""
