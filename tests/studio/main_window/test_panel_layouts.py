"""Panels have their places when the program is started again, whatever the window and screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget

from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.actions import Menu
from studio.framework.panel_layouts import MIN_MIDDLE, VERSION
from studio.framework.prompts import PromptAnswer
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
Places: TypeAlias = dict[str, tuple[int, int, int, int]]
# The sizes of windows that are not maximised on screens of 1366 × 768 and 1600 × 1000.
SMALL, LARGE = QSize(1350, 768 - TITLE_BAR), QSize(1584, 1000 - TITLE_BAR)
PERSONS = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=3)


def screen(name: str) -> QScreen:
    """One of the screens that tests have, by the end of its name."""
    return next(each for each in QGuiApplication.screens() if each.name().endswith(name))


@contextmanager
def started(
    folder: Path, place: QRect | None, *files: Path, is_maximised: bool = False
) -> Iterator[MainWindow]:
    """Start the program with the settings of a folder, its window where it was or in a place."""
    prompts = Scripted()
    window = MainWindow(
        Preferences(folder / "studio.ini"), prompts, folder / "journals", folder / "games"
    )
    if place is not None:
        window.setGeometry(place)
    for file in files:  # before the window is shown, as on the command line
        window.filing.open_file(file)
    window.show()
    wait(lambda: window.layouts.has_size and len(window.works) == len(files))
    if is_maximised:
        window.showMaximized()
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


def out(window: MainWindow) -> dict[str, QDockWidget]:
    """The panels that can be seen, beside the work or as tabs."""
    docks = window.findChildren(QDockWidget)
    return {dock.objectName(): dock for dock in docks if not dock.isHidden()}


def faults(window: MainWindow, size: QSize, kept: Places | None = None) -> list[str]:
    """All that is wrong with the places of panels in a window that is to have a size."""
    found = [] if window.size() == size else [f"the window is {window.size().toTuple()}"]
    shown = {
        name: dock.geometry() for name, dock in out(window).items()
        if not dock.visibleRegion().isEmpty() and not dock.isFloating()
    }  # fmt: skip
    for name, dock in out(window).items():
        if window.dockWidgetArea(dock) is Qt.DockWidgetArea.NoDockWidgetArea:
            found.append(f"{name} has no place")
    inside = window.rect().adjusted(0, window.menuBar().height(), 0, 0)
    found += [f"{name} is outside" for name, where in shown.items() if not inside.contains(where)]
    shown["the work"] = window.middle.geometry()
    found += [
        f"{one} is on {other}"
        for (one, first), (other, second) in combinations(shown.items(), 2)
        if first.intersects(second)
    ]
    if kept is not None and places(window) != kept:
        found.append(f"the panels are at {places(window)}, not {kept}")
    return found


def places(window: MainWindow) -> Places:
    """Where each panel is."""
    return {
        name: (dock.x(), dock.y(), dock.width(), dock.height())
        for name, dock in out(window).items()
        if not dock.visibleRegion().isEmpty()
    }  # fmt: skip


def widened(window: MainWindow, name: str) -> Places:
    """Where each panel is after one was made wider."""
    dock = out(window)[name]
    window.resizeDocks([dock], [dock.width() + 20], Qt.Orientation.Horizontal)
    QTest.qWait(0)
    return places(window)


def test_panels_are_where_they_were_at_the_next_start(tmp_path: Path) -> None:
    wrong = []
    for name, is_maximised in product(("small", "large"), (False, True)):
        case, folder = f"{name} {is_maximised=}", tmp_path / f"{name}{is_maximised}"
        place = QRect(screen(name).geometry().topLeft(), SMALL if name == "small" else LARGE)
        with started(folder, place, SCENARIO, is_maximised=is_maximised) as window:
            size, kept = window.size(), widened(window, "forces")
            if size.expandedTo(place.size()) != size:
                wrong.append(f"{case}: the window is {size.toTuple()}")
        with started(folder, None, SCENARIO) as window:
            wrong += [f"{case}, again: {fault}" for fault in faults(window, size, kept)]
            play(window, PERSONS)
            kept_in_play = widened(window, "log")
            wrong += [f"{case}, in play: {fault}" for fault in faults(window, size)]
        with started(folder, None, SCENARIO) as window:
            wrong += [f"{case}, after play: {fault}" for fault in faults(window, size, kept)]
            play(window, GameSetup({}, resumes=True))
            found = faults(window, size, kept_in_play)
            wrong += [f"{case}, in play again: {fault}" for fault in found]
            if window.isMaximized() != is_maximised:
                wrong.append(f"{case}: {window.isMaximized()=}")
    assert not wrong, "\n".join(wrong)


def test_a_layout_that_leaves_too_little_to_the_work_on_a_smaller_screen_is_made_anew(
    tmp_path: Path,
) -> None:
    with started(tmp_path / "usual", QRect(QPoint(), SMALL), SCENARIO) as window:
        usual = places(window)
    with started(tmp_path, QRect(QPoint(), LARGE), SCENARIO) as window:
        named = window.scenario_docks.named
        sides = [named["forces"], named["unit"]]
        window.resizeDocks(sides, [520, 620], Qt.Orientation.Horizontal)
        QCoreApplication.processEvents()
        kept = places(window)
        assert window.middle.width() < MIN_MIDDLE.width() + LARGE.width() - SMALL.width()
    settings = (tmp_path / "studio.ini").read_bytes()
    with started(tmp_path, QRect(QPoint(), SMALL), SCENARIO) as window:
        assert faults(window, SMALL) == []
        assert places(window) == usual
    (tmp_path / "studio.ini").write_bytes(settings)
    with started(tmp_path, QRect(QPoint(), LARGE), SCENARIO) as window:
        assert places(window) == kept


def test_layouts_of_other_panels_or_another_version_and_broken_ones_are_made_anew(
    tmp_path: Path,
) -> None:
    place = QRect(QPoint(), SMALL)
    with started(tmp_path / "usual", place, WORKS[0]) as window:
        usual = places(window)
    with started(tmp_path, place, WORKS[0]) as window:
        widened(window, "palette")
    kept = json.loads(Preferences(tmp_path / "studio.ini").layouts)
    without, unknown, broken = (json.loads(json.dumps(kept)) for _ in range(3))
    without["layouts"]["map"]["docks"].remove("history")
    unknown["layouts"]["map"]["docks"].append("weather")
    broken["layouts"]["map"]["state"] = "AAAA"
    texts = [json.dumps(each) for each in (without, unknown, broken, kept | {"version": 0})]
    wrong = []
    for words in (*texts, "", "[]", '{"version": 1}', json.dumps(kept)[:-9]):
        settings = Preferences(tmp_path / "studio.ini")
        settings.keep_window(settings.geometry, words)
        with started(tmp_path, place, WORKS[0]) as window:
            if places(window) != usual:
                wrong.append(words[:200])
    assert kept["version"] == VERSION
    assert not wrong, "\n".join(wrong)


def test_every_kind_of_work_has_its_panels_and_its_usual_layout_again(tmp_path: Path) -> None:
    wrong = []
    with started(tmp_path, QRect(QPoint(), SMALL), *WORKS) as window:
        for number, work in enumerate((*WORKS, *WORKS)):
            window.tabs.setCurrentIndex(number % len(WORKS))
            QCoreApplication.processEvents()
            wrong += [f"{work.name}: {fault}" for fault in faults(window, SMALL)]
            usual = places(window)
            for dock in out(window).values():
                dock.hide()
            do(window, "reset-layout")
            QCoreApplication.processEvents()
            if places(window) != usual:
                wrong.append(f"{work.name}: {places(window)} after a reset, not {usual}")
            offered = {
                dock.objectName()
                for dock in window.findChildren(QDockWidget)
                if dock.toggleViewAction().isVisible()
            }
            of_others = {"forces": SCENARIO, "table-things": WORKS[-1]}
            if any((name in offered) != (work == whose) for name, whose in of_others.items()):
                wrong.append(f"{work.name} offers {sorted(offered)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("plays", [False, True])
def test_the_view_menu_resets_a_layout(tmp_path: Path, plays: bool) -> None:
    with started(tmp_path, QRect(QPoint(), SMALL), SCENARIO) as window:
        if plays:
            play(window, PERSONS)
        usual = places(window)
        for dock in out(window).values():
            dock.close()
        window.bars.bar.hide()
        menu = window.bars.menus[Menu.VIEW]
        menu.popup(window.pos())
        entry = menu.actionGeometry(window.bars.actions["reset-layout"]).center()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=entry)
        QCoreApplication.processEvents()
        assert places(window) == usual
        assert window.bars.bar.isVisible()
        assert not window.isAnimated()
        assert faults(window, SMALL) == []
