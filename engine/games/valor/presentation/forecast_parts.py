"""The parts of a forecast that attacks, assaults and overruns have in common (V24.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.valor import dice_odds
from engine.games.valor.combat_events import Corrections
from engine.games.valor.data import rule_tables
from engine.games.valor.state import State
from engine.play import forecast_blocks
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    DiceOutcome,
    PrintedTableCell,
    ResultChance,
    ResultChances,
)
from engine.play.translatable_phrases import Saying, TranslatablePhrase

RULES = {
    "cover": "V13.4", "sight": "V9.3", "assault-move": "V6.6", "wire": "V19.9",
    "no-cover": "V13.9", "adjacent": "V13.9", "leader": "V13.7", "grenades": "V12.7",
    "shield": "V13.5", "valor": "V22.4",
}  # fmt: skip
"""The rule each correction of a roll comes from."""


def ap_table_row(view: State, apfp: int, modifier: int) -> forecast_blocks.DiceOutcomes:
    """The row of the AP table, throw by throw (V14.4)."""
    table, throws = view.book.tables["AP"], []
    for sum_, chance in dice_odds.THROWS.items():
        rolled = min(max(sum_ + modifier, rule_tables.MIN_ROLL), rule_tables.MAX_ROLL)
        heads = table.matched_heads(apfp, rolled)
        assert heads is not None
        result = str(view.book.charts.casualty_points(apfp, rolled))
        throws.append(DiceOutcome(PrintedTableCell("AP", *heads), result, chance, face=str(sum_)))
    return forecast_blocks.DiceOutcomes(name_phrase("row"), tuple(throws))


def casualty_point_odds(chances: dice_odds.Distribution, what: str) -> ResultChances:
    """Casualty points with their chances, the most first."""
    told = tuple(
        ResultChance(
            str(points),
            chances[points],
            TranslatablePhrase.counting("valor-support.casualty-points", points),
        )
        for points in sorted(chances, reverse=True)
    )
    return ResultChances(told, name_phrase(what))


def roll_modifier_blocks(found: Corrections) -> Iterator[Block]:
    """Yield the modifiers of the roll and their sum."""
    if not found:
        return
    numbers = tuple(
        forecast_blocks.correction_block(
            TranslatablePhrase.of(f"valor-fire.correction-{what}"), value, RULES[what]
        )
        for what, value in found
    )
    total = forecast_blocks.correction_block(
        name_phrase("modifier"), sum(value for _, value in found), "V13.4"
    )
    yield CalculationBlock(numbers, total)


def summary_line(title: Saying, note: Saying) -> tuple[Saying, ...]:
    """The forecast in one line, for a tip."""
    return (TranslatablePhrase.of("valor-fire.outlook-line", title=title, note=note),)


def name_phrase(word: str) -> TranslatablePhrase:
    """The name of a figure or a block."""
    return TranslatablePhrase.of(f"valor-fire.figure-{word}")
