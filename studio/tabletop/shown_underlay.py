"""The picture over a table that is traced, read once for each file."""

from __future__ import annotations

from pathlib import Path

from engine.tabletop.table import TabletopMap
from studio.canvas.table_canvas import TablePaint
from studio.canvas.underlay import ImagePyramid
from studio.tabletop.table_underlay import UnderlayOverlay
from studio.underlay.underlay_picture import load_underlay_image


class UnderlayImageCache:
    """Keeps the picture of a file; `fault` says why it cannot be read, where it cannot."""

    def __init__(self) -> None:
        self._kept: tuple[Path, ImagePyramid | None] | None = None

    def marks(self, table: TabletopMap, file: Path | None) -> list[TablePaint]:
        """The picture over the table, if there is one. Raises SandtableError, once for a file."""
        if file is None or table.underlay is None:
            return []
        if self._kept is None or self._kept[0] != file:
            self._kept = file, None
            self._kept = file, ImagePyramid(load_underlay_image(file))
        shrunk = self._kept[1]
        return [UnderlayOverlay(table, table.underlay, shrunk, file)] if shrunk is not None else []
