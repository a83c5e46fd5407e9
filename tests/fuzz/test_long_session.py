"""The long session still runs; hours of it are for `make fuzz`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engine.files.source_text import ROOT
from tests.fuzz.long_session import GROWTH, Standing, grown


def test_a_map_is_painted_and_a_game_played_in_one_window(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.long_session", "0.008"],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "1 games, 1 maps" in ran.stdout


def test_what_grows_once_it_is_warm_is_told() -> None:
    cold, warm = Standing(200, 8, 2, 900), Standing(400, 9, 4, 1000)
    assert grown([cold, warm, warm, warm, warm]) == []
    more = Standing(400 * (1 + GROWTH) + 1, 10, 4, 1000)
    assert grown([cold, warm, warm, warm, more]) == [
        "memory grew from 400 to 421", "handles grew from 9 to 10",
    ]  # fmt: skip
