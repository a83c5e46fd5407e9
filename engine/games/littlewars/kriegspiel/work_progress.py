"""Men at work: a work begun, carried on at the end of each move, and done (K5, K5.6, K5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.littlewars.altered_terrain import EARTHWORKS
from engine.games.littlewars.events import Died
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import all_units
from engine.games.littlewars.kriegspiel.works import (
    AN_INCH,
    broken_by_explosion,
    depot_wagons,
    is_site_clear,
    mendable_break_at,
    planned_earthwork_line,
)
from engine.games.littlewars.orders import ActionOrder, read_path
from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import State, WarGame, Work
from engine.games.littlewars.work_events import (
    BlownUp,
    EarthworkBuilt,
    Exploded,
    Mended,
    MineLaid,
    StoresDestroyed,
    WorkBegun,
    WorkStopped,
    WorkWentOn,
)
from engine.tabletop.buffered_shapes import BufferedShape, is_within
from engine.tabletop.footprints import footprint
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.tabletop_paths import FINE, length_of

BLAST = 6 * INCH
"""Within which a mine kills everything (K5.4)."""
MINE = "mine"


def begin(game: WarGame, order: ActionOrder) -> None:
    """Men begin a work; their enemy is not told (K5.6)."""
    state, way = game.state, read_path(order.path)
    assert way is not None, order
    charts, side = charts_of(state), state.active
    target = order.target
    if order.deed.startswith("blow"):
        target = broken_by_explosion(state, order.deed, way[0])
    elif order.deed.startswith("mend"):
        target = mendable_break_at(state, order.deed, way[0])
    name = f"{order.deed}-{state.move}-{order.figures[0]}"
    to = way[1] if len(way) > 1 else None
    needs = charts.work_requirements(order.deed).moves
    game.emit(WorkBegun(name, order.deed, side, way[0], order.figures, needs, target, to))


def carry_on(game: WarGame, side: str) -> None:
    """At the end of a side's move its works go on, stop or are done (K5.7)."""
    for id_ in list(game.state.works):
        work = game.state.works.get(id_)
        if work is not None and work.side == side and work.crew:
            _carry_on(game, work)


def _carry_on(game: WarGame, work: Work) -> None:
    state = game.state
    crew = tuple(id_ for id_ in work.crew if is_still_working(state, id_))
    if len(crew) < men_needed(state, work):
        game.emit(WorkStopped(work.id, work.kind, work.side))
    elif work.done + 1 < work.needs or not _is_ready(state, work):
        done = min(work.done + 1, work.needs - 1)
        game.emit(WorkWentOn(work.id, work.side, done, crew))
    else:
        _finish(game, work)


def is_still_working(state: State, figure: str) -> bool:
    """Return whether a worker is there and did nothing else in this move (K5.7)."""
    man, war = state.figures.get(figure), state.war
    if man is None or not man.is_fit or man.moved:
        return False
    return figure not in war.fired | war.served | war.charged


def men_needed(state: State, work: Work) -> int:
    """Return the men a work needs; two for each inch of an entrenchment (K5.5)."""
    men = charts_of(state).work_requirements(work.kind).men
    if work.kind != "entrenchment" or work.to is None:
        return men
    length = length_of([work.at, work.to])
    return max(men, -(-AN_INCH * length // (INCH * FINE)))


def _is_ready(state: State, work: Work) -> bool:
    """Return whether the site of an earthwork is clear."""
    line = earthwork_line_of(state, work)
    return not line or is_site_clear(state, line)


def earthwork_line_of(state: State, work: Work) -> tuple[Point, ...]:
    """The line of an earthwork; nothing of other works, or where its gun is gone."""
    if work.kind not in EARTHWORKS:
        return ()
    way = (work.at,) if work.to is None else (work.at, work.to)
    order = ActionOrder(work.kind, work.crew, "", work.feature)
    return planned_earthwork_line(state, work.side, order, way) or ()


def _finish(game: WarGame, work: Work) -> None:
    state = game.state
    if work.kind == MINE:
        game.emit(MineLaid(work.id, work.side, work.at))
    elif work.kind in EARTHWORKS:
        line = earthwork_line_of(state, work)
        if line:
            game.emit(EarthworkBuilt(work.id, work.kind, work.side, line))
        else:
            game.emit(WorkStopped(work.id, work.kind, work.side))
    elif work.kind.startswith("blow"):
        game.emit(BlownUp(work.id, work.kind, work.side, work.at, work.feature))
    elif work.kind.startswith("mend"):
        game.emit(Mended(work.id, work.kind, work.side, work.at, work.feature))
    else:
        found = depot_wagons(state, work.side, work.kind, work.at)
        game.emit(StoresDestroyed(work.id, work.kind, work.side, found))


# --- mines ----------------------------------------------------------------------------------------


def waiting_mines(state: State) -> list[Work]:
    """Return the mines that are armed (K5.4)."""
    return [work for work in state.works.values() if work.kind == MINE and work.is_finished]


def tread_on_mine(game: WarGame, ways: Sequence[tuple[str, tuple[Point, ...]]]) -> None:
    """The first body over a mine explodes it: everything within 6 in dies (K5.4)."""
    for mine in waiting_mines(game.state):
        over = next((id_ for id_, way in ways if _is_over(game.state, mine, id_, way)), None)
        if over is not None:
            explode(game, mine, over)


def _is_over(state: State, mine: Work, id_: str, way: tuple[Point, ...]) -> bool:
    """Return whether a path leads over a mine, by the band that its footprint sweeps."""
    unit = state.unit_on_table(id_)
    if unit is None:
        return False
    sweep = footprint(state.placed_piece(unit).type, state.field.scale).sweep
    return is_within(BufferedShape(way, doubled=sweep), BufferedShape((mine.at,)), 0)


def _all_of(state: State, id_: str) -> tuple[str, ...]:
    """A gun or a wagon, with those in it."""
    vehicle = state.vehicles.get(id_)
    return (id_,) if vehicle is None else (id_, *vehicle.aboard)


def explode(game: WarGame, mine: Work, by: str) -> None:
    """A mine explodes."""
    state, place = game.state, BufferedShape((mine.at,))
    hit = [
        unit.id
        for unit in all_units(state)
        if unit.id == by or is_within(unit_shape(state, unit), place, BLAST)
    ]
    men = tuple(id_ for id_ in hit if id_ in state.figures)
    things = tuple(each for id_ in hit if id_ not in state.figures for each in _all_of(state, id_))
    game.emit(Exploded(mine.id, by, mine.at, men, things))
    if men:
        game.emit(Died(men, MINE))
