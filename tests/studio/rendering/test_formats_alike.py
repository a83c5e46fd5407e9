"""Every sample looks alike as a PNG, an SVG and a PDF, in every style.

SVG is drawn by resvg, which knows all that is still in SVG 1.1 and nothing of Qt; Qt's own reader
knows less than browsers do. PDFium makes every line at least a pixel wide: pages are drawn larger.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import resvg_py
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from pypdfium2 import PdfDocument
from PySide6.QtCore import QRectF

from engine.files import map_reader, scenario_reader, tabletop_map_reader
from engine.files.map_style_files import shipped_styles, style_shipped
from engine.map.map import Map
from studio.rendering.file_formats import PX_AN_INCH, PictureFormat
from studio.rendering.map.deployment import build_deployment
from studio.rendering.map.map_pictures import RenderedFile, render_map, render_part
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_sheet import TabletopSheet, render_tabletop
from tests.assertions import require_type

SAMPLES = Path(__file__).parents[3] / "samples"
MAPS = sorted(SAMPLES.rglob("*.map.yaml"))
LARGEST, WIDEST = 24.0, 400  # page units a hex and a map
LARGER = 3  # than needed are pages drawn
SPREAD = 2  # pixels: edges are smoothed differently
# Of 255: how far pictures differ on average, and how much of them by more than could pass unseen.
MEAN, APART, MAX_APART = 3.5, 40, 0.001


@pytest.mark.long
@pytest.mark.parametrize("style", shipped_styles())
def test_maps_look_alike_in_every_format(style: str) -> None:
    wrong = []
    for path in MAPS:
        map_ = map_reader.load(path)
        look = RenderOptions(hex_px(map_), language="en", style=style_shipped(style))
        pictures = {format_: render_map(map_, look, format_) for format_ in PictureFormat}
        wrong += [f"{path.name}: {each}" for each in unlike(pictures)]
    assert not wrong


def test_deployed_units_look_alike_in_every_format() -> None:
    wrong = []
    for name in ("tank/scenarios/crossroads", "valor/scenarios/mill-ford"):
        scenario = scenario_reader.load(SAMPLES / f"{name}.scenario.yaml")
        look, there = RenderOptions(hex_px(scenario.map), zones=True), build_deployment(scenario)
        pictures = {
            format_: render_map(scenario.map, look, format_, None, there)
            for format_ in PictureFormat
        }
        wrong += [f"{name}: {each}" for each in unlike(pictures)]
    assert not wrong


def test_parts_of_a_map_look_alike_in_every_format() -> None:
    map_ = map_reader.load(SAMPLES / "tank/maps/crossroads.map.yaml")
    look = RenderOptions(LARGEST, style=style_shipped("staff-map"))
    part = QRectF(3.3, 2.7, 8.0, 6.0)
    assert not list(unlike({each: render_part(map_, look, part, each) for each in PictureFormat}))


def test_tables_look_alike_in_every_format() -> None:
    wrong = []
    for path in sorted(SAMPLES.rglob("*.table.yaml")):
        sheet = TabletopSheet(tabletop_map_reader.load(path), TabletopRenderOptions(), 4.0)
        pictures = {format_: render_tabletop(sheet, format_) for format_ in PictureFormat}
        wrong += [f"{path.name}: {each}" for each in unlike(pictures)]
    assert not wrong


def hex_px(map_: Map) -> float:
    return min(LARGEST, WIDEST / map_.grid.columns)


# --- pictures compared ----------------------------------------------------------------------------


def unlike(pictures: dict[PictureFormat, RenderedFile]) -> Iterator[str]:
    """The formats in which a picture is not what it is as a PNG, and how much."""
    wanted = seen(pictures[PictureFormat.PNG])
    for format_ in (PictureFormat.SVG, PictureFormat.PDF):
        apart = np.abs(seen(pictures[format_]) - wanted).max(axis=2)
        mean, share = float(apart.mean()), float((apart > APART).mean())
        if mean > MEAN or share > MAX_APART:
            yield f"{format_} mean {mean:.2f}, {share:.3%} differ"


def seen(picture: RenderedFile) -> NDArray[np.int16]:
    """A picture as its readers show it, a little out of focus, [row, column, 3]."""
    drawn = _drawn(picture).convert("RGB")
    whole = Image.new("RGB", (picture.width, picture.height), "white")
    whole.paste(drawn)
    return np.asarray(whole.filter(ImageFilter.BoxBlur(SPREAD)), np.int16)


def _drawn(picture: RenderedFile) -> Image.Image:
    if picture.format is PictureFormat.PNG:
        return Image.open(BytesIO(picture.content))
    if picture.format is PictureFormat.SVG:
        source = picture.content.decode()
        png = resvg_py.svg_to_bytes(svg_string=source, dpi=PX_AN_INCH)
        return Image.open(BytesIO(bytes(png)))
    page = PdfDocument(picture.content)[0].render(scale=LARGER * PX_AN_INCH / 72)
    return require_type(page.to_pil().reduce(LARGER), Image.Image)
