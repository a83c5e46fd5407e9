"""What takes long says how far it is; what cannot be written is told before the work."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.files.map_writer import new_map_text
from studio.cli import main, output_files
from tests.generated import generated_map


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a map, and no patience at all."""
    out = tmp_path / "a.map.yaml"
    out.write_text(new_map_text(generated_map(28, 18, 2), out), "utf-8")
    monkeypatch.setattr(output_files, "PATIENCE", 0.0)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.usefixtures("folder")
def test_every_export_of_a_map_says_how_far_it_is_beside_its_answer() -> None:
    wrong = []
    for kind, ending in (
        ("wesnoth", "map"), ("board", "board"), ("tiled", "tmx"), ("geojson", "geojson"),
        ("csv", "csv"), ("vassal", "vmod"), ("uvtt", "dd2vtt"),
    ):  # fmt: skip
        result = run("export", kind, "a.map.yaml", f"a.{ending}", "--json")
        if result.exit_code or "%" not in result.stderr or not result.stdout.startswith("{"):
            wrong.append((kind, result.stderr))
    assert not wrong


@pytest.mark.usefixtures("folder")
def test_drawing_and_printing_say_how_far_they_are() -> None:
    for words in (("render", "a.map.yaml", "a.png"), ("print", "a.map.yaml", "a.pdf")):
        result = run(*words, "--json")
        assert "%" in result.stderr, words
        assert result.stdout.startswith("{"), words


def test_a_missing_folder_is_named_before_the_work(folder: Path) -> None:
    for words in (
        ("export", "wesnoth", "a.map.yaml", "away/a.map"),
        ("import", "board", "a.board", "away/a.map.yaml"),
        ("render", "a.map.yaml", "away/a.svg"),
        ("new", "away/a.map.yaml"),
    ):
        result = run(*words)
        assert result.exit_code == 1, words
        assert "folder away " in result.stderr, words
    assert not (folder / "away").exists()


def test_several_maps_are_brought_in_to_a_folder_that_is_made(folder: Path) -> None:
    run("export", "board", "a.map.yaml", "a.board")
    (folder / "b.board").write_bytes((folder / "a.board").read_bytes())
    assert run("import", "board", "a.board", "b.board", "there").exit_code == 0
    assert sorted(file.name for file in (folder / "there").iterdir()) == [
        "a.map.yaml", "b.map.yaml",
    ]  # fmt: skip
    (folder / "file").touch()
    assert run("import", "board", "a.board", "b.board", "file").exit_code == 1
