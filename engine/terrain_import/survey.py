"""Sources and a sheet in, a Quantised out: the one pass that reads rasters and vectors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files import source_text as files
from engine.map.terrain import load_catalogue
from engine.terrain_import.course_names import course_names
from engine.terrain_import.cover_shares import Shares, cover_shares
from engine.terrain_import.fords import lay_fords
from engine.terrain_import.geo_boxes import GeoBox, bounding_box, near_longitude
from engine.terrain_import.height_rasters import DRIVERS, bounds_of, open_raster
from engine.terrain_import.hex_elevation import relief
from engine.terrain_import.hex_samples import HexSamples, NamedPlace, NetworkParts
from engine.terrain_import.hexside_streams import lay_streams
from engine.terrain_import.import_problems import Finding, ImportReport, import_error
from engine.terrain_import.land_cover_legends import Legend
from engine.terrain_import.land_cover_rasters import is_land_cover, with_land_cover
from engine.terrain_import.main_road_extension import follow_main_roads
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.openstreetmap import Watch, read_openstreetmap
from engine.terrain_import.page_projection import PageFeatures, on_page
from engine.terrain_import.raster_contents import check_heights
from engine.terrain_import.roads import WaterConstraints, lay_roads
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import (
    NamedSpot,
    SourceLine,
    VectorFeatures,
    bulk_bounds,
)
from engine.terrain_import.vector_files import read_vectors
from engine.texts import text

OPENSTREETMAP = (".pbf", ".osm", ".xml", ".bz2", ".osm.gz")
VECTORS = (".gpkg", ".geojson", ".json")
ALL_UP_TO = 60.0  # metres per hex: on finer hexes every class is laid
SORTS = ("rasters", "openstreetmap", "vectors", "covers")
SHARES = {"elevation": 0.15, "cover": 0.25, "waters": 0.1, "roads": 0.5}  # of the time

Reader = Callable[[Path, GeoBox | None, ImportReport, Watch], VectorFeatures]
Progress = Callable[[str, float], None]
"""Called with the name of a step and how much of it is done, from 0 to 1; may raise to stop."""


def overall_progress(step: str, share: float) -> float:
    """Return the share of a whole survey that is done within a step of it."""
    steps = list(SHARES)
    before = sum(SHARES[each] for each in steps[: steps.index(step)])
    return before + SHARES[step] * share


def ignore_progress(step: str, share: float) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class Sources:
    """The files of an area by what they hold."""

    rasters: tuple[Path, ...]
    openstreetmap: tuple[Path, ...]
    vectors: tuple[Path, ...]
    covers: tuple[Path, ...] = ()
    height_unit: str = ""  # that overrules the rasters' own
    legend: Legend | None = None  # of a column of the vectors
    findings: tuple[Finding, ...] = ()

    @classmethod
    def of(
        cls, paths: Sequence[Path], height_unit: str = "", legend: Legend | None = None
    ) -> Sources:
        """Sort files by their names and contents; one of another kind is refused."""
        found: dict[str, list[Path]] = {name: [] for name in SORTS}
        account = ImportReport()
        for path in paths:
            if not files.is_file(path):
                raise import_error("no-source", file=path)
            sort = sort_of(path)
            if sort == "rasters" and _is_cover(path, height_unit, account):
                sort = "covers"
            found[sort].append(path)
        listed = {name: tuple(paths) for name, paths in found.items()}
        return cls(**listed, height_unit=height_unit, legend=legend,
                   findings=tuple(account.findings))  # fmt: skip

    @property
    def names(self) -> tuple[str, ...]:
        """The files' names, without their folders."""
        listed = (*self.rasters, *self.covers, *self.openstreetmap, *self.vectors)
        return tuple(path.name for path in listed)


def _is_cover(path: Path, height_unit: str, account: ImportReport) -> bool:
    """Return True for land cover; else the raster is checked for heights."""
    with open_raster(path, height_unit) as raster:
        is_cover = is_land_cover(raster)
        if not is_cover:
            check_heights(raster, account)
    return is_cover


def sort_of(path: Path) -> str:
    """Return the kind of a file by its name: rasters, openstreetmap or vectors.

    Other files are refused.
    """
    name = path.name.lower()
    if name.endswith(VECTORS):
        return "vectors"
    if name.endswith(OPENSTREETMAP):
        return "openstreetmap"
    if path.suffix.lower() in DRIVERS:
        return "rasters"
    raise import_error("unknown-source", file=path)


