"""The form of a card's terms: cost, phase, set, and if it stays in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QWidget

from engine.games.rules_design import GameWord
from engine.games.scenario_limits import AllowedCardTerms
from engine.scenario.scenario import Card
from engine.texts import localised
from studio.widgets.document_fields import UndoableComboBox, UndoableNumberBox
from studio.widgets.localization import Localizer

MAX_COST = 99
NAMED = ("cost", "phase", "set")


class TermsForm(QWidget):
    """The fields the game has, and those the card fills in though the game lacks them."""

    edited = Signal(object, str, str)  # the Card as it is now, the step's name, what is typed

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._card: Card | None = None
        self._terms = AllowedCardTerms()
        self.cost, self.phase, self.set = (
            UndoableNumberBox(0, MAX_COST),
            UndoableComboBox(),
            UndoableComboBox(),
        )
        self.stays = QCheckBox()
        self.labels = {name: QLabel() for name in NAMED}
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        for name, field in (("cost", self.cost), ("phase", self.phase), ("set", self.set)):
            self.labels[name].setBuddy(field)
            self.form.addRow(self.labels[name], field)
        self.form.addRow(self.stays)
        self.cost.valueChanged.connect(lambda cost: self._tell("cost", cost))
        self.phase.activated.connect(lambda: self._tell("phase", self.phase.currentData()))
        self.set.activated.connect(lambda: self._tell("set", self.set.currentData()))
        self.stays.clicked.connect(lambda stays: self._tell("stays", stays))

    def show_card(self, card: Card, terms: AllowedCardTerms) -> None:
        """Show what a card says; fields that mean nothing here are hidden."""
        self._card, self._terms = card, terms
        with QSignalBlocker(self.cost), QSignalBlocker(self.stays):
            self.cost.setValue(card.cost)
            self.stays.setChecked(card.stays)
        self._list(self.phase, terms.phases, card.phase)
        self._list(self.set, terms.sets, card.set)
        for row, name in enumerate((*NAMED, "stays")):
            self.form.setRowVisible(row, name in self.shown)
        self.setVisible(bool(self.shown))

    @property
    def shown(self) -> set[str]:
        """The fields that mean something here."""
        terms, card = self._terms, self._card
        has = {
            "cost": terms.costs,
            "phase": terms.phases,
            "set": terms.sets,
            "stays": terms.may_stay,
        }
        return {name for name, known in has.items() if known or (card and getattr(card, name))}

    def _list(self, box: UndoableComboBox, words: Sequence[GameWord], chosen: str) -> None:
        with QSignalBlocker(box):
            box.clear()
            box.addItem(self._localize("card-term-any"), "")
            for word in words:
                box.addItem(localised(word.said, self._localize.language), word.id)
            if box.findData(chosen) < 0:
                box.addItem(f"? {chosen}", chosen)
            box.setCurrentIndex(box.findData(chosen))

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for name, label in self.labels.items():
            label.setText(self._localize(f"card-field-{name}"))
        self.stays.setText(self._localize("card-field-stays"))
        if self._card is not None:
            self.show_card(self._card, self._terms)

    def _tell(self, field: str, value: object) -> None:
        if self._card is None or getattr(self._card, field) == value:
            return
        changed = replace(self._card, **{field: value})  # type: ignore[arg-type]  # its own field
        typed = self.cost.typed if field == "cost" else ""
        self.edited.emit(changed, f"step-card-{field}", typed)
