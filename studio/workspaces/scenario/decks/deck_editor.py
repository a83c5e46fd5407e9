"""The editor of a deck: its cards, how likely they are to come, and sample hands.

The same panel edits a deck file in a tab of its own and a deck inside a scenario: it is given a
deck, and reports what became of it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.editing.deck_edits import (
    MAX_CARDS,
    changed_cards,
    duplicate,
    make_card,
    with_card,
    with_cards_moved,
    with_cards_shifted,
    without_cards,
)
from engine.files.card_layout_files import DEFAULT, ENDING, find, known_layouts
from engine.problems import InvalidFileError, Problem
from engine.scenario.scenario import Card, Deck
from engine.texts import LocalText
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import LocalizedField, UndoableComboBox
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.card_form import CardForm
from studio.workspaces.scenario.decks.card_list import CardCommand, CardList
from studio.workspaces.scenario.decks.card_odds_panel import OddsPanel, SampleHandPanel
from studio.workspaces.scenario.decks.card_preview import CardPreview
from studio.workspaces.scenario.decks.deck_checker import problems_by_card
from studio.workspaces.scenario.decks.deck_context import DeckChangeHandler, DeckContext

NOBODY = Deck("", ())
OTHER = "…"  # the entry that asks for a layout's file


class DeckEditor(QWidget):
    """Shows a deck; every change is reported as a whole deck with the name of the step."""

    placing_wanted = Signal()  # the deck is to move into a file of its own, or into the scenario

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize, self._prompts = localize, prompts
        self.deck, self.setting = NOBODY, DeckContext()
        self._changed: DeckChangeHandler | None = None
        self._wanted: list[str] = []  # cards to be chosen when the deck has them
        self._placing = ""
        self._is_fixed = False
        self.title, self.title_label = LocalizedField(localize), QLabel()
        self.placing = QPushButton()
        self.layout_label, self.design = QLabel(), UndoableComboBox()
        self.cards, self.form = CardList(localize), CardForm(localize, prompts)
        self.preview = CardPreview(localize)
        self.odds, self.draws = OddsPanel(localize), SampleHandPanel(localize)
        self.pages, self.parts = QTabWidget(), QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._connect()
        localize.changed.connect(self.retranslate)
        self.setEnabled(False)
        self.retranslate()

    def _lay_out(self) -> None:
        for part in (self.cards, self.form, self.preview):
            self.parts.addWidget(part)
        self.parts.setStretchFactor(0, 2)
        self.parts.setStretchFactor(1, 3)
        self.parts.setStretchFactor(2, 3)
        self.parts.setChildrenCollapsible(False)
        self.pages.setDocumentMode(True)
        for page in (self.parts, self.odds, self.draws):
            self.pages.addTab(page, "")
        head, layout = QHBoxLayout(), QVBoxLayout(self)
        self.title_label.setBuddy(self.title)
        head.addWidget(self.title_label)
        head.addWidget(self.title, 1)
        self.layout_label.setBuddy(self.design)
        head.addWidget(self.layout_label)
        head.addWidget(self.design)
        head.addWidget(self.placing)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addLayout(head)
        layout.addWidget(self.pages, 1)

    def _connect(self) -> None:
        self.title.edited.connect(self._retitle)
        self.placing.clicked.connect(self.placing_wanted)
        self.design.activated.connect(self._redesign)
        self.cards.wanted.connect(self._do)
        self.cards.moved.connect(self._move)
        self.cards.chosen.connect(self._look)
        self.form.edited.connect(self._edit)
        self.form.copies_wanted.connect(self._copy)

    # --- what is shown ----------------------------------------------------------------------------

    def show_deck(
        self, deck: Deck | None, changed: DeckChangeHandler, setting: DeckContext | None = None,
        placing: str = "",
    ) -> None:  # fmt: skip
        """Show a deck, a changed version of it, or none.

        `changed` takes each edited version; `placing` names where the button moves it: `put-out`
        into a file, `take-in` into the scenario; empty leaves the button out.
        """
        self.deck, self._changed = deck or NOBODY, changed
        self.setting = setting or self.setting
        self.setEnabled(deck is not None)
        self._placing = placing
        self._name_placing()
        self.title.put(self.deck.title)
        self._show_design()
        self.cards.show_deck(self.deck, self.setting)
        self._choose_wanted()
        drawn = replace(self.deck, cards=self.deck.drawable_cards)
        self.odds.show_deck(drawn, self.setting)
        self.draws.show_deck(drawn, self.setting)
        self._look()

    def set_read_only(self, is_fixed: bool) -> None:
        """Make the cards read-only: they belong to another file."""
        for part in (self.title, self.form):
            part.setEnabled(not is_fixed)
        self.cards.set_read_only(is_fixed)
        self._is_fixed = is_fixed

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Mark the cards about which something is doubtful."""
        self.cards.show_problems(problems_by_card(problems, self.deck))

    def visit(self, card: str, field: str = "", inside: str = "") -> None:
        """Show a card, and go to a field of it."""
        self.pages.setCurrentIndex(0)
        self.cards.search.clear()
        if card:
            self.cards.choose([card])
        self.form.go_to(field, inside)

    def look_at_pictures(self) -> None:
        """Draw every picture anew: files may have changed."""
        self.cards.delegate.forget()
        self.cards.rows.viewport().update()
        self._look()

    def _look(self) -> None:
        card = self.cards.first if self.deck.cards else None
        others = [each.id for each in self.deck.cards if card is not None and each.id != card.id]
        self.form.show_card(card, others, self.setting)
        self.form.setEnabled(card is not None and not self._is_fixed)
        self.preview.show_card(card, self.deck, self.setting)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.title_label.setText(localize("deck-title"))
        self.layout_label.setText(self._localize("deck-layout"))
        for place, name in enumerate(("cards", "odds", "draws")):
            self.pages.setTabText(place, localize(f"deck-page-{name}"))
        self._name_placing()
        for part in (self.title, self.cards, self.form, self.preview, self.odds, self.draws):
            part.set_texts()
        self.preview.set_language(localize.language)
        if self._changed is not None and self.deck is not NOBODY:
            self.show_deck(self.deck, self._changed, placing=self._placing)

    def _name_placing(self) -> None:
        self.placing.setVisible(bool(self._placing))
        if self._placing:
            self.placing.setText(self._localize(f"deck-{self._placing}"))
            self.placing.setToolTip(self._localize(f"deck-{self._placing}-hint"))

    # --- what is changed --------------------------------------------------------------------------

    def _tell(self, deck: Deck, name: str, typed: str = "") -> None:
        if self._changed is not None and deck != self.deck:
            self._changed(deck, name, typed)

    def _retitle(self, title: LocalText, typed: str) -> None:
        self._tell(replace(self.deck, title=title), self._localize("step-deck-title"), typed)

    def _show_design(self) -> None:
        """Show the layouts there are, and the one the deck has."""
        self.design.blockSignals(True)
        self.design.clear()
        known = known_layouts()
        for layout in known:
            self.design.addItem(self._localize.localize_text(find(layout).name), layout)
        named = self.deck.layout or DEFAULT
        if named not in known:
            self.design.addItem(named, named)
        self.design.addItem(self._localize("deck-layout-other"), OTHER)
        self.design.setCurrentIndex(self.design.findData(named))
        self.design.blockSignals(False)

    def _redesign(self) -> None:
        """Take another layout; the last entry asks for a file."""
        named = self.design.currentData()
        if named == OTHER:
            named = self._asked_layout()
        try:
            design = find(named, self.setting.folder)
        except InvalidFileError as error:
            self._prompts.show_message(str(error))
            self._show_design()
            return
        layout = "" if named == DEFAULT else named
        changed = replace(self.deck, layout=layout, design=design if layout else None)
        if changed != self.deck:
            self._tell(changed, self._localize("step-deck-layout"))
        self._show_design()

    def _asked_layout(self) -> str:
        """Ask for the path of a layout file; the present layout if none is chosen."""
        folder = self.setting.folder
        file = self._prompts.file_to_read(self._localize("deck-layout-other"), [ENDING], folder)
        if file is None:
            return self.deck.layout or DEFAULT
        try:
            return Path(os.path.relpath(file, folder.absolute())).as_posix()
        except ValueError:  # on another drive
            return str(file)

    def _edit(self, card: Card, name: str, typed: str) -> None:
        was = self.cards.first
        if was is None:
            return
        cards = (card if each.id == was.id else each for each in self.deck.cards)
        self._wanted = [card.id] if card.id != was.id else []
        self._tell(replace(self.deck, cards=tuple(cards)), name, typed)

    def _copy(self, copies: int, typed: str) -> None:
        first = self.cards.first
        chosen = {*self.cards.ids, *([first.id] if first else [])}
        changed = changed_cards(self.deck, chosen, copies=copies)
        self._tell(changed, self._localize("step-card-copies"), typed)

    def _move(self, before: int) -> None:
        self._wanted = self.cards.ids
        self._tell(
            with_cards_moved(self.deck, self.cards.ids, before), self._localize("step-cards-moved")
        )

    def _do(self, deed: CardCommand, effect: str) -> None:
        chosen = self.cards.ids
        match deed:
            case CardCommand.ADD:
                self._add(effect)
            case CardCommand.DUPLICATE if len(self.deck.cards) + len(chosen) <= MAX_CARDS:
                deck, made = duplicate(self.deck, chosen)
                self._wanted = [*made]
                self._tell(deck, self._localize("step-cards-duplicate"))
            case CardCommand.DELETE:
                self._tell(without_cards(self.deck, chosen), self._localize("step-cards-delete"))
            case CardCommand.UP | CardCommand.DOWN:
                self._wanted = chosen
                steps = -1 if deed is CardCommand.UP else 1
                self._tell(
                    with_cards_shifted(self.deck, chosen, steps), self._localize("step-cards-moved")
                )

    def _add(self, effect: str) -> None:
        """Add a new card after the one being shown."""
        if len(self.deck.cards) >= MAX_CARDS:
            return
        card = make_card(self.setting.effects.get(effect), {each.id for each in self.deck.cards})
        first = self.cards.first
        place = self.cards.model.row(first.id) + 1 if first else len(self.deck.cards)
        self._wanted = [card.id]
        self._tell(with_card(self.deck, card, place), self._localize("step-cards-add"))

    def _choose_wanted(self) -> None:
        wanted, self._wanted = self._wanted, []
        if wanted and all(self.cards.model.row(card) >= 0 for card in wanted):
            self.cards.choose(wanted)
            self.cards.rows.scrollTo(self.cards.rows.currentIndex())
