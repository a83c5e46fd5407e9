"""Boards drawn in text, and games on them with dice laid out beforehand.

A board has one line a row; odd rows sit half a hex further right. A hex is written as level and
ground, both of which may be left out: ``.`` open, ``w`` woods, ``s`` settlement, ``~`` lake, ``2``
open ground on level 2, ``1w`` woods on level 1. ``r1`` is the red unit 1 in the open, ``b2:1w`` the
blue unit 2 in woods on level 1. Units that share a hex are joined: ``r1+r2:s``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from engine.games import new_game
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.scenario import (
    Objective,
    Scenario,
    ScenarioSide,
    ScenarioUnit,
    VictoryCondition,
)

GROUNDS = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}
SIDES = {"r": "red", "b": "blue"}
HEX = re.compile(r"(?:([rb]\w(?:\+[rb]\w)*):?)?(-?\d+)?([.ws~])?")

Units = dict[str, tuple[int, int]]


def drawn(board: str) -> tuple[Map, Units]:
    """The map a board shows, and where its units stand (column, row)."""
    rows = [line.split() for line in board.strip().splitlines()]
    map_ = Map.blank(Grid(max(map(len, rows)), len(rows)))
    map_.grounds, map_.symbols = tuple(GROUNDS.values()), tuple(GROUNDS)
    units: Units = {}
    for row, hexes in enumerate(rows):
        for column, written in enumerate(hexes):
            match = HEX.fullmatch(written)
            assert match, f"what is {written!r} in row {row}?"
            map_.level[row, column] = int(match[2] or 0)
            map_.ground[row, column] = list(GROUNDS).index(match[3] or ".")
            for unit in filter(None, (match[1] or "").split("+")):
                units[unit] = column, row
    return map_, units


def at(game: Game[Any], column: int, row: int) -> Hex:
    """A hex by column and row."""
    return game.scenario.map.grid.hex(column, row)


def place_of(game: Game[Any], unit: str) -> tuple[int, int]:
    """Column and row of a unit."""
    return game.scenario.map.grid.column_row(game.state.units[unit].at)


def scenario(
    board: str,
    *,
    game: str = "tank",
    roads: Iterable[str] = (),
    streams: Iterable[str] = (),
    rules: Mapping[str, Any] | None = None,
    types: Mapping[str, str] | None = None,
    marks: Mapping[str, tuple[str, ...]] | None = None,
    turns: int = 12,
    objectives: tuple[Objective, ...] = (),
    victory: tuple[VictoryCondition, ...] = (),
    **more: Any,
) -> Scenario:
    """A scenario on a board. Roads and streams are chains ``@0,0 @1,0 …``: of a road the hexes it
    links, of a stream the two hexes on either side of each stretch."""
    map_, placed = drawn(board)
    for chain in roads:
        lay(map_, chain, map_.set_link, "road")
    for chain in streams:
        lay(map_, chain, map_.set_side, "stream")
    units = tuple(
        ScenarioUnit(
            unit,
            SIDES[unit[0]],
            (types or {}).get(unit, "tank"),
            at=map_.grid.hex(*place),
            marks=(marks or {}).get(unit, ()),
        )
        for unit, place in sorted(placed.items(), key=lambda entry: entry[0])
    )
    sides = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))
    more.setdefault("units", units)
    return Scenario(
        game, map_, more.pop("sides", sides), turns=turns, objectives=objectives, victory=victory,
        rules=dict(rules or {}), **more,
    )  # fmt: skip


def lay(map_: Map, chain: str, laid: Any, kind: str) -> None:
    """Lay links, or features on the sides between, along a chain of neighbours."""
    grid = map_.grid
    hexes = [map_.labels.find(name) for name in chain.split()]
    for here, there in pairwise(hexes):
        laid(kind, here, grid.direction(here, there))


def battle(board: str, dice: Iterable[Any] = (), **more: Any) -> Game[Any]:
    """A game on a board with dice laid out beforehand; past them it waits."""
    return new_game(scenario(board, **more), ScriptedDice.of(*dice))
