"""Going aboard trucks and boats, and leaving them (K2.4, K8.3, L21.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.littlewars.gun_crews import CREW, is_in_action, men_near_gun
from engine.games.littlewars.gun_phase import may_act
from engine.games.littlewars.orders import BOARD, LAND, ActionOrder, read_path
from engine.games.littlewars.proximity import are_near, find_paths, squared_distance
from engine.games.littlewars.state import Figure, Gun, State, Vehicle, WarGame
from engine.games.littlewars.transport import railways
from engine.games.littlewars.transport.capacity import (
    AT_HAND,
    LOAD_MOVES,
    LOADED,
    ROOMS,
    TRUCK,
    capacity_share,
    is_loaded_at_once,
)
from engine.games.littlewars.transport.transport_events import (
    Embarked,
    Landed,
    LoadingBegan,
    LoadingStopped,
    LoadingWentOn,
    Put,
)
from engine.games.littlewars.vehicle_placement import standing_refusal
from engine.scenario.figure_groups import FORMATIONS
from engine.tabletop.buffered_shapes import is_within
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.formations import FigureFormation, FormationPlace, formation_places
from engine.tabletop.shapes import Point, format_path
from engine.tabletop.tabletop_paths import TabletopPaths

RINGS, STEP = 9, 14
Berths = tuple[tuple[str, tuple[str, ...]], ...]
"""Units assigned to each truck or boat."""


# --- going aboard ---------------------------------------------------------------------------------


def boarding_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why units may not board, as a word; empty if they may (K2.4, L21.5)."""
    carrier, units = state.vehicles.get(order.target), units_of(state, order.figures)
    if carrier is None or carrier.side != side or carrier.type not in ROOMS or order.path:
        return "no-carrier"
    if not units or len(units) < len(order.figures):
        return "no-men"
    kinds = [state.type_of(each) for each in units]
    if any(kind.id not in state.type_of(carrier).carries for kind in kinds):
        return "not-carried"
    if not is_loaded_at_once(kinds):
        return "too-many"
    if not all(_may_board(state, side, each) for each in units):
        return "may-not-go"
    cars = vehicles_loaded_together(state, carrier)
    if any(each.moved or state.is_loading(each.id) for each in cars):
        return "may-not-go"
    if not all(any(are_near(state, each, car, AT_HAND) for car in cars) for each in units):
        return "too-far"
    return "" if assign_carriers(state, carrier, order.figures) is not None else "no-room"


def units_of(state: State, ids: Sequence[str]) -> list[Figure | Gun]:
    """The figures and guns on the table among some ids."""
    found = (state.figures.get(id_) or state.guns.get(id_) for id_ in dict.fromkeys(ids))
    return [each for each in found if each is not None]


def _may_board(state: State, side: str, unit: Figure | Gun) -> bool:
    """Return whether a unit may board: free to move, a gun in action and limbered.

    A gun without four men about it does not move, so it is not loaded either (L7.1, L21.5).
    """
    if unit.side != side:
        return False
    if isinstance(unit, Gun):
        return may_act(state, unit) and state.customs.draws(state, unit)
    is_free = unit.is_fit and not unit.party and not unit.moved
    return is_free and state.customs.may_move(state, unit)


def vehicles_loaded_together(state: State, carrier: Vehicle) -> list[Vehicle]:
    """Return the carriers loaded together: one boat, or all trucks of a train."""
    if carrier.type != TRUCK:
        return [carrier]
    return [each for each in railways.coupled_vehicles(state, carrier) if each.type == TRUCK]


def capacity_left(state: State, carrier: Vehicle) -> int:
    """The room that is left, in shares; of a gun on two trucks each has half (L21.5)."""
    taken = 0
    for id_ in carrier.aboard:
        halves = len(state.carriers_of(id_))
        taken += capacity_share(state.type_by_id(id_)) // max(halves, 1)
    return ROOMS[carrier.type] - taken


