"""Panels are as they were when the program is started again, whatever the window and screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget

from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.actions import Menu
from studio.framework.panel_layouts import VERSION
from studio.framework.prompts import PromptAnswer
from studio.framework.workbench import COLUMNS, Side
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.widgets.sizing import TITLE_BAR
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.main_window.conftest import Scripted, do, wait

SAMPLES = SHIPPED / "samples"
SCENARIO = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
WORKS = (
    SAMPLES / "tank" / "maps" / "crossroads.map.yaml", SCENARIO,
    SAMPLES / "tank" / "decks" / "standard.deck.yaml",
    SAMPLES / "littlewars" / "scenarios" / "two-farms.scenario.yaml",
    SAMPLES / "littlewars" / "tables" / "two-farms.table.yaml",
)  # fmt: skip
Layout: TypeAlias = dict[str, object]
# The sizes of windows that are not maximised on screens of 1366 × 768 and 1600 × 1000.
SMALL, LARGE = QSize(1350, 768 - TITLE_BAR), QSize(1584, 1000 - TITLE_BAR)
PERSONS = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=3)


@contextmanager
def started(folder: Path, size: QSize, *files: Path) -> Iterator[MainWindow]:
    """Start the program with the settings of a folder, in a window of a size."""
    prompts = Scripted()
    window = MainWindow(
        Preferences(folder / "studio.ini"), prompts, folder / "journals", folder / "games"
    )
    window.setGeometry(QRect(QPoint(), size))
    for file in files:  # before the window is shown, as on the command line
        window.filing.open_file(file)
    window.show()
    wait(lambda: len(window.works) == len(files))
    QTest.qWait(0)
    yield window
    prompts.answers = [PromptAnswer.YES] * len(window.works)
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def play(window: MainWindow, setup: GameSetup) -> None:
    """Begin a game of the scenario in front, or take up the kept one."""
    assert isinstance(window.prompts, Scripted)
    window.prompts.setup = setup
    do(window, "play")
    wait(lambda: window.playing.play is not None)
    QCoreApplication.processEvents()


def layout(window: MainWindow) -> Layout:
    """Return the state of each panel, and of the columns beside the work."""
    bench = window.layouts.bench
    panels: Layout = {
        name: (section.is_open, section.is_out)
        for name, section in window.layouts.sections.items()
        if section.toggle_action.isVisible()
    }
    return panels | {f"{side}": bench.is_shown(side) and bench.columns[side].width()
                     for side in COLUMNS}  # fmt: skip


def faults(window: MainWindow, size: QSize) -> list[str]:
    """All that is wrong with the places of panels in a window that is to have a size."""
    found = [] if window.size() == size else [f"the window is {window.size().toTuple()}"]
    bench = window.layouts.bench
    shown = {str(side): column for side, column in bench.columns.items() if column.isVisible()}
    places = {name: QRect(column.mapTo(window, QPoint()), column.size())
              for name, column in shown.items()}  # fmt: skip
    places["the work"] = QRect(window.middle.mapTo(window, QPoint()), window.middle.size())
    found += [f"{name} is outside" for name, where in places.items()
              if not window.rect().contains(where)]  # fmt: skip
    found += [f"{one} is on {other}" for (one, first), (other, second)
              in combinations(places.items(), 2) if first.intersects(second)]  # fmt: skip
    for column in shown.values():
        sections = [each for each in column.sections if each.isVisible()]
        found += [f"{one.objectName()} is on {other.objectName()}"
                  for one, other in combinations(sections, 2)
                  if one.geometry().intersects(other.geometry())]  # fmt: skip
    return found


def click(window: MainWindow, name: str) -> None:
    """Click the heading of a panel."""
    QTest.mouseClick(window.layouts.sections[name].heading, Qt.MouseButton.LeftButton)
    QCoreApplication.processEvents()


def change(window: MainWindow, folded: str, opened: str) -> Layout:
    """Fold one panel, open another and draw the right column wider."""
    click(window, folded)
    click(window, opened)
    parts = window.layouts.bench.parts
    left, middle, right = parts.sizes()
    parts.setSizes([left, middle - 40, right + 40])
    parts.splitterMoved.emit(left + middle - 40, 2)
    QTest.qWait(0)
    return layout(window)


def test_a_click_on_a_heading_folds_a_panel_and_opens_it(tmp_path: Path) -> None:
    with started(tmp_path, SMALL, WORKS[0]) as window:
        section = window.docks.sections["layers"]
        assert not section.panel.isVisible()
        click(window, "layers")
        assert section.panel.isVisible()
        assert section.toggle_action.isChecked()
        click(window, "layers")
        assert not section.panel.isVisible()
        assert not section.toggle_action.isChecked()


def test_panels_are_as_they_were_at_the_next_start(tmp_path: Path) -> None:
    with started(tmp_path, LARGE, SCENARIO) as window:
        kept = change(window, "turn-track", "features")
    with started(tmp_path, LARGE, SCENARIO) as window:
        assert layout(window) == kept
        play(window, PERSONS)
        kept_in_play = change(window, "outlook", "dice-strip")
        assert faults(window, LARGE) == []
    with started(tmp_path, LARGE, SCENARIO) as window:
        assert layout(window) == kept, "a game that was left in front changes nothing"
        play(window, GameSetup({}, resumes=True))
        assert layout(window) == kept_in_play


def test_on_a_smaller_screen_the_columns_leave_room_to_the_work(tmp_path: Path) -> None:
    with started(tmp_path, LARGE, SCENARIO) as window:
        change(window, "turn-track", "features")
        parts = window.layouts.bench.parts
        parts.setSizes([520, 400, 640])
        parts.splitterMoved.emit(920, 2)
        kept = layout(window)
    with started(tmp_path, SMALL, SCENARIO) as window:
        assert faults(window, SMALL) == []
        assert window.middle.width() >= 400
    with started(tmp_path, LARGE, SCENARIO) as window:
        assert layout(window) == kept, "the wide columns come back with the room for them"


def test_settings_of_no_use_give_the_usual_layout(tmp_path: Path) -> None:
    with started(tmp_path / "usual", SMALL, WORKS[0]) as window:
        usual = layout(window)
    with started(tmp_path, SMALL, WORKS[0]) as window:
        assert change(window, "lookout", "layers") != usual
    kept = json.loads(Preferences(tmp_path / "studio.ini").layouts)
    unknown, broken = (json.loads(json.dumps(kept)) for _ in range(2))
    unknown["layouts"]["map"] = {"open": {"weather": True}, "out": {"weather": [0, [0, 0, 9, 9]]},
                                 "widths": {}, "folded": []}  # fmt: skip
    broken["layouts"]["map"]["widths"] = {"above": 3}
    texts = [json.dumps(each) for each in (unknown, broken, kept | {"version": 1})]
    wrong = []
    for words in (*texts, "", "[]", '{"version": 2}', json.dumps(kept)[:-9]):
        settings = Preferences(tmp_path / "studio.ini")
        settings.keep_window(settings.geometry, words)
        with started(tmp_path, SMALL, WORKS[0]) as window:
            if layout(window) != usual:
                wrong.append(words[:200])
    assert kept["version"] == VERSION
    assert not wrong, "\n".join(wrong)


def test_every_kind_of_work_has_its_panels_and_its_usual_layout_again(tmp_path: Path) -> None:
    wrong = []
    with started(tmp_path, SMALL, *WORKS) as window:
        for number, work in enumerate((*WORKS, *WORKS)):
            window.tabs.setCurrentIndex(number % len(WORKS))
            QCoreApplication.processEvents()
            wrong += [f"{work.name}: {fault}" for fault in faults(window, SMALL)]
            usual = layout(window)
            for section in window.layouts.sections.values():
                section.set_open(False)
            do(window, "reset-layout")
            QCoreApplication.processEvents()
            if layout(window) != usual:
                wrong.append(f"{work.name}: {layout(window)} after a reset, not {usual}")
            of_others = {"forces": SCENARIO, "table-things": WORKS[-1]}
            if any((name in usual) != (work == whose) for name, whose in of_others.items()):
                wrong.append(f"{work.name} offers {sorted(usual)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("plays", [False, True])
def test_the_view_menu_resets_a_layout(tmp_path: Path, plays: bool) -> None:
    with started(tmp_path, SMALL, SCENARIO) as window:
        if plays:
            play(window, PERSONS)
        usual = layout(window)
        for section in window.layouts.sections.values():
            section.set_open(False)
        window.layouts.bench.fold(Side.RIGHT, True)
        menu = window.bars.menus[Menu.VIEW]
        menu.popup(window.pos())
        entry = menu.actionGeometry(window.bars.actions["reset-layout"]).center()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=entry)
        QCoreApplication.processEvents()
        assert layout(window) == usual
        assert faults(window, SMALL) == []


def test_a_panel_taken_out_is_there_at_the_next_start_and_goes_back_when_closed(
    tmp_path: Path,
) -> None:
    with started(tmp_path, SMALL, WORKS[0]) as window:
        dock = window.layouts.take_out(window.docks.sections["palette"], QPoint(400, 200))
        assert dock.isFloating()
        assert window.docks.palette.isVisible()
        where = dock.geometry()
    with started(tmp_path, SMALL, WORKS[0]) as window:
        (there,) = (each for each in window.findChildren(QDockWidget)
                    if each.objectName() == "dock-palette")  # fmt: skip
        assert there.geometry() == where
        assert window.docks.sections["palette"].isHidden()
        there.close()
        QCoreApplication.processEvents()
        section = window.docks.sections["palette"]
        assert section.isVisible()
        assert section.isAncestorOf(window.docks.palette)
        assert window.docks.palette.isVisible()


def test_a_wide_panel_opens_in_the_place_of_the_map_and_escape_leads_back(tmp_path: Path) -> None:
    with started(tmp_path, SMALL, SCENARIO) as window:
        panel = window.scenario_docks.show_panel("aims")
        assert panel.isVisible()
        assert not window.middle.isVisible()
        do(window, "escape")
        assert window.middle.isVisible()
        assert not panel.isVisible()
        click(window, "aims")
        assert panel.isVisible()
        QTest.mouseClick(window.layouts.bench.page.back, Qt.MouseButton.LeftButton)
        assert window.middle.isVisible()
