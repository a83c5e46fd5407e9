"""Pictures with hexes on them: their grids are found, and they lie under maps as they should."""

from __future__ import annotations

import base64
import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.interchange.grid_detection import find_grid
from engine.interchange.import_result import ImportResult
from engine.interchange.picture_import import GridHint, read, read_scene
from engine.interchange.universal_vtt import read as read_universal
from engine.interchange.virtual_tabletops import VirtualTabletop, frame_of, universal_scene
from engine.map.map import Map
from engine.problems import InvalidFileError

SEED = 7
MIDDLE = (150, 130)


def drawn(
    width: float, orientation: Orientation, tilt: float = 0.0, size: tuple[int, int] = (420, 360)
) -> bytes:
    """A picture like a scan: patches, noise, hexes in thin lines with one about `MIDDLE`."""
    chance = np.random.default_rng(SEED)
    whole = Image.new("RGB", (size[0] + 400, size[1] + 400), (205, 196, 150))
    pen = ImageDraw.Draw(whole)
    for x, y, radius, *tint in chance.integers(10, 240, (40, 6)).tolist():
        at = 3 * x, 3 * y
        pen.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), tuple(tint))
    grid = Grid(36, 36, orientation)
    for hex_ in grid:
        pen.polygon(grid.outline(hex_, width), outline=(60, 55, 50))
    column = 2 * round(350 / width / 2)
    x, y = grid.centre(grid.hex(column, column), width)
    turned = whole.rotate(-tilt, center=(x, y), resample=Image.Resampling.BICUBIC)
    left, top = round(x) - MIDDLE[0], round(y) - MIDDLE[1]
    cut = np.asarray(turned.crop((left, top, left + size[0], top + size[1])), float)
    noisy = (cut + chance.normal(0, 6, cut.shape)).clip(0, 255).astype(np.uint8)
    out = io.BytesIO()
    Image.fromarray(noisy).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("width", "orientation", "tilt"),
    [(30.0, Orientation.FLAT, 0.0), (41.3, Orientation.POINTY, 0.0),
     (36.0, Orientation.FLAT, -3.0), (33.0, Orientation.POINTY, 5.0)],
)  # fmt: skip
def test_size_offset_and_tilt_are_found(
    width: float, orientation: Orientation, tilt: float
) -> None:
    found = find_grid(drawn(width, orientation, tilt))
    assert found is not None, f"seed {SEED}"
    assert found.width == pytest.approx(width, rel=0.005)
    assert found.is_pointy == (orientation is Orientation.POINTY)
    assert found.tilt == pytest.approx(tilt, abs=0.3)
    turn = math.radians(found.tilt + (0 if found.is_pointy else 30))
    ways = np.array([[math.cos(turn), math.cos(turn + math.pi / 3)],
                     [math.sin(turn), math.sin(turn + math.pi / 3)]]) * found.width  # fmt: skip
    steps = np.linalg.solve(ways, np.subtract(MIDDLE, found.middle))
    assert np.hypot(*(ways @ (steps - np.rint(steps)))) < 0.08 * width


def some(paint: str) -> bytes:
    picture = Image.new("L", (300, 300), 200)
    if paint == "squares":
        pen = ImageDraw.Draw(picture)
        for at in range(0, 300, 30):
            pen.line((at, 0, at, 300), fill=0)
            pen.line((0, at, 300, at), fill=0)
    if paint == "bricks":
        pen = ImageDraw.Draw(picture)
        for row, at in enumerate(range(0, 300, 30)):
            for left in range(-15 * (row % 2), 300, 30):
                pen.rectangle((left, at, left + 30, at + 30), outline=0)
    if paint == "noise":
        chance = np.random.default_rng(SEED)
        picture = Image.fromarray(chance.integers(0, 255, (300, 300)).astype(np.uint8))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("paint", ["nothing", "squares", "bricks", "noise"])
def test_no_grid_is_found_where_none_is(tmp_path: Path, paint: str) -> None:
    (tmp_path / "a.png").write_bytes(some(paint))
    with pytest.raises(InvalidFileError) as failed:
        read(tmp_path / "a.png")
    (problem,) = failed.value.problems
    assert problem.code == "picture-no-grid"
    assert "--hex-px" in (problem.hint("en") or "")


def lies_right(found: ImportResult, width: float, tilt: float) -> None:
    """Whether a hex has its middle where the picture shows it."""
    assert found.picture is not None
    a, b, c, d, e, f = found.picture.placed
    x, y = MIDDLE
    page = a * x + c * y + e, b * x + d * y + f
    grid = found.map.grid
    assert math.dist(grid.centre(grid.hex_at(*page)), page) < 0.08
    assert math.hypot(a, b) == pytest.approx(1 / width, rel=0.01)
    assert math.degrees(math.atan2(b, a)) == pytest.approx(-tilt, abs=0.4)


