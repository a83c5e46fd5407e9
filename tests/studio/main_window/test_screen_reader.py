"""What a screen reader hears of the program, over the bus of a desktop (AT-SPI)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

READER = Path(__file__).with_name("screen_reader.py")
LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
SYSTEM_PYTHON = Path("/usr/bin/python3")
LISTENS = """\
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
Atspi.init()
Atspi.get_desktop(0).get_child_count()
"""
# A screen and a bus of its own, on which somebody listens; the reader's answer is what it says.
DESKTOP = """\
Xvfb -displayfd 3 -screen 0 1366x768x24 -nolisten tcp 3>display 2>/dev/null &
screen=$!
until [ -s display ]; do sleep 0.05; done
export DISPLAY=:$(cat display)
{launcher} --launch-immediately >/dev/null 2>&1 &
bus=$!
{python} -c 'from studio.command_line import main; main()' --safe-mode >program.txt 2>&1 &
program=$!
{system} {reader} sandtable 'New map'
answer=$?
kill $program $bus $screen
exit $answer
"""


@cache
def lacking() -> str:
    """What this machine does not have of a desktop for screen readers."""
    for command in ("Xvfb", "dbus-run-session", str(LAUNCHER), str(SYSTEM_PYTHON)):
        if shutil.which(command) is None:
            return command
    asked = subprocess.run(
        ["dbus-run-session", "--", SYSTEM_PYTHON, "-c", LISTENS], capture_output=True, check=False
    )
    return "" if asked.returncode == 0 else "gir1.2-atspi-2.0, or a bus that it may use"


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The parts of the empty window, and of the dialog for a new map that was opened by ear."""
    if lacking():
        pytest.skip(f"without {lacking()}")
    folder = tmp_path_factory.mktemp("desktop")
    script = DESKTOP.format(
        launcher=LAUNCHER, python=sys.executable, system=SYSTEM_PYTHON, reader=READER
    )
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "LANGUAGE": "en",
        "PYTHONPATH": str(Path(__file__).parents[3]),
        "XDG_RUNTIME_DIR": str(folder),
        "XDG_STATE_HOME": str(folder),  # no unsaved work of others is offered
    }
    ran = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", script],
        capture_output=True, text=True, check=False, cwd=folder, env=environment, timeout=200,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr + (folder / "program.txt").read_text(encoding="utf-8")
    told: dict[str, list[dict[str, Any]]] = json.loads(ran.stdout)
    return told


def unsaid(parts: list[dict[str, Any]]) -> list[str]:
    """Parts the keyboard comes to of which nothing is said but what they are."""
    return [
        f"{each['role']} in {each['within']}"
        for each in parts
        if each["focusable"] and each["showing"] and not (each["name"] or each["labelled"])
    ]


def test_every_part_of_the_window_is_told(heard: dict[str, list[dict[str, Any]]]) -> None:
    parts = heard["window"]
    roles = {each["role"] for each in parts}
    assert {"frame", "menu bar", "tool bar", "push button"} <= roles
    assert any(each["role"] == "frame" and each["name"] == "Sandtable" for each in parts)
    assert sum(each["focusable"] and each["showing"] for each in parts) > 15
    assert unsaid(parts) == []
    boxes = [each for each in parts if each["role"] == "combo box" and each["showing"]]
    mute = [each for each in boxes if not (each["labelled"] or each["description"])]
    assert mute == [], "the name of a box is what is chosen; what it is for is said beside it"


def test_a_dialog_opens_by_ear_and_all_of_it_is_told(
    heard: dict[str, list[dict[str, Any]]],
) -> None:
    parts = heard["dialog"]
    assert parts[0]["name"] == "New map"
    assert {"spin button", "combo box", "push button"} <= {each["role"] for each in parts}
    assert unsaid(parts) == []
