"""Units spread out by a pattern: in line, in column, as a wedge, round a hex."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import islice

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario, ScenarioUnit

REACH = 64  # hexes from the first: the limit of the search for room


class DeploymentPattern(StrEnum):
    """The patterns in which units are placed side by side."""

    LINE = "line"  # abreast, the first in the middle
    COLUMN = "column"  # one behind the other
    WEDGE = "wedge"  # the first ahead, the others behind it to both sides
    RING = "ring"  # round the hex, from the first side on


def deploy_in_pattern(
    scenario: Scenario,
    units: Sequence[ScenarioUnit],
    at: Hex,
    pattern: DeploymentPattern,
    facing: int,
    may_stand: Callable[[ScenarioUnit, Hex], bool],
) -> dict[str, Hex]:
    """A hex of its own for each unit, the first at `at`, by a pattern that looks `facing`.

    Hexes off the map, taken by others, or where a unit may not stand are passed over. What is
    carried or borne goes with its holder. Units for which there is no room are left out.
    """
    moving = {unit.id for unit in units}
    taken = {unit.at for unit in scenario.units if unit.at and unit.id not in moving}
    free = [
        hex_
        for hex_ in dict.fromkeys(pattern_hexes(scenario.map.grid, at, pattern, facing))
        if hex_ not in taken
    ]
    found: dict[str, Hex] = {}
    for unit in units:
        if unit.aboard or unit.bearer:
            continue
        place = next((hex_ for hex_ in free if may_stand(unit, hex_)), None)
        if place is not None:
            free.remove(place)
            found[unit.id] = place
    return found


def toward_enemy(scenario: Scenario, side: str, at: Hex) -> int:
    """The direction from a hex towards the middle of the enemy's units; 0 where there are none."""
    grid = scenario.map.grid
    placed = [unit.at for unit in scenario.units if unit.side != side and unit.at is not None]
    centres = [grid.centre(hex_) for hex_ in placed if hex_ in grid]
    if not centres:
        return 0
    x, y = grid.centre(at)
    across = sum(each for each, _ in centres) / len(centres) - x
    down = sum(each for _, each in centres) / len(centres) - y
    bearing = math.degrees(math.atan2(across, -down))
    turns = [abs((grid.orientation.bearing(way) - bearing + 180) % 360 - 180) for way in range(6)]
    return turns.index(min(turns))


def pattern_hexes(grid: Grid, at: Hex, pattern: DeploymentPattern, facing: int) -> Iterator[Hex]:
    """The hexes of a pattern, the first one first; then those round it, the nearest first."""
    patterns: dict[DeploymentPattern, Callable[[], Iterator[Hex]]] = {
        DeploymentPattern.LINE: lambda: _both(
            grid, at, (facing + 1, facing + 2), (facing - 1, facing - 2)
        ),
        DeploymentPattern.COLUMN: lambda: _walk(grid, at, (facing + 3,)),
        DeploymentPattern.WEDGE: lambda: _both(grid, at, (facing + 2,), (facing - 2,)),
        DeploymentPattern.RING: lambda: iter(()),
    }
    if pattern is not DeploymentPattern.RING:
        yield from (hex_ for hex_ in (at, *patterns[pattern]()) if hex_ in grid)
    yield from _rings(grid, at, facing, starts_at_middle=pattern is not DeploymentPattern.RING)


def _walk(grid: Grid, at: Hex, turns: Sequence[int]) -> Iterator[Hex]:
    """Step by step, the directions in turn."""
    for step in range(REACH):
        at = grid.neighbour(at, turns[step % len(turns)] % 6)
        yield at


def _both(grid: Grid, at: Hex, left: Sequence[int], right: Sequence[int]) -> Iterator[Hex]:
    """To both sides alternately."""
    for pair in zip(_walk(grid, at, left), _walk(grid, at, right), strict=True):
        yield from pair


def _rings(grid: Grid, at: Hex, facing: int, *, starts_at_middle: bool) -> Iterator[Hex]:
    if starts_at_middle and at in grid:
        yield at
    for radius in range(1, REACH):
        corner = at
        for _ in range(radius):
            corner = grid.neighbour(corner, facing % 6)
        for side in range(6):
            for hex_ in islice(_walk(grid, corner, (facing + 2 + side,)), radius):
                if corner in grid:
                    yield corner
                corner = hex_
