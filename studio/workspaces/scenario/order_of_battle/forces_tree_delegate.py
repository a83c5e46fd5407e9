"""The in-place editors of the order of battle: types from a list, formations by name."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.widgets.form_fields import PlainTextLine
from studio.workspaces.scenario.order_of_battle.forces_tree_model import ForcesModel, Index
from studio.workspaces.scenario.order_of_battle.forces_tree_rows import PICTURE, ForcesColumn
from studio.workspaces.scenario.order_of_battle.unit_commands import formations_of


class ForcesDelegate(QStyledItemDelegate):
    """Makes the fields that open in the tree."""

    def __init__(self, model: ForcesModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list of types; a line that knows the side's formations; a line."""
        node, forces = self._model.node(index), self._model.forces
        if node.unit is not None and index.column() == ForcesColumn.TYPE:
            box = QComboBox(parent)
            for type_ in self._model.rows.types:
                box.addItem(self._model.rows.type_name_text(type_), type_)
            box.activated.connect(lambda: self._take(box))
            return box
        line = PlainTextLine(parent=parent)
        if (
            node.unit is not None
            and index.column() == ForcesColumn.FORMATION
            and forces is not None
        ):
            names = formations_of(forces.scenario, {node.unit.side})
            completer = QCompleter(names, line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            line.setCompleter(completer)
        return line

    def _take(self, box: QComboBox) -> None:
        """A type is taken as soon as it is chosen."""
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show the present value."""
        words = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(words))
        elif isinstance(editor, QLineEdit):
            editor.setText(words)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Take what was written, unless it is unchanged."""
        found = editor.currentData() if isinstance(editor, QComboBox) else None
        if isinstance(editor, QLineEdit):
            found = editor.text().strip()
        if found is not None and found != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, found)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Room for the counter's picture in every row."""
        found = super().sizeHint(option, index)
        return QSize(found.width(), max(found.height(), PICTURE + 2))
