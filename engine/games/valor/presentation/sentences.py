"""Valor in words: every decision, answer, roll and event, in the reader's language.

A sentence lies in the texts under the name of what it tells: `ask-` and a decision, `option-` and
an answer's type, an event's own name, each followed by a field's value where that changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.game_texts import (
    dash_name,
    decision_fields,
    hex_name,
    sentence_keys,
    with_hex_arguments,
)
from engine.games.shared_events import with_shared_event_texts
from engine.games.valor.combat_events import CasualtyTaken
from engine.games.valor.events import MoveBegan
from engine.games.valor.move_steps import STEP, Go
from engine.games.valor.movement_phase import TURN
from engine.games.valor.presentation import fire_sentences, support_sentences
from engine.games.valor.presentation.name_texts import (
    TEXTS,
    facing_name,
    field_text,
    first_said,
    key_of,
    mark_name,
    piece_name,
    say,
    side_name,
    type_name,
)
from engine.games.valor.state import State
from engine.play.decisions import Answer, Decision, Roll
from engine.play.events import Event, field_values
from engine.play.option_targets import ActionParameter
from engine.texts import begin_sentence

MORE = {**support_sentences.MORE, **fire_sentences.MORE}
Teller = Callable[[State, Any, str | None], str]
"""Tells an event its fields alone do not; nothing for one that a log leaves out."""
VARIANTS = ("cause", "manner", "kind", "how", "result", "reason", "stage")
"""Fields whose value may have a sentence of its own."""


def decision_text(state: State, asked: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    fields = decision_fields(asked)
    keys = list(sentence_keys(f"ask-{dash_name(type(asked).__name__)}", fields, VARIANTS))
    more = fire_sentences.question_fields(state, asked, language)
    filled = {**field_text(state, fields, language, keys), **more}
    unit = fields.get("unit")
    if isinstance(unit, str) and unit in state.units and "at" not in fields:
        filled["at"] = hex_name(state, state.units[unit].at)
    return first_said(keys, language, filled)


def option_text(
    state: State, asked: Decision[State, Any], answer: Answer, language: str | None = None
) -> str:
    """One answer to a question in words."""
    if plain := TEXTS.plain_answer_text(state, asked, answer, language):
        return plain
    question = dash_name(type(asked).__name__)
    if isinstance(answer, tuple):
        if isinstance(answer, Go) and answer.how == STEP and answer.facing is not None:
            return say(
                "option-go-turned", language, **field_text(state, answer._asdict(), language)
            )
        fields = answer._asdict()  # type: ignore[attr-defined] # a named tuple: no plain one answers
        own = fire_sentences.answer_text_key(answer)
        keys = (
            [own]
            if own
            else list(sentence_keys(f"option-{dash_name(type(answer).__name__)}", fields, VARIANTS))
        )
        more = fire_sentences.answer_fields(state, answer, language)
        return first_said(keys, language, {**field_text(state, fields, language, keys), **more})
    if isinstance(answer, int) and not isinstance(answer, bool):
        filled = {"facing": facing_name(state, answer % 6, language), "count": answer}
        return first_said([f"option-{question}-number", "option-facing"], language, filled)
    key = f"option-{question}-{answer}"
    return say(key, language) if key_of(key) else piece_name(state, str(answer), language)


def roll_text(asked: Roll, language: str | None = None) -> str:
    """Return the purpose of a dice roll."""
    return say(f"roll-{asked.purpose}", language)


@with_shared_event_texts(side_name, piece_name)
def event_text(state: State, told: Event[State], language: str | None = None) -> str:
    """Return what has happened, as a sentence; empty for what a log leaves out."""
    name = type(told).__name__
    if name in TELLERS:
        return TELLERS[name](state, told, language)
    more = MORE[name](state, told, language) if name in MORE else {}
    return plain_event_text(state, told, language, **more)


def plain_event_text(
    state: State, told: Event[State], language: str | None = None, /, **more: object
) -> str:
    """The sentence of an event, from its fields and what else it needs."""
    fields = field_values(told)
    keys = list(sentence_keys(dash_name(type(told).__name__), fields, VARIANTS))
    said = first_said(keys, language, {**field_text(state, fields, language, keys), **more})
    return begin_sentence(said)


@with_hex_arguments
def argument_text(
    state: State, parameter: ActionParameter, value: Any, language: str | None = None
) -> str:
    """Return an argument of an umpire action, in words."""
    name = parameter.name
    if name == "facing":
        return facing_name(state, value, language)
    if name == "mark":
        return mark_name(value, language)
    if name == "side":
        return side_name(state, value, language)
    if name in ("type", "kind"):
        return type_name(state, value, language)
    if name == "phase":
        return say(f"phase-{value}", language)
    return piece_name(state, str(value), language)


# --- events with words of their own ---------------------------------------------------------------


def _silence(state: State, told: Event[State], language: str | None) -> str:
    return ""


def _tell_move(state: State, told: MoveBegan, language: str | None) -> str:
    """Return the line for the start of a move; empty for turns, logged when made."""
    return "" if told.manner == TURN else plain_event_text(state, told, language)


def _tell_casualty(state: State, told: CasualtyTaken, language: str | None) -> str:
    """Return the line for a casualty point; empty where the next event shows it."""
    return plain_event_text(state, told, language) if key_of(f"casualty-taken-{told.kind}") else ""


TELLERS: dict[str, Teller] = {
    "StageBegan": _silence,
    "MoveEnded": _silence,
    "CasualtyTaken": _tell_casualty,
    "MoveBegan": _tell_move,
    "RalliesLapsed": _silence,
    "GameEnded": TEXTS.game_end_sentence,
    "UmpireActed": TEXTS.umpire_sentence,
}
"""Events that need more than their fields; other chapters add theirs."""
