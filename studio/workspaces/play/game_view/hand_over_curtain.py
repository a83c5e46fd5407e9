"""The curtain over map and panels while the screen is handed to another person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from engine.narration.scenario_names import ScenarioNames
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.localization import Localizer
from studio.widgets.sizing import sized_font
from studio.widgets.tokens import TextSize, current_colours

if TYPE_CHECKING:
    from studio.workspaces.play.game_view.game_controller import GameController

BAND = 14  # pixels of the band
WIDE, HIGH = 160, 44  # pixels of the button at least
LIES_OVER = (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.ChildAdded)


class CoverWidget(QWidget):
    """Hides all of a widget, whatever its size, while it is down."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.hide()

    def set_covered(self, is_down: bool) -> None:
        """Hide what is below, or show it again."""
        if is_down and self.isHidden():
            self._over.installEventFilter(self)
        elif not is_down:
            self._over.removeEventFilter(self)
        self.setVisible(is_down)
        if is_down:
            self._cover()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as what is hidden, and above everything in it."""
        if event.type() in LIES_OVER:
            self._cover()
        return False

    def _cover(self) -> None:
        self.setGeometry(self._over.rect())
        self.raise_()


class HandOverCurtain(CoverWidget):
    """Hides a tab and says whose turn it is to look; Enter or the button lifts it."""

    lifted = Signal()  # the person asked is at the screen

    def __init__(self, over: QWidget, localize: Localizer) -> None:
        super().__init__(over)
        self._localize = localize
        self._play: GameController | None = None
        self.band, self.whose, self.hand = QLabel(), QLabel(), QLabel()
        self.button = QPushButton()
        self.button.clicked.connect(self.lifted)
        self.button.setAutoDefault(True)
        for label, size in ((self.whose, TextSize.DISPLAY), (self.hand, TextSize.LARGE)):
            label.setFont(sized_font(size))
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.button.setFont(self.hand.font())
        self.button.setMinimumSize(WIDE, HIGH)
        self._lay_out()
        localize.changed.connect(self.retranslate)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(18)
        self.band.setFixedHeight(BAND)
        layout.addWidget(self.band)
        layout.addStretch(2)
        layout.addWidget(self.whose)
        layout.addWidget(self.hand)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def follow(self, play: GameController | None) -> None:
        """Be down while a game wants the screen to be handed over."""
        self._play = play
        is_down = play is not None and play.session.needs_hand_over
        was_down = not self.isHidden()
        self.set_covered(is_down)
        if is_down:
            self.retranslate()
        if is_down and not was_down:
            self.button.setFocus()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        if self._play is None or not self._play.session.needs_hand_over:
            return
        session, localize = self._play.session, self._localize
        side = ScenarioNames(session.scenario, localize.language).side(session.asked)
        self.whose.setText(localize("curtain-whose", side=side))
        self.setAccessibleName(localize("curtain"))
        self.hand.setText(localize("curtain"))
        self.button.setText(localize("curtain-lift", side=side))
        colour = side_colours(session.scenario).get(session.asked, current_colours().edge)
        self.band.setStyleSheet(f"background: {colour}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter lifts it, wherever the focus is."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.lifted.emit()
        else:
            super().keyPressEvent(event)