def assign_carriers(state: State, carrier: Vehicle, ids: Sequence[str]) -> Berths | None:
    """Return the truck or boat of each unit, the named one first; None without room."""
    cars = vehicles_loaded_together(state, carrier)
    left = {car.id: capacity_left(state, car) for car in cars}
    found: dict[str, tuple[str, ...]] = {}
    for id_ in ids:
        wanted = capacity_share(state.type_by_id(id_))
        halves = 2 if carrier.type == TRUCK and wanted > ROOMS[TRUCK] else 1
        free = [car for car, room in left.items() if room * halves >= wanted][:halves]
        if len(free) < halves:
            return None
        for car in free:
            left[car] -= wanted // halves
            found[car] = (*found.get(car, ()), id_)
    return tuple(found.items())


def board(game: WarGame, order: ActionOrder) -> None:
    """Some begin to go aboard."""
    game.emit(LoadingBegan(order.target, order.figures))


def carry_on(game: WarGame) -> None:
    """A move of loading is over; after two they are aboard (K2.4, L21.5)."""
    state = game.state
    for loading in state.loading:
        carrier = state.vehicles.get(loading.carrier)
        if carrier is not None and carrier.side != state.active:
            continue
        left = tuple(id_ for id_ in loading.units if _is_at_it(state, id_))
        found = assign_carriers(state, carrier, left) if carrier is not None and left else None
        if found is None:
            game.emit(LoadingStopped(loading.carrier))
        elif loading.done + 1 < LOAD_MOVES:
            game.emit(LoadingWentOn(loading.carrier, left, loading.done + 1))
        else:
            game.emit(Embarked(loading.carrier, found))


def _is_at_it(state: State, id_: str) -> bool:
    """Return whether one is still being loaded: a gun needs its four men to the end (L7.1)."""
    man, gun = state.figures.get(id_), state.guns.get(id_)
    if man is not None:
        return man.is_fit
    return gun is not None and is_in_action(state, gun)


# --- leaving --------------------------------------------------------------------------------------


