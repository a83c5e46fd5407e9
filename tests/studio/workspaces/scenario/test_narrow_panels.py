"""Panels in a narrow dock: nothing scrolls sideways, and nothing moves while it is typed in."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from engine.languages import MADE_IN
from studio.widgets.containers import NARROWEST
from studio.workspaces.scenario.panels.unit_panel import PLACES, UnitPanel
from studio.workspaces.scenario.panels.victory_panel import VictoryPanel
from tests.studio.workspaces.scenario.desks import Desk


@pytest.mark.parametrize("language", MADE_IN)
def test_the_form_of_a_unit_is_as_wide_as_the_narrowest_dock(context: Desk, language: str) -> None:
    panel = context.panel(UnitPanel)
    context.tab.forces.choose(["r1"])
    context.localize.set_language(language)
    panel.resize(NARROWEST, 700)
    (scroll,) = panel.findChildren(QScrollArea)
    for kind in PLACES:
        QTest.mouseClick(panel.kinds[kind], Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        QCoreApplication.processEvents()
        wanted = panel.form_page.minimumSizeHint().width()
        assert wanted <= 0.8 * scroll.viewport().width(), kind  # wider letters have room too
        assert scroll.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("language", MADE_IN)
def test_the_form_of_victory_stays_where_it_is_whatever_is_said_below(
    context: Desk, language: str
) -> None:
    panel = context.panel(VictoryPanel)
    context.localize.set_language(language)
    panel.resize(330, 560)
    panel.pages.setCurrentWidget(panel.conditions)
    part = panel.conditions
    part.listing.choose(len(context.scenario.victory) - 1)
    part.kind.setFocus()
    said, tops = set(), set()
    for key in (*[Qt.Key.Key_Home] * 2, *[Qt.Key.Key_Down] * 3, Qt.Key.Key_Up):
        QTest.keyClick(part.kind, key)
        QCoreApplication.processEvents()
        said.add(part.whole.text())
        tops.add(part.kind.mapTo(panel, QPoint(0, 0)).y())
    assert len(said) > 1
    assert len(tops) == 1
