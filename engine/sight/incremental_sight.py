"""Sight on a map that is being edited: only what an edit touched is judged anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.sight.map_sight import Sight

Judge = Callable[[Map], Sight]


class IncrementalSight:
    """The sight of a game on a map, kept up with the map's edits.

    `judge` makes a Sight of any map by the rules of a game, as `Handbook.sight` does. Heights in a
    hex may depend on the map as far as `REACH` hexes round it. `update_window` must be called for
    every edit of levels, ground, hexsides or links; a map of another size needs another
    IncrementalSight.
    """

    REACH = 1

    def __init__(self, judge: Judge, map_: Map) -> None:
        self._judge = judge
        self.sight = judge(map_)

    def update_window(self, map_: Map, rows: slice, columns: slice) -> None:
        """Take over an edit of no hexes but those of these rows and columns."""
        grid, reach = map_.grid, self.REACH
        inner = _grown(rows, reach, grid.rows), _grown(columns, reach, grid.columns)
        outer = (
            _even(_grown(inner[0], reach, grid.rows)),
            _even(_grown(inner[1], reach, grid.columns)),
        )
        if _is_empty(inner[0]) or _is_empty(inner[1]):
            return
        part = self._judge(cut_out(map_, *outer))
        self.sight.take_over(part, outer[0].start, outer[1].start, *inner)


def cut_out(map_: Map, rows: slice, columns: slice) -> Map:
    """The terrain of a part of a map, as a map; it must begin at an even row and column."""
    assert not rows.start & 1, "hexes of odd lines are shifted the other way"
    assert not columns.start & 1, "hexes of odd lines are shifted the other way"
    grid = map_.grid
    size = columns.stop - columns.start, rows.stop - rows.start
    window = rows, columns
    return replace(
        map_,
        grid=Grid(*size, grid.orientation, grid.shifted),
        level=map_.level[window],
        ground=map_.ground[window],
        sides={kind: plane[window] for kind, plane in map_.sides.items()},
        links={kind: plane[window] for kind, plane in map_.links.items()},
        zones={},
        places=[],
    )


def _grown(span: slice, by: int, count: int) -> slice:
    return slice(max(0, span.start - by), max(0, min(count, span.stop + by)))


def _even(span: slice) -> slice:
    return slice(span.start & ~1, span.stop)


def _is_empty(span: slice) -> bool:
    return bool(span.stop <= span.start)
