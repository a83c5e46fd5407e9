"""Blank maps, begun as their maker wants them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from studio.document.document import Document
from studio.mapping.questions import AskNewMap
from studio.parts.filing import Filing


class NewMaps(QObject):
    """Begins maps; `filing` shows them."""

    game_chosen = Signal(str)  # a map was made from this game's template

    def __init__(self, filing: Filing) -> None:
        super().__init__(filing)
        self._filing = filing

    def begin(self, template: str = "") -> None:
        """A blank map, as its maker wants it, beginning from a template."""
        sheet = self._filing.asking.ask(AskNewMap(template))
        if sheet is None:
            return
        if sheet.game:
            self.game_chosen.emit(sheet.game)
        self._filing.opened.emit(Document.new(sheet.map, self._filing.journals))
