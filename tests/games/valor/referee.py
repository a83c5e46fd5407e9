"""A slow referee of valor: replays a game from its events alone and blows the whistle at a foul.

It reads the fields of events, the map, the scenario and the YAML of units and weapons; of the
game's chapters it knows nothing. `Referee(scenario).watch(events)` raises `Foul` with the event.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.hexes.hex import distance
from engine.scenario.scenario import Scenario
from tests.games.valor import referee_fire as sums
from tests.games.valor.referee_support import Support
from tests.games.valor.referee_table import BUNKERS, PASSING, Foul, Man
from tests.games.valor.slow_tables import (
    elimination,
    is_in_arc,
    kill_number,
    points,
)

PHASES = ("command", "fire", "movement", "defensive-fire", "assault", "after-action")
MARKS = {"assault_moving": "assault", "loaded_now": "loaded"}


class Referee(Support):
    """Watches one game."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.volleys: set[tuple[Any, ...]] = set()
        self.assault: Any = None
        self.held: tuple[tuple[str, str], ...] = ()
        self.has_rallied: set[str] = set()
        self.over = False

    def watch(self, events: Iterable[Any]) -> None:
        """Check every event of a game in order."""
        for number, event in enumerate(events):
            try:
                self.see(event)
            except (Foul, KeyError, StopIteration) as foul:
                raise Foul(f"event {number}, turn {self.turn}: {event}: {foul!r}") from foul

    def see(self, event: Any) -> None:
        """Check one event, and do on the own table what it says."""
        name = type(event).__name__
        if self.over:
            raise Foul("V4.2: the game is over")
        self.settle(name, event)
        if name != "StageBegan":
            getattr(self, f"on_{name}")(event)
        for wrong in self.table.wrongs():
            raise Foul(wrong)
        self.hold_objectives()

    # --- turns and phases (V5) ----------------------------------------------------------------

    def on_TurnBegan(self, event: Any) -> None:
        self._require(event.turn == self.turn + 1, "V5.22: turns follow one another")
        self._require(event.side == self.first, "V5.1: player A's segment comes first")
        self._require(self.turn == 0 or self.active != self.first, "V5.1: B's segment is missing")
        self.turn, self.active, self.phase = event.turn, event.side, ""

    def on_SegmentBegan(self, event: Any) -> None:
        self._require(event.side == self.table.enemy(self.first), "V5.1: A, then B")
        self._require(self.phase == "after-action", "V5.1: the segment is not over")
        self.active, self.phase = event.side, ""

    def on_PhaseBegan(self, event: Any) -> None:
        after = PHASES.index(self.phase) + 1 if self.phase else 0
        self._require(PHASES[after] == event.phase, f"V5.1: {event.phase} after {self.phase}")
        if self.phase == "movement":
            self._require(not self.lanes, "V5.13: fire lanes stay after movement")
        if self.phase == "command":
            self._require(not self.missions, "V5.3: missions are not resolved")
        self.phase, self.volleys, self.snipers_fired = event.phase, set(), set()
        self.has_rallied = set()

    def on_MarkersRemoved(self, event: Any) -> None:
        self._require(self.phase == "after-action", "V5.21: only after the action")
        due = {
            m.id for m in self._of(self.active)
            if m.is_pinned and not (m.inside and self.table.units[m.inside].is_pinned)
        }  # fmt: skip
        self._require(due <= self.has_rallied, f"V5.20: no roll for {due - self.has_rallied}")
        for man in (*self.table.units.values(), *self.below.values()):
            man.marks -= set(PASSING)
        self.thin_due = dict(self.table.smoke)

    def on_SmokeThinned(self, event: Any) -> None:
        gone = {at for at, amount in self.thin_due.items() if amount == 1}
        self._require(set(event.gone) == gone, "V5.21: smoke 1 goes")
        self._require(set(event.thinner) == set(self.thin_due) - gone, "V5.21: 2 becomes 1")
        for at, amount in self.thin_due.items():
            self.table.set_smoke(at, amount - 1)
        self.thin_due = {}

    def on_GameEnded(self, event: Any) -> None:
        last = self.turn == self.table.scenario.turns
        alive = {m.side for m in self.table.units.values()}
        alive |= {each.side for each in self.table.waiting.values()}
        alive |= {each.side for each in self.below.values()}
        is_over = last and self.phase == "after-action" and self.active != self.first
        dead = {side.id for side in self.table.scenario.sides} - alive
        dead -= {man.side for man in self.table.left}
        is_wiped_out = len(alive) == 1 and bool(dead)
        self._require(is_over or not alive or is_wiped_out, "V4.2: it is not over")
        winner = alive.pop() if is_wiped_out else self.winner()
        self._require(event.winner == winner, f"V4.2, V4.4: not {event.winner!r} wins")
        self.over = True

    def on_ObjectiveTaken(self, event: Any) -> None:
        found = next(o for o in self.table.scenario.objectives if o.id == event.objective)
        self._require(self.holder_now(found) == event.side, "V4.5: not held")
        self.holders[event.objective] = event.side

    # --- rally, valor (V21, V22) ----------------------------------------------------------------

    def on_RallyRolled(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require(self.phase == "after-action" and man.is_pinned, "V21.2: who rolls?")
        self._require(man.side == self.active, "V21.2: only the active side rolls")
        self._require(man.id not in self.has_rallied, "V5.20: it has rolled")
        type_ = self.table.type(man)
        steady = not self.table.is_foot(man) or type_["kind"] == "leader" or type_.get("elite")
        leaders = [
            each.id for each in self.table.at(man.at)
            if self.table.kind(each) == "leader" and not each.is_pinned
        ]  # fmt: skip
        rolled = sum(event.dice) - sums.best_leader(self.table, leaders)
        wanted = "rallied" if rolled <= (7 if steady else 6) else "failed"
        self._require(event.result == wanted, f"V21.2: rolls {rolled}")
        self.has_rallied.add(man.id)
        self.may_rally = wanted == "rallied"

    def on_Rallied(self, event: Any) -> None:
        if event.cause == "command":
            pinned = {m.id for m in self._of(self.active) if m.is_pinned}
            self._require(self.phase == "command", "V5.2: not now")
            self._require(set(event.units) == pinned, f"V5.2: all of {pinned} rally")
        else:
            self._require(self.may_rally, "V21.2: no roll")
            first = event.units[0]
            cargo = {m.id for m in self.table.cargo(first) if m.is_pinned}
            self._require(set(event.units[1:]) == cargo, "V21.3: its cargo")
        for unit in event.units:
            self.table.units[unit].marks.discard("pinned")

    def on_ValorRolled(self, event: Any) -> None:
        man, told = self.table.units[event.unit], self.told
        self._require(self.natural == 2, "V22.1: no natural 2")
        self._require(man.id in (*told.firers, told.leader), "V22.1: not of the attack")
        self._require(self.table.is_foot(man) and "valor" not in man.marks, "V22.1: who?")
        needed = 6 if self.table.kind(man) == "leader" else self.table.type(man)["cr"]
        wanted = "valorous" if sum(event.dice) <= needed else "failed"
        self._require((event.number, event.result) == (needed, wanted), "V22.1: the number")
        if wanted == "valorous":
            man.marks.add("valor")

    # --- attacks (V13, V14) -----------------------------------------------------------------------

    def on_AttackDeclared(self, event: Any) -> None:
        wanted = {
            "fire": ("fire", self.active), "defensive": ("defensive-fire", self._other()),
            "opportunity": ("movement", self._other()), "final": ("movement", self._other()),
        }[event.manner]  # fmt: skip
        self._require((self.phase, event.side) == wanted, "V5: not in this phase, not this side")
        for unit in event.firers:
            self._check_firer(event, self.table.units[unit])
        self._check_group(event)
        self._check_spent(event.side, event.spent, event.firers)
        self._check_targets(event)
        for unit in {*event.firers, event.leader} - {""}:
            self.table.units[unit].marks.add("fired")
        self.told, self.natural = event, 0

    def _check_firer(self, event: Any, man: Man) -> None:
        self._require(man.side == event.side and man.at == event.start, "V14.2: who fires?")
        self._require(not man.is_pinned, f"V14.14: {man.id} is pinned")
        self._require(
            "fired" not in man.marks or event.manner == "final", f"V13.1: {man.id} has fired"
        )
        site = self.table.sites.get(man.at)
        if site is not None and site.kind in BUNKERS and site.facing is not None:
            aimed = is_in_arc(site.facing, man.at, event.at)
            self._require(aimed and event.kind != "mortar", "V19.6: not out of the bunker")
        if event.kind == "mortar":
            ground = self.table.map.ground_at(man.at)
            self._require(ground != "building" and not man.inside, "V12.11: no mortars here")
            self._require(event.manner not in ("opportunity", "final"), "V12.11: no op fire")
            self._require(self.table.spotted(event.side, event.at), "V12.12: nobody sees it")

    def _check_group(self, event: Any) -> None:
        men = [self.table.units[unit] for unit in event.firers]
        if len(men) > 1:
            carriers = {man.inside or man.id for man in men}
            on_foot = all(self.table.is_foot(man) and not man.inside for man in men)
            self._require(on_foot or len(carriers) == 1, "V14.2: no such group")
        if event.leader:
            leader = self.table.units[event.leader]
            self._require(self.table.kind(leader) == "leader", "V13.7: no leader")
            self._require(not leader.is_pinned and leader.at == event.start, "V13.7: not there")
            self._require("fired" not in leader.marks or event.manner == "final", "V13.7: marked")
            self._require(all(self.table.is_foot(man) for man in men), "V13.7: vehicles")
        if event.kind == "ap" and self.table.is_foot(men[0]):
            key = (event.start, event.at, men[0].inside, self.step if self._at_movers(event) else 0)
            self._require(key not in self.volleys, "V14.2: this hex has fired at that one")
            self.volleys.add(key)

    def _at_movers(self, event: Any) -> bool:
        return event.manner in ("opportunity", "final")

    def _check_spent(self, side: str, spent: Any, units: Iterable[str]) -> None:
        users = [unit for unit, _ in spent]
        self._require(len(users) == len(set(users)), "V12.7: one a unit")
        self._require(set(users) <= set(units), "V12.5: not of the attack")
        for _, kind in spent:
            self.table.stocks[side][kind] = self.table.stocks[side].get(kind, 0) - 1

    def _check_targets(self, event: Any) -> None:
        enemy = self.table.enemy(event.side)
        here = [man.id for man in self.table.at(event.at) if man.side == enemy]
        if self._at_movers(event):
            self._require(bool(set(here) & set(self.movers)), "V13.8: only movers are targets")
        self._require(bool(here), "V14.1: nobody there")
        if any(kind in ("grenades", "satchel") for _, kind in event.spent):
            self._require(distance(event.start, event.at) == 1, "V12.7: not adjacent")
        if event.target:
            self._require(event.target in here, "V16.1: not there")
            if self._at_movers(event):
                self._require(event.target in self.movers, "V13.8: it does not move")

    def on_AttackRolled(self, event: Any) -> None:
        if self.overrun is not None:
            self._overrun_rolled(event)
            return
        told, enemy = self.told, self.table.enemy(self.told.side)
        only = self.movers if self._at_movers(told) else None
        victims = sums.targets(self.table, event.at, enemy, only)
        apfp = sums.firepower(self.table, told)
        self._require(event.apfp == apfp, f"V14.4: {apfp} APFP, not {event.apfp}")
        shift = sums.modifier(self.table, told, victims, is_at_movers=self._at_movers(told))
        self._require(event.roll == sum(event.dice) + shift, f"V13.4: modifier {shift:+d}")
        times = 1
        if told.kind == "mortar" and any(self.table.is_foot(man) for man in victims):
            times += self.table.map.ground_at(event.at) in ("woods", "jungle")
        self._owe(event, times * points(apfp, event.roll), victims, told.start)
        foot = any(self.table.is_foot(unit) for unit in told.firers)
        self.natural = sum(event.dice) if foot else 0

    def _overrun_rolled(self, event: Any) -> None:
        over, self.overrun = self.overrun, None
        man = self.table.units[over.unit]
        victims = sums.targets(self.table, event.at, self.table.enemy(man.side), None)
        thrown = sum(kind == "grenades" for _, kind in over.spent)
        shift = self.table.cover(event.at, victims) - thrown
        self._require(event.roll == sum(event.dice) + shift, f"V17.4: modifier {shift:+d}")
        self._owe(event, points(over.apfp, event.roll), victims, None)

    # --- AT attacks (V16) ---------------------------------------------------------------------

    def on_HitRolled(self, event: Any) -> None:
        if self.told.kind == "mortar":
            man = self.table.units[event.target]
            roll = sum(event.dice) + self.table.cover(man.at, [man])
            self._require((event.number, event.roll) == (6, roll), "V12.15: the roll")
        else:
            sums.check_hit(self.table, self.told, event, moves=event.target in self.movers)
            foot = self.table.is_foot(self.told.firers[0])
            self.natural = sum(event.dice) if foot else 0
        self._require(event.hit == (event.roll <= event.number), "V16.2: hit or not")
        self.hit = event if event.hit else None
        self.may_die = {event.target} if event.hit else set()

    def on_PenetrationRolled(self, event: Any) -> None:
        self._require(self.hit is not None and self.hit.target == event.target, "V16.3: no hit")
        sums.check_face(self.table, self.told, event)
        number = elimination(event.atfp, event.armour)
        self._require(event.number == number.replace(".", "·"), f"V16.3: number {number}")
        shift = -("valor" in self.table.units[self.told.firers[0]].marks)
        if self.told.kind == "mortar":
            shift = 0
        wanted = "nothing"
        if number == "E":
            wanted = "eliminated"
        elif number != ".":
            roll = sum(event.dice) + shift
            self._require(event.roll == roll, f"V16.3: rolls {roll}")
            least = int(number) + (self.told.kind == "mortar")
            wanted = "eliminated" if roll < least else "nothing"
            if roll == int(number) and self.told.kind != "mortar":
                wanted = "immobilised"
        self._require(event.result == wanted, f"V16.3: {wanted}")
        self.may_die = {event.target} if wanted == "eliminated" else set()
        self.may_stop = {event.target} if wanted == "immobilised" else set()

    def on_Immobilised(self, event: Any) -> None:
        self._require(event.unit in self.may_stop, "V16.5: why?")
        self.table.units[event.unit].marks.add("immobile")

    def on_Abandoned(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self._require("immobile" in man.marks, "V16.5: it is not immobile")
        self._require((event.result == "abandoned") == (event.die <= 2), "V16.5: the die")
        self.may_die = {event.unit} if event.die <= 2 else set()

    # --- assaults (V15) ---------------------------------------------------------------------------

    def on_AssaultDeclared(self, event: Any) -> None:
        self._require(self.phase == "assault" and event.side == self.active, "V5.15: not now")
        self._require(distance(event.start, event.at) == 1, "V15.1: not adjacent")
        passable = self.table.ground.step(event.start, event.at, on_foot=True)
        self._require(passable is not None, "V15.2: they may not enter")
        for unit in event.assaulters:
            man = self.table.units[unit]
            fit = self.table.is_foot(man) and not man.is_pinned and not man.inside
            self._require(fit and man.at == event.start, f"V15.1: {unit}")
            self._require(not man.marks & {"advanced", "assaulted"}, f"V5.17: {unit}")
            man.marks.add("assaulted")
        key = ("assault", event.start)
        self._require(key not in self.volleys, "V15.1: one assault from a hex")
        self.volleys.add(key)
        self._check_spent(event.side, event.spent, event.assaulters)
        self.assault, self.held = event, ()
        foes = sums.defenders(self.table, event.at)
        self.may_die = {man.id for man in foes if man.is_pinned}
        self.must_die = set(self.may_die)
        self.stormers = [] if any(not man.is_pinned for man in foes) else list(event.assaulters)

    def on_DefenceStrengthened(self, event: Any) -> None:
        men = [man.id for man in sums.defenders(self.table, event.at)]
        self._check_spent(event.side, event.spent, men)
        self.held = event.spent

    def on_AssaultRolled(self, event: Any) -> None:
        told = self.assault
        attack, defence = sums.odds_of(self.table, told, self.held)
        self._require((event.attack, event.defence) == (attack, defence),
                      f"V15.3: {attack} against {defence}")  # fmt: skip
        foes = [man.id for man in sums.defenders(self.table, event.at)]
        thrown = sum(kind == "grenades" for _, kind in self.held)
        kill = kill_number(attack, defence) - sums.best_leader(self.table, foes) - thrown
        self._require(event.kill == kill, f"V15.5: Kill {kill}")
        mine = sum(kind == "grenades" for _, kind in told.spent)
        roll = sum(event.dice) - sums.best_leader(self.table, list(told.assaulters)) - mine
        self._require(event.roll == roll, f"V15.6: rolls {roll}")
        won = roll <= kill
        self._require((event.result == "won") == won, "V15.6: won or not")
        own = max(0, roll - kill) + self._assault_toll(told) + len(foes)
        enemy = 0 if won else len(told.assaulters)
        self._require((event.own_points, event.enemy_points) == (own, enemy),
                      f"V15.7: {own} and {enemy} CP")  # fmt: skip
        self.bills_to_come = [(own, list(told.assaulters))]
        if won:
            self.may_die = self.must_die = set(foes)
            self.stormers = list(told.assaulters)
        else:
            self.bills_to_come.append((enemy, foes))

    def _assault_toll(self, told: Any) -> int:
        a, b = told.start, told.at
        facing = self.table.grid.direction(a, b)
        sides = ("wall", "hedge", "hedgerow")
        crossed = any(self.table.map.has_side(kind, a, facing) for kind in sides)
        climb = self.table.ground.level(b) - self.table.ground.level(a)
        return self.table.cover(b) + crossed + max(0, climb)

    def on_HexStormed(self, event: Any) -> None:
        self._require(set(event.units) <= set(self.stormers), "V15.7: who?")
        self._require(not self.table.at(event.to), "V15.7: it is not free")
        for unit in event.units:
            self.table.put(unit, event.to)
        wrong = self.table.is_over(event.to)
        self._require(not wrong, f"V6.11: {wrong}")
        self.arrive(event.units, event.to)
