"""The printed map, or the country of a table, as pages show it: pictures of its parts.

Nothing here belongs to a side: no units, no zones.
"""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from threading import Thread
from typing import Any

from engine.map.map import Map
from engine.tabletop.shapes import FOOT
from engine.tabletop.tabletop_map import TabletopMap

TILE = 512  # pixels a side
SYMBOL_SIZE = (192, 128)
STAND = 160  # pixels of the picture of a figure
Stands = tuple[tuple[str, str], ...]  # types of figures, each with a colour
WIDTHS = (96.0, 48.0, 24.0, 12.0, 6.0, 3.0, 1.5)  # of a hex, in pixels
FEET = (384.0, 192.0, 96.0, 48.0, 24.0)  # of a foot of a table
MAX_PIXELS = 24_000_000  # of the largest picture
LARGE_ENOUGH = 512  # pixels; a map that fits into these needs no smaller picture


@dataclass(frozen=True)
class TileZoomLevel:
    """The whole map at one size: a hex, or a foot of a table, is `width` pixels wide."""

    width: float
    wide: int
    high: int

    @property
    def name(self) -> str:
        """The size in a picture's name."""
        return f"{self.width:g}"

    @property
    def columns(self) -> int:
        """Return the number of pictures in a row."""
        return math.ceil(self.wide / TILE)

    @property
    def rows(self) -> int:
        """Return the number of pictures in a column."""
        return math.ceil(self.high / TILE)

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """Column and row of every picture."""
        return product(range(self.columns), range(self.rows))

    @property
    def names(self) -> Iterator[str]:
        """The names of its pictures."""
        return (self.picture(column, row) for column, row in self.places)

    def picture(self, column: int, row: int) -> str:
        """The name of a picture."""
        return f"{self.name}-{column}-{row}.png"


def rule_picture_name(figure: str) -> str:
    """Return the name of the picture of a diagram of the rules."""
    return f"rule-{figure}.png"


def zoom_levels(ground: Map | TabletopMap) -> list[TileZoomLevel]:
    """The sizes a map is drawn at, the smallest first, so that something is soon to be seen."""
    found = []
    for width in WIDTHS if isinstance(ground, Map) else FEET:
        wide, high = (math.ceil(side) for side in _size(ground, width))
        if wide * high <= MAX_PIXELS:
            found.append(TileZoomLevel(width, wide, high))
            if max(wide, high) <= LARGE_ENOUGH:
                break
    return found[::-1]


def _size(ground: Map | TabletopMap, width: float) -> tuple[float, float]:
    if isinstance(ground, Map):
        return ground.grid.size(width)
    return ground.width * width / FOOT, ground.depth * width / FOOT


class MapPictures:
    """The pictures of a map, while they are drawn and afterwards; they lie in no file.

    Of a table there are those of `stands` too: each type of figure in the colour of each side.
    """

    def __init__(self, ground: Map | TabletopMap, stands: Stands = (), game: str = "") -> None:
        self.ground, self.stands, self.game, self.failure = ground, stands, game, ""
        self.levels = zoom_levels(ground)
        self._pictures: dict[str, bytes] = {}
        self._drawing: subprocess.Popen[bytes] | None = None

    def draw(self, further: Callable[[], None]) -> None:
        """Begin to draw, unless that is done; `further` is called, in another thread, as it goes.

        That is when the map can be shown at one more size, and at the end.
        """
        if self._drawing is not None or len(self.drawn) == len(self.levels):
            return
        self._drawing = subprocess.Popen(
            [sys.executable, "-P", "-m", "studio.web.tile_renderer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C is for the host, which then ends the drawing.
            start_new_session=sys.platform != "win32",
        )
        Thread(target=self._collect, args=(self._drawing, further), daemon=True).start()

    def end(self) -> None:
        """Give up drawing."""
        drawing, self._drawing = self._drawing, None
        if drawing is not None:
            drawing.kill()
            drawing.wait()

    def picture(self, name: str) -> bytes | None:
        """A picture by its name; None for one that is not drawn, and for anything else."""
        return self._pictures.get(name)

    @property
    def drawn(self) -> list[TileZoomLevel]:
        """The sizes that can be shown."""
        return [level for level in self.levels if self._has(level)]

    def _has(self, level: TileZoomLevel) -> bool:
        return all(name in self._pictures for name in level.names)

    def _collect(self, drawing: subprocess.Popen[bytes], further: Callable[[], None]) -> None:
        """Take the pictures as they come."""
        assert drawing.stdin is not None
        assert drawing.stdout is not None
        assert drawing.stderr is not None
        count = 0
        try:
            pickle.dump((self.ground, self.stands, self.game), drawing.stdin)
            drawing.stdin.close()
            while True:
                name, content = pickle.load(drawing.stdout)
                self._pictures[name] = content
                if len(self.drawn) > count:
                    count += 1
                    further()
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):  # it has ended
            complaint = drawing.stderr.read().decode(errors="replace").strip()
        if drawing.wait() and self._drawing is drawing:
            self.failure = complaint.rpartition("\n")[2]
            further()
        for pipe in (drawing.stdout, drawing.stderr):
            pipe.close()

    def facts(self) -> dict[str, Any]:
        """Return the places of the drawn pictures on the map's page."""
        return {
            "tile": TILE,
            "levels": [
                {"name": level.name, "width": level.width, "wide": level.wide, "high": level.high}
                for level in self.drawn
            ],
        }
