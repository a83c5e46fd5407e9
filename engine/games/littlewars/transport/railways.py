"""Railways: trains, coupling, how far they go, rails broken and mended (L21.5, K8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.games.littlewars.events import Course as Going
from engine.games.littlewars.orders import BREAK_RAILS, MEND_RAILS, ActionOrder, read_point
from engine.games.littlewars.proximity import are_near, find_paths, unit_shape
from engine.games.littlewars.state import State, Vehicle, WarGame, Work
from engine.games.littlewars.transport.capacity import AT_HAND, ENGINE, TRUCK, train_move_distance
from engine.games.littlewars.vehicle_placement import first_wet_point, is_on_railway, railway_at
from engine.games.littlewars.work_events import (
    BlownUp,
    Mended,
    WorkBegun,
    WorkStopped,
    WorkWentOn,
)
from engine.tabletop.buffered_shapes import BufferedShape, is_within
from engine.tabletop.footprints import cosine, facing_towards, footprint, sine
from engine.tabletop.shapes import INCH, Point, WideLine
from engine.tabletop.tabletop_map import TabletopFeature
from engine.tabletop.tabletop_paths import FINE, length_of
from engine.tabletop.tabletop_terrain import ObstacleKind, Obstruction

MEN = {BREAK_RAILS: 4, MEND_RAILS: 8}
MOVES = {BREAK_RAILS: 2, MEND_RAILS: 3}


def railway_work_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why rails may not be worked on, as a word; empty if they may (L21.5)."""
    crew = [state.figures[id_] for id_ in dict.fromkeys(order.figures) if id_ in state.figures]
    if len(crew) < MEN[order.deed] or len(crew) < len(order.figures):
        return "too-few"
    is_free = all(each.side == side and each.is_fit and not each.moved for each in crew)
    if not is_free or not all(state.customs.may_move(state, each) for each in crew):
        return "may-not-go"
    at = read_point(order.path)
    if at is None or order.target:
        return "no-place"
    if not all(is_within(unit_shape(state, each), BufferedShape((at,)), AT_HAND) for each in crew):
        return "too-far"
    return "" if railway_work_target(state, order.deed, at) else "no-rails"


def railway_work_target(state: State, deed: str, at: Point) -> str:
    """The line that is broken at a place, or the break that is mended there; nothing for none."""
    if deed == MEND_RAILS:
        near = (
            cut.id
            for cut in broken_rails(state)
            if is_within(BufferedShape((cut.at,)), BufferedShape((at,)), AT_HAND)
        )
        return next(near, "")
    line = next((one for one in state.field.railways if is_on_railway(one, at)), None)
    if line is None or any((cut.feature, cut.at) == (line.id, at) for cut in broken_rails(state)):
        return ""
    return line.id


def broken_rails(state: State) -> Iterator[Work]:
    """Yield the finished breaks of rails."""
    return (each for each in state.works.values() if each.kind == BREAK_RAILS and each.is_finished)


def begin(game: WarGame, order: ActionOrder) -> None:
    """Men begin to break rails, or to mend them."""
    state, at = game.state, read_point(order.path)
    assert at is not None, order
    name = f"{order.deed}-{state.move}-{order.figures[0]}"
    target, needs = railway_work_target(state, order.deed, at), MOVES[order.deed]
    figures = order.figures
    game.emit(WorkBegun(name, order.deed, state.active, at, figures, needs, target))


def continue_railway_work(game: WarGame) -> None:
    """At the end of a side's move its work on rails goes on, stops or is done."""
    state = game.state
    for work in list(state.works.values()):
        if work.kind in MEN and work.side == state.active and work.crew:
            _carry_on(game, work)


