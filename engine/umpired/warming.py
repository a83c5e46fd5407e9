"""Prepares what a game needs first, before anybody waits for it."""

from __future__ import annotations

import gc
from threading import Thread
from threading import enumerate as enumerate_threads

from engine.games import UnknownGame, handbook_of
from engine.scenario.scenario import Scenario
from engine.sight.lines import TraceRule

WARMING = "first sight"  # the thread


def warm_in_background(scenario: Scenario) -> None:
    """Warm up in a separate thread; a program that ends meanwhile waits for it."""
    Thread(target=warm, args=(scenario,), name=WARMING).start()


def settle() -> None:
    """Exempt all that is loaded by now, once it is warm, from the search for garbage.

    For a program that does nothing but host: what it has loaded stays to its end, and looking
    through all of it takes a tenth of a second, in which every player waits.
    """
    for loading in enumerate_threads():
        if loading.name == WARMING:
            loading.join()
    gc.collect()
    gc.freeze()


def warm(scenario: Scenario) -> None:
    """Look once from one corner of the map to the other, as the first shot of a game would.

    In games that weigh what lines pass that loads compiled code, half a second's work.
    """
    if scenario.is_on_table:
        return
    map_ = scenario.map
    grid = map_.grid
    try:
        handbook = handbook_of(scenario)
    except UnknownGame:
        return
    sight = handbook.sight(map_, TraceRule.CROSSED)
    sight.sees(grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1))
