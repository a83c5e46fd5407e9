"""The toolbox: what the hand holds, chosen in the palette and tool bar, shared by all maps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from engine.editing.edit_extent import MapPart
from engine.editing.map_clips import Clip
from engine.hexes.hex import SIDES
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Map
from engine.map.styles import MODERN
from engine.map.terrain import TerrainClass, TerrainKind, load_catalogue
from engine.map_generator.ground_mixes import list_mixes
from engine.narration.scenario_names import zone_title
from studio.map_tools.brush_tools import LARGEST
from studio.map_tools.stamps import StampLibrary
from studio.map_tools.symmetry import PaintSymmetry
from studio.map_tools.tool_settings import MAX_STEPS, MAX_STRENGTH, ToolSetting, ToolSettings
from studio.widgets.localization import Localizer

if TYPE_CHECKING:
    from studio.map_tools.editing_context import MapTool, PickedMaterial
    from studio.map_tools.paints import HexPaint


class MaterialFamily(StrEnum):
    """The families of materials, as the palette groups them."""

    GROUND = "ground"
    MIX = "mix"
    SIDE = "side"
    LINK = "link"
    LEVEL = "level"
    ZONE = "zone"
    STAMP = "stamp"
    OTHER = "other"


class TerrainFilter(StrEnum):
    """The choice of terrain that the palette shows."""

    GAME = "game"  # what the game has rules for, and what the map has
    ALL = "all"


class CoverMode(StrEnum):
    """The ways to cover hexes; `WAY` is for roads alone."""

    BRUSH = "brush"
    LINE = "line"
    RECTANGLE = "rectangle"
    POLYGON = "polygon"
    LASSO = "lasso"
    BUCKET = "bucket"
    WAY = "way"


LEVELS = ("raise", "lower", "flatten", "smooth", "roughen", "set")
MAX_RECENT = 6
NONE = ""  # for hexside features, links and zones: removes what is there


@dataclass(frozen=True)
class PaletteMaterial:
    """One entry of the palette: a kind of terrain, a change of levels, a zone, or another."""

    family: MaterialFamily
    kind: str

    @property
    def id(self) -> str:
        """Return it as favourites and synonyms write it: `ground:woods`."""
        return f"{self.family.value}:{self.kind}"

    @classmethod
    def of_kind(cls, kind: TerrainKind) -> PaletteMaterial:
        """A kind of the catalogue, or of a map's own."""
        return cls(_FAMILIES[kind.lies], kind.id)


_FAMILIES = {
    TerrainClass.GROUND: MaterialFamily.GROUND,
    TerrainClass.SIDE: MaterialFamily.SIDE,
    TerrainClass.LINK: MaterialFamily.LINK,
}

COVERING = (
    MaterialFamily.GROUND,
    MaterialFamily.MIX,
    MaterialFamily.LEVEL,
    MaterialFamily.ZONE,
)  # what is laid into hexes
SHAPED = (CoverMode.BRUSH, CoverMode.LINE)
OF_LEVELS = {
    "raise": ToolSetting.STEP,
    "lower": ToolSetting.STEP,
    "roughen": ToolSetting.STEP,
    "smooth": ToolSetting.STRENGTH,
    "set": ToolSetting.LEVEL,
}


class PaletteMemory(Protocol):
    """The memory of the palette."""

    favourites: str  # as `ground:woods side:stream`
    terrain_filter: str  # a value of `TerrainFilter`; empty if never chosen


