"""A scenario's game printed from the window: its dialog, what it remembers, the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files import scenario_reader
from engine.scenario.scenario import Scenario
from engine.texts import localised, text
from studio.framework.file_operations import file_name
from studio.framework.prompts import DialogPrompts
from studio.main_window.main_window import MainWindow
from studio.printing.game_print_dialog import GamePrintDialog, GamePrintRequest
from studio.printing.paper_geometry import PAPERS, Duplex
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import (
    GamePrintSettings,
    as_pages,
    as_text,
    from_text,
    ranges_from,
)
from studio.printing.printing_questions import GamePrintQuestion
from studio.rendering.map.render_options import RenderOptions
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.printing.conftest import CROSSROADS
from tests.studio.printing.reading import page_boxes, pages, words

CARDS = GamePrintSettings({PrintedPart.CARDS: ()})
SMALL = GamePrintSettings({PrintedPart.COUNTERS: (), PrintedPart.TABLES: ()})


def test_the_game_of_a_scenario_is_printed_to_a_pdf(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    window.filing.open_file(CROSSROADS)
    prompts.file = tmp_path / "game.pdf"
    prompts.game_printed = GamePrintRequest(RenderOptions(), SMALL)
    do(window, "print")
    content = prompts.file.read_bytes()
    assert len(page_boxes(content)) == 6
    assert "Red1" in words(pages(content)[0])
    assert "game.pdf" in window.statusBar().currentMessage()


def test_a_game_that_is_let_be_prints_nothing(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    window.filing.open_file(CROSSROADS)
    prompts.file = tmp_path / "game.pdf"
    do(window, "print")
    assert not prompts.file.exists()


# --- the dialog -----------------------------------------------------------------------------------


@pytest.fixture
def scenario() -> Scenario:
    return scenario_reader.load(CROSSROADS)


@pytest.fixture
def dialog(window: MainWindow, scenario: Scenario, qtbot: QtBot) -> GamePrintDialog:
    dialog = GamePrintDialog(
        scenario, CROSSROADS.parent, RenderOptions(), SMALL, window.localize, window
    )
    dialog.jobs.patience = 60.0
    dialog.show()
    dialog.parts[PrintedPart.CARDS].setChecked(True)
    return dialog


def listed(dialog: GamePrintDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def test_the_dialog_lists_every_page_and_shows_the_chosen_one(dialog: GamePrintDialog) -> None:
    assert "10 pages" in dialog.facts.text()
    assert "Counters" in listed(dialog)[0]
    assert "Cards" in listed(dialog)[2]
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.number == 2
    dialog.parts[PrintedPart.COUNTERS].setChecked(False)
    assert "Cards" in listed(dialog)[0]
    assert dialog.number == 1


def test_what_a_part_does_not_need_cannot_be_set(dialog: GamePrintDialog) -> None:
    assert dialog.counter.isEnabled()
    assert not dialog.hex.isEnabled()
    dialog.parts[PrintedPart.MAP].setChecked(True)
    assert dialog.hex.isEnabled()
    dialog.fit.setChecked(True)
    assert not dialog.hex.isEnabled()
    dialog.parts[PrintedPart.COUNTERS].setChecked(False)
    assert not dialog.counter.isEnabled()


def test_nothing_chosen_is_said_and_cannot_be_printed(dialog: GamePrintDialog) -> None:
    for box in dialog.parts.values():
        box.setChecked(False)
    assert "Nothing" in dialog.facts.text()
    assert not dialog.go.isEnabled()
    dialog.parts[PrintedPart.TABLES].setChecked(True)
    assert dialog.go.isEnabled()


def test_cards_that_are_cut_off_are_named_there(
    window: MainWindow, scenario: Scenario, qtbot: QtBot
) -> None:
    dialog = GamePrintDialog(
        overfull(scenario), CROSSROADS.parent, RenderOptions(), CARDS, window.localize, window
    )
    dialog.jobs.patience = 60.0
    assert overfull_title(scenario) in dialog.cut.text()
    assert dialog.go.isEnabled()
    dialog.parts[PrintedPart.COUNTERS].setChecked(True)
    dialog.parts[PrintedPart.CARDS].setChecked(False)
    assert dialog.cut.text() == ""
    dialog.close()


def overfull(scenario: Scenario) -> Scenario:
    """The scenario with more words on its first card than there is room for."""
    (name, deck), *_ = scenario.decks.items()
    first = replace(deck.cards[0], text={"en": "Two movers have one point more. " * 60, "zh": "多"})
    return replace(
        scenario, decks={**scenario.decks, name: replace(deck, cards=(first, *deck.cards[1:]))}
    )


def overfull_title(scenario: Scenario) -> str:
    return localised(next(iter(scenario.decks.values())).cards[0].title, "en")


def test_what_cannot_be_printed_is_said_there(dialog: GamePrintDialog) -> None:
    dialog.parts[PrintedPart.MAP].setChecked(True)
    dialog.hex.setValue(200.0)
    dialog.paper.setCurrentText("A5")
    assert "too many" in dialog.facts.text()
    assert not dialog.go.isEnabled()


def test_the_order_is_what_was_chosen(dialog: GamePrintDialog) -> None:
    dialog.paper.setCurrentText("Letter")
    dialog.landscape.setChecked(True)
    dialog.counter.setCurrentIndex(dialog.counter.findData(20.0))
    dialog.gap.setValue(2.0)
    dialog.bleed.setChecked(True)
    dialog.duplex.setCurrentIndex(dialog.duplex.findData(Duplex.FOLD))
    dialog.back_shift[0].setValue(-0.4)
    order = dialog.print_request()
    assert order.settings == replace(
        SMALL, parts={PrintedPart.COUNTERS: (), PrintedPart.CARDS: (), PrintedPart.TABLES: ()},
        paper=PAPERS["Letter"].turned(), counter_mm=20.0, counter_gap=2.0, card_bleed=3.0,
        duplex=Duplex.FOLD, back_shift=(-0.4, 0.0),
    )  # fmt: skip


def test_settings_are_remembered_until_the_next_time(
    window: MainWindow, scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[GamePrintSettings] = []

    def accept(dialog: GamePrintDialog) -> int:
        seen.append(dialog.settings)
        dialog.back_shift[1].setValue(0.7)
        dialog.parts[PrintedPart.CALIBRATION].setChecked(True)
        return 1

    monkeypatch.setattr(GamePrintDialog, "exec", accept)
    dialogs = DialogPrompts(window, window.localize, window.preferences)
    for _ in range(2):
        dialogs.ask(GamePrintQuestion(scenario, CROSSROADS.parent, RenderOptions()))
    assert seen[0].back_shift == (0.0, 0.0)
    assert seen[1].back_shift == (0.0, 0.7)
    assert PrintedPart.CALIBRATION in seen[1].parts


def test_settings_read_back_as_they_were_written() -> None:
    settings = GamePrintSettings(
        {PrintedPart.CARDS: (), PrintedPart.MAP: ()}, PAPERS["A3"].turned(), None,
        20.0, 1.5, 3.0, Duplex.SHORT,
        front_shift=(0.25, -1.0), back_shift=(-0.5, 0.5),
    )  # fmt: skip
    read = from_text(as_text(settings))
    assert read == settings


@pytest.mark.parametrize("words_", ["", "{}", "[1]", '{"paper": "A4"}', "no json"])
def test_settings_that_are_not_sound_are_none(words_: str) -> None:
    assert from_text(words_) is None


# --- some pages of a part -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "ranges"),
    [("", ()), ("2", ((2, 2),)), ("1-3, 6", ((1, 3), (6, 6))), ("1 – 2；4", ((1, 2), (4, 4)))],
)
def test_pages_are_read_as_people_write_them(
    written: str, ranges: tuple[tuple[int, int], ...]
) -> None:
    assert ranges_from(written) == ranges
    assert ranges_from(as_pages(ranges)) == ranges


def test_some_pages_of_a_part_are_chosen_beside_it(dialog: GamePrintDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: dialog.list.count() > 0)
    dialog.activateWindow()
    dialog.parts[PrintedPart.CARDS].setChecked(False)
    qtbot.waitUntil(lambda: dialog.isActiveWindow() and dialog.list.count() == 6)
    line = dialog.ranges[PrintedPart.TABLES]
    line.setFocus()
    QTest.keyClicks(line, "2")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: dialog.list.count() == 4, timeout=20_000)
    assert dialog.print_request().settings.parts == {
        PrintedPart.COUNTERS: (),
        PrintedPart.TABLES: ((2, 2),),
    }
    assert "Tables · page 2 of 4" in dialog.list.item(2).text()


@pytest.mark.parametrize(("written", "why"), [("3-1", "“3-1”"), ("77", "no page 77")])
def test_pages_there_are_not_are_told_and_not_printed(
    dialog: GamePrintDialog, qtbot: QtBot, written: str, why: str
) -> None:
    line = dialog.ranges[PrintedPart.TABLES]
    line.setText(written)
    line.editingFinished.emit()
    qtbot.waitUntil(lambda: why in dialog.facts.text())
    assert not dialog.go.isEnabled()


def test_a_part_that_is_not_printed_has_no_pages_to_choose(dialog: GamePrintDialog) -> None:
    assert not dialog.ranges[PrintedPart.MAP].isEnabled()
    dialog.parts[PrintedPart.MAP].setChecked(True)
    assert dialog.ranges[PrintedPart.MAP].isEnabled()


# --- names of files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "name"),
    [("Red/Blue: \"a\" <b>?", "red-blue-a-b"), ("谷地 / 二", "谷地-二"), ("Con", "con-"),
     ("...", file_name(text("studio.unnamed", "en"))), ("x" * 300, "x" * 60)],
)  # fmt: skip
def test_a_title_becomes_a_name_that_fits_every_disk(
    window: MainWindow, prompts: Scripted, scenario: Scenario, title: str, name: str
) -> None:
    prompts.game_printed = GamePrintRequest(RenderOptions(), SMALL)
    named = replace(scenario, title=title)
    window.printing.print_game(named, CROSSROADS.parent, window.looks.layers)
    assert prompts.offered == CROSSROADS.parent / f"{name}.pdf"
