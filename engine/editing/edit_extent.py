"""The extent of an edit: the parts of the map, and the smallest window of its changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid


class MapPart(StrEnum):
    """A part of a map that can change by itself."""

    LEVEL = "level"
    GROUND = "ground"
    SIDES = "sides"
    LINKS = "links"
    ZONES = "zones"
    PLACES = "places"
    NOTES = "notes"
    FIELDS = "fields"  # title, metres, labels, legend, credits …
    GRID = "grid"  # size or orientation: nothing is where it was


def _nowhere() -> slice:
    return slice(0, 0)


@dataclass(frozen=True)
class EditExtent:
    """Parts of the map that changed, and the rows and columns [start, stop) where they did.

    A window without hexes means that no hex looks different, as after a change of the title. With
    `MapPart.GRID` the map has another shape and everything made for the old one is void.
    """

    parts: frozenset[MapPart]
    rows: slice = field(default_factory=_nowhere)
    columns: slice = field(default_factory=_nowhere)

    @classmethod
    def whole(cls, grid: Grid, *parts: MapPart) -> EditExtent:
        """These parts, anywhere on the map."""
        return cls(frozenset(parts), slice(0, grid.rows), slice(0, grid.columns))

    @classmethod
    def at_hexes(
        cls, grid: Grid, part: MapPart, indices: NDArray[np.int32], border: int = 0
    ) -> EditExtent:
        """One part at hexes given by their flat indices, and `border` hexes round them."""
        if not indices.size:
            return cls(frozenset({part}))
        rows, columns = np.divmod(indices, grid.columns)
        return cls(
            frozenset({part}),
            slice(max(int(rows.min()) - border, 0), min(int(rows.max()) + border + 1, grid.rows)),
            slice(
                max(int(columns.min()) - border, 0),
                min(int(columns.max()) + border + 1, grid.columns),
            ),
        )

    @classmethod
    def together(cls, several: Iterable[EditExtent]) -> EditExtent:
        """Return the extent that covers several edits."""
        total = cls(frozenset())
        for touched in several:
            total |= touched
        return total

    @property
    def is_anywhere(self) -> bool:
        """Return True if the window holds a hex."""
        return bool(self.rows.stop > self.rows.start and self.columns.stop > self.columns.start)

    def __or__(self, other: EditExtent) -> EditExtent:
        """Return the union of two extents, in the smallest window round both."""
        parts = self.parts | other.parts
        if not (self.is_anywhere and other.is_anywhere):
            window = self if self.is_anywhere else other
            return EditExtent(parts, window.rows, window.columns)
        return EditExtent(parts, _round(self.rows, other.rows), _round(self.columns, other.columns))


def _round(one: slice, other: slice) -> slice:
    return slice(min(one.start, other.start), max(one.stop, other.stop))
