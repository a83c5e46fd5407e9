"""The clock of a move: begun with "go", it shows the time and, where the rules say so, ends it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QToolButton, QWidget

from engine.play.option_targets import ENDING
from engine.play.time_limits import TimedRules, TimeLeft, TurnTimeLimit
from studio.widgets.chips import ink_style
from studio.widgets.tokens import current_colours
from studio.workspaces.play.game_view.game_controller import GameController

TICK_MS = 250


class MoveClock(QToolButton):
    """Shows the time left to the side that moves; a click starts it, or halts it."""

    def __init__(self, play: GameController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._play = play
        self.now: Callable[[], float] = time.monotonic
        self._stint = ""
        self._left = 0.0  # seconds, when it was last started or halted
        self._since: float | None = None  # when it was begun; None while it stands
        self._called = 0
        self._ticks = QTimer(self, interval=TICK_MS)
        self._ticks.timeout.connect(self.tick)
        self.clicked.connect(lambda _=False: self.toggle())
        play.settled.connect(self.follow)
        self.follow()

    @property
    def allotted(self) -> TurnTimeLimit | None:
        """The time of the side whose turn it is."""
        game = self._play.session.game
        rules = game.rules
        return rules.allotted(game.state) if isinstance(rules, TimedRules) else None

    @property
    def left(self) -> float:
        """The seconds that are left."""
        gone = 0.0 if self._since is None else self.now() - self._since
        return max(self._left - gone, 0.0)

    def follow(self) -> None:
        """Show another question; in a new turn the clock is paused until started."""
        told = self.allotted
        self.setVisible(told is not None)
        if told is None:
            self._ticks.stop()
            return
        if told.stint != self._stint:
            kept = self._play.session.time_left
            is_kept = kept.stint == told.stint
            left = kept.thousandths / 1000 if is_kept else float(told.seconds)
            self._stint, self._left, self._since = told.stint, left, None
            self._called = 0
            self._ticks.stop()
        elif not self._left:
            QTimer.singleShot(0, self, self._end_move)
        self._show()

    def toggle(self) -> None:
        """Start or halt the clock."""
        if self._since is None:
            self._since = self.now()
            self._ticks.start()
        else:
            self._left, self._since = self.left, None
            self._ticks.stop()
        self._show()

    def tick(self) -> None:
        """Call the time where that is due."""
        told = self.allotted
        if told is None or self._since is None:
            return
        due = sum(self.left <= seconds for seconds in told.calls)
        if due > self._called and self.left:
            self._called = due
            self._play.refused.emit(self._play.localize("move-clock-left", left=self._words()))
        self._show()
        if not self.left:
            self._end()

    def _end(self) -> None:
        """Time is up: the move ends as it stands, or that is only announced."""
        self._ticks.stop()
        self._left, self._since = 0.0, None
        self._play.refused.emit(self._play.localize("move-clock-time"))
        self._end_move()

    def _end_move(self) -> None:
        """Answer for the side whose time is up that it is done, where the rules say so."""
        told, choices = self.allotted, self._play.choices
        if told is None or not told.ends or choices is None:
            return
        if told.stint != self._stint or self._play.session.asked != told.side:
            return
        last = choices.options[-1]
        if choices.pointing(last).deed in ENDING:
            self._play.answer(last)

    def _show(self) -> None:
        told = self.allotted
        if told is not None and told.stint == self._stint:
            self._play.session.time_left = TimeLeft(self._stint, round(1000 * self.left))
        running = self._since is not None
        key = "move-clock-runs" if running else "move-clock-go"
        self.setText(self._play.localize(key, left=self._words()))
        hint = self._play.localize("move-clock-hint")
        if told is not None and told.restoring and not running:
            least, most = told.restoring
            hint += " " + self._play.localize("move-clock-restoring", least=least, most=most)
        self.setToolTip(hint)
        calls = told.calls if told is not None else ()
        colours = current_colours()
        shade = colours.danger if self.left <= min(calls, default=0) else colours.warning
        is_short = running and self.left <= max(calls, default=0)
        self.setStyleSheet(ink_style(shade, is_bold=True) if is_short else "")

    def _words(self) -> str:
        whole = round(self.left + 0.49)
        return f"{whole // 60}:{whole % 60:02}"