@dataclass(frozen=True)
class LoadedSources:
    """The vector sources in memory: areas and hex sizes are tried without reading them again."""

    sources: Sources
    features: VectorFeatures
    account: ImportReport
    near: GeoBox | None = None


def load(
    sources: Sources, near: GeoBox | None = None, progress: Progress = ignore_progress
) -> LoadedSources:
    """Read the vectors, of large files only what lies near a box."""
    account, found = ImportReport(list(sources.findings)), list[VectorFeatures]()
    vectors = partial(read_vectors, legend=sources.legend)
    listed: list[tuple[Reader, Path]] = [(read_openstreetmap, p) for p in sources.openstreetmap]
    listed += [(vectors, path) for path in sources.vectors]
    for place, (read, path) in enumerate(listed):
        share = place / len(listed)
        progress("reading", share)
        found.append(read(path, near, account, partial(progress, "reading", share)))
    features = found[0].joined(found[1:]) if found else VectorFeatures()
    progress("reading", 1.0)
    return LoadedSources(sources, features, account, near)


def common_extent(loaded_: LoadedSources) -> GeoBox:
    """The area that every kind of source covers, as far as is known."""
    sources = loaded_.sources
    rasters = [bounds_of(path) for path in sources.rasters or sources.covers]
    return covered_by(rasters, loaded_.features.box or bulk_bounds(loaded_.features))


def covered_by(rasters: Sequence[GeoBox], vectors: GeoBox | None) -> GeoBox:
    """Return the common area of all rasters together and the vectors, as far as known."""
    known = [box for box in (bounding_box(rasters), vectors) if box]
    if not known:
        raise import_error("no-ground")
    whole = known[0]
    for box in known[1:]:
        if not whole.meets(box):
            raise import_error("sources-apart")
        whole = whole.within(box)
    return whole


def survey_frame(
    loaded_: LoadedSources,
    frame: MapFrame,
    progress: Progress = ignore_progress,
    asked: Collection[str] = (),
) -> HexSamples:
    """The ground of a frame's hexes. Takes seconds; `draft` then takes milliseconds.

    Waters and roads are laid of the classes that are usual at this hex size and of those `asked`.
    """
    account = ImportReport(list(loaded_.account.findings))
    _require_data(loaded_, frame)
    account.note("metres-not-true", round(abs(frame.metres_true() - 1) * 100))
    ground = on_page(loaded_.features, frame, account)
    sheet = frame.sheet
    heights = _heights(loaded_, frame, account, progress)
    shares = cover_shares(ground.areas, frame, account, _step(progress, "cover"))
    shares = with_land_cover(shares, loaded_.sources.covers, frame, lambda share: None)
    shares = _without_data(loaded_.features.box, shares, frame)
    lines, unlaid = _worth_laying(ground.lines, frame, asked)
    lines = follow_main_roads(lines, ground.lines, sheet, frame.hex_metres, account)
    waters = lay_streams(lines, frame, sheet, account, _step(progress, "waters"))
    waterside = _waterside(waters.masks, ground, shares, frame)
    laid = lay_roads(lines, frame, sheet, waterside, account, _step(progress, "roads"))
    links = lay_fords(loaded_.features.fords, laid.masks, waters.masks, frame, account)
    places = (*_name(loaded_.features.spots, frame), *course_names(ground.lines, frame))
    found = HexSamples(
        frame, heights, shares, waters.masks, links, places, waters.chains,
        NetworkParts(waters.parts_drawn, waters.parts_laid),
        NetworkParts(laid.parts_drawn, laid.parts_laid),
        (), loaded_.sources.names, credits_of(loaded_), _elevation_credit(loaded_.sources), unlaid,
    )  # fmt: skip
    _tell_borders(loaded_.features, found, account)
    return HexSamples(**{**vars(found), "findings": tuple(account.findings)})


def _without_data(data: GeoBox | None, shares: Shares, frame: MapFrame) -> Shares:
    """Shares of hexes beyond the vectors' border: the ground there is unknown."""
    beyond = _beyond(data, frame)
    if not beyond.any():
        return shares
    within = {name: np.where(beyond, np.float32(0), plane) for name, plane in shares.items()}
    return {"no-data": beyond.astype(np.float32), **within}


def _beyond(data: GeoBox | None, frame: MapFrame) -> NDArray[np.bool_]:
    """The hexes whose middles lie beyond a border."""
    if data is None:
        return np.zeros(frame.grid.shape, np.bool_)
    lon, lat = frame.degrees(*frame.centres())
    lon = near_longitude(lon, data.middle)
    beyond = (lon < data.west) | (lon > data.east) | (lat < data.south) | (lat > data.north)
    return np.asarray(beyond, np.bool_)


