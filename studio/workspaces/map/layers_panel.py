"""The layers panel: visible layers, opacity and locks, applied to all maps and remembered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.canvas.canvas_content import LayerSettings
from studio.framework.appearance import Appearance
from studio.map_tools.edit_limits import PARTS
from studio.preferences import Preferences
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer
from studio.workspaces.map.map_toolbox import Toolbox

# From the uppermost down, as they lie on each other.
ROWS = (
    "notes", "places", "labels", "spots", "levels", "texture", "grid", "zones", "links", "sides",
    "contours", "ground", "hillshade", "elevation", "underlay",
)  # fmt: skip
SEE_THROUGH = frozenset(
    {"places", "labels", "grid", "zones", "links", "sides", "contours", "ground", "hillshade",
     "elevation"}
)  # fmt: skip
SLIDER_WIDTH = 64


class LayersPanel(QWidget):
    """Shows the layers and signals what the user wants; others do it."""

    wanted = Signal(object)  # Layers
    locks_wanted = Signal(object)  # frozenset of layers
    style_wanted = Signal(str)  # by name; empty for the map's own

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize, self._layers = localize, LayerSettings()
        self.style_label, self.styles = QLabel(), QComboBox()
        self.style_label.setBuddy(self.styles)
        self.shown = {layer: QCheckBox() for layer in ROWS}
        self.parts = {layer: self._slider(layer) for layer in ROWS if layer in SEE_THROUGH}
        self.locks = {layer: self._lock(layer) for layer in ROWS if layer in PARTS}
        for layer, box in self.shown.items():
            box.toggled.connect(lambda on, layer=layer: self._show(layer, on))
        self.styles.activated.connect(lambda: self.style_wanted.emit(self.styles.currentData()))
        self._lay_out()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _slider(self, layer: str) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, 100)
        slider.setSingleStep(5)
        slider.setPageStep(10)
        slider.setFixedWidth(SLIDER_WIDTH)
        slider.valueChanged.connect(lambda part: self._cover(layer, part))
        return slider

    def _lock(self, layer: str) -> QToolButton:
        lock = QToolButton()
        lock.setCheckable(True)
        lock.setAutoRaise(True)
        lock.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        lock.toggled.connect(self._want_locks)
        return lock

    def _lay_out(self) -> None:
        layout, rows = QVBoxLayout(self), QGridLayout()
        layout.setContentsMargins(6, 6, 6, 6)
        rows.setVerticalSpacing(2)
        rows.setColumnStretch(0, 1)
        for row, layer in enumerate(ROWS):
            rows.addWidget(self.shown[layer], row, 0)
            if layer in self.parts:
                rows.addWidget(self.parts[layer], row, 1)
            if layer in self.locks:
                rows.addWidget(self.locks[layer], row, 2)
        layout.addWidget(self.style_label)
        layout.addWidget(self.styles)
        layout.addLayout(rows)
        layout.addStretch(1)

    # --- what is shown ----------------------------------------------------------------------------

    def show_layers(self, layers: LayerSettings) -> None:
        """Show which layers are seen, and how opaque they are."""
        self._layers = layers
        for layer, box in self.shown.items():
            with QSignalBlocker(box):
                box.setChecked(bool(getattr(layers, layer)))
        for layer, slider in self.parts.items():
            with QSignalBlocker(slider):
                slider.setValue(round(100 * layers.opacity(layer)))
            slider.setEnabled(bool(getattr(layers, layer)))
            slider.setToolTip(self._localize("layer-opacity", part=slider.value()))

    def show_locks(self, locked: Iterable[str]) -> None:
        """Show which layers are locked."""
        wanted = frozenset(locked)
        for layer, lock in self.locks.items():
            with QSignalBlocker(lock):
                lock.setChecked(layer in wanted)
            lock.setIcon(action_icon("locked" if layer in wanted else "unlocked"))

    def show_styles(self, styles: Iterable[tuple[str, str]], chosen: str) -> None:
        """List the styles by id and name, and which is chosen."""
        with QSignalBlocker(self.styles):
            self.styles.clear()
            self.styles.addItem(self._localize("style-own"), "")
            for id_, name in styles:
                self.styles.addItem(name, id_)
            self.styles.setCurrentIndex(max(0, self.styles.findData(chosen)))

    # --- what is wanted ---------------------------------------------------------------------------

    def _show(self, layer: str, is_on: bool) -> None:
        on: dict[str, Any] = {layer: is_on}
        self.wanted.emit(replace(self._layers, **on))

    def _cover(self, layer: str, part: int) -> None:
        self.wanted.emit(self._layers.with_opacity(layer, part / 100))

    def _want_locks(self) -> None:
        self.locks_wanted.emit(
            frozenset(layer for layer, lock in self.locks.items() if lock.isChecked())
        )

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.style_label.setText(localize("menu-map-styles"))
        for layer, box in self.shown.items():
            box.setText(localize(f"action-layer-{layer}"))
        for layer, slider in self.parts.items():
            slider.setAccessibleName(
                localize("layer-opacity-of", layer=localize(f"action-layer-{layer}"))
            )
        for layer, lock in self.locks.items():
            words = localize("layer-lock", layer=localize(f"action-layer-{layer}"))
            lock.setToolTip(words)
            lock.setAccessibleName(words)


class LayersController:
    """Ties the panel to the looks of all works and to what the tools may change."""

    def __init__(
        self, panel: LayersPanel, looks: Appearance, toolbox: Toolbox, preferences: Preferences,
        localize: Localizer,
    ) -> None:  # fmt: skip
        self.panel, self._looks, self._toolbox = panel, looks, toolbox
        self._preferences = preferences
        toolbox.lock(preferences.locked_layers)
        panel.wanted.connect(looks.show_layers)
        panel.style_wanted.connect(looks.choose_style)
        panel.locks_wanted.connect(self._lock)
        looks.shown.connect(self.show)
        looks.dressed.connect(self.show)  # locks are drawn in the ink of the theme
        self.show()

    def show(self) -> None:
        """Show everything as it is."""
        self.panel.show_layers(self._looks.layers)
        self.panel.show_locks(self._toolbox.locked)
        styles = [(name, self._looks.style_title(name)) for name in self._looks.style_names]
        self.panel.show_styles(styles, self._looks.map_style)

    def _lock(self, layers: frozenset[str]) -> None:
        self._preferences.locked_layers = layers
        self._toolbox.lock(layers)
        self.panel.show_locks(layers)
