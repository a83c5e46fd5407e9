"""OpenStreetMap files (.osm.pbf, .osm, .osm.xml and those of overpass) read with pyosmium.

Nodes, ways and relations are read in turns of their own, so that their order in the file is free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.import_problems import (
    ImportReport,
    import_error,
    load_library,
    translated_errors,
)
from engine.terrain_import.multipolygons import MultipolygonBatch
from engine.terrain_import.osm_ways import WayBatch, split_valid_rings
from engine.terrain_import.tag_mapping import TagCache, load_tag_mapping
from engine.terrain_import.vector_features import (
    MAX_POINTS,
    NamedSpot,
    SourceLine,
    VectorFeatures,
    bulk_bounds,
    is_ford,
    name_and_number,
    parse_population,
    repair_polygon_outline,
    spot_name,
)

MAX_BYTES = 150_000_000  # of a .pbf; the places of its nodes then take some 500 MB
MAX_XML_BYTES = 1_500_000_000
CREDIT = "© OpenStreetMap contributors (ODbL)"
NEAR = 2000.0  # metres round the area that are read too
WATCHED_EVERY = 500  # ways and named nodes
BATCH = 50_000  # ways
CORNERS_AT_ONCE = 500_000  # of relations that are assembled together

Watch = Callable[[], None]
"""Called now and then while a file is read; may raise to stop."""


def ignore_progress() -> None:
    """Ignore progress."""


def read_openstreetmap(
    path: Path, near: GeoBox | None, account: ImportReport, watch: Watch = ignore_progress
) -> VectorFeatures:
    """Read an OpenStreetMap file; of a large one only the features near a box."""
    size = path.stat().st_size
    most = MAX_BYTES if path.name.endswith(".pbf") else MAX_XML_BYTES
    if size > most:
        values = {"file": path, "size": size // 1_000_000, "most": most // 1_000_000}
        raise import_error("osm-too-large", **values)
    extract = _Extract(path, near.with_margin(NEAR) if near else None, account, watch)
    with translated_errors(path):
        try:
            return extract.features()
        except load_library(
            "osmium"
        ).InvalidLocationError as error:  # a place that is none on Earth
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
    near: GeoBox | None
    account: ImportReport
    watch: Watch
    points: int = 0
    seen: int = 0
    found: VectorFeatures = field(default_factory=lambda: VectorFeatures(credits=(CREDIT,)))

    def features(self) -> VectorFeatures:
        self.osmium = load_library("osmium")
        self.shapely = load_library("shapely")
        self.wkb = self.osmium.geom.WKBFactory()
        self.table = TagCache(load_tag_mapping())
        self.found.box = self._border()
        self.found.has_border = self.found.box is not None
        relations = list(self._relations())
        self._nodes()
        self._ways(relations)
        self._assemble(relations)
        self._check_border()
        return self.found

    def _reader(self, entities: Any) -> Any:
        return self.osmium.io.Reader(str(self.path), entities)

    def _border(self) -> GeoBox | None:
        """The border that the file's head names."""
        with self._reader(self.osmium.osm.NOTHING) as reader:
            box = reader.header().box()
        if not box.valid() or box.size() == 0:
            return None
        low, high = box.bottom_left, box.top_right
        return GeoBox(low.lon, low.lat, high.lon, high.lat)

    def _check_border(self) -> None:
        """Forget a border that none of the features reaches."""
        bulk = bulk_bounds(self.found)
        if bulk and self.found.box and not self.found.box.meets(bulk):
            self.account.note("border-elsewhere", 1, about=[self.path.name])
            self.found.box, self.found.has_border = None, False

    # --- nodes --------------------------------------------------------------------------------

    def _nodes(self) -> None:
        """Read the position of every node, and the named places among them."""
        table = self.osmium.index.create_map("flex_mem")
        self.places = self.osmium.NodeLocationsForWays(table)
        self.places.ignore_errors()
        named = self.osmium.filter.KeyFilter("place", "ford", "natural")
        with self._reader(self.osmium.osm.NODE) as reader:
            self.osmium.apply(reader, self.places, named, _Nodes(self._spot))

    def _count(self) -> None:
        self.seen += 1
        if self.seen % WATCHED_EVERY == 0:
            self.watch()

    def _spot(self, node: Any) -> None:
        self._count()
        tags = dict(node.tags)
        if is_ford(tags.get("ford")) and node.location.valid():
            self.found.fords.append((node.location.lon, node.location.lat))
        kind = load_tag_mapping().place_kind(tags)
        name = spot_name(kind, tags)
        if kind and name and node.location.valid():
            place = NamedSpot(node.location.lon, node.location.lat, kind, name,
                              parse_population(tags.get("population")))  # fmt: skip
            self.found.spots.append(place)

    # --- ways ---------------------------------------------------------------------------------

    def _ways(self, relations: list[_Relation]) -> None:
        """Every way, in one turn: in batches, but for the members of relations."""
        self.members: dict[int, tuple[Any, bool, str]] = {}
        self.wanted = {id_ for each in relations for id_ in each.outer + each.inner}
        self.rings: list[tuple[int, str, Any]] = []  # of members that are areas themselves
        self.batch = WayBatch()
        with self._reader(self.osmium.osm.WAY) as reader:
            self.osmium.apply(reader, self.places, _Ways(self._way))
        self._flush()
        spoken_for = self._spoken_for(relations)
        for id_, kind, ring in self.rings:
            if spoken_for.get(id_) != kind:
                self._area(kind, ring)

    def _way(self, way: Any) -> None:
        self._count()
        tags = way.tags
        is_member = way.id in self.wanted
        if not (len(tags) or is_member):
            return
        kind, line = self.table.way_kinds(tags, is_closed=way.is_closed())
        if not (kind or line or is_member):
            return
        try:
            drawn = self._drawn(way)
        except self.osmium.InvalidLocationError:
            self._broken(way, kind, line)
            return
        except RuntimeError:  # all its nodes lie in one place
            return
        self.points += len(drawn) // 32  # characters of a point
        if self.points > MAX_POINTS:
            raise import_error("too-many-points", file=self.path, most=MAX_POINTS)
        if is_member:
            course = self.shapely.from_wkb(drawn)
            self.members[way.id] = self.shapely.MultiLineString([course]), True, kind
            if kind and self._is_near([course]):
                self.rings.append((way.id, kind, course))
            kind = ""
        if line and is_ford(tags.get("ford")):
            self._ford(self.shapely.from_wkb(drawn))
        if kind or line:
            self.batch.add(drawn, kind, line, name_and_number(tags) if line else ("", ""))
            if len(self.batch) >= BATCH:
                self._flush()

    def _drawn(self, way: Any) -> str:
        """A way as WKB; its nodes may have negative numbers, as in an editor's drafts."""
        try:
            return str(self.wkb.create_linestring(way))
        except (self.osmium.InvalidLocationError, RuntimeError):
            if not any(node.ref < 0 for node in way.nodes):
                raise
        places = [self._place(node) for node in way.nodes]
        known = [place for place in places if place]
        if len(known) < len(places):
            raise self.osmium.InvalidLocationError
        if len(set(known)) == 1:
            raise RuntimeError
        return str(self.shapely.to_wkb(self.shapely.LineString(known), hex=True, byte_order=1))

    def _place(self, node: Any) -> tuple[float, float] | None:
        """The degrees of a node of a way, if the file has it."""
        if node.ref < 0:
            return self._drafts.get(node.ref)
        return (node.lon, node.lat) if node.location.valid() else None

    @cached_property
    def _drafts(self) -> dict[int, tuple[float, float]]:
        """The places of nodes with negative numbers, which osmium does not index."""
        nodes = self.osmium.FileProcessor(str(self.path), self.osmium.osm.NODE)
        return {
            node.id: (node.location.lon, node.location.lat)
            for node in nodes
            if node.id < 0 and node.location.valid()
        }

    def _ford(self, course: Any) -> None:
        """A ford that is drawn as a piece of road: its middle."""
        middle = course.interpolate(0.5, normalized=True)
        self.found.fords.append((middle.x, middle.y))

    def _broken(self, way: Any, kind: str, line: str) -> None:
        """A way with nodes missing: its pieces, and no area."""
        courses = list(self._runs(way))
        if courses and way.id in self.wanted:
            whole = self.shapely.MultiLineString(courses)
            self.members[way.id] = whole, False, kind
        if not courses or not (kind or line) or not self._is_near(courses):
            return
        self.account.note("missing-nodes", 1)
        if kind and way.id in self.wanted:
            self.rings.append((way.id, kind, None))
        elif kind:
            self._area(kind, None)
        for course in courses if line else ():
            self.found.add_line(line, SourceLine(course, *name_and_number(way.tags)))

    def _flush(self) -> None:
        """Sort out a batch of ways that are whole."""
        batch, self.batch = self.batch, WayBatch()
        if not len(batch):
            return
        drawn = batch.drawn(self.near)
        for kind, patches in drawn.areas():
            sound_ones, doubtful = split_valid_rings(patches, self.account)
            self.found.areas_of_kind(kind).add_patches(sound_ones)
            for polygon in doubtful:
                mended = repair_polygon_outline(polygon, self.account)
                if mended is not None:
                    self.found.add_area(kind, mended)
        for kind, name, course in drawn.lines():
            self.found.add_line(kind, SourceLine(course, *name))

    def _area(self, kind: str, ring: Any) -> None:
        if ring is None or len(ring.coords) < 4:
            self.account.note("areas-broken", 1)
            return
        polygon = repair_polygon_outline(self.shapely.Polygon(ring), self.account)
        if polygon is not None:
            self.found.add_area(kind, polygon)

    def _runs(self, way: Any) -> Iterator[Any]:
        run: list[tuple[float, float]] = []
        for node in way.nodes:
            place = self._place(node)
            if place:
                run.append(place)
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
        return self.near.meets(GeoBox(west, south, east, north))

    # --- relations ----------------------------------------------------------------------------

    def _relations(self) -> Iterator[_Relation]:
        """The multipolygons the table knows, or might by the tags of their outer ways."""
        processor = self.osmium.FileProcessor(str(self.path), self.osmium.osm.RELATION)
        for relation in processor.with_filter(self.osmium.filter.KeyFilter("type")):
            if relation.tags["type"] in ("multipolygon", "boundary"):
                kind = load_tag_mapping().of_area(dict(relation.tags))
                ways = [member for member in relation.members if member.type == "w"]
                inner = [member.ref for member in ways if member.role == "inner"]
                outer = [member.ref for member in ways if member.role != "inner"]
                if kind or relation.tags["type"] == "multipolygon":
                    yield _Relation(kind, outer, inner)

    def _spoken_for(self, relations: list[_Relation]) -> dict[int, str]:
        """The outer ways that stand for their relation, in whichever of the two the tags are."""
        spoken = {}
        for relation in relations:
            covers = [self.members[id_][2] for id_ in relation.outer if id_ in self.members]
            relation.kind = relation.kind or next(filter(None, covers), "")
            spoken.update({id_: relation.kind for id_ in relation.outer if relation.kind})
        return spoken

    def _assemble(self, relations: list[_Relation]) -> None:
        """Relations as areas; those that osmium cannot assemble as far as their rings close."""
        batch, waiting = MultipolygonBatch(), list[_Relation]()
        for relation in relations:
            if relation.kind and self._is_relation_near(relation):
                batch.add(self._courses(relation.outer), self._courses(relation.inner))
                waiting.append(relation)
            if len(batch) > CORNERS_AT_ONCE:
                self._flush_relations(batch, waiting)
                batch, waiting = MultipolygonBatch(), []
        self._flush_relations(batch, waiting)

    def _is_relation_near(self, relation: _Relation) -> bool:
        ids = relation.outer + relation.inner
        present = [self.members[id_][0] for id_ in ids if id_ in self.members]
        return bool(present) and self._is_near(present)

    def _courses(self, ids: list[int]) -> list[Any]:
        lines = [self.members[id_][0] for id_ in ids if id_ in self.members]
        return list(self.shapely.get_parts(lines))

    def _flush_relations(self, batch: MultipolygonBatch, relations: list[_Relation]) -> None:
        left = dict(enumerate(relations))
        for place, area in batch.areas():
            relation = left.pop(place)
            self.found.add_area(relation.kind, area)
            is_whole = all(
                id_ in self.members and self.members[id_][1]
                for id_ in relation.outer + relation.inner
            )
            self.account.note("areas-broken", int(not is_whole))
        for relation in left.values():
            self._mend(relation)

    def _mend(self, relation: _Relation) -> None:
        """A relation's rings as one area; rings that do not close are left out and noted."""
        ids = relation.outer + relation.inner
        is_whole = all(id_ in self.members and self.members[id_][1] for id_ in ids)
        area, closes = self._rings(relation.outer)
        holes, holes_close = self._rings(relation.inner)
        is_sound = is_whole and closes and holes_close
        self.account.note("areas-mended" if is_sound else "areas-broken", 1)
        area = repair_polygon_outline(self.shapely.difference(area, holes), self.account)
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
    """A handler that pyosmium calls for every node."""

    def __init__(self, each: Any) -> None:
        self.node = each


class _Ways:
    """A handler that pyosmium calls for every way."""

    def __init__(self, each: Any) -> None:
        self.way = each
