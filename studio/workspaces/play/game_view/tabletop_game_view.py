"""The view of a game on a table: its figures, and how they go from place to place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import hypot

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QCursor, QPainter

from engine.games import handbook_of, mark_looks_of
from engine.games.game_appearance import MarkLooks
from engine.play.option_targets import EventLocation, TrajectoryPoint
from engine.play.position import Point, Spot
from engine.scenario.scenario import Scenario
from engine.session.visible_position import SeenFigure, SeenPiece, VisiblePosition
from engine.tabletop.footprints import FOOTPRINTS, Footprint, footprint
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import LocalText
from studio.canvas.camera import TabletopCamera
from studio.canvas.tabletop_canvas import TablePaint, TabletopCanvas
from studio.rendering.counters.counter_painter import side_colours
from studio.rendering.tabletop.figure_tokens import NOBODY, FigureToken, build_token, paint_tokens
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.workspaces.play.game_view.tabletop_overlays import ShotOverlay


def tabletop_view_on_screen(
    table: TabletopMap, camera: TabletopCamera, look: TabletopRenderOptions | None = None
) -> TabletopView:
    """A table as it lies on the screen."""
    return TabletopView(
        table, camera.scale, -camera.left, -camera.top, look or TabletopRenderOptions()
    )


@dataclass(frozen=True)
class FiguresLayer:
    """Figures, guns and wagons as they stand; those that ride in another are not seen."""

    figures: Iterable[SeenFigure]
    table: TabletopMap
    colours: Mapping[str, str]
    marks: MarkLooks
    language: str

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw each in the colour of its side."""
        view = tabletop_view_on_screen(self.table, camera, TabletopRenderOptions(self.language))
        room = QRectF(painter.viewport())
        paint_tokens(painter, view, self.tokens(), room)

    def tokens(self) -> list[FigureToken]:
        """The tokens as they are drawn."""
        return [
            build_token(
                (each.id, each.type, each.at, each.facing),
                self.colours.get(each.side, NOBODY),
                map(self.marks.look_of, each.marks),
            )
            for each in self.figures
            if not each.inside
        ]


NEAR = 6.0  # pixels beyond a figure within which a pointer is still on it
UNKNOWN = Footprint(0, 0, 6, 32)  # of a type without a footprint of its own

Places = Mapping[str, tuple[Point, float]]


