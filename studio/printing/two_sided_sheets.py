"""Sheets of pieces with fronts and backs: counters and cards, with marks to cut them out by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.narration.number_format import format_decimal
from engine.texts import text
from studio.printing.page_output import PrintError
from studio.printing.paper_geometry import (
    Duplex,
    DuplexTurnAxis,
    Paper,
    PaperRectangle,
    axis_of,
    front_area,
    mirrored_place,
    rotation_behind,
)
from studio.printing.piece_cutting_grid import (
    PieceGrid,
    PieceSize,
    crop_lines,
    distribute_over_sheets,
    grid_for,
    paint_registration_target,
)
from studio.printing.print_page import PrintedPart, PrintPage
from studio.rendering.page_painting import LEFT, draw_line, draw_text
from studio.rendering.painting import clip_to, make_colour
from studio.rendering.text_painting import INK

FOLD_GAP = 7.0  # mm between the fold and the pieces beside it: room for the cutting marks
CAPTION, CAPTION_DOWN = 2.4, 3.4
RIM = 4.8  # mm at the edge of the paper where no marks are


@dataclass(frozen=True)
class PieceSide:
    """One side of a piece.

    `ground` fills a rectangle of the page, the piece with its bleed; `draw` draws the rest with the
    origin in the piece's upper left corner.
    """

    ground: Callable[[QPainter, QRectF], None]
    draw: Callable[[QPainter], None]


@dataclass(frozen=True)
class TwoSidedPiece:
    """A piece with both its sides."""

    id: str
    front: PieceSide
    back: PieceSide


@dataclass(frozen=True)
class PieceLayout:
    """The layout of pieces: paper, margin, and backs behind fronts."""

    part: PrintedPart
    paper: Paper
    margin: float
    duplex: Duplex
    piece: PieceSize
    language: str
    title: str

    @property
    def axis(self) -> DuplexTurnAxis:
        """The line the paper is turned or folded about."""
        return axis_of(self.paper, self.duplex)

    def grid(self) -> PieceGrid:
        """The places of fronts; PrintError where not one piece fits."""
        room = front_area(self.paper, self.margin, self.duplex, FOLD_GAP)
        grid = grid_for(room, self.piece)
        if grid is None:
            sides = (self.piece.width, self.piece.height)
            size = " × ".join(format_decimal(f"{each:g}", self.language) for each in sides)
            raise PrintError(text("printing.piece-too-large", self.language, size=size))
        return grid


def piece_pages(
    layout: PieceLayout, groups: Sequence[Sequence[TwoSidedPiece]]
) -> Iterator[PrintPage]:
    """The pages: fronts and backs in turn, or both on one where the paper is folded."""
    grid = layout.grid()
    all_ = list(distribute_over_sheets(groups, grid))
    for number, pieces in enumerate(all_, 1):
        holds = tuple(piece.id for piece in pieces if piece)
        place = _Place(layout, grid, pieces, number, len(all_))
        if layout.duplex is Duplex.FOLD:
            both = place.caption("sheet-folded")
            yield PrintPage(layout.part, both, place.paint_folded, holds=holds)
            continue
        for word, is_back, field in (
            ("sheet-front", False, grid.field), ("sheet-back", True, place.field_behind),
        ):  # fmt: skip
            paint = place.paint_back if is_back else place.paint_front
            yield PrintPage(
                layout.part, place.caption(word), partial(paint, caption=place.caption(word)),
                is_back, field, layout.piece.bleed, holds,
            )  # fmt: skip


@dataclass(frozen=True)
class _Place:
    """One sheet of pieces."""

    layout: PieceLayout
    grid: PieceGrid
    pieces: Sequence[TwoSidedPiece | None]
    number: int
    count: int

    @property
    def field_behind(self) -> PaperRectangle:
        """Return the area of the backs."""
        return mirrored_place(self.grid.field, self.layout.paper, self.layout.axis)

    def caption(self, word: str) -> str:
        """Return the caption of the sheet."""
        part = text(f"printing.part-{self.layout.part}", self.layout.language)
        return text(
            f"printing.{word}", self.layout.language, title=self.layout.title, part=part,
            number=self.number, count=self.count,
        )  # fmt: skip

    def paint_front(self, painter: QPainter, caption: str) -> None:
        """The fronts with their marks."""
        self._paint_pieces(painter, is_back=False)
        self._paint_marks(painter, *self.grid.cuts(), self.grid.field)
        self._paint_caption(painter, caption)
        self._paint_targets(painter)

    def paint_back(self, painter: QPainter, caption: str) -> None:
        """The backs with theirs, behind the fronts."""
        self._paint_pieces(painter, is_back=True)
        self._paint_marks(painter, *self._cuts_behind(), self.field_behind)
        self._paint_caption(painter, caption)
        self._paint_targets(painter)

    def paint_folded(self, painter: QPainter) -> None:
        """Fronts and backs on the two sides of the fold."""
        self._paint_pieces(painter, is_back=False)
        self._paint_pieces(painter, is_back=True)
        self._paint_marks(painter, *self.grid.cuts(), self.grid.field)
        self._paint_marks(painter, *self._cuts_behind(), self.field_behind)
        self._paint_fold(painter)
        self._paint_caption(painter, self.caption("sheet-folded"))

    def _paint_pieces(self, painter: QPainter, *, is_back: bool) -> None:
        """First the grounds with their bleed, then each piece to its cut."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axis, paper = self.layout.axis, self.layout.paper
        shown = []
        for number, piece in enumerate(self.pieces):
            if piece is not None:
                place, ground, turn = self.grid.place(number), self._ground(number), self.grid.turn
                if is_back:
                    place, ground = (
                        mirrored_place(place, paper, axis),
                        mirrored_place(ground, paper, axis),
                    )
                    turn = rotation_behind(turn, axis)
                side = piece.back if is_back else piece.front
                side.ground(painter, QRectF(ground.left, ground.top, ground.width, ground.height))
                shown.append((side, place, ground, turn))
        for side, place, ground, turn in shown:
            self._paint_side(painter, side, place, ground, turn)

    def _ground(self, number: int) -> PaperRectangle:
        """Return the area of a piece's ground: it bleeds where no other piece adjoins."""
        place, columns = self.grid.place(number), self.grid.columns
        column = number % columns
        beside = (
            number - 1 if column else -1, number - columns,
            number + 1 if column + 1 < columns else -1, number + columns,
        )  # fmt: skip
        left, top, right, bottom = (
            0.0 if self._lies_against(other) else self.grid.piece.bleed for other in beside
        )
        return PaperRectangle(
            place.left - left, place.top - top,
            place.width + left + right, place.height + top + bottom,
        )  # fmt: skip

    def _lies_against(self, other: int) -> bool:
        """Return True if there is a piece in a place, without a gap before it."""
        is_there = 0 <= other < len(self.pieces) and self.pieces[other] is not None
        return is_there and not self.grid.piece.gap

    def _paint_side(
        self,
        painter: QPainter,
        side: PieceSide,
        place: PaperRectangle,
        ground: PaperRectangle,
        turn: int,
    ) -> None:
        """One side of a piece, its own upper left corner the origin; nothing beyond its ground."""
        with clip_to(painter, QRectF(ground.left, ground.top, ground.width, ground.height)):
            painter.translate(place.left + place.width / 2, place.top + place.height / 2)
            painter.rotate(turn)
            painter.translate(-self.layout.piece.width / 2, -self.layout.piece.height / 2)
            side.draw(painter)

    def _cuts_behind(self) -> tuple[list[float], list[float]]:
        across, down = self.grid.cuts()
        if self.layout.axis is DuplexTurnAxis.UPRIGHT:
            return [self.layout.paper.width - x for x in across], down
        return across, [self.layout.paper.height - y for y in down]

    def _paint_marks(
        self,
        painter: QPainter,
        across: Sequence[float],
        down: Sequence[float],
        field: PaperRectangle,
    ) -> None:
        """Marks outside the field and its bleed, as far as the printer reaches."""
        bleed, paper = self.grid.piece.bleed, self.layout.paper
        wide = PaperRectangle(
            field.left - bleed, field.top - bleed,
            field.width + 2 * bleed, field.height + 2 * bleed,
        )  # fmt: skip
        safe = QRectF(RIM, RIM, paper.width - 2 * RIM, paper.height - 2 * RIM)
        lines = []
        for line in crop_lines(across, down, wide):
            first, last = (_within(end, safe) for end in (line.p1(), line.p2()))
            lines.append(QLineF(first, last))
        draw_line(painter, [line for line in lines if line.length() > 0.5])

    def _paint_caption(self, painter: QPainter, words: str) -> None:
        at = QPointF(self.layout.margin, CAPTION_DOWN)
        room = self.layout.paper.width - 2 * self.layout.margin
        draw_text(painter, at, words, CAPTION, anchor=LEFT, room=room)

    def _paint_targets(self, painter: QPainter) -> None:
        """Crosses that lie behind each other: held to the light they show how the sides meet."""
        paper, wide = self.layout.paper, 3.0
        for x in (2.6, paper.width - 2.6):
            paint_registration_target(painter, QPointF(x, paper.height / 2), wide)

    def _paint_fold(self, painter: QPainter) -> None:
        paper = self.layout.paper
        middle = QLineF(RIM, paper.height / 2, paper.width - RIM, paper.height / 2)
        if self.layout.axis is DuplexTurnAxis.UPRIGHT:
            middle = QLineF(paper.width / 2, RIM, paper.width / 2, paper.height - RIM)
        pen = QPen(make_colour(INK), 0.2)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([12.0, 8.0])
        painter.setPen(pen)
        painter.drawLine(middle)


def _within(point: QPointF, room: QRectF) -> QPointF:
    return QPointF(
        min(max(point.x(), room.left()), room.right()),
        min(max(point.y(), room.top()), room.bottom()),
    )
