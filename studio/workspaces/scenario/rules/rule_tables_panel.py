"""The game's data: unit types, terrain, printed tables, typed over where the scenario differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.scenario_edits import free_id
from engine.games import is_installed, result_looks_of, rule_system_of
from engine.games.rules_design import RuleDataTable, RulesDesign
from engine.games.scenario_limits import RuleError
from engine.play.forecast_blocks import PrintedTableCell
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from studio.framework.prompts import Prompts
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.rules import rule_table_model
from studio.workspaces.scenario.rules.odds_comparison import OddsComparison
from studio.workspaces.scenario.rules.rule_table_model import CELL, Cells, RuleTableModel
from studio.workspaces.scenario.rules.rule_table_view import RuleTableView

MARK = "● "
DEEDS = ("cell-back", "sheet-back", "all-back", "row-add", "row-remove")
OF_ROWS = DEEDS[3:]


class RuleTablesPanel(ScenarioPanel):
    """One sheet at a time, and below it what the changes do to the chances of a shot."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self._prompts = prompts
        self.sheets: tuple[RuleDataTable, ...] = ()
        self.which, self.hint, self.fault = QComboBox(), QLabel(wordWrap=True), FieldErrorLabel()
        self.model = RuleTableModel(localize)
        self.view, self.trial = RuleTableView(self.model, localize), OddsComparison(localize)
        self.buttons = {deed: QToolButton() for deed in DEEDS}
        self._label = QLabel()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.view)
        self.set_texts()

    def _lay_out(self) -> None:
        head, layout = QHBoxLayout(), QVBoxLayout(self)
        self._label.setBuddy(self.which)
        head.addWidget(self._label)
        head.addWidget(self.which, 1)
        rows = QHBoxLayout(), QHBoxLayout()
        for deed, button in self.buttons.items():
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            rows[deed in OF_ROWS].addWidget(button)
        above, column = QWidget(), None
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.hint, self.view, self.fault):
            column.addWidget(widget, int(widget is self.view))
        for row in rows:
            column.addLayout(row)
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.parts.addWidget(above)
        self.parts.addWidget(self.trial)
        self.parts.setStretchFactor(0, 1)
        self.parts.setChildrenCollapsible(False)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(head)
        layout.addWidget(self.parts, 1)

    def _connect(self) -> None:
        self.which.activated.connect(self._show_sheet)
        self.model.typed.connect(self.edit_cell)
        self.view.back_wanted.connect(self.reset_cells)
        self.view.pasted.connect(self.paste)
        selection = self.view.selectionModel()
        selection.currentChanged.connect(self._tell)
        deeds: dict[str, Callable[[], None]] = {
            "cell-back": self.reset_cells,
            "sheet-back": self.reset_table,
            "all-back": self.reset_all_tables,
            "row-add": self.add_row,
            "row-remove": self.remove_row,
        }
        for deed, button in self.buttons.items():
            button.clicked.connect(lambda _=False, do=deeds[deed]: do())

    # --- showing ----------------------------------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the sheets with what the scenario changes."""
        if not is_installed(scenario.game):
            self.sheets = ()
            self.model.show_sheet(None)
            return
        self.sheets = self._design.data_tables(scenario.rules)
        self._list_sheets()
        self._show_sheet()
        self.trial.show_rules(scenario.game, self._design, scenario.rules)

    @property
    def _design(self) -> RulesDesign:
        return rule_system_of(self.scenario.game).design()

    def _type_name(self, unit: str) -> str:
        sheet, language = self.sheets[0], self.localize.language
        name = sheet.cells.get(PrintedTableCell(sheet.id, unit, f"name-{language}"), "")
        return name or unit

    def _list_sheets(self) -> None:
        chosen = self.which.currentData()
        self.which.blockSignals(True)
        self.which.clear()
        for sheet in self.sheets:
            label, title = (
                self.localize.localize_text(sheet.label),
                self.localize.localize_text(sheet.title),
            )
            words = label if label == title else f"{label} · {title}"
            self.which.addItem((MARK if sheet.is_changed else "") + words, sheet.id)
        self.which.setCurrentIndex(max(self.which.findData(chosen), 0))
        self.which.blockSignals(False)

    @property
    def sheet(self) -> RuleDataTable | None:
        """The sheet in front."""
        place = self.which.currentIndex()
        return self.sheets[place] if 0 <= place < len(self.sheets) else None

    def choose(self, sheet: str) -> None:
        """Bring a sheet to the front."""
        self.which.setCurrentIndex(self.which.findData(sheet))
        self._show_sheet()

    def _show_sheet(self) -> None:
        sheet = self.sheet
        self.model.show_sheet(sheet, result_looks_of(self.scenario.game))
        if sheet is not None:
            corner, over = (
                self.localize.localize_text(sheet.corner),
                self.localize.localize_text(sheet.over),
            )
            hint = self.localize.localize_text(sheet.hint)
            self.hint.setText(
                self.localize("data-over", corner=corner, over=over) if over else hint
            )
            self.hint.setToolTip(hint)
            if not self.view.currentIndex().isValid():
                self.view.setCurrentIndex(self.model.index(0, 0))
        self._tell()

    def _tell(self) -> None:
        """Show the problem of the selected cell, and its remedies."""
        sheet, cell = self.sheet, self.chosen
        refused = self.model.refused.get(cell) if cell else None
        self.fault.tell(refused[1] if refused else "")
        changed = set(sheet.changed) if sheet else set()
        own = {row.id for row in sheet.rows if row.is_own} if sheet else set()
        self.buttons["cell-back"].setEnabled(cell in changed or refused is not None)
        types = self.sheets[0] if self.sheets else None  # own ones stay when it goes back
        self.buttons["sheet-back"].setEnabled(bool(changed or (own and sheet is not types)))
        self.buttons["all-back"].setEnabled(any(each.is_changed for each in self.sheets))
        grows = sheet is not None and sheet.grows
        self.buttons["row-add"].setVisible(grows)
        self.buttons["row-remove"].setVisible(grows)
        self.buttons["row-remove"].setEnabled(cell is not None and cell.row in own)

    def go_to_part(self, place: ProblemPlace) -> None:
        """The sheet of a part of the data."""
        known = [sheet.id for sheet in self.sheets]
        names = (name for name in (place.inner, place.key) if name in known)
        self.choose(next(names, known[0]))
        self.view.setFocus()

    def set_texts(self) -> None:
        """Say in the window's language what the buttons do."""
        self._label.setText(self.localize("data-which"))
        for deed, button in self.buttons.items():
            button.setText(self.localize(f"data-{deed}"))
            button.setToolTip(self.localize(f"data-{deed}-hint"))
        self.trial.set_texts()
        self.model.retranslate()

    @property
    def chosen(self) -> PrintedTableCell | None:
        """The cell that is chosen."""
        index = self.view.currentIndex()
        found = index.data(CELL) if index.isValid() else None
        return found if isinstance(found, PrintedTableCell) else None

    # --- changes ----------------------------------------------------------------------------------

    def edit_cell(self, cell: PrintedTableCell, word: str) -> None:
        """Another word in a cell; one the game refuses stays there with the reason."""
        self.seen.refresh_if_visible()  # the step is called by the heads of the sheet
        self.model.clear_error(cell)
        try:
            rules = self._design.with_cell(self.scenario.rules, cell, word)
        except (RuleError, SandtableError) as error:
            self.model.show_error(cell, word, str(error))
            self._tell()
            return
        if rules == self.scenario.rules:
            self._show_sheet()  # nothing changes but what was refused
        self._put(rules, self._step("step-cell", cell))
        self.view.refit(self.view.currentIndex().column())

    def paste(self, rows: Cells) -> None:
        """Words from a spreadsheet in the cells from the first chosen one on, as one step.

        A single word goes into every chosen cell. What the game refuses stays with the reason.
        """
        self.seen.refresh_if_visible()
        sheet, rules = self.sheet, dict(self.scenario.rules)
        if sheet is None or self.chosen is None:
            return
        wanted, beyond = self._wanted(rows)
        for cell, word in wanted:
            self.model.clear_error(cell)
            if word == sheet.cells[cell]:
                continue
            try:
                rules = dict(self._design.with_cell(rules, cell, word))
            except (RuleError, SandtableError) as error:
                self.model.show_error(cell, word, str(error))
        if rules == self.scenario.rules:
            self._show_sheet()
        self._put(
            rules, self.localize("step-cells", sheet=self.localize.localize_text(sheet.label))
        )
        self.view.refit()
        if beyond:
            self.fault.tell(self.localize("data-beyond", count=beyond))

    def _wanted(self, rows: Cells) -> tuple[list[tuple[PrintedTableCell, str]], int]:
        """The words for cells that can be typed over, and how many find no such cell."""
        chosen = self.view.chosen()
        at = [(index.row(), index.column()) for index in chosen]
        top, left = min(row for row, _ in at), min(column for _, column in at)
        words = {(top + down, left + right): word
                 for down, row in enumerate(rows) for right, word in enumerate(row)}  # fmt: skip
        if len(words) == 1:
            words = dict.fromkeys(at, *words.values())
        assert self.sheet is not None
        found, beyond = [], 0
        for (row, column), word in words.items():
            index = self.model.index(row, column)
            if index.isValid() and self.model.flags(index) & Qt.ItemFlag.ItemIsEditable:
                kind = self.sheet.columns[column]
                found.append(
                    (self.model.cell(index), rule_table_model.parse_cell(word, kind, self.localize))
                )
            elif word.strip():
                beyond += 1
        return found, beyond

    def reset_cells(self) -> None:
        """The cells that are chosen as the rulebook has them, as one step."""
        sheet, chosen = self.sheet, self.chosen
        if sheet is None or chosen is None:
            return
        indexes: list[QModelIndex] = self.view.selectionModel().selectedIndexes()
        cells = [index.data(CELL) for index in indexes] or [chosen]
        rules: dict[str, Any] = dict(self.scenario.rules)
        for cell in cells:
            self.model.clear_error(cell)
            if cell in sheet.changed:
                rules = self._back(rules, sheet.id, cell)
        if rules == self.scenario.rules:
            self._show_sheet()
        self._put(rules, self._step("step-cell-back", chosen))

    def reset_table(self) -> None:
        """The whole sheet as the rulebook has it; unit types of the scenario's own stay."""
        sheet = self.sheet
        if sheet is not None:
            back = self._back(dict(self.scenario.rules), sheet.id)
            self._put(
                back,
                self.localize("step-sheet-back", sheet=self.localize.localize_text(sheet.label)),
            )

    def reset_all_tables(self) -> None:
        """Every sheet, likewise."""
        rules: dict[str, Any] = dict(self.scenario.rules)
        for sheet in self.sheets:
            rules = self._back(rules, sheet.id)
        self._put(rules, self.localize("step-sheets-back"))

    def add_row(self) -> None:
        """A row of the scenario's own, like the one that is chosen."""
        sheet, cell = self.sheet, self.chosen
        if sheet is None or cell is None:
            return
        asked = self.localize("data-row-question", like=cell.row)
        taken = {row.id for row in sheet.rows}
        stem = f"{cell.row}-"
        name = self._prompts.line(self.localize("data-row-add"), asked, free_id(stem, taken))
        name = "-".join((name or "").split())
        if not name or name in taken:
            self.fault.tell(self.localize("id-fault", id=name) if name else "")
            return
        rules = dict(self.scenario.rules)
        grown = self._tried(lambda: self._design.with_row(rules, sheet.id, name, cell.row), rules)
        self._put(grown, self.localize("step-row-add", row=name))
        if self.sheet is not None and name in [row.id for row in self.sheet.rows]:
            place = [row.id for row in self.sheet.rows].index(name)
            self.view.setCurrentIndex(self.model.index(place, 0))
            self.view.setFocus()

    def remove_row(self) -> None:
        """A row of the scenario's own is gone; not while units are of that type."""
        sheet, cell = self.sheet, self.chosen
        if sheet is None or cell is None or not self.buttons["row-remove"].isEnabled():
            return
        if sheet is self.sheets[0]:
            users = [unit.id for unit in self.scenario.units if unit.type == cell.row]
            if users:
                who = self.localize("listing").join(users[:5]) + (" …" if len(users) > 5 else "")
                self._prompts.show_message(self.localize("data-row-used", row=cell.row, units=who))
                return
        rules = dict(self.scenario.rules)
        less = self._tried(lambda: self._design.without_row(rules, sheet.id, cell.row), rules)
        self._put(less, self.localize("step-row-remove", row=cell.row))

    def _back(
        self, rules: dict[str, Any], sheet: str, cell: PrintedTableCell | None = None
    ) -> dict[str, Any]:
        return self._tried(lambda: self._design.reset_to_printed(rules, sheet, cell), rules)

    def _tried(self, made: Callable[[], dict[str, Any]], was: dict[str, Any]) -> dict[str, Any]:
        """Rules as they are made, or as they were where the game refuses that, with the reason."""
        try:
            return made()
        except (RuleError, SandtableError) as error:
            if self.tab is not None:
                self.tab.refused.emit(str(error))
            self.fault.tell(str(error))
            return was

    def _put(self, rules: dict[str, Any], step: str) -> None:
        self.replace_scenario(replace(self.scenario, rules=rules), step)

    def _step(self, key: str, cell: PrintedTableCell) -> str:
        sheet = next((each for each in self.sheets if each.id == cell.table), None)
        if sheet is None:
            return self.localize(key, sheet=cell.table, row=cell.row, column=cell.column)
        rows = {each.id: self.localize.localize_text(each.name) for each in sheet.rows}
        columns = {each.id: self.localize.localize_text(each.name) for each in sheet.columns}
        row = self._type_name(cell.row) if sheet is self.sheets[0] else rows[cell.row]
        label = self.localize.localize_text(sheet.label)
        return self.localize(key, sheet=label, row=row, column=columns[cell.column])
