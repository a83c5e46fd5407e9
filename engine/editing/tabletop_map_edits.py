"""Tables made from tables: what a designer does to the things of a country.

A thing is a feature, a zone or a name on the table; its key shows which. Every function gives a new
table and leaves the old one alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.editing.shape_transforms import (
    ShapeBounds,
    box_round,
    shape_bounds,
    shift_transform,
    transform_shape,
)
from engine.tabletop.shapes import Disc, Point, Polygon
from engine.tabletop.tabletop_map import TabletopFeature, TabletopPlaceName, TabletopZone

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import FeatureShape, TabletopMap

Key = str
"""A feature by its id, a zone as `zone:ID`, a name on the table as `place:NUMBER`."""
ZONE, PLACE = "zone:", "place:"
HILL = "hill"
MIN_INSET = 4  # sixteenths between two contours


def zone_key(zone: str) -> Key:
    """The key of a zone."""
    return f"{ZONE}{zone}"


def place_key(number: int) -> Key:
    """The key of a name on the table."""
    return f"{PLACE}{number}"


def keys_of(table: TabletopMap) -> list[Key]:
    """Every thing of a table as they lie on each other, the lowest first."""
    return [
        *map(zone_key, table.zones),
        *(feature.id for feature in table.in_layers),
        *map(place_key, range(len(table.places))),
    ]


def has_object(table: TabletopMap, key: Key) -> bool:
    """Return True if a table has the object."""
    if key.startswith(ZONE):
        return key.removeprefix(ZONE) in table.zones
    if key.startswith(PLACE):
        return int(key.removeprefix(PLACE)) < len(table.places)
    return key in table.by_id


def shape_of(table: TabletopMap, key: Key) -> FeatureShape:
    """The shape of a thing; a name is a disc of no size."""
    if key.startswith(ZONE):
        return table.zones[key.removeprefix(ZONE)].shape
    if key.startswith(PLACE):
        return Disc(table.places[int(key.removeprefix(PLACE))].at, 0)
    return table.by_id[key].shape


def with_shapes(table: TabletopMap, shapes: Mapping[Key, FeatureShape]) -> TabletopMap:
    """The table with some of its features and zones in other shapes."""
    features = tuple(
        replace(one, shape=shapes[one.id]) if one.id in shapes else one for one in table.features
    )
    zones = {
        id_: replace(zone, shape=_area(shapes.get(zone_key(id_), zone.shape)))
        for id_, zone in table.zones.items()
    }
    places = tuple(
        place._replace(at=_centre(shapes[place_key(number)]))
        if place_key(number) in shapes
        else place
        for number, place in enumerate(table.places)
    )
    return replace(table, features=features, zones=zones, places=places)


def _area(shape: FeatureShape) -> Polygon:
    assert isinstance(shape, Polygon), "a zone is an area"
    return shape


def _centre(shape: FeatureShape) -> Point:
    assert isinstance(shape, Disc), "a name stands at a point"
    return shape.centre


def without_objects(table: TabletopMap, keys: Collection[Key]) -> TabletopMap:
    """The table without some things."""
    return replace(
        table,
        features=tuple(one for one in table.features if one.id not in keys),
        zones={id_: zone for id_, zone in table.zones.items() if zone_key(id_) not in keys},
        places=tuple(
            place for number, place in enumerate(table.places) if place_key(number) not in keys
        ),
    )


# --- what is added --------------------------------------------------------------------------------


def free_id(stem: str, taken: Collection[str]) -> str:
    """An id that is not taken: the stem with the lowest number behind it."""
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def with_feature(table: TabletopMap, kind: str, shape: FeatureShape) -> tuple[TabletopMap, Key]:
    """One more feature of a kind, as the catalogue has it; a contour in a hill is its next level.

    On waters a thing laid later lies over those of its layer laid before.
    """
    id_ = free_id(kind, table.by_id)
    feature = TabletopFeature.of_kind(id_, kind, shape, table.scale)
    if kind == HILL:
        feature = replace(feature, level=level_within(table, shape))
    return replace(table, features=(*table.features, feature)), id_


def level_within(table: TabletopMap, shape: FeatureShape) -> int:
    """The level of a contour laid here: one above the highest hill that holds it whole."""
    box = shape_bounds(shape)
    round_it = (
        hill.level for hill in table.features_of_kind(HILL) if shape_bounds(hill.shape).holds(box)
    )
    return 1 + max(round_it, default=0)


def with_contour(table: TabletopMap, hill: Key) -> tuple[TabletopMap, Key | None]:
    """The next contour within a hill's; None where it has no room for one.

    It lies a quarter of the way in from where the hill is narrowest.
    """
    outer = table.by_id[hill]
    ring = _inset(outer.shape)
    if ring is None:
        return table, None
    id_ = free_id(stem_of(hill), table.by_id)
    inner = replace(outer, id=id_, shape=ring, level=outer.level + 1, name="")
    return replace(table, features=(*table.features, inner)), id_


def _inset(shape: FeatureShape) -> FeatureShape | None:
    """A shape a quarter of its breadth further in."""
    if isinstance(shape, Disc):
        radius = shape.radius * 3 // 4
        return replace(shape, radius=radius) if radius >= MIN_INSET else None
    import shapely  # only who asks for a contour waits for it

    area = shapely.Polygon(shape.points)
    depth = round(shapely.maximum_inscribed_circle(area).length / 4)
    if depth < MIN_INSET:
        return None
    inner = area.buffer(-depth, join_style="mitre")
    parts = getattr(inner, "geoms", [inner])
    largest = max(parts, key=lambda part: part.area)
    points = [Point(round(x), round(y)) for x, y in largest.exterior.coords[:-1]]
    return Polygon(tuple(reversed(points))) if len(points) >= 3 else None


def with_zone(
    table: TabletopMap, shape: Polygon, name: Any = "", colour: str = ""
) -> tuple[TabletopMap, Key]:
    """A table with one more zone, and its key."""
    id_ = free_id("zone", table.zones)
    return replace(table, zones={**table.zones, id_: TabletopZone(shape, name, colour)}), zone_key(
        id_
    )


def with_place(table: TabletopMap, at: Point, name: Any) -> tuple[TabletopMap, Key]:
    """A table with one more name written on it, and its key."""
    return replace(table, places=(*table.places, TabletopPlaceName(at, name))), place_key(
        len(table.places)
    )


@dataclass(frozen=True)
class TabletopClip:
    """Things that were copied, to be laid on this table or another."""

    features: tuple[TabletopFeature, ...] = ()
    zones: tuple[TabletopZone, ...] = ()
    places: tuple[TabletopPlaceName, ...] = ()

    @classmethod
    def of(cls, table: TabletopMap, keys: Collection[Key]) -> TabletopClip:
        """Copy some objects of a table."""
        return cls(
            tuple(one for one in table.features if one.id in keys),
            tuple(zone for id_, zone in table.zones.items() if zone_key(id_) in keys),
            tuple(place for n, place in enumerate(table.places) if place_key(n) in keys),
        )

    @property
    def box(self) -> ShapeBounds | None:
        """The rectangle round all of it."""
        shapes: list[FeatureShape] = [one.shape for one in self.features]
        shapes += [zone.shape for zone in self.zones]
        shapes += [Disc(place.at, 0) for place in self.places]
        return box_round(map(shape_bounds, shapes))

    def pasted_on(
        self, table: TabletopMap, right: int, away: int
    ) -> tuple[TabletopMap, tuple[Key, ...]]:
        """A table with it, moved so far, and the keys of what is new."""
        move, taken, keys = shift_transform(right, away), set(table.by_id), list[Key]()
        features, zones = list(table.features), dict(table.zones)
        for one in self.features:
            id_ = one.id if one.id not in taken else free_id(stem_of(one.id), taken)
            taken.add(id_)
            keys.append(id_)
            features.append(replace(one, id=id_, shape=transform_shape(one.shape, move)))
        for zone in self.zones:
            id_ = free_id("zone", zones)
            keys.append(zone_key(id_))
            zones[id_] = replace(zone, shape=_area(transform_shape(zone.shape, move)))
        places = [*table.places]
        for place in self.places:
            keys.append(place_key(len(places)))
            places.append(place._replace(at=move.point(place.at)))
        laid = replace(table, features=tuple(features), zones=zones, places=tuple(places))
        return laid, tuple(keys)


def stem_of(id_: str) -> str:
    """An id without the number behind it.

    >>> stem_of("farm-house-12"), stem_of("mill")
    ('farm-house', 'mill')
    """
    stem, hyphen, number = id_.rpartition("-")
    return stem if hyphen and number.isdigit() else id_


# --- where things lie to each other ---------------------------------------------------------------


class Alignment(StrEnum):
    """The lines along which several objects are aligned."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


