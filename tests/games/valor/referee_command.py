"""The referee on set-up and command (V4.1, V5.4, V12.4, V23)."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex
from tests.games.valor.referee_aims import Aims
from tests.games.valor.referee_table import Man, read


class Command(Aims):
    """Placing, handing over, splitting, joining."""

    def on_UnitPlaced(self, event: Any) -> None:
        unit = self.table.waiting[event.unit]
        zone = self.table.scenario.zone(unit.zone)
        self._require(self.turn == 0 and event.at in zone, "V4.1: not in its zone")
        self.table.come(event.unit, event.at, event.facing)
        self._no_crowd(event.at)

    def on_WorkLaid(self, event: Any) -> None:
        self._require(event.at not in self.table.sites, "V19.2: one a hex")
        ground, cover = self.table.map.ground_at(event.at), self.table.ground.cover(event.at)
        if event.kind in ("foxholes", "trenches", "cave"):
            fine = ground not in ("building", "brook", "gully", "wadi", "marsh", "lake", "pond")
        else:
            fine = not cover and ground not in ("orchard", "haystacks", "palm-grove", "crops")
        self._require(fine, f"V19.2: {event.kind} on {ground}")
        self.table.lay(event.at, event.id, event.kind, event.side, event.facing)

    def on_PlanDropped(self, event: Any) -> None:
        """A position without a hex."""

    def _command(self, *units: str) -> None:
        men = [self.table.units[unit] for unit in units]
        self._require(self.phase == "command", "V5.4: not now")
        self._require(len({man.at for man in men}) == 1, "V5.4: not in one hex")
        self._require(all(man.side == self.active for man in men), "V5.4: whose?")

    def on_WeaponHandedOver(self, event: Any) -> None:
        self._command(event.giver, event.taker)
        self._require(self.table.gear[event.weapon].bearer == event.giver, "V12.4: not his")
        self.table.gear[event.weapon].bearer = event.taker

    def on_WeaponsExchanged(self, event: Any) -> None:
        self._command(event.one, event.other)
        mine, theirs = self.table.bears(event.one), self.table.bears(event.other)
        for weapon in mine:
            self.table.gear[weapon].bearer = event.other
        for weapon in theirs:
            self.table.gear[weapon].bearer = event.one

    def on_SquadSplit(self, event: Any) -> None:
        self._command(event.squad)
        man, weapons = self.table.units[event.squad], self.table.bears(event.squad)
        self._require(self.table.type(man).get("half") == event.half, "V23.1: another half")
        self._require("valor" not in man.marks, "V22.5: valorous squads do not split")
        del self.table.units[event.squad]
        for half in event.halves:
            self.table.units[half] = Man(
                half, man.side, event.half, man.at, None, man.inside, set(man.marks)
            )
        for weapon in weapons:
            self.table.gear[weapon].bearer = event.heir
        if not man.inside:
            self._no_crowd(man.at)

    def on_SquadsJoined(self, event: Any) -> None:
        self._command(*event.halves)
        one, other = (self.table.units[half] for half in event.halves)
        self._require(one.type == other.type, "V23.1: two of one type")
        self._require(not (one.marks | other.marks) & {"valor", "pinned"}, "V23.1: not these")
        self._require(self.table.type(event.squad if event.squad in self.table.units else one.id)
                      is not None, "")  # fmt: skip
        self._require(read("units")[event.type]["half"] == one.type, "V23.1: another squad")
        led = [m for m in self.table.at(one.at) if self.table.kind(m) == "leader"]
        self._require(any(not man.is_pinned for man in led), "V5.4: no leader joins them")
        weapons = [w for half in event.halves for w in self.table.bears(half)]
        for half in event.halves:
            del self.table.units[half]
        self.table.units[event.squad] = Man(
            event.squad, one.side, event.type, one.at, None, "", one.marks | other.marks
        )
        for weapon in weapons:
            self.table.gear[weapon].bearer = event.squad

    def _no_crowd(self, at: Hex) -> None:
        wrong = self.table.is_over(at)
        self._require(not wrong, f"V6.11: {wrong}")
