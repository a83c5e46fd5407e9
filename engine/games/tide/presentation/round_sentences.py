"""Additional fields for sentences about rounds, turns and actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.tide.action_phase import CARD, Act, Order
from engine.games.tide.events import ActionBegan, TurnBegan, WorkLaid
from engine.games.tide.move_events import EventHappened, MoveBegan
from engine.games.tide.presentation.name_texts import card_name, count, piece_name, say
from engine.games.tide.state import State
from engine.play.decisions import Answer, Decision
from engine.play.events import Event
from engine.texts import localised

Told = Mapping[str, object]
More = Callable[[State, Any, str | None], Told]


def question_fields(state: State, asked: Decision[State, Any], language: str | None) -> Told:
    """Return additional fields for the text of a decision."""
    if isinstance(asked, Act):
        return {"actions": count("actions", asked.actions, language)}
    return {}


def question_variant(state: State, asked: Decision[State, Any]) -> str:
    """Return no variant: the fields tell these decisions apart."""
    return ""


def answer_text(
    state: State, asked: Decision[State, Any], option: Answer, language: str | None
) -> str | None:
    """An answer of these chapters in words; None for one of another."""
    if not isinstance(option, Order):
        return None
    unit = piece_name(state, option.unit, language, (asked.side,)) if option.unit else ""
    if option.deed == CARD:
        return say("option-order-card", language, card=card_name(state, option.what, language))
    if option.what:
        taker = piece_name(state, option.what, language, (asked.side,))
        return say(f"option-order-{option.deed}-together", language, unit=unit, taker=taker)
    return say(f"option-order-{option.deed}", language, unit=unit)


def _turn(state: State, told: TurnBegan, language: str | None) -> Told:
    return {"actions": count("actions", told.actions, language)}


def _event(state: State, told: EventHappened, language: str | None) -> Told:
    return {
        "event": localised(state.book.events[told.event].name, language),
        "command": count("command-points", told.command, language),
        "points": count("points", told.points, language),
    }


MORE: Mapping[str, More] = {"TurnBegan": _turn, "EventHappened": _event}
"""By the event's name."""

SILENT = frozenset({"StageBegan", "ActionEnded"})


def is_event_told(event: Event[State]) -> bool:
    """Return whether the log shows an event; cards have sentences of their own."""
    if isinstance(event, ActionBegan):
        return event.deed != CARD
    return not isinstance(event, MoveBegan) and type(event).__name__ not in SILENT


def event_variant(event: Event[State]) -> str:
    """Return the variant of an event's sentence, where its fields do not show it."""
    match event:
        case WorkLaid(side=""):
            return "unowned"
        case EventHappened(side=""):
            return "told"
    return ""
