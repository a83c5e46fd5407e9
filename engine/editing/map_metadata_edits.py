"""Edits of what is not a hex: legend, zones, places, titles and scales, and the whole sheet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np

from engine.editing.edit_extent import EditExtent, MapPart
from engine.editing.edits import insert_entry
from engine.files.map_reader import MAX_ZONE_HEXES
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.map.map import DesignerNote, Map, PlaceName, Zone
from engine.map.styles import MapStyle
from engine.problems import SandtableError
from engine.texts import LocalText, text

Field = Literal[
    "title",
    "credits",
    "origin",
    "hex_metres",
    "level_metres",
    "base_metres",
    "label_style",
    "waived",
    "style",
    "kinds",
]
FIELDS: tuple[Field, ...] = Field.__args__  # type: ignore[attr-defined]  # a Literal has its words there
MAX_GROUNDS = 255


class EditRefusedError(SandtableError):
    """An edit that would leave a map that no file can hold; says why."""


@dataclass(frozen=True)
class SetField:
    """A new title, credits, origin, scale, style, label style or list of waivers or own kinds."""

    field: Field
    value: Any

    def apply(self, map_: Map) -> SetField:
        """Refused where the labels would no longer tell the hexes apart."""
        self.require_sound()
        before = SetField(self.field, getattr(map_, self.field))
        setattr(map_, self.field, copy_value(self.value))
        fault = label_fault(map_)
        if fault:
            setattr(map_, self.field, before.value)
            raise EditRefusedError(text(f"problems.{fault}"))
        return before

    def require_sound(self) -> None:
        """ValueError for a field that no map has, or a scale that is not above 0."""
        if self.field not in FIELDS:
            raise ValueError(f"Unknown field {self.field!r}. Known: {', '.join(FIELDS)}.")
        if self.field in ("hex_metres", "level_metres") and not self.value > 0:
            raise ValueError(f"{self.field!r} is {self.value}. Use a number above 0.")

    def touched(self, grid: Grid) -> EditExtent:
        """All hexes where the labels may change, none otherwise."""
        if self.field in ("label_style", "hex_metres", "style", "kinds"):
            return EditExtent.whole(grid, MapPart.FIELDS)
        return EditExtent(frozenset({MapPart.FIELDS}))


@dataclass(frozen=True)
class SetFields:
    """Several fields at once: a label style may only fit together with another hex size."""

    values: Mapping[Field, Any]

    @classmethod
    def changed(cls, map_: Map, values: Mapping[Field, Any]) -> SetFields | None:
        """Those of the values that a map does not have already; None where it has them all."""
        new = {field: value for field, value in values.items() if value != getattr(map_, field)}
        return cls(new) if new else None

    def apply(self, map_: Map) -> SetFields:
        """Refused where the labels would then not tell the hexes apart; nothing has changed."""
        tried = copy(map_)
        for field, value in self.values.items():
            SetField(field, value).require_sound()
            setattr(tried, field, copy_value(value))
        fault = label_fault(tried)
        if fault:
            raise EditRefusedError(text(f"problems.{fault}"))
        before = SetFields({field: getattr(map_, field) for field in self.values})
        for field in self.values:
            setattr(map_, field, getattr(tried, field))
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """All hexes where the labels may change, none otherwise."""
        return EditExtent.together(SetField(*entry).touched(grid) for entry in self.values.items())


def copy_value(value: Any) -> Any:
    """A value of a field for a map to keep; styles are shared by all that are drawn in them."""
    return value if isinstance(value, MapStyle) else deepcopy(value)


def label_fault(map_: Map) -> str:
    """The code of the problem that keeps a map's labels from being unique; empty if none does."""
    return map_.label_style.fault(map_.grid, map_.hex_metres)


@dataclass(frozen=True)
class SetLegend:
    """A new legend: the kinds of ground, and the character each is written with."""

    grounds: tuple[str, ...]
    symbols: tuple[str, ...]

    def apply(self, map_: Map) -> SetLegend:
        """ValueError for a legend that lacks a position in use, or names something twice."""
        count = len(self.grounds)
        if not count == len(self.symbols) == len(set(self.grounds)) == len(set(self.symbols)):
            raise ValueError(
                "The legend repeats a ground or symbol. Give each ground its own symbol."
            )
        if count > MAX_GROUNDS:
            raise EditRefusedError(text("document.too-many-grounds", most=MAX_GROUNDS))
        if count < len(map_.grounds) and int(map_.ground.max()) >= count:
            raise ValueError(
                f"Ground {int(map_.ground.max())} is in use, but the legend has {count}."
            )
        before = SetLegend(map_.grounds, map_.symbols)
        map_.grounds, map_.symbols = self.grounds, self.symbols
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """No hex: its additions are nowhere yet."""
        return EditExtent(frozenset({MapPart.FIELDS}))


def add_ground_edit(map_: Map, kind: str) -> tuple[SetLegend | None, int]:
    """The edit that adds a kind of ground to the legend, None if it is there; and its position."""
    legend, positions = add_grounds_edit(map_, [kind])
    return legend, positions[0]


def add_grounds_edit(map_: Map, kinds: Sequence[str]) -> tuple[SetLegend | None, list[int]]:
    """The edit that adds what is missing of several kinds, and the positions of all."""
    grounds, symbols = list(map_.grounds), list(map_.symbols)
    for kind in kinds:
        if kind not in grounds:
            grounds.append(kind)
            symbols.append(_free_symbol(symbols, kind))
    positions = [grounds.index(kind) for kind in kinds]
    if len(grounds) == len(map_.grounds):
        return None, positions
    return SetLegend(tuple(grounds), tuple(symbols)), positions


def _free_symbol(taken: Collection[str], kind: str) -> str:
    """A character no other ground has: a letter of the kind's name if possible."""
    wanted = [letter for letter in kind if letter.isalnum()]
    others = [chr(code) for code in (*range(0x61, 0x7B), *range(0x41, 0x5B), *range(0xC0, 0x250))]
    candidates = (*wanted, *(letter.upper() for letter in wanted), *others)
    return next(symbol for symbol in candidates if len(symbol) == 1 and symbol not in taken)


# --- zones ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SetZone:
    """A zone added, replaced or, with None, removed; `place` among the others, or last."""

    name: str
    zone: Zone | None
    place: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "zone", deepcopy(self.zone))

    def apply(self, map_: Map) -> SetZone:
        """ValueError to remove a zone that is not there; Refused for more than a file can hold."""
        names = list(map_.zones)
        if self.zone is None and self.name not in names:
            raise ValueError(f"Unknown zone {self.name!r}. Known: {', '.join(names) or 'none'}.")
        if self.zone is not None:
            self._require_room(map_, len(names) + (self.name not in names))
        place = names.index(self.name) if self.name in names else None
        before = SetZone(self.name, map_.zones.pop(self.name, None), place)
        if self.zone is not None:
            insert_entry(
                map_.zones,
                self.name,
                deepcopy(self.zone),
                place if self.place is None else self.place,
            )
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """The zone's hexes."""
        hexes = np.zeros(0, np.int32)
        if self.zone is not None:
            hexes = np.flatnonzero(self.zone.hexes).astype(np.int32)
        return EditExtent.at_hexes(grid, MapPart.ZONES, hexes)

    def _require_room(self, map_: Map, count: int) -> None:
        if self.zone is not None and self.zone.hexes.shape != map_.grid.shape:
            raise ValueError(
                f"The zone is {self.zone.hexes.shape}, but the map is {map_.grid.shape}."
            )
        if count * len(map_.grid) > MAX_ZONE_HEXES:
            raise EditRefusedError(
                text("problems.too-many-zones", zones=count, hexes=len(map_.grid))
            )


@dataclass(frozen=True)
class SetZoneWords:
    """A zone's name for readers and its colour, `#rrggbb` or empty."""

    zone: str
    name: LocalText
    colour: str

    def apply(self, map_: Map) -> SetZoneWords:
        """KeyError for a zone the map has not."""
        zone = map_.zones[self.zone]
        before = SetZoneWords(self.zone, zone.name, zone.colour)
        zone.name, zone.colour = deepcopy(self.name), self.colour
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """Return an extent of all zones."""
        return EditExtent.whole(grid, MapPart.ZONES)


