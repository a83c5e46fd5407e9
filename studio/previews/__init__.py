"""Previews on the map: sight, reach, costs, heat."""