def align_objects(table: TabletopMap, keys: Collection[Key], alignment: Alignment) -> TabletopMap:
    """Things moved so that their edges or middles lie on one line: that of all of them together."""
    boxes = {key: shape_bounds(shape_of(table, key)) for key in keys}
    whole = box_round(boxes.values())
    if whole is None:
        return table
    moves = {key: _to_line(box, whole, alignment) for key, box in boxes.items()}
    return with_objects_moved(table, moves)


def _to_line(box: ShapeBounds, whole: ShapeBounds, alignment: Alignment) -> tuple[int, int]:
    match alignment:
        case Alignment.LEFT:
            return whole.left - box.left, 0
        case Alignment.RIGHT:
            return whole.right - box.right, 0
        case Alignment.CENTRE:
            return (whole.left + whole.right - box.left - box.right) // 2, 0
        case Alignment.TOP:
            return 0, whole.top - box.top
        case Alignment.BOTTOM:
            return 0, whole.bottom - box.bottom
        case Alignment.MIDDLE:
            return 0, (whole.bottom + whole.top - box.bottom - box.top) // 2


def distribute_objects(
    table: TabletopMap, keys: Collection[Key], *, is_across: bool
) -> TabletopMap:
    """Things moved so that the gaps between them are alike; the outermost ones stay."""
    boxes = {key: shape_bounds(shape_of(table, key)) for key in keys}
    low, size = (0, "wide") if is_across else (1, "deep")
    order = sorted(boxes, key=lambda key: (boxes[key][low] + boxes[key][low + 2], key))
    if len(order) < 3:
        return table
    first, last = boxes[order[0]], boxes[order[-1]]
    room = last[low + 2] - first[low] - sum(getattr(boxes[key], size) for key in order)
    gap, at, moves = room / (len(order) - 1), float(first[low]), {}
    for key in order:
        step = round(at) - boxes[key][low]
        moves[key] = (step, 0) if is_across else (0, step)
        at += getattr(boxes[key], size) + gap
    moves[order[-1]] = (0, 0)
    return with_objects_moved(table, moves)


