"""Whatever a source of real ground holds, it is read or refused in the reader's words."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("rasterio")
pytest.importorskip("osmium")
pytest.importorskip("pyogrio")

from engine.interchange.foreign_files import Archive
from engine.problems import InvalidFileError
from engine.terrain_import.import_file import as_file, read_import
from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.map_draft import DraftChoice
from engine.terrain_import.source_reader import read_source
from tests.engine.interchange.hostile import damaged
from tests.engine.terrain_import.small_ground import LAT, LON, osm, raster
from tests.engine.terrain_import.test_map_draft import ground

# What libraries mutter of broken files is theirs.
pytestmark = [
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

few = settings(
    max_examples=25, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
NAMES = ["a.tif", "a.asc", "N50E011.zip", "a.osm", "a.geojson"]


def sound(name: str, folder: Path) -> bytes:
    """A sound source by that name."""
    path = folder / f"sound-{name}"
    if name.endswith(".tif"):
        raster(path, lambda x, y: x * 0 + 300)
    elif name.endswith(".asc"):
        head = "ncols 3\nnrows 2\nxllcorner 11\nyllcorner 50\ncellsize 0.001\n"
        path.write_text(head + "1 2 3\n4 5 6\n", encoding="utf-8")
    elif name.endswith(".zip"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("N50E011.hgt", bytes(1201 * 1201 * 2))
    elif name.endswith(".osm"):
        nodes = {1: (LON, LAT), 2: (LON + 0.01, LAT), 3: (LON, LAT + 0.01)}
        osm(path, nodes, [(9, [1, 2, 3, 1], {"landuse": "forest"})])
    else:
        shape = {"type": "Point", "coordinates": [LON, LAT]}
        feature = {"type": "Feature", "properties": {"place": "town", "name": "A"}}
        whole = {"type": "FeatureCollection", "features": [feature | {"geometry": shape}]}
        path.write_text(json.dumps(whole), encoding="utf-8")
    return path.read_bytes()


def survives(path: Path, content: bytes) -> bool:
    """Whether a source is read; else it is refused by name."""
    path.write_bytes(content)
    said = ""
    try:
        read_source(path)
    except TerrainImportError as fault:
        said = str(fault)
    assert not said or path.name in said
    return not said


@pytest.mark.parametrize("name", NAMES)
def test_what_is_damaged_here_was_sound(tmp_path: Path, name: str) -> None:
    assert name.endswith(".asc") or survives(tmp_path / name, sound(name, tmp_path))


@pytest.mark.parametrize("name", NAMES)
@few
@given(seed=st.integers(0, 10**6))
def test_a_damaged_source_is_refused_or_read(tmp_path: Path, name: str, seed: int) -> None:
    survives(tmp_path / name, damaged(sound(name, tmp_path), seed))


@pytest.mark.parametrize("name", [*NAMES, "a.hgt", "a.osm.pbf", "a.gpkg"])
@few
@given(content=st.binary(max_size=200))
def test_any_bytes_are_no_source(tmp_path: Path, name: str, content: bytes) -> None:
    survives(tmp_path / name, content)


@pytest.mark.parametrize("doctype", [
    '<!DOCTYPE osm [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>',
    '<!DOCTYPE osm [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
])  # fmt: skip
def test_no_entity_of_an_extract_is_expanded(tmp_path: Path, doctype: str) -> None:
    said = f'<?xml version="1.0"?>{doctype}<osm version="0.6"><node id="1" lat="50" lon="11">'
    said += '<tag k="place" v="town"/><tag k="name" v="&b;"/></node></osm>'
    assert not survives(tmp_path / "a.osm", said.encode())


def test_a_place_that_is_none_on_earth_is_told(tmp_path: Path) -> None:
    said = '<osm version="0.6"><node id="1" lat="50" lon="500"/></osm>'
    assert not survives(tmp_path / "a.osm", said.encode())


def test_an_archive_whose_tile_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "N50E011.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("N50E011.hgt", bytes(300_000_000))
    with pytest.raises(TerrainImportError, match=r"one \.hgt"):
        read_source(tmp_path / "N50E011.zip")


def test_a_tile_that_an_archive_names_elsewhere_is_not_unpacked_there(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with zipfile.ZipFile(tmp_path / "in/N50E011.zip", "w") as archive:
        archive.writestr("../N50E011.hgt", bytes(1201 * 1201 * 2))
    before = sorted(tmp_path.rglob("*"))
    survives(tmp_path / "in/N50E011.zip", (tmp_path / "in/N50E011.zip").read_bytes())
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("keys", "value"),
    [(["places"], [[1, 1, "castle", "x", 0]]), (["choice", "spur"], 1e99), (["parts"], [[1], []]),
     (["places"], [[10, 1, "village", "x", 0]]), (["places"], [[1, 8, "village", "x", 0]]),
     (["chains"], [["river", [0, 1]]]), (["chains"], [["stream", [10**15, 10**15 + 1]]]),
     (["frame", 0], -5), (["grid", 0], 10**9), (["findings"], [[None, "x", 3]]), (["credits"], [])],
)  # fmt: skip
def test_words_of_an_import_that_are_not_as_they_were_written_are_refused(
    tmp_path: Path, keys: list[str | int], value: object
) -> None:
    with np.load(io.BytesIO(as_file(ground(), DraftChoice()))) as found:
        planes = {name: found[name] for name in found.files}
    said = json.loads(bytes(planes["said"]))
    inner = said
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    planes["said"] = np.frombuffer(json.dumps(said).encode(), np.uint8)
    np.savez(tmp_path / "a.npz", **planes)
    with pytest.raises(TerrainImportError, match=f"{keys[0]}"):
        read_import(tmp_path / "a.npz")


@pytest.mark.parametrize(
    ("name", "plane"),
    [("waters.stream", 200), ("cover.woods", 1.5), ("cover.woods", np.nan), ("links.bogus", 1),
     ("relief.mean", np.inf)],
)  # fmt: skip
def test_planes_of_an_import_that_mean_nothing_are_refused(
    tmp_path: Path, name: str, plane: float
) -> None:
    with np.load(io.BytesIO(as_file(ground(), DraftChoice()))) as found:
        planes = {each: found[each] for each in found.files}
    kind = planes[name].dtype if name in planes else np.uint8
    np.savez(tmp_path / "a.npz", **planes | {name: np.full((8, 10), plane, kind)})
    with pytest.raises(TerrainImportError, match=name):
        read_import(tmp_path / "a.npz")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_damaged_inside_is_refused_however_it_is_packed(
    tmp_path: Path, method: int
) -> None:
    sound = io.BytesIO()
    with zipfile.ZipFile(sound, "w", method) as made:
        made.writestr("said.npy", bytes(range(256)) * 8)
    raw = bytearray(sound.getvalue())
    for at in range(30, len(raw), 7):
        (tmp_path / "a.zip").write_bytes(raw[:at] + bytes([raw[at] ^ 0x55]) + raw[at + 1 :])
        with pytest.raises(TerrainImportError):
            read_import(tmp_path / "a.zip")
        try:
            Archive(tmp_path / "a.zip").read("said.npy")
        except InvalidFileError as refused:
            assert refused.problems[0].code == "archive-broken"  # noqa: PT017 some are not


@pytest.mark.parametrize("shape", ["(99999999999, 99999999)", "(2, 2)", "(-1,)"])
def test_what_was_kept_of_an_import_is_not_trusted(tmp_path: Path, shape: str) -> None:
    np.savez(tmp_path / "sound.npz", said=np.zeros(4, np.uint8))
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (117 - len(head)) + b"\n"
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("said.npy", b"\x93NUMPY\x01\x00\x76\x00" + head + bytes(64))
    with pytest.raises(TerrainImportError):
        read_import(tmp_path / "a.npz")
