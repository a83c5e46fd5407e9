"""The order of battle as a tree: sides, their formations, the units of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.scenario.scenario import Scenario, ScenarioUnit

Key = tuple[str, ...]  # ("side", id), ("formation", side, id or word) or ("unit", id)
T = TypeVar("T")


@dataclass(frozen=True)
class ForcesOutlineBranch:
    """A side or a formation, with the formations in it and the units in none of these."""

    key: Key
    branches: tuple[ForcesOutlineBranch, ...] = ()
    units: tuple[ScenarioUnit, ...] = ()


def outline_of(
    scenario: Scenario, is_wanted: Callable[[ScenarioUnit], bool], *, with_empty: bool = True
) -> tuple[ForcesOutlineBranch, ...]:
    """The sides in their order; in each its formations as a tree, then those that are but words.

    Formations without a unit that is wanted are there only where that is asked for.
    """
    found: dict[str, dict[str, list[ScenarioUnit]]] = {side.id: {} for side in scenario.sides}
    for unit in scenario.units:
        if is_wanted(unit):
            found[unit.side].setdefault(unit.formation, []).append(unit)
    return tuple(_Side(scenario, side, units, with_empty).branch() for side, units in found.items())


class _Side:
    """One side's formations while they are put in order."""

    def __init__(
        self,
        scenario: Scenario,
        side: str,
        units: dict[str, list[ScenarioUnit]],
        with_empty: bool,
    ) -> None:
        self.side, self.units, self.with_empty = side, units, with_empty
        own = [each for each in scenario.formations if each.side == side]
        self.left = {each.id: each for each in own}
        self.parts: dict[str, list[str]] = {}
        for each in own:
            above = each.within if each.within in self.left else ""
            self.parts.setdefault(above, []).append(each.id)

    def branch(self) -> ForcesOutlineBranch:
        """The side; what goes round in a circle stands in it where the circle is entered."""
        branches = [self._formation(id_) for id_ in self.parts.get("", ())]
        while self.left:
            branches.append(self._formation(next(iter(self.left))))
        loose = tuple(self.units.pop("", ()))
        branches += [
            ForcesOutlineBranch(("formation", self.side, word), units=tuple(units))
            for word, units in self.units.items()
        ]
        return ForcesOutlineBranch(("side", self.side), self._shown(branches), loose)

    def _formation(self, id_: str) -> ForcesOutlineBranch:
        del self.left[id_]
        inner = [self._formation(part) for part in self.parts.get(id_, ()) if part in self.left]
        units = tuple(self.units.pop(id_, ()))
        return ForcesOutlineBranch(("formation", self.side, id_), self._shown(inner), units)

    def _shown(self, branches: list[ForcesOutlineBranch]) -> tuple[ForcesOutlineBranch, ...]:
        return tuple(each for each in branches if self.with_empty or each.units or each.branches)


@dataclass(eq=False)
class ForcesOutlineRow:
    """A row of the tree as it is shown."""

    key: Key
    parent: ForcesOutlineRow | None = None
    unit: ScenarioUnit | None = None
    children: list[ForcesOutlineRow] = field(default_factory=list)
    row: int = 0
    told: object = None  # its content and state when last reported

    def units(self) -> Iterator[ScenarioUnit]:
        """The units in it, or itself."""
        if self.unit is not None:
            yield self.unit
        for child in self.children:
            yield from child.units()


def number_nodes(nodes: Sequence[ForcesOutlineRow], first: int = 0) -> None:
    """Number nodes by their rows, from one on."""
    for row in range(first, len(nodes)):
        nodes[row].row = row


def number_runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as runs: the first and the last of each."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and row == found[-1][1] + 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found


def changed_row_range(was: Sequence[T], now: Sequence[T]) -> tuple[int, int, int]:
    """The rows that are alike before, where the others end in `was`, and where in `now`."""
    first = 0
    while first < min(len(was), len(now)) and was[first] == now[first]:
        first += 1
    behind = 0
    while behind < min(len(was), len(now)) - first and was[-1 - behind] == now[-1 - behind]:
        behind += 1
    return first, len(was) - behind, len(now) - behind
