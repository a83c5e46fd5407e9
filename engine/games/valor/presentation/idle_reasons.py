"""Reasons why a unit may not fire or move now (V5.8, V13.1, V13.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.games.valor import targeting, unit_firepower
from engine.games.valor.fire_phase import Attack
from engine.games.valor.movement_phase import Move
from engine.games.valor.state import State, Unit
from engine.games.valor.targeting import AttackOccasion, AttackOpportunity
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Decision
from engine.play.translatable_phrases import Saying, TranslatablePhrase


def why_idle(view: State, decision: Decision[State, Any], unit: str) -> Saying | None:
    """Return the reason why a unit may not attack or move; None if it may."""
    found = view.units.get(unit)
    if found is None or found.side != decision.side:
        return None
    match decision:
        case Attack() if unit not in decision.options(view) and decision.manner in set(
            AttackOccasion
        ):
            call = AttackOpportunity(
                decision.side, AttackOccasion(decision.manner), decision.movers
            )
            return _say(_against_firing(view, found, call))
        case Move(orders=orders) if unit not in {order.unit for order in orders}:
            return _say(_against_moving(view, found))
    return None


def _say(reasons: Iterable[str]) -> Saying | None:
    first = next(iter(reasons), None)
    return None if first is None else TranslatablePhrase.of(f"valor-fire.idle-{first}")


def _against_firing(view: State, unit: Unit, call: AttackOpportunity) -> Iterator[str]:
    """Yield the obstacles to a unit's attack, the most important first."""
    if unit.pinned:
        yield "pinned"
    if unit.fired:
        yield "fired"
    hexes = targeting.attackable_hexes(view, call)
    near = [
        at for at in hexes if 0 < distance(unit.at, at) <= unit_firepower.longest_range(view, unit)
    ]
    if not near:
        yield "range"
    if not any(view.seeing.sees(unit.at, at) for at in near):
        yield "sight"
    if not any(_bears(view, unit, at) for at in near):
        yield "bears"
    yield "volley"


def _bears(view: State, unit: Unit, at: Hex) -> bool:
    """Return whether a unit can fire into a hex: arcs, weapons, limits of passengers."""
    if not targeting.fires_out(view, unit, at):
        return False
    return unit_firepower.attack_share(view, unit, at) is not None or bool(
        unit_firepower.anti_tank_weapons(view, unit, at)
    )


def _against_moving(view: State, unit: Unit) -> Iterator[str]:
    """Yield the obstacles to a unit's move."""
    for mark in ("pinned", "immobile", "fired", "moved"):
        if getattr(unit, mark):
            yield f"move-{mark}"
    if unit.inside:
        yield "move-aboard"
    yield "move-nowhere"
