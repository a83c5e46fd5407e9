"""Heat maps of tables: how often something happened, square by square, over the faded country."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from engine.tabletop.table import TabletopMap
from studio.drawing.heat import MARGIN, PAGE, Counts, HeatMapBase
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_names import paint_table_names
from studio.drawing.table_paint import paint_tabletop
from studio.drawing.table_view import TabletopView


class TabletopHeatMap(HeatMapBase):
    """Counts in squares over a table; the rows of the plane begin nearest to the viewer."""

    def __init__(
        self,
        table: TabletopMap,
        square: int,
        plane: Counts,
        title: str,
        language: str,
        unit: str = "",
    ) -> None:
        """`square`: the side of a square, in sixteenths of an inch."""
        scale = (PAGE - 2 * MARGIN) / table.width
        self.patch, self.square = square * scale, square
        self.view = TabletopView(table, scale, look=TabletopRenderOptions(language))
        wide, high = table.width * scale, table.depth * scale
        super().__init__(plane, title, language, unit, wide, high)

    def paint_country(self, painter: QPainter) -> None:
        """The table."""
        paint_tabletop(painter, self.view)

    def paint_names(self, painter: QPainter) -> None:
        """The names on it."""
        paint_table_names(painter, self.view)

    def outline(self, inside: NDArray[Any], beyond: float) -> QPainterPath:
        """The squares, cut off at the edge of the table."""
        path, out = QPainterPath(), beyond * self.patch
        for row, column in np.argwhere(inside).tolist():
            path.addRect(self._square(row, column).adjusted(-out, -out, out, out))
        return path.simplified()

    def middle(self, row: int, column: int) -> QPointF:
        """The middle of a square."""
        return self._square(row, column).center()

    def _square(self, row: int, column: int) -> QRectF:
        near = self.view.at(column * self.square, row * self.square)
        square = QRectF(near.x(), near.y() - self.patch, self.patch, self.patch)
        return square.intersected(self.view.page)
