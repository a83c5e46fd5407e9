"""Advice for a computer player's memo: the best attack, else a move that helps.

It looks no further than its side's view and its own memo. Attacks are judged by their exact odds
(P13–P17), units in money; moves lead to a city that is wanted, together, and past known dangers.
Distances by the moves of a type are kept for every board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import accumulate
from typing import NamedTuple
from weakref import WeakKeyDictionary

from engine.games.primer import memo, vision
from engine.games.primer.fight_strength import combat_strength, is_concerted
from engine.games.primer.game_board import GameBoard
from engine.games.primer.memo import MemoEntry
from engine.games.primer.presentation import reachable_areas
from engine.games.primer.presentation.fight_odds import (
    HELD,
    STAYS,
    WIPED_OUT,
    lost_attack_rule,
    result_odds,
)
from engine.games.primer.state import OrderKind, State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import Weights
from engine.play.move_forecast import ReachableArea

FAR = 99
_KNOWN: WeakKeyDictionary[GameBoard, dict[tuple[str, Hex, int], Mapping[Hex, int]]] = (
    WeakKeyDictionary()
)


def costs_to_goal(field: GameBoard, unit_type: str, goal: Hex, apart: int) -> Mapping[Hex, int]:
    """Return the cost for a type to come near a goal, from every hex that leads there.

    Units in the way are ignored (P4).
    """
    known = _KNOWN.setdefault(field, {})
    key = unit_type, goal, apart
    if key not in known:
        known[key] = _backwards(field, unit_type, goal, apart)
    return known[key]


def _backwards(field: GameBoard, unit_type: str, goal: Hex, apart: int) -> dict[Hex, int]:
    """Dijkstra's algorithm from the goal out, each step at the price of the hex it comes from."""
    near = (hex_ for hex_ in field.board_hexes_within(apart, goal) if distance(hex_, goal) == apart)
    starts = [hex_ for hex_ in near if field.entry_cost(unit_type, hex_) is not None]
    found: dict[Hex, int] = {}
    edge = [(0, hex_) for hex_ in starts]
    while edge:
        spent, here = heappop(edge)
        if here in found:
            continue
        found[here] = spent
        price = field.entry_cost(unit_type, here)
        assert price is not None
        for other in field.board.grid.neighbours(here):
            if other not in found and field.entry_cost(unit_type, other) is not None:
                heappush(edge, (spent + price, other))
    return found


DEFAULT_ADVICE: Weights = {
    "least": 0.4,  # an attack that promises less is not made
    "city": 4.0,  # what it is worth to drive a garrison out
    "driven_back": 0.45,  # of what a stack is worth is lost with a retreat
    "nearer": 0.3,  # what a move must gain, in points of movement
    "danger": 0.12,  # for every point of strength by which known enemies are superior
    "garrison": 2.0,  # units that stay in a city that is threatened
    "passed_by": 0.0,  # cities that are left for later, though they are nearer
    "attack_armour": 0.5,  # the part of the attacker's budget that is spent on armour
    "attack_guns": 0.2,
    "defend_armour": 0.35,  # and of the defender's
    "defend_guns": 0.3,
}
ALARM = 4  # hexes from a city at which an enemy threatens it


class StackGoal(NamedTuple):
    """The goal of a stack: a hex, and the distance to keep from it."""

    at: Hex
    apart: int


