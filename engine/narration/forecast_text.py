"""Forecasts in a few lines, for a tip, a letter or the clipboard, whichever game they are of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from engine.movement.step_explanation import step_text
from engine.narration.number_format import round_decimal, with_sign
from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    DiceGroups,
    DiceOutcomes,
    FigureBlock,
    ListingBlock,
    OutcomeForecast,
    ResultChance,
    ResultChances,
    SentenceBlock,
    UnitEndState,
    UnitEndStates,
)
from engine.play.game import Game
from engine.play.move_forecast import Forecast, MoveStep, ReachableArea
from engine.play.translatable_phrases import (
    COMMA,
    NamedTerm,
    NamedTermList,
    Saying,
    TranslatablePhrase,
    unit_name_term,
)

NOTHING_HAPPENS = TranslatablePhrase.of("forecast.unchanged")


def forecast_lines(game: Game[Any], told: Forecast, language: str | None = None) -> list[str]:
    """A forecast line by line, what matters most first, causes with their rule numbers."""
    speaker = PhraseRenderer(game, language)
    match told:
        case OutcomeForecast():
            return speaker.lines(told.lines or default_forecast_sentences(told))
        case MoveStep():
            return [step_text(told.reasons, language), *speaker.lines(_of_step(told))]
    return speaker.lines(_of_reach(told))


# --- blocks read out ------------------------------------------------------------------------------


def default_forecast_sentences(told: OutcomeForecast) -> Iterator[Saying]:
    """An outlook as sentences, for games that have none of their own for it."""
    if told.title and told.note is not None:
        yield TranslatablePhrase.of("forecast.noted", title=told.title, note=told.note)
    elif told.title:
        yield told.title
    for block in told.blocks:
        yield from (
            default_forecast_sentences(block)
            if isinstance(block, OutcomeForecast)
            else _block(block)
        )


def _block(block: Block) -> Iterator[Saying]:
    match block:
        case SentenceBlock(words):
            yield words
        case CalculationBlock(numbers, total):
            yield from (figure_text(each) for each in (*numbers, total))
        case DiceGroups(pools):
            yield from (
                TranslatablePhrase.of("forecast.figure", what=p.what, value=p.dice) for p in pools
            )
        case DiceOutcomes(remarks=remarks):
            yield from (remark.words for remark in remarks)
        case ResultChances(chances):
            yield TranslatablePhrase.of(
                "forecast.results", chances=NamedTermList(tuple(map(_chance, chances)), COMMA)
            )
        case UnitEndStates():
            ends = NamedTermList(tuple(_end(end, block.before) for end in block.ends), COMMA)
            yield TranslatablePhrase.of(
                "forecast.figure", what=unit_name_term(block.unit), value=ends
            )
        case ListingBlock(entries=entries):
            yield from (entry.words for entry in entries)


def figure_text(told: FigureBlock) -> TranslatablePhrase:
    """A figure with its rule: "target 2 levels higher: −2 (F3)"."""
    value = figure_value_text(told)
    if told.rule:
        return TranslatablePhrase.of(
            "forecast.correction", cause=told.what, value=value, rule=told.rule
        )
    return TranslatablePhrase.of("forecast.figure", what=told.what, value=value)


def figure_value_text(told: FigureBlock) -> str | Decimal:
    """Return the value of a figure: changes with a sign, averages with decimals."""
    match told.value:
        case Fraction():
            return round_decimal(told.value, 2)
        case int() if told.is_change:
            return with_sign(told.value)
    return str(told.value)


def result_words(told: ResultChance) -> Saying:
    """Return the name of a result."""
    return NamedTerm("result", told.result) if told.words is None else told.words


def final_state_text(told: UnitEndState, before: tuple[str, ...]) -> Saying:
    """Return the end state of a unit in words: unharmed, or all its marks."""
    if told.words is not None:
        return told.words
    if told.marks == before:
        return NOTHING_HAPPENS
    return NamedTermList(tuple(NamedTerm("mark", mark) for mark in told.marks))


def _chance(told: ResultChance) -> TranslatablePhrase:
    return _likely(result_words(told), told)


def _end(told: UnitEndState, before: tuple[str, ...]) -> TranslatablePhrase:
    return _likely(final_state_text(told, before), told)


def _likely(what: Saying, told: ResultChance | UnitEndState) -> TranslatablePhrase:
    return TranslatablePhrase.of("forecast.with-chance", what=what, chance=told.chance)


# --- moves ----------------------------------------------------------------------------------------


def _of_step(told: MoveStep) -> Iterable[Saying]:
    """Return the points left after a step, and the remarks on it."""
    if told.lines:
        return told.lines
    return (movement_left_text(told), *(remark.words for remark in told.remarks))


def movement_left_text(told: MoveStep) -> TranslatablePhrase:
    """The MP that a step leaves, or how many it is short of."""
    key = "forecast.left" if told.left >= 0 else "forecast.short"
    return TranslatablePhrase.of(key, points=f"{abs(told.left)}")


def _of_reach(told: ReachableArea) -> Iterator[Saying]:
    hexes = TranslatablePhrase.counting("forecast.hexes", len(told.arrivals) - 1)
    yield TranslatablePhrase.of("forecast.reachable", points=f"{told.points}", hexes=hexes)
    if told.combats:
        hexes = TranslatablePhrase.counting("forecast.hexes", len(told.combats))
        yield TranslatablePhrase.of("forecast.combats", hexes=hexes)
