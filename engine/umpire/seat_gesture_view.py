"""The gestures of a seat on a table, and their results, as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.narration.phrase_renderer import PhraseRenderer
from engine.narration.scenario_names import game_word
from engine.play.arm_commands import CommandScope
from engine.play.decisions import Answer
from engine.play.position import Point
from engine.play.tabletop_gestures import (
    NO_PROSPECT,
    DropTarget,
    Edge,
    Gesture,
    GesturePreview,
    GestureRules,
)
from engine.play.translatable_phrases import Saying
from engine.session.timeline import Words
from engine.tabletop.shapes import format_path
from engine.texts import localised, text_languages
from engine.umpire.order_trials import OrderTrial

Plain = dict[str, Any]


def grab_options_view(trial: OrderTrial) -> Plain:
    """Return the grab options for the decision, as `{"grip": …}`; empty if none."""
    rules, decision = trial.game.rules, trial.decision
    if decision is None or not isinstance(rules, GestureRules):
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
                    "words": {e: game_word(game, "formation", one, e) for e in text_languages()},
                }
                for one in free.formations
            ],
        }
    }


def _bodies(trial: OrderTrial, waiting: Sequence[str]) -> dict[str, Words]:
    """Return the names of figure groups with pieces waiting beside the table."""
    known = {body.id: body.name for body in trial.game.scenario.bodies}
    bodies = dict.fromkeys(piece.rpartition(".")[0] or piece for piece in waiting)
    return {
        body: {each: localised(known.get(body, ""), each) or body for each in text_languages()}
        for body in bodies
    }


def gesture_preview_view(trial: OrderTrial, command: CommandScope, gesture: Gesture) -> Plain:
    """Return the result of a player's gesture; without a way yet, its pieces' reach."""
    told = try_gesture(trial, gesture)
    is_fine = told.answer is not None and _is_for(trial, command, told.answer.answer)
    reach = [format_path(outline) for outline in _outreach(trial, gesture)]
    return {**_as_json(trial, told), "fine": is_fine, "reach": reach}


def try_gesture(trial: OrderTrial, gesture: Gesture) -> GesturePreview:
    """Return the result of a gesture of the side."""
    rules, decision = trial.game.rules, trial.decision
    if decision is None or not isinstance(rules, GestureRules) or not gesture.way:
        return NO_PROSPECT
    if not _may_be_taken(trial, gesture):
        return NO_PROSPECT
    return rules.prospect(trial.view, decision, gesture)


def _may_be_taken(trial: OrderTrial, gesture: Gesture) -> bool:
    """Return True if all pieces of a gesture may be taken: a page may send anything."""
    rules, decision = trial.game.rules, trial.decision
    assert decision is not None
    assert isinstance(rules, GestureRules)
    free = rules.handling(trial.view, decision)
    return free is not None and {*gesture.pieces} <= {*free.takes, *free.waiting}


def _outreach(trial: OrderTrial, gesture: Gesture) -> tuple[Edge, ...]:
    """Return the reach of the pieces taken, for a gesture that leads nowhere yet."""
    rules, decision = trial.game.rules, trial.decision
    if decision is None or gesture.way or not isinstance(rules, GestureRules):
        return ()
    if not gesture.pieces or not _may_be_taken(trial, gesture):
        return ()
    return rules.outreach(trial.view, decision, gesture.pieces)


def _is_for(trial: OrderTrial, command: CommandScope, answer: Answer) -> bool:
    return not command.arm or trial.is_for(command, answer)


# --- as JSON --------------------------------------------------------------------------------------


def _as_json(trial: OrderTrial, told: GesturePreview) -> Plain:
    return {
        "landings": [_landing(trial, each) for each in told.landings],
        "why": None if told.why is None else _words(trial, told.why),
        "barred": [_point(at) for at in told.barred],
        "line": [_point(at) for at in told.line],
        "struck": [{"unit": each.piece, "chance": float(each.chance)} for each in told.struck],
        "told": [_words(trial, each) for each in told.told],
    }


def _landing(trial: OrderTrial, landing: DropTarget) -> Plain:
    return {
        "unit": landing.piece,
        "at": _point(landing.at),
        "way": [_point(at) for at in landing.way],
        "fine": landing.why is None,
    }


def _point(at: Point) -> str:
    return f"{at.x},{at.y}"


def _words(trial: OrderTrial, saying: Saying) -> Words:
    return {each: PhraseRenderer(trial.game, each).render(saying) for each in text_languages()}
