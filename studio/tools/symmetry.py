"""Symmetric painting: what is done on one side of the map happens on the other too."""

from __future__ import annotations

from enum import StrEnum

from engine.layout import Grid
from engine.map import Map
from studio.document.edits import Edit
from studio.tools.pointer import Preview


class Symmetry(StrEnum):
    """Which images every edit has. On maps whose sides no turn or mirror maps onto each other
    exactly, hexes of the last row or column may have none."""

    NONE = "none"
    TURNED = "turned"  # by 180° about the middle
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    BOTH = "both"  # both mirrors, and so the turn


def mirrored(map_: Map, edit: Edit, symmetry: Symmetry) -> Edit:
    """An edit with its images. Where they meet, the edit itself has its way."""
    return edit


def mirrored_preview(grid: Grid, preview: Preview, symmetry: Symmetry) -> Preview:
    """A preview with its images."""
    return preview
