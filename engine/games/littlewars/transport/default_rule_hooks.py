"""The customs of Little Wars itself: what a rulebook that adds to it may change."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.littlewars import gun_crews, gun_shots, men_movement, orders
from engine.games.littlewars.orders import ActionOrder
from engine.games.littlewars.state import Figure, Gun, RuleHooks, State, WarGame, is_at_work
from engine.games.littlewars.transport import (
    boarding,
    hidden_boxes,
    railways,
    supply_wagons,
    transport_gestures,
    transport_orders,
)
from engine.play.decisions import Answer, Procedure
from engine.tabletop.shapes import Point


def _serves(state: State, figure: Figure) -> bool:
    """All men serve guns, cavalry too (L7.1), but those at a work."""
    return state.type_of(figure).men and not is_at_work(state, figure.id)


def _may_move(state: State, figure: Figure) -> bool:
    """Return whether a figure may move: not at work, and supplied (L21.4)."""
    return figure.id not in state.war.short and not is_at_work(state, figure.id)


def _gun_may(state: State, gun: Gun, deed: str) -> bool:
    """Guns fire with ammunition at hand alone (L21.4), and do nothing while they are loaded."""
    if state.is_loading(gun.id) or deed == orders.LIMBER:
        return False
    return deed != orders.FIRE or supply_wagons.may_fire(state, gun)


def _reads(state: State, side: str, answer: Answer) -> ActionOrder | None:
    order = transport_orders.read(state, answer)
    if order is None:
        return None
    return None if transport_orders.transport_refusal(state, side, order) else order


def _orders(state: State, side: str) -> Sequence[ActionOrder]:
    return [
        *transport_orders.propose_transport(state, side),
        *railways.propose_repairs(state, side),
    ]


def _carry_out(game: WarGame, order: ActionOrder) -> Procedure[None]:
    transport_orders.carry_out(game, order)
    yield from ()


def _pass_over(game: WarGame, ways: Sequence[tuple[str, tuple[Point, ...]]]) -> None:
    hidden_boxes.reveal_boxes(game)


def _opens(game: WarGame) -> None:
    hidden_boxes.reveal_boxes(game)
    supply_wagons.report_supply_shortage(game)


def _closes(game: WarGame) -> None:
    boarding.carry_on(game)
    railways.continue_railway_work(game)


LITTLE_WARS = RuleHooks(
    allowance=men_movement.figure_allowance,
    may_move=_may_move,
    shoot=gun_shots.fire_shot,
    serves=_serves,
    gun_reach=gun_crews.gun_allowance,
    gun_may=_gun_may,
    orders=_orders,
    reads=_reads,
    carry_out=_carry_out,
    passed=_pass_over,
    opens=_opens,
    closes=_closes,
    pointed=transport_gestures.preview_gesture,
    manners=transport_gestures.possible_gestures,
)
