"""A small note over the map that asks for the reason of an umpire's order."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.play.game import Intervention
from studio.parts.boxes import FieldError
from studio.parts.speech import Localizer
from studio.parts.text_size import scaled

WIDE = 300
APART = 18  # pixels between the place and the note


@dataclass
class LastUmpireReason:
    """Who acted as the umpire last, and why: what the next note begins with."""

    who: str = ""
    why: str = ""


class UmpireReasonNote(QFrame):
    """Stays beside the place it is about until it is answered; the map stays visible.

    Enter gives the order, Esc gives it up.
    """

    given = Signal(object)  # Intervention, with the reason

    def __init__(self, canvas: QWidget, say: Localizer, reasons: LastUmpireReason) -> None:
        super().__init__(canvas)
        self._canvas, self._say, self._reasons = canvas, say, reasons
        self._order = Intervention("")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFixedWidth(scaled(WIDE))
        self.words, self.question = QLabel(), QLabel()
        self.why, self.fault = QLineEdit(), FieldError()
        self.question.setBuddy(self.why)
        self.words.setWordWrap(True)
        self.do, self.give_up = QPushButton(), QPushButton()
        self.do.clicked.connect(self._give)
        self.give_up.clicked.connect(self.put_away)
        self.why.returnPressed.connect(self._give)
        self.why.textChanged.connect(lambda _: self.fault.tell(""))
        self.why.installEventFilter(self)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        row, buttons, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        row.addWidget(self.question)
        row.addWidget(self.why)
        buttons.addStretch()
        buttons.addWidget(self.do)
        buttons.addWidget(self.give_up)
        layout.addWidget(self.words)
        layout.addLayout(row)
        layout.addWidget(self.fault)
        layout.addLayout(buttons)

    def ask(self, order: Intervention, words: str, near: QPoint) -> None:
        """Ask why an order is given, beside a point of the canvas."""
        say = self._say
        self._order = order
        self.words.setText(words)
        self.question.setText(say("umpire-why"))
        self.why.setText(self._reasons.why or say("umpire-usual-reason"))
        self.do.setText(say("umpire-do"))
        self.give_up.setText(say("cancel"))
        self.fault.tell("")
        self._stand(near)
        self.show()
        self.raise_()
        self.why.setFocus()
        self.why.selectAll()

    def refuse(self, words: str) -> None:
        """Say why the order cannot be carried out."""
        self.fault.tell(words)
        self.adjustSize()

    def put_away(self) -> None:
        """Give the order up."""
        if self.isVisible():
            self.hide()
            self._canvas.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc gives up; it comes before the window's own."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            self.put_away()
        return True

    def _stand(self, near: QPoint) -> None:
        """Beside a place, wholly on the canvas."""
        self.adjustSize()
        room = self._canvas.size() - self.size()
        right = near.x() + APART
        if right > room.width():
            right = near.x() - APART - self.width()
        down = min(near.y() - self.height() // 2, room.height())
        self.move(max(min(right, room.width()), 0), max(down, 0))

    def _give(self) -> None:
        why = self.why.text().strip()
        if not why:
            self.refuse(self._say("umpire-why-needed"))
            return
        self._reasons.why = why
        self.given.emit(self._order._replace(who=self._reasons.who, why=why))
