"""The provider of maps: new maps, blank or generated, their tabs, and requests of panels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from engine.editing.edit_extent import EditExtent, MapPart
from engine.files import map_style_files
from engine.map.map import Map
from engine.map.styles import MODERN
from studio.documents.map_document import MapDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import EditorProvider
from studio.framework.file_operations import FileOperations
from studio.preferences import Preferences
from studio.previews.preview_result import PreviewKind, PreviewResult
from studio.previews.preview_settings import PreviewSettings
from studio.underlay.underlay_controller import UnderlayController
from studio.widgets.localization import Localizer
from studio.workspaces.map.edit_requests import MapEditRequests, StampRequests, ZoneRequests
from studio.workspaces.map.map_docks import MapDocks
from studio.workspaces.map.map_toolbox import Toolbox
from studio.workspaces.map.map_zones_panel import ZoneCommand

if TYPE_CHECKING:
    from engine.editing.blank_maps import BlankMapChoice
    from studio.workspaces.map.map_editor_tab import MapEditorTab
    from studio.workspaces.map.terrain_notice import TerrainNotice


class MapCreator(QObject):
    """Begins maps; `filing` shows them."""

    game_chosen = Signal(str)  # a map was made from this game's template

    def __init__(self, filing: FileOperations, preferences: Preferences) -> None:
        super().__init__(filing)
        self._filing, self._preferences = filing, preferences

    def begin(self, template: str = "") -> None:
        """Begin a blank map, as its maker wants it, starting from a template."""
        from studio.workspaces.map.dialogs.map_dialog_questions import NewMapQuestion

        self._begin(self._filing.prompts.ask(NewMapQuestion(template)))

    def begin_generated_map(self) -> None:
        """A map with country on it, made as its maker wants it."""
        from studio.workspaces.map.dialogs.map_dialog_questions import GenerateMapQuestion

        self._begin(self._filing.prompts.ask(GenerateMapQuestion()))

    def _begin(self, sheet: BlankMapChoice | None) -> None:
        if sheet is None:
            return
        if sheet.game:
            self.game_chosen.emit(sheet.game)
        self._dress(sheet.map)
        document = MapDocument.new(sheet.map, self._filing.journals)
        if sheet.is_made:
            document.mark_unsaved()
        self._filing.opened.emit(document)

    def _dress(self, map_: Map) -> None:
        """Give a new map its maker's preferred style, which may have no file beside it yet."""
        liked = self._preferences.map_style
        if map_.style is None and liked != MODERN.id and liked in map_style_files.shipped_styles():
            map_.style = map_style_files.style_shipped(liked)


class MapEditorProvider:
    """Opens maps, and lets the panels follow the map in front."""

    def __init__(
        self,
        docks: MapDocks,
        toolbox: Toolbox,
        lookout: PreviewSettings,
        underlays: UnderlayController,
        requests: MapEditRequests,
        zone_requests: ZoneRequests,
        stamp_requests: StampRequests,
        localize: Localizer,
    ) -> None:
        self._docks, self._toolbox, self._lookout, self._localize = (
            docks,
            toolbox,
            lookout,
            localize,
        )
        self._underlays, self._requests, self._zones = underlays, requests, zone_requests
        self._front: MapEditorTab | None = None
        self._notices: dict[MapEditorTab, TerrainNotice] = {}
        docks.palette.zone_wanted.connect(lambda: self._do_with_zone(ZoneCommand.NEW, ""))
        docks.palette.taken.connect(self._focus_map)
        docks.zones.wanted.connect(self._do_with_zone)
        docks.palette.rename_wanted.connect(stamp_requests.rename)
        docks.palette.removal_wanted.connect(stamp_requests.remove)

    def workplace(self) -> EditorProvider:
        """Return the provider of map editors for the window."""
        return EditorProvider(MapDocument, self.tab_of, (self,), forget=self._forget)

    def tab_of(self, document: MapDocument) -> MapEditorTab:
        """The tab of a map that is opened."""
        from studio.workspaces.map.map_editor_tab import MapEditorTab  # loaded with the first map

        editor = MapEditorTab(document, self._toolbox, self._localize, self._lookout)
        document.changed.connect(self._list_zones)
        editor.name_wanted.connect(lambda at: self._requests.place(editor, at))
        editor.waiving.connect(lambda problem: self._requests.waive_problem(editor, problem))
        editor.shown.connect(partial(self._show_preview, editor))
        self._underlays.add(editor)
        self._watch_terrain(editor)
        return editor

    def _watch_terrain(self, editor: MapEditorTab) -> None:
        """Let unknown terrain be named when it is painted."""
        from studio.workspaces.map.terrain_notice import TerrainNotice

        notice = TerrainNotice(
            editor.document, self._toolbox, self._lookout, self._localize, editor.canvas
        )
        notice.replace_wanted.connect(lambda: self._requests.replace(editor))
        notice.cost_wanted.connect(lambda: self._requests.edit_costs())
        self._notices[editor] = notice

    def _list_zones(self, touched: EditExtent) -> None:
        """Two panels list zones; both do so again when zones may have changed."""
        if touched.parts & {MapPart.ZONES, MapPart.GRID, MapPart.FIELDS}:
            self._docks.palette.refresh()
            self._docks.zones.refresh()

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Let the panels of maps show the one in front, and nothing else."""
        front, self._front = self._front, _as_editor(tab)
        if front is not self._front:
            self._docks.hide_chart()
        map_ = self._front.document.map if self._front else None
        self._docks.palette.show_map(map_)
        self._docks.palette.setEnabled(self._front is not None)
        self._docks.zones.show_map(map_)
        self._underlays.show_tab(self._front)

    def _forget(self, tab: DocumentTab) -> None:
        editor = _as_editor(tab)
        if editor is not None:
            self._underlays.forget(editor)
            self._notices.pop(editor).dispose()

    def retranslate(self) -> None:
        """The panels round every work are named with the others."""

    def _focus_map(self) -> None:
        if self._front is not None:
            self._front.focus()

    def _do_with_zone(self, deed: ZoneCommand, zone: str) -> None:
        assert self._front is not None, "no map is open"
        self._docks.zones.choose(self._zones.do(self._front, deed, zone))

    def _show_preview(self, editor: MapEditorTab, shown: PreviewResult) -> None:
        """Draw a line of sight in the chart, which closes when no line is asked for any more."""
        if editor is not self._front:
            return
        if shown.profile is not None:
            self._docks.show_line(editor, shown)
            self._docks.show_chart(editor.canvas)
        elif not editor.previews.shows(PreviewKind.LINE):
            self._docks.hide_chart()


def _as_editor(tab: DocumentTab | None) -> MapEditorTab | None:
    is_map = tab is not None and isinstance(tab.document, MapDocument)
    return cast("MapEditorTab", tab) if is_map else None
