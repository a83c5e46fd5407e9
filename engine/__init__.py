"""Hexes, maps, sight, moves, rules and records: usable alone as a library, never with Qt."""
