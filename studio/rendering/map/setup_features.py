"""The features of a set-up: in hexes, and in zones as plates with their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.play.position import HexFeature
from engine.scenario.scenario import Scenario, ScenarioFeature
from engine.texts import LocalText, localised
from studio.rendering.map.map_view import MapView
from studio.rendering.painting import draw, fill
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

if TYPE_CHECKING:
    from engine.games.scenario_limits import HexFeatureKind

PLATE = (0.42, 0.2)  # of a hex's width: how wide and high
BELOW, STEP = 0.4, 0.22  # below the middle of the hex, and from one plate to the next
NOBODYS = "#5f6468"
LONGEST = 4  # letters of a kind that has no badge of its own
SMALLEST_WRITTEN = 18.0  # pixels


@dataclass(frozen=True)
class UnplacedFeatures:
    """Features of a kind that wait in a zone; `place` counts the plates of a hex."""

    at: Hex
    letters: LocalText
    colour: str
    count: int = 1
    place: int = 0


Middle = Callable[[str], Hex | None]  # of a zone; None if there is no such zone


def features_in_hexes(scenario: Scenario) -> tuple[HexFeature, ...]:
    """Return the features that sides have placed in hexes before the game."""
    return tuple(
        HexFeature(feature.kind, feature.at, side=feature.side, facing=feature.facing)
        for feature in scenario.features
        if feature.at is not None and feature.at in scenario.map.grid
    )


def features_in_zones(
    scenario: Scenario, colours: Mapping[str, str], middle: Middle
) -> tuple[UnplacedFeatures, ...]:
    """Return the features still to be placed: in the middle of zones, counted by kind."""
    if not scenario.features:
        return ()
    from engine.editing.free_hexes import valid_scenario_limits  # only what waits in zones needs it

    allowed = valid_scenario_limits(scenario)
    kinds = allowed.features if allowed else {}
    places: dict[Hex, int] = defaultdict(int)
    plates = []
    for plate in _in_zones(scenario, kinds, colours, middle):
        plates.append(replace(plate, place=places[plate.at]))
        places[plate.at] += 1
    return tuple(plates)


def _in_zones(
    scenario: Scenario,
    kinds: Mapping[str, HexFeatureKind],
    colours: Mapping[str, str],
    middle: Middle,
) -> Iterator[UnplacedFeatures]:
    groups: dict[tuple[str, str, str], list[ScenarioFeature]] = defaultdict(list)
    for each in scenario.features:
        if each.zone:
            groups[each.side, each.zone, each.kind].append(each)
    for (side, zone, kind), features in groups.items():
        at = middle(zone)
        if at is not None:
            colour = colours.get(side, NOBODYS)
            yield UnplacedFeatures(at, _letters(kind, kinds), colour, count=len(features))


def _letters(kind: str, kinds: Mapping[str, HexFeatureKind]) -> LocalText:
    known = kinds.get(kind)
    if known is None:
        return f"{kind[:LONGEST]}?"
    return known.letters or known.name


def feature_plate_rect(grid: Grid, plate: UnplacedFeatures, width: float) -> QRectF:
    """Return the rectangle of a plate on the sheet."""
    x, y = grid.centre(plate.at, width)
    wide, high = PLATE[0] * width, PLATE[1] * width
    middle = y + (BELOW - STEP * plate.place) * width
    return QRectF(x - wide / 2, middle - high / 2, wide, high)


def paint_feature_plate(painter: QPainter, view: MapView, plate: UnplacedFeatures) -> None:
    """Draw a plate at the foot of its hex, below the counters; a second one stands on it."""
    width, room = view.width, feature_plate_rect(view.map.grid, plate, view.width)
    high = room.height()
    rounded = QPainterPath()
    rounded.addRoundedRect(room, 0.2 * high, 0.2 * high)
    fill(painter, rounded, QColor(plate.colour))
    draw(painter, rounded, QPen(QColor(INK), max(0.02 * width, 0.6)))
    if width >= SMALLEST_WRITTEN:
        words = localised(plate.letters, view.look.language)
        words = f"{words} ×{plate.count}" if plate.count > 1 else words
        draw_text(painter, room.center(), words, _fitting(words, room), QColor(PALE))


def _fitting(words: str, room: QRectF) -> QFont:
    """Letters in which words fit into a plate; none are smaller than a plate can bear."""
    size = max(6, round(0.72 * room.height()))
    wide = QFontMetricsF(make_font(size, bold=True)).horizontalAdvance(words)
    return make_font(max(6, min(size, int(size * 0.94 * room.width() / max(wide, 1.0)))), bold=True)
