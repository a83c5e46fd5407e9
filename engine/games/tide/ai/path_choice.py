"""The ways a unit may go, each judged by its end, the most hopeful first."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from typing import Any

from engine.games.tide import action_phase, move_execution, move_steps
from engine.games.tide.action_phase import Act, Order
from engine.games.tide.ai import expected_losses
from engine.games.tide.ai.move_value import HALF
from engine.games.tide.ai.place_value import PlaceEvaluator, place_evaluator
from engine.games.tide.attack_declaration import AttackOccasion
from engine.games.tide.state import State
from engine.play.ai_support import PathCandidate, Weights
from engine.play.decisions import Answer, Decision

MAXIMUM = 8  # places that are thought of for one unit


def possible_paths(
    view: State, asked: Decision[State, Any], option: Answer, weights: Weights
) -> list[PathCandidate]:
    """Return paths of an advance, fire and movement or a move under way; no assaults."""
    eye = place_evaluator(view, asked.side, weights)
    return sorted(_ways(eye, asked, option), key=lambda way: (-way.gain, way.path))


def _ways(
    eye: PlaceEvaluator, asked: Decision[State, Any], option: Answer
) -> Iterator[PathCandidate]:
    match asked, option:
        case Act(), Order(unit, action_phase.ADVANCE):
            return _to_places(eye, unit, move_steps.ADVANCE)
        case Act(), Order(unit, action_phase.MOVE_FIRE):
            shot = HALF * eye.best_attack_value(eye.view.units[unit], eye.view.units[unit].at)
            return _to_places(eye, unit, move_steps.FIRE_AND_MOVE, fire=HALF, before=shot)
        case Act(), Order(unit, action_phase.FIRE_MOVE):
            call = action_phase.attack_opportunity(eye.view.units[unit], AttackOccasion.MOVING)
            shot = eye.weights["fires"] * expected_losses.best_attack(eye.view, unit, call)
            return _to_places(eye, unit, move_steps.FIRE_AND_MOVE, before=shot)
        case move_execution.Step(unit=unit, walk=walk, left=left), _ if (
            walk.manner != move_steps.ASSAULT
        ):
            fire = HALF if walk.manner == move_steps.FIRE_AND_MOVE else 0.0
            return _to_places(eye, unit, walk.manner, left, fire)
    return iter(())


def _to_places(
    eye: PlaceEvaluator,
    mover: str,
    manner: str,
    left: int | None = None,
    fire: float = 0.0,
    before: float = 0,
) -> Iterator[PathCandidate]:
    """The ways to the best hexes where a unit may stand, with what its fire is worth."""
    unit = eye.view.units[mover]
    if unit.inside:
        return
    gains = eye.gains(unit, manner, left, fire)
    for at, gain in nlargest(MAXIMUM, gains, key=lambda place: (place[1], place[0])):
        path = eye.way(unit, at, manner, left)
        yield PathCandidate(path, gain + before - eye.weights["lazy"], unit.at)
