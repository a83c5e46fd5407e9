"""The decks of the scenario in front: made, edited, given to sides, moved to files and back."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
)

from engine.editing.deck_edits import make_card
from engine.games import card_effects_of, cards_by_id
from engine.problems import Problem, SandtableError
from engine.scenario.scenario import Deck, Scenario
from studio.documents.deck_storage import (
    add_deck,
    deck_file,
    draws_from,
    embed_deck,
    move_deck_to_file,
    picture_folder,
    set_deck_sides,
    with_deck,
    without_deck,
)
from studio.framework.prompts import Prompts
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.deck_context import DeckContext
from studio.workspaces.scenario.decks.deck_editor import DeckEditor
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel

INNER = re.compile(r"cards\[(\d+)\]")


class ScenarioDecksPanel(ScenarioPanel):
    """Chooses one of the scenario's decks and edits it; a deck in a file is edited in its tab."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self._prompts = prompts
        self.deck, self.add, self.remove = QComboBox(), QPushButton(), QPushButton()
        self.drawn_by, self._sides = QLabel(), dict[str, QCheckBox]()
        self.panel = DeckEditor(localize, prompts)
        self.empty, self.pages = QLabel(), QStackedWidget()
        self._setting = DeckContext()
        self._lay_out()
        self.deck.activated.connect(lambda: self.seen.wake())
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.panel.placing_wanted.connect(self._place)
        self.retranslate()

    def _lay_out(self) -> None:
        self._head, layout = QHBoxLayout(), QVBoxLayout(self)
        for widget in (self.deck, self.add, self.remove, self.drawn_by):
            self._head.addWidget(widget)
        self._boxes = QHBoxLayout()
        self._head.addLayout(self._boxes)
        self._head.addStretch(1)
        self.deck.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.empty.setWordWrap(True)
        self.empty.setMargin(12)
        for page in (self.panel, self.empty):
            self.pages.addWidget(page)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(self._head)
        layout.addWidget(self.pages, 1)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """The id of the deck being shown; empty if there is none."""
        return str(self.deck.currentData() or "")

    def refresh(self, scenario: Scenario) -> None:
        """Show the decks as they are now."""
        self._list(scenario)
        self._show_sides(scenario)
        self._name_empty()
        deck = scenario.decks.get(self.chosen)
        self.remove.setEnabled(deck is not None)
        self.pages.setCurrentWidget(self.panel if deck is not None else self.empty)
        if deck is None or self.tab is None:
            return
        folder = picture_folder(self.tab.document, deck.id)
        decks = {
            name: self.localize.localize_text(each.title) or name
            for name, each in scenario.decks.items()
        }
        zones = {name: name for name in (*scenario.zones, *scenario.map.zones)}
        known = DeckContext(scenario.game, scenario.rules, folder, scenario.turns, zones, decks)
        if known != self._setting:
            self._setting = known
        is_file = deck_file(self.tab.document, deck.id) is not None
        self.panel.show_deck(deck, self._change, self._setting, "take-in" if is_file else "put-out")
        self.panel.set_read_only(is_file)

    def _list(self, scenario: Scenario) -> None:
        chosen = self.chosen
        with QSignalBlocker(self.deck):
            self.deck.clear()
            for name, deck in scenario.decks.items():
                words = self.localize.localize_text(deck.title) or name
                path = scenario.deck_paths.get(name)
                self.deck.addItem(f"{words} ({Path(path).name})" if path else words, name)
            self.deck.setCurrentIndex(max(self.deck.findData(chosen), 0))
        self.deck.setEnabled(bool(scenario.decks))

    def _show_sides(self, scenario: Scenario) -> None:
        """Show a box for every side: whether it draws from the deck being shown."""
        if [*self._sides] != [side.id for side in scenario.sides]:
            for box in self._sides.values():
                self._boxes.removeWidget(box)
                box.deleteLater()
            self._sides = {side.id: QCheckBox() for side in scenario.sides}
            for box in self._sides.values():
                self._boxes.addWidget(box)
                box.toggled.connect(self._give)
        for side in scenario.sides:
            box = self._sides[side.id]
            with QSignalBlocker(box):
                box.setText(self.localize.localize_text(side.name) or side.id)
                box.setChecked(bool(self.chosen) and draws_from(side, self.chosen))
                box.setEnabled(bool(self.chosen))

    def show_problems(self, problems: list[Problem]) -> None:
        """Mark the cards about which something is doubtful."""
        start = f"decks.{self.chosen}."
        file = deck_file(self.tab.document, self.chosen) if self.tab is not None else None
        found = [each for each in problems
                 if each.where.startswith(start) or (file and Path(each.file) == file)]  # fmt: skip
        self.panel.show_problems(found)

    def go_to_part(self, place: ProblemPlace) -> None:
        """Show a deck, and the card that a place names."""
        if self.deck.findData(place.key) >= 0:
            self.deck.setCurrentIndex(self.deck.findData(place.key))
            self.seen.wake()
            card = INNER.match(place.inner)
            cards = self.panel.deck.cards
            if card is not None and int(card[1]) < len(cards):
                self.panel.visit(cards[int(card[1])].id)

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        localize = self.localize
        self.add.setText(localize("decks-add"))
        self.add.setToolTip(localize("decks-add-hint"))
        self.remove.setText(localize("decks-remove"))
        self.drawn_by.setText(localize("decks-drawn-by"))
        self._name_empty()
        self.deck.setAccessibleName(localize("panel-decks"))

    def _name_empty(self) -> None:
        """Say what is drawn where the scenario has no deck."""
        has_cards = self.tab is None or bool(cards_by_id(self.scenario.game))
        self.empty.setText(self.localize("decks-none" if has_cards else "decks-none-at-all"))

    # --- what is changed --------------------------------------------------------------------------

    def _change(self, deck: Deck, name: str, typed: str = "") -> None:
        self.replace_scenario(with_deck(self.scenario, deck), name, typed)

    def _give(self) -> None:
        sides = tuple(side for side, box in self._sides.items() if box.isChecked())
        most = self._setting.decks_of_a_side
        found = set_deck_sides(self.scenario, self.chosen, sides, most)
        self.replace_scenario(found, self.localize("step-decks-sides"))

    def _add(self) -> None:
        """Add a deck that starts with the game's own cards, or with one where it has none."""
        if self.tab is None:
            return
        cards = tuple(cards_by_id(self.scenario.game).values())
        if not cards:
            effect = next(iter(card_effects_of(self.scenario.game).values()), None)
            cards = (make_card(effect, ()),)
        scenario, made = add_deck(self.scenario, cards)
        self.replace_scenario(scenario, self.localize("step-decks-add"))
        self.seen.wake()
        self.deck.setCurrentIndex(self.deck.findData(made))
        self.seen.wake()

    def _remove(self) -> None:
        if self.chosen:
            self.replace_scenario(
                without_deck(self.scenario, self.chosen), self.localize("step-decks-remove")
            )

    def _place(self) -> None:
        """Move the deck into a file of its own, or from one into the scenario."""
        if self.tab is None or not self.chosen:
            return
        document, name = self.tab.document, self.chosen
        if deck_file(document, name) is not None:
            self.replace_scenario(embed_deck(document, name), self.localize("step-decks-take-in"))
            return
        folder = document.path.parent if document.path is not None else Path()
        path = self._prompts.file_to_save(folder / f"{name}.deck.yaml")
        if path is not None:
            self._try(partial(move_deck_to_file, document, name, path))

    def _try(self, made: partial[Scenario]) -> None:
        try:
            scenario = made()
        except SandtableError as error:
            self._prompts.show_message(str(error))
            return
        self.replace_scenario(scenario, self.localize("step-decks-put-out"))
