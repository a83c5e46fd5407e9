"""Order of battle."""
