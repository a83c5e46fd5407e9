"""Swatches of what can be painted: rows of pictures with names, in groups with titles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from studio.rendering.painting import clip_to
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.sizing import heading_font, scale_length, sized_font
from studio.widgets.terrain_swatches import HIGH, WIDE
from studio.widgets.tokens import FOCUS_LINE, HAIRLINE, Radius, Space, TextSize, current_colours
from studio.widgets.wrapping import break_lines

MATERIAL = Qt.ItemDataRole.UserRole
CELL, EDGE = 64, 2  # logical pixels: a cell's width at least, a margin
LINES = 2  # of a name at most
Index = QModelIndex | QPersistentModelIndex
M = TypeVar("M")  # what a swatch stands for


class _SwatchDelegate(QStyledItemDelegate):
    """Draws a picture with round corners, never tinted, and a name below it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every cell of a grid has the same size."""
        view = option.widget
        return QSize(view.gridSize()) if isinstance(view, QListView) else QSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Mark what is selected, pointed at or has the keys by its outline."""
        rect, state = QRect(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture = QRect(0, 0, WIDE, HIGH)
        picture.moveCenter(rect.center())
        picture.moveTop(rect.top() + 2 * EDGE)
        _draw_picture(painter, picture, index.data(Qt.ItemDataRole.DecorationRole), state)
        below = rect.adjusted(0, HIGH + 3 * EDGE, 0, 0)
        self._draw_name(painter, below, str(index.data(Qt.ItemDataRole.DisplayRole)), state)
        painter.restore()

    def _draw_name(self, painter: QPainter, at: QRect, name: str, state: QStyle.StateFlag) -> None:
        colours = current_colours()
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.setFont(sized_font(TextSize.SMALL))
        painter.setPen(QColor(colours.accent if is_chosen else colours.muted))
        metrics, wide = painter.fontMetrics(), at.width()
        for line in break_lines(name, metrics, wide, LINES):
            fitted = metrics.elidedText(line, Qt.TextElideMode.ElideRight, wide)  # a long word
            painter.drawText(at, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, fitted)
            at = at.translated(0, _line_height())


def _draw_picture(
    painter: QPainter, at: QRect, picture: QIcon | None, state: QStyle.StateFlag
) -> None:
    colours, outline = current_colours(), QPainterPath()
    outline.addRoundedRect(QRectF(at), Radius.CONTROL, Radius.CONTROL)
    with clip_to(painter, outline):
        painter.fillRect(at, QColor(colours.sunken))
        if picture is not None:
            picture.paint(painter, at)
    shade, wide = colours.border, HAIRLINE
    if state & QStyle.StateFlag.State_Selected:
        shade, wide = colours.accent, FOCUS_LINE
    elif state & QStyle.StateFlag.State_MouseOver:
        shade = colours.edge
    painter.setPen(QPen(QColor(shade), wide))
    grown = wide if wide == FOCUS_LINE else 0  # the outline stays beside the picture
    painter.drawRoundedRect(
        QRectF(at).adjusted(-grown, -grown, grown, grown), Radius.CONTROL, Radius.CONTROL
    )
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(colours.focus), HAIRLINE, Qt.PenStyle.DotLine))
        room = QRectF(at).adjusted(-2 * EDGE, -2 * EDGE, 2 * EDGE, 2 * EDGE)
        painter.drawRoundedRect(room, Radius.PANEL, Radius.PANEL)


def _line_height() -> int:
    return QFontMetrics(sized_font(TextSize.SMALL)).height()


def _row_height(lines: int) -> int:
    return HIGH + 5 * EDGE + lines * _line_height()


