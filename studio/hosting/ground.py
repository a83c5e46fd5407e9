"""The printed map as pages show it: pictures of its parts at several sizes, and what they need.

Nothing here belongs to a side: no units, no zones.
"""

from __future__ import annotations

import math
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from engine.layout import Grid
from engine.map import Map
from engine.symbols import SYMBOLS

TILE = 512  # pixels a side
SYMBOL_SIZE = (192, 128)
WIDTHS = (96.0, 48.0, 24.0, 12.0, 6.0, 3.0, 1.5)  # of a hex, in pixels
MOST_PIXELS = 24_000_000  # of the largest picture
LARGE_ENOUGH = 512  # pixels; a map that fits into these needs no smaller picture


@dataclass(frozen=True)
class Level:
    """The whole map at one size: a hex is `width` pixels wide, the map `wide` × `high`."""

    width: float
    wide: int
    high: int

    @property
    def name(self) -> str:
        """The size in a picture's name."""
        return f"{self.width:g}"

    @property
    def columns(self) -> int:
        """How many pictures lie side by side."""
        return math.ceil(self.wide / TILE)

    @property
    def rows(self) -> int:
        """How many pictures lie one under the other."""
        return math.ceil(self.high / TILE)


def levels_of(grid: Grid) -> list[Level]:
    """The sizes a map is drawn at, the smallest first, so that something is soon to be seen."""
    found = []
    for width in WIDTHS:
        wide, high = (math.ceil(side) for side in grid.size(width))
        if wide * high <= MOST_PIXELS:
            found.append(Level(width, wide, high))
            if max(wide, high) <= LARGE_ENOUGH:
                break
    return found[::-1]


class Ground:
    """The pictures of a map in a folder of their own, while they are drawn and afterwards."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.levels = levels_of(map_.grid)
        self.is_drawn, self.failure = False, ""
        self._folder: Path | None = None
        self._drawing: subprocess.Popen[bytes] | None = None
        self._names = frozenset(self._pictures())

    def draw(self, done: Callable[[], None]) -> None:
        """Begin to draw; `done` is called, in another thread, when that is over."""
        self._folder = Path(tempfile.mkdtemp(prefix="sandtable-host-"))
        self._drawing = subprocess.Popen(
            [sys.executable, "-m", "studio.hosting.tiles"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            # Ctrl-C is for the host, which then ends the drawing.
            start_new_session=sys.platform != "win32",
        )
        Thread(target=self._watch, args=(self._drawing, done), daemon=True).start()

    def picture(self, name: str) -> Path | None:
        """The file of a picture that is drawn by its name; None for anything else."""
        if self._folder is None or not self.is_drawn or name not in self._names:
            return None
        return self._folder / name

    def end(self) -> None:
        """Give up drawing, and remove the pictures."""
        if self._drawing is not None and self._drawing.poll() is None:
            self._drawing.kill()
            self._drawing.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self.is_drawn = None, False

    def _watch(self, drawing: subprocess.Popen[bytes], done: Callable[[], None]) -> None:
        wanted = pickle.dumps((self.map, self._folder))
        try:
            _, complaint = drawing.communicate(wanted)
        except (OSError, ValueError) as error:  # ended meanwhile
            complaint = str(error).encode()
        self.is_drawn = drawing.returncode == 0
        if not self.is_drawn:
            self.failure = complaint.decode(errors="replace").strip().rpartition("\n")[2]
        done()

    def _pictures(self) -> list[str]:
        tiles = [
            f"{level.name}-{column}-{row}.png"
            for level in self.levels
            for column in range(level.columns)
            for row in range(level.rows)
        ]
        return tiles + [f"{symbol}.png" for symbol in SYMBOLS]

    def facts(self) -> dict[str, Any]:
        """Where the pictures lie on the map's page."""
        return {
            "tile": TILE,
            "levels": [
                {"name": level.name, "width": level.width, "wide": level.wide, "high": level.high}
                for level in self.levels
            ],
            "drawn": self.is_drawn,
        }
