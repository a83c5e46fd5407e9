"""The findings of `sandtable check` on a table, sought in the background while it is edited."""

from __future__ import annotations

from engine.checks.tabletop_map_checks import lint_table
from engine.files.source_text import ParsedSource, SourceNode
from engine.problems import TextPosition
from studio.documents.tabletop_document import TabletopDocument
from studio.framework.background_checks import BackgroundChecker, Look

PAUSE_MS = 60  # without a change, before a table is looked at


class TabletopChecker(BackgroundChecker):
    """Checks the table after every step."""

    def __init__(self, document: TabletopDocument) -> None:
        self._document = document
        super().__init__(document, PAUSE_MS)

    def _look(self) -> Look:
        table, file = self._document.table, str(self._document.path or "")
        nowhere = ParsedSource(file, "", SourceNode({}, 0, TextPosition(1, 1), "block"))
        return lambda: lint_table(table, nowhere)
