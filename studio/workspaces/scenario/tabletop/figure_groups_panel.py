"""The panel of the bodies of a scenario on a table: by side, with their points, one in full."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.editing import figure_group_edits
from engine.games.figure_group_kinds import FigureGroupKind
from engine.narration.number_format import format_decimal
from engine.problems import Problem
from engine.scenario.counters import side_colours
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import UndoableNumberBox
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.widgets.problems_panel import SIGNS
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.tabletop.figure_group_problems import find_group
from studio.workspaces.scenario.tabletop.figure_groups_tab import FigureGroupsTab
from studio.workspaces.scenario.tabletop.group_form import GroupForm, figures_text

BODY = Qt.ItemDataRole.UserRole
DEFAULT_WORTH = 20  # points of a body of the usual strength (L20.4)
MAXIMUM = 500


class _Bodies(NoTypeAheadMixin, QTreeWidget):
    """The bodies; letters stay keys of the window."""


class FigureGroupsPanel(ScenarioPanel):
    """Lists the bodies; a new one is laid by the next drag on the table."""

    tab: FigureGroupsTab | None

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self.side, self.type, self.strength = (
            QComboBox(),
            QComboBox(),
            UndoableNumberBox(1, MAXIMUM, 20),
        )
        self.add, self.lay, self.unlay = QPushButton(), QPushButton(), QPushButton()
        self.add.setCheckable(True)
        self.tree, self.form = _Bodies(), GroupForm(localize, prompts)
        self.told = QLabel(wordWrap=True)
        self._lay_out()
        self._connect()
        self.set_texts()

    def _lay_out(self) -> None:
        layout, new, deeds = QVBoxLayout(self), FlowLayout(), FlowLayout()
        for part in (self.side, self.type, self.strength, self.add):
            new.addWidget(part)
        deeds.addWidget(self.lay)
        deeds.addWidget(self.unlay)
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(2)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.tree.setMinimumHeight(150)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(new)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.told)
        layout.addLayout(deeds)
        layout.addWidget(self.form)

    def _connect(self) -> None:
        self.type.activated.connect(self._take_usual_strength)
        self.add.clicked.connect(self._begin)
        self.lay.clicked.connect(self._lay_chosen)
        self.unlay.clicked.connect(lambda: self.tab.deeds.remove_from_map() if self.tab else None)
        self.tree.itemSelectionChanged.connect(self._choose)
        self.form.wanted.connect(self._change)
        self.form.renamed.connect(self._rename)

    # --- what is shown ----------------------------------------------------------------------------

    def show_scenario(self, tab: FigureGroupsTab | None) -> None:
        """Show another scenario, or none."""
        if self.tab is not None and tab is not self.tab:
            self.tab.selected.disconnect(self._follow)
        if tab is not None and tab is not self.tab:
            tab.selected.connect(self._follow)
        super().show_scenario(tab)

    @property
    def _kinds(self) -> dict[str, FigureGroupKind]:
        return dict(self.tab.context.kinds) if self.tab is not None else {}

    def refresh(self, scenario: Scenario) -> None:
        """Show the army as it is."""
        kinds = self._kinds
        self._fill_lists(scenario, kinds)
        self._fill(scenario, kinds)
        self._follow()

    def _fill_lists(self, scenario: Scenario, kinds: dict[str, FigureGroupKind]) -> None:
        localize = self.localize
        fill_list(
            self.side,
            {side.id: localize.localize_text(side.name) or side.id for side in scenario.sides},
        )
        fill_list(
            self.type, {id_: localize.localize_text(kind.name) for id_, kind in kinds.items()}
        )

    def _fill(self, scenario: Scenario, kinds: dict[str, FigureGroupKind]) -> None:
        shades, worth = side_colours(scenario), figure_group_edits.worth_of_sides(scenario, kinds)
        wrong = self._wrong(scenario)
        with QSignalBlocker(self.tree):
            self.tree.clear()
            for side in scenario.sides:
                points = float(worth[side.id])
                words = self.localize(
                    "bodies-side",
                    side=self.localize.localize_text(side.name) or side.id,
                    points=format_decimal(f"{points:g}", self.localize.language),
                )
                head = QTreeWidgetItem(self.tree, [words, self._counts(scenario, side.id, kinds)])
                head.setIcon(0, _swatch(shades[side.id]))
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setFont(0, _bold(self.font()))
                head.setExpanded(True)
                for body in scenario.bodies:
                    if body.side == side.id:
                        self._add(head, body, kinds, wrong.get(body.id, ()))
        self.tree.resizeColumnToContents(0)
        remarks = self.tab.context.remarks if self.tab is not None else ()
        told = (
            self._told_worth(worth),
            *(self.localize.localize_text(each.words) for each in remarks),
        )
        self.told.setText(" ".join(filter(None, told)))

    def _add(
        self,
        head: QTreeWidgetItem,
        body: FigureGroup,
        kinds: dict[str, FigureGroupKind],
        wrong: tuple[Problem, ...] | list[Problem],
    ) -> None:
        localize = self.localize
        name = localize.localize_text(body.name) or body.id
        sign = "".join(SIGNS[each.severity] + " " for each in wrong[:1])
        item = QTreeWidgetItem(head, [f"{sign}{name}", self._where(body, kinds)])
        item.setToolTip(1, item.text(1))
        item.setToolTip(0, "\n".join(each.message(localize.language) for each in wrong))
        item.setData(0, BODY, body.id)

    def _where(self, body: FigureGroup, kinds: dict[str, FigureGroupKind]) -> str:
        localize = self.localize
        if body.aboard:
            place = localize("body-aboard", carrier=body.aboard)
        elif body.at:
            place = localize(f"formation-{body.formation}") if body.formation else ""
        elif body.zone:
            place = localize("body-in-zone", zone=body.zone)
        else:
            place = localize("body-at-back-line")
        figures = figures_text(body, kinds, localize)
        return localize("body-listed", figures=figures, place=place) if place else figures

    def _counts(self, scenario: Scenario, side: str, kinds: dict[str, FigureGroupKind]) -> str:
        counted = figure_group_edits.count_figures(scenario, side)
        names = {id_: self.localize.localize_text(kind.name) for id_, kind in kinds.items()}
        return " · ".join(
            self.localize("bodies-of-type", type=names.get(type_, type_), count=count)
            for type_, count in counted.items()
        )

    def _told_worth(self, worth: dict[str, Any]) -> str:
        """Describe if the sides are equally strong, or how they compare (L20.1, L19.1)."""
        values = sorted(worth.values(), reverse=True)
        if len(values) < 2 or not values[0]:
            return ""
        if values[0] == values[-1]:
            points = format_decimal(f"{float(values[0]):g}", self.localize.language)
            return self.localize("bodies-equal", points=points)
        share = round(100 * float(values[-1] / values[0]))
        return self.localize("bodies-unequal", share=share)

    def _wrong(self, scenario: Scenario) -> dict[str, list[Problem]]:
        found: dict[str, list[Problem]] = {}
        for problem in self.tab.problems if self.tab is not None else ():
            body = find_group(problem, scenario)
            if body is not None:
                found.setdefault(body, []).append(problem)
        return found

    def show_problems(self, problems: list[Problem]) -> None:
        """Show the problems of bodies beside them."""
        self._fill(self.scenario, self._kinds)
        self._follow()

    # --- who is chosen ----------------------------------------------------------------------------

    def items(self) -> list[QTreeWidgetItem]:
        """The entries of bodies, one side after the other."""
        root = self.tree.invisibleRootItem()
        heads = [head for row in range(root.childCount()) if (head := root.child(row))]
        return [
            item for head in heads for row in range(head.childCount()) if (item := head.child(row))
        ]

    def _follow(self) -> None:
        """Select here the bodies selected on the table."""
        tab = self.tab
        if tab is None or tab.guest is not None:
            return
        chosen = tab.context.selection
        with QSignalBlocker(self.tree):
            for item in self.items():
                item.setSelected(item.data(0, BODY) in chosen)
                if chosen and item.data(0, BODY) == chosen[-1]:
                    keep = QItemSelectionModel.SelectionFlag.NoUpdate
                    self.tree.setCurrentItem(item, 0, keep)
        self.add.setChecked(tab.context.draft is not None)
        self.lay.setEnabled(len(chosen) == 1)
        self.unlay.setEnabled(any(body.at for body in tab.context.chosen))
        self.form.show_groups(tab.context.chosen, tab.document.scenario, tab.context.kinds)

    def _choose(self) -> None:
        if self.tab is not None:
            ids = [item.data(0, BODY) for item in self.tree.selectedItems()]
            self.tab.deeds.select(*filter(None, ids))

    def go_to_part(self, place: ProblemPlace) -> None:
        """Give the list the focus: the table chooses the body meant."""
        self.tree.setFocus()

    # --- what is done -----------------------------------------------------------------------------

    def _take_usual_strength(self) -> None:
        kind = self._kinds.get(self.type.currentData())
        if kind is not None:
            usual = round(DEFAULT_WORTH / float(kind.points)) if kind.points else DEFAULT_WORTH
            self.strength.setValue(max(1, min(usual, kind.most)) if kind.formations else 1)

    def _begin(self) -> None:
        """Let the next drag on the table lay a new body; asked a second time, cancel that."""
        if self.tab is None or self.tab.guest is not None:
            return
        type_ = self.type.currentData()
        if self.tab.context.draft is not None or type_ is None:
            self.tab.lay(None)
            return
        kind, side = self._kinds[type_], self.side.currentData()
        strength = min(self.strength.value(), kind.most) if kind.formations else 1
        formation = kind.formations[0] if kind.formations and strength > 1 else ""
        skill = kind.skills[0].id if kind.skills else ""
        id_ = figure_group_edits.free_body_id(self.scenario, side, type_)
        self.tab.lay(FigureGroup(id_, side, type_, strength, formation=formation, skill=skill))

    def _lay_chosen(self) -> None:
        """Let the next drag lay the chosen body anew."""
        if self.tab is not None and len(self.tab.context.chosen) == 1:
            self.tab.lay(replace(self.tab.context.chosen[0], zone="", aboard=""))

    def _change(self, field: str, value: Any, typed: str) -> None:
        tab = self.tab
        if tab is None:
            return
        ids = tab.context.selection
        changes: dict[str, Any] = {field: value}
        if field in ("zone", "aboard") and value:
            changes |= {"at": (), "facing": None}
            changes |= {"aboard": ""} if field == "zone" else {"zone": ""}
        scenario = figure_group_edits.with_groups_changed(self.scenario, ids, **changes)
        name = self.localize("step-table-set", field=self.localize(f"body-field-{field}"))
        tab.context.commit(scenario, name, typed)

    def _rename(self, id_: str) -> None:
        tab = self.tab
        if tab is None or len(tab.context.chosen) != 1:
            return
        was = tab.context.chosen[0].id
        if not id_ or id_ in tab.context.bodies:
            tab.refused.emit(self.localize("table-id-refused", id=id_))
            return
        tab.context.commit(
            figure_group_edits.body_renamed(self.scenario, was, id_), self.localize("step-body-id")
        )
        tab.deeds.select(id_)

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        localize = self.localize
        for box, key in ((self.side, "side"), (self.type, "type"), (self.strength, "strength")):
            box.setToolTip(localize(f"body-field-{key}"))
        for button, key in ((self.add, "add"), (self.lay, "lay"), (self.unlay, "unlay")):
            button.setText(localize(f"body-{key}"))
            button.setToolTip(localize(f"body-{key}-hint"))
        self.form.set_texts()


def fill_list(box: QComboBox, entries: dict[str, str]) -> None:
    """Fill a list with entries by their ids, the chosen one staying chosen."""
    was = box.currentData()
    now = {box.itemData(place): box.itemText(place) for place in range(box.count())}
    if now == entries:
        return
    with QSignalBlocker(box):
        box.clear()
        for id_, words in entries.items():
            box.addItem(words, id_)
        box.setCurrentIndex(max(0, box.findData(was)))


def _swatch(shade: str) -> QIcon:
    pixmap = QPixmap(14, 14)
    pixmap.fill(QColor(shade))
    return QIcon(pixmap)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold
