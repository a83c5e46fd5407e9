"""What a stroke, an undo and a recovery cost on large maps, beside a snapshot of the whole map.

python -m tests.bench.editing_bench
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from statistics import median

import numpy as np
from PySide6.QtGui import QGuiApplication

from engine.editing import geometry
from engine.editing.edits import Layer, SetCells
from engine.editing.sheet_edits import Replace
from engine.files import map_writing
from engine.map.map import Map
from studio.document.document import Document
from studio.tools.brush import SHAPES, Brush
from studio.tools.bucket import Bucket
from studio.tools.desk import Desk, Tool
from studio.tools.edges import Edges
from studio.tools.hand import ToolHand
from studio.tools.links import CheapestWay
from studio.tools.paints import PaintedGround, Raise, Smooth
from studio.tools.pointer import Pointer, PointerPhase
from studio.tools.regions import HexRectangle
from studio.tools.symmetry import Symmetry
from tests.bench.sizes import sized
from tests.bench.table import Row
from tests.generated import generated_map
from tests.studio.document.soaking import soaked

SIDE = sized(1000, 60)
MOVES = sized(100, 5)
EDITS, MOST_STEPS = sized((20_000, 500), (40, 10))


def rows() -> list[Row]:
    """Work, measured median, goal, and what is beside it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _ = QGuiApplication.instance() or QGuiApplication([])
    map_ = generated_map(SIDE, SIDE, 1)
    with tempfile.TemporaryDirectory() as folder:
        return [*_strokes(map_), *_large_edits(map_), *_journal(map_, Path(folder)), *_soak()]


def _strokes(map_: Map) -> list[Row]:
    document = Document.new(map_)
    found = []
    for name, tool, symmetry, goal in (
        ("raise 19 hexes", Brush(Raise(1), SHAPES["19"]), Symmetry.NONE, 1),
        ("smooth 19 hexes", Brush(Smooth(), SHAPES["19"]), Symmetry.NONE, 1),
        ("paint 37 hexes", Brush(PaintedGround("woods"), SHAPES["37"]), Symmetry.NONE, 1),
        ("raise 19 and their three images", Brush(Raise(1), SHAPES["19"]), Symmetry.BOTH, 1),
        ("trace a stream past two hexes", Edges("stream"), Symmetry.NONE, 1),
        ("show the cheapest road, 2 to 200 hexes", CheapestWay("road"), Symmetry.NONE, 16),
    ):
        took = _moves(document, tool, symmetry)
        found.append((f"{name}, {SIDE}²", f"{took * 1e3:.2f} ms", f"≤ {goal} ms a move", ""))
    document.close()
    return [*found, _held(map_)]


def _held(map_: Map) -> Row:
    """What the history holds of a long stroke, beside a snapshot of the map for every step."""
    document = Document.new(map_)
    hand = ToolHand(Desk(document), Brush(Raise(1), SHAPES["19"]), "Stroke")
    tracemalloc.start()
    for move in range(MOVES):
        phase = PointerPhase.MOVE if move else PointerPhase.PRESS
        hand.point(Pointer(phase, SIDE / 4 + move, SIDE / 4))
    hand.point(Pointer(PointerPhase.RELEASE, SIDE / 4 + MOVES, SIDE / 4))
    gc.collect()
    step = tracemalloc.get_traced_memory()[0]
    snapshot = deepcopy(map_)
    whole = tracemalloc.get_traced_memory()[0] - step
    tracemalloc.stop()
    document.close()
    assert snapshot.grid == map_.grid
    beside = f"a snapshot of the map: {whole // 1024} KB"
    return (f"a stroke of {5 * MOVES} hexes in the history", f"{step // 1024} KB", "", beside)


def _moves(document: Document, tool: Tool, symmetry: Symmetry) -> float:
    """The median of a pointer's moves, two hexes each."""
    hand = ToolHand(Desk(document, symmetry), tool, "Stroke")
    x, y = SIDE / 4, SIDE / 4
    hand.point(Pointer(PointerPhase.PRESS, x, y))
    hand.point(Pointer(PointerPhase.MOVE, x, y))
    times = []
    for _ in range(MOVES):
        x, y = x + 1.8, y + 0.9
        begun = time.perf_counter()
        hand.point(Pointer(PointerPhase.MOVE, x, y))
        times.append(time.perf_counter() - begun)
    hand.escape()
    return median(times)


def _large_edits(map_: Map) -> list[Row]:
    document = Document.new(map_)
    middle = map_.grid.centre(map_.grid.hex(SIDE // 2, SIDE // 2))
    last = map_.grid.centre(map_.grid.hex(SIDE - 1, SIDE - 1))
    filled = _stroke(document, Bucket(PaintedGround("marsh")), middle, middle)
    everything = _stroke(document, HexRectangle(Raise(1)), (0.5, 0.5), last)
    undone = _timed(document.history.undo)
    turned = _timed(lambda: document.apply(Replace(geometry.rotated_180(map_)), "Turn"))
    document.close()
    return [
        (f"fill what hangs together, {SIDE}²", f"{filled * 1e3:.0f} ms", "≤ 200 ms", ""),
        (f"raise all {SIDE}² hexes", f"{everything * 1e3:.0f} ms", "≤ 200 ms", ""),
        ("undo that", f"{undone * 1e3:.0f} ms", "≤ 100 ms", ""),
        ("turn the map round", f"{turned * 1e3:.0f} ms", "≤ 100 ms", ""),
    ]


def _stroke(
    document: Document, tool: Tool, start: tuple[float, float], end: tuple[float, float]
) -> float:
    hand = ToolHand(Desk(document), tool, "Stroke")
    begun = time.perf_counter()
    for phase, point in (
        (PointerPhase.PRESS, start),
        (PointerPhase.MOVE, end),
        (PointerPhase.RELEASE, end),
    ):
        hand.point(Pointer(phase, *point))
    return time.perf_counter() - begun


def _journal(map_: Map, folder: Path) -> list[Row]:
    path = folder / "large.map.yaml"
    map_writing.save(map_, path)
    opened = _timed(lambda: Document.open(path, folder / "journals"))
    document = Document.open(path, folder / "journals")
    edit = SetCells(Layer.LEVEL, np.arange(19), np.arange(19))
    first = _timed(lambda: document.apply(edit, "Edit"))
    later = _seconds(lambda: document.apply(edit, "Edit"))
    saved = _timed(document.save)
    document.close()
    return [
        (f"open a document, {SIDE}²", f"{opened * 1e3:.0f} ms", "≤ 600 ms", ""),
        ("its first edit, journal begun", f"{first * 1e3:.1f} ms", "≤ 50 ms", ""),
        ("a later edit, journal written", f"{later * 1e3:.2f} ms", "≤ 5 ms", ""),
        ("save it", f"{saved * 1e3:.0f} ms", "≤ 500 ms", ""),
    ]


def _soak() -> list[Row]:
    begun = time.perf_counter()
    soak = soaked(edits=EDITS, most_steps=MOST_STEPS, seed=1)
    took = time.perf_counter() - begun
    equal = "map equal" if soak.is_map_equal and soak.is_redone_equal else "MAP NOT EQUAL"
    grown = f"{soak.grown / 1024:+.0f} KB over the last 1,500"
    return [(f"{EDITS:,} random edits, undone and redone", f"{took:.0f} s", equal, grown)]


def _seconds(work: Callable[[], object], times: int = 9) -> float:
    work()
    return median(_timed(work) for _ in range(times))


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    from tests.bench.table import show

    show({"editing": rows()})
