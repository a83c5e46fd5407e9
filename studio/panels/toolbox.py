"""The toolbox: what the hand holds, chosen in the palette and tool bar, shared by all maps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from engine.map import Map
from engine.terrain import TerrainClass, catalogue
from studio.document.touched import Part
from studio.panels.speech import Speech
from studio.tools.brush import SHAPES, Brush
from studio.tools.bucket import Bucket
from studio.tools.desk import Tool
from studio.tools.edges import EdgeEraser, Edges
from studio.tools.links import CheapestWay, LinkEraser, Links
from studio.tools.naming import Naming
from studio.tools.paints import (
    Erased,
    Flatten,
    Ground,
    InZone,
    Level,
    Paint,
    Raise,
    Selecting,
    Smooth,
)
from studio.tools.picking import Eyedropper, Picked
from studio.tools.regions import Lasso, Line, Polygon, Rectangle
from studio.tools.selection import Mover, Stamp
from studio.tools.stamps import STAMPS
from studio.tools.symmetry import Symmetry

SIZES = ("1", "7", "19", "37", "61", "91")  # hexes under the brush


class Family(StrEnum):
    """What there is to paint, as the palette groups it."""

    GROUND = "ground"
    SIDE = "side"
    LINK = "link"
    LEVEL = "level"
    ZONE = "zone"
    STAMP = "stamp"
    OTHER = "other"


class Manner(StrEnum):
    """How hexes are covered; `WAY` is how roads are led, for them alone."""

    BRUSH = "brush"
    LINE = "line"
    RECTANGLE = "rectangle"
    POLYGON = "polygon"
    LASSO = "lasso"
    BUCKET = "bucket"
    WAY = "way"


LEVELS = ("raise", "lower", "flatten", "smooth", "set")
NONE = ""  # of hexside features, links and zones: takes away what is there


@dataclass(frozen=True)
class Material:
    """One entry of the palette: a kind of terrain, what to do with levels, a zone, or another."""

    family: Family
    kind: str

    @classmethod
    def of_kind(cls, kind: str) -> Material:
        """A kind of the catalogue."""
        lies = catalogue().kinds[kind].lies
        return cls(_FAMILIES[lies], kind)


_FAMILIES = {
    TerrainClass.GROUND: Family.GROUND,
    TerrainClass.SIDE: Family.SIDE,
    TerrainClass.LINK: Family.LINK,
}


class Toolbox(QObject):
    """The material and the manner in hand, the size of the brush, and the symmetry."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.material = Material(Family.GROUND, "woods")
        self.manner = Manner.BRUSH
        self.size = 0  # a position in SIZES
        self.level = 1  # the one that `set` sets
        self.symmetry = Symmetry.NONE
        self._lately: dict[Family, Material] = {}

    def take(self, material: Material) -> None:
        """Take something to paint with."""
        self._lately[material.family] = self.material = material
        self.changed.emit()

    def take_family(self, family: Family) -> None:
        """Take what was painted with last of a family, or its first."""
        first = {
            Family.GROUND: "woods",
            Family.SIDE: "stream",
            Family.LINK: "road",
            Family.LEVEL: "raise",
            Family.ZONE: NONE,
            Family.STAMP: "village",
        }
        self.take(self._lately.get(family) or Material(family, first[family]))

    def cover_by(self, manner: Manner) -> None:
        """Cover hexes in another manner."""
        self.manner = manner
        self.changed.emit()

    def resize(self, steps: int) -> None:
        """A larger or smaller brush."""
        self.size = min(max(self.size + steps, 0), len(SIZES) - 1)
        self.changed.emit()

    def set_level(self, level: int) -> None:
        """The level to set hexes to; also takes the tool that does."""
        self.level = level
        self.take(Material(Family.LEVEL, "set"))

    def reflect(self, symmetry: Symmetry) -> None:
        """Paint images too."""
        self.symmetry = symmetry
        self.changed.emit()

    def follow(self, picked: Picked) -> None:
        """Take what lies in a hex: of the family in hand if there is any, else its ground."""
        lying = {
            Family.SIDE: [kind for kind, _ in picked.sides],
            Family.LINK: [kind for kind, _ in picked.links],
            Family.ZONE: list(picked.zones),
        }.get(self.material.family, [])
        if self.material.family is Family.LEVEL:
            self.set_level(picked.level)
        elif lying:
            self.take(Material(self.material.family, lying[0]))
        else:
            self.take(Material(Family.GROUND, picked.ground))

    # --- the tool ---------------------------------------------------------------------------------

    def tool(self, map_: Map) -> Tool:
        """The tool in hand for a map; a zone it lacks is none to paint, so the hand picks."""
        kind = self.material.kind
        match self.material.family:
            case Family.SIDE:
                return Edges(kind) if kind else EdgeEraser()
            case Family.LINK if self.manner is Manner.WAY and kind:
                return CheapestWay(kind)
            case Family.LINK:
                return Links(kind) if kind else LinkEraser()
            case Family.STAMP:
                return Stamp(STAMPS[kind])
            case Family.OTHER if kind in ("move", "name"):
                return Mover() if kind == "move" else Naming()
        paint = self._paint(map_)
        return Eyedropper() if paint is None else self._covering(paint)

    def _paint(self, map_: Map) -> Paint | None:
        kind = self.material.kind
        match self.material.family:
            case Family.GROUND:
                return Ground(kind)
            case Family.LEVEL:
                return self._level(kind)
            case Family.ZONE if not kind:
                return Erased(frozenset({Part.ZONES}))
            case Family.ZONE:
                return InZone(kind) if kind in map_.zones else None
            case _:
                others: dict[str, Paint] = {"erase": Erased(), "select": Selecting()}
                return others.get(kind)

    def _level(self, kind: str) -> Paint:
        paints: dict[str, Paint] = {
            "raise": Raise(1),
            "lower": Raise(-1),
            "flatten": Flatten(),
            "smooth": Smooth(),
            "set": Level(self.level),
        }
        return paints[kind]

    def _covering(self, paint: Paint) -> Tool:
        shape = SHAPES[SIZES[self.size]]
        match self.manner:
            case Manner.LINE:
                return Line(paint, shape)
            case Manner.RECTANGLE:
                return Rectangle(paint)
            case Manner.POLYGON:
                return Polygon(paint)
            case Manner.LASSO:
                return Lasso(paint)
            case Manner.BUCKET:
                return Bucket(paint)
            case _:
                return Brush(paint, shape)

    def step_name(self, map_: Map, say: Speech) -> str:
        """What a stroke is called in the history."""
        return say("step-paint", what=self.name(self.material, map_, say))

    def name(self, material: Material, map_: Map | None, say: Speech) -> str:
        """What a material is called."""
        kind = material.kind
        match material.family:
            case Family.LEVEL:
                return say(f"level-{kind}", level=self.level)
            case Family.OTHER:
                return say(f"other-{kind}")
            case Family.STAMP:
                return say(f"stamp-{kind}")
            case _ if not kind:
                return say(f"none-{material.family}")
            case Family.ZONE:
                zone = map_.zones.get(kind) if map_ else None
                return (say.of(zone.name) if zone else "") or kind
            case _:
                return say.of(catalogue().name(kind))
