"""Answers and events put into every language at once: later positions could not word them."""

from __future__ import annotations

from typing import Any

from engine.play.asks import Answer, Faces
from engine.play.events import Event
from engine.play.game import Game
from engine.session.moments import Answered, Giver, Told, Words
from engine.session.tray import Time, TrayRoll
from engine.texts import languages_heard

NOTHING: Words = {}


def time(game: Game[Any]) -> Time:
    """The point a game has reached."""
    return Time(game.rules.turn(game.state), game.position().phase, len(game.events))


def note_decision(game: Game[Any], option: Answer, giver: Giver) -> Answered:
    """The answer to the decision under way, before it is given."""
    rules, state, decision = game.rules, game.state, game.decision
    assert decision is not None
    asked = {each: rules.describe_decision(state, decision, each) for each in languages_heard()}
    said = {
        each: rules.describe_option(state, decision, option, each) for each in languages_heard()
    }
    turn, phase, events = time(game)
    return Answered(len(game.answers), turn, phase, decision.side, giver, asked, said, events)


def note_roll(
    game: Game[Any], giver: Giver, number: int, rolled: TrayRoll, faces: Faces
) -> Answered:
    """The dice that were answer `number`."""
    roll, (turn, phase, events) = rolled
    asked = {each: game.rules.describe_roll(roll, each) for each in languages_heard()}
    return Answered(
        number, turn, phase, "", giver, asked, faces_in_words(faces), events, roll, faces
    )


def faces_in_words(faces: Faces) -> Words:
    """Dice as figures."""
    return dict.fromkeys(languages_heard(), " ".join(map(str, faces)))


def note_act(game: Game[Any]) -> Answered:
    """An umpire's act, before it is done: what it did, its events say."""
    turn, phase, events = time(game)
    return Answered(len(game.answers), turn, phase, "", Giver.UMPIRE, NOTHING, NOTHING, events)


def note_event(game: Game[Any], number: int) -> Told:
    """An event that has just happened."""
    event: Event[Any] = game.events[number]
    rules, state = game.rules, game.state
    words = {each: rules.describe_event(state, event, each) for each in languages_heard()}
    place = rules.where(state, event)
    return Told(number, words, rules.heading(event), event.seers(), place)
