"""Values of an automatic player for the Kriegspiel: volleys, charges, wagons (E5)."""

from __future__ import annotations

from typing import Any

from engine.games.littlewars.ai import option_value as ai_option_value
from engine.games.littlewars.altered_terrain import EARTHWORKS
from engine.games.littlewars.kriegspiel import charge_losses, charge_resolution
from engine.games.littlewars.kriegspiel.charge_planning import (
    PlannedCharge,
    order_of_charged_foot,
    plan_charge,
)
from engine.games.littlewars.kriegspiel.formation_changes import CHARGE
from engine.games.littlewars.kriegspiel.rifle_volleys import Volley, VolleyOrder
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.supply import HORSES, NOTHING, Feed
from engine.games.littlewars.kriegspiel.unit_lookups import is_horse
from engine.games.littlewars.orders import LIMBER, ActionOrder, GunOrder
from engine.games.littlewars.state import State
from engine.games.littlewars.transport import option_value as transport_option_value
from engine.games.littlewars.transport.transport_orders import DEEDS as CARRYING_DEEDS
from engine.play.ai_support import Weights
from engine.play.decisions import Answer, Decision
from engine.tabletop.shapes import FOOT, Point

VOLLEY_REACH = 12 * FOOT
"""Beyond this a volley seldom hits."""


def kriegspiel_option_value(
    view: State,
    decision: Decision[State, Any],
    option: Answer,
    weights: Weights = ai_option_value.DEFAULT_SIGHT,
) -> float:
    """Return the gain that the deciding side expects of an option."""
    match option:
        case VolleyOrder():
            return _volley(view, option)
        case ActionOrder():
            return _order(view, decision.side, option)
        case GunOrder(deed) if deed == LIMBER:
            return _limber(view, decision.side, option.gun)
        case str() if isinstance(decision, Feed):
            return {HORSES: -1.0, NOTHING: -5.0}.get(option, 1.0)
        case None if isinstance(decision, Volley):
            return 0.0
    return ai_option_value.option_value(view, decision, option, weights)


def _volley(view: State, order: VolleyOrder) -> float:
    middle, target = view.figures[order.figures[2]], view.figures[order.target]
    return 1 - _apart(middle.at, target.at) / VOLLEY_REACH


def _order(view: State, side: str, order: ActionOrder) -> float:
    if order.deed == CHARGE:
        return _charge(view, side, order)
    if order.deed in CARRYING_DEEDS:
        return transport_option_value.transport_order_value(view, side, order)
    return -0.5 if order.deed in EARTHWORKS or order.deed == "mine" else -1.0


def _charge(view: State, side: str, order: ActionOrder) -> float:
    """Return the enemy's losses in a charge, less those of the charging side."""
    came = plan_charge(view, side, order)
    if came is None or not came.met:
        return 3.0 if came is not None else -1.0
    foes = [view.figures[id_] for id_ in came.met]
    if is_horse(view, foes[0]):
        return _charge_on_horse(view, came)
    lost = charge_losses.foot_charge_losses(
        charts_of(view), order_of_charged_foot(view, foes), len(came.riders), len(foes), came.came
    )
    return lost.foot - 1.5 * lost.horse


def _charge_on_horse(view: State, came: PlannedCharge) -> float:
    """Return the losses of standing horse (K7.1), or half the charge's surplus (K7.2, K7.3)."""
    if charge_resolution.is_unready(view, came.met):
        return float(charge_losses.losses_of_unready(len(came.riders), len(came.met)).dead)
    contours = charge_resolution.contours_down(view, came)
    return (charge_losses.downhill_strength(len(came.riders), contours) - len(came.met)) / 2


def _limber(view: State, side: str, gun_id: str) -> float:
    """Return the value of limbering: unlimber near the enemy, limber far away."""
    gun = view.guns[gun_id]
    foes = view.fit_figures(view.enemy_of(side))
    near = bool(foes) and min(_apart(gun.at, foe.at) for foe in foes) < 12 * FOOT
    return 0.1 if gun.limbered == near else -0.2


def _apart(one: Point, other: Point) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)
