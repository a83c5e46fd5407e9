"""Values of places to a side: near its objectives, in cover, out of enemy fire.

All is computed once for a position, for however many options.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from engine.games.valor import (
    dice_odds,
    facing,
    fortifications,
    move_steps,
    unit_firepower,
    unit_lookups,
)
from engine.games.valor.data.piece_types import MovementClass
from engine.games.valor.data.rule_tables import AntiTankWeaponKind
from engine.games.valor.events import unit_worth
from engine.games.valor.game_board import GameBoard
from engine.games.valor.state import State, Unit
from engine.hexes.hex import SIDES, Hex, distance
from engine.play.ai_support import Weights, cache_last_evaluators
from engine.scenario.scenario import VictoryCondition, VictoryKind

DEFAULT_SIGHT: Weights = {
    "nearer": 0.5,  # points a movement point toward what is fought for, for a squad of nine
    "later": 1.5,  # how much more at the end of the game
    "danger": 0.4,  # of what the enemy may be expected to cost in a place
    "shots": 0.25,  # of what a unit may be expected to cost the enemy from a place
    "stand": 5.0,  # points for standing on what is fought for
    "way": 0.15,  # of the danger of each hex passed
    "goes": 0.6,  # of what a move would gain, which a unit that fires does without
    "fire": 0.5,  # what fire must promise of a unit that may not move then
    "wait": 0.35,  # what opportunity fire must promise of a unit that may not fire later
    "storm": 0.5,  # what an assault must promise
    "lazy": 0.2,  # what a move must gain
}
FAR = 60


class BestPlace(NamedTuple):
    """The best place a unit can come to: what it gains, where it is, and the way there."""

    gain: float
    to: Hex
    way: tuple[Hex, ...]
    fronts: tuple[int | None, ...] = ()


class Leg(NamedTuple):
    """A hex on the way: MP spent, danger passed, the front there, and the way with its fronts."""

    spent: int
    risk: float
    at: Hex
    front: int | None
    way: tuple[Hex, ...] = ()
    fronts: tuple[int | None, ...] = ()


class EntryStep(NamedTuple):
    """A hex that may be entered from its neighbour: the direction, the MP, the danger there."""

    to: Hex
    direction: int
    price: int
    danger: float


class PlaceEvaluator:
    """One side's look at one position."""

    def __init__(self, view: State, side: str, weights: Weights = DEFAULT_SIGHT) -> None:
        self.weights = weights
        self.view, self.side, self.enemy = view, side, view.enemy_of(side)
        late = view.turn / max(view.aims.turns, 1)
        self.urgency = weights["nearer"] * (1 + weights["later"] * late)
        self._goals: dict[str, tuple[Hex, ...]] = {}
        self._places: dict[tuple[str, Hex], float] = {}
        self._fire: dict[tuple[Hex, bool], float] = {}
        self._pierced: dict[Hex, float] = {}
        self._wholes: dict[str, float] = {}
        self._dangers: dict[tuple[str, Hex], float] = {}
        self._plans: dict[tuple[str, int], BestPlace] = {}

    # --- what is fought for -----------------------------------------------------------------------

    def goal_hexes(self, unit: Unit) -> tuple[Hex, ...]:
        """The hexes a unit wants to be in or near: exits, objectives, enemies in a zone."""
        if unit.type not in self._goals:
            self._goals[unit.type] = self._aims_of(unit)
        return self._goals[unit.type]

    def _aims_of(self, unit: Unit) -> tuple[Hex, ...]:
        aims = self.view.aims
        exits = [
            hex_
            for entry in aims.victory
            if entry.kind is VictoryKind.EXIT and entry.side == self.side
            and _is_meant(self.view, entry, unit)
            for hex_ in aims.exits(self.side)
        ]  # fmt: skip
        if exits:
            return tuple(sorted(set(exits)))
        return self._wanted() or tuple(sorted(unit_lookups.hexes_of(self.view, self.enemy)))

    def _wanted(self) -> tuple[Hex, ...]:
        """Objectives that conditions name, open ones first; enemies in zones to be cleared."""
        view, aims = self.view, self.view.aims
        wanted: list[Hex] = []
        for entry in aims.victory:
            if entry.kind is VictoryKind.CLEAR and entry.side == self.side:
                zone = aims.zones[entry.zone]
                wanted += [hex_ for hex_ in unit_lookups.hexes_of(view, self.enemy) if hex_ in zone]
        named = list(aims.objectives)
        opened = [o for o in named if view.holders[o.id] != self.side]
        for objective in opened or named:
            wanted += aims.objective_hexes[objective.id]
        return tuple(sorted(set(wanted)))

    def nearness(self, unit: Unit, at: Hex) -> float:
        """Return the nearness of a hex to a unit's goals, in points."""
        goals = self.goal_hexes(unit)
        going = self.view.type_of(unit).movement_class
        away = distances_to_goals(self.view.field, going, goals).get(at, FAR)
        here = self.weights["stand"] if away == 0 and self.view.type_of(unit).is_infantry else 0.0
        weight = self.whole(unit) / 9
        return here - self.urgency * max(weight, 0.4) * away

    # --- danger -----------------------------------------------------------------------------------

    def place_value(self, unit: Unit, at: Hex) -> float:
        """Return the value to a unit of standing in a hex."""
        key = unit.id, at
        if key not in self._places:
            weights = self.weights
            whole = self.nearness(unit, at) - weights["danger"] * self.fire_danger(unit, at)
            self._places[key] = whole + weights["shots"] * self.best_attack_value(unit, at)
        return self._places[key]

    def fire_danger(self, unit: Unit, at: Hex) -> float:
        """Return the expected cost of enemy fire to a unit in a hex."""
        key = unit.id, at
        if key not in self._dangers:
            self._dangers[key] = self._danger(unit, at)
        return self._dangers[key]

    def _danger(self, unit: Unit, at: Hex) -> float:
        type_ = self.view.type_of(unit)
        whole = self.whole(unit)
        if type_.is_afv:
            return whole * self._piercing(at)
        points = self._points(at, type_.is_infantry)
        return min(1.0, points / max(type_.cr, 2)) * whole

    def whole(self, unit: Unit) -> float:
        """Return the value of a unit with its weapons and passengers."""
        if unit.id not in self._wholes:
            self._wholes[unit.id] = self._whole(unit)
        return self._wholes[unit.id]

    def _whole(self, unit: Unit) -> float:
        if unit.id not in self.view.units:
            return float(self.view.type_of(unit).points)
        aboard = sum(unit_worth(self.view, each.id) for each in self.view.cargo_of(unit.id))
        return float(unit_worth(self.view, unit.id) + aboard)

    def _points(self, at: Hex, on_foot: bool) -> float:
        """The casualty points to expect in a hex from all enemies that reach it."""
        key = at, on_foot
        if key not in self._fire:
            view, seeing = self.view, self.view.seeing
            cover, whole = fortifications.hex_cover(view, at), 0.0
            for start, here in view.stacks_by_hex.items():
                if here[0].side != self.enemy or start == at:
                    continue
                sight = seeing.sight_modifier(start, at)
                if sight is None:
                    continue
                shares = (
                    unit_firepower.attack_share(view, each, at) for each in here if not each.pinned
                )
                apfp = sum(share.apfp for share in shares if share is not None)
                if apfp:
                    whole += dice_odds.expected_attack_points(view.book.charts, apfp, cover + sight)
            self._fire[key] = whole
        return self._fire[key]

    def _piercing(self, at: Hex) -> float:
        """The chance that an AFV in a hex is lost to the best enemy AT weapon that reaches it."""
        if at not in self._pierced:
            self._pierced[at] = self._worst_shot(at)
        return self._pierced[at]

    def _worst_shot(self, at: Hex) -> float:
        view, seeing, most = self.view, self.view.seeing, 0.0
        for start, here in view.stacks_by_hex.items():
            if here[0].side != self.enemy or not seeing.sees(start, at):
                continue
            for each in here:
                found = [] if each.pinned else unit_firepower.anti_tank_weapons(view, each, at)
                for piercer in found:
                    number = view.book.charts.hit_number(AntiTankWeaponKind(piercer.against), 1)
                    most = max(
                        most,
                        float(
                            dice_odds.chance_of_at_most(number - fortifications.hex_cover(view, at))
                        )
                        / 2,
                    )
        return most

    def best_attack_value(self, unit: Unit, at: Hex) -> float:
        """Return the expected cost to the enemy of a unit's best attack from a hex."""
        if unit.inside:
            return 0.0
        view, seeing, best = self.view, self.view.seeing, 0.0
        moved = unit._replace(at=at)
        for target, here in view.stacks_by_hex.items():
            if here[0].side != self.enemy or target == at:
                continue
            sight = seeing.sight_modifier(at, target)
            if sight is None:
                continue
            best = max(best, self._at_best(moved, target, here, sight))
        return best

    def _at_best(self, unit: Unit, target: Hex, here: tuple[Unit, ...], sight: int) -> float:
        """A unit's best attack on a hex, roughly: what it may cost on average."""
        view = self.view
        cover, found = fortifications.hex_cover(view, target, here), 0.0
        share = unit_firepower.attack_share(view, unit, target)
        soft = [each for each in here if not view.type_of(each).is_afv]
        if share is not None and soft:
            found = 1.8 * dice_odds.expected_attack_points(
                view.book.charts, share.apfp, cover + sight
            )
        hard = [each for each in here if view.type_of(each).is_vehicle_unit]
        if hard and unit_firepower.anti_tank_weapons(view, unit, target):
            number = view.book.charts.hit_number(AntiTankWeaponKind.INFANTRY) - cover - sight
            most = max(unit_worth(view, each.id) for each in hard)
            found = max(found, 0.5 * most * float(dice_odds.chance_of_at_most(number)))
        return found

    # --- moving -----------------------------------------------------------------------------------

    def plan(self, unit: Unit, left: int) -> BestPlace:
        """The best place a unit can come to with so many MP, over staying where it is."""
        key = unit.id, left
        if key not in self._plans:
            self._plans[key] = self._plan(unit, left)
        return self._plans[key]

    def _plan(self, unit: Unit, left: int) -> BestPlace:
        """The best place a unit can come to with so many MP, over staying where it is."""
        stay, has_room = self.place_value(unit, unit.at), dict[Hex, bool]()
        best = BestPlace(0.0, unit.at, ())
        for leg in self._reached(unit, left):
            gain = self.place_value(unit, leg.at) - stay - leg.risk
            if gain <= best.gain:
                continue
            if leg.at not in has_room:
                has_room[leg.at] = unit_lookups.fits_in_hex(self.view, leg.at, self.side, [unit])
            if has_room[leg.at]:
                best = BestPlace(gain, leg.at, leg.way, leg.fronts)
        return best

    def _reached(self, unit: Unit, left: int) -> Iterator[Leg]:
        """The hexes a unit reaches, the way to each, and the danger on it."""
        drives = unit.facing is not None and not self.view.type_of(unit).is_gun
        start = Leg(0, 0.0, unit.at, unit.facing if drives else None)
        known = {(start.at, start.front): 0}
        queue, number = [(0, 0, start)], count(1)
        doors: dict[Hex, list[EntryStep]] = {}
        while queue:
            _, _, leg = heapq.heappop(queue)
            if leg.way:
                yield leg
            if leg.at not in doors:
                doors[leg.at] = self._doors(unit, leg.at)
            for to, front, spent, danger in _on(leg, doors[leg.at], left):
                if known.get((to, front), FAR) > spent:
                    known[to, front] = spent
                    way, fronts = (*leg.way, to), (*leg.fronts, front)
                    risk = leg.risk + self.weights["way"] * danger
                    more = Leg(spent, risk, to, front, way, fronts)
                    heapq.heappush(queue, (spent, next(number), more))

    def _doors(self, unit: Unit, at: Hex) -> list[EntryStep]:
        """The hexes next to one that a unit may enter, the MP of each and the danger in it."""
        view, going = self.view, self.view.type_of(unit).movement_class
        return [
            EntryStep(to, step.direction, step.cost + fortifications.entry_cost(view, to),
                 self.fire_danger(unit, to))
            for step in view.field.steps_from(going, at)
            if not unit_lookups.has_enemies_at(view, to := step.to, self.side)
            and not fortifications.bars_entry(view, to, unit.id)
        ]  # fmt: skip

    def allowance(self, unit: Unit, manner: str, led: bool = False) -> int:
        """The MP of a unit that begins to move."""
        return move_steps.movement_allowance(
            self.view, unit.id, self.view.type_of(unit), manner, led
        )


