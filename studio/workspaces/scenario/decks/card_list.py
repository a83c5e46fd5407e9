"""The list of a deck's cards: searched, chosen, added, copied, removed, reordered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from PySide6.QtCore import QEvent, QItemSelectionModel, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.games.card_effects import CardEffectType
from engine.games.card_odds import deck_size
from engine.problems import Problem
from engine.scenario.scenario import Card, Deck
from engine.texts import localised
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.scenario.decks.card_list_model import CardDelegate, CardModel
from studio.workspaces.scenario.decks.deck_context import DeckContext

FLAG = QItemSelectionModel.SelectionFlag


class CardCommand(StrEnum):
    """The commands for the selected cards."""

    ADD = "add"
    DUPLICATE = "duplicate"
    DELETE = "delete"
    UP = "up"
    DOWN = "down"


SHOWN = {CardCommand.ADD: "+", CardCommand.DELETE: "−", CardCommand.UP: "↑", CardCommand.DOWN: "↓"}
KEYS = {"Ins": CardCommand.ADD, "Ctrl+D": CardCommand.DUPLICATE, "Del": CardCommand.DELETE,
        "Alt+Up": CardCommand.UP, "Alt+Down": CardCommand.DOWN}  # fmt: skip


class _DropListView(QListView):
    """The rows; a drop says between which of them it falls."""

    dropped = Signal(int)  # before which row

    def dropEvent(self, event: QDropEvent) -> None:
        """Do not move rows here: the deck decides the order."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        place = index.row() if index.isValid() else self.model().rowCount()
        if index.isValid():
            place += at.y() > self.visualRect(index).center().y()
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.dropped.emit(place)


