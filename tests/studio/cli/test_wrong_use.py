"""What is mistyped, left empty or taken for something else is answered with what would be right."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.files.map_reader import load
from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from engine.texts import text
from studio.cli import main
from tests.engine.comparing_maps import FULL


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("chek", "x.map.yaml"), "There is no command 'chek' (did you mean 'check'?)"),
        (("new-gam",), "(did you mean 'new-game'?)"),
        (("export", "geojsn", "a", "b"), "(did you mean 'geojson'?)"),
        (("import", "teled", "a", "b"), "(did you mean 'tiled'?)"),
        (("check", "--jso", "x"), "Did you mean '--json'?"),
        (("--safe-mod",), "Did you mean '--safe-mode'?"),
        (("safe-mode",), text("commands.no-command", "en", word="safe-mode")),
    ],
)
def test_what_is_mistyped_is_answered_with_the_nearest_name(
    words: tuple[str, ...], meant: str
) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert meant in result.stderr


def test_a_word_like_no_command_is_answered_without_a_guess() -> None:
    result = run("xyzzy")
    assert result.exit_code == 2
    assert (
        result.stderr.splitlines()[-1]
        == f"Error: {text('commands.no-command', 'en', word='xyzzy')}"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistyped_command_is_told_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", language)
    told = run("chek").stderr.splitlines()[-1]
    assert "chek" in told.replace("check", "")
    assert "check" in told


# --- folders --------------------------------------------------------------------------------------


def test_a_folder_is_checked_with_all_that_lies_in_it(folder: Path) -> None:
    """By their names or by their first lines; what is hidden or no file of ours is left alone."""
    (folder / "war" / "maps").mkdir(parents=True)
    (folder / "war" / "maps" / "hill.map.yaml").write_text("sandtable: map/1\n")
    (folder / "war" / "plain.yaml").write_text("# mine\nsandtable: map/1\ntitel: A\n")
    (folder / "war" / "last.scenario.yaml").touch()
    (folder / "war" / "settings.yaml").write_text("a: 1\n")
    (folder / "war" / ".old").mkdir()
    (folder / "war" / ".old" / "gone.map.yaml").touch()
    result = run("check", "war", "--json")
    assert result.exit_code == 1
    found = {(Path(each["file"]).name, each["code"]) for each in json.loads(result.stdout)}
    assert {name for name, _ in found} == {"hill.map.yaml", "plain.yaml", "last.scenario.yaml"}
    assert found >= {("plain.yaml", "unknown-key"), ("last.scenario.yaml", "empty-file")}
    assert run("check", "war").stderr.splitlines()[-1].endswith("files: 3")


def test_what_is_wrong_with_a_map_is_told_once_however_many_scenarios_name_it(
    folder: Path,
) -> None:
    shutil.copytree(SHIPPED / "samples" / "tank", "tank")
    maps, scenarios = folder / "tank" / "maps", folder / "tank" / "scenarios"
    spoilt = maps / "crossroads.map.yaml"
    spoilt.write_text(spoilt.read_text("utf-8").replace("\ntitle:", "\ntitel:"), encoding="utf-8")
    naming = [each for each in scenarios.iterdir() if spoilt.name in each.read_text("utf-8")]
    assert naming
    shutil.copy(naming[0], scenarios / "again.scenario.yaml")
    found = [each["code"] for each in json.loads(run("check", "tank", "--json").stdout)]
    assert found.count("unknown-key") == 1
    assert found.count("broken-map") == len(naming) + 1


def test_a_folder_and_a_file_are_checked_together(folder: Path) -> None:
    (folder / "maps").mkdir()
    for name in ("ford.map.yaml", "maps/ford.map.yaml"):
        (folder / name).write_text(FULL, encoding="utf-8")
    result = run("check", "maps", "ford.map.yaml")
    assert result.exit_code == 0
    assert result.stderr.endswith("errors: 0, warnings: 6, files: 2\n")


def test_a_folder_with_nothing_to_check_says_what_would_be(folder: Path) -> None:
    (folder / "notes.txt").write_text("sandtable: map/1\n")
    result = run("check", ".", "--json")
    assert result.exit_code == 1
    assert "*.scenario.yaml" in json.loads(result.stdout)["error"]
    assert result.stderr.startswith(". ")
    assert "*.scenario.yaml" in result.stderr


def test_a_folder_with_a_whole_disk_in_it_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.cli.check.MAX_FILES", 3)
    for number in range(4):
        (folder / f"{number}.txt").touch()
    result = run("check", ".")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == text("commands.check-too-many", "en", folder=".", most=3) + "\n"


def test_a_folder_is_not_shown(folder: Path) -> None:
    result = run("show", ".")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(".:1:1: error: this is a folder, not a file")


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first_line"),
    [
        ("hill.scenario.yaml", "scenario/1"),
        ("guns.deck.yml", "deck/1"),
        ("floor.table.yaml", "table/1"),
        ("hill.map.yaml", "map/1"),
        ("hill.yaml", "map/1"),
        ("hill.scenrio.yaml", "map/1"),
    ],
)
def test_an_empty_file_is_told_the_first_line_of_what_it_is_called(
    folder: Path, name: str, first_line: str
) -> None:
    (folder / name).touch()
    assert f"such as 'sandtable: {first_line}'" in run("check", name).stderr


@pytest.mark.parametrize("content", [b"\x7fELF\xd0\x00", b"\xff\xfeh\x00", FULL.encode()])
def test_a_replay_that_is_none_says_what_records_one(folder: Path, content: bytes) -> None:
    (folder / "game.replay").write_bytes(content)
    result = run("replay", "game.replay")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("game.replay: this is not a recorded game.")
    assert "sandtable play SCENARIO --save FILE" in result.stderr
    assert "UTF" not in result.stderr


def test_a_new_map_or_table_is_written_over_one_where_that_is_wanted(folder: Path) -> None:
    for name in ("hill.map.yaml", "floor.table.yaml"):
        (folder / name).write_text("mine")
        refused = run("new", name)
        assert refused.exit_code == 1
        assert "--overwrite" in refused.stderr
        assert (folder / name).read_text() == "mine"
        assert run("new", name, "--columns", "7", "--overwrite").exit_code == 0
        assert run("check", name).exit_code == 0
    assert load(folder / "hill.map.yaml").grid.columns == 7


def test_a_new_game_is_written_over_one_where_that_is_wanted(folder: Path) -> None:
    assert run("new-game", "hill-war").exit_code == 0
    readme = folder / "hill-war" / "README.md"
    readme.write_text("mine")
    refused = run("new-game", "hill-war")
    assert refused.exit_code == 1
    assert "--overwrite" in refused.stderr
    assert readme.read_text() == "mine"
    assert run("new-game", "hill-war", "--overwrite").exit_code == 0
    assert readme.read_text() != "mine"
