"""Figures and guns on a table, each where its formation puts it and as it faces.

On a screen every stand is a small picture that is kept; on paper it is drawn anew, line by line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPixmap

from engine.games import handbook_of, is_installed
from engine.games.game_appearance import MarkLook
from engine.scenario.counters import side_colours
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.formations import FigureFormation, FormationPlace, formation_places
from engine.tabletop.shapes import Point
from studio.rendering.counters.counter_marks import paint_badge
from studio.rendering.tabletop.figures import figure_outline, paint_figure, paint_small_figure
from studio.rendering.tabletop.tabletop_view import TabletopView

SMALL = 11.0  # page units across a man's stand below which rifle and cap are left out
LARGEST = 420  # page units of a picture that is kept
TURN = 3  # degrees: nearer to each other two pictures look the same
ROUND = 1.45  # of a stand: what is drawn of it, with all that leans over
FAINT = 0.45
BADGE = 5.0  # sixteenths of an inch: half of a badge
SEEN = 4.6  # pixels across, the narrow way: the smallest figure on a screen
READABLE = 4.0  # page units: half of the smallest badge that can be read
GREY, PALED = "grey", 0.55  # the mark of a piece that has acted, and how far its colour pales
NOBODY = "#8a8f96"


class FigureToken(NamedTuple):
    """One figure, gun or wagon as it is drawn: `shade` is its side's colour."""

    id: str
    type: str
    at: Point
    facing: int
    shade: str
    looks: tuple[MarkLook, ...] = ()
    is_faint: bool = False


def build_token(
    stand: tuple[str, str, Point, int | None], shade: str, looks: Iterable[MarkLook]
) -> FigureToken:
    """A token from id, type, point and facing, with its badges; those who have acted turn pale."""
    name, type_, at, facing = stand
    known = [look for look in looks if look.letter]
    badges = tuple(look for look in known if look.shows != GREY)
    shown = _paled(shade) if len(badges) < len(known) else shade
    return FigureToken(name, type_, at, facing or 0, shown, badges)


def _paled(shade: str) -> str:
    """A colour halfway to grey."""
    own, grey = QColor(shade), QColor(NOBODY)
    red, green, blue = (
        round(one + PALED * (other - one))
        for one, other in (
            (own.red(), grey.red()),
            (own.green(), grey.green()),
            (own.blue(), grey.blue()),
        )
    )
    return QColor(red, green, blue).name()


def paint_tokens(
    painter: QPainter, view: TabletopView, tokens: Iterable[FigureToken], room: QRectF | None = None
) -> None:
    """Draw tokens on a table, those farther from the viewer first."""
    seen, is_screen = _seen(view, tokens, room), _is_screen(painter)
    paint = _paint_picture if is_screen else _paint_lines
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    true = figure_token_scale(view)
    for token, at in seen:
        if token.is_faint:
            painter.setOpacity(FAINT)
        paint(painter, token, at, max(true, _least(token.type)) if is_screen else true)
        if token.is_faint:
            painter.setOpacity(1.0)
    for token, at in seen:
        if token.looks:
            _paint_looks(painter, view, token, at)


def figure_token_scale(view: TabletopView) -> float:
    """Page units a sixteenth of an inch of a stand: half as large for inch-high figures (K9.5)."""
    return view.scale / (2 if view.table.scale is FigureScale.KRIEGSPIEL else 1)


def _seen(
    view: TabletopView, tokens: Iterable[FigureToken], room: QRectF | None
) -> list[tuple[FigureToken, QPointF]]:
    places = [(token, view.at(*token.at)) for token in tokens]
    if room is not None:
        out = 60 * figure_token_scale(view)
        wide = room.adjusted(-out, -out, out, out)
        places = [each for each in places if wide.contains(each[1])]
    return sorted(places, key=lambda each: each[1].y())


def _is_screen(painter: QPainter) -> bool:
    engine = painter.paintEngine()
    return engine is not None and engine.type() is QPaintEngine.Type.Raster


def _paint_lines(painter: QPainter, token: FigureToken, at: QPointF, size: float) -> None:
    painter.save()
    painter.translate(at)
    painter.rotate(token.facing)
    painter.scale(size, size)
    _stand(painter, token.type, token.shade, size)
    painter.restore()


