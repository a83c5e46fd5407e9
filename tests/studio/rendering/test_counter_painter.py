from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.games import PACKAGES, mark_looks_of
from engine.games.game_appearance import SYMBOLS
from engine.hexes.hex import Hex
from engine.scenario.counters import counter_designation
from engine.scenario.scenario import ScenarioUnit
from studio.rendering.counters.counter_marks import PLACES, SHAPES
from studio.rendering.counters.counter_painter import (
    Counter,
    build_counter,
    counter_tooltip,
    paint_counter,
)
from studio.rendering.counters.hex_features import (
    ShellImpact,
    battery_label,
    paint_burst,
    paint_shell_calibre,
)
from studio.rendering.counters.stacks import (
    DrawnStack,
    FannedStack,
    layout_fan,
    layout_stack,
    paint_fan,
    paint_stack,
)
from tests.cases import check_each
from tests.studio.rendering.comparing import pixels

REFERENCE = Path(__file__).parent / "reference"
PAPER, RED = "#d8c79a", "#c8352b"
SCREEN = QRectF(0, 0, 800, 600)
TANK = Counter(
    "r1",
    "red",
    RED,
    "tank",
    "1",
    {"en": "Red 1", "zh": "红方1号车"},
    "tank",
    known=mark_looks_of("tank"),
)
MARKS = [(game, look.id) for game in PACKAGES for look in mark_looks_of(game)]


def drawn(counter: Counter, size: float, language: str = "en") -> QImage:
    """A counter in the middle of a picture twice its size."""
    side = round(2 * size)
    image = blank(side, side)
    painter = antialiased(image)
    paint_counter(painter, counter, QPointF(side / 2, side / 2), size, language)
    painter.end()
    return image


def blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    return image


def antialiased(image: QImage) -> QPainter:
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def company(count: int, side: str = "red") -> list[Counter]:
    colours = {"red": RED, "blue": "#2b62c8"}
    numbers = range(1, count + 1)
    return [Counter(f"{side}{n}", side, colours[side], "tank", str(n)) for n in numbers]


# --- one counter ---------------------------------------------------------------------------------


def test_every_symbol_looks_different() -> None:
    seen = {bytes(drawn(replace(TANK, symbol=symbol), 40).constBits()) for symbol in SYMBOLS}
    assert len(seen) == len(SYMBOLS)


def test_a_symbol_that_is_not_known_is_a_question_mark() -> None:
    unknown = drawn(replace(TANK, symbol="unknown"), 40)
    assert drawn(replace(TANK, symbol="zeppelin"), 40) == unknown


@cache
def marked_in_grey(game: str, size: int) -> dict[str, NDArray[np.int16]]:
    """The pixels of a counter with each of a game's marks."""
    known = mark_looks_of(game)
    grey = QImage.Format.Format_Grayscale8
    return {
        look.id: pixels(
            drawn(replace(TANK, marks=(look.id,), known=known), size).convertToFormat(grey)
        )
        for look in known
    }


@check_each("size", [17, 28, 45])
@check_each(("game", "mark"), MARKS)
def test_every_marker_can_be_told_without_colour(game: str, mark: str, size: int) -> None:
    """In grey, by its place or its shape."""
    grey = marked_in_grey(game, size)
    for name, other in grey.items():
        apart = np.abs(grey[mark] - other).max(axis=2)
        assert name == mark or (apart > 40).sum() >= 6, (mark, name)


@check_each(("game", "mark"), MARKS)
def test_a_mark_names_a_shape_and_a_place_that_can_be_drawn(game: str, mark: str) -> None:
    look = mark_looks_of(game).look_of(mark)
    assert look.shape in SHAPES
    assert look.place in {"", *PLACES}
    assert look.shows in {"", "stripes", "stroke", "chocks", "grey"}
    assert isinstance(look.name, dict), "a mark has its name in the texts of the game"


@pytest.mark.parametrize("shade", ["#ffffff", "#000000", "#e8c93a", "#c8352b", "#2b62c8"])
def test_the_number_stands_out_from_any_colour(shade: str) -> None:
    image = drawn(replace(TANK, colour=shade, designation="8"), 60)
    number = image.copy(50, 68, 20, 18)
    lightness = pixels(number).mean(axis=2)
    assert lightness.max() - lightness.min() > 110


def test_markers_speak_the_readers_language() -> None:
    marked = replace(TANK, marks=("suppressed",))
    assert drawn(marked, 60, "en") != drawn(marked, 60, "zh")


def test_a_small_counter_is_a_plain_square_and_a_tiny_one_a_dot() -> None:
    square, dot = drawn(TANK, 12), drawn(TANK, 6)
    assert square == drawn(replace(TANK, designation="7", symbol="gun"), 12)
    assert square.pixelColor(12, 12) == QColor(RED)
    assert dot.pixelColor(6, 6) == QColor(RED)


@pytest.mark.parametrize(
    ("id_", "name", "said"),
    [
        ("r1", {"en": "Red 1", "zh": "红方1号车"}, "1"),
        ("r7", "", "7"),
        ("x", "2nd platoon, tank 3", "3"),
        ("scout", "", "SC"),
        ("a123456", "", "3456"),
    ],
)
def test_the_number_comes_from_the_name_or_the_id(
    id_: str, name: str | dict[str, str], said: str
) -> None:
    assert counter_designation(id_, name) == said


