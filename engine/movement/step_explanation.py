"""The cost of a step in words: "Open ground 1 + Stream 2 = 3 MP", "Lake: no entry".

A cause is an id: `ground-woods`, `link-road`, `side-stream`, `up-2`, `down-1` (levels), and what
forbids a step without belonging to the terrain: `map-edge`, `no-link` (a march needs one) and
`too-dear`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.map.terrain import load_catalogue
from engine.movement.mobility import (
    CostCause,
    Mobility,
    MovementTerrain,
    Points,
    StepCostPart,
    explain,
)
from engine.texts import localised, text, text_of_count


class StepCostReason(NamedTuple):
    """One part of a step's cost; a cost of None forbids the step."""

    cause: str
    cost: Points | None


def explain_step(
    mobility: Mobility, terrain: MovementTerrain, origin: Hex, to: Hex
) -> tuple[StepCostReason, ...]:
    """Return the reasons for the cost of a step to a neighbour, or its prohibition.

    The costs add up to the cost of the step; it is not possible if one of them is None. Raises
    ValueError for hexes that do not touch. Units in the way are ignored.
    """
    step = explain(mobility, terrain, origin, terrain.grid.direction(origin, to))
    if needs_link(mobility) and step.parts[0].cause is CostCause.GROUND:
        return (StepCostReason("no-link", None),)
    reasons = tuple(_reason(part) for part in step.parts)
    if step.cost is None and total_cost(reasons) is not None:
        return (*reasons, StepCostReason("too-dear", None))
    return reasons


def total_cost(reasons: Sequence[StepCostReason]) -> Points | None:
    """The MP that reasons add up to; None where one of them forbids the step."""
    costs = [reason.cost for reason in reasons if reason.cost is not None]
    if len(costs) < len(reasons):
        return None
    whole = sum(costs)
    return int(whole) if whole == int(whole) else whole


def needs_link(mobility: Mobility) -> bool:
    """Return True if a class cannot move across country, as on the march (tank V2)."""
    return mobility.other_ground is None and not any(mobility.ground.values())


# --- in words -------------------------------------------------------------------------------------


def cause_name(cause: str, language: str | None = None) -> str:
    """Return the name of a cause: kind of terrain, levels climbed, edge of the map."""
    what, _, which = cause.partition("-")
    if what in (CostCause.GROUND, CostCause.LINK, CostCause.SIDE):
        return localised(load_catalogue().name(which), language)
    if what in (CostCause.UP, CostCause.DOWN):
        return text_of_count("moves.levels-" + what, which, language)
    return text(f"moves.{cause}", language)


def reason_text(reason: StepCostReason, language: str | None = None) -> str:
    """A part with its cost, or why it forbids the step: "Stream 2", "Lake: no entry"."""
    name, what = cause_name(reason.cause, language), reason.cause.partition("-")[0]
    if reason.cost is not None:
        return text("moves.part", language, name=name, cost=reason.cost)
    if what in (CostCause.GROUND, CostCause.SIDE, CostCause.UP, CostCause.DOWN):
        return text(f"moves.forbidden-{what}", language, name=name)
    return name


def step_text(reasons: Sequence[StepCostReason], language: str | None = None) -> str:
    """A whole step: what it costs with its parts, or all that forbids it."""
    cost = total_cost(reasons)
    if cost is None:
        forbidding = (reason for reason in reasons if reason.cost is None)
        said = (reason_text(reason, language) for reason in forbidding)
        return text("moves.and", language).join(said)
    if len(reasons) == 1:
        name = cause_name(reasons[0].cause, language)
        return text("moves.simple", language, name=name, cost=cost)
    parts = " + ".join(reason_text(reason, language) for reason in reasons)
    return text("moves.sum", language, parts=parts, cost=cost)


def _reason(part: StepCostPart) -> StepCostReason:
    return StepCostReason(f"{part.cause}-{part.kind}" if part.kind else str(part.cause), part.cost)
