"""A work that a spreadsheet can edit: its parts go out as the rows of a table and come in again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studio.document.value_work import V, ValueDocument

if TYPE_CHECKING:
    from engine.interchange.sheets import SpreadsheetMerge


class SpreadsheetDocument(ValueDocument[V]):
    """What the File menu needs of the cards of a deck, the units of a scenario."""

    def as_table(self) -> str:
        """The table of its parts, as a file has it."""
        raise NotImplementedError

    def merged(self, path: Path) -> SpreadsheetMerge:
        """What a table makes of its value, to be told before it is put in its place."""
        raise NotImplementedError