def landing_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why units may not land, as a word; empty if they may (K2.4, L21.5)."""
    way, car = read_path(order.path), _car_of(state, order.figures)
    if car is None or car.side != side or car.type not in ROOMS:
        return "not-aboard"
    cars = vehicles_loaded_together(state, car)
    aboard = {id_ for each in cars for id_ in each.aboard}
    if not aboard.issuperset(order.figures) or len(set(order.figures)) < len(order.figures):
        return "not-aboard"
    if not is_loaded_at_once(state.type_of(state.carried[id_]) for id_ in order.figures):
        return "too-many"
    if any(each.moved or state.is_loading(each.id) for each in cars):
        return "may-not-go"
    if way is None or len(way) > 2 or order.target not in ("", *FORMATIONS):
        return "no-place"
    return "" if landing_places(state, order) else "no-place"


def _car_of(state: State, ids: Sequence[str]) -> Vehicle | None:
    found = state.carriers_of(ids[0]) if ids and ids[0] in state.carried else []
    return found[0] if found else None


def landing_places(state: State, order: ActionOrder) -> tuple[Put, ...]:
    """Return free places within 6 in of the carrier for the units that land."""
    car, way = _car_of(state, order.figures), read_path(order.path)
    assert car is not None, order
    assert way is not None, order
    cars, now = vehicles_loaded_together(state, car), find_paths(state)
    wanted = _places_wanted(state, order, way, car.facing)
    found: list[Put] = []
    for id_, goals in wanted.items():
        kind = state.type_of(state.carried[id_])
        for goal in goals:
            stand = PlacedPiece(id_, car.side, kind.footprint, goal.at, goal.facing)
            if not _is_beside(state, stand, cars) or not _has_crew(state, stand):
                continue
            if not standing_refusal(state.field, now, stand):
                now = TabletopPaths(now.ground, [*now.stands.values(), stand])
                found.append((id_, goal.at, goal.facing))
                break
    return tuple(found)


def _has_crew(state: State, stand: PlacedPiece) -> bool:
    """Return whether one may be unloaded at a place: a gun only where four men stand (L7.1)."""
    gun = state.carried[stand.id]
    if not isinstance(gun, Gun):
        return True
    return len(men_near_gun(state, gun._replace(at=stand.at, facing=stand.facing))) >= CREW


def _is_beside(state: State, stand: PlacedPiece, cars: Sequence[Vehicle]) -> bool:
    core = state.field.footprint_of(stand)
    return any(
        is_within(core, state.field.footprint_of(state.placed_piece(car)), AT_HAND) for car in cars
    )


def _places_wanted(
    state: State, order: ActionOrder, way: Sequence[Point], facing: int
) -> Mapping[str, Sequence[FormationPlace]]:
    """The places that are tried for each, the best first."""
    if len(way) == 2 and way[0] != way[1]:
        footprint = state.type_of(state.carried[order.figures[0]]).footprint
        formation = FigureFormation(order.target or FORMATIONS[0])
        laid = formation_places(
            formation, len(order.figures), way[0], way[1], footprint, state.field.scale
        )  # fmt: skip
        return {id_: [place] for id_, place in zip(order.figures, laid, strict=True)}
    spots = [FormationPlace(at, facing) for at in places_around(way[0])]
    return dict.fromkeys(order.figures, spots)


def places_around(middle: Point) -> list[Point]:
    """A place and others about it, the nearest first."""
    span = range(-RINGS, RINGS + 1)
    found = [Point(middle.x + x * STEP, middle.y + y * STEP) for x in span for y in span]
    return sorted(found, key=lambda at: squared_distance(at, middle))


def land(game: WarGame, order: ActionOrder) -> None:
    """Some leave what carried them."""
    car, placed = _car_of(game.state, order.figures), landing_places(game.state, order)
    assert car is not None, order
    game.emit(Landed(car.id, placed))
    game.state.customs.passed(game, [(id_, (at,)) for id_, at, _ in placed])


def units_able_to_land(state: State, side: str) -> tuple[str, ...]:
    """Return the units of a side that may land now."""
    found: list[str] = []
    for car in state.vehicles.values():
        if car.side == side and car.type in ROOMS and car.aboard:
            cars = vehicles_loaded_together(state, car)
            if not any(each.moved or state.is_loading(each.id) for each in cars):
                found += [id_ for id_ in car.aboard if id_ not in found]
    return tuple(found)


# --- what is proposed -----------------------------------------------------------------------------


def propose_boarding(state: State, side: str) -> Iterator[ActionOrder]:
    """Yield orders to land beside carriers, and to board carriers with room nearby."""
    for car in state.vehicles.values():
        if car.side != side or car.type not in ROOMS:
            continue
        free = [id_ for id_ in car.aboard if id_ in state.carried]
        group = _together(state, free)
        for spot in _beside(state, car) if group else ():
            order = ActionOrder(LAND, group, format_path([spot]))
            if not landing_refusal(state, side, order):
                yield order
                break
        for ids in _by_body(state, side, car):
            order = ActionOrder(BOARD, ids, target=car.id)
            if not boarding_refusal(state, side, order):
                yield order


def _together(state: State, ids: Sequence[str]) -> tuple[str, ...]:
    """Those who land at once: the first gun, else twenty men."""
    guns = [id_ for id_ in ids if isinstance(state.carried[id_], Gun)]
    return tuple(guns[:1] or ids[:LOADED])


def _beside(state: State, car: Vehicle) -> list[Point]:
    """Places beside a carrier, those towards the enemy's line first."""
    edge, out = state.edges[state.enemy_of(car.side)], AT_HAND
    found = [Point(car.at.x + x * out, car.at.y + y * out) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return sorted(found, key=lambda at: state.field.depth_at(edge, at))


def _by_body(state: State, side: str, car: Vehicle) -> Iterator[tuple[str, ...]]:
    """Men by bodies, as many as find room, and guns, who stand by a carrier."""
    carries = state.type_of(car).carries
    bodies: dict[str, list[str]] = {}
    units: list[Figure | Gun] = [*state.figures_of_side(side), *state.guns_of(side)]
    for unit in units:
        if unit.type in carries and are_near(state, unit, car, AT_HAND):
            body = unit.body if isinstance(unit, Figure) else unit.id
            bodies.setdefault(body, []).append(unit.id)
    for ids in bodies.values():
        kind = state.type_by_id(ids[0])
        most = (
            LOADED
            if kind.is_gun
            else min(LOADED, capacity_left(state, car) // capacity_share(kind))
        )
        if most:
            yield tuple(ids[:most])
