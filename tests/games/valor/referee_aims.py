"""The referee on objectives and victory (V4.4, V4.5)."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex
from engine.scenario.scenario import VictoryCondition, VictoryKind
from tests.games.valor.referee_losses import Losses
from tests.games.valor.referee_table import read


class Aims(Losses):
    """Who holds what, and who has won."""

    def hold_objectives(self) -> None:
        """Who was last in the objectives of one hex with unpinned infantry (V4.5)."""
        for each in self.table.scenario.objectives:
            side = self.holder_now(each)
            if side and len(self._zone(each)) == 1:
                self.holders[each.id] = side

    def holder_now(self, objective: Any) -> str:
        """The side alone in an objective with unpinned infantry; empty for nobody."""
        here = [man for hex_ in self._zone(objective) for man in self.table.at(hex_)]
        able = {m.side for m in here if self.table.is_foot(m) and not m.is_pinned}
        return able.pop() if able and len({man.side for man in here}) == 1 else ""

    def _zone(self, objective: Any) -> tuple[Hex, ...]:
        if objective.at is not None:
            return (objective.at,)
        return tuple(self.table.scenario.zone(objective.zone))

    def winner(self) -> str:
        """Who has met all of its list, the other not (V4.4)."""
        sides = [side.id for side in self.table.scenario.sides]
        lists = {s: [v for v in self.table.scenario.victory if v.side == s] for s in sides}
        if not any(lists.values()):
            lead = {side: self._worth(self.table.enemy(side)) for side in sides}
            best = max(sides, key=lambda side: lead[side])
            return "" if len(set(lead.values())) == 1 else best
        met = {s: all(self._met(v) for v in wanted) for s, wanted in lists.items() if wanted}
        for side in sides:
            met.setdefault(side, not met.get(self.table.enemy(side), False))
        return "" if len(set(met.values())) == 1 else next(s for s in sides if met[s])

    def _worth(self, side: str) -> int:
        """The points a side has lost, and those of objectives its enemy holds."""
        enemy = self.table.enemy(side)
        held = sum(
            each.points for each in self.table.scenario.objectives
            if self._holds(each, enemy)
        )  # fmt: skip
        return self.lost.get(side, 0) + held

    def _holds(self, objective: Any, side: str) -> bool:
        here = [man for hex_ in self._zone(objective) for man in self.table.at(hex_)]
        return self.holders[objective.id] == side and all(man.side == side for man in here)

    def _met(self, wanted: VictoryCondition) -> bool:
        scenario, side = self.table.scenario, wanted.side
        if wanted.kind is VictoryKind.OBJECTIVES:
            held = sum(self._holds(each, side) for each in scenario.objectives)
            return held >= (wanted.count or len(scenario.objectives))
        if wanted.kind is VictoryKind.CLEAR:
            zone = set(scenario.zone(wanted.zone))
            men = [m for m in self.table.units.values() if m.side != side and m.at in zone]
            return all(man.is_pinned for man in men)
        if wanted.kind is VictoryKind.EXIT:
            gone = [m for m in self.table.left if m.side == side]
            if wanted.kinds:
                gone = [m for m in gone if read("units")[m.type]["kind"] in wanted.kinds]
            return len(gone) >= wanted.count
        if wanted.kind is VictoryKind.RATIO:
            mine, theirs = self.lost.get(side, 0), self.lost.get(self.table.enemy(side), 0)
            return 100 * theirs >= wanted.percent * mine
        assert wanted.kind is VictoryKind.SURVIVE
        own = [m for m in (*self.table.units.values(), *self.below.values()) if m.side == side]
        left = [m for m in own if not wanted.units or m.id.partition("/")[0] in wanted.units]
        return sum(1 if self.table.kind(m) == "half" else 2 for m in left) >= 2 * wanted.count
