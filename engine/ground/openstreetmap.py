"""OpenStreetMap files (.osm.pbf, .osm, .osm.xml and those of overpass) read with pyosmium.

Nodes, ways and relations are read in turns of their own, so that their order in the file is free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.ground.accounts import Account
from engine.ground.area import Box
from engine.ground.faults import fault, library, readable
from engine.ground.features import MOST_POINTS, Features, Line, NamedSpot, sound
from engine.ground.kinds import kinds

MOST_BYTES = 150_000_000  # of a .pbf; the places of its nodes then take some 500 MB
MOST_XML_BYTES = 1_500_000_000
CREDIT = "© OpenStreetMap contributors (ODbL)"
NEAR = 2000.0  # metres round the area that are read too
WATCHED_EVERY = 500  # ways and named nodes

Watch = Callable[[], None]
"""Called now and then while a file is read; may raise to stop."""


def unwatched() -> None:
    """Nobody watches."""


def read_openstreetmap(
    path: Path, near: Box | None, account: Account, watch: Watch = unwatched
) -> Features:
    """What an OpenStreetMap file holds; of a large one only what lies near a box."""
    size = path.stat().st_size
    most = MOST_BYTES if path.name.endswith(".pbf") else MOST_XML_BYTES
    if size > most:
        values = {"file": path, "size": size // 1_000_000, "most": most // 1_000_000}
        raise fault("osm-too-large", **values)
    extract = _Extract(path, near.with_margin(NEAR) if near else None, account, watch)
    with readable(path):
        try:
            return extract.features()
        except library("osmium").InvalidLocationError as error:  # a place that is none on Earth
            raise ValueError(str(error)) from error


@dataclass
class _Relation:
    kind: str
    outer: list[int]
    inner: list[int]


@dataclass
class _Extract:
    """One file while it is read."""

    path: Path
    near: Box | None
    account: Account
    watch: Watch
    points: int = 0
    seen: int = 0
    found: Features = field(default_factory=lambda: Features(credits=(CREDIT,)))

    def features(self) -> Features:
        self.osmium = library("osmium")
        self.shapely = library("shapely")
        self.wkb = self.osmium.geom.WKBFactory()
        self.found.box = self._border()
        self.found.has_border = self.found.box is not None
        relations = list(self._relations())
        self._nodes()
        self.members = self._courses({id_ for each in relations for id_ in each.outer + each.inner})
        self._ways(self._spoken_for(relations))
        for relation in relations:
            self._assemble(relation)
        return self.found

    def _reader(self, entities: Any) -> Any:
        return self.osmium.io.Reader(str(self.path), entities)

    def _border(self) -> Box | None:
        """The border that the file's head names."""
        with self._reader(self.osmium.osm.NOTHING) as reader:
            box = reader.header().box()
        if not box.valid() or box.size() == 0:
            return None
        low, high = box.bottom_left, box.top_right
        return Box(low.lon, low.lat, high.lon, high.lat)

    # --- nodes --------------------------------------------------------------------------------

    def _nodes(self) -> None:
        """Where every node lies, and the named places among them."""
        table = self.osmium.index.create_map("flex_mem")
        self.places = self.osmium.NodeLocationsForWays(table)
        self.places.ignore_errors()
        named = self.osmium.filter.KeyFilter("place")
        with self._reader(self.osmium.osm.NODE) as reader:
            self.osmium.apply(reader, self.places, named, _Nodes(self._spot))

    def _count(self) -> None:
        self.seen += 1
        if self.seen % WATCHED_EVERY == 0:
            self.watch()

    def _spot(self, node: Any) -> None:
        self._count()
        tags = dict(node.tags)
        kind = kinds().of_place(tags)
        if kind and tags.get("name") and node.location.valid():
            place = NamedSpot(node.location.lon, node.location.lat, kind, tags["name"])
            self.found.spots.append(place)

    # --- ways ---------------------------------------------------------------------------------

    def _ways(self, spoken_for: dict[int, str]) -> None:
        wanted = self.osmium.filter.KeyFilter(*kinds().keys)
        self.spoken_for = spoken_for
        self.tagged: dict[int, str] = {}
        with self._reader(self.osmium.osm.WAY) as reader:
            self.osmium.apply(reader, self.places, wanted, _Ways(self._way))

    def _way(self, way: Any) -> None:
        self._count()
        tags = dict(way.tags)
        kind = kinds().of_area(tags) if way.is_closed() else ""
        line = kinds().of_line(tags) if tags.get("area") != "yes" else ""
        if not (kind or line):
            return
        courses, whole = self._course(way)
        if not courses or not self._is_near(courses):
            return
        if not whole:
            self.account.note("missing-nodes", 1)
        if kind and self.spoken_for.get(way.id) != kind:
            self._area(kind, courses[0] if whole else None)
        if line:
            for course in courses:
                self.found.add_line(line, Line(course, tags.get("name", "")))

    def _area(self, kind: str, ring: Any) -> None:
        if ring is None or len(ring.coords) < 4:
            self.account.note("areas-broken", 1)
            return
        polygon = sound(self.shapely.Polygon(ring), self.account)
        if polygon is not None:
            self.found.add_area(kind, polygon)

    def _course(self, way: Any) -> tuple[list[Any], bool]:
        """A way as lines, parted where nodes are missing, and whether none is."""
        self.points += len(way.nodes)
        if self.points > MOST_POINTS:
            raise fault("too-many-points", file=self.path, most=MOST_POINTS)
        try:
            return [self.shapely.from_wkb(self.wkb.create_linestring(way))], True
        except self.osmium.InvalidLocationError:
            return list(self._runs(way)), False
        except RuntimeError:  # all its nodes lie in one place
            return [], True

    def _runs(self, way: Any) -> Iterator[Any]:
        run: list[tuple[float, float]] = []
        for node in way.nodes:
            if node.location.valid():
                run.append((node.lon, node.lat))
            else:
                yield from self._line(run)
                run = []
        yield from self._line(run)

    def _line(self, run: list[tuple[float, float]]) -> Iterator[Any]:
        if len(set(run)) > 1:
            yield self.shapely.LineString(run)

    def _is_near(self, courses: list[Any]) -> bool:
        if self.near is None:
            return True
        west, south, east, north = self.shapely.total_bounds(courses)
        return self.near.meets(Box(west, south, east, north))

    # --- relations ----------------------------------------------------------------------------

    def _relations(self) -> Iterator[_Relation]:
        """The multipolygons the table knows, or might by the tags of their outer ways."""
        processor = self.osmium.FileProcessor(str(self.path), self.osmium.osm.RELATION)
        for relation in processor.with_filter(self.osmium.filter.KeyFilter("type")):
            if relation.tags["type"] in ("multipolygon", "boundary"):
                kind = kinds().of_area(dict(relation.tags))
                ways = [member for member in relation.members if member.type == "w"]
                inner = [member.ref for member in ways if member.role == "inner"]
                outer = [member.ref for member in ways if member.role != "inner"]
                if kind or relation.tags["type"] == "multipolygon":
                    yield _Relation(kind, outer, inner)

    def _courses(self, ids: set[int]) -> dict[int, tuple[Any, bool, str]]:
        """Each of some ways as a line, whether no node of it is missing, and its cover."""
        found: dict[int, tuple[Any, bool, str]] = {}
        if not ids:
            return found

        def keep(way: Any) -> None:
            courses, whole = self._course(way)
            if courses:
                line = self.shapely.MultiLineString(courses)
                found[way.id] = line, whole, kinds().of_area(dict(way.tags))

        wanted = self.osmium.filter.IdFilter(ids)
        with self._reader(self.osmium.osm.WAY) as reader:
            self.osmium.apply(reader, self.places, wanted, _Ways(keep))
        return found

    def _spoken_for(self, relations: list[_Relation]) -> dict[int, str]:
        """The outer ways that stand for their relation, in whichever of the two the tags are."""
        spoken = {}
        for relation in relations:
            covers = [self.members[id_][2] for id_ in relation.outer if id_ in self.members]
            relation.kind = relation.kind or next(filter(None, covers), "")
            spoken.update({id_: relation.kind for id_ in relation.outer if relation.kind})
        return spoken

    def _assemble(self, relation: _Relation) -> None:
        """A relation's rings as one area; rings that do not close are left out and noted."""
        ids = relation.outer + relation.inner
        present = [self.members[id_][0] for id_ in ids if id_ in self.members]
        if not relation.kind or not present or not self._is_near(present):
            return
        is_whole = all(id_ in self.members and self.members[id_][1] for id_ in ids)
        area, closes = self._rings(relation.outer)
        holes, holes_close = self._rings(relation.inner)
        self.account.note("areas-broken", int(not (is_whole and closes and holes_close)))
        area = sound(self.shapely.difference(area, holes), self.account)
        if area is not None:
            self.found.add_area(relation.kind, area)

    def _rings(self, ids: list[int]) -> tuple[Any, bool]:
        """The area of the rings that some ways form, and whether all their ends meet."""
        lines = [self.members[id_][0] for id_ in ids if id_ in self.members]
        noded = self.shapely.union_all(self.shapely.get_parts(lines))
        polygons, cuts, loose, invalid = self.shapely.polygonize_full([noded])
        rings = self.shapely.get_exterior_ring(self.shapely.get_parts(polygons))
        area = self.shapely.build_area(self.shapely.union_all(rings))
        return area, not (len(cuts.geoms) + len(loose.geoms) + len(invalid.geoms))


class _Nodes:
    """What pyosmium calls for every node."""

    def __init__(self, each: Any) -> None:
        self.node = each


class _Ways:
    """What pyosmium calls for every way."""

    def __init__(self, each: Any) -> None:
        self.way = each


def border_of(features: Features) -> Box | None:
    """Where the bulk of some lines lies: the box of a file that names no border of its own.

    Ways reach beyond the border of an extract, a motorway or a river far beyond it.
    """
    import shapely

    lines = [line.course for each in features.lines.values() for line in each]
    if not lines:
        return None
    points = shapely.get_coordinates(lines)
    west, south = np.percentile(points, 2, axis=0)
    east, north = np.percentile(points, 98, axis=0)
    return Box(float(west), float(south), float(east), float(north))
