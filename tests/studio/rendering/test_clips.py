"""What bounds a drawing bounds all that is drawn in it: no clip takes another's place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from engine.files import map_reader
from engine.files.map_style_files import shipped_styles, style_shipped
from studio.printing.map_tiling import MapTiling, PrintSettings
from studio.printing.page_preview import page_picture
from studio.printing.paper_geometry import PAPERS
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import clip_to
from tests.studio.rendering.comparing import pixels

ROOT = Path(__file__).parents[3]
SETTERS = ("setClipPath", "setClipRect", "setClipRegion")
# It joins the two itself, where Qt cannot.
EXCEPT = "studio/rendering/painting.py"
DOTS = 3  # pixels a millimetre


def test_every_clip_keeps_to_the_one_before_it() -> None:
    assert [place for place in replacing() if not place.startswith(EXCEPT)] == []


def replacing() -> Iterator[str]:
    """The places where a clip replaces another."""
    for path in sorted((ROOT / "studio").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            said = ast.unparse(node)
            if node.func.attr in SETTERS and "IntersectClip" not in said:
                yield f"{path.relative_to(ROOT).as_posix()}:{node.lineno}: {said}"


def test_a_clip_ends_with_what_is_painted_in_it() -> None:
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter, disc = QPainter(image), QPainterPath()
    disc.addEllipse(QRectF(10, 10, 40, 40))
    with clip_to(painter, QRectF(0, 0, 60, 30)):
        with clip_to(painter, disc):
            painter.fillRect(0, 0, 60, 60, QColor("red"))
        painter.fillRect(0, 0, 5, 60, QColor("blue"))
    painter.fillRect(55, 0, 5, 60, QColor("green"))
    painter.end()
    at = {(x, y): QColor(image.pixel(x, y)).name() for x, y in ((30, 20), (30, 40), (12, 12))}
    assert at == {(30, 20): "#ff0000", (30, 40): "#ffffff", (12, 12): "#ffffff"}
    assert [QColor(image.pixel(2, y)).name() for y in (20, 40)] == ["#0000ff", "#ffffff"]
    assert QColor(image.pixel(57, 40)).name() == "#008000"


@pytest.mark.parametrize("style", shipped_styles())
def test_nothing_of_a_map_is_printed_on_the_margins_of_its_pages(style: str) -> None:
    map_ = map_reader.load(ROOT / "samples" / "tank" / "maps" / "crossroads.map.yaml")
    settings = PrintSettings(PAPERS["A4"].turned(), hex_mm=26.0, marks=False)
    print_ = MapTiling(map_, RenderOptions(style=style_shipped(style)), settings)
    margin = round(DOTS * settings.margin) - 1  # a pixel for the smooth edge
    size = QSize(round(DOTS * print_.paper.width), round(DOTS * print_.paper.height))
    inked = []
    for leaf in print_.printed_pages:
        dark = pixels(page_picture(print_, leaf, size)).min(axis=2) < 250
        inside = np.zeros_like(dark)
        inside[margin:-margin, margin:-margin] = True
        assert dark[inside].any()
        if dark[~inside].any():
            inked.append(leaf.says)
    assert len(print_.printed_pages) > 4
    assert inked == []
