"""Lines of sight that add up what they pass, in words: printed, on the chart, at the foot."""

from __future__ import annotations

import pytest

from engine.hexes.grid import Grid
from engine.hexes.labels import LetterNumber
from engine.map.map import Map
from engine.sight.hindrance_profile import HindranceProfile
from engine.sight.hindrance_rules import HexEffect, HexsideEffect, HindranceRules, LineSubject
from engine.sight.hindrance_sight import HindranceSight, hindrance_of_terrain
from engine.texts import text
from studio.cli.sight import _tell_line
from studio.previews.hex_texts import _line_words
from studio.previews.preview_result import PreviewResult
from studio.rendering.charts.sight_profile_chart import SightProfileChart
from studio.widgets.localization import Localizer

RULES = {LineSubject.GROUND: "B1", LineSubject.HINDRANCE: "B2", LineSubject.SIDE: "B3"}


@pytest.fixture
def row() -> Map:
    """Five hexes in a row, with a wall behind the third."""
    map_ = Map.blank(Grid(5, 1))
    map_.label_style = LetterNumber()
    map_.set_side("wall", map_.grid.hex(2, 0), 0)
    return map_


def profile(map_: Map, woods: int | None = None, orchard: int | None = None) -> HindranceProfile:
    """The line from A1 to E1, with woods or an orchard in a column."""
    sight = HindranceSight(
        map_.grid,
        HindranceRules(rules=RULES),
        hindrance_of_terrain(map_, {}, {"wall": HexsideEffect(hinders=1)}),
    )
    lying = {woods: HexEffect(blocks=True), orchard: HexEffect(hinders=1)}
    laid = {map_.grid.hex(at, 0): what for at, what in lying.items() if at is not None}
    return sight.with_added_effects(laid).profile(map_.grid.hex(0, 0), map_.grid.hex(4, 0))


def test_a_line_is_printed_step_by_step_with_the_rules(
    row: Map, capsys: pytest.CaptureFixture[str]
) -> None:
    told = profile(row, orchard=1)
    _tell_line(told, row.labels, told.is_clear)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "B1", "hinders", "1", "B2"] in lines
    side = text("commands.sight-side", "en", hexes="C1|D1").split()
    assert ["3", *side, "hinders", "1", "B3"] in lines
    assert " ".join(lines[-1]).endswith("from A1 into E1: +2.")


def test_what_blocks_a_line_is_printed(row: Map, capsys: pytest.CaptureFixture[str]) -> None:
    told = profile(row, woods=2)
    _tell_line(told, row.labels, told.is_clear)
    out = capsys.readouterr().out
    assert "blocks" in out
    assert out.rstrip().endswith("blocked at C1.")


def test_the_chart_says_where_a_line_is_blocked(row: Map) -> None:
    assert SightProfileChart(profile(row, woods=2), row.labels, "en").verdict.endswith(
        "C1 blocks it"
    )
    assert SightProfileChart(profile(row), row.labels, "en").verdict == text(
        "drawing.chart-clear", "en", start="A1", end="E1", distance=4
    )


def test_the_foot_of_the_window_says_what_hinders(row: Map) -> None:
    localize = Localizer("en")
    words = _line_words(PreviewResult(profile=profile(row, orchard=1)), row, localize)
    assert words == "A1 and E1 see each other; from A1 into E1: +2"
    assert "C1" in _line_words(PreviewResult(profile=profile(row, woods=2)), row, localize)
