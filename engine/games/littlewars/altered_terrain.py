"""The country as works have changed it: earthworks stand in it, blown bridges are gone (K5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.games.littlewars.game_tabletop import game_tabletop_of
from engine.games.littlewars.orders import read_path
from engine.games.littlewars.state import State, Work
from engine.tabletop.shapes import INCH, WideLine
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap

EARTHWORKS = ("entrenchment", "gun-pit")
WALL = INCH // 2
"""Thickness of an earthwork."""
HIGH = 2 * INCH
"""Height of its blocks (K5.5)."""
BLOW_BRIDGE = "blow-bridge"


def update_altered_terrain(state: State) -> None:
    """Prepare the country anew, as the works that are done have left it."""
    base = state.field.base
    state.field = game_tabletop_of(apply_alterations(base, state.works.values()), base)


def apply_alterations(base: TabletopMap, works: Iterable[Work]) -> TabletopMap:
    """A table with what was built, without what was blown up."""
    done = [work for work in works if work.is_finished]
    gone = {work.feature for work in done if work.kind == BLOW_BRIDGE}
    kept = tuple(feature for feature in base.features if feature.id not in gone)
    built = tuple(_earthwork(work) for work in done if work.kind in EARTHWORKS)
    return replace(base, features=kept + built)


def _earthwork(work: Work) -> TabletopFeature:
    way = read_path(work.feature)
    assert way is not None, work
    return TabletopFeature(work.id, "entrenchment", WideLine(way, WALL), HIGH, obstacle=True)
