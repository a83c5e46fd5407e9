"""A game made by `sandtable new-game` is whole: its tests pass, and its battle is played."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.files.source_text import ROOT
from engine.texts import text
from studio.cli import main
from tests.plugins.conftest import Adding

SEED = 20261123


@pytest.fixture(scope="module")
def made(add_folder: Adding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugged") / "village-war"
    ran = CliRunner().invoke(main, ["new-game", str(folder), "--title", "Village war"])
    assert ran.exit_code == 0, ran.output
    add_folder(folder)
    return folder


@pytest.mark.long
def test_its_own_tests_pass_and_its_code_is_clean(made: Path) -> None:
    there = {
        **os.environ,
        "PYTHONPATH": f"{made}{os.pathsep}{ROOT}",
        "SANDTABLE_PLUGINS": "",
    }
    plain = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:pytest-qt"]
    for command in (plain, [sys.executable, "-m", "ruff", "check", "--no-cache", "."]):
        ran = subprocess.run(
            command, cwd=made, env=there, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_its_battle_has_no_faults_and_is_played(made: Path) -> None:
    battle = str(made / "first.scenario.yaml")
    assert (
        text("commands.checked-clean", "en", files=1)
        in CliRunner().invoke(main, ["check", battle]).output
    )
    ran = CliRunner().invoke(main, ["play", battle, "--seed", "4"])
    assert "the battle is over" in ran.output


def test_what_is_there_is_not_written_over(made: Path) -> None:
    ran = CliRunner().invoke(main, ["new-game", str(made)])
    assert ran.exit_code != 0
    assert "village_war" in ran.output


@pytest.mark.parametrize("folder", ["7 days", "class", "json", "tests"])
def test_a_name_by_which_python_would_find_something_else_is_refused(
    folder: str, tmp_path: Path
) -> None:
    ran = CliRunner().invoke(main, ["new-game", str(tmp_path / folder)])
    assert ran.exit_code == 2
    assert repr(folder) in ran.output
    assert not (tmp_path / folder).exists()


def test_a_title_may_have_any_signs(tmp_path: Path) -> None:
    folder = tmp_path / "odd-war"
    title = 'A "war"\\ of\ntwo $kinds\\'
    ran = CliRunner().invoke(main, ["new-game", str(folder), "--title", title])
    assert ran.exit_code == 0, ran.output
    compile((folder / "odd_war" / "system.py").read_text(encoding="utf-8"), "system.py", "exec")
    tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


def test_what_is_to_be_typed_next_can_be_typed_of_a_folder_with_a_space(tmp_path: Path) -> None:
    folder = tmp_path / "my games" / "far-war"
    ran = CliRunner().invoke(main, ["new-game", str(folder)])
    assert ran.exit_code == 0, ran.output
    typed = shlex.split(ran.output.rpartition("sandtable play")[2])
    assert typed == [str(folder / "first.scenario.yaml")]
