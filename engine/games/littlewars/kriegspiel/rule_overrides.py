"""Differences of the Kriegspiel from Little Wars, one row for each rule replaced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.littlewars import game_end, men_movement
from engine.games.littlewars.gun_phase import SHOTS
from engine.games.littlewars.kriegspiel import (
    charge_planning,
    charge_resolution,
    formation_changes,
    kriegspiel_gestures,
    movement,
    retreats,
    rifle_volleys,
    shell_fire,
    supply,
    work_progress,
    works,
)
from engine.games.littlewars.kriegspiel.charge_losses import MIN_RIDERS
from engine.games.littlewars.kriegspiel.events import BroughtOff, Limbered, StageDone
from engine.games.littlewars.kriegspiel.formation_changes import (
    CHANGES,
    CHARGE,
    DISMOUNT,
    MOUNT,
    read_order,
)
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import (
    GENERAL,
    fit_enemies,
    is_horse,
    nearest_figure,
)
from engine.games.littlewars.orders import GO, ActionOrder
from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import (
    Figure,
    Gun,
    RuleHooks,
    State,
    Unit,
    Vehicle,
    WarGame,
    is_at_work,
)
from engine.games.littlewars.transport import boarding, hidden_boxes, transport_orders
from engine.games.littlewars.transport.capacity import BOAT, ENGINE, WAGON
from engine.play.decisions import Answer, Procedure
from engine.tabletop.buffered_shapes import BufferedShape, meet
from engine.tabletop.formations import FigureFormation
from engine.tabletop.shapes import INCH, Point

BEGUN, MEN_DONE, ENDED = "begun", "men-done", "ended"
CONVOY = "convoy"


# --- how far (K1, K2) -----------------------------------------------------------------------------


def allowance(state: State, figure: Figure) -> int:
    """Return a figure's move off the roads; half after a change of order (K1.1, K2)."""
    rate = charts_of(state).rate(movement.rate_table_arm(state, figure), "off")
    rate -= state.depth_of_fresh(figure)
    return max(0, rate // 2 if figure.id in state.war.halved else rate)


def path_allowance(
    state: State, unit: Unit, path: Sequence[Point], allowed: int, deed: str = GO
) -> int:
    """Return the longest path allowed, by roads and contours; −1 where barred (K1, K2)."""
    if movement.is_steep(state, path):
        return -1
    formation = unit.formation if isinstance(unit, Figure) else ""
    taken = deed if deed in set(FigureFormation) else formation
    base = charts_of(state).rate(movement.rate_table_arm(state, unit), "off")
    rate = movement.path_reach(state, unit, path, taken)
    if taken != formation and formation and unit.id not in state.war.halved:
        allowed -= base // 2
    rivers = movement.forded_rivers(state, path)
    if rivers and not may_ford(state, unit, path, rivers):
        return -1
    return allowed + _on_roads(base, rate, allowed) - movement.cost_of_climbing(state, path)


def may_ford(
    state: State, unit: Unit, path: Sequence[Point], rivers: Sequence[BufferedShape]
) -> bool:
    """Foot and horse ford in a whole move; guns, engineers and transport do not (K2.1–K2.7)."""
    if charts_of(state).change_half_moves("ford", movement.rate_table_arm(state, unit)) is None:
        return False
    return unit.id not in state.war.halved and movement.is_ford_whole_path(path, rivers)


def _on_roads(base: int, rate: int, allowed: int) -> int:
    """Return the distance that a road adds to the rest of a move."""
    return (rate - base) * allowed // base if base > 0 and allowed > 0 else 0


def may_move(state: State, figure: Figure) -> bool:
    """Return whether a figure may move: prisoners escorted, others fed and not bound."""
    if not figure.is_fit:
        return True
    if state.is_loading(figure.id):
        return False
    return movement.may_figure_move(state, figure) and not is_general_out(state, figure)


def is_general_out(state: State, figure: Figure) -> bool:
    """Return whether a general is out of the room (K9.3)."""
    return figure.type == GENERAL and state.war.general_out_until(figure.id, state.move)


def may_serve_gun(state: State, figure: Figure) -> bool:
    """Men serve guns who are at no work and do not flee (L7.1, K5.7, K6.5)."""
    if is_at_work(state, figure.id) or state.war.is_fleeing(figure.id):
        return False
    return state.type_of(figure).men and figure.type != GENERAL


def gun_reach(state: State, gun: Gun, men: Sequence[Figure]) -> int:
    """Return a gun's move; half after it was limbered in this move (K1.1, K2.3)."""
    rate = max(0, charts_of(state).rate("gun", "off") - state.depth_of_fresh(gun))
    return rate // 2 if gun.id in state.war.halved else rate


def may_gun_do(state: State, gun: Gun, deed: str) -> bool:
    """A gun moves limbered and fires unlimbered; either is changed once a move (K2.3).

    One that is pursued does neither: it goes on retiring when the men have moved (K8.2).
    """
    if state.is_loading(gun.id):
        return False
    if state.war.is_fleeing(gun.id):
        return deed == "hold"
    if deed == "move":
        return gun.limbered
    if deed == "fire":
        return not gun.limbered
    return deed == "hold" or (deed == "limber" and gun.id not in state.war.halved)


def may_load_gun(state: State, gun: Gun) -> bool:
    """A gun is loaded limbered (K2.3), and not while it is pursued (K8.2)."""
    return gun.limbered and not state.war.is_fleeing(gun.id)


def limber_or_unlimber_gun(game: WarGame, gun: str) -> None:
    """A gun is limbered, or unlimbered: half a move (K2.3)."""
    game.emit(Limbered(gun, not game.state.guns[gun].limbered))


def shots_this_move(state: State, gun: Gun) -> int:
    """Four shots, two after it was unlimbered in this move (L8.2, K2.3)."""
    return SHOTS // 2 if gun.id in state.war.halved else SHOTS


def may_fight_melee(state: State, figure: Figure) -> bool:
    """Return False for figures that fought in a charge of this move (L11.3)."""
    return figure.id not in state.war.charged


def may_touch(state: State, figure: Figure) -> bool:
    """Horse goes at the enemy in a charge alone, of eight or more in proper formation (K6.1)."""
    return not is_horse(state, figure)


def vehicle_path_allowance(
    state: State, vehicle: Vehicle, way: Sequence[Point], allowed: int
) -> int:
    """Return the longest path of a wagon, by roads and contours; fords bar it (K1, K2)."""
    if vehicle.type in (ENGINE, BOAT):
        return allowed
    if movement.is_steep(state, way) or movement.forded_rivers(state, way):
        return -1
    far = movement.path_reach(state, vehicle, way, "") if vehicle.type == WAGON else allowed
    return far - movement.cost_of_climbing(state, way)


def apply_path_effects(game: WarGame, ways: Sequence[tuple[str, tuple[Point, ...]]]) -> None:
    """Explode mines under the paths, and open boxes that are seen (K5.4, L21.3)."""
    work_progress.tread_on_mine(game, ways)
    hidden_boxes.reveal_boxes(game)


# --- orders ---------------------------------------------------------------------------------------


def read_kriegspiel_order(state: State, side: str, answer: Answer) -> ActionOrder | None:
    """An answer as an order of the Kriegspiel that may be given now."""
    order = read_order(charts_of(state), answer) or transport_orders.read(state, answer)
    return order if order is not None and not kriegspiel_refusal(state, side, order) else None


def kriegspiel_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why an order may not be given, as a word; empty if it may."""
    if order.deed == CHARGE:
        return "no-path" if order.path else charge_planning.charge_refusal(state, side, order)
    if order.deed in transport_orders.DEEDS:
        return transport_orders.transport_refusal(state, side, order)
    if order.deed in transport_orders.ON_RAILS:
        return "not-theirs"
    if order.deed in CHANGES:
        return formation_changes.change_refusal(state, side, order)
    return works.work_refusal(state, charts_of(state), side, order)


def propose_kriegspiel_orders(state: State, side: str) -> list[ActionOrder]:
    """Return the proposed orders beside moving: wagons, charges, changes, works."""
    found = [
        *transport_orders.propose_transport(state, side),
        *_charges(state, side),
        *_changes(state, side),
    ]
    found += _works(state, side)
    return [order for order in found if not kriegspiel_refusal(state, side, order)]


def _charges(state: State, side: str) -> Iterator[ActionOrder]:
    """Each body of horse at the enemy nearest to it."""
    foes = fit_enemies(state, side)
    for body in _bodies(state, side):
        riders = [man for man in body if is_horse(state, man)]
        if len(riders) >= MIN_RIDERS and foes:
            foe = nearest_figure(state, unit_shape(state, riders[0]), foes)
            if foe is not None:
                yield ActionOrder(CHARGE, tuple(man.id for man in riders), "", foe.id)


def _changes(state: State, side: str) -> Iterator[ActionOrder]:
    for body in _bodies(state, side):
        mounted = tuple(man.id for man in body if is_horse(state, man) and man.type != GENERAL)
        walking = tuple(man.id for man in body if man.id in state.war.dismounted - state.war.eaten)
        threatened = any(id_ in state.war.warned for id_ in mounted)
        if mounted and threatened:
            yield ActionOrder(DISMOUNT, mounted)
        if walking:
            yield ActionOrder(MOUNT, walking)


def _works(state: State, side: str) -> Iterator[ActionOrder]:
    """A mine where the first men of a body stand, and an entrenchment before a body of foot."""
    for body in _bodies(state, side):
        men = [man for man in body if not is_horse(state, man) and man.type != GENERAL]
        if len(men) < MIN_RIDERS:
            continue
        first = men[0]
        ids = tuple(man.id for man in men[:MIN_RIDERS])
        inward = state.field.point_farther_in(state.edges[side], first.at, 2 * INCH)
        yield ActionOrder("mine", ids[:2], f"{inward.x},{inward.y}")
        last = men[min(len(men), MIN_RIDERS) - 1]
        to = state.field.point_farther_in(state.edges[side], last.at, 2 * INCH)
        yield ActionOrder("entrenchment", ids, f"{inward.x},{inward.y} {to.x},{to.y}")


def _bodies(state: State, side: str) -> list[list[Figure]]:
    """The men who may still be ordered, by their bodies."""
    found: dict[str, list[Figure]] = {}
    for man in men_movement.movable_figures(state, side):
        if man.is_fit and man.side == side:
            found.setdefault(man.body, []).append(man)
    return list(found.values())


def carry_out(game: WarGame, order: ActionOrder) -> Procedure[None]:
    """An order of the Kriegspiel is carried out."""
    if order.deed == CHARGE:
        yield from charge_resolution.charge(game, order)
    elif order.deed in transport_orders.DEEDS:
        transport_orders.carry_out(game, order)
    elif order.deed in CHANGES:
        formation_changes.carry_out_change(game, order)
    else:
        work_progress.begin(game, order)


# --- the stages of a move -------------------------------------------------------------------------


def before_move_activity(game: WarGame) -> Procedure[None] | None:
    """Supply, then who has to falls back (K4, K6.4)."""
    return supply.next_feeding_activity(game) or _stage(game, BEGUN)


def after_men_activity(game: WarGame) -> Procedure[None] | None:
    """Continue pursued retreats and bind new ones (K6.5, K7.4, K8.2)."""
    return _stage(game, MEN_DONE)


def end_of_move_activity(game: WarGame) -> Procedure[None] | None:
    """Works go on, wagons leave the table, and the enemy within reach is warned (K5, K6.5)."""
    return _stage(game, ENDED)


def _stage(game: WarGame, stage: str) -> Procedure[None] | None:
    order = (BEGUN, MEN_DONE, ENDED)
    move, last = game.state.war.stage
    done = move == game.state.move and order.index(last) >= order.index(stage)
    return None if done else _see_to(game, stage)


def _see_to(game: WarGame, stage: str) -> Procedure[None]:
    if stage == BEGUN:
        retreats.fall_back_charged_foot(game)
    elif stage == MEN_DONE:
        retreats.continue_flights(game)
        retreats.remember_who_retired(game)
    else:
        work_progress.carry_on(game, game.state.active)
        retreats.warn_of_charges(game)
        bring_off_wagons(game)
    game.emit(StageDone(stage))
    yield from ()


# --- the convoy -----------------------------------------------------------------------------------


def bring_off_wagons(game: WarGame) -> None:
    """Wagons at the enemy's edge are brought off; enough of them win the game (SC4)."""
    state = game.state
    if state.book.choices.game != CONVOY:
        return
    line = state.field.line(state.edges[state.enemy_of(state.active)])
    off = tuple(
        each.id
        for each in state.vehicles.values()
        if each.side == state.active and meet(line, unit_shape(state, each))
    )
    if off:
        game.emit(BroughtOff(state.active, off))
        through = [each for each in state.gone if each.why == "brought-off"]
        if len(through) >= state.book.choices.convoy_wagons:
            game_end.end(game, state.active, CONVOY)


KRIEGSPIEL = RuleHooks(
    allowance=allowance,
    may_move=may_move,
    shoot=shell_fire.shoot,
    serves=may_serve_gun,
    gun_reach=gun_reach,
    before_move=before_move_activity,
    before_men=rifle_volleys.next_volley_activity,
    after_men=after_men_activity,
    end_of_move=end_of_move_activity,
    orders=propose_kriegspiel_orders,
    carry_out=carry_out,
    reads=read_kriegspiel_order,
    along=path_allowance,
    passed=apply_path_effects,
    drives=vehicle_path_allowance,
    opens=hidden_boxes.reveal_boxes,
    closes=boarding.carry_on,
    draws=may_load_gun,
    pointed=kriegspiel_gestures.preview_gesture,
    manners=kriegspiel_gestures.possible_gestures,
    fights=may_fight_melee,
    may_touch=may_touch,
    gun_may=may_gun_do,
    limber=limber_or_unlimber_gun,
    shots=shots_this_move,
    gun_range=shell_fire.range_of,
)
