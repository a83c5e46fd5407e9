"""Columns that share the width of their list: none lies beyond a sideways bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTreeView

LEAST = 34  # pixels
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class SharedColumns(QTreeView):
    """A list whose columns are as wide as their words, the widest less where there is no room.

    The first has what it needs up to half the list, heads what is left. What has no room ends in
    dots. Widths that somebody draws stay.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_held, self._is_drawn = False, False
        header = self.header()
        header.viewport().installEventFilter(self)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(LEAST)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.sectionResized.connect(self._note)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.share()

    def share(self) -> None:
        """Give each column what it needs, as far as there is room."""
        header, room = self.header(), self.viewport().width()
        if self._is_drawn or not header.count():
            return
        columns = range(header.count())
        words = [max(self.sizeHintForColumn(column), LEAST) for column in columns]
        first = min(words[0], room // 2)
        found = [first, *shared(words[1:], room - first)]
        for column in columns:
            more = header.sectionSizeHint(column) - found[column]
            found[column] += max(0, min(more, room - sum(found)))
        for column in columns:
            header.resizeSection(column, found[column])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Know whether somebody has the head in hand."""
        if watched is self.header().viewport():
            if event.type() in PRESSES:
                self._is_held = True
            elif event.type() is QEvent.Type.MouseButtonRelease:
                self._is_held = False
        return super().eventFilter(watched, event)

    def _note(self) -> None:
        self._is_drawn = self._is_drawn or self._is_held


def shared(needed: Sequence[int], room: int) -> list[int]:
    """Parts of some room: all that is needed, or an equal part of what the smaller ones leave."""
    found, left = list(needed), room
    by_need = sorted(range(len(needed)), key=lambda place: needed[place])
    for nth, place in enumerate(by_need):
        found[place] = min(needed[place], left // (len(needed) - nth))
        left -= found[place]
    return found
