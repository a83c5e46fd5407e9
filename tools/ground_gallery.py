"""Six pieces of ground at three scales each, and both pages in the window, as the docs show them.

python -m tools.ground_gallery HEIGHTS EXTRACT     four cuts of these files, and two made pieces

The files are an elevation raster and an OpenStreetMap extract north of Bayreuth;
docs/real-ground.md says where such data come from.
"""

from __future__ import annotations

import io
import json
import math
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from PySide6.QtTest import QTest

from engine.files import map_style_files
from engine.files.source_text import ROOT
from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.map_frame import SheetSpec
from engine.terrain_import.survey import LoadedSources, Sources, load, survey_frame
from studio import app
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer
from studio.workspaces.map.terrain_import.import_setup import TerrainImportSetup
from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard

PICTURES = ROOT / "docs" / "pictures"
WIDE, HIGH = 330, 300  # pixels of one map
KILOMETRES = 2.4, 2.0
SCALES = (50, 100, 200)  # metres a hex
FAR_SCALES = (200, 500, 1000)
CUTS = {
    "harsdorf": (11.567, 50.029), "waldau": (11.523, 50.034), "neudrossenfeld": (11.501, 50.016),
    "altenplos": (11.507, 49.984),
}  # fmt: skip
PAGE, STILL = (1120, 630), 12_000  # pixels; milliseconds until all is painted
CUT = *CUTS["harsdorf"], 60, 50
SPOT = 11.5, 50.0  # of the made pieces
COLOURS = 220


def main(files: Sequence[str]) -> None:
    """Draw all six."""
    app.start_qt_application()
    ready = load(Sources.of([Path(file) for file in files]))
    for name, spot in CUTS.items():
        _show(PICTURES / f"gallery-{name}.png", ready, spot, KILOMETRES, SCALES)
    show_made(PICTURES)
    _show_pages([Path(file) for file in files])


