"""AI values of moves: advances, fire and movement, charges."""

from __future__ import annotations

from engine.games.tide import action_phase, assault_strength, move_steps
from engine.games.tide.ai import expected_losses
from engine.games.tide.ai.place_value import BestPlace, PlaceEvaluator
from engine.games.tide.attack_declaration import AttackOccasion
from engine.games.tide.move_execution import Step
from engine.games.tide.move_steps import Go
from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex

HALF = 0.5  # of what fire promises that is made on the move
CROUCHES = 0.8  # of the danger that a position takes away
RIDES = 0.6  # what it is worth to go on in a vehicle
CLEARS = 0.4
NEVER = -9.0


def advance_order_value(eye: PlaceEvaluator, unit: Unit) -> float:
    """The best place a unit comes to by a move."""
    if unit.inside:
        return _getting_off(eye, unit)
    return max(eye.best_place(unit).gain, _in_hex(eye, unit)) - eye.weights["lazy"]


def _in_hex(eye: PlaceEvaluator, unit: Unit) -> float:
    """The best that a unit may do without leaving its hex: take cover, board a vehicle."""
    found = move_steps.possible_steps(
        eye.view, move_steps.MoveInProgress(unit.id, move_steps.ADVANCE, (unit.at,))
    )
    return max((_here(eye, unit, go) for go in found if go.to == unit.at), default=NEVER)


def move_and_fire_value(eye: PlaceEvaluator, unit: Unit) -> float:
    """A move to the best place to fire from, and the fire from there at half."""
    found = eye.best_place(unit, move_steps.FIRE_AND_MOVE, fire=HALF)
    gain = found.gain + HALF * eye.best_attack_value(unit, unit.at)
    return gain - eye.weights["lazy"] if found.way else NEVER


def fire_and_move_value(eye: PlaceEvaluator, unit: Unit) -> float:
    """An attack at half, and a move."""
    call, gain = (
        action_phase.attack_opportunity(unit, AttackOccasion.MOVING),
        eye.best_place(unit, move_steps.FIRE_AND_MOVE).gain,
    )
    if gain <= 0:
        return NEVER
    fire = eye.weights["fires"] * expected_losses.best_attack(eye.view, unit.id, call)
    return fire + gain - eye.weights["lazy"]


def charge_value(eye: PlaceEvaluator, unit: Unit) -> float:
    """The best assault a squad comes to by its move."""
    best = max((worth for _, worth in assault_hexes(eye, unit)), default=NEVER)
    return best * eye.weights["storms"] if best > 0 else best


def assault_hexes(
    eye: PlaceEvaluator, unit: Unit, left: int | None = None
) -> list[tuple[Hex, float]]:
    """The hexes from which a squad may assault, with the best assault from each."""
    view, found = eye.view, eye.reach(unit, move_steps.ASSAULT, left)
    worths: dict[Hex, float] = {}
    result = []
    for at, arrival in found.arrivals.items() if found else ():
        if arrival.crowded or (at != unit.at and view.has_work(at, "wire")):
            continue
        for goal in assault_strength.assault_targets(view, unit._replace(at=at)):
            if goal not in worths:
                joined = expected_losses.best_assault_supporters(view, unit.id, goal)
                worths[goal] = expected_losses.expected_assault_gain(view, unit.id, joined, goal)
            result.append((at, worths[goal]))
    return result


# --- steps ----------------------------------------------------------------------------------------


