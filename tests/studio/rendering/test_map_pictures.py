from __future__ import annotations

import os
import re
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from engine.files.map_reader import load
from engine.files.source_text import ROOT
from engine.hexes.grid import Grid, Orientation
from engine.interchange.grid_detection import find_grid
from engine.map.map import Map
from studio.rendering.file_formats import PictureFormat, hex_width_px
from studio.rendering.map.legend import legend_levels
from studio.rendering.map.map_pictures import PictureTooLarge, RenderedFile, render_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.reading import page_boxes, pages, text_of
from tests.studio.rendering.comparing import pixels
from tests.studio.rendering.conftest import Painted
from tests.studio.rendering.demo_country import demo_map

# The part of the reference pictures that is kept: a few kilobytes each.
CUT = (80, 65, 90, 90)
REFERENCE = Path(__file__).parent / "reference"
BARE = RenderOptions(20, labels=False, legend=False)


def svg(look: RenderOptions) -> str:
    return render_map(demo_map(), look, PictureFormat.SVG).content.decode()


def words_of(source: str) -> set[str]:
    root = xml.fromstring(source)
    return {(node.text or "").strip() for node in root.iter("{http://www.w3.org/2000/svg}text")}


def page_mm(pdf: bytes) -> tuple[float, float]:
    (size,) = page_boxes(pdf)
    return size


# --- PNG -----------------------------------------------------------------------------------------


def test_a_bare_picture_is_as_large_as_its_map_and_margin() -> None:
    map_ = Map.blank(Grid(10, 8))
    picture = render_map(map_, RenderOptions(40, legend=False), PictureFormat.PNG)
    image = QImage.fromData(picture.content)
    wide, high = map_.grid.size(40)
    assert (image.width(), image.height()) == (picture.width, picture.height)
    assert 0 <= picture.width - wide < 7
    assert 0 <= picture.height - high < 7


def test_the_legend_makes_room_for_itself_below_the_map() -> None:
    with_legend, without = (
        render_map(demo_map(), RenderOptions(24, legend=legend), PictureFormat.PNG)
        for legend in (True, False)
    )
    assert with_legend.height > without.height + 100


def test_credits_are_printed_without_a_legend_too() -> None:
    look = RenderOptions(24, legend=False)
    assert "© The cartographer, 2024" in words_of(svg(look))


@pytest.mark.parametrize("format_", [PictureFormat.PNG, PictureFormat.SVG])
def test_the_same_map_gives_the_same_bytes(format_: PictureFormat) -> None:
    first, second = (render_map(demo_map(), RenderOptions(16), format_).content for _ in range(2))
    assert first == second


def test_a_map_of_one_hex_has_a_sheet() -> None:
    picture = render_map(Map.blank(Grid(1, 1)), RenderOptions(8), PictureFormat.PNG)
    assert picture.width >= 220


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("width", [5, 12])
def test_the_country_looks_as_it_did(
    painted: Painted, orientation: Orientation, width: int
) -> None:
    """Small reference pictures; SANDTABLE_NEW_PICTURES=1 draws them anew."""
    image = painted(demo_map(orientation), RenderOptions(width, labels=False)).copy(*CUT)
    file = REFERENCE / f"country-{orientation}-{width}.png"
    if os.environ.get("SANDTABLE_NEW_PICTURES"):
        file.parent.mkdir(exist_ok=True)
        image.convertToFormat(QImage.Format.Format_RGB32).save(str(file))
    wanted = QImage(str(file))
    assert image.size() == wanted.size()
    apart = np.abs(pixels(image) - pixels(wanted)).max(axis=2)
    assert apart.mean() < 2.5
    assert (apart > 60).mean() < 0.01


# --- too large -----------------------------------------------------------------------------------


def test_a_picture_too_large_says_which_hex_size_fits() -> None:
    map_ = Map.blank(Grid(1000, 1000))
    with pytest.raises(PictureTooLarge) as caught:
        render_map(map_, RenderOptions(40, language="en"), PictureFormat.PNG)
    fits = re.search(r"--hex-px (\d+(?:\.\d+)?)", str(caught.value))
    assert fits
    assert 10 < float(fits[1]) < 16.4
    assert "40" in str(caught.value)


def test_the_hex_size_that_is_said_to_fit_does() -> None:
    map_ = Map.blank(Grid(40, 2))
    with pytest.raises(PictureTooLarge) as caught:
        render_map(map_, RenderOptions(1000), PictureFormat.PNG)
    fits = float(str(caught.value).rpartition("--hex-px ")[2].split()[0])
    assert render_map(map_, RenderOptions(fits), PictureFormat.PNG).width <= 16_384


def test_a_map_too_large_at_any_size_says_so() -> None:
    with pytest.raises(PictureTooLarge, match="even at 1"):
        render_map(Map.blank(Grid(17_000, 1)), RenderOptions(4, language="en"), PictureFormat.PNG)


