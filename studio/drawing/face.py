"""A counter as a value: all that is drawn of one unit."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.looks import NO_MARKS, FigureBase, MarkLook, Marks
from engine.scenario.counter_layout import CounterLayout
from engine.texts import LocalText


@dataclass(frozen=True)
class Counter:
    """One unit's counter: its side's colour, its type's symbol, its number, its state markers."""

    id: str
    side: str
    colour: str
    symbol: str = "unknown"
    designation: str = ""
    name: LocalText = field(default="", hash=False)
    type_name: LocalText = field(default="", hash=False)
    marks: tuple[str, ...] = ()
    front: int | None = None  # where it faces, in degrees clockwise from the top of the page
    figures: int = 0  # it consists of; 0 where they are not counted
    base: FigureBase | None = None  # on which its figures stand, in games that draw them
    load: tuple[Counter, ...] = ()  # riders and weapons it has with it, side by side
    known: Marks = NO_MARKS  # how the marks of its game look
    values: tuple[str, ...] = ()  # along its lower edge, then those beside the symbol
    layout: CounterLayout | None = None  # how it looks; None: as the studio draws it
    says: tuple[tuple[str, str], ...] = ()  # values by the words of layouts
    type: str = ""
    formation: LocalText = field(default="", hash=False)
    size: str = ""  # the mark over its symbol
    leads: bool = False  # it is the headquarters of a formation
    stripes: tuple[str, str] = ("", "")  # colours: of the formation that holds all, of its own

    @property
    def looks(self) -> list[MarkLook]:
        """How its marks look."""
        return [self.known.of(mark) for mark in self.marks]

    @property
    def is_striped(self) -> bool:
        """Whether a mark of it shows as stripes over its body."""
        return self.known.showing(self.marks, "stripes")

    @property
    def is_greyed(self) -> bool:
        """Whether a mark of it shows it grey: it has acted."""
        return self.known.showing(self.marks, "grey")
