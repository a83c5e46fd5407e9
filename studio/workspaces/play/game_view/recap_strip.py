"""The card over the board with the events since your decision, or a stop."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from engine.session.session_log import Recap
from engine.session.stop_conditions import StopCondition
from studio.widgets.floating_bar import FloatingBar
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer

HIGH, WIDE = 34, 760  # pixels


class RecapStrip(FloatingBar):
    """Steps through what has happened; the board shows the position after each event."""

    def __init__(
        self, play: GameController, pointer: GamePointer, board: QWidget, localize: Localizer
    ) -> None:
        super().__init__(board, Qt.Edge.BottomEdge, WIDE)
        self._play, self._pointer, self._localize = play, pointer, localize
        self._recap: Recap | None = None
        self._known: object = None
        self._whole = ""  # the text, before it is cut to its room
        self.place = -1  # of the event that is shown; -1 for the present
        self.head, self.words = QLabel(), QLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.back, self.on, self.now = QToolButton(), QToolButton(), QPushButton()
        self.stops, self.menu = QToolButton(), QMenu(self)
        self._toggles: dict[StopCondition, QAction] = {}
        self.back.clicked.connect(lambda: self.step(-1))
        self.on.clicked.connect(lambda: self.step(1))
        self.now.clicked.connect(self.end)
        self._lay_out()
        self._offer_stops()
        play.settled.connect(self._settle)
        play.recalled.connect(self._show)
        localize.changed.connect(self._settle)
        self._settle()

    def _lay_out(self) -> None:
        self.setFixedHeight(scale_length(HIGH))
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 1, 4, 1)
        self.back.setArrowType(Qt.ArrowType.LeftArrow)
        self.on.setArrowType(Qt.ArrowType.RightArrow)
        for button in (self.back, self.on, self.stops):
            button.setAutoRaise(True)
        for each in (self.back, self.on, self.now, self.stops):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for widget, share in ((self.back, 0), (self.on, 0), (self.head, 0), (self.words, 1),
                              (self.now, 0), (self.stops, 0)):  # fmt: skip
            row.addWidget(widget, share)

    def dispose(self) -> None:
        """Leave the board for good."""
        self._play.settled.disconnect(self._settle)
        self._play.recalled.disconnect(self._show)
        self._localize.changed.disconnect(self._settle)
        self.hide()
        self.deleteLater()

    # --- stops ------------------------------------------------------------------------------------

    def _offer_stops(self) -> None:
        """The same switches as in the Play menu, at hand."""
        self.stops.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.stops.setMenu(self.menu)
        for stop in StopCondition:
            toggle = self._toggles[stop] = self.menu.addAction("")
            toggle.setCheckable(True)
            toggle.toggled.connect(lambda on, stop=stop: self._play.stop_wanted.emit(stop, on))
        self.menu.aboutToShow.connect(self._check_stops)

    def _check_stops(self) -> None:
        for stop, toggle in self._toggles.items():
            toggle.blockSignals(True)
            toggle.setText(self._localize(f"action-stop-{stop}"))
            toggle.setChecked(stop in self._play.stops)
            toggle.blockSignals(False)

    # --- stepping ---------------------------------------------------------------------------------

    @property
    def recap(self) -> Recap | None:
        """Return the recap; cached until more happens, None while no one may read it."""
        session = self._play.session
        known = (session.history.number, session.answer_count, session.viewer, session.asked,
                 self._localize.language)  # fmt: skip
        if session.needs_hand_over or self._play.is_running:
            self._recap, self._known = None, None
        elif known != self._known:
            self._recap = session.recap(self._localize.language)
            self._known = known
        return self._recap

    def step(self, by: int) -> None:
        """Show the next event, or the one before; beyond the last is the present."""
        found = self.recap
        if not found or self._play.is_moving:
            return
        place = self.place + by if self.place >= 0 else (0 if by > 0 else len(found) - 1)
        if not 0 <= place < len(found):
            self.end()
            return
        self.place = place
        self._play.recall(found.visible_position(place))
        self._pointer.highlight_hex(found.lines[place].place)
        self._show()

    def end(self) -> None:
        """Go back to the present, or on from where the game has stopped."""
        if self._play.is_recalling:
            self._play.look_again()
        elif self._play.stopped:
            self._play.go_on()

    def _settle(self) -> None:
        self.place = -1
        self._show()

    # --- what is said -----------------------------------------------------------------------------

    def _show(self) -> None:
        localize, found, stopped = self._localize, self.recap, self._play.stopped
        if not self._play.is_recalling:
            self.place = -1
        for button in (self.back, self.on):
            button.setEnabled(bool(found))
        self.back.setToolTip(localize("recap-back"))
        self.on.setToolTip(localize("recap-on"))
        self.stops.setText(localize("recap-stops"))
        self.now.setVisible(self._play.is_recalling or bool(stopped))
        self.now.setText(localize("recap-now" if self._play.is_recalling else "stopped-go-on"))
        if self.place >= 0 and found:
            self._tell(localize("recap-at", place=self.place + 1, count=len(found)),
                       found.lines[self.place].sentence)  # fmt: skip
        elif stopped:
            told = [localize(f"stopped-{stop}") for stop in StopCondition if stop in stopped]
            self._tell(localize("stopped"), " ".join(told))
        elif found:
            self._tell(localize("recap-head", count=len(found)), found.lines[-1].sentence)
        else:
            self._tell(localize("recap-none"), "")
        self.setVisible(self.place >= 0 or bool(stopped) or bool(found))

    def _tell(self, head: str, words: str) -> None:
        self.head.setText(f"<b>{head}</b>")
        self.words.setToolTip(words)
        self._whole = words
        self.setAccessibleName(f"{head} {words}")
        self._fit()

    def _fit(self) -> None:
        letters = QFontMetrics(self.words.font())
        wide = max(self.words.width(), 40)
        self.words.setText(letters.elidedText(self._whole, Qt.TextElideMode.ElideRight, wide))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the words to the new room."""
        super().resizeEvent(event)
        self._fit()
