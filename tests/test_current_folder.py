"""Nothing beside a downloaded scenario is run, by a command or by a process of it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED
from engine.processes import guard_imports

ROOT = Path(__file__).parent.parent
TANK = SHIPPED / "samples" / "tank"
SCENARIO = TANK / "scenarios" / "first-shots.scenario.yaml"
# What `sandtable` is where it is installed; Python looks for modules in its folder, not in ours.
SCRIPT = "from studio.command_line import main\nif __name__ == '__main__':\n    main()\n"
PLANTED = ("studio", "engine", "multiprocessing", "pickle", "numpy", "distributed", "PySide6")
COMMANDS: dict[str, list[object]] = {
    "play": ["play", "--red", "veteran", "--blue", "greedy", SCENARIO],
    "balance": ["balance", SCENARIO, "--games", 2, "--workers", 2],
    "cluster": ["balance", SCENARIO, "--games", 2, "--cluster", "local:1"],
    "league": ["league", SCENARIO, "--players", "random,greedy", "--games", 2, "--workers", 2],
}  # fmt: skip
PATIENT = 120.0  # seconds


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files that say they were run, and refuse to be."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sandtable").write_text(SCRIPT)
    here = tmp_path / "downloaded"
    here.mkdir()
    says = f"open({str(tmp_path / 'run')!r}, 'a').write(__name__ + chr(10))"
    run = f"{says}\nraise ImportError('run')\n"
    for name in PLANTED:
        (here / f"{name}.py").write_text(run)
        (here / name).mkdir()
        (here / name / "__init__.py").write_text(run)
    shutil.copytree(TANK, here / "tank", ignore=shutil.ignore_patterns("replays"))
    return here


def begun(folder: Path, *words: object) -> subprocess.Popen[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    return subprocess.Popen(
        [sys.executable, str(folder.parent / "bin" / "sandtable"), *map(str, words)],
        cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.long
def test_no_command_and_no_process_of_it_runs_what_lies_in_the_current_folder(folder: Path) -> None:
    wrong = {}
    for name, words in COMMANDS.items():
        process = begun(folder, *words)
        said = process.communicate(timeout=PATIENT)
        if process.returncode:
            wrong[name] = said
    assert not wrong
    assert not (folder.parent / "run").exists()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="ends a program by a signal")
def test_the_pictures_of_a_host_are_not_drawn_by_what_lies_there(folder: Path) -> None:
    host = begun(folder, "host", "tank/scenarios/crossroads.scenario.yaml", "--port", 0, "--no-qr")
    assert host.stdout is not None
    while (line := host.stdout.readline()) and ".links" not in line:
        pass
    drawing = f"/proc/{host.pid}/task"
    end = time.monotonic() + PATIENT
    while os.path.exists(drawing) and _children(host.pid) and time.monotonic() < end:
        time.sleep(0.1)
    host.send_signal(signal.SIGINT)
    _, said = host.communicate(timeout=PATIENT)
    assert not (folder.parent / "run").exists(), said


def _children(process: int) -> str:
    found = Path(f"/proc/{process}/task").glob("*/children")
    return "".join(one.read_text() for one in found)


def test_every_process_of_python_is_started_so_that_it_imports_nothing_there() -> None:
    starts = re.compile(r"sys\.executable,(?! \"-P\")|get_context\(")
    found = {
        str(file.relative_to(ROOT))
        for package in ("engine", "studio")
        for file in (ROOT / package).rglob("*.py")
        if starts.search(file.read_text("utf-8"))
    }
    assert found == {"engine/processes.py"}


def test_numba_takes_no_cache_from_a_file_of_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".numba_config.yaml").write_text(
        "cache_dir: theirs\ncache_locator_classes: theirs.One\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    for name in ("PYTHONSAFEPATH", "NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    guard_imports()
    asked = "from numba.core import config; print([config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES])"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['', '']"
    assert "" not in sys.path
