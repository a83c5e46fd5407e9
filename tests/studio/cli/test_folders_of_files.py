"""Folders that are imported and exported whole, with names of their own for every file."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from engine.files.map_reader import load
from engine.files.source_text import ROOT
from studio.cli import main

HILL = 'size 2 1\nhex 0101 {level} "" ""\nend\n'


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def inside(folder: Path) -> set[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files}


def boards(folder: Path, *names: str) -> Path:
    for level, name in enumerate(names, 1):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(HILL.format(level=level))
    return folder


def test_names_are_cut_at_their_last_ending_alone(tmp_path: Path) -> None:
    source = boards(tmp_path / "in", "St. North.board", "St. South.board", "v1.2/St. North.board")
    assert run("import", "board", source, tmp_path / "out").exit_code == 0
    assert inside(tmp_path / "out") == {
        "St. North.map.yaml",
        "St. South.map.yaml",
        "v1.2/St. North.map.yaml",
    }


def test_files_that_would_be_one_are_named(tmp_path: Path) -> None:
    source = boards(tmp_path / "in", "hill.board", "hill.board2", "other.board")
    said = run("import", "board", source, tmp_path / "out")
    assert said.exit_code == 1
    assert "hill.board2" in said.output
    assert "other.board" not in said.output
    assert not (tmp_path / "out").exists()


def test_a_folder_is_exported_as_it_was_imported(tmp_path: Path) -> None:
    source = boards(tmp_path / "in", "a.board", "deep/b.c.board")
    assert run("import", "board", source, tmp_path / "maps").exit_code == 0
    (tmp_path / "maps/broken.map.yaml").write_text("sandtable: map/1\n")
    said = run("export", "board", tmp_path / "maps", tmp_path / "back")
    assert said.exit_code == 1
    assert "broken.map.yaml" in said.output
    assert inside(tmp_path / "back") == {"a.board", "deep/b.c.board"}
    again = run("import", "board", tmp_path / "back", tmp_path / "again")
    assert again.exit_code == 0
    assert load(tmp_path / "again/deep/b.c.map.yaml").level[0, 0] == 2


def test_several_maps_are_exported_into_a_folder_and_nothing_is_overwritten(
    tmp_path: Path,
) -> None:
    games = ROOT / "samples"
    maps = [games / "primer/maps/primer.map.yaml", games / "tank/maps/crossroads.map.yaml"]
    words = ["export", "geojson", *maps, tmp_path / "out"]
    assert run(*words).exit_code == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "primer.geojson",
        "crossroads.geojson",
    }
    assert run(*words).exit_code == 1
    assert run(*words, "--overwrite").exit_code == 0


def test_a_folder_without_maps_is_told(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    said = run("export", "geojson", tmp_path / "in", tmp_path / "out")
    assert said.exit_code == 1
    assert ".map.yaml" in said.output
