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

from tests.bench.table import Row

CUT = ["--centre", "11.567,50.029", "--size", "60x50", "--hex-m", "50"]
WHOLE = ["--bbox", "11.4807,49.9721,11.6053,50.0470", "--hex-m", "200"]
TILES = 20  # of the made country, either way
MEASURED = """\
import sys
from studio.commands import main
try:
    main(sys.argv[1:])
finally:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(peak.split()[1]) // 1024, file=sys.stderr)
"""


def rows() -> list[Row]:
    """Work, measured, goal, what else; nothing without the real data."""
    return [*_made(), *_real()]


def _made() -> list[Row]:
    """A made country of 16,000 areas and 1,600 lines, with large hexes and with many."""
    from tests.bench.made_country import make_country

    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.osm.pbf"
        box = make_country(file, TILES)
        size = file.stat().st_size / 1e6
        for metres in (1000, 100):
            area = ["--bbox", ",".join(f"{side:.4f}" for side in box), "--hex-m", str(metres)]
            seconds, peak = _imported([str(file)], area)
            said = f"made extract of {size:.1f} MB, hexes of {metres} m"
            found.append((said, f"{seconds:.1f} s", "", f"{peak} MB (≤ 1000)"))
    return found


def _real() -> list[Row]:
    from tests.engine.ground.small_ground import BAYREUTH

    if not BAYREUTH.is_dir():
        return [
            ("real ground", "no data", "", "the files of docs/real-ground.md beside the checkout")
        ]
    files = [str(BAYREUTH / "dem.tif"), str(BAYREUTH / "north-bayreuth.osm.pbf")]
    cut, cut_peak = _imported(files, CUT)
    whole, whole_peak = _imported(files, WHOLE)
    return [
        ("import 60 × 50 hexes of 50 m", f"{cut:.1f} s", "≤ 10 s", f"{cut_peak} MB (≤ 1000)"),
        ("import 9 × 8 km at 200 m", f"{whole:.1f} s", "≤ 20 s", f"{whole_peak} MB (≤ 1000)"),
        *_steps(files),
        *_wizard(files),
    ]


def _imported(files: list[str], area: list[str]) -> tuple[float, int]:
    """Seconds and peak megabytes of a whole import."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["import", "terrain", *files, str(Path(folder) / "a.map.yaml"), *area]
        start = time.perf_counter()
        ran = subprocess.run(
            [sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, check=True
        )
        return time.perf_counter() - start, int(ran.stderr.split()[-1])


def _steps(files: list[str]) -> list[Row]:
    from engine.ground.area import Sheet
    from engine.ground.drafting import drafted
    from engine.ground.survey import Sources, loaded, surveyed

    sources = Sources.of([Path(file) for file in files])
    ready = loaded(sources)
    frame = Sheet(50).of_hexes(11.567, 50.029, 60, 50)
    quantised = surveyed(ready, frame)
    return [
        ("read the vectors", _seconds(lambda: loaded(sources)), "", "once a wizard"),
        ("quantise 60 × 50", _seconds(lambda: surveyed(ready, frame)), "", "once an area"),
        ("thresholds changed, 60 × 50", _seconds(lambda: drafted(quantised)), "≤ 0.1 s", ""),
    ]


def _wizard(files: list[str]) -> list[Row]:
    """From a slider's move to the preview painted, and from files to a map without a window."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from engine.ground.area import Sheet
    from studio.canvas import warming
    from studio.ground.setup import Setup
    from studio.ground.wizard import GroundWizard
    from studio.parts.speech import Speech

    application = QApplication.instance() or QApplication([])
    warming.loading().result()
    wizard = GroundWizard(Speech("en"), Setup(sheet=Sheet(50)), list)
    wizard.jobs.patience = 60.0
    wizard.show()
    start = time.perf_counter()
    wizard.add([Path(file) for file in files])
    form = wizard.area_page.form
    for box, value in ((form.lon, 11.567), (form.lat, 50.029), (form.columns, 60), (form.rows, 50)):
        box.setValue(value)
    wizard.turn_to(1)
    shown = time.perf_counter() - start
    slider, canvas = wizard.map_page.form.shares["woods"].slider, wizard.map_page.canvas

    def moved() -> None:
        slider.setValue(slider.value() % 90 + 5)
        application.processEvents()
        canvas.repaint()

    moved()
    worst = max(_timed(moved) for _ in range(20))
    wizard.reject()
    wizard.deleteLater()
    return [
        ("wizard: from files to the preview, 60 × 50", f"{shown:.1f} s", "≤ 60 s", ""),
        ("wizard: slider to preview, 60 × 50", f"{worst:.3f} s", "≤ 0.1 s", "the worst of 20"),
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
