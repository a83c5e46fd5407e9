"""How fast the window answers: previews from the pointer's move to the painted frame, start-up.

python -m tests.bench window
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import kernel_warmup
from engine.games import rule_system_of
from engine.hexes.grid import Orientation
from engine.map.map import Map
from engine.sight.line_trace import TraceRule
from engine.sight.sight_profile import is_clear
from studio.canvas import kernel_loading
from studio.documents.map_document import MapDocument
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.previews.background_loading import background_loader
from studio.previews.preview_result import PreviewKind
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.bench.rows import MS, Row, format_ratio, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import spent, spent_by_children
from tests.generated import generated_map

WIDE, HIGH = 1600, 1000
FRAME = 16 * MS
FRAMES, STARTS, HEATS = sized((40, 6, 5), (12, 3, 1))
SIZES = 100, 200
SAMPLED = sized(400, 100)  # lines of sight the plain definition is timed with
WAIT = 30.0
FIRST_FRAME = """\
from studio.cli import open
from studio import app
application = app.start_qt_application()
window = app.open_window([], safe_mode=True)
window.show()
application.processEvents()
import os; os._exit(0)
"""


def rows() -> Iterator[Row]:
    """Yield the start, then previews on maps of two sizes."""
    application = QApplication.instance() or QApplication(["sandtable"])
    assert isinstance(application, QApplication)
    kernel_loading.load_kernels().result()
    background_loader().future.result()
    yield _start_up()
    for size in SIZES:
        yield from _of_map(application, generated_map(size, size, 1, Orientation.POINTY), size)


def _start_up() -> Row:
    """From the start of the process to the first frame, nothing saved, kernels warm.

    It begins as users begin it, with the command line. It is the processor's time: what the work
    takes, whatever else the machine does.
    """
    assert kernel_warmup.is_warm()
    taken = [_first_frame() for _ in range(STARTS)][1:]  # the first may have to compile modules
    return time_row("window, process start to first frame", median(taken), 600 * MS)


def _first_frame() -> float:
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", FIRST_FRAME]
    return spent_by_children(
        lambda: subprocess.run(command, capture_output=True, check=True, env=environment)
    )


def _of_map(application: QApplication, map_: Map, size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(Preferences(None), journals=Path(folder))
        window.resize(WIDE, HIGH)
        window.open_tab(MapDocument(map_))
        window.show()
        editor = window.required_map_editor
        _until(application, lambda: editor.canvas.is_settled)
        yield from _previews(application, editor, size)
        editor.dispose()
        window.hide()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _previews(application: QApplication, editor: MapEditorTab, size: int) -> Iterator[Row]:
    plain = _plain_viewshed(editor.map)
    editor.scout.press(editor.map.grid.hex(0, 0))
    for preview in (None, PreviewKind.SIGHT, PreviewKind.LINE, PreviewKind.REACH):
        editor.scout.choose_preview(preview)
        beside = ""
        frames = _frames(application, editor)
        if preview is PreviewKind.SIGHT:
            beside = f"line by line {format_time(plain)}: {format_ratio(plain / median(frames))}"
        yield _row(f"{size}² {preview or 'no preview'}, a frame", frames, FRAME, beside)
    editor.scout.choose_preview(PreviewKind.REACH)
    editor.scout.press(editor.map.grid.hex(size // 2, size // 2))
    yield _row(f"{size}² way from a pinned hex", _frames(application, editor), FRAME)
    editor.scout.choose_preview(PreviewKind.SIGHT)
    yield _row(f"{size}² sight while painting", _strokes(application, editor), FRAME)
    editor.scout.choose_preview(None)
    yield from _heat(application, editor, size, plain)


def _heat(
    application: QApplication, editor: MapEditorTab, size: int, plain: float
) -> Iterator[Row]:
    """From the key to the coloured map, then a frame and a stroke with it."""

    def show() -> None:
        editor.scout.toggle_heat()
        _until(application, lambda: not editor.scout.heat.is_waiting)
        application.processEvents()

    taken = []
    for _ in range(HEATS):
        taken.append(spent(show))
        editor.scout.toggle_heat()
    show()
    near = 3 * 20 * 21
    slow = plain / len(editor.map.grid) * near * len(editor.map.grid) / 2
    beside = f"line by line {format_time(slow)}: {format_ratio(slow / median(taken))}"
    yield _row(f"{size}² heat within 20, counted and shown", taken, None, beside)
    yield _row(f"{size}² a frame on the heat map", _frames(application, editor), FRAME)
    yield _row(f"{size}² heat while painting, a frame", _strokes(application, editor), FRAME)
    editor.scout.toggle_heat()


def _frames(application: QApplication, editor: MapEditorTab) -> list[float]:
    """The pointer moved from hex to hex; from the event until everything is painted.

    Seconds of the processor, of all threads.
    """
    taken = []
    for number in range(FRAMES):
        start = time.process_time()
        QTest.mouseMove(editor.canvas, _point(editor, number))
        application.processEvents()
        taken.append(time.process_time() - start)
    return taken[3:]


def _strokes(application: QApplication, editor: MapEditorTab) -> list[float]:
    """The same with the button down and woods on the brush."""
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(editor.canvas, left, pos=_point(editor, 0))
    taken = _frames(application, editor)
    QTest.mouseRelease(editor.canvas, left, pos=_point(editor, FRAMES))
    _until(application, lambda: editor.canvas.is_settled)
    editor.document.history.undo()
    return taken


def _point(editor: MapEditorTab, number: int) -> QPoint:
    grid = editor.map.grid
    column, row = grid.columns // 2 - FRAMES // 4 + number // 2, grid.rows // 2 + (number & 1)
    return QPointF(*editor.canvas.camera.centre(grid.hex(column, row))).toPoint()


def _plain_viewshed(map_: Map) -> float:
    """Seconds for what one hex sees by the readable definition, from some of the lines."""
    sight = rule_system_of("tank").handbook({}).sight(map_, TraceRule.CROSSED)
    grid = map_.grid
    middle, step = grid.hex(grid.columns // 2, grid.rows // 2), max(1, len(grid) // SAMPLED)
    chosen = list(grid)[::step]

    def look() -> None:
        for hex_ in chosen:
            is_clear(grid, sight.eye, sight.height, middle, hex_, TraceRule.CROSSED)

    return spent(look) / len(chosen) * len(grid)


def _until(application: QApplication, is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not is_so() and time.monotonic() < end:
        application.processEvents()
        time.sleep(0.001)


def _row(work: str, taken: list[float], limit: float | None, beside: str = "") -> Row:
    worst = f"worst {format_time(max(taken))}"
    return time_row(work, median(taken), limit, f"{worst}; {beside}" if beside else worst)
