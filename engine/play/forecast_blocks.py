"""Forecasts of answers, in blocks of which any game's can be composed.

The rules fill them (`Rules.forecast`); panels draw them, tables outline their cells, players and
reports read them. A shot on a table, a pool of dice against another, a tally of points on one row,
an assault by odds are the same blocks in another order: a game needs no class of its own here.
Chances are exact fractions. Results and marks are words of the game, whose `RuleSystem` has their
colours; what is read is a `Saying`, which has no language yet.

A pool of three black dice against two red ones, on one squad:

>>> from engine.play.translatable_phrases import TranslatablePhrase, unit_name_term
>>> black = DiceGroup("black", 3, (5, 6), TranslatablePhrase.of("tide.black", range=4))
>>> red = DiceGroup("red", 2, (5, 6), TranslatablePhrase.of("tide.red"))
>>> net = ResultChances((ResultChance("1", Fraction(1, 4)), ResultChance("0", Fraction(3, 4))))
>>> ends = UnitEndState(("pinned",), Fraction(1, 4)), UnitEndState((), Fraction(3, 4))
>>> squad = UnitEndStates("g1", (), ends)
>>> title = TranslatablePhrase.of("tide.attack", target=unit_name_term("g1"))
>>> told = OutcomeForecast(title, (DiceGroups((black, red)), net, squad))
>>> told.final_states("g1").harm_chance
Fraction(1, 4)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from engine.play.position import Spot
from engine.play.translatable_phrases import Saying

if TYPE_CHECKING:
    from engine.sight.sight_profile import Profile

NEVER = Fraction(0)


class RuleSubject(StrEnum):
    """The subjects of rules without a number given: `System.paragraphs` has them."""

    MOVE = "move"
    SIGHT = "sight"
    FIRE = "fire"
    DANGER = "danger"  # what may hurt a unit on its way
    RESULT = "result"  # what becomes of a unit
    TURN = "turn"  # who is asked, and when


class PrintedTableCell(NamedTuple):
    """One cell of a printed table: its id and the heads of row and column in the handbook."""

    table: str
    row: str
    column: str


# --- what is said ---------------------------------------------------------------------------------


class SentenceTone(StrEnum):
    """The tone of a sentence: quiet ones explain, grave ones warn."""

    PLAIN = "plain"
    QUIET = "quiet"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class SentenceBlock:
    """A sentence by itself."""

    words: Saying
    tone: SentenceTone = SentenceTone.PLAIN


# --- figures --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A figure: what it is, how much, the rule it comes from, and the cell it is printed in.

    A fraction is an average, not a chance; a word is what no number says, as odds of `3-1`.
    `is_change`: it raises or lowers what stands above it, and is said with its sign. `note` is what
    else is to be known of it.
    """

    what: Saying
    value: int | Fraction | str
    rule: str = ""
    cell: PrintedTableCell | None = None
    is_change: bool = False
    note: Saying | None = None


def correction_block(
    what: Saying, value: int, rule: str = "", cell: PrintedTableCell | None = None
) -> FigureBlock:
    """Return the block of a correction of a figure."""
    return FigureBlock(what, value, rule, cell, is_change=True)


@dataclass(frozen=True, slots=True)
class CalculationBlock:
    """Figures with their corrections, and what they come to, as the rules reckon it.

    `cells` are further cells that were looked up for it.
    """

    numbers: tuple[FigureBlock, ...]
    total: FigureBlock
    cells: tuple[PrintedTableCell, ...] = ()


class DiceGroup(NamedTuple):
    """So many dice of a colour, and the faces of them that count.

    `colour` is a token of the studio's inks or a word every drawing program knows: black, red.
    """

    colour: str
    dice: int
    counts: tuple[int, ...]
    what: Saying
    sides: int = 6


@dataclass(frozen=True, slots=True)
class DiceGroups:
    """Dice that are rolled together, the attacker's first."""

    pools: tuple[DiceGroup, ...]


# --- dice and chances -----------------------------------------------------------------------------


class DiceOutcome(NamedTuple):
    """One way the dice may fall: the cell it hits, what is printed there, and how often it comes.

    `softened` is how much of that chance ends in a lower result than is printed. `face` is what the
    dice then show, where that is not the head of the cell's row.
    """

    cell: PrintedTableCell
    result: str
    chance: Fraction
    softened: Fraction = NEVER
    face: str = ""


@dataclass(frozen=True, slots=True)
class DiceOutcomes:
    """One line of a printed table, a column or a row, with the chance of each of its cells.

    `what` says which line it is; `remarks` what may lower a result once the dice have fallen.
    """

    what: Saying
    throws: tuple[DiceOutcome, ...]
    remarks: tuple[SentenceBlock, ...] = ()
    cells: tuple[PrintedTableCell, ...] = ()
    """Further cells that count then, as that of an armour die."""


