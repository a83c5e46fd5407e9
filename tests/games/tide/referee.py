"""A slow referee of tide: replays a game from its events alone and blows the whistle at a foul.

It reads the fields of events, the map, the scenario and its decks; of the game's chapters it knows
nothing. `Referee(scenario).watch(events)` raises `Foul` with the event.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from engine.scenario.scenario import Scenario, VictoryCondition, VictoryKind
from tests.games.tide.referee_cards import Cards
from tests.games.tide.referee_fire import LOSSES
from tests.games.tide.referee_table import SHELTER, Foul, Man
from tests.games.tide.slow_tables import KITS, neighbours

NEXT = {"set-up": "action", "action": "command", "command": "status", "status": "action"}
SILENT = frozenset({"StageBegan", "SetUpDone"})
DEEDS = {
    "advance", "concentrated-fire", "prepare", "move-fire", "fire-move", "card", "assault",
    "fatigue", "dig",
}  # fmt: skip


class Referee(Cards):
    """Watches one game."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.drawn, self.stage, self.manner = {}, "", ""
        self.is_over, self.mines_due, self.dying = False, False, ""

    def watch(self, events: Iterable[Any]) -> None:
        """Check every event of a game in order."""
        for number, event in enumerate(events):
            try:
                self.see(event)
            except (Foul, KeyError, ValueError, StopIteration) as foul:
                said = f"event {number}, round {self.round}, {self.phase}: {event}: {foul!r}"
                raise Foul(said) from foul

    def see(self, event: Any) -> None:
        """Check one event, and do on the own table what it says."""
        name = type(event).__name__
        self.need(not self.is_over, "W1: the game is over")
        self.need(not self.due or name in LOSSES, f"RS: {self.due} is not suffered")
        self.need(not self.dying or name == "UnitLost", f"TR8: {self.dying} lives")
        if name in SILENT:
            return
        if name in LOSSES and getattr(event, "cause", "") == "assault":
            self.take(event)
        else:
            getattr(self, f"on_{name}")(event)
        self._mind(name, event)
        for wrong in self.table.wrongs(self.mover if self.acting or self.played else ""):
            raise Foul(wrong)

    def _mind(self, name: str, event: Any) -> None:
        """OF2, OF4, V6: what op fire does to a mover ends its move; who dies with his carrier."""
        if name == "UnitLost":
            self.dying = "" if self.dying == event.unit else self.dying
            if event.cause == "carrier":
                self.dying = self.table.gone[-1].inside
        is_op_fire = self.attack is not None and self.attack.occasion == "op-fire"
        if is_op_fire and name in LOSSES and getattr(event, "unit", "") == self.mover:
            man = self.table.units.get(self.mover)
            is_light = man is not None and man.has("tank") and man.damage == 1
            is_sturdy = is_light and self.table.rules.get("sturdy_tanks", False)
            self.stopped |= not is_sturdy
            if is_sturdy and self.manner != "free":
                self.rest = max(self.rest - 1, Fraction(0))  # it goes on with −1 move

    # --- rounds, phases, turns (R) ----------------------------------------------------------------

    def on_RoundBegan(self, event: Any) -> None:
        self.need(event.round == self.round + 1, "R1: rounds follow one another")
        self.need(self.phase in ("set-up", "status"), "R1: the round is not over")
        self.round, self.out, self.acted = event.round, set(), set()

    def on_PhaseBegan(self, event: Any) -> None:
        self.need(event.phase == NEXT[self.phase], f"R1: {event.phase} after {self.phase}")
        if event.phase == "command":
            self.need(self.out == set(self.table.sides), "R3: somebody is not out")
        self.phase, self.active, self.left, self.drawn = event.phase, "", 0, {}
        self.played = ""

    def on_TurnBegan(self, event: Any) -> None:
        self.need(self.phase == "action" and self.left == 0, "R2: the turn is not over")
        self.need(event.side not in self.out, "R3: it is out")
        usual = self.table.enemy(self.active) if self.active else self.initiative
        self.need(event.side == usual or usual in self.out, f"R2: {usual} is next")
        self.need(event.actions == self.table.rules.get("actions", 3), "R2: actions a turn")
        past = [f for f in self.table.forces if f.lasts == "turn" and f.side == self.active]
        self.need(not past, f"D7: {past} lasted a turn")
        self.active, self.left = event.side, event.actions

    def on_SideDone(self, event: Any) -> None:
        fresh = [m for m in self.table.units.values() if m.side == event.side and m.mode == "fresh"]
        self.need(not fresh, f"R3: {fresh} can act")
        self.out.add(event.side)
        self.left = 0

    # --- actions (A, R4) --------------------------------------------------------------------------

    def on_ActionBegan(self, event: Any) -> None:
        self.need(self.phase == "action" and event.side == self.active, "R2: not its turn")
        self.need(self.left > 0 and self.acting is None, "R2: no action is left")
        self.need(event.deed in DEEDS, f"A: no such action as {event.deed}")
        if event.deed != "card":
            self._check_actor(event, self.table.units[event.unit])
        self.acting, self.rapid, self.played, self.mover = event, set(), "", ""
        self.attack, self.doomed = None, set()

    def _check_actor(self, event: Any, man: Man) -> None:
        self.need(man.side == event.side and man.mode == "fresh", f"R5: {man}")
        self.need(man.id not in self.acted, "R4: activated twice")
        self.acted.add(man.id)
        if man.morale == "disrupted":
            self.need(event.deed == "fatigue", f"A9: {man}")
        if man.morale == "pinned":
            self.need(event.deed in ("fatigue", "concentrated-fire"), f"A9, U5: {man}")
        if man.damage == 2:
            fires = event.deed in ("fatigue", "concentrated-fire", "prepare")
            self.need(fires, f"A9: {man} fires only")
        if man.has("crew"):
            self.need(event.deed not in ("move-fire", "fire-move", "assault"), f"U10: {man}")
        if man.inside:
            self.need(event.deed in ("advance", "fatigue"), f"TR4: {man}")

    def on_ActionEnded(self, event: Any) -> None:
        self.need(self.acting is not None and self.acting.unit == event.unit, "R4: another unit")
        wanted = {"prepare": "op-fire", "card": ""}.get(event.deed, "fatigued")
        if event.unit in self.table.units:
            self.need(event.mode == wanted, f"R4: {wanted} afterwards")
            self.table.units[event.unit].mode = event.mode
        self.acting, self.attack, self.mover, self.played = None, None, "", ""
        self.left = max(self.left - 1, 0)

    def on_Fatigued(self, event: Any) -> None:
        for unit in event.units:
            self.table.units[unit].mode = "fatigued"

    def on_OpFirePrepared(self, event: Any) -> None:
        for unit in event.units:
            man = self.table.units[unit]
            kits = [KITS[each] for each in (man.figures if man.is_squad else [man.type])]
            armed = any(k.squads[1] and "no-op-fire" not in k.traits for k in kits)
            self.need(armed and man.morale == "normal" and not man.inside, f"A3: {man}")
            self.need(man.mode == "fresh", f"A3, R5: {man}")
            man.mode = "op-fire"

    # --- set-up and reinforcements (G5, ST6) ------------------------------------------------------

    def on_UnitPlaced(self, event: Any) -> None:
        table = self.table
        if event.unit in table.called:
            self.need(table.called[event.unit][2] <= self.round + 1, "D7: too early")
        else:
            unit = table.waiting[event.unit]
            due = unit.arrives.turn if unit.arrives else 0
            self.need(due <= (self.round + 1 if self.round else 0), "ST6: too early")
            zone = unit.arrives.zone if unit.arrives else unit.zone
            self.need(event.at in table.scenario.zone(zone), "G5: outside its zone")
        table.come(event.unit, event.at)
        self.need(self.has_room(table.units[event.unit], event.at), "G6: no room")

    def on_SheltersTaken(self, event: Any) -> None:
        for unit, work in event.taken:
            man, site = self.table.units[unit], self.table.sites[work]
            self.need(man.is_squad and site.at == man.at and site.kind in SHELTER, "X4")
            man.shelter = work

    def on_WorkLaid(self, event: Any) -> None:
        table = self.table
        if event.cause == "set-up":
            self.need(self.phase == "set-up", "G5: not now")
            plan = next(each for each in table.scenario.features if each.id == event.id)
            self.need(event.at in table.scenario.zone(plan.zone), "G5: outside its zone")
            self.need(event.hidden == table.hides(event.kind), "X9: hidden")
        elif event.cause == "dig":
            man = table.units[self.acting.unit]
            self.need(event.kind == "entrenchment" and event.at == man.at, "SP6")
            self.need(man.is_squad, "SP6: a squad")
        else:
            self._check_card_work(event)
        if event.kind == "smoke":
            self.need(not table.lies(event.at, "smoke"), "X3: one a hex")
            self.need(table.map.ground_at(event.at) != "building", "X3: not on buildings")
        if event.kind in SHELTER:
            ground = table.map.ground_at(event.at)
            self.need("stream" not in ground and ground not in ("pond", "building"), "X4: ground")
        table.lay(event.id, event.kind, event.side, event.at, event.hidden, self.round)

    def _check_card_work(self, event: Any) -> None:
        """D7 place, smoke."""
        if event.kind == "smoke":
            self.by_card(event.cause, "smoke")
            return
        said = self.by_card(event.cause, "place")
        self.need(event.kind == said["what"], "D7: another work")
        self.need(event.hidden == bool(said.get("hidden")), "D7: hidden")
        near = [event.at, *neighbours(self.table.map, event.at)]
        own = [m for h in near for m in self.table.here(h) if m.side == event.side]
        foes = [m for m in self.table.here(event.at) if m.side != event.side]
        self.need(bool(own) and not foes, "D7: near own units, no enemies")

    # --- the end (W) ------------------------------------------------------------------------------

    def on_GameEnded(self, event: Any) -> None:
        points = {side: self._points(side) for side in self.table.sides}
        self.need(dict(event.points) == points, f"W1: {points}")
        self.need(event.winner == self._winner(points), f"W1: {self._winner(points)} wins")
        self.is_over = True

    def _points(self, side: str) -> int:
        held = sum(
            each.points
            for each in self.table.scenario.objectives
            if self.table.holders[each.id] == side
        )
        return self.table.points[side] + held

    def _winner(self, points: dict[str, int]) -> str:
        table = self.table
        for side in table.sides:
            is_coming = any(u.side == side for u in table.waiting.values())
            is_called = any(c[0] == side for c in table.called.values())
            if not (is_coming or is_called) and not any(
                m.side == side for m in table.units.values()
            ):
                return table.enemy(side)
        for entry in table.scenario.victory:
            if entry.kind is not VictoryKind.TURN_LIMIT and self._is_met(entry):
                return entry.side
        self.need(self.round == table.scenario.turns and self.phase == "status", "W1: not over")
        limit = next(e for e in table.scenario.victory if e.kind is VictoryKind.TURN_LIMIT)
        if limit.side:
            return limit.side
        first, second = table.sides
        if points[first] == points[second]:
            return ""
        return first if points[first] > points[second] else second

    def _is_met(self, entry: VictoryCondition) -> bool:
        wanted = entry.objectives or tuple(self.table.holders)
        held = sum(self.table.holders[each] == entry.side for each in wanted)
        self.need(entry.kind is VictoryKind.OBJECTIVES, f"W1: {entry.kind} is not known here")
        return held >= (entry.count or len(wanted))
