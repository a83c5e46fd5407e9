"""Map styles as files: those of the program are sound, faults have line and column."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from engine.checks.check import check
from engine.files import map_reader, map_style_files
from engine.map.styles import MODERN, MapStyle
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import InvalidFileError, Severity

HEAD = "sandtable: style/1\n"
SHIPPED = map_style_files.shipped_styles()


def written(folder: Path, said: str, name: str = "mine") -> Path:
    file = folder / f"{name}{map_style_files.ENDING}"
    file.write_text(HEAD + said, encoding="utf-8")
    return file


def test_the_program_has_three_styles_that_check_clean() -> None:
    assert set(SHIPPED) == {"modern", "staff-map", "kriegsspiel-1824"}
    for path in map_style_files.FOLDER.glob("*.yaml"):
        assert check(path) == []


def test_the_file_of_the_usual_style_says_what_is_usual() -> None:
    read = map_style_files.load(map_style_files.FOLDER / f"modern{map_style_files.ENDING}")
    for each in fields(MapStyle):
        if each.name != "name":
            assert getattr(read, each.name) == getattr(MODERN, each.name), each.name


@pytest.mark.parametrize("named", SHIPPED)
def test_a_style_draws_every_kind_of_the_catalogue(named: str) -> None:
    kinds = map_style_files.style_shipped(named).kinds
    assert list(kinds.kinds) == list(load_catalogue().kinds)
    assert kinds.line("tundra", TerrainClass.LINK).strokes[0].dash


def test_a_tone_draws_the_kinds_a_style_does_not_name_towards_it(tmp_path: Path) -> None:
    style = map_style_files.load(
        written(tmp_path, "tone: {towards: '#ffffff', by: 1}\nground: {woods: {fill: '#112233'}}\n")
    )
    assert style.kinds.ground("woods").fill == "#112233"
    assert style.kinds.ground("lake").fill == "#ffffff"


@pytest.mark.parametrize(
    ("said", "code", "line", "column"),
    [
        ("papper: {colour: '#ffffff'}\n", "unknown-key", 2, 1),
        ("paper: {colour: white}\n", "wrong-form", 2, 17),
        ("wash: 3\n", "out-of-range", 2, 7),
        ("ground:\n  woods: {marks: [{shape: tree, colour: '#112233', size: 1, density: 2}]}\n",
         "not-an-option", 3, 27),
        ("ground:\n  woods: {marks: [{shape: picture, colour: '#112233', size: 1, density: 2}]}\n",
         "faulty-drawing", 3, 10),
        ("ground:\n  wods: {fill: '#112233'}\n", "unlisted-kind", 3, 3),
    ],
)  # fmt: skip
def test_a_fault_of_a_style_is_told_with_line_and_column(
    tmp_path: Path, said: str, code: str, line: int, column: int
) -> None:
    (problem,) = check(written(tmp_path, said))
    assert (problem.code, problem.mark.line, problem.mark.column) == (code, line, column)


def test_a_style_beside_the_map_is_its_own_and_a_wrong_name_is_told(tmp_path: Path) -> None:
    written(tmp_path, "wash: 0.5\n", "old")
    file = tmp_path / "a.map.yaml"
    said = "sandtable: map/1\ngrid: {columns: 2, rows: 2}\nstyle: "
    file.write_text(said + "old\n", encoding="utf-8")
    style = map_reader.load(file).style
    assert style is not None
    assert (style.id, style.wash) == ("old", 0.5)
    file.write_text(said + "staf-map\n", encoding="utf-8")
    with pytest.raises(InvalidFileError) as raised:
        map_reader.load(file)
    (problem,) = raised.value.problems
    assert (problem.code, problem.mark.line, problem.mark.column) == ("unknown-style", 3, 8)
    assert "staff-map" in problem.message("en")


def test_a_fault_of_the_style_beside_a_map_is_told_in_its_own_file(tmp_path: Path) -> None:
    style = written(tmp_path, "wash: lots\n", "old")
    file = tmp_path / "a.map.yaml"
    said = "sandtable: map/1\ngrid: {columns: 2, rows: 2}\nstyle: old\n"
    file.write_text(said, encoding="utf-8")
    (problem,) = check(file)
    assert (problem.file, problem.severity) == (str(style), Severity.ERROR)
