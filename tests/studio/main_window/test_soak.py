"""Hours at the window in seconds: random strokes by the pointer, undone and redone, flat memory."""

from __future__ import annotations

import gc
import sys
from copy import deepcopy

import numpy as np
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.editing.blank_maps import make_blank_map
from engine.map.terrain import TerrainClass, load_catalogue
from studio.documents.map_document import MapDocument
from studio.main_window.main_window import MainWindow
from studio.map_tools.symmetry import PaintSymmetry
from studio.previews.background_loading import background_loader
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import CoverMode, MaterialFamily, PaletteMaterial
from tests.studio.documents.random_edits import same
from tests.studio.main_window.conftest import at, click, do, drag, hover

COLUMNS, ROWS = 14, 11
MAX_STEPS = 40  # of the history: old ones go while it lasts
PAINTED = (TerrainClass.GROUND, TerrainClass.SIDE, TerrainClass.LINK)
MATERIALS = [
    *(
        PaletteMaterial.of_kind(kind)
        for each in PAINTED
        for kind in load_catalogue().of_class(each)
    ),
    *(
        PaletteMaterial(MaterialFamily.LEVEL, kind)
        for kind in ("raise", "lower", "flatten", "smooth")
    ),
    PaletteMaterial(MaterialFamily.STAMP, "farm"),
    PaletteMaterial(MaterialFamily.OTHER, "erase"),
    PaletteMaterial(MaterialFamily.OTHER, "select"),
]


class Painter:
    """Does at random what a hand does that paints."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window, self.rng = window, np.random.default_rng(seed)

    @property
    def editor(self) -> MapEditorTab:
        return self.window.required_map_editor

    def work(self, deeds: int) -> None:
        for _ in range(deeds):
            self._do_something()
        self.editor.escape()
        while not self.editor.canvas.is_settled:
            QApplication.processEvents()
        gc.collect()

    def _do_something(self) -> None:
        match self.rng.integers(12):
            case 0 | 1 | 2:
                step = self.rng.choice(["undo", "redo"])
                self.window.bars.actions[step].trigger()
            case 3 | 4:
                self.window.toolbox.take(MATERIALS[self.rng.integers(len(MATERIALS))])
            case 5:
                self.window.toolbox.set_cover_mode(
                    list(CoverMode)[self.rng.integers(len(CoverMode))]
                )
            case 6:
                symmetry = list(PaintSymmetry)[self.rng.integers(4)]
                self.window.toolbox.set(symmetry=symmetry, size=int(self.rng.integers(3)))
            case 7 | 8:
                click(self.editor, self._point())
            case 9:
                hover(self.editor, *self._hex())
            case _:
                self._drag()

    def _drag(self) -> None:
        drag(self.editor, *(self._point() for _ in range(self.rng.integers(2, 6))))
        if self.rng.random() < 0.3:
            QTest.keyClick(self.editor.canvas, Qt.Key.Key_Escape)

    def _hex(self) -> tuple[int, int]:
        return int(self.rng.integers(COLUMNS)), int(self.rng.integers(ROWS))

    def _point(self) -> QPoint:
        right, down = self.rng.uniform(-0.4, 0.4, 2)
        return at(self.editor, *self._hex(), right, down)


def test_memory_stays_flat_over_many_strokes_and_the_history_leads_back_and_forth(
    window: MainWindow,
) -> None:
    window.open_tab(MapDocument(make_blank_map(COLUMNS, ROWS), most_steps=MAX_STEPS))
    painter, document = Painter(window, 5), window.required_map_editor.document
    background_loader().future.result()  # in another thread
    painter.work(350)
    objects, held = len(window.findChildren(QObject)), sys.getallocatedblocks()
    painter.work(150)
    assert sys.getallocatedblocks() - held < 4_000, "of Python's memory; a step has some fifty"
    assert len(window.findChildren(QObject)) - objects < 10, "of Qt's objects"

    last = deepcopy(document.map)
    steps = document.history.index()
    assert steps > 10
    for _ in range(steps):
        do(window, "undo")
    assert not same(document.map, last)
    for _ in range(steps):
        do(window, "redo")
    assert same(document.map, last)
