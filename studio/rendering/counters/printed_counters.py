"""Printed counters of units and markers, front and back, as they are cut out of a sheet.

Unlike a counter on the map, whose badges hang over its edge, all of a face is inside its square,
and its ground runs on to the cut. Squares are 100 units wide here. Units that others break down
into are printed too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from engine.files.counter_layout_files import default_layout
from engine.games.game_appearance import MarkLook, MarkLooks
from engine.games.handbook import Marker
from engine.narration.scenario_names import ScenarioNames
from engine.play.position import HexFeature, Point
from engine.scenario.scenario import ScenarioUnit
from engine.texts import localised, preferred_language, text, text_languages
from studio.rendering.counters.counter_marks import paint_badge, paint_facing
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.counters.hex_features import battery_label, paint_burst, paint_hex_feature
from studio.rendering.counters.layout_painter import (
    WIDE,
    background_colour,
    paint_layout,
    paint_states,
)
from studio.rendering.page_painting import draw_text, wrap
from studio.rendering.painting import is_dark
from studio.rendering.text_painting import INK, PALE

NOWHERE = Point(0, 0)
MARKER, IMPACT, HIDDEN = "#f3eee0", "#fbe7c4", "#8a8272"
STRIPES = "stripes"  # shows that a unit is turned over


@dataclass(frozen=True)
class PrintedFace:
    """One side of a piece: its ground, which bleeds, and what is drawn on a square of `WIDE`."""

    id: str
    ground: str
    draw: Callable[[QPainter], None]

    def paint(self, painter: QPainter, size: float) -> None:
        """Draw what stands on it, its upper left corner in the painter's origin."""
        painter.save()
        painter.scale(size / WIDE, size / WIDE)
        self.draw(painter)
        painter.restore()


def front_face(counter: Counter, language: str, size: float) -> PrintedFace:
    """A unit as it begins, by its layout: symbol, number, values, name."""
    layout = counter.layout or default_layout(bears_values=bool(counter.values))

    def draw(painter: QPainter) -> None:
        paint_layout(painter, counter, layout, language, size_mm=size)
        looks = [look for look in counter.marker_styles if look.shows != STRIPES]
        paint_states(painter, looks, layout.front, language)
        _paint_front(painter, counter)

    return PrintedFace(counter.id, background_colour(counter, layout.front), draw)


def back_face(counter: Counter, mark: str, language: str, size: float) -> PrintedFace:
    """The same unit with what it suffers from most often, in games where it suffers at all."""
    layout = counter.layout or default_layout(bears_values=bool(counter.values))

    def draw(painter: QPainter) -> None:
        paint_layout(painter, counter, layout, language, is_back=True, mark=mark, size_mm=size)
        _paint_front(painter, counter)

    return PrintedFace(counter.id, background_colour(counter, layout.back), draw)


def marker_face(look: MarkLook, language: str) -> PrintedFace:
    """A state marker: its badge, large, and its name."""

    def draw(painter: QPainter) -> None:
        paint_badge(painter, look, QPointF(50, 39), 25, language)
        _paint_word(painter, localised(look.name, language), INK)

    return PrintedFace(look.id, MARKER, draw)


def hex_feature_face(kind: str, amount: int, name: str) -> PrintedFace:
    """Return the face of a feature of a hex, as on the map, with its name."""

    def draw(painter: QPainter) -> None:
        paint_hex_feature(painter, HexFeature(kind, NOWHERE, amount=amount), QPointF(50, 38), 24)
        _paint_word(painter, name, INK)

    return PrintedFace(f"{kind}-{amount}", MARKER, draw)


def impact_face(battery: str, name: str) -> PrintedFace:
    """Return the face of the impact marker of a battery."""

    def draw(painter: QPainter) -> None:
        paint_burst(painter, QPointF(50, 38), 68)
        draw_text(painter, QPointF(50, 38), battery_label(battery), 22, bold=True)
        _paint_word(painter, name, INK)

    return PrintedFace(f"impact-{battery}", IMPACT, draw)


def flag_face(id_: str, name: str, shade: str, points: int) -> PrintedFace:
    """The flag the holder of an objective lays on it; a neutral flag has no side's colour."""
    ink = PALE if is_dark(QColor(shade)) else INK

    def draw(painter: QPainter) -> None:
        draw_text(
            painter, QPointF(50, 37), str(points) if points else "★", 44, bold=True, shade=ink
        )
        lines = wrap(name, 17, 90)[:2]
        for number, line in enumerate(lines):
            at = QPointF(50, 82 + (number - len(lines) + 1) * 18)
            draw_text(painter, at, line, 17, shade=ink, room=92)

    return PrintedFace(f"flag-{id_}", shade, draw)


# --- parts ----------------------------------------------------------------------------------------


def _paint_front(painter: QPainter, counter: Counter) -> None:
    """A wedge on the upper edge of a counter with a front: it is laid down as it faces."""
    if counter.front is not None:
        paint_facing(painter, 0, QRectF(0, 0, WIDE, WIDE), is_within=True)


def _paint_word(painter: QPainter, words: str, shade: str) -> None:
    draw_text(painter, QPointF(50, 84), words, 21, shade=shade, room=92)


def breakdown_parts(
    unit: ScenarioUnit, types: Mapping[str, Mapping[str, Any]]
) -> Iterator[ScenarioUnit]:
    """The parts a unit may break down into, such as halves: known by its name and a letter."""
    parts = types.get(unit.type, {}).get("parts", ())
    for kind, letter in zip(parts, ascii_uppercase, strict=False):
        named = {
            each: text(
                "counters.part", each, name=localised(unit.name, each) or unit.id, part=letter
            )
            for each in text_languages()
        }
        yield ScenarioUnit(f"{unit.id}-{letter.lower()}", unit.side, kind, named, unit.formation)


def marker_faces(
    marker: Marker, known: MarkLooks, names: ScenarioNames
) -> tuple[PrintedFace, PrintedFace]:
    """Front and back of a marker."""
    sides, language = (marker.front, marker.back), names.language or preferred_language()
    if marker.battery:
        hit = impact_face(marker.battery, text("counters.impact", language))
        return hit, hit
    if marker.amounts is None:
        front, back = (marker_face(known.look_of(mark), language) for mark in sides)
        return front, back
    said = localised(marker.name, language)
    front, back = (
        hex_feature_face(kind, amount, said or names.word("lying", kind))
        for kind, amount in zip(sides, marker.amounts, strict=True)
    )
    return front, back


def marker_name(marker: Marker, known: MarkLooks, names: ScenarioNames) -> str:
    """A marker's name made from both its sides, without saying the same thing twice."""
    if marker.battery:
        return text("counters.impact", names.language)
    if marker.amounts is not None:
        return localised(marker.name, names.language) or names.word("lying", marker.front)
    sides = (
        localised(known.look_of(mark).name, names.language) for mark in (marker.front, marker.back)
    )
    return " / ".join(dict.fromkeys(sides))
