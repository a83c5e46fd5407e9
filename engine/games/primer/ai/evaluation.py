"""The evaluation of a primer position: points, army value, nearness to cities."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.primer.ai.written_order_advice import unit_values
from engine.games.primer.state import State
from engine.games.primer.victory import victory_points
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import Weights

BESIDE = 8
"""Hexes from a city beyond which an attacker does not press on it."""
POINTS, MONEY = 10.0, 10.0
"""Points, and value of units, that are counted as one."""


def position_advantages(state: State, side: str, weights: Weights) -> Mapping[str, float]:
    """Return a side's lead over the enemy, by the weight each part is counted with.

    The cities the defender begins with are points that the attacker still has time to take: they
    count for no side early on, and for their holder in the last turn.
    """
    late = min(1.0, state.turn / max(state.aims.turns, 1))
    sign = 1 if side == state.attacker else -1
    lead = victory_points(state, state.attacker) - victory_points(state, state.defender)
    begun = (1 - late) * _first_lead(state)
    force = _army(state, state.attacker, weights) - _army(state, state.defender, weights)
    return {
        "points": sign * (0.25 + late) * (lead - begun) / POINTS,
        "units": sign * force,
        "units_late": -sign * late * force,
        "held": sign * _balance(state),
        "pressing": sign * (1 - late) * _pressing(state),
    }


def _first_lead(state: State) -> int:
    """By how many points of cities the attacker was ahead at the beginning."""
    first = state.aims.first_holders
    return sum(
        city.points if first[city.id] == state.attacker else -city.points
        for city in state.aims.objectives
        if first[city.id]
    )


def _army(state: State, side: str, weights: Weights) -> float:
    """Return the value of a side's units; weakened ones count less."""
    own = state.units_of(side)
    beaten = [unit for unit in own if unit.weakened]
    return (unit_values(state, own) - weights["marked"] * unit_values(state, beaten)) / MONEY


def _balance(state: State) -> int:
    """Return how many cities more the attacker holds than the defender."""
    holders = state.holders.values()
    return sum((who == state.attacker) - (who == state.defender) for who in holders)


def _pressing(state: State) -> float:
    """The attacker's units by what they are worth and how near they are to a city to be taken."""
    wanted = [
        at
        for city, hexes in state.aims.objective_hexes.items()
        if state.holders[city] == state.defender
        for at in hexes
    ]
    if not wanted:
        return 0.0
    own = state.units_of(state.attacker)
    return sum(_nearness(unit.at, wanted) * unit_values(state, [unit]) for unit in own) / MONEY


def _nearness(at: Hex, wanted: list[Hex]) -> float:
    return max(0.0, 1 - min(distance(at, city) for city in wanted) / BESIDE)