def with_objects_moved(table: TabletopMap, moves: Mapping[Key, tuple[int, int]]) -> TabletopMap:
    """Things moved, each its own way."""
    return with_shapes(
        table,
        {
            key: transform_shape(shape_of(table, key), shift_transform(*move))
            for key, move in moves.items()
        },
    )


def reorder_features(table: TabletopMap, keys: Collection[Key], *, is_up: bool) -> TabletopMap:
    """Features laid over all others of their layers, or under them."""
    these = tuple(one for one in table.features if one.id in keys)
    others = tuple(one for one in table.features if one.id not in keys)
    return replace(table, features=(*others, *these) if is_up else (*these, *others))


# --- one feature ----------------------------------------------------------------------------------


def with_features_changed(table: TabletopMap, keys: Iterable[Key], **changes: Any) -> TabletopMap:
    """Features with other values in some fields."""
    wanted = set(keys)
    return replace(
        table,
        features=tuple(
            replace(one, **changes) if one.id in wanted else one for one in table.features
        ),
    )


def with_feature_id(table: TabletopMap, was: Key, id_: str) -> TabletopMap:
    """A feature under another id, which is not taken."""
    assert id_ not in table.by_id, "the id is taken"
    return with_features_changed(table, (was,), id=id_)


def with_features_of_kind(table: TabletopMap, keys: Collection[Key], kind: str) -> TabletopMap:
    """Features made into another kind, with the heights and hindrances of that."""

    def turned(one: TabletopFeature) -> TabletopFeature:
        fresh = TabletopFeature.of_kind(one.id, kind, one.shape, table.scale)
        return replace(fresh, name=one.name)

    return replace(
        table, features=tuple(turned(one) if one.id in keys else one for one in table.features)
    )


def with_zone_changes(table: TabletopMap, zone: str, **changes: Any) -> TabletopMap:
    """A zone with other values in some fields."""
    return replace(table, zones={**table.zones, zone: replace(table.zones[zone], **changes)})


def zone_renamed(table: TabletopMap, was: str, id_: str) -> TabletopMap:
    """A zone under another id, in its place among the others."""
    assert id_ not in table.zones, "the id is taken"
    return replace(
        table, zones={id_ if key == was else key: zone for key, zone in table.zones.items()}
    )


def with_name(table: TabletopMap, key: Key, name: Any) -> TabletopMap:
    """A thing with another name."""
    if key.startswith(ZONE):
        return with_zone_changes(table, key.removeprefix(ZONE), name=name)
    if key.startswith(PLACE):
        number = int(key.removeprefix(PLACE))
        places = list(table.places)
        places[number] = places[number]._replace(name=name)
        return replace(table, places=tuple(places))
    return with_features_changed(table, (key,), name=name)
