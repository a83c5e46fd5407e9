"""Requests about zones, carried out as steps of the map's history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.editing.beside import scenarios_using
from engine.editing.edits import Compound, Edit
from engine.editing.sheet_edits import MoveZone, RenameZone, SetZone, SetZoneWords
from engine.map.map import Zone
from studio.drawing.zones import COLOURS, find_label_hex
from studio.mapping.naming import ZoneNames
from studio.mapping.questions import AskZone
from studio.mapping.toolbox import Family, Material, Toolbox
from studio.mapping.zones import ZoneCommand
from studio.parts.asking import Prompts
from studio.parts.speech import Localizer

if TYPE_CHECKING:
    from studio.mapping.editor import MapEditorTab


class ZoneRequests:
    """Asks what has to be asked, then makes an edit; does nothing if the user cancels."""

    def __init__(self, asking: Prompts, say: Localizer, toolbox: Toolbox) -> None:
        self._asking, self._say, self._toolbox = asking, say, toolbox

    def do(self, editor: MapEditorTab, deed: ZoneCommand, zone: str) -> str:
        """Do something to a zone; returns the id of the zone to choose afterwards."""
        match deed:
            case ZoneCommand.NEW:
                return self.new(editor)
            case ZoneCommand.EDIT:
                return self.edit(editor, zone)
            case ZoneCommand.COLOUR:
                self.colour(editor, zone)
            case ZoneCommand.UP | ZoneCommand.DOWN:
                self._move(editor, zone, -1 if deed is ZoneCommand.UP else 1)
            case ZoneCommand.DELETE:
                return self.delete(editor, zone)
            case ZoneCommand.SELECT:
                editor.desk.selection = np.flatnonzero(self._zone(editor, zone).hexes).astype(
                    np.int32
                )
                editor.show_selection()
            case ZoneCommand.GO:
                self._go(editor, zone)
            case ZoneCommand.PAINT:
                self._toolbox.take(Material(Family.ZONE, zone))
        return zone

    def _zone(self, editor: MapEditorTab, zone: str) -> Zone:
        return editor.document.map.zones[zone]

    def new(self, editor: MapEditorTab) -> str:
        """A new zone, to be painted next."""
        map_ = editor.document.map
        words = self._asking.ask(AskZone(ZoneNames(""), list(map_.zones), map_.labels))
        if words is None:
            return ""
        zone = Zone(np.zeros(map_.grid.shape, np.bool_), words.name)
        editor.apply(SetZone(words.id, zone), self._say("step-zone", name=words.id))
        if words.id in map_.zones:  # not refused
            self._toolbox.take(Material(Family.ZONE, words.id))
        return words.id

    def edit(self, editor: MapEditorTab, zone: str) -> str:
        """Change id and names, in one step; returns the new id."""
        map_ = editor.document.map
        was = ZoneNames(zone, map_.zones[zone].name)
        others = [name for name in map_.zones if name != zone]
        words = self._asking.ask(AskZone(was, others, map_.labels))
        if words is None or words == was:
            return zone
        if words.id != zone and not self._may_lose(editor, zone, "renamed"):
            return zone
        renamed: tuple[Edit, ...] = (RenameZone(zone, words.id),) if words.id != zone else ()
        colour = map_.zones[zone].colour
        named = SetZoneWords(words.id, words.name, colour)
        editor.apply(Compound((*renamed, named)), self._say("step-zone-edit", name=words.id))
        if self._toolbox.material == Material(Family.ZONE, zone):
            self._toolbox.take(Material(Family.ZONE, words.id))
        return words.id

    def colour(self, editor: MapEditorTab, zone: str) -> None:
        """Another colour."""
        zones = editor.document.map.zones
        usual = COLOURS[list(zones).index(zone) % len(COLOURS)]
        was = zones[zone].colour
        new = self._asking.colour(was or usual, self._say("zone-colour-title"))
        if new is not None and new != was:
            edit = SetZoneWords(zone, zones[zone].name, new)
            editor.apply(edit, self._say("step-zone-colour", name=zone))

    def delete(self, editor: MapEditorTab, zone: str) -> str:
        """Delete it; returns the id of the zone then in its place."""
        names = list(editor.document.map.zones)
        if not self._may_lose(editor, zone, "deleted"):
            return zone
        editor.apply(SetZone(zone, None), self._say("step-zone-delete", name=zone))
        left = [name for name in names if name != zone]
        return left[min(names.index(zone), len(left) - 1)] if left else ""

    def _may_lose(self, editor: MapEditorTab, zone: str, how: str) -> bool:
        """Whether nothing refers to a zone by its id, or the user confirms."""
        path = editor.document.path
        users = scenarios_using(path, zone) if path else []
        if not users:
            return True
        listed = self._say("listing").join(user.name for user in users)
        words = self._say(f"zone-used-{how}", files=listed, zone=zone)
        anyway = "zone-rename-anyway" if how == "renamed" else "zone-delete-anyway"
        return self._asking.confirm(words, self._say(anyway))

    def _move(self, editor: MapEditorTab, zone: str, steps: int) -> None:
        place = list(editor.document.map.zones).index(zone) + steps
        editor.apply(MoveZone(zone, place), self._say("step-zone-move", name=zone))

    def _go(self, editor: MapEditorTab, zone: str) -> None:
        at = find_label_hex(editor.document.map, self._zone(editor, zone), ())
        if at is not None:
            editor.canvas.centre_on(at)
            editor.canvas.set_keyboard_hex(at)
            editor.canvas.setFocus()
