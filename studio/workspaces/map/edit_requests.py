"""Edits of a map that ask the user first: zones, and stamps saved, renamed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from engine.editing.dependent_scenarios import scenarios_using
from engine.editing.edits import Compound, Edit
from engine.editing.map_clips import clip
from engine.editing.map_metadata_edits import (
    MoveZone,
    RenameZone,
    Replace,
    SetField,
    SetFields,
    SetNotes,
    SetPlaces,
    SetZone,
    SetZoneWords,
)
from engine.hexes.hex import Hex
from engine.map.map import DesignerNote, Map, PlaceName, Zone
from engine.map.styles import MODERN
from engine.map.terrain import TerrainClass
from engine.problems import Problem, SandtableError, Waiver
from studio.framework.prompts import Prompts
from studio.map_tools.place_name_tool import place_at
from studio.rendering.map.zones import COLOURS, find_label_hex
from studio.widgets.localization import Localizer
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial, Toolbox
from studio.workspaces.map.map_zones_panel import ZoneCommand

if TYPE_CHECKING:
    from engine.editing.sheet_transforms import Margins
    from engine.editing.terrain_replacement import TerrainReplacement
    from studio.workspaces.map.map_editor_tab import MapEditorTab


CURVE_LENGTH = 3.5  # hexes of a river that a name runs along


class MapEditRequests:
    """Asks, then makes an edit; does nothing if the user cancels."""

    edit_costs: Callable[[], None]
    """Opens the terrain costs of a scenario on the map in front."""

    def __init__(self, prompts: Prompts, localize: Localizer) -> None:
        self._prompts, self._localize = prompts, localize

    def properties(self, editor: MapEditorTab) -> None:
        """Another title, scale or label style, all in one step that names what changed."""
        from studio.workspaces.map.dialogs.map_dialog_questions import MapPropertiesQuestion

        map_, localize = editor.document.map, self._localize
        values = self._prompts.ask(MapPropertiesQuestion(map_))
        edit = SetFields.changed(map_, values) if values is not None else None
        if edit is not None:
            fields = localize("listing").join(localize(f"field-{field}") for field in edit.values)
            editor.apply(edit, localize("step-properties", fields=fields))

    def kinds(self, editor: MapEditorTab) -> None:
        """Other terrain kinds of the map's own, as one step."""
        from studio.workspaces.map.dialogs.map_dialog_questions import TerrainKindsQuestion

        map_, localize = editor.document.map, self._localize
        kinds = self._prompts.ask(TerrainKindsQuestion(map_))
        edit = SetFields.changed(map_, {"kinds": kinds}) if kinds is not None else None
        if edit is not None:
            editor.apply(edit, localize("step-properties", fields=localize("field-kinds")))

    def size(self, editor: MapEditorTab) -> None:
        """Columns and rows added or cut off on any side."""
        from engine.editing.sheet_transforms import Margins

        self._resize(editor, Margins())

    def crop(self, editor: MapEditorTab) -> None:
        """Crop to the smallest sheet that holds the selection, if the user agrees to the cuts."""
        from engine.editing.sheet_transforms import Margins

        self._resize(editor, Margins.to_fit(editor.document.map.grid, editor.context.selection))

    def _resize(self, editor: MapEditorTab, begin: Margins) -> None:
        from engine.editing.sheet_transforms import extend_map
        from studio.workspaces.map.dialogs.map_dialog_questions import MapSizeQuestion

        map_, selection = editor.document.map, editor.context.selection
        margins = self._prompts.ask(MapSizeQuestion(map_, selection, begin))
        if margins is None or not any(margins):
            return
        was, new = (map_.grid.columns, map_.grid.rows), margins.size(map_.grid)
        sizes = {"was": "{} × {}".format(*was), "new": "{} × {}".format(*new)}
        editor.apply(Replace(extend_map(map_, *margins)), self._localize("step-size", **sizes))

    def replace(self, editor: MapEditorTab) -> None:
        """One kind of terrain by another, in one step; or the hexes that have it are selected."""
        from engine.editing.terrain_replacement import TerrainReplacement
        from studio.workspaces.map.dialogs.map_dialog_questions import ReplaceTerrainQuestion

        map_, context, material = editor.map, editor.context, editor.toolbox.material
        classes = {lies.value: lies for lies in TerrainClass}
        lies = classes.get(material.family.value)
        begin = TerrainReplacement(lies, material.kind) if lies is not None else None
        order = self._prompts.ask(ReplaceTerrainQuestion(map_, context.selection, begin))
        if order is None:
            return
        within = context.selection if order.is_within else None
        if order.selects:
            context.selection = order.what.hexes(map_, within)
            editor.show_selection()
            return
        edit = order.what.edit(map_, within)
        if edit is not None:
            editor.apply(edit, self._replaced(map_, order.what))

    def _replaced(self, map_: Map, what: TerrainReplacement) -> str:
        """The name of the step."""
        known = MODERN.catalogue_with(map_.kinds)
        was, becomes = (
            self._localize.localize_text(known.name(kind)) for kind in (what.was, what.becomes)
        )
        key = "step-replace" if what.becomes else "step-replace-away"
        return self._localize(key, was=was, becomes=becomes)

    def place(self, editor: MapEditorTab, at: Hex) -> None:
        """A name at a hex: written, changed, or taken away."""
        from engine.editing.name_curves import curve_along_water
        from studio.workspaces.map.dialogs.map_dialog_questions import PlaceNameQuestion

        map_, localize = editor.document.map, self._localize
        number = place_at(map_, at)
        old = map_.places[number] if number is not None else PlaceName(at, "")
        was = old.name
        along = curve_along_water(map_, at, CURVE_LENGTH)
        words = self._prompts.ask(PlaceNameQuestion(was, map_.labels.label(at), old.look, along))
        if words is None or words == (was, old.look):
            return
        name, new = words.name, PlaceName(at, words.name, words.look)
        if number is None:
            edit, key = SetPlaces.added(map_, new), "new"
        elif name:
            edit, key = SetPlaces(number, 1, (new,)), "edit"
        else:
            edit, key = SetPlaces(number, 1, ()), "delete"
        editor.apply(edit, localize(f"step-place-{key}", name=localize.localize_text(name or was)))

    def note(self, editor: MapEditorTab) -> None:
        """Write the designer's note on the hex pointed at; an empty line removes it."""
        map_, localize = editor.document.map, self._localize
        at = editor.pointed_hex
        if at is None:
            editor.refuse(localize("note-nowhere"))
            return
        old = next((note for note in map_.notes if note.at == at), None)
        was = old.text if old is not None else ""
        said = self._prompts.line(
            localize("action-note"),
            localize("note-at", hex=map_.labels.label(at)),
            localize.localize_text(was),
        )
        if said is None or said.strip() == localize.localize_text(was):
            return
        others = tuple(note for note in map_.notes if note is not old)
        words = {**was, localize.language: said.strip()} if isinstance(was, dict) else said.strip()
        new = (DesignerNote(at, words),) if said.strip() else ()
        editor.apply(SetNotes((*others, *new)), localize("step-note", hex=map_.labels.label(at)))

    def waive_problem(self, editor: MapEditorTab, problem: Problem) -> None:
        """Keep a warning, with a reason, as the map's file says it."""
        said = problem.message(self._localize.language)
        question = self._localize("waive-question", problem=said)
        reason = (self._prompts.line(self._localize("waive"), question) or "").strip()
        if reason:
            every = (*editor.document.map.waived, Waiver(problem.code, problem.at, reason))
            editor.apply(SetField("waived", every), self._localize("step-waive"))

    def may_destroy(self, way: str, count: int) -> bool:
        """Ask if a fix, named in words, may destroy work, here or in many places."""
        localize = self._localize
        is_alone = count == 1
        words = (
            localize("fix-asked", way=way)
            if is_alone
            else localize("fix-all-asked", way=way, count=count)
        )
        return self._prompts.confirm(words, localize("fix-do"))


