"""One choice of a game's rules as a row of a form: what it means, what it may be, what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.games.rules_design import ChoiceKind, RuleChoice
from engine.scenario.scenario import Scenario
from studio.widgets.document_fields import UndoableNumberBox, new_typing_session
from studio.widgets.localization import Localizer

MAXIMUM = 9999
MARK = "●"
BACK = "↺"


class RuleChoiceRow(QFrame):
    """A choice with its rule; a dot and heavier letters mark one that is not the rulebook's."""

    edited = Signal(object, object, str)  # Choice, its value, and what is typed with it

    def __init__(self, choice: RuleChoice, localize: Localizer) -> None:
        super().__init__()
        self.choice, self._localize = choice, localize
        self._value: Any = choice.usual
        self.title, self.meaning, self.usual = QLabel(), QLabel(wordWrap=True), QLabel()
        self.back = QToolButton()
        self.back.setText(BACK)
        self.back.clicked.connect(lambda: self.edited.emit(choice, choice.usual, ""))
        self.meaning.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.usual.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.control = _control(choice, localize)
        self.control.edited.connect(lambda value, typed: self.edited.emit(choice, value, typed))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._lay_out()

    def _lay_out(self) -> None:
        head, foot, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        foot.addWidget(self.control)
        foot.addStretch(1)
        foot.addWidget(self.usual)
        layout.setContentsMargins(8, 4, 4, 6)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.meaning)
        layout.addLayout(foot)

    @property
    def is_changed(self) -> bool:
        """Return True if the value is not the rulebook's."""
        usual = self.choice.usual
        return self._value != usual or type(self._value) is not type(usual)

    def show_value(self, value: Any, scenario: Scenario) -> None:
        """Show what a scenario chooses."""
        self._value = value
        self.control.show_value(value if self._fits(value) else self.choice.usual, scenario)
        self.back.setEnabled(self.is_changed)
        self.usual.setVisible(self.is_changed)
        self._mark()

    def _fits(self, value: Any) -> bool:
        """Return True if the control can show a value; problems are reported for others."""
        match self.choice.kind:
            case ChoiceKind.NUMBER:
                return type(value) is int
            case ChoiceKind.NUMBER_BY_SIDE:
                numbers = value.values() if isinstance(value, Mapping) else (value,)
                return all(type(number) is int for number in numbers)
        return True

    def set_texts(self) -> None:
        """Say in the window's language what is chosen from."""
        localize, choice = self._localize, self.choice
        self.meaning.setText(localize.localize_text(choice.meaning))
        self.usual.setText(localize("rules-usual", usual=self._said(choice.usual)))
        self.back.setToolTip(localize("rules-back-hint", usual=self._said(choice.usual)))
        self.back.setAccessibleName(localize("rules-back-hint", usual=self._said(choice.usual)))
        self.control.set_texts(localize)
        self.control.setAccessibleName(localize.localize_text(choice.name))
        self._mark()

    def _mark(self) -> None:
        name, rule = self._localize.localize_text(self.choice.name), self.choice.rule
        mark = f"<span style='color:{self.palette().link().color().name()}'>{MARK}</span> "
        changed = mark if self.is_changed else ""
        self.title.setText(f"{changed}<b>{name}</b>  <small>{rule}</small>")

    def _said(self, value: Any) -> str:
        """A value in words."""
        if isinstance(value, bool):
            return self._localize("rules-yes" if value else "rules-no")
        words = {word.id: self._localize.localize_text(word.said) for word in self.choice.words}
        return words.get(str(value), str(value))


class ChoiceControl(QWidget):
    """A control for a value."""

    edited = Signal(object, str)

    def show_value(self, value: Any, scenario: Scenario) -> None:
        """Show a value that was not just chosen."""

    def set_texts(self, localize: Localizer) -> None:
        """Say in the window's language what there is."""


class _OptionControl(ChoiceControl):
    """Every alternative with a button."""

    def __init__(self, choice: RuleChoice) -> None:
        super().__init__()
        self.choice, self.group = choice, QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        for number, word in enumerate(choice.words):
            button = QRadioButton()
            button.clicked.connect(lambda _=False, word=word.id: self.edited.emit(word, ""))
            self.group.addButton(button, number)
            layout.addWidget(button)

    def show_value(self, value: Any, scenario: Scenario) -> None:
        """Press its button."""
        for number, word in enumerate(self.choice.words):
            self.group.button(number).setChecked(word.id == value)

    def set_texts(self, localize: Localizer) -> None:
        """Say the alternatives."""
        for number, word in enumerate(self.choice.words):
            self.group.button(number).setText(localize.localize_text(word.said))


