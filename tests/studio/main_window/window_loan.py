"""A window that is lent to one test after the other, each time as it was when it was made.

What is taken back is put as it was. It is lent again only where it then equals itself as it was
new, in all that `state_of` sees; else the next test gets one that is made for it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QMenuBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from studio.framework.prompts import PromptAnswer
from studio.main_window.keyboard import Keymap
from studio.main_window.main_window import MainWindow
from studio.map_tools.stamps import StampLibrary
from studio.preferences import Preferences
from studio.previews.background_loading import RULES, background_loader
from studio.previews.preview_settings import PreviewOptions
from studio.widgets.localization import install_qt_translation
from studio.widgets.themes import apply_text_settings
from studio.workspaces.map.map_toolbox import Toolbox
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox

PLAIN = (bool, int, float, str, bytes, Enum, type(None))
# What differs from loan to loan and changes nothing that is seen: where things are kept, what was
# worked out before, and the pictures of the first page, which come while nothing else is done.
PASSING = frozenset(
    {
        "__METAOBJECT__",
        "_books",
        "_is_drawn",
        "_picture",
        "_settings",
        "_undrawn",
        "faults",
        "forces",
        "journals",
        "lines",
        "stamps",
        "styles",
        "thumbnails",
    }
)
BARS = QMenuBar, QToolBar, QToolButton  # which make menus for what has no room in them
COLOURS = QPalette.ColorRole.Window, QPalette.ColorRole.WindowText, QPalette.ColorRole.Base
PATIENCE = 60.0  # seconds
MAX_ASKED = 99  # questions before all is closed
DEFERRED = QEvent.Type.DeferredDelete


@dataclass(frozen=True)
class WindowFolders:
    """Where a window keeps its settings and its journals."""

    settings: Path
    journals: Path


class WindowLender:
    """Makes a window when none is there, and lends it until it no longer is what it was."""

    def __init__(self) -> None:
        self._window: MainWindow | None = None
        self._new: dict[str, object] = {}
        self._is_lent = False
        self.differences: list[str] = []  # why a window was not lent again

    def lend(self, make: Any, folders: WindowFolders) -> MainWindow:
        """Lend the window, or one that `make` makes; a test's own settings need a new one."""
        if self._window is not None and folders.settings.exists():
            self.close()
        if self._window is None:
            self._window = make()
            background_loader().future.result()  # what previews need is there, as it soon would be
            wait_until_loaded(self._window)
            self._window.docks.palette._draw_first()  # as the first map that is opened makes it
            self._window.docks.palette._drawing.stop()
            self._new = state_of(self._window)
        else:
            _keep_in(self._window, folders)
            activate(self._window)
        self._is_lent = True
        return self._window

    def take_back(self) -> None:
        """Put the window as it was when it was new; close it where that cannot be done."""
        window, self._is_lent = self._window, False
        if window is None:
            return
        if not window.isVisible():
            found = ["window: closed"]
        elif window.scenario_docks.named:
            found = ["window: has panels of scenarios, which say what they said last"]
        else:
            reset(window, self._new)
            found = differences(self._new, state_of(window))
        if found:
            self.differences += found
            self.close()

    def make_way(self) -> None:
        """Close the window where nobody has it, before a test makes others."""
        if not self._is_lent:
            self.close()

    def close(self) -> None:
        """Close the window; the next test gets a new one."""
        window, self._window, self._new = self._window, None, {}
        if window is not None:
            give_up_all(window)
            assert window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, DEFERRED)


def activate(window: MainWindow) -> None:
    """Give a window the keys."""
    if not window.isActiveWindow():
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window, round(1000 * PATIENCE))


def wait_until_loaded(window: MainWindow) -> None:
    """Wait until the panel of previews has what it shows."""
    loading, until = window.lookout.preparing, time.monotonic() + PATIENCE
    loading.has(RULES)
    while not loading.is_reported_loaded(RULES):
        assert time.monotonic() < until, "the games are not loaded"
        QTest.qWait(5)
    QCoreApplication.processEvents()


def _keep_in(window: MainWindow, folders: WindowFolders) -> None:
    """Let a window keep its things elsewhere."""
    _copy(Preferences(folders.settings), window.preferences)
    window.toolbox.stamps = StampLibrary(window.preferences.stamps)
    window.scenario_docks.library = window.preferences.forces
    window.filing.journals = folders.journals


