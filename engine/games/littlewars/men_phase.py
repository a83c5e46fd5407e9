"""The men of a side move, surrender, or are done; after them contacts are mêlées (L5, L6, L15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.games.littlewars import melees, men_movement, move_suggestions, orders, prisoners
from engine.games.littlewars.events import ContactMade, GaveIn, MenMoved, PhaseBegan
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.proximity import figures_by_ids
from engine.games.littlewars.state import Phase, State, WarGame
from engine.play.decisions import AcceptedAnswer, Answer, Decision, Procedure, ask

DONE = MenOrder(orders.DONE)
GIVE_IN = MenOrder(orders.GIVE_IN)


@dataclass(frozen=True, slots=True)
class MoveMen(Decision[State, Any]):
    """The next order to figures: go, form up, surrender, or end the move (L6, G8)."""

    is_open: ClassVar[bool] = True

    def options(self, state: State) -> Sequence[Any]:
        return [
            *move_suggestions.suggest_moves(state, self.side),
            *state.customs.orders(state, self.side),
            DONE,
        ]

    def accepts(self, state: State, answer: Answer) -> AcceptedAnswer[Any] | None:
        more = state.customs.reads(state, self.side, answer)
        if more is not None:
            return AcceptedAnswer(more)
        order = orders.read_answer(MenOrder, answer)
        return (
            AcceptedAnswer(order)
            if order is not None and may_order(state, self.side, order)
            else None
        )


def may_order(state: State, side: str, order: MenOrder) -> bool:
    """Return whether a side may give an order now."""
    match order.deed:
        case orders.DONE | orders.GIVE_IN:
            return order in (DONE, GIVE_IN)
        case orders.SURRENDER:
            group = figures_by_ids(state, order.figures)
            is_whole = len(group) == len(set(order.figures)) == len(order.figures)
            is_own = all(each.side == side for each in group)
            return is_whole and is_own and prisoners.may_surrender(state, group)
    return men_movement.is_move_order_allowed(state, side, order)


def men_activity(game: WarGame) -> Procedure[None]:
    """One order to men (E4)."""
    side = game.state.active
    if not men_movement.movable_figures(game.state, side) and not game.state.customs.orders(
        game.state, side
    ):
        game.emit(PhaseBegan(Phase.MELEE, side))
        return
    order = yield from ask(MoveMen(side))
    if not isinstance(order, MenOrder):
        assert game.state.customs.carry_out is not None
        yield from game.state.customs.carry_out(game, order)
        return
    match order.deed:
        case orders.DONE:
            game.emit(PhaseBegan(Phase.MELEE, side))
        case orders.GIVE_IN:
            game.emit(GaveIn(side))
        case orders.SURRENDER:
            yield from prisoners.surrender(game, side, order.figures)
        case _:
            move_men(game, side, order)


def move_men(game: WarGame, side: str, order: MenOrder) -> None:
    """Figures go; those who come into contact stop there until the move ends (L6.5)."""
    before = set(melees.find_contacts(game.state))
    plan = men_movement.plan_movement(game.state, side, order)
    stayed = tuple(march.id for march in plan.stayed)
    game.emit(MenMoved(side, order.deed, plan.moved, stayed))
    game.state.customs.passed(game, [(id_, path) for id_, path, _ in plan.moved])
    pairs = tuple(pair for pair in melees.find_contacts(game.state) if pair not in before)
    if pairs:
        game.emit(ContactMade(pairs))
