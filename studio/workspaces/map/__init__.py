"""Painting maps: editor, palette, tool box, zones, properties."""