class SwatchGrid(NoTypeAheadMixin, QListWidget):
    """Pictures beside each other with their names, as high as its rows."""

    left_by_key = Signal(object, int)  # the grid, and 1 for downwards, -1 for upwards
    focus_lost = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setIconSize(QSize(WIDE, HIGH))
        self.setItemDelegate(_SwatchDelegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the map
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many rows as the width asks for."""
        super().resizeEvent(event)
        self.fit_height()

    def fit_height(self) -> None:
        """Be as high as the rows, so that only the whole palette is scrolled."""
        wide = (self.width() - 1) // self.columns
        self.setGridSize(QSize(wide, _row_height(self._lines_of_names(wide))))
        rows = -(-self.count() // self.columns)
        self.setFixedHeight(rows * self.gridSize().height() + EDGE)

    @property
    def columns(self) -> int:
        """Return how many swatches stand in a row."""
        return max(1, (self.width() - 1) // scale_length(CELL))

    def _lines_of_names(self, width: int) -> int:
        metrics = QFontMetrics(sized_font(TextSize.SMALL))
        names = (self.item(row).text() for row in range(self.count()))
        return max((len(break_lines(name, metrics, width, LINES)) for name in names), default=1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first swatch where none is selected."""
        super().focusInEvent(event)
        if self.currentRow() < 0:
            self.setCurrentRow(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let the palette mark what is held, wherever the arrows were."""
        super().focusOutEvent(event)
        self.focus_lost.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on into the next group where the arrows lead out of this one."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
        if step and not 0 <= self.currentRow() + step * self.columns < self.count():
            self.left_by_key.emit(self, step)
        else:
            super().keyPressEvent(event)


class SwatchSections(QScrollArea):
    """Groups of swatches under titles, one of which may be selected."""

    chosen = Signal(object)  # what the swatch stands for
    menu_wanted = Signal(object, QPoint)  # what it stands for, and where on the screen

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.groups: dict[str, tuple[QLabel, SwatchGrid]] = {}
        self._marked: object = None
        self._within = QWidget()
        self._rows = QVBoxLayout(self._within)
        self._rows.setContentsMargins(Space.TIGHT, 0, Space.TIGHT, Space.TIGHT)
        self._rows.setSpacing(Space.TIGHT)
        self._rows.addStretch(1)
        self.setWidget(self._within)

    def fill(
        self,
        groups: Mapping[str, tuple[str, Iterable[M]]],
        name: Callable[[M], str],
    ) -> None:
        """Show titles and swatches, by the key of each group in this order, and no others."""
        for key in [each for each in self.groups if each not in groups]:
            for part in self.groups.pop(key):
                part.hide()
                part.deleteLater()
        for place, (key, (title, materials)) in enumerate(groups.items()):
            heading, grid = self._group(key, 2 * place)
            self.groups[key] = self.groups.pop(key)  # in this order
            heading.setText(title)
            grid.setAccessibleName(title)
            grid.clear()
            for material in materials:
                item = QListWidgetItem(name(material))
                item.setToolTip(name(material))
                item.setData(MATERIAL, material)
                grid.addItem(item)
            grid.fit_height()

    def _group(self, key: str, place: int) -> tuple[QLabel, SwatchGrid]:
        if key not in self.groups:
            heading, grid = QLabel(), SwatchGrid()
            heading.setFont(heading_font())
            grid.itemClicked.connect(lambda item: self.chosen.emit(item.data(MATERIAL)))
            grid.itemActivated.connect(lambda item: self.chosen.emit(item.data(MATERIAL)))
            grid.left_by_key.connect(self._go_on)
            grid.focus_lost.connect(self._mark_again)
            grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            grid.customContextMenuRequested.connect(
                lambda at, grid=grid: self._ask_for_menu(grid, at)
            )
            self.groups[key] = heading, grid
        for offset, part in enumerate(self.groups[key]):
            self._rows.insertWidget(place + offset, part)
        return self.groups[key]

    def items(self) -> Iterator[QListWidgetItem]:
        """Return every swatch, group by group."""
        for key in self.groups:
            grid = self.groups[key][1]
            yield from (grid.item(row) for row in range(grid.count()))

    def item_of(self, material: object) -> QListWidgetItem | None:
        """Return the first swatch of a material, if it is shown."""
        return next((item for item in self.items() if item.data(MATERIAL) == material), None)

    def mark(self, material: object) -> None:
        """Select one swatch and bring it into sight; none where the material is not shown."""
        self._marked, found = material, self.item_of(material)
        for _, grid in self.groups.values():
            if found is not None and found.listWidget() is grid:
                grid.setCurrentItem(found)
                self.show_item(found)
            else:
                grid.setCurrentRow(-1)
                grid.clearSelection()

    def _mark_again(self) -> None:
        self.mark(self._marked)

    def show_item(self, item: QListWidgetItem) -> None:
        """Scroll until a swatch is seen."""
        grid = item.listWidget()
        room = grid.visualItemRect(item).translated(grid.pos())
        self.ensureVisible(room.center().x(), room.center().y(), 0, room.height())

    def _go_on(self, left: SwatchGrid, step: int) -> None:
        grids = [grid for _, grid in self.groups.values() if grid.count()]
        place = grids.index(left) + step
        if 0 <= place < len(grids):
            column, grid = max(0, left.currentRow()) % left.columns, grids[place]
            first = 0 if step > 0 else (grid.count() - 1) // grid.columns * grid.columns
            grid.setFocus(Qt.FocusReason.TabFocusReason)
            grid.setCurrentRow(min(first + column, grid.count() - 1))
            item = grid.currentItem()
            if item is not None:
                self.show_item(item)

    def _ask_for_menu(self, grid: QAbstractItemView, at: QPoint) -> None:
        index = grid.indexAt(at)
        if index.isValid():
            self.menu_wanted.emit(index.data(MATERIAL), grid.viewport().mapToGlobal(at))
