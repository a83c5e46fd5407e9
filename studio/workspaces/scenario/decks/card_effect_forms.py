"""Forms of a card's effects and their parameters, made from the game's description of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.deck_edits import with_effect_type
from engine.games.card_effects import NAMES, CardEffectType, EffectParameter, ParameterKind
from engine.scenario.scenario import CardEffect
from engine.texts import localised
from studio.widgets.document_fields import UndoableComboBox, UndoableNumberBox, new_typing_session
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.deck_context import DeckContext

Field = QSpinBox | QCheckBox | QComboBox
Names = Mapping[ParameterKind, Mapping[str, str]]


class ParameterForm(QWidget):
    """A field for every parameter: numbers within their range, words of the game, yes or no."""

    edited = Signal(object, str)  # the parameters as they are now; what is typed

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._effect: CardEffectType | None = None
        self._values: Mapping[str, Any] = {}
        self._names: Names = {}
        self._typed = {"": new_typing_session()}
        self.fields: dict[str, Field] = {}
        self._labels: dict[str, QLabel] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)

    def show_card(
        self,
        effect: CardEffectType | None,
        parameters: Mapping[str, Any],
        card: str,
        names: Names | None = None,
    ) -> None:
        """Show the parameters of a card; another effect has other fields.

        `names` are the things parameters may refer to: zones, types, decks.
        """
        if effect is not self._effect or (names is not None and names != self._names):
            self._names = self._names if names is None else names
            self._make_fields(effect)
        if card not in self._typed:
            self._typed = {card: new_typing_session()}
        self._values = parameters
        for name, value in (effect.with_usual_values(parameters) if effect else {}).items():
            field = self.fields[name]
            with QSignalBlocker(field):
                _put(field, value)

    def set_texts(self) -> None:
        """Name the parameters in the window's language."""
        language = self._localize.language
        for parameter in self._effect.parameters if self._effect else ():
            self._labels[parameter.id].setText(localised(parameter.name, language))
            field = self.fields[parameter.id]
            field.setToolTip(self._hint(parameter))
            if isinstance(field, QComboBox):
                _say_words(field, parameter, language)

    def _named(self, parameter: EffectParameter) -> Mapping[str, str]:
        """Return the names for a parameter: words of the game, then those of the scenario."""
        if parameter.kind not in NAMES:
            return {}
        return {word.id: word.id for word in parameter.words} | dict(
            self._names.get(parameter.kind, {})
        )

    def _hint(self, parameter: EffectParameter) -> str:
        if parameter.kind is ParameterKind.NUMBER:
            return self._localize("parameter-range", least=parameter.least, most=parameter.most)
        return ""

    def _make_fields(self, effect: CardEffectType | None) -> None:
        self._effect = effect
        while self._form.rowCount():
            self._form.removeRow(0)
        self.fields, self._labels = {}, {}
        for parameter in effect.parameters if effect else ():
            field = self.fields[parameter.id] = _field(parameter, self._named(parameter))
            label = self._labels[parameter.id] = QLabel()
            label.setBuddy(field)
            self._form.addRow(label, field)
            _change(field).connect(lambda _, name=parameter.id: self._edit(name))
        self.set_texts()

    def _edit(self, name: str) -> None:
        """One field was changed; the others stay as the card has them."""
        card = next(iter(self._typed))
        self.edited.emit({**self._values, name: _value(self.fields[name])},
                         f"{self._typed[card]}-{name}")  # fmt: skip


def _field(parameter: EffectParameter, named: Mapping[str, str]) -> Field:
    if parameter.kind is ParameterKind.TRUTH:
        return QCheckBox()
    if parameter.kind is ParameterKind.NUMBER:
        return UndoableNumberBox(parameter.least, parameter.most)
    words = QComboBox()
    if parameter.kind in NAMES:
        for name, said in ({"": "–"} | dict(named)).items():
            words.addItem(said, name)
        return words
    for word in parameter.words:
        words.addItem(word.id, word.id)
    return words


def _say_words(field: QComboBox, parameter: EffectParameter, language: str) -> None:
    """The words of the game among what may be chosen, in the window's language."""
    said = {word.id: localised(word.said, language) for word in parameter.words}
    for place in range(field.count()):
        if field.itemData(place) in said:
            field.setItemText(place, said[field.itemData(place)])


def _change(field: Field) -> Any:
    """The signal of a field when its user changes it."""
    if isinstance(field, QCheckBox):
        return field.toggled
    return field.valueChanged if isinstance(field, QSpinBox) else field.activated


def _put(field: Field, value: Any) -> None:
    """Show a value; one that makes no sense is shown as written, where possible."""
    if isinstance(field, QCheckBox):
        field.setChecked(value is True)
    elif isinstance(field, QSpinBox):
        if type(value) is int and field.value() != value:
            field.setRange(min(value, field.minimum()), max(value, field.maximum()))
            field.setValue(value)
    else:
        if field.findData(value) < 0:
            field.addItem(f"? {value}", value)
        field.setCurrentIndex(field.findData(value))


def _value(field: Field) -> Any:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    return field.value() if isinstance(field, QSpinBox) else field.currentData()


class FurtherEffectsForm(QWidget):
    """The further effects in their order, and a button for one more while the game has room."""

    edited = Signal(object, str)  # the CardEffects as they are now; what is typed

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
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

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        self.add.setText(self._localize("card-then-add"))
        for row in self.rows:
            row.set_texts()

    def _lay_row(self) -> None:
        row, place = FurtherEffectRow(self._localize), len(self.rows)
        row.edited.connect(lambda doing, typed, at=place: self._exchange(at, doing, typed))
        row.removed.connect(lambda at=place: self._remove(at))
        self.rows.append(row)
        self._column.insertWidget(place, row)

    def _add(self) -> None:
        first = next(iter(self._setting.effects.values()))
        self.edited.emit((*self._then, CardEffect(first.id, first.new_card_parameters())), "")
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

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._doing = CardEffect("")
        self._setting = DeckContext()
        self.effect, self.remove, self.parameters = (
            UndoableComboBox(),
            QToolButton(),
            ParameterForm(localize),
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
        self.set_texts()

    def show_effect(self, card: str, doing: CardEffect, setting: DeckContext) -> None:
        """Show an effect; one the game does not know stays until another is chosen."""
        self._doing, self._setting = doing, setting
        with QSignalBlocker(self.effect):
            self.effect.clear()
            for each in setting.effects.values():
                self.effect.addItem(localised(each.name, self._localize.language), each.id)
            if doing.effect not in setting.effects:
                self.effect.addItem(f"? {doing.effect}", doing.effect)
            self.effect.setCurrentIndex(self.effect.findData(doing.effect))
        effect = setting.effects.get(doing.effect)
        self.parameters.show_card(effect, doing.parameters, card, setting.names)

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        self.remove.setToolTip(self._localize("card-then-remove"))
        self.remove.setAccessibleName(self._localize("card-then-remove"))
        self.effect.setAccessibleName(self._localize("card-field-then"))
        self.parameters.set_texts()

    def _change(self) -> None:
        chosen: CardEffectType | None = self._setting.effects.get(self.effect.currentData())
        if chosen is not None and chosen.id != self._doing.effect:
            self.edited.emit(with_effect_type(self._doing, chosen), "")

    def _change_parameters(self, parameters: dict[str, object], typed: str) -> None:
        self.edited.emit(CardEffect(self._doing.effect, parameters), typed)