class ResultChance(NamedTuple):
    """A result and its chance.

    `words` where the game has no word for the result itself; `shade` is the result or mark whose
    colour it has, where not its own.
    """

    result: str
    chance: Fraction
    words: Saying | None = None
    shade: str = ""


@dataclass(frozen=True, slots=True)
class ResultChances:
    """The possible results in the order they are shown: the worst first."""

    chances: tuple[ResultChance, ...]
    what: Saying = ""

    def of(self, *results: str) -> Fraction:
        """The chance of any of some results."""
        return sum((each.chance for each in self.chances if each.result in results), NEVER)


class UnitEndState(NamedTuple):
    """An end state of a unit: all marks it then has, and its chance.

    A unit that is gone has the mark for it alone. `words` describe states without marks, as two
    figures lost.
    """

    marks: tuple[str, ...]
    chance: Fraction
    words: Saying | None = None


@dataclass(frozen=True, slots=True)
class UnitEndStates:
    """The end states of one unit, the worst first; `before` are the marks it has now."""

    unit: str
    before: tuple[str, ...]
    ends: tuple[UnitEndState, ...]

    @property
    def harm_chance(self) -> Fraction:
        """The chance that anything happens to it."""
        spared = (end.chance for end in self.ends if end.marks == self.before and not end.words)
        return 1 - sum(spared, NEVER)


# --- pictures and tables --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineOfSight:
    """The ground under a line of sight."""

    profile: Profile


class ListingEntry(NamedTuple):
    """A line of a listing: chances or numbers under its heads, and a remark below it."""

    words: Saying
    figures: tuple[Fraction | int | str, ...]
    remark: Saying | None = None


@dataclass(frozen=True, slots=True)
class ListingBlock:
    """Several things of a kind one under the other; a fraction is a chance.

    `total` is all of them together.
    """

    heads: tuple[Saying, ...]
    entries: tuple[ListingEntry, ...]
    total: ListingEntry | None = None


# --- together -------------------------------------------------------------------------------------


class TargetArrow(NamedTuple):
    """From where something is aimed at what, as an arrow on the map."""

    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class OutcomeForecast:
    """The forecast of an answer, or one part of it: a firer, a target, the time after.

    `note` is the main value, as the chance of harm. `lines` sum it up in a few sentences, for a
    tooltip or a page; without them the blocks are read out. `aims` are drawn as arrows; lines of
    sight are drawn in any case.
    """

    title: Saying
    blocks: tuple[Block, ...]
    note: Saying | None = None
    lines: tuple[Saying, ...] = ()
    aims: tuple[TargetArrow, ...] = ()
    rules: tuple[str, ...] = ()
    """The rules its figures come from, and those of its parts, where they name none themselves."""
    subject: RuleSubject | None = None
    """The subject of its figures, where it names no rule."""

    def iter_blocks(self) -> Iterator[Block]:
        """Every block of it and of its parts, from top to bottom."""
        for block in self.blocks:
            yield block
            if isinstance(block, OutcomeForecast):
                yield from block.iter_blocks()

    def blocks_of_kind(self, kind: type[B]) -> tuple[B, ...]:
        """All blocks of a kind, its parts' too."""
        return tuple(block for block in self.iter_blocks() if isinstance(block, kind))

    def final_states(self, unit: str) -> UnitEndStates | None:
        """Return the end states of a unit after everything; None if it is not concerned."""
        found = [each for each in self.blocks_of_kind(UnitEndStates) if each.unit == unit]
        return found[-1] if found else None

    @property
    def cells(self) -> tuple[PrintedTableCell, ...]:
        """The cells of printed tables it speaks of."""
        found = (cell for block in self.iter_blocks() for cell in _cells(block))
        return tuple(dict.fromkeys(found))


Block = (
    SentenceBlock
    | CalculationBlock
    | DiceGroups
    | DiceOutcomes
    | ResultChances
    | UnitEndStates
    | LineOfSight
    | ListingBlock
    | OutcomeForecast
)

B = TypeVar(
    "B",
    SentenceBlock,
    CalculationBlock,
    DiceGroups,
    DiceOutcomes,
    ResultChances,
    UnitEndStates,
    LineOfSight,
    ListingBlock,
    OutcomeForecast,
)


def _cells(block: Block) -> Iterator[PrintedTableCell]:
    """The cells one block names, its parts apart."""
    match block:
        case CalculationBlock(numbers, total, cells):
            yield from (each.cell for each in (*numbers, total) if each.cell is not None)
            yield from cells
        case DiceOutcomes(throws=throws, cells=cells):
            yield from (throw.cell for throw in throws)
            yield from cells
