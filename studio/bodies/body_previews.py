"""The previews while an army is set out: its reach, who is isolated, what a gun hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.games import handbook_of, is_installed, system_of
from engine.scenario.bodies import Body
from engine.scenario.scenario import Scenario
from engine.tabletop.flight import ROUGHLY, Aim, Gunnery, Skill
from engine.tabletop.footprints import Stand
from engine.tabletop.near import Throng
from engine.tabletop.point import INCH, Point
from engine.tabletop.reach import reach_of_all
from engine.tabletop.ways import Ways
from studio.bodies.standing_room import ground_of, stands_of
from studio.canvas.table_camera import TableCamera
from studio.drawing.inks import blended
from studio.parts.speech import Speech
from studio.tabletop.table_marks import ACCENT, HALO, hair, polygon, write_note

MOST_AIMED = 240  # enemies for whom the result of a shot is shown
ALONE, HELPED = QColor("#c1121f"), QColor("#2f7d32")
COLD, HOT = QColor("#fff3bf"), QColor("#d00000")


class BodyPreview(StrEnum):
    """The kinds of preview."""

    REACH = "reach"
    ISOLATION = "isolation"
    SHOTS = "heat"  # by the key of the heat map of hexes
    MELEE = "melee"


class ArmyPreviews:
    """Which of them are shown, in the order in which they were asked for."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.shown: list[BodyPreview] = []
        self._changed = changed

    def offers(self, name: str) -> bool:
        """Whether there is a preview of this name."""
        return name in frozenset(BodyPreview)

    def shows(self, name: str) -> bool:
        """Whether it is shown."""
        return name in self.shown

    def toggle(self, name: str) -> None:
        """Show it, or no more."""
        others = [each for each in self.shown if each != name]
        self.shown = others if self.shows(name) else [*others, BodyPreview(name)]
        self._changed()


@dataclass(frozen=True)
class ReachMark:
    """All that the bodies selected reach in one move, round obstacles (G6)."""

    outlines: tuple[tuple[Point, ...], ...]
    is_above = False  # of the figures

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Fill it; an outline in another is a hole."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for outline in self.outlines:
            path.addPolygon(polygon(outline, camera))
            path.closeSubpath()
        painter.setPen(hair(ACCENT, 1.4))
        painter.setBrush(QColor(23, 105, 210, 40))
        painter.drawPath(path)


@dataclass(frozen=True)
class IsolationMark:
    """A ring round those of every body that fewer than half its number support (L10)."""

    bodies: tuple[tuple[Point, bool, str], ...]  # its middle, whether it is alone, in words
    is_above = True

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Draw a card for each."""
        for middle, is_alone, words in self.bodies:
            at = QPointF(*camera.screen(*middle))
            colour = ALONE if is_alone else HELPED
            for pen in (hair(HALO, 5.0), hair(colour, 2.4)):
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(at, 9, 9)
            write_note(painter, at + QPointF(13, -12), (words,))


@dataclass(frozen=True)
class ShotsMark:
    """How many a shot aimed at each enemy kills on average (S9)."""

    aimed: tuple[tuple[Point, float], ...]
    is_above = False

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
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
class MeleeMark:
    """The result of a mêlée between the selected bodies, in words between them (L12)."""

    groups: tuple[Point, Point]  # the middles of both sides
    words: tuple[str, ...]
    is_above = True

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Draw a line from one side to the other, and the words at its middle."""
        start, end = (QPointF(*camera.screen(*middle)) for middle in self.groups)
        for pen in (hair(HALO, 4.0), hair(ALONE, 2.0)):
            painter.setPen(pen)
            painter.drawLine(start, end)
        write_note(painter, (start + end) / 2 + QPointF(12, -12), self.words)


Mark = ReachMark | IsolationMark | ShotsMark | MeleeMark


def preview_marks(
    shown: Sequence[BodyPreview],
    scenario: Scenario,
    chosen: Sequence[Body],
    shapes: Mapping[str, str],
    say: Speech,
) -> list[Mark]:
    """The marks of the previews to be drawn for the selected bodies."""
    if not is_installed(scenario.game):
        return []
    stands = {body.id: stands_of(scenario, (body,), shapes) for body in scenario.bodies}
    moves = moves_of(scenario)
    found: list[Mark] = []
    if BodyPreview.REACH in shown:
        found.append(_mark_reach(scenario, chosen, stands, moves))
    if BodyPreview.ISOLATION in shown:
        found.append(_mark_isolated(scenario, stands, moves, say))
    if BodyPreview.SHOTS in shown:
        found += [_shots(scenario, body, stands) for body in chosen if body.skill and body.at]
    if BodyPreview.MELEE in shown:
        found += _melees(scenario, chosen, stands, moves, say)
    return found


def moves_of(scenario: Scenario) -> dict[str, int]:
    """How far each type goes in a move, in sixteenths of an inch, by the game's rulebook."""
    units = handbook_of(scenario).units()
    return {type_: INCH * int(entry.get("mp", 0)) for type_, entry in units.items()}