class StampRequests:
    """Asks, then changes the user's stamps; says so if they cannot be written."""

    def __init__(self, prompts: Prompts, localize: Localizer, toolbox: Toolbox) -> None:
        self._prompts, self._localize, self._toolbox = prompts, localize, toolbox

    def keep(self, editor: MapEditorTab) -> None:
        """Keep the selection as a stamp, and select it."""
        name = self._name("")
        if not name:
            return
        taken = clip(editor.map, editor.context.selection)
        try:
            stamp = self._toolbox.stamps.save_stamp(name, taken, editor.map.grid.orientation)
        except SandtableError as error:
            self._prompts.show_message(str(error))
            return
        self._toolbox.take(PaletteMaterial(MaterialFamily.STAMP, stamp))

    def rename(self, stamp: str) -> None:
        """Give a stamp another name."""
        name = self._name(self._localize.localize_text(self._toolbox.stamps.kept[stamp].name))
        if name:
            try:
                self._toolbox.stamps.rename(stamp, name)
            except SandtableError as error:
                self._prompts.show_message(str(error))
        self._toolbox.changed.emit()

    def remove(self, stamp: str) -> None:
        """Delete a stamp, if the user confirms: it cannot be undone."""
        name = self._localize.localize_text(self._toolbox.stamps.kept[stamp].name)
        words = self._localize("stamp-remove-question", name=name)
        if not self._prompts.confirm(words, self._localize("stamp-remove")):
            return
        try:
            self._toolbox.stamps.remove(stamp)
        except SandtableError as error:
            self._prompts.show_message(str(error))
        if self._toolbox.material == PaletteMaterial(MaterialFamily.STAMP, stamp):
            self._toolbox.select_family(MaterialFamily.STAMP)
        self._toolbox.changed.emit()

    def _name(self, was: str) -> str:
        question = self._localize("stamp-question")
        return (
            self._prompts.line(self._localize("action-keep-stamp"), question, was) or ""
        ).strip()


