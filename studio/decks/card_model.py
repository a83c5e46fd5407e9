"""The cards of a deck as rows: only what changed is reported and drawn again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt

from engine.problems import Problem, Severity
from engine.scenario.scenario import Card, Deck
from studio.drawing.cards import card_title
from studio.parts.problems import SIGNS

Index = QModelIndex | QPersistentModelIndex
MOVED = "application/x-sandtable-cards"
NOWHERE = QModelIndex()


class Role(IntEnum):
    """What a row says beside its title."""

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
        """How many cards there are."""
        return 0 if parent.isValid() else len(self.cards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a row says about its card."""
        card = self.cards[index.row()]
        if role == Role.CARD:
            return card
        if role == Role.SIGN:
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
        """What is dragged: cards of this list."""
        return [MOVED]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The dragged cards; the list itself knows which ones."""
        dragged = QMimeData()
        dragged.setData(MOVED, b"cards")
        return dragged

    def supportedDropActions(self) -> Qt.DropAction:
        """Cards are moved, not copied."""
        return Qt.DropAction.MoveAction
