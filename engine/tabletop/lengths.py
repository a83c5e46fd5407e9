"""Lengths as people write them, and the whole sixteenths of an inch in which all is counted (G1).

`12` and `12.5` are inches; `12 3/8`, `"3/8 in"`, `"4 ft 6 in"`, `4'6"`, `"3.2 ft"`, `"2 yd"`,
`"30 cm"`, `"900 mm"` and `"2.5 m"` say their unit. A decimal goes to the nearest sixteenth, the
greater of two; a fraction must be a whole number of them. What is written back has the manner of
what was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.problems import SandtableError
from engine.tabletop.shapes import FOOT, INCH, Point
from engine.texts import text

YARD = 3 * FOOT
MAX_POINTS = 20_000  # of one list; no shape of a table needs more
MAX_SHOWN = 40  # letters of a faulty text that a message repeats

Written = str | int | float


class InvalidLengthError(SandtableError):
    """Text that is not a length; says what lengths look like."""


class LengthUnit(StrEnum):
    """In what a length is written; nothing stands for inches without a word."""

    PLAIN = ""
    INCHES = "in"
    FEET = "ft"
    YARDS = "yd"
    MILLIMETRES = "mm"
    CENTIMETRES = "cm"
    METRES = "m"


class LengthFormat(NamedTuple):
    """The format of a length: its unit, in fractions (`3 3/8`) or decimals, with signs."""

    unit: LengthUnit = LengthUnit.PLAIN
    in_fractions: bool = False
    with_signs: bool = False


PLAIN = LengthFormat()

# Sixteenths in a unit, and the decimals that tell one sixteenth from the next.
_SIZE = {
    LengthUnit.PLAIN: Fraction(INCH),
    LengthUnit.INCHES: Fraction(INCH),
    LengthUnit.FEET: Fraction(FOOT),
    LengthUnit.YARDS: Fraction(YARD),
    LengthUnit.MILLIMETRES: Fraction(INCH * 10, 254),
    LengthUnit.CENTIMETRES: Fraction(INCH * 100, 254),
    LengthUnit.METRES: Fraction(INCH * 10_000, 254),
}
_PLACES = {
    LengthUnit.PLAIN: 4,
    LengthUnit.INCHES: 4,
    LengthUnit.FEET: 3,
    LengthUnit.YARDS: 4,
    LengthUnit.MILLIMETRES: 0,
    LengthUnit.CENTIMETRES: 1,
    LengthUnit.METRES: 3,
}
_WORDS = {
    **dict.fromkeys(('"', "″", "in", "inch", "inches"), LengthUnit.INCHES),
    **dict.fromkeys(("'", "′", "ft", "foot", "feet"), LengthUnit.FEET),
    **dict.fromkeys(("yd", "yard", "yards"), LengthUnit.YARDS),
    **{
        unit.value: unit
        for unit in (LengthUnit.MILLIMETRES, LengthUnit.CENTIMETRES, LengthUnit.METRES)
    },
}
_SIGNS = {LengthUnit.FEET: "'", LengthUnit.INCHES: '"'}

_NUMBER = r"(?:\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})"
_FRACTION = r"\d{1,6}/\d{1,4}"
_AMOUNT = rf"(?:{_FRACTION}|{_NUMBER}(?:[ -]{_FRACTION})?)"
_INCH_WORD = r"(?:\"|″|inches|inch|in)"
_FOOT_WORD = r"(?:'|′|feet|foot|ft)"
_FEET_AND_INCHES = rf"(?P<feet>{_NUMBER}) ?{_FOOT_WORD} ?(?P<inches>{_AMOUNT}) ?{_INCH_WORD}"
_ONE_UNIT = (
    rf"(?P<amount>{_AMOUNT})(?: ?(?P<unit>{_INCH_WORD}|{_FOOT_WORD}|yards|yard|yd|mm|cm|m))?"
)
MAX_WORDS = 5
"""Of one length, as in `4 ft 6 1/2 in`."""
_LENGTH = re.compile(rf"(?P<minus>-)?(?:{_FEET_AND_INCHES}|{_ONE_UNIT})", re.ASCII)
_PLAIN_PLACES = re.compile(r"-?\d{1,6},-?\d{1,6}(?:\s+-?\d{1,6},-?\d{1,6})*", re.ASCII)


# --- reading --------------------------------------------------------------------------------------


def read_length(written: Written) -> int:
    """A length in sixteenths of an inch (G1).

    >>> [read_length(each) for each in (12, 12.5, "4 ft 6 in", "3/8 in", "3.2 ft")]
    [192, 200, 864, 6, 614]
    """
    found = _found(written)
    if found is None:
        raise _no_length(written)
    if found["feet"] is not None:
        size = Fraction(found["feet"]) * FOOT + _inches(written, found["inches"])
    else:
        size = _amount(written, found["amount"], _SIZE[_unit(found)])
    return _whole(-size if found["minus"] else size)


def _found(written: Written) -> re.Match[str] | None:
    if isinstance(written, bool):
        return None
    return _LENGTH.fullmatch(_as_text(written))


def _as_text(written: Written) -> str:
    """A number of a file as it would be typed; spaces are one each."""
    if isinstance(written, float):
        return format(Decimal(repr(written)), "f")
    return " ".join(str(written).split()) if not isinstance(written, int) else str(written)


def _unit(found: re.Match[str]) -> LengthUnit:
    return _WORDS[found["unit"]] if found["unit"] else LengthUnit.PLAIN


def _inches(written: Written, amount: str) -> Fraction:
    return _amount(written, amount, Fraction(INCH))


def _amount(written: Written, amount: str, size: Fraction) -> Fraction:
    """`3`, `3.5`, `3/8`, `12 3/8` or `12-3/8` of a unit."""
    total = Fraction(0)
    for part in re.split("[ -]", amount):
        top, bar, bottom = part.partition("/")
        if bar and int(bottom) == 0:
            raise _no_length(written)
        share = (Fraction(int(top), int(bottom)) if bar else Fraction(part)) * size
        if bar and share.denominator != 1:
            raise InvalidLengthError(text("tabletop.no-sixteenths", None, written=_show(written)))
        total += share
    return total


def _whole(size: Fraction) -> int:
    """The nearest whole number, the greater of two."""
    return (2 * size.numerator + size.denominator) // (2 * size.denominator)


def read_points(written: str) -> tuple[Point, ...]:
    """Points as files write them: `x,y x,y …`, each a length.

    >>> read_places("4 ft,3.5 5 ft 6 in,1/2")
    (Point(x=768, y=56), Point(x=1056, y=8))
    """
    if written.count(",") > MAX_POINTS:
        raise InvalidLengthError(text("tabletop.too-many-points", None, most=MAX_POINTS))
    if _PLAIN_PLACES.fullmatch(written.strip()):
        numbers = [INCH * int(each) for each in re.split(r"[,\s]+", written.strip())]
    else:
        numbers = [read_length(each) for each in _lengths_of_places(written)]
    return tuple(map(Point, numbers[::2], numbers[1::2]))


def points_as_written(written: str) -> tuple[str, ...]:
    """The points of a list as they stand there, one by one.

    >>> places_as_written("4 ft,3.5 5 ft 6 in,1/2")
    ('4 ft,3.5', '5 ft 6 in,1/2')
    """
    lengths = list(_lengths_of_places(written))
    pairs = zip(lengths[::2], lengths[1::2], strict=True)
    return tuple(f"{x},{y}" for x, y in pairs)


def _lengths_of_places(written: str) -> Iterable[str]:
    """The lengths between the commas, of which each inner piece holds two: y and the next x."""
    pieces = [" ".join(piece.split()) for piece in written.split(",")]
    if len(pieces) < 2:
        raise InvalidLengthError(text("tabletop.no-places", None, written=_show(written)))
    yield pieces[0]
    for piece in pieces[1:-1]:
        yield from _two_lengths(piece)
    yield pieces[-1]


def _two_lengths(piece: str) -> tuple[str, str]:
    words = piece.split(" ")
    for cut in range(len(words) - 1, 0, -1) if len(words) <= 2 * MAX_WORDS else ():
        halves = " ".join(words[:cut]), " ".join(words[cut:])
        if all(_LENGTH.fullmatch(half) for half in halves):
            return halves
    raise InvalidLengthError(text("tabletop.no-places", None, written=_show(piece)))


def _no_length(written: Written) -> InvalidLengthError:
    return InvalidLengthError(text("tabletop.no-length", None, written=_show(written)))


def _show(written: Written) -> str:
    said = str(written)
    return said if len(said) <= MAX_SHOWN else f"{said[:MAX_SHOWN]}…"


# --- writing --------------------------------------------------------------------------------------


def length_style(written: Written) -> LengthFormat:
    """Return the format of a written length, for `write_length`; plain inches if invalid."""
    found = _found(written)
    if found is None:
        return PLAIN
    signs = bool(set("'′\"″") & set(str(written)))
    if found["feet"] is not None:
        return LengthFormat(LengthUnit.FEET, in_fractions=True, with_signs=signs)
    unit = _unit(found)
    fractions = "/" in found["amount"]
    return LengthFormat(
        LengthUnit.INCHES if signs and unit is LengthUnit.PLAIN else unit, fractions, signs
    )


def write_length(length: int, manner: LengthFormat = PLAIN) -> str:
    """A length in a manner; read again it is the same to the sixteenth.

    >>> [write_length(870, manner_of(as_)) for as_ in (1, "1/2 in", "1 ft 2 in", "0.5 ft")]
    ['54.375', '54 3/8 in', '4 ft 6 3/8 in', '4.531 ft']
    """
    minus = "-" if length < 0 else ""
    if not manner.in_fractions:
        return minus + _decimal(abs(length), manner)
    if manner.unit is LengthUnit.FEET:
        return minus + _in_feet(abs(length), manner.with_signs)
    if manner.unit in (LengthUnit.PLAIN, LengthUnit.INCHES):
        return minus + _mix(abs(length)) + _word(manner.unit, manner.with_signs)
    return minus + _decimal(abs(length), manner)


IN_FEET = LengthFormat(LengthUnit.FEET, in_fractions=True, with_signs=True)


def place_in_feet(place: tuple[int, int]) -> str:
    """A point as people read it.

    >>> print(place_in_feet((870, 40)))
    4'6 3/8", 2 1/2"
    >>> print(place_in_feet((770, 192)))
    4' 1/8", 1'
    """
    return ", ".join(write_length(length, IN_FEET) for length in place)


def write_points(places: Iterable[tuple[int, int]], manner: LengthFormat = PLAIN) -> str:
    """Points as `read_points` takes them."""
    return " ".join(f"{write_length(x, manner)},{write_length(y, manner)}" for x, y in places)


def _decimal(length: int, manner: LengthFormat) -> str:
    share = Fraction(length) / _SIZE[manner.unit]
    exact = Decimal(share.numerator) / Decimal(share.denominator)
    step = Decimal(1).scaleb(-_PLACES[manner.unit])
    number = format(exact.quantize(step, ROUND_HALF_UP), "f")
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    return number + _word(manner.unit, manner.with_signs)


def _word(unit: LengthUnit, with_signs: bool) -> str:
    if with_signs and unit in _SIGNS:
        return _SIGNS[unit]
    return f" {unit.value}" if unit is not LengthUnit.PLAIN else ""


def _in_feet(length: int, with_signs: bool) -> str:
    feet, rest = divmod(length, FOOT)
    between = "" if with_signs and rest >= INCH else " "
    first = f"{feet}{_word(LengthUnit.FEET, with_signs)}" if feet or not rest else ""
    last = f"{_mix(rest)}{_word(LengthUnit.INCHES, with_signs)}" if rest else ""
    return between.join(filter(None, (first, last)))


def _mix(length: int) -> str:
    """Inches and their fraction: `12 3/8`."""
    inches, rest = divmod(length, INCH)
    share = Fraction(rest, INCH)
    parts = (str(inches) if inches or not rest else "", str(share) if rest else "")
    return " ".join(filter(None, parts))