class ZoneRequests:
    """Asks what has to be asked, then makes an edit; does nothing if the user cancels."""

    def __init__(self, prompts: Prompts, localize: Localizer, toolbox: Toolbox) -> None:
        self._prompts, self._localize, self._toolbox = prompts, localize, toolbox

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
                editor.context.selection = np.flatnonzero(self._zone(editor, zone).hexes).astype(
                    np.int32
                )
                editor.show_selection()
            case ZoneCommand.GO:
                self._go(editor, zone)
            case ZoneCommand.PAINT:
                self._toolbox.take(PaletteMaterial(MaterialFamily.ZONE, zone))
        return zone

    def _zone(self, editor: MapEditorTab, zone: str) -> Zone:
        return editor.document.map.zones[zone]

    def new(self, editor: MapEditorTab) -> str:
        """A new zone, to be painted next."""
        from studio.workspaces.map.dialogs.map_dialog_questions import ZoneQuestion
        from studio.workspaces.map.dialogs.name_dialogs import ZoneNames

        map_ = editor.document.map
        words = self._prompts.ask(ZoneQuestion(ZoneNames(""), list(map_.zones), map_.labels))
        if words is None:
            return ""
        zone = Zone(np.zeros(map_.grid.shape, np.bool_), words.name)
        editor.apply(SetZone(words.id, zone), self._localize("step-zone", name=words.id))
        if words.id in map_.zones:  # not refused
            self._toolbox.take(PaletteMaterial(MaterialFamily.ZONE, words.id))
        return words.id

    def edit(self, editor: MapEditorTab, zone: str) -> str:
        """Change id and names, in one step; returns the new id."""
        from studio.workspaces.map.dialogs.map_dialog_questions import ZoneQuestion
        from studio.workspaces.map.dialogs.name_dialogs import ZoneNames

        map_ = editor.document.map
        was = ZoneNames(zone, map_.zones[zone].name)
        others = [name for name in map_.zones if name != zone]
        words = self._prompts.ask(ZoneQuestion(was, others, map_.labels))
        if words is None or words == was:
            return zone
        if words.id != zone and not self._may_lose(editor, zone, "renamed"):
            return zone
        renamed: tuple[Edit, ...] = (RenameZone(zone, words.id),) if words.id != zone else ()
        colour = map_.zones[zone].colour
        named = SetZoneWords(words.id, words.name, colour)
        editor.apply(Compound((*renamed, named)), self._localize("step-zone-edit", name=words.id))
        if self._toolbox.material == PaletteMaterial(MaterialFamily.ZONE, zone):
            self._toolbox.take(PaletteMaterial(MaterialFamily.ZONE, words.id))
        return words.id

    def colour(self, editor: MapEditorTab, zone: str) -> None:
        """Another colour."""
        zones = editor.document.map.zones
        usual = COLOURS[list(zones).index(zone) % len(COLOURS)]
        was = zones[zone].colour
        new = self._prompts.colour(was or usual, self._localize("zone-colour-title"))
        if new is not None and new != was:
            edit = SetZoneWords(zone, zones[zone].name, new)
            editor.apply(edit, self._localize("step-zone-colour", name=zone))

    def delete(self, editor: MapEditorTab, zone: str) -> str:
        """Delete it; returns the id of the zone then in its place."""
        names = list(editor.document.map.zones)
        if not self._may_lose(editor, zone, "deleted"):
            return zone
        editor.apply(SetZone(zone, None), self._localize("step-zone-delete", name=zone))
        left = [name for name in names if name != zone]
        return left[min(names.index(zone), len(left) - 1)] if left else ""

    def _may_lose(self, editor: MapEditorTab, zone: str, how: str) -> bool:
        """Return True if nothing refers to a zone by its id, or the user confirms."""
        path = editor.document.path
        users = scenarios_using(path, zone) if path else []
        if not users:
            return True
        listed = self._localize("listing").join(user.name for user in users)
        words = self._localize(f"zone-used-{how}", files=listed, zone=zone)
        anyway = "zone-rename-anyway" if how == "renamed" else "zone-delete-anyway"
        return self._prompts.confirm(words, self._localize(anyway))

    def _move(self, editor: MapEditorTab, zone: str, steps: int) -> None:
        place = list(editor.document.map.zones).index(zone) + steps
        editor.apply(MoveZone(zone, place), self._localize("step-zone-move", name=zone))

    def _go(self, editor: MapEditorTab, zone: str) -> None:
        at = find_label_hex(editor.document.map, self._zone(editor, zone), ())
        if at is not None:
            editor.canvas.centre_on(at)
            editor.canvas.set_keyboard_hex(at)
            editor.canvas.setFocus()
