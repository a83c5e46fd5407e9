"""What a stroke, an undo and a recovery cost on large maps, beside a snapshot of the whole map.

python -m tests.bench editing
"""

from __future__ import annotations

import gc
import tempfile
import tracemalloc
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from statistics import median

import numpy as np
from PySide6.QtGui import QGuiApplication

from engine.editing import sheet_transforms
from engine.editing.edits import CellLayer, SetCells
from engine.editing.map_metadata_edits import Replace
from engine.files import map_writer
from engine.map.map import Map
from studio.documents.map_document import MapDocument
from studio.map_tools.brush_tools import SHAPES, Brush, Bucket
from studio.map_tools.editing_context import MapEditingContext, MapTool
from studio.map_tools.hexside_tools import HexsideBrush
from studio.map_tools.link_tools import CheapestPathTool
from studio.map_tools.paints import GroundPaint, RaisePaint, SmoothPaint
from studio.map_tools.region_tools import HexRectangle
from studio.map_tools.symmetry import PaintSymmetry
from studio.map_tools.tool_controller import ToolController
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.bench.rows import KB, MS, Row, size_row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent
from tests.generated import generated_map
from tests.studio.documents.soaking import soaked

SIDE = 1000
MOVES = 100
EDITS, MAX_STEPS = sized((5_000, 500), (400, 50))


def rows() -> Iterator[Row]:
    """Yield strokes, edits of a whole map, what the journal takes, and many edits at random."""
    _ = QGuiApplication.instance() or QGuiApplication([])
    map_ = generated_map(SIDE, SIDE, 1)
    with tempfile.TemporaryDirectory() as folder:
        yield from _strokes(map_)
        yield _held(map_)
        yield from _large_edits(map_)
        yield from _journal(map_, Path(folder))
        yield _soak()


def _strokes(map_: Map) -> Iterator[Row]:
    document = MapDocument.new(map_)
    for name, tool, symmetry, limit in (
        ("raise 19 hexes", Brush(RaisePaint(1), SHAPES["19"]), PaintSymmetry.NONE, 1),
        ("smooth 19 hexes", Brush(SmoothPaint(), SHAPES["19"]), PaintSymmetry.NONE, 1),
        ("paint 37 hexes", Brush(GroundPaint("woods"), SHAPES["37"]), PaintSymmetry.NONE, 1),
        (
            "raise 19 and their three images",
            Brush(RaisePaint(1), SHAPES["19"]),
            PaintSymmetry.BOTH,
            1,
        ),
        ("trace a stream past two hexes", HexsideBrush("stream"), PaintSymmetry.NONE, 1),
        (
            "show the cheapest road, 2 to 200 hexes",
            CheapestPathTool("road"),
            PaintSymmetry.NONE,
            16,
        ),
    ):
        took = _moves(document, tool, symmetry)
        yield time_row(f"{name}, {SIDE}²", took, limit * MS, "a move of the pointer")
    document.close()


def _held(map_: Map) -> Row:
    """What the history holds of a long stroke, beside a snapshot of the map for every step."""
    document = MapDocument.new(map_)
    hand = ToolController(MapEditingContext(document), Brush(RaisePaint(1), SHAPES["19"]), "Stroke")
    tracemalloc.start()
    for move in range(MOVES):
        phase = PointerPhase.MOVE if move else PointerPhase.PRESS
        hand.point(ToolPointer(phase, SIDE / 4 + move, SIDE / 4))
    hand.point(ToolPointer(PointerPhase.RELEASE, SIDE / 4 + MOVES, SIDE / 4))
    gc.collect()
    step = tracemalloc.get_traced_memory()[0]
    snapshot = deepcopy(map_)
    whole = tracemalloc.get_traced_memory()[0] - step
    tracemalloc.stop()
    document.close()
    assert snapshot.grid == map_.grid
    beside = f"a snapshot of the map: {whole // KB} kB"
    return size_row(f"a stroke of {5 * MOVES} hexes in the history", step, 100 * KB, beside)


def _moves(document: MapDocument, tool: MapTool, symmetry: PaintSymmetry) -> float:
    """The median of a pointer's moves, two hexes each."""
    hand = ToolController(MapEditingContext(document, symmetry), tool, "Stroke")
    x, y = SIDE / 4, SIDE / 4
    hand.point(ToolPointer(PointerPhase.PRESS, x, y))
    hand.point(ToolPointer(PointerPhase.MOVE, x, y))
    times = []
    for _ in range(MOVES):
        x, y = x + 1.8, y + 0.9
        move = ToolPointer(PointerPhase.MOVE, x, y)
        times.append(spent(lambda move=move: hand.point(move)))  # type: ignore[misc]  # mypy knows no default of a lambda
    hand.escape()
    return median(times)


def _large_edits(map_: Map) -> Iterator[Row]:
    document = MapDocument.new(map_)
    middle = map_.grid.centre(map_.grid.hex(SIDE // 2, SIDE // 2))
    last = map_.grid.centre(map_.grid.hex(SIDE - 1, SIDE - 1))
    filled = _stroke(document, Bucket(GroundPaint("marsh")), middle, middle)
    yield time_row(f"fill what hangs together, {SIDE}²", filled, 200 * MS)
    everything = _stroke(document, HexRectangle(RaisePaint(1)), (0.5, 0.5), last)
    yield time_row(f"raise all {SIDE}² hexes", everything, 200 * MS)
    yield time_row("undo that", spent(document.history.undo), 100 * MS)
    turned = spent(lambda: document.apply(Replace(sheet_transforms.rotated_180(map_)), "Turn"))
    yield time_row("turn the map round", turned, 100 * MS)
    document.close()


def _stroke(
    document: MapDocument, tool: MapTool, start: tuple[float, float], end: tuple[float, float]
) -> float:
    hand = ToolController(MapEditingContext(document), tool, "Stroke")

    def draw() -> None:
        for phase, point in (
            (PointerPhase.PRESS, start),
            (PointerPhase.MOVE, end),
            (PointerPhase.RELEASE, end),
        ):
            hand.point(ToolPointer(phase, *point))

    return spent(draw)


def _journal(map_: Map, folder: Path) -> Iterator[Row]:
    path = folder / "large.map.yaml"
    map_writer.save(map_, path)
    opened = spent(lambda: MapDocument.open(path, folder / "journals"))
    yield time_row(f"open a document, {SIDE}²", opened, 600 * MS)
    document = MapDocument.open(path, folder / "journals")
    edit = SetCells(CellLayer.LEVEL, np.arange(19, dtype=np.int32), np.arange(19))
    first = spent(lambda: document.apply(edit, "Edit"))
    yield time_row("its first edit, journal begun", first, 50 * MS)
    later = seconds(lambda: document.apply(edit, "Edit"))
    yield time_row("a later edit, journal written", later, 5 * MS)
    yield time_row("save it", spent(document.save), 500 * MS)
    document.close()


def _soak() -> Row:
    """Random edits, undone and redone; what the program holds may not grow with them."""
    found = []
    took = spent(lambda: found.append(soaked(edits=EDITS, most_steps=MAX_STEPS, seed=1)))
    assert found[0].is_map_equal
    assert found[0].is_redone_equal
    beside = f"{found[0].grown / KB:+.0f} kB over the last 1,500"
    return time_row(
        f"one of {EDITS:,} random edits, undone and redone", took / EDITS, 4 * MS, beside
    )
