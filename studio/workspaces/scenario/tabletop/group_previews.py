"""The previews while an army is set out: its reach, who is isolated, what a gun hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.games import handbook_of, is_installed, rule_system_of
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.proximity import ProximityIndex
from engine.tabletop.reachable_area import reach_of_all
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.shot_flight import ROUGHLY, GunAim, GunnerySkill, ShotModel
from engine.tabletop.tabletop_paths import TabletopPaths
from studio.canvas import overlay_colours
from studio.canvas.camera import TabletopCamera
from studio.rendering.painting import blend, make_colour
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.editing_overlays import (
    ACCENT,
    HALO,
    hairline_pen,
    screen_polygon,
    write_note,
)
from studio.workspaces.scenario.tabletop.group_editing_context import (
    placed_figures,
    prepared_surface,
)

MAX_AIMED = 240  # enemies for whom the result of a shot is shown
ALONE, HELPED = QColor(overlay_colours.BARRED), QColor(overlay_colours.HELPED)
COLD, HOT = QColor(overlay_colours.COLD), QColor(overlay_colours.HOT)


class GroupPreviewKind(StrEnum):
    """The kinds of preview."""

    REACH = "reach"
    ISOLATION = "isolation"
    SHOTS = "heat"  # by the key of the heat map of hexes
    MELEE = "melee"


class GroupPreviews:
    """The previews shown, in the order in which they were switched on."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.shown: list[GroupPreviewKind] = []
        self._changed = changed

    def offers(self, name: str) -> bool:
        """Return True if there is a preview of this name."""
        return name in frozenset(GroupPreviewKind)

    def shows(self, name: str) -> bool:
        """Return True if the preview is shown."""
        return name in self.shown

    def toggle(self, name: str) -> None:
        """Show it, or no more."""
        others = [each for each in self.shown if each != name]
        self.shown = others if self.shows(name) else [*others, GroupPreviewKind(name)]
        self._changed()


@dataclass(frozen=True)
class MoveReachOverlay:
    """All that the bodies selected reach in one move, round obstacles (G6)."""

    outlines: tuple[tuple[Point, ...], ...]
    is_above = False  # of the figures

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Fill it; an outline in another is a hole."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for outline in self.outlines:
            path.addPolygon(screen_polygon(outline, camera))
            path.closeSubpath()
        painter.setPen(hairline_pen(ACCENT, 1.4))
        painter.setBrush(make_colour(overlay_colours.HANDLE, 0.16))
        painter.drawPath(path)


@dataclass(frozen=True)
class IsolationOverlay:
    """A ring round those of every body that fewer than half its number support (L10)."""

    bodies: tuple[tuple[Point, bool, str], ...]  # its middle, whether it is alone, in words
    is_above = True

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw a card for each."""
        for middle, is_alone, words in self.bodies:
            at = QPointF(*camera.screen(*middle))
            colour = ALONE if is_alone else HELPED
            for pen in (hairline_pen(HALO, 5.0), hairline_pen(colour, 2.4)):
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(at, 9, 9)
            write_note(painter, at + QPointF(13, -12), (words,))


@dataclass(frozen=True)
class FireOverlay:
    """The mean losses by a shot aimed at each enemy (S9)."""

    aimed: tuple[tuple[Point, float], ...]
    is_above = False

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw a spot on each, hotter the more would fall, and the number at the best."""
        most = max((kills for _, kills in self.aimed), default=0.0)
        if not most:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        for at, kills in self.aimed:
            share = kills / most
            colour = _between(COLD, HOT, share)
            painter.setBrush(colour)
            reach = max(3.0, 7 * camera.scale) + 2
            painter.drawEllipse(QPointF(*camera.screen(*at)), reach, reach)
        best = max(self.aimed, key=lambda each: each[1])
        write_note(painter, QPointF(*camera.screen(*best[0])) + QPointF(12, -30),
                   (f"{best[1]:.2f}",))  # fmt: skip


@dataclass(frozen=True)
class MeleeOverlay:
    """The result of a mêlée between the selected bodies, in words between them (L12)."""

    groups: tuple[Point, Point]  # the middles of both sides
    words: tuple[str, ...]
    is_above = True

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw a line from one side to the other, and the words at its middle."""
        start, end = (QPointF(*camera.screen(*middle)) for middle in self.groups)
        for pen in (hairline_pen(HALO, 4.0), hairline_pen(ALONE, 2.0)):
            painter.setPen(pen)
            painter.drawLine(start, end)
        write_note(painter, (start + end) / 2 + QPointF(12, -12), self.words)


Mark = MoveReachOverlay | IsolationOverlay | FireOverlay | MeleeOverlay


def build_preview_overlays(
    shown: Sequence[GroupPreviewKind],
    scenario: Scenario,
    chosen: Sequence[FigureGroup],
    shapes: Mapping[str, str],
    localize: Localizer,
) -> list[Mark]:
    """The marks of the previews to be drawn for the selected bodies."""
    if not is_installed(scenario.game):
        return []
    stands = {body.id: placed_figures(scenario, (body,), shapes) for body in scenario.bodies}
    moves = move_lengths(scenario)
    found: list[Mark] = []
    if GroupPreviewKind.REACH in shown:
        found.append(_mark_reach(scenario, chosen, stands, moves))
    if GroupPreviewKind.ISOLATION in shown:
        found.append(_mark_isolated(scenario, stands, moves, localize))
    if GroupPreviewKind.SHOTS in shown:
        found += [_shots(scenario, body, stands) for body in chosen if body.skill and body.at]
    if GroupPreviewKind.MELEE in shown:
        found += _melees(scenario, chosen, stands, moves, localize)
    return found


def move_lengths(scenario: Scenario) -> dict[str, int]:
    """Return the move of each type, in sixteenths of an inch, by the game's rulebook."""
    units = handbook_of(scenario).units()
    return {type_: INCH * int(entry.get("mp", 0)) for type_, entry in units.items()}


