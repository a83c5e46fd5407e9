"""Boards drawn in text for tide, and games on them with dice laid out beforehand.

A board has one line a row; odd rows sit half a hex further right; hexes are labelled A1, B1 … from
the upper left. A hex is written as level and ground, both of which may be left out: ``.`` open,
``w`` woods, ``h`` building, ``~`` flooded stream, ``i`` ice, ``2`` open ground on level 2, ``1w``
woods on level 1. ``r1`` is the red unit 1 in the open, ``b2:1w`` the blue unit 2 in woods on
level 1. Units that share a hex are joined: ``r1+r2:h``. A unit is four regulars unless it is said
in words what it is: figures with their numbers (`2 regular, 2 elite`), a token in brackets, or a
vehicle. Red has the initiative.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.games.tide.adapter.rules import TIDE
from engine.games.tide.state import State
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import LetterNumber
from engine.map.map import Map
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.scenario import (
    Card,
    Deck,
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    StartingHand,
)
from tests.games.boards import lay

GROUNDS = {".": "open", "w": "woods", "h": "building", "~": "flooded-stream", "i": "frozen-stream"}
SIDES = {"r": "red", "b": "blue"}
RED, BLUE = "red", "blue"
HEX = re.compile(r"(?:([rb]\w*(?:\+[rb]\w*)*):?)?(-?\d+)?([.wh~i])?")
SAID = re.compile(r"([^\[]*?)\s*(?:\[([\w-]+)\])?")
RIFLES = "4 regular"


def drawn(board: str) -> tuple[Map, dict[str, Hex]]:
    """The map a board shows, and where its units stand."""
    rows = [line.split() for line in board.strip().splitlines()]
    map_ = Map.blank(Grid(max(map(len, rows)), len(rows)))
    map_.label_style, map_.hex_metres = LetterNumber(), 50.0
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


def unit(id_: str, said: str = RIFLES, **more: Any) -> ScenarioUnit:
    """A unit as it is said: figures with their numbers and a token, or a vehicle."""
    match = SAID.fullmatch(said)
    assert match
    words = [word.split() for word in match[1].split(",")]
    side = SIDES[id_[0]]
    if not words[0]:
        return ScenarioUnit(id_, side, "squad", **more)
    if len(words[0]) == 1:
        return ScenarioUnit(id_, side, words[0][0], **more)
    figures = tuple(name for count, name in words for _ in range(int(count)))
    marks = (*more.pop("marks", ()), *((match[2],) if match[2] else ()))
    return ScenarioUnit(id_, side, "squad", figures=figures, marks=marks, **more)


def scenario(
    board: str,
    *,
    units: Iterable[ScenarioUnit] = (),
    works: Mapping[str, str] | None = None,
    plans: Iterable[ScenarioFeature] = (),
    roads: Iterable[str] = (),
    decks: Mapping[str, tuple[Card, ...]] | None = None,
    hands: Mapping[str, tuple[StartingHand, ...]] | None = None,
    stocks: Mapping[str, Mapping[str, int]] | None = None,
    rules: Mapping[str, Any] | None = None,
    zones: Mapping[str, str] | None = None,
    kinds: Mapping[str, str] | None = None,
    modes: Mapping[str, str] | None = None,
    turns: int = 4,
    **more: Any,
) -> Scenario:
    """A scenario on a board. `works` are kinds by the label of their hex (Blue's, with `r:` Red's),
    `kinds` what the drawn units are, `zones` labels, `units` those that are not drawn."""
    map_, placed = drawn(board)
    for chain in roads:
        lay(map_, chain, map_.set_link, "road")
    said = kinds or {}
    stood = [
        unit(id_, said.get(id_, RIFLES), at=hex_, mode=(modes or {}).get(id_, ""))
        for id_, hex_ in sorted(placed.items())
    ]
    stores, holds = stocks or {}, hands or {}
    sides = tuple(
        ScenarioSide(
            side, side.title(), colour, begins=side == RED, decks=holds.get(side, ()),
            stocks=stores.get(side, {}),
        )
        for side, colour in ((RED, "#c0392b"), (BLUE, "#2980b9"))
    )  # fmt: skip
    found = {
        name: tuple(map_.labels.find(label) for label in labels.split())
        for name, labels in (zones or {}).items()
    }
    laid = tuple(_work(map_, label, kind) for label, kind in (works or {}).items())
    return Scenario(
        "tide", map_, sides, (*stood, *units), turns=turns, rules=dict(rules or {}), zones=found,
        features=(*laid, *plans),
        decks={name: Deck(name, cards) for name, cards in (decks or {}).items()}, **more,
    )  # fmt: skip


def _work(map_: Map, label: str, said: str) -> ScenarioFeature:
    side = RED if said.startswith("r:") else BLUE
    kind = said.removeprefix("r:")
    return ScenarioFeature(f"{kind}-{label}", kind, side, map_.labels.find(label))


def battle(board: str, dice: Iterable[Any] = (), **more: Any) -> Game[State]:
    """A game on a board; past the dice laid out it waits."""
    return Game(TIDE, scenario(board, **more), ScriptedDice.of(*dice))


def begun(board: str, dice: Iterable[Any] = (), **more: Any) -> Game[State]:
    """The same, when nobody waits in Op Fire mode and the first action is asked for."""
    game = battle(board, dice, **more)
    while game.state.round == 0 and game.decision is not None:
        game.choose(None)
    return game


def at(game: Game[State], label: str) -> Hex:
    """A hex by its label."""
    return game.scenario.map.labels.find(label)


def happened(game: Game[State], kind: type[Any]) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in game.events if isinstance(event, kind)]