def test_a_tilted_scan_becomes_a_map_with_the_picture_turned_under_it(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(drawn(36.0, Orientation.FLAT, 4.0))
    found = read(tmp_path / "a.png")
    lies_right(found, 36.0, 4.0)
    assert "36.0" in found.notes[0]
    assert "no-data" in found.map.grounds


def test_what_the_user_says_counts_before_what_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(some("nothing"))
    hint = GridHint(30.0, (150.0, 130.0), Orientation.POINTY, 2.0)
    lies_right(read(tmp_path / "a.png", hint), 30.0, 2.0)


def test_numbers_that_make_no_grid_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(some("nothing"))
    for hint in (GridHint(0.5, (1.0, 1.0), Orientation.FLAT),
                 GridHint(30.0, (math.nan, 1.0), Orientation.FLAT),
                 GridHint(30.0, (1.0, 1.0), Orientation.FLAT, 90.0)):  # fmt: skip
        with pytest.raises(InvalidFileError) as failed:
            read(tmp_path / "a.png", hint)
        assert failed.value.problems[0].code == "picture-numbers"


@pytest.mark.parametrize("content", [b"", b"no picture", drawn(30, Orientation.FLAT)[:3000]])
def test_what_is_no_whole_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(InvalidFileError) as failed:
        read(tmp_path / "a.png")
    assert failed.value.problems[0].code in ("picture-none", "picture-broken")


# --- Universal VTT and Foundry --------------------------------------------------------------------


def a_universal(**more: Any) -> bytes:
    image = base64.b64encode(drawn(36.0, Orientation.FLAT)).decode()
    # Along the upper side of the hex about MIDDLE: 36 pixels across its flats.
    half = 36 / 3**0.5 / 2
    wall = [{"x": (MIDDLE[0] + x) / 36, "y": (MIDDLE[1] - 18) / 36} for x in (-half, half)]
    said = {"format": 0.3, "resolution": {"pixels_per_grid": 36}, "line_of_sight": [wall],
            "portals": [{}], "lights": [], "image": image}  # fmt: skip
    return json.dumps(said | more).encode()


def test_a_universal_file_gives_its_picture_and_its_walls(tmp_path: Path) -> None:
    (tmp_path / "a.uvtt").write_bytes(a_universal())
    found = read_universal(tmp_path / "a.uvtt")
    lies_right(found, 36.0, 0.0)
    assert int(np.bitwise_count(found.map.sides["wall"]).sum()) == 2
    assert [(loss.code, loss.what) for loss in found.losses] == [("uvtt-left", "portals")]


CUT = {"pixels_per_grid": 36, "map_origin": {"x": 10, "y": 20},
       "map_size": {"x": 420 / 36, "y": 360 / 36}}  # fmt: skip


def moved(lines: list[Any], right: float, down: float) -> list[Any]:
    return [[{"x": each["x"] + right, "y": each["y"] + down} for each in line] for line in lines]


def test_walls_are_counted_from_the_corner_of_the_map(tmp_path: Path) -> None:
    walls = json.loads(a_universal())["line_of_sight"]
    cut = a_universal(resolution=CUT, line_of_sight=moved(walls, 10, 20), portals=[])
    (tmp_path / "a.uvtt").write_bytes(cut)
    found = read_universal(tmp_path / "a.uvtt")
    assert int(np.bitwise_count(found.map.sides["wall"]).sum()) == 2
    assert found.losses == []


def test_walls_outside_the_picture_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.uvtt").write_bytes(a_universal(resolution=CUT, portals=[]))
    found = read_universal(tmp_path / "a.uvtt")
    assert not found.map.sides
    assert [(loss.code, loss.what) for loss in found.losses] == [("uvtt-outside", "line_of_sight")]


def test_a_picture_of_another_size_has_its_walls_scaled(tmp_path: Path) -> None:
    walls = json.loads(a_universal())["line_of_sight"]
    twice = {"pixels_per_grid": 72, "map_size": CUT["map_size"]}
    (tmp_path / "a.uvtt").write_bytes(
        a_universal(resolution=twice, objects_line_of_sight=walls, line_of_sight=[], portals=[])
    )
    found = read_universal(tmp_path / "a.uvtt")
    assert int(np.bitwise_count(found.map.sides["wall"]).sum()) == 2
    assert [loss.code for loss in found.losses] == ["uvtt-size"]


def test_a_picture_as_a_data_uri_is_read(tmp_path: Path) -> None:
    image = json.loads(a_universal())["image"]
    (tmp_path / "a.uvtt").write_bytes(a_universal(image=f"data:image/png;base64,{image}"))
    lies_right(read_universal(tmp_path / "a.uvtt"), 36.0, 0.0)


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("parity", list(OffsetParity))
@pytest.mark.parametrize("size", [(1, 1), (2, 3), (9, 7)])
def test_a_file_of_ours_has_the_hexes_it_was_written_of(
    tmp_path: Path, orientation: Orientation, parity: OffsetParity, size: tuple[int, int]
) -> None:
    map_ = Map.blank(Grid(*size, orientation, parity))
    wide, high = (math.ceil(side) * 40 for side in map_.grid.size())
    picture = io.BytesIO()
    Image.new("RGB", (wide, high)).save(picture, "PNG")
    frame = frame_of(map_, VirtualTabletop.UNIVERSAL, 40)
    said = universal_scene(map_, frame, picture.getvalue())
    (tmp_path / "a.uvtt").write_text(said, encoding="utf-8")
    found = read_universal(tmp_path / "a.uvtt")
    grid, was = found.map.grid, map_.grid
    assert (grid.columns, grid.rows, grid.orientation) == (was.columns, was.rows, was.orientation)
    assert grid.shift(0) == was.shift(0) or len(grid) == 1
    assert found.map.grounds == ("open",)
    assert found.picture is not None
    a, _, _, d, e, f = found.picture.placed
    x, y = (40 * side for side in was.centre(was.hex(0, 0)))
    assert (a * x + e, d * y + f) == pytest.approx(grid.centre(grid.hex(0, 0)), abs=1e-3)


def a_scene(**more: Any) -> bytes:
    said = {
        "name": "Mill",
        "width": 300,
        "height": 300,
        "background": {"src": "worlds/x/a.png"},
        "grid": {"type": 4, "size": 30},
        "walls": [{"c": [8, 15, 26, 15]}],
        "tokens": [{}],
    }
    return json.dumps(said | more).encode()  # fmt: skip


def test_a_scene_gives_its_grid_its_walls_and_the_picture_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(some("nothing"))
    (tmp_path / "a.json").write_bytes(a_scene())
    found = read_scene(tmp_path / "a.json")
    grid = found.map.grid
    assert (grid.orientation, found.map.title) == (Orientation.FLAT, "Mill")
    assert found.picture is not None
    a, _, _, d, e, f = found.picture.placed
    across = 30 / 3**0.5
    assert math.dist((a * across + e, f), grid.centre(grid.hex(0, 0))) < 0.01
    assert found.map.has_side("wall", grid.hex(0, 0), grid.orientation.directions.index("S"))
    assert d == pytest.approx(1 / 30)
    assert [(loss.code, loss.what) for loss in found.losses] == [("uvtt-left", "tokens")]


def test_walls_of_a_scene_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(some("nothing"))
    walls = [{"c": [8, 15, 26, 15]}, 1, {"c": "here"}, {"c": [1, 2, 3, "x"]}, {}]
    (tmp_path / "a.json").write_bytes(a_scene(walls=walls, tokens=[]))
    found = read_scene(tmp_path / "a.json")
    assert int(np.bitwise_count(found.map.sides["wall"]).sum()) == 2
    assert [(loss.what, loss.count) for loss in found.losses] == [("walls", 4)]


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"[]", "uvtt-no-image"), (b"{", "broken-json"), (b'{"image": "%%"}', "tiled-base64"),
     (b'{"image": "aaaa"}', "picture-none")],
)  # fmt: skip
def test_a_universal_file_that_is_none_is_refused(
    tmp_path: Path, content: bytes, code: str
) -> None:
    (tmp_path / "a.uvtt").write_bytes(content)
    with pytest.raises(InvalidFileError) as failed:
        read_universal(tmp_path / "a.uvtt")
    assert failed.value.problems[0].code == code


@pytest.mark.parametrize(
    ("content", "code"),
    [(a_scene(grid={"type": 1, "size": 30}), "foundry-grid"),
     (a_scene(grid={"type": [4], "size": 30}), "foundry-grid"),
     (a_scene(grid={"type": 4, "size": 1e300}), "foundry-grid"),
     (a_scene(background={"src": "../secret.png"}), "foundry-no-picture"),
     (a_scene(background={"src": "a" * 300}), "foundry-no-picture"),
     (a_scene(background={"src": "a\0b"}), "foundry-no-picture"),
     (a_scene(background={"src": ".."}), "foundry-no-picture"), (b"[]", "foundry-grid")],
)  # fmt: skip
def test_a_scene_that_is_none_or_leaves_its_folder_is_refused(
    tmp_path: Path, content: bytes, code: str
) -> None:
    (tmp_path / "secret.png").write_bytes(some("nothing"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_bytes(content)
    with pytest.raises(InvalidFileError) as failed:
        read_scene(tmp_path / "in" / "a.json")
    assert failed.value.problems[0].code == code
