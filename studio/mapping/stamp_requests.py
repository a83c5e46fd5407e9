"""The user's own stamps: kept, renamed, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.editing.clips import clip
from engine.problems import SandtableError
from studio.mapping.toolbox import Family, Material, Toolbox
from studio.parts.asking import Prompts
from studio.parts.speech import Localizer

if TYPE_CHECKING:
    from studio.mapping.editor import MapEditorTab


class StampRequests:
    """Asks, then changes the user's stamps; says so if they cannot be written."""

    def __init__(self, asking: Prompts, say: Localizer, toolbox: Toolbox) -> None:
        self._asking, self._say, self._toolbox = asking, say, toolbox

    def keep(self, editor: MapEditorTab) -> None:
        """Keep the selection as a stamp, and take it in hand."""
        name = self._name("")
        if not name:
            return
        taken = clip(editor.map, editor.desk.selection)
        try:
            stamp = self._toolbox.stamps.keep(name, taken, editor.map.grid.orientation)
        except SandtableError as error:
            self._asking.tell(str(error))
            return
        self._toolbox.take(Material(Family.STAMP, stamp))

    def rename(self, stamp: str) -> None:
        """Give a stamp another name."""
        name = self._name(self._say.of(self._toolbox.stamps.kept[stamp].name))
        if name:
            try:
                self._toolbox.stamps.rename(stamp, name)
            except SandtableError as error:
                self._asking.tell(str(error))
        self._toolbox.changed.emit()

    def remove(self, stamp: str) -> None:
        """Delete a stamp, if the user confirms: it cannot be undone."""
        name = self._say.of(self._toolbox.stamps.kept[stamp].name)
        words = self._say("stamp-remove-question", name=name)
        if not self._asking.confirm(words, self._say("stamp-remove")):
            return
        try:
            self._toolbox.stamps.remove(stamp)
        except SandtableError as error:
            self._asking.tell(str(error))
        if self._toolbox.material == Material(Family.STAMP, stamp):
            self._toolbox.take_family(Family.STAMP)
        self._toolbox.changed.emit()

    def _name(self, was: str) -> str:
        question = self._say("stamp-question")
        return (self._asking.line(self._say("action-keep-stamp"), question, was) or "").strip()
