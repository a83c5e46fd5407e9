"""Values of places to a side: near its objectives, in cover, out of enemy fire.

All is computed once for a position, for however many options.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.games.tide import dice_odds, firepower, move_steps, unit_lookups
from engine.games.tide.data.piece_types import MovementClass
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.game_board import THIRDS, GameBoard
from engine.games.tide.presentation import reachable_areas
from engine.games.tide.state import HEAVY, ActivationMode, State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import Weights, cache_last_evaluators
from engine.play.move_forecast import ReachableArea
from engine.scenario.scenario import Objective, VictoryKind

POINT, EACH_ROUND, COMMAND, CONDITION, EXIT = 3.0, 1.5, 0.6, 12.0, 8.0
"""Values of an objective's final point, round point, command, condition and exit."""
DEFAULT_SIGHT: Weights = {
    "decay": 0.88,  # of what an objective is worth for each MP it is away
    "takes": 0.5,  # of what it is worth to be where it is taken
    "holds": 0.25,  # of what it is worth to be where it is kept
    "guarded": 0.3,  # of what an objective is worth that a friend stands on
    "danger": 0.27,  # of what the enemy may be expected to cost in a place
    "shots": 0.25,  # of what a unit may be expected to cost the enemy from a place
    "lazy": 0.03,  # what a move must promise: it may be fired at
    "digs": 0.3,  # of the danger where an entrenchment is dug
    "waits": 1.0,  # what fire at enemies that may come counts for, beside fire at once
    "misses": 0.0,  # of what its action promises a unit, for waiting from the start of a round
    "fires": 1.0,  # what an attack counts for, beside moves
    "storms": 1.0,  # what an assault counts for, beside moves
    "crews": 1.0,  # of what objectives are worth to a squad with a heavy weapon
    "comes": 0.4,  # how likely an enemy comes into the fire of a waiting unit
    "covers": 0.0,  # of what op fire may be expected to cost the enemies on their ways
    "fields": 0.0,  # of the same from a place where a unit is set up
    "stays": 0.8,  # what it is worth that a machine gun may fire again
}
TIRED = 0.5  # of the fire of an enemy that has acted this round
DEADLY = 4  # hits that are taken for the end of a unit
MAX_FIRERS = 3  # enemies that are taken to fire at one unit in a round
FAR = 10_000
HEXES = 4  # that an enemy is expected to enter in a round
HEXES_TO_COME = 10  # and in all, as a side that sets up sees it


class BestPlace(NamedTuple):
    """The best place a unit can come to: what it gains, where it is, and the way there."""

    gain: float
    to: Hex
    way: tuple[Hex, ...] = ()


class RoughFirepower(NamedTuple):
    """A unit's rough firepower at squads or vehicles: FP, and the range of most of it.

    `fires` is the probability that it fires this round.
    """

    dice: int
    range: int
    fires: float = 1.0


class EnemyTarget(NamedTuple):
    """An enemy as a target: where it is, what it is worth, and the dice that defend it."""

    at: Hex
    is_squad: bool
    worth: float
    red: int


class EnemyFire(NamedTuple):
    """An enemy's fire at a hex: dice, least face, and probability."""

    dice: int
    least: int
    weight: float


class ExpectedEnemyPath(NamedTuple):
    """An approaching enemy: its value, and the hexes that it is expected to enter."""

    foe: Unit
    worth: float
    path: tuple[Hex, ...]


