"""The wheel over dialogs and panels scrolls them; it turns no field that was not clicked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.files import scenario_reader
from studio.printing.game_print_dialog import GamePrintDialog
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.application_style import ApplicationStyle
from studio.widgets.localization import Localizer
from studio.widgets.wheel_guard import TURNED

CROSSROADS = Path(__file__).parents[2] / "samples/tank/scenarios/crossroads.scenario.yaml"
Field = QSpinBox | QDoubleSpinBox | QComboBox | QAbstractSlider


@pytest.fixture(autouse=True)
def _style(qapp: QApplication) -> Iterator[None]:
    """The style of the program, of which this is a part."""
    qapp.setStyle(ApplicationStyle())
    yield
    qapp.setStyle("fusion")


class Form(QDialog):
    """A field of each kind in an area that scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.number, self.length, self.choice = QSpinBox(), QDoubleSpinBox(), QComboBox()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.choice.addItems(["a", "b", "c"])
        self.choice.setCurrentIndex(1)
        self.area, column = QScrollArea(widgetResizable=True), QWidget()
        below = QVBoxLayout(column)
        for field in (self.number, self.length, self.choice, self.slider):
            below.addWidget(field)
        for field in (self.number, self.length, self.slider):
            field.setValue(5)
        below.addSpacing(2000)
        self.area.setWidget(column)
        QVBoxLayout(self).addWidget(self.area)


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    form = Form()
    qtbot.addWidget(form)
    form.show()
    qtbot.waitExposed(form)
    form.activateWindow()
    form.number.setFocus()  # as the first field of a dialog has it
    return form


def test_the_wheel_over_fields_scrolls_what_they_stand_in(form: Form) -> None:
    fields = (form.number, form.length, form.choice, form.slider)
    before = [value_of(field) for field in fields]
    for field in fields:
        bar = form.area.verticalScrollBar()
        bar.setValue(0)
        at = QPointF(field.mapTo(form, field.rect().center()))
        QTest.wheelEvent(form.windowHandle(), at, QPoint(0, -120))
        QApplication.processEvents()
        assert bar.value() > 0, field
    assert [value_of(field) for field in fields] == before


def test_the_wheel_turns_the_field_that_was_clicked(form: Form) -> None:
    QTest.mouseClick(form.length.lineEdit(), Qt.MouseButton.LeftButton)
    roll(form.length)
    assert form.length.value() == 6
    roll(form.number)
    assert form.number.value() == 5


def test_a_field_reached_by_the_keys_is_not_turned(form: Form) -> None:
    QTest.mouseClick(form.number.lineEdit(), Qt.MouseButton.LeftButton)
    QTest.keyClick(form.number, Qt.Key.Key_Tab)
    assert form.length.hasFocus()
    roll(form.length)
    roll(form.number)
    assert (form.length.value(), form.number.value()) == (5, 5)


def test_the_wheel_changes_nothing_of_what_is_printed(qtbot: QtBot) -> None:
    scenario = scenario_reader.load(CROSSROADS)
    dialog = GamePrintDialog(
        scenario, CROSSROADS.parent, RenderOptions(), GamePrintSettings({}), Localizer("en")
    )
    qtbot.addWidget(dialog)
    dialog.show()
    before = dialog.print_request()
    fields = [each for each in dialog.findChildren(QWidget) if is_field(each)]
    assert len(fields) > 10
    for field in fields:
        field.setEnabled(True)
        roll(field)
        roll(field, -120)
        roll(field, -120)
    assert dialog.print_request() == before


def is_field(widget: QWidget) -> bool:
    return isinstance(widget, TURNED) and not isinstance(widget, QScrollBar)


def value_of(field: Field) -> float:
    return field.currentIndex() if isinstance(field, QComboBox) else field.value()


def roll(widget: QWidget, by: int = 120) -> None:
    """Turn the wheel over the middle of a widget."""
    middle, none = QPointF(widget.rect().center()), Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        middle, QPointF(widget.mapToGlobal(middle)), QPoint(), QPoint(0, by),
        Qt.MouseButton.NoButton, none, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, wheel)
