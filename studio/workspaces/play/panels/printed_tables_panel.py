"""The game's printed tables, with the cell the last roll hit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSignalBlocker, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.games import handbook_of
from engine.narration.scenario_names import ScenarioNames
from engine.play.forecast_blocks import PrintedTableCell
from engine.play.move_forecast import Forecast
from engine.session.roll_history import RollRecord, latest_rolls, of_last_event
from studio.rendering.charts.printed_table import (
    CellMark,
    PrintedTable,
    PrintedTableDrawing,
    PrintedTableGeometry,
)
from studio.widgets.icons import action_icon
from studio.widgets.lazy_refresh import LazyRefresher
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.forecast_block_layout import forecast_table_cells
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher, rolls_panel_reads

STEP, MINIMUM, MAXIMUM = 1.15, 0.6, 3.0
NARROWEST, WIDEST = 0.72, 1.3  # how far letters give way to the panel's width
DEFAULT = QSize(340, 380)
MIN_LETTERS = 6  # of a table's name


class PrintedTablesPanel(QWidget):
    """Every table, one at a time; a box lists them.

    The last roll's table comes to the front by itself, unless the panel is pinned to one.
    """

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._forecast: Forecast | None = None
        self._rolls: list[RollRecord] = []  # whose cells are marked
        self._last: list[RollRecord] = []  # made last
        self._asked: tuple[PrintedTableCell, ...] = ()  # cells the user wants to see
        self.zoom = 1.0
        self.printed: list[PrintedTable] = []
        self.which = QComboBox(
            sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.which.setMinimumContentsLength(MIN_LETTERS)
        self.which.currentIndexChanged.connect(self._show_table)
        self.which.currentTextChanged.connect(self.which.setToolTip)
        self.pin = QToolButton(autoRaise=True)
        self.pin.setCheckable(True)
        self.pin.toggled.connect(self._follow)
        self.sheet, self.caption = PrintedTableView(), QLabel(wordWrap=True)
        self.caption.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.area = QScrollArea()
        self.area.setWidget(self.sheet)
        self.area.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.area.viewport().installEventFilter(self)
        self.area.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.area.customContextMenuRequested.connect(self._offer)
        self.menu: QMenu | None = None
        self._lay_out()
        self.seen, self._outline = (
            GamePanelRefresher(self, self.refresh, rolls_panel_reads),
            LazyRefresher(self, self._mark),
        )
        localize.changed.connect(self._retranslate)
        self._retranslate()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.which, 1)
        head.addWidget(self.pin)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(3)
        layout.addLayout(head)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.caption)

    def sizeHint(self) -> QSize:
        """Room for a table of ten columns."""
        return DEFAULT

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        if self._play is not None and self._pointer is not None:
            self._pointer.outdated.disconnect(self._forget)
            self._pointer.foreseen.disconnect(self.show_forecast)
        self._play, self._pointer, self._forecast, self._last = play, pointer, None, []
        if play is not None and pointer is not None:
            pointer.outdated.connect(self._forget)
            pointer.foreseen.connect(self.show_forecast)
        self._print()
        self.seen.follow(play)

    def _forget(self) -> None:
        """The game has gone on: what was foreseen is past."""
        self._forecast, self._asked = None, ()
        self._outline.request_refresh()

    def refresh(self) -> None:
        """The game has gone on or back: mark the last roll, and show its table."""
        made = of_last_event(latest_rolls(self._play.session)) if self._play else []
        is_news, self._rolls, self._last = made != self._last, made, made
        self._mark()
        if is_news:
            self._follow()

    def show_forecast(self, forecast: Forecast | None) -> None:
        """Outline what is pointed at; it stays until something else is, or the game goes on."""
        if forecast is not None:
            self._forecast = forecast
            self._outline.request_refresh()

    def show_roll(self, cast: RollRecord) -> None:
        """Show the cell of any roll."""
        self.seen.refresh_if_visible()
        self._rolls = [cast]
        if cast.rolled.cell is not None:
            self.show_cell(cast.rolled.cell)
        self._mark()

    def show_cells(self, cells: Sequence[PrintedTableCell]) -> None:
        """Outline the cells that something comes from, until the game goes on."""
        self.seen.refresh_if_visible()
        self._asked = tuple(cells)
        self._mark()
        if cells:
            self.show_cell(cells[0])

    def show_cell(self, cell: PrintedTableCell) -> None:
        """Bring a cell to the front."""
        names = [printed.name for printed in self.printed]
        if cell.table in names:
            self.which.setCurrentIndex(names.index(cell.table))
            middle = self.sheet.cell_rect(cell).center().toPoint()
            self.area.ensureVisible(middle.x(), middle.y(), 60, 60)

    @property
    def shown(self) -> PrintedTable | None:
        """The table in front."""
        place = self.which.currentIndex()
        return self.printed[place] if 0 <= place < len(self.printed) else None

    @property
    def marks(self) -> dict[PrintedTableCell, CellMark]:
        """All marked cells, of any table."""
        marks = dict.fromkeys((*forecast_table_cells(self._forecast), *self._asked), CellMark.AIMED)
        for cast in self._rolls:
            marks |= dict.fromkeys(cast.rolled.looked_up, CellMark.LOOKED_UP)
        hit = (cast.rolled.cell for cast in self._rolls)
        return marks | {cell: CellMark.HIT for cell in hit if cell is not None}

    # --- showing ----------------------------------------------------------------------------------

    def _print(self) -> None:
        """Set up the tables of the game, in the window's language."""
        was = self.shown.name if self.shown else ""
        self.printed = list(self._tables())
        with QSignalBlocker(self.which):
            self.which.clear()
            for place, printed in enumerate(self.printed):
                self.which.addItem(_words_of(printed), printed.name)
                self.which.setItemData(place, printed.title, Qt.ItemDataRole.ToolTipRole)
            self.which.setCurrentIndex(max(self.which.findData(was), 0))
        self.which.setToolTip(self.which.currentText())
        self.setEnabled(bool(self.printed))
        self._show_table()

    def _tables(self) -> Iterable[PrintedTable]:
        if self._play is None:
            return ()
        scenario = self._play.session.scenario
        names = ScenarioNames(scenario, self._localize.language)
        tables = handbook_of(scenario).tables()
        return (PrintedTable.of(name, table, names) for name, table in tables.items())

    def _follow(self) -> None:
        """Show the table of the last roll, unless pinned."""
        hit = [cast.rolled.cell for cast in self._rolls if cast.rolled.cell is not None]
        if hit and not self.pin.isChecked():
            self.show_cell(hit[0])

    def _mark(self) -> None:
        marks = self.marks
        self.sheet.mark(marks)
        aimed = {cell.table for cell, mark in marks.items() if mark is CellMark.AIMED}
        link = self.palette().color(self.palette().ColorRole.Link)
        usual = self.palette().color(self.palette().ColorRole.WindowText)
        for place, printed in enumerate(self.printed):
            ink = link if printed.name in aimed else usual
            self.which.setItemData(place, ink, Qt.ItemDataRole.ForegroundRole)
        self._say_what()

    def _say_what(self) -> None:
        """Say what is marked."""
        if self._play is None:
            self.caption.setText(self._localize("tables-none"))
            return
        described = self._play.session.game.rules.describe_rolled
        lines = [described(cast.rolled, self._localize.language) for cast in self._rolls]
        self.caption.setText("\n".join(lines) or self._localize("tables-hint"))
        self.caption.setToolTip(self._localize("tables-hint"))

    def _show_table(self) -> None:
        self.sheet.show_table(self.shown, self._letters())
        self.sheet.setAccessibleDescription(self.shown.as_text() if self.shown else "")

    def _letters(self) -> int:
        """The size of the letters: the panel's, so far as the table fits, then as zoomed."""
        self.sheet.printed = self.shown
        size = letters_of(self.font())
        wide = self.area.width() - self.area.verticalScrollBar().sizeHint().width() - 4
        fit = min(max(wide / self.sheet.size_for_letters(size).width(), NARROWEST), WIDEST)
        return max(7, int(size * fit * self.zoom))

    def _retranslate(self) -> None:
        self.pin.setIcon(action_icon("pin"))
        self.pin.setToolTip(self._localize("tables-pin"))
        self.pin.setAccessibleName(self._localize("tables-pin"))
        self._print()
        self._mark()

    # --- zoom and copy ----------------------------------------------------------------------------

    def set_zoom(self, zoom: float) -> None:
        """Make the letters larger or smaller; 1 fits the panel's width."""
        self.zoom = min(max(zoom, MINIMUM), MAXIMUM)
        self._show_table()

    def copy(self) -> None:
        """Copy the table in front as text, for a spreadsheet or a letter."""
        if self.shown is not None:
            QGuiApplication.clipboard().setText(self.shown.as_text())

    def _offer(self, at: QPoint) -> None:
        menu = self.menu = QMenu(self)
        menu.addAction(self._localize("tables-copy"), self.copy)
        menu.addSeparator()
        menu.addAction(self._localize("tables-larger"), lambda: self.set_zoom(self.zoom * STEP))
        menu.addAction(self._localize("tables-smaller"), lambda: self.set_zoom(self.zoom / STEP))
        menu.addAction(self._localize("tables-usual"), lambda: self.set_zoom(1.0))
        menu.popup(self.area.mapToGlobal(at))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl and the wheel zoom."""
        if (
            isinstance(event, QWheelEvent)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.set_zoom(self.zoom * (STEP if event.angleDelta().y() > 0 else 1 / STEP))
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the table again."""
        super().resizeEvent(event)
        self._show_table()

    def changeEvent(self, event: QEvent) -> None:
        """Another font or theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._retranslate()

    def event(self, event: QEvent) -> bool:
        """Keep the keys of copy and zoom from the window while the panel has the keyboard."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            event.setAccepted(any(event.matches(keys) for keys in self._keys()))
            return event.isAccepted() or super().event(event)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy and zoom."""
        act = next((act for keys, act in self._keys().items() if event.matches(keys)), None)
        if act is None:
            super().keyPressEvent(event)
        else:
            act()

    def _keys(self) -> dict[QKeySequence.StandardKey, Callable[[], None]]:
        keys = QKeySequence.StandardKey
        return {
            keys.Copy: self.copy,
            keys.ZoomIn: lambda: self.set_zoom(self.zoom * STEP),
            keys.ZoomOut: lambda: self.set_zoom(self.zoom / STEP),
        }


def _words_of(printed: PrintedTable) -> str:
    """A table by its label and its title, where they are not the same."""
    label, title = printed.label, printed.title
    return label if title in ("", label) else f"{label} · {title}"


class PrintedTableView(QWidget):
    """A table on paper; as large as its letters make it."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: PrintedTable | None = None
        self.marks: dict[PrintedTableCell, CellMark] = {}
        self._size = 14

    def show_table(self, printed: PrintedTable | None, size: int) -> None:
        """Draw another table, or the same in letters of another size."""
        self.printed, self._size = printed, size
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def mark(self, marks: Mapping[PrintedTableCell, CellMark]) -> None:
        """Mark these cells and no others."""
        self.marks = dict(marks)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the table."""
        return self.size_for_letters(self._size).toSize() if self.printed else QSize(1, 1)

    def size_for_letters(self, size: int) -> QSizeF:
        """Return the size of the table in letters of a size in pixels."""
        return PrintedTableGeometry(self.printed, size).room if self.printed else QSizeF(1, 1)

    def cell_rect(self, cell: PrintedTableCell) -> QRectF:
        """Return the rectangle of a cell on the sheet."""
        assert self.printed is not None
        return PrintedTableGeometry(self.printed, self._size).cell(cell)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw paper, title, heads, cells, and the key of results below."""
        if self.printed is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        PrintedTableDrawing(self.printed, self._size, self.marks).paint(painter)
        painter.end()


def letters_of(font_: QFont) -> int:
    """The size in pixels of a widget's letters."""
    return round(QFontMetricsF(font_).ascent())