class MemoAdviser:
    """One position as one side sees it, while it writes its memo."""

    def __init__(self, view: State, side: str, weights: Weights = DEFAULT_ADVICE) -> None:
        self.weights = weights
        self.view, self.side, self.enemy = view, side, view.enemy_of(side)
        self.enemies: dict[Hex, list[Unit]] = {}
        for unit in view.units_of(self.enemy):
            self.enemies.setdefault(unit.at, []).append(unit)
        self.watched = vision.hexes_watched(view, self.enemy)

    def order(self) -> MemoEntry:
        """The next entry of the memo."""
        return self._attack() or self._move() or MemoEntry(memo.HAND_IN)

    # --- attacks ----------------------------------------------------------------------------------

    def _attack(self) -> MemoEntry | None:
        """The best attack there is, or one more unit for it."""
        found = [(self._best_group(at), at) for at in sorted(self.enemies)]
        worth, group, at = max(
            ((worth, group, at) for (worth, group), at in found),
            key=lambda entry: entry[0], default=(0.0, (), None),
        )  # fmt: skip
        if at is None or worth < self.weights["least"]:
            return None
        name = next((unit for unit in group if self.view.order_of(unit) is None), "")
        if not name:
            return None
        mates = memo.unordered_units(self.view, self.view.units[name])
        if len(mates) > 1 and mates[0] == name and set(mates) <= set(group):
            return MemoEntry(memo.ATTACK_TOGETHER, name, at)
        return MemoEntry(memo.ATTACK, name, at)

    def _best_group(self, at: Hex) -> tuple[float, tuple[str, ...]]:
        """The stacks to attack a hex with, and what that promises; those ordered already go."""
        ordered = self._ordered_onto(at)
        free = sorted(self._in_reach(at), key=lambda stack: -combat_strength(self.view, stack))
        if not free:
            return 0.0, ()
        before = self.attack_value([*ordered], at) if ordered else 0.0
        groups = [[*ordered, *chosen] for chosen in _choices(free)]
        best = max(groups, key=lambda group: self.attack_value(group, at))
        worth = self.attack_value(best, at)
        if ordered and worth - before < self.weights["least"] / 4:
            return 0.0, ()
        return worth, tuple(unit.id for stack in best for unit in stack)

    def _ordered_onto(self, at: Hex) -> list[list[Unit]]:
        orders = (o for o in self.view.memo if o.kind == OrderKind.ATTACK and o.target == at)
        return _by_hex(
            self.view.units[unit]
            for order in orders
            for unit in self.view.units_on_board(order.units)
        )

    def _in_reach(self, at: Hex) -> list[list[Unit]]:
        return _by_hex(
            unit
            for unit in self.view.units_of(self.side)
            if self.view.order_of(unit.id) is None
            and 0 < distance(unit.at, at) <= self.view.type_of(unit).vision
        )

    def attack_value(self, stacks: list[list[Unit]], at: Hex) -> float:
        """Return the value of an attack by some stacks, in money, by its exact odds."""
        view, defenders = self.view, self.enemies[at]
        attack = self._attack_strength(stacks)
        defence = combat_strength(view, defenders)
        ranged = [unit for stack in stacks for unit in stack if view.type_of(unit).ranged]
        at_stake = unit_values(view, (unit for stack in stacks for unit in stack))
        at_risk = at_stake - unit_values(view, ranged)  # ranged ones need not retreat
        loser = lost_attack_rule(view.book, not at_risk)
        lost = at_risk if loser == STAYS else at_stake
        is_ranged = view.type_of(defenders[0]).ranged
        prize, city = unit_values(view, defenders), self.weights["city"] * self._is_wanted(at)
        worth, driven_back = 0.0, self.weights["driven_back"]
        for word, chance in result_odds(view.book, attack, defence, loser, is_ranged).items():
            if word[0] == "d":
                part = 1.0 if word[1] == WIPED_OUT else driven_back
                worth += float(chance) * (part * prize + city)
            elif word != HELD:
                worth -= float(chance) * (lost if word[1] == WIPED_OUT else driven_back * at_risk)
        return worth

    def _attack_strength(self, stacks: list[list[Unit]]) -> int:
        """The strength of a joint attack as far as one can know (P13, P14)."""
        choices = self.view.book.choices
        strengths = [combat_strength(self.view, stack) for stack in stacks]
        total = sum(strengths)
        if is_concerted(self.view, strengths):
            total = total * choices.joint_percent // 100
        hidden = [not unit.exposed and unit.at not in self.watched for s in stacks for unit in s]
        is_unseen = any(hidden) if choices.unseen_attackers == "any" else all(hidden)
        return total + (choices.unseen_bonus if is_unseen else 0)

    # --- moves ------------------------------------------------------------------------------------

    def _move(self) -> MemoEntry | None:
        """The first stack that can better its place; those nearest to their goals go first."""
        stacks = _by_hex(
            u for u in self.view.units_of(self.side) if self.view.order_of(u.id) is None
        )
        going_ = [(self.choose_goal(stack[0]), stack) for stack in stacks]
        wanted = [(self._moves_left(stack[0], goal), stack) for goal, stack in going_ if goal]
        for _, stack in sorted(wanted, key=lambda entry: (entry[0], entry[1][0].id)):
            movers = self._movers(stack)
            if movers and self.best_step(movers) is not None:
                is_all = len(stack) > 1 and len(movers) == len(stack)
                return MemoEntry(memo.MOVE_TOGETHER if is_all else memo.MOVE, movers[0])
        return None

    def _movers(self, stack: list[Unit]) -> tuple[str, ...]:
        """The units of a stack that may go: some stay in a city of their own."""
        stay = self._garrison(stack)
        free = [unit.id for unit in stack[stay:]]
        return tuple(free if stay == 0 else free[:1])

    def _garrison(self, stack: list[Unit]) -> int:
        """Return how many units of a stack have to stay where they are."""
        city = self._city_at(stack[0].at)
        if not city or self.view.holders[city] != self.side or not _holds_cities(self.view, stack):
            return 0
        inside = len(self.view.units_at(stack[0].at)) - len(stack)
        if self.side == self.view.defender:
            return len(stack)
        wanted = round(self.weights["garrison"]) if self._is_alarmed(stack[0].at) else 1
        return max(0, wanted - inside)

    def best_step(
        self, units: tuple[str, ...], at: Hex | None = None, left: int | None = None
    ) -> Hex | None:
        """The next hex of the best move; None where it is best to stay."""
        first = self.view.units[units[0]]
        goal, here = self.choose_goal(first), first.at if at is None else at
        if goal is None:
            return None
        reach = reachable_areas.reachable_hexes(self.view, units, memo.MOVE, left, here)
        best = self._best_end(reach, units, goal, here)
        return None if best == here else reach.path(best)[1].at

    def _best_end(
        self, reach: ReachableArea, units: tuple[str, ...], goal: StackGoal, here: Hex
    ) -> Hex:
        """Return the best end of a move; a small gain is ignored."""
        first, power = self.view.units[units[0]], combat_strength(self.view, self._named(units))

        def gain(hex_: Hex) -> float:
            way = costs_to_goal(self.view.field, first.type, *goal).get(hex_, FAR)
            return -float(way) - self.weights["danger"] * self._superiority(hex_, power)

        start = gain(here) + self.weights["nearer"] * (here == first.at)
        peaceful = [each for each in reach.arrivals.values() if not each.combat]
        best = max(peaceful, key=lambda a: (gain(a.at), -a.cost, a.at))
        return best.at if gain(best.at) > start else here

    def _superiority(self, hex_: Hex, power: int) -> float:
        """By how much known enemies are stronger that could attack who is in a hex."""
        threat = sum(
            combat_strength(self.view, units)
            for at, units in self.enemies.items()
            if distance(at, hex_) <= self.view.type_of(units[0]).vision
        )
        return max(0, threat - power)

    def _named(self, units: tuple[str, ...]) -> list[Unit]:
        return [self.view.units[unit] for unit in units]

    def _moves_left(self, unit: Unit, goal: StackGoal) -> int:
        return costs_to_goal(self.view.field, unit.type, *goal).get(unit.at, FAR)

    # --- goals ------------------------------------------------------------------------------------

    def choose_goal(self, unit: Unit) -> StackGoal | None:
        """Return the goal of a unit; None if it should stay."""
        goals = [
            StackGoal(at, self._apart(unit, at))
            for at in (self._targets() if self.side == self.view.attacker else self._alarms())
        ]
        if self.side == self.view.attacker and goals:
            return goals[0] if not _holds_cities(self.view, [unit]) else self._open(unit, goals)
        near = [goal for goal in goals if self._moves_left(unit, goal) < FAR]
        return min(near, key=lambda goal: self._moves_left(unit, goal), default=None)

    def _open(self, unit: Unit, goals: list[StackGoal]) -> StackGoal:
        """A city that is seen to be empty and near comes first for who can take it."""
        empty = [g for g in goals if g.apart == 0 and self._moves_left(unit, g) <= ALARM]
        return min(empty, key=lambda goal: self._moves_left(unit, goal), default=goals[0])

    def _targets(self) -> list[Hex]:
        """The cities to be taken, the one that the army can reach best first."""
        wanted = [at for at in self._cities() if self._is_wanted(at)]
        own = self.view.units_of(self.side)
        nearest = sorted(wanted, key=lambda at: (sum(distance(u.at, at) for u in own), at))
        first = min(round(self.weights["passed_by"]), max(len(nearest) - 1, 0))
        return [*nearest[first:], *nearest[:first]]

    def _alarms(self) -> list[Hex]:
        """The cities to be taken back, else those that known enemies come near."""
        lost = [at for at in self._cities() if self._is_wanted(at) and self._was_own(at)]
        return lost or [
            at for at in self._cities() if not self._is_wanted(at) and self._is_alarmed(at)
        ]

    def _apart(self, unit: Unit, city: Hex) -> int:
        """Return the distance a unit keeps from its goal: 0, 1, or its range."""
        kind = self.view.type_of(unit)
        if kind.ranged or not _holds_cities(self.view, [unit]):
            return max(1, kind.vision)
        is_seen = city in vision.hexes_watched(self.view, self.side)
        is_empty = is_seen and city not in self.enemies
        return 0 if is_empty or not self._is_wanted(city) else 1

    def _cities(self) -> list[Hex]:
        return [at for hexes in self.view.aims.objective_hexes.values() for at in sorted(hexes)]

    def _city_at(self, hex_: Hex) -> str:
        found = self.view.aims.objective_hexes.items()
        return next((city for city, hexes in found if hex_ in hexes), "")

    def _is_wanted(self, hex_: Hex) -> bool:
        """Return True if a hex is a city the side does not hold."""
        city = self._city_at(hex_)
        return bool(city) and self.view.holders[city] != self.side

    def _was_own(self, hex_: Hex) -> bool:
        return self.view.aims.first_holders[self._city_at(hex_)] == self.side

    def _is_alarmed(self, city: Hex) -> bool:
        return any(distance(city, at) <= ALARM for at in self.enemies)


def unit_values(view: State, units: Iterable[Unit]) -> float:
    """Return the total value of units."""
    return float(sum(view.type_of(unit).cost for unit in units))


def _holds_cities(view: State, stack: list[Unit]) -> bool:
    """Return True if units can take and hold cities: not ranged, not barred (P4)."""
    kind = view.type_of(stack[0])
    entry = view.book.terrain.entry.cell("city", kind.terrain)
    return not kind.ranged and (entry or "").isdigit()


def _by_hex(units: Iterable[Unit]) -> list[list[Unit]]:
    stacks: dict[Hex, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.at, []).append(unit)
    return list(stacks.values())


def _choices(stacks: list[list[Unit]]) -> Iterator[list[list[Unit]]]:
    """Groups worth a look: the strongest stacks one by one, and all but the strongest."""
    yield from accumulate(([stack] for stack in stacks), lambda group, more: [*group, *more])
    if len(stacks) > 2:
        yield stacks[1:]
