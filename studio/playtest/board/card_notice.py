"""A card that was drawn, played or has lapsed, shown over the board for a while."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from studio.parts.speech import Localizer
from studio.parts.text_size import scaled
from studio.playtest.board.card_faces import CardFaces
from studio.playtest.board.play import CardEvent, GameController

SHOWN_MS, WIDE, WORDS, EDGE = 8000, 96, 180, 10
MOST = 3  # sentences at once
SMALL, NARROW, FEW = 900, 48, 130  # pixels: on boards of less width it is smaller


class CardNotice(QFrame):
    """Lies at the upper right of the board; a click on it, or some seconds, end it."""

    def __init__(self, play: GameController, board: QWidget, say: Localizer) -> None:
        super().__init__(board)
        self._play, self._board, self._say = play, board, say
        self._faces = CardFaces(play.session)
        self._told: list[str] = []
        self.setObjectName("notice")
        self.setStyleSheet(
            "#notice { background: palette(base); border: 2px solid palette(highlight);"
            " border-radius: 8px }"
        )
        self.picture, self.words = QLabel(), QLabel(wordWrap=True)
        self.words.setFixedWidth(scaled(WORDS))
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.addWidget(self.picture)
        row.addWidget(self.words)
        self._going = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._going.timeout.connect(self.end)
        play.cards_met.connect(self.tell)
        self.hide()

    def tell(self, news: list[CardEvent]) -> None:
        """Show the last card, and say what happened to it and to those before."""
        is_small = self._board.width() < SMALL
        said = [*self._told, *(each.sentence for each in news)]
        self._told = said[-1:] if is_small else said[-MOST:]
        wide = NARROW if is_small else WIDE
        face = self._faces.face(news[-1].card, self._say.language, wide)
        self.picture.setVisible(face is not None)
        if face is not None:
            self.picture.setPixmap(face)
        self.words.setFixedWidth(FEW if is_small else WORDS)
        self.words.setText("\n\n".join(self._told))
        self.setAccessibleName(" ".join(self._told))
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        self._board.installEventFilter(self)
        self._going.start()

    def end(self) -> None:
        """Show it no more."""
        self._told = []
        self.hide()

    def put_away(self) -> None:
        """Leave the board for good."""
        self._play.cards_met.disconnect(self.tell)
        self.hide()
        self.deleteLater()

    def hideEvent(self, event: QHideEvent) -> None:
        """Watch the board no more."""
        super().hideEvent(event)
        self._board.removeEventFilter(self)

    def _place(self) -> None:
        self.move(max(self._board.width() - self.width() - EDGE, 0), EDGE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click has read it."""
        self.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """It stays in the corner."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
