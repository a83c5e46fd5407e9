"""One side of a sheet of paper: what is drawn on it, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from studio.printing.paper_geometry import Paper, PaperRectangle

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter


class PrintedPart(StrEnum):
    """The parts of a game that can be printed, in printing order."""

    MAP = "map"
    COUNTERS = "counters"
    CARDS = "cards"
    TABLES = "tables"
    HANDOUTS = "handouts"
    RULES = "rules"
    SUMMARY = "summary"
    STRIPS = "strips"
    CALIBRATION = "calibration"


@dataclass(frozen=True)
class PrintPage:
    """A page. `paint` draws with the origin in the paper's corner and the millimetre as unit.

    `trim` is where it is cut, None at the paper's edge; `bleed` how far colour runs on beyond that.
    `holds` names what lies on it: ids of units, cards and tables.
    """

    part: PrintedPart
    says: str
    paint: Callable[[QPainter], None]
    is_back: bool = False
    trim: PaperRectangle | None = None
    bleed: float = 0.0
    holds: tuple[str, ...] = ()
    is_blank: bool = False


def rotated_page(leaf: PrintPage, paper: Paper) -> PrintPage:
    """A page of a paper that lies on its side, put on one that stands; its left edge is below."""

    def paint(painter: QPainter) -> None:
        painter.save()
        painter.translate(0, paper.height)
        painter.rotate(-90)
        leaf.paint(painter)
        painter.restore()

    trim = leaf.trim
    if trim is not None:
        trim = PaperRectangle(trim.top, paper.height - trim.right, trim.height, trim.width)
    return replace(leaf, paint=paint, trim=trim)


class Printout(Protocol):
    """Pages of one kind of paper."""

    @property
    def title(self) -> str:
        """Return the title of the document."""
        ...

    @property
    def paper(self) -> Paper:
        """The paper as it lies in the printer."""
        ...

    @property
    def printed_pages(self) -> Sequence[PrintPage]:
        """The pages in their order."""
        ...

    def shift(self, leaf: PrintPage) -> tuple[float, float]:
        """Return the shift of a page right and down that corrects the printer's error."""
        ...
