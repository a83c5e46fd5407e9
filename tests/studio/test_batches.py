"""Several maps of another program brought in at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.texts import text
from studio.cli import main

GOOD = "Gg, Gg, Gg\nGg, Gg, Gg\nGg, Gg, Gg\n"
LOSSY = GOOD.replace("Gg, Gg, Gg\nGg, Gg,", "Gg, Gg, Gg\nGg, Zxu,", 1)
BAD = "Gg, Gg, Gg\nGg, Gg\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder of maps in folders: one good, one with a loss, one broken."""
    for place, said in (("a.map", GOOD), ("deep/b.map", LOSSY), ("deep/c.map", BAD)):
        (tmp_path / "maps" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "maps" / place).write_text(said, encoding="utf-8")
    (tmp_path / "maps" / "readme.txt").write_text("no map", encoding="utf-8")
    return tmp_path


def imported(*words: object) -> Result:
    return CliRunner().invoke(main, ["import", "wesnoth", *map(str, words)])


def test_a_tree_of_folders_keeps_its_shape_and_a_bad_file_stops_no_other(tree: Path) -> None:
    result = imported(tree / "maps", tree / "out")
    written = sorted(str(path.relative_to(tree / "out")) for path in tree.glob("out/**/*.yaml"))
    assert written == ["a.map.yaml", str(Path("deep") / "b.map.yaml")]
    assert result.exit_code == 1
    assert "c.map:2:1" in result.stderr
    assert f"{tree / 'maps' / 'deep' / 'b.map'}: Zxu" in result.stderr
    assert text("interchange.summary", "en", written=2, lossy=1, failed=1) in result.stderr


def test_a_folder_that_cannot_be_made_stops_no_other_file(tree: Path) -> None:
    (tree / "out").mkdir()
    (tree / "out" / "deep").write_text("a file", encoding="utf-8")
    result = imported(tree / "maps", tree / "out")
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert (tree / "out" / "a.map.yaml").is_file()
    assert f"{tree / 'out' / 'deep'}" in result.stderr
    assert text("interchange.summary", "en", written=1, lossy=0, failed=2) in result.stderr


def test_each_loss_and_each_failure_names_its_file_in_json(tree: Path) -> None:
    result = imported(tree / "maps", tree / "out", "--json")
    said = json.loads(result.stdout)
    assert [Path(loss["file"]).name for loss in said["losses"]] == ["b.map"]
    ((failed, problems),) = [(each["file"], each["problems"]) for each in said["failed"]]
    assert Path(failed).name == "c.map"
    assert problems[0]["code"] == "wesnoth-row"
    assert len(said["written"]) == 2


def test_several_good_files_are_no_failure(tree: Path) -> None:
    (tree / "out").mkdir()
    (tree / "maps" / "d.map").write_text(GOOD, encoding="utf-8")
    result = imported(tree / "maps" / "a.map", tree / "maps" / "d.map", tree / "out")
    assert result.exit_code == 0
    assert text("interchange.summary", "en", written=2, lossy=0, failed=0) in result.stderr


def test_a_folder_without_such_files_is_said_to_be_empty(tree: Path) -> None:
    (tree / "none").mkdir()
    result = imported(tree / "none", tree / "out")
    assert result.exit_code == 1
    assert ".map" in result.stderr
