"""The soak: random edits, strokes, undo and redo on one document, its memory measured."""

from __future__ import annotations

import gc
import tracemalloc
from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from studio.documents.map_document import MapDocument
from tests.studio.documents.random_edits import random_edit, random_map, random_painting, same


@dataclass(frozen=True)
class Soak:
    """What came of it."""

    is_map_equal: bool
    is_redone_equal: bool
    grown: int
    """Bytes more at the end than some hundred edits before: tracing all would take long."""


def soaked(edits: int, most_steps: int, seed: int) -> Soak:
    """So many random edits, a third of them strokes, a third of them undone and redone."""
    rng = np.random.default_rng(seed)
    document = MapDocument(random_map(rng, 30, 30), most_steps=most_steps)
    for _ in range(edits - 5 * most_steps):
        _work(rng, document)
    held = _held_over(rng, document, 2 * most_steps, 3 * most_steps)
    is_equal, is_redone = _walked_back_and_forth(document, rng)
    document.close()
    return Soak(is_equal, is_redone, held[-1] - held[0])


def _held_over(rng: np.random.Generator, document: MapDocument, *counts: int) -> list[int]:
    """Bytes held after so many edits more, and so many again.

    The first must fill the history anew, for what was allocated before is not traced.
    """
    held = []
    tracemalloc.start()
    for count in counts:
        for _ in range(count):
            _work(rng, document)
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return held


def _work(rng: np.random.Generator, document: MapDocument) -> None:
    match rng.integers(6):
        case 0:
            document.history.undo()
        case 1:
            document.history.redo()
        case 2 | 3:
            document.begin_stroke("Paint")
            for _ in range(3):
                document.stroke(random_painting(rng, document.map))
            document.abandon_stroke() if rng.random() < 0.2 else document.end_stroke()
        case _:
            if rng.random() < 0.05:
                document.apply(random_edit(rng, document.map), "Edit")
            else:
                document.apply(random_painting(rng, document.map), "Paint")


def _walked_back_and_forth(document: MapDocument, rng: np.random.Generator) -> tuple[bool, bool]:
    """Whether the map is the same whichever way the history is walked."""
    history = document.history
    history.setIndex(0)
    first = deepcopy(document.map)
    states = {}
    for index in range(0, history.count() + 1, max(history.count() // 8, 1)):
        history.setIndex(index)
        states[index] = deepcopy(document.map)
    history.setIndex(history.count())
    last = deepcopy(document.map)
    for index in rng.permutation(list(states)).tolist():
        history.setIndex(index)
        if not same(document.map, states[index]):
            return False, False
    history.setIndex(0)
    is_equal = same(document.map, first)
    history.setIndex(history.count())
    return is_equal, same(document.map, last)
