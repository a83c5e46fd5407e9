"""The referee on casualty points: bills, who pays them and how (V14.5–V14.12)."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from tests.games.valor.referee_fire import Bill, is_shielded
from tests.games.valor.referee_table import Foul, Man, Table, read

LOSSES = {
    "CasualtyTaken", "UnitPinned", "UnitReduced", "UnitEliminated", "SurvivalRolled",
    "ImmobilisationRolled", "Immobilised", "Abandoned",
}  # fmt: skip
ARRIVING = {
    "ObjectiveTaken", "SniperTrampled", "MinesFound", "MineRolled", "LaneRolled", *LOSSES,
}  # fmt: skip


class Losses:
    """What is owed and who pays it."""

    def __init__(self, scenario: Scenario) -> None:
        self.table = Table(scenario)
        begins = [side.id for side in scenario.sides if side.begins]
        self.first = begins[0] if begins else scenario.sides[0].id
        self.turn, self.active, self.phase, self.step = 0, self.first, "", 0
        self.movers: tuple[str, ...] = ()
        self.manner = ""
        self.lanes: list[tuple[str, tuple[Hex, ...]]] = []
        self.bill: Bill | None = None
        self.bills_to_come: list[tuple[int, list[str]]] = []
        self.may_die: set[str] = set()
        self.must_die: set[str] = set()
        self.may_stop: set[str] = set()
        self.stormers: list[str] = []
        self.due: list[tuple[str, str]] = []
        self.thin_due: dict[Hex, int] = {}
        self.overrun: Any = None
        self.driving: tuple[Hex, Hex, int] | None = None
        self.hit: Any = None
        self.natural = 0
        self.smokes = self.may_rally = False
        self.sniped: Any = None
        self.lost: dict[str, int] = {}
        self.below: dict[str, Man] = {}
        self.depth: dict[str, int] = {}
        self.holders = {each.id: each.holder for each in scenario.objectives}

    def _require(self, holds: bool, why: str) -> None:
        if not holds:
            raise Foul(why)

    def _of(self, side: str) -> list[Man]:
        return [man for man in self.table.units.values() if man.side == side]

    def _other(self) -> str:
        return self.table.enemy(self.active)

    # --- what must come next --------------------------------------------------------------------

    def settle(self, name: str, event: Any) -> None:
        """What an earlier event left to be done is done before this one."""
        self._require(not self.thin_due or name == "SmokeThinned", "V5.21: smoke does not thin")
        if self.must_die and name not in ("UnitEliminated",):
            self.must_die &= self.table.units.keys()
            self._require(not self.must_die, f"V15: {self.must_die} must be eliminated")
        if self.bill is not None and name not in LOSSES:
            self._close()
        if name not in ARRIVING and self.due:
            left = [each for each in self.due if each[1] in self.table.units]
            lanes = [each for each in left if each[0] == "lane"]
            if lanes and self.bill is None:
                raise Foul(f"V13.12: no roll of the lane at {lanes}")
            self._require(not [e for e in left if e[0] != "lane"], f"V5.12: {left} is left out")
            self.due = []

    def _close(self) -> None:
        """A bill is paid, or nobody is left who may pay (V14.5, V14.12)."""
        bill, self.bill = self.bill, None
        assert bill is not None
        able = [unit for unit in self._alive(bill) if unit not in bill.pinned_now]
        self._require(bill.left <= 0 or not able, f"V14.5: {bill.left} CP not met by {able}")

    def _alive(self, bill: Bill) -> list[str]:
        return [unit for unit in bill.units if unit in self.table.units]

    def open_bill(self, left: int, units: list[str], start: Hex | None) -> None:
        """Casualty points are to be met by these units."""
        pinned = {unit for unit in units if self.table.units[unit].is_pinned}
        self.bill = Bill(left, units, start, was_pinned=pinned)

    # --- losses (V14.5–V14.12) ------------------------------------------------------------------

    def on_CasualtyTaken(self, event: Any) -> None:
        self._next_bill(event.unit)
        bill = self.bill
        assert bill is not None
        self._require(event.unit in self._alive(bill), "V14.5: not a victim")
        self._require(bill.left > 0, "V14.5: all is met")
        man = self.table.units[event.unit]
        self._require(not bill.forced or bill.forced == man.id, f"V14.9: {bill.forced} pays next")
        if man.id in bill.was_pinned:
            fresh = self._fresh(bill)
            self._require(not fresh, f"V14.8: {fresh} are unpinned")
        price = getattr(self, f"_{event.kind}_costs")(bill, man, event.points)
        self._require(event.points == price, f"V14.5: it costs {price}")
        bill.left -= event.points
        bill.forced = man.id if event.kind == "ignore" and bill.left > 0 else ""
        self._require(event.left == max(0, bill.left), f"V14.5: {bill.left} left")
        bill.announced = (event.kind, man.id)
        if event.kind == "eliminate":
            self.may_die = {man.id}

    def _next_bill(self, unit: str) -> None:
        is_of_another = self.bill is not None and unit not in self._alive(self.bill)
        if self.bill is None or (is_of_another and self.bills_to_come):
            if self.bill is not None:
                self._close()
            for entry in list(self.bills_to_come):
                self.bills_to_come.remove(entry)
                if unit in entry[1]:
                    alive = [each for each in entry[1] if each in self.table.units]
                    self.open_bill(entry[0], alive, None)
                    return
        self._require(self.bill is not None, "V14.5: nothing to be met")

    def _fresh(self, bill: Bill) -> list[str]:
        """Who may still be pinned (V14.7, V14.11)."""
        return [
            unit for unit in self._alive(bill)
            if not self.table.units[unit].is_pinned and not self.table.units[unit].inside
            and self.table.kind(unit) != "afv"
        ]  # fmt: skip

    def _cr(self, man: Man) -> int:
        return int(self.table.type(man).get("cr", 0))

    def _pin_costs(self, bill: Bill, man: Man, points: int) -> int:
        fresh = self._fresh(bill)
        self._require(man.id in fresh, "V14.5: it cannot be pinned")
        self._require(bill.left <= len(fresh), "V14.7: pins alone do not do")
        crowded = man.id in self.movers and bool(self.table.is_over(man.at))
        if crowded:
            self.may_die = {man.id}
        return self._cr(man) if crowded else 1

    def _reduce_costs(self, bill: Bill, man: Man, points: int) -> int:
        half = self.table.type(man).get("half", "")
        self._require(bool(half) and not man.is_pinned, "V14.8: it cannot be reduced")
        return self._cr(man) - int(read("units")[half]["cr"])

    def _eliminate_costs(self, bill: Bill, man: Man, points: int) -> int:
        self._require(man.id not in bill.pinned_now, "V14.6: pinned in this attack")
        return self._cr(man)

    def _ignore_costs(self, bill: Bill, man: Man, points: int) -> int:
        moves = man.id in self.movers
        able = "valor" in man.marks or is_shielded(self.table, man, bill.start, moves=moves)
        self._require(able and man.id not in bill.spared, "V14.9: nothing to ignore")
        bill.spared.add(man.id)
        return 1

    def _survive_costs(self, bill: Bill, man: Man, points: int) -> int:
        fit = self.table.kind(man) in ("vehicle", "gun") and not man.is_pinned
        self._require(fit and 2 <= points <= self._cr(man), "V14.10: no survival die")
        return points

    def _immobilise_costs(self, bill: Bill, man: Man, points: int) -> int:
        self._require(self.table.kind(man) == "afv" and points <= 3, "V15.8: no AFV")
        return points

    def on_SurvivalRolled(self, event: Any) -> None:
        man = self.table.units[event.unit]
        assert self.bill is not None
        self._require(self.bill.announced == ("survive", man.id), "V14.10: why?")
        lives = event.die <= self._cr(man)
        self._require((event.result == "survived") == lives, "V14.10: the die")
        crowded = man.id in self.movers and bool(self.table.is_over(man.at))
        if not lives or crowded:
            self.may_die = self.must_die = {man.id}
        else:
            self.bill.announced = ("pin", man.id)

    def on_ImmobilisationRolled(self, event: Any) -> None:
        stops = not event.die or event.die <= event.points
        self._require(bool(event.die) == (event.points < 3), "V15.8: 3 need no die")
        self._require((event.result == "immobilised") == stops, "V15.8: the die")
        self.may_stop = {event.unit} if stops else set()

    def on_UnitPinned(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require(not man.is_pinned, "V14.5: it is pinned")
        if event.cause == "carrier":
            self._require(self.table.units[man.inside].is_pinned, "V8.6: its carrier is not")
        else:
            assert self.bill is not None
            self._require(self.bill.announced == ("pin", man.id), "V14.5: why?")
        if self.bill is not None:
            self.bill.pinned_now.add(man.id)
        man.marks.add("pinned")

    def on_UnitReduced(self, event: Any) -> None:
        man = self.table.units[event.unit]
        assert self.bill is not None
        self._require(self.bill.announced == ("reduce", man.id), "V14.5: why?")
        self._require(self.table.type(man)["half"] == event.to, "V23.1: another half")
        before = self.table.type(man)["points"]
        man.type = event.to
        lost = before - self.table.type(man)["points"]
        self.lost[man.side] = self.lost.get(man.side, 0) + lost

    def on_UnitEliminated(self, event: Any) -> None:
        man = self.table.units[event.unit]
        if event.cause == "carrier":
            full = self.phase == "movement" and bool(self.table.is_over(man.at))
            self._require(full or self._may_die(man.inside), "V16.6: its carrier lives")
            if self.bill is not None and man.id in self.bill.units:
                self.bill.left -= self._cr(man)
        elif event.cause == "crowded" and not self.bill:
            self._require(bool(self.table.is_over(man.at)), "V6.15: there is room")
            stopped = man.is_pinned or "immobile" in man.marks or self._is_in_wire(man)
            self._require(stopped, "V6.10: it is led where it may not stop")
        else:
            self._require(self._may_die(man.id), "why is it eliminated?")
        self.must_die.discard(man.id)
        borne = [read("weapons")[self.table.gear[w].type] for w in self.table.bears(man.id)]
        lost = self.table.type(man)["points"] + sum(weapon["points"] for weapon in borne)
        self.lost[man.side] = self.lost.get(man.side, 0) + lost
        self.table.fallen.append(self.table.go(man.id))

    def _is_in_wire(self, man: Man) -> bool:
        site = self.table.sites.get(man.at)
        return site is not None and site.kind == "wire"

    def _may_die(self, unit: str) -> bool:
        if unit in self.may_die or self._is_overwhelmed(self.bill, unit):
            return True
        if self.bill is None or (self.bill.left <= 0 and self.bills_to_come):
            for left, units in self.bills_to_come:
                alive = [each for each in units if each in self.table.units]
                if unit in alive and self._is_overwhelmed(Bill(left, alive, None), unit):
                    self.bills_to_come.remove((left, units))
                    self.open_bill(left, alive, None)
                    return True
        return False

    def _is_overwhelmed(self, bill: Bill | None, unit: str) -> bool:
        """More points than all can absorb: all are eliminated (V14.12)."""
        if bill is None or unit not in bill.units or unit in bill.pinned_now:
            return False
        room = 0
        for each in self._alive(bill):
            man = self.table.units[each]
            if each not in bill.pinned_now:
                moves = each in self.movers
                spare = "valor" in man.marks or is_shielded(
                    self.table, man, bill.start, moves=moves
                )
                room += 3 if self.table.kind(man) == "afv" else self._cr(man)
                room += int(spare and each not in bill.spared)
        if bill.left > room:
            self.may_die = set(self._alive(bill)) - bill.pinned_now
            self.must_die = {u for u in self.may_die if self.table.kind(u) != "afv"}
            return True
        return False

    def _owe(self, event: Any, owed: int, victims: list[Man], start: Hex | None) -> None:
        self._require(event.points == owed, f"V14.4: {owed} CP, not {event.points}")
        if owed and victims:
            self.open_bill(owed, [man.id for man in victims], start)