class PlaceEvaluator:
    """One side's look at one position."""

    def __init__(self, view: State, side: str, weights: Weights = DEFAULT_SIGHT) -> None:
        self.weights = weights
        self.view, self.side, self.enemy = view, side, view.enemy_of(side)
        self.rounds_left = max(view.aims.turns - view.round, 0) + 1
        self._goals: tuple[tuple[Objective | None, Hex, float], ...] | None = None
        self._fires: dict[tuple[Hex, bool], tuple[EnemyFire, ...]] = {}
        self._hopes: dict[tuple[object, Hex], float] = {}
        self._places: dict[tuple[str, Hex], float] = {}
        self._reach: dict[tuple[str, str, int | None], ReachableArea] = {}

    # --- what is fought for -----------------------------------------------------------------------

    def goal_hexes(self) -> tuple[tuple[Objective | None, Hex, float], ...]:
        """The hexes that matter, each with its objective, if it is one, and its worth in points."""
        if self._goals is None:
            found = [
                (objective, hex_, self._worth(objective))
                for objective in self.view.aims.objectives
                for hex_ in self.view.aims.objective_hexes[objective.id]
            ]
            exits = self._exits()
            enemies = sorted(hex_ for hex_, here in self.view.stacks_by_hex.items()
                             if here[0].side == self.enemy)  # fmt: skip
            rest = [(None, hex_, EXIT) for hex_ in exits] if exits else []
            usual = [(None, hex_, COMMAND) for hex_ in enemies]
            self._goals = (*found, *rest) or tuple(usual)
        return self._goals

    def _worth(self, objective: Objective) -> float:
        gives = self.view.book.worth(objective.id)
        rounds = self.rounds_left
        named = any(
            entry.kind is VictoryKind.OBJECTIVES
            and (not entry.objectives or objective.id in entry.objectives)
            for entry in self.view.aims.victory
        )
        each = EACH_ROUND * gives.each_round + COMMAND * (gives.command + gives.neutral)
        return POINT * objective.points + each * rounds + CONDITION * named

    def _exits(self) -> list[Hex]:
        wanted = any(
            entry.kind is VictoryKind.EXIT and entry.side == self.side
            for entry in self.view.aims.victory
        )
        return sorted(self.view.aims.exits(self.side)) if wanted else []

    def nearness(self, unit: Unit, at: Hex) -> float:
        """Return the nearness of a hex to a side's goals, in points."""
        way = self.view.type_of(unit).movement_class
        best = 0.0
        is_crew = unit.is_squad and unit_lookups.is_heavy(self.view, unit)
        for objective, goal, worth in self.goal_hexes():
            away = distances_to_goals(self.view.field, way, goal).get(at, FAR)
            is_guarded = objective and self._is_guarded(objective, goal, unit)
            share = self.weights["guarded"] if is_guarded else 1.0
            if is_crew:
                share *= self.weights["crews"]
            found = worth * share * self.weights["decay"] ** (away / THIRDS)
            if objective and not away:
                found += (
                    share * worth * self.weights["holds" if self._is_held(objective) else "takes"]
                )
            best = max(best, found)
        return best

    def _is_held(self, objective: Objective) -> bool:
        return self.view.holders[objective.id] == self.side

    def _is_guarded(self, objective: Objective, goal: Hex, unit: Unit) -> bool:
        """Return whether another unit of the side stands on an objective that it holds."""
        return self._is_held(objective) and any(
            other.id != unit.id and other.side == self.side for other in self.view.units_at(goal)
        )

    # --- danger and hope --------------------------------------------------------------------------

    def fire_danger(self, unit: Unit, at: Hex) -> float:
        """Return the expected cost of enemy fire to a unit in a hex."""
        red = self.red_dice_at(unit, at)
        hits = sorted(
            (
                fire.weight * expected_net_hits(fire.dice, fire.least, red)
                for fire in self._at(unit, at)
            ),
            reverse=True,
        )
        return unit_value(self.view, unit) * min(sum(hits[:MAX_FIRERS]) / DEADLY, 1.0)

    def red_dice_at(self, unit: Unit, at: Hex) -> int:
        """The dice that would defend a unit in a hex, in the best position free there."""
        view = self.view
        if not unit.is_squad:
            armour = view.type_of(unit).armour - bool(unit.damage)
            return armour + view.field.cover(at, vehicle=True)
        taken = {other.position for other in view.units_at(at) if other.id != unit.id}
        free = [
            view.work_type(work).cover
            for work in view.works_at(at)
            if not view.work_type(work).shelter or work.id not in taken
        ]
        return view.field.cover(at) + max(free, default=0)

    def _at(self, unit: Unit, at: Hex) -> tuple[EnemyFire, ...]:
        key = at, unit.is_squad
        if key not in self._fires:
            self._fires[key] = tuple(self._fires_at(at, unit.is_squad))
        return self._fires[key]

    def _fires_at(self, at: Hex, is_squad: bool) -> Iterator[EnemyFire]:
        for start, squads_, vehicles in self._enemy_arms:
            arms = squads_ if is_squad else vehicles
            least = self._least(start, at, arms)
            if least:
                yield EnemyFire(arms.dice, least, arms.fires)

    @cached_property
    def _enemy_arms(self) -> tuple[tuple[Hex, RoughFirepower, RoughFirepower], ...]:
        """Return the hex of each enemy, and its firepower at squads and at vehicles."""
        return tuple(
            (foe.at, rough_firepower(self.view, foe, True), rough_firepower(self.view, foe, False))
            for foe in self.view.units_of(self.enemy)
            if not foe.inside and not foe.is_disrupted
        )

    def _least(self, start: Hex, at: Hex, arms: RoughFirepower) -> int:
        """The least face with which arms hit from one hex in another; 0 where they do not."""
        away = distance(start, at)
        if not arms.dice or away > 2 * arms.range + 2:
            return 0
        level = self.view.field.level
        band = firepower.range_band(away, arms.range + (level(start) > level(at)))
        if band is None or not self.view.sees(start, at):
            return 0
        return self.view.book.charts.least(band)

    @cached_property
    def foes(self) -> tuple[EnemyTarget, ...]:
        """The enemies that may be attacked."""
        return tuple(
            EnemyTarget(
                foe.at, foe.is_squad, unit_value(self.view, foe), self.red_dice_at(foe, foe.at)
            )
            for foe in self.view.units_of(self.enemy)
            if not foe.inside
        )

    def best_attack_value(self, unit: Unit, at: Hex) -> float:
        """Return the expected cost to the enemy of a unit's best attack from a hex."""
        key = (unit.figures or unit.type, unit.damage, unit.morale), at
        if key not in self._hopes:
            self._hopes[key] = self._hope(unit, at)
        return self._hopes[key]

    def _hope(self, unit: Unit, at: Hex) -> float:
        arms = {kind: rough_firepower(self.view, unit, kind) for kind in (True, False)}
        best = 0.0
        for foe in self.foes:
            least = 0 if foe.at == at else self._least(at, foe.at, arms[foe.is_squad])
            if least:
                hits = expected_net_hits(arms[foe.is_squad].dice, least, foe.red)
                best = max(best, foe.worth * min(hits / DEADLY, 1.0))
        return best

    # --- op fire at movers ------------------------------------------------------------------------

    @cached_property
    def enemy_paths(self) -> tuple[ExpectedEnemyPath, ...]:
        """Return the paths of enemies that may act this round; from set-up, their full paths."""
        most = HEXES if self.view.round else HEXES_TO_COME
        able = (foe for foe in self.view.units_of(self.enemy)
                if foe.is_fresh and foe.is_steady and not foe.inside)  # fmt: skip
        found = (
            ExpectedEnemyPath(foe, unit_value(self.view, foe), self._onward(foe, most))
            for foe in able
        )
        return tuple(course for course in found if course.path)

    @cached_property
    def _enemy_goals(self) -> tuple[tuple[Objective | None, Hex, float], ...]:
        return PlaceEvaluator(self.view, self.enemy, self.weights).goal_hexes()

    def _onward(self, foe: Unit, most: int) -> tuple[Hex, ...]:
        """The quickest way to what an enemy wants most, as far as so many hexes."""
        field, way = self.view.field, self.view.type_of(foe).movement_class
        to_goals = [
            (worth, distances_to_goals(field, way, goal)) for _, goal, worth in self._enemy_goals
        ]
        worths = [
            worth * self.weights["decay"] ** (left.get(foe.at, FAR) / THIRDS)
            for worth, left in to_goals
        ]
        if not any(worths):
            return ()
        left, path = to_goals[worths.index(max(worths))][1], [foe.at]
        while left[path[-1]] and len(path) <= most:
            nearer = (step.to for step in field.steps_from(way, path[-1]) if step.to in left)
            path.append(min(nearer, key=lambda at: (left[at], at)))
        return tuple(path[1:])

    def hits_on_mover(self, unit: Unit, foe: Unit, at: Hex) -> float:
        """The hits to expect of a unit that waits on an enemy that enters a hex."""
        arms = rough_firepower(self.view, unit, foe.is_squad, waits=True)
        least, view = self._least(unit.at, at, arms), self.view
        armour = 0 if foe.is_squad else view.type_of(foe).armour
        cover = view.field.cover(at, vehicle=not foe.is_squad)
        return expected_net_hits(arms.dice, least, armour + cover) if least else 0.0

    # --- places and moves -------------------------------------------------------------------------

    def place_value(self, unit: Unit, at: Hex) -> float:
        """Return the value to a unit of standing in a hex."""
        key = unit.id, at
        if key not in self._places:
            weights, near = self.weights, self.nearness(unit, at)
            risk = weights["danger"] * self.fire_danger(unit, at)
            self._places[key] = near - risk + weights["shots"] * self.best_attack_value(unit, at)
        return self._places[key]

    def reach(self, unit: Unit, manner: str, left: int | None = None) -> ReachableArea | None:
        """Return the hexes in reach of a unit by a kind of move, with so many thirds left."""
        key = unit.id, manner, left
        if key not in self._reach:
            points = None if left is None else left // THIRDS
            found = reachable_areas.reachable_hexes(self.view, unit.id, manner, points)
            if found is None:
                return None
            self._reach[key] = found
        return self._reach[key]

    def best_place(
        self,
        unit: Unit,
        manner: str = move_steps.ADVANCE,
        left: int | None = None,
        fire: float = 0.0,
    ) -> BestPlace:
        """The best place a unit can come to over staying, counting its fire from there so much."""
        best = BestPlace(0.0, unit.at)
        for at, gain in self.gains(unit, manner, left, fire):
            if gain > best.gain:
                best = BestPlace(gain, at)
        if best.to == unit.at:
            return best
        return best._replace(way=self.way(unit, best.to, manner, left))

    def gains(
        self, unit: Unit, manner: str, left: int | None = None, fire: float = 0.0
    ) -> Iterator[tuple[Hex, float]]:
        """Yield the gain of every place in reach over staying."""
        found = self.reach(unit, manner, left)
        stay = self.place_value(unit, unit.at) + fire * self.best_attack_value(unit, unit.at)
        for at, arrival in found.arrivals.items() if found else ():
            if at == unit.at or arrival.crowded:
                continue
            gain = self.place_value(unit, at) - stay
            yield at, gain + (fire * self.best_attack_value(unit, at) if fire else 0.0)

    def way(self, unit: Unit, to: Hex, manner: str, left: int | None = None) -> tuple[Hex, ...]:
        """The hexes a unit enters to come to one that it reaches."""
        found = self.reach(unit, manner, left)
        assert found is not None
        return tuple(leg.at for leg in found.path(to)[1:])


