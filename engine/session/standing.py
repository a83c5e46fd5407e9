"""A position as a viewer may know it: plain values to draw without knowing the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.play.game import Game
from engine.telling.names import Names


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map. `marks` are words of the game; `Names.word` says them.

    `facing` is a direction 0…5 of the map; `inside` names its carrier, `bearer` who bears it.
    """

    id: str
    side: str
    type: str
    name: str
    at: Hex
    marks: tuple[str, ...]
    facing: int | None = None
    inside: str = ""
    bearer: str = ""
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Away:
    """A unit off the map: lost, or yet to come in `turn` (0: when the game is set up)."""

    id: str
    side: str
    type: str
    name: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Burst:
    """A shell impact, with the battery or ammunition that made it."""

    at: Hex
    side: str
    battery: str


@dataclass(frozen=True, slots=True)
class Held:
    """An objective: where it is, and the side that holds it; empty for nobody."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    points: int
    holder: str


@dataclass(frozen=True)
class Standing:
    """Everything a viewer may see of a position; `viewer` None is the umpire.

    `rest` holds what only some games have (cards, fire plans), as the rules' plain JSON values.
    """

    viewer: str | None
    turn: int
    turns: int
    phase: str
    active: str
    pieces: tuple[Piece, ...]
    lost: tuple[Away, ...]
    reserves: tuple[Away, ...]
    impacts: tuple[Burst, ...]
    objectives: tuple[Held, ...]
    points: Mapping[str, int]
    rest: Mapping[str, Any]


Plain = dict[str, Any]


def standing(
    game: Game[Any],
    viewer: str | None,
    zones: Mapping[str, tuple[Hex, ...]],
    language: str | None = None,
) -> Standing:
    """The position of a game as a viewer may know it; `zones` are the hexes of the objectives."""
    rules, scenario = game.rules, game.scenario
    state = game.state if viewer is None else rules.view(game.state, viewer)
    plain, names = dict(rules.as_json(state)), Names(scenario, language)
    holders = plain.pop("objectives", {})
    plain.pop("lost", None)
    plain.pop("result", None)

    def away(key: str) -> tuple[Away, ...]:
        return tuple(_away(entry, named) for entry in plain.pop(key, ()))

    def named(unit: str) -> str:
        return rules.describe_unit(state, unit, language)

    grid = scenario.map.grid
    return Standing(
        viewer,
        plain.pop("turn"),
        plain.pop("turns", scenario.turns),
        plain.pop("phase", ""),
        plain.pop("active", None) or "",
        tuple(_piece(entry, named, grid) for entry in plain.pop("units", ())),
        away("losses"),
        away("reserves"),
        tuple(_burst(entry, grid) for entry in plain.pop("impacts", ())),
        tuple(
            Held(aim.id, names.objective(aim), zones[aim.id], aim.points, holders.get(aim.id, ""))
            for aim in scenario.objectives
        ),
        plain.pop("points", {}),
        plain,
    )


def zones_of(game: Game[Any]) -> dict[str, tuple[Hex, ...]]:
    """The hexes of every objective of a game."""
    scenario = game.scenario
    return {
        entry.id: (entry.at,) if entry.at is not None else scenario.zone(entry.zone)
        for entry in scenario.objectives
    }


def _piece(entry: Plain, named: Callable[[str], str], grid: Grid) -> Piece:
    unit, at = entry["id"], _hex(grid, entry["at"])
    return Piece(
        unit,
        entry["side"],
        entry["type"],
        named(unit),
        at,
        tuple(entry["marks"]),
        entry.get("facing"),
        entry.get("inside", ""),
        entry.get("bearer", ""),
        tuple(entry.get("figures", ())),
    )


def _away(entry: Plain, named: Callable[[str], str]) -> Away:
    unit = entry["id"]
    return Away(unit, entry["side"], entry["type"], named(unit), entry.get("turn", 0))


def _burst(entry: Plain, grid: Grid) -> Burst:
    return Burst(_hex(grid, entry["at"]), entry["side"], entry["battery"])


def _hex(grid: Grid, written: str) -> Hex:
    """A hex written as `@column,row`."""
    column, row = written[1:].split(",")
    return grid.hex(int(column), int(row))