def _carry_on(game: WarGame, work: Work) -> None:
    state = game.state
    crew = tuple(id_ for id_ in work.crew if id_ in state.figures and state.figures[id_].is_fit)
    if len(crew) < MEN[work.kind]:
        game.emit(WorkStopped(work.id, work.kind, work.side))
    elif work.done + 1 < work.needs:
        game.emit(WorkWentOn(work.id, work.side, work.done + 1, crew))
    elif work.kind == BREAK_RAILS:
        game.emit(BlownUp(work.id, work.kind, work.side, work.at, work.feature))
    elif work.feature in state.works:
        game.emit(Mended(work.id, work.kind, work.side, work.at, work.feature))
    else:
        game.emit(WorkStopped(work.id, work.kind, work.side))


def propose_repairs(state: State, side: str) -> Iterator[ActionOrder]:
    """Bodies that stand at broken rails may mend them."""
    for cut in broken_rails(state):
        near = [
            man.id
            for man in state.fit_figures(side)
            if is_within(unit_shape(state, man), BufferedShape((cut.at,)), AT_HAND)
        ]
        order = ActionOrder(MEND_RAILS, tuple(near[: MEN[MEND_RAILS]]), f"{cut.at.x},{cut.at.y}")
        if not railway_work_refusal(state, side, order):
            yield order


COUPLED = INCH
"""No farther apart are trucks that go with an engine."""
BROKEN = ("blow-line", "break-rails")
"""The works that cut a line (K5.1, L21.5)."""
STEP = 4


@dataclass(frozen=True)
class Track:
    """The middle of a line, as places so many thousandths of a sixteenth along it."""

    points: tuple[Point, ...]

    @property
    def length(self) -> int:
        """Return the length of the track."""
        return length_of(self.points)

    def distance_along(self, at: Point) -> int:
        """Return the distance along the track to its point nearest to a place."""
        found, before = [], 0
        for start, end in pairwise(self.points):
            whole = length_of((start, end))
            part = _share(start, end, at, whole)
            there = _between(start, end, part, whole)
            apart = (there.x - at.x) ** 2 + (there.y - at.y) ** 2
            found.append((apart, before + part))
            before += whole
        return min(found)[1]

    def point_at(self, along: int) -> Point:
        """The place so far along it."""
        for start, end in pairwise(self.points):
            whole = length_of((start, end))
            if along <= whole:
                return _between(start, end, max(along, 0), whole)
            along -= whole
        return self.points[-1]

    def facing_at(self, along: int) -> int:
        """Return the facing of forward travel at a distance along the track."""
        for start, end in pairwise(self.points):
            whole = length_of((start, end))
            if along <= whole:
                return facing_towards(start, end)
            along -= whole
        return facing_towards(*self.points[-2:])

    def way(self, start: int, end: int) -> tuple[Point, ...]:
        """The way along it from one place to another."""
        turnings, before = [], 0
        for one, other in pairwise(self.points):
            before += length_of((one, other))
            if min(start, end) < before < max(start, end):
                turnings.append(other)
        middle = turnings if start <= end else turnings[::-1]
        found = (self.point_at(start), *middle, self.point_at(end))
        return tuple(dict.fromkeys(found))