def show_made(pictures: Path) -> None:
    """Draw the two made pieces, which need no files, into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        for name, make in (("coast", _coast), ("valley", _valley)):
            made = load(Sources.of(make(Path(folder))))
            _show(pictures / f"gallery-{name}.png", made, SPOT, (12.0, 10.0), FAR_SCALES)


def _show_pages(files: Sequence[Path]) -> None:
    """The two pages of the window with the first cut on them."""
    wizard = TerrainImportWizard(
        Localizer("en"), TerrainImportSetup(sheet=SheetSpec(SCALES[0])), list
    )
    wizard.jobs.patience = 60.0
    wizard.resize(*PAGE)
    wizard.show()
    wizard.add(files)
    form = wizard.area_page.form
    longitude, latitude, columns, rows = CUT
    form.lon.setValue(longitude)
    form.lat.setValue(latitude)
    form.columns.setValue(columns)
    form.rows.setValue(rows)
    for number, name in enumerate(("area", "map")):
        wizard.show_page(number)
        QTest.qWait(STILL)
        wizard.grab().save(str(PICTURES / f"ground-{name}.png"))
    wizard.reject()


def _show(
    file: Path, ready: LoadedSources, spot: tuple[float, float], size: tuple[float, float],
    scales: Sequence[int],
) -> None:  # fmt: skip
    sheet = Image.new("RGB", (WIDE * len(scales), HIGH + 18), "#fffefa")
    for place, metres in enumerate(scales):
        frame = SheetSpec(metres).frame_round_place(*spot, size[0] * 1000, size[1] * 1000)
        map_ = draft_map(survey_frame(ready, frame), DraftChoice())
        across = frame.size[0] / metres
        wanted = min(WIDE / across, HIGH / (frame.size[1] / metres)) * 0.96
        look = RenderOptions(
            wanted * 2, legend=False, labels=False, style=map_style_files.find("modern")
        )
        drawn = render_map(replace(map_, credits=""), look, PictureFormat.PNG).content
        picture = Image.open(io.BytesIO(drawn)).convert("RGB")
        picture.thumbnail((WIDE - 6, HIGH - 4), Image.Resampling.LANCZOS)
        sheet.paste(picture, (place * WIDE + (WIDE - picture.width) // 2, 0))
        words = f"{metres} m, {map_.grid.columns} × {map_.grid.rows}".replace("×", "x")
        ImageDraw.Draw(sheet).text((place * WIDE + 8, HIGH), words, "#2b241a")
    sheet.quantize(COLOURS).save(file, optimize=True)


# --- made pieces ----------------------------------------------------------------------------------

Points = list[tuple[float, float]]


def _at(east: float, north: float) -> tuple[float, float]:
    """A place so many kilometres east and north of the spot."""
    return SPOT[0] + east / 71.7, SPOT[1] + north / 111.2


def _along(course: Callable[[float], tuple[float, float]], low: float, high: float) -> Points:
    return [_at(*course(float(step))) for step in np.linspace(low, high, 120)]


def _write(path: Path, features: Sequence[tuple[str, Any, dict[str, str]]]) -> Path:
    """Features in the words of OpenStreetMap, as GeoJSON."""
    # The border of such a file is the box round what it holds.
    features = [*features, ("LineString", [_at(-9, -9), _at(9, 9)], {"note": "border"})]
    listed = [
        {"type": "Feature", "properties": tags, "geometry": {"type": kind, "coordinates": points}}
        for kind, points, tags in features
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": listed}), "utf-8")
    return path


def _heights(path: Path, height: Callable[[Any, Any], Any]) -> Path:
    import rasterio
    from rasterio.transform import from_origin

    rows, columns = np.indices((300, 300))
    west, north = _at(-10, 10)
    right, down = 20 / 71.7 / 300, 20 / 111.2 / 300
    cells = height(-10 + (columns + 0.5) / 15, 10 - (rows + 0.5) / 15).astype(np.float32)
    with rasterio.open(
        path, "w", driver="GTiff", dtype="float32", count=1, height=300, width=300,
        crs="EPSG:4326", transform=from_origin(west, north, right, down),
    ) as out:  # fmt: skip
        out.write(cells, 1)
    return path


def _ring(east: float, north: float, radius: float) -> Points:
    turns = np.linspace(0, 2 * math.pi, 40)
    return [
        _at(east + radius * (1 + 0.2 * math.sin(3 * turn)) * math.cos(turn),
            north + radius * math.sin(turn))
        for turn in turns
    ]  # fmt: skip


def _coast(folder: Path) -> list[Path]:
    """A coast with an island, a harbour town with a road behind it, woods on a cape."""
    shore = _along(lambda t: (-1 + 1.3 * math.sin(t / 1.6) + 0.3 * math.sin(2.3 * t), t), -9, 9)
    harbour = {"place": "town", "name": "Hafenstadt", "population": "9000"}
    features = [
        ("LineString", shore, {"natural": "coastline"}),
        ("LineString", _ring(3.2, 1.8, 0.9), {"natural": "coastline"}),
        ("Polygon", [_ring(-2.4, -0.5, 0.8)], {"landuse": "residential"}),
        ("Polygon", [_ring(-3.5, 3.0, 1.3)], {"landuse": "forest"}),
        ("Polygon", [_ring(-4.0, -3.0, 1.1)], {"landuse": "forest"}),
        ("LineString", _along(lambda t: (-2.7 + 0.5 * math.sin(t), t), -9, 9),
         {"highway": "primary"}),
        ("LineString", _along(lambda t: (t, -0.5 + 0.2 * math.sin(t)), -9, -2.5),
         {"highway": "secondary"}),
        ("LineString", _along(lambda t: (t, 1.9 + 0.4 * math.sin(t)), -9, 0.1),
         {"waterway": "river"}),
        ("Point", _at(-2.4, -0.5), harbour),
    ]  # fmt: skip
    high = _heights(
        folder / "coast.tif", lambda x, y: np.maximum(0, -14 * (x + 1.5) + 12 * np.sin(y))
    )
    return [high, _write(folder / "coast.geojson", features)]


def _valley(folder: Path) -> list[Path]:
    """A valley with a broad river and two carriageways, which go through a spur in tunnels."""

    def bend(t: float) -> float:
        return 0.9 * math.sin(t / 1.8)

    banks = _along(lambda t: (t, bend(t) + 0.13), -9, 9)
    banks += _along(lambda t: (t, bend(t) - 0.13), -9, 9)[::-1]
    features: list[tuple[str, Any, dict[str, str]]] = [
        ("Polygon", [[*banks, banks[0]]], {"natural": "water", "water": "river"}),
        ("LineString", _along(lambda t: (t, bend(t)), -9, 9), {"waterway": "river"}),
        ("Polygon", [_ring(-3, 2.9, 1.5)], {"landuse": "forest"}),
        ("Polygon", [_ring(3.3, -2.9, 1.6)], {"landuse": "forest"}),
        ("Polygon", [_ring(-2.6, -1.8, 0.45)], {"landuse": "residential"}),
        ("Point", _at(-2.6, -1.8), {"place": "village", "name": "Talheim"}),
        ("Polygon", [_ring(2.9, 1.7, 0.3)], {"landuse": "residential"}),
        ("Point", _at(2.9, 1.7), {"place": "village", "name": "Obertal"}),
    ]
    for off in (-0.05, 0.05):
        for low, high, tunnel in ((-9, -1.5, False), (-1.5, 1.5, True), (1.5, 9, False)):
            tags = {"highway": "motorway"} | ({"tunnel": "yes"} if tunnel else {})
            course = _along(lambda t: (t, -2.1 + off + 0.2 * math.sin(t)), low, high)  # noqa: B023 (called at once)
            features.append(("LineString", course, tags))
    heights = _heights(
        folder / "valley.tif", lambda x, y: 400 + 60 * (y - 0.9 * np.sin(x / 1.8)) ** 2
    )
    return [heights, _write(folder / "valley.geojson", features)]


if __name__ == "__main__":
    main(sys.argv[1:])
