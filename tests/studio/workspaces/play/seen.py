"""A window that plays, and what it lets a person read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.hexes.hex import Hex
from engine.session.session import Session
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.hand_over_curtain import CoverWidget
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type
from tests.engine.session.sessions import CROSSROADS
from tests.studio.main_window.conftest import Scripted


@contextmanager
def opened(qtbot: QtBot, folder: Path) -> Iterator[MainWindow]:
    """A shown window with the crossroads in a tab; whatever is not saved is given up."""
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, folder / "journals")
    window.resize(1300, 850)
    window.show()
    qtbot.waitExposed(window)
    window.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
    window.playing.set_speed(PlaybackSpeed.SKIP)
    yield window
    prompts.answers = [PromptAnswer.NO] * (1 + len(window.works))
    window.playing.stop()
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def played(window: MainWindow, session: Session) -> tuple[ScenarioTab, GameController]:
    """The tab in front, with a session under way in it."""
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    window.playing.play_session(tab, session)
    assert tab.guest is not None
    return tab, require_type(tab.guest, GameOnTab).play


def middle(tab: ScenarioTab, hex_: Hex) -> QPoint:
    """The middle of a hex on the canvas."""
    tab.canvas.show_hex(hex_)
    x, y = tab.canvas.camera.centre(hex_)
    return QPoint(round(x), round(y))


def texts(window: MainWindow) -> str:
    """All that can be read in a window: what lies under a blind cannot."""
    found = [window.windowTitle(), window.statusBar().currentMessage()]
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and not is_blinded(widget):
            found += [widget.toolTip(), *_said(widget)]
    return "\n".join(found)


def is_blinded(widget: QWidget) -> bool:
    """Whether a blind lies over a widget."""
    here: QWidget | None = widget
    while here is not None and not isinstance(here, CoverWidget):
        blinds = (child for child in here.children() if isinstance(child, CoverWidget))
        if here is not widget and any(blind.isVisible() for blind in blinds):
            return True
        here = here.parentWidget()
    return False


def _said(widget: QWidget) -> list[str]:
    match widget:
        case QLabel() | QAbstractButton() | QLineEdit():
            return [widget.text()]
        case QPlainTextEdit() | QTextEdit():
            return [widget.toPlainText()]
        case QComboBox():
            return [widget.itemText(place) for place in range(widget.count())]
        case QAbstractItemView() if widget.model() is not None:
            return list(_rows(widget, QModelIndex()))
        case _:
            return []


def _rows(view: QAbstractItemView, parent: QModelIndex) -> Iterator[str]:
    model = view.model()
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield str(index.data())
        yield from _rows(view, index)
