"""The swatches above the palette: the user's favourites, and the latest materials."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem

from studio.widgets.terrain_swatches import HIGH, WIDE
from studio.workspaces.map.map_toolbox import PaletteMaterial

SHOWN = Qt.ItemDataRole.UserRole
GAP = 6


class SwatchGrid(QListWidget):
    """Small pictures beside each other; their names are shown in tooltips."""

    wanted = Signal(object)  # Material

    def __init__(self, rows: int = 0) -> None:
        """`rows`: how many are shown at once, 0 for as many as there is room for."""
        super().__init__()
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setIconSize(QSize(WIDE, HIGH))
        self.setGridSize(QSize(WIDE + GAP, HIGH + GAP))
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the map keeps the keyboard
        self.itemClicked.connect(lambda item: self.wanted.emit(item.data(SHOWN)))
        if rows:
            self.setFixedHeight(rows * (HIGH + GAP) + GAP)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_swatches(
        self,
        materials: Iterable[PaletteMaterial],
        icon: Callable[[PaletteMaterial], QIcon],
        name: Callable[[PaletteMaterial], str],
    ) -> None:
        """Show these and no others."""
        self.clear()
        for material in materials:
            item = QListWidgetItem(icon(material), "")
            item.setToolTip(name(material))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, name(material))
            item.setData(SHOWN, material)
            self.addItem(item)

    def mark(self, chosen: PaletteMaterial) -> None:
        """Mark the selected one, if it is shown."""
        self.clearSelection()
        for row in range(self.count()):
            item = self.item(row)
            if item.data(SHOWN) == chosen:
                self.setCurrentItem(item)
