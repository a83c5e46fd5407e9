"""What sides that buy their armies need before the game: counters, prices, a form to write on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.games import limits
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import text
from studio.printing.flow import Cell, PageBlock, heading, table

MOST_COUNTERS = 18  # of a type for a side that buys its army


@dataclass(frozen=True)
class ArmyPurchase:
    """What a side may buy: its budget, where that is set up, and what each type costs."""

    side: str
    budget: int
    zone: str
    costs: Mapping[str, int]

    def counters(self, types: Mapping[str, Mapping[str, Any]]) -> Iterator[ScenarioUnit]:
        """Units of each type, as many as are likely wanted, numbered from 1."""
        for kind, cost in self.costs.items():
            name = types[kind].get("name", "")
            for number in range(1, min(self.budget // cost, MOST_COUNTERS) + 1):
                yield ScenarioUnit(f"{self.side}-{kind}-{number}", self.side, kind, name)


def army_purchases(scenario: Scenario) -> dict[str, ArmyPurchase]:
    """What each side that has a budget may buy; none in games where nothing is bought."""
    known = limits(scenario.game, scenario.rules, [side.id for side in scenario.sides])
    costs = {kind: cost for kind, cost in known.costs.items() if cost > 0}
    return {
        side.id: ArmyPurchase(side.id, side.budget, known.muster[side.id], costs)
        for side in scenario.sides
        if side.budget and side.id in known.muster
    }


def army_blocks(
    army: ArmyPurchase, kinds: Mapping[str, Sequence[Cell]], side: str, width: float, language: str
) -> list[PageBlock]:
    """A table to buy by and to write down what is bought; `kinds` are picture, name and values."""

    def told(key: str) -> str:
        return text(f"armies.{key}", language, side=side, budget=army.budget)

    heads = ["", *(text(f"printing.roster-{name}", language) for name in ("type", "values"))]
    heads += [told("cost"), told("number"), told("sum")]
    rows: list[Sequence[Cell]] = [
        [*kinds[kind], str(cost), "", ""]
        for kind, cost in army.costs.items()
        if cost <= army.budget
    ]  # fmt: skip
    rows.append([_nothing, told("together"), "", "", "", ""])
    return [heading(told("army")), *table(heads, rows, (13, 38, 69, 16, 22, 22), width)]


def _nothing(painter: QPainter, room: QRectF) -> None:
    """A cell without a picture, as high as those with one."""
