"""The card that is looked at, face and back, as it is printed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QTabBar, QVBoxLayout, QWidget

from engine.languages import LANGUAGES, language_name, shown_languages
from engine.scenario.scenario import Card, Deck
from studio.rendering.cards.card_painter import (
    CardRenderContext,
    card_size,
    fits_on_card,
    paint_card_back,
    paint_card_face,
)
from studio.widgets.containers import use_compact_tabs
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.deck_context import DeckContext

GAP = 5.0  # millimetres between face and back, and around them


class _Sheet(QWidget):
    """Face and back side by side, or one above the other where that shows them larger."""

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        self.deck, self.look, self.language = Deck("", ()), CardRenderContext(), "en"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Large enough to read both sides."""
        return QSize(300, 620)

    def minimumSizeHint(self) -> QSize:
        """Large enough to make out one side."""
        return QSize(120, 100)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both sides as large as they fit."""
        if self.card is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = card_size(self.deck)
        beside = self._scale(2, 1), QPointF(size.width() + GAP, 0)
        below = self._scale(1, 2), QPointF(0, size.height() + GAP)
        scale, step = max(beside, below, key=lambda each: each[0])
        whole = QRectF(0, 0, size.width() + step.x(), size.height() + step.y())
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(scale, scale)
        painter.translate(-whole.center())
        for place in (QPointF(), step):
            shadow = QRectF(place, size).translated(0.6, 0.9)
            painter.setPen(QColor(0, 0, 0, 0))
            painter.setBrush(QColor(0, 0, 0, 60))
            painter.drawRoundedRect(shadow, 3, 3)
        box = QRectF(QPointF(), size)
        paint_card_face(painter, self.card, self.deck, self.language, box, self.look)
        paint_card_back(painter, self.deck, self.language, box.translated(step), self.look)
        painter.end()

    def _scale(self, across: int, down: int) -> float:
        size = card_size(self.deck)
        wide = across * size.width() + (across + 1) * GAP
        high = down * size.height() + (down + 1) * GAP
        return min(self.width() / wide, self.height() / high)


class CardPreview(QWidget):
    """Shows a card in either language, and says where its words do not fit."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.sheet, self.fault = _Sheet(), FieldErrorLabel()
        self.fault.setForegroundRole(QPalette.ColorRole.BrightText)
        self.languages = QTabBar(expanding=False, drawBase=False, usesScrollButtons=False)
        use_compact_tabs(self.languages)
        self.languages.setElideMode(Qt.TextElideMode.ElideNone)
        for language in LANGUAGES:
            self.languages.setTabData(self.languages.addTab(""), language)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.languages)
        layout.addWidget(self.sheet, 1)
        layout.addWidget(self.fault)
        self.languages.currentChanged.connect(self._turn)
        self.set_language(localize.language)

    def set_language(self, language: str) -> None:
        """Show the card in this language."""
        self.languages.setCurrentIndex(list(LANGUAGES).index(language))
        self._turn(self.languages.currentIndex())

    def _turn(self, place: int) -> None:
        self.sheet.language = list(LANGUAGES)[place]
        self._judge()
        self.sheet.update()

    def show_card(self, card: Card | None, deck: Deck, setting: DeckContext) -> None:
        """Show a card of a deck."""
        self.sheet.card, self.sheet.deck, self.sheet.look = card, deck, setting.look()
        self._judge()
        self.sheet.update()

    def set_texts(self) -> None:
        """Name the languages."""
        card = self.sheet.card
        shown = shown_languages(self._localize.language, *((card.title, card.text) if card else ()))
        for place, language in enumerate(LANGUAGES):
            self.languages.setTabText(place, language_name(language))
            self.languages.setTabToolTip(place, self._localize("card-language"))
            self.languages.setTabVisible(place, language in shown)
        self.languages.updateGeometry()  # Qt does not when a tab is shown or hidden
        self._judge()

    def _judge(self) -> None:
        card = self.sheet.card
        fits = card is None or fits_on_card(card, self.sheet.language, self.sheet.deck.design)
        self.fault.tell("" if fits else self._localize("card-does-not-fit"))
