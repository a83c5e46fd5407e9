"""The zones panel: a map's zones in their order, to be made, named, coloured, found and painted."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map, Zone
from engine.narration.scenario_names import zone_title
from studio.rendering.map.zones import COLOURS
from studio.widgets.localization import Localizer
from studio.widgets.terrain_swatches import zone_swatch

ID = Qt.ItemDataRole.UserRole
SWATCH = QSize(26, 18)


class ZoneCommand(StrEnum):
    """The commands for a zone."""

    NEW = "new"
    EDIT = "edit"
    COLOUR = "colour"
    PAINT = "paint"
    SELECT = "select"
    GO = "go"
    UP = "up"
    DOWN = "down"
    DELETE = "delete"


ON_BUTTONS = (ZoneCommand.NEW, ZoneCommand.EDIT, ZoneCommand.PAINT)  # the rest is in the menu alone
# The keys of the list, while it has the focus; there they come before the window's own.
KEYS = {
    "Ins": ZoneCommand.NEW,
    "F2": ZoneCommand.EDIT,
    "Ctrl+Shift+C": ZoneCommand.COLOUR,
    "Return": ZoneCommand.PAINT,
    "Enter": ZoneCommand.PAINT,
    "Ctrl+H": ZoneCommand.SELECT,
    "Ctrl+J": ZoneCommand.GO,
    "Alt+Up": ZoneCommand.UP,
    "Alt+Down": ZoneCommand.DOWN,
    "Del": ZoneCommand.DELETE,
}


class ZonesPanel(QWidget):
    """Lists zones and signals what the user wants done with them; others do it."""

    wanted = Signal(object, str)  # ZoneCommand, the zone's id or nothing

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._map: Map | None = None
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setIconSize(SWATCH)
        self.list.setUniformRowHeights(True)
        self.list.itemDoubleClicked.connect(lambda: self._want(ZoneCommand.EDIT))
        self.list.currentItemChanged.connect(lambda: self._enable())
        self.empty = QLabel()
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.list)
        self.pages.addWidget(self.empty)
        self.deeds = {deed: self._action(deed) for deed in ZoneCommand}
        self.menu, self.more = QMenu(self), QToolButton()
        self._lay_out()
        self.list.installEventFilter(self)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        layout, row = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(4, 4, 4, 4)
        buttons = [QToolButton() for _ in ON_BUTTONS]
        for button, deed in zip(buttons, ON_BUTTONS, strict=True):
            button.setDefaultAction(self.deeds[deed])
        for button in (*buttons, self.more):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            row.addWidget(button)
        self.menu.addActions(list(self.deeds.values()))
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(
            lambda at: self.menu.popup(self.list.viewport().mapToGlobal(at))
        )
        layout.addWidget(self.pages, 1)
        layout.addLayout(row)

    def _action(self, deed: ZoneCommand) -> QAction:
        """The action of a button and the menu; the key is only shown, for the list handles it."""
        action = QAction(self)
        key = next(key for key, does in KEYS.items() if does is deed)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: self._want(deed))
        return action

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list."""
        if not isinstance(event, QKeyEvent):
            return False
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        combination = QKeyCombination(plain, Qt.Key(event.key()))
        deed = KEYS.get(QKeySequence(combination).toString())
        if deed is None:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # it comes again as a key of the list
        elif event.type() is QEvent.Type.KeyPress:
            self._want(deed)
        return True

    # --- what there is ----------------------------------------------------------------------------

    def show_map(self, map_: Map | None) -> None:
        """List the zones of another map."""
        self._map = map_
        self._fill()

    def refresh(self) -> None:
        """List what the map has now."""
        self._fill()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.list.setHeaderLabels(
            [localize("zones-name"), localize("zone-id"), localize("zones-hexes")]
        )
        for deed, action in self.deeds.items():
            action.setText(localize(f"zones-{deed}"))
            action.setToolTip(localize(f"zones-{deed}-hint"))
        self.more.setText(localize("zones-more"))
        self._fill()

    def _fill(self) -> None:
        chosen, zones = self.chosen, self._map.zones if self._map else {}
        self.list.clear()
        for place, (name, zone) in enumerate(zones.items()):
            self._add(name, zone, COLOURS[place % len(COLOURS)])
        self.choose(chosen if chosen in zones else next(iter(zones), ""))
        self.empty.setText(self._localize("zones-empty" if self._map else "zones-no-map"))
        self.pages.setCurrentWidget(self.list if zones else self.empty)
        header = self.list.header()
        header.setStretchLastSection(False)
        for column, mode in enumerate(("Stretch", "ResizeToContents", "ResizeToContents")):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode[mode])
        self._enable()

    def _add(self, name: str, zone: Zone, usual: str) -> None:
        count = int(np.count_nonzero(zone.hexes))
        item = QTreeWidgetItem(
            self.list, [zone_title(zone.name, name, self._localize.language), name, str(count)]
        )
        item.setData(0, ID, name)
        item.setIcon(0, zone_swatch(zone.colour or usual))
        item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight)

    # --- choosing ---------------------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """The id of the zone chosen in the list; empty where none is."""
        item = self.list.currentItem()
        return str(item.data(0, ID)) if item else ""

    def focus(self) -> None:
        """Give the keyboard to the list, or to the button for a new zone if the list is empty."""
        has_zones = self.pages.currentWidget() is self.list
        (self.list if has_zones else self.more).setFocus()

    def choose(self, zone: str) -> None:
        """Choose a zone in the list."""
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, ID) == zone:
                self.list.setCurrentItem(item)

    def _want(self, deed: ZoneCommand) -> None:
        if self.deeds[deed].isEnabled():
            self.wanted.emit(deed, self.chosen)

    def _enable(self) -> None:
        """Enable what can be done to the chosen zone."""
        zones = list(self._map.zones) if self._map else []
        place = zones.index(self.chosen) if self.chosen in zones else -1
        for action in self.deeds.values():
            action.setEnabled(place >= 0)
        self.deeds[ZoneCommand.NEW].setEnabled(self._map is not None)
        self.deeds[ZoneCommand.UP].setEnabled(place > 0)
        self.deeds[ZoneCommand.DOWN].setEnabled(0 <= place < len(zones) - 1)
        has_hexes = (
            place >= 0 and self._map is not None and self._map.zones[self.chosen].hexes.any()
        )
        for deed in (ZoneCommand.SELECT, ZoneCommand.GO):
            self.deeds[deed].setEnabled(bool(has_hexes))
