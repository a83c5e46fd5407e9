"""Forecasts of the primer: what attacks and moves lead to, exactly by the rules (P13–P17).

The figures are those the fight is settled with, as far as the side that asks can know: it does not
know who sees the attackers from where it is not seen itself (P14).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from engine.games.primer import memo, memo_execution
from engine.games.primer.fight_strength import combat_strength, compare_strengths
from engine.games.primer.memo import GiveOrder
from engine.games.primer.memo_execution import JudgeOrder
from engine.games.primer.presentation import reachable_areas
from engine.games.primer.presentation.fight_odds import (
    chance_of_sum,
    lost_attack_rule,
    result_odds,
    win_chance,
)
from engine.games.primer.presentation.roll_reports import result_cell
from engine.games.primer.presentation.sentences import group_name
from engine.games.primer.state import OrderKind, State, Unit
from engine.hexes.hex import Hex
from engine.narration.number_format import with_sign
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import (
    NEVER,
    Block,
    CalculationBlock,
    DiceOutcome,
    DiceOutcomes,
    FigureBlock,
    OutcomeForecast,
    ResultChance,
    ResultChances,
    SentenceBlock,
    SentenceTone,
    TargetArrow,
    correction_block,
)
from engine.play.move_forecast import Forecast, MoveStep, ReachableArea
from engine.play.translatable_phrases import (
    COMMA,
    NamedTerm,
    NamedTermList,
    Saying,
    TranslatablePhrase,
    Value,
    unit_name_term,
)
from engine.texts import in_each_language


class StrengthCorrection(NamedTuple):
    """A correction of an attack's strength; `amount` is the percentage of a joint one.

    Rules P13 and P14.
    """

    cause: str
    value: int
    rule: str
    amount: int = 0


class FightingStack(NamedTuple):
    """Units that fight together out of one hex, or in the one attacked, and their strength."""

    units: tuple[str, ...]
    at: Hex
    strength: int
    is_halved: bool = False


@dataclass(frozen=True, slots=True)
class CombatForecast:
    """An attack on a hex that is settled by comparing strengths.

    The stacks of the attackers and the corrections add up to `attack`. The defenders are those the
    asked side knows of: where it sees none there are no `defenders`, `throws` and `results`.
    `results` lists what may come of it from best to worst for the attacker.
    """

    at: Hex
    attackers: tuple[FightingStack, ...]
    corrections: tuple[StrengthCorrection, ...]
    attack: int
    defenders: tuple[FightingStack, ...] = ()
    defence: int = 0
    throws: tuple[DiceOutcome, ...] = ()
    results: tuple[ResultChance, ...] = ()
    won: Fraction = NEVER


def combat_blocks(view: State, told: CombatForecast) -> OutcomeForecast:
    """The strengths on both sides, the column of the table, what may come of it (P13–P17)."""
    won = TranslatablePhrase.of("primer.outlook-won-note", chance=told.won)
    return OutcomeForecast(
        TranslatablePhrase.of("primer.outlook-combat", hex=told.at),
        tuple(_blocks(told)),
        won if told.throws else None,
        tuple(_lines(view, told)),
        tuple(TargetArrow(stack.at, told.at) for stack in told.attackers),
        ("P13", "P15", "P16"),
    )


def _blocks(told: CombatForecast) -> Iterator[Block]:
    corrections = (
        correction_block(_cause(made), made.value, made.rule) for made in told.corrections
    )
    yield CalculationBlock(
        (*map(_stack, told.attackers), *corrections),
        FigureBlock(TranslatablePhrase.of("primer.outlook-attack"), told.attack),
    )
    if not told.throws:
        yield SentenceBlock(TranslatablePhrase.of("primer.outlook-nobody-seen"), SentenceTone.QUIET)
        return
    defence = FigureBlock(TranslatablePhrase.of("primer.outlook-defence"), told.defence)
    yield CalculationBlock(tuple(map(_stack, told.defenders)), defence)
    cell = told.throws[0].cell
    heads: dict[str, Value] = {"table": NamedTerm("table", cell.table), "column": cell.column}
    yield DiceOutcomes(TranslatablePhrase.of("forecast.column", **heads), told.throws)
    yield ResultChances(tuple(reversed(told.results)))


def _stack(stack: FightingStack) -> FigureBlock:
    units: Saying = unit_name_term(stack.units[0])
    if len(stack.units) > 1:
        units = TranslatablePhrase.of("primer.outlook-so-many", unit=units, count=len(stack.units))
    what = TranslatablePhrase.of("primer.outlook-stack", units=units, hex=stack.at)
    note = TranslatablePhrase.of("primer.outlook-halved") if stack.is_halved else None
    return FigureBlock(what, stack.strength, note=note)


def _cause(made: StrengthCorrection) -> TranslatablePhrase:
    return TranslatablePhrase.of(f"primer.cause-{made.cause}", amount=made.amount)


# --- in a few lines -------------------------------------------------------------------------------


def _lines(view: State, told: CombatForecast) -> Iterator[Saying]:
    if told.throws:
        against: dict[str, Value] = {"defence": told.defence, "column": told.throws[0].cell.column}
        yield TranslatablePhrase.of(
            "primer.foreseen-against", hex=told.at, attack=told.attack, **against
        )
    else:
        yield TranslatablePhrase.of("primer.foreseen-blind", hex=told.at, attack=told.attack)
    yield TranslatablePhrase.of(
        "primer.foreseen-attackers", stacks=_stack_blocks(view, told.attackers)
    )
    for made in told.corrections:
        value = with_sign(made.value)
        yield TranslatablePhrase.of(
            "forecast.correction", cause=_cause(made), value=value, rule=made.rule
        )
    if not told.throws:
        return
    yield TranslatablePhrase.of(
        "primer.foreseen-defenders", stacks=_stack_blocks(view, told.defenders)
    )
    results = (
        TranslatablePhrase.of(
            "forecast.with-chance", what=NamedTerm("result", each.result), chance=each.chance
        )
        for each in told.results
    )
    yield TranslatablePhrase.of("forecast.results", chances=NamedTermList(tuple(results), COMMA))


def _stack_blocks(view: State, stacks: Iterable[FightingStack]) -> NamedTermList:
    return NamedTermList(tuple(_tell_stack(view, stack) for stack in stacks), COMMA)


def _tell_stack(view: State, stack: FightingStack) -> TranslatablePhrase:
    units = in_each_language(lambda language: group_name(view, stack.units, language))
    key = "primer.foreseen-halved" if stack.is_halved else "primer.foreseen-stack"
    return TranslatablePhrase.of(key, units=units, hex=stack.at, strength=stack.strength)


def forecast_option(view: State, decision: Decision[State, Any], option: Answer) -> Forecast | None:
    """Return the forecast of an option, in blocks that any screen can show."""
    told = forecast_attack(view, decision, option)
    return combat_blocks(view, told) if isinstance(told, CombatForecast) else told


def forecast_attack(
    view: State, decision: Decision[State, Any], option: Answer
) -> CombatForecast | ReachableArea | MoveStep | None:
    """Return the forecast of an option; None if there is nothing to forecast."""
    match decision:
        case memo.Step() if option is not None:
            return reachable_areas.step_forecast(view, decision, option)
        case GiveOrder():
            return _order(view, decision, option)
        case JudgeOrder(order=number):
            return _judge(view, number)
    return None


def _order(
    view: State, decision: GiveOrder, order: memo.MemoEntry
) -> CombatForecast | ReachableArea | None:
    units = units_ordered(view, order)
    if order.kind in (memo.MOVE, memo.MOVE_TOGETHER):
        return reachable_areas.reachable_hexes(view, units, order.kind)
    if order.kind in (memo.ATTACK, memo.ATTACK_TOGETHER):
        assert order.at is not None
        return forecast_combat(
            view, decision.side, (*units_ordered_onto(view, order.at), *units), order.at
        )
    return None


def _judge(view: State, number: int) -> CombatForecast | None:
    """The fight an order leads to, with all that are ordered onto the same hex (P13)."""
    order = view.order(number)
    if order.kind != OrderKind.ATTACK or order.target is None:
        return None
    group = memo_execution.orders_joined(view, order)
    units = tuple(unit for entry in group for unit in view.units_on_board(entry.units))
    return forecast_combat(view, view.active, units, order.target) if units else None


def units_ordered(view: State, order: memo.MemoEntry) -> tuple[str, ...]:
    """The units an order of the list is to."""
    if order.kind in (memo.ATTACK_TOGETHER, memo.MOVE_TOGETHER):
        return memo.unordered_units(view, view.units[order.unit])
    return (order.unit,)


def units_ordered_onto(view: State, at: Hex) -> tuple[str, ...]:
    """The units that the memo so far orders to attack a hex, without those the umpire took off."""
    orders = (entry for entry in view.memo if entry.kind == OrderKind.ATTACK)
    onto = (entry for entry in orders if entry.target == at)
    return tuple(unit for entry in onto for unit in view.units_on_board(entry.units))


# --- attacks -------------------------------------------------------------------------------------


def forecast_combat(view: State, side: str, units: tuple[str, ...], at: Hex) -> CombatForecast:
    """Units attack a hex together (P13–P17); without seen defenders there is no forecast."""
    found = compare_strengths(view, side, units, at)
    attackers = [view.units[unit] for unit in units]
    stacks = _stacks(view, attackers)
    corrections = tuple(_corrections(view, found.base, found.attack - found.bonus, found.bonus))
    defenders = [unit for unit in view.units_at(at) if unit.side != side]
    if not defenders:
        return CombatForecast(at, stacks, corrections, found.attack)
    chances = result_odds(
        view.book, found.attack, found.defence,
        lost_attack_rule(view.book, all(view.type_of(unit).ranged for unit in attackers)),
        view.type_of(defenders[0]).ranged,
    )  # fmt: skip
    return CombatForecast(
        at, stacks, corrections, found.attack, _stacks(view, defenders), found.defence,
        _throws(view, found.difference),
        tuple(ResultChance(word, chance) for word, chance in chances.items()), win_chance(chances),
    )  # fmt: skip


def _stacks(view: State, units: list[Unit]) -> tuple[FightingStack, ...]:
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in units:
        by_hex.setdefault(unit.at, []).append(unit)
    return tuple(
        FightingStack(tuple(unit.id for unit in here), at, combat_strength(view, here),
              any(unit.weakened for unit in here))
        for at, here in by_hex.items()
    )  # fmt: skip


def _corrections(view: State, base: int, raised: int, bonus: int) -> list[StrengthCorrection]:
    """Return the corrections of the sum of the stacks (P13, P14)."""
    made = []
    if raised != base:
        percent = view.book.choices.joint_percent
        made.append(StrengthCorrection("together", raised - base, "P13", percent))
    if bonus:
        made.append(StrengthCorrection("unseen", bonus, "P14"))
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
