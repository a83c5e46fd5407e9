"""Boards drawn in text for valor, and games on them with dice laid out beforehand.

A board has one line a row; the hexes have flat tops, are labelled A1, B1 … from the upper left, and
the columns B, D … sit half a hex lower. A hex is written as level and ground, both of which may be
left out: ``.`` open, ``w`` woods, ``h`` building, ``o`` orchard, ``s`` stream, ``~`` lake, ``2``
open ground on level 2, ``1w`` woods on level 1. ``r1`` is the red unit 1 in the open, ``b2:1w`` the
blue unit 2 in woods on level 1. Units that share a hex are joined: ``r1+r2:h``.

Red units are US rifle squads and Blue's German ones unless `types` says otherwise; Red is player A.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from engine.games.valor import set_up
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.state import Phase, State
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import LetterNumber
from engine.map.map import Map
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.scenario import Scenario, ScenarioFeature, ScenarioSide, ScenarioUnit

GROUNDS = {
    ".": "open", "w": "woods", "h": "building", "o": "orchard", "s": "brook", "~": "lake",
    "c": "crops", "g": "gully", "m": "marsh",
}  # fmt: skip
SIDES = {"r": "red", "b": "blue"}
DEFAULT = {"red": "us-rifle", "blue": "de-rifle"}
HEX = re.compile(r"(?:([rb]\w*(?:\+[rb]\w*)*):?)?(-?\d+)?([.whos~cgm])?")
RED, BLUE = "red", "blue"


def drawn(board: str) -> tuple[Map, dict[str, Hex]]:
    """The map a board shows, and where its units stand."""
    rows = [line.split() for line in board.strip().splitlines()]
    map_ = Map.blank(Grid(max(map(len, rows)), len(rows), Orientation.FLAT))
    map_.label_style, map_.hex_metres = LetterNumber(), 40.0
    map_.grounds, map_.symbols = tuple(GROUNDS.values()), tuple(GROUNDS)
    units: dict[str, Hex] = {}
    for row, hexes in enumerate(rows):
        for column, written in enumerate(hexes):
            match = HEX.fullmatch(written)
            assert match, f"what is {written!r} in row {row}?"
            map_.level[row, column] = int(match[2] or 0)
            map_.ground[row, column] = list(GROUNDS).index(match[3] or ".")
            for unit in filter(None, (match[1] or "").split("+")):
                units[unit] = map_.grid.hex(column, row)
    return map_, units


def scenario(
    board: str,
    *,
    types: Mapping[str, str] | None = None,
    weapons: Mapping[str, tuple[str, str]] | None = None,
    aboard: Mapping[str, str] | None = None,
    facing: Mapping[str, int] | None = None,
    marks: Mapping[str, tuple[str, ...]] | None = None,
    works: Mapping[str, str] | None = None,
    work_sides: Mapping[str, str] | None = None,
    work_facing: Mapping[str, int] | None = None,
    roads: Iterable[str] = (),
    walls: Iterable[str] = (),
    hedges: Iterable[str] = (),
    hedgerows: Iterable[str] = (),
    stocks: Mapping[str, Mapping[str, int]] | None = None,
    rules: Mapping[str, Any] | None = None,
    zones: Mapping[str, str] | None = None,
    units: Iterable[ScenarioUnit] = (),
    turns: int = 6,
    **more: Any,
) -> Scenario:
    """A scenario on a board.

    `weapons` has type and bearer by id, `aboard` the carrier of units (which need not be drawn),
    `works` the kind of position by the label of its hex. Roads are chains of labels; walls, hedges
    and hedgerows chains of the two hexes on either side of each stretch. `zones` are labels.
    """
    map_, placed = drawn(board)
    kinds, fronts = types or {}, facing or {}
    for kind, chains in (("wall", walls), ("hedge", hedges), ("hedgerow", hedgerows)):
        for chain in chains:
            lay(map_, chain, map_.set_side, kind)
    for chain in roads:
        lay(map_, chain, map_.set_link, "road")
    stood = [
        ScenarioUnit(
            unit, SIDES[unit[0]], kinds.get(unit, DEFAULT[SIDES[unit[0]]]), at=hex_,
            marks=tuple((marks or {}).get(unit, ())), facing=fronts.get(unit),
        )
        for unit, hex_ in sorted(placed.items())
    ]  # fmt: skip
    stood += [
        ScenarioUnit(unit, SIDES[unit[0]], kinds.get(unit, DEFAULT[SIDES[unit[0]]]), aboard=carrier)
        for unit, carrier in (aboard or {}).items()
    ]
    stood += [
        ScenarioUnit(weapon, SIDES[bearer[0]], type_, bearer=bearer)
        for weapon, (type_, bearer) in (weapons or {}).items()
    ]
    laid = tuple(
        ScenarioFeature(
            f"work-{label}", kind, (work_sides or {}).get(label, BLUE), map_.labels.find(label),
            facing=(work_facing or {}).get(label),
        )
        for label, kind in (works or {}).items()
    )  # fmt: skip
    stores = stocks or {}
    sides = (
        ScenarioSide(RED, "Red", "#c0392b", begins=True, stocks=stores.get(RED, {})),
        ScenarioSide(BLUE, "Blue", "#2980b9", stocks=stores.get(BLUE, {})),
    )
    found = {
        name: tuple(map_.labels.find(label) for label in labels.split())
        for name, labels in (zones or {}).items()
    }
    return Scenario(
        "valor", map_, sides, (*stood, *units), turns=turns, rules=dict(rules or {}), zones=found,
        features=laid, **more,
    )  # fmt: skip


def lay(map_: Map, chain: str, laid: Any, kind: str) -> None:
    """Lay links, or features on the sides between, along a chain of neighbours."""
    hexes = [map_.labels.find(name) for name in chain.split()]
    for here, there in pairwise(hexes):
        laid(kind, here, map_.grid.direction(here, there))


def battle(
    board: str,
    dice: Iterable[Any] = (),
    *,
    phase: str = "",
    active: str = RED,
    **more: Any,
) -> Game[State]:
    """A game on a board; past the dice laid out it waits. `phase` is where it begins, if named."""
    made = scenario(board, **more)
    opening = None
    if phase:
        opening = set_up.initial_position(made)
        opening.turn, opening.active, opening.phase = 1, active, Phase(phase)
    return Game(VALOR, made, ScriptedDice.of(*dice), opening)


def at(game: Game[State], label: str) -> Hex:
    """A hex by its label."""
    return game.scenario.map.labels.find(label)


def place_of(game: Game[State], unit: str) -> str:
    """The label of the hex a unit is in."""
    return game.scenario.map.labels.label(game.state.units[unit].at)


def happened(game: Game[State], kind: type) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in game.events if type(event) is kind]


def last(game: Game[State], kind: type) -> Any:
    """The latest event of a kind."""
    return happened(game, kind)[-1]
