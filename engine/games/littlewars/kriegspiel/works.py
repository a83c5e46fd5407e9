"""Works begun, carried on and done: bridges, lines, depots, mines, earthworks (K5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.littlewars.altered_terrain import EARTHWORKS, WALL
from engine.games.littlewars.kriegspiel.rulebook import KriegspielCharts, WorkRequirements
from engine.games.littlewars.kriegspiel.unit_lookups import ENGINEER, is_foot
from engine.games.littlewars.orders import ActionOrder, read_path
from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import Figure, Gun, State, Work, is_at_work
from engine.tabletop.buffered_shapes import BufferedShape, core_of, is_within, meet
from engine.tabletop.footprints import place_beside
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.tabletop_map import TabletopFeature

AT_HAND = 6 * INCH
"""Distance of workers from their work."""
AN_INCH = 2
"""Men for each inch of an entrenchment (K5.5)."""
PIT = 12
"""Distance of a gun pit from its gun."""
WAGONS = 6
"""Number of wagons emptied at once (K5.3)."""


def work_refusal(state: State, charts: KriegspielCharts, side: str, order: ActionOrder) -> str:
    """Return why a work may not begin, as a word; empty if it may (K5, K2.6)."""
    wants = charts.work_requirements(order.deed)
    crew = [state.figures[id_] for id_ in order.figures if id_ in state.figures]
    if len(crew) < max(wants.men, 1) or len(crew) < len(order.figures):
        return "too-few"
    if not all(each.side == side and each.is_fit for each in crew):
        return "not-fit"
    if not all(may_work(state, each, wants) for each in crew):
        return "not-theirs"
    if any(is_busy(state, each) for each in crew):
        return "busy"
    way = read_path(order.path)
    if way is None or not all(state.field.table.has(point) for point in way):
        return "no-place"
    site = BufferedShape(way)
    if len(way) > 2 or not all(is_within(unit_shape(state, each), site, AT_HAND) for each in crew):
        return "too-far"
    return _wrong_aim(state, side, order, way)


def may_work(state: State, figure: Figure, wants: WorkRequirements) -> bool:
    """Return whether a figure's arm may do a work: engineers, foot, any men on foot (K5)."""
    if not is_foot(state, figure):
        return False
    if wants.arm == "men":
        return True
    return (figure.type == ENGINEER) == (wants.arm == ENGINEER)


def is_busy(state: State, figure: Figure) -> bool:
    """Return whether a man has acted in this move, so that no work may begin (K2.6, K5.7)."""
    war = state.war
    if figure.moved or figure.id in war.fired | war.served | war.charged:
        return True
    if war.is_fleeing(figure.id):
        return True
    return is_at_work(state, figure.id)


def _wrong_aim(state: State, side: str, order: ActionOrder, way: tuple[Point, ...]) -> str:
    """Return why a work cannot be done at a place, as a word."""
    kind, at = order.deed, way[0]
    if kind in EARTHWORKS:
        return _wrong_earthwork(state, side, order, way)
    if len(way) > 1:
        return "no-place"
    if kind == "mine":
        return ""
    if kind in ("burn-depot", "empty-wagons"):
        return "" if depot_wagons(state, side, kind, at) else "no-stores"
    if kind.startswith("mend"):
        return "" if mendable_break_at(state, kind, at) else "nothing-broken"
    return "" if broken_by_explosion(state, kind, at) else "nothing-to-break"


def _wrong_earthwork(state: State, side: str, order: ActionOrder, way: tuple[Point, ...]) -> str:
    """Return why an earthwork cannot be built there, as a word (K5.5)."""
    line = planned_earthwork_line(state, side, order, way)
    if line is None:
        return "no-line" if order.deed == "entrenchment" else "no-gun"
    if order.deed == "entrenchment" and _is_longer(line, len(order.figures)):
        return "too-long"
    return "" if is_site_clear(state, line) else "not-clear"


def _is_longer(line: tuple[Point, ...], men: int) -> bool:
    """Return whether a line is too long for the men: two for each inch (K5.5)."""
    (x, y), (to_x, to_y) = line
    return AN_INCH**2 * ((x - to_x) ** 2 + (y - to_y) ** 2) > (men * INCH) ** 2