def rough_firepower(view: State, unit: Unit, is_squad: bool, waits: bool = False) -> RoughFirepower:
    """Return a unit's firepower at squads or vehicles; at movers if it waits."""
    types = [
        type_
        for type_ in firepower.firing_types(view, unit)
        if not waits or not type_.has_trait("no-op-fire")
    ]
    found = [(each.fp, each.range) if is_squad else (each.fp_v, each.range_v) for each in types]
    dice = sum(fp for fp, _ in found)
    dice = firepower.half_rounded_up(dice) if unit.is_pinned or unit.damage >= HEAVY else dice
    longest = max(found, default=(0, 0))[1]
    return RoughFirepower(dice, longest, TIRED if unit.mode is ActivationMode.FATIGUED else 1.0)


def unit_value(view: State, unit: Unit) -> float:
    """Return the value of a unit with its passengers, in points."""
    aboard = sum(unit_lookups.unit_points(view, each) for each in view.cargo_of(unit.id))
    return float(unit_lookups.unit_points(view, unit) + aboard)


@lru_cache(maxsize=4096)
def expected_net_hits(dice: int, least: int, red: int) -> float:
    """The net hits to expect."""
    return float(
        dice_odds.expected_hits(dice_odds.net_hit_odds(DiceSet(dice, least), DiceSet(red, 5)))
    )


@lru_cache(maxsize=512)
def distances_to_goals(field: GameBoard, way: MovementClass, goal: Hex) -> dict[Hex, int]:
    """The thirds of MP from every hex of a board to a goal, enemies left out.

    Dijkstra's algorithm from the goal backwards, at the price of the steps towards it.
    """
    found = {goal: 0}
    queue = [(0, goal)]
    while queue:
        away, at = heapq.heappop(queue)
        if away > found[at]:
            continue
        for step in field.steps_from(way, at):
            back = field.step_to(way, step.to, at)
            if back is not None and away + back.cost < found.get(step.to, FAR):
                found[step.to] = away + back.cost
                heapq.heappush(queue, (found[step.to], step.to))
    return found


place_evaluator = cache_last_evaluators(PlaceEvaluator, DEFAULT_SIGHT)
"""A side's look at a position, the same for all options weighed in it."""
