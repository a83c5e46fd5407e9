"""How fast maps open, save and check, beside PyYAML's own loader, and what a command costs.

python -m tests.bench files
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np
import yaml

from engine.files import source_text
from engine.files.map_reader import open_file
from engine.files.map_writer import new_map_text, save
from engine.hexes.grid import Grid, Orientation
from engine.interchange import wesnoth
from engine.map.map import Map
from tests.bench.commands import run_command
from tests.bench.rows import MB, MS, US, Row, size_row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent, spent_by_children
from tests.generated import generated_map

SIDE, TIMES = 1000, sized(5, 1)
WIDEST = sized((5000, 3000), (1000, 600))


def rows() -> Iterator[Row]:
    """Yield what is done to files in this process, then what commands take."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small.map.yaml", Path(folder) / "large.map.yaml"
        source_text.write(small, new_map_text(generated_map(24, 18, 1), small))
        source_text.write(large, new_map_text(generated_map(SIDE, SIDE, 1), large))
        yield from _large_map(large)
        yield _wesnoth(Path(folder) / "large.map")
        yield from _commands(small, large)


def _large_map(path: Path) -> Iterator[Row]:
    loaded = seconds(lambda: open_file(path), TIMES)
    text = path.read_text(encoding="utf-8")
    peer = seconds(lambda: yaml.load(text, Loader=yaml.CSafeLoader), TIMES)
    share = f"PyYAML's loader alone takes {peer / loaded:.0%} of it"
    yield time_row(f"load a map of {SIDE}²", loaded, 500 * MS, share)
    was = open_file(path)
    map_ = open_file(path).map
    map_.level[SIDE // 2, SIDE // 2] += 1
    map_.set_side("stream", map_.grid.hex(SIDE // 2, SIDE // 2), 1)
    saved = seconds(lambda: save(map_, path.with_suffix(".out"), was), TIMES)
    yield time_row("save it after an edit", saved, 100 * MS)


def _wesnoth(path: Path) -> Row:
    """Export the largest map there may be, with woods, water, settlements and roads."""
    columns, rows = WIDEST
    map_ = Map.blank(Grid(columns, rows, Orientation.FLAT))
    map_.grounds, map_.symbols = ("open", "woods", "lake", "settlement"), (".", "w", "~", "s")
    map_.ground = np.random.default_rng(1).integers(0, 4, map_.grid.shape).astype(np.uint8)
    for row in range(20, rows, 40):
        for column in range(0, columns - 1, 3):
            map_.set_link("road", map_.grid.hex(column, row), 1)
    taken = spent(lambda: wesnoth.write(map_, path))
    work = f"export {WIDEST[0]} × {WIDEST[1]} to Wesnoth"
    return time_row(work, taken, 0.3 * US * len(map_.grid))


def _commands(small: Path, large: Path) -> Iterator[Row]:
    program = Path(sys.executable).with_name("sandtable")
    _run(program, "check", small)  # what is compiled is kept
    quick = _median(TIMES, program, "check", small)
    beside = f"{quick / _median(TIMES, sys.executable, '-c', ''):.1f} × an empty Python"
    yield time_row("check a small map, whole process", quick, 300 * MS, beside)
    thorough = _median(min(3, TIMES), program, "check", large)
    yield time_row(f"check {SIDE}², whole process", thorough, 3.0)
    yield size_row("its peak memory", run_command("check", str(large)).peak, 400 * MB)


def _median(times: int, *words: str | Path) -> float:
    return median(spent_by_children(lambda: _run(*words)) for _ in range(times))


def _run(*words: str | Path) -> None:
    """A process with its output thrown away, which may keep its bytecode as an installed one."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(words, capture_output=True, check=False, env=environment)
