"""An editor killed again and again at random moments: no finished step may be lost.

python -m tests.fuzz.kills [COUNT] [SEED]
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.editing.blank_maps import make_blank_map
from engine.editing.edits import CellLayer, SetCells
from engine.files import map_reader, map_writer
from engine.map.map import Map
from studio.documents.map_document import MapDocument
from studio.documents.recovery_journal import find_recoveries

SIZE = 40
RAISED = 7
LONGEST = 0.6  # seconds of work before a kill
NUMBER = 4  # bytes of the number of the step that is finished


def main(count: int, seed: int) -> int:
    """Kill an editor so many times; how often a finished step was lost."""
    chance, met = Random(seed), Counter[str]()
    steps = 0
    for _ in range(count):
        with TemporaryDirectory() as folder:
            told, found, saves = killed(Path(folder), chance)
        steps += told
        met["recovered from a journal" if found[1] else "whole in its file"] += 1
        met["had saved"] += saves
        met["lost a finished step"] += not told <= found[0] <= told + 1
    print(f"{count} kills, seed {seed}, {steps} finished steps: {dict(met)}")  # noqa: T201
    return met["lost a finished step"]


def killed(folder: Path, chance: Random) -> tuple[int, tuple[int, bool], bool]:
    """Kill an editor at work: the steps it said are finished, those that are found, if it saved."""
    file = folder / "a.map.yaml"
    map_writer.save(make_blank_map(SIZE, SIZE), file)
    often, wait = chance.choice([2, 5, 20, 10_000]), chance.uniform(0, LONGEST)
    before = file.read_bytes()
    reads, writes = os.pipe()
    program = os.fork()
    if not program:
        os.close(reads)
        _edit(file, folder / "journals", often, writes)
    os.close(writes)
    said = os.read(reads, NUMBER)  # the first step is finished
    time.sleep(wait)
    os.kill(program, signal.SIGKILL)
    os.waitpid(program, 0)
    with os.fdopen(reads, "rb") as pipe:
        said += pipe.read()
    told = int.from_bytes(said[-NUMBER:], "big")
    return told, _found(file, folder / "journals"), file.read_bytes() != before


def _edit(file: Path, journals: Path, often: int, writes: int) -> None:
    """Raise hex after hex, save every so often, and say each step that is finished."""
    document = MapDocument.open(file, journals)
    for step in range(SIZE * SIZE):
        document.begin_stroke("Raise")
        document.stroke(SetCells(CellLayer.LEVEL, np.array([step]), np.array([RAISED])))
        document.end_stroke()
        os.write(writes, (step + 1).to_bytes(NUMBER, "big"))
        if step % often == often - 1:
            document.save()
    while True:
        time.sleep(1)


def _found(file: Path, journals: Path) -> tuple[int, bool]:
    """The steps that are there after a new start, and whether a journal had the last of them."""
    left = find_recoveries(journals)
    if not left:
        return raised(map_reader.load(file)), False
    (recovery,) = left
    document = MapDocument.recovered(recovery)
    try:
        return raised(document.map), True
    finally:
        document.close()


def raised(map_: Map) -> int:
    """How many hexes were raised, which are the first ones."""
    levels = map_.level.ravel()
    number = int(np.count_nonzero(levels == RAISED))
    assert (levels[:number] == RAISED).all(), "steps were lost in between"
    return number


if __name__ == "__main__":
    application = QCoreApplication([])
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(1 if main(*(given + [100, 1][len(given) :])) else 0)
