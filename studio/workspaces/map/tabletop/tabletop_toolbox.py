"""The tools of the table: the kind of thing that is placed, how, its settings, and its name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.editing.tabletop_map_edits import PLACE, ZONE, Key, TabletopClip
from engine.tabletop.feature_kinds import ShapeKind, feature_kinds
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.pointer_targets import SnapSettings

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import TabletopMap

ZONES, PLACES = "zone", "place"
"""Parts beside the kinds of the catalogue: parts of the table, and names on it."""


class PlacementMode(StrEnum):
    """The modes of the pointer on a table."""

    SELECT = "select"
    POLYGON = "polygon"
    FREEHAND = "freehand"
    RECTANGLE = "rectangle"
    DISC = "disc"
    LINE = "line"
    TAPE = "tape"


HOUSE = "house"
AREAS = (PlacementMode.POLYGON, PlacementMode.RECTANGLE, PlacementMode.FREEHAND)
WAYS = (PlacementMode.LINE, PlacementMode.FREEHAND)


def placement_modes_of_kind(kind: str) -> tuple[PlacementMode, ...]:
    """Return the placement modes of a kind, the usual one first."""
    if kind == PLACES:
        return (PlacementMode.DISC,)
    if kind == ZONES:
        return (PlacementMode.RECTANGLE, PlacementMode.POLYGON, PlacementMode.FREEHAND)
    shapes = feature_kinds()[kind].shapes
    return tuple(dict.fromkeys(manner for shape in shapes for manner in _manners(kind, shape)))


def persistent_modes(kind: str) -> tuple[PlacementMode, ...]:
    """The tools that stay active for a kind: those of its usual shape, freehand of no building."""
    if kind in (PLACES, ZONES):
        return placement_modes_of_kind(kind)
    found = _manners(kind, feature_kinds()[kind].shapes[0])
    return tuple(each for each in found if kind != HOUSE or each is not PlacementMode.FREEHAND)


def _manners(kind: str, shape: ShapeKind) -> tuple[PlacementMode, ...]:
    by_shape = {
        ShapeKind.POLYGON: (PlacementMode.RECTANGLE, *AREAS) if kind == HOUSE else AREAS,
        ShapeKind.LINE: WAYS,
        ShapeKind.DISC: (PlacementMode.DISC,),
    }
    return by_shape[shape]


def object_kind(table: TabletopMap, key: Key) -> str:
    """The kind of a thing: of the catalogue, a zone or a name."""
    if key.startswith(ZONE):
        return ZONES
    return PLACES if key.startswith(PLACE) else table.by_id[key].kind


@dataclass(frozen=True)
class VisibleKinds:
    """The kinds of objects that are visible, and those that are locked."""

    hidden: frozenset[str] = frozenset()
    locked: frozenset[str] = frozenset()

    def is_open(self, table: TabletopMap, key: Key) -> bool:
        """Return True if an object can be seen and selected."""
        kind = object_kind(table, key)
        return kind not in self.hidden and kind not in self.locked


@dataclass(frozen=True)
class TabletopToolSettings:
    """The settings of tools, shared by all tables."""

    kind: str = "house"
    manner: PlacementMode = PlacementMode.SELECT
    snapping: SnapSettings = field(default_factory=SnapSettings)
    shown: VisibleKinds = field(default_factory=VisibleKinds)


class TabletopToolbox(QObject):
    """The selected material and tool, for every open table; `changed` when they change."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.settings = TabletopToolSettings()
        self.clipboard: TabletopClip | None = None

    def select_kind(self, kind: str) -> None:
        """Place this kind from now on, in the current mode if it is one of its usual shape.

        After a lake drawn as a polygon a river is a line: of what it may be, what it mostly is.
        """
        manner, usual = self.settings.manner, placement_modes_of_kind(kind)[0]
        self._put(kind=kind, manner=manner if manner in persistent_modes(kind) else usual)

    def take(self, manner: PlacementMode) -> None:
        """Switch to another tool."""
        self._put(manner=manner)

    def may_take(self, manner: PlacementMode) -> bool:
        """Return True if the material can be placed in a mode; other modes always work."""
        return manner in (
            PlacementMode.SELECT,
            PlacementMode.TAPE,
            *placement_modes_of_kind(self.settings.kind),
        )

    def snap(self, **changes: object) -> None:
        """Let the pointer be drawn to other things."""
        self._put(snapping=replace(self.settings.snapping, **changes))  # type: ignore[arg-type]  # each is a field

    def show_kind(self, kind: str, is_shown: bool) -> None:
        """Show a kind of things, or hide it."""
        shown = self.settings.shown
        self._put(shown=replace(shown, hidden=_with(shown.hidden, kind, not is_shown)))

    def lock_kind(self, kind: str, is_locked: bool) -> None:
        """Keep a kind of things from being taken, or let it be."""
        shown = self.settings.shown
        self._put(shown=replace(shown, locked=_with(shown.locked, kind, is_locked)))

    def _put(self, **changes: object) -> None:
        settings = replace(self.settings, **changes)  # type: ignore[arg-type]  # each is a field
        if settings != self.settings:
            self.settings = settings
            self.changed.emit()


def _with(kinds: frozenset[str], kind: str, is_in: bool) -> frozenset[str]:
    return kinds | {kind} if is_in else kinds - {kind}


def kind_name(kind: str, localize: Localizer) -> str:
    """Return the name of a kind."""
    if kind == ZONES:
        return localize("table-kind-zone")
    return (
        localize("table-kind-place")
        if kind == PLACES
        else localize.localize_text(feature_kinds()[kind].name)
    )


def object_name(table: TabletopMap, key: Key, localize: Localizer) -> str:
    """Return an object's name, else its kind and id."""
    if key.startswith(ZONE):
        zone = table.zones[key.removeprefix(ZONE)]
        return localize.localize_text(zone.name) or key.removeprefix(ZONE)
    if key.startswith(PLACE):
        return localize.localize_text(table.places[int(key.removeprefix(PLACE))].name)
    feature = table.by_id[key]
    return localize.localize_text(feature.name) or key


def object_text(table: TabletopMap, key: Key, localize: Localizer) -> str:
    """The same with its kind."""
    kind, name = kind_name(object_kind(table, key), localize), object_name(table, key, localize)
    return kind if name == kind else localize("table-thing", kind=kind, name=name)
