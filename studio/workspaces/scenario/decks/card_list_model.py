"""The cards of a deck as rows: face, title, effect, copies; only changed rows are drawn again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.games.card_effects import CardEffectType
from engine.problems import Problem, Severity
from engine.scenario.scenario import Card, CardEffect, Deck
from engine.texts import localised
from studio.rendering.cards.card_painter import (
    CardRenderContext,
    card_size,
    card_title,
    paint_card_face,
)
from studio.widgets.problems_panel import SIGNS

Index = QModelIndex | QPersistentModelIndex
MOVED = "application/x-sandtable-cards"
NOWHERE = QModelIndex()


class CardRowRole(IntEnum):
    """The roles of a row's data besides its title."""

    CARD = Qt.ItemDataRole.UserRole
    SIGN = Qt.ItemDataRole.UserRole + 1


class CardModel(QAbstractListModel):
    """The cards of one deck, in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: tuple[Card, ...] = ()
        self.language = "en"
        self._problems: Mapping[str, Sequence[Problem]] = {}

    def show(self, deck: Deck) -> bool:
        """Show a deck; returns whether the rows themselves changed, and not only their content."""
        was = self.cards
        renamed = sum(old.id != new.id for old, new in zip(was, deck.cards, strict=False))
        if len(was) != len(deck.cards) or renamed > 1:
            self.beginResetModel()
            self.cards = deck.cards
            self.endResetModel()
            return True
        self.cards = deck.cards
        for row, (old, new) in enumerate(zip(was, deck.cards, strict=True)):
            if old is not new:
                self.dataChanged.emit(self.index(row), self.index(row))
        return False

    def show_problems(self, problems: Mapping[str, Sequence[Problem]]) -> None:
        """Mark the cards about which something is doubtful."""
        was, self._problems = self._problems, problems
        for row, card in enumerate(self.cards):
            if was.get(card.id) != problems.get(card.id):
                self.dataChanged.emit(self.index(row), self.index(row))

    def row(self, card: str) -> int:
        """The row of a card by its id; -1 without one."""
        return next((row for row, each in enumerate(self.cards) if each.id == card), -1)

    # --- what Qt asks -----------------------------------------------------------------------------

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return the number of cards."""
        return 0 if parent.isValid() else len(self.cards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the data of a card's row."""
        card = self.cards[index.row()]
        if role == CardRowRole.CARD:
            return card
        if role == CardRowRole.SIGN:
            return self._sign(card)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{card_title(card, self.language)} × {card.copies}"
        if role == Qt.ItemDataRole.ToolTipRole:
            told = (each.message(self.language) for each in self._problems.get(card.id, ()))
            return "\n".join(told)
        return None

    def _sign(self, card: Card) -> str:
        found = [each.severity for each in self._problems.get(card.id, ())]
        if not found:
            return ""
        return SIGNS[Severity.ERROR if Severity.ERROR in found else Severity.WARNING]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cards can be chosen and dragged, and dropped between others."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        )

    def mimeTypes(self) -> list[str]:
        """Return the type of dragged data: cards of this list."""
        return [MOVED]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The dragged cards; the list itself knows which ones."""
        dragged = QMimeData()
        dragged.setData(MOVED, b"cards")
        return dragged

    def supportedDropActions(self) -> Qt.DropAction:
        """Cards are moved, not copied."""
        return Qt.DropAction.MoveAction


FACE = QSize(38, 53)
ROW = 61
APART = 8
MAX_KEPT = 500


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
        card: Card = index.data(CardRowRole.CARD)
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
        self._write(painter, card, box, ink, str(index.data(CardRowRole.SIGN)))
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
        _line(painter, card_summary(card, self.look.effects, self.language), room, 1)
        _line(painter, card.id, room, 2)
        painter.setPen(ink)
        copies = QRectF(box.right() - 38, box.top(), 32, ROW)
        painter.drawText(copies, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                         f"×{card.copies}")  # fmt: skip

    def _face(self, card: Card, ratio: float) -> QPixmap:
        kept = self._faces.get(id(card))
        if kept is not None and kept[0] is card and kept[1].devicePixelRatioF() == ratio:
            return kept[1]
        if len(self._faces) > MAX_KEPT:
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


def card_summary(card: Card, effects: Mapping[str, CardEffectType], language: str) -> str:
    """Describe a card in a few words: its effects and their numbers."""
    return "; ".join(_summary(each, effects, language) for each in card.all_effects)


def _summary(doing: CardEffect, effects: Mapping[str, CardEffectType], language: str) -> str:
    effect = effects.get(doing.effect)
    if effect is None:
        return doing.effect
    values = effect.with_usual_values(doing.parameters)
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
