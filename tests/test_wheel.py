"""The program as it is installed, with no checkout near it: built, tried and played.

What others would get is built as they would build it: a source archive, a wheel of what lies in it,
and that wheel put into an environment of its own by pip. Libraries are those of the tests, and the
kernels are those of the checkout, as compiling them takes a minute. `make installed` runs these
tests with an environment that has nothing but what pip brought into it: `INSTALLED` is its folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from engine import __version__

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent
PLAYED = Path(__file__).parent / "installed_window.py"
BUILD = "import sys, hatchling.build as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"
"""What pip does with a project of this build backend (PEP 517)."""


class Installed:
    """An environment that the wheel was installed into, seen from an empty folder."""

    def __init__(self, environment: Path, here: Path) -> None:
        self.programs = environment / ("Scripts" if os.name == "nt" else "bin")
        self.python, self.here = self.programs / "python", here
        told = self.python_says("import engine; print(engine.__path__[0])")
        self.site = Path(told.strip()).parent
        self.files = self.site / "sandtable_files"

    @property
    def environment(self) -> dict[str, str]:
        """Of this process what a program needs, but neither paths nor settings."""
        ours = {key: value for key, value in os.environ.items()
                if not key.startswith(("PYTHON", "SANDTABLE", "XDG_", "VIRTUAL_ENV"))}  # fmt: skip
        return {**ours, "HOME": str(self.here / "home"), "SANDTABLE_LANGUAGE": "en",
                "QT_QPA_PLATFORM": "offscreen"}  # fmt: skip

    def run(self, program: str, *words: object, code: int = 0) -> str:
        ran = subprocess.run(
            [self.programs / program, *map(str, words)], cwd=self.here, env=self.environment,
            capture_output=True, text=True, check=False, timeout=240,
        )  # fmt: skip
        assert ran.returncode == code, ran.stdout + ran.stderr
        return ran.stdout

    def python_says(self, lines: str) -> str:
        return self.run("python", "-c", lines)

    def sandtable(self, *words: object, code: int = 0) -> str:
        return self.run("sandtable", *words, code=code)

    def answer(self, *words: object) -> Any:
        return json.loads(self.sandtable(*words, "--json"))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    build("build_sdist", ROOT, folder)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as lies:
        lies.extractall(folder, filter="data")
    (unpacked,) = (each for each in folder.iterdir() if each.is_dir())
    return unpacked


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, archive: Path) -> Installed:
    """The program from the wheel, in an environment where it alone is installed."""
    folder = tmp_path_factory.mktemp("installed")
    here = folder / "here"
    here.mkdir()
    if given := os.environ.get("INSTALLED"):
        return Installed(Path(given).absolute(), here)
    build("build_wheel", archive, folder)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        environment / "bin" / "python",
        "install",
    ]
    pip += ["--no-deps", "--no-index", "--no-compile", "--quiet", wheel]
    subprocess.run(pip, check=True, capture_output=True, timeout=300)
    lend_libraries(environment)
    found = Installed(environment, here)
    lend_kernels(found.site)
    return found


def build(what: str, source: Path, out: Path) -> None:
    call = [sys.executable, "-c", BUILD, what, str(out)]
    subprocess.run(call, cwd=source, check=True, capture_output=True, timeout=300)


def lend_libraries(environment: Path) -> None:
    """Let it see what is installed here, behind what is its own.

    Lines of `.pth` files add folders alone: an editable install beside the libraries stays unseen.
    """
    (site,) = environment.glob("lib/python*/site-packages")
    libraries = [each for each in sys.path if each.endswith("site-packages")]
    (site / "lent.pth").write_text("\n".join(libraries) + "\n", encoding="utf-8")


def lend_kernels(site: Path) -> None:
    """Let it find the machine code of the checkout, which is that of the same sources."""
    for index in [*ROOT.glob("engine/**/*.nbi"), *ROOT.glob("studio/**/*.nbi")]:
        module = Path(f"{index.parent.parent / index.name.split('.')[0]}.py")
        there = site / module.relative_to(ROOT)
        if not module.is_file() or module.read_bytes() != there.read_bytes():
            continue
        shutil.copystat(module, there)
        (there.parent / "__pycache__").mkdir(exist_ok=True)
        for code in index.parent.glob(f"{index.stem}*"):
            shutil.copy2(code, there.parent / "__pycache__" / code.name)


def names(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts}  # fmt: skip


def test_the_source_archive_has_what_the_program_is_built_and_tested_from(archive: Path) -> None:
    for folder in ("engine", "studio", "schemas", "samples", "docs", "tests", "tools"):
        assert names(archive / folder) == names(ROOT / folder), folder
    for file in ("Makefile", "package.json", "package-lock.json", "eslint.config.js"):
        assert (archive / file).is_file(), file
    assert not list(archive.rglob("node_modules"))


def test_everything_of_the_checkout_is_in_the_wheel(installed: Installed) -> None:
    """Its packages, and the formats, samples and pages beside them."""
    for package in ("engine", "studio"):
        assert names(ROOT / package) <= names(installed.site / package)
    for folder in ("schemas", "samples", "docs"):
        assert names(ROOT / folder) == names(installed.files / folder)
    assert (installed.files / "CHANGELOG.md").is_file()


def test_both_packages_say_that_they_are_typed(installed: Installed) -> None:
    """PEP 561: who uses the library has his calls checked."""
    assert all((installed.site / package / "py.typed").is_file()
               for package in ("engine", "studio"))  # fmt: skip


def test_the_library_works_and_is_not_that_of_the_checkout(installed: Installed) -> None:
    assert installed.site != ROOT
    said = installed.python_says(
        "from engine.games import rule_system_of; from importlib.metadata import version\n"
        "print(rule_system_of('tank').id, version('sandtable'))"
    )
    assert said.split() == ["tank", __version__]


def test_it_says_what_is_there_and_what_is_missing(installed: Installed) -> None:
    found = {each["what"]: each for each in installed.answer("doctor")["findings"]}
    assert not [each for each in found.values() if each["health"] == "broken"]


def test_it_shows_its_samples_checks_and_draws_them(installed: Installed) -> None:
    told = installed.answer("tour", installed.here / "tour")
    assert len(told["pictures"]) >= 4
    assert all(Path(each).stat().st_size > 1000 for each in [told["page"], *told["pictures"]])
    samples = installed.files / "samples"
    files = [samples / "tank/maps/crossroads.map.yaml", *samples.glob("primer/scenarios/*.yaml")]
    assert installed.answer("check", *files) == []
    drawn = installed.here / "crossroads.png"
    installed.sandtable("render", files[0], drawn, "--hex-px", 24)
    assert not QImage(str(drawn)).isNull()


def test_its_samples_are_laid_into_a_folder_of_one_s_own_and_left_as_they_are(
    installed: Installed,
) -> None:
    """The first lines of the tutorials, in an empty folder."""
    samples = installed.here / "samples"
    assert len(installed.answer("samples")["files"]) == len(names(installed.files / "samples"))
    assert installed.answer("check", "samples/tank/maps/crossroads.map.yaml") == []
    (samples / "tank/maps/crossroads.map.yaml").write_text("mine", encoding="utf-8")
    assert installed.answer("samples")["files"] == []
    assert (samples / "tank/maps/crossroads.map.yaml").read_text(encoding="utf-8") == "mine"


def test_a_game_is_played_kept_and_played_again(installed: Installed) -> None:
    battle = installed.files / "samples/tank/scenarios/first-shots.scenario.yaml"
    kept = installed.here / "game.replay"
    told = installed.answer("play", battle, "--seed", 5, "--save", kept)
    assert told["answers"] > 5
    assert str(told["answers"]) in installed.sandtable("replay", kept, "--verify")


def test_a_game_is_played_in_its_window_by_keys(installed: Installed) -> None:
    battle = installed.files / "samples/tank/scenarios/first-shots.scenario.yaml"
    picture = installed.here / "window.png"
    told = json.loads(installed.run("python", "-P", PLAYED, battle, picture))
    assert told["from"] == str(installed.site / "studio")
    assert told["turn"] == 2
    assert told["answers"] >= 2
    assert QImage(str(picture)).width() == 1366


def test_its_file_types_lead_to_it(installed: Installed) -> None:
    home = installed.here / "desktop"
    installed.sandtable("install-desktop", "--home", home)
    entry = (home / "applications/sandtable.desktop").read_text("utf-8")
    assert str(installed.programs / "sandtable") in entry
    assert "*.map.yaml" in (home / "mime/packages/sandtable.xml").read_text("utf-8")
