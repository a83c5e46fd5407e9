"""New maps, blank or with country on them, begun as their maker wants them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.editing.plans import BlankMapChoice
from engine.files import map_styles
from engine.map.map import Map
from engine.map.styles import MODERN
from studio.document.document import MapDocument
from studio.mapping.questions import AskGenerateMap, AskNewMap
from studio.parts.filing import FileOperations
from studio.preferences import Preferences


class MapCreator(QObject):
    """Begins maps; `filing` shows them."""

    game_chosen = Signal(str)  # a map was made from this game's template

    def __init__(self, filing: FileOperations, preferences: Preferences) -> None:
        super().__init__(filing)
        self._filing, self._preferences = filing, preferences

    def begin(self, template: str = "") -> None:
        """Begin a blank map, as its maker wants it, starting from a template."""
        self._begin(self._filing.asking.ask(AskNewMap(template)))

    def begin_country(self) -> None:
        """A map with country on it, made as its maker wants it."""
        self._begin(self._filing.asking.ask(AskGenerateMap()))

    def _begin(self, sheet: BlankMapChoice | None) -> None:
        if sheet is None:
            return
        if sheet.game:
            self.game_chosen.emit(sheet.game)
        self._dress(sheet.map)
        document = MapDocument.new(sheet.map, self._filing.journals)
        if sheet.is_made:
            document.mark_unsaved()
        self._filing.opened.emit(document)

    def _dress(self, map_: Map) -> None:
        """Give a map the style its maker likes; one of his own has no file beside the map yet."""
        liked = self._preferences.map_style
        if map_.style is None and liked != MODERN.id and liked in map_styles.shipped_styles():
            map_.style = map_styles.style_shipped(liked)
