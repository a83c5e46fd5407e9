"""The panel of a deck's odds, turn by turn, and sample hands."""

from __future__ import annotations

import random
from itertools import starmap

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.games.card_odds import DeckDeal, deal_sample_draws, effect_shares
from engine.narration.number_format import format_tenths
from engine.scenario.scenario import Card, Deck
from engine.texts import localised
from studio.rendering.cards.card_painter import card_title
from studio.widgets.lazy_refresh import LazyRefresher
from studio.widgets.localization import Localizer
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.scenario.decks.card_list_model import card_summary
from studio.workspaces.scenario.decks.card_odds_model import CardOddsKind, OddsModel
from studio.workspaces.scenario.decks.deck_context import TURNS, DeckContext

MAX_TURNS, MAX_A_TURN, MAX_IN_ALL = 60, 20, 500
MAX_SEED = 999_999
APART = 8  # pixels between the fields above a table


def labelled_field(label: QLabel, field: QWidget) -> QWidget:
    """A field behind its name; both go to the next row together."""
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    label.setBuddy(field)
    row.addWidget(label)
    row.addWidget(field)
    return pair


class DealForm(QWidget):
    """The form of a deck's dealing: as its scenario says, unless changed here."""

    changed = Signal()

    def __init__(self, localize: Localizer, *before: QWidget) -> None:
        super().__init__()
        self._localize = localize
        self._rules: tuple[DeckDeal, int] | None = None
        self.per_turn, self.in_all, self.turns = QSpinBox(), QSpinBox(), QSpinBox()
        self.reshuffled, self.kept = QCheckBox(), QCheckBox()
        self._labels = {name: QLabel() for name in ("per-turn", "in-all", "turns")}
        for field, least, most in ((self.per_turn, 0, MAX_A_TURN), (self.in_all, 0, MAX_IN_ALL),
                                   (self.turns, 1, MAX_TURNS)):  # fmt: skip
            field.setRange(least, most)
        named = zip(self._labels.values(), (self.per_turn, self.in_all, self.turns), strict=True)
        layout = FlowLayout(self, APART)
        layout.setContentsMargins(0, 0, 0, 0)
        for part in (*before, *starmap(labelled_field, named), self.reshuffled, self.kept):
            layout.addWidget(part)
        self.reshuffled.toggled.connect(self.kept.setEnabled)
        for field in (self.per_turn, self.in_all, self.turns):
            field.valueChanged.connect(self.changed)
        for box in (self.reshuffled, self.kept):
            box.toggled.connect(self.changed)

    @property
    def dealing(self) -> DeckDeal:
        """Return the dealing in the fields."""
        return DeckDeal(
            self.per_turn.value(), self.in_all.value(), self.reshuffled.isChecked(),
            self.kept.isChecked(),
        )  # fmt: skip

    def follow(self, setting: DeckContext) -> None:
        """Take over what the rules say, if that has changed."""
        found = (setting.dealing(), setting.turns)
        if found == self._rules:
            return
        self._rules = found
        fields = (self.per_turn, self.in_all, self.turns, self.reshuffled, self.kept)
        blocked = [QSignalBlocker(field) for field in fields]
        self.per_turn.setValue(found[0].per_turn)
        self.in_all.setValue(found[0].in_all)
        self.turns.setValue(found[1] or TURNS)
        self.reshuffled.setChecked(found[0].reshuffled)
        self.kept.setEnabled(found[0].reshuffled)
        del blocked

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for name, label in self._labels.items():
            label.setText(self._localize(f"odds-{name}"))
        self.in_all.setSpecialValueText(self._localize("odds-no-limit"))
        self.reshuffled.setText(self._localize("odds-reshuffled"))
        self.reshuffled.setToolTip(self._localize("odds-reshuffled-hint"))
        self.kept.setText(self._localize("odds-kept"))
        self.kept.setToolTip(self._localize("odds-kept-hint"))


