"""The workspaces of what is in front: its map, its scenario, its game, its umpired game."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from engine.files.source_text import resolve_links
from studio.documents.map_document import MapDocument
from studio.documents.scenario_document import ScenarioDocument
from studio.documents.tabletop_document import TabletopDocument
from studio.framework.document_tab import DocumentTab, MapDocumentTab
from studio.framework.file_operations import FileOperations
from studio.widgets.localization import Localizer
from studio.widgets.segmented_control import SegmentedControl
from studio.workspaces.document_tabs import DocumentTabs
from studio.workspaces.play.play_controller import PlayController
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument


class Workspace(StrEnum):
    """The workspaces, from left to right."""

    MAP = "map"
    SCENARIO = "scenario"
    PLAY = "play"
    UMPIRE = "umpire"


class WorkspaceSwitch(QObject):
    """Shows which workspace is in front and leads to the others of the same map.

    `begin` are the actions that begin a game and an umpired game.
    """

    def __init__(
        self,
        tabs: DocumentTabs,
        filing: FileOperations,
        playing: PlayController,
        localize: Localizer,
        begin: dict[Workspace, QAction],
    ) -> None:
        super().__init__(tabs)
        self._tabs, self._filing, self._playing = tabs, filing, playing
        self._localize, self._begin = localize, begin
        self._camera: tuple[Any, tuple[int, int]] | None = None  # of the map that was left
        self.control = SegmentedControl(Workspace)
        self.control.chosen.connect(lambda name: self.go_to(Workspace(name)))
        tabs.currentChanged.connect(self._take_camera_over)

    # --- where one is -----------------------------------------------------------------------------

    @property
    def current(self) -> Workspace | None:
        """The workspace in front; None on the start page, in a deck or in a text."""
        tab = self._tabs.active_tab
        match tab.document if tab is not None else None:
            case MapDocument() | TabletopDocument():
                return Workspace.MAP
            case ScenarioDocument():
                is_played = isinstance(tab, ScenarioTabBase) and self._playing.plays_in(tab)
                return Workspace.PLAY if is_played else Workspace.SCENARIO
            case UmpiredGameDocument():
                return Workspace.UMPIRE
        return None

    def refresh(self) -> None:
        """Show where one is, and where one can go from there."""
        here = self.current
        self.control.show_choice(here)
        for name, segment in self.control.segments.items():
            why = self.obstacle(Workspace(name))
            segment.setEnabled(not why)
            segment.setToolTip(why)

    def retranslate(self) -> None:
        """Name the workspaces in the window's language."""
        for name, segment in self.control.segments.items():
            segment.setText(self._localize(f"workspace-{name}"))
            segment.updateGeometry()
        self.control.setAccessibleName(self._localize("workspaces"))
        self.refresh()

    def obstacle(self, to: Workspace) -> str:
        """Say why one cannot go to a workspace; empty if one can."""
        here, localize = self.current, self._localize
        if here is None:
            return localize("workspace-needs-file")
        if to is here:
            return ""
        if to is Workspace.MAP and not self._ground_file:
            return localize("workspace-needs-map")
        if to is Workspace.SCENARIO and here is Workspace.MAP and self._is_table:
            return "" if self._scenarios_on_front else localize("workspace-needs-scenario")
        if to is Workspace.PLAY and here is Workspace.UMPIRE:
            return localize("workspace-is-umpired")
        action = self._begin.get(to)
        is_open = to is Workspace.UMPIRE and self._room is not None
        if action is not None and not is_open and not action.isEnabled():
            return localize("workspace-needs-playable")
        return ""

    @property
    def _is_table(self) -> bool:
        tab = self._tabs.active_tab
        return tab is not None and isinstance(tab.document, TabletopDocument)

    @property
    def _ground_file(self) -> Path | None:
        """The file of the map or table in front, or of the one that is played on."""
        tab = self._tabs.active_tab
        match tab.document if tab is not None else None:
            case ScenarioDocument() as work:
                return work.map_file
            case UmpiredGameDocument() as work:
                scenario = work.room.session.path
                ground = work.room.session.scenario.ground_path
                return scenario.parent / ground if scenario is not None and ground else None
            case work:
                return work.path if work is not None else None

    @property
    def _scenarios_on_front(self) -> list[DocumentTab]:
        """The open scenarios on the map or table in front."""
        ground = self._ground_file
        if ground is None:
            return []
        found = ((tab, tab.document) for tab in self._tabs.works)
        return [tab for tab, work in found if isinstance(work, ScenarioDocument)
                and resolve_links(work.map_file) == resolve_links(ground)]  # fmt: skip

    @property
    def _scenario_file(self) -> Path | None:
        tab = self._tabs.active_tab
        match tab.document if tab is not None else None:
            case ScenarioDocument() as work:
                return work.path
            case UmpiredGameDocument() as work:
                return work.room.session.path
        return None

    @property
    def _room(self) -> DocumentTab | None:
        """The open umpired game of the scenario in front."""
        scenario = self._scenario_file
        works = ((tab, tab.document) for tab in self._tabs.works)
        rooms = ((tab, work) for tab, work in works if isinstance(work, UmpiredGameDocument))
        found = (tab for tab, work in rooms if work.room.session.path == scenario)
        return next(found, None) if scenario is not None else None

    # --- going elsewhere --------------------------------------------------------------------------

    def go_to(self, to: Workspace) -> None:
        """Go to a workspace of what is in front; the map stays where it is on the screen."""
        here = self.current
        if to is not here and not self.obstacle(to):
            self._keep_camera()
            self._leave_for(to, here)
        self.refresh()

    def _leave_for(self, to: Workspace, here: Workspace | None) -> None:
        if to is Workspace.MAP:
            self._open(self._ground_file)
        elif to is Workspace.SCENARIO and here is Workspace.PLAY:
            self._playing.leave()
        elif to is Workspace.SCENARIO and here is Workspace.UMPIRE:
            self._open(self._scenario_file)
        elif to is Workspace.SCENARIO:
            self._open_scenario()
        elif to is Workspace.UMPIRE and self._room is not None:
            self._tabs.setCurrentWidget(self._room)
        else:
            self._begin[to].trigger()

    def _open_scenario(self) -> None:
        """Go to the scenario on the map in front: the open one, or one of those beside its file."""
        open_ = self._scenarios_on_front
        if open_:
            self._tabs.setCurrentWidget(open_[0])
        else:
            self._open(self._playing.scenario_on(self._ground_file))

    def _open(self, file: Path | None) -> None:
        if file is not None:
            self._filing.open_file(file)

    # --- the same part of the map -----------------------------------------------------------------

    def _keep_camera(self) -> None:
        tab = self._tabs.active_tab
        if isinstance(tab, MapDocumentTab) and tab.canvas.has_sheet:
            self._camera = tab.canvas.camera, _shape(tab)

    def _take_camera_over(self) -> None:
        """Show the part of the map that was seen before the workspace was changed."""
        kept, self._camera = self._camera, None
        tab = self._tabs.active_tab
        if kept is not None and isinstance(tab, MapDocumentTab) and tab.canvas.has_sheet:
            camera, shape = kept
            if shape == _shape(tab):
                tab.canvas.set_camera(camera)


def _shape(tab: MapDocumentTab) -> tuple[int, int]:
    return tab.map.grid.columns, tab.map.grid.rows
