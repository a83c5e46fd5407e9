"""The layouts of panels round the works: one for each kind of work, kept from start to start.

A kept layout is restored only in a window that has its size, where it fits and names exactly the
panels that exist; otherwise the usual layout is made anew. Panels of works that are not in front
are in no layout at all: `QMainWindow.restoreState` needs to know every panel that is.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QLayout, QMainWindow, QToolBar

from engine.files import strict_json

VERSION = 1  # of what is kept; layouts of another version are not read
MIN_MIDDLE = QSize(320, 200)  # logical pixels left to the work in a smaller window
ALIKE = 0.9  # of a size: a frame or a bar of the desktop has come
SETTLED_MS = 500  # without another size: the window has the one the screen gives it
MAIN_BAR = "bar"
LARGE = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def _nothing(is_kept: bool) -> None:
    """Adjust nothing."""


@dataclass(frozen=True)
class PanelGroup:
    """The panels of a kind of work, which come when such a work is in front and go after it.

    `arrange` makes the usual layout in a window without panels. `adjust` follows every change of
    layout, and is given whether a kept one was restored. `bars` are the tool bars of such works.
    `areas` are those that are not at the right, of panels which can be opened beside any others.
    """

    name: str
    docks: tuple[QDockWidget, ...]
    arrange: Callable[[], None]
    adjust: Callable[[bool], None] = _nothing
    bars: tuple[str, ...] = ()
    areas: Mapping[str, Qt.DockWidgetArea] = field(default_factory=dict)


@dataclass(frozen=True)
class SavedPanelLayout:
    """A layout with what it needs: the panels it names, the sizes of the window and its middle."""

    docks: tuple[str, ...]
    size: QSize
    middle: QSize
    state: QByteArray

    def has_room_in(self, size: QSize) -> bool:
        """True unless a much smaller window would leave too little to the work."""
        left = self.middle - (self.size - size).expandedTo(QSize(0, 0))
        return self.was_in(size) or left.expandedTo(MIN_MIDDLE) == left

    def was_in(self, size: QSize) -> bool:
        """True where the layout had hardly more room than in a window of a size."""
        return size.expandedTo(self.size * ALIKE) == size

    def as_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "docks": list(self.docks),
            "size": list(self.size.toTuple()),
            "middle": list(self.middle.toTuple()),
            "state": base64.b64encode(self.state.data()).decode(),
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> SavedPanelLayout:
        """Read what `as_plain` wrote. ValueError, TypeError or KeyError on anything else."""
        size, middle = (QSize(*map(int, plain[key])) for key in ("size", "middle"))
        state = QByteArray(base64.b64decode(plain["state"], validate=True))
        return cls(tuple(map(str, plain["docks"])), size, middle, state)


class PanelLayouts(QObject):
    """Brings the panels of the work in front and puts those of others away."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._kept: dict[str, SavedPanelLayout] = {}
        self._stack: list[PanelGroup] = []  # those of maps are the lowest, and always there
        self._is_bare = True  # while no file is open: no panels at all
        self.has_size = False  # the window, the one that the screen gives it
        self._is_delayed = False  # a layout waits until then
        self._arranged_in: QSize | None = None  # the size in which the usual layout was made
        self._sized = QTimer(self, singleShot=True)
        self._sized.timeout.connect(self._settle)
        window.setAnimated(False)  # panels are in their places at once: no sizes in between
        window.installEventFilter(self)

    # --- from start to start ----------------------------------------------------------------------

    def read(self, words: str) -> None:
        """Take the layouts of the settings, or none where those are of no use."""
        try:
            plain = strict_json.loads(words)
            layouts = plain["layouts"] if plain["version"] == VERSION else {}
            self._kept = {name: SavedPanelLayout.from_plain(each) for name, each in layouts.items()}
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            self._kept = {}

    def as_text(self) -> str:
        """Return all layouts for the settings, with the present one."""
        self._remember()
        layouts = {name: kept.as_plain() for name, kept in self._kept.items()}
        return json.dumps({"version": VERSION, "layouts": layouts})

    # --- the work in front ------------------------------------------------------------------------

    def is_out(self, panels: PanelGroup) -> bool:
        """True while such a work is in front."""
        return any(each.name == panels.name for each in self._stack)

    def show_layout(self, panels: PanelGroup) -> None:
        """Put the panels of a kind of work in the place of those that are out."""
        if self.is_out(panels):
            return
        if self._stack:
            self._remember()
            self._put_away(self._stack[-1])
        self._stack.append(panels)
        self._apply()

    def set_bare(self, is_bare: bool) -> None:
        """Show no panels and only the main tool bar, or those of the work in front again."""
        if is_bare != self._is_bare:
            self._remember()
            self._is_bare = is_bare
            self._apply()

    def dispose(self, panels: PanelGroup) -> None:
        """Put these panels away; those before them come back."""
        if self.is_out(panels):
            self._remember()
            self._stack = [each for each in self._stack if each.name != panels.name]
            self._remove(panels.docks)
            self._apply()

    def reset(self) -> None:
        """Forget every layout, and make the usual one."""
        self._kept.clear()
        for bar in self.window.findChildren(QToolBar):
            self.window.addToolBar(self.window.toolBarArea(bar), bar)
            bar.setVisible(bar.objectName() == MAIN_BAR)
        self._apply()

    def _strip(self) -> None:
        """Put every panel and tool bar away but the main one."""
        self._remove(self._docks())
        for bar in self.window.findChildren(QToolBar):
            bar.setVisible(bar.objectName() == MAIN_BAR)

    # --- usual layouts ----------------------------------------------------------------------------

    def place(self, dock: QDockWidget, area: Qt.DockWidgetArea, beside: str = "") -> None:
        """Show a panel at a side of the window, or as a tab with the panel named `beside`."""
        self.window.addDockWidget(area, dock)
        if beside:
            self.window.tabifyDockWidget(self.named(beside), dock)
        dock.show()

    def named(self, name: str) -> QDockWidget:
        """Return the panel of a name."""
        return next(dock for dock in self._docks() if dock.objectName() == name)

    def _arrange(self, panels: PanelGroup) -> None:
        self._arranged_in = self.window.size()
        self._remove(self._docks())
        for bar in self.window.findChildren(QToolBar):
            if bar.objectName() != MAIN_BAR:
                bar.setVisible(bar.objectName() in panels.bars)
        self.window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        panels.arrange()
        lowest = self._stack[0]
        for dock in lowest.docks:  # those of maps can be opened beside any others
            if not self._is_placed(dock):
                area = lowest.areas.get(dock.objectName(), Qt.DockWidgetArea.RightDockWidgetArea)
                self.window.addDockWidget(area, dock)

    # --- how they come ----------------------------------------------------------------------------

    def _apply(self) -> None:
        panels = self._stack[-1]
        if self._is_bare:
            self._strip()
        else:
            self._show(panels)
        for dock in self._docks():
            dock.toggleViewAction().setVisible(self._is_placed(dock))

    def _show(self, panels: PanelGroup) -> None:
        with self._of_one_size():
            is_kept = self._restore(panels)
            if not is_kept:
                self._arrange(panels)
            for each in dict.fromkeys((self._stack[0].adjust, panels.adjust)):
                each(is_kept)

    @contextmanager
    def _of_one_size(self) -> Iterator[None]:
        """Do not let the window grow for what it holds only until all panels have their places."""
        layout = self.window.layout()
        assert layout is not None
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        try:
            yield
        finally:
            layout.setSizeConstraint(QLayout.SizeConstraint.SetDefaultConstraint)

    def _restore(self, panels: PanelGroup) -> bool:
        """Restore the kept layout of a kind of work; False if there is none that suits."""
        kept, window = self._kept.get(panels.name), self.window
        if kept is None:
            return False
        if not self.has_size and window.windowState() & LARGE:
            self._is_delayed = True
            return False
        docks = {*panels.docks, *self._stack[0].docks}
        if kept.docks != _names(docks) or not kept.has_room_in(window.size()):
            return False
        if not window.restoreState(kept.state, VERSION):
            return False
        self._remove(dock for dock in self._docks() if dock not in docks)  # Qt recalls their places
        return self._fits() or kept.was_in(window.size())

    def _fits(self) -> bool:
        """False where the panels need more than the window has."""
        layout = self.window.layout()
        assert layout is not None
        layout.invalidate()
        size = self.window.size()
        return layout.totalMinimumSize().expandedTo(size) == size

    def _remember(self) -> None:
        """Keep the present layout; not one of a window that has not got its size."""
        if self.has_size and not self._is_delayed and not self._is_bare:
            window, middle = self.window, self.window.centralWidget()
            docks = _names(filter(self._is_placed, self._docks()))
            state = window.saveState(VERSION)
            kept = SavedPanelLayout(
                docks, window.size(), middle.size() if middle else QSize(), state
            )
            self._kept[self._stack[-1].name] = kept

    def _put_away(self, panels: PanelGroup) -> None:
        if panels is not self._stack[0]:
            self._remove(panels.docks)

    def _remove(self, docks: Iterable[QDockWidget]) -> None:
        """Take panels out of the layout. Qt remembers the places of hidden ones as hidden."""
        for dock in docks:
            if self._is_placed(dock):
                dock.hide()
                if dock.isFloating():
                    dock.setFloating(False)
                self.window.removeDockWidget(dock)

    def _docks(self) -> list[QDockWidget]:
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        return self.window.findChildren(QDockWidget, options=direct)

    def _is_placed(self, dock: QDockWidget) -> bool:
        return self.window.dockWidgetArea(dock) is not Qt.DockWidgetArea.NoDockWidgetArea

    # --- the first size ---------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait until the window, once shown, has the size that the screen gives it."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize) and self.window.isVisible():
            is_large = self.window.windowState() & LARGE
            kept = self._kept.get(self._stack[-1].name) if self._stack else None
            is_as_kept = kept is not None and kept.size == self.window.size()
            self._sized.start(SETTLED_MS if is_large and not is_as_kept else 0)
        return False

    def _settle(self) -> None:
        self.window.removeEventFilter(self)
        self.has_size = True
        is_large = bool(self.window.windowState() & LARGE)
        is_other = is_large and self._arranged_in not in (None, self.window.size())
        if self._stack and (self._is_delayed or is_other or not self._fits()):
            self._is_delayed = False
            self._apply()


def _names(docks: Iterable[QDockWidget]) -> tuple[str, ...]:
    return tuple(sorted(dock.objectName() for dock in docks))
