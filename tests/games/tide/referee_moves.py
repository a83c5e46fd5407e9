"""The referee's eye on moves, transport and obstacles (M, OF, TR, X, SP7, V7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.hexes.hex import Hex
from tests.games.tide.referee_fire import Fire
from tests.games.tide.referee_table import SHELTER, Man
from tests.games.tide.slow_tables import away, cost

PENALTY = {True: 1, False: 2}  # A4: squads 1, vehicles 2


class Moves(Fire):
    """Everything a unit does by movement points."""

    path: list[Hex]
    rest: Fraction
    stopped: bool = False

    def allowance(self, man: Man, manner: str) -> int:
        """M1, A4, U3, SP5, RS10, TR9."""
        if man.has("towed"):
            return 3
        points = 4 if man.is_squad else man.kit.move - man.damage
        points += self.table.bonus("move", man, "")
        points -= PENALTY[man.is_squad] if manner == "fire-and-move" else 0
        if man.is_squad:
            points += self.table.leads(man) + (man.token == "recon")
        return max(points, 0)

    def on_MoveBegan(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self.need(man.morale == "normal" and man.damage < 2, f"OF6: {man}")
        by_card = event.manner == "free"
        self.need(by_card or (self.acting is not None and self.acting.unit == man.id), "M1: who?")
        self.need(not by_card or bool(self.played), "D7: no card lets it move")
        if not by_card:
            points = self.allowance(man, event.manner)
            self.need(event.left == 3 * points, f"M1: {event.left} thirds, not {3 * points}")
        self.rest = Fraction(event.left, 3)
        self.mover, self.path, self.stopped = man.id, [man.at], False
        self.is_snagged, self.may_op_fire, self.manner = False, False, event.manner

    def pay(self, event: Any, points: Fraction | int) -> None:
        """M2, M7: so much is spent, and there is as much."""
        self.need(event.unit == self.mover and not self.stopped, "OF2: the move is over")
        self.rest -= points
        self.need(self.rest >= 0, "M7: not enough movement points")
        if hasattr(event, "left"):
            self.need(event.left == self.rest * 3, f"M2: {self.rest} points are left")

    def on_Stepped(self, event: Any) -> None:
        table, man = self.table, self.table.units[event.unit]
        self.need(event.start == man.at and away(man.at, event.to) == 1, "M2: one hex")
        self.need(not man.inside and not man.shelter and not man.has("towed"), f"M9, TR: {man}")
        self.need(event.to not in self._halves(), "M6: a half hex")
        traits = "wheeled" if man.has("wheeled") else ""
        price = cost(table.map, event.start, event.to, traits, man.is_squad)
        self.need(price is not None, f"X: {man.id} cannot enter")
        assert price is not None
        foes = [each for each in table.here(event.to) if each.side != man.side]
        self.need(bool(foes) == (event.how == "overrun"), "M5: enemies")
        if foes:
            self.need(man.has("tank") and not any(foe.has("tank") for foe in foes), "V7")
            price += len(foes)
        if len(self.path) > 1:
            self.need(not self._mined(self.path[0], man.side), "X9: one hex out of mines")
        if not man.is_squad and table.lies(event.to, "trap"):
            self.need(away(self.path[0], event.to) <= 1, "X8: it began next to it")
        self.need(3 * price == event.cost, f"M2: costs {price}")
        self.pay(event, price)
        table.put(man, event.to)
        self.path.append(event.to)
        self.may_op_fire = True
        self._obstruct(man, event.to)

    def _halves(self) -> tuple[Hex, ...]:
        known = "half-hexes" in self.table.map.zones
        return self.table.scenario.zone("half-hexes") if known else ()

    def _mined(self, at: Hex, side: str) -> bool:
        return any(not (m.hidden and m.side == side) for m in self.table.lies(at, "mines"))

    def _obstruct(self, man: Man, at: Hex) -> None:
        """X7, X8, X9."""
        unhindered = man.token == "engineer" or man.has("tank")
        wire = bool(self.table.lies(at, "wire"))
        self.is_snagged |= wire
        trap = bool(self.table.lies(at, "trap")) and not man.is_squad
        self.stopped |= (wire and not unhindered) or trap
        self.mines_due = self._mined(at, man.side)
        self.stopped |= self.mines_due
        self.is_snagged |= self.mines_due

    def on_MinesFound(self, event: Any) -> None:
        self.need(self.table.sites[event.work].hidden, "X9: they are not hidden")
        self.table.sites[event.work].hidden = False

    def on_MinesWentOff(self, event: Any) -> None:
        self.need(self.mines_due and event.unit == self.mover, "X9: no mines here")
        self.need(len(event.dice) == 4, "X9: 4 black dice")
        self.need(event.hits == sum(face >= 4 for face in event.dice), "X9: 4 to 6, no red")
        self.mines_due = False
        self.owe(self.table.units[event.unit], "normal", event.hits)

    def on_IceTested(self, event: Any) -> None:
        self.need(event.holds == (event.die > 1), "X2: on a 1")
        self.doomed |= set() if event.holds else {event.unit}

    def on_Overran(self, event: Any) -> None:
        table, tank = self.table, self.table.units[event.unit]
        squads = {
            man.id for man in table.here(event.at)
            if man.side != tank.side and man.is_squad and not man.shelter and man.morale == "normal"
        }  # fmt: skip
        self.need(set(event.pinned) == squads, f"V7: {squads} are pinned")
        for unit in event.pinned:
            table.units[unit].morale = "pinned"
            if table.units[unit].mode == "op-fire":
                table.units[unit].mode = "fatigued"

    def on_WentBack(self, event: Any) -> None:
        man = self.table.units[event.unit]
        back = next((h for h in reversed(self.path) if self.has_room(man, h)), self.path[0])
        self.need(event.start == man.at and event.to == back, f"G7: back to {back}")
        self.table.put(man, event.to)

    # --- positions and vehicles (M9, TR) ----------------------------------------------------------

    def on_ShelterEntered(self, event: Any) -> None:
        man, site = self.table.units[event.unit], self.table.sites[event.work]
        taken = {each.shelter for each in self.table.here(man.at)}
        self.need(site.kind in SHELTER and site.at == man.at and man.is_squad, "X4: no position")
        self.need(site.id not in taken, "X4: one squad each")
        self.pay(event, 1)
        man.shelter, self.may_op_fire = site.id, True

    def on_ShelterLeft(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self.need(man.shelter == event.work, "M9: it is in no such position")
        self.pay(event, 1)
        man.shelter, self.may_op_fire = "", True

    def on_Boarded(self, event: Any) -> None:
        table, man = self.table, self.table.units[event.unit]
        carrier = table.units[event.carrier]
        room = next((int(t[9:]) for t in carrier.kit.traits.split() if t[:9] == "transport"), 0)
        self.need(carrier.at == man.at and carrier.side == man.side, "TR3: in its hex")
        self.need(len(table.cargo(carrier.id)) < room, "TR1: no room")
        self.pay(event, 3 if man.has("towed") else 2)
        man.inside, man.shelter, self.stopped = carrier.id, "", True

    def on_GotOff(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self.need(man.inside == event.carrier and self.has_room(man, man.at), "TR6: room outside")
        self.pay(event, 3 if man.has("towed") else 2)
        man.inside, self.may_op_fire = "", True

    def on_WorkRemoved(self, event: Any) -> None:
        table, site = self.table, self.table.sites[event.id]
        self.need((site.kind, site.at) == (event.kind, event.at), "X: another work")
        if event.cause == "status":
            gone = site.kind == "smoke" and site.since < self.round
            self.need(self.phase == "status" and gone, "X3: smoke of last round")
        elif event.cause in table.cards or table.units[event.cause].has("area"):
            self.need(site.kind == "wire" and self.most >= 3, "X7: three hits or more")
        else:
            man = table.units[event.cause]
            able = man.token == "engineer" or man.has("tank")
            self.need(site.kind == "wire" and able and away(man.at, site.at) <= 1, f"SP7: {man}")
            self.need(self.manner == "advance", "SP7: of an Advance")
            self.rest -= 2
            self.need(self.rest >= 0, "SP7: 2 MP")
        table.clear(event.id)
