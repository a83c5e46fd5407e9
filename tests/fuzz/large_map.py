"""A map of nine million hexes is opened in the window, edited, saved: in less than 2 GB.

python -m tests.fuzz.large_map [SIDE]
"""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.editing.blank_maps import make_blank_map
from engine.editing.edits import CellLayer, SetCells
from engine.files import map_reader, map_writer
from studio.app import start_qt_application
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from tests.studio.main_window.conftest import Scripted, click, do

SIDE = 3000
MAXIMUM = 2000  # MB
GROUNDS = ("woods", "orchard", "marsh", "city")
PATCH = 12  # hexes a side of a patch of one ground


def main(side: int) -> int:
    """The most memory a window took in MB."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "large.map.yaml"
        making = multiprocessing.get_context("spawn").Process(target=make, args=(file, side))
        making.start()
        making.join()
        assert making.exitcode == 0
        application = start_qt_application()
        work(file, side, Path(folder))
        del application
    return peak()


def make(file: Path, side: int) -> None:
    """Write a map of patches of all grounds on a rolling land with roads."""
    rng, map_ = np.random.default_rng(1), make_blank_map(side, side)
    few = (side // PATCH + 1,) * 2
    map_.level[:] = np.kron(rng.integers(0, 9, few), np.ones((PATCH, PATCH)))[:side, :side]
    map_.grounds, map_.symbols = ("open", *GROUNDS), (".", *"womc")
    patches = rng.integers(0, len(map_.grounds), few)
    map_.ground[:] = np.kron(patches, np.ones((PATCH, PATCH)))[:side, :side]
    map_writer.save(map_, file)


def work(file: Path, side: int, folder: Path) -> None:
    """Open the map, paint a hex by hand and raise a quarter of it at once, and save."""
    began, prompts = time.monotonic(), Scripted()
    window = MainWindow(Preferences(None), prompts, folder / "journals", folder / "games")
    window.resize(1366, 740)
    window.show()
    window.filing.open_file(file)
    while window.active_map_editor is None:
        assert not prompts.told, prompts.told
        QTest.qWait(50)
    _tell("opened", began)
    editor = window.required_map_editor
    window.toolbox.take(PaletteMaterial(MaterialFamily.LEVEL, "raise"))
    click(editor, editor.canvas.rect().center())
    quarter = np.arange(side * side // 4, dtype=np.int32)
    editor.document.apply(SetCells(CellLayer.LEVEL, quarter, np.full(len(quarter), 3)), "Raise")
    while not editor.canvas.is_settled:
        QApplication.processEvents()
    _tell("edited", began)
    do(window, "save")
    while editor.document.is_dirty:
        QTest.qWait(50)
        assert not prompts.told, prompts.told
    _tell("saved", began)
    assert (map_reader.load(file).level.ravel()[: len(quarter)] == 3).all()


def _tell(what: str, began: float) -> None:
    print(f"{what} after {time.monotonic() - began:.1f} s: {peak()} MB at most", flush=True)  # noqa: T201


def peak() -> int:
    """The most memory this process ever had, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) // 1024


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    most = main(int(sys.argv[1]) if sys.argv[1:] else SIDE)
    print(f"{most} MB at most")  # noqa: T201
    sys.stdout.flush()
    os._exit(1 if most >= MAXIMUM else 0)
