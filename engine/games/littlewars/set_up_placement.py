"""Set-up zones and the placement of bodies (L2.2, L19.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.littlewars import orders, vehicle_placement
from engine.games.littlewars.orders import MenOrder, read_path
from engine.games.littlewars.state import State, WaitingPiece
from engine.scenario.figure_groups import FORMATIONS, FigureGroup
from engine.tabletop.buffered_shapes import BufferedShape, core_of, is_within, meet
from engine.tabletop.footprints import PlacedPiece, facing_towards
from engine.tabletop.formations import (
    FigureFormation,
    FormationPlace,
    assign_places,
    formation_places,
)
from engine.tabletop.shapes import INCH, Point, format_path
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import ObstacleKind, Obstruction

PLACE = "place"
OUT_OF_ZONE = "zone"
Put = tuple[str, Point, int]

SLOTS = 5  # places along the back line that are proposed to a body
STEP = 20  # sixteenths from one place that is tried to the next
MAX_TRIED = 4_000


# --- whose turn it is, and what is left -----------------------------------------------------------


def next_side_setting_up(state: State) -> str | None:
    """Return the side to set up now: First Player, then Second; behind a curtain any (L2.2)."""
    for side in (state.first, state.enemy_of(state.first)):
        if side not in state.ready:
            return side
    return None


def unplaced_figures(state: State, side: str) -> list[WaitingPiece]:
    """Return the units of a side that wait beside the table."""
    return [each for each in state.waiting if each.side == side]


def may_set_up_figure(state: State, side: str, id_: str) -> bool:
    """Return whether a side may place a figure, again too; not those the scenario places."""
    known = state.known_piece(id_)
    if known is None or known.side != side:
        return False
    body = state.aims.bodies.get(_body_of(state, id_))
    return body is not None and not body.at and not body.aboard


def _body_of(state: State, id_: str) -> str:
    waiting = next((each.body for each in state.waiting if each.id == id_), "")
    if waiting:
        return waiting
    figure = state.figures.get(id_)
    return figure.body if figure is not None else id_


# --- where ----------------------------------------------------------------------------------------


def is_in_zone(state: State, stand: PlacedPiece, body: FigureGroup) -> bool:
    """Return whether a piece stands where its side may set it up (L2.2, L19.3).

    It may be before or behind the line, but not beyond its ends.
    """
    field, edge = state.field, state.edges[body.side]
    if field.is_beside(edge, stand.at):
        return False
    if body.zone:
        zone = core_of(field.table.zones[body.zone].shape)
        return meet(zone, BufferedShape((stand.at,)))
    if state.book.choices.game == "defence" and body.side == state.defender:
        return field.depth_at(edge, stand.at) <= depth_of_defence(state)
    reach = state.book.choices.setup_depth * INCH
    along = is_within(field.line(edge), BufferedShape((stand.at,)), reach)
    return along and -reach <= field.depth_at(edge, stand.at) <= reach


def depth_of_defence(state: State) -> int:
    """Return the depth of a defender's zone: a foot move short of the middle (L19.3)."""
    half = state.field.depth_from(state.edges[state.defender]) // 2
    return half - state.book.rate_of("foot")


def is_placement_barred(
    state: State, now: TabletopPaths, stand: PlacedPiece, body: FigureGroup
) -> bool:
    """Return whether a piece may not be set up where it stands."""
    barred = vehicle_placement.standing_refusal(state.field, now, stand)
    return barred is not None or not is_in_zone(state, stand, body)


# --- laying ---------------------------------------------------------------------------------------


def may_give_placement(state: State, side: str, order: MenOrder) -> bool:
    """Return whether an order sets up figures, or ends the set-up."""
    if order.deed == orders.DONE:
        return not order.figures and not unplaced_figures(state, side)
    if order.deed == orders.REST:
        return not order.figures and bool(unplaced_figures(state, side))
    return any(True for _ in placeable_figures(state, side, order))


def ordered_placements(state: State, side: str, order: MenOrder) -> Iterator[tuple[Put, ...]]:
    """Yield the placements of an order, body by body."""
    if order.deed == orders.REST:
        yield from place_remaining_figures(state, side)
    else:
        yield tuple(placeable_figures(state, side, order))


