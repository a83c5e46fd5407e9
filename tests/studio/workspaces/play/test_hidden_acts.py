"""Nothing a window shows to a side depends on what the enemy does unseen, in any widget."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QScrollBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.games import new_game
from engine.play.decisions import Answer, Faces, Roll
from engine.play.dice import DiceSource, ManualDice
from engine.play.game import Game
from engine.scenario.scenario import Scenario
from engine.session.dice_tray import SessionDice
from engine.session.history import History
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from studio.framework.prompts import PromptAnswer as Said
from studio.main_window.main_window import MainWindow
from studio.widgets.lazy_refresh import LazyRefresher
from studio.workspaces.play.panels.log_panel import LogPanel
from studio.workspaces.play.panels.timeline_panel import TimelinePanel
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from tests.studio.main_window.conftest import Scripted
from tests.studio.workspaces.play.opened import opened
from tests.twin_games import twins

SAMPLES = Path(__file__).parents[4] / "samples"
SCENES = [  # a scenario, who looks, a seed, how many steps there are, who plays the enemy
    ("primer/scenarios/three-cities", "red", 2, 14, Seat.GREEDY),
    ("primer/scenarios/three-cities", "blue", 1, 14, Seat.PERSON),
    ("tank/scenarios/crossroads", "red", 4, 60, Seat.GREEDY),
    ("littlewars/scenarios/redoubt", "south", 1, 16, Seat.GREEDY),
    ("tide/scenarios/canal-bridge", "west", 1, 26, Seat.PERSON),
    ("valor/scenarios/chapel-hill", "uk", 1, 20, Seat.GREEDY),
]
SEED = 1
TOLD = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole,
        Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)  # fmt: skip

TELLING = ("text", "plainText", "toolTip", "statusTip", "windowTitle", "accessibleName",
           "accessibleDescription", "placeholderText", "value", "maximum", "checked")  # fmt: skip

Shown = Counter[str]


class Written:
    """Dice that fall as they fell in a course."""

    def __init__(self, answers: list[Answer]) -> None:
        self.answers = answers

    def faces(self, number: int, roll: Roll) -> Faces | None:
        return self.answers[number]  # type: ignore[no-any-return]

    def forked(self, number: int, seed: int) -> DiceSource:
        return self


def played(
    scenario: Scenario, course: Game[Any], answers: int, viewer: str, enemy: Seat
) -> Session:
    """A session under fog in which a course was played."""
    tray = SessionDice(Written(course.answers))
    seats = {side.id: Seat.PERSON if side.id == viewer else enemy for side in scenario.sides}
    session = Session(History(new_game(scenario, tray), tray), seats, FogOfWar.PER_SIDE, SEED)
    while session.answer_count < answers:
        is_machine = session.seat_of(session.asked).is_automatic
        giver = AnswerSource.MACHINE if is_machine else AnswerSource.PERSON
        session.history.choose(course.answers[session.answer_count], giver)
    session.hand_over()
    assert (session.asked, session.viewer) == (viewer, viewer)
    return session


# --- what can be read and seen --------------------------------------------------------------------


def shown(window: MainWindow) -> Shown:
    """All that can be read in the panels of a game, and in whatever else is in sight."""
    QApplication.processEvents()
    found: Counter[str] = Counter()
    seen = [getattr(each, "seen", None) for each in window.findChildren(QWidget)]
    for panel in (each for each in seen if isinstance(each, LazyRefresher)):
        panel.refresh_if_visible()  # as one does that comes to the front
    for widget in window.findChildren(QWidget):
        if widget.isVisible() or is_of_a_game(widget):
            told = (widget.property(each) for each in TELLING)
            about = [type(widget).__name__, widget.isVisible(), widget.isEnabled()]
            said = [*told, *listed(widget)]
            if any(said) and not isinstance(widget, QTabBar | QScrollBar):  # those come and go
                found[repr([*about, *said])] += 1
    for action in window.findChildren(QAction):
        said = [action.text(), action.toolTip(), action.isEnabled(), action.isChecked()]
        found[repr(said)] += bool(action.text())
    time = window.findChild(TimelinePanel)
    assert time is not None
    found.update(time.slider.tip(x) for x in range(0, time.slider.width(), 3))
    return found


def is_of_a_game(widget: QWidget) -> bool:
    """True if it is one of the panels of games, or in one, be it in front or not."""
    here: QWidget | None = widget
    while here is not None and not type(here).__module__.startswith("studio.workspaces.play"):
        here = here.parentWidget()
    return here is not None


def painted(window: MainWindow) -> Shown:
    """The pictures of a window, and of the panels that games have in it."""
    sections = (each for each in window.layouts.sections.values() if not each.isHidden())
    panels = (each for each in sections if is_of_a_game(each.panel))
    return Counter(picture_of(each) for each in (window, *panels))


def picture_of(widget: QWidget) -> str:
    """A name for how a widget looks."""
    image = widget.grab().toImage()
    drawn = b"" if image.isNull() else bytes(image.constBits())
    wide = image.bytesPerLine()
    while len(drawn) > wide and drawn[-wide:] == drawn[-2 * wide : -wide]:
        drawn = drawn[:-wide]  # a panel may be a pixel higher, as splitters share what is left
    return f"picture {widget.windowTitle()} {hashlib.sha1(drawn).hexdigest()}"


def listed(widget: QWidget) -> Iterator[object]:
    match widget:
        case QComboBox():
            yield from rows(widget.model(), QModelIndex())
        case QTabBar():
            yield from (widget.tabText(place) for place in range(widget.count()))
        case QAbstractItemView() if widget.model() is not None:
            yield from rows(widget.model(), QModelIndex())


def rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[object]:
    for row in range(model.rowCount(parent)):
        first = model.index(row, 0, parent)
        for column in itertools.count():
            index = first.siblingAtColumn(column)
            if not index.isValid():
                break
            yield [str(told) for role in TOLD if (told := index.data(role)) is not None]
        yield from rows(model, first)


# --- the games ------------------------------------------------------------------------------------


def go_about(window: MainWindow) -> Iterator[Shown]:
    """What is shown as the game stands, and wherever one goes from there."""
    yield shown(window) + painted(window)
    time, log = window.findChild(TimelinePanel), window.findChild(LogPanel)
    play = window.playing.play
    assert time is not None
    assert log is not None
    assert play is not None
    middle = log.view.lines[len(log.view.lines) // 2]
    deeds: list[Callable[[], object]] = [
        lambda: time.do("back"), lambda: log.view.gone_to.emit(middle), lambda: time.do("last"),
        play.undo,
    ]  # fmt: skip
    for deed in deeds:
        deed()
        yield shown(window)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


def test_no_widget_depends_on_what_the_enemy_does_unseen(window: MainWindow, qtbot: QtBot) -> None:
    wrong: list[object] = []
    tabs: dict[Path, ScenarioTabBase] = {}
    for name, viewer, seed, steps, enemy in SCENES:
        path = SAMPLES / f"{name}.scenario.yaml"
        if path not in tabs:
            tabs[path] = open_(window, qtbot, path)
        tab = tabs[path]
        scenario = load_playable(path)
        found = twins(new_game(scenario, ManualDice()), viewer, seed, steps)
        assert found.unlike, f"{name}, seed {seed}: the enemy did nothing unseen"
        first, second = found.pairs[-1]
        one = played(scenario, found.one, first, viewer, enemy)
        other = played(scenario, found.other, second, viewer, enemy)
        window.playing.play_session(tab, one)
        shown(window)  # whatever is made when a game is first shown is made
        give_up(window)
        told = zip(look(window, tab, one), look(window, tab, other), strict=True)
        for place, (this, that) in enumerate(told):
            unlike = (this - that) + (that - this)
            wrong += [(name, viewer, seed, place, each[:300]) for each in sorted(unlike)]
    assert wrong == []


def look(window: MainWindow, tab: ScenarioTabBase, session: Session) -> list[Shown]:
    """Play a session in a window for a while; what it showed."""
    session.go_to(session.branch_answer_count)
    window.playing.play_session(tab, session)
    found = list(go_about(window))
    give_up(window)
    return found


def give_up(window: MainWindow) -> None:
    """End the game in front, and all that was made for it."""
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [Said.NO]
    window.playing.stop()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def open_(window: MainWindow, qtbot: QtBot, path: Path) -> ScenarioTabBase:
    """Open the tab of a scenario."""
    before = window.active_tab
    window.filing.open_file(path)
    qtbot.waitUntil(
        lambda: isinstance(window.active_tab, ScenarioTabBase) and window.active_tab is not before
    )
    assert isinstance(window.active_tab, ScenarioTabBase)
    return window.active_tab
