"""Changes of a map that need a word from the user first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.editing.geometry import Margins, extended
from engine.editing.name_curves import along_water
from engine.editing.replacing import TerrainReplacement
from engine.editing.sheet_edits import Replace, SetField, SetFields, SetNotes, SetPlaces
from engine.hexes.hex import Hex
from engine.map.map import DesignerNote, Map, Place
from engine.map.styles import MODERN
from engine.map.terrain import TerrainClass
from engine.problems import Problem, Waiver
from studio.mapping.questions import (
    AskMapProperties,
    AskMapSize,
    AskPlaceName,
    AskReplace,
    AskTerrainKinds,
)
from studio.parts.asking import Prompts
from studio.parts.speech import Localizer
from studio.tools.naming import place_at

if TYPE_CHECKING:
    from studio.mapping.editor import MapEditorTab

CURVE_LONG = 3.5  # hexes of a river that a name runs along


class MapEditRequests:
    """Asks, then makes an edit; does nothing if the user cancels."""

    def __init__(self, asking: Prompts, say: Localizer) -> None:
        self._asking, self._say = asking, say

    def properties(self, editor: MapEditorTab) -> None:
        """Another title, scale or label style, all in one step that names what changed."""
        map_, say = editor.document.map, self._say
        values = self._asking.ask(AskMapProperties(map_))
        edit = SetFields.changed(map_, values) if values is not None else None
        if edit is not None:
            fields = say("listing").join(say(f"field-{field}") for field in edit.values)
            editor.apply(edit, say("step-properties", fields=fields))

    def kinds(self, editor: MapEditorTab) -> None:
        """Other terrain kinds of the map's own, as one step."""
        map_, say = editor.document.map, self._say
        kinds = self._asking.ask(AskTerrainKinds(map_))
        edit = SetFields.changed(map_, {"kinds": kinds}) if kinds is not None else None
        if edit is not None:
            editor.apply(edit, say("step-properties", fields=say("field-kinds")))

    def size(self, editor: MapEditorTab) -> None:
        """Columns and rows added or cut off on any side."""
        self._resize(editor, Margins())

    def crop(self, editor: MapEditorTab) -> None:
        """Crop to the smallest sheet that holds the selection, if the user agrees to the cuts."""
        self._resize(editor, Margins.to_fit(editor.document.map.grid, editor.desk.selection))

    def _resize(self, editor: MapEditorTab, begin: Margins) -> None:
        map_, selection = editor.document.map, editor.desk.selection
        margins = self._asking.ask(AskMapSize(map_, selection, begin))
        if margins is None or not any(margins):
            return
        was, new = (map_.grid.columns, map_.grid.rows), margins.size(map_.grid)
        sizes = {"was": "{} × {}".format(*was), "new": "{} × {}".format(*new)}
        editor.apply(Replace(extended(map_, *margins)), self._say("step-size", **sizes))

    def replace(self, editor: MapEditorTab) -> None:
        """One kind of terrain by another, in one step; or the hexes that have it are selected."""
        map_, desk, material = editor.map, editor.desk, editor.toolbox.material
        classes = {lies.value: lies for lies in TerrainClass}
        lies = classes.get(material.family.value)
        begin = TerrainReplacement(lies, material.kind) if lies is not None else None
        order = self._asking.ask(AskReplace(map_, desk.selection, begin))
        if order is None:
            return
        within = desk.selection if order.is_within else None
        if order.selects:
            desk.selection = order.what.hexes(map_, within)
            editor.show_selection()
            return
        edit = order.what.edit(map_, within)
        if edit is not None:
            editor.apply(edit, self._replaced(map_, order.what))

    def _replaced(self, map_: Map, what: TerrainReplacement) -> str:
        """The name of the step."""
        known = MODERN.with_own(map_.kinds)
        was, becomes = (self._say.of(known.name(kind)) for kind in (what.was, what.becomes))
        key = "step-replace" if what.becomes else "step-replace-away"
        return self._say(key, was=was, becomes=becomes)

    def place(self, editor: MapEditorTab, at: Hex) -> None:
        """A name at a hex: written, changed, or taken away."""
        map_, say = editor.document.map, self._say
        number = place_at(map_, at)
        old = map_.places[number] if number is not None else Place(at, "")
        was = old.name
        along = along_water(map_, at, CURVE_LONG)
        words = self._asking.ask(AskPlaceName(was, map_.labels.label(at), old.look, along))
        if words is None or words == (was, old.look):
            return
        name, new = words.name, Place(at, words.name, words.look)
        if number is None:
            edit, key = SetPlaces.added(map_, new), "new"
        elif name:
            edit, key = SetPlaces(number, 1, (new,)), "edit"
        else:
            edit, key = SetPlaces(number, 1, ()), "delete"
        editor.apply(edit, say(f"step-place-{key}", name=say.of(name or was)))

    def note(self, editor: MapEditorTab) -> None:
        """Write the designer's note on the hex pointed at; an empty line removes it."""
        map_, say = editor.document.map, self._say
        at = editor.pointed_hex
        if at is None:
            editor.refuse(say("note-nowhere"))
            return
        old = next((note for note in map_.notes if note.at == at), None)
        was = old.text if old is not None else ""
        said = self._asking.line(
            say("action-note"), say("note-at", hex=map_.labels.label(at)), say.of(was)
        )
        if said is None or said.strip() == say.of(was):
            return
        others = tuple(note for note in map_.notes if note is not old)
        words = {**was, say.language: said.strip()} if isinstance(was, dict) else said.strip()
        new = (DesignerNote(at, words),) if said.strip() else ()
        editor.apply(SetNotes((*others, *new)), say("step-note", hex=map_.labels.label(at)))

    def waive(self, editor: MapEditorTab, problem: Problem) -> None:
        """Keep a warning, with a reason, as the map's file says it."""
        said = problem.message(self._say.language)
        question = self._say("waive-question", problem=said)
        reason = (self._asking.line(self._say("waive"), question) or "").strip()
        if reason:
            every = (*editor.document.map.waived, Waiver(problem.code, problem.at, reason))
            editor.apply(SetField("waived", every), self._say("step-waive"))

    def may_destroy(self, way: str, count: int) -> bool:
        """Whether a fix, named in words, may destroy work, here or in many places."""
        say = self._say
        is_alone = count == 1
        words = (
            say("fix-asked", way=way) if is_alone else say("fix-all-asked", way=way, count=count)
        )
        return self._asking.confirm(words, say("fix-do"))
