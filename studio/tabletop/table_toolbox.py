"""What the hand over a table holds: the kind of thing it lays, how it lays it, and its settings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from engine.editing.table_edits import PLACE, ZONE, Key, TableClip
from engine.tabletop.kinds import ShapeManner, feature_kinds
from engine.tabletop.table import Table
from studio.tabletop.snapping import Snapping

ZONES, PLACES = "zone", "place"
"""What can be laid beside the kinds of the catalogue: parts of the table, and names on it."""


class LayManner(StrEnum):
    """How the hand works on a table."""

    SELECT = "select"
    POLYGON = "polygon"
    FREEHAND = "freehand"
    RECTANGLE = "rectangle"
    DISC = "disc"
    LINE = "line"
    TAPE = "tape"


HOUSE = "house"
AREAS = (LayManner.POLYGON, LayManner.RECTANGLE, LayManner.FREEHAND)
WAYS = (LayManner.LINE, LayManner.FREEHAND)


def manners_of(kind: str) -> tuple[LayManner, ...]:
    """How a kind can be laid, the usual way first."""
    if kind == PLACES:
        return (LayManner.DISC,)
    if kind == ZONES:
        return (LayManner.RECTANGLE, LayManner.POLYGON, LayManner.FREEHAND)
    shapes = feature_kinds()[kind].shapes
    return tuple(dict.fromkeys(manner for shape in shapes for manner in _manners(kind, shape)))


def kept_by(kind: str) -> tuple[LayManner, ...]:
    """The tools that stay in hand for a kind: those of its usual shape, freehand of no building."""
    if kind in (PLACES, ZONES):
        return manners_of(kind)
    found = _manners(kind, feature_kinds()[kind].shapes[0])
    return tuple(each for each in found if kind != HOUSE or each is not LayManner.FREEHAND)


def _manners(kind: str, shape: ShapeManner) -> tuple[LayManner, ...]:
    by_shape = {
        ShapeManner.POLYGON: (LayManner.RECTANGLE, *AREAS) if kind == HOUSE else AREAS,
        ShapeManner.LINE: WAYS,
        ShapeManner.DISC: (LayManner.DISC,),
    }
    return by_shape[shape]


def kind_of(table: Table, key: Key) -> str:
    """The kind of a thing: of the catalogue, a zone or a name."""
    if key.startswith(ZONE):
        return ZONES
    return PLACES if key.startswith(PLACE) else table.by_id[key].kind


@dataclass(frozen=True)
class KindsShown:
    """Which kinds of things are shown, and which of them the hand may take."""

    hidden: frozenset[str] = frozenset()
    locked: frozenset[str] = frozenset()

    def is_open(self, table: Table, key: Key) -> bool:
        """Whether a thing can be seen and taken."""
        kind = kind_of(table, key)
        return kind not in self.hidden and kind not in self.locked


@dataclass(frozen=True)
class TableSettings:
    """How the hand is set, for all tables alike."""

    kind: str = "house"
    manner: LayManner = LayManner.SELECT
    snapping: Snapping = field(default_factory=Snapping)
    shown: KindsShown = field(default_factory=KindsShown)


class TableToolbox(QObject):
    """What is in hand, for every table that is open; `changed` when it is another."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.settings = TableSettings()
        self.clipboard: TableClip | None = None

    def take_kind(self, kind: str) -> None:
        """Lay this kind from now on, in the manner in hand if it is one of its usual shape.

        After a lake drawn as a polygon a river is a line: of what it may be, what it mostly is.
        """
        manner, usual = self.settings.manner, manners_of(kind)[0]
        self._put(kind=kind, manner=manner if manner in kept_by(kind) else usual)

    def take(self, manner: LayManner) -> None:
        """Take another tool in hand."""
        self._put(manner=manner)

    def may_take(self, manner: LayManner) -> bool:
        """Whether what is in hand can be laid so; selecting and measuring always can be done."""
        return manner in (LayManner.SELECT, LayManner.TAPE, *manners_of(self.settings.kind))

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
