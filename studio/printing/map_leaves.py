"""The pages of a map, the paper turned where that serves it, with a plan of how they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.map.map import Map
from studio.drawing.look import RenderOptions
from studio.printing.key_plan import key_plan_leaf
from studio.printing.leaf import PrintPage, rotated_page
from studio.printing.map_print import MapTiling, PrintSettings
from studio.printing.settings import GamePrintSettings

LARGER = 1.1  # times as wide are hexes that are clearly larger


def map_leaves(map_: Map, look: RenderOptions, settings: GamePrintSettings) -> Iterator[PrintPage]:
    """The map's pages, on their side where fewer are needed so."""
    wanted = PrintSettings(
        settings.paper, settings.hex_mm, settings.margin, settings.overlap, sheets=settings.sheets
    )
    print_ = MapTiling(map_, look, wanted)
    lying = MapTiling(map_, look, replace(wanted, paper=settings.paper.turned()))
    is_poster = settings.hex_mm is None and settings.sheets > 1
    if lying.hex_mm > print_.hex_mm if is_poster else is_better(lying, print_):
        yield from (rotated_page(leaf, settings.paper) for leaf in _whole(lying))
    else:
        yield from _whole(print_)


def is_better(print_: MapTiling, other: MapTiling) -> bool:
    """Whether a map needs fewer pages than otherwise, or has clearly larger hexes on as many."""
    pages, others = len(print_.tiling), len(other.tiling)
    return pages < others or (pages == others and print_.hex_mm > LARGER * other.hex_mm)


def _whole(print_: MapTiling) -> Iterator[PrintPage]:
    """The pages, and where there are several a plan of how they lie."""
    yield from print_.leaves
    if len(print_.leaves) > 1:
        yield key_plan_leaf(print_)
