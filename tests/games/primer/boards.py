"""Boards of the primer drawn in text, and games on them with dice laid out beforehand.

A board has one line a row, column A first; columns A, C, E … sit half a hex lower (P2). A hex is
``.`` waste, ``w`` woods, ``m`` mountain, ``c`` a city, ``~`` river, ``o`` waste with a road. A unit
is its side, its type (infantry, armour, artillery ``t``, recon aircraft ``p``) and a number:
``bi1`` is blue infantry in waste, ``ra1+ra2:o`` two red armoured units on a road.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.memo import GiveOrder, MemoEntry, Step
from engine.games.primer.retreat import Retreat
from engine.games.primer.state import State
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import LetterNumber
from engine.map.map import Map
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.scenario import Objective, Scenario, ScenarioSide, ScenarioUnit

GROUNDS = {".": "waste", "w": "woods", "m": "mountain", "c": "city", "~": "river"}
TYPES = {"i": "infantry", "a": "armour", "t": "artillery", "p": "recon"}
SIDES = {"r": "red", "b": "blue"}
HEX = re.compile(r"(?:([rb][iatp]\w*(?:\+[rb][iatp]\w*)*):?)?([.wmc~o])?")
EMPTY = "\n".join([". " * 14] * 7)

PrimerGame = Game[State]
Where = Mapping[str, Iterable[str]]  # hexes by the name of a zone


def blank(columns: int = 14, rows: int = 7) -> Map:
    """A map of waste with the letters of the handbook (P1)."""
    map_ = Map.blank(Grid(columns, rows, Orientation.FLAT, OffsetParity.EVEN))
    map_.label_style = LetterNumber()
    map_.grounds, map_.symbols = tuple(GROUNDS.values()), tuple(GROUNDS)
    return map_


def drawn(board: str) -> tuple[Map, dict[str, Hex]]:
    """The map a board shows, and where its units stand."""
    rows = [line.split() for line in board.strip().splitlines()]
    map_ = blank(max(map(len, rows)), len(rows))
    road = np.zeros(map_.grid.shape, np.uint8)
    units = {}
    for row, hexes in enumerate(rows):
        for column, written in enumerate(hexes):
            match = HEX.fullmatch(written)
            assert match, f"what is {written!r} in row {row}?"
            road[row, column] = match[2] == "o"
            ground = "." if match[2] in (None, "o") else match[2]
            map_.ground[row, column] = list(GROUNDS).index(ground)
            for unit in filter(None, (match[1] or "").split("+")):
                units[unit] = map_.grid.hex(column, row)
    if road.any():
        map_.links = {"road": road}
    return map_, units


def scenario(
    board: str = EMPTY,
    *,
    cities: Mapping[str, str] | None = None,
    zones: Where | None = None,
    budgets: Mapping[str, int] | None = None,
    beaten: Iterable[str] = (),
    missiles: Iterable[str] = (),
    rules: Mapping[str, Any] | None = None,
    turns: int = 12,
    **more: Any,
) -> Scenario:
    """A scenario on a board. `cities` are hexes with who holds them; a city's id is its label."""
    map_, placed = drawn(board)
    find, spent = map_.labels.find, budgets or {}
    units = [_unit(name, at, set(beaten)) for name, at in sorted(placed.items())]
    corner = map_.grid.hex(0, 0)
    units += [ScenarioUnit(name, SIDES[name[0]], "missile", at=corner) for name in missiles]
    more.setdefault("units", tuple(units))
    sides = tuple(ScenarioSide(s, s.title(), budget=spent.get(s, 0)) for s in ("red", "blue"))
    return Scenario(
        "primer",
        map_,
        sides,
        turns=turns,
        objectives=tuple(
            Objective(label, label, at=find(label), holder=holder, points=10)
            for label, holder in (cities or {}).items()
        ),
        rules=dict(rules or {}),
        zones={name: tuple(map(find, hexes)) for name, hexes in (zones or {}).items()},
        **more,
    )


def _unit(name: str, at: Hex, beaten: set[str]) -> ScenarioUnit:
    marks = ("beaten",) if name in beaten else ()
    return ScenarioUnit(name, SIDES[name[0]], TYPES[name[1]], at=at, marks=marks)


def battle(board: str = EMPTY, *dice: Any, **more: Any) -> PrimerGame:
    """A game on a board with dice laid out beforehand; past them it waits. Blue writes first."""
    return Game(PRIMER, scenario(board, **more), ScriptedDice.of(*dice))


# --- hexes ---------------------------------------------------------------------------------------


def at(game: PrimerGame, label: str) -> Hex:
    """A hex by its label."""
    return game.scenario.map.labels.find(label)


def label(game: PrimerGame, hex_: Hex) -> str:
    """The label of a hex."""
    return game.scenario.map.labels.label(hex_)


def labels(game: PrimerGame, hexes: Iterable[Hex | None]) -> set[str]:
    """The labels of some hexes."""
    return {label(game, hex_) for hex_ in hexes if hex_ is not None}


def where(game: PrimerGame, unit: str) -> str:
    """The label of the hex a unit is in; nothing for one that is lost."""
    return label(game, game.state.units[unit].at) if unit in game.state.units else ""


# --- the memo ------------------------------------------------------------------------------------


def move(game: PrimerGame, unit: str, *path: str, together: bool = False) -> PrimerGame:
    """Write a move along a path, of a unit or of all of its hex."""
    game.choose(MemoEntry("move-together" if together else "move", unit))
    for hex_ in path:
        game.choose(at(game, hex_))
    if isinstance(game.decision, Step):
        game.choose(None)
    return game


def attack(game: PrimerGame, unit: str, target: str, together: bool = False) -> PrimerGame:
    """Write an attack on a hex, by a unit or by all of its hex."""
    game.choose(MemoEntry("attack-together" if together else "attack", unit, at(game, target)))
    return game


def may(game: PrimerGame, kind: str, unit: str = "", target: str = "") -> bool:
    """Whether the side that writes may give an order."""
    return MemoEntry(kind, unit, at(game, target) if target else None) in game.options


def hand_in(game: PrimerGame) -> PrimerGame:
    """Hand in the memo; it is carried out until somebody is asked something."""
    game.choose(MemoEntry("hand-in"))
    return game


def skip(game: PrimerGame, sides: int = 1) -> PrimerGame:
    """So many sides hand in an empty memo."""
    for _ in range(sides):
        hand_in(game)
    return game


def fall_back(game: PrimerGame) -> PrimerGame:
    """The beaten go back the first way offered."""
    while isinstance(game.decision, Retreat):
        game.choose(game.options[0])
    return game


def writes(game: PrimerGame) -> str:
    """The side that writes its memo now."""
    assert isinstance(game.decision, GiveOrder), game.decision
    return game.decision.side


def happened(game: PrimerGame, kind: type) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in game.events if type(event) is kind]


def last(game: PrimerGame, kind: type) -> Any:
    """The latest event of a kind."""
    return happened(game, kind)[-1]
