"""The sides of a scenario: who fights whom, in which colours, with how much."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.free_hexes import valid_scenario_limits
from engine.editing.scenario_edits import with_side
from engine.editing.scenario_structure_edits import (
    free_side,
    side_belongings,
    side_moved,
    without_side_contents,
)
from engine.games.scenario_limits import ScenarioLimits
from engine.play.decisions import UMPIRE
from engine.problems import Problem
from engine.scenario.counters import clearest_colour, side_colours
from engine.scenario.scenario import Scenario, ScenarioSide
from engine.texts import LocalText
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import (
    LocalizedField,
    UndoableComboBox,
    UndoableNumberBox,
    UndoableTextLine,
    new_typing_session,
)
from studio.widgets.entry_list import SWATCH, EntryCommand, EntryListView, ListedEntry
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.sizing import scale_length
from studio.workspaces.scenario.editor.problem_places import problems_at
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.panels.side_decks_form import SideDecksForm

MAX_BUDGET = 999_999
MAX_STOCK = 999
FIELDS = ("id", "name", "colour", "budget", "begins", "deck", "decks")
LIST_MIN, LIST_MAX = 90, 190


class SidesPage(QWidget):
    """A list of the sides in their order, and below it the one that is chosen."""

    def __init__(self, panel: ScenarioPanel, prompts: Prompts) -> None:
        super().__init__()
        self._panel, self._localize, self._prompts = panel, panel.localize, prompts
        self.listing = EntryListView(panel.localize, "side")
        self.listing.setMinimumHeight(LIST_MIN)
        self.listing.setMaximumHeight(scale_length(LIST_MAX))
        self.id, self.name_field, self.colour = (
            UndoableTextLine(),
            LocalizedField(panel.localize),
            QPushButton(),
        )
        self.budget, self.begins, self.deck = (
            UndoableNumberBox(0, MAX_BUDGET),
            QCheckBox(),
            UndoableComboBox(),
        )
        self.decks = SideDecksForm(panel.localize)
        self.stocks: dict[str, UndoableNumberBox] = {}
        self._stock_labels: dict[str, QLabel] = {}
        self.fault, self._labels = FieldErrorLabel(), [QLabel() for _ in FIELDS]
        self._typed = new_typing_session()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        layout, form = QVBoxLayout(self), QFormLayout()
        self.form = form
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        boxes = (
            self.id, self.name_field, self.colour, self.budget, self.begins, self.deck, self.decks,
        )  # fmt: skip
        for label, box in zip(self._labels, boxes, strict=True):
            label.setBuddy(box)
            form.addRow(label, box)
        form.insertRow(1, "", self.fault)
        layout.addWidget(self.listing, 1)
        layout.addLayout(form)
        layout.addStretch(1)

    def _connect(self) -> None:
        self.listing.wanted.connect(self._do)
        self.listing.moved.connect(self._move)
        self.listing.chosen.connect(lambda: self.refresh(self._panel.scenario))
        self.id.editingFinished.connect(self._rename)
        self.name_field.edited.connect(self._set_name)
        self.colour.clicked.connect(self._choose_colour)
        self.budget.valueChanged.connect(
            lambda value: self._set("budget", self._typed, budget=value)
        )
        self.budget.editingFinished.connect(self._end_typing)
        self.begins.clicked.connect(lambda on: self._set("begins", begins=on))
        self.deck.activated.connect(
            lambda: self._set("deck", self.deck.typed, deck=self.deck.currentData())
        )
        self.decks.edited.connect(
            lambda hands, is_typed: self._set(
                "decks", self._typed if is_typed else "", decks=hands, deck=""
            )
        )

    # --- showing ----------------------------------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the sides, and the one that is chosen."""
        colours, tab = side_colours(scenario), self._panel.tab
        problems = tab.problems if tab else []
        entries = [
            ListedEntry(
                self._told(side), _swatch(colours[side.id]), self._problems(scenario, n, problems)
            )
            for n, side in enumerate(scenario.sides)
        ]
        self.listing.show_entries(entries, self._localize.language)
        side = self.chosen
        for box in (self.id, self.name_field, self.colour, self.budget, self.begins, self.deck):
            box.setEnabled(side is not None)
        if side is not None:
            self._show(scenario, side, colours[side.id])

    def _problems(self, scenario: Scenario, place: int, found: list[Problem]) -> list[Problem]:
        return problems_at(found, "sides", place)

    def _told(self, side: ScenarioSide) -> str:
        """A side in a line: its name and id, what it may cost, whether it begins."""
        localize = self._localize
        parts = [f"{localize.localize_text(side.name) or side.id} ({side.id})"]
        if side.budget:
            parts.append(localize("side-budget-said", budget=side.budget))
        if side.begins:
            parts.append(localize("side-begins-said"))
        return localize("listing").join(parts)

    def _show(self, scenario: Scenario, side: ScenarioSide, colour: str) -> None:
        self.id.show_text_of((id(self._panel.tab), side.id), side.id)
        self.name_field.put(side.name)
        self.colour.setIcon(_swatch(colour))
        self.colour.setText(side.colour or self._localize("side-colour-usual"))
        with QSignalBlocker(self.budget):
            self.budget.setValue(side.budget)
        self.begins.setChecked(side.begins)
        self.deck.clear()
        self.deck.addItem(self._localize("side-deck-usual"), "")
        for id_, deck in scenario.decks.items():
            self.deck.addItem(self._localize.localize_text(deck.title) or id_, id_)
        if side.deck and side.deck not in scenario.decks:
            self.deck.addItem(f"{side.deck} ?", side.deck)
        self.deck.setCurrentIndex(self.deck.findData(side.deck))
        allowed = valid_scenario_limits(scenario)
        self._show_decks(scenario, side, allowed.decks if allowed else 1)
        self._show_stocks(scenario, side, allowed)

    def _show_decks(self, scenario: Scenario, side: ScenarioSide, most: int) -> None:
        """The one deck of a side; all of them in games that know several, and where it has some."""
        has_several = bool(side.decks) or (most > 1 and bool(scenario.decks))
        self.form.setRowVisible(self.deck, not has_several or bool(side.deck))
        self.form.setRowVisible(self.decks, has_several)
        if has_several:
            self.decks.show_side(scenario, side, most)

    def _show_stocks(
        self, scenario: Scenario, side: ScenarioSide, allowed: ScenarioLimits | None
    ) -> None:
        """A number for everything a side may have in store, and for what it has all the same."""
        words = {
            word.id: self._localize.localize_text(word.said)
            for word in (allowed.stocks if allowed else ())
        }
        words |= {name: f"{name} ?" for name in side.stocks if name not in words}
        if [*self.stocks] != [*words]:
            self._lay_stocks([*words])
        for name, box in self.stocks.items():
            self._stock_labels[name].setText(words[name])
            with QSignalBlocker(box):
                box.setValue(side.stocks.get(name, 0))

    def _lay_stocks(self, names: list[str]) -> None:
        for box in self.stocks.values():
            self.form.removeRow(box)
        self.stocks = {name: UndoableNumberBox(0, MAX_STOCK) for name in names}
        self._stock_labels = {name: QLabel() for name in names}
        for name, box in self.stocks.items():
            self._stock_labels[name].setBuddy(box)
            self.form.addRow(self._stock_labels[name], box)
            box.valueChanged.connect(lambda value, name=name: self._store(name, value))
            box.editingFinished.connect(self._end_typing)

    def _store(self, name: str, count: int) -> None:
        """So much of something in store; nothing of it is not written."""
        side = self.chosen
        if side is not None:
            stocks = {**side.stocks, name: count}
            kept = {each: number for each, number in stocks.items() if number}
            self._set("stocks", self._typed + name, stocks=kept)

    def set_texts(self) -> None:
        """Say in the window's language what the fields are."""
        for key, label in zip(FIELDS, self._labels, strict=True):
            label.setText(self._localize(f"side-{key}"))
        self.begins.setText(self._localize("side-begins-hint"))
        self.budget.setSpecialValueText(self._localize("side-no-budget"))
        self.listing.set_texts()
        self.name_field.set_texts()

    @property
    def chosen(self) -> ScenarioSide | None:
        """The side chosen in the list."""
        if self._panel.tab is None:
            return None
        sides, place = self._panel.scenario.sides, self.listing.place
        return sides[place] if 0 <= place < len(sides) else None

    # --- changes ----------------------------------------------------------------------------------

    def _do(self, deed: EntryCommand) -> None:
        if deed is EntryCommand.ADD:
            self._add()
        elif deed is EntryCommand.REMOVE and self.chosen is not None:
            self._remove(self.chosen)

    def _add(self) -> None:
        scenario, id_ = self._panel.scenario, free_side(self._panel.scenario)
        colour = clearest_colour(side_colours(scenario).values())
        self._panel.replace_scenario(
            with_side(scenario, ScenarioSide(id_, "", colour)),
            self._localize("step-side-new", side=id_),
        )
        self.listing.choose(len(scenario.sides))
        self.id.setFocus()

    def _remove(self, side: ScenarioSide) -> None:
        """Take a side out, with all that is its; how much that is is said first."""
        scenario, name = self._panel.scenario, self._localize.localize_text(side.name) or side.id
        goes = side_belongings(scenario, side.id)
        if any(goes):
            words = self._localize("side-remove-question", side=name, **goes._asdict())
            if not self._prompts.confirm(words, self._localize("side-remove")):
                return
        self._panel.replace_scenario(
            without_side_contents(scenario, side.id), self._localize("step-side-gone", side=name)
        )

    def _move(self, place: int, to: int) -> None:
        self._panel.replace_scenario(
            side_moved(self._panel.scenario, place, to), self._localize("step-side-order")
        )

    def _rename(self) -> None:
        """Another id: no other side's, not the umpire's, one word."""
        side, id_ = self.chosen, self.id.text().strip()
        if side is None:
            return
        taken = {each.id for each in self._panel.scenario.sides if each.id != side.id}
        if not id_.replace("-", "").replace("_", "").isalnum() or id_ in {*taken, UMPIRE}:
            self.fault.tell(self._localize("side-id-fault", id=id_))
            return
        self.fault.tell("")
        if id_ != side.id:
            changed = with_side(self._panel.scenario, replace(side, id=id_), side.id)
            self._panel.replace_scenario(changed, self._localize("step-side-id", side=id_))

    def _set_name(self, words: LocalText, typed: str) -> None:
        self._set("name", typed, name=words)

    def _choose_colour(self) -> None:
        side = self.chosen
        if side is not None:
            colours = side_colours(self._panel.scenario)
            name = self._localize.localize_text(side.name) or side.id
            title = self._localize("side-colour-title", side=name)
            colour = self._prompts.colour(colours[side.id], title)
            if colour is not None:
                self._set("colour", colour=colour)

    def _set(self, what: str, typed: str = "", /, **fields: Any) -> None:
        """Another field of the side that is chosen, as one step."""
        side = self.chosen
        if side is not None:
            name = self._localize(
                f"step-side-{what}", side=self._localize.localize_text(side.name) or side.id
            )
            changed = with_side(self._panel.scenario, replace(side, **fields), side.id)
            self._panel.replace_scenario(changed, name, typed)

    def _end_typing(self) -> None:
        self._typed = new_typing_session()


def _swatch(colour: str) -> QIcon:
    """A side's colour."""
    image = QPixmap(SWATCH)
    image.fill(QColor(colour))
    icon = QIcon(image)
    icon.addPixmap(image, QIcon.Mode.Selected)  # Qt would tint it
    return icon
