"""What a designer of squads of figures gets wrong is told with advice, and put right by a click."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.panels.figure_base_field import FigureBaseField
from tests.assertions import require
from tests.studio.main_window.conftest import Scripted, make_window, prompts  # noqa: F401  # fixtures
from tests.studio.workspaces.scenario.test_valor_faults import Desk

FOLDER = SHIPPED / "samples" / "tide"
FAULTY = """\
sandtable: scenario/2
title: {en: Faults, zh: 错误}
game: tide
map: ../maps/two-lanes.map.yaml
turns: 4
sides:
  - {id: west, name: {en: West, zh: 西军}, begins: true}
  - {id: east, name: {en: East, zh: 东军}}
forces:
  west:
    - {id: w1, type: squad, at: A1, figures: [regular, regular, mg-crew, elite]}
    - {id: w2, type: squad, at: A2, figures: [regular], marks: [engineer, medic]}
    - {id: w3, type: squad, at: A3}
    - {id: truck, type: truck, at: A5, mode: op-fire}
    - {id: w4, type: squad, aboard: truck, figures: [regular]}
    - {id: w5, type: squad, aboard: truck, figures: [regular]}
    - {id: w6, type: squad, aboard: truck, figures: [elite]}
  east:
    - {id: e1, type: squad, at: K1, figures: [mortar-crew], marks: [recon]}
    - {id: e2, type: squad, at: K9, figures: [officer], mode: op-fire}
    - {id: e3, type: squad, at: K9, figures: [elite]}
    - {id: e4, type: squad, at: K9, figures: [elite]}
    - {id: e5, type: squad, at: K9, figures: [elite]}
"""
FAULTS = [
    ("cannot-consist", "forces.west[0]", ("w1", "3")),
    ("cannot-have-marks", "forces.west[1]", ("w2",)),
    ("needs-figures", "forces.west[2]", ("w3", "4")),
    ("cannot-carry", "forces.west[6]", ()),
    ("cannot-stand-ready", "forces.west[3]", ()),
    ("over-stacking", "forces.east[4]", ()),
]
"""Code, where it is told, and what the button names."""


@pytest.fixture
def context(
    make_window: Callable[..., MainWindow],  # noqa: F811  # the fixture
    prompts: Scripted,  # noqa: F811  # likewise
    tmp_path: Path,
    qtbot: QtBot,
) -> Iterator[Desk]:
    shutil.copytree(FOLDER, tmp_path / "tide")
    file = tmp_path / "tide/scenarios/faults.scenario.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    window = make_window()
    window.resize(1300, 850)
    yield Desk(window, file, qtbot)
    for tab in list(window.works):
        prompts.answers = [PromptAnswer.NO]
        assert window.close_tab(tab)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_fault_has_its_place_and_advice_and_is_put_right_by_a_click(
    context: Desk, language: str
) -> None:
    """Places (Q1), tokens (Q4), empty bases (Q5), passengers (TR1), stacking (G6)."""
    context.window.localize.set_language(language)
    codes = [*(code for code, *_ in FAULTS), "cannot-have-marks"]
    assert sorted(context.codes) == sorted(codes)
    for code, where, named in FAULTS:
        problem = context.choose(code)
        assert problem.where.startswith(where)
        assert problem.hint("en") != problem.hint("zh") or code == "over-stacking"
        button = context.window.docks.problems.fix_buttons[0]
        assert all(word in button.text() for word in named), button.text()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        context.look()
    assert context.codes == ["cannot-have-marks"]  # the mortar crew's token
    context.choose("cannot-have-marks")
    QTest.mouseClick(context.window.docks.problems.fix_buttons[0], Qt.MouseButton.LeftButton)
    context.look()
    assert context.codes == []


def click_on_unit(context: Desk, row: int) -> FigureBaseField:
    trees = [tree for tree in context.window.findChildren(QTreeView) if tree.isVisible()]
    tree = next(tree for tree in trees if tree.model() is not None and tree.model().rowCount() == 2)
    index = tree.model().index(row, 0, tree.model().index(0, 0))
    tree.scrollTo(index)
    place = tree.visualRect(index).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    return require(context.window.findChild(FigureBaseField))


def bring_into_view(context: Desk, widget: QWidget, qtbot: QtBot) -> None:
    """Scroll to a widget, as whoever clicks on it has done."""
    areas = [area for area in context.window.findChildren(QScrollArea) if area.isAncestorOf(widget)]

    def is_in_view() -> bool:
        for area in areas:
            area.ensureWidgetVisible(widget)
        return widget.visibleRegion().boundingRect() == widget.rect()

    qtbot.waitUntil(is_in_view)


def figures_of(context: Desk, unit: str) -> tuple[str, ...]:
    return next(each.figures for each in context.scenario.units if each.id == unit)


def test_q1_a_base_is_filled_and_emptied_by_clicks(context: Desk, qtbot: QtBot) -> None:
    """1–4 places are filled: what finds no place any more cannot be put on."""
    field = click_on_unit(context, 1)
    assert field.isVisible()
    assert field.figures == ("regular",)
    for figure in ("officer", "mg-crew"):
        bring_into_view(context, field.buttons[figure], qtbot)
        QTest.mouseClick(field.buttons[figure], Qt.MouseButton.LeftButton)
    assert figures_of(context, "w2") == ("regular", "officer", "mg-crew")
    assert not any(button.isEnabled() for button in field.buttons.values())
    bring_into_view(context, field.picture, qtbot)
    QTest.mouseClick(field.picture, Qt.MouseButton.LeftButton, pos=field.picture.at(1).toPoint())
    assert figures_of(context, "w2") == ("regular", "mg-crew")
    assert field.buttons["officer"].isEnabled()
    assert not field.buttons["mortar-crew"].isEnabled()


def test_a_vehicle_has_no_base(context: Desk) -> None:
    assert not click_on_unit(context, 3).isVisible()