def _share(start: Point, end: Point, at: Point, whole: int) -> int:
    """Return the distance along a leg to its point nearest to a place."""
    dx, dy = end.x - start.x, end.y - start.y
    square = dx * dx + dy * dy
    dot = (at.x - start.x) * dx + (at.y - start.y) * dy
    return min(max(dot, 0) * whole // square, whole) if square else 0


def _between(start: Point, end: Point, part: int, whole: int) -> Point:
    if not whole:
        return start
    return Point(
        start.x + (2 * (end.x - start.x) * part + whole) // (2 * whole),
        start.y + (2 * (end.y - start.y) * part + whole) // (2 * whole),
    )


def track_of(line: TabletopFeature) -> Track:
    """The middle of a railway."""
    assert isinstance(line.shape, WideLine), line
    return Track(tuple(line.shape.points))


def coupled_vehicles(state: State, vehicle: Vehicle) -> list[Vehicle]:
    """Return the train: vehicles of a side on a line, each an inch from another."""
    line = railway_at(state.field, vehicle.at)
    if line is None:
        return [vehicle]
    left = [
        each
        for each in state.vehicles.values()
        if each.type in (ENGINE, TRUCK) and each.side == vehicle.side and each.id != vehicle.id
        and is_on_railway(line, each.at)
    ]  # fmt: skip
    found = [vehicle]
    for one in found:
        beside = [each for each in left if are_near(state, one, each, COUPLED)]
        found += beside
        left = [each for each in left if each not in beside]
    return found


def train_speed(state: State, train: Sequence[Vehicle]) -> int:
    """Return a train's move: 96 in with 8 trucks, a tenth less for each further (K8.3, L21.5)."""
    table = state.book.tables["rates"]
    lines = zip(table.rows, table.cells, strict=True)
    inches = max((int(word) for row, cells in lines if row == ENGINE for word in cells), default=0)
    trucks = sum(each.type == TRUCK for each in train)
    return train_move_distance(inches * INCH * state.book.choices.field_scale, trucks)


def is_fast_enough(state: State, train: Sequence[Vehicle], far: int) -> bool:
    """Return whether a train may go a distance, in thousandths, in one move."""
    return abs(far) <= train_speed(state, train) * FINE


# --- where it comes -------------------------------------------------------------------------------


def train_paths(state: State, engine: Vehicle, to: Point) -> tuple[Going, ...] | Obstruction:
    """The ways of an engine and its trucks to the place of the line nearest to a point.

    The first is the engine's. Backwards it pushes them.
    """
    line = railway_at(state.field, engine.at)
    if line is None:
        return Obstruction(ObstacleKind.RAILS, "", engine.at)
    track, train = track_of(line), coupled_vehicles(state, engine)
    by = track.distance_along(to) - track.distance_along(engine.at)
    if not by or not is_fast_enough(state, train, by):
        return Obstruction(ObstacleKind.FAR, "", to)
    barred = _off_the_line(state, line, track, train, by)
    if barred is not None:
        return barred
    courses = tuple(_course(track, each, by) for each in train)
    return _in_the_way(state, train, courses) or courses


def _course(track: Track, piece: Vehicle, by: int) -> Going:
    start = track.distance_along(piece.at)
    heading = track.facing_at(start)
    forward = sine(heading) * sine(piece.facing) + cosine(heading) * cosine(piece.facing) >= 0
    facing = track.facing_at(start + by) if forward else (track.facing_at(start + by) + 180) % 360
    return piece.id, (piece.at, *track.way(start, start + by)[1:]), facing


def _off_the_line(
    state: State, line: TabletopFeature, track: Track, train: Sequence[Vehicle], by: int
) -> Obstruction | None:
    """Return the obstruction on the line: its end, broken rails, a missing bridge."""
    places = [track.distance_along(each.at) for each in train]
    low = min(min(places), min(places) + by)
    high = max(max(places), max(places) + by)
    half = footprint(ENGINE, state.field.scale).length * FINE // 2
    if low < 0 or high > track.length:
        return Obstruction(ObstacleKind.RAILS, line.id, track.point_at(max(low, 0)))
    for cut in cuts_of(state, line):
        if low - half <= track.distance_along(cut) <= high + half:
            return Obstruction(ObstacleKind.RAILS, line.id, cut)
    over = (track.point_at(along) for along in range(low, high + 1, STEP * FINE))
    water = first_wet_point(state.field, tuple(over))
    return None if water is None else Obstruction(ObstacleKind.WATER, line.id, water)


def cuts_of(state: State, line: TabletopFeature) -> Iterator[Point]:
    """Yield the points where a line is broken."""
    for work in state.works.values():
        if work.kind in BROKEN and work.is_finished and work.feature == line.id:
            yield work.at


def _in_the_way(
    state: State, train: Sequence[Vehicle], courses: Sequence[Going]
) -> Obstruction | None:
    """Return the first other obstruction in the way of a train."""
    now = find_paths(state).without(each.id for each in train)
    for piece, (_, way, facing) in zip(train, courses, strict=True):
        found = now.why_not(state.placed_piece(piece), way, None, facing)
        if found is not None:
            return found
    return None
