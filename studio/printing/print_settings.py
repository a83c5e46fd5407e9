"""The print settings of a game: parts, paper, sizes, and backs behind fronts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.files import strict_json
from engine.files.counter_layout_files import shipped_layouts
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError, suggest_spelling
from engine.texts import text
from studio.printing.paper_geometry import PAPERS, Duplex, Paper
from studio.printing.print_page import PrintedPart

COUNTER_SIZES = (15.0, 16.0, 20.0, 25.0)
MIN_COUNTER, MAX_COUNTER = 8.0, 60.0
CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
CARD_BLEED, COUNTER_BLEED = 3.0, 2.0
MAX_SHEETS = 36  # of a poster
MAX_SHIFT = 10.0  # mm: a printer that is off by more is broken
DEFAULT = (
    PrintedPart.MAP,
    PrintedPart.COUNTERS,
    PrintedPart.CARDS,
    PrintedPart.TABLES,
    PrintedPart.HANDOUTS,
)
TABLE_DEFAULT = (
    PrintedPart.MAP,
    PrintedPart.COUNTERS,
    PrintedPart.TABLES,
    PrintedPart.HANDOUTS,
    PrintedPart.STRIPS,
)

RULEBOOK = (PrintedPart.RULES, PrintedPart.SUMMARY)

REMEMBERED = (
    "hex_mm", "counter_mm", "counter_gap", "card_bleed", "margin", "overlap", "front_shift",
    "back_shift",
)  # fmt: skip

Range = tuple[int, int]
Shift = tuple[float, float]


class InvalidPrintRequest(SandtableError):
    """A request that cannot be printed; the message says what could."""


@dataclass(frozen=True)
class GamePrintSettings:
    """The print settings of a game. Lengths are millimetres.

    `parts` may each name the pages wanted of it, none for all. `hex_mm` None fits the map to one
    page. A `counter_gap` of 0 puts counters side by side; shifts move fronts and backs. `counters`
    names a layout of the program instead of the scenario's own. `reader` is the side, or `umpire`,
    that handouts are for; empty for all. A map without `hex_mm` fills so many `sheets`. `inch_mm`
    is an inch of a table; without one it is fitted to a page.
    """

    parts: Mapping[PrintedPart, tuple[Range, ...]] = field(
        default_factory=lambda: dict.fromkeys(DEFAULT, ()), hash=False
    )
    paper: Paper = PAPERS["A4"]
    hex_mm: float | None = 15.0
    counter_mm: float = 16.0
    counter_gap: float = 0.0
    card_bleed: float = 0.0
    duplex: Duplex = Duplex.LONG
    margin: float = 10.0
    overlap: float = 8.0
    front_shift: Shift = (0.0, 0.0)
    back_shift: Shift = (0.0, 0.0)
    counters: str = ""
    reader: str = ""
    sheets: int = 1
    inch_mm: float | None = None


def default_settings() -> GamePrintSettings:
    """Return the print settings of a game that is printed for the first time."""
    from studio.printing.map_print_dialog import usual_paper

    return GamePrintSettings(paper=PAPERS[usual_paper()])


def as_text(settings: GamePrintSettings) -> str:
    """Settings as they are remembered until the next time; pages chosen are not."""
    return json.dumps({
        "parts": [str(part) for part in settings.parts],
        "paper": settings.paper.name,
        "landscape": settings.paper.width > settings.paper.height,
        "duplex": str(settings.duplex),
        "counters": settings.counters,
        "sheets": settings.sheets,
        **{name: getattr(settings, name) for name in REMEMBERED},
    })  # fmt: skip


def from_text(words: str) -> GamePrintSettings | None:
    """Return the saved settings; None if there are none, or invalid ones."""
    try:
        kept = strict_json.loads(words)
        paper = PAPERS[kept["paper"]]
        shifts = {name: _shift(kept[name]) for name in ("front_shift", "back_shift")}
        numbers = {name: kept[name] for name in REMEMBERED if name not in shifts}
        hex_mm = numbers.pop("hex_mm")
        lengths: dict[str, Any] = {name: float(value) for name, value in numbers.items()}
        return GamePrintSettings(
            {PrintedPart(part): () for part in kept["parts"]},
            paper.turned() if kept["landscape"] else paper,
            None if hex_mm is None else float(hex_mm),
            duplex=Duplex(kept["duplex"]),
            counters=_layout(kept.get("counters", "")),
            sheets=max(1, min(MAX_SHEETS, int(kept.get("sheets", 1)))),
            front_shift=shifts["front_shift"],
            back_shift=shifts["back_shift"],
            **lengths,
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None  # settings from another version, or edited by hand


def _layout(word: object) -> str:
    """A layout of the program that was remembered; none that this one has not."""
    return str(word) if word in shipped_layouts() else ""


def _shift(pair: Sequence[float]) -> Shift:
    right, down = (float(each) for each in pair)
    return right, down


def parts_from(words: str) -> dict[PrintedPart, tuple[Range, ...]]:
    """Parts as they are asked for: `map:1-3,counters`. Raises InvalidPrintRequest."""
    found: dict[PrintedPart, tuple[Range, ...]] = {}
    for word in filter(None, (each.strip() for each in words.split(","))):
        name, _, pages = word.partition(":")
        if name not in set(PrintedPart):
            known = ", ".join(PrintedPart)
            told = text("printing.unknown-part", None, part=name, parts=known)
            raise InvalidPrintRequest(told + suggest_spelling(name, PrintedPart))
        found[PrintedPart(name)] = found.get(PrintedPart(name), ()) + tuple(_ranges(word, pages))
    if not found:
        raise InvalidPrintRequest(text("printing.no-part", None, parts=", ".join(PrintedPart)))
    return {part: found[part] for part in PrintedPart if part in found}


def ranges_from(words: str) -> tuple[Range, ...]:
    """Pages of a part as typed: `1-3, 6`; none without a word.

    Raises InvalidPrintRequest.
    """
    plain = re.sub(r"\s*([-–—~])\s*", "-", words.strip())
    pages = "+".join(filter(None, re.split(r"[\s,;+，、；]+", plain)))
    try:
        return tuple(_ranges(words, pages))
    except InvalidPrintRequest as error:
        raise InvalidPrintRequest(text("printing.no-pages", None, words=words)) from error


def as_pages(ranges: Iterable[Range]) -> str:
    """Pages as they are read again."""
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in ranges)


def _ranges(word: str, pages: str) -> Iterable[Range]:
    """Pages as `3` or `2-5`, several joined by `+`."""
    for piece in filter(None, pages.split("+")):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", piece)
        first = int(match[1]) if match else 0
        last = int(match[2] or first) if match else 0
        if not 1 <= first <= last:
            raise InvalidPrintRequest(text("printing.no-range", None, word=word))
        yield first, last


def shift_from(words: str) -> Shift:
    """A shift as `0.5,-1`: right and down. Raises InvalidPrintRequest."""
    try:
        right, down = (float(each) for each in words.split(","))
    except ValueError:
        right = down = float("nan")
    if not max(abs(right), abs(down)) <= MAX_SHIFT:
        raise InvalidPrintRequest(
            text("printing.no-shift", None, shift=words, most=format_decimal(f"{MAX_SHIFT:g}"))
        )
    return right, down
