"""The objectives of a scenario: what is to be held, where, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine.editing.scenario_edits import free_id
from engine.editing.scenario_structure_edits import objective_moved
from engine.editing.victory_edits import with_objective, without_objective
from engine.hexes.hex import Hex
from engine.narration.scenario_names import ScenarioNames
from engine.narration.victory_text import objective_sentence
from engine.problems import Problem
from engine.scenario.scenario import Objective, Scenario
from engine.texts import LocalText
from studio.widgets.document_fields import (
    LocalizedField,
    UndoableComboBox,
    UndoableNumberBox,
    UndoableTextLine,
    new_typing_session,
)
from studio.widgets.entry_list import EntryCommand, EntryListView, ListedEntry
from studio.widgets.form_fields import FieldErrorLabel
from studio.workspaces.scenario.editor.hex_field import HexField
from studio.workspaces.scenario.editor.problem_places import problems_at
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel

MAX_POINTS = 9999
FIELDS = ("id", "name", "zone", "hex", "holder", "points")
HERE = ""  # in place of a zone: at a single hex
NOTHING = Objective("")  # what is shown while there is none


class ObjectivesPage(QWidget):
    """A list of the objectives, and below it the one that is chosen."""

    def __init__(self, panel: ScenarioPanel) -> None:
        super().__init__()
        self._panel, self._localize = panel, panel.localize
        self.listing = EntryListView(panel.localize, "objective")
        self.id, self.name_field, self.zone = (
            UndoableTextLine(),
            LocalizedField(panel.localize),
            UndoableComboBox(),
        )
        self.fault, self.hex_fault = FieldErrorLabel(), FieldErrorLabel()
        self.hex = HexField(panel.localize, self.hex_fault)
        self.holder, self.points = UndoableComboBox(), UndoableNumberBox(0, MAX_POINTS)
        self._labels, self._typed = [QLabel() for _ in FIELDS], new_typing_session()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        layout, form = QVBoxLayout(self), QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._boxes = (self.id, self.name_field, self.zone, self.hex, self.holder, self.points)
        for label, box in zip(self._labels, self._boxes, strict=True):
            label.setBuddy(box)
            form.addRow(label, box)
        form.insertRow(1, "", self.fault)
        form.insertRow(5, "", self.hex_fault)
        layout.addWidget(self.listing, 1)
        layout.addLayout(form)

    def _connect(self) -> None:
        self.listing.wanted.connect(self._do)
        self.listing.moved.connect(self._move)
        self.listing.chosen.connect(lambda: self.refresh(self._panel.scenario))
        self.id.editingFinished.connect(self._rename)
        self.name_field.edited.connect(self._set_name)
        self.zone.activated.connect(self._set_zone)
        self.hex.edited.connect(self._set_hex)
        self.holder.activated.connect(
            lambda: self._set("holder", self.holder.typed, holder=self.holder.currentData())
        )
        self.points.valueChanged.connect(
            lambda value: self._set("points", self._typed, points=value)
        )
        self.points.editingFinished.connect(self._end_typing)

    # --- showing ----------------------------------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the objectives, and the one that is chosen."""
        problems = self._panel.tab.problems if self._panel.tab else []
        entries = [
            ListedEntry(self._told(scenario, entry), None, self._doubts(problems, n))
            for n, entry in enumerate(scenario.objectives)
        ]
        self.listing.show_entries(entries, self._localize.language)
        objective = self.chosen
        for box in self._boxes:
            box.setEnabled(objective is not None)
        self._show(scenario, objective or NOTHING)

    def _doubts(self, problems: list[Problem], place: int) -> list[Problem]:
        return problems_at(problems, "objectives", place)

    def _told(self, scenario: Scenario, objective: Objective) -> str:
        """An objective in a line: what it is called, and its sentence."""
        name = self._localize.localize_text(objective.name) or objective.id
        means = objective_sentence(scenario, objective, self._localize.language)
        return f"{name} – {means}"

    def _show(self, scenario: Scenario, objective: Objective) -> None:
        localize = self._localize
        self.id.show_text_of((id(self._panel.tab), objective.id), objective.id)
        self.name_field.put(objective.name)
        names = ScenarioNames(scenario, localize.language)
        known = dict.fromkeys([*scenario.zones, *scenario.map.zones])
        zones = {zone: names.zone(zone) for zone in known}
        fill_options(self.zone, {HERE: localize("objective-at-hex"), **zones}, objective.zone)
        assert self._panel.tab is not None
        self.hex.put(self._panel.tab.canvas, scenario.map, objective.at)
        sides = {side.id: localize.localize_text(side.name) or side.id for side in scenario.sides}
        fill_options(self.holder, {"": localize("objective-nobody"), **sides}, objective.holder)
        with QSignalBlocker(self.points):
            self.points.setValue(objective.points)

    def set_texts(self) -> None:
        """Say in the window's language what the fields are."""
        for key, label in zip(FIELDS, self._labels, strict=True):
            label.setText(self._localize(f"objective-{key}"))
        self.listing.set_texts()
        self.name_field.set_texts()
        self.hex.set_texts()

    @property
    def chosen(self) -> Objective | None:
        """The objective chosen in the list."""
        if self._panel.tab is None:
            return None
        found, place = self._panel.scenario.objectives, self.listing.place
        return found[place] if 0 <= place < len(found) else None

    # --- changes ----------------------------------------------------------------------------------

    def _do(self, deed: EntryCommand) -> None:
        if deed is EntryCommand.ADD:
            self.add()
        elif deed is EntryCommand.REMOVE and self.chosen is not None:
            gone, scenario = self.chosen, self._panel.scenario
            name = self._localize("step-objective-gone", objective=self._name_of(gone))
            self._panel.replace_scenario(without_objective(scenario, gone.id), name)

    def add(self) -> None:
        """One more objective, in the middle of what is seen of the map."""
        scenario, tab = self._panel.scenario, self._panel.tab
        assert tab is not None
        id_ = free_id("goal", {each.id for each in scenario.objectives})
        grid, canvas = scenario.map.grid, tab.canvas
        at = canvas.keyboard_hex or canvas.hex_at(canvas.rect().center().toPointF())
        at = at if at in grid else grid.hex(grid.columns // 2, grid.rows // 2)
        added = with_objective(scenario, Objective(id_, "", at, points=1))
        self._panel.replace_scenario(added, self._localize("step-objective-new"))
        self.listing.choose(len(scenario.objectives))
        self.name_field.lines[self._localize.language].setFocus()

    def _move(self, place: int, to: int) -> None:
        changed = objective_moved(self._panel.scenario, place, to)
        self._panel.replace_scenario(changed, self._localize("step-objective-order"))

    def _rename(self) -> None:
        """Another id: one word that no other objective has."""
        objective, id_ = self.chosen, self.id.text().strip()
        if objective is None:
            return
        taken = {each.id for each in self._panel.scenario.objectives if each.id != objective.id}
        is_word = id_.replace("-", "").replace("_", "").isalnum()
        self.fault.tell("" if is_word and id_ not in taken else self._localize("id-fault", id=id_))
        if is_word and id_ not in taken and id_ != objective.id:
            self._set("id", id=id_)

    def _set_name(self, words: LocalText, typed: str) -> None:
        self._set("name", typed, name=words)

    def _set_zone(self) -> None:
        """It lies in a zone, or at a hex again: the zone's first."""
        zone, objective = self.zone.currentData(), self.chosen
        if objective is None:
            return
        if zone:
            self._set("place", self.zone.typed, at=None, zone=zone)
        elif objective.at is None:
            hexes = self._panel.scenario.zone(objective.zone)
            at = hexes[0] if hexes else self._panel.scenario.map.grid.hex(0, 0)
            self._set("place", self.zone.typed, at=at, zone="")

    def _set_hex(self, at: Hex) -> None:
        self._set("place", at=at, zone="")

    def _set(self, what: str, typed: str = "", /, **fields: Any) -> None:
        """Another field of the objective that is chosen, as one step."""
        objective = self.chosen
        if objective is not None:
            name = self._localize(f"step-objective-{what}", objective=self._name_of(objective))
            changed = replace(objective, **fields)
            scenario = with_objective(self._panel.scenario, changed, objective.id)
            self._panel.replace_scenario(scenario, name, typed)

    def _name_of(self, objective: Objective) -> str:
        return self._localize.localize_text(objective.name) or objective.id

    def _end_typing(self) -> None:
        self._typed = new_typing_session()


def fill_options(box: QComboBox, words: Mapping[Any, str], chosen: object) -> None:
    """Offer these words; one that is chosen and is not among them is shown all the same."""
    with QSignalBlocker(box):
        box.clear()
        for word, said in words.items():
            box.addItem(said, word)
        if chosen not in words:
            box.addItem(f"{chosen} ?" if chosen else "", chosen)
        box.setCurrentIndex(box.findData(chosen))
