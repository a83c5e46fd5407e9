"""Dice rolls of tide, with the cells of printed tables that they select."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.games.tide.active_effects import Corrections
from engine.games.tide.card_events import BarrageFell
from engine.games.tide.combat_events import AssaultRolled, AttackRolled, IceTested, MinesWentOff
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.presentation.forecast import RULES, strength_part_text
from engine.games.tide.presentation.name_texts import faces_text, say
from engine.games.tide.state import State
from engine.play.events import Event
from engine.play.forecast_blocks import FigureBlock, PrintedTableCell, correction_block
from engine.play.move_forecast import RollOutcome
from engine.play.translatable_phrases import TranslatablePhrase
from engine.texts import text

SUCCESS = "success"
HOLDS = 2
"""The least face on which the ice holds (X2)."""
Tell = Callable[[State, int, Any], Iterator[RollOutcome]]


def read_rolls(state: State, events: Sequence[Event[Any]]) -> tuple[RollOutcome, ...]:
    """Every roll that events tell of, in order; `state` is any position after them."""
    found: list[RollOutcome] = []
    for number, event in enumerate(events):
        if type(event) in _TELLERS:
            found += _TELLERS[type(event)](state, number, event)
    return tuple(_counted(each) for each in found if each.faces)


def _counted(told: RollOutcome) -> RollOutcome:
    """Faces are counted, not summed (E3)."""
    return told if told.cell is None else replace(told, least=int(told.printed))


def roll_report_text(told: RollOutcome, language: str | None = None) -> str:
    """A roll and the cell it hit."""
    named = {"roll": say(f"roll-{told.purpose}", language), "faces": faces_text(told.faces)}
    if told.cell is None:
        return text("forecast.rolled", language, **named)
    table, row, column = told.cell
    where = {
        "table": say(f"table-{table}", language),
        "row": say(f"dice-{row}", language),
        "column": say(f"band-{column}", language),
    }
    return text("forecast.rolled-cell", language, **where, printed=told.printed, **named)


def _numbers(state: State, found: Corrections) -> tuple[FigureBlock, ...]:
    return tuple(
        correction_block(
            strength_part_text(state, what),
            value,
            RULES.get(what, "RS1" if what in state.units else ""),
        )
        for what, value in found
    )


def _hits(count: int) -> str:
    return "hit" if count else "no-hit"


def _attack(state: State, number: int, told: AttackRolled) -> Iterator[RollOutcome]:
    """The black dice by the band, then the red ones (RS4)."""
    black, red = (
        PrintedTableCell(SUCCESS, "black", told.band),
        PrintedTableCell(SUCCESS, "red", told.band),
    )
    level = TranslatablePhrase.counting("tide-fire.hits", told.hits)
    made = _numbers(state, told.attack)
    yield RollOutcome(
        number, "attack", told.black, black, str(told.least), level, made, (), None,
        _hits(told.hits), told.side,
    )  # fmt: skip
    saved, least = _numbers(state, told.defence), str(state.book.charts.least_red)
    yield RollOutcome(number, "defence", told.red, red, least, None, saved, unit=told.target)


def _assault(state: State, number: int, told: AssaultRolled) -> Iterator[RollOutcome]:
    """Both sides' dice (AS9, AS10)."""
    enemy = state.enemy_of(told.side)
    black, red = (
        PrintedTableCell(SUCCESS, "black", RangeBand.CLOSE),
        PrintedTableCell(SUCCESS, "red", RangeBand.CLOSE),
    )
    least, back = (str(each) for each in told.least)
    yield RollOutcome(
        number, "attack", told.black, black, least,
        TranslatablePhrase.counting("tide-fire.hits", told.hits),
        _numbers(state, told.attack), (), None, _hits(told.hits), told.side,
    )  # fmt: skip
    saved = str(state.book.charts.least_red)
    cover = _numbers(state, told.cover)
    yield RollOutcome(number, "defence", told.red, red, saved, None, cover, side=enemy)
    yield RollOutcome(
        number, "assault-defence", told.back, black, back,
        TranslatablePhrase.counting("tide-fire.hits", told.hits_back),
        _numbers(state, told.defence), (), None,
        _hits(told.hits_back), enemy,
    )  # fmt: skip


def _mines(state: State, number: int, told: MinesWentOff) -> Iterator[RollOutcome]:
    least = state.book.charts.least(RangeBand.CLOSE)
    result = _hits(told.hits)
    yield RollOutcome(number, "mine", told.dice, result=result, unit=told.unit, least=least)


def _ice(state: State, number: int, told: IceTested) -> Iterator[RollOutcome]:
    result = "no-hit" if told.holds else "destroyed"
    yield RollOutcome(number, "ice", (told.die,), result=result, unit=told.unit, least=HOLDS)


def _barrage(state: State, number: int, told: BarrageFell) -> Iterator[RollOutcome]:
    """Yield the rolls for a barrage's scatter and direction (D7)."""
    if told.die:
        yield RollOutcome(number, "scatter", (told.die,), side=told.side)
    if told.direction:
        yield RollOutcome(number, "scatter-direction", (told.direction,), side=told.side)


_TELLERS: Mapping[type[Event[Any]], Tell] = {
    AttackRolled: _attack,
    AssaultRolled: _assault,
    MinesWentOff: _mines,
    IceTested: _ice,
    BarrageFell: _barrage,
}
