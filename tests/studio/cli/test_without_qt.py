"""Where Qt lacks a library of the system, every command says which, and what brings it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.files.source_text import SAMPLES

LACKING = """
import sys

class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6.QtCore":
            reason = "libglib-2.0.so.0: cannot open shared object file: No such file or directory"
            raise ImportError(reason, name=name)

sys.meta_path.insert(0, Lacking())
from studio.command_line import main
main()
"""
MAP = str(SAMPLES / "tank" / "maps" / "crossroads.map.yaml")


def told(*words: str) -> tuple[int, str]:
    """How a command ended without the library, and all it said."""
    ran = subprocess.run(
        [sys.executable, "-c", LACKING, *words], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "words", [["warm"], ["doctor"], ["render", MAP, "never.png"], ["tour"], [MAP]]
)
def test_the_package_that_brings_the_library_is_named(words: list[str]) -> None:
    code, said = told(*words)
    assert code == 1
    assert "apt install libglib2.0-0" in said
    assert "Traceback" not in said


def test_what_needs_no_pictures_does_without() -> None:
    assert told("check", MAP)[0] == 0
