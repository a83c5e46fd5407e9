"""The lines that guide a shape while it is drawn are seen on whatever ground they cross."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.map.terrain import GroundDrawing, GroundForm, load_catalogue
from studio.main_window.main_window import MainWindow
from studio.workspaces.map.map_toolbox import CoverMode
from tests.studio.legible import contrasts, luminance
from tests.studio.main_window.conftest import Scripted, at, click, do, hover, press, release
from tests.studio.rendering.comparing import pixels

SEEN = 3.0  # contrast that WCAG asks of graphic objects
CHANGED = 40  # of 255
AREAS = [
    kind.id
    for kind in load_catalogue().kinds.values()
    if isinstance(kind.drawing, GroundDrawing) and kind.drawing.form is GroundForm.AREA
]


@pytest.mark.parametrize("manner", [CoverMode.LASSO, CoverMode.POLYGON])
def test_a_guide_line_stands_out_from_every_ground(
    window: MainWindow, prompts: Scripted, manner: CoverMode
) -> None:
    map_ = Map.blank(Grid(len(AREAS), 5))
    map_.grounds = tuple(AREAS)
    map_.ground[:] = np.arange(len(AREAS))
    prompts.map = map_
    do(window, "new")
    editor = window.required_map_editor
    window.toolbox.set_cover_mode(manner)
    hover(editor, 0, 4)
    before = pixels(editor.canvas.grab().toImage())
    ends = at(editor, 0, 2), at(editor, len(AREAS) - 1, 2)
    if manner is CoverMode.LASSO:
        press(editor, ends[0])
        QTest.mouseMove(editor.canvas, ends[1])
    else:
        click(editor, ends[0])
        hover(editor, len(AREAS) - 1, 2)
    after = pixels(editor.canvas.grab().toImage())
    sharp = after.shape[1] / editor.canvas.width()
    reach = round(0.3 * editor.canvas.hex_width * sharp)
    for column, kind in enumerate(AREAS[1:-1], start=1):
        x, y = (round(part * sharp) for part in QPoint.toTuple(at(editor, column, 2)))
        cut = np.s_[y - reach : y + reach, x - reach : x + reach]
        is_line = np.abs(after[cut].astype(int) - before[cut]).max(axis=-1) > CHANGED
        assert is_line.any(), kind
        seen, lain = after.astype(np.uint8), before.astype(np.uint8)
        line, under = luminance(seen[cut][is_line]), luminance(lain[cut])
        for share in (10, 50, 90):
            told = contrasts(line, float(np.percentile(under, share))) >= SEEN
            assert told.sum() >= 2 * reach, f"{kind}: the line is lost"
    release(editor, ends[1])
