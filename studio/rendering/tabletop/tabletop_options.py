"""What the reader of a drawn table may choose; usable without Qt."""

from __future__ import annotations

from typing import NamedTuple


class TabletopRenderOptions(NamedTuple):
    """How a table is drawn.

    `grid` is how far apart its lines are, in sixteenths of an inch; 0 for none. `hidden` are the
    kinds of feature left out. On paper that is to be cut there is no `surface`.
    """

    language: str = "en"
    names: bool = True
    zones: bool = False
    edges: bool = True
    grid: int = 0
    surface: bool = True
    hidden: frozenset[str] = frozenset()
