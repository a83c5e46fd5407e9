"""The referee on set-up, command, moves and losses: costs, stacking, bills (V4–V8, V14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.hexes.hex import Hex, distance
from engine.scenario.scenario import Scenario, Victory, VictoryKind
from tests.games.valor.referee_fire import Bill, is_shielded
from tests.games.valor.referee_table import BUNKERS, MP, Foul, Man, Table, read
from tests.games.valor.slow_tables import COST, ROADS

LOSSES = {
    "CasualtyTaken", "UnitPinned", "UnitReduced", "UnitEliminated", "SurvivalRolled",
    "ImmobilisationRolled", "Immobilised", "Abandoned",
}  # fmt: skip
ARRIVING = {"SniperTrampled", "MinesFound", "MineRolled", "LaneRolled", *LOSSES}


class Moves:
    """What a referee needs to follow units about."""

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

    # --- set-up and command (V4.1, V5.4, V12.4, V23) --------------------------------------------

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

    # --- moves (V6, V7) -------------------------------------------------------------------------

    def on_MoveBegan(self, event: Any) -> None:
        self._require(self.phase == "movement", "V5.8: not now")
        men = [self.table.units[unit] for unit in event.units]
        self._require(len({man.at for man in men}) == 1, "V6.2: not from one hex")
        for man in men:
            self._require(man.side == self.active and not man.inside, f"V5.8: {man.id}")
            barred = man.marks & {"fired", "moved", "pinned", "immobile"}
            self._require(not barred, f"V5.8: {man.id} is {barred}")
            man.marks.add("moved")
            man.spent = 0
            if event.manner == "assault":
                self._require(self.table.is_foot(man), "V6.6: infantry only")
                man.marks.add("assault")
        self.movers, self.manner = event.units, event.manner

    def allowance(self, man: Man) -> int:
        """What a mover has, with a leader along or without, on the assault or not (V6.4–V6.7)."""
        kind = self.table.kind(man)
        if kind not in MP:
            return int(self.table.type(man).get("mp", 0))
        led = any(self.table.kind(unit) == "leader" for unit in self._moving())
        mp = 6 if led else MP[kind]
        mp //= 2 if self.manner == "assault" else 1
        heavy = [w for w in self.table.bears(man.id)
                 if read("weapons")[self.table.gear[w].type]["class"] == "H"]  # fmt: skip
        return max(0, mp - len(heavy))

    def _moving(self) -> list[str]:
        return [unit for unit in self.movers if unit in self.table.units]

    def on_Stepped(self, event: Any) -> None:
        self.step += 1
        men = [self.table.units[unit] for unit in event.units]
        self._require(set(event.units) <= set(self._moving()), "V5.9: not the movers")
        self.movers = tuple(unit for unit in self.movers if unit in event.units)
        start = men[0].at
        self._require(distance(start, event.to) == 1, "V6.1: hex by hex")
        for man in men:
            self._require(not man.is_pinned and "immobile" not in man.marks, f"V6.15: {man.id}")
        if self.driving is not None:
            self._drive_out(men[0], event)
        elif any(man.side != men[0].side for man in self.table.at(event.to)):
            self._drive_in(men, event)
        else:
            self._pay(men, start, event)
        for man in men:
            self.table.put(man.id, event.to)
        self.arrive(event.units, event.to)

    def _drive_in(self, men: list[Man], event: Any) -> None:
        kinds = {self.table.kind(m) for m in self.table.at(event.to)}
        fit = len(men) == 1 and self.table.kind(men[0]) == "afv" and "afv" not in kinds
        self._require(fit, "V6.10: an enemy's hex")
        site = self.table.sites.get(event.to)
        self._require(site is None or "bunker" not in site.kind, "V17.1: a bunker")
        ground = self.table.map.ground_at(event.to)
        self._require(ground != "building", "V17.1: a building")
        self._require(not any(self.table.kind(c) == "gun" for c in self.table.cargo(men[0].id)),
                      "V17.1: towing")  # fmt: skip
        self.driving = (men[0].at, event.to, event.cost)

    def _drive_out(self, man: Man, event: Any) -> None:
        assert self.driving is not None
        start, over, paid = self.driving
        ahead = self.table.grid.direction(start, over)
        self._require(man.facing == ahead, "V17.2: not straight on")
        self._require(self.table.grid.neighbour(over, ahead) == event.to, "V17.2: not straight on")
        price = sum(
            (self.table.ground.step(a, b, on_foot=False) or 0) + self._site_price(b)
            for a, b in ((start, over), (over, event.to))
        )
        self._require(paid == price + 2, f"V17.2: {price} + 2 MP")
        self._require(man.spent + paid <= self.allowance(man), "V17.2: not enough MP")
        man.spent += paid
        self.driving = None

    def _site_price(self, at: Hex) -> int:
        site = self.table.sites.get(at)
        return int(site is not None and site.kind not in ("wire", "minefield"))

    def _pay(self, men: list[Man], start: Hex, event: Any) -> None:
        begun = any(man.spent for man in men)
        prices = []
        for man in men:
            price = self._price(man, start, event)
            left = self.allowance(man) - man.spent
            if price >= 999:
                self._require(not begun, "V10.7: it takes the whole allowance")
                price = max(left, 1)
            self._require(price <= left or not begun, f"V6.1: {man.id} pays {price} of {left}")
            prices.append(price)
            man.spent += price
            if man.facing is not None and event.facing is not None:
                man.facing = event.facing
            if price == max(left, 1) and self._is_steep(start, event.to):
                man.marks.discard("assault")
        self._require(event.cost == max(prices), f"V6.3: costs {prices}, not {event.cost}")

    def _is_steep(self, a: Hex, b: Hex) -> bool:
        return abs(self.table.ground.level(a) - self.table.ground.level(b)) > 1

    def _price(self, man: Man, start: Hex, event: Any) -> int:
        kind, foot = self.table.kind(man), self.table.is_foot(man)
        base = self._base(start, event.to, kind)
        self._require(base is not None, f"V10: {man.id} may not enter")
        assert base is not None
        site = self.table.sites.get(event.to)
        if site is not None and site.kind == "wire":
            self._require(kind not in ("vehicle", "gun"), "V19.9: wire keeps it out")
        here = self.table.sites.get(start)
        if here is not None and here.kind == "wire" and foot:
            self._require(man.spent == 0, "V19.9: wire stops")
        if kind == "gun":
            self._require(self.table.type(man).get("mp") == 1 and man.spent == 0, "V6.5: no MP")
            return 1
        if base >= 999:
            return 999
        price = base + self._site_price(event.to)
        if foot:
            return price
        ahead = self.table.grid.direction(start, event.to)
        assert man.facing is not None
        turned = 0
        if ahead == man.facing:
            if event.facing is not None:
                apart = (event.facing - ahead) % 6
                turned = max(0, min(apart, 6 - apart) - 1)
        else:
            self._require((ahead - man.facing) % 6 == 3 and event.reverse, "V7.2: aside")
            self._require(event.facing in (None, man.facing), "V7.2: it keeps its facing")
            price *= 2
        return price + turned

    def _base(self, a: Hex, b: Hex, kind: str) -> int | None:
        """Ground, sides, slope by kind: guns pay as infantry but do not climb two levels (V10)."""
        wheels = kind not in ("squad", "half", "leader")
        ground = self.table.map.ground_at(b)
        if kind == "gun":
            if self._is_steep(a, b):
                return None
            if ground == "building" and self.table.rules.get("vehicles_in_buildings") is None:
                return 1  # guns with MP may be in buildings (V10.4)
            return self.table.ground.step(a, b, on_foot=True)
        if wheels and ground == "building" and self.table.rules.get("vehicles_in_buildings"):
            return self.table.ground.step(a, b, on_foot=True)
        return self.table.ground.step(a, b, on_foot=not wheels)

    def on_Entered(self, event: Any) -> None:
        self._require(self.phase == "movement", "V6.13: not now")
        for unit in event.units:
            entry = self.table.waiting[unit]
            assert entry.arrives is not None
            zone = self.table.scenario.zone(entry.arrives.zone)
            self._require(event.to in zone and entry.arrives.turn <= self.turn, "V6.13: not there")
            self._require(entry.side == self.active, "V6.13: whose?")
            self.table.come(unit, event.to, event.facing)
            man = self.table.units[unit]
            man.spent = self._entry(man, event.to)
            man.marks.add("moved")
            if event.manner == "assault":
                man.marks.add("assault")
        enemies = [m for m in self.table.at(event.to) if m.side != self.active]
        self._require(not enemies, "V6.13: enemies there")
        self.movers, self.manner = event.units, event.manner
        self.step += 1
        paid = [self.table.units[unit].spent for unit in event.units]
        self._require(event.cost == max(paid), f"V6.13: costs {paid}")
        self.arrive(event.units, event.to)

    def _entry(self, man: Man, at: Hex) -> int:
        road = any(self.table.map.has_link(k, at, d) for k in (*ROADS, "bridge") for d in range(6))
        cost = COST.get(self.table.map.ground_at(at), (1, 1))[0 if self.table.is_foot(man) else 1]
        price = 1 if road else cost
        self._require(price is not None, "V10.12: prohibited")
        return int(price or 0) + self._site_price(at)

    def arrive(self, units: Iterable[str], at: Hex) -> None:
        """What lies in a hex acts on who enters it (V5.12, V19.8, V20.7)."""
        site = self.table.sites.get(at)
        for unit in units:
            if site is not None and site.kind == "minefield":
                self.due.append(("mine", unit))
        side = self.table.units[next(iter(units))].side
        if self.table.snipers[self.table.enemy(side)] == at:
            self.due.append(("sniper", next(iter(units))))
        if self.phase == "movement" and any(at in hexes for _, hexes in self.lanes):
            soft = [unit for unit in units if self.table.kind(unit) != "afv"]
            self.due += [("lane", unit) for unit in soft if self.driving is None]

    def on_Turned(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require(man.id in self.movers and man.facing is not None, "V7: it does not move")
        self._require("immobile" not in man.marks, "V16.5: no turn")
        man.facing = event.facing

    def on_MoveEnded(self, event: Any) -> None:
        self._require(self.driving is None, "V17.6: in the target hex")
        for unit in event.units:
            man = self.table.units[unit]
            man.marks.discard("assault")
            man.marks.add("moved")
            self._no_crowd(man.at)
        self.movers = ()

    def on_Exited(self, event: Any) -> None:
        exits = {
            hex_ for each in self.table.scenario.victory
            if each.kind is VictoryKind.EXIT and each.side == self.active
            for hex_ in self.table.scenario.zone(each.zone)
        }  # fmt: skip
        for unit in event.units:
            self._require(self.table.units[unit].at in exits, "V6.14: no exit")
            for man in (*self.table.cargo(unit), self.table.units[unit]):
                self.table.left.append(self.table.go(man.id))
        self.movers = ()

    # --- transport (V8) -----------------------------------------------------------------------

    def on_Loaded(self, event: Any) -> None:
        man, carrier = self.table.units[event.unit], self.table.units[event.carrier]
        self._require(not man.inside and "moved" not in man.marks, "V8.3: it has moved")
        self._ride(man, carrier)
        self._require(distance(man.at, carrier.at) <= 1, "V8.2: not in one hex")
        man.inside, man.facing, man.at = carrier.id, None, carrier.at

    def on_Unloaded(self, event: Any) -> None:
        man, carrier = self.table.units[event.unit], self.table.units[event.carrier]
        self._ride(man, carrier)
        self._require(man.inside == carrier.id, "V8.2: not aboard")
        self._require(distance(event.at, carrier.at) <= 1, "V8.3: too far")
        man.inside, man.facing = "", event.facing
        self.table.put(man.id, event.at)

    def _ride(self, man: Man, carrier: Man) -> None:
        self._require(self.phase == "movement" and man.side == self.active, "V8.2: not now")
        self._require(not (man.is_pinned or carrier.is_pinned), "V14.14: pinned")
        self._require("loaded" not in man.marks, "V8.2: once a turn")
        man.marks |= {"loaded", "moved"}
        carrier.marks.add("loaded")

    # --- advances (V5.16–V5.19), overruns, mines ------------------------------------------------

    def on_AdvanceMade(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require(self.phase == "assault" and man.side == self.active, "V5.16: not now")
        self._require(not man.marks & {"pinned", "advanced", "assaulted"}, "V5.16: not he")
        foot = self.table.is_foot(man)
        self._require(foot or self.table.rules.get("advance") == "any", "V5.16: infantry only")
        self._require(distance(man.at, event.to) == 1 and not man.inside, "V5.16: one hex")
        base = self._base(man.at, event.to, self.table.kind(man))
        self._require(base is not None, "V5.16: prohibited")
        enemies = [m for m in self.table.at(event.to) if m.side != man.side]
        self._require(not enemies, "V5.16: an enemy's hex")
        man.marks.add("advanced")
        if event.facing is not None:
            man.facing = event.facing
        self.table.put(man.id, event.to)
        self._no_crowd(event.to)
        self.movers = ()
        self.arrive((man.id,), event.to)

    def on_TurnedInPlace(self, event: Any) -> None:
        man = self.table.units[event.unit]
        assert man.facing is not None
        apart = (event.facing - man.facing) % 6
        self._require(self.phase == "assault" and apart in (1, 5), "V5.18: one hexside")
        self._require(not man.marks & {"pinned", "advanced", "immobile"}, "V5.18: not it")
        man.facing = event.facing
        man.marks.add("advanced")

    def on_OverrunMade(self, event: Any) -> None:
        man, type_ = self.table.units[event.unit], self.table.type(event.unit)
        self._require(self.driving is not None and man.at == event.at, "V17.2: not in the hex")
        apfp = 2 * (type_.get("gun", 0) + type_.get("mg360", 0) + type_.get("mgff", 0))
        for rider in self.table.cargo(man.id):
            if self.table.is_foot(rider) and not rider.is_pinned:
                apfp += self._rider(rider, event.spent)
        self._require(event.apfp == apfp, f"V17.4: {apfp} APFP")
        for _, kind in event.spent:
            self.table.stocks[man.side][kind] -= 1
        for each in (man, *self.table.cargo(man.id)):
            each.marks.add("fired")
        self.overrun = event

    def _rider(self, man: Man, spent: Any) -> int:
        own = int(self.table.type(man)["apfp"]) + ("valor" in man.marks)
        if (man.id, "satchel") in spent:
            return own + 8
        for each in self.table.bears(man.id):
            weapon = read("weapons")[self.table.gear[each].type]
            if weapon["class"] == "L" and weapon["kind"] == "mg":
                alone = self.table.kind(man) == "leader"
                return max(own, int(weapon["apfp"]) + (0 if alone else own))
        return own

    # --- tunnels (V19.12) -----------------------------------------------------------------------

    def on_WentBelow(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require(self.phase == "movement" and man.side == self.active, "V19.12: not now")
        self._require(not man.marks & {"fired", "moved", "pinned"}, "V19.12: it may not move")
        self._require(self.table.is_foot(man) and not man.inside, "V19.12: no infantry")
        for mouth in (event.at, event.to):
            self._require(self.table.sites[mouth].kind in ("cave", *BUNKERS), "V19.12: no mouth")
        far = distance(event.at, event.to)
        self._require(man.at == event.at and event.left == far <= 4, "V19.12: too far")
        self.below[man.id] = self.table.units.pop(man.id)
        self.table.hidden.add(man.id)
        self.depth[man.id] = far

    def on_CreptOn(self, event: Any) -> None:
        man = self.below[event.unit]
        self.table.units[man.id] = man
        kind, weapons = self.table.kind(man), self.table.bears(man.id)
        del self.table.units[man.id]
        heavy = [w for w in weapons if read("weapons")[self.table.gear[w].type]["class"] == "H"]
        left = max(0, self.depth[man.id] - max(1, MP[kind] - len(heavy)))
        self._require(event.left == left, f"V19.12: {left} hexes left")
        self.depth[man.id] = left

    def on_CameUp(self, event: Any) -> None:
        self._require(self.depth.pop(event.unit) == 0, "V19.12: not there")
        man = self.below.pop(event.unit)
        self.table.hidden.discard(man.id)
        others = [each for each in self.table.at(event.to) if each.side != man.side]
        self._require(not others, "V6.10: an enemy's hex")
        man.at = event.to
        man.marks.add("moved")
        self.table.units[man.id] = man
        self.step += 1
        self.movers, self.manner = (man.id,), "below"
        self.arrive((man.id,), event.to)

    def on_MinesFound(self, event: Any) -> None:
        site = self.table.sites[event.at]
        self._require(site.is_hidden and site.id == event.id, "V19.14: not hidden")
        site.is_hidden = False

    def on_MineRolled(self, event: Any) -> None:
        self._require(("mine", event.unit) in self.due, "V19.8: no mines here")
        self._require((event.result == "eliminated") == (event.die <= 3), "V19.8: the die")
        self.due.remove(("mine", event.unit))
        self.may_die = self.must_die = {event.unit} if event.die <= 3 else set()

    # --- objectives and victory (V4.4, V4.5) ----------------------------------------------------

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

    def _met(self, wanted: Victory) -> bool:
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