class _BooleanControl(ChoiceControl):
    """Yes or no."""

    def __init__(self) -> None:
        super().__init__()
        self.box, layout = QCheckBox(), QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box)
        self.box.clicked.connect(lambda on: self.edited.emit(on, ""))

    def show_value(self, value: Any, scenario: Scenario) -> None:
        """Tick it, or not."""
        self.box.setChecked(bool(value))

    def set_texts(self, localize: Localizer) -> None:
        """Yes."""
        self.box.setText(localize("rules-yes"))


class _Number(ChoiceControl):
    """A number."""

    def __init__(self, choice: RuleChoice) -> None:
        super().__init__()
        self.box, self._typed = UndoableNumberBox(choice.least, MAXIMUM), new_typing_session()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box)
        self.box.valueChanged.connect(lambda value: self.edited.emit(value, self._typed))
        self.box.editingFinished.connect(self._end)

    def show_value(self, value: Any, scenario: Scenario) -> None:
        """Put it in the box."""
        with QSignalBlocker(self.box):
            self.box.setValue(value)

    def _end(self) -> None:
        self._typed = new_typing_session()


class _PerSideControl(ChoiceControl):
    """A number for both sides, or one for each."""

    def __init__(self, choice: RuleChoice) -> None:
        super().__init__()
        self.choice, self._typed = choice, new_typing_session()
        self.apart, self.box = QCheckBox(), UndoableNumberBox(choice.least, MAXIMUM)
        self.boxes: dict[str, UndoableNumberBox] = {}
        self._labels: dict[str, QLabel] = {}
        self._row = QHBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.box)
        layout.addLayout(self._row)
        layout.addWidget(self.apart)
        self.apart.clicked.connect(self._part)
        self.box.valueChanged.connect(lambda value: self.edited.emit(value, self._typed))
        self.box.editingFinished.connect(self._end)

    def show_value(self, value: Any, scenario: Scenario) -> None:
        """Put it in one box, or in one for each side."""
        is_apart = isinstance(value, Mapping)
        if list(self.boxes) != [side.id for side in scenario.sides]:
            self._set_out(scenario)
        self.apart.setChecked(is_apart)
        self.box.setVisible(not is_apart)
        for side in scenario.sides:
            label, box = self._labels[side.id], self.boxes[side.id]
            label.setText(self._localize.localize_text(side.name) or side.id)
            with QSignalBlocker(box):
                box.setValue(value.get(side.id, self.choice.usual) if is_apart else value)
            label.setVisible(is_apart)
            box.setVisible(is_apart)
        if not is_apart:
            with QSignalBlocker(self.box):
                self.box.setValue(value)

    def set_texts(self, localize: Localizer) -> None:
        """Say what the box parts."""
        self._localize = localize
        self.apart.setText(localize("rules-each-side"))

    def _set_out(self, scenario: Scenario) -> None:
        for widget in (*self._labels.values(), *self.boxes.values()):
            widget.deleteLater()
        self.boxes, self._labels = {}, {}
        for side in scenario.sides:
            label, box = QLabel(), UndoableNumberBox(self.choice.least, MAXIMUM)
            box.valueChanged.connect(lambda _: self._emit_apart())
            box.editingFinished.connect(self._end)
            label.setBuddy(box)
            self._labels[side.id], self.boxes[side.id] = label, box
            self._row.addWidget(label)
            self._row.addWidget(box)

    def _emit_apart(self) -> None:
        values = {side: box.value() for side, box in self.boxes.items()}
        self.edited.emit(values, self._typed)

    def _part(self, is_apart: bool) -> None:
        """One number becomes one for each, or the first side's is for both."""
        if is_apart:
            self.edited.emit(dict.fromkeys(self.boxes, self.box.value()), "")
        else:
            first = next(iter(self.boxes.values()), self.box)
            self.edited.emit(first.value(), "")

    def _end(self) -> None:
        self._typed = new_typing_session()


def _control(choice: RuleChoice, localize: Localizer) -> ChoiceControl:
    made: ChoiceControl
    match choice.kind:
        case ChoiceKind.ONE_OF:
            made = _OptionControl(choice)
        case ChoiceKind.TRUTH:
            made = _BooleanControl()
        case ChoiceKind.NUMBER:
            made = _Number(choice)
        case ChoiceKind.NUMBER_BY_SIDE:
            made = _PerSideControl(choice)
    made.set_texts(localize)
    return made
