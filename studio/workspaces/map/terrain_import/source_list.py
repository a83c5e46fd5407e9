"""The files of an area: chosen, dropped, removed; what each holds, or why it cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.source_reader import TerrainSource
from studio.widgets.localization import Localizer

HIGH = 150
ENDINGS = (
    ".tif", ".tiff", ".hgt", ".zip", ".asc", ".pbf", ".osm", ".xml", ".bz2", ".osm.gz",
    ".geojson", ".json", ".gpkg", ".vrt", ".dt0", ".dt1", ".dt2",
)  # fmt: skip
HELD = {"rasters": "heights", "covers": "cover"}
Found = TerrainSource | str | None
"""The result for a file: a source, the reason against it, or nothing yet."""


class SourceList(QWidget):
    """One entry per file, in the order they came."""

    add_wanted = Signal()
    codes_wanted = Signal(object)  # the path of a source with codes that were not understood
    changed = Signal()  # files were taken away

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.found: dict[Path, Found] = {}
        self.list = QListWidget()
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self.list.setAlternatingRowColors(True)
        self.list.setMinimumHeight(HIGH)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setToolTip(localize("ground-list-hint"))
        self.add = QPushButton(localize("ground-add"))
        self.remove = QPushButton(localize("ground-remove"))
        self.add.setToolTip(localize("ground-add-hint"))
        self.remove.setToolTip(localize("ground-remove-hint"))
        self.codes = QPushButton(localize("ground-codes"))
        self.codes.setToolTip(localize("ground-codes-hint"))
        self.codes.clicked.connect(self._want_codes)
        self.add.clicked.connect(self.add_wanted)
        self.remove.clicked.connect(self._remove)
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)
        self.list.itemSelectionChanged.connect(self._follow)
        self._lay_out()
        self._follow()

    def _lay_out(self) -> None:
        heading = QLabel(self._localize("ground-sources"))
        heading.setBuddy(self.list)
        buttons = QHBoxLayout()
        for button in (self.add, self.remove, self.codes):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(heading)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)

    # --- the files --------------------------------------------------------------------------------

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files."""
        return tuple(self.found)

    @property
    def sources(self) -> list[TerrainSource]:
        """Those that could be read."""
        return [found for found in self.found.values() if isinstance(found, TerrainSource)]

    @property
    def is_reading(self) -> bool:
        """Return True if some have not been read yet."""
        return None in self.found.values()

    def take(self, paths: Sequence[Path]) -> list[Path]:
        """Add files to be read; returns those that are new."""
        fresh = [path for path in dict.fromkeys(paths) if path not in self.found]
        for path in fresh:
            self.found[path] = None
        self._fill()
        return fresh

    def tell(self, path: Path, found: TerrainSource | str) -> None:
        """Show the result of reading a file, if it is still wanted."""
        if path in self.found:
            self.found[path] = found
            self._fill()

    def forget(self, path: Path) -> None:
        """Drop a file that is not wanted after all."""
        self.found.pop(path, None)
        self._fill()

    def _remove(self) -> None:
        for item in self.list.selectedItems():
            self.found.pop(item.data(Qt.ItemDataRole.UserRole), None)
        self._fill()
        self.changed.emit()

    def _fill(self) -> None:
        row = self.list.currentRow()
        self.list.clear()
        for path, found in self.found.items():
            item = QListWidgetItem(f"{path.name}\n{self.status_texts(path, found)}")
            item.setData(Qt.ItemDataRole.UserRole, path)
            item.setToolTip(f"{path}\n{self.status_texts(path, found)}")
            if isinstance(found, str):
                item.setForeground(self.palette().color(QPalette.ColorRole.BrightText))
            elif found is None:
                item.setForeground(QColor(self.palette().placeholderText().color()))
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        self.list.setIconSize(QSize())
        self._follow()

    def _follow(self) -> None:
        self.remove.setEnabled(bool(self.list.selectedItems()))
        self.codes.setEnabled(self._coded_source() is not None)

    def _coded_source(self) -> Path | None:
        """The selected source, else the only one, if it has codes that were not understood."""
        items = self.list.selectedItems()
        paths = [item.data(Qt.ItemDataRole.UserRole) for item in items] or list(self.found)
        found = self.found.get(paths[0]) if len(paths) == 1 else None
        has_codes = isinstance(found, TerrainSource) and bool(found.features.unknown)
        return paths[0] if has_codes else None

    def _want_codes(self) -> None:
        path = self._coded_source()
        if path is not None:
            self.codes_wanted.emit(path)

    # --- in words ---------------------------------------------------------------------------------

    def status_texts(self, path: Path, found: Found) -> str:
        """Describe the contents and place of a file, or its error."""
        localize = self._localize
        if found is None:
            return localize("ground-reading")
        if isinstance(found, str):
            return found.removeprefix(f"{path}: ").removeprefix(f"{path}：")
        if found.cells is not None:
            held = localize(f"ground-holds-{HELD[found.sort]}", **found.cells._asdict())
        elif any(found.counts):
            held = localize("ground-holds-vectors", **found.counts._asdict())
        else:
            held = localize("ground-holds-nothing")
        where = format_bounds(found.box) if found.box else localize("ground-nowhere")
        faults = "; ".join(each.sentence(localize.language) for each in found.findings)
        return "\n".join(filter(None, (held, where, faults)))


def format_bounds(box: GeoBox) -> str:
    """A box as degrees: from west to east, from south to north."""
    box = box.as_written()
    south, north = (
        f"{abs(side):.3f}°{'N' if side >= 0 else 'S'}" for side in (box.south, box.north)
    )
    west, east = (f"{abs(side):.3f}°{'E' if side >= 0 else 'W'}" for side in (box.west, box.east))
    return f"{west} – {east}, {south} – {north}"
