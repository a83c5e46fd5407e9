"""What places and shots are worth to a side, by weights that are data.

Everything is worked out once for a position, however many answers are weighed in it. Figures are in
units of one tank.
"""

from __future__ import annotations

import heapq
from functools import cached_property, lru_cache
from math import prod

from engine.games.tank.artillery import REACH
from engine.games.tank.data.book import Manner
from engine.games.tank.face.expectation import harm
from engine.games.tank.field import Field
from engine.games.tank.fire import may_fire
from engine.games.tank.state import State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.thinking import Weights
from engine.scenario.scenario import Objective

FAR = 999
MOST_AWAY = 100  # MP: what is farther is as far
CROWDED = 5.0  # a unit too many in a hex is lost (V9)
SHELLED = 0.3
HOPELESS = -2.0  # to go into close combat without a gun
LEAST_AIM = 0.4  # of an objective with no points


class Eye:
    """One side's look at one position."""

    def __init__(self, view: State, side: str, weights: Weights) -> None:
        self.view, self.side, self.weights = view, side, weights
        self.enemies, self.friends = view.of(view.enemy(side)), view.of(side)
        self.late = view.turn / max(view.aims.turns, 1)
        self._dangers: dict[tuple[str, Hex], float] = {}
        self._hopes: dict[tuple[str, Hex], float] = {}
        self._risks: dict[tuple[str, Hex], float] = {}
        self._snaps: dict[tuple[str, Hex], float] = {}

    # --- shots ------------------------------------------------------------------------------------

    def danger(self, unit: Unit, at: Hex) -> float:
        """What the enemy's fire together may be expected to cost a unit in a hex next turn."""
        key = unit.id, at
        if key not in self._dangers:
            moved = unit._replace(at=at)
            able = (enemy for enemy in self.enemies if not enemy.gun_out and not enemy.engaged)
            self._dangers[key] = 1 - prod(1 - harm(self.view, enemy, moved) for enemy in able)
        return self._dangers[key]

    def hope(self, unit: Unit, at: Hex) -> float:
        """What a unit's best shot from a hex may be expected to cost the enemy."""
        key = unit.id, at
        if key not in self._hopes:
            moved = unit._replace(at=at, suppressed=False)
            targets = () if unit.gun_out else self.enemies
            self._hopes[key] = max((harm(self.view, moved, each) for each in targets), default=0.0)
        return self._hopes[key]

    def support(self, unit: Unit, at: Hex) -> float:
        """What the best friend may do to one of the enemies that look into a hex."""
        moved = unit._replace(at=at)
        lookers = [e for e in self.enemies if not e.gun_out and harm(self.view, e, moved) > 0]
        friends = [f for f in self.friends if f.id != unit.id and not f.gun_out]
        shots = (harm(self.view, friend, enemy) for friend in friends for enemy in lookers)
        return max(shots, default=0.0)

    def risk(self, unit: Unit, at: Hex) -> float:
        """What opportunity fire may be expected to cost a mover that enters a hex now (V5).

        Nobody is fired upon twice in a turn (F7), and nobody fires twice.
        """
        key = unit.id, at
        if key not in self._risks:
            moved = unit._replace(at=at)
            able = () if unit.fired_upon else self._able
            fire = (harm(self.view, enemy, moved, Manner.OPPORTUNITY) for enemy in able)
            self._risks[key] = 1 - prod(1 - each for each in fire)
        return self._risks[key]

    def snap(self, unit: Unit, at: Hex) -> float:
        """What a mover may hope to hit on the move from a hex it enters (V7)."""
        key = unit.id, at
        if key not in self._snaps:
            moved, may = unit._replace(at=at), not (unit.fired or unit.gun_out)
            moves = may and self.view.type_of(unit).fires == "on-the-move"
            targets = [e for e in self.enemies if not e.fired_upon] if moves else []
            shots = (harm(self.view, moved, enemy, Manner.ON_THE_MOVE) for enemy in targets)
            self._snaps[key] = max(shots, default=0.0)
        return self._snaps[key]

    @cached_property
    def _able(self) -> tuple[Unit, ...]:
        """The enemies that may still fire this turn."""
        return tuple(enemy for enemy in self.enemies if may_fire(self.view, enemy))

    # --- places -----------------------------------------------------------------------------------

    def place(self, unit: Unit, at: Hex) -> float:
        """What standing in a hex is worth: near its aims, covered, seeing more than seen."""
        foes = [enemy for enemy in self.enemies if enemy.at == at]
        if foes:
            return self.aims(unit, at) + self._combat(unit, foes)
        weights, danger = self.weights, self.danger(unit, at)
        worth = self.aims(unit, at) - self._press(unit, at)
        worth += weights["shots"] * self.hope(unit, at) - weights["danger"] * danger
        if danger:
            worth += weights["support"] * self.support(unit, at)
        return worth + weights["cover"] * bool(self.view.field.cover(at).faces)

    def mates(self, unit: Unit, at: Hex) -> int:
        """How many friends are in a hex."""
        return sum(friend.at == at and friend.id != unit.id for friend in self.friends)

    def _press(self, unit: Unit, at: Hex) -> float:
        """What company costs, and shells that fall near by."""
        mates = self.mates(unit, at)
        crowd = CROWDED if mates >= self.view.book.choices.stacking else 0.0
        shells = sum(distance(at, impact.at) <= REACH for impact in self.view.impacts)
        return crowd + self.weights["crowd"] * mates + SHELLED * shells

    def _combat(self, unit: Unit, foes: list[Unit]) -> float:
        """What close combat with some enemies promises, at the level of range 1 (B3)."""
        if unit.gun_out:
            return HOPELESS
        own = max(harm(self.view, unit, foe, Manner.CLOSE) for foe in foes)
        armed = [foe for foe in foes if not foe.gun_out]
        theirs = max((harm(self.view, foe, unit, Manner.CLOSE) for foe in armed), default=0.0)
        return self.weights["combat"] * (own - theirs)

    def aims(self, unit: Unit, at: Hex) -> float:
        """How well a hex serves what is fought for: objectives, or else the enemy."""
        objectives = self.view.aims.objectives
        if not objectives:
            near = min((distance(at, enemy.at) for enemy in self.enemies), default=0)
            return -self.weights["near_enemy"] * near
        most = max(objective.points for objective in objectives) or 1
        return max(self._aim(unit, at, objective, most) for objective in objectives)

    def _aim(self, unit: Unit, at: Hex, objective: Objective, most: int) -> float:
        """How well a hex serves one objective: in it, or so many of the unit's moves away."""
        weights, hexes = self.weights, self.view.aims.objective_hexes[objective.id]
        worth = LEAST_AIM + (1 - LEAST_AIM) * objective.points / most
        if self.view.holders[objective.id] == self.side:
            worth *= weights["guard"]
        if any(friend.at in hexes and friend.id != unit.id for friend in self.friends):
            worth *= weights["shared"]
        away = min(distances(self.view.field, hexes).get(at, FAR), MOST_AWAY)
        pull = (weights["near"] + weights["near_late"] * self.late) / max(self._mp(unit), 1)
        inside = weights["inside"] if not away else 0.0
        return worth * (weights["aim"] + inside - pull * away)

    def _mp(self, unit: Unit) -> int:
        return self.view.type_of(unit).mp


@lru_cache(maxsize=256)
def distances(field: Field, goals: frozenset[Hex]) -> dict[Hex, int]:
    """The MP from every hex of a board to the nearest of some goals, roughly: at the price back.

    Dijkstra's algorithm from the goals outwards.
    """
    found = dict.fromkeys(sorted(goals), 0)
    queue = [(0, goal) for goal in found]
    while queue:
        away, at = heapq.heappop(queue)
        if away > found[at]:
            continue
        for to, cost in field.ways(at):
            if away + cost < found.get(to, FAR):
                found[to] = away + cost
                heapq.heappush(queue, (found[to], to))
    return found
