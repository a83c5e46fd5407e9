"""The window beside pictures of it, in a process of its own: fonts and styles are a program's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PICTURES = Path(__file__).with_name("pictures.py")


def test_the_window_looks_as_its_pictures_do() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PICTURES)],
        capture_output=True,
        text=True,
        check=False,
        cwd=PICTURES.parents[3],
    )
    assert run.returncode == 0, run.stdout
