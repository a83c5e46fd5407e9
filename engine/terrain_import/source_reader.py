"""Sources read one by one: what each holds and where it lies, before an area is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.terrain_import.geo_boxes import GeoBox, bounding_box
from engine.terrain_import.height_rasters import open_raster
from engine.terrain_import.import_problems import Finding, ImportReport
from engine.terrain_import.land_cover_legends import Legend
from engine.terrain_import.openstreetmap import read_openstreetmap
from engine.terrain_import.survey import (
    SORTS,
    LoadedSources,
    Progress,
    Sources,
    covered_by,
    ignore_progress,
    sort_of,
)
from engine.terrain_import.vector_features import VectorFeatures, bulk_bounds
from engine.terrain_import.vector_files import read_vectors


class RasterSize(NamedTuple):
    """The size of a raster in heights, across and down."""

    columns: int
    rows: int


class FeatureCounts(NamedTuple):
    """The numbers of features in a vector file that a map can show."""

    areas: int
    lines: int
    places: int


@dataclass(frozen=True)
class TerrainSource:
    """One file that was read. `box` is the ground it covers, as far as is known."""

    path: Path
    sort: str
    box: GeoBox | None
    cells: RasterSize | None = None
    features: VectorFeatures = field(default_factory=VectorFeatures)
    findings: tuple[Finding, ...] = ()

    @property
    def counts(self) -> FeatureCounts:
        """Return the numbers of features that a map can show."""
        areas = sum(map(len, self.features.areas.values()))
        lines = sum(map(len, self.features.lines.values()))
        return FeatureCounts(areas, lines, len(self.features.spots))


def read_source(
    path: Path, progress: Progress = ignore_progress, legend: Legend | None = None
) -> TerrainSource:
    """Read a file: of a raster where it lies, of vectors all that the table of kinds knows.

    `legend` says what the codes of a column mean. Raises TerrainImportError with the reason for
    one that cannot be used.
    """
    known = Sources.of([path])
    sort = next(name for name in SORTS if getattr(known, name))
    progress("reading", 0.0)
    if sort in ("rasters", "covers"):
        with open_raster(path) as raster:
            size = RasterSize(raster.source.width, raster.source.height)
            return TerrainSource(path, sort, raster.box, size, findings=known.findings)
    account = ImportReport()
    vectors = partial(read_vectors, legend=legend)
    read = read_openstreetmap if sort == "openstreetmap" else vectors
    features = read(path, None, account, partial(progress, "reading", 0.0))
    box = features.box or bulk_bounds(features)
    return TerrainSource(path, sort, box, None, features, tuple(account.findings))


def combine_sources(sources: Sequence[TerrainSource]) -> LoadedSources:
    """Sources that were read one by one, ready to be surveyed."""
    ordered = sorted(sources, key=lambda source: sort_of(source.path) == "vectors")
    account = ImportReport()
    for source in ordered:
        for found in source.findings:
            account.note(found.code, found.count, found.at, found.about)
    vectors = [source.features for source in ordered if source.cells is None]
    features = vectors[0].joined(vectors[1:]) if vectors else VectorFeatures()
    return LoadedSources(Sources.of([source.path for source in sources]), features, account)


def common_ground(sources: Sequence[TerrainSource]) -> GeoBox:
    """The area that heights and vectors both cover; TerrainImportError where there is none."""
    rasters = [source.box for source in sources if source.sort == "rasters" and source.box]
    vectors = [source.box for source in sources if source.cells is None and source.box]
    if not (rasters or vectors):
        rasters = [source.box for source in sources if source.box]
    return covered_by(rasters, bounding_box(vectors))
