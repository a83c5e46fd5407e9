"""The picture of a game's time: turns and phases, who gave each answer, where the game stands."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_title
from engine.session.session import Session
from engine.session.timeline import AnswerSource, TimelineEntry
from engine.texts import text
from studio.widgets.localization import Localizer
from studio.widgets.tokens import current_colours

EDGE = 9.0  # pixels beside the first and the last position, for the handle
TURNS, ROW, HIGH = 17.0, 6.0, 38  # pixels: the numbers of turns, and three rows of marks
ROWS = {
    AnswerSource.PERSON: 0,
    AnswerSource.UMPIRE: 0,
    AnswerSource.MACHINE: 1,
    AnswerSource.DICE: 2,
    AnswerSource.HAND: 2,
}
LOW = TURNS + 3 * ROW
NARROWEST_SHAPE = 2.6  # pixels a moment: with less room marks are ticks
SHAPE = 2.6  # half the size of a mark where there is room
HANDLE = 4.0
DIAMOND = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
FLAG = ((-1.0, 1.5), (-1.0, -1.5), (1.4, -0.7), (-0.8, 0.1), (-0.8, 1.5))


@dataclass(frozen=True)
class TimelineSpan:
    """A turn or a phase: the positions from `first` to `last`, in long words and in short ones."""

    first: int
    last: int
    words: str
    short: str = ""


class Timeline:
    """Places are counted from 0 to `last` by answers that the viewer may know of.

    Moment `n` leads from place `n` to `n + 1`.
    """

    _names: ScenarioNames

    def __init__(self) -> None:
        self.moments: list[TimelineEntry] = []
        self.turns: list[TimelineSpan] = []
        self.phases: list[TimelineSpan] = []
        self.stops: list[int] = [0]
        self._phases: dict[str, str] = {}  # in words
        self._read_as: object = None

    @property
    def last(self) -> int:
        """The number of moments."""
        return len(self.moments)

    def read(self, session: Session, language: str) -> bool:
        """Read on in the branch being played; returns whether there is anything new."""
        read_as = (session, session.history.number, session.viewer, language)
        if read_as != self._read_as:
            self._read_as, self.moments, self._phases = read_as, [], {}
            self._names = ScenarioNames(session.scenario, language)
        elif len(session.course) == self.last:
            return False
        self.moments += session.timeline_entries(language, self.last)
        self.stops = [each.number for each in self.moments if each.is_stop] + [self.last]
        self.turns = self._spans(lambda moment: moment.turn, self._turn)
        self.phases = self._spans(lambda moment: (moment.turn, moment.phase), self._phase)
        return True

    def _spans(
        self,
        key: Callable[[TimelineEntry], object],
        named: Callable[[TimelineEntry], tuple[str, str]],
    ) -> list[TimelineSpan]:
        spans, first = [], 0
        for _, together in groupby(self.moments, key):
            found = list(together)
            spans.append(TimelineSpan(first, first + len(found), *named(found[0])))
            first += len(found)
        return spans

    def _turn(self, moment: TimelineEntry) -> tuple[str, str]:
        if not moment.turn:
            return self._phase(moment)
        words = turn_title(self._names.scenario.game, moment.turn, self._names.language)
        return words, str(moment.turn)

    def _phase(self, moment: TimelineEntry) -> tuple[str, str]:
        phase = moment.phase
        if phase not in self._phases:
            self._phases[phase] = self._names.word("phase", phase)
        return self._phases[phase], ""

    def nearest_stop(self, position: float) -> int:
        """The stop that is nearest to a place between positions."""
        after = bisect_left(self.stops, position)
        around = self.stops[max(after - 1, 0) : after + 1]
        return min(around, key=lambda stop: abs(stop - position))

    def moment(self, number: int) -> TimelineEntry | None:
        """One moment; None past the last."""
        return self.moments[number] if 0 <= number < self.last else None

    def when(self, number: int) -> str:
        """The turn and phase of a moment, in words."""
        moment = self.moments[number]
        phase, _ = self._phase(moment)
        if not moment.turn:
            return phase
        when = turn_title(self._names.scenario.game, moment.turn, self._names.language)
        return text("playtest.when", self._names.language, turn=when, phase=phase)

    def turn_before(self, position: int) -> int:
        """The first stop of a turn, the last before a position."""
        firsts = [self._first_stop(turn) for turn in self.turns]
        return max((first for first in firsts if first < position), default=0)

    def turn_after(self, position: int) -> int:
        """The first stop of the next turn; the end if there is none."""
        firsts = [self._first_stop(turn) for turn in self.turns]
        return min((first for first in firsts if first > position), default=self.last)

    def _first_stop(self, span: TimelineSpan) -> int:
        return self.stops[bisect_left(self.stops, span.first)]


class TimelineSlider(QWidget):
    """A slider over the positions of a game. The game follows it at once."""

    wanted = Signal(int)  # a position where the game waits for an answer

    def __init__(self, line: Timeline, localize: Localizer) -> None:
        super().__init__()
        self.line, self._localize = line, localize
        self.at = 0
        self._colours: Mapping[str, str] = {}
        self._picture: QPixmap | None = None
        self.setMinimumHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """Wide, and as high as its rows."""
        return QSize(400, HIGH)

    # --- what is shown ----------------------------------------------------------------------------

    def show_line(self, colours: Mapping[str, str]) -> None:
        """The line, or the sides' colours, have changed."""
        self._colours, self._picture = colours, None
        self.update()

    def show_position(self, at: int) -> None:
        """Show that the game stands after this many answers."""
        self.at = at
        self.setAccessibleDescription(f"{at} / {self.line.last}")
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has other colours."""
        super().changeEvent(event)
        self._picture = None

    # --- where things are -------------------------------------------------------------------------

    def place(self, position: float) -> float:
        """Return the place of a position, in pixels from the left."""
        return EDGE + position * (self.width() - 2 * EDGE) / max(self.line.last, 1)

    def position(self, x: float) -> float:
        """The position at a place, also between two."""
        room = max(self.width() - 2 * EDGE, 1.0)
        return min(max((x - EDGE) / room, 0.0), 1.0) * self.line.last

    def tip(self, x: float) -> str:
        """Describe the event at a place."""
        number = min(int(self.position(x)), self.line.last - 1)
        moment = self.line.moment(number)
        if moment is None:
            return ""
        giver = self._localize(f"giver-{moment.giver.value}")
        return f"{self.line.when(number)} · {giver}\n{moment.sentence}"

    # --- the pointer ------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._want(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along, while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._want(event.position().x())

    def _want(self, x: float) -> None:
        stop = self.line.nearest_stop(self.position(x))
        if stop != self.at:
            self.wanted.emit(stop)

    def event(self, event: QEvent) -> bool:
        """Show the moment under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip(event.pos().x()), self)
            return True
        return super().event(event)

    # --- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line, paler where it was taken back, and the handle where the game stands."""
        ratio = self.devicePixelRatioF()
        size = QSize(round(self.width() * ratio), round(self.height() * ratio))
        if self._picture is None or self._picture.size() != size:
            self._picture = self._drawn(size, ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_future(painter)
        self._paint_handle(painter)
        painter.end()

    def _drawn(self, size: QSize, ratio: float) -> QPixmap:
        """The line as a picture, which lasts until there is more of it."""
        picture = QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setFont(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_spans(
            painter, self.line.turns, 0.0, TURNS, self._ink(QPalette.ColorRole.Button)
        )
        self._paint_phases(painter)
        self._paint_marks(painter)
        painter.end()
        return picture

    def _ink(self, role: QPalette.ColorRole) -> QColor:
        return self.palette().color(role)

    def _paint_spans(
        self, painter: QPainter, spans: list[TimelineSpan], top: float, high: float, shade: QColor
    ) -> None:
        """A band with its name for each span; where there is no room for it, only its begin."""
        border = self._ink(QPalette.ColorRole.Text)
        border.setAlphaF(0.35)
        small = painter.font()
        small.setPixelSize(round(high) - 5)
        painter.setFont(small)
        for number, span in enumerate(spans):
            left, right = self.place(span.first), self.place(span.last)
            room = QRectF(left, top, right - left, high)
            wide = painter.fontMetrics().horizontalAdvance
            words = next(
                (w for w in (span.words, span.short) if w and wide(w) + 6 < right - left), ""
            )
            painter.setPen(QPen(border, 1.0))
            if not words:
                painter.drawLine(QLineF(left, top, left, top + high / 3))
                continue
            painter.fillRect(room, shade if number % 2 else shade.darker(106))
            painter.drawLine(QLineF(left, top, left, top + high))
            painter.setPen(self._ink(QPalette.ColorRole.Text))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_phases(self, painter: QPainter) -> None:
        """Draw a line where each phase begins; the tip of a moment names it."""
        border = self._ink(QPalette.ColorRole.Mid)
        painter.setPen(QPen(border, 1.0))
        for span in self.line.phases:
            left = self.place(span.first)
            painter.drawLine(QLineF(left, TURNS, left, LOW))

    def _paint_marks(self, painter: QPainter) -> None:
        """Paint the source of each answer, by row and shape, and its side by colour."""
        room = (self.width() - 2 * EDGE) / max(self.line.last, 1)
        if room < NARROWEST_SHAPE:
            self._paint_ticks(painter)
        half = min(max(0.55 * room, 2.0), SHAPE)
        outline = self._ink(QPalette.ColorRole.Text)
        outline.setAlphaF(0.6)
        painter.setPen(QPen(outline, 0.8))
        for moment in self.line.moments:
            is_rare = moment.giver in (AnswerSource.HAND, AnswerSource.UMPIRE)
            if is_rare or room >= NARROWEST_SHAPE:
                painter.setBrush(QColor(self._shade(moment)))
                size = SHAPE if is_rare else half
                paint_answer_giver_mark(painter, moment.giver, self._middle(moment), size)

    def _paint_ticks(self, painter: QPainter) -> None:
        """A stroke for each answer where there is no room for shapes, colour by colour."""
        strokes: dict[str, list[QLineF]] = defaultdict(list)
        for moment in self.line.moments:
            at = self._middle(moment)
            strokes[self._shade(moment)].append(
                QLineF(at.x(), at.y() - SHAPE, at.x(), at.y() + SHAPE)
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for shade, lines in strokes.items():
            painter.setPen(QPen(QColor(shade), 1.0))
            painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _middle(self, moment: TimelineEntry) -> QPointF:
        down = TURNS + (ROWS[moment.giver] + 0.5) * ROW
        return QPointF(self.place(moment.number + 0.5), down)

    def _shade(self, moment: TimelineEntry) -> str:
        if moment.giver is AnswerSource.UMPIRE:
            return current_colours().danger
        return self._colours.get(moment.side, current_colours().edge)

    def _paint_future(self, painter: QPainter) -> None:
        """Paint the answers that were undone, faded."""
        veil = self._ink(QPalette.ColorRole.Window)
        veil.setAlphaF(0.62)
        left = self.place(self.at)
        painter.fillRect(QRectF(left, 0.0, self.width() - left, float(HIGH)), veil)

    def _paint_handle(self, painter: QPainter) -> None:
        x, low = self.place(self.at), LOW
        ink = self._ink(QPalette.ColorRole.Accent)
        painter.setPen(QPen(ink, 2.0))
        painter.drawLine(QLineF(x, 0.0, x, low))
        painter.setPen(QPen(self._ink(QPalette.ColorRole.Base), 1.0))
        painter.setBrush(ink)
        corners = [(0.0, HANDLE), (HANDLE, -2.0), (-HANDLE, -2.0)]
        painter.drawPolygon(QPolygonF([QPointF(x + dx, 2.0 + dy) for dx, dy in corners]))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink, 1.0, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -1.0, -1.0))


def paint_answer_giver_mark(
    painter: QPainter, giver: AnswerSource, at: QPointF, half: float
) -> None:
    """A disc for a person, a square for a machine, a diamond for dice, a flag for the umpire."""
    if giver is AnswerSource.PERSON:
        painter.drawEllipse(at, half, half)
    elif giver is AnswerSource.MACHINE:
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
    elif giver is AnswerSource.UMPIRE:
        painter.drawPolygon(_shape(at, half, FLAG))
    else:
        painter.drawPolygon(_shape(at, half, DIAMOND))


def _shape(at: QPointF, half: float, corners: Sequence[tuple[float, float]]) -> QPolygonF:
    return QPolygonF([at + QPointF(half * right, half * down) for right, down in corners])
