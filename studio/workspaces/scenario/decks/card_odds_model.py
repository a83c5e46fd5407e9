"""The chances of a deck's cards as a heat table: one row per card, one column per turn."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QColor

from engine.games.card_odds import CardOdds, DeckDeal, draw_odds
from engine.narration.number_format import format_decimal, format_tenths, round_decimal
from engine.scenario.scenario import Deck
from studio.rendering.cards.card_painter import card_title
from studio.rendering.charts.dice_pictures import text_colour_on
from studio.rendering.painting import blend
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.card_list_model import NOWHERE, Index

COLD, HOT = "#f4efe0", "#a8321f"


class CardOddsKind(StrEnum):
    """The kinds of chances shown."""

    DRAWN_BY = "drawn-by"
    DRAWN_IN = "drawn-in"
    COPIES_BY = "copies-by"

    def chances_by_turn(self, found: CardOdds) -> Sequence[Fraction]:
        """The numbers it means, turn by turn."""
        return getattr(found, self.replace("-", "_"))  # type: ignore[no-any-return]  # a field of Odds


class OddsModel(QAbstractTableModel):
    """Chances, exact; cells show them rounded and in colour, tips as fractions."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deck, self._odds, self._turns = Deck("", ()), dict[str, CardOdds](), 0
        self._most = Fraction(1)  # the value shown hottest
        self.asked = CardOddsKind.DRAWN_BY

    def show(self, deck: Deck, dealing: DeckDeal, turns: int, asked: CardOddsKind) -> None:
        """Show the chances of a deck dealt this way, for a number of turns."""
        is_same = (len(deck.cards), turns) == (len(self._deck.cards), self._turns)
        if not is_same:
            self.beginResetModel()
        self._deck, self._turns, self.asked = deck, turns, asked
        self._odds = draw_odds(deck, dealing, turns)
        self._most = self._highest()
        if not is_same:
            self.endResetModel()
            return
        last = len(deck.cards) - 1
        self.dataChanged.emit(self.index(0, 0), self.index(last, turns - 1))
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, last)

    def chance(self, row: int, column: int) -> Fraction:
        """The number in a cell."""
        return self.asked.chances_by_turn(self._odds[self._deck.cards[row].id])[column]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """One row per card."""
        return 0 if parent.isValid() else len(self._deck.cards)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """One column per turn."""
        return 0 if parent.isValid() else self._turns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's chance in words, its colour, and its exact value."""
        chance = self.chance(index.row(), index.column())
        shade = _heat(chance / self._most)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._shown(chance)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(index, chance)
            case Qt.ItemDataRole.BackgroundRole:
                return shade
            case Qt.ItemDataRole.ForegroundRole:
                return text_colour_on(shade)
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
        return None

    def _tip(self, index: Index, chance: Fraction) -> str:
        title = card_title(self._deck.cards[index.row()], self._localize.language)
        return self._localize("odds-tip", fraction=chance, turn=index.column() + 1, card=title)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Turns above, cards with their copies to the left."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return str(section + 1)
        card = self._deck.cards[section]
        title = card_title(card, self._localize.language)
        return f"{title} ×{card.copies}" if card.copies > 1 else title

    def _highest(self) -> Fraction:
        """The highest number in the table; 1 for chances."""
        every = (self.asked.chances_by_turn(found)[-1] for found in self._odds.values())
        return max(Fraction(1), *every) if self.asked is CardOddsKind.COPIES_BY else Fraction(1)

    def _shown(self, chance: Fraction) -> str:
        if self.asked is CardOddsKind.COPIES_BY:
            return format_decimal(round_decimal(chance, 2), self._localize.language)
        return format_tenths(chance, self._localize.language)


def _heat(chance: Fraction) -> QColor:
    return blend(QColor(COLD), HOT, float(min(chance, Fraction(1))))
