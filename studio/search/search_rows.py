"""The rows of the results: headings of groups and entries, as a model and as they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.search.search_entry import SearchEntry, SearchKind
from studio.widgets.control_drawings import draw_box
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer
from studio.widgets.panel_drawings import draw_heading
from studio.widgets.sizing import scale_length, sized_font
from studio.widgets.tokens import ICON, Radius, Space, TextSize, current_colours

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ENTRY = Qt.ItemDataRole.UserRole
ROW, HEADING = 32, 28  # pixels, at the usual size of words
ICON_WIDTH = 26  # a swatch is wider than it is high
EACH_MS = 8  # from one swatch to the next
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
ICONS = {
    SearchKind.COMMAND: "command",
    SearchKind.PALETTE: "manner-brush",
    SearchKind.SETTING: "preferences",
    SearchKind.PLACE: "place",
    SearchKind.UNIT: "unit",
    SearchKind.CARD: "card",
    SearchKind.HELP: "page",
}


@dataclass(frozen=True, slots=True)
class SearchMessage:
    """A sentence among the results."""

    words: str


SearchRow = str | SearchEntry | SearchMessage
"""A heading, an entry or a sentence."""


class SearchRows(QAbstractListModel):
    """Headings (texts) and entries, one below the other; only entries can be selected."""

    def __init__(self, parent: QObject, localize: Localizer) -> None:
        super().__init__(parent)
        self._localize = localize
        self._rows: tuple[SearchRow, ...] = ()

    def show(self, rows: Sequence[SearchRow]) -> None:
        """Show these rows instead."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def entry(self, row: int) -> SearchEntry | None:
        """Return the entry of a row; None for a heading, and where there is no row."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, SearchEntry) else None

    def first_row(self) -> int:
        """Return the row of the first group's first entry that can be chosen, else of its first.

        It is -1 without any entry.
        """
        rows = [(row, each) for row, each in enumerate(self._rows) if isinstance(each, SearchEntry)]
        group = [(row, each) for row, each in rows if each.kind is rows[0][1].kind]
        usable = (row for row, entry in group if not entry.reason)
        return next(usable, group[0][0] if group else -1)

    def step(self, row: int, steps: int) -> int:
        """Return the row of the entry so many entries away from one; at the ends the last there."""
        rows = [each for each in range(len(self._rows)) if self.entry(each)]
        if not rows:
            return -1
        place = rows.index(row) if row in rows else 0
        return rows[min(max(place + steps, 0), len(rows) - 1)]

    def spoken(self, row: int) -> str:
        """Return what a screen reader says of a row."""
        entry = self.entry(row)
        if entry is None:
            return ", ".join(each.words for each in self._rows if isinstance(each, SearchMessage))
        reason = self._localize("search-unavailable", reason=entry.reason) if entry.reason else ""
        kind = self._localize(f"search-group-{entry.kind.value}")
        return ", ".join(filter(None, (entry.title, entry.detail, kind, entry.keys, reason)))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of a row, and its entry."""
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _row_words(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(index.row())
            case Qt.ItemDataRole.ToolTipRole if isinstance(row, SearchEntry):
                return "\n".join(filter(None, (row.title, row.reason or row.detail)))
            case _ if role == ENTRY:
                return row
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a row: a heading cannot be selected."""
        if self.entry(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def _row_words(row: SearchRow) -> str:
    match row:
        case SearchEntry():
            return row.title
        case SearchMessage():
            return row.words
        case _:
            return row


class SearchRowDelegate(QStyledItemDelegate):
    """Draws icon and title at the left, a note beside the title, and the keys at the right.

    Swatches of terrain are drawn one by one, when the rows are seen: a key does not wait for them.
    """

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._icons: dict[str, QIcon] = {}
        self._undrawn: list[SearchEntry] = []
        self._drawing = QTimer(self, interval=EACH_MS)
        self._drawing.timeout.connect(self._draw_next)

    def forget_icons(self) -> None:
        """Draw icons anew: the theme or the map may be another."""
        self._icons.clear()
        self._undrawn.clear()

    def _icon(self, entry: SearchEntry) -> QIcon:
        """Return the icon of an entry; that of its kind until it is drawn."""
        usual = action_icon(ICONS[entry.kind])
        if entry.icon is None or entry.id in self._icons:
            return self._icons.get(entry.id, usual)
        if entry.kind is SearchKind.PALETTE:
            self._undrawn.append(entry)
            self._drawing.start()
            return usual
        own = entry.icon()
        return self._icons.setdefault(entry.id, usual if own.isNull() else own)

    def _draw_next(self) -> None:
        while self._undrawn and self._undrawn[0].id in self._icons:
            self._undrawn.pop(0)
        if not self._undrawn:
            self._drawing.stop()
            self._view.viewport().update()
            return
        entry = self._undrawn.pop(0)
        if entry.icon is not None:
            self._icons[entry.id] = entry.icon()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row; a heading is lower."""
        row = index.data(ENTRY)
        if isinstance(row, SearchMessage):
            wide = _list_width(option) - 2 * Space.MEDIUM
            room = option.fontMetrics.boundingRect(QRect(0, 0, wide, 0), WRAPPED, row.words)
            return QSize(0, room.height() + 2 * Space.SMALL)
        return QSize(0, scale_length(ROW if isinstance(row, SearchEntry) else HEADING))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        row, room = index.data(ENTRY), QRect(option.rect)
        painter.save()
        if isinstance(row, SearchMessage):
            painter.setPen(QColor(current_colours().muted))
            painter.drawText(room.adjusted(Space.MEDIUM, 0, -Space.MEDIUM, 0), WRAPPED, row.words)
        elif isinstance(row, SearchEntry):
            is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
            _draw_entry(painter, room, row, self._icon(row), is_selected=is_selected)
        else:
            inset = room.adjusted(Space.MEDIUM, Space.TIGHT, -Space.MEDIUM, 0)
            draw_heading(painter, inset, str(row), option.palette, QStyle.StateFlag.State_Enabled)
        painter.restore()


def _list_width(option: QStyleOptionViewItem) -> int:
    shown = option.widget
    return shown.viewport().width() if isinstance(shown, QListView) else 0


def _draw_entry(
    painter: QPainter, room: QRect, entry: SearchEntry, icon: QIcon, *, is_selected: bool
) -> None:
    colours = current_colours()
    if is_selected:
        box = room.adjusted(Space.TIGHT, 0, -Space.TIGHT, 0)
        draw_box(painter, box, colours.accent_soft, None, Radius.CONTROL)
    inside = room.adjusted(Space.MEDIUM, 0, -Space.MEDIUM, 0)
    wide, high = scale_length(ICON_WIDTH), scale_length(ICON)
    box = QRect(inside.left(), inside.top() + (inside.height() - high + 1) // 2, wide, high)
    mode = QIcon.Mode.Disabled if entry.reason else QIcon.Mode.Normal
    icon.paint(painter, box, Qt.AlignmentFlag.AlignCenter, mode)
    inside.setLeft(inside.left() + scale_length(ICON_WIDTH) + Space.SMALL)
    muted = QColor(colours.faint if entry.reason else colours.muted)
    if entry.keys:
        keys = sized_font(TextSize.SMALL)
        wide = QFontMetrics(keys).horizontalAdvance(entry.keys)
        _write(painter, inside, entry.keys, keys, muted, Qt.AlignmentFlag.AlignRight)
        inside.setRight(inside.right() - wide - Space.MEDIUM)
    ink = QColor(colours.faint if entry.reason else colours.text)
    used = _write(painter, inside, entry.title, sized_font(TextSize.BODY), ink)
    inside.setLeft(inside.left() + used + Space.MEDIUM)
    _write(painter, inside, entry.reason or entry.detail, sized_font(TextSize.SMALL), muted)


def _write(
    painter: QPainter,
    room: QRect,
    words: str,
    letters: QFont,
    ink: QColor,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> int:
    """Write words in one line, cut off where there is no room; return how wide they are."""
    painter.setFont(letters)
    painter.setPen(ink)
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, shown)
    return painter.fontMetrics().horizontalAdvance(shown)
