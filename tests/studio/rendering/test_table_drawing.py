"""A table is drawn where it lies: features in their places, tiles alike, toy soldiers by facing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.files import tabletop_map_reader
from engine.files.source_text import SHIPPED
from engine.games.game_appearance import MarkLook
from engine.tabletop.feature_kinds import FigureScale, ShapeKind, feature_kinds
from engine.tabletop.footprints import FOOTPRINTS
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap
from studio.rendering.tabletop.figure_tokens import FigureToken, build_token, paint_tokens
from studio.rendering.tabletop.figures import STANDS, figure_outline
from studio.rendering.tabletop.paper_figures import FRONTS
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import (
    PAINTERS,
    TerrainTiles,
    paint_tabletop,
    paint_terrain,
)
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.tabletop.terrain_surface import MEADOW

SAMPLES = SHIPPED / "samples" / "littlewars" / "tables"
GREY = "#808080"
BARE = TabletopRenderOptions(names=False, edges=False)


def canvas(wide: int, high: int) -> QImage:
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(GREY))
    return image


def drawn(view: TabletopView) -> QImage:
    image = canvas(round(view.page.width()), round(view.page.height()))
    painter = QPainter(image)
    paint_tabletop(painter, view)
    painter.end()
    return image


def table_of(*features: TabletopFeature, wide: int = 20, deep: int = 20) -> TabletopMap:
    return TabletopMap(wide * INCH, deep * INCH, features=features)


def feature(kind: str, wide: int = 20, deep: int = 20) -> TabletopFeature:
    """A feature of a kind in the middle of a table."""
    x, y = wide * INCH // 2, deep * INCH // 2
    shapes: dict[ShapeKind, FeatureShape] = {
        ShapeKind.POLYGON: Polygon(
            (Point(x - 64, y - 64), Point(x + 64, y - 64), Point(x + 64, y + 64),
             Point(x - 64, y + 64))
        ),
        ShapeKind.LINE: WideLine((Point(x - 100, y), Point(x + 100, y)), 40),
        ShapeKind.DISC: Disc(Point(x, y), 64),
    }  # fmt: skip
    shape = shapes[feature_kinds()[kind].shapes[0]]
    return TabletopFeature.of_kind("one", kind, shape, FigureScale.LITTLE_WARS)


@pytest.mark.parametrize("kind", feature_kinds())
def test_every_kind_is_drawn_where_it_lies_and_nowhere_else(kind: str) -> None:
    image = drawn(TabletopView(table_of(feature(kind)), 1.0, look=BARE))
    middle = QColor(image.pixel(160, 160))
    assert middle != QColor(MEADOW)
    for corner in ((4, 4), (316, 4), (4, 316)):  # its shadow falls to the lower right
        near = QColor(image.pixel(*corner))
        assert abs(near.green() - QColor(MEADOW).green()) < 80, (kind, corner, near.name())


def test_every_manner_of_drawing_has_a_painter() -> None:
    assert {kind.drawing for kind in feature_kinds().values()} == set(PAINTERS)


def test_the_far_side_of_a_table_is_at_the_top_of_the_page() -> None:
    """Coordinates x right, y away from the viewer, from the lower left corner (G1)."""
    view = TabletopView(table_of(wide=10, deep=20), 2.0, left=7.0, top=3.0)
    assert view.at(0, 0) == QPointF(7, 3 + 20 * INCH * 2)
    assert view.at(10 * INCH, 20 * INCH) == QPointF(7 + 10 * INCH * 2, 3)


def test_one_table_gives_one_picture() -> None:
    table = tabletop_map_reader.load(SAMPLES / "convoy.table.yaml")
    pictures = [drawn(TabletopView(table, 0.15)) for _ in range(2)]
    assert pictures[0] == pictures[1]


def test_kinds_that_are_hidden_and_zones_that_are_not_wanted_are_left_out() -> None:
    table = table_of(feature("house"))
    bare = drawn(TabletopView(table_of(), 1.0, look=BARE))
    assert drawn(TabletopView(table, 1.0, look=BARE._replace(hidden=frozenset({"house"})))) == bare
    assert drawn(TabletopView(table, 1.0, look=BARE)) != bare


# --- tiles ----------------------------------------------------------------------------------------


def from_tiles(tiles: TerrainTiles, view: TabletopView, image: QImage) -> QImage:
    painter = QPainter(image)
    tiles.paint(painter, view, QRectF(image.rect()))
    painter.end()
    return image


def test_a_country_from_tiles_is_the_country() -> None:
    table = tabletop_map_reader.load(SAMPLES / "two-farms.table.yaml")
    view = TabletopView(table, 0.4, look=BARE)
    size = round(view.page.width()), round(view.page.height())
    whole, image = canvas(*size), from_tiles(TerrainTiles(), view, canvas(*size))
    painter = QPainter(whole)
    paint_terrain(painter, view, view.page)
    painter.end()
    different = sum(
        abs(QColor(whole.pixel(x, y)).green() - QColor(image.pixel(x, y)).green()) > 12
        for x in range(0, size[0], 3)
        for y in range(0, size[1], 3)
    )
    assert different == 0


def test_an_edit_paints_only_the_tiles_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    table = tabletop_map_reader.load(SAMPLES / "two-farms.table.yaml")
    tiles, view = TerrainTiles(), TabletopView(table, 0.8, look=BARE)
    image = canvas(1536, 1229)
    from_tiles(tiles, view, image)
    painted: list[tuple[int, int]] = []

    def count(key: object, view: TabletopView) -> object:
        painted.append((key.column, key.row))  # type: ignore[attr-defined]
        return paint(key, view)  # type: ignore[arg-type]

    from studio.rendering.tabletop import tabletop_painter

    paint = tabletop_painter._paint
    monkeypatch.setattr(tabletop_painter, "_paint", count)
    from_tiles(tiles, view, image)
    assert painted == []
    moved = tuple(each.moved(16, 0) if each.id == "oak-1" else each for each in table.features)
    edited = replace(view, table=replace(table, features=moved))
    from_tiles(tiles, edited, image)
    assert 0 < len(painted) < 6
    fresh = from_tiles(TerrainTiles(), edited, canvas(1536, 1229))
    assert fresh == from_tiles(tiles, edited, canvas(1536, 1229))


# --- toy soldiers ---------------------------------------------------------------------------------


def test_every_type_that_takes_room_has_a_drawing_from_above_and_of_paper() -> None:
    assert set(FOOTPRINTS) <= set(STANDS)
    assert set(FOOTPRINTS) <= set(FRONTS)


@pytest.mark.parametrize("type_", sorted(FOOTPRINTS))
def test_an_outline_is_as_large_as_the_footprint(type_: str) -> None:
    """Infantry disc radius 6 u; horseman capsule 10 u radius, axis 8 u; gun 40 × 64 u (G3)."""
    known, box = FOOTPRINTS[type_], figure_outline(type_).boundingRect()
    assert box.width() == known.breadth + 2 * known.radius
    assert box.height() == known.length + 2 * known.radius
    assert box.center() == QPointF(0, 0)


def with_token(token: FigureToken, scale: float) -> QImage:
    view = TabletopView(table_of(), scale, look=BARE)
    image = canvas(round(view.page.width()), round(view.page.height()))
    painter = QPainter(image)
    paint_tokens(painter, view, [token])
    painter.end()
    return image


@pytest.mark.parametrize("scale", [0.5, 1.0, 4.0])
def test_a_figure_is_drawn_where_it_stands_in_its_side_s_colour(scale: float) -> None:
    token = FigureToken("a.1", "foot", Point(160, 160), 0, "#c01020")
    image = with_token(token, scale)
    middle = round(160 * scale)
    reds = 0
    for dx in range(-round(6 * scale), round(6 * scale) + 1):
        shade = QColor(image.pixel(middle + dx, middle))
        reds += shade.red() > 2 * shade.blue()
    assert reds > 0
    far = QColor(image.pixel(round(160 * scale) + round(24 * scale), round(160 * scale)))
    assert far == QColor(GREY)


def test_a_gun_faces_where_it_says() -> None:
    """It faces degrees clockwise from the table's top: the muzzle of one at 90 is at the right."""
    painted = [
        with_token(FigureToken("g", "gun", Point(160, 160), turn, "#203080"), 2.0)
        for turn in (0, 90)
    ]

    def is_ink(image: QImage, x: int, y: int) -> bool:
        return QColor(image.pixel(x, y)) != QColor(GREY)

    upright, turned = painted
    assert is_ink(upright, 320, 320 - 62)
    assert not is_ink(upright, 320 + 60, 320)
    assert is_ink(turned, 320 + 62, 320)
    assert not is_ink(turned, 320, 320 - 60)


