"""Gestures on the table: figures dragged and placed, guns aimed and hauled, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.games.littlewars import (
    gun_crews,
    gun_hauling,
    gun_shots,
    men_movement,
    orders,
    set_up_placement,
)
from engine.games.littlewars.gun_phase import GunDeed, Lay, may_act, may_fire, may_give_gun_order
from engine.games.littlewars.gun_shots import Shot
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import AimAt, GunOrder, MenOrder, ShotResultEntry, read_path
from engine.games.littlewars.presentation.fight_odds import likely_casualties
from engine.games.littlewars.presentation.name_texts import length_text
from engine.games.littlewars.proximity import find_paths
from engine.games.littlewars.set_up_phase import SetUp
from engine.games.littlewars.set_up_placement import OUT_OF_ZONE
from engine.games.littlewars.state import Gun, State
from engine.games.littlewars.transport import boarding, transport_gestures
from engine.narration.number_format import round_decimal
from engine.play.decisions import AcceptedAnswer, Decision
from engine.play.tabletop_gestures import (
    DropTarget,
    Edge,
    Gesture,
    GestureKind,
    GesturePreview,
    GrabOptions,
)
from engine.play.translatable_phrases import Saying, TranslatablePhrase, unit_name_term
from engine.scenario.figure_groups import FORMATIONS
from engine.tabletop.reachable_area import reach_of_all
from engine.tabletop.shapes import Point, format_path
from engine.tabletop.tabletop_paths import FINE, length_of
from engine.tabletop.tabletop_terrain import Obstruction
from engine.texts import LocalText


def obstruction_text(state: State, hindrance: Obstruction | None) -> Saying | None:
    """Return the description of an obstruction."""
    if hindrance is None:
        return None
    if hindrance.what == OUT_OF_ZONE:
        return TranslatablePhrase.of("littlewars.barred-zone")
    return TranslatablePhrase.of(
        f"littlewars.barred-{hindrance.by.value}", what=_name(state, hindrance)
    )


def _name(state: State, hindrance: Obstruction) -> Saying:
    """The figure or the feature in the way."""
    if state.known_piece(hindrance.what) is not None:
        return unit_name_term(hindrance.what)
    feature = state.field.table.by_id.get(hindrance.what)
    said: LocalText = hindrance.what
    return said if feature is None else feature.name or feature.kind_entry.name


def gun_refusal(state: State, gun: Gun, path: Sequence[Point]) -> Saying:
    """Return the reason why a gun cannot obey an order (L4, L5, L7, L8)."""
    if gun.done or gun.shots:
        return TranslatablePhrase.of("littlewars.gun-had-its-move")
    if not gun_crews.is_in_action(state, gun):
        served = len(gun_crews.serving_men(state, gun))
        return TranslatablePhrase.of("littlewars.gun-unserved", count=served, needed=gun_crews.CREW)
    if not may_act(state, gun):
        return TranslatablePhrase.of("littlewars.gun-not-yet")
    if not state.customs.gun_may(state, gun, orders.MOVE if path else orders.FIRE):
        return TranslatablePhrase.of("littlewars-kriegspiel.gun-wrong-order")
    if not path and not may_fire(state, gun):
        return TranslatablePhrase.of("littlewars.gun-too-early")
    return TranslatablePhrase.of("littlewars.gun-cannot-go")


_Ordered = TypeVar("_Ordered", MenOrder, GunOrder)


def grab_options(view: State, decision: Decision[State, Any]) -> GrabOptions | None:
    """Return the pieces that may be picked up for a decision, with the gestures."""
    match decision:
        case SetUp(side):
            waiting = tuple(each.id for each in set_up_placement.unplaced_figures(view, side))
            there = (*view.figures, *view.guns, *view.vehicles)
            takes = tuple(
                id_ for id_ in there if set_up_placement.may_set_up_figure(view, side, id_)
            )
            touches = (GestureKind.LAY, GestureKind.MOVE)
            return GrabOptions((*waiting, *takes), touches, FORMATIONS, waiting=waiting)
        case GunDeed(side):
            guns = tuple(gun.id for gun in view.guns_of(side) if may_act(view, gun))
            return GrabOptions(guns, (GestureKind.AIM, GestureKind.MOVE), is_many=False)
        case Lay(_, gun):
            return GrabOptions((gun,), (GestureKind.AIM,), is_many=False)
        case MoveMen(side):
            men = (each.id for each in men_movement.movable_figures(view, side))
            takes, landing = (
                (*men, *transport_gestures.grabbable_vehicles(view, side)),
                boarding.units_able_to_land(view, side),
            )
            manners = (*FORMATIONS, *view.customs.manners(view, side))
            return GrabOptions(takes, (GestureKind.MOVE, GestureKind.LAY), manners, waiting=landing)
        case Shot():
            return GrabOptions((), (GestureKind.MARK,), is_many=False)
    return None


def preview_gesture(view: State, decision: Decision[State, Any], stroke: Gesture) -> GesturePreview:
    """Return the preview of a gesture: its answer, or the reason for its refusal."""
    match decision:
        case SetUp():
            return _setting(view, decision, stroke)
        case GunDeed(side) if stroke.touch is GestureKind.MOVE:
            return _hauling(view, side, stroke)
        case GunDeed() | Lay():
            return _aiming(view, decision, stroke)
        case MoveMen():
            return _marching(view, decision, stroke)
        case Shot() if stroke.way:
            return _marking(view, decision, stroke)
    return GesturePreview()


# --- men ------------------------------------------------------------------------------------------


def gesture_order(stroke: Gesture) -> MenOrder | None:
    """The order a gesture with figures makes."""
    if not stroke.pieces or len(stroke.way) < 2:
        return None
    deed = stroke.formation or FORMATIONS[0] if stroke.touch is GestureKind.LAY else orders.GO
    return MenOrder(deed, stroke.pieces, format_path(stroke.way))


def _marching(view: State, decision: MoveMen, stroke: Gesture) -> GesturePreview:
    found = view.customs.pointed(view, decision.side, stroke)
    if found is not None:
        return found
    order = gesture_order(stroke)
    if order is None:
        return GesturePreview()
    plan = men_movement.plan_movement(view, decision.side, order)
    told: tuple[TranslatablePhrase, ...] = ()
    if not plan.moved and order.deed == orders.GO:
        shorter = _as_far(order, _least_allowed(view, order))
        nearer = (
            men_movement.plan_movement(view, decision.side, shorter)
            if shorter is not None
            else plan
        )
        if shorter is not None and nearer.moved:
            order, plan, told = shorter, nearer, (_told_far(shorter.path),)
    going = tuple(DropTarget(id_, way[-1], facing, way) for id_, way, facing in plan.moved)
    staying = tuple(
        DropTarget(march.id, march.end, None, march.path, obstruction_text(view, march.why))
        for march in plan.stayed
    )
    barred = tuple(march.why.at for march in plan.stayed if march.why is not None)
    reason = next((each.why for each in staying if each.why is not None), None)
    answer = AcceptedAnswer(order) if going else None
    return GesturePreview(answer, (*going, *staying), reason, barred, told=told)


def _least_allowed(view: State, order: MenOrder) -> int:
    """Return the distance that all figures of an order can cover without obstacles."""
    figures = [view.figures[id_] for id_ in order.figures if id_ in view.figures]
    return min(men_movement.figure_allowances(view, figures).values(), default=0)


def _as_far(order: _Ordered, allowed: int) -> _Ordered | None:
    """The same order in the same direction, as far as the move allows; None if it is not longer."""
    path = read_path(order.path) or ()
    if len(path) != 2 or length_of(path) <= allowed * FINE:
        return None
    (x, y), (end_x, end_y) = path
    across, away, far = end_x - x, end_y - y, length_of(path)
    end = Point(x + _part(across, allowed * FINE, far), y + _part(away, allowed * FINE, far))
    return order._replace(path=format_path((path[0], end)))


def _part(length: int, of: int, whole: int) -> int:
    """A share of a length, cut off towards nothing: never farther than is allowed."""
    return abs(length) * of // whole * (1 if length > 0 else -1)


def _told_far(path: str) -> TranslatablePhrase:
    far = length_text(length_of(read_path(path) or ()) // FINE)
    return TranslatablePhrase.of("littlewars.as-far", length=far)


# --- setting up -----------------------------------------------------------------------------------


def _setting(view: State, decision: SetUp, stroke: Gesture) -> GesturePreview:
    order = gesture_order(stroke)
    if order is None and stroke.pieces and len(stroke.way) == 1:
        order = MenOrder(set_up_placement.PLACE, stroke.pieces[:1], format_path(stroke.way))
    if order is None:
        return GesturePreview()
    single = len(order.figures) == 1 and order.deed in FORMATIONS
    if single and not view.type_by_id(order.figures[0]).formations:
        order = order._replace(deed=set_up_placement.PLACE)
    put = tuple(set_up_placement.placeable_figures(view, decision.side, order))
    ghosts = [DropTarget(id_, at, facing) for id_, at, facing in put]
    placed = {id_ for id_, _, _ in put}
    for id_, goal in set_up_placement.set_up_goals(view, decision.side, order).items():
        if id_ not in placed:
            reason = obstruction_text(
                view, set_up_placement.placement_refusal(view, decision.side, id_, goal)
            )
            ghosts.append(DropTarget(id_, goal.at, goal.facing, why=reason))
    reason = next((each.why for each in ghosts if each.why is not None), None)
    return GesturePreview(AcceptedAnswer(order) if put else None, tuple(ghosts), reason)


# --- guns -----------------------------------------------------------------------------------------


def _hauling(view: State, side: str, stroke: Gesture) -> GesturePreview:
    gun = view.guns.get(stroke.pieces[0]) if stroke.pieces else None
    if gun is None or gun.side != side or len(stroke.way) < 2:
        return GesturePreview()
    shift = gun.at.x - stroke.way[0].x, gun.at.y - stroke.way[0].y
    path = tuple(Point(x + shift[0], y + shift[1]) for x, y in stroke.way)
    order = GunOrder(orders.MOVE, gun.id, format_path(path))
    hauled = (
        gun_hauling.plan_gun_move(view, gun, path)
        if may_give_gun_order(view, side, order)
        else None
    )
    told: tuple[TranslatablePhrase, ...] = ()
    shorter = _as_far(order, gun_hauling.hauling_allowance(view, gun)) if hauled is None else None
    if shorter is not None and may_give_gun_order(view, side, shorter):
        hauled = gun_hauling.plan_gun_move(view, gun, read_path(shorter.path) or ())
        order, told = shorter, (_told_far(shorter.path),)
    if hauled is None:
        return GesturePreview(
            None, (DropTarget(gun.id, path[-1], None, path),), gun_refusal(view, gun, path)
        )
    ghosts = (
        DropTarget(gun.id, hauled.path[-1], hauled.facing, hauled.path),
        *(DropTarget(id_, way[-1], facing, way) for id_, way, facing in hauled.crew),
    )
    return GesturePreview(AcceptedAnswer(order), ghosts, told=told)


def _aiming(view: State, decision: GunDeed | Lay, stroke: Gesture) -> GesturePreview:
    name = decision.gun if isinstance(decision, Lay) else stroke.pieces[0] if stroke.pieces else ""
    gun = view.guns.get(name)
    if gun is None or not (stroke.way or stroke.target):
        return GesturePreview()
    is_unit = stroke.target in view.figures or stroke.target in view.guns
    aim = AimAt(target=stroke.target) if is_unit else AimAt(format_path(stroke.way[-1:]))
    at = gun_shots.aimed_point(view, gun, aim)
    if at is None or (isinstance(decision, GunDeed) and not may_fire(view, gun)):
        return GesturePreview(why=gun_refusal(view, gun, ()))
    answer = aim if isinstance(decision, Lay) else GunOrder(orders.FIRE, gun.id, *aim)
    if isinstance(answer, GunOrder) and not may_give_gun_order(view, decision.side, answer):
        return GesturePreview(why=gun_refusal(view, gun, ()))
    hit = likely_casualties(view, gun, at)
    average = round_decimal(sum(each.chance for each in hit), 1)
    told = [TranslatablePhrase.of("littlewars.aim-average", average=average)]
    if high := view.field.ground.top_at(at):
        told.append(TranslatablePhrase.of("littlewars.aim-height", height=length_text(high)))
    return GesturePreview(AcceptedAnswer(answer), line=(gun.at, at), struck=hit, told=tuple(told))


def _marking(view: State, decision: Shot, stroke: Gesture) -> GesturePreview:
    """Return a ruling by a click: a figure that fell, or where the shot lies after the last.

    A click that would throw a proposal away, or say by chance that no figure fell, rules nothing.
    """
    if decision.is_modelled:
        return GesturePreview(why=TranslatablePhrase.of("littlewars.ruling-waits"))
    if stroke.target not in view.figures and not decision.entered:
        return GesturePreview(why=TranslatablePhrase.of("littlewars.click-the-fallen"))
    if stroke.target in view.figures:
        entry = ShotResultEntry("fell", stroke.target)
    else:
        entry = ShotResultEntry(orders.DONE, path=format_path(stroke.way[-1:]))
    return GesturePreview(decision.accepts(view, entry), line=(stroke.way[-1],))


# --- how far --------------------------------------------------------------------------------------


def move_outlines(
    view: State, decision: Decision[State, Any], pieces: Sequence[str]
) -> tuple[Edge, ...]:
    """Return outlines of reach for this move: men by themselves, a gun with its crew."""
    now = find_paths(view)
    if isinstance(decision, MoveMen):
        figures = [view.figures[id_] for id_ in pieces if id_ in view.figures]
        allowed = men_movement.figure_allowances(view, figures)
        stands = [now.stands[each.id] for each in figures]
        return reach_of_all(now, stands, [allowed[each.id] for each in figures]).outlines
    if isinstance(decision, GunDeed):
        guns = [view.guns[id_] for id_ in pieces if id_ in view.guns]
        return reach_of_all(
            now,
            [now.stands[gun.id] for gun in guns],
            [gun_hauling.hauling_allowance(view, gun) for gun in guns],
        ).outlines
    return ()
