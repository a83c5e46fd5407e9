"""New maps, blank or with country on them, begun as their maker wants them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.editing.plans import NewSheet
from studio.document.document import Document
from studio.mapping.questions import AskCountry, AskNewMap
from studio.parts.filing import Filing


class NewMaps(QObject):
    """Begins maps; `filing` shows them."""

    game_chosen = Signal(str)  # a map was made from this game's template

    def __init__(self, filing: Filing) -> None:
        super().__init__(filing)
        self._filing = filing

    def begin(self, template: str = "") -> None:
        """A blank map, as its maker wants it, beginning from a template."""
        self._begin(self._filing.asking.ask(AskNewMap(template)))

    def begin_country(self) -> None:
        """A map with country on it, made as its maker wants it."""
        self._begin(self._filing.asking.ask(AskCountry()))

    def _begin(self, sheet: NewSheet | None) -> None:
        if sheet is None:
            return
        if sheet.game:
            self.game_chosen.emit(sheet.game)
        document = Document.new(sheet.map, self._filing.journals)
        if sheet.is_made:
            document.mark_unsaved()
        self._filing.opened.emit(document)