def _mark_reach(
    scenario: Scenario,
    chosen: Sequence[Body],
    stands: Mapping[str, Sequence[Stand]],
    moves: Mapping[str, int],
) -> ReachMark:
    every = [stand for body in scenario.bodies for stand in stands[body.id]]
    ways = Ways(ground_of(scenario.table), every)
    going = [(stand, moves.get(body.type, 0)) for body in chosen for stand in stands[body.id]]
    if not going:
        return ReachMark(())
    reached = reach_of_all(ways, [one for one, _ in going], [move for _, move in going])
    return ReachMark(reached.outlines)


def _mark_isolated(
    scenario: Scenario,
    stands: Mapping[str, Sequence[Stand]],
    moves: Mapping[str, int],
    say: Speech,
) -> IsolationMark:
    kinds = {one.id: body.type for body in scenario.bodies for one in stands[body.id]}
    figures = [one for every in stands.values() for one in every if one.type in FIGURES]
    throng = Throng(figures, scenario.table.scale)
    reach = {one.id: moves.get(kinds[one.id], 0) for one in figures}
    every = ([one for one in stands[body.id] if one.type in FIGURES] for body in scenario.bodies)
    groups = [group for group in every if group]
    found = throng.supporters([[one.id for one in group] for group in groups], reach, reach)
    told = []
    for group, friends in zip(groups, found, strict=True):
        is_alone = 2 * friends < len(group)
        key = "body-isolated" if is_alone else "body-supported"
        told.append((_middle(group), is_alone, say(key, friends=friends, count=len(group))))
    return IsolationMark(tuple(told))


def _melees(
    scenario: Scenario,
    chosen: Sequence[Body],
    stands: Mapping[str, Sequence[Stand]],
    moves: Mapping[str, int],
    say: Speech,
) -> list[MeleeMark]:
    """The results if all the selected men of two sides fight each other (L12)."""
    reckon, groups = system_of(scenario.game).melee, _groups(chosen, stands)
    if reckon is None or len(groups) != 2 or not groups[1][1]:
        return []
    (larger, many), (smaller, few) = groups
    is_alone = _is_alone(scenario, few, stands, moves)
    end = reckon(len(many), len(few), is_alone)
    names = {side.id: say.of(side.name) or side.id for side in scenario.sides}
    said = {"larger": names[larger], "smaller": names[smaller], "many": len(many), "few": len(few)}
    key = "body-melee-isolated" if is_alone else "body-melee-supported"
    words = say(key, **said), say("body-melee-end", **end._asdict())
    return [MeleeMark((_middle(many), _middle(few)), words)]


def _groups(
    chosen: Sequence[Body], stands: Mapping[str, Sequence[Stand]]
) -> list[tuple[str, list[Stand]]]:
    """The men selected of each side, the larger number first."""
    sides: dict[str, list[Stand]] = {}
    for body in chosen:
        men = (one for one in stands[body.id] if one.type in FIGURES)
        sides.setdefault(body.side, []).extend(men)
    return sorted(sides.items(), key=lambda side: -len(side[1]))


def _is_alone(
    scenario: Scenario,
    group: Sequence[Stand],
    stands: Mapping[str, Sequence[Stand]],
    moves: Mapping[str, int],
) -> bool:
    """Whether fewer than half its number of its side stand within its move of a group (L10.1)."""
    kinds = {one.id: body.type for body in scenario.bodies for one in stands[body.id]}
    figures = [one for every in stands.values() for one in every if one.type in FIGURES]
    reach = {one.id: moves.get(kinds[one.id], 0) for one in figures}
    throng, ids = Throng(figures, scenario.table.scale), [one.id for one in group]
    (friends,) = throng.supporters([ids], reach, reach)
    return 2 * friends < len(ids)


FIGURES = ("foot", "horse")
"""As what those stand who support each other; guns and wagons do not."""


def _shots(scenario: Scenario, gun: Body, stands: Mapping[str, Sequence[Stand]]) -> ShotsMark:
    every = [stand for body in scenario.bodies for stand in stands[body.id]]
    gunnery = Gunnery(ground_of(scenario.table), every)
    own = [stand.id for stand in stands[gun.id]]
    enemies = [stand for stand in every if stand.side != gun.side][:MOST_AIMED]
    aimed = []
    for enemy in enemies:
        chances = gunnery.expected(Aim(gun.at[0], enemy.at, Skill(gun.skill)), own, ROUGHLY)
        hits = {one.id for one in enemies} & set(chances)
        aimed.append((enemy.at, float(sum(chances[each] for each in hits))))
    return ShotsMark(tuple(aimed))


def _middle(group: Sequence[Stand]) -> Point:
    count = len(group)
    return Point(sum(one.at.x for one in group) // count, sum(one.at.y for one in group) // count)


def _between(one: QColor, other: QColor, share: float) -> QColor:
    mixed = blended(one, other.name(), share)
    mixed.setAlpha(200)
    return mixed