class TabletopGameView:
    """Shows the figures of a game on a canvas."""

    def __init__(self, scenario: Scenario, canvas: TabletopCanvas, language: str) -> None:
        self.canvas, self.scenario, self.language = canvas, scenario, language
        self.colours = side_colours(scenario)
        self._types = handbook_of(scenario).units()
        self._marks = mark_looks_of(scenario.game)
        self.figures: tuple[SeenFigure, ...] = ()  # that are shown
        self._around: tuple[tuple[TablePaint, ...], tuple[TablePaint, ...]] = ((), ())

    def set_language(self, language: str) -> None:
        """Write in another language."""
        self.language = language

    def type_name(self, piece: SeenPiece | SeenFigure) -> LocalText:
        """Return the name of a unit's type."""
        name: LocalText = self._types.get(piece.type, {}).get("name", piece.type)
        return name

    # --- what is shown ----------------------------------------------------------------------------

    def lay(
        self,
        figures: Sequence[SeenFigure],
        below: Sequence[TablePaint] = (),
        above: Sequence[TablePaint] = (),
    ) -> None:
        """Put these figures on the table, with what is drawn below and above them."""
        self.figures = tuple(figures)
        self._around = tuple(below), tuple(above)
        self.canvas.set_decorations([*below, self._shown(figures), *above])

    def refresh_figures(self, figures: Sequence[SeenFigure], above: Sequence[TablePaint]) -> None:
        """Show other figures, and what flies over them; what lies below stays."""
        self.canvas.set_decorations([*self._around[0], self._shown(figures), *above])

    def _shown(self, figures: Sequence[SeenFigure]) -> FiguresLayer:
        table = self.scenario.table
        return FiguresLayer(figures, table, self.colours, self._marks, self.language)

    def animation_between(
        self, before: VisiblePosition, after: VisiblePosition, places: Sequence[EventLocation]
    ) -> FigureAnimation | None:
        """Shots in flight one after the other, then figures on their ways."""
        stood = {each.id: each.at for each in before.figures}
        moved = {
            each.id: (stood[each.id], each.at)
            for each in after.figures
            if stood.get(each.id, each.at) != each.at
        }
        told = {piece: way for place in places for piece, way in place.ways if len(way) > 1}
        ways = {piece: told.get(piece, ends) for piece, ends in moved.items()}
        flights = tuple(place.flight for place in places if len(place.flight) > 1)
        found = FigureAnimation(self, before, after, ways, flights)
        return found if ways or flights else None

    # --- where things are -------------------------------------------------------------------------

    def radius(self, type_: str) -> float:
        """The radius of a ring round a figure of a type, in sixteenths of an inch."""
        known = type_ in FOOTPRINTS
        print_ = footprint(type_, self.scenario.table.scale) if known else UNKNOWN
        return print_.radius + max(print_.breadth, print_.length) / 2

    @property
    def places(self) -> Places:
        """Return the place of each figure shown, and the radius of its ring."""
        return {each.id: (each.at, self.radius(each.type)) for each in self.figures}

    def unit_at(self, x: float, y: float, pixel: float) -> str:
        """The figure at a point of the table, the nearest of several; empty for none.

        `pixel` is how wide one is: a figure may be missed by a few.
        """
        near = [
            (hypot(at.x - x, at.y - y) - far, unit)
            for unit, (at, far) in self.places.items()
            if abs(at.x - x) < far + NEAR * pixel and abs(at.y - y) < far + NEAR * pixel
        ]
        gap, unit = min(near, default=(NEAR * pixel, ""))
        return unit if gap < NEAR * pixel else ""

    def within(self, one: Point, other: Point) -> list[str]:
        """The figures whose middle lies in a rectangle between two points."""
        left, right = sorted((one.x, other.x))
        near, far = sorted((one.y, other.y))
        return [
            each.id
            for each in self.figures
            if left <= each.at.x <= right and near <= each.at.y <= far
        ]

    def pointed_at(self) -> QPoint:
        """The pointer, or the point the keyboard is at."""
        at = self.canvas.keyboard_point
        return QCursor.pos() if at is None else self.canvas.mapToGlobal(self.point_of(at))

    def point_of(self, spot: Spot) -> QPoint:
        """Return the point on the canvas of a point of the table."""
        assert isinstance(spot, Point)
        x, y = self.canvas.camera.screen(*spot)
        return QPoint(round(x), round(y))


@dataclass(frozen=True)
class FigureAnimation:
    """The animation on a table: each shot as it flies, then all moves at once."""

    board: TabletopGameView
    before: VisiblePosition
    after: VisiblePosition
    ways: Mapping[str, tuple[Point, ...]]
    flights: tuple[tuple[TrajectoryPoint, ...], ...]

    @property
    def stages(self) -> float:
        """Each shot takes as long as the moves together."""
        return float(len(self.cues))

    @cached_property
    def cues(self) -> Sequence[str]:
        """Return the stages of the animation in turn."""
        return ["shots"] * len(self.flights) + ["moves"] * bool(self.ways)

    def show(self, progress: float) -> None:
        """Show the shot or the moves that are under way by then."""
        stage = progress * self.stages
        number = int(stage)
        if number < len(self.flights):
            shot = ShotOverlay(self.flights[number], stage - number)
            self.board.refresh_figures(self.before.figures, [shot])
        else:
            self.board.refresh_figures(self._on_their_ways(min(stage - len(self.flights), 1.0)), [])

    def _on_their_ways(self, part: float) -> list[SeenFigure]:
        eased = part * part * (3 - 2 * part)
        return [
            replace(each, at=self._walked[each.id].at(eased)) if each.id in self.ways else each
            for each in self.after.figures
        ]

    @cached_property
    def _walked(self) -> Mapping[str, WalkedPath]:
        return {piece: WalkedPath(way) for piece, way in self.ways.items()}


@dataclass(frozen=True)
class WalkedPath:
    """A way, by shares of its length."""

    way: tuple[Point, ...]

    @cached_property
    def _lengths(self) -> tuple[float, ...]:
        found = [0.0]
        for one, other in pairwise(self.way):
            found.append(found[-1] + hypot(other.x - one.x, other.y - one.y))
        return tuple(found)

    def at(self, share: float) -> Point:
        """The point at a share of the way, from 0 to 1."""
        wanted = share * self._lengths[-1]
        for number, length in enumerate(self._lengths[1:], 1):
            if wanted <= length and length > self._lengths[number - 1]:
                before = self._lengths[number - 1]
                part = (wanted - before) / (length - before)
                one, other = self.way[number - 1], self.way[number]
                x, y = one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part
                return Point(round(x), round(y))
        return self.way[-1]