def test_a_page_too_large_for_pdf_is_refused_in_millimetres() -> None:
    with pytest.raises(PictureTooLarge, match="--hex-mm"):
        render_map(Map.blank(Grid(100, 2)), RenderOptions(hex_width_px(100)), PictureFormat.PDF)


# --- SVG -----------------------------------------------------------------------------------------


def test_an_svg_holds_labels_names_legend_and_title_as_text() -> None:
    source = svg(RenderOptions(32, language="en"))
    words = words_of(source)
    assert {"0101", "2418", "Neudorf", "Mill Lake", "Woods", "Railway", "5 hexes", "250 m"} <= words
    assert "<title>The Weir at Neudorf</title>" in source


def test_an_svg_in_chinese_speaks_chinese() -> None:
    words = words_of(svg(RenderOptions(32, language="zh")))
    assert {"诺伊多夫", "丛林地", "诺伊多夫水堰", "北"} <= words
    assert "Woods" not in words


def test_an_svg_without_labels_has_neither_labels_nor_names() -> None:
    words = words_of(svg(RenderOptions(32, labels=False, legend=False)))
    assert words <= {"", "© The cartographer, 2024"}


def test_the_legend_names_only_what_is_on_the_map() -> None:
    words = words_of(svg(RenderOptions(32, language="en")))
    assert "Marsh" in words
    assert not {"Desert", "Open ground", "Canal", "Fence"} & words


@pytest.mark.parametrize(
    ("low", "high", "step"), [(0, 8, 1), (3, 14, 2), (-7, 30, 5), (0, 900, 200)]
)
def test_the_levels_of_the_legend_have_even_steps(low: int, high: int, step: int) -> None:
    map_ = Map.blank(Grid(high - low + 1, 1))
    map_.level[0] = np.arange(low, high + 1)
    shown = legend_levels(MapView(map_, RenderOptions(20)))
    assert set(np.diff(shown)) == {step}
    assert 2 <= len(shown) <= 9
    assert all(level % step == 0 for level in shown)


def test_names_whose_letters_stand_apart_are_found_in_svg_and_pdf() -> None:
    map_ = load(ROOT / "samples" / "tank" / "maps" / "crossroads.map.yaml")
    names = {"Mill Hill", "Heron Lake", "Willow Brook"}
    source = render_map(map_, RenderOptions(30, language="en"), PictureFormat.SVG).content.decode()
    assert names <= words_of(source)
    (page,) = pages(render_map(map_, RenderOptions(30, language="en"), PictureFormat.PDF).content)
    words = " ".join(text_of(page).split())
    assert [name for name in names if name not in words] == []


def test_every_path_of_an_svg_has_a_point() -> None:
    assert 'd=""' not in svg(RenderOptions(32))


# --- PDF -----------------------------------------------------------------------------------------


def pdf(look: RenderOptions) -> RenderedFile:
    return render_map(demo_map(), look, PictureFormat.PDF)


def test_a_pdf_page_is_to_scale() -> None:
    look = RenderOptions(hex_width_px(16), legend=False, labels=False)
    map_ = demo_map()
    map_.credits = ""
    wide, high = page_mm(render_map(map_, look, PictureFormat.PDF).content)
    across, down = map_.grid.size(16)
    assert across <= wide < across + 3
    assert down <= high < down + 3


def test_a_pdf_page_without_a_wish_is_the_picture_at_96_dots_an_inch() -> None:
    made = pdf(RenderOptions(24))
    wide, high = page_mm(made.content)
    assert wide == pytest.approx(made.width / 96 * 25.4, abs=0.4)
    assert high == pytest.approx(made.height / 96 * 25.4, abs=0.4)


def test_a_pdf_brings_its_fonts() -> None:
    assert b"/FontFile" in pdf(RenderOptions(24)).content


def test_a_pdf_is_drawn_in_lines_and_not_as_a_picture() -> None:
    assert b"/Subtype /Image" not in pdf(RenderOptions(24)).content


def test_the_same_map_gives_the_same_pdf_whenever_it_is_written() -> None:
    content = pdf(RenderOptions(24)).content
    assert content == pdf(RenderOptions(24)).content
    assert b"Date" not in content


@pytest.mark.parametrize("width", [32, 48, 64])
def test_the_grid_of_a_picture_of_ours_is_found_on_it(width: int) -> None:
    """Where labels stand in rows, the picture repeats better along them than to either side."""
    map_ = load(ROOT / "samples" / "tide" / "maps" / "two-lanes.map.yaml")
    found = find_grid(render_map(map_, RenderOptions(width), PictureFormat.PNG).content)
    assert found is not None
    assert found.width == pytest.approx(width, rel=0.005)
    assert found.is_pointy
    assert found.tilt == pytest.approx(0, abs=0.1)
