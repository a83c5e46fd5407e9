"""The container and the unit that host a game say what the program understands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from studio.cli import host
from studio.cli import main as program

DEPLOY = Path(__file__).parents[1] / "deploy"
QT_NEEDS = ("libegl1", "libgl1", "libglib2.0-0", "libxkbcommon0", "libdbus-1-3", "libfontconfig1")


def container_line() -> list[str]:
    words = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Containerfile").read_text("utf-8"), re.M)
    assert words
    line: list[str] = json.loads(words[1])
    return [*line[2:], "my.scenario.yaml", "--name", "game.example.org"]


def unit_line() -> list[str]:
    words = re.search(
        r"^ExecStart=(.*)$", (DEPLOY / "sandtable-host.service").read_text("utf-8"), re.M
    )
    assert words
    return words[1].split()[2:]


@pytest.mark.parametrize("line", [container_line(), unit_line()], ids=["container", "unit"])
def test_every_option_is_one_of_the_command(line: list[str]) -> None:
    context = click.Context(program, info_name="sandtable")
    read = host.command.make_context("host", list(line), parent=context)
    assert read.params["is_own"]
    assert read.params["bind"] == "0.0.0.0"
    assert read.params["file"].name == "evening.room"


def test_the_container_installs_what_qt_needs() -> None:
    words = (DEPLOY / "Containerfile").read_text("utf-8")
    for package in QT_NEEDS:
        assert package in words


def test_the_packages_of_a_checkout_are_what_qt_needs() -> None:
    words = (DEPLOY.parent / "tools" / "system-packages.sh").read_text("utf-8").split()
    assert {*QT_NEEDS} <= {word.removeprefix('wanted="') for word in words}
    assert "fonts-noto-cjk" in words