def set_up_goals(state: State, side: str, order: MenOrder) -> dict[str, FormationPlace]:
    """Return the place of each figure in an order; empty where it may not be given."""
    figures, path = list(dict.fromkeys(order.figures)), read_path(order.path)
    if not figures or not path or not all(may_set_up_figure(state, side, id_) for id_ in figures):
        return {}
    return _goals(state, side, figures, order.deed, path)


def placement_refusal(
    state: State, side: str, id_: str, place: FormationPlace
) -> Obstruction | None:
    """Return the reason why a figure may not be set up at a place."""
    kind = state.type_by_id(id_)
    stand = PlacedPiece(id_, side, kind.footprint, place.at, place.facing)
    found = vehicle_placement.standing_refusal(state.field, _ways(state), stand)
    if found is None and not is_in_zone(state, stand, state.aims.bodies[_body_of(state, id_)]):
        return Obstruction(ObstacleKind.OFF, OUT_OF_ZONE, place.at)
    return found


def placeable_figures(state: State, side: str, order: MenOrder) -> Iterator[Put]:
    """Those of an order who can stand where they are put; one after the other."""
    now = _ways(state).without(order.figures)
    for id_, place in set_up_goals(state, side, order).items():
        kind = state.type_by_id(id_)
        stand = PlacedPiece(id_, side, kind.footprint, place.at, place.facing)
        if not is_placement_barred(state, now, stand, state.aims.bodies[_body_of(state, id_)]):
            now = _with(now, stand)
            yield id_, place.at, place.facing


def _goals(
    state: State, side: str, figures: list[str], deed: str, path: Sequence[Point]
) -> dict[str, FormationPlace]:
    """Return the place wanted for each figure."""
    ahead = state.field.facing_from(state.edges[side])
    if deed == PLACE:
        facing = facing_towards(path[0], path[-1]) if len(path) == 2 else ahead
        return {figures[0]: FormationPlace(path[0], facing)} if len(figures) == 1 else {}
    if deed == orders.GO:
        dx, dy = path[-1].x - path[0].x, path[-1].y - path[0].y
        standing = {id_: unit for id_ in figures if (unit := state.unit_on_table(id_)) is not None}
        return {
            id_: FormationPlace(Point(unit.at.x + dx, unit.at.y + dy), unit.facing)
            for id_, unit in standing.items()
        }
    if deed not in FORMATIONS or len(path) != 2:
        return {}
    return _form(state, figures, FigureFormation(deed), path)


def _form(
    state: State, figures: list[str], formation: FigureFormation, path: Sequence[Point]
) -> dict[str, FormationPlace]:
    kind = state.type_by_id(figures[0])
    laid = formation_places(
        formation, len(figures), path[0], path[-1], kind.footprint, state.field.scale
    )
    standing = {id_: unit.at for id_ in figures if (unit := state.unit_on_table(id_)) is not None}
    if len(standing) == len(figures):
        return assign_places(standing, laid)
    return dict(zip(figures, laid, strict=True))


def _ways(state: State) -> TabletopPaths:
    return TabletopPaths(
        state.field.ground_beyond_edges(state.book.choices.setup_depth * INCH),
        state.placed_pieces(),
    )


def _with(now: TabletopPaths, stand: PlacedPiece) -> TabletopPaths:
    return TabletopPaths(now.ground, [*now.stands.values(), stand])


# --- by the rule ----------------------------------------------------------------------------------


def place_remaining_figures(state: State, side: str) -> Iterator[tuple[Put, ...]]:
    """All who are left, body by body along the back line, where there is room."""
    now = _ways(state)
    bodies = list(dict.fromkeys(each.body for each in unplaced_figures(state, side)))
    formed = [name for name in bodies if _formations(state, name)] or bodies
    served = [name for name in formed if state.aims.bodies[name].type == "foot"] or formed
    loose = 0
    for name in bodies:
        body = state.aims.bodies[name]
        number = formed.index(name if name in formed else served[loose % len(served)])
        loose += name not in formed
        figures = [each.id for each in unplaced_figures(state, side) if each.body == name]
        put = []
        for id_, place in zip(
            figures, _slot(state, body, len(figures), number, len(bodies)), strict=True
        ):
            stand = _free(state, now, body, id_, place)
            if stand is not None:
                now = _with(now, stand)
                put.append((id_, stand.at, stand.facing))
        yield tuple(put)


