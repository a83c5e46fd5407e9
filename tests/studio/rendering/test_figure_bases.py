"""Bases on counters: who stands on them, what is left empty, what has acted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.games.game_appearance import (
    FIGURES,
    FigureBase,
    FigureLook,
    FigureLooks,
    MarkLook,
    MarkLooks,
)
from engine.scenario.scenario import ScenarioUnit
from studio.rendering.counters.counter_painter import build_counter, paint_counter
from studio.rendering.counters.figure_bases import ELITE, OFFICER, paint_figure, paint_figure_base

LOOKS = FigureLooks(
    4, {"regular": FigureLook("soldier"), "crew": FigureLook("machine-gun-crew", 2)}
)
GREY = MarkLook("done", "done", "D", shows="grey")
READY = MarkLook("watching", "watching", "W", place="right-top")


def image() -> QImage:
    found = QImage(120, 60, QImage.Format.Format_ARGB32)
    found.fill(QColor("#ffffff"))
    return found


def inked(picture: QImage, left: int, right: int, shade: str = "#2b241a") -> int:
    """How many pixels of a strip are of about a colour."""
    wanted = QColor(shade)
    return sum(
        abs(picture.pixelColor(x, y).red() - wanted.red())
        + abs(picture.pixelColor(x, y).green() - wanted.green())
        + abs(picture.pixelColor(x, y).blue() - wanted.blue())
        < 60
        for x in range(left, right)
        for y in range(6, 54)
    )


def drawn(*figures: FigureLook) -> QImage:
    picture = image()
    painter = QPainter(picture)
    paint_figure_base(painter, FigureBase(4, figures), QRectF(0, 0, 120, 60))
    painter.end()
    return picture


def test_who_stands_on_a_base_is_seen_from_the_left_and_the_rest_is_empty() -> None:
    soldier = LOOKS.looks["regular"]
    found = drawn(soldier, soldier)
    assert inked(found, 4, 28) > 60
    assert inked(found, 34, 58) > 60
    assert inked(found, 94, 116) == 0


def test_a_crew_fills_two_places() -> None:
    found = drawn(LOOKS.looks["crew"])
    assert inked(found, 4, 28) > 60
    assert inked(found, 30, 58) > 40
    assert inked(found, 66, 88) == 0


@pytest.mark.parametrize(("shape", "shade"), [("elite", ELITE), ("officer", OFFICER)])
def test_elite_figures_and_officers_have_colours_of_their_own(shape: str, shade: str) -> None:
    assert inked(drawn(FigureLook(shape)), 4, 28, shade) > 40


@pytest.mark.parametrize("shape", [*FIGURES, "unheard-of"])
def test_every_shape_is_drawn_within_its_room(shape: str) -> None:
    picture = image()
    painter = QPainter(picture)
    paint_figure(painter, shape, QRectF(30, 0, 60, 60))
    painter.end()
    colours = {picture.pixelColor(x, y).name() for x in range(30, 90) for y in range(60)}
    assert len(colours) > 1
    assert all(picture.pixelColor(x, y).name() == "#ffffff" for x in (0, 119) for y in range(60))


def test_a_unit_has_a_base_where_its_game_draws_figures() -> None:
    unit = ScenarioUnit("a", "red", "squad", figures=("regular", "crew", "stranger"))
    counter = build_counter(unit, {}, {}, marks=MarkLooks((), "", LOOKS))
    assert counter.base == FigureBase(4, (*LOOKS.looks.values(), FigureLook("soldier")))
    assert build_counter(unit, {}, {}, marks=MarkLooks()).base is None


def test_what_has_acted_is_seen_through_grey() -> None:
    pictures = []
    for marks in ((), ("done",)):
        unit = ScenarioUnit("a", "red", "squad", marks=marks)
        counter = build_counter(unit, {"red": "#c8352b"}, {}, marks=MarkLooks([GREY]))
        picture = image()
        painter = QPainter(picture)
        paint_counter(painter, counter, QPointF(60, 30), 50, "en")
        painter.end()
        pictures.append(picture.pixelColor(42, 45))
    assert pictures[0].saturation() > 1.5 * pictures[1].saturation()


def test_how_a_unit_is_to_stand_ready_is_a_badge_too() -> None:
    unit = ScenarioUnit("a", "red", "squad", mode="watching")
    assert build_counter(unit, {}, {}, marks=MarkLooks([READY])).marks == ("watching",)
    assert build_counter(unit, {}, {}, marks=MarkLooks()).marks == ()
