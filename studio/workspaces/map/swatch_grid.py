"""Swatches of materials: what each looks like, and a grid of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem

from engine.map.map import Map
from studio.map_tools.stamps import StampLibrary
from studio.rendering.map.zones import COLOURS
from studio.widgets.terrain_swatches import (
    HIGH,
    WIDE,
    clip_swatch,
    custom_terrain_swatch,
    level_swatch,
    mixed_terrain_swatch,
    terrain_swatch,
    zone_swatch,
)
from studio.widgets.tokens import current_colours
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial

SHOWN = Qt.ItemDataRole.UserRole
GAP = 6
RISES = {"raise": 3, "lower": -3, "flatten": 0, "smooth": 1, "roughen": 1, "set": 2}


def material_icon(material: PaletteMaterial, map_: Map | None, stamps: StampLibrary) -> QIcon:
    """Return the picture of a material; of what a map has itself as that map draws it."""
    family, kind = material.family, material.kind
    if family is MaterialFamily.LEVEL:
        return level_swatch(RISES[kind])
    if not kind:
        return zone_swatch(current_colours().faint)
    if family is MaterialFamily.MIX:
        return mixed_terrain_swatch(kind)
    if family is MaterialFamily.STAMP:
        clip = stamps.clip(kind)
        return QIcon() if clip is None else clip_swatch(clip)
    if family is not MaterialFamily.ZONE:
        own = map_.kinds.get(kind) if map_ else None
        return terrain_swatch(kind) if own is None else custom_terrain_swatch(own)
    assert map_ is not None
    place = list(map_.zones).index(kind)
    return zone_swatch(map_.zones[kind].colour or COLOURS[place % len(COLOURS)])


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
