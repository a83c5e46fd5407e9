"""What op fire at movers promises, from where a unit waits or is set up (OF, U7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.games.tide import firepower
from engine.games.tide.face.eye import DEADLY, PlaceEvaluator
from engine.games.tide.state import Unit


def worth_of_covering(eye: PlaceEvaluator, unit: Unit) -> float:
    """What a unit's op fire may be expected to cost the enemies on their ways.

    It fires at one of them, once; a machine gun at each of them, in every hex he enters (U7).
    """
    types = firepower.weapons(eye.view, unit)
    add: Callable[[Iterable[float]], float] = sum if any(t.has("rapid") for t in types) else max
    costs = [
        course.worth
        * min(add(eye.hits_on_mover(unit, course.foe, at) for at in course.path), DEADLY)
        for course in eye.courses
    ]
    return add(costs) / DEADLY if costs else 0.0
