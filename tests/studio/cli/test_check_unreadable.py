"""What `check` cannot read it tells as a problem, in a folder as well as named by itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from studio.cli import main

SOUND = "sandtable: map/1\ngrid: {columns: 2, rows: 2}\n"
CLOSED = PermissionError(13, "Permission denied")


def checked(*words: str) -> list[tuple[str, str]]:
    """Each problem's file and code; the command ends well whatever they are."""
    result = CliRunner().invoke(main, ["check", *words, "--json"])
    assert result.exit_code == 1, (result.stderr, result.exception)
    told: list[dict[str, Any]] = json.loads(result.stdout)
    return [(Path(each["file"]).name, each["code"]) for each in told]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a sound map, a broken link, a closed file and a closed folder.

    They are closed to whoever runs the tests, the superuser too.
    """
    (tmp_path / "closed").mkdir()
    for name in ("sound", "closed"):
        (tmp_path / f"{name}.map.yaml").write_text(SOUND)
    (tmp_path / "plain.yaml").symlink_to("away.yaml")
    (tmp_path / "link.map.yaml").symlink_to("away.map.yaml")
    read, scan, can = Path.read_bytes, os.scandir, os.access

    def read_bytes(path: Path) -> bytes:
        if path.name == "closed.map.yaml":
            raise CLOSED
        return read(path)

    def scandir(path: Any = ".") -> Iterator[os.DirEntry[str]]:
        if Path(path).name == "closed":
            raise PermissionError(CLOSED.errno, CLOSED.strerror, str(path))
        return scan(path)

    def access(path: Any, mode: int, **more: Any) -> bool:
        return "closed" not in str(path) and can(path, mode, **more)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "access", access)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_everything_unreadable_in_a_folder_is_a_problem_and_the_rest_is_checked() -> None:
    assert sorted(checked(".")) == [
        ("closed", "unreadable-folder"),
        ("closed.map.yaml", "unreadable-file"),
        ("link.map.yaml", "broken-link"),
        ("plain.yaml", "broken-link"),
    ]


@pytest.mark.usefixtures("folder")
def test_what_is_named_by_itself_is_told_in_the_same_way() -> None:
    named = ("closed", "closed.map.yaml", "link.map.yaml", "plain.yaml")
    assert [problem for name in named for problem in checked(name)] == sorted(checked("."))


@pytest.mark.usefixtures("folder")
def test_the_problem_of_a_link_names_what_is_missing() -> None:
    result = CliRunner().invoke(main, ["check", "link.map.yaml"])
    assert "away.map.yaml" in result.stderr
