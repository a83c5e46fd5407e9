"""A table printed from the window: its dialog, its pages, the file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files import scenario_reader, tabletop_map_reader
from engine.files.source_text import SHIPPED
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.printing.file_printouts import TabletopPrintout
from studio.printing.game_print_dialog import GamePrintRequest
from studio.printing.game_printout import GamePrintout
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import TABLE_DEFAULT, GamePrintSettings
from studio.printing.tabletop_pages import FULL
from studio.printing.tabletop_print_dialog import ALONE, TabletopPrintDialog
from studio.rendering.map.render_options import RenderOptions
from tests.studio.main_window.conftest import Scripted
from tests.studio.printing.reading import page_boxes

SAMPLES = SHIPPED / "samples" / "littlewars"
FARMS = SAMPLES / "tables" / "two-farms.table.yaml"


def test_a_table_in_front_is_printed_with_its_key(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    window.filing.open_file(FARMS)
    prompts.file = tmp_path / "farms.pdf"
    prompts.table_printed = GamePrintRequest(
        RenderOptions(), GamePrintSettings({PrintedPart.MAP: ()})
    )
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert page_boxes(prompts.file.read_bytes()) == [pytest.approx((210, 297), abs=0.01)]
    assert "farms.pdf" in window.statusBar().currentMessage()


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> TabletopPrintDialog:
    plan = partial(TabletopPrintout, tabletop_map_reader.load(FARMS))
    dialog = TabletopPrintDialog(
        plan, ALONE, RenderOptions(), GamePrintSettings(), window.localize, window
    )
    dialog.jobs.patience = 60.0
    dialog.show()
    return dialog


def listed(dialog: TabletopPrintDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def test_the_dialog_offers_what_there_is_of_a_table(dialog: TabletopPrintDialog) -> None:
    assert [box.text() for box in dialog.parts.values()] == [
        text(f"printing.part-{part}", "en") for part in ("country", "figures", "strips")
    ]
    assert all(box.isChecked() for box in dialog.parts.values())
    assert not dialog.hex.isVisible()
    assert not dialog.counter.isVisible()


def test_the_country_is_printed_on_a_page_or_in_full_size(dialog: TabletopPrintDialog) -> None:
    """The country at 1:1 or scaled with a grid of feet (E8)."""
    for part in (PrintedPart.COUNTERS, PrintedPart.STRIPS):
        dialog.parts[part].setChecked(False)
    assert len(listed(dialog)) == 1
    dialog.inch.setFocus()
    QTest.keyClick(dialog.inch, Qt.Key.Key_Down)
    assert dialog.settings.inch_mm == FULL
    assert len(listed(dialog)) == 169
    assert "1:1" in listed(dialog)[0]


def test_a_game_on_a_table_offers_tables_and_hand_outs_too(
    window: MainWindow, qtbot: QtBot
) -> None:
    scenario = scenario_reader.load(SAMPLES / "scenarios" / "two-farms.scenario.yaml")
    plan = partial(GamePrintout, scenario)
    dialog = TabletopPrintDialog(
        plan, TABLE_DEFAULT, RenderOptions(), GamePrintSettings(), window.localize, window
    )
    dialog.jobs.patience = 60.0
    dialog.show()
    for part in (PrintedPart.COUNTERS, PrintedPart.MAP, PrintedPart.STRIPS):
        dialog.parts[part].setChecked(False)
    said = " ".join(listed(dialog))
    assert "Tables" in said
    assert "umpire" in said.casefold()