def _worth_laying(
    lines: Mapping[str, list[SourceLine]], frame: MapFrame, asked: Collection[str]
) -> tuple[dict[str, list[SourceLine]], tuple[str, ...]]:
    """The lines of the classes that are laid, and which others there are."""
    classes = {**load_tag_mapping().waters, **load_tag_mapping().links}
    laid = {
        name for name, kind in classes.items()
        if name in asked or kind.is_usual_at(frame.hex_metres) or frame.hex_metres <= ALL_UP_TO
    }  # fmt: skip
    unlaid = tuple(name for name in classes if name not in laid and lines.get(name))
    return {name: listed for name, listed in lines.items() if name in laid}, unlaid


def _require_data(loaded_: LoadedSources, frame: MapFrame) -> None:
    """Refuse an area of which no source holds anything; rasters say so themselves."""
    data = loaded_.features.box
    if not loaded_.sources.rasters and data and not data.meets(frame.box()):
        raise import_error("outside-data", files=", ".join(loaded_.sources.names))


def _step(progress: Progress, name: str) -> Callable[[float], None]:
    return lambda share: progress(name, share)


def _heights(
    loaded_: LoadedSources, frame: MapFrame, account: ImportReport, progress: Progress
) -> Any:
    rasters, fields = loaded_.sources.rasters, loaded_.features.heights
    if not (rasters or fields):
        account.note("flat", 1)
        return _flat(frame)
    rise = _step(progress, "elevation")
    return relief(rasters, frame, account, rise, fields, loaded_.sources.height_unit)


def _flat(frame: MapFrame) -> Any:
    from engine.terrain_import.hex_elevation import HexElevation

    level = np.zeros(frame.grid.shape, np.float32)
    return HexElevation(level, level, level, level, level)


def credits_of(loaded_: LoadedSources) -> str:
    """Return the credits of the vectors."""
    said = list(loaded_.features.credits)
    covers = ", ".join(path.name for path in loaded_.sources.covers)
    if covers:
        key = "worldcover" if "worldcover" in covers.lower() else "land-cover"
        said.append(text(f"ground.credit-{key}", None, files=covers))
    others = [path.name for path in loaded_.sources.vectors]
    if others:
        said.append(text("ground.credit-vectors", None, files=", ".join(others)))
    return "; ".join(said)


def _elevation_credit(sources: Sources) -> str:
    files = ", ".join(path.name for path in sources.rasters)
    is_srtm = any(DRIVERS[path.suffix.lower()] == "SRTMHGT" for path in sources.rasters)
    key = "ground.credit-srtm" if is_srtm else "ground.credit-elevation"
    return text(key, None, files=files) if files else ""


def _waterside(masks: Any, ground: PageFeatures, shares: Any, frame: MapFrame) -> WaterConstraints:
    """Return the waters that constrain roads; ditches may be crossed anywhere."""
    union = np.zeros(frame.grid.shape, np.uint8)
    for name, plane in masks.items():
        if name != "ditch":
            union |= plane
    courses = [
        line.course for name in load_tag_mapping().waters if name != "ditch"
        for line in ground.lines.get(name, ())
    ]  # fmt: skip
    known = load_catalogue()
    wet = np.zeros(frame.grid.shape, np.float32)
    for name, plane in shares.items():
        if known.is_water(load_tag_mapping().cover[name].kind):
            wet += plane
    return WaterConstraints(union, np.array(courses, object), wet)


def _name(spots: Sequence[NamedSpot], frame: MapFrame) -> list[NamedPlace]:
    """The named places on the map, one a hex, the important ones first."""
    order = list(load_tag_mapping().places)
    found: dict[Any, NamedPlace] = {}
    for spot in sorted(spots, key=lambda each: (order.index(each.kind), -each.people)):
        x, y = frame.page_of(np.array([spot.lon]), np.array([spot.lat]))
        if np.isfinite(x[0]) and np.isfinite(y[0]):
            at = frame.hex_at(float(x[0]), float(y[0]))
            if at in frame.grid:
                found.setdefault(at, NamedPlace(at, spot.kind, spot.name, spot.people))
    return list(found.values())


def _tell_borders(features: VectorFeatures, found: HexSamples, account: ImportReport) -> None:
    """Note hexes without land use and those beyond the vectors' border."""
    bare = found.uncovered > 0.999
    account.note_hexes("no-land-use", bare)
    if not features.has_border:
        account.note("no-border", 1)
    account.note_hexes("beyond-border", _beyond(features.box, found.frame))
