"""A map of a million hexes, made by a program: opened, edited, saved and checked in bounds."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from engine.checks.check import check
from engine.files import map_layer_text, source_text
from engine.files.map_reader import MapFile, open_file
from engine.files.map_writer import new_map_text, save
from tests.generated import generated_map

SIDE = 1000
MAX_MEGABYTES = 400


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The map as rows of text, the larger of its two forms."""
    path = tmp_path_factory.mktemp("large") / "large.map.yaml"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(map_layer_text, "MAX_ROWS_AS_TEXT", SIDE * SIDE)
        source_text.write(path, new_map_text(generated_map(SIDE, SIDE, 1), path))
    return path


@pytest.fixture(scope="module")
def file(path: Path) -> MapFile:
    return open_file(path)


@pytest.mark.long
def test_a_million_hexes_read_back_as_they_were_made(file: MapFile) -> None:
    made = generated_map(SIDE, SIDE, 1)
    assert np.array_equal(file.map.level, made.level)
    assert np.array_equal(file.map.ground, made.ground)
    assert np.array_equal(file.map.sides["stream"], made.sides["stream"])
    assert np.array_equal(file.map.links["road"], made.links["road"])


def test_an_edit_of_one_hex_changes_one_row_of_a_million(file: MapFile, tmp_path: Path) -> None:
    map_ = deepcopy(file.map)
    map_.level[500, 500] += 1
    saved = save(map_, tmp_path / "edited.map.yaml", file)
    before, after = file.source.text.split("\n"), saved.source.text.split("\n")
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_a_million_hexes_are_checked_to_the_end(path: Path) -> None:
    assert {problem.severity for problem in check(path)} == {"warning"}


@pytest.mark.long
def test_opening_saving_and_checking_a_million_hexes_keeps_within_the_memory(
    path: Path, tmp_path: Path
) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not tell a process its peak memory")
    program = f"""
import re
from pathlib import Path
from engine.checks.check import check
from engine.files.map_reader import open_file
from engine.files.map_writer import save
file = open_file(Path({str(path)!r}))
file.map.level[0, 0] += 1
save(file.map, Path({str(tmp_path / "saved.map.yaml")!r}), open_file(Path({str(path)!r})))
check(Path({str(path)!r}))
status = Path("/proc/self/status").read_text()
print(int(re.search(r"VmHWM:\\s*(\\d+) kB", status)[1]) // 1024)
"""
    call = [sys.executable, "-c", program]
    result = subprocess.run(call, capture_output=True, text=True, check=True, timeout=300)
    assert int(result.stdout) <= MAX_MEGABYTES
