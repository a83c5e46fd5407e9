"""The decks a side draws from, where its game knows several, and what it has of each at first."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from engine.scenario.scenario import Scenario, ScenarioSide, StartingHand
from studio.widgets.document_fields import UndoableNumberBox
from studio.widgets.localization import Localizer

MAX_CARDS = 99


class SideDecksForm(QWidget):
    """A row for every deck: whether the side draws from it, and how many cards it begins with."""

    edited = Signal(tuple, bool)  # of Hand; whether it is typed, so that more may follow

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._hands: tuple[StartingHand, ...] = ()
        self.draws: dict[str, QCheckBox] = {}
        self.cards: dict[str, UndoableNumberBox] = {}
        self._heads = QLabel()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._heads, 0, 1)

    def show_side(self, scenario: Scenario, side: ScenarioSide, most: int) -> None:
        """Show its decks; no more than so many can be chosen."""
        self._hands = side.decks
        words = {
            id_: self._localize.localize_text(deck.title) or id_
            for id_, deck in scenario.decks.items()
        }
        words |= {h.deck: f"{h.deck} ?" for h in side.decks if h.deck not in words}
        if [*self.draws] != [*words]:
            self._lay_rows([*words])
        self._heads.setText(self._localize("side-hand"))
        held = {hand.deck: hand.cards for hand in side.decks}
        for id_, box in self.draws.items():
            box.setText(words[id_])
            box.setChecked(id_ in held)
            box.setEnabled(id_ in held or len(held) < most)
            deck, cards = scenario.decks.get(id_), self.cards[id_]
            with QSignalBlocker(cards):
                there = sum(card.copies for card in deck.cards) if deck else MAX_CARDS
                cards.setMaximum(max(there, held.get(id_, 0)))
                cards.setValue(held.get(id_, 0))
            cards.setEnabled(id_ in held)

    def _lay_rows(self, decks: list[str]) -> None:
        for old in (*self.draws.values(), *self.cards.values()):
            self._grid.removeWidget(old)
            old.deleteLater()
        self.draws = {id_: QCheckBox() for id_ in decks}
        self.cards = {id_: UndoableNumberBox(0, MAX_CARDS) for id_ in decks}
        for row, id_ in enumerate(decks, 1):
            self._grid.addWidget(self.draws[id_], row, 0)
            self._grid.addWidget(self.cards[id_], row, 1)
            self.draws[id_].clicked.connect(lambda on, id_=id_: self._draw(id_, on))
            self.cards[id_].valueChanged.connect(lambda count, id_=id_: self._begin(id_, count))

    def _draw(self, deck: str, is_drawn: bool) -> None:
        """From one deck more, the last of all; or no longer from one."""
        left = tuple(hand for hand in self._hands if hand.deck != deck)
        self.edited.emit((*left, StartingHand(deck)) if is_drawn else left, False)

    def _begin(self, deck: str, cards: int) -> None:
        """Begin with a number of cards of a deck in the hand."""
        hands = (StartingHand(deck, cards) if hand.deck == deck else hand for hand in self._hands)
        self.edited.emit(tuple(hands), True)
