"""`sandtable doctor`: what is well, what lacks, and the command that mends it."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine import install_commands, kernel_warmup
from engine.files.schema_validators import VARIABLE, ValidatorKind
from engine.session import saved_games
from engine.texts import text
from studio import preferences
from studio.cli import doctor, main
from studio.documents import recovery_journal
from studio.rendering import qt_environment, text_painting

REQUIRED = [
    "click>=8.1",
    'old-windows>=1; sys_platform == "nowhere"',
    'starlette>=1.0; extra == "host"',
    'pytest>=8; extra == "test"',
]


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with what is needed, and folders of its own."""
    monkeypatch.setattr(metadata, "requires", lambda name: REQUIRED)
    monkeypatch.setattr(kernel_warmup, "is_warm", lambda: True)
    monkeypatch.setattr(preferences, "settings_file", lambda: tmp_path / "settings" / "studio.ini")
    monkeypatch.setattr(recovery_journal, "journal_folder", lambda: tmp_path / "journals")
    monkeypatch.setattr(saved_games, "saved_games_folder", lambda: tmp_path / "games")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def versions(monkeypatch: pytest.MonkeyPatch, **installed: str) -> None:
    """Only these packages are installed."""

    def version(name: str) -> str:
        if name not in installed:
            raise metadata.PackageNotFoundError(name)
        return installed[name]

    monkeypatch.setattr(metadata, "version", version)


def examined() -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and what was found by what it is about."""
    result = CliRunner().invoke(main, ["doctor", "--json"])
    told = json.loads(result.stdout)
    assert told["well"] is (result.exit_code == 0)
    return result.exit_code, {one["what"]: one for one in told["findings"]}


def test_a_machine_that_has_everything_is_well() -> None:
    code, found = examined()
    assert code == 0
    assert {
        "packages",
        "validator",
        "host",
        "qt",
        "kernels",
        "settings",
        "journals",
        "games",
    } <= found.keys()
    assert found["packages"]["words"] == text("doctor.packages", "en", count=1)


@pytest.mark.parametrize(
    ("kind", "package"),
    [(ValidatorKind.COMPILED, "jsonschema-rs"), (ValidatorKind.REFERENCE, "jsonschema")],
)
def test_the_validator_in_use_is_named(
    kind: ValidatorKind, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    _, found = examined()
    words = text("doctor.validator", "en", name=package, version=metadata.version(package))
    assert found["validator"]["words"] == words


def test_a_package_that_is_missing_is_named_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions(monkeypatch, sandtable="0.1.0", starlette="1.0")
    code, found = examined()
    assert code == 1
    assert found["packages-missing"]["words"] == text(
        "doctor.packages-missing", "en", names="click"
    )
    assert found["packages-missing"]["remedy"] == install_commands.install_command(
        '--upgrade "click>=8.1"'
    )


def test_a_package_that_is_too_old_is_told_from_one_that_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions(monkeypatch, sandtable="0.1.0", starlette="1.0", click="7.9")
    code, found = examined()
    assert code == 1
    assert found["packages-old"]["health"] == "old"
    assert "click 7.9" in found["packages-old"]["words"]


def test_what_only_some_need_leaves_the_machine_well(monkeypatch: pytest.MonkeyPatch) -> None:
    versions(monkeypatch, sandtable="0.1.0", click="8.2")
    code, found = examined()
    assert code == 0
    assert found["host"]["health"] == "later"
    assert found["host"]["remedy"] == install_commands.extra_install_command("host")


def test_without_qt_s_libraries_the_package_is_named_that_brings_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lacking() -> None:
        raise qt_environment.QtUnavailable(
            qt_environment.missing_library_text(
                ImportError("libEGL.so.1: cannot open shared object")
            )
        )

    monkeypatch.setattr(qt_environment, "ensure_application", lacking)
    code, found = examined()
    assert code == 1
    assert "libegl1" in found["qt"]["words"]


def test_where_no_window_opens_qt_s_reason_and_the_packages_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", ":77")
    said = "\nCould not load the Qt platform plugin xcb; libxcb-cursor.so.0: cannot open"
    monkeypatch.setattr(doctor, "_try_window", lambda: said)
    code, found = examined()
    assert code == 1
    assert "Could not load" in found["window"]["words"]
    assert "libxcb-cursor0" in found["window"]["remedy"]


def test_without_a_chinese_font_and_without_kernels_the_way_out_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(text_painting, "font_families", lambda: ("DejaVu Sans",))
    monkeypatch.setattr(kernel_warmup, "is_warm", lambda: False)
    monkeypatch.setattr(sys, "platform", "linux")
    code, found = examined()
    assert code == 0
    assert found["fonts"]["remedy"] == "apt install fonts-noto-cjk"
    assert found["kernels"]["remedy"] == "sandtable warm"


def test_a_folder_that_cannot_be_written_in_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "journals").write_text("in the way", encoding="utf-8")
    code, found = examined()
    assert code == 1
    assert found["journals"]["health"] == "missing"
    assert str(tmp_path / "journals") in found["journals"]["words"]


def test_a_slow_disk_is_told_and_no_file_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "SLOW_FLUSH", -1.0)
    code, found = examined()
    assert code == 0
    assert found["games"]["health"] == "slow"
    assert list((tmp_path / "games").iterdir()) == []


def test_people_read_sentences() -> None:
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == text("doctor.well", "en")
