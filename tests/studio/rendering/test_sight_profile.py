from __future__ import annotations

import xml.etree.ElementTree as xml
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.sight.hindrance_rules import AlongHexsideRule, HexEffect, HindranceRules
from engine.sight.hindrance_sight import HindranceSight, hindrance_of_terrain
from engine.sight.line_trace import TraceRule
from engine.sight.sight_profile import Profile, sight_profile
from engine.texts import text
from studio.rendering.charts.sight_profile_chart import (
    APART,
    SightProfileChart,
    hatch,
    render_sight_profile,
)
from studio.rendering.file_formats import PictureFormat

KIND = next(iter(TraceRule))


def along_a_row(levels: str, cover: str = "") -> tuple[Profile, Map]:
    """A row of hexes, a digit of level each, its cover below; the line runs from end to end."""
    map_ = Map.blank(Grid(len(levels), 1))
    map_.level[0] = [int(level) for level in levels]
    height = map_.level.copy()
    height[0] += np.array([sign != "." for sign in cover.ljust(len(levels), ".")], np.int16)
    ends = map_.grid.hex(0, 0), map_.grid.hex(len(levels) - 1, 0)
    return sight_profile(map_.grid, map_.level, height, *ends, KIND), map_


def words_of(levels: str, cover: str = "", language: str = "en") -> set[str]:
    seen, map_ = along_a_row(levels, cover)
    picture = render_sight_profile(seen, map_.labels, language, PictureFormat.SVG)
    nodes = xml.fromstring(picture.content).iter("{http://www.w3.org/2000/svg}text")
    return {(node.text or "").strip() for node in nodes}


def test_a_clear_line_is_said_to_be_clear() -> None:
    words = words_of("00111")
    clear = text("drawing.chart-clear", "en", start="0101", end="0501", distance=4)
    assert clear in words
    assert {"0101, level 0", "0501, level 1", "hexes from 0101"} <= words


def test_a_blocked_line_names_the_hex_that_blocks_and_how_high_the_line_is_there() -> None:
    (blocked,) = (words for words in words_of("01111") if "0201" in words and "0101" in words)
    assert "0201, 1 hex from 0101, is 1 high" in blocked
    assert "0.5" in blocked


def test_the_chart_speaks_chinese() -> None:
    words = words_of("00000", "..w..", "zh")
    assert "观察测量表" in words
    assert any("不通视" in said for said in words)


def test_the_line_starts_at_the_low_end_and_ends_one_level_above_the_high_one() -> None:
    seen, map_ = along_a_row("31110")
    chart = SightProfileChart(seen, map_.labels, "en")
    low, high = chart.at(0, 0), chart.at(4, 4)
    assert low.x() < high.x()
    assert low.y() > high.y()
    assert seen.low == map_.grid.hex(4, 0)


@pytest.mark.parametrize("format_", PictureFormat)
def test_the_chart_is_written_in_every_format(format_: PictureFormat) -> None:
    seen, map_ = along_a_row("0" * 60)
    assert render_sight_profile(seen, map_.labels, "en", format_).content


def test_the_blocking_point_is_marked_in_the_picture() -> None:
    seen, map_ = along_a_row("00300")
    chart = SightProfileChart(seen, map_.labels, "en")
    image = QImage.fromData(
        render_sight_profile(seen, map_.labels, "en", PictureFormat.PNG).content
    )
    at = chart.at(2, 3)
    assert image.pixelColor(int(at.x()), int(at.y())).red() > 150
    assert image.pixelColor(int(at.x()), int(at.y())).green() < 90


def test_crosses_do_not_stand_on_one_another_however_small_the_chart_is() -> None:
    found, map_ = along_a_row("1" + "3" * 60 + "1")
    chart, counts = SightProfileChart(found, map_.labels, "en"), []
    for chart.scale in (1.0, 0.25):
        at = [point.distance * chart.across * chart.scale for point in chart.crossed()]
        counts.append(len(at))
        gaps = [after - before for before, after in pairwise(sorted(at))]
        assert sum(gap < APART for gap in gaps) <= 2  # beside the one that decides
    assert counts[1] <= counts[0] / 2


def test_hatching_stays_in_its_box() -> None:
    box = QRectF(10, 20, 33, 17)
    path = hatch(box)
    points = [QPointF(path.elementAt(i).x, path.elementAt(i).y) for i in range(path.elementCount())]
    assert len(points) > 6
    assert all(box.adjusted(-0.01, -0.01, 0.01, 0.01).contains(point) for point in points)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_blind_hex_is_told_with_what_hides_it_and_veiled(language: str) -> None:
    map_ = Map.blank(Grid(5, 1))
    map_.level[0, 4] = 1
    map_.grounds = ("open", "woods")
    map_.ground[0, 1] = 1
    lie = hindrance_of_terrain(map_, {"woods": HexEffect(blocks=True)}, {})
    seen = HindranceSight(map_.grid, HindranceRules(AlongHexsideRule.EACH, near_only={1: 2}), lie)
    chart = SightProfileChart(
        seen.profile(map_.grid.hex(0, 0), map_.grid.hex(4, 0)), map_.labels, language
    )
    assert chart.verdict == text(
        "previews.line-hidden", language, start="0101", end="0501",
        low="0101", hex="0201", away=1, within=2,
    )  # fmt: skip
    assert chart.blind == (0,)
