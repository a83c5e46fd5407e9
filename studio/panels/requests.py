"""Changes of a map that need a word from the user first."""

from __future__ import annotations

import re

import numpy as np

from engine.map import Waiver, Zone
from engine.problems import Problem
from studio.document.geometry import resized
from studio.document.sheet_edits import Replace, SetField, SetZone
from studio.panels.asking import Asking
from studio.panels.editor import Editor
from studio.panels.new_map import MOST_HEXES_A_SIDE
from studio.panels.speech import Speech
from studio.panels.toolbox import Family, Material, Toolbox

SIZE = re.compile(r"\s*(\d{1,4})\s*[x×*, ]\s*(\d{1,4})\s*", re.IGNORECASE | re.ASCII)


class Requests:
    """Asks, then makes an edit; nothing where the user lets it be."""

    def __init__(self, asking: Asking, say: Speech, toolbox: Toolbox) -> None:
        self._asking, self._say, self._toolbox = asking, say, toolbox

    def zone(self, editor: Editor) -> None:
        """A new zone, to be painted next; one that is there already is only taken."""
        asked = self._asking.line(self._say("new-zone"), self._say("zone-question"))
        name = (asked or "").strip()
        if not name:
            return
        map_ = editor.document.map
        if name not in map_.zones:
            zone = Zone(np.zeros(map_.grid.shape, np.bool_))
            editor.apply(SetZone(name, zone), self._say("step-zone", name=name))
        if name in map_.zones:
            self._toolbox.take(Material(Family.ZONE, name))

    def place_name(self) -> None:
        """A name to put on the map with the next click."""
        title = self._say("action-tool-name")
        name = self._asking.line(title, self._say("place-question"), self._toolbox.place_name)
        if name and name.strip():
            self._toolbox.write(name.strip())

    def title(self, editor: Editor) -> None:
        """Another title of the map, in the window's language."""
        map_, say = editor.document.map, self._say
        was = say.of(map_.title)
        title = self._asking.line(say("action-title"), say("title-question"), was)
        if title is not None and title != was:
            new = title if isinstance(map_.title, str) else {**map_.title, say.language: title}
            editor.apply(SetField("title", new), say("action-title"))

    def size(self, editor: Editor) -> None:
        """Another size of the map; a size that cannot be read is asked for again by a remark."""
        grid, say = editor.document.map.grid, self._say
        was = f"{grid.columns} x {grid.rows}"
        asked = self._asking.line(say("action-resize"), say("resize-question"), was)
        if asked is None:
            return
        match = SIZE.fullmatch(asked)
        sides = [int(number) for number in match.groups()] if match else []
        if not sides or not all(1 <= side <= MOST_HEXES_A_SIDE for side in sides):
            self._asking.tell(say("resize-refused", size=asked, most=MOST_HEXES_A_SIDE))
            return
        editor.apply(Replace(resized(editor.document.map, *sides)), say("action-resize"))

    def waive(self, editor: Editor, problem: Problem) -> None:
        """Keep a warning, with a reason, as the map's file says it."""
        said = problem.message(self._say.language)
        question = self._say("waive-question", problem=said)
        reason = (self._asking.line(self._say("waive"), question) or "").strip()
        if reason:
            every = (*editor.document.map.waived, Waiver(problem.code, problem.at, reason))
            editor.apply(SetField("waived", every), self._say("step-waive"))
