"""What all parts of the referee share: its table, what is under way, and the whistle."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from tests.games.tide.referee_table import Foul, Table


class Base:
    """The state of a watched game beside what lies on the table."""

    def __init__(self, scenario: Scenario) -> None:
        self.table = Table(scenario)
        begins = [side.id for side in scenario.sides if side.begins]
        self.initiative = begins[0] if begins else scenario.sides[0].id
        self.round, self.phase, self.active, self.left = 0, "set-up", "", 0
        self.out: set[str] = set()
        self.acting: Any = None
        self.acted: set[str] = set()
        self.mover, self.may_op_fire, self.is_snagged = "", False, False
        self.rapid: set[tuple[str, str]] = set()
        self.played, self.shelled = "", None
        self.attack: Any = None
        self.rolled_at: list[str] = []
        self.due: dict[str, Any] = {}
        self.doomed: set[str] = set()
        self.clash: Any = None
        self.fight: Any = None
        self.foes: list[str] = []
        self.toll: dict[str, int] = {}
        self.soaked: dict[str, int] = {}
        self.retreating: list[str] = []
        self.ready: set[str] = set()
        self.start: Hex | None = None
        self.band_now, self.most = "", 0

    @property
    def order(self) -> tuple[str, str]:
        """The sides in order of initiative."""
        return self.initiative, self.table.enemy(self.initiative)

    def need(self, is_right: bool, rule: str) -> None:
        """Blow the whistle where a rule is broken."""
        if not is_right:
            raise Foul(rule)

    def denied(self, side: str, what: str) -> bool:
        """Whether a card forbids a side something (D7 deny)."""
        return any(f.side == side for f in self.table.in_force("deny", what))
