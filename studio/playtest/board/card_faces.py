"""Cards of a game as they are printed, small enough for a hand or large enough to be read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPixmap

from engine.games import effects_of, limits
from engine.scenario.scenario import Scenario
from engine.session.session import Session
from engine.session.stores import card_in
from studio.drawing.cards import CardRenderContext, card_size, paint_card_face

READABLE = 264  # pixels: the width of a card that is looked at


class CardFaces:
    """Paints the faces of the cards that a session may show."""

    def __init__(self, session: Session) -> None:
        self._scenario: Scenario = session.scenario
        self._folder = session.path.parent if session.path is not None else Path()
        scenario = self._scenario
        known = limits(scenario.game, scenario.rules, [side.id for side in scenario.sides])
        effects = effects_of(scenario.game, scenario.rules)
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
