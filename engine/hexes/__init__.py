"""Hexes: the integer lattice, the grid of a map, the labels printed on it."""
