"""Blocks in two columns: filled page by page, balanced above whatever crosses both of them.

Lengths are millimetres. A column never ends with a heading, nor begins with a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from studio.printing.page_flow import PageBlock

COLUMNS = 2
LEAST_ROOM = 28.0  # columns are not begun in less height than this
STEP = 1.0  # of the search for the height at which columns are even


@dataclass(frozen=True)
class ColumnBlock:
    """A block of a column, or one as wide as the page; `anchors` are found on its page."""

    block: PageBlock
    is_wide: bool = False
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlacedBlock:
    """A block on a page: the column it stands in, and how far below the top it begins."""

    block: PageBlock
    column: int
    top: float
    is_wide: bool = False


@dataclass
class ColumnPages:
    """Pages of blocks, and the page of each anchor, counted from 1."""

    pages: list[list[PlacedBlock]] = field(default_factory=lambda: [[]])
    found: dict[str, int] = field(default_factory=dict)


def flow_columns(blocks: Sequence[ColumnBlock], height: float) -> ColumnPages:
    """Return the pages of blocks in columns of a height."""
    flow = _ColumnFlow(height)
    for is_wide, group in groupby(_with_headings(blocks), key=lambda each: each.is_wide):
        if is_wide:
            flow.place_wide(list(group))
        else:
            flow.place_columns(list(group))
    return flow.pages


def _with_headings(blocks: Sequence[ColumnBlock]) -> list[ColumnBlock]:
    """Return the blocks with headings as wide as what they stand over."""
    found: list[ColumnBlock] = []
    is_wide = False
    for each in reversed(blocks):
        is_wide = each.is_wide or (is_wide and each.block.leads)
        found.append(replace(each, is_wide=is_wide))
    return found[::-1]


class _ColumnFlow:
    """The pages as they fill; `top` is how far down the last one is used."""

    def __init__(self, height: float) -> None:
        self.pages, self._height, self._top = ColumnPages(), height, 0.0

    def place_wide(self, blocks: Sequence[ColumnBlock]) -> None:
        """Place blocks as wide as the page, one below the other."""
        for place, each in enumerate(blocks):
            if each.block.is_gap and not self._top:
                continue
            if self._top and self._top + _together(blocks, place) > self._height:
                self._turn()
                self._repeat_heads(each.block)
            self._put(each, 0, self._top)
            self._top += each.block.height

    def _repeat_heads(self, block: PageBlock) -> None:
        """Repeat the heads of a wide table that goes on."""
        if block.again is not None:
            self.pages.pages[-1].append(PlacedBlock(block.again, 0, self._top, is_wide=True))
            self._top += block.again.height

    def place_columns(self, blocks: Sequence[ColumnBlock]) -> None:
        """Fill columns; those of the last page are even."""
        rest = list(blocks)
        while rest:
            left = self._height - self._top
            if self._top and left < max(LEAST_ROOM, _together(rest, 0)):
                self._turn()
            room = self._height - self._top
            if _count_fitting(rest, room) < len(rest):
                count = self._fill(rest, room)
                rest = rest[count:]
                self._turn()
                continue
            even = _even_height(rest, room)
            self._fill(rest, even)
            self._top += even
            rest = []

    def _fill(self, blocks: Sequence[ColumnBlock], room: float) -> int:
        """Fill the columns of a page; returns how many blocks went in."""
        count = 0
        for each, column, top in _arrange(blocks, room):
            if isinstance(each, ColumnBlock):
                self._put(each, column, self._top + top)
                count = blocks.index(each, count) + 1
            else:
                self.pages.pages[-1].append(PlacedBlock(each, column, self._top + top))
        return count

    def _put(self, each: ColumnBlock, column: int, top: float) -> None:
        self.pages.pages[-1].append(PlacedBlock(each.block, column, top, each.is_wide))
        for anchor in each.anchors:
            self.pages.found.setdefault(anchor, len(self.pages.pages))

    def _turn(self) -> None:
        self.pages.pages.append([])
        self._top = 0.0


def _arrange(
    blocks: Sequence[ColumnBlock], room: float
) -> Iterator[tuple[ColumnBlock | PageBlock, int, float]]:
    """Yield the blocks that go into columns of a height, each with its column and its top.

    The heads of a table that goes on are repeated as bare blocks.
    """
    column, top = 0, 0.0
    for place, each in enumerate(blocks):
        if each.block.is_gap and (not top or top + each.block.height > room):
            yield each, column, top
            continue
        if top and top + _together(blocks, place) > room + 1e-6:
            column, top = column + 1, 0.0
            if column == COLUMNS or _together(blocks, place) > room + 1e-6:
                return
            if each.block.again is not None:
                yield each.block.again, column, top
                top += each.block.again.height
        yield each, column, top
        top += each.block.height


def _count_fitting(blocks: Sequence[ColumnBlock], room: float) -> int:
    return sum(isinstance(each, ColumnBlock) for each, _, _ in _arrange(blocks, room))


def _even_height(blocks: Sequence[ColumnBlock], room: float) -> float:
    """Return the least height of columns that hold all blocks."""
    height = sum(each.block.height for each in blocks) / COLUMNS
    while height < room and not _fits(blocks, height):
        height += STEP
    return min(height, room)


def _fits(blocks: Sequence[ColumnBlock], height: float) -> bool:
    highest = max((each.block.height for each in blocks), default=0.0)
    return height >= highest and _count_fitting(blocks, height) == len(blocks)


def _together(blocks: Sequence[ColumnBlock], first: int) -> float:
    """Return the height of a block with those that must not be parted from it."""
    high = 0.0
    for each in blocks[first:]:
        high += each.block.height
        if not each.block.leads:
            break
    return high
