"""The order of battle in a panel: found, sorted into formations, renamed, dragged to the map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QKeyCombination,
    QModelIndex,
    QObject,
    QPoint,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
)

from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from studio.framework.prompts import Prompts
from studio.widgets.list_widgets import FittedColumnsView
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.scenario.editor.scenario_panel import MapScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.order_of_battle.command_ids import CLIPBOARD, KEYS, UnitCommand
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_outline import (
    ForcesOutlineRow,
    Key,
    number_runs,
)
from studio.workspaces.scenario.order_of_battle.forces_tree_delegate import ForcesDelegate
from studio.workspaces.scenario.order_of_battle.forces_tree_model import ForcesModel, Index
from studio.workspaces.scenario.order_of_battle.forces_tree_rows import PICTURE, ForcesColumn
from studio.workspaces.scenario.order_of_battle.formation_commands import add_to_menu
from studio.workspaces.scenario.order_of_battle.formation_commands import (
    run_formation_command as do_with_formations,
)
from studio.workspaces.scenario.order_of_battle.formations_editor import FormationsEditor
from studio.workspaces.scenario.order_of_battle.unit_commands import run_unit_command, unit_menu
from studio.workspaces.scenario.panels.order_of_battle_forms import AddUnitsForm, FormationForm

# The keys of the list, beside those that are good everywhere in a scenario.
LIST_KEYS = {"Del": UnitCommand.DELETE, "Backspace": UnitCommand.DELETE}
CLIPBOARD_KEYS = {key: deed for deed, key in CLIPBOARD.items()}
ADD_KEY = "Ctrl+Shift+J"
LOWEST = 56  # pixels of the list: its head and a row, beside a form
NARROW = 300  # pixels: all columns in less would be cut off
ON_BUTTONS = (UnitCommand.DUPLICATE, UnitCommand.DELETE)
Flags = QItemSelectionModel.SelectionFlag


class ForcesPanel(MapScenarioPanel):
    """Shows a scenario's units as a tree; what is done with them is done by its `ForcesEditor`."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        self._prompts = prompts
        self.model = ForcesModel(localize)
        self.forces: ForcesEditor | None = None
        self._is_following = False
        self._closed: set[Key] = set()
        super().__init__(localize)
        self.search, self.empty = QLineEdit(), QLabel()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._seek)
        self.empty.setWordWrap(True)
        self.tree = self._made_tree()
        self.form = AddUnitsForm(localize)
        self.form.wanted.connect(self._muster)
        self.form.closed.connect(self.close_form)
        self.form.hide()
        self.formation = FormationForm(localize, prompts)
        self.formation.hide()
        self.library: Path | None = None  # the folder of the user's own forces
        self.adding = QToolButton()
        self.adding.setCheckable(True)
        self.adding.clicked.connect(lambda on: self.open_form() if on else self.close_form())
        self.buttons = {deed: QToolButton() for deed in ON_BUTTONS}
        for deed, button in self.buttons.items():
            button.clicked.connect(lambda _=False, deed=deed: self.do(deed))
        self.more, self.menu = QToolButton(), QMenu(self)
        self.more.clicked.connect(self._open_menu)
        self._lay_out()
        self.retranslate()

    def _made_tree(self) -> FittedColumnsView:
        tree = FittedColumnsView()
        tree.setModel(self.model)
        tree.setUniformRowHeights(True)
        tree.setIconSize(QSize(PICTURE, PICTURE))
        tree.setIndentation(11)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked
                             | QAbstractItemView.EditTrigger.EditKeyPressed)  # fmt: skip
        tree.setDragEnabled(True)
        tree.setAcceptDrops(True)
        tree.setDropIndicatorShown(True)
        tree.setAlternatingRowColors(True)
        tree.setAllColumnsShowFocus(True)
        tree.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        tree.setMinimumHeight(LOWEST)
        tree.setItemDelegate(ForcesDelegate(self.model, tree))
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.customContextMenuRequested.connect(self._offer)
        tree.installEventFilter(self)
        tree.selectionModel().selectionChanged.connect(self._choose)
        tree.collapsed.connect(lambda index: self._closed.add(self.model.node(index).key))
        tree.expanded.connect(lambda index: self._closed.discard(self.model.node(index).key))
        self.model.rowsInserted.connect(self._expand)
        self.model.modelReset.connect(self._expand)
        return tree

    def _lay_out(self) -> None:
        layout, row = QVBoxLayout(self), FlowLayout()
        layout.setContentsMargins(4, 4, 4, 4)
        for button in (self.adding, *self.buttons.values(), self.more):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.empty)
        layout.addLayout(row)
        layout.addWidget(self.form)
        layout.addWidget(self.formation)
        self.setFocusProxy(self.tree)

    # --- what there is ----------------------------------------------------------------------------

    def show_scenario(self, tab: ScenarioTab | None) -> None:
        """Show another scenario, or none."""
        if self.forces is not None and self.tab is not None:
            self.forces.chosen_changed.disconnect(self._follow)
            self.tab.arranging.menu_wanted.disconnect(self._pop_up)
        self.forces = tab.forces if tab is not None else None
        with self._following():
            self.model.show_forces(self.forces)
        if tab is not None and self.forces is not None:
            self.forces.chosen_changed.connect(self._follow)
            tab.arranging.menu_wanted.connect(self._pop_up)
        super().show_scenario(tab)
        self._follow()

    def refresh(self, scenario: Scenario) -> None:
        """Show the units as they are now."""
        with self._following():
            self.model.refresh()
        if self.forces is not None:
            self.form.show_choices(self.forces)
            self._show_formation()
        has_units = bool(scenario.units)
        self.empty.setVisible(not has_units)
        self.search.setEnabled(has_units)
        self._hide_empty_columns(scenario)
        self.tree.share()
        self._follow()

    def _hide_empty_columns(self, scenario: Scenario) -> None:
        """Leave the room of formations and status to the rest while no unit has any."""
        in_formation = bool(scenario.formations) or any(unit.formation for unit in scenario.units)
        self.tree.setColumnHidden(ForcesColumn.FORMATION, not in_formation)
        has_marks = any(unit.marks for unit in scenario.units)
        self.tree.setColumnHidden(ForcesColumn.MARKS, not has_marks or self._is_narrow)
        self.tree.setColumnHidden(ForcesColumn.TYPE, self._is_narrow)

    @property
    def _is_narrow(self) -> bool:
        """True where names and places alone can be read whole; the unit's panel has the rest."""
        return self.tree.width() < scale_length(NARROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as can be read."""
        super().resizeEvent(event)
        if self.forces is not None:
            self._hide_empty_columns(self.scenario)
            self.tree.share()

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        localize = self.localize
        self.search.setPlaceholderText(localize("forces-search"))
        self.empty.setText(localize("forces-empty", key=ADD_KEY))
        self.adding.setText(localize("forces-add"))
        self.adding.setToolTip(localize("forces-add-hint", key=ADD_KEY))
        for deed, button in self.buttons.items():
            words = localize(f"units-{deed}")
            button.setText(words)
            button.setToolTip(f"{words} ({KEYS[deed]})")
        self.more.setText(localize("forces-more"))
        self.more.setToolTip(localize("forces-more-hint"))
        self.tree.setAccessibleName(localize("panel-forces"))
        self.form.retranslate()
        self.formation.retranslate()
        if self.forces is not None:
            self.model.restyle()
            self.tree.share()

    @contextmanager
    def _following(self) -> Iterator[None]:
        """While rows change, what the tree loses of its selection is not the user's choice."""
        was, self._is_following = self._is_following, True
        try:
            yield
        finally:
            self._is_following = was

    def _expand(self, parent: Index | None = None, first: int = 0, last: int = -1) -> None:
        """Formations are open until closed."""
        over = self.model.node(parent) if parent is not None else self.model.node(QModelIndex())
        for node in over.children[first : last + 1 if last >= 0 else None]:
            self._open(node)

    def _open(self, node: ForcesOutlineRow) -> None:
        if node.unit is None and node.key not in self._closed:
            self.tree.setExpanded(self.model.index_of(node), True)
            for child in node.children:
                self._open(child)

    def _seek(self, words: str) -> None:
        with self._following():
            self.model.filter_rows(words)
        self._follow()

    # --- choosing ---------------------------------------------------------------------------------

    def _choose(self) -> None:
        """Select the units chosen in the tree; of a formation or side, all of them."""
        self._enable()
        self._show_formation()
        if self.forces is not None and not self._is_following:
            self.forces.choose(self._selected())

    def _show_formation(self) -> None:
        """The form of the formation that is chosen, if it is one alone."""
        rows = self.tree.selectionModel().selectedRows()
        keys = [self.model.node(index).key for index in rows]
        is_one = len(keys) == 1 and keys[0][0] == "formation"
        deeds = FormationsEditor(self.forces) if self.forces is not None and is_one else None
        self.formation.show_formation(deeds, keys[0][2] if is_one else "")

    def _selected(self) -> set[str]:
        rows = self.tree.selectionModel().selectedRows()
        return {unit.id for index in rows for unit in self.model.node(index).units()}

    def _follow(self) -> None:
        """Show as chosen what was chosen elsewhere."""
        if self.forces is None or self._selected() == set(self.forces.chosen):
            self._enable()
            return
        wanted, last = QItemSelection(), QModelIndex()
        by_parent: dict[ForcesOutlineRow, list[int]] = {}
        for id_ in self.forces.chosen:
            index = self.model.find(("unit", id_))
            if index.isValid():
                node, last = self.model.node(index), index
                assert node.parent is not None
                by_parent.setdefault(node.parent, []).append(node.row)
        for parent, rows in by_parent.items():
            for first, end in number_runs(sorted(rows)):
                corners = [self.model.index_of(parent.children[n]) for n in (first, end)]
                wanted.select(corners[0], corners[1])
        with self._following():
            selection = self.tree.selectionModel()
            if last.isValid():
                selection.setCurrentIndex(last, Flags.NoUpdate)
                self.tree.scrollTo(last)
            selection.select(wanted, Flags.ClearAndSelect | Flags.Rows)
        self._enable()

    def _enable(self) -> None:
        has_chosen = self.forces is not None and bool(self.forces.chosen)
        for button in (*self.buttons.values(), self.more):
            button.setEnabled(has_chosen)

    # --- what is wanted ---------------------------------------------------------------------------

    def do(self, deed: UnitCommand) -> None:
        """Do something with the units chosen."""
        if self.forces is not None:
            run_unit_command(deed, self.forces, self._prompts)

    def open_form(self) -> None:
        """Let units be added; of the side that was chosen, at first."""
        self.adding.setChecked(True)
        self.form.show()
        if self.forces is not None and self.forces.chosen:
            self.form.choose_side(self.forces.units()[-1].side)
        self.form.setFocus()
        self.form.count.selectAll()

    def close_form(self) -> None:
        """Stop adding units."""
        self.adding.setChecked(False)
        self.form.hide()
        self.tree.setFocus()

    def _muster(self, side: str, type_: str, count: int, formation: str, name: LocalText) -> None:
        if self.forces is not None:
            self.forces.add_units(side, type_, count, formation, name)

    def _offer(self, at: QPoint) -> None:
        self._pop_up(self.tree.viewport().mapToGlobal(at))

    def _open_menu(self) -> None:
        self._pop_up(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _pop_up(self, at: QPoint) -> None:
        if self.forces is not None and self.forces.chosen:
            self.menu = unit_menu(self.forces, self._prompts, self)
            add_to_menu(self.menu, self.forces, self._prompts, self.library)
            self.menu.popup(at)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list come before the window's own."""
        if not isinstance(event, QKeyEvent):
            return False
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(plain, Qt.Key(event.key()))).toString()
        is_press = event.type() is QEvent.Type.KeyPress
        if pressed in LIST_KEYS:
            if is_press:
                self.do(LIST_KEYS[pressed])
            else:
                event.accept()
            return True
        if pressed in CLIPBOARD_KEYS and self.forces is not None:
            if is_press:
                do_with_formations(
                    CLIPBOARD_KEYS[pressed], self.forces, self._prompts, self.library
                )
            else:
                event.accept()
            return True
        if pressed == "Ins":
            if is_press:
                self.open_form()
            return True
        return False
