"""A sentence beside the pointer: why a click did nothing, and a way to ask for the rule."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.session.barred import Refusal
from engine.session.explaining import ExplanationRequest
from studio.parts.speech import Localizer

SHOWN_MS = 9000
APART = 16  # pixels from the pointer
WIDEST = 340
WHY = "why"  # the link behind the words


class HintBubble(QFrame):
    """Stands over a board, never beyond it, until something is clicked, or for some seconds."""

    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen

    def __init__(self, board: QWidget, say: Localizer) -> None:
        super().__init__(board)
        self._board, self._say = board, say
        self.refusal: Refusal | None = None
        self.setObjectName("bubble")
        self.setStyleSheet(
            "#bubble { background: palette(tooltip-base); border: 1px solid palette(mid);"
            " border-radius: 5px } #bubble QLabel { color: palette(tooltip-text) }"
        )
        self.words = QLabel(wordWrap=True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.linkActivated.connect(self._ask)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 5, 8, 5)
        layout.addWidget(self.words)
        self._going = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._going.timeout.connect(self.hide)
        self.hide()

    def tell(self, refusal: Refusal, at: QPoint) -> None:
        """Say it beside a point of the board."""
        self.refusal = refusal
        why = f'&nbsp;<a href="{WHY}">{escape(self._say("why"))}</a>'
        self.words.setText(escape(refusal.words) + why)
        self.setAccessibleName(refusal.words)
        self.words.setFixedWidth(min(WIDEST, self._wide(refusal.words)))
        self.adjustSize()
        room, mine = self._board.rect(), self.rect()
        left = min(at.x() + APART, room.right() - mine.width())
        below = at.y() + APART
        is_low = below + mine.height() > room.bottom()
        self.move(max(left, 0), max(at.y() - APART - mine.height() if is_low else below, 0))
        self.show()
        self.raise_()
        self._board.installEventFilter(self)
        self._going.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Watch the board no more."""
        super().hideEvent(event)
        self._board.removeEventFilter(self)

    def put_away(self) -> None:
        """Leave the board for good."""
        self.hide()
        self.deleteLater()

    def _wide(self, words: str) -> int:
        letters = self.words.fontMetrics()
        return letters.horizontalAdvance(f"{words}  {self._say('why')}") + 12

    def _ask(self, _: str) -> None:
        refusal, corner = self.refusal, self.mapToGlobal(QPoint(0, self.height()))
        self.hide()
        if refusal is not None:
            self.asked_why.emit(
                (ExplanationRequest(refusal.words, (), (), refusal.subject),), corner
            )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the board, or a key there, ends it."""
        is_click = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress
        if is_click or event.type() is QEvent.Type.KeyPress:
            self.hide()
        return super().eventFilter(watched, event)
