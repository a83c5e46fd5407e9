"""The card over the board when a game is over: who won and by what, losses, luck, turning point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.narration.number_format import format_decimal, format_percent, round_decimal
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_title
from engine.session.game_summary import GameSummary, SideSummary, TurnChance, summarise_game
from studio.rendering.counters.counter_painter import side_colours
from studio.rendering.painting import make_colour, round_pen
from studio.widgets.chips import KeyButton, card_style, chip_style
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer
from studio.widgets.sizing import bold_font, scale_length, sized_font
from studio.widgets.tokens import FOCUS_LINE, Radius, Space, TextSize, current_colours
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.play.game_view.game_controller import GameController

WIDE, CHART_HIGH, LOWEST = 540, 56, 160  # pixels
NAMED = 3  # lost units that are named; the tool tip has all


class ChanceChart(QWidget):
    """A side's chance of winning in the course of the game, as a line."""

    def __init__(self, chances: Sequence[TurnChance], colour: str) -> None:
        super().__init__()
        self._chances, self._colour = chances, colour
        self.setFixedHeight(scale_length(CHART_HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, the line of even chances, and the chances."""
        painter, colours = QPainter(self), current_colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QColor(colours.border))
        painter.setBrush(QColor(colours.sunken))
        painter.drawRoundedRect(room, Radius.CONTROL, Radius.CONTROL)
        painter.drawLine(QPointF(room.left(), room.center().y()),
                         QPointF(room.right(), room.center().y()))  # fmt: skip
        inner = room.adjusted(Space.SMALL, Space.TIGHT, -Space.SMALL, -Space.TIGHT)
        steps = max(len(self._chances) - 1, 1)
        points = [
            QPointF(
                inner.left() + place / steps * inner.width(),
                inner.bottom() - each.chance * inner.height(),
            )
            for place, each in enumerate(self._chances)
        ]
        painter.setPen(round_pen(make_colour(self._colour or colours.accent), FOCUS_LINE))
        painter.drawPolyline(QPolygonF(points))


class EndCard(QFrame):
    """Floats over the board from the end of a game until it is closed or the game goes back."""

    toggled = Signal(bool)  # it has come, or gone
    rematch_wanted = Signal()
    report_wanted = Signal()
    balance_wanted = Signal()

    def __init__(self, play: GameController, board: QWidget, localize: Localizer) -> None:
        super().__init__(board)
        self._play, self._board, self._localize = play, board, localize
        self.summary: GameSummary | None = None
        self._known: object = None  # the game that is summed up
        self.setObjectName("end-card")
        self.buttons: dict[str, QPushButton] = {}
        self._area = QScrollArea(self, widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(Space.TIGHT, Space.TIGHT, Space.TIGHT, Space.TIGHT)
        outer.addWidget(self._area)
        play.settled.connect(self.refresh)
        localize.changed.connect(self._retranslate)
        board.installEventFilter(self)
        self.hide()

    def dispose(self) -> None:
        """Leave the board for good."""
        self._play.settled.disconnect(self.refresh)
        self._localize.changed.disconnect(self._retranslate)
        self._board.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    # --- when it is there -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Come when the game has ended, and go when it is taken back."""
        session = self._play.session
        if session.result is None:
            self.hide()
            return
        known = (session.history.number, session.answer_count)
        if known != self._known:
            self._known = known
            self.open()

    def open(self) -> None:
        """Show the summary of the game that is over."""
        if self._play.session.result is None:
            return
        self.summary = summarise_game(self._play.session.game, self._localize.language)
        self.setStyleSheet(card_style("end-card"))
        self._area.setWidget(self._page(self.summary))
        self._place()
        self.show()
        self.raise_()
        self.setAccessibleName(self.summary.outcome)

    def close_card(self) -> bool:
        """Close it; False if it was not there."""
        was_there = self.isVisible()
        self.hide()
        if was_there:
            self._board.setFocus()
        return was_there

    def setVisible(self, is_visible: bool) -> None:
        """Come or go, and say so."""
        super().setVisible(is_visible)
        self.toggled.emit(is_visible)

    def _retranslate(self) -> None:
        if self.isVisible():
            self.open()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the board."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        page = self._area.widget()
        room = self._board.rect().adjusted(Space.LARGE, Space.LARGE, -Space.LARGE, -Space.LARGE)
        wide = min(scale_length(WIDE), room.width())
        layout = page.layout() if page is not None else None
        assert layout is not None, "a page is shown"
        needed = layout.totalHeightForWidth(wide - 2 * Space.TIGHT) + 2 * Space.TIGHT + 2
        self.resize(wide, max(min(needed, room.height()), LOWEST))
        self.move((self._board.width() - wide) // 2, (self._board.height() - self.height()) // 2)

    # --- what it says -----------------------------------------------------------------------------

    def _page(self, found: GameSummary) -> QWidget:
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(Space.LARGE, Space.MEDIUM, Space.LARGE, Space.MEDIUM)
        whole.setSpacing(Space.SMALL)
        whole.addLayout(self._head(found))
        title = self._label(found.outcome, sized_font(TextSize.LARGE, is_bold=True))
        whole.addWidget(title)
        for sentence in found.conditions:
            whole.addWidget(self._muted(sentence))
        whole.addLayout(self._table(found))
        if found.turning is not None:
            whole.addWidget(self._turning(found))
        if len(found.chances) > 1 and found.turning is not None:
            colour = side_colours(self._play.session.scenario).get(found.turning.side, "")
            whole.addWidget(ChanceChart(found.chances, colour))
            side = self._names.side(found.turning.side)
            whole.addWidget(self._muted(self._localize("end-chances", side=side)))
        whole.addLayout(self._foot())
        return page

    @property
    def _names(self) -> ScenarioNames:
        return ScenarioNames(self._play.session.scenario, self._localize.language)

    def _label(self, words: str, letters: QFont | None = None) -> QLabel:
        made = QLabel(words, wordWrap=True)
        if letters is not None:
            made.setFont(letters)
        return made

    def _muted(self, words: str) -> QLabel:
        made = self._label(words)
        made.setStyleSheet(f"color: {current_colours().muted}")
        return made

    def _head(self, found: GameSummary) -> QHBoxLayout:
        """The winner, and the button that closes the card."""
        winner, row = found.result.winner, QHBoxLayout()
        named = self._localize("end-won", side=self._names.side(winner)) if winner else ""
        chip = QLabel(named or self._localize("end-drawn"))
        chip.setStyleSheet(
            chip_style(side_colours(self._play.session.scenario).get(winner or "", ""))
        )
        close = QToolButton(autoRaise=True)
        close.setIcon(action_icon("dock-close"))
        close.setToolTip(self._localize("end-close"))
        close.setAccessibleName(self._localize("end-close"))
        close.clicked.connect(self.close_card)
        row.addWidget(chip)
        row.addStretch(1)
        row.addWidget(close)
        return row

    def _table(self, found: GameSummary) -> QGridLayout:
        """Points, losses and luck, a column for each side."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.LARGE)
        grid.setVerticalSpacing(Space.TIGHT)
        for column, each in enumerate(found.sides, 1):
            head = QLabel(self._names.side(each.side))
            head.setFont(bold_font(head.font()))
            grid.addWidget(head, 0, column)
            grid.setColumnStretch(column, 1)
        if all(each.points is not None for each in found.sides):
            self._add_row(grid, "end-points", [str(each.points) for each in found.sides])
        lost = [self._names.listed(each.lost) for each in found.sides]
        self._add_row(grid, "end-lost", [self._losses(each) for each in found.sides], lost)
        if any(each.attacks for each in found.sides):
            self._add_row(grid, "end-luck", [self._luck(each) for each in found.sides])
        return grid

    def _add_row(
        self, grid: QGridLayout, title: str, cells: Sequence[str], tips: Sequence[str] = ()
    ) -> None:
        row = grid.rowCount()
        grid.addWidget(self._muted(self._localize(title)), row, 0, Qt.AlignmentFlag.AlignTop)
        for column, words in enumerate(cells, 1):
            label = self._label(words)
            label.setToolTip(tips[column - 1] if tips else "")
            grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)

    def _losses(self, each: SideSummary) -> str:
        """Count the lost, name the first of them, and say how many are left."""
        count = len(each.lost)
        if not count:
            return self._localize("end-lost-none", left=each.left)
        names = self._names.listed(each.lost[:NAMED]) + ("…" if count > NAMED else "")
        return self._localize("end-lost-some", count=count, units=names, left=each.left)

    def _luck(self, each: SideSummary) -> str:
        expected = format_decimal(round_decimal(each.expected, 1), self._localize.language)
        values = {"hits": each.hits, "attacks": each.attacks, "expected": expected}
        return self._localize("end-luck-of", **values)

    def _turning(self, found: GameSummary) -> QFrame:
        """The turning point, with a button that shows it on the board."""
        turning, localize, language = found.turning, self._localize, self._localize.language
        assert turning is not None
        box, colours = QFrame(), current_colours()
        box.setObjectName("turning")
        box.setStyleSheet(
            f"#turning {{ background: {colours.accent_soft}; border-radius: {Radius.PANEL}px }}"
        )
        column, row = QVBoxLayout(), QHBoxLayout(box)
        turn = turn_title(self._play.session.scenario.game, turning.turn, language)
        column.addWidget(self._label(localize("end-turning", turn=turn), bold_font(self.font())))
        column.addWidget(self._label(turning.sentence))
        before, after = (
            format_percent(Fraction(round(100 * chance), 100), language)
            for chance in (turning.before, turning.after)
        )
        side = self._names.side(turning.side)
        column.addWidget(self._muted(localize("end-moved", side=side, before=before, after=after)))
        show = self._button("end-show", lambda: self._show_at(turning.answers))
        row.addLayout(column, 1)
        row.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        return box

    def _foot(self) -> FlowLayout:
        row = FlowLayout(gap=Space.SMALL)
        rematch = self._button("end-rematch", self.rematch_wanted.emit)
        rematch.setDefault(True)
        for button in (
            rematch,
            self._button("end-replay", self._replay),
            self._button("end-report", self.report_wanted.emit),
            self._button("end-balance", self.balance_wanted.emit),
        ):
            row.addWidget(button)
        return row

    def _button(self, key: str, do: Callable[[], object]) -> QPushButton:
        button = self.buttons[key] = KeyButton()
        button.setText(self._localize(key))
        button.clicked.connect(lambda: do())
        return button

    # --- what it does -----------------------------------------------------------------------------

    def _show_at(self, answers: int) -> None:
        """Show the position before the turning point; the time line leads back."""
        self._play.visit(lambda: self._play.session.go_to(answers))
        self._board.setFocus()

    def _replay(self) -> None:
        """Show the game again from its beginning."""
        session = self._play.session
        self._play.visit(lambda: session.go_to_position(session.course.first))
        self._play.replay()
        self._board.setFocus()
