"""The Kriegspiel in words and on the table: its own orders, rations, works and their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.littlewars.kriegspiel.events import (
    AmmunitionSpent,
    Bound,
    Burst,
    Charged,
    Fed,
    FiringDone,
    GunServed,
    PursuitBroken,
    StageDone,
    TriedToRetire,
    VolleyFired,
    Warned,
    WentBack,
)
from engine.games.littlewars.kriegspiel.formation_changes import CHARGE
from engine.games.littlewars.kriegspiel.rifle_volleys import VolleyOrder
from engine.games.littlewars.kriegspiel.supply import Feed
from engine.games.littlewars.orders import ActionOrder, read_path
from engine.games.littlewars.presentation import option_targets, sentences
from engine.games.littlewars.presentation.name_texts import body_name, figures_text, say, side_name
from engine.games.littlewars.state import State
from engine.games.littlewars.work_events import Exploded, WorkWentOn
from engine.play.decisions import Answer, Decision
from engine.play.events import Event
from engine.play.option_targets import EventLocation, OptionAction, OptionTarget, TrajectoryPoint


def option_target(state: State, decision: Decision[State, Any], option: Answer) -> OptionTarget:
    """Return the action of an answer, and the units it concerns."""
    match option:
        case VolleyOrder(figures, target):
            aim = (state.figures[target].at,) if target in state.figures else ()
            return OptionTarget(
                OptionAction.FIRE, figures[len(figures) // 2], target, joined=figures, points=aim
            )
        case ActionOrder(deed, (first, *_), path, target):
            if deed == CHARGE:
                points = read_path(path) or ()
                return OptionTarget(
                    OptionAction.ASSAULT, first, target, joined=option.figures, points=points
                )
    return option_targets.option_target(state, decision, option)


def event_location(state: State, event: Event[State]) -> EventLocation:
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
    return option_targets.event_location(state, event)


QUIET = (
    AmmunitionSpent,
    Bound,
    FiringDone,
    GunServed,
    PursuitBroken,
    StageDone,
    TriedToRetire,
    Warned,
    WorkWentOn,
)
"""Events that the log omits."""


def decision_text(state: State, decision: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    if isinstance(decision, Feed):
        said = _tell_rations(
            state, decision.side, decision.body, decision.ration, decision.amount, language
        )
        return say("ask-feed", language, **said)
    return sentences.decision_text(state, decision, language)


def event_text(state: State, event: Event[State], language: str | None = None) -> str:
    """Return the line of the umpire's log for an event; empty if the log omits it."""
    if isinstance(event, QUIET):
        return ""
    if isinstance(event, Fed):
        return _tell_fed(state, event, language)
    return sentences.event_text(state, event, language)


def _tell_fed(state: State, told: Fed, language: str | None) -> str:
    """Return the line for a body fed and the source; empty where nothing was needed."""
    if not told.amount:
        return ""
    said = _tell_rations(state, "", told.body, told.ration, told.amount, language)
    wagons = figures_text(state, [id_ for id_, _ in told.stores], language)
    return say("fed" if told.stores else "fed-by-edge", language, **said, wagons=wagons)


def _tell_rations(
    state: State, side: str, body: str, ration: str, amount: int, language: str | None
) -> Mapping[str, object]:
    return {
        "side": side_name(state, side, language),
        "body": body_name(state, body, language),
        "ration": say(f"load-{ration}", language),
        "amount": amount,
    }
