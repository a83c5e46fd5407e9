"""The layouts of panels round the works: one for each kind of work, kept from start to start.

A kept layout says which panels are open, which are out in docks of their own and where, and how
wide the columns are. What it says of panels that are not there is left out; where docks were on a
screen that is gone, the panels are back in their column.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QToolBar, QWidget

from engine.files import strict_json
from studio.framework.workbench import COLUMNS, WIDTHS, Side, Workbench
from studio.widgets.containers import ScrollingPanel
from studio.widgets.localization import Localizer
from studio.widgets.panel_section import PanelSection
from studio.widgets.sizing import scale_length

VERSION = 2  # of what is kept; layouts of another version are not read
OUT_SIZE = QSize(380, 420)  # pixels of a panel that is taken out
NO_AREA = Qt.DockWidgetArea.NoDockWidgetArea


def _nothing() -> None:
    """Adjust nothing."""


@dataclass(frozen=True)
class PanelPlace:
    """The place of a panel in a layout.

    `is_open`: not folded at first. `stretch`: its share of the room that is left over.
    """

    name: str
    side: Side = Side.RIGHT
    is_open: bool = False
    stretch: int = 0


@dataclass(frozen=True)
class PanelGroup:
    """The panels of a kind of work, which come when such a work is in front and go after it.

    `places` are from above. `adjust` follows every change of layout. `bars` are the tool bars of
    such works. `widths` are those of the left and the right column at first.
    """

    name: str
    places: tuple[PanelPlace, ...]
    adjust: Callable[[], None] = _nothing
    bars: tuple[str, ...] = ()
    widths: tuple[int, int] = WIDTHS


@dataclass
class SavedPanelLayout:
    """The user's changes to a layout."""

    is_open: dict[str, bool] = field(default_factory=dict)
    out: dict[str, tuple[int, tuple[int, int, int, int]]] = field(
        default_factory=dict
    )  # area, rectangle
    widths: dict[Side, int] = field(default_factory=dict)
    folded: set[Side] = field(default_factory=set)

    def as_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "open": self.is_open,
            "out": {name: [area, list(where)] for name, (area, where) in self.out.items()},
            "widths": {str(side): wide for side, wide in self.widths.items()},
            "folded": sorted(map(str, self.folded)),
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> SavedPanelLayout:
        """Read what `as_plain` wrote. ValueError, TypeError or KeyError on anything else."""
        out = {
            str(name): (int(area), _rectangle(where))
            for name, (area, where) in plain["out"].items()
        }
        return cls(
            {str(name): bool(is_open) for name, is_open in plain["open"].items()},
            out,
            {Side(side): int(wide) for side, wide in plain["widths"].items()},
            {Side(side) for side in plain["folded"]},
        )


def _rectangle(sides: Any) -> tuple[int, int, int, int]:
    """Return left, top, width and height as whole numbers. ValueError or TypeError otherwise."""
    left, top, wide, high = map(int, sides)
    return left, top, wide, high


