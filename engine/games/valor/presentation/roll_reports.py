"""Dice rolls of valor, with the cells of printed tables that they select."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.games.valor.combat_events import (
    Abandoned,
    AssaultRolled,
    AttackRolled,
    Corrections,
    HitRolled,
    ImmobilisationRolled,
    PenetrationRolled,
    SurvivalRolled,
)
from engine.games.valor.data import rule_tables
from engine.games.valor.presentation.forecast_parts import RULES
from engine.games.valor.presentation.name_texts import dice_said, key_of, say
from engine.games.valor.state import State
from engine.games.valor.support_events import LaneRolled, MineRolled, RallyRolled, ValorRolled
from engine.play.events import Event
from engine.play.forecast_blocks import FigureBlock, PrintedTableCell, correction_block
from engine.play.move_forecast import RollOutcome
from engine.play.translatable_phrases import TranslatablePhrase
from engine.texts import text


def read_rolls(state: State, events: Sequence[Event[Any]]) -> tuple[RollOutcome, ...]:
    """Every roll that events tell of, in order; `state` is any position after them."""
    found = []
    for number, event in enumerate(events):
        teller = _TELLERS.get(type(event))
        if teller is not None and (told := teller(state, number, event)) is not None:
            found.append(told)
    return tuple(found)


def roll_report_text(told: RollOutcome, language: str | None = None) -> str:
    """A roll and the cell it hit."""
    named = {
        "roll": say(f"roll-{told.purpose}", language),
        "faces": dice_said(told.faces, language),
    }
    if told.cell is None:
        return text("forecast.rolled", language, **named)
    table, row, column = told.cell
    name = say(f"table-{table}", language) if key_of(f"table-{table}") else table
    where = {"table": name, "row": row, "column": column, "printed": told.printed}
    return text("forecast.rolled-cell", language, **where, **named)


# --- attacks --------------------------------------------------------------------------------------


def _changes(found: Corrections) -> tuple[FigureBlock, ...]:
    return tuple(
        correction_block(
            TranslatablePhrase.of(f"valor-fire.correction-{what}"), value, RULES.get(what, "")
        )
        for what, value in found
    )


def _cell(state: State, table: str, row: int | str, column: int | str) -> PrintedTableCell | None:
    heads = state.book.tables[table].matched_heads(row, column)
    return None if heads is None else PrintedTableCell(table, *heads)


def _attack(state: State, number: int, told: AttackRolled) -> RollOutcome:
    """The row of the AP table, at the roll with its corrections (V14.4)."""
    at = min(max(told.roll, rule_tables.MIN_ROLL), rule_tables.MAX_ROLL)
    cell = _cell(state, "AP", told.apfp, at)
    printed = "" if cell is None else state.book.tables["AP"].cell(told.apfp, at) or ""
    changes = _changes(told.corrections)
    return RollOutcome(
        number, "attack", told.dice, cell, printed, None, changes, (), None, str(told.points),
        told.side,
    )  # fmt: skip


def _hit(state: State, number: int, told: HitRolled) -> RollOutcome:
    """The number to hit by weapon and range (V16.2)."""
    result = "hit" if told.hit else "no-hit"
    changes = _changes(told.corrections)
    return RollOutcome(
        number, "hit", told.dice, None, str(told.number), None, changes, result=result
    )


def _penetration(state: State, number: int, told: PenetrationRolled) -> RollOutcome | None:
    """The elimination number of ATFP against armour (V16.3); nothing where none is rolled."""
    if not told.dice:
        return None
    cell = _cell(state, "armour", told.atfp, told.armour)
    return RollOutcome(
        number, "penetration", told.dice, cell, told.number, result=told.result, unit=told.target
    )


def _assault(state: State, number: int, told: AssaultRolled) -> RollOutcome:
    """The Kill number of the odds (V15.5)."""
    cell, changes = _cell(state, "assault", "kill", told.odds), _changes(told.corrections)
    return RollOutcome(
        number, "assault", told.dice, cell, str(told.kill), None, changes, (), None, told.result,
        told.side,
    )  # fmt: skip


def _lane(state: State, number: int, told: LaneRolled) -> RollOutcome:
    """A fire lane on row 1–4, −1 for each marker beyond the first (V13.12)."""
    at = min(max(sum(told.dice) - told.markers + 1, rule_tables.MIN_ROLL), rule_tables.MAX_ROLL)
    cell = _cell(state, "AP", 1, at)
    printed = state.book.tables["AP"].cell(1, at) or ""
    return RollOutcome(number, "fire-lane", told.dice, cell, printed, result=str(told.points))


# --- rolls that no table is for -------------------------------------------------------------------


def _die(purpose: str) -> Callable[[State, int, Any], RollOutcome | None]:
    """One die of a unit; nothing where it was not rolled."""

    def tell(state: State, number: int, told: Any) -> RollOutcome | None:
        if not told.die:
            return None
        return RollOutcome(number, purpose, (told.die,), result=told.result, unit=told.unit)

    return tell


def _dice(purpose: str) -> Callable[[State, int, Any], RollOutcome | None]:
    """Two dice of a unit."""

    def tell(state: State, number: int, told: Any) -> RollOutcome | None:
        printed = str(told.number)
        return RollOutcome(
            number, purpose, told.dice, printed=printed, result=told.result, unit=told.unit
        )

    return tell


_TELLERS: Mapping[type[Event[Any]], Callable[[State, int, Any], RollOutcome | None]] = {
    AttackRolled: _attack,
    HitRolled: _hit,
    PenetrationRolled: _penetration,
    AssaultRolled: _assault,
    LaneRolled: _lane,
    Abandoned: _die("abandonment"),
    SurvivalRolled: _die("survival"),
    ImmobilisationRolled: _die("immobilisation"),
    MineRolled: _die("mine"),
    RallyRolled: _dice("rally"),
    ValorRolled: _dice("valor"),
}
