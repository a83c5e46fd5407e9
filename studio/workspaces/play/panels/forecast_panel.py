"""The panel with the forecast of the hovered option: sight, figures, dice, chances."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from engine.narration.forecast_text import forecast_lines
from engine.play.move_forecast import Forecast
from engine.session.rule_explanations import ExplanationRequest
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.forecast_block_drawings import (
    ForecastBlock,
    ForecastBlockStyle,
    ForecastHeading,
    ForecastText,
    line_at,
)
from studio.workspaces.play.panels.forecast_block_layout import forecast_blocks
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher, nothing_panel_reads

EDGE = 8.0
DEFAULT = QSize(340, 420)


class ForecastPanel(QAbstractScrollArea):
    """Shows the last forecast until another is made or the game goes on.

    So the pointer can leave the option and come here to read on.
    """

    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._lit = QRectF()  # the line under the pointer, which has a reason
        self.viewport().setMouseTracking(True)
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self.forecast: Forecast | None = None
        self.blocks: list[ForecastBlock] = []
        self._places: list[QRectF] = []
        self._empty_in = ""  # the language in which it says that there is nothing to show
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(24)
        self.seen = GamePanelRefresher(self, self._fill, nothing_panel_reads)
        localize.changed.connect(self.seen.request_refresh)
        self._fill()

    def sizeHint(self) -> QSize:
        """Wide enough for a column of the tables, high enough for one shot."""
        return DEFAULT

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        if self._play is not None and self._pointer is not None:
            self._pointer.outdated.disconnect(self._forget)
            self._pointer.foreseen.disconnect(self.show_forecast)
        self._play, self._pointer = play, pointer
        if play is not None and pointer is not None:
            pointer.outdated.connect(self._forget)
            pointer.foreseen.connect(self.show_forecast)
        self.forecast = None
        self.seen.follow(play)

    def show_forecast(self, forecast: Forecast | None) -> None:
        """Show what an option leads to; with no forecast, keep what is shown."""
        if forecast is not None:
            self.forecast = forecast
            self.verticalScrollBar().setValue(0)
            self.seen.request_refresh()

    def _forget(self) -> None:
        """The game has gone on: what was foreseen is past."""
        self.forecast = None
        self.seen.request_refresh()

    def text(self) -> str:
        """Return the forecast as lines to copy."""
        if self.forecast is None or self._play is None:
            return ""
        game = self._play.session.game
        return "\n".join(forecast_lines(game, self.forecast, self._localize.language))

    def copy(self) -> None:
        """Copy what is shown to the clipboard."""
        QGuiApplication.clipboard().setText(self.text())

    # --- drawing ----------------------------------------------------------------------------------

    def _fill(self) -> None:
        localize, is_empty = self._localize, self.forecast is None or self._play is None
        words = f"{localize.language} {self._is_on_table}" if is_empty else ""
        if is_empty and self._empty_in == words:
            return
        self._empty_in = words
        if self.forecast is None or self._play is None:
            self.blocks = [
                ForecastHeading(localize("outlook-empty")),
                ForecastText(
                    localize(
                        "outlook-empty-on-table" if self._is_on_table else "outlook-empty-hint"
                    )
                ),
            ]
        else:
            game = self._play.session.game
            self.blocks = forecast_blocks(game, self.forecast, self._localize.language)
        self.setAccessibleDescription(self.text())
        self._lay_out()

    @property
    def _is_on_table(self) -> bool:
        return self._play is not None and self._play.session.scenario.is_on_table

    def _lay_out(self) -> None:
        """Set the blocks one under the other."""
        look, down = self._look(), EDGE
        wide = self.viewport().width() - 2 * EDGE
        self._places = []
        for block in self.blocks:
            place = QRectF(EDGE, down, wide, block.height(wide, look))
            self._places.append(place)
            down = place.bottom()
        bar, high = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, round(down + EDGE) - high))
        bar.setPageStep(high)
        self.viewport().update()

    def _look(self) -> ForecastBlockStyle:
        return ForecastBlockStyle.of(self.palette(), self.font(), self._localize.language)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the blocks that are in sight."""
        painter, look = QPainter(self.viewport()), self._look()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), look.ground)
        above = self.verticalScrollBar().value()
        painter.translate(0, -above)
        seen = QRectF(event.rect()).translated(0, above)
        if not self._lit.isNull():
            painter.fillRect(self._lit.adjusted(-4, 0, 4, 0), look.faint(0.1))
        for block, place in zip(self.blocks, self._places, strict=True):
            if place.intersects(seen):
                block.paint(painter, place, look)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew."""
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Another font or theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._lay_out()

    # --- why --------------------------------------------------------------------------------------

    @property
    def explainable_items(self) -> tuple[ExplanationRequest, ...]:
        """All that may be asked of what is shown."""
        if self.forecast is None:
            return ()
        return tuple(each for block in self.blocks for each in getattr(block, "asked", ()))

    def question_at(self, point: QPointF) -> tuple[ExplanationRequest, QRectF] | None:
        """Return the explanation at a point of the panel, and its line."""
        down = point.y() + self.verticalScrollBar().value()
        for block, place in zip(self.blocks, self._places, strict=True):
            if place.top() <= down < place.bottom():
                found = line_at(block, down - place.top(), place.width(), self._look())
                return found and (found[0], found[1].translated(place.topLeft()))
        return None

    def ask_all(self) -> None:
        """Ask why of everything that is shown."""
        self.seen.refresh_if_visible()
        corner = self.viewport().mapToGlobal(QPoint(8, 8))
        if self.explainable_items:
            self.asked_why.emit(self.explainable_items, corner)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight a line that has a reason."""
        found = self.question_at(event.position())
        lit = found[1] if found else QRectF()
        if lit != self._lit:
            self._lit = lit
            shape = Qt.CursorShape.WhatsThisCursor if found else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().setToolTip(self._localize("why-hint") if found else "")
            self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a line, with any button, asks why it is so."""
        found = self.question_at(event.position())
        if found is not None:
            self.asked_why.emit((found[0],), event.globalPosition().toPoint())
        else:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button has asked already."""
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight."""
        self._lit = QRectF()
        self.viewport().update()
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of copying from the window while the panel has the keyboard."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            event.setAccepted(event.matches(QKeySequence.StandardKey.Copy))
            return event.isAccepted() or super().event(event)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy; the other keys scroll."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)