# --- what is blown up -----------------------------------------------------------------------------


def broken_by_explosion(state: State, kind: str, at: Point) -> str:
    """Return the id of the feature that an explosion at a place breaks; empty for none.

    A railway bridge, or a railway line or a ford: shallow water (K5.1). Broken features are not
    broken again.
    """
    features = [one for one in state.field.table.features if _is_at(one, at, AT_HAND)]
    lines = [one for one in features if one.kind == "railway"]
    if kind == "blow-bridge":
        rails = [core_of(one.shape) for one in lines]
        found = [
            one.id
            for one in features
            if one.kind_entry.bridges and any(meet(core_of(one.shape), rail) for rail in rails)
        ]
    else:
        fords = [one for one in features if one.kind_entry.water and one.fordable]
        found = [one.id for one in (*lines, *fords) if _is_at(one, at, 0)]
    known = {(cut.feature, cut.at) for cut in unmended_breaks(state)}
    return next((id_ for id_ in found if (id_, at) not in known), "")


def _is_at(feature: TabletopFeature, at: Point, length: int) -> bool:
    return is_within(core_of(feature.shape), BufferedShape((at,)), length)


def unmended_breaks(state: State) -> Iterator[Work]:
    """Yield the finished demolitions that are not mended."""
    return (
        work for work in state.works.values() if work.kind.startswith("blow") and work.is_finished
    )


def mendable_break_at(state: State, kind: str, at: Point) -> str:
    """Return the id of the demolition near a place that a kind of work mends (K5.1)."""
    wanted = kind.replace("mend", "blow")
    near = (cut.id for cut in unmended_breaks(state) if cut.kind == wanted and _near(cut.at, at))
    return next(near, "")


def _near(one: Point, other: Point) -> bool:
    return is_within(BufferedShape((one,)), BufferedShape((other,)), AT_HAND)


def depot_wagons(state: State, side: str, kind: str, at: Point) -> tuple[str, ...]:
    """The enemy's wagons with stores near a place: all of a depot, or six (K5.2, K5.3)."""
    found = [
        each.id
        for each in state.vehicles.values()
        if each.side != side
        and any(count for _, count in each.load)
        and is_within(unit_shape(state, each), BufferedShape((at,)), AT_HAND)
    ]
    return tuple(found if kind == "burn-depot" else found[:WAGONS])


# --- earthworks -----------------------------------------------------------------------------------


def planned_earthwork_line(
    state: State, side: str, order: ActionOrder, way: tuple[Point, ...]
) -> tuple[Point, ...] | None:
    """The line of an entrenchment or a gun pit; None where there is none (K5.5)."""
    if order.deed == "entrenchment":
        return way if len(way) == 2 and way[0] != way[1] else None
    gun = state.guns.get(order.target)
    if (
        gun is None
        or gun.side != side
        or not is_within(unit_shape(state, gun), BufferedShape(way), AT_HAND)
    ):
        return None
    return gun_pit_walls(state, gun)


def gun_pit_walls(state: State, gun: Gun) -> tuple[Point, ...]:
    """A pit's wall: before a gun and along both its sides, open behind it."""
    core = unit_shape(state, gun)
    half = max(abs(x - gun.at.x) + abs(y - gun.at.y) for x, y in core.points) // 2 + PIT
    corners = [(-half, -half), (-half, half), (half, half), (half, -half)]
    return tuple(place_beside(gun.at, gun.facing, aside, ahead) for aside, ahead in corners)


def earthwork_shape(way: Sequence[Point]) -> BufferedShape:
    """The room an earthwork takes up."""
    return BufferedShape(tuple(way), doubled=WALL)


def is_site_clear(state: State, way: Sequence[Point]) -> bool:
    """Return whether the site of an earthwork is free of pieces and obstacles."""
    core = earthwork_shape(way)
    if any(meet(state.field.footprint_of(stand), core) for stand in state.placed_pieces()):
        return False
    if any(not state.field.table.has(point) for point in way):
        return False
    features = (core_of(one.shape) for one in state.field.table.features if one.obstacle)
    return not any(meet(core, each) for each in features)
