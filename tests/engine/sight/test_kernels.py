"""Kernels are made ready ahead of time, and whether they are is cheap to know."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine import kernel_warmup


def test_warm_reports_every_group_and_the_end() -> None:
    heard: list[tuple[str, int, int]] = []
    kernel_warmup.warm_up_kernels(lambda name, done, total: heard.append((name, done, total)))
    total = len(kernel_warmup.KERNELS)
    names = [kernel.__name__ for kernel in kernel_warmup.KERNELS]
    assert heard == [(name, i, total) for i, name in enumerate([*names, ""])]


def test_after_warming_it_is_known_that_the_kernels_are_ready() -> None:
    kernel_warmup.warm_up_kernels()
    assert kernel_warmup.is_warm()


def test_where_nothing_was_compiled_the_kernels_are_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    assert not kernel_warmup.is_warm()


@pytest.mark.parametrize("question", ["engine.kernel_warmup", "engine.sight.map_sight"])
def test_asking_imports_no_compiler(question: str) -> None:
    program = (
        f"import sys; import {question}; from engine import kernel_warmup; kernel_warmup.is_warm();"
        "assert 'numba' not in sys.modules"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_profile_and_a_few_lines_need_no_compiler() -> None:
    program = (
        "import sys, numpy; from engine.hexes.grid import Grid;"
        "from engine.sight.map_sight import Sight;"
        "grid = Grid(9, 9); flat = numpy.zeros(grid.shape, numpy.int16);"
        "sight, ends = Sight(grid, flat, flat), (grid.hex(0, 0), grid.hex(8, 8));"
        "assert sight.profile(*ends).is_clear and all(sight.sees(*ends) for _ in range(100));"
        "assert 'numba' not in sys.modules"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert run.returncode == 0, run.stderr


EVERY_QUESTION = """
import importlib, numpy, sys
from engine import kernel_warmup
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.sight.map_sight import Sight
from engine.sight.line_trace import TraceRule
kernel_warmup.warm_up_kernels()
for orientation in Orientation:
    for shifted in OffsetParity:
        for trace in TraceRule:
            grid = Grid(7, 5, orientation, shifted)
            levels = numpy.arange(35, dtype=numpy.int32).reshape(grid.shape) * 900
            levels.flags.writeable = False
            sight, origin = Sight(grid, levels, levels // 900, trace), grid.hex(3, 3)
            sight.sees(origin, grid.hex(6, 4)), sight.sees_each([[0, 0, 1, 1]])
            sight.viewshed(origin), sight.viewshed(origin, 4), sight.viewshed(origin, 90)
            pairs = sight.all_pairs(4)
            pairs.seen_by(), pairs.viewshed(origin), pairs.sees(origin, grid.hex(6, 4))
for name in ("ray_kernels", "line_templates", "viewshed_tree", "viewshed_sweep", "visible_pairs"):
    for kernel in vars(importlib.import_module(f"engine.sight.{name}")).values():
        misses = getattr(kernel, "stats", None) and kernel.stats.cache_misses
        assert not misses, (kernel, misses)
assert "scipy.linalg" not in sys.modules, "numba brought along what no kernel uses"
"""


def test_after_warming_no_question_of_sight_compiles_anything() -> None:
    kernel_warmup.warm_up_kernels()
    run = subprocess.run([sys.executable, "-c", EVERY_QUESTION], capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
