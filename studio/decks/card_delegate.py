"""How a card is shown in the list: a small face, its title, its effect, the number of copies."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.games.card_effects import Effect
from engine.scenario.scenario import Card, CardEffect, Deck
from engine.texts import localised
from studio.decks.card_model import Index, Role
from studio.drawing.cards import CardRenderContext, card_size, card_title, paint_card_face

FACE = QSize(38, 53)
ROW = 61
APART = 8
MOST_KEPT = 500


class CardDelegate(QStyledItemDelegate):
    """Draws rows; small faces are kept until their card changes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look, self.deck, self.language = CardRenderContext(), Deck("", ()), "en"
        self._faces: dict[int, tuple[Card, QPixmap]] = {}

    def show(self, deck: Deck, look: CardRenderContext, language: str) -> None:
        """Draw cards of a deck in this manner from now on."""
        if (look.folder, look.effects, language, deck.title) != (
            self.look.folder, self.look.effects, self.language, self.deck.title
        ):  # fmt: skip
            self._faces.clear()
        self.deck, self.look, self.language = deck, look, language

    def forget(self) -> None:
        """Draw every face anew: a picture may have changed."""
        self._faces.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every row is as high as a small face."""
        return QSize(180, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        card: Card = index.data(Role.CARD)
        painter.save()
        self.initStyleOption(option, index)
        palette, box = _palette(option), QRectF(_rect(option))
        is_chosen = bool(_state(option) & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(box, palette.highlight())
        elif index.row() % 2:
            painter.fillRect(box, palette.alternateBase())
        ink = palette.color(
            QPalette.ColorRole.HighlightedText if is_chosen else QPalette.ColorRole.Text
        )
        face = self._face(card, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(box.left() + 5, box.top() + (ROW - FACE.height()) / 2), face)
        self._write(painter, card, box, ink, str(index.data(Role.SIGN)))
        painter.restore()

    def _write(self, painter: QPainter, card: Card, box: QRectF, ink: QColor, sign: str) -> None:
        bold = QFont(painter.font())
        bold.setBold(True)
        left = box.left() + 5 + FACE.width() + APART
        room = QRectF(left, box.top() + 6, box.right() - left - 40, ROW - 12)
        painter.setPen(ink)
        painter.setFont(bold)
        title = (
            f"{sign} {card_title(card, self.language)}" if sign else card_title(card, self.language)
        )
        _line(painter, title, room, 0)
        bold.setBold(False)
        bold.setPointSizeF(bold.pointSizeF() * 0.88)
        painter.setFont(bold)
        faint = QColor(ink)
        faint.setAlphaF(0.75)
        painter.setPen(faint)
        _line(painter, summary(card, self.look.effects, self.language), room, 1)
        _line(painter, card.id, room, 2)
        painter.setPen(ink)
        copies = QRectF(box.right() - 38, box.top(), 32, ROW)
        painter.drawText(copies, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                         f"×{card.copies}")  # fmt: skip

    def _face(self, card: Card, ratio: float) -> QPixmap:
        kept = self._faces.get(id(card))
        if kept is not None and kept[0] is card and kept[1].devicePixelRatioF() == ratio:
            return kept[1]
        if len(self._faces) > MOST_KEPT:
            self._faces.clear()
        drawn = QPixmap(FACE * ratio)
        drawn.setDevicePixelRatio(ratio)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = card_size(self.deck)
        part = min(FACE.width() / size.width(), FACE.height() / size.height())
        painter.translate((FACE.width() - part * size.width()) / 2, 0)
        painter.scale(part, part)
        paint_card_face(painter, card, self.deck, self.language, QRectF(QPointF(), size), self.look)
        painter.end()
        self._faces[id(card)] = (card, drawn)
        return drawn


def summary(card: Card, effects: Mapping[str, Effect], language: str) -> str:
    """What a card does in a few words: its effects and their numbers."""
    return "; ".join(_summary(each, effects, language) for each in card.does)


def _summary(doing: CardEffect, effects: Mapping[str, Effect], language: str) -> str:
    effect = effects.get(doing.effect)
    if effect is None:
        return doing.effect
    values = effect.filled(doing.parameters)
    said = [each.said(values[each.id], language) for each in effect.parameters
            if not isinstance(values[each.id], bool)]  # fmt: skip
    return f"{localised(effect.name, language)}  {' · '.join(said)}"


def _line(painter: QPainter, words: str, room: QRectF, row: int) -> None:
    """Write one of three lines, shortened to the room there is."""
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, round(room.width()))
    high = room.height() / 3
    line = QRectF(room.left(), room.top() + row * high, room.width(), high)
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)


def _rect(option: QStyleOptionViewItem) -> QRectF:
    return QRectF(option.rect)


def _state(option: QStyleOptionViewItem) -> QStyle.StateFlag:
    state: QStyle.StateFlag = option.state
    return state


def _palette(option: QStyleOptionViewItem) -> QPalette:
    palette: QPalette = option.palette
    return palette
