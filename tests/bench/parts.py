"""The parts of the benchmark, each measured in a process of its own.

So none finds what another left behind: an application of another kind, warm caches, full memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from importlib import import_module
from multiprocessing import get_context

from tests.bench.reference import Pacer
from tests.bench.rows import Kind, Row

PARTS = (
    "files",
    "sight",
    "moves",
    "play",
    "memo",
    "forecast",
    "session",
    "editing",
    "writing",
    "canvas",
    "window",
    "playing",
    "thought",
    "host",
    "balance",
    "cluster",
    "ground",
    "country",
    "umpiring",
    "valor",
    "tide",
    "tabletop",
    "tablepictures",
)


def measured(part: str) -> list[Row]:
    """Return the rows of a part; what is raised in its process is raised here."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_rows, part).result()


def _rows(part: str) -> list[Row]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")  # of what it cannot do
    return list(paced(import_module(f"tests.bench.{part}_bench").rows()))


def paced(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield rows as they are measured, each with how fast the machine was just then."""
    pacer = Pacer()
    for row in rows:
        factor = pacer.measure()
        is_waited_for = row.kind is Kind.WAIT
        yield replace(row, machine=factor.clock if is_waited_for else factor.work)
