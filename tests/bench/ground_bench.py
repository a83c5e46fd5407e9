"""How long real ground takes to become hexes, and what it needs of memory.

python -m tests.bench ground
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.commands import CommandCost, run_command
from tests.bench.rows import MB, MS, Row, size_row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent

LON, LAT = 11.567, 50.029
COLUMNS, HIGH = 60, 50
HEXES = f"{COLUMNS} × {HIGH}"
CUT = ["--centre", f"{LON},{LAT}", "--size", f"{COLUMNS}x{HIGH}", "--hex-m", "50"]
BOX = "11.4807,49.9721,11.6053,50.0470"
WHOLE = ["--bbox", BOX, "--hex-m", "200"]
MOVES = sized(20, 5)
TILES = sized(45, 12)  # of the made country, either way
METRES = sized((1000, 200, 50), (200,))
START, PER_100_MB, PER_100_000_HEXES = 2.0, 20.0, 20.0  # seconds


def rows() -> Iterator[Row]:
    """Yield imports of a made country and, where the files are, of real ground."""
    yield from _country()
    yield from _sheet()


def _country() -> Iterator[Row]:
    """A made country as dense as a download, with large hexes and with many."""
    from engine.terrain_import.geo_boxes import GeoBox
    from engine.terrain_import.map_frame import SheetSpec
    from tests.bench.made_country import make_country

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.osm.pbf"
        box = make_country(file, TILES)
        size = file.stat().st_size / 1e6
        for metres in METRES:
            area = ["--bbox", ",".join(f"{side:.4f}" for side in box), "--hex-m", str(metres)]
            count = len(SheetSpec(metres).frame_over_box(GeoBox(*box)).grid)
            limit = START + PER_100_MB * size / 100 + PER_100_000_HEXES * count / 100_000
            said = f"made extract of {size:.1f} MB, {count} hexes of {metres} m"
            yield from _import(said, [str(file)], area, limit)


def _sheet() -> Iterator[Row]:
    """Heights and an extract as they come from a download; nothing where they are not."""
    from tests.engine.terrain_import.small_ground import BAYREUTH

    files = [str(BAYREUTH / name) for name in ("dem.tif", "north-bayreuth.osm.pbf")]
    if not all(Path(file).exists() for file in files):
        return  # docs/real-ground.md says where they lie
    yield from _import(f"import {HEXES} hexes of 50 m", files, CUT, 10.0)
    yield from _import("import 9 × 8 km at 200 m", files, WHOLE, 20.0)
    yield from _steps(files)
    yield from _wizard(files)


def _import(said: str, files: list[str], area: list[str], limit: float) -> Iterator[Row]:
    busy, peak = _imported(files, area)
    yield time_row(said, busy, limit, "the whole process")
    yield size_row(f"{said}: memory", peak, 1000 * MB)


def _imported(files: list[str], area: list[str]) -> CommandCost:
    with tempfile.TemporaryDirectory() as folder:
        return run_command("import", "terrain", *files, str(Path(folder) / "a.map.yaml"), *area)


def _steps(files: list[str]) -> Iterator[Row]:
    from engine.terrain_import.map_draft import draft_map
    from engine.terrain_import.map_frame import SheetSpec
    from engine.terrain_import.survey import Sources, load, survey_frame

    sources = Sources.of([Path(file) for file in files])
    ready = load(sources)
    frame = SheetSpec(50).of_hexes(LON, LAT, COLUMNS, HIGH)
    quantised = survey_frame(ready, frame)
    yield time_row("read the vectors", seconds(lambda: load(sources), 3), beside="once a wizard")
    taken = seconds(lambda: survey_frame(ready, frame), 3)
    yield time_row(f"quantise {HEXES}", taken, beside="once an area")
    yield time_row(
        f"thresholds changed, {HEXES}", seconds(lambda: draft_map(quantised), 3), 100 * MS
    )


def _wizard(files: list[str]) -> Iterator[Row]:
    """From a slider's move to the preview painted, and from files to a map without a window."""
    from PySide6.QtWidgets import QApplication

    from engine.terrain_import.map_frame import SheetSpec
    from studio.canvas import kernel_loading
    from studio.widgets.localization import Localizer
    from studio.workspaces.map.terrain_import.import_setup import TerrainImportSetup
    from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard

    application = QApplication.instance() or QApplication([])
    kernel_loading.load_kernels().result()
    wizard = TerrainImportWizard(Localizer("en"), TerrainImportSetup(sheet=SheetSpec(50)), list)
    wizard.jobs.patience = 60.0
    wizard.show()

    def show() -> None:
        wizard.add([Path(file) for file in files])
        form = wizard.area_page.form
        form.lon.setValue(LON)
        form.lat.setValue(LAT)
        form.columns.setValue(COLUMNS)
        form.rows.setValue(HIGH)
        wizard.show_page(1)

    yield time_row(f"wizard: from files to the preview, {HEXES}", spent(show), 60.0)
    slider, canvas = wizard.map_page.form.shares["woods"].slider, wizard.map_page.canvas

    def moved() -> None:
        slider.setValue(slider.value() % 90 + 5)
        application.processEvents()
        canvas.repaint()

    moved()
    worst = max(spent(moved) for _ in range(MOVES))
    beside = f"the worst of {MOVES}"
    yield time_row(f"wizard: slider to preview, {HEXES}", worst, 100 * MS, beside)
    wizard.reject()
    wizard.deleteLater()
