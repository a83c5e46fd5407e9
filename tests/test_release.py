"""A release says one version and one date everywhere, and names exactly what it was tried with."""

from __future__ import annotations

import json
import re
import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement

from engine import __version__
from studio.cli import doctor, main

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LAUNCH = ROOT / "deploy" / "launch.py"


def pinned() -> dict[str, list[str]]:
    """Of every package in the constraints its versions: another system may need another."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        one = Requirement(line)
        (exact,) = one.specifier
        assert exact.operator == "==", line
        found.setdefault(one.name.lower().replace("_", "-"), []).append(exact.version)
    return found


def test_the_version_and_its_date_are_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    head = re.search(r"^## (\S+), (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert head is not None
    assert head.groups() == (citation["version"], str(citation["date-released"]))
    assert citation["version"] == PROJECT["project"]["version"] == __version__


KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
MAX_ENTRIES = 75


def test_the_changelog_is_short_and_sorted_by_kind() -> None:
    """What is not released yet comes first, then the releases, each by kinds of change."""
    words = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.split(r"^## (.+)$", words, flags=re.M)[1:]
    heads = [*map(str.strip, releases[::2])]
    assert heads[0] == "Unreleased"
    assert len({*heads}) == len(heads)
    for head, entries in zip(heads, releases[1::2], strict=True):
        kinds = re.findall(r"^### (.+)$", entries, re.M)
        assert kinds == [kind for kind in KINDS if kind in kinds], head
        assert len(re.findall(r"^- ", entries, re.M)) <= MAX_ENTRIES, head


def test_the_command_line_and_the_doctor_say_the_version() -> None:
    said = CliRunner().invoke(main, ["--version"]).output
    assert said.split()[-1] == __version__
    assert f"Sandtable {__version__}," in doctor._program().words


def test_every_dependency_is_pinned_to_versions_it_may_have() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(line for extra in extras for line in extra)]
    versions = pinned()
    for line in map(Requirement, wanted):
        if line.name == "sandtable":
            continue
        found = versions[line.name.lower().replace("_", "-")]
        assert any(line.specifier.contains(version) for version in found), line


# The last versions with known vulnerabilities, of what opens strangers' files or speaks with them.
VULNERABLE = {
    "click": "8.3.2",  # CVE-2026-7246
    "pillow": "12.3.0",
    "pypdf": "6.21.2",  # CVE-2026-119203 to 119209
    "cryptography": "49.0.0",  # CVE-2026-69247
    "h11": "0.14.0",  # CVE-2025-43859
    "starlette": "1.3.0",  # CVE-2026-54282, CVE-2026-54283
    "requests": "2.32.5",  # CVE-2026-25645
    "urllib3": "2.6.3",  # CVE-2026-44431, CVE-2026-44432
}


def test_no_version_with_known_vulnerabilities_is_enough() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    lines = [*PROJECT["project"]["dependencies"], *(line for extra in extras for line in extra)]
    wanted = {one.name: one.specifier for one in map(Requirement, lines)}
    versions = pinned()
    for name, version in VULNERABLE.items():
        assert not wanted[name].contains(version), name
        assert version not in versions[name], name


def test_a_bundle_has_the_files_of_the_wheel() -> None:
    recipe = (ROOT / "deploy" / "sandtable.spec").read_text("utf-8")
    for source in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]:
        assert f'"{source}"' in recipe


def test_a_bundle_is_python_for_its_own_processes(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sandtable", "-c", "import sys; sys.stdout.write('here')"])
    runpy.run_path(str(LAUNCH), run_name="__main__")
    monkeypatch.setattr(sys, "argv", ["sandtable", "-P", "-m", "this"])
    runpy.run_path(str(LAUNCH), run_name="__main__")
    told = capfd.readouterr().out
    assert told.startswith("here")
    assert "Readability counts." in told


def test_a_bundle_begins_as_the_program_does(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sandtable", "--version"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(LAUNCH), run_name="__main__")
    assert end.value.code in (0, None)
    assert ", version 0." in capfd.readouterr().out


def test_the_checkers_of_the_pages_are_pinned() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    known = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for name, version in wanted.items():
        assert known[f"node_modules/{name}"]["version"] == version, name
    installed = {name: one for name, one in known.items() if name}
    assert [name for name, one in installed.items() if not one.get("integrity")] == []
