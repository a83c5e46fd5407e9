"""What a hand on a table may do for a seat, and what a gesture comes to, as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.play.arms import Command
from engine.play.asks import Answer
from engine.play.handling import NO_PROSPECT, Edge, Gesture, Handles, Landing, Prospect
from engine.play.position import Point
from engine.play.sayings import Saying
from engine.session.moments import Words
from engine.tabletop.way import way_written
from engine.telling.names import word_of
from engine.telling.speaker import Speaker
from engine.texts import languages_heard, spoken
from engine.umpired.trial import Trial

Plain = dict[str, Any]


def grip(trial: Trial) -> Plain:
    """What may be taken for what is asked, as `{"grip": …}`; empty where hands do nothing."""
    rules, decision = trial.game.rules, trial.decision
    if decision is None or not isinstance(rules, Handles):
        return {}
    free = rules.handling(trial.view, decision)
    if free is None:
        return {}
    game = trial.game.scenario.game
    return {
        "grip": {
            "takes": list(free.takes),
            "waiting": list(free.waiting),
            "bodies": _bodies(trial, free.waiting),
            "touches": [touch.value for touch in free.touches],
            "many": free.is_many,
            "formations": [
                {
                    "id": one,
                    "words": {e: word_of(game, "formation", one, e) for e in languages_heard()},
                }
                for one in free.formations
            ],
        }
    }


def _bodies(trial: Trial, waiting: Sequence[str]) -> dict[str, Words]:
    """What the bodies are called of which some wait beside the table."""
    known = {body.id: body.name for body in trial.game.scenario.bodies}
    bodies = dict.fromkeys(piece.rpartition(".")[0] or piece for piece in waiting)
    return {
        body: {each: spoken(known.get(body, ""), each) or body for each in languages_heard()}
        for body in bodies
    }


def prospect(trial: Trial, command: Command, gesture: Gesture) -> Plain:
    """What a gesture of a player would come to; with no way yet, how far his pieces come."""
    told = try_gesture(trial, gesture)
    is_fine = told.answer is not None and _is_for(trial, command, told.answer.answer)
    reach = [way_written(outline) for outline in _outreach(trial, gesture)]
    return {**_as_json(trial, told), "fine": is_fine, "reach": reach}


def try_gesture(trial: Trial, gesture: Gesture) -> Prospect:
    """What a gesture of the side comes to."""
    rules, decision = trial.game.rules, trial.decision
    if decision is None or not isinstance(rules, Handles) or not gesture.way:
        return NO_PROSPECT
    if not _may_be_taken(trial, gesture):
        return NO_PROSPECT
    return rules.prospect(trial.view, decision, gesture)


def _may_be_taken(trial: Trial, gesture: Gesture) -> bool:
    """Whether all pieces of a gesture are there to be taken: a page may say anything."""
    rules, decision = trial.game.rules, trial.decision
    assert decision is not None
    assert isinstance(rules, Handles)
    free = rules.handling(trial.view, decision)
    return free is not None and {*gesture.pieces} <= {*free.takes, *free.waiting}


def _outreach(trial: Trial, gesture: Gesture) -> tuple[Edge, ...]:
    """How far what is taken comes: asked for by a gesture that leads nowhere yet."""
    rules, decision = trial.game.rules, trial.decision
    if decision is None or gesture.way or not isinstance(rules, Handles):
        return ()
    if not gesture.pieces or not _may_be_taken(trial, gesture):
        return ()
    return rules.outreach(trial.view, decision, gesture.pieces)


def _is_for(trial: Trial, command: Command, answer: Answer) -> bool:
    return not command.arm or trial.is_for(command, answer)


# --- as JSON --------------------------------------------------------------------------------------


def _as_json(trial: Trial, told: Prospect) -> Plain:
    return {
        "landings": [_landing(trial, each) for each in told.landings],
        "why": None if told.why is None else _words(trial, told.why),
        "barred": [_point(at) for at in told.barred],
        "line": [_point(at) for at in told.line],
        "struck": [{"unit": each.piece, "chance": float(each.chance)} for each in told.struck],
        "told": [_words(trial, each) for each in told.told],
    }


def _landing(trial: Trial, landing: Landing) -> Plain:
    return {
        "unit": landing.piece,
        "at": _point(landing.at),
        "way": [_point(at) for at in landing.way],
        "fine": landing.why is None,
    }


def _point(at: Point) -> str:
    return f"{at.x},{at.y}"


def _words(trial: Trial, saying: Saying) -> Words:
    return {each: Speaker(trial.game, each).say(saying) for each in languages_heard()}
