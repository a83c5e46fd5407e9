"""A scenario and what its map has become since it was written."""
