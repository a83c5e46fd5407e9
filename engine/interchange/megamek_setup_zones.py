"""The deployment areas of a MegaMek set-up, as planes of the map's hexes.

An edge is a strip three hexes deep unless the set-up says otherwise; a corner is the halves of two
edges that meet in it. An area is composed of shapes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.files.source_text import SourceNode
from engine.interchange.import_result import Losses
from engine.interchange.yaml_entries import YamlEntry
from engine.map.map import Plane

DEEP = 3
MAX_SHAPES = 200
EDGES = {"north": "N", "south": "S", "east": "E", "west": "W"}


class SetupZones:
    """The places on a sheet of so many columns and rows, counted from 0."""

    def __init__(self, columns: int, rows: int, losses: Losses) -> None:
        self.columns, self.rows, self.losses = columns, rows, losses
        self.y, self.x = np.indices((rows, columns))
        self.shapes = 0

    def deployment(self, faction: YamlEntry) -> Plane:
        """Return a faction's deployment area; the whole map if it is absent or unknown."""
        node = faction.node_of("deploy")
        if node is None:
            return self.edge(faction.word("home") or "Any", DEEP, 0)
        faction.word("home")
        if not isinstance(node.value, dict):
            return self.edge(str(node.value), DEEP, 0)
        said = YamlEntry(faction.file, node, "deploy")
        area = said.entry("area")
        if area is not None:
            found = self._shape(area)
        else:
            deep, off = said.whole("width", DEEP), said.whole("offset", 0)
            found = self.edge(said.word("edge") or "Any", deep, off)
        for key in said.unasked_keys():
            self.losses.add("setup-key", f"deploy: {key}")
        return found

    def everywhere(self) -> Plane:
        """All hexes of the sheet."""
        return np.ones((self.rows, self.columns), np.bool_)

    # --- edges ----------------------------------------------------------------------------------

    def edge(self, name: str, deep: int, off: int) -> Plane:
        """The hexes of a start position by MegaMek's name for it."""
        if name.endswith(" (deep)"):
            name, off = name.removesuffix(" (deep)"), min(self.columns, self.rows) // 5
        name = {"EDG": "EDGE", "CTR": "CENTER"}.get(name.upper(), name.upper())
        inside = self._inside(off)
        if name in ("N", "S", "E", "W"):
            return inside & self._strip(name, deep, off)
        if name in ("NE", "NW", "SE", "SW"):
            row, column = (self._strip(one, deep, off) for one in name)
            return inside & (row & self._half(name[1]) | column & self._half(name[0]))
        if name == "EDGE":
            return inside & ~self._inside(off + deep)
        if name == "CENTER":
            return self._third(self.x, self.columns) & self._third(self.y, self.rows)
        if name != "ANY":
            self.losses.add("setup-place", name)
        return self.everywhere()

    def _inside(self, off: int) -> Plane:
        x, y = self.x, self.y
        across, down = self.columns - off, self.rows - off
        return np.asarray((x >= off) & (x < across) & (y >= off) & (y < down))

    def _strip(self, side: str, deep: int, off: int) -> Plane:
        return np.asarray({
            "N": self.y < off + deep, "S": self.y >= self.rows - off - deep,
            "W": self.x < off + deep, "E": self.x >= self.columns - off - deep,
        }[side])  # fmt: skip

    def _half(self, side: str) -> Plane:
        return np.asarray({
            "N": self.y < self.rows // 2, "S": self.y > self.rows // 2,
            "W": self.x < self.columns // 2, "E": self.x > self.columns // 2,
        }[side])  # fmt: skip

    @staticmethod
    def _third(along: NDArray[np.intp], count: int) -> Plane:
        return np.asarray((along >= count // 3) & (along <= 2 * count // 3))

    # --- areas ----------------------------------------------------------------------------------

    def _shape(self, entry: YamlEntry) -> Plane:
        """The hexes of a shape; everywhere for an unknown one."""
        self.shapes += 1
        shapes: dict[str, Callable[[YamlEntry, SourceNode], Plane]] = {
            "union": self._pair_of_shapes, "difference": self._pair_of_shapes,
            "intersection": self._pair_of_shapes, "circle": self._circle, "list": self._list,
            "rectangle": self._rectangle, "halfplane": self._half_plane, "border": self._border,
        }  # fmt: skip
        for name, shape in shapes.items():
            node = entry.node_of(name)
            if node is not None and self.shapes <= MAX_SHAPES:
                return shape(entry, node)
        self.losses.add("setup-area", ", ".join(entry.node.value))
        return self.everywhere()

    def _pair_of_shapes(self, entry: YamlEntry, node: SourceNode) -> Plane:
        both = YamlEntry(entry.file, node, "area")
        first, second = both.entry("first"), both.entry("second")
        if first is None or second is None:
            entry.refuse("area", node)
        one, other = self._shape(first), self._shape(second)
        if entry.has("union"):
            return one | other
        return one & ~other if entry.has("difference") else one & other

    def _circle(self, entry: YamlEntry, node: SourceNode) -> Plane:
        circle = YamlEntry(entry.file, node, "circle")
        centre = circle.pair("center")
        if centre is None:
            entry.refuse("center", node)
        column, row = centre[0] - 1, centre[1] - 1
        # Odd columns lie half a hex lower: rows become an axis of hexes.
        dq = self.x - column
        dr = self.y - (self.x - (self.x & 1)) // 2 - (row - (column - (column & 1)) // 2)
        away = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        return np.asarray(away <= circle.whole("radius", 0))

    def _list(self, entry: YamlEntry, node: SourceNode) -> Plane:
        is_list = isinstance(node.value, list)
        is_one = not is_list or (len(node.value) == 2 and isinstance(node.value[0].value, int))
        found = np.zeros((self.rows, self.columns), np.bool_)
        for one in [node] if is_one else node.value:
            column, row = entry.pair_of("list", one)
            if 1 <= column <= self.columns and 1 <= row <= self.rows:
                found[row - 1, column - 1] = True
        return found

    def _rectangle(self, entry: YamlEntry, node: SourceNode) -> Plane:
        if not isinstance(node.value, list) or len(node.value) != 2:
            entry.refuse("rectangle", node)
        (x1, y1), (x2, y2) = (entry.pair_of("rectangle", one) for one in node.value)
        x, y = self.x + 1, self.y + 1
        across = (x >= min(x1, x2)) & (x <= max(x1, x2))
        return np.asarray(across & (y >= min(y1, y2)) & (y <= max(y1, y2)))

    def _half_plane(self, entry: YamlEntry, node: SourceNode) -> Plane:
        said = YamlEntry(entry.file, node, "halfplane")
        at, way = said.whole("coordinate", 0) - 1, said.word("extends").lower()
        planes = {"above": self.y <= at, "below": self.y >= at,
                  "right": self.x >= at, "left": self.x <= at}  # fmt: skip
        if not said.has("coordinate") or way not in planes:
            self.losses.add("setup-area", "halfplane")
            return self.everywhere()
        return np.asarray(planes[way])

    def _border(self, entry: YamlEntry, node: SourceNode) -> Plane:
        said = YamlEntry(entry.file, node, "border")
        nearest, farthest = said.whole("mindistance", 0), said.whole("maxdistance", 0)
        found = np.zeros((self.rows, self.columns), np.bool_)
        for one in said.nodes("edges"):
            side = EDGES.get(str(one.value).lower())
            if side is None:
                entry.refuse("edges", one)
            near = self._strip(side, nearest, 0)
            found |= self._strip(side, farthest + 1, 0) & ~near
        return found
