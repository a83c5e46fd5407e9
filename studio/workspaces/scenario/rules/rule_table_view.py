"""A sheet of a game's data on paper, as rulebooks print tables, with cells to type over."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.games.game_appearance import ResultLooks
from studio.rendering.charts.printed_table import FRAME, HEAD, LOOKED, RULE, ZEBRA
from studio.rendering.counters.unit_symbols import paint_symbol
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.painting import blend, make_colour
from studio.rendering.text_painting import INK
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.rules import rule_table_model
from studio.workspaces.scenario.rules.rule_table_model import (
    STATE,
    SYMBOL,
    Index,
    RuleCellState,
    RuleTableModel,
)

AWAY, REFUSED, CHOSEN = "#e6e2d6", "#f3b8b8", "#1b4fd0"
CORNER = 7.0
PANEL = QSize(30, 20)
OWN_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter)
CLIPS = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Paste)
STYLE = f"""
QTableView {{ background: {PAPER}; color: {INK}; gridline-color: {RULE}; border: 1px solid {FRAME};
              selection-background-color: {LOOKED}; selection-color: {INK}; }}
QHeaderView {{ background: {HEAD}; }}
QHeaderView::section {{ background: {HEAD}; color: {INK}; border: 0px; padding: 2px 6px;
                        border-right: 1px solid {RULE}; border-bottom: 1px solid {RULE};
                        font-weight: bold; }}
QTableCornerButton::section {{ background: {HEAD}; border: 0px; }}
"""


class RuleTableView(QTableView):
    """The table; Delete puts what is chosen back to the rulebook.

    What is chosen is copied for a spreadsheet, and typed over with what was copied there.
    """

    back_wanted = Signal()
    pasted = Signal(object)  # Cells

    def __init__(self, model: RuleTableModel, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.setModel(model)
        self.setItemDelegate(_Cells(self, localize))
        self.setStyleSheet(STYLE)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
            header.setHighlightSections(False)
            header.setMinimumSectionSize(30)
        self.verticalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignCenter | Qt.AlignmentFlag.AlignVCenter
        )

        model.modelReset.connect(self.refit)

    def refit(self, column: int = -1) -> None:
        """Make room for the words of a column, or of the whole sheet."""
        if column >= 0:
            self.resizeColumnToContents(column)
        else:
            self.resizeColumnsToContents()
            self.resizeRowsToContents()

    def changeEvent(self, event: QEvent) -> None:
        """Another font takes other room."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.refit()

    def chosen(self) -> list[QModelIndex]:
        """The indexes of the cells that are chosen; the one the keys are at, where none is."""
        return self.selectionModel().selectedIndexes() or [self.currentIndex()]

    def copy(self) -> None:
        """The block of cells round those that are chosen, as files write them."""
        chosen = self.chosen()
        rows, columns = {each.row() for each in chosen}, {each.column() for each in chosen}
        rule_table_model.copy_cells(
            [str(self.model().index(row, column).data(Qt.ItemDataRole.EditRole) or "")
             for column in range(min(columns), max(columns) + 1)]
            for row in range(min(rows), max(rows) + 1)
        )  # fmt: skip

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete asks for the rulebook; Enter types over the cell, as F2 does."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.back_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit(rule_table_model.clipboard_cells())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Enter that ends the typing comes here too.
            if self.state() is not QAbstractItemView.State.EditingState:
                self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Delete is the table's own while it has the keyboard, and so is the clipboard."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.ShortcutOverride:
            return super().event(event)
        is_own = event.key() in OWN_KEYS or any(map(event.matches, CLIPS))
        event.setAccepted(is_own)
        if event.isAccepted():
            return True
        return super().event(event)


class _Choice(QComboBox):
    """A box of a cell's words. Keys and the wheel scroll; Enter, Tab and clicks select."""

    picked = Signal()  # in the open list

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_running = False
        self.activated.connect(self._pick)

    def _pick(self) -> None:
        if not self._is_running:
            self.picked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and letters look at the next word, and take none."""
        self._is_running = True
        super().keyPressEvent(event)
        self._is_running = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """So does the wheel."""
        self._is_running = True
        super().wheelEvent(event)
        self._is_running = False


class _Cells(QStyledItemDelegate):
    """Draws cells as printed, with what differs marked, and lets them be typed over."""

    def __init__(self, view: RuleTableView, localize: Localizer) -> None:
        super().__init__(view)
        self._localize = localize

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell's ground, its word or picture, a corner where it differs from the rulebook."""
        state, word = index.data(STATE), str(index.data() or "")
        room = QRectF(option.rect)
        chosen = QStyle.StateFlag.State_Selected in option.state
        painter.save()
        painter.fillRect(room, _ground(_model(index).known, state, word, index.row()))
        if state.applies:
            self._paint_word(painter, room, index, word, state)
        if state.is_changed or (state.is_own and index.column() == 0):
            _paint_corner(painter, room)
        if chosen:
            painter.setPen(QPen(make_colour(CHOSEN), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(room.adjusted(1, 1, -1, -1))
        painter.restore()

    def _paint_word(
        self, painter: QPainter, room: QRectF, index: Index, word: str, state: RuleCellState
    ) -> None:
        letters = painter.font()
        letters.setBold(state.is_changed)
        painter.setFont(letters)
        painter.setPen(make_colour(INK))
        symbol = index.data(SYMBOL)
        if symbol:
            panel = QRectF(room.left() + 4, room.center().y() - 10, PANEL.width(), PANEL.height())
            paint_symbol(painter, symbol, panel)
            room = room.adjusted(PANEL.width() + 6, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, word)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Room for the word in heavy letters."""
        letters = option.font
        letters.setBold(True)
        metrics = QFontMetrics(letters)
        wide = metrics.horizontalAdvance(str(index.data() or "")) + 14
        wide += PANEL.width() + 6 if index.data(SYMBOL) else 0
        return QSize(max(wide, 30), metrics.height() + 8)

    # --- typing -----------------------------------------------------------------------------------

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list of what the cell may be, or a line to type in."""
        words = _model(index).words(index)
        if not words:
            return super().createEditor(parent, option, index)
        box = _Choice(parent)
        for word in words:
            said = self._localize.localize_text(word.said)
            letter = f"{word.id}  {said}" if len(word.id) == 1 else said
            box.addItem(letter, word.id)
        # What is chosen in the list is taken at once; Escape still gives it up.
        box.picked.connect(lambda: self._take(box))
        return box

    def _take(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin with what the cell is."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Want what was typed or chosen."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        else:
            super().setModelData(editor, model, index)


def _model(index: Index) -> RuleTableModel:
    model = index.model()
    assert isinstance(model, RuleTableModel)
    return model


def _ground(known: ResultLooks, state: RuleCellState, word: str, row: int) -> QColor:
    """Return the background of a cell."""
    if not state.applies:
        return make_colour(AWAY)
    if state.fault:
        return make_colour(REFUSED)
    if state.is_changed:
        return blend(make_colour(PAPER), LOOKED, 0.45)
    if word in known and not known.is_no_effect(word):
        return blend(make_colour(PAPER), known.colour(word), 0.2)
    return make_colour(ZEBRA if row % 2 else PAPER)


def _paint_corner(painter: QPainter, room: QRectF) -> None:
    """A turned-down corner: this is not the rulebook's."""
    right, top = room.right(), room.top()
    corner = [QPointF(right - CORNER, top), QPointF(right, top), QPointF(right, top + CORNER)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(make_colour(CHOSEN))
    painter.drawPolygon(QPolygonF(corner))
