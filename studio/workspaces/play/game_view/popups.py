"""Popups over a game: why a click did nothing, cards as printed, and cards drawn or played."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.games import card_effects_of, scenario_limits_of
from engine.scenario.scenario import Scenario
from engine.session.option_refusals import Refusal
from engine.session.rule_explanations import ExplanationRequest
from engine.session.session import Session
from engine.session.side_inventory import card_in
from studio.rendering.cards.card_painter import CardRenderContext, card_size, paint_card_face
from studio.widgets.chips import card_style
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import FOCUS_LINE, current_colours
from studio.workspaces.play.game_view.game_controller import CardEvent, GameController

SHOWN_MS = 9000
APART = 16  # pixels from the pointer
WIDEST = 340
WHY = "why"  # the link behind the words


class HintBubble(QFrame):
    """Stands over a board, never beyond it, until something is clicked, or for some seconds."""

    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen

    def __init__(self, board: QWidget, localize: Localizer) -> None:
        super().__init__(board)
        self._board, self._localize = board, localize
        self.refusal: Refusal | None = None
        self.setObjectName("bubble")
        self.setStyleSheet(card_style("bubble"))
        self.words = QLabel(wordWrap=True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.linkActivated.connect(self._ask)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 5, 8, 5)
        layout.addWidget(self.words)
        self._going = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._going.timeout.connect(self.hide)
        self.hide()

    def show_text(self, refusal: Refusal, at: QPoint) -> None:
        """Say it beside a point of the board."""
        self.refusal = refusal
        why = f'&nbsp;<a href="{WHY}">{escape(self._localize("why"))}</a>'
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

    def dispose(self) -> None:
        """Leave the board for good."""
        self.hide()
        self.deleteLater()

    def _wide(self, words: str) -> int:
        letters = self.words.fontMetrics()
        return letters.horizontalAdvance(f"{words}  {self._localize('why')}") + 12

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


READABLE = 264  # pixels: the width of a card that is looked at


class CardFaces:
    """Paints the faces of the cards that a session may show."""

    def __init__(self, session: Session) -> None:
        self._scenario: Scenario = session.scenario
        self._folder = session.path.parent if session.path is not None else Path()
        scenario = self._scenario
        known = scenario_limits_of(
            scenario.game, scenario.rules, [side.id for side in scenario.sides]
        )
        effects = card_effects_of(scenario.game, scenario.rules)
        self._look = CardRenderContext(effects, self._folder, terms=known.card_terms)
        self._painted = lru_cache(maxsize=128)(self._paint)

    def face(self, card: str, language: str, wide: int = READABLE) -> QPixmap | None:
        """A card so many pixels wide; None for one that lies in no deck."""
        return self._painted(card, language, wide)

    def _paint(self, id_: str, language: str, wide: int) -> QPixmap | None:
        found = card_in(self._scenario, id_)
        if found is None:
            return None
        card, deck = found
        sheet = card_size(deck)
        scale = wide / sheet.width()
        ratio = QGuiApplication.primaryScreen().devicePixelRatio()
        size = QSize(round(wide * ratio), round(sheet.height() * scale * ratio))
        picture = QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            room = QRectF(QPointF(), sheet)
            paint_card_face(painter, card, deck, language, room, self._look)
        return picture


CARD_SHOWN_MS, WIDE, WORDS, EDGE = 8000, 96, 180, 10
MAXIMUM = 3  # sentences at once
SMALL, NARROW, FEW = 900, 48, 130  # pixels: on boards of less width it is smaller


class CardNotice(QFrame):
    """Lies at the upper right of the board; a click on it, or some seconds, end it."""

    def __init__(self, play: GameController, board: QWidget, localize: Localizer) -> None:
        super().__init__(board)
        self._play, self._board, self._localize = play, board, localize
        self._faces = CardFaces(play.session)
        self._told: list[str] = []
        self.setObjectName("notice")
        self.setStyleSheet(card_style("notice", rim=current_colours().accent, width=FOCUS_LINE))
        self.picture, self.words = QLabel(), QLabel(wordWrap=True)
        self.words.setFixedWidth(scale_length(WORDS))
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.addWidget(self.picture)
        row.addWidget(self.words)
        self._going = QTimer(self, singleShot=True, interval=CARD_SHOWN_MS)
        self._going.timeout.connect(self.end)
        play.cards_met.connect(self.tell)
        self.hide()

    def tell(self, news: list[CardEvent]) -> None:
        """Show the last card, and say what happened to it and to those before."""
        is_small = self._board.width() < SMALL
        said = [*self._told, *(each.sentence for each in news)]
        self._told = said[-1:] if is_small else said[-MAXIMUM:]
        wide = NARROW if is_small else WIDE
        face = self._faces.face(news[-1].card, self._localize.language, wide)
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

    def dispose(self) -> None:
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
