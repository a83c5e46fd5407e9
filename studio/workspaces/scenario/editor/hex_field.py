"""A field for a hex: typed by its label, or picked by a click on the map."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.map.map import Map
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.document_fields import UndoableTextLine
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer


class HexField(QWidget):
    """A hex of the map in front; while the button is down, a click on the map says which."""

    edited = Signal(object)  # Hex

    def __init__(self, localize: Localizer, fault: FieldErrorLabel) -> None:
        super().__init__()
        self._localize, self._fault = localize, fault
        self._map: Map | None = None
        self._canvas: MapCanvas | None = None
        self.line, self.button = UndoableTextLine(), QToolButton()
        self.button.setCheckable(True)
        self.button.toggled.connect(self._point)
        self.line.editingFinished.connect(self._read)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        self.setFocusProxy(self.line)

    def put(self, canvas: MapCanvas, map_: Map, at: Hex | None) -> None:
        """Show a hex of a map, or none."""
        if canvas is not self._canvas:
            self.button.setChecked(False)
        self._canvas, self._map = canvas, map_
        self._fault.tell("")
        if at is None:
            self.line.put("")
        else:
            self.line.put(map_.labels.label(at) if at in map_.grid else map_.grid.name(at))

    def set_texts(self) -> None:
        """Say in the window's language what the button is for."""
        self.button.setIcon(action_icon("point"))
        self.button.setToolTip(self._localize("pick-hex-hint"))
        self.button.setAccessibleName(self._localize("pick-hex-hint"))

    def _read(self) -> None:
        """Read the hex from the typed text, or show an error at the field."""
        word = self.line.text().strip()
        if self._map is None or not word:
            return
        try:
            found = self._map.labels.find(word)
        except UnknownHexError as error:
            self._fault.tell(str(error))
            return
        self._fault.tell("")
        self.edited.emit(found)

    # --- on the map -------------------------------------------------------------------------------

    def _point(self, is_wanted: bool) -> None:
        canvas = self._canvas
        if canvas is None:
            return
        if is_wanted:
            canvas.installEventFilter(self)
            canvas.setCursor(Qt.CursorShape.CrossCursor)
            canvas.setFocus()
        else:
            canvas.removeEventFilter(self)
            canvas.unsetCursor()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The next click on the map is for this field alone; Escape gives it up, Enter takes it."""
        canvas = self._canvas
        if canvas is None or watched is not canvas:
            return False
        if isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            if event.type() is QEvent.Type.MouseButtonPress:
                return True
            if event.type() is QEvent.Type.MouseButtonRelease:
                self._take(canvas.hex_at(event.position()))
                return True
        if isinstance(event, QKeyEvent):
            return self._key(event, canvas)
        return False

    def _key(self, event: QKeyEvent, canvas: MapCanvas) -> bool:
        key, is_press = event.key(), event.type() is QEvent.Type.KeyPress
        if key == Qt.Key.Key_Escape:
            event.accept()
            if is_press:
                self.button.setChecked(False)
                self.line.setFocus()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and canvas.keyboard_hex is not None:
            event.accept()
            if is_press:
                self._take(canvas.keyboard_hex)
            return True
        return False

    def _take(self, hex_: Hex) -> None:
        if self._map is not None and hex_ in self._map.grid:
            self.button.setChecked(False)
            self.line.setFocus()
            self.edited.emit(hex_)
