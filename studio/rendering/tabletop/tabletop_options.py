"""The options of a drawn table; usable without Qt."""

from __future__ import annotations

from typing import NamedTuple


class TabletopRenderOptions(NamedTuple):
    """The options of a drawn table.

    `grid` is the distance of its lines, in sixteenths of an inch; 0 for none. `hidden` are the
    kinds of feature left out. On paper that is to be cut there is no `surface`.
    """

    language: str = "en"
    names: bool = True
    zones: bool = False
    edges: bool = True
    grid: int = 0
    surface: bool = True
    hidden: frozenset[str] = frozenset()
