"""Rendering of maps, on paper and on screen: QPainter pieces for all outputs.

A `MapView` is a map with a hex size and the part of it that can be seen. `paint_map` draws it at
the page coordinates of `engine.hexes.grid.Grid`: the upper left corner of the sheet is the origin.
Nothing clips, so that SVG and PDF show what the screen shows.
"""
