"""The referee on missions, smoke, lanes, wire and snipers (V11, V13.11, V18, V20)."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex, distance
from engine.scenario.scenario import Scenario
from tests.games.valor import referee_fire as sums
from tests.games.valor.referee_moves import Moves
from tests.games.valor.referee_table import Man, read
from tests.games.valor.slow_tables import (
    MISSION_AT,
    MISSION_ROW,
    STEPS,
    elimination,
    is_in_arc,
    points,
)


class Support(Moves):
    """What is neither a move nor an attack of units."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.told: Any = None  # the attack declared last
        self.missions: list[tuple[str, str, Hex, bool]] = []
        self.landed: Any = None
        self.snipers_fired: set[str] = set()
        self.snipers_gone = {s.id for s in scenario.sides if not s.stocks.get("sniper")}

    # --- missions, smoke (V11, V18) ------------------------------------------------------------

    def on_MissionPlaced(self, event: Any) -> None:
        self._require(self.phase == "command" and event.side == self.active, "V5.3: not now")
        smoking, store = event.manner == "smoke", self.table.stocks[event.side]
        used = sum(smoke for _, kind, _, smoke in self.missions if kind == event.kind)
        self._require(store.get(event.kind, 0) > used, "V18.1: none left")
        if event.kind != "fighter-bomber":
            self._require(self.table.spotted(event.side, event.at), "V18.2: no spotter")
        if smoking:
            self._require(event.kind != "fighter-bomber", "V11.5: aircraft cannot")
            store["smoke"] = store.get("smoke", 0) - 2
        else:
            store[event.kind] -= 1
        self.missions.append((event.side, event.kind, event.at, smoking))

    def on_MissionLanded(self, event: Any) -> None:
        side, kind, target, smoking = self.missions.pop(0)
        self._require((side, kind, target) == (event.side, event.kind, event.aim), "V18.3: order")
        flies = kind == "fighter-bomber" and not self.table.rules.get("aircraft_scatter")
        self._require(bool(event.accuracy) != flies, "V18.5: scatter")
        hit: Hex = target
        if event.accuracy > 4:
            hit = target.moved(STEPS[event.direction - 1], event.accuracy - 4)
        at = hit if hit in self.table.grid else None
        self._require(event.at == at, f"V18.4: it falls in {at}")
        self.landed, self.smokes = event, smoking

    def on_MissionResolved(self, event: Any) -> None:
        self._require(event.at == self.landed.at and not self.smokes, "V18.3: where?")
        here = self.table.at(event.at)
        victims = sums.targets(self.table, event.at, here[0].side, None)
        owed = points(MISSION_ROW[event.kind], sum(event.dice) + self.table.cover(event.at))
        in_trees = self.table.map.ground_at(event.at) in ("woods", "jungle")
        if in_trees and event.kind != "fighter-bomber":
            owed *= 1 + any(self.table.is_foot(man) for man in victims)
        self._owe(event, owed, victims, None)

    def on_ShellingRolled(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require(man.at == self.landed.at and self.table.kind(man) == "afv", "V18.7: at whom?")
        type_ = self.table.type(man)
        number = elimination(MISSION_AT[event.kind], type_.get("rear") or type_["front"])
        hit = sum(event.dice) + self.table.cover(man.at) <= 8
        dies = hit and (number == "E" or (number != "." and sum(event.faces) <= int(number)))
        wanted = "missed" if not hit else "eliminated" if dies else "nothing"
        self._require(event.result == wanted, f"V18.7: {wanted}")
        self.may_die = {man.id} if dies else set()

    def on_SmokeLaid(self, event: Any) -> None:
        self._require(event.at not in self.table.smoke, "V11.1: smoke lies there")
        store = self.table.stocks[event.side]
        store["smoke"] = store.get("smoke", 0) - event.factors
        cost = {"infantry": (1, 1), "shell": (2, 2), "barrage": (2, 0)}[event.manner]
        self._require((event.amount, event.factors) == cost, "V11.3–V11.5: its price")
        if event.manner == "barrage":
            self._require(self.smokes and event.at == self.landed.at, "V11.5: where?")
        else:
            self._lay(event, self.table.units[event.unit])
        self.table.set_smoke(event.at, event.amount)

    def _lay(self, event: Any, man: Man) -> None:
        by_hand = event.manner == "infantry"
        self._require(self.phase == ("movement" if by_hand else "fire"), "V11: not now")
        self._require(man.side == self.active and not man.is_pinned, "V11: not by him")
        self._require("fired" not in man.marks, "V11.4: it has fired")
        if by_hand:
            fit = self.table.is_foot(man) and not man.marks & {"smoked", "moved"}
            self._require(fit and distance(man.at, event.at) <= 1, "V11.3: not so")
            man.marks.add("smoked")
            return
        man.marks.add("fired")
        away = distance(man.at, event.at)
        if self.table.is_foot(man):
            tubes = [read("weapons")[self.table.gear[w].type] for w in self.table.bears(man.id)]
            fit = any(t["kind"] == "mortar" and 2 <= away <= t["range"] for t in tubes)
            self._require(fit and self.table.spotted(man.side, event.at), "V11.4: no mortar")
            return
        type_ = self.table.type(man)
        assert man.facing is not None
        aimed = bool(type_.get("turret")) or is_in_arc(man.facing, man.at, event.at)
        seen = self.table.sight(man.at, event.at) is not None
        self._require("atfp" in type_ and aimed and seen and not man.inside, "V11.4: not so")

    # --- lanes, wire (V13.11, V13.12, V19.9) ------------------------------------------------------

    def on_LaneLaid(self, event: Any) -> None:
        told = self.told
        self._require(told.manner == "opportunity" and event.firer in told.firers, "V13.11: who?")
        self._require(event.weapon in told.weapons, "V13.11: it has not fired")
        self._require(read("weapons")[self.table.gear[event.weapon].type]["kind"] == "mg",
                      "V13.11: no MG")  # fmt: skip
        self._require(self.table.is_foot(event.firer), "V13.11: no infantry")
        ranges = [distance(told.start, at) for at in event.hexes]
        wanted = list(range(1, distance(told.start, told.at) + 1))
        self._require(ranges == wanted and event.hexes[-1] == told.at, "V13.11: the path")
        self._require(event.weapon not in {w for w, _ in self.lanes}, "V13.11: one an MG")
        self.lanes.append((event.weapon, event.hexes))

    def on_LaneRolled(self, event: Any) -> None:
        markers = sum(event.at in hexes for _, hexes in self.lanes)
        self._require(event.markers == markers > 0, f"V13.12: {markers} markers")
        self.due = [each for each in self.due if each[0] != "lane"]
        only = [u for u in self.movers if self.table.kind(u) != "afv"]
        self._require(set(event.units) == set(only), "V13.12: at whom?")
        side = self.table.units[event.units[0]].side
        victims = sums.targets(self.table, event.at, side, only)
        self._owe(event, points(1, sum(event.dice) - markers + 1), victims, None)

    def on_LanesLifted(self, event: Any) -> None:
        self._require(self.phase == "movement", "V5.13: not now")
        self.lanes = []

    def on_WireCleared(self, event: Any) -> None:
        man = self.table.units[event.unit]
        fit = self.table.is_foot(man) and not man.is_pinned and not man.inside
        self._require(fit and "fired" not in man.marks, "V19.9: not by him")
        self._require(self.phase == "fire" and man.side == self.active, "V19.9: not now")
        near = distance(man.at, event.at) == 1 and self.table.sites[event.at].kind == "wire"
        self._require(near, "V19.9: no wire next door")
        self.table.clear(event.at)
        self.table.stocks[man.side][event.charge] -= 1
        man.marks.add("fired")

    # --- snipers (V20) ----------------------------------------------------------------------------

    def on_SniperPlaced(self, event: Any) -> None:
        told, start = self.told, self.told.start
        self._require(self.natural == 12 and event.side != told.side, "V20.2: no natural 12")
        self._require(event.side not in self.snipers_gone, "V20.1: none")
        self._require(self.table.snipers[event.side] is None, "V20.2: it is there")
        hindered = self.table.sight(event.at, start)
        self._require(hindered is not None and distance(event.at, start) <= 6, "V20.2: too far")
        self._require(bool(hindered or self.table.cover(event.at)), "V20.2: in the open")
        others = [man for man in self.table.at(event.at) if man.side != event.side]
        self._require(not others, "V20.2: enemies there")
        self.table.snipers[event.side] = event.at

    def on_SniperFired(self, event: Any) -> None:
        self._require(self.table.snipers[event.side] == event.start, "V20: not there")
        hindered = self.table.sight(event.start, event.at)
        near = hindered is not None and distance(event.start, event.at) <= 6
        self._require(near, "V20.5: not within six and LOS")
        if event.manner == "movers":
            self._require(event.side not in self.snipers_fired, "V20.5: once a phase")
            self._require(set(event.units) <= set(self.movers), "V20.5: no movers")
            self.snipers_fired.add(event.side)
        self._require(all(map(self.table.is_foot, event.units)), "V20.5: infantry alone")
        owed = max(0, event.die - self.table.cover(event.at) - (hindered or 0))
        self._owe(event, owed, [self.table.units[unit] for unit in event.units], None)
        self.sniped = event

    def on_SniperSought(self, event: Any) -> None:
        left = [self.table.units[u] for u in self.sniped.units if u in self.table.units]
        self._require(any(not man.is_pinned for man in left), "V20.4: all are pinned")
        hindered = self.table.sight(self.sniped.at, event.at) or 0
        shelter = self.table.cover(event.at) + hindered
        wanted = "found" if event.die > shelter else "hidden"
        self._require((event.shelter, event.result) == (shelter, wanted), "V20.4: the die")
        if wanted == "found":
            self.table.snipers[event.side] = None
            self.snipers_gone.add(event.side)

    def on_SniperTrampled(self, event: Any) -> None:
        man = self.table.units[event.unit]
        there = man.at == event.at == self.table.snipers[event.side] and man.side != event.side
        self._require(there, "V20.7: not there")
        self.table.snipers[event.side] = None
        self.snipers_gone.add(event.side)
        self.due = [each for each in self.due if each[0] != "sniper"]

    def on_SniperWithdrawn(self, event: Any) -> None:
        self._require(self.phase == "after-action", "V20.6: not now")
        self._require(self.table.snipers[event.side] == event.at, "V20.6: not there")
        self.table.snipers[event.side] = None