@dataclass(frozen=True)
class RenameZone:
    """Another id for a zone, in its old place among the others."""

    was: str
    name: str

    def apply(self, map_: Map) -> RenameZone:
        """ValueError for a zone that is not there or a name that is taken."""
        if self.was not in map_.zones or (self.name != self.was and self.name in map_.zones):
            raise ValueError(f"Cannot rename {self.was!r} to {self.name!r}: unknown or taken.")
        place = list(map_.zones).index(self.was)
        insert_entry(map_.zones, self.name, map_.zones.pop(self.was), place)
        return RenameZone(self.name, self.was)

    def touched(self, grid: Grid) -> EditExtent:
        """Return an extent of all zones: the name may be written anywhere in one."""
        return EditExtent.whole(grid, MapPart.ZONES)


@dataclass(frozen=True)
class MoveZone:
    """Another place for a zone among the others: the first lies under those that follow."""

    zone: str
    place: int

    def apply(self, map_: Map) -> MoveZone:
        """ValueError for a zone that is not there, or a place beyond the last."""
        names = list(map_.zones)
        if self.zone not in names or not 0 <= self.place < len(names):
            raise ValueError(f"Cannot move {self.zone!r} to place {self.place} of {names}.")
        insert_entry(map_.zones, self.zone, map_.zones.pop(self.zone), self.place)
        return MoveZone(self.zone, names.index(self.zone))

    def touched(self, grid: Grid) -> EditExtent:
        """Return an extent of all zones: those without a colour get one by their place."""
        return EditExtent.whole(grid, MapPart.ZONES)


# --- places ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetPlaces:
    """Text places put instead of `count` of the map's, from position `first` of its list on."""

    first: int
    count: int
    places: tuple[PlaceName, ...]

    @classmethod
    def replacing_all(cls, map_: Map, places: tuple[PlaceName, ...]) -> SetPlaces:
        """These places and no others."""
        return cls(0, len(map_.places), places)

    @classmethod
    def added(cls, map_: Map, *places: PlaceName) -> SetPlaces:
        """More places, behind those there are."""
        return cls(len(map_.places), 0, places)

    def apply(self, map_: Map) -> SetPlaces:
        """ValueError for places off the map, or more taken away than there are."""
        end = self.first + self.count
        if not 0 <= self.first <= end <= len(map_.places):
            raise ValueError(
                f"Places {self.first}…{end} do not exist: the map has {len(map_.places)}."
            )
        for place in self.places:
            if place.at not in map_.grid:
                raise ValueError(f"The place at {map_.grid.name(place.at)} is off the map.")
        before = SetPlaces(self.first, len(self.places), tuple(map_.places[self.first : end]))
        map_.places[self.first : end] = deepcopy(self.places)
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """The hexes the names stand at."""
        return EditExtent.at_hexes(
            grid, MapPart.PLACES, flat_index.to_indices(grid, (place.at for place in self.places))
        )


@dataclass(frozen=True)
class SetNotes:
    """All notes of the designer's, anew."""

    notes: tuple[DesignerNote, ...]

    def apply(self, map_: Map) -> SetNotes:
        """ValueError for notes off the map."""
        for note in self.notes:
            if note.at not in map_.grid:
                raise ValueError(f"The note at {map_.grid.name(note.at)} is off the map.")
        before = SetNotes(tuple(map_.notes))
        map_.notes = list(self.notes)
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """The hexes the notes stand at."""
        return EditExtent.at_hexes(
            grid, MapPart.NOTES, flat_index.to_indices(grid, (note.at for note in self.notes))
        )


def without_places(map_: Map, indices: Indices) -> SetPlaces | None:
    """The edit that takes away the places at hexes; None where there are none."""
    gone = set(indices.tolist())
    kept = tuple(
        place for place in map_.places if flat_index.index(map_.grid, place.at) not in gone
    )
    return SetPlaces.replacing_all(map_, kept) if len(kept) < len(map_.places) else None


# --- the sheet ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Replace:
    """Another sheet in the map's place: resized, cropped, flipped (see
    `engine.editing.sheet_transforms`).

    The sheet is the edit's own: it must not be changed afterwards.
    """

    map: Map

    def apply(self, map_: Map) -> Replace:
        """Refused where the labels would not tell the hexes apart."""
        fault = label_fault(self.map)
        if fault:
            raise EditRefusedError(text(f"problems.{fault}"))
        before = Map(**{field.name: getattr(map_, field.name) for field in fields(Map)})
        for name, value in vars(deepcopy(self.map)).items():
            setattr(map_, name, value)
        return Replace(before)

    def touched(self, grid: Grid) -> EditExtent:
        """Return an extent of the whole map."""
        return EditExtent.whole(self.map.grid, *MapPart)
