"""The process of a studio that umpires a game, seen from outside: told what to do, and killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


class StudioApart:
    """A window in a process of its own, with players coming."""

    def __init__(self, room: Path, port: int = 0, turns: int = 12) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.studio.workspaces.umpire.window_apart",
                *map(str, (room, port, turns)),
            ],
            cwd=Path(__file__).parents[4],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.links: dict[str, str] = json.loads(self.process.stdout.readline())

    def do(self, action: str) -> None:
        """What a menu entry does."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{action}\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """Without a word."""
        self.process.kill()
        self.process.communicate()

    def told(self) -> dict[str, Any]:
        """How the game stands there."""
        assert self.process.stdout is not None
        self.do("tell")
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    @property
    def port(self) -> int:
        """Where players come in."""
        return urlsplit(next(iter(self.links.values()))).port or 0
