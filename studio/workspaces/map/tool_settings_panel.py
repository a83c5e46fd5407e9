"""The settings of the current tool, and no others, under the palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.edit_extent import MapPart
from engine.editing.map_clips import CARRIED
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL
from engine.map.terrain import TerrainClass, load_catalogue
from studio.map_tools.brush_tools import LARGEST, BrushShapeKind, hex_count
from studio.map_tools.paints import SelectionMode
from studio.map_tools.symmetry import PaintSymmetry
from studio.map_tools.tool_settings import ERASABLE, MAX_STEPS, MAX_STRENGTH, ToolSetting
from studio.widgets.localization import Localizer
from studio.widgets.terrain_swatches import shape_swatch
from studio.workspaces.map.map_toolbox import CoverMode, Toolbox

ANY = -1  # in a box of numbers: no limit
MAX_FILLED = 9_999_999
SHAPE = QSize(20, 20)
DIGITS = 3  # of the number of hexes under a brush


class ToolSettingsPanel(QWidget):
    """Shows and sets the settings of the current tool; the toolbox holds it."""

    def __init__(self, toolbox: Toolbox, localize: Localizer) -> None:
        super().__init__()
        self._toolbox, self._localize = toolbox, localize
        self._labels: dict[ToolSetting, QLabel] = {}
        self._rows: dict[ToolSetting, QWidget] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for setting, made in (
            (ToolSetting.SHAPE, self._make_shape()),
            (ToolSetting.LEVEL, self._make_level()),
            (ToolSetting.STEP, self._make_step()),
            (ToolSetting.STRENGTH, self._make_strength()),
            (ToolSetting.LIMITS, self._make_limits()),
            (ToolSetting.CHOICE, self._make_choice()),
            (ToolSetting.WAY, self._make_way()),
            (ToolSetting.TURNING, self._make_turning()),
            (ToolSetting.ERASED, self._make_erased()),
            (ToolSetting.PARTS, self._make_parts()),
            (ToolSetting.SYMMETRY, self._make_symmetry()),
        ):
            self._labels[setting], self._rows[setting] = QLabel(), made
            self._form.addRow(self._labels[setting], made)
        toolbox.changed.connect(self.show_settings)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    # --- the rows ---------------------------------------------------------------------------------

    def _make_shape(self) -> QWidget:
        self.forms = QButtonGroup(self)
        buttons = [self._button() for _ in BrushShapeKind]
        for place, button in enumerate(buttons):
            button.setCheckable(True)
            button.setIconSize(SHAPE)
            self.forms.addButton(button, place)
        self.forms.idClicked.connect(
            lambda place: self._toolbox.set(form=list(BrushShapeKind)[place])
        )
        self.turn_brush = self._button(lambda: self._toolbox.rotate_brush(1))
        self.turn_brush.setText("↻")
        self.brush_size = self._list()
        self.brush_size.setMinimumContentsLength(DIGITS)
        self.brush_size.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.brush_size.activated.connect(lambda size: self._toolbox.set(size=size))
        return _beside([*buttons, self.turn_brush], self.brush_size)

    def _make_level(self) -> QWidget:
        self.level = self._number(LOWEST_LEVEL, HIGHEST_LEVEL, self._toolbox.set_level)
        return self.level

    def _make_step(self) -> QWidget:
        self.step = self._number(1, MAX_STEPS, lambda step: self._toolbox.set(step=step))
        return self.step

    def _make_strength(self) -> QWidget:
        def change(strength: int) -> None:
            self._toolbox.set(strength=strength)

        self.strength = self._number(1, MAX_STRENGTH, change)
        return self.strength

    def _make_limits(self) -> QWidget:
        self.same_ground = self._check(lambda on: self._limit(ground=on))
        self.levels = self._number(ANY, MAX_STEPS, lambda n: self._limit(levels=_or_none(n)))
        self.walls = self._button()
        self.walls.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.walls.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        # However many kinds it names, the palette stays as narrow as its user made it.
        self.walls.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.wall_menu = QMenu(self.walls)
        self.walls.setMenu(self.wall_menu)
        self.wall_kinds = [
            self._wall(kind.id) for kind in load_catalogue().of_class(TerrainClass.SIDE)
        ]
        self.roads = self._check(lambda on: self._limit(roads=on))
        self.zones = self._check(lambda on: self._limit(zones=on))
        self.most = self._number(0, MAX_FILLED, lambda n: self._limit(most=n or None))
        return _stack(self.same_ground, self.levels, self.walls, self.roads, self.zones, self.most)

    def _wall(self, kind: str) -> QAction:
        action = self.wall_menu.addAction("")
        action.setCheckable(True)
        action.setData(kind)
        action.triggered.connect(self._stop_at)
        return action

    def _make_choice(self) -> QWidget:
        self.choice = self._list()
        self.choice.addItems([""] * len(SelectionMode))
        self.choice.activated.connect(
            lambda place: self._toolbox.set(choice=list(SelectionMode)[place])
        )
        return self.choice

    def _make_way(self) -> QWidget:
        self.way = self._check(
            lambda on: self._toolbox.set_cover_mode(CoverMode.WAY if on else CoverMode.BRUSH)
        )
        return self.way

    def _make_turning(self) -> QWidget:
        self.turn_stamp = self._button(self._toolbox.rotate_stamp)
        self.turn_stamp.setText("↻")
        self.mirror_stamp = self._button(self._toolbox.mirror_stamp)
        self.mirror_stamp.setText("⇋")
        return _beside([self.turn_stamp, self.mirror_stamp], None)

    def _make_erased(self) -> QWidget:
        self.erased = self._part_checks(ERASABLE, "erased")
        return _in_columns(self.erased.values())

    def _make_parts(self) -> QWidget:
        self.parts = self._part_checks([part for part in ERASABLE if part in CARRIED], "parts")
        return _in_columns(self.parts.values())

    def _part_checks(self, parts: Iterable[MapPart], setting: str) -> dict[MapPart, QCheckBox]:
        def change(part: MapPart, on: bool) -> None:
            chosen = getattr(self._toolbox.settings, setting)
            self._toolbox.set(**{setting: chosen | {part} if on else chosen - {part}})

        return {
            part: self._check(lambda on, part=part: change(part, on))  # type: ignore[misc]  # a default binds the part
            for part in parts
        }

    def _make_symmetry(self) -> QWidget:
        self.symmetry = self._list()
        self.symmetry.addItems([""] * len(PaintSymmetry))
        self.symmetry.activated.connect(
            lambda place: self._toolbox.set(symmetry=list(PaintSymmetry)[place])
        )
        return self.symmetry

    def _number(self, least: int, most: int, change: Callable[[int], object]) -> QSpinBox:
        box = QSpinBox()
        box.setRange(least, most)
        box.valueChanged.connect(change)
        return box

    def _list(self) -> QComboBox:
        box = QComboBox()
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return box

    def _check(self, change: Callable[[bool], object]) -> QCheckBox:
        box = QCheckBox()
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the map
        box.clicked.connect(change)
        return box

    def _button(self, do: Callable[[], object] | None = None) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if do is not None:
            button.clicked.connect(lambda: do())
        return button

    # --- what is set ------------------------------------------------------------------------------

    def _limit(self, **limits: Any) -> None:
        self._toolbox.set(limits=replace(self._toolbox.settings.limits, **limits))

    def _stop_at(self) -> None:
        kinds = frozenset(action.data() for action in self.wall_kinds if action.isChecked())
        self._limit(sides=kinds)

    def show_settings(self) -> None:
        """Show the settings as they are, of the current tool."""
        heeded = self._toolbox.relevant_settings
        for setting, row in self._rows.items():
            self._form.setRowVisible(row, setting in heeded)
        boxes = (self.level, self.step, self.strength, self.levels, self.most)
        blocked = [QSignalBlocker(box) for box in boxes]
        self._show_brush()
        self._show_limits()
        now = self._toolbox.settings
        self.level.setValue(now.level)
        self.step.setValue(now.step)
        self.strength.setValue(now.strength)
        self.choice.setCurrentIndex(list(SelectionMode).index(now.choice))
        self.way.setChecked(self._toolbox.manner is CoverMode.WAY)
        self.symmetry.setCurrentIndex(list(PaintSymmetry).index(now.symmetry))
        for part, box in self.erased.items():
            box.setChecked(part in now.erased)
        for part, box in self.parts.items():
            box.setChecked(part in now.parts)
        for each in blocked:
            each.unblock()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the brushes anew when the colours change."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._draw_brushes()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the brushes, on first display."""
        super().showEvent(event)
        self._draw_brushes()

    def _draw_brushes(self) -> None:
        if not self.isVisible():
            return
        ink = self.palette().windowText().color().name()
        for place, form in enumerate(BrushShapeKind):
            button = self.forms.button(place)
            assert isinstance(button, QToolButton)
            button.setIcon(shape_swatch(form, self._toolbox.settings.turned, ink))

    def _show_brush(self) -> None:
        now = self._toolbox.settings
        for place, form in enumerate(BrushShapeKind):
            self.forms.button(place).setChecked(form is now.form)
        self._draw_brushes()
        counts = [str(hex_count(now.form, size)) for size in range(LARGEST + 1)]
        if counts != [self.brush_size.itemText(place) for place in range(self.brush_size.count())]:
            self.brush_size.clear()
            self.brush_size.addItems(counts)
        self.brush_size.setCurrentIndex(now.size)

    def _show_limits(self) -> None:
        limits = self._toolbox.settings.limits
        self.same_ground.setChecked(limits.ground)
        self.levels.setValue(ANY if limits.levels is None else limits.levels)
        self.roads.setChecked(limits.roads)
        self.zones.setChecked(limits.zones)
        self.most.setValue(limits.most or 0)
        names = []
        for action in self.wall_kinds:
            action.setChecked(action.data() in limits.sides)
            if action.isChecked():
                names.append(action.text())
        key = "limit-walls" if names else "limit-no-walls"
        words = self._localize(key, kinds=self._localize("limit-and").join(names))
        self.walls.setText(words)
        self.walls.setToolTip(words)

    # --- what it is called ------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Name everything in the window's language."""
        localize = self._localize
        for setting, label in self._labels.items():
            label.setText(localize(f"setting-{setting.value}"))
            for each in (label, self._rows[setting]):
                each.setToolTip(localize(f"setting-{setting.value}-hint"))
        for place, form in enumerate(BrushShapeKind):
            self.forms.button(place).setToolTip(localize(f"form-{form.value}"))
        self.turn_brush.setToolTip(localize("setting-turn-hint"))
        self.turn_stamp.setToolTip(localize("stamp-turn-hint"))
        self.mirror_stamp.setToolTip(localize("stamp-mirror-hint"))
        self.way.setText(localize("way-cheapest"))
        for place, choice in enumerate(SelectionMode):
            self.choice.setItemText(place, localize(f"choice-{choice.value}"))
        for place, symmetry in enumerate(PaintSymmetry):
            self.symmetry.setItemText(place, localize(f"symmetry-{symmetry.value}"))
        for part, box in (*self.erased.items(), *self.parts.items()):
            box.setText(localize(f"part-{part.value}"))
        self._name_limits()
        self.show_settings()

    def _name_limits(self) -> None:
        localize = self._localize
        self.same_ground.setText(localize("limit-ground"))
        self.roads.setText(localize("limit-roads"))
        self.zones.setText(localize("limit-zones"))
        self.levels.setSpecialValueText(localize("limit-any-level"))
        self.levels.setPrefix(localize("limit-levels"))
        self.most.setSpecialValueText(localize("limit-any-number"))
        self.most.setPrefix(localize("limit-most"))
        for action in self.wall_kinds:
            action.setText(localize.localize_text(load_catalogue().name(action.data())))


def _or_none(number: int) -> int | None:
    return None if number == ANY else number


def _beside(buttons: Iterable[QWidget], last: QWidget | None) -> QWidget:
    """Buttons in a row, with what takes the rest of it."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(1)
    for button in buttons:
        layout.addWidget(button)
    if last is None:
        layout.addStretch(1)
    else:
        layout.addWidget(last, 1)
    return row


def _stack(*boxes: QWidget) -> QWidget:
    column = QWidget()
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2)
    for box in boxes:
        layout.addWidget(box)
    return column


def _in_columns(boxes: Iterable[QWidget]) -> QWidget:
    """Boxes two by two."""
    column = QWidget()
    layout = QGridLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2)
    for place, box in enumerate(boxes):
        layout.addWidget(box, *divmod(place, 2))
    return column
