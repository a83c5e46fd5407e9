from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.files import scenario_reader
from engine.files.source_text import SHIPPED
from engine.games import mark_looks_of
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map
from studio.canvas.camera import MapCamera
from studio.canvas.counter_cache import CounterCache
from studio.canvas.counter_effects import CounterRing, ShotEffect
from studio.canvas.scenario_layers import (
    CounterArrangement,
    CounterLayer,
    DeploymentLayer,
    PlacedCounter,
)
from studio.rendering.counters.counter_painter import Counter, paint_counter
from studio.rendering.counters.hex_features import ShellImpact
from studio.rendering.counters.stacks import layout_stack
from studio.rendering.map.deployment import build_deployment
from tests.studio.canvas.conftest import Shown
from tests.studio.canvas.looking import BARE, at_hex, picture, pixels, settle
from tests.studio.rendering.comparing import pixels as rgb

GRID = Grid(30, 20)
RED = "#c8352b"
WIDE, HIGH = 500, 400


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> None:
    """Pictures need an application."""


def tank(id_: str, marks: tuple[str, ...] = ()) -> Counter:
    return Counter(id_, "red", RED, "tank", "1", id_, "tank", marks, known=mark_looks_of("tank"))


def camera(width: float = 40.0) -> MapCamera:
    return MapCamera(GRID, width)


def painted(layer: CounterLayer, width: float = 40.0, clip: QRect | None = None) -> QImage:
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if clip:
        painter.setClipRect(clip)
    layer(painter, camera(width))
    painter.end()
    return image


def layer_of(*placed: PlacedCounter, **more: object) -> CounterLayer:
    layer = CounterLayer()
    layer.show(CounterArrangement(placed, **more))  # type: ignore[arg-type]  # the test names the fields
    return layer


def middle(hex_: Hex) -> QPointF:
    return QPointF(*camera().centre(hex_))


HERE, THERE, FAR = GRID.hex(3, 3), GRID.hex(6, 5), GRID.hex(28, 18)
EAST = GRID.neighbour(HERE, 0)


def test_counters_off_the_screen_are_not_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    before = CounterCache.paint

    def paint(self: CounterCache, painter: QPainter, counter: Counter, *rest: object) -> None:
        seen.append(counter.id)
        before(self, painter, counter, *rest)  # type: ignore[arg-type]  # passed on as they come

    monkeypatch.setattr(CounterCache, "paint", paint)
    layer = layer_of(PlacedCounter(tank("here"), HERE), PlacedCounter(tank("far"), FAR))
    painted(layer)
    assert seen == ["here"]
    seen.clear()
    painted(layer, clip=QRect(400, 300, 50, 50))
    assert seen == [], "what lies outside the part to be painted is left out"


@pytest.mark.parametrize("width", [8.0, 24.0, 40.0, 64.0, 300.0])
def test_a_stamped_counter_looks_like_one_painted_as_vectors(width: float) -> None:
    counter = tank("a", ("suppressed", "fired"))
    layer = layer_of(PlacedCounter(counter, GRID.hex(0, 0)))
    first = painted(layer, width)
    assert first == painted(layer, width)
    vectors = QImage(first)
    vectors.fill(QColor("#ffffff"))
    painter = QPainter(vectors)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    spot = layout_stack([counter], QPointF(*camera(width).centre(GRID.hex(0, 0))), width).spots[0]
    paint_counter(painter, counter, spot.middle, spot.size, "en")
    painter.end()
    there = spot.square.adjusted(2, 2, -2, -2).toRect()
    apart = np.abs(rgb(first.copy(there)) - rgb(vectors.copy(there)))
    assert apart.mean() < 30, "half a pixel aside at most"