def _stand(painter: QPainter, type_: str, shade: str, size: float) -> None:
    if 12 * size < SMALL and type_ in ("foot", "engineer", "horse", "general"):
        paint_small_figure(painter, type_, shade)
    else:
        paint_figure(painter, type_, shade)


def _paint_picture(painter: QPainter, token: FigureToken, at: QPointF, size: float) -> None:
    ratio = painter.device().devicePixelRatio()
    if _extent(token.type) * size * ratio > LARGEST:
        _paint_lines(painter, token, at, size)
        return
    facing = round(token.facing / TURN) * TURN % 360
    picture = _picture(token.type, token.shade, facing, round(size, 3), ratio)
    half = picture.width() / ratio / 2
    painter.drawPixmap(QPointF(at.x() - half, at.y() - half), picture)


@lru_cache(maxsize=4096)
def _picture(type_: str, shade: str, facing: int, size: float, ratio: float) -> QPixmap:
    """A stand of a type as a picture, whose middle is where it stands."""
    side = max(2 * math.ceil(_extent(type_) * size * ratio / 2), 4)
    picture = QPixmap(side, side)
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    painter.rotate(facing)
    painter.scale(size * ratio, size * ratio)
    _stand(painter, type_, shade, size)
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=64)
def _least(type_: str) -> float:
    """The size below which a stand of a type could not be seen on a screen."""
    box = figure_outline(type_).boundingRect()
    return SEEN / min(box.width(), box.height())


@lru_cache(maxsize=64)
def _extent(type_: str) -> float:
    """Return the largest extent of a type's drawing, whatever its facing."""
    box = figure_outline(type_).boundingRect()
    return ROUND * math.hypot(box.width(), box.height())


def _paint_looks(painter: QPainter, view: TabletopView, token: FigureToken, at: QPointF) -> None:
    """A token's marks as badges side by side over it."""
    radius = max(BADGE * figure_token_scale(view), READABLE)
    box = figure_outline(token.type).boundingRect()
    high = max(box.height(), box.width()) / 2 * figure_token_scale(view)
    if high < radius:
        return  # a badge would hide its man: it is shown when zoomed in
    left = at.x() - radius * (len(token.looks) - 1)
    for number, look in enumerate(token.looks):
        place = QPointF(left + 2 * radius * number, at.y() - high - 0.4 * radius)
        paint_badge(painter, look, place, radius, view.look.language)


def figure_footprints(scenario: Scenario) -> Mapping[str, str]:
    """The footprint of each type of body of a scenario's game (G3)."""
    if not is_installed(scenario.game):
        return {}
    units = handbook_of(scenario).units()
    return {type_: str(entry.get("footprint", type_)) for type_, entry in units.items()}


def tokens_at_start(scenario: Scenario) -> list[FigureToken]:
    """All figures on the table at the beginning, by body and number."""
    return list(tokens_of(scenario, scenario.bodies, figure_footprints(scenario)))


def tokens_of(
    scenario: Scenario, bodies: Iterable[FigureGroup], shapes: Mapping[str, str]
) -> Iterator[FigureToken]:
    """Every figure of some bodies that stands on the table, where its footprint is known."""
    shades = side_colours(scenario)
    for body in bodies:
        shape = shapes.get(body.type, body.type)
        for number, place in enumerate(
            figure_places_of_group(body, shapes, scenario.table.scale), 1
        ):
            shade = shades.get(body.side, NOBODY)
            yield FigureToken(f"{body.id}.{number}", shape, place.at, place.facing, shade)


def figure_places_of_group(
    body: FigureGroup, shapes: Mapping[str, str], scale: FigureScale
) -> Iterator[FormationPlace]:
    """Yield the places of a group's figures; none if its side sets it up."""
    if not body.at:
        return
    if len(body.at) == 1:
        yield FormationPlace(body.at[0], body.facing or 0)
        return
    formation = FigureFormation(body.formation or FigureFormation.LINE)
    first, last = body.at[0], body.at[1]
    for place in formation_places(
        formation, body.strength, first, last, shapes.get(body.type, body.type), scale
    ):
        yield place if body.facing is None else place._replace(facing=body.facing)
