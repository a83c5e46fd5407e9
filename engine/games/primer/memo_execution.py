"""A memo is carried out (primer P9): order by order, attacks on one hex together (P13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.primer import combat, missile, movement
from engine.games.primer.events import OrderAllowed, OrderBegun, OrderLapsed, OrderRefused
from engine.games.primer.state import MemoOrder, OrderKind, PrimerGame, State
from engine.hexes.hex import distance
from engine.play.decisions import UMPIRE, Decision, Procedure, ask

EXECUTE, REFUSE = "execute", "refuse"


class OrderVerdict(NamedTuple):
    """An attending umpire's verdict on an order: `execute` or `refuse`."""

    word: str


@dataclass(frozen=True, slots=True)
class JudgeOrder(Decision[State, OrderVerdict]):
    """The umpire's decision on an order of the memo, by its number."""

    order: int

    def options(self, state: State) -> list[OrderVerdict]:
        return [OrderVerdict(EXECUTE), OrderVerdict(REFUSE)]


def next_order(state: State) -> MemoOrder | None:
    """The order that is carried out next, by the house rule; None when all have been (P9)."""
    if not state.memo:
        return None
    first = {"attacks_first": OrderKind.ATTACK, "moves_first": OrderKind.MOVE}
    kind = first.get(state.book.choices.execution)
    if kind is None:
        return state.memo[0]
    missiles = [order for order in state.memo if order.kind == OrderKind.MISSILE]
    preferred = [order for order in state.memo if order.kind == kind]
    return [*missiles, *preferred, *state.memo][0]


def carry_out(game: PrimerGame, order: MemoOrder) -> Procedure[None]:
    """Carry out an order with those that join it; an umpire who attends judges each before."""
    group = orders_joined(game.state, order)
    waiting = next((entry for entry in group if not entry.is_allowed), None)
    if game.state.is_attended and waiting is not None:
        yield from _judge(game, waiting)
        return
    match order.kind:
        case OrderKind.ATTACK:
            yield from _attack(game, group)
        case OrderKind.MOVE:
            yield from movement.move(game, order)
        case OrderKind.MISSILE:
            yield from missile.strike(game, order)


def orders_joined(state: State, order: MemoOrder) -> list[MemoOrder]:
    """The orders that are carried out with one: all attacks on the same hex (P13)."""
    if order.kind != OrderKind.ATTACK:
        return [order]
    return [entry for entry in state.memo if _is_same_attack(entry, order)]


def _is_same_attack(entry: MemoOrder, order: MemoOrder) -> bool:
    return entry.kind == order.kind and entry.target == order.target


def _judge(game: PrimerGame, order: MemoOrder) -> Procedure[None]:
    verdict = yield from ask(JudgeOrder(UMPIRE, order.number))
    side = game.state.active
    if OrderVerdict(*verdict).word == EXECUTE:
        game.emit(OrderAllowed(side, order.number))
    else:
        game.emit(OrderRefused(side, order.number, order.units))


def _attack(game: PrimerGame, group: list[MemoOrder]) -> Procedure[None]:
    """All units ordered onto one hex attack it together (P11, P13), as far as it is in reach."""
    side, target = game.state.active, group[0].target
    assert target is not None
    attackers: tuple[str, ...] = ()
    for order in group:
        able = tuple(
            u for u in game.state.units_on_board(order.units) if _reaches(game.state, u, order)
        )
        if able:
            game.emit(OrderBegun(side, order.number, order.kind, able))
        else:
            game.emit(OrderLapsed(side, order.number, order.units, "out-of-reach"))
        attackers = (*attackers, *able)
    if attackers:
        yield from combat.fight_for_hex(game, combat.Attack(side, attackers, target))


def _reaches(state: State, name: str, order: MemoOrder) -> bool:
    unit = state.units[name]
    assert order.target is not None
    return 0 < distance(unit.at, order.target) <= state.type_of(unit).vision
