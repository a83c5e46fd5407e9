"""How long real ground takes to become hexes, and what it needs of memory.

python -m tests.bench.ground_bench
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.bench.sizes import sized
from tests.bench.table import Row

LON, LAT = sized((11.567, 50.029), (11.5, 50.0))
COLUMNS, HIGH = sized((60, 50), (8, 6))
HEXES = f"{COLUMNS} × {HIGH}"
CUT = ["--centre", f"{LON},{LAT}", "--size", f"{COLUMNS}x{HIGH}", "--hex-m", "50"]
BOX = sized("11.4807,49.9721,11.6053,50.0470", "11.49,49.99,11.51,50.01")
WHOLE = ["--bbox", BOX, "--hex-m", "200"]
MOVES = sized(20, 2)
TILES = sized(45, 1)  # of the made country, either way
METRES = sized((1000, 200, 50), (100,))
PER_100_MB, PER_100_000_HEXES = 20.0, 20.0  # seconds
MEASURED = """\
import sys
import time
from studio.commands import main
try:
    main(sys.argv[1:])
finally:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(time.process_time(), int(peak.split()[1]) // 1024, file=sys.stderr)
"""


def rows() -> list[Row]:
    """Work, measured, goal, what else; nothing without the real data."""
    return [*_country(), *_sheet()]


def _country() -> list[Row]:
    """A made country as dense as a download, with large hexes and with many."""
    from engine.ground.area import Box, Sheet
    from tests.bench.made_country import make_country

    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.osm.pbf"
        box = make_country(file, TILES)
        size = file.stat().st_size / 1e6
        for metres in METRES:
            area = ["--bbox", ",".join(f"{side:.4f}" for side in box), "--hex-m", str(metres)]
            count = len(Sheet(metres).over(Box(*box)).grid)
            goal = PER_100_MB * size / 100 + PER_100_000_HEXES * count / 100_000
            seconds, busy, peak = _imported([str(file)], area)
            said = f"made extract of {size:.1f} MB, {count} hexes of {metres} m"
            wanted = f"≤ {goal:.1f} s and a start of 2 s"
            found.append(
                (said, f"{seconds:.1f} s", wanted, f"{busy:.1f} s of a core, {peak} MB (≤ 1000)")
            )
    return found


def _sheet() -> list[Row]:
    """Heights and an extract as they come from a download."""
    with tempfile.TemporaryDirectory() as folder:
        if files := sized(_real, _made)(Path(folder)):
            return [*_imports(files), *_steps(files), *_wizard(files)]
    return [("real ground", "no data", "", "the files of docs/real-ground.md beside the checkout")]


def _real(_: Path) -> list[str]:
    from tests.engine.ground.small_ground import BAYREUTH

    files = [BAYREUTH / "dem.tif", BAYREUTH / "north-bayreuth.osm.pbf"]
    return [str(file) for file in files if file.exists()]


def _made(folder: Path) -> list[str]:
    """A slope with a wood on it, where nothing is to be timed."""
    from tests.engine.ground.small_ground import box_ring, osm, raster

    wood = dict(enumerate(box_ring(11.495, 49.998, 11.501, 50.003), 1))
    ways = [(1, [1, 2, 3, 4, 1], {"landuse": "forest"})]
    heights = raster(folder / "a.tif", lambda _, lat: 300 + (lat - 49.9) * 900)
    bounds = (11.4, 49.9, 11.6, 50.1)
    return [str(heights), str(osm(folder / "a.osm", wood, ways, bounds=bounds))]


def _imports(files: list[str]) -> list[Row]:
    cut, _, cut_peak = _imported(files, CUT)
    whole, _, whole_peak = _imported(files, WHOLE)
    return [
        (f"import {HEXES} hexes of 50 m", f"{cut:.1f} s", "≤ 10 s", f"{cut_peak} MB (≤ 1000)"),
        ("import 9 × 8 km at 200 m", f"{whole:.1f} s", "≤ 20 s", f"{whole_peak} MB (≤ 1000)"),
    ]


def _imported(files: list[str], area: list[str]) -> tuple[float, float, int]:
    """Seconds, those of a core, and peak megabytes of a whole import."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["import", "terrain", *files, str(Path(folder) / "a.map.yaml"), *area]
        start = time.perf_counter()
        ran = subprocess.run(
            [sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, check=True
        )
        busy, peak = ran.stderr.split()[-2:]
        return time.perf_counter() - start, float(busy), int(peak)


def _steps(files: list[str]) -> list[Row]:
    from engine.ground.area import Sheet
    from engine.ground.drafting import draft
    from engine.ground.survey import Sources, load, survey

    sources = Sources.of([Path(file) for file in files])
    ready = load(sources)
    frame = Sheet(50).of_hexes(LON, LAT, COLUMNS, HIGH)
    quantised = survey(ready, frame)
    return [
        ("read the vectors", _seconds(lambda: load(sources)), "", "once a wizard"),
        (f"quantise {HEXES}", _seconds(lambda: survey(ready, frame)), "", "once an area"),
        (f"thresholds changed, {HEXES}", _seconds(lambda: draft(quantised)), "≤ 0.1 s", ""),
    ]


def _wizard(files: list[str]) -> list[Row]:
    """From a slider's move to the preview painted, and from files to a map without a window."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from engine.ground.area import Sheet
    from studio.canvas import warming
    from studio.ground.setup import GroundSetup
    from studio.ground.wizard import GroundWizard
    from studio.parts.speech import Speech

    application = QApplication.instance() or QApplication([])
    warming.loading().result()
    wizard = GroundWizard(Speech("en"), GroundSetup(sheet=Sheet(50)), list)
    wizard.jobs.patience = 60.0
    wizard.show()
    start = time.perf_counter()
    wizard.add([Path(file) for file in files])
    form = wizard.area_page.form
    for box, value in zip(
        (form.lon, form.lat, form.columns, form.rows), (LON, LAT, COLUMNS, HIGH), strict=True
    ):
        box.setValue(value)
    wizard.turn_to(1)
    shown = time.perf_counter() - start
    slider, canvas = wizard.map_page.form.shares["woods"].slider, wizard.map_page.canvas

    def moved() -> None:
        slider.setValue(slider.value() % 90 + 5)
        application.processEvents()
        canvas.repaint()

    moved()
    worst = max(_timed(moved) for _ in range(MOVES))
    wizard.reject()
    wizard.deleteLater()
    return [
        (f"wizard: from files to the preview, {HEXES}", f"{shown:.1f} s", "≤ 60 s", ""),
        (
            f"wizard: slider to preview, {HEXES}",
            f"{worst:.3f} s",
            "≤ 0.1 s",
            f"the worst of {MOVES}",
        ),
    ]


def _seconds(work: Callable[[], object]) -> str:
    work()
    return f"{median(_timed(work) for _ in range(3)):.3f} s"


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    from tests.bench.table import show

    show({"Ground": rows()})
