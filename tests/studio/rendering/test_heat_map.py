"""Heat maps and the charts of reports: right colours, right places, readable in grey."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.tabletop.tabletop_map import TabletopMap
from studio.rendering.charts.heat_map import MARGIN, RAMP, HeatMap, scale_classes
from studio.rendering.charts.report_charts import (
    BarChart,
    BarSeries,
    ChartDrawing,
    SeriesStyle,
    ShareBar,
    ShareChart,
)
from studio.rendering.tabletop.report_pictures import TabletopHeatMap
from tests.studio.rendering.comparing import colour_at, difference


def drawn(drawing: ChartDrawing) -> QImage:
    image = QImage(drawing.width, drawing.height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    drawing.paint(painter)
    painter.end()
    return image


def heat(counts: dict[tuple[int, int], int]) -> HeatMap:
    """A heat map of a small open map; counts by column and row."""
    map_ = Map.blank(Grid(8, 6))
    plane = np.zeros(map_.grid.shape, np.int32)
    for (column, row), count in counts.items():
        plane[row, column] = count
    return HeatMap(map_, plane, "Heat", "en")


def shade_in(heat_map: HeatMap, column: int, row: int) -> QColor:
    view = heat_map.view
    image = drawn(heat_map).copy(int(MARGIN), round(heat_map.top), 10_000, 10_000)
    # beside the number, which stands above the middle
    return colour_at(image, view.map, view.map.grid.hex(column, row), view.width, (0.3, 0.2))


def test_the_ramp_grows_darker_step_by_step() -> None:
    lights = [QColor(shade).lightnessF() for shade in RAMP]
    greys = [0.299 * c.redF() + 0.587 * c.greenF() + 0.114 * c.blueF() for c in map(QColor, RAMP)]
    assert lights == sorted(lights, reverse=True)
    assert all(before - after > 0.08 for before, after in pairwise(greys))


@pytest.mark.parametrize(
    ("most", "starts"),
    [
        (0, []),
        (1, [1]),
        (6, [1, 2, 3, 4, 5, 6]),
        (7, [1, 2, 5]),
        (24, [1, 2, 5, 10, 20]),
        (268, [1, 10, 20, 50, 100, 200]),
        (1_000_000, [1, 50_000, 100_000, 200_000, 500_000, 1_000_000]),
    ],
)
def test_the_classes_of_a_scale_begin_at_round_numbers(most: int, starts: list[int]) -> None:
    assert scale_classes(most) == starts


def test_a_hex_has_the_colour_of_its_class_and_others_stay_clear() -> None:
    found = heat({(2, 2): 1, (5, 3): 300})
    assert difference(shade_in(found, 2, 2), RAMP[0]) < 24
    assert difference(shade_in(found, 5, 3), RAMP[-1]) < 24
    assert min(difference(shade_in(found, 0, 5), shade) for shade in RAMP) > 24


def test_a_square_of_a_table_has_the_colour_of_its_class_nearest_the_viewer_below() -> None:
    plane = np.zeros((6, 8), np.int32)
    plane[0, 1], plane[5, 7] = 1, 300
    found = TabletopHeatMap(TabletopMap(8 * 96, 6 * 96), 96, plane, "Heat", "en")
    image = drawn(found)

    def shade(row: int, column: int) -> QColor:
        at = found.middle(row, column) + QPointF(MARGIN, found.top)
        return image.pixelColor(
            round(at.x() + 0.4 * found.patch), round(at.y() + 0.4 * found.patch)
        )

    assert difference(shade(0, 1), RAMP[0]) < 24
    assert difference(shade(5, 7), RAMP[-1]) < 24
    assert min(difference(shade(3, 3), each) for each in RAMP) > 24
    assert found.middle(0, 0).y() > found.middle(5, 0).y()


def test_where_nothing_happened_the_scale_says_so() -> None:
    assert heat({}).steps == []
    drawn(heat({}))


def test_a_heat_map_of_hexes_beyond_counting_still_fits_a_page() -> None:
    map_ = Map.blank(Grid(1500, 900))
    plane = np.zeros(map_.grid.shape, np.int32)
    plane[400:403, 700:705] = 9
    found = HeatMap(map_, plane, "Heat", "en")
    assert found.width < 800


def test_a_part_s_bar_spans_its_interval() -> None:
    chart = ShareChart([ShareBar("Red", 0.5, 0.25, 0.75, SeriesStyle("#ff0000"))])
    image = drawn(chart)
    y = 6 + round(chart.ROW / 2)

    def is_red(part: float) -> bool:
        seen = image.pixelColor(round(chart.left + part * chart.PLOT), y)
        return seen.red() > seen.blue() + 60

    assert [is_red(part) for part in (0.22, 0.28, 0.72, 0.78)] == [False, True, True, False]


def test_bars_are_as_high_as_their_counts() -> None:
    chart = BarChart(["a", "b"], [BarSeries("", [5, 2], SeriesStyle("#ff0000"), expected=[1, 3])])
    image = drawn(chart)

    def rises_to(column: int, count: float) -> bool:
        x = round(chart.LEFT + (column + 0.5) * chart.column)
        seen = image.pixelColor(x, round(chart.TOP + chart.PLOT * (1 - count / chart.most)))
        return seen.red() > seen.blue() + 60

    assert [rises_to(0, n) for n in (4.5, 5.5)] == [True, False]
    assert [rises_to(1, n) for n in (1.5, 2.5)] == [True, False]


def test_a_chart_of_nothing_can_be_drawn() -> None:
    drawn(BarChart([], []))
    drawn(BarChart(["1"], [BarSeries("Red", [0])]))
    drawn(ShareChart([]))
