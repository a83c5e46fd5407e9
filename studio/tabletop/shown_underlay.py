"""The picture over a table that is traced, read once for each file."""

from __future__ import annotations

from pathlib import Path

from engine.tabletop.table import Table
from studio.canvas.table_canvas import TablePaint
from studio.canvas.underlay import Shrunk
from studio.tabletop.table_underlay import UnderlayMark
from studio.underlay.underlay_picture import picture_of


class ShownUnderlay:
    """Keeps the picture of a file; `fault` says why it cannot be read, where it cannot."""

    def __init__(self) -> None:
        self._kept: tuple[Path, Shrunk | None] | None = None

    def marks(self, table: Table, file: Path | None) -> list[TablePaint]:
        """The picture over the table, if there is one. Raises SandtableError, once for a file."""
        if file is None or table.underlay is None:
            return []
        if self._kept is None or self._kept[0] != file:
            self._kept = file, None
            self._kept = file, Shrunk(picture_of(file))
        shrunk = self._kept[1]
        return [UnderlayMark(table, table.underlay, shrunk, file)] if shrunk is not None else []
