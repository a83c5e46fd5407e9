"""What an answer leads to, before it is given: attacks and moves by the rules, exactly.

The figures are those the fight is then settled with, as far as the side that asks can know: who
sees the attackers from where it is not seen itself, it does not know (P14).
"""

from __future__ import annotations

from typing import Any

from engine.games.primer import execution, memo
from engine.games.primer.execution import JudgeOrder
from engine.games.primer.face import going, outlook
from engine.games.primer.face.expectation import chance_of_sum, loser_of, results, win
from engine.games.primer.face.foresight import Combat, Correction, FightingStack
from engine.games.primer.face.lookups import result_cell
from engine.games.primer.memo import GiveOrder
from engine.games.primer.state import OrderKind, State, Unit
from engine.games.primer.strength import odds, strength
from engine.hexes.hex import Hex
from engine.play.asks import Answer, Decision
from engine.play.forecast import Forecast, MoveStep, ReachableArea
from engine.play.outlook import Chance, DiceOutcome


def forecast(view: State, decision: Decision[State, Any], option: Answer) -> Forecast | None:
    """What an option leads to, as any screen can show it."""
    told = forecast_attack(view, decision, option)
    return outlook.combat_blocks(view, told) if isinstance(told, Combat) else told


def forecast_attack(
    view: State, decision: Decision[State, Any], option: Answer
) -> Combat | ReachableArea | MoveStep | None:
    """What an option leads to; None where there is nothing to foresee."""
    match decision:
        case memo.Step() if option is not None:
            return going.step(view, decision, option)
        case GiveOrder():
            return _order(view, decision, option)
        case JudgeOrder(order=number):
            return _judge(view, number)
    return None


def _order(view: State, decision: GiveOrder, order: memo.Order) -> Combat | ReachableArea | None:
    units = units_ordered(view, order)
    if order.kind in (memo.MOVE, memo.MOVE_TOGETHER):
        return going.reachable(view, units, order.kind)
    if order.kind in (memo.ATTACK, memo.ATTACK_TOGETHER):
        assert order.at is not None
        return combat(view, decision.side, (*units_ordered_onto(view, order.at), *units), order.at)
    return None


def _judge(view: State, number: int) -> Combat | None:
    """The fight an order leads to, with all that are ordered onto the same hex (P13)."""
    order = view.order(number)
    if order.kind != OrderKind.ATTACK or order.target is None:
        return None
    group = execution.orders_joined(view, order)
    units = tuple(unit for entry in group for unit in view.alive(entry.units))
    return combat(view, view.active, units, order.target) if units else None


def units_ordered(view: State, order: memo.Order) -> tuple[str, ...]:
    """The units an order of the list is to."""
    if order.kind in (memo.ATTACK_TOGETHER, memo.MOVE_TOGETHER):
        return memo.together(view, view.units[order.unit])
    return (order.unit,)


def units_ordered_onto(view: State, at: Hex) -> tuple[str, ...]:
    """The units that the memo so far orders to attack a hex, without those the umpire took off."""
    orders = (entry for entry in view.memo if entry.kind == OrderKind.ATTACK)
    onto = (entry for entry in orders if entry.target == at)
    return tuple(unit for entry in onto for unit in view.alive(entry.units))


# --- attacks -------------------------------------------------------------------------------------


def combat(view: State, side: str, units: tuple[str, ...], at: Hex) -> Combat:
    """Units attack a hex together (P13–P17); where nobody is seen in it nothing can be foreseen."""
    found = odds(view, side, units, at)
    attackers = [view.units[unit] for unit in units]
    stacks = _stacks(view, attackers)
    corrections = tuple(_corrections(view, found.base, found.attack - found.bonus, found.bonus))
    defenders = [unit for unit in view.units_at(at) if unit.side != side]
    if not defenders:
        return Combat(at, stacks, corrections, found.attack)
    chances = results(
        view.book, found.attack, found.defence,
        loser_of(view.book, all(view.type_of(unit).ranged for unit in attackers)),
        view.type_of(defenders[0]).ranged,
    )  # fmt: skip
    return Combat(
        at, stacks, corrections, found.attack, _stacks(view, defenders), found.defence,
        _throws(view, found.difference),
        tuple(Chance(word, chance) for word, chance in chances.items()), win(chances),
    )  # fmt: skip


def _stacks(view: State, units: list[Unit]) -> tuple[FightingStack, ...]:
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in units:
        by_hex.setdefault(unit.at, []).append(unit)
    return tuple(
        FightingStack(tuple(unit.id for unit in here), at, strength(view, here),
              any(unit.weakened for unit in here))
        for at, here in by_hex.items()
    )  # fmt: skip


def _corrections(view: State, base: int, raised: int, bonus: int) -> list[Correction]:
    """What is added to the sum of the stacks (P13, P14)."""
    made = []
    if raised != base:
        percent = view.book.choices.joint_percent
        made.append(Correction("together", raised - base, "P13", percent))
    if bonus:
        made.append(Correction("unseen", bonus, "P14"))
    return made


def _throws(view: State, difference: int) -> tuple[DiceOutcome, ...]:
    """A column of the result table, cell by cell (P15)."""
    table = view.book.tables["results"]
    throws = []
    for sum_ in range(2, 13):
        cell = result_cell(view.book, difference, sum_)
        printed = table.cell(sum_, difference)
        assert cell is not None
        assert printed is not None
        throws.append(DiceOutcome(cell, printed, chance_of_sum(sum_)))
    return tuple(throws)
