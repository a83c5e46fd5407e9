"""Hexes, maps, sight, moves, rules and records: usable alone as a library, never with Qt."""

__version__ = "0.3.0"
"""The version of the program. `pyproject.toml` states the same one for installers."""
