"""Places of options on the table, and the units that events concern."""

from __future__ import annotations

from typing import Any

from engine.games.littlewars.events import Died, GunLaid, GunMoved, MenMoved, Placed, ShotFired
from engine.games.littlewars.gun_shots import Shot
from engine.games.littlewars.melee_events import Taken
from engine.games.littlewars.orders import (
    BOARD,
    DRIVE,
    LAND,
    PACK,
    UNPACK,
    ActionOrder,
    AimAt,
    GunOrder,
    MenOrder,
    ShotResultEntry,
    read_path,
)
from engine.games.littlewars.state import State
from engine.games.littlewars.transport.transport_events import (
    BoxOpened,
    BoxSet,
    Driven,
    Landed,
    TrainRan,
)
from engine.play.decisions import Answer, Decision
from engine.play.events import Event
from engine.play.move_forecast import ReachableArea
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget, TrajectoryPoint
from engine.tabletop.shapes import Point

CARRYING = {
    DRIVE: OptionAction.STEP,
    BOARD: OptionAction.LOAD,
    LAND: OptionAction.UNLOAD,
    PACK: OptionAction.LOAD,
    UNPACK: OptionAction.UNLOAD,
}
"""Actions with wagons, boats and trains, as the kinds that a map shows."""


def option_target(state: State, decision: Decision[State, Any], option: Answer) -> OptionTarget:
    """Return the action of an answer, and the figure or gun it concerns."""
    match option:
        case None | False:
            return OptionTarget(OptionAction.PASS)
        case GunOrder() | AimAt() | MenOrder() | ShotResultEntry():
            return _of_order(state, decision, option)
        case ActionOrder(deed, (first, *_), path, target):
            kind = CARRYING.get(deed, OptionAction.ORDER)
            aimed = target if kind in (OptionAction.LOAD, OptionAction.ASSAULT) else ""
            points = read_path(path) or ()
            return OptionTarget(kind, first, aimed, points=points)
        case str() if state.unit_on_table(option) is not None:
            return OptionTarget(OptionAction.UNIT, option)
        case "rest":
            return OptionTarget(OptionAction.HAND_IN)
    return OptionTarget(OptionAction.ORDER)


def _of_order(state: State, decision: Decision[State, Any], order: Any) -> OptionTarget:
    match order:
        case GunOrder("fire", gun, path, target):
            return OptionTarget(OptionAction.FIRE, gun, target, points=_aim(state, path, target))
        case GunOrder("move", gun, path):
            return OptionTarget(OptionAction.STEP, gun, points=read_path(path) or ())
        case AimAt(path, target):
            gun = getattr(decision, "gun", "")
            return OptionTarget(OptionAction.FIRE, gun, target, points=_aim(state, path, target))
        case MenOrder("rest"):
            return OptionTarget(OptionAction.HAND_IN)
        case MenOrder(_, (first, *_), path):
            kind = OptionAction.PLACE if state.unit_on_table(first) is None else OptionAction.STEP
            return OptionTarget(kind, first, points=read_path(path) or ())
        case ShotResultEntry("fell", figure):
            return OptionTarget(OptionAction.LOSE, figure)
        case ShotResultEntry("as-proposed") if (
            isinstance(decision, Shot) and decision.proposed is not None
        ):
            return OptionTarget(
                OptionAction.PASS, points=(state.guns[decision.gun].at, decision.proposed.lies)
            )
    return OptionTarget(OptionAction.PASS)


def _aim(state: State, path: str, target: str) -> tuple[Point, ...]:
    unit = state.unit_on_table(target) if target else None
    return (unit.at,) if unit is not None else read_path(path) or ()


def option_reach(
    state: State, decision: Decision[State, Any], option: Answer
) -> ReachableArea | None:
    """On a table hands say how far pieces come (`engine/play/tabletop_gestures.py`)."""
    return None


def event_location(state: State, event: Event[State]) -> EventLocation:
    """The points and figures an event is about."""
    match event:
        case ShotFired():
            flight = tuple(TrajectoryPoint(x, y, high) for x, y, high in event.path)
            return EventLocation(
                units=(event.gun, *event.fallen), points=(event.aim,), flight=flight
            )
        case GunLaid(gun, aim):
            return EventLocation(units=(gun,), points=(aim,))
        case GunMoved(gun, path):
            ways = ((gun, path), *((id_, way) for id_, way, _ in event.crew))
            return EventLocation(units=tuple(id_ for id_, _ in ways), ways=ways)
        case MenMoved():
            ways = tuple((id_, way) for id_, way, _ in event.moved)
            return EventLocation(units=tuple(id_ for id_, _ in ways), ways=ways)
        case Driven(unit, path):
            return EventLocation(units=(unit,), ways=((unit, path),))
        case TrainRan(_, ran):
            ways = tuple((id_, way) for id_, way, _ in ran)
            return EventLocation(units=tuple(id_ for id_, _ in ways), ways=ways)
        case Landed() | BoxOpened():
            at = tuple(point for _, point, _ in event.placed)
            return EventLocation(units=tuple(id_ for id_, _, _ in event.placed), points=at)
        case BoxSet(_, box, at_box):
            return EventLocation(units=(box,), points=(at_box,))
        case Placed():
            at = tuple(point for _, point, _ in event.placed)
            return EventLocation(units=tuple(id_ for id_, _, _ in event.placed), points=at)
        case Died(figures) | Taken(_, figures):
            return EventLocation(units=figures)
    ids = [getattr(event, name, ()) for name in ("figures", "units", "gun", "crew")]
    found = [each for value in ids for each in ((value,) if isinstance(value, str) else value)]
    return EventLocation(units=tuple(each for each in found if isinstance(each, str)))
