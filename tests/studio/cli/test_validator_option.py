"""`sandtable --validator NAME …`: every command, and the window, validates by the one asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.files.schema_validators import VARIABLE, ValidatorKind, current_validator
from studio import app
from studio.cli import main

BROKEN = "sandtable: map/1\ngrid: {columns: x, rows: 1}\ntitle: {en: ''}\n"


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")  # is put back after the test, whatever sets it meanwhile


def test_check_says_the_same_by_either_validator(tmp_path: Path) -> None:
    file = tmp_path / "a.map.yaml"
    file.write_text(BROKEN, encoding="utf-8")
    told = {}
    for kind in ValidatorKind:
        ran = CliRunner().invoke(main, ["--validator", kind.value, "check", str(file)])
        assert current_validator() is kind
        assert ran.exit_code == 1
        told[kind] = ran.output
    assert told[ValidatorKind.COMPILED] == told[ValidatorKind.REFERENCE]
    assert f"{file}:2:17" in told[ValidatorKind.REFERENCE]


def test_the_window_is_opened_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []

    def run(files: object, **_: object) -> int:
        opened.append(current_validator())
        return 0

    monkeypatch.setattr(app, "run", run)
    for words in ([], ["a.map.yaml"]):
        assert CliRunner().invoke(main, ["--validator", "reference", *words]).exit_code == 0
    assert opened == [ValidatorKind.REFERENCE] * 2


def test_another_name_is_refused() -> None:
    ran = CliRunner().invoke(main, ["--validator", "other", "check", "a.map.yaml"])
    assert ran.exit_code == 2
    assert "compiled" in ran.output
