"""A command that is told to end does, wherever it is: quietly, at once, with no half file left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED
from engine.texts import text
from tests.engine.terrain_import.small_azgaar import a_world, compact

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
TANK = SHIPPED / "samples" / "tank"
SCENARIO, MAP = TANK / "scenarios" / "crossroads.scenario.yaml", TANK / "maps/crossroads.map.yaml"
SHOTS = TANK / "scenarios" / "first-shots.scenario.yaml"
REPLAY = "crossroads-greedy.replay"
LONG: dict[str, list[object]] = {
    "balance": ["balance", SCENARIO, "--games", 50_000, "--workers", 2, "--report", "fair.html"],
    "play": ["play", *["--red", "random"], SCENARIO, "--save", "a.replay", "--log", "a.md"],
    "print": ["print", SCENARIO, "all.pdf"],
    "render": ["render", SCENARIO, "all.png", "--hex-px", 150],
    "check": ["check", *[SCENARIO] * 40],
    "tour": ["tour", "out"],
    "league": ["league", SCENARIO, "--players", "random,greedy", "--games", 50_000,
               "--workers", 1, "--resume", "games.jsonl"],
    "new": ["new", "all.map.yaml", "--columns", 400, "--rows", 400, "--generate", "hills"],
    "export": ["export", "vassal", SCENARIO, "all.vmod"],
    "replay": ["replay", TANK / "replays" / REPLAY, "--verify", "--report", "all.html"],
    "import": ["import", "terrain", "azgaar.json", "all.map.yaml", "--hex-m", 300,
               "--bbox", "11.0,49.0,11.6,49.4"],
    "open": ["open", MAP, SCENARIO],
    "warm": ["warm"],
    "host": ["host", SCENARIO, "--room", "a.room", "--port", 0, "--no-qr"],
}  # fmt: skip
CODE = "from studio.command_line import main; main()"
LATEST = 2.5  # seconds after its start


def begun(words: list[object], folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CODE, *map(str, words)],
        cwd=folder, text=True, env={**os.environ, **_own(folder)}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def _own(folder: Path) -> dict[str, str]:
    """Where a window keeps what is the user's."""
    return {f"XDG_{name}_HOME": str(folder / "own") for name in ("STATE", "CONFIG", "DATA")}


ENDINGS = (signal.SIGINT, signal.SIGTERM)


# In the suite each is told in one way; with FUZZ_WHOLE set, as by `make fuzz`, in both.
HOW_MANY = 2 if "FUZZ_WHOLE" in os.environ else 1


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, ENDINGS[(place + more) % 2])
     for place, name in enumerate(LONG) for more in range(HOW_MANY)],
)  # fmt: skip
def test_a_long_command_ends_when_it_is_told_to(
    name: str, number: signal.Signals, tmp_path: Path
) -> None:
    """Told 0.3 to 2.5 seconds after its start: while it loads, compiles, plays, draws, writes."""
    if name == "import":
        (tmp_path / "azgaar.json").write_bytes(compact(a_world()))
    delay = random.Random(f"{name} {number}").uniform(0.3, LATEST)
    process = begun(LONG[name], tmp_path)
    time.sleep(delay)
    process.send_signal(number)
    _, said = process.communicate(timeout=20)
    assert "Traceback" not in said, f"told after {delay:.3f} s: {said}"
    assert "Fatal" not in said
    assert process.returncode in (-number, 0, 1)  # it may have been done, or say where it stopped
    assert [file.name for file in tmp_path.rglob("*.tmp")] == []


def test_a_series_that_is_stopped_says_how_far_it_came(tmp_path: Path) -> None:
    process = begun(LONG["balance"], tmp_path)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    end = time.monotonic() + 10
    while len(children.read_text().split()) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "of 50000 games" in said
    assert not (tmp_path / "fair.html").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["show", SCENARIO],
        ["games", "tank", "--json"],
        ["schema", "map"],
        ["check", *[SCENARIO] * 9],
        ["play", SHOTS, "--red", "random", "--blue", "random", "--save", "a.replay", "--json"],
        ["league", SHOTS, "--players", "random,greedy", "--games", 2, "--workers", 1],
    ],
)
def test_nobody_reading_on_is_no_fault(words: list[object], tmp_path: Path) -> None:
    """As `sandtable show FILE | head -1`."""
    process = begun(words, tmp_path)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        said = process.stderr.read()
    process.wait(timeout=20)
    assert "Traceback" not in said
    assert "Exception" not in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="nothing here is always full")
@pytest.mark.parametrize("words", [["games", "tank"], ["games", "tank", "--json"], ["--help"]])
def test_an_answer_that_has_no_room_is_told_in_one_line(words: list[str], tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-c", CODE, *words], cwd=tmp_path, text=True, env=os.environ,
            stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr == (
        text("commands.cannot-answer", "en", reason="No space left on device") + "\n"
    )
