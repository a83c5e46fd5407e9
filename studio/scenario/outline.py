"""The order of battle as a tree: sides, their formations, the units of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.scenario.scenario import Scenario, ScenarioUnit

Key = tuple[str, ...]  # ("side", id), ("formation", side, name) or ("unit", id)
T = TypeVar("T")


@dataclass(frozen=True)
class Branch:
    """A side with its formations and the units in none, or a formation with its units."""

    key: Key
    branches: tuple[Branch, ...] = ()
    units: tuple[ScenarioUnit, ...] = ()


def outline_of(scenario: Scenario, is_wanted: Callable[[ScenarioUnit], bool]) -> tuple[Branch, ...]:
    """The sides in their order; formations as the first of their units stands, then loose units."""
    found: dict[str, dict[str, list[ScenarioUnit]]] = {side.id: {} for side in scenario.sides}
    for unit in scenario.units:
        if is_wanted(unit):
            found[unit.side].setdefault(unit.formation, []).append(unit)
    return tuple(_side(side, formations) for side, formations in found.items())


def _side(side: str, formations: dict[str, list[ScenarioUnit]]) -> Branch:
    loose = formations.pop("", [])
    branches = tuple(
        Branch(("formation", side, name), units=tuple(units)) for name, units in formations.items()
    )
    return Branch(("side", side), branches, tuple(loose))


@dataclass(eq=False)
class Node:
    """A row of the tree as it is shown."""

    key: Key
    parent: Node | None = None
    unit: ScenarioUnit | None = None
    children: list[Node] = field(default_factory=list)
    row: int = 0
    told: int = -1  # how many children there were when it was told last

    def units(self) -> Iterator[ScenarioUnit]:
        """The units in it, or itself."""
        if self.unit is not None:
            yield self.unit
        for child in self.children:
            yield from child.units()


def number(nodes: Sequence[Node], first: int = 0) -> None:
    """Tell nodes in which row they stand, from one on."""
    for row in range(first, len(nodes)):
        nodes[row].row = row


def runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as runs: the first and the last of each."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and row == found[-1][1] + 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found


def change_middle(was: Sequence[T], now: Sequence[T]) -> tuple[int, int, int]:
    """The rows that are alike before, where the others end in `was`, and where in `now`."""
    first = 0
    while first < min(len(was), len(now)) and was[first] == now[first]:
        first += 1
    behind = 0
    while behind < min(len(was), len(now)) - first and was[-1 - behind] == now[-1 - behind]:
        behind += 1
    return first, len(was) - behind, len(now) - behind
