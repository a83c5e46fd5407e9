"""`sandtable [FILE …]` without a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from studio import app
from studio.cli import main

Opened = list[tuple[tuple[Path, ...], bool]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """What the studio was asked to open, instead of opening it."""
    calls: Opened = []

    def run(files: tuple[Path, ...], *, safe_mode: bool) -> int:
        calls.append((tuple(files), safe_mode))
        return 0

    monkeypatch.setattr(app, "run", run)
    return calls


@pytest.mark.parametrize(
    ("words", "files", "safe_mode"),
    [
        ([], [], False),
        (["hill.map.yaml"], ["hill.map.yaml"], False),
        (["a.map.yaml", "b.map.yaml"], ["a.map.yaml", "b.map.yaml"], False),
        (["--safe-mode"], [], True),
        (["a.map.yaml", "--safe-mode"], ["a.map.yaml"], True),
    ],
)
def test_files_without_a_command_open_the_studio(
    opened: Opened, words: list[str], files: list[str], safe_mode: bool
) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert opened == [(tuple(Path(file) for file in files), safe_mode)]


def test_a_word_that_is_neither_command_nor_file_is_wrong_use(opened: Opened) -> None:
    assert CliRunner().invoke(main, ["chekc"]).exit_code == 2
    assert opened == []


def test_without_a_screen_the_studio_says_what_works_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 1
    assert "--help" in result.stderr