class OddsPanel(QWidget):
    """A heat table: the exact chance of every card by every turn."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deck, self._setting = Deck("", ()), DeckContext()
        self.seen = LazyRefresher(self, self._count)
        self.asked = QComboBox()
        self.form = DealForm(localize, self.asked)
        self.model, self.table, self.shares = OddsModel(localize), QTableView(), QLabel()
        for asked in CardOddsKind:
            self.asked.addItem("", asked)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setMinimumSectionSize(52)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.shares.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addWidget(self.form)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.shares)
        self.asked.activated.connect(self.refresh)
        self.form.changed.connect(self.refresh)

    def show_deck(self, deck: Deck, setting: DeckContext) -> None:
        """Show the chances of a deck; they are computed only once the panel is seen."""
        self._deck, self._setting = deck, setting
        self.form.follow(setting)
        self.refresh()

    def refresh(self) -> None:
        """Compute again, if the panel is seen."""
        self.seen.request_refresh()

    def _count(self) -> None:
        asked = CardOddsKind(self.asked.currentData())
        self.model.show(self._deck, self.form.dealing, self.form.turns.value(), asked)
        self.shares.setText(self._told_shares())

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for place in range(self.asked.count()):
            self.asked.setItemText(place, self._localize(f"odds-{self.asked.itemData(place)}"))
        self.form.set_texts()
        self.refresh()

    def _told_shares(self) -> str:
        effects, language = self._setting.effects, self._localize.language
        said = [
            f"{localised(effects[effect].name, language) if effect in effects else effect} "
            f"{format_tenths(share, language)}"
            for effect, share in effect_shares(self._deck)
        ]
        return self._localize("odds-shares", shares=" · ".join(said))


class SampleHandPanel(QWidget):
    """Hands drawn turn by turn, from a seed that can be reused."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deck, self._setting = Deck("", ()), DeckContext()
        self.seed, self.seed_label = QSpinBox(), QLabel()
        self.again, self.next = QPushButton(), QPushButton()
        seeded = labelled_field(self.seed_label, self.seed)
        self.form, self.hands = DealForm(localize, self.next, self.again, seeded), QTreeWidget()
        self.turn = 0  # the last that was drawn
        self.seen = LazyRefresher(self, self._draw)
        self.seed.setRange(0, MAX_SEED)
        self.hands.setColumnCount(3)
        self.hands.setRootIsDecorated(False)
        self.hands.setAlternatingRowColors(True)
        by_words = QHeaderView.ResizeMode.ResizeToContents
        for column, mode in enumerate((by_words, by_words, QHeaderView.ResizeMode.Stretch)):
            self.hands.header().setSectionResizeMode(column, mode)
        layout = QVBoxLayout(self)
        layout.addWidget(self.form)
        layout.addWidget(self.hands, 1)
        self.next.clicked.connect(self.draw_turn)
        self.again.clicked.connect(self.redraw)
        self.seed.valueChanged.connect(self.refresh)
        self.form.changed.connect(self.refresh)

    def show_deck(self, deck: Deck, setting: DeckContext) -> None:
        """Draw from a deck from now on; the hands drawn so far are drawn again from it."""
        self._deck, self._setting = deck, setting
        self.form.follow(setting)
        self.refresh()

    def draw_turn(self) -> None:
        """Draw for one more turn."""
        self.turn = min(self.turn + 1, self.form.turns.value())
        self.refresh()

    def redraw(self) -> None:
        """Start over, with another seed."""
        self.turn = 0
        seed = random.Random(self.seed.value()).randrange(MAX_SEED)
        with QSignalBlocker(self.seed):
            self.seed.setValue(seed)
        self.draw_turn()

    def refresh(self) -> None:
        """Show what was drawn, if the panel is seen."""
        self.seen.request_refresh()

    def _draw(self) -> None:
        self.turn = min(self.turn, self.form.turns.value())
        self.hands.clear()
        cards = {card.id: card for card in self._deck.cards}
        dealt = deal_sample_draws(self._deck, self.form.dealing, self.turn, self.seed.value())
        for turn, hand in enumerate(dealt, 1):
            for place, name in enumerate(hand or ("",)):
                self._add("" if place else str(turn), cards.get(name))
        self.hands.scrollToBottom()
        self.next.setEnabled(self.turn < self.form.turns.value())

    def _add(self, turn: str, card: Card | None) -> None:
        language = self._localize.language
        title = card_title(card, language) if card else self._localize("draw-nothing")
        said = card_summary(card, self._setting.effects, language) if card else ""
        row = QTreeWidgetItem([turn, title, said])
        row.setTextAlignment(0, Qt.AlignmentFlag.AlignCenter)
        if card is not None:
            row.setToolTip(1, localised(card.text, language))
        self.hands.addTopLevelItem(row)

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.next.setText(localize("draw-next"))
        self.again.setText(localize("draw-again"))
        self.seed_label.setText(localize("draw-seed"))
        self.hands.setHeaderLabels(
            [localize("draw-turn"), localize("draw-card"), localize("draw-effect")]
        )
        self.form.set_texts()
        self.refresh()
