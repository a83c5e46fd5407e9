"""Files of older versions: read as if they were new, saved as new ones with their comments."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from engine.checks.check import check
from engine.files.format_versions import migrate
from engine.files.map_reader import load, open_file
from engine.files.map_writer import save
from engine.files.source_text import parse
from engine.problems import InvalidFileError, Severity

OLD = """\
# drawn in spring
sandtable: map/0   # the first form
title: Ford
grid: {size: [4, 2], orientation: flat}   # a small one
layers:
  level: |   # metres by ten
    0 1 2 3
    0 0 1 1
edges:
  # the brook
  stream: ["@1,0 S", "@2,0 S"]
links: {road: ["@0,0 @1,0"]}
"""
BLOCK = OLD.replace(
    "grid: {size: [4, 2], orientation: flat}   # a small one",
    "grid:\n  # how large\n  size:\n  - 4\n  - 2\n  orientation: flat   # a small one",
)


@pytest.mark.parametrize("text", [OLD, BLOCK], ids=["brackets", "lines"])
def test_a_map_of_version_0_is_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    map_ = load(tmp_path / "a.yaml")
    assert (map_.grid.columns, map_.grid.rows) == (4, 2)
    assert map_.level.tolist() == [[0, 1, 2, 3], [0, 0, 1, 1]]
    assert map_.has_side("stream", map_.grid.hex(1, 0), 3)
    assert Severity.ERROR not in {problem.severity for problem in check(tmp_path / "a.yaml")}


@pytest.mark.parametrize("text", [OLD, BLOCK], ids=["brackets", "lines"])
def test_reading_an_old_map_leaves_its_file_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    load(tmp_path / "a.yaml")
    assert (tmp_path / "a.yaml").read_text() == text


@pytest.mark.parametrize("text", [OLD, BLOCK], ids=["brackets", "lines"])
def test_an_old_map_is_saved_as_a_new_one_with_its_comments(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    was = open_file(path)
    map_ = deepcopy(was.map)
    map_.level[0, 0] = 9
    save(map_, path, was)
    written = path.read_text()
    assert "sandtable: map/1   # the first form\n" in written
    assert "edges" not in written
    assert "size" not in written
    for line in ("# drawn in spring", "  level: |   # metres by ten", "    9 1 2 3", "title: Ford"):
        assert line in written.splitlines()
    assert re.findall("#.*", written) == re.findall("#.*", text)
    assert load(path).level.tolist() == map_.level.tolist()


def test_the_rows_of_an_old_map_are_not_rewritten() -> None:
    new = migrate(parse(OLD, "a.yaml"), "map").text
    assert "    0 1 2 3\n    0 0 1 1\n" in new
    assert 'links: {road: ["@0,0 @1,0"]}\n' in new


@pytest.mark.parametrize(
    "grid",
    [
        "5",
        "hello",
        "[1, 2]",
        "null",
        "{}",
        "{size: 4}",
        "{size: [4]}",
        "{size: [a, b]}",
        "{size: {}}",
    ],
)
def test_an_old_map_with_a_broken_grid_is_told_so(tmp_path: Path, grid: str) -> None:
    (tmp_path / "a.yaml").write_text(f"sandtable: map/0\ngrid: {grid}\n")
    problems = check(tmp_path / "a.yaml")
    assert problems
    assert all(problem.mark.line <= 2 for problem in problems)


def test_old_and_new_names_together_are_not_mixed(tmp_path: Path) -> None:
    text = OLD + "sides: {wall: ['@0,0 S']}\n"
    (tmp_path / "a.yaml").write_text(text)
    (problem,) = check(tmp_path / "a.yaml")
    assert (problem.code, problem.values["key"]) == ("unknown-key", "edges")


def test_a_version_that_is_not_known_yet_is_refused() -> None:
    with pytest.raises(InvalidFileError) as caught:
        migrate(parse("sandtable: map/2\n", "a.yaml"), "map")
    (problem,) = caught.value.problems
    assert problem.code == "other-version"
    assert "map/1 and older" in problem.message("en")
