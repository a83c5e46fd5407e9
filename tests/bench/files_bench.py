"""How fast maps open, save and check, beside PyYAML's own loader, and what a command costs.

python -m tests.bench.files_bench
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import yaml

from engine.files import source_text
from engine.files.map_writing import fresh, save
from engine.files.maps import open_file
from tests.bench.sizes import sized
from tests.generated import generated_map

Row = tuple[str, str, str, str]
SIDE, TIMES = sized((1000, 5), (40, 1))


def rows() -> list[Row]:
    """Work, measured median, goal, ratio to a peer on the same file."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small.map.yaml", Path(folder) / "large.map.yaml"
        source_text.write(small, fresh(generated_map(24, 18, 1), small))
        source_text.write(large, fresh(generated_map(SIDE, SIDE, 1), large))
        return [*_large_map(large), *_commands(small, large)]


def _large_map(path: Path) -> list[Row]:
    loaded = _seconds(lambda: open_file(path))
    text = path.read_text(encoding="utf-8")
    peer = _seconds(lambda: yaml.load(text, Loader=yaml.CSafeLoader))
    was = open_file(path)
    map_ = open_file(path).map
    map_.level[SIDE // 2, SIDE // 2] += 1
    map_.set_side("stream", map_.grid.hex(SIDE // 2, SIDE // 2), 1)
    saved = _seconds(lambda: save(map_, path.with_suffix(".out"), was))
    share = f"PyYAML's loader alone takes {peer / loaded:.0%} of it"
    return [
        (f"load a map of {SIDE}²", f"{loaded:.2f} s", "≤ 0.5 s", share),
        ("save it after an edit", f"{saved:.2f} s", "≤ 0.3 s", ""),
    ]


def _commands(small: Path, large: Path) -> list[Row]:
    program = Path(sys.executable).with_name("sandtable")
    quick = _seconds(lambda: _run(program, "check", small))
    nothing = _seconds(lambda: _run(sys.executable, "-c", ""))
    thorough = _seconds(lambda: _run(program, "check", large), min(3, TIMES))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    ratio = f"{quick / nothing:.1f} × an empty Python"
    return [
        ("check a small map, whole process", f"{quick:.2f} s", "≤ 0.3 s", ratio),
        (f"check {SIDE}², whole process", f"{thorough:.2f} s", "≤ 3 s", ""),
        ("its peak memory", f"{peak} MB", "≤ 400 MB", ""),
    ]


def _seconds(work: Callable[[], object], times: int = TIMES) -> float:
    work()
    return median(_timed(work) for _ in range(times))


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _run(*words: str | Path) -> None:
    """A process with its output thrown away, which may keep its bytecode as an installed one."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(words, capture_output=True, check=False, env=environment)


if __name__ == "__main__":
    from tests.bench.table import show

    show({"Files": rows()})
