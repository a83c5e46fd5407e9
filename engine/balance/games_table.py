"""The games of a series as a table, one line a game, with the seed that plays it again."""

from __future__ import annotations

import csv
import io
from typing import IO

from engine.balance.series import GameRecord
from engine.balance.summary import Balance
from engine.scenario.scenario import Scenario


class GamesTable:
    """Writes a line a game into a file that is open for writing."""

    def __init__(self, scenario: Scenario, out: IO[str]) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._sides = [side.id for side in scenario.sides]
        self._goals = [objective.id for objective in scenario.objectives]
        head = ["game", "seed", "winner", "reason", "turns", "answers", "first"]
        head += [f"points {side}" for side in self._sides] + [
            f"lost {side}" for side in self._sides
        ]
        self._writer.writerow([*head, "lost units", *(f"holds {goal}" for goal in self._goals)])

    def add(self, record: GameRecord) -> None:
        """One line more."""
        self._writer.writerow(
            [
                record.number, record.seed, record.winner or "", record.reason, record.turns,
                record.answers, record.first,
                *(record.points.get(side, 0) for side in self._sides),
                *(record.lost(side) for side in self._sides),
                " ".join(unit.unit for unit in record.fallen),
                *(record.holders.get(goal, "") for goal in self._goals),
            ]
        )  # fmt: skip


def as_csv(balance: Balance) -> str:
    """The games of a balance that has kept them."""
    out = io.StringIO()
    table = GamesTable(balance.series.scenario, out)
    for record in balance.records:
        table.add(record)
    return out.getvalue()
