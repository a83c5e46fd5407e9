"""The referee on moves: costs, stacks, transport, advances, tunnels (V5.16–V8, V19)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.hexes.hex import Hex, distance
from engine.scenario.scenario import VictoryKind
from tests.games.valor.referee_command import Command
from tests.games.valor.referee_table import BUNKERS, MP, Man, read
from tests.games.valor.slow_tables import COST, ROADS


class Moves(Command):
    """Units going about."""

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
            self.table.ground.step(a, b, on_foot=False) or 0
            for a, b in ((start, over), (over, event.to))
        )
        price += self._site_price(event.to)  # what lies in the hex driven over costs nothing
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
