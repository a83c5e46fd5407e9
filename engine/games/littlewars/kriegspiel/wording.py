"""The Kriegspiel in words: what Little Wars says, with its own orders, rations and works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.littlewars.face import wording
from engine.games.littlewars.face.words import body_name, figures_named, say, side_name
from engine.games.littlewars.kriegspiel.events import (
    AmmunitionSpent,
    Bound,
    Fed,
    FiringDone,
    StageDone,
    TriedToRetire,
    Warned,
)
from engine.games.littlewars.kriegspiel.feeding import Feed
from engine.games.littlewars.state import State
from engine.games.littlewars.work_events import WorkWentOn
from engine.play.asks import Decision
from engine.play.events import Event

QUIET = (AmmunitionSpent, Bound, FiringDone, StageDone, TriedToRetire, Warned, WorkWentOn)
"""What a log leaves out."""


def decision(state: State, asked: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    if isinstance(asked, Feed):
        said = _tell_rations(state, asked.side, asked.body, asked.ration, asked.amount, language)
        return say("ask-feed", language, **said)
    return wording.decision(state, asked, language)


def event(state: State, told: Event[State], language: str | None = None) -> str:
    """What has happened, as a line of the umpire's log; empty for what a log leaves out."""
    if isinstance(told, QUIET):
        return ""
    if isinstance(told, Fed):
        return _tell_fed(state, told, language)
    return wording.event(state, told, language)


def _tell_fed(state: State, told: Fed, language: str | None) -> str:
    """Who was fed, from where; nothing where nothing was needed."""
    if not told.amount:
        return ""
    said = _tell_rations(state, "", told.body, told.ration, told.amount, language)
    wagons = figures_named(state, [id_ for id_, _ in told.stores], language)
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
