"""What a plug-in adds is there wherever such things are used, and one that fails harms nobody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine import plugins
from engine.ai import player_registry
from engine.files import map_reader
from engine.files.source_text import ROOT
from engine.play.players import LEVEL_NAMES
from studio.cli import main
from tests.plugins.conftest import Adding

CROSSROADS = ROOT / "samples/tank/maps/crossroads.map.yaml"
SHOTS = ROOT / "samples/tank/scenarios/first-shots.scenario.yaml"
WHOLE = '''
"""Everything a plug-in can add but a game."""

from pathlib import Path

from engine.hexes.grid import Grid
from engine.interchange.import_result import ImportResult
from engine.interchange.plugin_formats import Exporter, Importer
from engine.map.map import Map
from engine.play.players import RandomPlayer


def read(path):
    columns, rows = map(int, path.read_text().split())
    return ImportResult(Map.blank(Grid(columns, rows)), [])


def write(map_, path):
    path.write_text(f"{map_.grid.columns} {map_.grid.rows}")
    return []


class Fumbler:
    def __init__(self, seed):
        pass

    def choose(self, question):
        raise LookupError("lost the thread")


PLAYERS = {"fumbler": Fumbler, "dawdler": RandomPlayer}
STYLES = LAYOUTS = Path(__file__).parent
IMPORTERS = {"size": Importer({"en": "the size alone", "zh": "仅尺寸"}, (".size",), read)}
EXPORTERS = {"size": Exporter({"en": "the size alone", "zh": "仅尺寸"}, ".size", write)}
'''


@pytest.fixture(scope="module")
def folder(add_folder: Adding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Plug-ins of every kind: one whole, the others broken, each in a way of its own."""
    made = tmp_path_factory.mktemp("plugged")
    whole = made / "whole"
    whole.mkdir()
    (whole / "__init__.py").write_text(WHOLE, encoding="utf-8")
    shipped = ROOT / "engine" / "files"
    for source, name in (("styles/staff-map", "night.style.yaml"),):
        (whole / name).write_text(
            (shipped / f"{source}.style.yaml").read_text(encoding="utf-8"), encoding="utf-8"
        )
    standard = (shipped / "layouts" / "standard.counters.yaml").read_text(encoding="utf-8")
    (whole / "plain.counters.yaml").write_text(standard, encoding="utf-8")
    (made / "raises.py").write_text("raise OSError('no licence')\n", encoding="utf-8")
    (made / "leaves.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    (made / "unreadable.py").write_text("def (:\n", encoding="utf-8")
    (made / "wrong.py").write_text("GAMES = 7\n", encoding="utf-8")
    (made / "empty_game.py").write_text("GAMES = ('json',)\n", encoding="utf-8")
    (made / "twin_game.py").write_text("GAMES = ('engine.games.tank',)\n", encoding="utf-8")
    (made / "json.py").write_text("", encoding="utf-8")
    (made / "notes.txt").write_text("no plug-in", encoding="utf-8")
    add_folder(made)
    return made


def run(*arguments: object, code: int = 0) -> str:
    ran = CliRunner().invoke(main, [*map(str, arguments)])
    assert ran.exit_code == code, ran.output
    return ran.output


def answer(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json"))


def test_a_player_with_a_name_of_the_program_s_own_is_told(
    add_folder: Adding, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("PLAYERS = {'greedy': None, 'elite': None}", encoding="utf-8")
    add_folder(tmp_path)
    player_registry.player_names()
    (failed,) = plugins.failed_plugins()
    assert (failed.name, "elite, greedy" in failed.reason) == ("mine", True)


def test_a_level_has_its_name_from_the_players() -> None:
    assert tuple(player_registry.LEVELS) == LEVEL_NAMES


def test_a_map_style_is_drawn_with(folder: Path, tmp_path: Path) -> None:
    run("render", CROSSROADS, tmp_path / "a.svg", "--style", "night")
    run("render", CROSSROADS, tmp_path / "b.svg", "--style", "staff-map")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert "night" in run("render", CROSSROADS, tmp_path / "c.svg", "--style", "nigth", code=1)


def test_a_layout_of_counters_is_found_by_its_name(folder: Path) -> None:
    from engine.files import counter_layout_files

    found, standard = counter_layout_files.find("plain"), counter_layout_files.find("standard")
    assert found == replace(standard, id="plain")


def test_a_player_plays_and_is_listed(folder: Path) -> None:
    assert player_registry.player_names()[-1] == "dawdler"
    own = answer("play", SHOTS, "--red", "dawdler", "--blue", "dawdler", "--seed", "3")
    assert own["answers"] == answer("play", SHOTS, "--red", "random", "--blue", "random",
                                    "--seed", "3")["answers"]  # fmt: skip


def test_a_player_that_fails_ends_the_game_with_the_name_of_its_plug_in(folder: Path) -> None:
    said = run("play", SHOTS, "--red", "fumbler", "--blue", "fumbler", code=1)
    assert "the plug-in whole failed: LookupError: lost the thread" in said
    assert "Traceback" not in said


def test_any_command_leaves_plug_ins_out_in_safe_mode(folder: Path, add_folder: Adding) -> None:
    plugins.reset_plugins()
    said = run("--safe-mode", "play", SHOTS, "--red", "dawdler", code=1)
    assert "'dawdler'" in said
    add_folder(folder)
    assert player_registry.player_names()[-1] == "dawdler"


def test_formats_are_read_and_written(folder: Path, tmp_path: Path) -> None:
    run("export", "size", CROSSROADS, tmp_path / "a.size")
    run("import", "size", tmp_path / "a.size", tmp_path / "a.map.yaml")
    assert (
        map_reader.load(tmp_path / "a.map.yaml").grid.shape
        == map_reader.load(CROSSROADS).grid.shape
    )
    assert "the size alone" in run("import", "--help")
    assert "the size alone" in run("import", "sice", tmp_path, code=2)


def test_a_format_that_fails_says_which_plug_in_and_writes_nothing(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.size").write_text("seven", encoding="utf-8")
    said = run("import", "size", tmp_path / "a.size", tmp_path / "a.map.yaml", code=1)
    assert "the plug-in whole failed: ValueError" in said
    assert not (tmp_path / "a.map.yaml").exists()


def test_those_that_fail_are_named_and_left_out(folder: Path) -> None:
    found = {each["what"]: each for each in answer("doctor")["findings"]}
    assert found["plugin-whole"]["health"] == "fine"
    reasons = {
        "raises": "OSError: no licence",
        "leaves": "SystemExit: 3",
        "unreadable": "SyntaxError",
        "wrong": "InvalidHookError: GAMES",
        "empty_game": "AttributeError",
        "twin_game": "DuplicatePluginError: tank",
        "json": "DuplicatePluginError: json",
    }
    assert found.keys() >= {f"plugin-{name}" for name in reasons}
    for name, reason in reasons.items():
        assert found[f"plugin-{name}"]["health"] == "later"
        assert reason in found[f"plugin-{name}"]["words"]
    assert {one.name for one in plugins.failed_plugins()} == set(reasons)
    assert run("games").splitlines()[0].startswith("tank")


def installed_stranger(folder: Path) -> str:
    """Put a package with an entry point into a folder, as pip does; what its module says."""
    words = "from engine.play.players import RandomPlayer\n\nPLAYERS = {'stranger': RandomPlayer}\n"
    (folder / "stranger.py").write_text(words, encoding="utf-8")
    told = folder / "stranger-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[sandtable.plugins]\nstranger = stranger\n")
    return words


def test_one_that_is_installed_from_a_folder_of_plug_ins_is_there_once(
    add_folder: Adding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a game whose maker tries it: installed editable, its own folder named by its tests."""
    installed_stranger(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    add_folder(tmp_path)
    assert player_registry.player_names()[-1] == "stranger"
    assert plugins.failed_plugins() == ()
    sys.modules.pop("stranger")


def test_a_copy_of_one_that_is_there_is_named_and_harms_neither(
    add_folder: Adding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = installed_stranger(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "stranger.py").write_text(words, encoding="utf-8")
    add_folder(tmp_path / "copies")
    assert player_registry.player_names()[-1] == "stranger"
    (failed,) = plugins.failed_plugins()
    assert failed.place == str(tmp_path / "copies" / "stranger.py")
    assert failed.reason.startswith("DuplicatePluginError: stranger")
    sys.modules.pop("stranger")


def test_an_installed_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    """The metadata that pip leaves are enough; an empty list of folders leaves all out."""
    installed_stranger(tmp_path)
    asked = "from engine.ai import player_registry; print(player_registry.player_names()[-1])"

    def said(**environment: str) -> str:
        ours = {key: value for key, value in os.environ.items() if key != plugins.FOLDERS}
        there = {**ours, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", **environment}
        ran = subprocess.run([sys.executable, "-c", asked], env=there, capture_output=True,
                             text=True, check=True)  # fmt: skip
        return ran.stdout.strip()

    assert said(XDG_CONFIG_HOME=str(tmp_path)) == "stranger"
    assert said(**{plugins.FOLDERS: ""}) == "elite"
