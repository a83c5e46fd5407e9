"""Rolls of the primer in words, with the cells of the result table that they hit (P15)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.primer.data.rulebook import FightOutcome, Rulebook
from engine.games.primer.fight_events import FightResolved
from engine.games.primer.presentation.fight_odds import attack_result, lost_attack_rule
from engine.games.primer.state import State
from engine.play.events import Event
from engine.play.forecast_blocks import PrintedTableCell
from engine.play.move_forecast import RollOutcome
from engine.texts import has_text, text


def roll_report_text(told: RollOutcome, language: str | None = None) -> str:
    """A roll and the cell it hit."""
    faces = "+".join(str(face) for face in told.faces)
    named = {
        "roll": text(f"primer.roll-{told.purpose}", language),
        "faces": text("primer.dice", language, faces=faces, sum=told.sum),
    }
    if told.cell is None:
        return text("forecast.rolled", language, **named)
    key = f"primer.result-{told.printed}"
    printed = text(key, language) if has_text(key) else told.printed
    where = {"row": told.cell.row, "column": told.cell.column}
    return text("primer.rolled-cell", language, printed=printed, **where, **named)


RESULTS = "results"


def result_cell(book: Rulebook, difference: int, sum_: int) -> PrintedTableCell | None:
    """The cell where the sum of the dice and the difference meet; None beside the table."""
    heads = book.tables[RESULTS].matched_heads(sum_, difference)
    return None if heads is None else PrintedTableCell(RESULTS, *heads)


def read_rolls(state: State, events: Sequence[Event[State]]) -> tuple[RollOutcome, ...]:
    """Every roll in the events, in order; `state` is any position after them."""
    return tuple(
        _fight(state, number, event)
        for number, event in enumerate(events)
        if isinstance(event, FightResolved)
    )


def _fight(state: State, number: int, told: FightResolved) -> RollOutcome:
    sum_, table = sum(told.dice), state.book.tables[RESULTS]
    return RollOutcome(
        number,
        "fight",
        told.dice,
        result_cell(state.book, told.difference, sum_),
        table.cell(sum_, told.difference) or "",
        result=fight_result(state, told),
        side=told.side,
    )


def fight_result(state: State, told: FightResolved) -> str:
    """Return the result of a fight, from the attacker's side (P15, P17)."""
    outcome = FightOutcome(told.beaten == told.stronger, told.retreat)
    loser = lost_attack_rule(state.book, all(_is_ranged(state, unit) for unit in told.units))
    is_ranged = any(_is_ranged(state, unit) for unit in told.defenders)
    return attack_result(outcome, told.side == told.stronger, loser, is_ranged)


def _is_ranged(state: State, unit: str) -> bool:
    found = state.known(unit)
    return found is not None and state.type_of(found).ranged
