"""Ground by the colours of a picture, and the board without margins, title and legend."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.hexes.grid import Grid, Orientation
from engine.interchange.picture_ground import GroundSamples, parse_samples, typical_colours
from engine.interchange.picture_import import GridHint, read
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue

WIDTH, LEFT, TOP = 34.0, 150, 120
SHEET = Grid(16, 13, Orientation.FLAT)
COLOURS = {"open": (232, 226, 190), "woods": (88, 138, 60), "lake": (140, 194, 224)}


def kind_at(column: int, row: int) -> str:
    return "lake" if column < 3 else "woods" if row < 5 else "open"


def page(line: tuple[int, int, int] = (70, 66, 60)) -> bytes:
    """A board with a title above and a legend at its right, in noise like that of a scan."""
    image = Image.new("RGB", (900, 720), (244, 240, 226))
    pen = ImageDraw.Draw(image)
    for hex_ in SHEET:
        corners = [(x + LEFT, y + TOP) for x, y in SHEET.outline(hex_, WIDTH)]
        pen.polygon(corners, fill=COLOURS[kind_at(*SHEET.column_row(hex_))], outline=line)
    for row in range(5):
        pen.text((160, 10 + 18 * row), "The Battle of the Long Title on a Summer Day", (20, 20, 20))
    for row in range(20):
        pen.text((690, 130 + 22 * row), f"Legend entry {row}: +2 MP", (20, 20, 20))
    chance = np.random.default_rng(3)
    noisy = np.asarray(image, float) + chance.normal(0, 4, (720, 900, 3))
    out = io.BytesIO()
    Image.fromarray(noisy.clip(0, 255).astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


def expected(map_: Map, placed: tuple[float, ...]) -> dict[tuple[int, int], str]:
    """Return the terrain that the sheet shows at each hex of the map."""
    a, _, _, d, e, f = placed
    found = {}
    for hex_ in SHEET:
        x, y = SHEET.centre(hex_, WIDTH)
        there = map_.grid.hex_at(a * (x + LEFT) + e, d * (y + TOP) + f)
        found[map_.grid.column_row(there)] = kind_at(*SHEET.column_row(hex_))
    return found


@pytest.mark.parametrize("line", [(70, 66, 60), (255, 255, 255)], ids=["dark", "light"])
@pytest.mark.parametrize("ground", [None, GroundSamples()])
def test_a_board_is_what_its_lines_cover(
    tmp_path: Path, line: tuple[int, int, int], ground: GroundSamples | None
) -> None:
    (tmp_path / "a.png").write_bytes(page(line))
    found = read(tmp_path / "a.png", GridHint(ground=ground))
    assert found.picture is not None
    sheet = expected(found.map, found.picture.placed)
    grid = found.map.grid
    board = {grid.column_row(hex_) for hex_ in grid if found.map.ground_at(hex_) != "no-data"}
    assert len(board ^ sheet.keys()) <= 0.06 * len(sheet)
    if ground is not None:
        right = [found.map.ground_at(grid.hex(*at)) == kind for at, kind in sheet.items()]
        assert np.mean(right) > 0.94


def test_samples_of_the_user_say_what_a_colour_is(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(page())
    places = {}
    for column, row, kind in ((1, 6, "river"), (8, 2, "jungle"), (8, 9, "desert")):
        x, y = SHEET.centre(SHEET.hex(column, row), WIDTH)
        places[kind] = f"{x + LEFT:.0f},{y + TOP:.0f}={kind}"
    found = read(tmp_path / "a.png", GridHint(ground=parse_samples(" ".join(places.values()))))
    assert found.picture is not None
    turned = {"lake": "river", "woods": "jungle", "open": "desert"}
    right = [
        found.map.ground_at(found.map.grid.hex(*at)) == turned[kind]
        for at, kind in expected(found.map, found.picture.placed).items()
    ]
    assert np.mean(right) > 0.94


@pytest.mark.parametrize("words", ["", "auto"])
def test_typical_colours_are_the_samples_of_who_names_none(words: str) -> None:
    assert parse_samples(words) == GroundSamples()


@pytest.mark.parametrize(
    "words", ["120,340", "a,b=woods", "1,2=road", "1,2=nothing", "auto 1,2=woods"]
)
def test_a_sample_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_samples(words)


def test_typical_colours_are_those_of_grounds() -> None:
    grounds = {kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)}
    assert typical_colours().keys() <= grounds
