"""The parameters of a card's effect as a form, made from the game's description of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QSpinBox, QWidget

from engine.games.card_effects import NAMES, Effect, EffectParameter, ParameterKind
from engine.texts import localised
from studio.parts.fields import UndoableNumberBox, new_typing_session
from studio.parts.speech import Localizer

Field = QSpinBox | QCheckBox | QComboBox
Names = Mapping[ParameterKind, Mapping[str, str]]


class ParameterForm(QWidget):
    """A field for every parameter: numbers within their range, words of the game, yes or no."""

    edited = Signal(object, str)  # the parameters as they are now; what is typed

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self._say = say
        self._effect: Effect | None = None
        self._values: Mapping[str, Any] = {}
        self._names: Names = {}
        self._typed = {"": new_typing_session()}
        self.fields: dict[str, Field] = {}
        self._labels: dict[str, QLabel] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)

    def show_card(
        self,
        effect: Effect | None,
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
        for name, value in (effect.filled(parameters) if effect else {}).items():
            field = self.fields[name]
            with QSignalBlocker(field):
                _put(field, value)

    def name(self) -> None:
        """Name the parameters in the window's language."""
        language = self._say.language
        for parameter in self._effect.parameters if self._effect else ():
            self._labels[parameter.id].setText(localised(parameter.name, language))
            field = self.fields[parameter.id]
            field.setToolTip(self._hint(parameter))
            if isinstance(field, QComboBox):
                _say_words(field, parameter, language)

    def _named(self, parameter: EffectParameter) -> Mapping[str, str]:
        """What a parameter may refer to: words of the game, then what the scenario has."""
        if parameter.kind not in NAMES:
            return {}
        return {word.id: word.id for word in parameter.words} | dict(
            self._names.get(parameter.kind, {})
        )

    def _hint(self, parameter: EffectParameter) -> str:
        if parameter.kind is ParameterKind.NUMBER:
            return self._say("parameter-range", least=parameter.least, most=parameter.most)
        return ""

    def _make_fields(self, effect: Effect | None) -> None:
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
        self.name()

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
