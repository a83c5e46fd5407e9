"""The settings of printed labels in the sheet's dialog."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit

from engine.hexes.labels import ColumnRow
from engine.hexes.printed_labels import PrintedLabels
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.hex_label_form import HexLabelForm
from tests.assertions import require_type

STYLES = [
    PrintedLabels(),
    PrintedLabels("row-column", "-", "doubled", "letters", 3, 7, 4, 1, "both", "rising"),
]


@pytest.mark.parametrize("style", STYLES)
def test_a_style_that_is_shown_is_the_one_chosen(qtbot: object, style: PrintedLabels) -> None:
    form = HexLabelForm(Localizer("en"))
    form.show_style(ColumnRow())
    form.show_style(style)
    assert form.label_style() == style


def test_signs_that_no_label_has_are_left_out(qtbot: object) -> None:
    form = HexLabelForm(Localizer("en"))
    form.show_style(PrintedLabels())
    require_type(form.printed.boxes["separator"], QLineEdit).setText("a.@")
    assert form.label_style() == PrintedLabels(separator=".")
