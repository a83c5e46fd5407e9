"""The decks of a scenario: edited in its panel, put into files and taken in again."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget

from engine.checks.check import check
from engine.files import deck_files, scenario_reader
from engine.files.source_text import SHIPPED
from engine.texts import localised, text
from studio.documents import deck_storage, document_loader
from studio.documents.scenario_document import ScenarioDocument
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.decks.scenario_decks_panel import ScenarioDecksPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, do


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """The crossroads scenario beside its map and deck, to be changed."""
    shutil.copytree(SHIPPED / "samples" / "tank", tmp_path / "tank")
    return tmp_path / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def panel(window: MainWindow, scenario: Path) -> ScenarioDecksPanel:
    window.open_tab(document_loader.open_document(scenario))
    found = window.scenario_docks.show_panel("decks")
    assert isinstance(found, ScenarioDecksPanel)
    found.seen.wake()
    return found


def document(window: MainWindow) -> ScenarioDocument:
    assert isinstance(window.active_tab, ScenarioTab)
    return window.active_tab.document


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_deck_of_a_file_is_taken_in_edited_and_put_out_again(
    window: MainWindow, panel: ScenarioDecksPanel, scenario: Path, prompts: Scripted
) -> None:
    name = panel.chosen
    assert not panel.panel.form.isEnabled()
    press(panel.panel.placing)
    assert document(window).scenario.deck_paths == {}
    assert panel.panel.form.isEnabled()
    panel.panel.form.copies.setFocus()
    QTest.keyClick(panel.panel.form.copies, Qt.Key.Key_Up)
    assert document(window).scenario.decks[name].cards[0].copies == 2
    prompts.file = scenario.parent / "own.deck.yaml"
    press(panel.panel.placing)
    assert document(window).scenario.deck_paths == {name: "own.deck.yaml"}
    assert deck_files.load(prompts.file).cards[0].copies == 2
    do(window, "save")
    window.filing.finish_saving(document(window))
    found = scenario_reader.load(scenario)
    assert found.decks[name].cards == document(window).scenario.decks[name].cards
    assert [problem.code for problem in check(scenario)] == []
    for _ in range(3):
        do(window, "undo")
    assert "standard.deck.yaml" in document(window).scenario.deck_paths[name]


def test_a_new_deck_is_given_to_a_side_and_its_cards_can_be_changed(
    window: MainWindow, panel: ScenarioDecksPanel, scenario: Path
) -> None:
    press(panel.add)
    made = panel.chosen
    sides = panel.findChildren(QCheckBox)
    red = next(box for box in sides if box.text() == "Red")
    press(red)
    movers = panel.panel.form.parameters.fields["movers"]
    assert isinstance(movers, QSpinBox)
    movers.setFocus()
    QTest.keyClick(movers, Qt.Key.Key_Up)
    now = document(window).scenario
    assert {side.id: side.deck for side in now.sides}["red"] == made
    assert now.decks[made].cards[0].parameters["movers"] == 4
    do(window, "save")
    window.filing.finish_saving(document(window))
    assert [problem.code for problem in check(scenario) if problem.severity == "error"] == []
    press(panel.remove)
    assert made not in document(window).scenario.decks
    assert {side.id: side.deck for side in document(window).scenario.sides}["red"] == ""


def test_a_game_without_cards_of_its_own_says_so_and_a_new_deck_begins_with_one(
    window: MainWindow,
) -> None:
    farm = SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml"
    window.open_tab(document_loader.open_document(farm))
    panel = window.scenario_docks.show_panel("decks")
    assert isinstance(panel, ScenarioDecksPanel)
    panel.seen.wake()
    assert panel.empty.text() == text("decks.decks-none-at-all", "en")
    press(panel.add)
    (deck,) = document(window).scenario.decks.values()
    (card,) = deck.cards
    titles = [localised(card.title, language) for language in ("en", "zh")]
    assert (card.effect, *titles) == ("", "New card", "新卡片")


def test_pictures_are_found_from_wherever_the_deck_lies(scenario: Path, qapp: object) -> None:
    file = scenario.parent.parent / "decks" / "standard.deck.yaml"
    was = deck_files.open_file(file, "x")
    cards = (replace(was.deck.cards[0], picture="pictures/a.png"), *was.deck.cards[1:])
    deck_files.save(replace(was.deck, cards=cards), file, was)
    work = ScenarioDocument.open(scenario)
    (name,) = work.scenario.deck_paths
    work.apply(deck_storage.embed_deck(work, name), "in")
    assert work.scenario.decks[name].cards[0].picture == "../decks/pictures/a.png"
    work.apply(deck_storage.move_deck_to_file(work, name, file.with_name("other.deck.yaml")), "out")
    assert work.scenario.decks[name].cards[0].picture == "pictures/a.png"
    assert work.scenario.deck_paths == {name: "../decks/other.deck.yaml"}


def test_tables_are_taken_in_after_their_changes_were_seen(
    window: MainWindow, panel: ScenarioDecksPanel, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "forces.csv"
    do(window, "export-table")
    table = prompts.file.read_text(encoding="utf-8-sig")
    first = document(window).scenario.units[0]
    prompts.file.write_text(
        "".join(line for line in table.splitlines(True) if not line.startswith(f"{first.id},")),
        encoding="utf-8", newline="",
    )  # fmt: skip
    prompts.confirmed = [False, True]
    do(window, "import-table")
    assert first in document(window).scenario.units
    assert f"− {first.id}" in prompts.asked[-1]
    do(window, "import-table")
    assert first not in document(window).scenario.units
    do(window, "undo")
    assert first in document(window).scenario.units
    prompts.file.write_text("id,sied\nx,red\n", encoding="utf-8")
    do(window, "import-table")
    assert text("decks.column-unknown", "en", cell="B1", column="sied") in prompts.told[-1]
