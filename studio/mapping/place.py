"""Maps in the window: their tabs, and what the panels request for the one in front."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from engine.editing.touched import MapPart, Touched
from studio.document.document import Document
from studio.lookout.lookout import Lookout
from studio.lookout.shown import Shown
from studio.mapping.docks import MapDocks
from studio.mapping.requests import Requests
from studio.mapping.stamp_requests import StampRequests
from studio.mapping.toolbox import Toolbox
from studio.mapping.zone_requests import ZoneRequests
from studio.mapping.zones import ZoneDeed
from studio.parts.speech import Speech
from studio.parts.tab import WorkTab
from studio.parts.workplace import Workplace
from studio.underlay.underlays import Underlays

if TYPE_CHECKING:
    from studio.mapping.editor import Editor


class MapPlace:
    """Opens maps, and lets the panels follow the map in front."""

    def __init__(
        self,
        docks: MapDocks,
        toolbox: Toolbox,
        lookout: Lookout,
        underlays: Underlays,
        requests: Requests,
        zone_requests: ZoneRequests,
        stamp_requests: StampRequests,
        say: Speech,
    ) -> None:
        self._docks, self._toolbox, self._lookout, self._say = docks, toolbox, lookout, say
        self._underlays, self._requests, self._zones = underlays, requests, zone_requests
        self._front: Editor | None = None
        docks.palette.zone_wanted.connect(lambda: self._do_with_zone(ZoneDeed.NEW, ""))
        docks.zones.wanted.connect(self._do_with_zone)
        docks.palette.rename_wanted.connect(stamp_requests.rename)
        docks.palette.removal_wanted.connect(stamp_requests.remove)

    def workplace(self) -> Workplace:
        """What the window needs to know about maps."""
        return Workplace(Document, self.tab_of, (self,), forget=self._forget)

    def tab_of(self, document: Document) -> Editor:
        """The tab of a map that is opened."""
        from studio.mapping.editor import Editor  # loaded with the first map

        editor = Editor(document, self._toolbox, self._say, self._lookout)
        document.changed.connect(self._list_zones)
        editor.name_wanted.connect(lambda at: self._requests.place(editor, at))
        editor.waiving.connect(lambda problem: self._requests.waive(editor, problem))
        editor.shown.connect(partial(self._show_preview, editor))
        self._underlays.add(editor)
        return editor

    def _list_zones(self, touched: Touched) -> None:
        """Two panels list zones; both do so again when zones may have changed."""
        if touched.parts & {MapPart.ZONES, MapPart.GRID, MapPart.FIELDS}:
            self._docks.palette.refresh()
            self._docks.zones.refresh()

    def show_tab(self, tab: WorkTab | None) -> None:
        """Let the panels of maps show the one in front, and nothing else."""
        self._front = _as_editor(tab)
        map_ = self._front.document.map if self._front else None
        self._docks.palette.show_map(map_)
        self._docks.palette.setEnabled(self._front is not None)
        self._docks.zones.show_map(map_)
        self._underlays.show_tab(self._front)

    def _forget(self, tab: WorkTab) -> None:
        editor = _as_editor(tab)
        if editor is not None:
            self._underlays.forget(editor)

    def retranslate(self) -> None:
        """The panels round every work are named with the others."""

    def _do_with_zone(self, deed: ZoneDeed, zone: str) -> None:
        assert self._front is not None, "no map is open"
        self._docks.zones.choose(self._zones.do(self._front, deed, zone))

    def _show_preview(self, editor: Editor, shown: Shown) -> None:
        if shown.profile is not None and editor is self._front:
            self._docks.show_line(editor, shown)
            self._docks.show_chart(editor.canvas)


def _as_editor(tab: WorkTab | None) -> Editor | None:
    is_map = tab is not None and isinstance(tab.document, Document)
    return cast("Editor", tab) if is_map else None