def test_a_frame_that_lacks_pictures_asks_for_another() -> None:
    asked: list[int] = []
    layer = CounterLayer(repaint=lambda: asked.append(1))
    units = [replace(tank(f"u{n}"), designation=str(n)) for n in range(40)]
    hexes = [GRID.hex(n % 10, n // 10) for n in range(40)]
    layer.show(CounterArrangement(tuple(map(PlacedCounter, units, hexes))))
    frames = [painted(layer) for _ in range(6)]
    assert 1 < len(asked) < 5, "40 are more than one frame has time for"
    assert frames[0] != frames[4]
    assert frames[4] == frames[5]


def test_the_unit_under_a_point_is_found_where_its_counter_is_drawn() -> None:
    layer = layer_of(
        PlacedCounter(tank("top"), HERE),
        PlacedCounter(tank("below"), HERE),
        PlacedCounter(tank("there"), THERE),
    )
    painted(layer)
    assert layer.unit_at(middle(THERE)) == "there"
    assert layer.unit_at(middle(HERE)) == "top"
    assert layer.unit_at(middle(HERE) + QPointF(14, 16)) == "below"
    assert layer.unit_at(middle(GRID.hex(9, 9))) is None


def test_a_counter_on_its_way_is_found_between_the_hexes() -> None:
    layer = layer_of(PlacedCounter(tank("mover"), HERE, EAST, 0.5))
    painted(layer)
    half = (middle(HERE) + middle(EAST)) / 2
    assert layer.unit_at(half) == "mover"


def test_a_stack_is_fanned_out_under_the_pointer_and_stays_while_it_is_on_the_fan() -> None:
    units = tuple(PlacedCounter(tank(f"u{number}"), THERE) for number in range(4))
    layer = layer_of(*units, PlacedCounter(tank("alone"), HERE))
    painted(layer)
    assert layer.hex_to_fan(middle(HERE)) is None
    assert layer.hex_to_fan(middle(THERE)) == THERE
    layer.show(replace(layer.arrangement, fanned=THERE))
    painted(layer)
    beside = middle(THERE) + QPointF(80, 0)
    assert layer.hex_to_fan(beside) == THERE
    assert layer.unit_at(beside) == "u3"
    assert layer.hex_to_fan(middle(THERE) + QPointF(0, 120)) is None


# --- what is painted again -----------------------------------------------------------------------


def test_before_it_was_ever_painted_all_of_it_is_to_be() -> None:
    assert CounterLayer().show(CounterArrangement()) is None


CHANGES = {
    "nothing": (
        CounterArrangement((PlacedCounter(tank("a"), HERE), PlacedCounter(tank("b"), THERE))),
        (),
    ),
    "a mark": (
        CounterArrangement(
            (PlacedCounter(tank("a", ("fired",)), HERE), PlacedCounter(tank("b"), THERE))
        ),
        (HERE,),
    ),
    "a ring": (
        CounterArrangement(
            (PlacedCounter(tank("a"), HERE), PlacedCounter(tank("b"), THERE)),
            rings={"b": CounterRing.TARGET},
        ),
        (THERE,),
    ),
    "an impact": (
        CounterArrangement(
            (PlacedCounter(tank("a"), HERE), PlacedCounter(tank("b"), THERE)),
            impacts=(ShellImpact(GRID.hex(9, 3), "155mm"),),
        ),
        (GRID.hex(9, 3),),
    ),
    "a move": (
        CounterArrangement(
            (PlacedCounter(tank("a"), HERE, EAST, 0.9), PlacedCounter(tank("b"), THERE))
        ),
        (HERE, EAST),
    ),
    "a shot": (
        CounterArrangement(
            (PlacedCounter(tank("a"), HERE), PlacedCounter(tank("b"), THERE)),
            shots=(ShotEffect(HERE, THERE, 0.5),),
        ),
        (HERE, THERE),
    ),
    "a fan": (
        CounterArrangement(
            (PlacedCounter(tank("a"), HERE), PlacedCounter(tank("b"), THERE)), fanned=THERE
        ),
        (THERE,),
    ),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_only_what_changed_is_painted_again(change: str) -> None:
    arrangement, hexes = CHANGES[change]
    layer = layer_of(PlacedCounter(tank("a"), HERE), PlacedCounter(tank("b"), THERE))
    before = painted(layer)
    region = layer.show(arrangement)
    assert region is not None
    after = painted(layer)
    for hex_ in (HERE, THERE, EAST, GRID.hex(9, 3)):
        if hex_ in hexes:
            assert region.contains(middle(hex_).toPoint()), hex_
    outside = [
        (x, y)
        for x in range(0, WIDE, 3)
        for y in range(0, HIGH, 3)
        if before.pixel(x, y) != after.pixel(x, y) and not region.contains(QPointF(x, y).toPoint())
    ]
    assert outside == []
    assert region.isEmpty() == (change == "nothing")


# --- on the canvas -------------------------------------------------------------------------------


def test_on_the_canvas_a_counter_moves_and_leaves_nothing_behind(shown: Shown) -> None:
    map_ = Map.blank(Grid(12, 9))
    canvas = shown(map_, 36.0)
    canvas.set_layers(BARE)
    settle(canvas)
    empty = pixels(canvas)
    layer = CounterLayer(repaint=canvas.update)
    canvas.set_decorations([layer])
    here, there = map_.grid.hex(4, 4), map_.grid.hex(7, 4)
    layer.show(CounterArrangement((PlacedCounter(Counter("a", "red", RED), here),)))
    image = picture(canvas)
    assert at_hex(image, canvas, here) != at_hex(image, canvas, there)
    region = layer.show(CounterArrangement((PlacedCounter(Counter("a", "red", RED), there),)))
    assert region is not None
    canvas.update(region)
    settle(canvas)
    moved = picture(canvas)
    assert at_hex(moved, canvas, there) == at_hex(image, canvas, here)
    layer.show(CounterArrangement())
    assert (pixels(canvas) == empty).all()


def test_what_stands_at_the_start_is_the_same_painted_at_once_and_in_parts() -> None:
    """Zones where armies are bought too: a part painted anew left them out where nothing else is.

    Dashes may begin elsewhere in a part.
    """
    wrong = []
    for name in ("primer/scenarios/three-cities", "tank/scenarios/crossroads"):
        scenario = scenario_reader.load(SHIPPED / "samples" / f"{name}.scenario.yaml")
        deployed = DeploymentLayer(scenario.map, build_deployment(scenario), "en")
        whole = rgb(start_painted(deployed, [QRect(0, 0, WIDE, HIGH)]))
        parts = [QRect(x, y, 50, 40) for x in range(0, WIDE, 50) for y in range(0, HIGH, 40)]
        apart = np.abs(rgb(start_painted(deployed, parts)) - whole).max(axis=2) > 20
        assert (whole < 250).any()
        if apart.mean() > 0.004:
            wrong.append(f"{name}: {apart.mean():.2%}")
    assert wrong == []


def start_painted(deployed: DeploymentLayer, parts: list[QRect]) -> QImage:
    """The start of a scenario, one part of the screen after the other."""
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    for part in parts:
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(part)
        deployed(painter, MapCamera(deployed.map.grid, 34.0))
        painter.end()
    return image
