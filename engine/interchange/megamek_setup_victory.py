"""The end and victory of a MegaMek set-up, as turns and conditions of a scenario.

A trigger is met at the end of a round; the game ends with the rounds of `end:`, or when a faction's
`victory:` is met. Triggers for single units or for units that flee are reported as lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.interchange.import_result import Losses
from engine.interchange.yaml_entries import YamlEntry
from engine.scenario.scenario import VictoryCondition, VictoryKind

MAX_TURNS = 999
MAX_CONDITIONS = 100


@dataclass(frozen=True)
class SetupUnit:
    """A unit as triggers speak of it: its number in the set-up, its faction, its side."""

    number: int | None
    faction: str
    side: str


@dataclass
class SetupVictory:
    """Gathers the ends of a set-up; `turns` is the last round, 0 where none is said."""

    fighters: Sequence[SetupUnit]
    losses: Losses
    turns: int = 0
    conditions: dict[VictoryCondition, None] = field(default_factory=dict)

    def read_victory(self, root: YamlEntry, factions: Mapping[str, Iterable[YamlEntry]]) -> None:
        """Read the end of the set-up, and the victory conditions of its factions by side."""
        for side, entries in factions.items():
            for faction in entries:
                for said in faction.entries("victory"):
                    self._win(said, side)
        sides = list(factions)
        for said in root.entries("end"):
            self._end(said, sides)
        for said in root.entries("victory"):
            self._lose(said.entry("trigger"))

    def victory(self) -> tuple[VictoryCondition, ...]:
        """The conditions, in the order in which they are judged."""
        last = [one for one in self.conditions if one.kind is VictoryKind.TURN_LIMIT]
        rest = [one for one in self.conditions if one.kind is not VictoryKind.TURN_LIMIT]
        return (*rest, *last)[:MAX_CONDITIONS]

    def _win(self, said: YamlEntry, side: str) -> None:
        trigger = said.entry("trigger")
        found = list(self._met(trigger, side)) if trigger and not said.has("modify") else []
        if not found:
            self._lose(trigger)
        self.conditions |= dict.fromkeys(found)

    def _end(self, said: YamlEntry, sides: Iterable[str]) -> None:
        trigger = said.entry("trigger")
        if trigger is None or trigger.has("modify"):
            self._lose(trigger)
        elif trigger.word("type") in ("roundend", "round") and trigger.has("round"):
            self._limit(trigger)
        elif trigger.word("type") == "battlefieldcontrol":
            wins = (VictoryCondition(VictoryKind.LOSSES, side) for side in sides)
            self.conditions |= dict.fromkeys(wins)
        else:
            self._lose(trigger)

    def _lose(self, trigger: YamlEntry | None) -> None:
        self.losses.add("setup-trigger", trigger.word("type") if trigger else "")

    def _limit(self, trigger: YamlEntry) -> bool:
        """Take a last round; whether it is the one there is, or the first."""
        last = min(max(trigger.whole("round", 1), 1), MAX_TURNS)
        is_first = self.turns in (0, last)
        self.turns = min(self.turns or last, last)
        return is_first

    # --- triggers -------------------------------------------------------------------------------

    def _met(self, trigger: YamlEntry, side: str) -> Iterator[VictoryCondition]:
        """The condition a side wins by; nothing where a scenario has none such."""
        if trigger.has("modify") and trigger.word("modify") != "once":
            return
        match trigger.word("type"):
            case "battlefieldcontrol":
                yield VictoryCondition(VictoryKind.LOSSES, side)
            case "roundend" | "round" if trigger.has("round"):
                if self._limit(trigger):
                    yield VictoryCondition(VictoryKind.TURN_LIMIT, side)
            case "killedunit" | "killedunits" | "activeunits" as kind:
                percent = self._percent(trigger, side, kind)
                if percent:
                    yield VictoryCondition(VictoryKind.LOSSES, side, percent=percent)

    def _percent(self, trigger: YamlEntry, side: str, kind: str) -> int:
        """Return the percentage of enemies a side must destroy; 0 unless all are counted."""
        enemies = [each for each in self.fighters if each.side != side]
        counted = self._counted(trigger, kind)
        if not enemies or counted != enemies:
            return 0
        lost = self._lost(trigger, kind, len(enemies))
        if not 0 < lost <= len(enemies):
            return 0
        if kind == "activeunits":
            self.losses.add("setup-fled", kind)
        return max(1, 100 * lost // len(enemies))

    def _lost(self, trigger: YamlEntry, kind: str, all_: int) -> int:
        """Return how many must be lost; 0 if a trigger asks for anything else."""
        if kind == "killedunit":
            return 1
        most = trigger.whole("atmost", -1) if trigger.has("atmost") else None
        least = trigger.whole("atleast", -1) if trigger.has("atleast") else None
        if trigger.has("count"):
            most = least = trigger.whole("count", -1)
        if kind == "activeunits":
            return all_ - most if most is not None and (least or 0) in (0, most) else 0
        return least if least is not None and most in (None, least) else 0

    def _counted(self, trigger: YamlEntry, kind: str) -> list[SetupUnit]:
        """The units a trigger counts: those it lists, or a faction's, else all."""
        nodes = trigger.nodes("unit" if kind == "killedunit" else "units")
        faction = trigger.word("player")
        if nodes:
            numbers = {trigger.number("units", node) for node in nodes}
            return [each for each in self.fighters if each.number in numbers]
        return [each for each in self.fighters if not faction or each.faction == faction]
