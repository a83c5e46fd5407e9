"""The panel of numbers: where what is selected lies, how large it is, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from engine.editing import tabletop_map_edits
from engine.editing.shape_transforms import (
    ShapeBounds,
    scaling_transform,
    shift_transform,
    transform_shape,
)
from engine.editing.tabletop_map_edits import PLACE, ZONE, Key, shape_of, with_shapes
from engine.tabletop.feature_kinds import feature_kinds
from engine.tabletop.shapes import Disc, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap
from engine.texts import LocalText
from studio.widgets.document_fields import LocalizedField, UndoableNumberBox, UndoableTextLine
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.length_field import LengthField
from studio.workspaces.map.tabletop.tabletop_editing_context import can_have_shape, is_valid_id
from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab
from studio.workspaces.map.tabletop.tabletop_toolbox import kind_name

MAX_LEVEL = 40
LENGTHS = ("left", "bottom", "wide", "deep", "width", "radius", "height")
WHOLE = ("left", "bottom", "wide", "deep")  # of several things together too
HINDRANCES = ("obstacle", "fordable")


class InspectorPanel(QWidget):
    """Shows what is selected, and changes it, a step for each field."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._tab: TabletopEditorTab | None = None
        self.head = QLabel()
        self.head.setWordWrap(True)
        self.kind, self.id, self.name_field = (
            QComboBox(),
            UndoableTextLine(),
            LocalizedField(localize),
        )
        self.lengths = {name: LengthField() for name in LENGTHS}
        self.level = UndoableNumberBox(1, MAX_LEVEL, 1)
        self.hindrances = {name: QCheckBox() for name in HINDRANCES}
        self._labels: dict[str, QLabel] = {}
        self._rows: dict[str, QWidget] = {}
        self._lay_out()
        self._connect()
        self.retranslate()

    def _lay_out(self) -> None:
        layout, form = QVBoxLayout(self), QFormLayout()
        self._form = form
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(3)
        rows: dict[str, QWidget] = {"kind": self.kind, "id": self.id, "name": self.name_field}
        rows |= self.lengths
        rows["level"] = self.level
        for name, box in rows.items():
            self._row(name, box)
        for name, check in self.hindrances.items():
            self._rows[name] = check
            form.addRow(check)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.head)
        layout.addLayout(form)
        layout.addStretch(1)

    def _row(self, name: str, box: QWidget) -> None:
        label = self._labels[name] = QLabel()
        label.setBuddy(box)
        self._rows[name] = box
        self._form.addRow(label, box)

    def _connect(self) -> None:
        self.kind.activated.connect(self._set_kind)
        self.id.editingFinished.connect(self._rename)
        self.name_field.edited.connect(self._name)
        self.level.valueChanged.connect(lambda level: self._set("level", level, self.level.typed))
        for name, field in self.lengths.items():
            field.entered.connect(lambda length, name=name: self._set_length(name, length))
        for name, box in self.hindrances.items():
            box.clicked.connect(lambda is_on, name=name: self._set(name, is_on))

    # --- what is shown ----------------------------------------------------------------------------

    def show_tab(self, tab: TabletopEditorTab | None) -> None:
        """Follow a table."""
        if self._tab is not None:
            self._tab.selected.disconnect(self.refresh)
        self._tab = tab
        if tab is not None:
            tab.selected.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is selected as it is."""
        tab = self._tab
        keys = tab.context.selection if tab is not None else ()
        self.head.setText(tab.selection_text() if tab and keys else self._localize("table-none"))
        box = tab.context.box if tab is not None else None
        for name in self._rows:
            self._show_row(name, is_shown=False)
        if tab is None or box is None:
            return
        self._show_box(box, keys)
        features = [tab.table.by_id[key] for key in keys if key in tab.table.by_id]
        if len(features) == len(keys):
            self._show_features(features)
        if len(keys) == 1:
            self._show_one(tab.table, keys[0])

    def _show_row(self, name: str, *, is_shown: bool = True) -> None:
        self._form.setRowVisible(self._rows[name], is_shown)

    def _show_box(self, box: ShapeBounds, keys: tuple[Key, ...]) -> None:
        is_place = all(key.startswith(PLACE) for key in keys)
        values = {"left": box.left, "bottom": box.bottom, "wide": box.wide, "deep": box.deep}
        for name, length in values.items():
            self._put_length(name, length, is_shown=not is_place or name in ("left", "bottom"))

    def _put_length(self, name: str, length: int | None, *, is_shown: bool = True) -> None:
        self.lengths[name].set_length(length)
        self._show_row(name, is_shown=is_shown)

    def _show_features(self, features: list[TabletopFeature]) -> None:
        kinds, kind = self._kinds_for(features), _same(features, lambda one: one.kind)
        with QSignalBlocker(self.kind):
            self.kind.clear()
            for each in kinds:
                self.kind.addItem(kind_name(each, self._localize), each)
            self.kind.setCurrentIndex(kinds.index(kind) if kind in kinds else -1)
        self._show_row("kind")
        self._put_length("height", _same(features, lambda one: one.height))
        if all(isinstance(one.shape, WideLine) for one in features):
            self._put_length("width", _same(features, lambda one: _measure(one.shape)))
        if all(isinstance(one.shape, Disc) for one in features):
            self._put_length("radius", _same(features, lambda one: _measure(one.shape)))
            self._show_row("wide", is_shown=False)
            self._show_row("deep", is_shown=False)
        if all(one.is_hill for one in features):
            with QSignalBlocker(self.level):
                self.level.setValue(_same(features, lambda one: one.level) or 1)
            self._show_row("level")
        for name, box in self.hindrances.items():
            self._show_check(box, name, features)

    def _show_check(self, box: QCheckBox, name: str, features: list[TabletopFeature]) -> None:
        is_on = _same(features, lambda one: getattr(one, name))
        box.setTristate(is_on is None)
        states = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}
        box.setCheckState(states.get(is_on, Qt.CheckState.PartiallyChecked))
        is_meant = name != "fordable" or all(one.kind_entry.water for one in features)
        self._show_row(name, is_shown=is_meant)

    def _kinds_for(self, features: list[TabletopFeature]) -> list[str]:
        """The kinds that all of these could be, shaped as they are."""
        return [
            kind
            for kind in feature_kinds()
            if all(can_have_shape(kind, one.shape) for one in features)
        ]

    def _show_one(self, table: TabletopMap, key: Key) -> None:
        if not key.startswith(PLACE):
            self.id.show_text_of(key, key.removeprefix(ZONE))
            self._show_row("id")
        self.name_field.put(_name_of(table, key))
        self._show_row("name")

    # --- what is changed --------------------------------------------------------------------------

    @property
    def _keys(self) -> tuple[Key, ...]:
        return self._tab.context.selection if self._tab is not None else ()

    def _commit(self, table: TabletopMap, field: str, typed: str = "") -> None:
        assert self._tab is not None, "nothing is shown"
        name = self._localize("step-table-set", field=self._localize(f"table-field-{field}"))
        self._tab.context.commit(table, name, typed)

    def _set(self, field: str, value: Any, typed: str = "") -> None:
        if self._tab is not None and self._keys:
            changes = {field: value}
            table = tabletop_map_edits.with_features_changed(self._tab.table, self._keys, **changes)
            self._commit(table, field, typed)

    def _set_kind(self, place: int) -> None:
        if self._tab is not None:
            kind = self.kind.itemData(place)
            self._commit(
                tabletop_map_edits.with_features_of_kind(self._tab.table, self._keys, kind), "kind"
            )

    def _set_length(self, field: str, length: int) -> None:
        if self._tab is None or not self._keys:
            return
        typed = self.lengths[field].typed
        if field == "height":
            self._set(field, max(length, 0), typed)
        elif field in WHOLE:
            self._set_box(field, length, typed)
        else:
            self._reshape(field, lambda shape: _measured(shape, max(length, 1)), typed)

    def _set_box(self, field: str, length: int, typed: str) -> None:
        assert self._tab is not None, "nothing is shown"
        box = self._tab.context.box
        assert box is not None, "nothing is selected"
        if field == "left":
            change = shift_transform(length - box.left, 0)
        elif field == "bottom":
            change = shift_transform(0, length - box.bottom)
        elif field == "wide":
            change = scaling_transform(max(length, 1) / max(box.wide, 1), 1, (box.left, box.bottom))
        else:
            change = scaling_transform(1, max(length, 1) / max(box.deep, 1), (box.left, box.bottom))
        self._reshape(field, lambda shape: transform_shape(shape, change), typed)

    def _reshape(
        self, field: str, laid: Callable[[FeatureShape], FeatureShape], typed: str
    ) -> None:
        assert self._tab is not None, "nothing is shown"
        table = self._tab.table
        shapes = {key: laid(shape_of(table, key)) for key in self._keys}
        self._commit(with_shapes(table, shapes), field, typed)

    def _rename(self) -> None:
        if self._tab is None or len(self._keys) != 1:
            return
        key, id_, tab = self._keys[0], self.id.text().strip(), self._tab
        was = key.removeprefix(ZONE)
        if id_ == was:
            return
        taken = tab.table.zones if key.startswith(ZONE) else tab.table.by_id
        if not is_valid_id(id_) or id_ in taken:
            self.id.put(was)
            tab.refused.emit(self._localize("table-id-refused", id=id_))
            return
        is_zone = key.startswith(ZONE)
        edit = tabletop_map_edits.zone_renamed if is_zone else tabletop_map_edits.with_feature_id
        self._commit(edit(tab.table, was, id_), "id")
        tab.deeds.select(tabletop_map_edits.zone_key(id_) if is_zone else id_)

    def _name(self, words: LocalText, typed: str) -> None:
        if self._tab is not None and len(self._keys) == 1:
            table = tabletop_map_edits.with_name(self._tab.table, self._keys[0], words)
            self._commit(table, "name", typed)

    def focus_name_field(self) -> None:
        """Go to the field of the name."""
        self.name_field.lines[self._localize.language].setFocus()
        self.name_field.lines[self._localize.language].selectAll()

    def retranslate(self) -> None:
        """Name everything in the window's language."""
        localize = self._localize
        for name, label in self._labels.items():
            label.setText(localize(f"table-field-{name}"))
        for name, box in self.hindrances.items():
            box.setText(localize(f"table-field-{name}"))
        self.name_field.set_texts()
        self.refresh()


def _same(features: list[TabletopFeature], told: Callable[[TabletopFeature], Any]) -> Any:
    """Return the value that all features share; None if they differ."""
    values = [told(one) for one in features]
    return values[0] if all(value == values[0] for value in values) else None


def _measure(shape: FeatureShape) -> int:
    """The width of a course, the radius of a disc."""
    if isinstance(shape, WideLine):
        return shape.width
    return shape.radius if isinstance(shape, Disc) else 0


def _measured(shape: FeatureShape, length: int) -> FeatureShape:
    if isinstance(shape, WideLine):
        return WideLine(shape.points, length)
    return Disc(shape.centre, length) if isinstance(shape, Disc) else shape


def _name_of(table: TabletopMap, key: Key) -> LocalText:
    if key.startswith(ZONE):
        return table.zones[key.removeprefix(ZONE)].name
    if key.startswith(PLACE):
        return table.places[int(key.removeprefix(PLACE))].name
    return table.by_id[key].name