def _copy(source: object, into: object) -> None:
    for name, value in vars(source).items():
        if not isinstance(value, SignalInstance):
            setattr(into, name, value)


# --- as it was ------------------------------------------------------------------------------------


def give_up_all(window: MainWindow) -> None:
    """End what is under way in a window, and close every work in it; nothing is saved."""
    window.jobs.patience = PATIENCE
    window.jobs.cancel_all()
    for job in list(window.jobs.running):
        window.jobs.wait(job)  # a save is finished
    answers = {"answers": [PromptAnswer.NO] * MAX_ASKED, "confirmed": [True] * MAX_ASKED}
    vars(window.prompts).update(answers)
    window.playing.stop()
    for tab in window.works:
        window.opening.close_document(tab)


def reset(window: MainWindow, new: dict[str, object]) -> None:
    """Close what was opened in a window, and take back what was chosen."""
    give_up_all(window)
    _close_others(window, new["dialogs"])
    _copy(Preferences(None), window.preferences)
    _reset_looks(window)
    _reset_tools(window)
    window.statusBar().clearMessage()
    window.status._told.clear()
    _reset_layout(window, new)
    for area in window.findChildren(QAbstractScrollArea):
        for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
            bar.setValue(bar.minimum())
    QGuiApplication.clipboard().clear()
    window.following.update_documents()
    window.helping._minutes = 0
    window._show_front()
    QCoreApplication.sendPostedEvents(None, DEFERRED)
    QCoreApplication.processEvents()  # another window that was closed may still lose the keys
    activate(window)
    next(iter(window.welcome.buttons.values())).setFocus()
    QCoreApplication.processEvents()
    window.middle.first_page.verticalScrollBar().setValue(0)


def _close_others(window: MainWindow, own: object) -> None:
    """Close the menus and dialogs that were opened over a window, all but its own for good."""
    assert isinstance(own, frozenset)
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for widget in [*window.findChildren(QWidget), *QApplication.topLevelWidgets()]:
        if widget is not window and widget.isWindow() and widget.isVisible():
            widget.close()
    for dialog in _dialogs(window):
        if id(dialog) not in own:
            dialog.deleteLater()
    window._sheet = None
    if window.search._popup is not None:
        window.removeEventFilter(window.search._popup)
        window.search._popup.deleteLater()
    window.search._popup = window.search._index = None
    window.search._kinds, window.search._language = (), ""
    QCoreApplication.sendPostedEvents(None, DEFERRED)


def _dialogs(window: MainWindow) -> list[QDialog]:
    return window.findChildren(QDialog, options=Qt.FindChildOption.FindDirectChildrenOnly)


def _reset_looks(window: MainWindow) -> None:
    looks, chosen = window.looks, Preferences(None)
    if window.localize.language != "en":
        install_qt_translation("en")
        window.localize.set_language("en")
        apply_text_settings("en", looks.text_size)
    if looks.theme != chosen.theme:
        looks.set_theme(chosen.theme)
    if looks.motion != chosen.motion:
        looks.set_motion(chosen.motion)
    if looks.text_size != chosen.text_size:
        looks.set_text_size(chosen.text_size)


def _reset_tools(window: MainWindow) -> None:
    _copy(Keymap(window.preferences), window.bars.keymap)
    window.bars.retranslate()
    window.bars.show_recent([], window.filing.open_file)
    for field in window.docks.palette.findChildren(QLineEdit):
        field.clear()
    for toolbox, usual in (
        (window.toolbox, Toolbox(None, window.preferences)),
        (window.table_toolbox, TabletopToolbox()),
    ):
        _copy(usual, toolbox)
        toolbox.changed.emit()
    window.lookout.update(**vars(PreviewOptions()))


def _reset_layout(window: MainWindow, new: dict[str, object]) -> None:
    size = new["size"]
    assert isinstance(size, tuple)
    window.layouts.reset()
    if window.size().toTuple() != size:
        window.resize(*size)
        QCoreApplication.processEvents()


# --- what it is -----------------------------------------------------------------------------------


def differences(new: dict[str, object], now: dict[str, object]) -> list[str]:
    """Tell where two states differ."""
    keys = sorted({*new, *now})
    return [f"{key}: {new.get(key)} → {now.get(key)}"[:400] for key in keys
            if new.get(key) != now.get(key)]  # fmt: skip