def test_a_unit_becomes_a_counter_of_its_side_and_type() -> None:
    unit = ScenarioUnit("b2", "blue", "mortar", "Blue 2", marks=("immobile",))
    types = {"mortar": {"name": {"en": "mortar", "zh": "迫击炮"}, "symbol": "mortar"}}
    counter = build_counter(unit, {"blue": "#0000ff"}, types, marks=mark_looks_of("tank"))
    assert (counter.colour, counter.symbol, counter.designation) == ("#0000ff", "mortar", "2")
    assert counter_tooltip(counter, "en") == "Blue 2 (mortar): immobile"
    assert counter_tooltip(counter, "zh") == "Blue 2（迫击炮）：失动"


def test_a_type_that_is_not_known_has_the_unknown_symbol() -> None:
    assert build_counter(ScenarioUnit("b2", "blue", "blimp"), {}, {}).symbol == "unknown"


# --- stacks --------------------------------------------------------------------------------------


def at_middles(stack: DrawnStack | FannedStack) -> list[str | None]:
    return [stack.unit_at(spot.middle) for spot in stack.spots]


@pytest.mark.parametrize("width", [24, 40, 64, 96])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_of_a_stack_each_drawn_counter_can_be_told_and_pointed_at(count: int, width: int) -> None:
    stack = layout_stack(company(count), QPointF(100, 100), width)
    assert len(stack.spots) == min(count, 3)
    assert stack.spots[-1].counter.id == "red1", "the first lies on top"
    for spot in stack.spots:
        corner = spot.square.bottomRight() - QPointF(1, 1)
        assert stack.unit_at(corner) == spot.counter.id
    assert stack.unit_at(QPointF(100 + width, 100)) is None


@pytest.mark.parametrize("width", [48, 96])
def test_the_number_of_a_stack_tells_what_cannot_be_seen(width: int) -> None:
    assert layout_stack(company(3), QPointF(), width).counts == ()
    assert [count for count, _, _ in layout_stack(company(4), QPointF(), width).counts] == [4]


@pytest.mark.parametrize("counts", [(1, 1), (3, 3), (4, 1)])
def test_two_sides_in_a_hex_stand_apart(counts: tuple[int, int]) -> None:
    both = company(counts[0]) + company(counts[1], "blue")
    stack = layout_stack(both, QPointF(100, 100), 80)
    red = max(spot.x for spot in stack.spots if spot.counter.side == "red")
    blue = min(spot.x for spot in stack.spots if spot.counter.side == "blue")
    assert red < blue
    assert set(at_middles(stack)) >= {"red1", "blue1"}


@pytest.mark.parametrize("count", [2, 5, 6, 9])
def test_a_fan_shows_all_side_by_side(count: int) -> None:
    fan = layout_fan(company(count), QPointF(400, 300), 40, SCREEN, "en")
    assert at_middles(fan) == [f"red{number}" for number in range(1, count + 1)]
    for number, cell in enumerate(fan.cells):
        assert fan.room.contains(cell)
        assert not any(cell.adjusted(1, 1, -1, -1).intersects(c) for c in fan.cells[number + 1 :])


@pytest.mark.parametrize("corner", [(0, 0), (800, 0), (0, 600), (800, 600)])
def test_a_fan_stays_on_the_screen(corner: tuple[float, float]) -> None:
    assert SCREEN.contains(layout_fan(company(6), QPointF(*corner), 40, SCREEN, "en").room)


def test_in_a_fan_the_name_belongs_to_its_unit() -> None:
    fan = layout_fan(company(3), QPointF(400, 300), 40, SCREEN, "en")
    cell = fan.cells[1]
    assert fan.unit_at(QPointF(cell.center().x(), cell.bottom() - 3)) == "red2"


# --- impacts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("battery", "said"), [("155mm", "155"), ("122mm", "122"), ("gas", "gas")])
def test_an_impact_bears_its_ammunition(battery: str, said: str) -> None:
    assert battery_label(battery) == said


# --- as they looked ------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "language"), [(24, "en"), (56, "en"), (56, "zh")])
def test_counters_look_as_they_did(width: int, language: str) -> None:
    """Small reference pictures; SANDTABLE_NEW_PICTURES=1 draws them anew."""
    image = parade(width, language)
    file = REFERENCE / f"counters-{width}-{language}.png"
    if os.environ.get("SANDTABLE_NEW_PICTURES"):
        image.save(str(file))
    wanted = QImage(str(file))
    assert image.size() == wanted.size()
    apart = np.abs(pixels(image) - pixels(wanted)).max(axis=2)
    assert apart.mean() < 2.5
    assert (apart > 60).mean() < 0.01


def parade(width: int, language: str) -> QImage:
    """Counters with markers, a stack of four, a close combat, an impact and a fan."""
    image = blank(6 * width, round(1.2 * width) + 110)
    painter = antialiased(image)
    engaged = [replace(unit, marks=("engaged",)) for unit in company(1) + company(1, "blue")]
    hexes = [
        [replace(TANK, marks=("fired", "fired_upon", "moved"))],
        [replace(TANK, symbol="infantry", marks=("suppressed", "gun_out"))],
        company(4),
        engaged,
        [replace(TANK, symbol="mortar", designation="12", marks=("immobile", "marched"))],
    ]
    for number, counters in enumerate(hexes):
        at = QPointF((number + 0.7) * 1.12 * width, 0.62 * width)
        if number == 4:
            paint_burst(painter, at, width)
        paint_stack(painter, layout_stack(counters, at, width), language)
        if number == 4:
            paint_shell_calibre(painter, ShellImpact(Hex(0, 0), "122mm"), at, width)
    screen = QRectF(0, 1.2 * width, 6 * width, 110)
    paint_fan(painter, layout_fan(company(2), screen.center(), width, screen, language), language)
    painter.end()
    return image
