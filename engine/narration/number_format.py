"""Numbers of forecasts as they are written in every game: signs, chances, fractions."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import lcm

from engine.languages import localise_number
from engine.texts import preferred_language, text

MAX_PARTS = 1296  # of two throws of two dice; finer fractions say less than their per cent


def with_sign(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}".replace("-", "−")


def round_decimal(value: Fraction | float, places: int) -> Decimal:
    """Return a number with so many decimals."""
    return Decimal(f"{float(value):.{places}f}")


def format_decimal(value: Decimal | str, language: str | None = None) -> str:
    """Write a number, or one formatted for English, with the separators of the language.

    >>> [format_decimal("1,234.5", language) for language in ("en", "ru")]
    ['1,234.5', '1\\xa0234,5']
    """
    return localise_number(str(value), language or preferred_language())


def format_percent(chance: Fraction, language: str | None = None) -> str:
    """A chance in whole per cent, 0% and 100% only where they are exact."""
    value = round(100 * chance)
    if chance and not value:
        return text("forecast.percent-below", language)
    if chance != 1 and value == 100:
        return text("forecast.percent-above", language)
    return text("forecast.percent", language, value=value)


def format_tenths(chance: Fraction, language: str | None = None) -> str:
    """A chance to a tenth of one per cent; certain and impossible only where it is just that."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    shown = float(chance) * 100
    sign = "> " if shown > 99.9 else "< " if shown < 0.1 else ""
    number = format_decimal(round_decimal(min(max(shown, 0.1), 99.9), 1), language)
    return f"{sign}{number} %"


def format_fractions(chances: Iterable[Fraction]) -> list[str]:
    """Chances that belong together as fractions of one roll, as "15/36"; empty where too fine."""
    listed = list(chances)
    parts = next(
        (whole for whole in (36, 216, MAX_PARTS) if not whole % lcm(*_denominators(listed))), 0
    )
    return [f"{chance * parts}/{parts}" if parts else "" for chance in listed]


def _denominators(chances: Iterable[Fraction]) -> list[int]:
    return [chance.denominator for chance in chances]