def state_of(window: MainWindow) -> dict[str, object]:
    """All that can be seen of a window, and what its parts remember."""
    found: dict[str, object] = dict(_remembered(window))
    found["title"] = window.windowTitle()
    found["dialogs"] = frozenset(map(id, _dialogs(window)))
    found["size"] = window.size().toTuple()
    found["layout"] = window.layouts.as_text()
    found["shown"] = window.isVisible(), window.isActiveWindow(), window.windowState()
    found["clipboard"] = QGuiApplication.clipboard().text()
    found["message"] = window.statusBar().currentMessage()
    found["font"] = QApplication.font().toString()
    found["colours"] = [QApplication.palette().color(role).name() for role in COLOURS]
    found["cursor"] = QApplication.overrideCursor()
    focus = QApplication.focusWidget()
    found["focus"] = type(focus).__name__, focus is not None and focus.objectName()
    for name, action in window.bars.actions.items():
        found[f"action {name}"] = (
            action.text(), action.isEnabled(), action.isChecked(), action.isVisible(),
            [key.toString() for key in action.shortcuts()],
        )  # fmt: skip
    widgets = (each for each in window.findChildren(QWidget) if not _is_qt_s_own(each))
    shown = Counter(map(_shown, widgets))
    found.update({f"widget {each}": count for each, count in shown.items()})
    timers = (type(timer.parent()).__name__ for timer in _running(window))
    found["timers"] = Counter(timers)
    return found


def _running(window: MainWindow) -> Iterator[QTimer]:
    passing = (
        window.welcome, window.welcome.thumbnails, window.lookout.preparing, window.docks.palette,
    )  # fmt: skip
    timers = window.findChildren(QTimer)
    return (each for each in timers if each.isActive() and each.parent() not in passing)


def _is_qt_s_own(widget: QWidget) -> bool:
    """Whether Qt makes a part of another widget of it, when it is first needed."""
    if widget.objectName().startswith(("qt_", "Scroll")):
        return True
    is_of_bar = isinstance(widget, QMenu) and isinstance(widget.parent(), BARS)
    return is_of_bar or _is_in_popup(widget)


def _is_in_popup(widget: QWidget) -> bool:
    """True for the list of a box to choose from, and for all in it."""
    around: QWidget | None = widget
    while around is not None and not around.isWindow():
        around = around.parentWidget()
    return around is not None and isinstance(around.parent(), QComboBox)


def _shown(widget: QWidget) -> tuple[object, ...]:
    """What is seen of one widget: what it is, what it says; the layout tells where docks are."""
    value = widget.metaObject().userProperty()
    return (
        type(widget).__name__,
        widget.objectName(),
        widget.isVisible(),
        widget.isEnabled(),
        str(value.read(widget)) if value.isValid() else "",
        widget.toolTip() if widget.isVisible() else "",
    )


def _remembered(window: MainWindow) -> Iterator[tuple[str, object]]:
    """What the parts of a window remember, by the way to it."""
    seen: set[int] = set()
    left: list[tuple[str, object]] = [("window", window)]
    while left:
        path, part = left.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        for name, value in vars(part).items():
            if name not in PASSING and not isinstance(value, SignalInstance):
                yield from _value(f"{path}.{name}", value, left)


def _value(
    path: str, value: object, left: list[tuple[str, object]]
) -> Iterator[tuple[str, object]]:
    if isinstance(value, PLAIN):
        yield path, value
    elif isinstance(value, list | tuple | set | frozenset):
        yield path, len(value)
        if isinstance(value, list | tuple):
            for place, each in enumerate(value):
                yield from _value(f"{path}[{place}]", each, left)
    elif isinstance(value, dict):
        yield path, len(value)
        for key, each in value.items():
            named = key if isinstance(key, PLAIN) else type(key).__name__
            yield from _value(f"{path}[{named!r}]", each, left)
    elif is_dataclass(value) and not isinstance(value, type) and _is_frozen(value):
        yield path, repr(value)
    elif type(value).__module__.startswith("studio.") and hasattr(value, "__dict__"):
        left.append((path, value))
    else:
        yield path, type(value).__name__


def _is_frozen(value: object) -> bool:
    kind: Any = type(value)
    return bool(kind.__dataclass_params__.frozen) and not isinstance(value, QObject)
