"""Nothing asks the network for what the user did not ask for: with all ways out shut, all works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED

TANK = SHIPPED / "samples" / "tank"
SCENARIO, MAP = TANK / "scenarios" / "crossroads.scenario.yaml", TANK / "maps/crossroads.map.yaml"
SHUT = """
import sys
WAYS_OUT = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind",
            "socket.sendto", "urllib.Request", "ftplib.connect", "smtplib.connect")
def watch(event, arguments):
    if event in WAYS_OUT:
        print("WAY OUT", event, arguments, file=sys.stderr, flush=True)
        raise PermissionError(event)
sys.addaudithook(watch)
"""
COMMAND = "from studio.command_line import main; main()"
WINDOW = """
import os
from pathlib import Path
from PySide6.QtTest import QTest
from studio import app
application = app.start_qt_application()
window = app.open_window([Path(word) for word in sys.argv[1:]], safe_mode=True)
window.show()
for _ in range(300):
    QTest.qWait(100)
    if len(window.works) == 2:
        break
QTest.qWait(500)
sys.stderr.flush()
os._exit(0 if len(window.works) == 2 else 3)  # without waiting for what works in the background
"""


def run(code: str, words: list[object], folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SHUT + code, *map(str, words)],
        cwd=folder, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "WAY OUT" not in ran.stderr
    assert ran.returncode == 0, ran.stderr


def test_the_guard_notices_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        run("import socket; socket.getaddrinfo('localhost', 80)", [], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["check", SCENARIO],
        ["render", MAP, "a.png"],
        ["print", SCENARIO, "a.pdf", "--what", "cards"],
        ["play", SCENARIO, "--red", "random", "--blue", "random", "--save", "a.replay"],
        [
            "balance",
            SCENARIO,
            "--games",
            2,
            "--workers",
            2,
            "--red",
            "random",
            "--report",
            "a.html",
        ],
        ["export", "tiled", MAP, "a.tmx"],
        ["schema", "map"],
    ],
    ids=lambda words: str(words[0]),
)
def test_a_command_needs_no_network(words: list[object], tmp_path: Path) -> None:
    run(COMMAND, words, tmp_path)


@pytest.mark.long
def test_the_window_needs_no_network(tmp_path: Path) -> None:
    run(WINDOW, [MAP, SCENARIO], tmp_path)
