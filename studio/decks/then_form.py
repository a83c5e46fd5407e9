"""A card's further effects: one row for each, with its parameters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.editing.deck_edits import another
from engine.games.card_effects import Effect
from engine.scenario.scenario import CardEffect
from engine.texts import localised
from studio.decks.parameter_form import ParameterForm
from studio.decks.setting import DeckContext
from studio.parts.fields import UndoableComboBox
from studio.parts.speech import Localizer


class FurtherEffectsForm(QWidget):
    """The further effects in their order, and a button for one more while the game has room."""

    edited = Signal(object, str)  # the CardEffects as they are now; what is typed

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self._say = say
        self._then: tuple[CardEffect, ...] = ()
        self._setting = DeckContext()
        self._card = ""
        self.rows: list[FurtherEffectRow] = []
        self.add = QPushButton()
        self.add.clicked.connect(self._add)
        self.add.hide()  # until a card is shown there is nothing to add to
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.add)

    def show_card(self, card: str, then: Sequence[CardEffect], setting: DeckContext) -> None:
        """Show the further effects of a card."""
        self._card, self._then, self._setting = card, tuple(then), setting
        while len(self.rows) > len(then):
            gone = self.rows.pop()
            gone.setParent(None)
            gone.deleteLater()
        while len(self.rows) < len(then):
            self._lay_row()
        for row, doing in zip(self.rows, then, strict=True):
            row.show_effect(card, doing, setting)
        self.add.setVisible(1 + len(then) < setting.terms.most_effects)

    def name(self) -> None:
        """Say everything in the window's language."""
        self.add.setText(self._say("card-then-add"))
        for row in self.rows:
            row.name()

    def _lay_row(self) -> None:
        row, place = FurtherEffectRow(self._say), len(self.rows)
        row.edited.connect(lambda doing, typed, at=place: self._exchange(at, doing, typed))
        row.removed.connect(lambda at=place: self._remove(at))
        self.rows.append(row)
        self._column.insertWidget(place, row)

    def _add(self) -> None:
        first = next(iter(self._setting.effects.values()))
        self.edited.emit((*self._then, CardEffect(first.id, first.begun())), "")
        if self.rows:
            self.rows[-1].effect.setFocus()

    def _exchange(self, place: int, doing: CardEffect, typed: str) -> None:
        then = (*self._then[:place], doing, *self._then[place + 1 :])
        self.edited.emit(then, f"{typed}-then{place}" if typed else "")

    def _remove(self, place: int) -> None:
        self.edited.emit((*self._then[:place], *self._then[place + 1 :]), "")


class FurtherEffectRow(QWidget):
    """One further effect."""

    edited = Signal(object, str)  # the CardEffect as it is now; what is typed
    removed = Signal()

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self._say = say
        self._doing = CardEffect("")
        self._setting = DeckContext()
        self.effect, self.remove, self.parameters = (
            UndoableComboBox(),
            QToolButton(),
            ParameterForm(say),
        )
        self.remove.setText("✕")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.effect, 0, 0)
        grid.addWidget(self.remove, 0, 1)
        grid.addWidget(self.parameters, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        self.effect.activated.connect(self._change)
        self.parameters.edited.connect(self._change_parameters)
        self.remove.clicked.connect(self.removed)
        self.name()

    def show_effect(self, card: str, doing: CardEffect, setting: DeckContext) -> None:
        """Show an effect; one the game does not know stays until another is chosen."""
        self._doing, self._setting = doing, setting
        with QSignalBlocker(self.effect):
            self.effect.clear()
            for each in setting.effects.values():
                self.effect.addItem(localised(each.name, self._say.language), each.id)
            if doing.effect not in setting.effects:
                self.effect.addItem(f"? {doing.effect}", doing.effect)
            self.effect.setCurrentIndex(self.effect.findData(doing.effect))
        effect = setting.effects.get(doing.effect)
        self.parameters.show_card(effect, doing.parameters, card, setting.names)

    def name(self) -> None:
        """Say everything in the window's language."""
        self.remove.setToolTip(self._say("card-then-remove"))
        self.remove.setAccessibleName(self._say("card-then-remove"))
        self.effect.setAccessibleName(self._say("card-field-then"))
        self.parameters.name()

    def _change(self) -> None:
        chosen: Effect | None = self._setting.effects.get(self.effect.currentData())
        if chosen is not None and chosen.id != self._doing.effect:
            self.edited.emit(another(self._doing, chosen), "")

    def _change_parameters(self, parameters: dict[str, object], typed: str) -> None:
        self.edited.emit(CardEffect(self._doing.effect, parameters), typed)