def _mark_reach(
    scenario: Scenario,
    chosen: Sequence[FigureGroup],
    stands: Mapping[str, Sequence[PlacedPiece]],
    moves: Mapping[str, int],
) -> MoveReachOverlay:
    every = [stand for body in scenario.bodies for stand in stands[body.id]]
    ways = TabletopPaths(prepared_surface(scenario.table), every)
    going = [(stand, moves.get(body.type, 0)) for body in chosen for stand in stands[body.id]]
    if not going:
        return MoveReachOverlay(())
    reached = reach_of_all(ways, [one for one, _ in going], [move for _, move in going])
    return MoveReachOverlay(reached.outlines)


def _mark_isolated(
    scenario: Scenario,
    stands: Mapping[str, Sequence[PlacedPiece]],
    moves: Mapping[str, int],
    localize: Localizer,
) -> IsolationOverlay:
    kinds = {one.id: body.type for body in scenario.bodies for one in stands[body.id]}
    figures = [one for every in stands.values() for one in every if one.type in FIGURES]
    throng = ProximityIndex(figures, scenario.table.scale)
    reach = {one.id: moves.get(kinds[one.id], 0) for one in figures}
    every = ([one for one in stands[body.id] if one.type in FIGURES] for body in scenario.bodies)
    groups = [group for group in every if group]
    found = throng.supporters([[one.id for one in group] for group in groups], reach, reach)
    told = []
    for group, friends in zip(groups, found, strict=True):
        is_alone = 2 * friends < len(group)
        key = "body-isolated" if is_alone else "body-supported"
        told.append((_middle(group), is_alone, localize(key, friends=friends, count=len(group))))
    return IsolationOverlay(tuple(told))


def _melees(
    scenario: Scenario,
    chosen: Sequence[FigureGroup],
    stands: Mapping[str, Sequence[PlacedPiece]],
    moves: Mapping[str, int],
    localize: Localizer,
) -> list[MeleeOverlay]:
    """The results if all the selected men of two sides fight each other (L12)."""
    reckon, groups = rule_system_of(scenario.game).melee, _groups(chosen, stands)
    if reckon is None or len(groups) != 2 or not groups[1][1]:
        return []
    (larger, many), (smaller, few) = groups
    is_alone = _is_alone(scenario, few, stands, moves)
    end = reckon(len(many), len(few), is_alone)
    names = {side.id: localize.localize_text(side.name) or side.id for side in scenario.sides}
    said = {"larger": names[larger], "smaller": names[smaller], "many": len(many), "few": len(few)}
    key = "body-melee-isolated" if is_alone else "body-melee-supported"
    words = localize(key, **said), localize("body-melee-end", **end._asdict())
    return [MeleeOverlay((_middle(many), _middle(few)), words)]


def _groups(
    chosen: Sequence[FigureGroup], stands: Mapping[str, Sequence[PlacedPiece]]
) -> list[tuple[str, list[PlacedPiece]]]:
    """The men selected of each side, the larger number first."""
    sides: dict[str, list[PlacedPiece]] = {}
    for body in chosen:
        men = (one for one in stands[body.id] if one.type in FIGURES)
        sides.setdefault(body.side, []).extend(men)
    return sorted(sides.items(), key=lambda side: -len(side[1]))


def _is_alone(
    scenario: Scenario,
    group: Sequence[PlacedPiece],
    stands: Mapping[str, Sequence[PlacedPiece]],
    moves: Mapping[str, int],
) -> bool:
    """Return True if a group is isolated (L10.1).

    That is, fewer than half its number of its side are within its move.
    """
    kinds = {one.id: body.type for body in scenario.bodies for one in stands[body.id]}
    figures = [one for every in stands.values() for one in every if one.type in FIGURES]
    reach = {one.id: moves.get(kinds[one.id], 0) for one in figures}
    throng, ids = ProximityIndex(figures, scenario.table.scale), [one.id for one in group]
    (friends,) = throng.supporters([ids], reach, reach)
    return 2 * friends < len(ids)


FIGURES = ("foot", "horse")
"""Footprints of figures that support each other; guns and wagons do not."""


def _shots(
    scenario: Scenario, gun: FigureGroup, stands: Mapping[str, Sequence[PlacedPiece]]
) -> FireOverlay:
    every = [stand for body in scenario.bodies for stand in stands[body.id]]
    gunnery = ShotModel(prepared_surface(scenario.table), every)
    own = [stand.id for stand in stands[gun.id]]
    enemies = [stand for stand in every if stand.side != gun.side][:MAX_AIMED]
    aimed = []
    for enemy in enemies:
        chances = gunnery.expected(
            GunAim(gun.at[0], enemy.at, GunnerySkill(gun.skill)), own, ROUGHLY
        )
        hits = {one.id for one in enemies} & set(chances)
        aimed.append((enemy.at, float(sum(chances[each] for each in hits))))
    return FireOverlay(tuple(aimed))


def _middle(group: Sequence[PlacedPiece]) -> Point:
    count = len(group)
    return Point(sum(one.at.x for one in group) // count, sum(one.at.y for one in group) // count)


def _between(one: QColor, other: QColor, share: float) -> QColor:
    mixed = blend(one, other.name(), share)
    mixed.setAlpha(200)
    return mixed
