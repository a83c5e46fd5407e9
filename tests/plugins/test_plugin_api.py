"""A plug-in says for which version of the API it was written, and is left out by another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtWidgets import QApplication

from engine import plugins
from engine.ai import player_registry
from engine.languages import LANGUAGES
from studio import app
from studio.cli import main
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from tests.plugins.conftest import Adding
from tests.studio.main_window.conftest import Scripted, close_unsaved

BODY = "from engine.play.players import RandomPlayer\n\nPLAYERS = {{'{name}': RandomPlayer}}\n"
LATER = plugins.API + 7


def write_plugin(folder: Path, name: str, declared: str, body: str = BODY) -> None:
    words = f"SANDTABLE_API = {declared}\n" if declared else ""
    (folder / f"{name}.py").write_text(words + body.format(name=name), encoding="utf-8")


def refusal(add_folder: Adding, folder: Path) -> plugins.PluginApiError:
    """Why the only plug-in of a folder does not go together with the program."""
    add_folder(folder)
    plugins.find_plugins()
    (error,) = plugins.refused_plugins()
    return error


@pytest.mark.parametrize("declared", ["", *map(str, range(plugins.OLDEST_API, plugins.API + 1))])
def test_a_version_that_fits_or_none_is_loaded_without_a_word(
    declared: str, add_folder: Adding, tmp_path: Path
) -> None:
    name = f"fitting{declared}"
    write_plugin(tmp_path, name, declared)
    add_folder(tmp_path)
    assert player_registry.player_names()[-1] == name
    assert plugins.failed_plugins() == ()
    ran = CliRunner().invoke(main, ["games"])
    assert ran.stderr == ""


def test_a_newer_one_is_refused_before_it_runs(add_folder: Adding, tmp_path: Path) -> None:
    """It may import what only a later program has: the reason is its version, not that."""
    write_plugin(tmp_path, "tomorrow", str(LATER), "import engine.not_yet_written\n")
    error = refusal(add_folder, tmp_path)
    assert (error.name, error.declared) == ("tomorrow", LATER)
    told = {error.sentence(language) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES) == 4
    assert all(f"{word}" in each for each in told for word in ("tomorrow", LATER, plugins.API))


def test_an_older_one_is_told_what_is_supported(add_folder: Adding, tmp_path: Path) -> None:
    write_plugin(tmp_path, "yesterday", str(plugins.OLDEST_API - 1))
    told = {refusal(add_folder, tmp_path).sentence(language) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all("yesterday" in each for each in told)
    assert "supports versions 1 to 2" in next(each for each in told if "supports" in each)


def test_a_version_that_is_found_out_while_the_module_runs_counts_too(
    add_folder: Adding, tmp_path: Path
) -> None:
    write_plugin(tmp_path, "reckoned", f"{LATER - 1} + 1")
    assert refusal(add_folder, tmp_path).declared == LATER


def test_a_version_that_is_no_number_is_named(add_folder: Adding, tmp_path: Path) -> None:
    write_plugin(tmp_path, "worded", "'2'")
    add_folder(tmp_path)
    (failed,) = plugins.failed_plugins()
    assert failed.reason == "InvalidHookError: SANDTABLE_API: int, not str"


def test_an_installed_one_is_asked_too(
    add_folder: Adding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_plugin(tmp_path, "abroad", str(LATER), "import engine.not_yet_written\n")
    found = tmp_path / "abroad-1.0.dist-info"
    found.mkdir()
    (found / "METADATA").write_text("Metadata-Version: 2.1\nName: abroad\nVersion: 1.0\n")
    (found / "entry_points.txt").write_text("[sandtable.plugins]\nabroad = abroad\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert refusal(add_folder, tmp_path / "none").name == "abroad"


def test_the_doctor_and_any_command_that_looks_for_plug_ins_say_it(
    add_folder: Adding, tmp_path: Path
) -> None:
    write_plugin(tmp_path, "tomorrow", str(LATER))
    sentence = refusal(add_folder, tmp_path).sentence()
    found = json.loads(CliRunner().invoke(main, ["doctor", "--json"]).stdout)["findings"]
    (told,) = (each for each in found if each["what"] == "plugin-tomorrow")
    assert told["health"] == "later"
    assert sentence in told["words"]
    ran = CliRunner().invoke(main, ["games", "--json"])
    assert ran.stderr.strip() == sentence
    assert json.loads(ran.stdout)


def test_the_window_says_it_at_its_foot(
    qapp: QApplication, add_folder: Adding, tmp_path: Path
) -> None:
    (tmp_path / "plugins").mkdir()
    write_plugin(tmp_path / "plugins", "tomorrow", str(LATER))
    write_plugin(tmp_path / "plugins", "broken", "", "raise OSError('no licence')\n")
    add_folder(tmp_path / "plugins")
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
    app.report_plugins(window)
    said = window.statusBar().currentMessage()
    close_unsaved(window, prompts)
    (error,) = plugins.refused_plugins()
    assert error.sentence("en") in said
    assert "broken" in said
