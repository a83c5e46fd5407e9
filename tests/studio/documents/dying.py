"""A program that is killed at work: it edits a map, says what it has done, and goes on until then.

python -m tests.studio.documents.dying stroke|writing|renamed MAP JOURNALS
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.editing.edits import CellLayer, SetCells
from engine.files import file_writer
from studio.documents.map_document import MapDocument


def main(what: str, path: Path, journals: Path) -> None:
    """Two finished steps, then a stroke or a save that never ends."""
    application = QCoreApplication(sys.argv[:1])
    document = MapDocument.open(path, journals)
    for hex_ in (0, 1):
        document.apply(_level(hex_, 70 + hex_), "Raise")
    if what == "stroke":
        document.begin_stroke("Paint")
        document.stroke(_level(2, 72))
    elif what == "writing":
        os.fsync = _wait_for_death  # type: ignore[assignment]  # never comes back
        document.save()
    else:
        file_writer._flush_folder = _wait_for_death  # type: ignore[assignment]  # never comes back
        document.save()
    _wait_for_death(path)
    application.quit()


def _level(hex_: int, value: int) -> SetCells:
    return SetCells(CellLayer.LEVEL, np.array([hex_]), np.array([value]))


def _wait_for_death(_: object) -> None:
    sys.stdout.write("busy\n")
    sys.stdout.flush()
    time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