class CardList(QWidget):
    """Shows cards and signals what the user wants done with them; others do it."""

    wanted = Signal(object, str)  # CardCommand; the effect of a card to be added
    moved = Signal(int)  # the chosen cards, before the card at a place
    chosen = Signal()  # other cards are chosen, or another is first among them

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.is_fixed = False
        self.model = CardModel()
        self.rows = _DropListView()
        self.delegate = CardDelegate(self.rows)
        self.search, self.counted, self.menu = QLineEdit(), QLabel(), QMenu(self)
        self.buttons = {deed: QToolButton() for deed in CardCommand}
        self._make_rows()
        self._lay_out()
        self.search.textChanged.connect(self._filter)
        self.rows.installEventFilter(self)
        self.search.installEventFilter(self)

    def _make_rows(self) -> None:
        rows = self.rows
        rows.setModel(self.model)
        rows.setItemDelegate(self.delegate)
        rows.setUniformItemSizes(True)
        rows.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        rows.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows.setMinimumWidth(scale_length(230))
        rows.dropped.connect(self.moved)
        selection = rows.selectionModel()
        selection.selectionChanged.connect(self._choose)
        selection.currentChanged.connect(self._choose)

    def _lay_out(self) -> None:
        layout, row = QVBoxLayout(self), QHBoxLayout()
        for deed, button in self.buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _=False, deed=deed: self.request_thumbnails(deed))
            row.addWidget(button)
        self.search.setClearButtonEnabled(True)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addWidget(self.rows, 1)
        layout.addLayout(row)
        layout.addWidget(self.counted)

    # --- what is shown ----------------------------------------------------------------------------

    def show_deck(self, deck: Deck, setting: DeckContext) -> None:
        """Show a deck; cards it still has stay chosen."""
        language = self._localize.language
        first, chosen = self.first, self.ids
        self.delegate.show(deck, setting.look(), language)
        self.model.language = language
        if self.model.show(deck):
            self._filter()
            self.choose([name for name in chosen if self.model.row(name) >= 0],
                        first.id if first is not None else "")  # fmt: skip
        self._make_menu(setting.effects)
        self._count(deck)

    def set_read_only(self, is_fixed: bool) -> None:
        """Make the cards read-only."""
        for button in self.buttons.values():
            button.setVisible(not is_fixed)
        self.is_fixed = is_fixed
        mode = QAbstractItemView.DragDropMode
        self.rows.setDragDropMode(mode.NoDragDrop if is_fixed else mode.InternalMove)

    def show_problems(self, problems: Mapping[str, Sequence[Problem]]) -> None:
        """Mark the cards about which something is doubtful."""
        self.model.show_problems(problems)

    def set_texts(self) -> None:
        """Say in the window's language what buttons do, with their keys."""
        for deed, button in self.buttons.items():
            key = next(key for key, does in KEYS.items() if does is deed)
            words = self._localize(f"cards-{deed}")
            button.setText(SHOWN.get(deed) or self._localize("cards-copy"))
            button.setToolTip(f"{words} ({QKeySequence(key).toString()})")
            button.setAccessibleName(words)
        self.search.setPlaceholderText(self._localize("cards-search"))
        self.rows.setAccessibleName(self._localize("cards-list"))

    def _make_menu(self, effects: Mapping[str, CardEffectType]) -> None:
        """The effects a new card may have, by name; last it may have none."""
        language, without = self._localize.language, self._localize("card-no-effect")
        said = [*(localised(effect.name, language) for effect in effects.values()), without]
        if said == [action.text() for action in self.menu.actions()]:
            return
        self.menu.clear()
        for effect in effects.values():
            action = QAction(localised(effect.name, language), self.menu)
            action.setToolTip(localised(effect.meaning, language))
            action.triggered.connect(
                lambda _=False, effect=effect.id: self.wanted.emit(CardCommand.ADD, effect)
            )
            self.menu.addAction(action)
        self.menu.addAction(without).triggered.connect(
            lambda: self.wanted.emit(CardCommand.ADD, "")
        )
        self.menu.setToolTipsVisible(True)

    def _count(self, deck: Deck) -> None:
        values = {"kinds": len(deck.cards), "cards": deck_size(deck), "chosen": len(self.ids)}
        key = "cards-counted-chosen" if len(self.ids) > 1 else "cards-counted"
        self.counted.setText(self._localize(key, **values))

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def first(self) -> Card | None:
        """The card being shown."""
        index = self.rows.currentIndex()
        return self.model.cards[index.row()] if 0 <= index.row() < len(self.model.cards) else None

    @property
    def ids(self) -> list[str]:
        """The chosen cards, in their order."""
        rows = sorted(index.row() for index in self.rows.selectionModel().selectedIndexes())
        return [self.model.cards[row].id for row in rows]

    def choose(self, cards: Iterable[str], first: str = "") -> None:
        """Choose cards; the first one is looked at unless another is named."""
        rows = [row for card in cards if (row := self.model.row(card)) >= 0]
        looked = self.model.row(first) if first else -1
        if looked < 0:
            looked = rows[0] if rows else min(max(self.rows.currentIndex().row(), 0),
                                              len(self.model.cards) - 1)  # fmt: skip
        selection = self.rows.selectionModel()
        selection.setCurrentIndex(self.model.index(looked), FLAG.ClearAndSelect)
        for row in rows:
            selection.select(self.model.index(row), FLAG.Select)

    def _choose(self) -> None:
        deck = self.delegate.deck
        self.buttons[CardCommand.DELETE].setEnabled(0 < len(self.ids) < len(self.model.cards))
        self._count(deck)
        self.chosen.emit()

    def _filter(self) -> None:
        """Hide the rows that do not match the search; hidden rows are not chosen."""
        words = self.search.text().lower().split()
        for row, card in enumerate(self.model.cards):
            said = searchable_card_text(card, self.delegate.look.effects)
            hidden = not all(word in said for word in words)
            self.rows.setRowHidden(row, hidden)
            if hidden:
                self.rows.selectionModel().select(self.model.index(row), FLAG.Deselect)

    # --- what is wanted ---------------------------------------------------------------------------

    def request_thumbnails(self, deed: CardCommand) -> None:
        """A button was pressed, or its key."""
        if self.is_fixed:
            return
        if deed is CardCommand.ADD and self.menu.actions():
            button = self.buttons[deed]
            self.menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
            self.menu.setActiveAction(self.menu.actions()[0])
        elif deed is not CardCommand.ADD and self.buttons[deed].isEnabled():
            self.wanted.emit(deed, "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The list's keys come before the window's; Down leads from the search to the list."""
        if not isinstance(event, QKeyEvent):
            return False
        is_press = event.type() is QEvent.Type.KeyPress
        if watched is self.search:
            if is_press and event.key() == Qt.Key.Key_Down:
                self.rows.setFocus()
                return True
            return False
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        deed = KEYS.get(QKeySequence(QKeyCombination(plain, Qt.Key(event.key()))).toString())
        if deed is None:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif is_press:
            self.request_thumbnails(deed)
        return True


def searchable_card_text(card: Card, effects: Mapping[str, CardEffectType]) -> str:
    """All the text of a card that the search covers, in every language."""
    named = [effects[each.effect].name for each in card.all_effects if each.effect in effects]
    texts = [card.title, card.text, *named]
    said = [words for text in texts
            for words in ([text] if isinstance(text, str) else text.values())]  # fmt: skip
    return " ".join([card.id, *(each.effect for each in card.all_effects), *said]).lower()