def _formations(state: State, body: str) -> tuple[str, ...]:
    return state.book.units[state.aims.bodies[body].type].formations


def _slot(
    state: State, body: FigureGroup, number: int, slot: int, slots: int
) -> list[FormationPlace]:
    """The places of a body in one of so many equal parts of its back line."""
    field, edge = state.field, state.edges[body.side]
    kind, length = state.book.units[body.type], field.length_of(state.edges[body.side])
    depth = _DEPTHS.get(kind.footprint, 4) * INCH
    middle = length * (2 * slot + 1) // (2 * slots)
    ahead = field.facing_from(edge)
    if not kind.formations:
        apart = 6 * INCH
        first = middle - apart * (number - 1) // 2
        spots = (field.point_from_edge(edge, first + apart * each, depth) for each in range(number))
        return [FormationPlace(spot, ahead) for spot in spots]
    ends = _ends(state, body, number, slot, slots)
    formation = FigureFormation(kind.formations[0])
    return list(formation_places(formation, number, ends[0], ends[1], kind.footprint, field.scale))


def _ends(
    state: State, body: FigureGroup, number: int, slot: int, slots: int
) -> tuple[Point, Point]:
    """The ends of a body's line in one of so many parts of its back line, its left end first."""
    field, edge = state.field, state.edges[body.side]
    length, depth = field.length_of(edge), _DEPTHS.get(state.book.units[body.type].footprint, 4)
    middle = length * (2 * slot + 1) // (2 * slots)
    half = min(length // (2 * slots) - INCH, number * 18)
    left, right = (field.point_from_edge(edge, middle + by, depth * INCH) for by in (-half, half))
    return (right, left) if field.looks_left(edge) else (left, right)


_DEPTHS = {"gun": 10, "horse": 5, "foot": 6, "wagon": 3}


def _free(
    state: State, now: TabletopPaths, body: FigureGroup, id_: str, place: FormationPlace
) -> PlacedPiece | None:
    """One as near to a place as it may be set up."""
    footprint = state.book.units[body.type].footprint
    for at in _around(place.at):
        stand = PlacedPiece(id_, body.side, footprint, at, place.facing)
        if not is_placement_barred(state, now, stand, body):
            return stand
    return None


def _around(middle: Point) -> Iterator[Point]:
    """Places farther and farther from one."""
    yield middle
    for number in range(1, MAX_TRIED):
        ring = 1
        while (2 * ring + 1) ** 2 <= number:
            ring += 1
        along = number - (2 * ring - 1) ** 2
        turn, rest_ = divmod(along, 2 * ring)
        x, y = ((rest_ - ring, -ring), (ring, rest_ - ring), (ring - rest_, ring),
                (-ring, ring - rest_))[turn]  # fmt: skip
        yield Point(middle.x + x * STEP, middle.y + y * STEP)


def propose_placements(state: State, side: str) -> list[MenOrder]:
    """Return proposals: all by the rule, or the next body in a line at a few places."""
    left = unplaced_figures(state, side)
    if not left:
        return [MenOrder(orders.DONE)]
    body = state.aims.bodies[left[0].body]
    figures = tuple(each.id for each in left if each.body == body.id)
    found = [MenOrder(orders.REST)]
    for slot in range(SLOTS):
        laid = _slot(state, body, len(figures), slot, SLOTS)
        kind = state.book.units[body.type]
        deed = kind.formations[0] if kind.formations else PLACE
        ends = (laid[0].at,) if deed == PLACE else _ends(state, body, len(figures), slot, SLOTS)
        order = MenOrder(deed, figures if deed != PLACE else figures[:1], format_path(ends))
        if may_give_placement(state, side, order):
            found.append(order)
    return found