def _on(
    leg: Leg, doors: list[EntryStep], left: int
) -> Iterator[tuple[Hex, int | None, int, float]]:
    """The steps that lead on, the front after each and the MP spent then.

    A first one is always possible (V6.9).
    """
    for to, direction, price, danger in doors:
        for front, cost in _turns(leg.front, direction, price):
            spent = leg.spent + cost
            if spent > left and not leg.way and cost <= 2 * price:
                spent = left
            if spent <= left:
                yield to, front, spent, danger


def _turns(front: int | None, direction: int, price: int) -> Iterator[tuple[int | None, int]]:
    """The fronts a step may end with, and what each costs: ahead or back, turning then (V7.2)."""
    if front is None:
        yield None, price
    elif direction == front:
        for to in range(SIDES):
            yield to, price + facing.turning_cost(front, to)
    elif (direction - front) % SIDES == facing.HALF_TURN:
        yield front, 2 * price


def _is_meant(view: State, entry: VictoryCondition, unit: Unit) -> bool:
    """Return whether a unit counts for a condition."""
    kinds = (view.type_of(unit).kind, unit.type)
    return not entry.kinds or any(kind in entry.kinds for kind in kinds)


@lru_cache(maxsize=512)
def distances_to_goals(
    field: GameBoard, going: MovementClass, goals: tuple[Hex, ...]
) -> dict[Hex, int]:
    """The MP from every hex of a board to the nearest of some goals, enemies left out.

    Dijkstra's algorithm from the goals backwards, at the price of the steps towards them.
    """
    found = dict.fromkeys(goals, 0)
    queue = [(0, goal) for goal in goals]
    heapq.heapify(queue)
    while queue:
        away, at = heapq.heappop(queue)
        if away > found[at]:
            continue
        for way in field.steps_from(going, at):
            back = field.step_to(going, way.to, at)
            if back is not None and away + back.cost < found.get(way.to, FAR * FAR):
                found[way.to] = away + back.cost
                heapq.heappush(queue, (found[way.to], way.to))
    return found


place_evaluator = cache_last_evaluators(PlaceEvaluator, DEFAULT_SIGHT)
"""A side's look at a position, the same for all options weighed in it."""


def enemy_hexes(view: State, side: str) -> list[Hex]:
    """The hexes that hold enemies of a side."""
    return [hex_ for hex_, here in view.stacks_by_hex.items() if here[0].side != side]


def facing_value(view: State, unit: Unit, to: int) -> float:
    """Return the value of a front towards nearby enemies: 1 straight at the nearest."""
    near = sorted(enemy_hexes(view, unit.side), key=lambda at: (distance(unit.at, at), at))[:2]
    step, found = view.field.board.grid.orientation.steps[to], 0.0
    for rank, at in enumerate(near):
        away = distance(unit.at, at)
        if away:
            nearer = away - distance(unit.at.moved(step), at)
            found += nearer / (rank + 1)
    return found
