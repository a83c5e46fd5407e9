"""The tools: what a hand on the map does, from press to release, without a widget."""
