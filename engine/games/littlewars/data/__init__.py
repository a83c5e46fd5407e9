"""The rulebook as data: choices, kinds of figure, printed tables."""
