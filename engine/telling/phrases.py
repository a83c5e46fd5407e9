"""Parts of forecasts in words, the same in every game: chances, corrections, what softens."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from engine.map.terrain import catalogue
from engine.play.forecast import Correction, Softening
from engine.texts import spoken, text

MOST_PARTS = 1296  # of two throws of two dice; finer fractions say less than their per cent


def correction(made: Correction, language: str | None = None) -> str:
    """What raises or lowers a level: "target 2 levels higher: −2 (F3)"."""
    named = {"cause": cause_of(made, language), "rule": made.rule}
    return text("forecast.correction", language, value=signed(made.value), **named)


def cause_of(made: Correction, language: str | None = None) -> str:
    """Why a level is raised or lowered: "target 2 levels higher"."""
    key = f"forecast.cause-{made.cause}"
    if made.cause == "height":
        key += "-one" if made.amount == 1 else "-many"
    return text(key, language, amount=made.amount)


def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}".replace("-", "−")


def softening(made: Softening, language: str | None = None) -> str:
    """What lowers a result once the dice have fallen."""
    faces = text("forecast.either", language).join(str(face) for face in made.faces)
    if made.cause == "armour":
        return text("forecast.softening-armour", language, faces=faces, rule=made.rule)
    ground = spoken(catalogue().name(made.cause), language)
    named = {"ground": ground, "faces": faces, "rule": made.rule}
    return text("forecast.softening-cover", language, **named)


def percent(chance: Fraction, language: str | None = None) -> str:
    """A chance in whole per cent, 0% and 100% only where they are exact."""
    value = round(100 * chance)
    if chance and not value:
        return text("forecast.percent-below", language)
    if chance != 1 and value == 100:
        return text("forecast.percent-above", language)
    return text("forecast.percent", language, value=value)


def tenths(chance: Fraction) -> str:
    """A chance to a tenth of one per cent; certain and impossible only where it is just that."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    shown = float(chance) * 100
    if shown > 99.9:
        return "> 99.9 %"
    return f"{shown:.1f} %" if shown >= 0.1 else "< 0.1 %"


def shares(chances: Iterable[Fraction]) -> list[str]:
    """Chances that belong together as fractions of one roll, as "15/36"; empty where too fine."""
    listed = list(chances)
    parts = next(
        (whole for whole in (36, 216, MOST_PARTS) if not whole % lcm(*_denominators(listed))), 0
    )
    return [f"{chance * parts}/{parts}" if parts else "" for chance in listed]


def _denominators(chances: Iterable[Fraction]) -> list[int]:
    return [chance.denominator for chance in chances]