def step_value(eye: PlaceEvaluator, asked: Step, option: Go | None) -> float:
    """The next hex of the way to where the unit wants to be."""
    view, unit = eye.view, eye.view.units[asked.unit]
    plan = _plan(eye, unit, asked)
    if option is None:
        return 0.05
    if asked.walk.manner == move_steps.ASSAULT and plan.gain > 0:
        return _towards_storm(plan, unit, option)
    if option.how == move_steps.LEAVE and len(asked.walk.path) > 1:
        return NEVER  # a position it has entered on this very move
    if option.to == unit.at:
        return _here(eye, unit, option)
    if option.how == move_steps.EXIT:
        return eye.nearness(unit, unit.at)
    if option.how == move_steps.OVERRUN:
        return _worth_of_overrun(view, option.to)
    if option.how == move_steps.CLEAR:
        return CLEARS
    if not plan.way:
        if not move_steps.may_stay_in_hex(view, unit, option.to):
            return NEVER
        return (
            eye.place_value(unit, option.to) - eye.place_value(unit, unit.at) - eye.weights["lazy"]
        )
    return 1.0 + plan.gain if option.to == plan.way[0] else NEVER


def _towards_storm(plan: BestPlace, unit: Unit, option: Go) -> float:
    """Straight to the hex from which a squad assaults, and no step further."""
    to = plan.way[0] if plan.way else None
    is_on_its_way = option.to == to or (option.how == move_steps.LEAVE and to is not None)
    return 1.0 + plan.gain if is_on_its_way else NEVER


def _plan(eye: PlaceEvaluator, unit: Unit, asked: Step) -> BestPlace:
    """Return the place a unit under way wants to reach, by its kind of move."""
    manner = asked.walk.manner
    if manner != move_steps.ASSAULT:
        fire = HALF if manner == move_steps.FIRE_AND_MOVE else 0.0
        return eye.best_place(unit, manner, asked.left, fire)
    found = assault_hexes(eye, unit, asked.left)
    if not found:
        return eye.best_place(unit, manner, asked.left)
    best = max(worth for _, worth in found)
    at = min(
        (at for at, worth in found if worth == best), key=lambda at: _cost(eye, unit, asked, at)
    )
    way = eye.way(unit, at, manner, asked.left)
    return BestPlace(best if way or at == unit.at else 0.0, at, way)


def _cost(eye: PlaceEvaluator, unit: Unit, asked: Step, at: Hex) -> tuple[float, Hex]:
    found = eye.reach(unit, asked.walk.manner, asked.left)
    assert found is not None
    return float(found.arrivals[at].cost), at


def _here(eye: PlaceEvaluator, unit: Unit, go: Go) -> float:
    """Return the value of an act in the unit's own hex: a position, a vehicle, wire."""
    if go.how == move_steps.ENTER:
        return CROUCHES * eye.fire_danger(unit, unit.at) + 0.2
    if go.how == move_steps.LEAVE:
        return eye.best_place(unit).gain - eye.weights["lazy"]
    if go.how == move_steps.GET_OFF:
        return _getting_off(eye, unit)
    if go.how == move_steps.BOARD:
        return _boarding(eye, unit, go.what)
    return CLEARS


def _getting_off(eye: PlaceEvaluator, unit: Unit) -> float:
    """Passengers get off where the fight is: where they may fire, or are wanted."""
    wanted = eye.nearness(unit, unit.at) - max(eye.best_place(unit).gain, 0.0) * 0.1
    return eye.best_attack_value(unit, unit.at) + 0.2 * wanted - RIDES


def _boarding(eye: PlaceEvaluator, unit: Unit, carrier: str) -> float:
    """A ride is worth it far from the fight, in a vehicle that may still drive this round."""
    view = eye.view
    vehicle = view.units[carrier]
    if not vehicle.is_fresh or eye.best_attack_value(unit, unit.at) > 0:
        return NEVER
    ride = eye.best_place(vehicle).gain
    walk = 0.0 if view.type_of(unit).is_towed else eye.best_place(unit).gain
    return 0.5 * ride - walk


def _worth_of_overrun(view: State, at: Hex) -> float:
    """Squads in the open are pinned."""
    open_ = [unit for unit in view.units_at(at) if unit.is_squad and not unit.position]
    return sum(0.35 for unit in open_ if unit.is_steady) * 4 - 1.0
