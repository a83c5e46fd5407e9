"""What marks and results look like is data of each game: the toy's own, and a mark nobody knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPalette

from engine import games
from engine.games import mark_looks_of, result_looks_of
from engine.games.game_appearance import GREY, NOTHING, UNKNOWN
from engine.games.handbook import Handbook
from engine.play.forecast_blocks import DiceOutcome, PrintedTableCell
from studio.rendering.charts.dice_pictures import result_colour
from studio.rendering.counters import printed_counters
from studio.rendering.counters.counter_painter import Counter, counter_tooltip, paint_counter
from studio.workspaces.play.panels.chance_blocks import TableColumnBlock
from studio.workspaces.play.panels.forecast_block_drawings import ForecastBlockStyle

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

PAPER, PINK, BLUE = "#d8c79a", "#ff2fb3", "#12a5d8"


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    games.install("toy", "tests.conformance.toy_system")
    yield
    games.remove("toy")


def walker(*marks: str) -> Counter:
    known = mark_looks_of("toy")
    return Counter("r1", "red", "#c8352b", "infantry", "1", "r1", "Walker", marks, known=known)


def canvas(size: int) -> tuple[QImage, QPainter]:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return image, painter


def drawn(counter: Counter, language: str = "en") -> QImage:
    image, painter = canvas(120)
    paint_counter(painter, counter, QPointF(60, 60), 80, language)
    painter.end()
    return image


def count(image: QImage, shade: str) -> int:
    wanted = QColor(shade).rgb()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(image.pixel(x, y) == wanted for x, y in places)


def test_the_toys_mark_hangs_where_its_data_says_in_its_own_colour() -> None:
    image = drawn(walker("moved"))
    assert count(drawn(walker()), PINK) == 0
    assert count(image, PINK) > 100
    low = image.copy(0, 85, 120, 35)
    assert count(low, PINK) == count(image, PINK), "it hangs at the lower edge"
    assert drawn(walker("moved"), "zh") != image


def test_its_name_comes_from_the_texts_of_the_game() -> None:
    assert (
        counter_tooltip(walker("moved", "winded"), "en") == "r1 (Walker): has walked, out of breath"
    )
    assert counter_tooltip(walker("moved"), "zh") == "r1（Walker）：已行走"


def test_a_mark_may_change_the_counter_itself() -> None:
    plain = replace(walker("winded"), known=mark_looks_of("nobody"))
    apart = (drawn(walker("winded")), drawn(plain))
    corners = [image.copy(24, 85, 20, 12) for image in apart]
    assert corners[0] != corners[1], "stripes over its body"


def test_a_mark_no_game_knows_is_drawn_neutrally_with_its_first_letter() -> None:
    look = mark_looks_of("toy").look_of("puzzled")
    assert (look.letter, look.colour, look.shape) == ("P", GREY, "box")
    assert count(drawn(walker("puzzled")), GREY) > 60
    assert counter_tooltip(walker("puzzled"), "en") == "r1 (Walker): puzzled"


def test_a_mark_means_what_its_own_game_says() -> None:
    assert mark_looks_of("toy").look_of("moved") != mark_looks_of("tank").look_of("moved")
    assert drawn(walker("moved")) != drawn(replace(walker("moved"), known=mark_looks_of("tank")))


def test_its_marker_is_printed_with_its_badge() -> None:
    image, painter = canvas(100)
    printed_counters.marker_face(mark_looks_of("toy").look_of("moved"), "en").paint(painter, 100)
    painter.end()
    assert count(image, PINK) > 500


def test_the_toys_result_has_its_colour_in_the_strip(qapp: QApplication) -> None:
    throws = (
        DiceOutcome(PrintedTableCell("shots", "2–8", "result"), "·", Fraction(26, 36)),
        DiceOutcome(PrintedTableCell("shots", "9–12", "result"), "hit", Fraction(10, 36)),
    )
    image, painter = canvas(200)
    look = ForecastBlockStyle.of(QPalette(), qapp.font(), "en")
    TableColumnBlock(throws, result_looks_of("toy")).paint(painter, QRectF(0, 0, 200, 200), look)
    painter.end()
    assert count(image, BLUE) > 500


def test_results_weigh_in_the_order_of_the_data() -> None:
    results = result_looks_of("tank")
    assert next(iter(results)) == "·"
    assert results.is_no_effect("·")
    assert results.worst_result(("immobile", "suppressed", "gun_out")) == "immobile"
    assert results.weight("K") == results.weight("annihilated") > results.weight("S") > 0
    assert [result_colour(results, word).name() for word in ("", "?")] == [NOTHING, UNKNOWN]


@pytest.mark.parametrize("game", ["tank", "primer"])
def test_every_result_of_a_printed_table_has_its_colour(game: str) -> None:
    handbook: Handbook = games.rule_system_of(game).handbook({})
    printed = {
        word
        for name, table in handbook.tables().items()
        if name in ("C", "E", "results")
        for line in table["cells"]
        for word in line
    }
    assert printed
    assert [word for word in printed if word not in result_looks_of(game)] == []
