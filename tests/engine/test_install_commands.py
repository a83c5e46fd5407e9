"""The command that mends what is missing is one that works where the program runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import install_commands
from engine.files.source_text import ROOT

BEGUN = "import sys; sys.modules[{module!r}] = None; from studio.command_line import main; main()"


def environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment in a folder; its Python."""
    python = folder / "bin" / "python"
    python.parent.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(python))
    return python


def test_what_pipx_installed_is_mended_by_pipx(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment(tmp_path, monkeypatch)
    (tmp_path / "pipx_metadata.json").write_text("{}")
    assert (
        install_commands.extra_install_command("host")
        == 'pipx runpip sandtable install "sandtable[host]"'
    )


def test_what_uv_installed_is_mended_by_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = environment(tmp_path, monkeypatch)
    (tmp_path / "uv-receipt.toml").write_text("")
    told = install_commands.extra_install_command("host")
    assert told == f'uv pip install --python "{python}" "sandtable[host]"'


def test_pip_alone_is_said_where_it_means_this_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pip = environment(tmp_path, monkeypatch).with_name("pip")
    pip.write_text("#!/bin/sh\n")
    pip.chmod(0o755)
    monkeypatch.setenv("PATH", str(pip.parent))
    assert install_commands.extra_install_command("host") == 'pip install "sandtable[host]"'


def test_where_pip_is_another_s_this_python_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = environment(tmp_path, monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (
        install_commands.extra_install_command("host")
        == f'"{python}" -m pip install "sandtable[host]"'
    )


@pytest.mark.parametrize("module", ["babel", "click", "numpy", "packaging", "platformdirs", "yaml"])
def test_a_package_that_is_missing_is_named_by_any_command_with_what_brings_it(
    module: str, tmp_path: Path
) -> None:
    there = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(tmp_path)}
    call = [sys.executable, "-c", BEGUN.format(module=module), "doctor"]
    ran = subprocess.run(call, env=there, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    why, remedy = ran.stderr.splitlines()
    assert module in why
    assert remedy.strip() == install_commands.install_command("sandtable")
