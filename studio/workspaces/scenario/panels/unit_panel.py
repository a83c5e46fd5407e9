"""The units chosen in a panel: every field of theirs, for one unit or for several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.editing.scenario_edits import likely_zone
from engine.games import mark_looks_of
from engine.hexes.hex import Hex
from engine.languages import LANGUAGES, language_name, shown_languages
from engine.scenario.scenario import Scenario, ScenarioUnit
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import (
    UndoableComboBox,
    UndoableEditableBox,
    UndoableNumberBox,
    UndoableTextLine,
    as_localized,
)
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.hex_field import HexField
from studio.workspaces.scenario.editor.scenario_panel import MapScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.setup_places import (
    replace_localized_name,
    zone_name,
    zone_names,
)
from studio.workspaces.scenario.order_of_battle.unit_commands import formations_of
from studio.workspaces.scenario.panels.arrival_form import ArrivalForm
from studio.workspaces.scenario.panels.order_of_battle_forms import refill_options
from studio.workspaces.scenario.panels.unit_relations import UnitRelationsForm

T = TypeVar("T")
MIXED = "…"
PLACES = ("hex", "zone", "arrives")
LAST_TURN = 999
NUMBER = "#"  # stands for the number in the words about a turn


class UnitPanel(MapScenarioPanel):
    """Shows what is alike in the units chosen; what is written in a field is so for all of them."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self.forces: ForcesEditor | None = None
        self.id, self.id_fault = UndoableTextLine(), FieldErrorLabel()
        self.names = {language: UndoableTextLine() for language in LANGUAGES}
        self.type, self.formation = UndoableComboBox(), UndoableEditableBox()
        self.kinds = {kind: QRadioButton() for kind in PLACES}
        self._kind_group = QButtonGroup(self)
        self.hex_fault = FieldErrorLabel()
        self.hex = HexField(localize, self.hex_fault)
        self.zone, self.entry = UndoableComboBox(), UndoableComboBox()
        self.turn = UndoableNumberBox(1, LAST_TURN)
        self.place_fault = FieldErrorLabel()
        self.ties = UnitRelationsForm(localize, self.replace_scenario)
        self.waiting = ArrivalForm(localize, self.replace_scenario)
        self.marks: dict[str, QCheckBox] = {}
        self.head, self.marks_row = QLabel(), QVBoxLayout()
        self._labels: dict[str, QLabel] = {}
        self._name_labels: dict[str, QLabel] = {}
        self._lay_out()
        self._connect()
        self.retranslate()

    def _lay_out(self) -> None:
        page, outer, scroll = QWidget(), QVBoxLayout(self), QScrollArea()
        self.form = form = QFormLayout(page)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(4)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.head.setWordWrap(True)
        form.addRow(self.head)
        self._add("id", self.id, self.id_fault)
        for language, line in self.names.items():
            self._name_labels[language] = QLabel()
            self._name_labels[language].setBuddy(line)
            self.form.addRow(self._name_labels[language], line)
        self._add("type", self.type)
        self._add("formation", self.formation)
        arrival = QWidget()
        row = QHBoxLayout(arrival)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.turn)
        row.addWidget(self.entry, 1)
        fields: tuple[QWidget, ...] = (self.hex, self.zone, arrival)
        for kind, field in zip(PLACES, fields, strict=True):
            self._kind_group.addButton(self.kinds[kind])
            form.addRow(self.kinds[kind], field)
            if kind == "hex":
                form.addRow(self.hex_fault)
        form.addRow(self.place_fault)
        form.addRow(self.waiting)
        form.addRow(self.ties)
        self._labels["marks"] = QLabel()
        form.addRow(self._labels["marks"], self.marks_row)
        self.form_page = page
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.setContentsMargins(4, 4, 4, 4)  # seen round the page: a hidden panel is idle
        outer.addWidget(scroll)
        for box in (self.type, self.formation, self.zone, self.entry):
            box.setMinimumWidth(60)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )

    def _add(self, name: str, field: QWidget, fault: QWidget | None = None) -> None:
        label = self._labels[name] = QLabel()
        label.setBuddy(field)
        self.form.addRow(label, field)
        if fault is not None:
            self.form.addRow(fault)

    def _connect(self) -> None:
        self.id.editingFinished.connect(self._take_id)
        for language, line in self.names.items():
            line.textEdited.connect(lambda words, lang=language: self._take_name(lang, words))
        self.type.activated.connect(self._take_type)
        self.formation.activated.connect(self._take_formation)
        line_edit = self.formation.lineEdit()
        assert line_edit is not None
        line_edit.editingFinished.connect(self._take_formation)
        self.hex.edited.connect(self._take_hex)
        self.zone.activated.connect(self._take_zone)
        self.entry.activated.connect(self._take_entry)
        self.turn.setKeyboardTracking(False)
        self.turn.valueChanged.connect(self._take_turn)
        for kind, button in self.kinds.items():
            button.clicked.connect(lambda _=False, kind=kind: self._take_kind(kind))

    # --- what there is ----------------------------------------------------------------------------

    def show_scenario(self, tab: ScenarioTab | None) -> None:
        """Show another scenario, or none."""
        if self.forces is not None:
            self.forces.chosen_changed.disconnect(self.seen.request_refresh)
        self.forces = tab.forces if tab is not None else None
        if self.forces is not None:
            self.forces.chosen_changed.connect(self.seen.request_refresh)
        super().show_scenario(tab)

    def refresh(self, scenario: Scenario) -> None:
        """Show the units chosen as they are now."""
        units = self.forces.units() if self.forces is not None else []
        self._show_head(units)
        for row in range(1, self.form.rowCount()):
            self.form.setRowVisible(row, bool(units))
        for fault in (self.id_fault, self.hex_fault, self.place_fault):
            fault.tell("")
        self.form.setRowVisible(self.waiting, self.waiting.show_units(scenario, units))
        self.form.setRowVisible(self.ties, self.ties.show_units(scenario, units))
        if units:
            self._show_words(units)
            self._show_kind(scenario, units)
            self._show_place(scenario, units)
            self._show_marks(units)

    def _show_head(self, units: list[ScenarioUnit]) -> None:
        localize = self.localize
        if not units:
            self.head.setText(localize("unit-none"))
        elif len(units) == 1:
            sides = {
                side.id: localize.localize_text(side.name) or side.id
                for side in self.scenario.sides
            }
            self.head.setText(f"<b>{sides.get(units[0].side, units[0].side)}</b>")
        else:
            self.head.setText(f"<b>{localize('unit-several', count=len(units))}</b>")

    def _show_words(self, units: list[ScenarioUnit]) -> None:
        is_one = len(units) == 1
        self.id.setEnabled(is_one)
        self.id.put(units[0].id if is_one else MIXED)
        for language, line in self.names.items():
            said = common_value(
                as_localized(u.name, self.localize.language).get(language, "") for u in units
            )
            line.put(said or "")
            line.setPlaceholderText(self.localize("unit-mixed") if said is None else "")
        self._show_languages(units)

    def _show_languages(self, units: list[ScenarioUnit]) -> None:
        shown = shown_languages(self.localize.language, *(unit.name for unit in units))
        for language, line in self.names.items():
            self.form.setRowVisible(line, language in shown)

    def _show_kind(self, scenario: Scenario, units: list[ScenarioUnit]) -> None:
        assert self.forces is not None
        refill_options(self.type, self.forces.type_names)
        self._show_choice(self.type, common_value(unit.type for unit in units))
        names = formations_of(scenario, {unit.side for unit in units})
        if names != [self.formation.itemText(n) for n in range(self.formation.count())]:
            self.formation.clear()
            self.formation.addItems(names)
        line = self.formation.lineEdit()
        if line is not None:
            formation = common_value(unit.formation for unit in units)
            line.setText(formation or "")
            words = "unit-mixed" if formation is None else "units-formation-none"
            line.setPlaceholderText(self.localize(words))

    def _show_choice(self, box: QComboBox, value: str | None) -> None:
        box.setPlaceholderText(self.localize("unit-mixed") if value is None else value)
        box.setCurrentIndex(-1 if value is None else box.findData(value))

    def _show_place(self, scenario: Scenario, units: list[ScenarioUnit]) -> None:
        assert self.tab is not None
        names = zone_names(scenario)
        zones = {name: zone_name(scenario, name, self.localize.language) for name in names}
        kind = common_value(start_kind(unit) for unit in units)
        self._kind_group.setExclusive(False)
        for name, button in self.kinds.items():
            button.setChecked(name == kind)
        self._kind_group.setExclusive(True)
        at = common_value(unit.at for unit in units) if kind == "hex" else None
        self.hex.put(self.tab.canvas, scenario.map, at)
        is_mixed = kind == "hex" and at is None
        self.hex.line.setPlaceholderText(self.localize("unit-mixed") if is_mixed else "")
        zone = common_value(unit.zone for unit in units) if kind == "zone" else ""
        self._show_zone(self.zone, zones, zone)
        comes = [unit.arrives for unit in units]
        entry = (
            common_value(each.zone if each else "" for each in comes) if kind == "arrives" else ""
        )
        self._show_zone(self.entry, zones, entry)
        turn = common_value(each.turn if each else 0 for each in comes) if kind == "arrives" else 0
        with QSignalBlocker(self.turn):
            is_mixed = turn is None
            self.turn.setSpecialValueText(self.localize("unit-mixed") if is_mixed else "")
            self.turn.setMinimum(0 if is_mixed else 1)
            self.turn.setValue(turn or self.turn.minimum())
        for field in (self.zone, self.entry, self.kinds["zone"], self.kinds["arrives"]):
            field.setEnabled(bool(zones))
        self.turn.setEnabled(bool(zones))

    def _show_zone(self, box: QComboBox, zones: dict[str, str], zone: str | None) -> None:
        """A zone; one that is a single hex, or is not there, is offered as it is written."""
        refill_options(box, zones | ({zone: zone} if zone and zone not in zones else {}))
        box.setPlaceholderText(self.localize("unit-mixed") if zone is None else "–")
        box.setCurrentIndex(box.findData(zone) if zone else -1)

    def _show_marks(self, units: list[ScenarioUnit]) -> None:
        assert self.forces is not None
        known = self.forces.limits.marks if self.forces.limits else ()
        if tuple(self.marks) != known:
            for box in self.marks.values():
                self.marks_row.removeWidget(box)
                box.deleteLater()
            self.marks = {mark: self._made_mark(mark) for mark in known}
        looks = mark_looks_of(self.forces.scenario.game)
        for mark, box in self.marks.items():
            box.setText(looks.mark_names([mark], self.localize.language))
            count = sum(mark in unit.marks for unit in units)
            is_mixed = 0 < count < len(units)
            box.setTristate(is_mixed)
            states = Qt.CheckState
            state = states.Checked if count else states.Unchecked
            box.setCheckState(states.PartiallyChecked if is_mixed else state)

    def _made_mark(self, mark: str) -> QCheckBox:
        box = QCheckBox()
        box.clicked.connect(lambda: self._take_mark(mark, box))
        self.marks_row.addWidget(box)
        return box

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for name, label in self._labels.items():
            label.setText(self.localize(f"unit-{name}"))
        for language, label in self._name_labels.items():
            label.setText(self.localize("unit-name", language=language_name(language)))
        self._show_languages(self.forces.units() if self.forces is not None else [])
        for kind, button in self.kinds.items():
            button.setText(self.localize(f"unit-place-{kind}"))
        self.ties.set_texts()
        self.waiting.set_texts()
        self.hex.set_texts()
        self.hex.line.setToolTip(self.localize("unit-place-hex-hint"))
        before, after = self.localize("unit-turn", turn=NUMBER).split(NUMBER)
        self.turn.setPrefix(before)
        self.turn.setSuffix(after)

    # --- what is written --------------------------------------------------------------------------

    def _do(self, deed: Callable[[ForcesEditor], Any]) -> None:
        if self.forces is not None and self.forces.chosen:
            deed(self.forces)

    def _take_id(self) -> None:
        forces = self.forces
        if forces is not None and len(forces.chosen) == 1 and self.id.isEnabled():
            fault = forces.set_id(forces.chosen[0], self.id.text())
            self.id_fault.tell(fault)

    def _take_name(self, language: str, words: str) -> None:
        """Apply the typed name at once; until the field is left it is one step."""
        usual, typed = self.localize.language, self.names[language].typed
        self._do(
            lambda f: f.rename(
                lambda u: replace_localized_name(u.name, language, words, usual), typed
            )
        )

    def _take_type(self) -> None:
        type_, typed = self.type.currentData(), self.type.typed
        self._do(lambda forces: forces.set_type(type_, typed=typed))

    def _take_formation(self) -> None:
        forces, words = self.forces, self.formation.currentText().strip()
        line = self.formation.lineEdit()
        is_left_alone = not words and line is not None and not line.isModified()
        if forces is None or not forces.chosen or is_left_alone:
            return
        if {unit.formation for unit in forces.units()} != {words}:
            forces.set_formation(words, typed=self.formation.typed)

    def _take_kind(self, kind: str) -> None:
        """Another manner of beginning, with what is likeliest to be meant."""
        assert self.forces is not None
        if kind == "zone":
            self._do(lambda forces: forces.set_up_in_zone(self._likely_zone()))
        elif kind == "arrives":
            self._do(lambda forces: forces.set_arrival_turn(max(self.turn.value(), 1)))
        else:
            self.hex.line.setFocus()
            if any(unit.at is None for unit in self.forces.units()):
                self.hex_fault.tell(self.localize("unit-which-hex"))

    def _likely_zone(self) -> str:
        assert self.forces is not None
        sides = [unit.side for unit in self.forces.units()]
        return likely_zone(self.scenario, sides[0]) if sides else ""

    def _take_hex(self, at: Hex) -> None:
        forces = self.forces
        if forces is None:
            return
        words = next(
            filter(None, (forces.rejection_reason(unit, at) for unit in forces.units())), ""
        )
        if not words:
            forces.place_at(forces.chosen, at)
            words = forces.stacking_warnings([at])
        self.hex_fault.tell(words)

    def _take_zone(self) -> None:
        zone = self.zone.currentData()
        if zone:
            self._do(lambda forces: forces.set_up_in_zone(zone, typed=self.zone.typed))

    def _take_turn(self, turn: int) -> None:
        """Reinforcements come in another turn; for others it waits until they are some."""
        forces = self.forces
        if forces is not None and turn and any(unit.arrives for unit in forces.units()):
            forces.set_arrival_turn(turn, typed=self.turn.typed)

    def _take_entry(self) -> None:
        zone = str(self.entry.currentData() or "")
        turn, typed = max(self.turn.value(), 1), self.entry.typed
        self._do(lambda forces: forces.set_arrival_turn(turn, zone=zone, typed=typed))

    def _take_mark(self, mark: str, box: QCheckBox) -> None:
        is_set = box.checkState() is not Qt.CheckState.Unchecked
        self._do(lambda forces: forces.set_mark(mark, is_set))


def common_value(values: Iterable[T]) -> T | None:
    """Return the value that all share; None if they differ."""
    found = list(values)
    return found[0] if all(value == found[0] for value in found) else None


def start_kind(unit: ScenarioUnit) -> str:
    """Return the kind of a unit's start; empty if another carries or bears it."""
    if unit.aboard or unit.bearer:
        return ""
    if unit.at is not None:
        return "hex"
    return "arrives" if unit.arrives is not None else "zone"
