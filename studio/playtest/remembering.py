"""Answers and events put into words when they are given, in every language: later their time is gone."""

from __future__ import annotations

from typing import Any

from engine.asks import Answer, Faces, Roll
from engine.events import Event
from engine.game import Game
from engine.texts import LANGUAGES
from studio.playtest.moments import Answered, Giver, Told, Words

NOTHING: Words = {}


def decided(game: Game[Any], option: Answer, giver: Giver) -> Answered:
    """The answer to the decision under way, before it is given."""
    rules, state, decision = game.rules, game.state, game.decision
    assert decision is not None
    asked = {each: rules.describe_decision(state, decision, each) for each in LANGUAGES}
    said = {each: rules.describe_option(state, decision, option, each) for each in LANGUAGES}
    number, events = len(game.answers), len(game.events)
    return Answered(number, *_time(game), decision.side, giver, asked, said, events)


def rolled(
    game: Game[Any], giver: Giver, number: int, events: int, roll: Roll, faces: Faces
) -> Answered:
    """The dice that were answer `number`, after so many events."""
    asked = {each: game.rules.describe_roll(roll, each) for each in LANGUAGES}
    shown = " ".join(map(str, faces))
    said = dict.fromkeys(LANGUAGES, shown)
    return Answered(number, *_time(game), "", giver, asked, said, events, roll, faces)


def acted(game: Game[Any]) -> Answered:
    """An umpire's act, before it is done: what it did, its events say."""
    number, events = len(game.answers), len(game.events)
    return Answered(number, *_time(game), "", Giver.UMPIRE, NOTHING, NOTHING, events)


def told(game: Game[Any], number: int) -> Told:
    """An event that has just happened."""
    event: Event[Any] = game.events[number]
    rules, state = game.rules, game.state
    words = {each: rules.describe_event(state, event, each) for each in LANGUAGES}
    hexes, units = rules.where(state, event)
    return Told(number, words, rules.heading(event), event.seers(), hexes, units)


def _time(game: Game[Any]) -> tuple[int, str]:
    """Turn and phase."""
    phase = str(game.rules.as_json(game.state).get("phase", ""))
    return game.rules.turn(game.state), phase
