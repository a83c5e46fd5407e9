"""What is installed from a built wheel finds its schemas and samples, with no checkout near it."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, unpacked as an installation would."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    build += ["--disable-pip-version-check", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def sandtable(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line of the unpacked wheel, which sees its own files and not the checkout's."""
    program = (
        f"import sys; sys.path.insert(0, {str(site)!r}); from studio.commands import main; main()"
    )
    call = [sys.executable, "-P", "-c", program, *words]
    return subprocess.run(call, cwd=site, capture_output=True, text=True, check=False, timeout=120)


def test_every_schema_and_sample_of_the_checkout_is_in_the_wheel(unpacked: Path) -> None:
    for folder in ("schemas", "samples"):
        here = {path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*.*")}
        there = unpacked / "sandtable_files" / folder
        assert here == {path.relative_to(there) for path in there.rglob("*.*")}


def test_both_packages_say_that_they_are_typed(unpacked: Path) -> None:
    """PEP 561: who uses the library has his calls checked."""
    assert all((unpacked / package / "py.typed").is_file() for package in ("engine", "studio"))


def test_an_installed_program_prints_its_schema(unpacked: Path) -> None:
    result = sandtable(unpacked, "schema", "map")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["title"] == "Sandtable map"


def test_an_installed_program_finds_its_own_samples(unpacked: Path) -> None:
    sample = unpacked / "sandtable_files/samples/tank/maps/crossroads.map.yaml"
    result = sandtable(unpacked, "check", str(sample), "--json")
    assert (result.returncode, json.loads(result.stdout)) == (0, [])
