"""The order of battle as Qt's views want it: only an edit's changes are reported to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from engine.scenario.scenario import ScenarioUnit
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.order_of_battle.drag_data import (
    add_formations_to_drag,
    dragged_formations,
)
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_outline import (
    ForcesOutlineBranch,
    ForcesOutlineRow,
    Key,
    changed_row_range,
    number_nodes,
    number_runs,
    outline_of,
)
from studio.workspaces.scenario.order_of_battle.forces_tree_rows import ForcesColumn, ForcesRows
from studio.workspaces.scenario.order_of_battle.formations_editor import FormationsEditor
from studio.workspaces.scenario.order_of_battle.setup_places import replace_localized_name

UNITS = "application/x-sandtable-units"  # what is dragged: their ids, as JSON
Role = Qt.ItemDataRole
Flag = Qt.ItemFlag
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


# What can be done with a row: made once, for views ask very often.
OPEN = Flag.ItemIsEnabled | Flag.ItemIsSelectable | Flag.ItemIsDropEnabled
FORMATION = OPEN | Flag.ItemIsDragEnabled
FORMATION_NAME = FORMATION | Flag.ItemIsEditable
CARRIED = FORMATION | Flag.ItemNeverHasChildren
WRITTEN = CARRIED | Flag.ItemIsEditable
EDITABLE = frozenset({ForcesColumn.NAME, ForcesColumn.TYPE, ForcesColumn.FORMATION})


def to_drag_data(units: Sequence[str]) -> QMimeData:
    """Units as something that can be dragged."""
    mime = QMimeData()
    mime.setData(UNITS, json.dumps(list(units)).encode())
    return mime


def units_from_drag_data(mime: QMimeData) -> list[str]:
    """The units that are dragged."""
    return list(json.loads(bytes(mime.data(UNITS).data()))) if mime.hasFormat(UNITS) else []


class ForcesModel(QAbstractItemModel):
    """Rows are sides, in them formations to any depth and loose units.

    `sought` hides units without a word.
    """

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.forces: ForcesEditor | None = None
        self.sought = ""
        self._root = ForcesOutlineRow(("root",))
        self._nodes: dict[Key, ForcesOutlineRow] = {}
        self.rows = ForcesRows(localize)

    # --- what there is ----------------------------------------------------------------------------

    def show_forces(self, forces: ForcesEditor | None) -> None:
        """Show the forces of another scenario, or of none."""
        if forces is not self.forces:
            self.beginResetModel()
            self._root, self._nodes = ForcesOutlineRow(("root",)), {}
            self.forces = forces
            self.rows.forget()
            self.endResetModel()
        self.refresh()

    def refresh(self) -> None:
        """Bring the rows to the scenario as it is now."""
        if self.forces is None:
            return
        self.rows.read(self.forces)
        scenario = self.forces.scenario
        outline = outline_of(scenario, self._matcher(), with_empty=not self.sought)
        self._bring(self._root, outline, ())
        if self._root.children:
            self._tell_sides()

    def filter_rows(self, words: str) -> None:
        """Show only units that a word is found in: name, type, formation, place."""
        self.sought = words.strip().casefold()
        self.refresh()

    def restyle(self) -> None:
        """Another language or theme: every word and picture anew."""
        assert self.forces is not None
        self.rows.forget()
        self.rows.read(self.forces)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(ForcesColumn) - 1)
        for node in [self._root, *self._nodes.values()]:
            if node.children:
                first = self.createIndex(0, 0, node.children[0])
                last = node.children[-1]
                self.dataChanged.emit(
                    first, self.createIndex(last.row, len(ForcesColumn) - 1, last)
                )

    def _matcher(self) -> Callable[[ScenarioUnit], bool]:
        sought = self.sought
        if not sought:
            return lambda unit: True
        return lambda unit: sought in self.rows.all_languages(unit).casefold()

    # --- only what changed ------------------------------------------------------------------------

    def _bring(
        self,
        parent: ForcesOutlineRow,
        branches: Sequence[ForcesOutlineBranch],
        units: Sequence[ScenarioUnit],
    ) -> None:
        """Bring the rows in a row to what they should be."""
        wanted: dict[Key, ForcesOutlineBranch | ScenarioUnit] = {
            branch.key: branch for branch in branches
        }
        wanted |= {("unit", unit.id): unit for unit in units}
        gone = [node.row for node in parent.children if node.key not in wanted]
        for first, last in reversed(number_runs(gone)):
            self._take(parent, first, last + 1)
        if [node.key for node in parent.children] != list(wanted):
            self._reorder(parent, list(wanted), wanted)
        for node in parent.children:
            found = wanted[node.key]
            if isinstance(found, ForcesOutlineBranch):
                self._bring(node, found.branches, found.units)
            elif found is not node.unit:
                is_other = found != node.unit
                node.unit = found
                if is_other:
                    self._tell(node)

    def _reorder(
        self,
        parent: ForcesOutlineRow,
        keys: list[Key],
        wanted: dict[Key, ForcesOutlineBranch | ScenarioUnit],
    ) -> None:
        was = [node.key for node in parent.children]
        known = set(was)
        if [key for key in keys if key in known] == was:  # some came, none moved
            for first, last in number_runs([n for n, key in enumerate(keys) if key not in known]):
                self._put(parent, first, [wanted[key] for key in keys[first : last + 1]])
            return
        first, end, behind = changed_row_range(was, keys)
        if end > first:
            self._take(parent, first, end)
        self._put(parent, first, [wanted[key] for key in keys[first:behind]])

    def _take(self, parent: ForcesOutlineRow, first: int, end: int) -> None:
        self.beginRemoveRows(self.index_of(parent), first, end - 1)
        for node in parent.children[first:end]:
            self._forget(node)
        del parent.children[first:end]
        number_nodes(parent.children, first)
        self.endRemoveRows()

    def _forget(self, node: ForcesOutlineRow) -> None:
        if self._nodes.get(node.key) is node:
            del self._nodes[node.key]
        for child in node.children:
            self._forget(child)

    def _put(
        self,
        parent: ForcesOutlineRow,
        first: int,
        found: Sequence[ForcesOutlineBranch | ScenarioUnit],
    ) -> None:
        if not found:
            return
        self.beginInsertRows(self.index_of(parent), first, first + len(found) - 1)
        parent.children[first:first] = [self._made(parent, each) for each in found]
        number_nodes(parent.children, first)
        self.endInsertRows()

    def _made(
        self, parent: ForcesOutlineRow, found: ForcesOutlineBranch | ScenarioUnit
    ) -> ForcesOutlineRow:
        if isinstance(found, ForcesOutlineBranch):
            node = ForcesOutlineRow(found.key, parent)
            parts: list[ForcesOutlineBranch | ScenarioUnit] = [*found.branches, *found.units]
            node.children = [self._made(node, part) for part in parts]
            number_nodes(node.children)
        else:
            node = ForcesOutlineRow(("unit", found.id), parent, found)
        self._nodes[node.key] = node
        return node

    def _tell(self, node: ForcesOutlineRow) -> None:
        last = len(ForcesColumn) - 1
        self.dataChanged.emit(self.index_of(node), self.createIndex(node.row, last, node))

    def _tell_sides(self) -> None:
        """Sides and formations, of which any may hold or say something else."""
        for side in self._root.children:
            self._tell(side)
            self._tell_formations(side)

    def _tell_formations(self, parent: ForcesOutlineRow) -> None:
        for node in parent.children:
            if node.unit is not None:
                continue
            self._tell_formations(node)
            told = (sum(1 for _ in node.units()), self.rows.formations.get(node.key[2]))
            if node.told != told:
                node.told = told
                self._tell(node)

    # --- for the views ----------------------------------------------------------------------------

    def node(self, index: Index) -> ForcesOutlineRow:
        """The row an index means."""
        found = index.internalPointer() if index.isValid() else self._root
        assert isinstance(found, ForcesOutlineRow)
        return found

    def index_of(self, node: ForcesOutlineRow | None, column: int = 0) -> QModelIndex:
        """The index of a row."""
        if node is None or node is self._root:
            return QModelIndex()
        return self.createIndex(node.row, column, node)

    def find(self, key: Key, column: int = 0) -> QModelIndex:
        """The index of a side, formation or unit by its key; not valid where it is not shown."""
        return self.index_of(self._nodes.get(key), column)

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """The index of a row in another."""
        children = self.node(parent).children
        if 0 <= row < len(children) and 0 <= column < len(ForcesColumn):
            return self.createIndex(row, column, children[row])
        return QModelIndex()

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override]  # Qt has two
        """The row a row is in."""
        return self.index_of(self.node(index).parent) if index.isValid() else QModelIndex()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return the number of rows in a row."""
        return len(self.node(parent).children) if parent.column() <= 0 else 0

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """All rows have the same columns."""
        return len(ForcesColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Horizontal and role in (
            Role.DisplayRole,
            Role.ToolTipRole,
        ):
            return self._localize(f"forces-column-{ForcesColumn(section).name.lower()}")
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return the data of a row."""
        if self.forces is None or not index.isValid():
            return None
        return self.rows.data(self.node(index), ForcesColumn(index.column()), role)

    # --- changed in place -------------------------------------------------------------------------

    def flags(self, index: Index) -> Flag:
        """Return the flags of a row."""
        if not index.isValid():
            return Flag.ItemIsDropEnabled
        node, column = self.node(index), index.column()
        if node.unit is not None:
            return WRITTEN if column in EDITABLE else CARRIED
        if node.key[0] == "formation":
            return FORMATION_NAME if column == ForcesColumn.NAME else FORMATION
        return OPEN

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Apply the text of a row, as a step."""
        if self.forces is None or role != Role.EditRole:
            return False
        node, words = self.node(index), str(value)
        if node.unit is None:
            found = self.rows.formations.get(node.key[2])
            if found is None:
                self.forces.rename_formation(node.key[1], node.key[2], words)
            else:
                language = self._localize.language
                named = replace_localized_name(found.name, language, words, language)
                FormationsEditor(self.forces).edit_formation(found.id, name=named)
            return True
        wanted, language = [node.unit.id], self._localize.language
        match ForcesColumn(index.column()):
            case ForcesColumn.NAME:
                self.forces.rename(
                    lambda unit: replace_localized_name(unit.name, language, words, language),
                    "",
                    wanted,
                )
            case ForcesColumn.TYPE:
                self.forces.set_type(words, wanted)
            case ForcesColumn.FORMATION:
                self.forces.set_formation(words, wanted)
            case _:
                return False
        return True

    # --- dragging ---------------------------------------------------------------------------------

    def supportedDropActions(self) -> Qt.DropAction:
        """Units are moved; nothing is left behind by a view."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def supportedDragActions(self) -> Qt.DropAction:
        """Likewise: a view that moved would delete what it gave away."""
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        """Return the types of data that may be dropped here."""
        return [UNITS]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The units in the rows that are dragged."""
        nodes = [self.node(index) for index in indexes]
        units = (unit.id for node in nodes for unit in node.units())
        mime = to_drag_data(list(dict.fromkeys(units)))
        branches = {node.key: None for node in nodes if node.key[0] == "formation"}
        tops = [key for key in branches if not self._is_held(key, branches)]
        loose = {n.unit.id for n in nodes if n.unit and not self._is_held(n.key, branches)}
        return add_formations_to_drag(mime, tops, sorted(loose))

    def _is_held(self, key: Key, branches: Mapping[Key, None]) -> bool:
        """Return True if a row is within one of some formations."""
        node = self._nodes[key].parent
        while node is not None:
            if node.key in branches:
                return True
            node = node.parent
        return False

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Units may be dropped in every side and formation."""
        return data.hasFormat(UNITS) and self.node(parent) is not self._root

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Units join what they are dropped on, or stand before the row they are dropped at."""
        onto = self.node(parent)
        if self.forces is None or onto is self._root:
            return False
        before = ""
        if onto.unit is not None:  # on a unit: before it
            before, onto = onto.unit.id, onto.parent or self._root
        elif 0 <= row < len(onto.children):
            next_unit = onto.children[row].unit
            before = next_unit.id if next_unit else ""
        formation = onto.key[2] if onto.key[0] == "formation" else ""
        branches, units = dragged_formations(data)
        if branches:
            FormationsEditor(self.forces).move(branches, units, onto.key[1], formation)
        else:
            self.forces.regroup(units_from_drag_data(data), onto.key[1], formation, before)
        return True
