"""Pages of a panel, of which one is in front."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QTabWidget

ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
NO_HEIGHT = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)


class CompactPages(QTabWidget):
    """As high as the page in front needs, as wide as any: a high one behind it scrolls nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self._take_room)

    def tabInserted(self, place: int) -> None:
        """One more page."""
        super().tabInserted(place)
        self._take_room()

    def _take_room(self) -> None:
        for place in range(self.count()):
            page, is_in_front = self.widget(place), place == self.currentIndex()
            assert page is not None, "no tab is without its page"
            page.setSizePolicy(ROOM if is_in_front else NO_HEIGHT)
