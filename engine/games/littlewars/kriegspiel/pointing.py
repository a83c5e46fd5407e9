"""Where orders and events of the Kriegspiel lie on the table."""

from __future__ import annotations

from typing import Any

from engine.games.littlewars.face import pointing
from engine.games.littlewars.kriegspiel.events import Burst, Charged, VolleyFired, WentBack
from engine.games.littlewars.kriegspiel.orders import CHARGE
from engine.games.littlewars.kriegspiel.volleys import VolleyOrder
from engine.games.littlewars.orders import WarOrder, read_path
from engine.games.littlewars.state import State
from engine.games.littlewars.work_events import Exploded
from engine.play.asks import Answer, Decision
from engine.play.events import Event
from engine.play.pointing import EventLocation, OptionAction, OptionTarget, TrajectoryPoint


def points_at(state: State, decision: Decision[State, Any], option: Answer) -> OptionTarget:
    """What one possible answer does, and whom it is about."""
    match option:
        case VolleyOrder(figures, target):
            aim = (state.figures[target].at,) if target in state.figures else ()
            return OptionTarget(
                OptionAction.FIRE, figures[len(figures) // 2], target, joined=figures, points=aim
            )
        case WarOrder(deed, (first, *_), path, target):
            if deed == CHARGE:
                points = read_path(path) or ()
                return OptionTarget(
                    OptionAction.ASSAULT, first, target, joined=option.figures, points=points
                )
    return pointing.points_at(state, decision, option)


def where(state: State, event: Event[State]) -> EventLocation:
    """The points and figures an event is about."""
    match event:
        case VolleyFired():
            flight = tuple(TrajectoryPoint(x, y, high) for x, y, high in event.path)
            units = (*event.figures, *event.fallen)
            return EventLocation(units=units, points=(event.aim,), flight=flight)
        case Burst():
            units = (event.gun, *event.fallen, *event.destroyed)
            return EventLocation(units=units, points=(event.at,))
        case WentBack():
            return EventLocation(units=tuple(id_ for id_, _ in event.ways), ways=event.ways)
        case Charged():
            return EventLocation(units=(*event.riders, *event.met))
        case Exploded():
            units = (event.by, *event.figures, *event.destroyed)
            return EventLocation(units=units, points=(event.at,))
    return pointing.where(state, event)
