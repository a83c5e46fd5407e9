"""The parts of the benchmark, each measured in a process of its own.

So none finds what another left behind: an application of another kind, warm caches, full memory.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from tests.bench.table import Row

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
    """The rows of a part; what is raised in its process is raised here."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_rows, part).result()


def _rows(part: str) -> list[Row]:
    rows: list[Row] = import_module(f"tests.bench.{part}_bench").rows()
    return rows