def test_inch_high_figures_are_half_as_large() -> None:
    """Kriegspiel inch-high figures: all halved (G3)."""
    token = FigureToken("g", "gun", Point(160, 160), 0, "#203080")
    sizes = []
    for scale in FigureScale:
        view = TabletopView(replace(table_of(), scale=scale), 2.0, look=BARE)
        image = canvas(640, 640)
        painter = QPainter(image)
        paint_tokens(painter, view, [token])
        painter.end()
        column = (QColor(image.pixel(320, y)) != QColor(GREY) for y in range(640))
        sizes.append(sum(column))
    assert abs(sizes[0] - 2 * sizes[1]) <= 6


def test_who_has_acted_turns_pale_and_has_no_badge_of_it() -> None:
    badge, grey = MarkLook("m", "Mark", "M"), MarkLook("done", "Done", "D", shows="grey")
    stand = ("a.1", "foot", Point(3, 4), 90)
    assert build_token(stand, "#ff0000", [badge]) == FigureToken(*stand, "#ff0000", (badge,))
    acted = build_token(stand, "#ff0000", [badge, grey])
    assert acted.looks == (badge,)
    assert QColor(acted.shade).saturation() < QColor("#ff0000").saturation()


@pytest.mark.parametrize("type_", [*STANDS, "nobody-knows"])
def test_every_stand_is_drawn_at_every_size(type_: str) -> None:
    token = FigureToken("a", type_, Point(160, 160), 30, "#1f5fbf", is_faint=False)
    for scale in (0.2, 1.0, 6.0):
        image = with_token(token, scale)
        middle = round(160 * scale)
        reach = max(2, round(5 * scale))
        around = {
            QColor(image.pixel(middle + dx, middle + dy)).name()
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
        }
        assert around - {GREY}, (type_, scale)