class Toolbox(QObject):
    """The selected material and mode with all settings, and the stamps there are."""

    changed = Signal()

    def __init__(
        self, stamps: StampLibrary | None = None, memory: PaletteMemory | None = None
    ) -> None:
        super().__init__()
        self._memory = memory
        self.recent: tuple[PaletteMaterial, ...] = ()  # painted with lately, the latest first
        self.material = PaletteMaterial(MaterialFamily.GROUND, "woods")
        self.manner = CoverMode.BRUSH
        self.settings = ToolSettings()
        self.stamps = stamps or StampLibrary()
        self.clipboard: Clip | None = None  # one for all maps
        self.locked: frozenset[str] = frozenset()  # layers of maps that nothing changes
        self._lately: dict[MaterialFamily, PaletteMaterial] = {}
        self._filter = TerrainFilter.GAME  # where nothing is remembered

    def take(self, material: PaletteMaterial) -> None:
        """Take something to paint with; a stamp is held as it was made."""
        if material.family is MaterialFamily.STAMP and material != self.material:
            self.settings = replace(self.settings, stamp_turned=0, is_mirrored=False)
        self._lately[material.family] = self.material = material
        if material.family is not MaterialFamily.OTHER:
            others = (each for each in self.recent if each != material)
            self.recent = (material, *others)[:MAX_RECENT]
        self.changed.emit()

    def materials(self, family: MaterialFamily, map_: Map | None) -> list[PaletteMaterial]:
        """Return the materials of a family, those of a map's own first."""
        kinds: dict[MaterialFamily, list[str]] = {
            MaterialFamily.LEVEL: list(LEVELS),
            MaterialFamily.MIX: list(list_mixes()),
            MaterialFamily.ZONE: [NONE, *(map_.zones if map_ else {})],
            MaterialFamily.STAMP: list(self.stamps),
            MaterialFamily.OTHER: [],
        }
        if family in kinds:
            return [PaletteMaterial(family, kind) for kind in kinds[family]]
        own = map_.kinds.values() if map_ else ()
        of_kind = map(PaletteMaterial.of_kind, (*own, *load_catalogue().kinds.values()))
        nothing = [] if family is MaterialFamily.GROUND else [PaletteMaterial(family, NONE)]
        return nothing + [material for material in of_kind if material.family is family]

    @property
    def favourites(self) -> tuple[PaletteMaterial, ...]:
        """The materials the user keeps above the palette."""
        written = self._memory.favourites.split() if self._memory is not None else []
        pairs = (each.partition(":") for each in written)
        families = set(MaterialFamily)
        return tuple(
            PaletteMaterial(MaterialFamily(f), kind) for f, _, kind in pairs if f in families
        )

    @property
    def terrain_filter(self) -> TerrainFilter:
        """Return which terrain the palette shows, as it was chosen last."""
        kept = self._memory.terrain_filter if self._memory is not None else self._filter
        return TerrainFilter.ALL if kept == TerrainFilter.ALL else TerrainFilter.GAME

    @terrain_filter.setter
    def terrain_filter(self, shown: TerrainFilter) -> None:
        if self._memory is not None:
            self._memory.terrain_filter = shown
        else:
            self._filter = shown

    def toggle_favourite(self, material: PaletteMaterial) -> None:
        """Keep a material above the palette, or stop keeping it."""
        if self._memory is None:
            return
        kept = [each for each in self.favourites if each != material]
        if len(kept) == len(self.favourites):
            kept.append(material)
        self._memory.favourites = " ".join(each.id for each in kept)
        self.changed.emit()

    def lock(self, layers: frozenset[str]) -> None:
        """Lock these layers of every map, and no others."""
        self.locked = layers
        self.changed.emit()

    def select_family(self, family: MaterialFamily) -> None:
        """Take the material of a family used last, or its first."""
        first = {
            MaterialFamily.GROUND: "woods",
            MaterialFamily.MIX: "clearings",
            MaterialFamily.SIDE: "stream",
            MaterialFamily.LINK: "road",
            MaterialFamily.LEVEL: "raise",
            MaterialFamily.ZONE: NONE,
            MaterialFamily.STAMP: "village",
        }
        lately = self._lately.get(family)
        if lately is None or (
            family is MaterialFamily.STAMP and self.stamps.clip(lately.kind) is None
        ):
            lately = PaletteMaterial(family, first[family])
        self.take(lately)

    def set_cover_mode(self, manner: CoverMode) -> None:
        """Cover hexes in another manner."""
        self.manner = manner
        self.changed.emit()

    @property
    def available_manners(self) -> frozenset[CoverMode]:
        """The manners in which the selected material can be placed."""
        family, kind = self.material.family, self.material.kind
        if family in COVERING or (family is MaterialFamily.OTHER and kind in ("erase", "select")):
            return frozenset(CoverMode) - {CoverMode.WAY}
        is_road = family is MaterialFamily.LINK and bool(kind)
        return frozenset({CoverMode.BRUSH, CoverMode.WAY} if is_road else {CoverMode.BRUSH})

    @property
    def current_manner(self) -> CoverMode:
        """Return how the selected material is placed: as chosen if possible, else by brush."""
        return self.manner if self.manner in self.available_manners else CoverMode.BRUSH

    def follow(self, picked: PickedMaterial) -> None:
        """Pick the material of a hex: of the current family if present, else its ground."""
        lying = {
            MaterialFamily.SIDE: [kind for kind, _ in picked.sides],
            MaterialFamily.LINK: [kind for kind, _ in picked.links],
            MaterialFamily.ZONE: list(picked.zones),
        }.get(self.material.family, [])
        if self.material.family is MaterialFamily.LEVEL:
            self.set_level(picked.level)
        elif lying:
            self.take(PaletteMaterial(self.material.family, lying[0]))
        else:
            self.take(PaletteMaterial(MaterialFamily.GROUND, picked.ground))

    # --- settings ---------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """The size of the brush, from 0 on."""
        return self.settings.size

    @property
    def level(self) -> int:
        """The level that hexes are set to."""
        return self.settings.level

    @property
    def symmetry(self) -> PaintSymmetry:
        """Return the symmetry of painting."""
        return self.settings.symmetry

    def set(self, **settings: Any) -> None:
        """Change settings, by their names in `ToolSettings`."""
        self.settings = replace(self.settings, **settings)
        self.changed.emit()

    def resize(self, steps: int) -> None:
        """Make the brush larger or smaller."""
        self.set(size=min(max(self.size + steps, 0), LARGEST))

    def rotate_brush(self, sixths: int) -> None:
        """Turn the brush clockwise."""
        self.set(turned=(self.settings.turned + sixths) % SIDES)

    def set_level(self, level: int) -> None:
        """The level to set hexes to; also takes the tool that does."""
        self.settings = replace(self.settings, level=level)
        self.take(PaletteMaterial(MaterialFamily.LEVEL, "set"))

    def raise_level(self, steps: int) -> None:
        """Increase the setting of the level tool: a higher level, larger steps, smoother ground."""
        now = self.settings
        match (
            OF_LEVELS.get(self.material.kind)
            if self.material.family is MaterialFamily.LEVEL
            else None
        ):
            case ToolSetting.STEP:
                self.set(step=min(max(now.step + steps, 1), MAX_STEPS))
            case ToolSetting.STRENGTH:
                self.set(strength=min(max(now.strength + steps, 1), MAX_STRENGTH))
            case _:
                self.set_level(min(max(now.level + steps, LOWEST_LEVEL), HIGHEST_LEVEL))

    def rotate_stamp(self) -> None:
        """Turn the current stamp clockwise by 60°."""
        self.settings = self.settings.with_stamp_rotated()
        self.changed.emit()

    def mirror_stamp(self) -> None:
        """Exchange left and right of the current stamp."""
        self.settings = self.settings.stamp_mirrored()
        self.changed.emit()

    @property
    def relevant_settings(self) -> frozenset[ToolSetting]:
        """The settings that the selected material uses."""
        family, kind = self.material.family, self.material.kind
        found: set[ToolSetting | None] = {ToolSetting.SYMMETRY}
        if family in COVERING or kind in ("erase", "select"):
            found.add(ToolSetting.SHAPE if self.current_manner in SHAPED else None)
            found.add(ToolSetting.LIMITS if self.current_manner is CoverMode.BUCKET else None)
        if family is MaterialFamily.LEVEL:
            found.add(OF_LEVELS.get(kind))
        if family is MaterialFamily.LINK and kind:
            found.add(ToolSetting.WAY)
        if family is MaterialFamily.STAMP:
            found |= {ToolSetting.TURNING, ToolSetting.PARTS}
        if family is MaterialFamily.OTHER:
            found |= {
                "erase": {ToolSetting.ERASED},
                "select": {ToolSetting.CHOICE, ToolSetting.PARTS},
            }.get(kind, set())
        if kind in ("select", "pick"):
            found.discard(ToolSetting.SYMMETRY)
        return frozenset(each for each in found if each is not None)

    # --- the tool ---------------------------------------------------------------------------------

    def tool(self, map_: Map) -> MapTool:
        """The current tool for a map; it picks if the selected zone or stamp does not exist."""
        from studio.map_tools.brush_tools import Eyedropper
        from studio.map_tools.hexside_tools import HexsideBrush, HexsideEraser
        from studio.map_tools.link_tools import CheapestPathTool, LinkBrush, LinkEraser
        from studio.map_tools.place_name_tool import PlaceNameTool
        from studio.map_tools.selection import MoveSelectionTool, StampTool

        kind = self.material.kind
        match self.material.family:
            case MaterialFamily.SIDE:
                return HexsideBrush(kind) if kind else HexsideEraser()
            case MaterialFamily.LINK if self.manner is CoverMode.WAY and kind:
                return CheapestPathTool(kind)
            case MaterialFamily.LINK:
                return LinkBrush(kind) if kind else LinkEraser()
            case MaterialFamily.STAMP:
                stamp = self.stamps.clip(kind)
                laid = self.settings.laid(stamp, map_.grid.orientation) if stamp else None
                return StampTool(laid) if laid is not None else Eyedropper()
            case MaterialFamily.OTHER if kind in ("move", "name"):
                return MoveSelectionTool() if kind == "move" else PlaceNameTool()
        paint = self._paint(map_)
        return Eyedropper() if paint is None else self._covering(paint)

    def _paint(self, map_: Map) -> HexPaint | None:
        from studio.map_tools.paints import (
            ErasePaint,
            GroundPaint,
            MixedGroundPaint,
            SelectionPaint,
            ZonePaint,
        )

        kind = self.material.kind
        match self.material.family:
            case MaterialFamily.GROUND:
                return GroundPaint(kind)
            case MaterialFamily.MIX:
                return MixedGroundPaint(kind)
            case MaterialFamily.LEVEL:
                return self._level(kind)
            case MaterialFamily.ZONE if not kind:
                return ErasePaint(frozenset({MapPart.ZONES}))
            case MaterialFamily.ZONE:
                return ZonePaint(kind) if kind in map_.zones else None
            case _:
                others: dict[str, HexPaint] = {
                    "erase": ErasePaint(self.settings.erased),
                    "select": SelectionPaint(self.settings.choice),
                }
                return others.get(kind)

    def _level(self, kind: str) -> HexPaint:
        from studio.map_tools.paints import (
            FlattenPaint,
            LevelPaint,
            RaisePaint,
            RoughenPaint,
            SmoothPaint,
        )

        paints: dict[str, HexPaint] = {
            "raise": RaisePaint(self.settings.step),
            "lower": RaisePaint(-self.settings.step),
            "flatten": FlattenPaint(),
            "smooth": SmoothPaint(self.settings.strength),
            "roughen": RoughenPaint(self.settings.step),
            "set": LevelPaint(self.level),
        }
        return paints[kind]

    def _covering(self, paint: HexPaint) -> MapTool:
        from studio.map_tools.brush_tools import Brush, Bucket
        from studio.map_tools.region_tools import HexPolygon, HexRectangle, Lasso, StraightLine

        shape = self.settings.shape
        match self.current_manner:
            case CoverMode.LINE:
                return StraightLine(paint, shape)
            case CoverMode.RECTANGLE:
                return HexRectangle(paint)
            case CoverMode.POLYGON:
                return HexPolygon(paint)
            case CoverMode.LASSO:
                return Lasso(paint)
            case CoverMode.BUCKET:
                return Bucket(paint, self.settings.limits)
            case _:
                return Brush(paint, shape)

    def step_name(self, map_: Map, localize: Localizer) -> str:
        """Return the name of a stroke in the history."""
        return localize("step-paint", what=self.name(self.material, map_, localize))

    def name(self, material: PaletteMaterial, map_: Map | None, localize: Localizer) -> str:
        """Return the name of a material."""
        kind = material.kind
        match material.family:
            case MaterialFamily.LEVEL:
                return localize(f"levels-{kind}", level=self.level, step=self.settings.step)
            case MaterialFamily.OTHER:
                return localize(f"other-{kind}")
            case MaterialFamily.MIX:
                return localize.localize_text(list_mixes()[kind].name)
            case MaterialFamily.STAMP if kind in self.stamps.kept:
                return localize.localize_text(self.stamps.kept[kind].name) or kind
            case MaterialFamily.STAMP if self.stamps.clip(kind) is None:
                return kind
            case MaterialFamily.STAMP:
                return localize(f"stamp-{kind}")
            case _ if not kind:
                return localize(f"none-{material.family}")
            case MaterialFamily.ZONE:
                zone = map_.zones.get(kind) if map_ else None
                return zone_title(zone.name if zone else "", kind, localize.language)
            case _:
                known = MODERN.catalogue_with(map_.kinds) if map_ else load_catalogue()
                return localize.localize_text(known.name(kind))