class PanelDock(QDockWidget):
    """A panel out of its column; it goes back when it is closed."""

    returned = Signal()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give the panel back."""
        super().closeEvent(event)
        self.returned.emit()


class PanelLayouts(QObject):
    """Brings the panels of the work in front and puts those of others away."""

    changed = Signal()  # which panels are shown

    def __init__(self, window: QMainWindow, localize: Localizer) -> None:
        super().__init__(window)
        self.window, self._localize = window, localize
        self.bench = Workbench()
        self.sections: dict[str, PanelSection] = {}
        self._docks: dict[str, PanelDock] = {}
        self._kept: dict[str, SavedPanelLayout] = {}
        self._stack: list[PanelGroup] = []  # those of maps are the lowest, and always there
        self._is_bare = True  # while no file is open: no panels at all
        self._page: PanelSection | None = None
        window.setAnimated(False)  # panels are in their places at once: no sizes in between
        self.bench.page.left.connect(self.close_page)

    # --- panels -----------------------------------------------------------------------------------

    def add(self, name: str, panel: QWidget, *, is_page: bool = False) -> PanelSection:
        """Give a panel its heading; it is shown where a layout says."""
        section = self.sections[name] = PanelSection(name, panel, is_page=is_page)
        section.setParent(self.bench)
        section.hide()
        section.asked.connect(partial(self._open_or_fold, section))
        section.heading.menu_wanted.connect(partial(self._show_menu, section))
        section.heading.dragged_out.connect(partial(self.take_out, section))
        section.heading.out_wanted.connect(lambda: self.take_out(section))
        section.windowTitleChanged.connect(partial(self._name, section))
        section.heading.out.setToolTip(self._localize("panel-take-out"))
        return section

    def retranslate(self) -> None:
        """Name what leads into pages and docks and back, in the window's language."""
        self.bench.name_back(self._localize("panel-back"))
        for section in self.sections.values():
            section.heading.out.setToolTip(self._localize("panel-take-out"))
            section.heading.out.setAccessibleName(self._localize("panel-take-out"))

    def _name(self, section: PanelSection, title: str) -> None:
        if section.objectName() in self._docks:
            self._docks[section.objectName()].setWindowTitle(title)
        if section is self._page:
            self.bench.page.title.setText(title)

    def _open_or_fold(self, section: PanelSection, is_open: bool) -> None:
        if is_open:
            self.reveal(section)
        elif section is self._page:
            self.close_page()
        elif section.is_out:
            self._docks[section.objectName()].close()
        else:
            section.set_open(False)
            self._share_room()

    @property
    def present(self) -> list[PanelSection]:
        """The panels of the present layout; none while no file is open."""
        places = self._stack[-1].places if self._stack and not self._is_bare else ()
        return [self.sections[place.name] for place in places]

    def reveal(self, section: PanelSection) -> None:
        """Open a panel where it is: in its column, as a page, or in its dock."""
        if section.is_page:
            self._open_page(section)
        elif section.is_out:
            dock = self._docks[section.objectName()]
            dock.show()
            dock.raise_()
        else:
            self._open_in_column(section)

    def _open_in_column(self, section: PanelSection) -> None:
        side = self._side_of(section)
        if side in COLUMNS:
            column = self.bench.columns[side]
            if section not in column.sections:
                column.add_section(section)
            section.show()
            section.set_open(True)
            if not self.bench.is_shown(side):
                self.bench.fold(side, False)
            self._share_room()
            column.bring_into_view(section)

    def _side_of(self, section: PanelSection) -> Side:
        """Return the place of a panel in the present layout; panels of others come at the right."""
        places = self._stack[-1].places if self._stack else ()
        named = (place.side for place in places if place.name == section.objectName())
        return next(named, Side.RIGHT)

    def _share_room(self) -> None:
        for column in self.bench.columns.values():
            column.share_room()
        self.bench.arrange()
        self.changed.emit()

    # --- pages ------------------------------------------------------------------------------------

    def _open_page(self, section: PanelSection) -> None:
        if section is self._page:
            return
        self.close_page()
        self._page = section
        self.bench.show_page(section.windowTitle(), section.take_panel())
        section.set_open(True)

    def close_page(self) -> bool:
        """Show the work in the place of a page; True if there was one."""
        section, self._page = self._page, None
        if section is not None:
            self.bench.close_page()
            section.put_back()
            section.set_open(False)
        return section is not None

    # --- docks ------------------------------------------------------------------------------------

    def take_out(self, section: PanelSection, at: QPoint | None = None) -> PanelDock:
        """Take a panel out of its column, into a dock that floats at a point of the screen."""
        name = section.objectName()
        dock = self._docks[name] = PanelDock(section.windowTitle(), self.window)
        dock.setObjectName(f"dock-{name}")
        section.is_out = True
        panel = section.take_panel()
        dock.setWidget(ScrollingPanel(panel))
        section.hide()
        panel.show()
        self.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        dock.setFloating(True)
        dock.resize(OUT_SIZE * scale_length(100) / 100)
        middle = self.bench.mapToGlobal(self.bench.rect().center())
        dock.move((at or middle) - QPoint(OUT_SIZE.width() // 2, 0))
        dock.returned.connect(partial(self.bring_back, section))
        dock.show()
        section.set_open(True)
        self._share_room()
        return dock

    def bring_back(self, section: PanelSection) -> None:
        """Put a panel that is out into its column again."""
        dock = self._docks.pop(section.objectName(), None)
        if dock is None:
            return
        area = dock.widget()
        assert isinstance(area, ScrollingPanel)
        area.takeWidget().setParent(section)
        section.put_back()
        self.window.removeDockWidget(dock)
        dock.deleteLater()
        section.show()
        self._share_room()

    def _show_menu(self, section: PanelSection, at: QPoint) -> None:
        menu = QMenu(section)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not section.is_page:
            menu.addAction(self._localize("panel-take-out"), lambda: self.take_out(section))
        menu.addAction(self._localize.action("reset-layout"), self.reset)
        menu.popup(at)

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

    def _remember(self) -> None:
        if self._stack and not self._is_bare:
            places, bench = self._stack[-1].places, self.bench
            found = SavedPanelLayout(widths=dict(bench.widths), folded=set(bench.folded))
            for place in places:
                section = self.sections[place.name]
                if not section.is_page:
                    found.is_open[place.name] = section.is_open
                if section.is_out:
                    dock = self._docks[place.name]
                    area = NO_AREA if dock.isFloating() else self.window.dockWidgetArea(dock)
                    found.out[place.name] = area.value, _rectangle(dock.geometry().getRect())
            self._kept[self._stack[-1].name] = found

    # --- the work in front ------------------------------------------------------------------------

    def is_out(self, panels: PanelGroup) -> bool:
        """True while such a work is in front."""
        return any(each.name == panels.name for each in self._stack)

    def show_layout(self, panels: PanelGroup) -> None:
        """Put the panels of a kind of work in the place of those that are out."""
        if not self.is_out(panels):
            self._put_away()
            self._stack.append(panels)
            self._apply()

    def set_bare(self, is_bare: bool) -> None:
        """Show no panels and only the main tool bar, or those of the work in front again."""
        if is_bare != self._is_bare:
            self._put_away()
            self._is_bare = is_bare
            self._apply()

    def dispose(self, panels: PanelGroup) -> None:
        """Put these panels away; those before them come back."""
        if self.is_out(panels):
            self._put_away()
            self._stack = [each for each in self._stack if each.name != panels.name]
            self._apply()

    def reset(self) -> None:
        """Forget every layout, and make the usual one."""
        self._put_away()
        self._kept.clear()
        self.bench.first = Side.RIGHT
        self._apply()

    def _put_away(self) -> None:
        """Remember the present layout; then no page is open and no panel is out."""
        self._remember()
        self.close_page()
        for name in list(self._docks):
            self.bring_back(self.sections[name])

    def _apply(self) -> None:
        panels = self._stack[-1]
        kept = self._kept.get(panels.name, SavedPanelLayout())
        places = () if self._is_bare else panels.places
        here = {place.name for place in places}
        for name, section in self.sections.items():
            section.hide()
            if name not in here:
                section.set_open(False)
        self._fill(places, kept)
        widths = dict(zip(COLUMNS, panels.widths, strict=True)) | kept.widths
        self.bench.widths, self.bench.folded = widths, set(kept.folded)
        self.bench.use_columns({place.side for place in places if place.side in COLUMNS})
        for bar in self.window.findChildren(QToolBar):
            if bar.objectName() not in ALWAYS:
                bar.setVisible(bool(places) and bar.objectName() in panels.bars)
        for section in self.sections.values():
            section.toggle_action.setVisible(not self._is_bare and self._offers(section))
        if not self._is_bare:
            for each in dict.fromkeys((self._stack[0].adjust, panels.adjust)):
                each()
        self._share_room()

    def _offers(self, section: PanelSection) -> bool:
        """Return True if a panel can be opened now; those of maps can beside any others."""
        names = {place.name for panels in (self._stack[0], self._stack[-1])
                 for place in panels.places}  # fmt: skip
        return section.objectName() in names

    def _fill(self, places: tuple[PanelPlace, ...], kept: SavedPanelLayout) -> None:
        for side, column in self.bench.columns.items():
            column.show_sections(self._placed(places, side))
        for place in places:
            section = self.sections[place.name]
            if place.side is Side.BELOW:
                self._show_below(section)
            elif not section.is_page:
                section.set_open(kept.is_open.get(place.name, place.is_open))
        for name, (area, where) in kept.out.items():
            self._put_out(name, Qt.DockWidgetArea(area), QRect(*where))

    def _placed(
        self, places: tuple[PanelPlace, ...], side: Side
    ) -> Iterator[tuple[PanelSection, int]]:
        """Return the panels of a column; those that open as pages are listed at the right."""
        for place in places:
            is_here = place.side is side or (place.side is Side.PAGE and side is Side.RIGHT)
            if is_here:
                yield self.sections[place.name], place.stretch

    def _show_below(self, section: PanelSection) -> None:
        """Show a panel in the strip below the work, without a heading."""
        section.heading.hide()
        self.bench.strip.addWidget(section)
        section.set_open(True)
        section.show()

    def _put_out(self, name: str, area: Qt.DockWidgetArea, where: QRect) -> None:
        """Take a panel out again, to where it was, if a screen is there."""
        section = self.sections.get(name)
        screens = QGuiApplication.screens()
        if section is None or section.isHidden():
            return
        if area is not NO_AREA:
            dock = self.take_out(section)
            self.window.addDockWidget(area, dock)
            dock.setFloating(False)
        elif any(screen.geometry().contains(where) for screen in screens):
            self.take_out(section).setGeometry(where)


ALWAYS = ("bar",)  # the bar that is always there
